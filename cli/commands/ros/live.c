// The page together with a ROS 2 node.
//
// The page's sliders set the published joint states, as joint_state_publisher_gui does. As soon as
// another node publishes joint states, the page follows those instead and its sliders publish
// nothing, because two publishers would make the robot jitter.
#define _XOPEN_SOURCE 700

#include "commands/ros/live.h"

#if defined(LIMB_ROS_BUILT) && defined(LIMB_SERVE_BUILT)

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static const double PAGE_PERIOD = 1.0 / 30; // s; displays are not faster
static const double LOOK_PERIOD = 0.15;     // s between checks of the file
static const double SPIN = 0.02;            // s until a moved slider is published

typedef struct live {
    const cli *app;
    const cli_live_opts *opts;
    limb_robot *robot;
    limb_view *view;
    limb_ros *ros;
    double page_time;     // when the page last received joint values
    pthread_mutex_t lock; // protects the following fields, which the page's threads change
    limb_joint_list *joints;
    double *position;
    bool moved;
} live;

static int load(live *l);
static void run_until_end(live *l);
static void publish_sliders(live *l);
static void page_moved(void *ctx, const limb_text *name, const double *position, int count);
static void node_heard(void *ctx, const limb_text *name, const double *position, int count);
static void node_says(void *ctx, const char *text);

int cli_live_run(const cli *app, const cli_live_opts *opts)
{
    live l = {.app = app, .opts = opts};
    limb_view_opts view = opts->view;
    limb_ros_opts ros = opts->ros;
    view.joints = page_moved;
    view.joints_ctx = &l;
    ros.joints = node_heard;
    ros.message = node_says;
    ros.ctx = &l;
    pthread_mutex_init(&l.lock, NULL);
    int code = load(&l);
    if (code == CLI_OK) code = cli_view_open(app, opts->path, &view, opts->no_open, &l.view);
    if (code == CLI_OK) code = cli_ros_start(app, &ros, &l.ros);
    if (code == CLI_OK && l.ros) {
        const limb_status status = limb_ros_show(l.ros, l.robot);
        if (status == LIMB_OK) {
            cli_ros_note_start(app, l.ros, opts->path, opts->ros.address);
            run_until_end(&l);
        } else {
            cli_message(app, "%s cannot be published: %s", opts->path, limb_status_text(status));
            code = CLI_UNREADABLE;
        }
    }
    limb_view_stop(l.view);
    code = cli_ros_stop(app, l.ros, opts->ros.record, code);
    limb_joint_list_free(l.joints);
    limb_robot_free(l.robot);
    free(l.position);
    pthread_mutex_destroy(&l.lock);
    return code;
}

// Replaces the robot; on failure the previous one stays.
static int load(live *l)
{
    limb_robot *robot;
    limb_joint_list *joints = NULL;
    double *position = NULL;
    const int code = cli_load_robot(l->app, l->opts->path, &robot);
    if (code != CLI_OK) return code;
    if (limb_joint_list_build(&joints, robot) == LIMB_OK)
        position = malloc(sizeof *position * ((size_t)joints->count + 1));
    if (!position) {
        limb_joint_list_free(joints);
        limb_robot_free(robot);
        return cli_fail(l->app, LIMB_ERROR_MEMORY);
    }
    memcpy(position, joints->zero, sizeof *position * (size_t)joints->count);
    pthread_mutex_lock(&l->lock);
    for (int i = 0; l->joints && i < joints->count; i++) {
        const int before = limb_joint_list_find(l->joints, joints->name[i]);
        if (before >= 0) position[i] = l->position[before];
    }
    limb_joint_list_free(l->joints);
    free(l->position);
    l->joints = joints;
    l->position = position;
    pthread_mutex_unlock(&l->lock);
    limb_robot_free(l->robot);
    l->robot = robot;
    return CLI_OK;
}

static void run_until_end(live *l)
{
    const double period = 1 / (l->opts->rate > 0 ? l->opts->rate : 10);
    const double start = cli_seconds();
    const double end = l->opts->duration > 0 ? start + l->opts->duration : (double)INFINITY;
    double next_joints = start, next_look = start;
    while (!cli_ended() && cli_seconds() < end) {
        const double now = cli_seconds();
        limb_ros_counts counts;
        limb_ros_count(l->ros, &counts);
        pthread_mutex_lock(&l->lock);
        const bool due = l->moved || now >= next_joints;
        l->moved = false;
        pthread_mutex_unlock(&l->lock);
        if (due && counts.nother == 0) {
            publish_sliders(l);
            next_joints = now + period;
        }
        if (now >= next_look) {
            next_look = now + LOOK_PERIOD;
            if (limb_view_poll(l->view) && load(l) == CLI_OK &&
                limb_ros_show(l->ros, l->robot) == LIMB_OK)
                cli_message(l->app, "%s changed and is published again", l->opts->path);
            waitpid(-1, NULL, WNOHANG); // reaps the browser's process
        }
        limb_ros_spin(l->ros, fmin(SPIN, fmin(fmax(next_joints - now, 0.001), next_look - now)));
    }
}

static void publish_sliders(live *l)
{
    pthread_mutex_lock(&l->lock);
    limb_joint_list_settle(l->joints, l->position);
    limb_ros_send_joints(l->ros, l->joints->name, l->position, l->joints->count);
    pthread_mutex_unlock(&l->lock);
}

// Called from a thread of the page's server.
static void page_moved(void *ctx, const limb_text *name, const double *position, int count)
{
    live *l = ctx;
    char text[512];
    pthread_mutex_lock(&l->lock);
    for (int i = 0; l->joints && i < count; i++) {
        if (name[i].size >= sizeof text) continue;
        memcpy(text, name[i].data, name[i].size);
        text[name[i].size] = 0;
        const int joint = limb_joint_list_find(l->joints, text);
        if (joint >= 0) l->position[joint] = position[i];
    }
    l->moved = true;
    pthread_mutex_unlock(&l->lock);
}

static void node_heard(void *ctx, const limb_text *name, const double *position, int count)
{
    live *l = ctx;
    const double now = cli_seconds();
    if (now - l->page_time < PAGE_PERIOD) return;
    l->page_time = now;
    limb_view_send_joints(l->view, name, position, count);
}

static void node_says(void *ctx, const char *text)
{
    const live *l = ctx;
    cli_message(l->app, "%s", text);
}

#endif
