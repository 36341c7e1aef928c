// limb echo: the messages of a topic on a ROS 2 network.
#include "commands/ros/ros.h"

typedef struct echo_opts {
    bool json;
    int count;
    const char *type;
    double wait;
    cli_ros_opts ros;
} echo_opts;

static int run(cli *app);

static const cli_option option[] = {
    {'j', "json", CLI_FLAG, offsetof(echo_opts, json), NULL, NULL, "print one line of JSON each"},
    {'n', "count", CLI_INT, offsetof(echo_opts, count), "N", NULL,
     "stop after N messages; default: run until Ctrl-C"},
    {0, "type", CLI_TEXT, offsetof(echo_opts, type), "TYPE", NULL,
     "type of the messages; default: the first publisher's"},
    {0, "wait", CLI_POSITIVE, offsetof(echo_opts, wait), "S", NULL,
     "time to wait for a publisher, in seconds; default 5"},
    CLI_ROS_OPTIONS(echo_opts, ros),
};

static const cli_example example[] = {
    {"limb echo /joint_states", "prints joint states as YAML"},
    {"limb echo /tf --json -n 1", "prints one message as JSON"},
};

const cli_command cli_echo = {
    .name = "echo",
    .operands = "TOPIC",
    .summary = "print the messages of a topic on a ROS 2 network",
    .description =
        "Prints messages as they arrive, as YAML with \"---\" after each or as lines of JSON. "
        "It supports the types that describe a robot's state: std_msgs String; sensor_msgs "
        "JointState, "
        "MultiDOFJointState, Imu; tf2_msgs TFMessage; geometry_msgs TransformStamped, PoseStamped, "
        "Twist, TwistStamped, WrenchStamped; nav_msgs Odometry; trajectory_msgs JointTrajectory; "
        "rosgraph_msgs Clock; rcl_interfaces Log.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(echo_opts),
    .min_operands = 1,
    .max_operands = 1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

#ifdef LIMB_ROS_BUILT

static void print_messages(cli *app, limb_ros_listener *listener, const echo_opts *opts);

static int run(cli *app)
{
    const echo_opts *opts = app->opts;
    limb_ros_opts ros = {0};
    limb_ros_args *args;
    limb_ros_listener *listener = NULL;
    int code = cli_ros_parse(app, &opts->ros, &ros, &args);
    if (code == CLI_OK) {
        const limb_status status = limb_ros_listen(&listener, &ros, app->operand.item[0],
                                                   opts->type, opts->wait > 0 ? opts->wait : 5);
        if (status == LIMB_ERROR_INPUT || status == LIMB_ERROR_UNSUPPORTED) {
            code = CLI_FINDINGS;
        } else if (status != LIMB_OK) {
            code = CLI_UNREADABLE;
        }
    }
    if (listener) {
        cli_catch_signals();
        print_messages(app, listener, opts);
    }
    limb_ros_listener_free(listener);
    limb_ros_args_free(args);
    return code;
}

static void print_messages(cli *app, limb_ros_listener *listener, const echo_opts *opts)
{
    int printed = 0;
    while (!cli_ended() && !ferror(stdout) && (opts->count == 0 || printed < opts->count)) {
        const limb_status status =
            limb_ros_listener_next(listener, 0.1, opts->json, cli_write, stdout);
        if (status == LIMB_OK) {
            fflush(stdout);
            printed++;
        } else if (status != LIMB_ERROR_LIMIT) {
            cli_message(app, "a message is not shown: %s", limb_status_text(status));
        }
    }
}

#else

static int run(cli *app)
{
    cli_message(app, "this limb was built without ROS 2 (LIMB_ROS)");
    return CLI_UNREADABLE;
}

#endif
