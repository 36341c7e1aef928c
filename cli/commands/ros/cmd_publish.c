// limb publish: publishes a robot on a ROS 2 network.
#include "commands/ros/live.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct publish_opts {
    const char *joints_from;
    double rate;
    int seed;
    double publish_frequency;
    const char *frame_prefix;
    bool ignore_timestamp;
    int foxglove;
    cli_list allow_origin;
    const char *address;
    const char *record;
    double duration;
    cli_looks looks;
    cli_list package;
    cli_ros_opts ros;
} publish_opts;

static int run(cli *app);

static const cli_option option[] = {
    {0, "joints-from", CLI_TEXT, offsetof(publish_opts, joints_from), "WHAT", NULL,
     "publish joint states: random, zero, csv:FILE, sliders (of the page), foxglove (its clients), "
     "or none, the default"},
    {0, "rate", CLI_POSITIVE, offsetof(publish_opts, rate), "HZ", NULL,
     "rate at which joint states are published; default 10"},
    {0, "seed", CLI_INT, offsetof(publish_opts, seed), "N", NULL, "seed of --joints-from random"},
    {0, "publish-frequency", CLI_POSITIVE, offsetof(publish_opts, publish_frequency), "HZ", NULL,
     "maximum rate of a joint's transform; default 20"},
    {0, "frame-prefix", CLI_TEXT, offsetof(publish_opts, frame_prefix), "TEXT", NULL,
     "prefix for the name of every frame"},
    {0, "ignore-timestamp", CLI_FLAG, offsetof(publish_opts, ignore_timestamp), NULL, NULL,
     "publish for every joint state, regardless of its stamp"},
    {0, "foxglove", CLI_MAYBE_INT, offsetof(publish_opts, foxglove), "[PORT]", NULL,
     "serve Foxglove on this port; default 8765"},
    {0, "allow-origin", CLI_MANY, offsetof(publish_opts, allow_origin), "ORIGIN", NULL,
     "a page that may connect to Foxglove's port, such as https://app.foxglove.dev"},
    {0, "address", CLI_TEXT, offsetof(publish_opts, address), "IP", NULL,
     "address that Foxglove's port listens on; default 127.0.0.1. With any other address, other "
     "machines can connect"},
    {0, "record", CLI_TEXT, offsetof(publish_opts, record), "FILE.mcap", NULL,
     "write all messages to this MCAP file"},
    {0, "duration", CLI_POSITIVE, offsetof(publish_opts, duration), "S", NULL,
     "stop after S seconds"},
    CLI_LOOKS_OPTIONS(publish_opts, looks),
    CLI_PACKAGE_OPTIONS(publish_opts, package),
    CLI_ROS_OPTIONS(publish_opts, ros),
};

static const cli_example example[] = {
    {"limb publish arm.urdf", "publishes the robot; its joints follow /joint_states"},
    {"limb publish arm.urdf --joints-from random", "also publishes joint states"},
    {"limb publish arm.urdf --foxglove --record run.mcap", "serves Foxglove and records"},
};

const cli_command cli_publish = {
    .name = "publish",
    .operands = "[FILE]",
    .summary = "put the robot on a ROS 2 network, without ROS",
    .description =
        "Publishes /robot_description, /tf_static and, from /joint_states, /tf, as "
        "robot_state_publisher does, until Ctrl-C. Saving the file publishes it again. "
        "With --joints-from it also publishes /joint_states, as joint_state_publisher does. "
        "Without a FILE the robot is the parameter robot_description. In launch files, "
        "state-publisher and joint-publisher take the places of the two nodes.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(publish_opts),
    .min_operands = 0,
    .max_operands = 1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

#ifdef LIMB_ROS_BUILT

typedef struct publisher {
    const cli *app;
    const publish_opts *opts;
    const char *path;
    limb_robot *robot;
    cli_paths files; // from which the robot was read, and those searched
    cli_watch watch; // of those
    limb_joint_list *joints;
    cli_joint_source *source;
    double *position;
    const limb_ros_zero *zero; // of --ros-args (nzero)
    int nzero;
    const limb_ros_opts *ros_opts;
    limb_ros *ros;
} publisher;

static bool comes_from(const publish_opts *opts, const char *source);
static int publish_sliders(const publisher *p, const limb_ros_opts *ros);
static int publish(publisher *p, limb_ros_opts *ros);
static int load(publisher *p);
static double *zeros(const publisher *p, limb_joint_list *joints);
static void note_start(const publisher *p);
static const char *shown_name(const publisher *p);
static double joint_seconds(const publisher *p);
static void follow(publisher *p);
static void reload(publisher *p);
static void watch_others(publisher *p, cli_paths *files);

static int run(cli *app)
{
    const publish_opts *opts = app->opts;
    publisher p = {
        .app = app, .opts = opts, .path = app->operand.count > 0 ? app->operand.item[0] : NULL};
    cli_packages packages;
    if (!cli_check_extension(app, opts->record, ".mcap")) return CLI_USAGE;
    const int parsed = cli_packages_parse(app, &opts->package, &packages);
    if (parsed != CLI_OK) return parsed;
    limb_ros_opts ros = {.publish_frequency = opts->publish_frequency,
                         .frame_prefix = opts->frame_prefix,
                         .ignore_timestamp = opts->ignore_timestamp,
                         .record = opts->record,
                         .foxglove = opts->foxglove != 0,
                         .foxglove_port = opts->foxglove > 0 ? opts->foxglove : 0,
                         .foxglove_joints = comes_from(opts, "foxglove"),
                         .address = opts->address,
                         .origin = opts->allow_origin.item,
                         .norigin = opts->allow_origin.count,
                         .resolve = &packages.resolve,
                         .sends_no_joints = !opts->joints_from || comes_from(opts, "none")};
    limb_ros_args *args;
    int code = cli_ros_parse(app, &opts->ros, &ros, &args);
    p.zero = ros.zero;
    p.nzero = ros.nzero;
    p.ros_opts = &ros;
    if (code == CLI_OK && !p.path && !ros.robot_description)
        code = cli_usage(app, "the robot is missing: give FILE or the parameter robot_description");
    if (code == CLI_OK && !p.path && comes_from(opts, "sliders"))
        code = cli_usage(app, "--joints-from sliders needs a FILE");
    if (code == CLI_OK && ros.foxglove_joints && !ros.foxglove)
        code = cli_usage(app, "--joints-from foxglove needs --foxglove");
    if (code == CLI_OK && comes_from(opts, "sliders")) {
        code = publish_sliders(&p, &ros);
    } else if (code == CLI_OK) {
        code = load(&p);
        if (code == CLI_OK) code = publish(&p, &ros);
    }
    code = cli_ros_stop(app, p.ros, opts->record, code);
    limb_ros_args_free(args);
    cli_joint_source_free(p.source);
    free(p.position);
    limb_joint_list_free(p.joints);
    limb_robot_free(p.robot);
    cli_paths_free(&p.files);
    cli_packages_free(&packages);
    return code;
}

static bool comes_from(const publish_opts *opts, const char *source)
{
    return opts->joints_from && strcmp(opts->joints_from, source) == 0;
}

// Publishes the values of the page's sliders.
static int publish_sliders(const publisher *p, const limb_ros_opts *ros)
{
#ifdef LIMB_SERVE_BUILT
    cli_live_opts live = {
        .path = p->path, .ros = *ros, .rate = p->opts->rate, .duration = p->opts->duration};
    cli_robot_opts robot;
    if (strcmp(p->path, "-") == 0)
        return cli_usage(p->app, "standard input cannot be followed; give a file");
    const int begun = cli_robot_opts_init(p->app, &robot);
    if (begun != CLI_OK) return begun;
    live.view.file = robot.file;
    live.view.file.gltf_up = cli_gltf_up(&p->opts->looks);
    live.view.file.override_colors = p->opts->looks.urdf_colors;
    live.view.file.own_materials = p->opts->looks.own_materials;
    int code = CLI_UNREADABLE;
    if (limb_report_create(&live.view.file.load.report, NULL) == LIMB_OK) {
        code = cli_live_run(p->app, &live);
        limb_report_free(live.view.file.load.report);
    }
    cli_robot_opts_free(&robot);
    return code;
#else
    (void)ros;
    cli_message(p->app, "this limb was built without its page (LIMB_VIEW), which has the sliders");
    return CLI_UNREADABLE;
#endif
}

static int load(publisher *p)
{
    const cli *app = p->app;
    const int code = p->path ? cli_load_robot_files(app, p->path, &p->robot, &p->files)
                             : cli_ros_load_description(app, p->ros_opts, &p->robot);
    if (code != CLI_OK) return code;
    if (limb_joint_list_build(&p->joints, p->robot) != LIMB_OK ||
        !(p->position = zeros(p, p->joints))) {
        return cli_fail(app, LIMB_ERROR_MEMORY);
    }
    const bool is_given = p->opts->joints_from && !comes_from(p->opts, "foxglove");
    const char *what = is_given ? p->opts->joints_from : "none";
    return cli_joint_source_open(&p->source, app, what, p->joints, p->opts->seed);
}

// Returns the positions of joints without a column in a table. NULL: no memory.
static double *zeros(const publisher *p, limb_joint_list *joints)
{
    for (int i = 0; i < p->nzero; i++) {
        const limb_ros_zero *zero = &p->zero[i];
        if (!limb_joint_list_set_zero(joints, zero->joint, zero->value))
            cli_message(p->app, "zeros.%s: no independent joint has that name", zero->joint);
    }
    const size_t count = (size_t)joints->count;
    double *position = malloc(sizeof *position * (count + 1));
    if (position && count > 0) memcpy(position, joints->zero, sizeof *position * count);
    return position;
}

static int publish(publisher *p, limb_ros_opts *ros)
{
    const cli *app = p->app;
    if (p->opts->address && strcmp(p->opts->address, "127.0.0.1") != 0) {
        cli_message(app, "WARNING: other machines can reach %s and see the robot",
                    p->opts->address);
    }
    // a parent that sees this line may send SIGTERM immediately
    cli_catch_signals();
    const int code = cli_ros_start(app, ros, &p->ros);
    if (code != CLI_OK || !p->ros) return code;
    const limb_status status = limb_ros_show(p->ros, p->robot);
    if (status != LIMB_OK) {
        cli_message(app, "%s cannot be published: %s", shown_name(p), limb_status_text(status));
        return CLI_UNREADABLE;
    }
    note_start(p);
    follow(p);
    return CLI_OK;
}

static void note_start(const publisher *p)
{
    if (p->joints->nleft_out > 0 && !cli_joint_source_is_none(p->source)) {
        cli_message(p->app, "%d joint%s without limits will not move", p->joints->nleft_out,
                    cli_plural(p->joints->nleft_out));
    }
    cli_ros_note_start(p->app, p->ros, shown_name(p), p->opts->address);
}

static const char *shown_name(const publisher *p)
{
    return p->path ? p->path : "robot_description";
}

static void follow(publisher *p)
{
    static const double LOOK = 0.2;       // s between checks of the file
    static const double SIM_STEP = 0.005; // s between checks of simulated time
    const double period = 1 / (p->opts->rate > 0 ? p->opts->rate : 10);
    const bool moves = !cli_joint_source_is_none(p->source);
    const double start = cli_seconds(), joints_start = joint_seconds(p);
    double next_joints = joints_start, next_look = start;
    const double end = p->opts->duration > 0 ? start + p->opts->duration : (double)INFINITY;
    while (!cli_ended() && cli_seconds() < end) {
        const double now = cli_seconds();
        const double joints_now = joint_seconds(p);
        // simulated time was reset: restart the period
        if (next_joints > joints_now + 2 * period) next_joints = joints_now;
        const bool has_time = !p->ros_opts->use_sim_time || joints_now > 0;
        if (moves && has_time && joints_now >= next_joints) {
            cli_joint_source_at(p->source, fmax(joints_now - joints_start, 0), p->position);
            limb_ros_send_joints(p->ros, p->joints->name, p->position, p->joints->count);
            // if late by more than a period, skip the missed messages
            next_joints = fmax(next_joints + period, joints_now);
        }
        if (now >= next_look) {
            next_look = now + LOOK;
            if (p->path && strcmp(p->path, "-") != 0 && cli_watch_look(&p->watch, &p->files))
                reload(p);
        }
        const double left = fmin(next_look, end) - cli_seconds();
        const double to_joints =
            p->ros_opts->use_sim_time ? SIM_STEP : next_joints - joint_seconds(p);
        limb_ros_spin(p->ros, fmax(moves ? fmin(to_joints, left) : left, 0));
    }
}

// Returns the time by which joint states are published: that of /clock with use_sim_time (s).
static double joint_seconds(const publisher *p)
{
    return p->ros_opts->use_sim_time ? 1e-9 * (double)limb_ros_now(p->ros) : cli_seconds();
}

// Reloads the robot; if a file cannot be read, the published robot stays.
static void reload(publisher *p)
{
    limb_robot *robot;
    limb_joint_list *joints = NULL;
    cli_paths files = {0};
    const int code = cli_load_robot_files(p->app, p->path, &robot, &files);
    // also those of an unreadable file: the file to fix may be a new include
    watch_others(p, &files);
    if (code != CLI_OK) {
        cli_message(p->app, "%s changed, but cannot be published; the previous version stays",
                    p->path);
        return;
    }
    double *position = NULL;
    if (limb_joint_list_build(&joints, robot) == LIMB_OK) position = zeros(p, joints);
    if (!position || limb_ros_show(p->ros, robot) != LIMB_OK) {
        cli_message(p->app, "%s", limb_status_text(LIMB_ERROR_MEMORY));
        free(position);
        limb_joint_list_free(joints);
        limb_robot_free(robot);
        return;
    }
    cli_joint_source_use(p->source, joints);
    limb_joint_list_free(p->joints);
    limb_robot_free(p->robot);
    free(p->position);
    p->joints = joints;
    p->robot = robot;
    p->position = position;
    cli_message(p->app, "%s changed and is published again", p->path);
}

static void watch_others(publisher *p, cli_paths *files)
{
    if (files->count == 0) return;
    cli_watch_others(&p->watch, &p->files, files);
    cli_paths_free(&p->files);
    p->files = *files;
}

#else

static int run(cli *app)
{
    cli_message(app, "this limb was built without ROS 2 (LIMB_ROS)");
    return CLI_UNREADABLE;
}

#endif
