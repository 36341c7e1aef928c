// Shared by limb collide and its matrix: a robot with its scene, posed.
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

// Writes how often every pair touches, as SRDF or JSON; see collide_matrix.c. Returns an exit code.
int cli_collide_matrix(const cli *app, const collide_opts *opts, cli_collision *c);

#endif
