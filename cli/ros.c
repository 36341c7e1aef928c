// What the commands on a ROS 2 network share.
#define _XOPEN_SOURCE 700

#include "ros.h"

#ifdef LIMB_ROS_BUILT

#include <stdlib.h>
#include <string.h>
#include <time.h>

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
    out->message = say;
    // only to be given back to say, which does not change it
    out->ctx = (void *)(uintptr_t)app;
    const limb_status status =
        limb_ros_args_parse(args, opts->ros_args.item, opts->ros_args.count, out);
    return status == LIMB_OK ? CLI_OK : status == LIMB_ERROR_INPUT ? CLI_USAGE : CLI_UNREADABLE;
}

int cli_ros_start(const cli *app, const limb_ros_opts *opts, limb_ros **out)
{
    const struct timespec nap = {0, 500 * 1000 * 1000};
    limb_ros_opts quiet = *opts;
    limb_status status = limb_ros_start(out, opts);
    if (status != LIMB_ERROR_IO || opts->record || opts->foxglove) {
        if (status == LIMB_ERROR_MEMORY) cli_message(app, "%s", limb_status_text(status));
        return status == LIMB_OK ? CLI_OK : status == LIMB_ERROR_INPUT ? CLI_USAGE : CLI_UNREADABLE;
    }
    cli_message(app, "waiting for the network; Ctrl-C ends");
    quiet.message = NULL;
    while (status == LIMB_ERROR_IO && !cli_ended()) {
        nanosleep(&nap, NULL);
        status = limb_ros_start(out, &quiet);
    }
    return CLI_OK;
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
