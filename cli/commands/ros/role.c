// Runs robot_state_publisher or joint_state_publisher until Ctrl-C.
#include "commands/ros/role.h"

#ifdef LIMB_ROS_BUILT

#include <math.h>
#include <string.h>

static int load(const cli *app, limb_ros_role role, const limb_ros_opts *ros, limb_robot **robot);
static int run_node(const cli *app, const limb_ros_opts *opts, const limb_robot *robot,
                    double duration);

int cli_role_run(cli *app, int role)
{
    const cli_role_opts *opts = app->opts;
    limb_ros_opts ros = {.role = (limb_ros_role)role};
    limb_ros_args *args;
    limb_robot *robot = NULL;
    int code = cli_ros_parse(app, &opts->ros, &ros, &args);
    if (code == CLI_OK) code = load(app, ros.role, &ros, &robot);
    if (code == CLI_OK) code = run_node(app, &ros, robot, opts->duration);
    limb_robot_free(robot);
    limb_ros_args_free(args);
    return code;
}

static int load(const cli *app, limb_ros_role role, const limb_ros_opts *ros, limb_robot **robot)
{
    if (app->operand.count > 0) return cli_load_robot(app, app->operand.item[0], robot);
    if (ros->robot_description) return cli_ros_load_description(app, ros, robot);
    if (role == LIMB_ROS_ROLE_JOINTS) return CLI_OK; // received on a topic
    return cli_usage(app, "the robot is missing: give FILE or the parameter robot_description");
}

static int run_node(const cli *app, const limb_ros_opts *opts, const limb_robot *robot,
                    double duration)
{
    static const double SPIN = 0.2; // s between checks for Ctrl-C
    limb_ros *ros;
    cli_catch_signals();
    int code = cli_ros_start(app, opts, &ros);
    if (code != CLI_OK || !ros) return code;
    if (robot && limb_ros_show(ros, robot) != LIMB_OK) {
        code = cli_fail(app, LIMB_ERROR_MEMORY);
    } else {
        limb_ros_counts counts;
        limb_ros_count(ros, &counts);
        cli_message(app, "%s on domain %d%s; Ctrl-C ends",
                    robot ? "publishing" : "waiting for robot_description", counts.domain,
                    counts.is_local ? " of this machine" : "");
        const double end = duration > 0 ? cli_seconds() + duration : (double)INFINITY;
        while (!cli_ended() && cli_seconds() < end)
            limb_ros_spin(ros, fmax(fmin(SPIN, end - cli_seconds()), 0));
    }
    return cli_ros_stop(app, ros, NULL, code);
}

#else

int cli_role_run(cli *app, int role)
{
    (void)role;
    cli_message(app, "this limb was built without ROS 2 (LIMB_ROS)");
    return CLI_UNREADABLE;
}

#endif
