// Shared by the commands for a ROS 2 network.
#define _XOPEN_SOURCE 700

#include "commands/ros/ros.h"
#include "frame/module.h"

#ifdef LIMB_ROS_BUILT

#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool has_network(const limb_ros_opts *opts);
static void say(void *app, const char *text);

int cli_ros_parse(const cli *app, const cli_ros_opts *opts, limb_ros_opts *out,
                  limb_ros_args **args)
{
    *args = NULL;
    if (opts->domain) {
        char *end;
        const long number = strtol(opts->domain, &end, 10);
        if (*opts->domain < '0' || *opts->domain > '9' || *end || number > 232)
            return cli_usage(app, "--domain takes a number from 0 to 232, not \"%s\"",
                             opts->domain);
        out->has_domain = true;
        out->domain = (int)number;
    }
    out->localhost = opts->localhost;
    out->distro = opts->distro;
    out->yaml = CLI_YAML;
    out->message = say;
    // only returned to say(), which does not modify it
    out->ctx = (void *)(uintptr_t)app;
    const int loaded = cli_module_load(app, CLI_MODULE_ROS);
    if (loaded != CLI_OK) return loaded;
    const limb_status status =
        limb_ros_args_parse(args, opts->ros_args.item, opts->ros_args.count, out);
    return status == LIMB_OK ? CLI_OK : status == LIMB_ERROR_INPUT ? CLI_USAGE : CLI_UNREADABLE;
}

int cli_ros_start(const cli *app, const limb_ros_opts *opts, limb_ros **out)
{
    limb_status status = limb_ros_start(out, opts);
    if (status == LIMB_ERROR_IO && !has_network(opts)) {
        cli_message(app, "waiting for the network; Ctrl-C ends");
        while (!has_network(opts)) {
            if (cli_ended()) return CLI_OK;
            nanosleep(&(struct timespec){0, 500 * 1000 * 1000}, NULL);
        }
        status = limb_ros_start(out, opts);
    }
    if (status == LIMB_ERROR_MEMORY) cli_message(app, "%s", limb_status_text(status));
    return status == LIMB_OK ? CLI_OK : status == LIMB_ERROR_INPUT ? CLI_USAGE : CLI_UNREADABLE;
}

// Returns whether a node can start, even if its recording or port fails.
static bool has_network(const limb_ros_opts *opts)
{
    limb_ros_opts alone = *opts;
    limb_ros *ros;
    alone.record = NULL;
    alone.foxglove = false;
    alone.listen_only = true;
    alone.message = NULL;
    const limb_status status = limb_ros_start(&ros, &alone);
    limb_ros_stop(ros);
    return status != LIMB_ERROR_IO;
}

int cli_ros_load_description(const cli *app, const limb_ros_opts *opts, limb_robot **robot)
{
    limb_report *report;
    *robot = NULL;
    if (limb_report_create(&report, NULL) != LIMB_OK) return cli_fail(app, LIMB_ERROR_MEMORY);
    const limb_load_opts load = {.report = report, .file = "robot_description"};
    const char *text = opts->robot_description;
    const limb_status status = limb_robot_parse(robot, text, strlen(text), &load);
    if (status != LIMB_OK) cli_print_findings(app, report, LIMB_SEVERITY_ERROR);
    limb_report_free(report);
    return status == LIMB_OK ? CLI_OK : cli_fail(app, status);
}

int cli_ros_stop(const cli *app, limb_ros *ros, const char *record, int code)
{
    if (limb_ros_stop(ros) == LIMB_OK) return code;
    cli_message(app, "the recording %s is not complete", record);
    return code == CLI_OK ? CLI_UNREADABLE : code;
}

void cli_ros_note_start(const cli *app, const limb_ros *ros, const char *path, const char *address)
{
    limb_ros_counts counts;
    limb_ros_count(ros, &counts);
    if (counts.foxglove_port > 0) {
        printf("ws://%s:%d\n", address ? address : "127.0.0.1", counts.foxglove_port);
        fflush(stdout);
    }
    cli_message(app, "publishing %s on domain %d%s; Ctrl-C ends", cli_file_name(path),
                counts.domain, counts.is_local ? " of this machine" : "");
}

double cli_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void say(void *app, const char *text)
{
    cli_message(app, "%s", text);
}

#endif
