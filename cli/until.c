// Commands that run until Ctrl-C, and follow a file meanwhile.
#define _XOPEN_SOURCE 700

#include "cli.h"

#include <signal.h>
#include <string.h>
#include <sys/stat.h>

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

bool cli_watch_look(cli_watch *watch, const char *path)
{
    struct stat info;
    cli_watch now = {.size = -1, .known = true};
    if (stat(path, &info) == 0) {
        now.seconds = (long long)info.st_mtim.tv_sec;
        now.nanoseconds = (long long)info.st_mtim.tv_nsec;
        now.size = (long long)info.st_size;
    }
    now.moving = watch->known && (now.seconds != watch->seconds || now.size != watch->size ||
                                  now.nanoseconds != watch->nanoseconds);
    const bool changed = watch->moving && !now.moving;
    *watch = now;
    return changed && now.size >= 0;
}

static void on_signal(int number)
{
    (void)number;
    ended = 1;
}
