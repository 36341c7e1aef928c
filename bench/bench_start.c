// Cold start: the time of a command that checks a robot of 10 links, from process creation to exit.
//
// Measured is the processor time of a child process as counted by the kernel, which is mostly spent
// in the dynamic linker. The two commands alternate, and the smallest of many samples counts.
#define _GNU_SOURCE // environ, wait4

#ifdef LIMB_BENCH_COMMAND

#include "bench.h"

#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const char NAME[] = "start/check of 10 links";
enum { LINKS = 10, RUNS = 300 };

static bool write_robot(char *path);
static double run(const char *program, char *verb, char *path);
static double milliseconds(struct timeval time);

BENCH(start, "start")
{
    if (!limb_bench_matches(NAME)) return;
    char path[] = "/tmp/limb-bench-XXXXXX.urdf";
    if (!write_robot(path)) return;
    char check[] = "check";
    const char *peer = LIMB_BENCH_CHECK_URDF; // "": not on this machine
    double ours_ms = HUGE_VAL, peer_ms = HUGE_VAL;
    for (int i = 0; i < RUNS; i++) {
        ours_ms = fmin(ours_ms, run(LIMB_BENCH_COMMAND, check, path));
        if (peer[0]) peer_ms = fmin(peer_ms, run(peer, NULL, path));
    }
    if (!isfinite(ours_ms)) {
        limb_bench_result("%s: %s cannot be run", NAME, LIMB_BENCH_COMMAND);
    } else if (isfinite(peer_ms)) {
        limb_bench_result("%s: limb %.2f ms, check_urdf %.2f ms, ratio %.2f", NAME, ours_ms,
                          peer_ms, peer_ms / ours_ms);
    } else {
        limb_bench_result("%s: limb %.2f ms; check_urdf is not there", NAME, ours_ms);
    }
    unlink(path);
}

static bool write_robot(char *path)
{
    const int opened = mkstemps(path, 5);
    FILE *file = opened < 0 ? NULL : fdopen(opened, "w");
    if (!file) return false;
    fputs("<robot name=\"chain\">\n", file);
    for (int i = 0; i < LINKS; i++) {
        fprintf(file,
                "<link name=\"l%d\"><inertial><mass value=\"1\"/><inertia ixx=\"0.2\" ixy=\"0\" "
                "ixz=\"0\" iyy=\"0.2\" iyz=\"0\" izz=\"0.2\"/></inertial><visual><geometry>"
                "<box size=\"1 1 1\"/></geometry></visual></link>\n",
                i);
    }
    for (int i = 1; i < LINKS; i++) {
        fprintf(file,
                "<joint name=\"j%d\" type=\"revolute\"><parent link=\"l%d\"/><child link=\"l%d\"/>"
                "<origin xyz=\"0 0 1\"/><axis xyz=\"0 0 1\"/><limit lower=\"-1\" upper=\"1\" "
                "effort=\"1\" velocity=\"1\"/></joint>\n",
                i, i - 1, i);
    }
    fputs("</robot>\n", file);
    return fclose(file) == 0;
}

// Milliseconds of processor time of "PROGRAM [VERB] PATH", nothing of it printed; infinite if it
// fails. Not by fork, whose child would pay for the pages of this process.
static double run(const char *program, char *verb, char *path)
{
    char *const argv[] = {path, verb ? verb : path, verb ? path : NULL, NULL};
    posix_spawn_file_actions_t quiet;
    if (posix_spawn_file_actions_init(&quiet) != 0) return HUGE_VAL;
    posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child;
    const int failed = posix_spawn(&child, program, &quiet, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&quiet);
    int status;
    struct rusage used;
    if (failed || wait4(child, &status, 0, &used) < 0) return HUGE_VAL;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return HUGE_VAL;
    return milliseconds(used.ru_utime) + milliseconds(used.ru_stime);
}

static double milliseconds(struct timeval time)
{
    return 1e3 * (double)time.tv_sec + 1e-3 * (double)time.tv_usec;
}

#endif
