// limb play: replays the joint states of a recording, on a ROS 2 network and in the page.
#define _XOPEN_SOURCE 700

#include "commands/ros/live.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

typedef struct play_opts {
    double speed;
    bool loop;
    const char *topic;
    bool no_ros;
    int port;
    bool no_open;
    cli_looks looks;
    cli_list package;
    cli_ros_opts ros;
} play_opts;

static int run(cli *app);

static const cli_option option[] = {
    {0, "speed", CLI_POSITIVE, offsetof(play_opts, speed), "FACTOR", NULL,
     "speed relative to the recording; default 1"},
    {0, "loop", CLI_FLAG, offsetof(play_opts, loop), NULL, NULL, "start again at the end"},
    {0, "topic", CLI_TEXT, offsetof(play_opts, topic), "NAME", NULL,
     "the recorded topic; default: all joint states"},
    {0, "no-ros", CLI_FLAG, offsetof(play_opts, no_ros), NULL, NULL,
     "move only the page; needs ROBOT"},
    {0, "port", CLI_INT, offsetof(play_opts, port), "N", NULL,
     "port of the page; default 8137, or the next that is free"},
    {0, "no-open", CLI_FLAG, offsetof(play_opts, no_open), NULL, NULL,
     "print the page's address, do not open a browser"},
    CLI_LOOKS_OPTIONS(play_opts, looks),
    CLI_PACKAGE_OPTIONS(play_opts, package),
    CLI_ROS_OPTIONS(play_opts, ros),
};

static const cli_example example[] = {
    {"limb play run.mcap", "publishes the recorded joint states on /joint_states"},
    {"limb play run.mcap arm.urdf --no-ros", "shows them in the page only"},
};

const cli_command cli_play = {
    .name = "play",
    .operands = "FILE.mcap [ROBOT]",
    .summary = "replay the joint states of a recording",
    .description = "Publishes the JointState messages of an MCAP file on /joint_states, at the "
                   "times at which they were recorded, with current time stamps. With a ROBOT, the "
                   "page shows it moving. Broken chunks are left out and reported. The exit "
                   "status is 1 if the recording is damaged or has no joint states.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(play_opts),
    .min_operands = 1,
    .max_operands = 2,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

#if defined(LIMB_ROS_BUILT) && defined(LIMB_SERVE_BUILT)

typedef struct player {
    const cli *app;
    const play_opts *opts;
    const char *path;
    limb_recording *recording;
    limb_ros *ros;   // NULL: not on a network
    limb_view *view; // NULL: no page
    double page_time;
    int nmalformed;       // messages that were left out
    cli_robot_opts robot; // which the page uses
    const char **name;    // NUL-terminated, for the network
    char *text;
    int name_capacity;
    size_t text_capacity;
} player;

static int open_recording(player *p);
static int open_page(player *p, const char *robot);
static int open_network(player *p, const limb_ros_opts *ros);
static int play(player *p);
static double round_time(const player *p, double last);
static bool wait_until(player *p, double time);
static int show(player *p, int index);
static int send(player *p, const limb_recorded_joints *joints);

static int run(cli *app)
{
    const play_opts *opts = app->opts;
    player p = {.app = app, .opts = opts, .path = app->operand.item[0]};
    const char *robot = app->operand.count > 1 ? app->operand.item[1] : NULL;
    if (opts->no_ros && !robot) return cli_usage(app, "--no-ros needs a robot to show");
    limb_ros_opts ros = {.listen_only = true};
    limb_ros_args *args;
    int code = cli_ros_parse(app, &opts->ros, &ros, &args);
    if (code == CLI_OK) code = open_recording(&p);
    cli_catch_signals();
    if (code == CLI_OK && robot) code = open_page(&p, robot);
    if (code == CLI_OK && !opts->no_ros) code = open_network(&p, &ros);
    if (code == CLI_OK) code = play(&p);
    cli_message_rest(app, p.nmalformed, "malformed messages");
    // what could not be played is a failure, never a pass
    const bool has_damage = p.recording && limb_recording_count_damage(p.recording) > 0;
    if (code == CLI_OK && (p.nmalformed > 0 || has_damage)) code = CLI_FINDINGS;
    limb_view_stop(p.view);
    cli_robot_opts_free(&p.robot);
    limb_ros_stop(p.ros);
    limb_recording_free(p.recording);
    limb_ros_args_free(args);
    free(p.name);
    free(p.text);
    return code;
}

static int open_recording(player *p)
{
    char reason[200];
    const limb_status status = limb_recording_open(&p->recording, p->path, p->opts->topic, reason);
    if (status != LIMB_OK) {
        cli_message(p->app, "%s: %s", p->path, reason[0] ? reason : limb_status_text(status));
        return status == LIMB_ERROR_INPUT ? CLI_FINDINGS : CLI_UNREADABLE;
    }
    const int ndamage = limb_recording_count_damage(p->recording);
    if (ndamage > 0) {
        cli_message(p->app, "%s is damaged in %d place%s; the rest is played", p->path, ndamage,
                    cli_plural(ndamage));
    }
    if (limb_recording_count(p->recording) > 0) return CLI_OK;
    cli_message(p->app, "%s has no joint states%s%s", p->path, p->opts->topic ? " on " : "",
                p->opts->topic ? p->opts->topic : "");
    return CLI_FINDINGS;
}

static int open_page(player *p, const char *robot)
{
    limb_report *report;
    const int begun = cli_robot_opts_init(p->app, &p->robot);
    if (begun != CLI_OK) return begun;
    int code = CLI_UNREADABLE;
    if (limb_report_create(&report, NULL) == LIMB_OK) {
        p->robot.file.load.report = report;
        p->robot.file.gltf_up = cli_gltf_up(&p->opts->looks);
        p->robot.file.override_colors = p->opts->looks.urdf_colors;
        p->robot.file.own_materials = p->opts->looks.own_materials;
        const limb_view_opts view = {.file = p->robot.file, .port = p->opts->port};
        code = cli_view_open(p->app, robot, &view, p->opts->no_open, &p->view);
        limb_report_free(report);
    }
    return code;
}

static int open_network(player *p, const limb_ros_opts *ros)
{
    const int code = cli_ros_start(p->app, ros, &p->ros);
    if (code == CLI_OK && p->ros) cli_message(p->app, "playing %s; Ctrl-C ends", p->path);
    return code;
}

static int play(player *p)
{
    const double speed = p->opts->speed > 0 ? p->opts->speed : 1;
    const int count = limb_recording_count(p->recording);
    int code = CLI_OK;
    do {
        const double start = cli_seconds();
        double last = 0;
        for (int i = 0; code == CLI_OK && i < count; i++) {
            limb_recorded_joints joints;
            const limb_status status = limb_recording_read(p->recording, i, &joints);
            last = joints.time;
            if (!wait_until(p, start + last / speed)) return code;
            if (status == LIMB_OK) {
                code = show(p, i);
            } else if (status != LIMB_ERROR_INPUT) {
                cli_message(p->app, "%s: %s", p->path, limb_status_text(status));
                code = CLI_UNREADABLE;
            } else {
                cli_message_alike(p->app, &p->nmalformed, "%s: message %d is malformed", p->path,
                                  i + 1);
            }
        }
        if (p->opts->loop && !wait_until(p, start + round_time(p, last) / speed)) return code;
    } while (code == CLI_OK && p->opts->loop && !cli_ended());
    return code;
}

// The last message lasts as long as the others: without this, it would be replaced at once by the
// next round, and a recording with a single message would flood the network.
static double round_time(const player *p, double last)
{
    static const double ALONE = 0.1; // s that a single message holds
    const int count = limb_recording_count(p->recording);
    return last > 0 ? last + last / (count - 1) : ALONE;
}

// Returns false if Ctrl-C came first.
static bool wait_until(player *p, double time)
{
    static const double STEP = 0.05; // s
    for (;;) {
        const double left = time - cli_seconds();
        if (p->ros) {
            limb_ros_spin(p->ros, fmin(fmax(left, 0), STEP));
        } else if (left > 0) {
            const double nap = fmin(left, STEP);
            nanosleep(&(struct timespec){0, (long)(nap * 1e9)}, NULL);
        }
        if (p->view) {
            limb_view_poll(p->view);
            waitpid(-1, NULL, WNOHANG); // reaps the browser's process
        }
        if (cli_ended()) return false;
        if (left <= STEP && cli_seconds() >= time) return true;
    }
}

static int show(player *p, int index)
{
    static const double PAGE_PERIOD = 1.0 / 30; // s; displays are not faster
    limb_recorded_joints joints;
    if (limb_recording_read(p->recording, index, &joints) != LIMB_OK) return CLI_OK;
    const double now = cli_seconds();
    const bool is_last = index + 1 == limb_recording_count(p->recording);
    if (p->view && (is_last || now - p->page_time >= PAGE_PERIOD)) {
        p->page_time = now;
        limb_view_send_joints(p->view, joints.name, joints.position, joints.count);
    }
    return p->ros ? send(p, &joints) : CLI_OK;
}

static int send(player *p, const limb_recorded_joints *joints)
{
    size_t size = 0;
    for (int i = 0; i < joints->count; i++)
        size += joints->name[i].size + 1;
    if (joints->count > p->name_capacity || size > p->text_capacity || !p->name) {
        free(p->name);
        free(p->text);
        p->name = malloc(sizeof *p->name * ((size_t)joints->count + 1));
        p->text = malloc(size + 1);
        p->name_capacity = joints->count;
        p->text_capacity = size;
        if (!p->name || !p->text) return cli_fail(p->app, LIMB_ERROR_MEMORY);
    }
    char *at = p->text;
    for (int i = 0; i < joints->count; i++) {
        p->name[i] = at;
        memcpy(at, joints->name[i].data, joints->name[i].size);
        at += joints->name[i].size;
        *at++ = 0;
    }
    limb_ros_send_joints(p->ros, p->name, joints->position, joints->count);
    return CLI_OK;
}

#else

static int run(cli *app)
{
    cli_message(app, "this limb was built without ROS 2 (LIMB_ROS) or its page (LIMB_VIEW)");
    return CLI_UNREADABLE;
}

#endif
