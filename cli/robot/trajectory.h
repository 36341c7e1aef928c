// Reads joint values over time from a CSV file, and reports the limits that they exceed.
#ifndef LIMB_CLI_TRAJECTORY_H
#define LIMB_CLI_TRAJECTORY_H

#include "limb/motion.h"
#include "robot/motion.h"

// Reads a file by limb_trajectory_parse. Coordinates without a column stay as they are in
// motion->q. Returns an exit code, after a message.
int cli_trajectory_load(const cli *app, const char *path, const cli_motion *motion,
                        limb_trajectory **out);
// Reads a table by limb_table_parse. Returns an exit code, after a message.
int cli_table_load(const cli *app, const char *path, limb_table **out);

// Prints on standard error, for each exceeded limit of each joint, where it is first exceeded and
// how often. Returns the number of exceeded limits.
int cli_trajectory_check(const cli *app, const limb_trajectory *trajectory,
                         const limb_model *model);
// Draws joint values, velocities and torques with their limits, one row of charts for each
// coordinate. Returns an exit code.
int cli_trajectory_plot(const cli *app, const limb_trajectory *trajectory, const limb_model *model,
                        const char *path);

#endif
