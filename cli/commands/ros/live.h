// The page of a robot, alone or together with a ROS 2 node: sliders publish joint states, joint
// states move the page.
#ifndef LIMB_CLI_LIVE_H
#define LIMB_CLI_LIVE_H

#include "commands/ros/ros.h"
#include "limb/view.h"

//---- the page (serve.c) --------------------------------------------------------------------------

// Loads the module, starts the server, prints the address and opens a browser unless no_open.
// Returns an exit code.
int cli_view_open(const cli *app, const char *path, const limb_view_opts *opts, bool no_open,
                  limb_view **out);
// Prints the result of showing a file. Returns an exit code.
int cli_view_report(const cli *app, limb_status status, const limb_report *report,
                    const char *path);

//---- page and node (live.c) ----------------------------------------------------------------------

typedef struct cli_live_opts {
    const char *path;
    limb_view_opts view; // joints and joints_ctx are set by the call
    limb_ros_opts ros;   // joints is set by the call
    double rate;         // Hz of joint states; 0: 10
    double duration;     // s until it ends; 0: until Ctrl-C
    bool no_open;
} cli_live_opts;

// Returns an exit code.
int cli_live_run(const cli *app, const cli_live_opts *opts);

#endif
