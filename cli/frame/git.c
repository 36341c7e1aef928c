// Runs git in a child process and reads its output through a pipe.
#define _POSIX_C_SOURCE 200809L

#include "frame/git.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_ARGUMENTS = 16 };

static void run_child(const char *folder, const char *const *argument, bool quiet, int to);
static bool read_all(int from, cli_buffer *out);

bool cli_git(const char *folder, const char *const *argument, bool quiet, cli_buffer *out)
{
    int ends[2];
    if (pipe(ends) != 0) return false;
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        run_child(folder, argument, quiet, ends[1]);
    }
    close(ends[1]);
    const bool read = child > 0 && read_all(ends[0], out);
    close(ends[0]);
    int status = -1;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return read && status == 0;
}

static void run_child(const char *folder, const char *const *argument, bool quiet, int to)
{
    // an untrusted repository may configure a file system monitor: it must not be run
    static const char *const first[] = {"git", "-c", "core.fsmonitor=false"};
    char *list[CLI_COUNT(first) + MAX_ARGUMENTS + 1];
    int count = 0;
    while (count < CLI_COUNT(first))
        list[count] = strdup(first[count]), count++;
    while (*argument && count < CLI_COUNT(first) + MAX_ARGUMENTS)
        list[count++] = strdup(*argument++);
    list[count] = NULL;
    if (quiet) {
        const int nowhere = open("/dev/null", O_WRONLY);
        if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    }
    if (chdir(folder) == 0 && dup2(to, STDOUT_FILENO) >= 0) execvp("git", list);
    _exit(127);
}

static bool read_all(int from, cli_buffer *out)
{
    char chunk[65536];
    for (;;) {
        const ssize_t count = read(from, chunk, sizeof chunk);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        if (count == 0) return cli_buffer_write(out, "", 0) == LIMB_OK;
        if (cli_buffer_write(out, chunk, (size_t)count) != LIMB_OK) return false;
    }
}
