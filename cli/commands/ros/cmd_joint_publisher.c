// limb joint-publisher: joint_state_publisher, as a launch file starts it.
#include "commands/ros/role.h"

static int run(cli *app);

static const cli_option option[] = {CLI_ROLE_OPTIONS};

static const cli_example example[] = {
    {"limb joint-publisher arm.urdf", "publishes the zeros of all joints at 10 Hz"},
    {"limb joint-publisher --ros-args -p delta:=0.01",
     "moves the robot of /robot_description back and forth"},
};

const cli_command cli_joint_publisher = {
    .name = "joint-publisher",
    .operands = "[FILE]",
    .summary = "be joint_state_publisher, for launch files",
    .description =
        "The node joint_state_publisher, with its name, topics, parameters and defaults. The robot "
        "is FILE, or the parameter robot_description, or what comes on the topic of that name.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(cli_role_opts),
    .min_operands = 0,
    .max_operands = 1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

static int run(cli *app)
{
    return cli_role_run(app, LIMB_ROS_ROLE_JOINTS);
}
