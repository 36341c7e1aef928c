// limb state-publisher: robot_state_publisher, as a launch file starts it.
#include "commands/ros/role.h"

static int run(cli *app);

static const cli_option option[] = {CLI_ROLE_OPTIONS};

static const cli_example example[] = {
    {"limb state-publisher arm.urdf", "publishes the robot; its joints follow /joint_states"},
    {"limb state-publisher --ros-args --params-file params.yaml",
     "with the parameters of a launch file, robot_description among them"},
};

const cli_command cli_state_publisher = {
    .name = "state-publisher",
    .operands = "[FILE]",
    .summary = "be robot_state_publisher, for launch files",
    .description = "The node robot_state_publisher, with its name, topics, parameters and "
                   "defaults. The robot is FILE, or the parameter robot_description.",
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
    return cli_role_run(app, LIMB_ROS_ROLE_STATES);
}
