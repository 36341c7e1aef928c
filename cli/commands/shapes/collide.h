// Shared by limb collide and its matrix: a posed robot and its scene.
#ifndef LIMB_CLI_COLLIDE_H
#define LIMB_CLI_COLLIDE_H

#include "robot/motion.h"

typedef struct collide_opts {
    cli_motion_opts motion;
    cli_list package;
    const char *srdf, *spheres, *output;
    double samples;
    int seed, threads;
    bool distance, matrix, visual, hulls, all_pairs, json;
} collide_opts;

typedef struct cli_collision {
    limb_robot *robot;
    cli_motion motion;
    limb_scene *scene;
    limb_query *query;
    int nunchecked; // shapes that are not compared
} cli_collision;

// Loads and poses the robot and builds its scene. Returns an exit code; *c must be freed whatever
// the code is.
int cli_collision_open(const cli *app, const char *path, const collide_opts *opts,
                       cli_collision *c);
void cli_collision_free(const cli *app, cli_collision *c);

// Finds by sampling the pairs that need not be compared: (*pair) has *npair entries, to be freed
// with free; their names belong to the scene. *nleft: number of pairs that must be compared.
// Returns an exit code.
int cli_collide_pairs(const cli *app, const collide_opts *opts, const cli_collision *c,
                      limb_srdf_pair **pair, int *npair, int *nleft);

// Writes how often every pair touches, as SRDF or JSON; see collide_matrix.c. Returns an exit code.
int cli_collide_matrix(const cli *app, const collide_opts *opts, cli_collision *c);

#endif
