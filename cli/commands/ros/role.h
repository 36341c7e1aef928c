// Shared by limb state-publisher and limb joint-publisher, which run the ROS nodes under the names
// that ROS gives them.
#ifndef LIMB_CLI_ROLE_H
#define LIMB_CLI_ROLE_H

#include "commands/ros/ros.h"

typedef struct cli_role_opts {
    double duration;
    cli_list package;
    cli_ros_opts ros;
} cli_role_opts;

#define CLI_ROLE_OPTIONS                                                                           \
    {0,   "duration", CLI_POSITIVE,         offsetof(cli_role_opts, duration),                     \
     "S", NULL,       "end after S seconds"},                                                      \
        CLI_PACKAGE_OPTIONS(cli_role_opts, package), CLI_ROS_OPTIONS(cli_role_opts, ros)

// Returns an exit code.
int cli_role_run(cli *app, int role); // a limb_ros_role

#endif
