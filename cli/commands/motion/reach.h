// The points sampled by limb reach, and their picture.
#ifndef LIMB_CLI_REACH_H
#define LIMB_CLI_REACH_H

#include "frame/cli.h"

typedef struct cli_cloud {
    float *point; // (count x 3)
    float *ease;  // (count) manipulability; NULL: not asked for
    int count;
    double low[3], high[3], farthest;
    double ease_min, ease_mean, ease_max;
    int rank; // directions in which the point can move at all
} cli_cloud;

// Draws the points from above, the front and the side, as .png or .svg by the path's extension.
// Color is the density of points, or their mean manipulability. Returns an exit code.
int cli_reach_picture(const cli *app, const cli_cloud *cloud, const char *link, const char *path);

#endif
