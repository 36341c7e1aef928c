// Support for commands that run until Ctrl-C and follow a file.
#define _XOPEN_SOURCE 700

#include "frame/cli.h"

#include <signal.h>
#include <string.h>
#include <sys/stat.h>

static uint64_t state_of(const cli_paths *files);
static uint64_t mix(uint64_t state, uint64_t value);
static void on_signal(int number);

static volatile sig_atomic_t ended;

void cli_catch_signals(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool cli_ended(void)
{
    return ended != 0;
}

bool cli_watch_look(cli_watch *watch, const cli_paths *files)
{
    cli_watch now = {.state = state_of(files), .known = true};
    now.moving = watch->known && now.state != watch->state;
    const bool changed = watch->moving && !now.moving;
    *watch = now;
    return changed;
}

void cli_watch_others(cli_watch *watch, const cli_paths *before, const cli_paths *files)
{
    const bool moving = watch->known && state_of(before) != watch->state;
    *watch = (cli_watch){.state = state_of(files), .known = true, .moving = moving};
}

static uint64_t state_of(const cli_paths *files)
{
    uint64_t state = 0;
    for (int i = 0; i < files->count; i++) {
        struct stat info;
        if (stat(files->item[i], &info) != 0) memset(&info, 0, sizeof info);
        state = mix(state, (uint64_t)info.st_mtim.tv_sec);
        state = mix(state, (uint64_t)info.st_mtim.tv_nsec);
        state = mix(state, (uint64_t)info.st_size);
    }
    return state;
}

static uint64_t mix(uint64_t state, uint64_t value)
{
    state = (state ^ value) * 0x9E3779B97F4A7C15u;
    return state ^ (state >> 32);
}

static void on_signal(int number)
{
    (void)number;
    ended = 1;
}
