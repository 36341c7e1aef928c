// Joint values over time from a CSV file: positions by name, rates by differences, limits checked.
#ifndef LIMB_CLI_TRAJECTORY_H
#define LIMB_CLI_TRAJECTORY_H

#include "robot/motion.h"

typedef struct cli_trajectory { // zero-initialize
    int nrow;
    bool has_time;
    double *time;  // s                        (nrow)
    double *q;     // (nrow x nq)
    double *v, *a; // zero without a time column (nrow x nv)
    double *tau;   // inverse dynamics; NULL until asked for (nrow x nv)
} cli_trajectory;

// Columns are named as the model's coordinates; "time" or "t" is in seconds. Coordinates without a
// column stay as they are in motion->q. Returns an exit code.
int cli_trajectory_load(const cli *app, const char *path, const cli_motion *motion,
                        cli_trajectory *out);
void cli_trajectory_free(cli_trajectory *trajectory);
// Fills tau. False: no memory.
bool cli_trajectory_torques(cli_trajectory *trajectory, const cli_motion *motion, bool resistance);

// Says on standard error for each limit of each joint where it is first exceeded and how
// often. Returns the number of limits that are: position, velocity, acceleration and,
// with torques, effort.
int cli_trajectory_check(const cli *app, const cli_trajectory *trajectory, const limb_model *model);
// Joint values, velocities and torques against their limits, one row of charts for each coordinate.
// Returns an exit code.
int cli_trajectory_plot(const cli *app, const cli_trajectory *trajectory, const limb_model *model,
                        const char *path);

#endif
