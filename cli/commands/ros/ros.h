// Shared by the commands for a ROS 2 network: options, joint values to publish.
#ifndef LIMB_CLI_ROS_H
#define LIMB_CLI_ROS_H

#include "frame/cli.h"
#include "limb/ros.h"

//---- the network, and the node's name on it (ros.c) ----------------------------------------------

typedef struct cli_ros_opts {
    const char *domain;
    bool localhost;
    const char *distro;
    cli_list ros_args;
} cli_ros_opts;

// Rows of an option table; field is the cli_ros_opts in the command's struct.
#define CLI_ROS_OPTIONS(type, field)                                                               \
    {0,                                                                                            \
     "domain",                                                                                     \
     CLI_TEXT,                                                                                     \
     offsetof(type, field.domain),                                                                 \
     "N",                                                                                          \
     NULL,                                                                                         \
     "the ROS domain, 0 to 232; default ROS_DOMAIN_ID, or 0"},                                     \
        {0,                                                                                        \
         "localhost",                                                                              \
         CLI_FLAG,                                                                                 \
         offsetof(type, field.localhost),                                                          \
         NULL,                                                                                     \
         NULL,                                                                                     \
         "talk to this machine only, as ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST does"},            \
        {0,                                                                                        \
         "ros-distro",                                                                             \
         CLI_TEXT,                                                                                 \
         offsetof(type, field.distro),                                                             \
         "NAME",                                                                                   \
         NULL,                                                                                     \
         "announce the node's name as this distribution does; default ROS_DISTRO, or the newest"}, \
    {                                                                                              \
        0, "ros-args", CLI_REST, offsetof(type, field.ros_args), "ARGS...", NULL,                  \
            "arguments of ROS up to \"--\" or the end: -r from:=to, -p name:=value, "              \
            "--params-file FILE"                                                                   \
    }

// Loads the module and fills out from the options; messages of the node go to standard error. *args
// is to be freed after the node. Returns an exit code.
int cli_ros_parse(const cli *app, const cli_ros_opts *opts, limb_ros_opts *out,
                  limb_ros_args **args);
// Calls limb_ros_start; without a network it waits for one until Ctrl-C. Returns an exit code; *out
// is NULL if it was interrupted.
int cli_ros_start(const cli *app, const limb_ros_opts *opts, limb_ros **out);
// Loads the robot in the parameter robot_description and prints its findings. Returns an exit code.
int cli_ros_load_description(const cli *app, const limb_ros_opts *opts, limb_robot **robot);
// Calls limb_ros_stop. An incomplete recording is reported and changes CLI_OK to CLI_UNREADABLE.
int cli_ros_stop(const cli *app, limb_ros *ros, const char *record, int code);
// Prints where the robot is published, and the address of Foxglove's port if there is one.
void cli_ros_note_start(const cli *app, const limb_ros *ros, const char *path, const char *address);
double cli_seconds(void); // of a monotonic clock

//---- joint values to publish (joint_source.c) ----------------------------------------------------

typedef struct cli_joint_source cli_joint_source;

// what: "zero", "random", "csv:FILE" or "none". Returns an exit code, after a message if it is none
// of these or the file cannot be used.
int cli_joint_source_open(cli_joint_source **out, const cli *app, const char *what,
                          const limb_joint_list *joints, int seed);
void cli_joint_source_free(cli_joint_source *source);
bool cli_joint_source_is_none(const cli_joint_source *source);
// Computes the values (count of the list) at a time, s; joints without a column keep their value.
void cli_joint_source_at(const cli_joint_source *source, double time, double *position);
// The same source for a reloaded robot.
void cli_joint_source_use(cli_joint_source *source, const limb_joint_list *joints);

#endif
