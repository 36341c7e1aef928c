// A file out of git: "git show REVISION:./NAME" in the file's folder, without a shell.
#define _POSIX_C_SOURCE 200809L // fork, pipe, strdup
#include "diff.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void show(const char *folder, const char *object, int to);
static bool read_all(int from, cli_buffer *out);

int cli_read_revision(const cli *app, const char *path, const char *revision, cli_buffer *out)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const size_t size = strlen(revision) + strlen(name) + 4;
    char *object = malloc(size), *folder = strdup(slash ? path : ".");
    int ends[2], code = CLI_UNREADABLE;
    if (revision[0] == '-') {
        cli_usage(app, "\"%s\" is not a revision", revision);
        code = CLI_USAGE;
    } else if (!object || !folder || pipe(ends) != 0) {
        cli_message(app, "cannot run git");
    } else {
        if (slash) folder[slash == path ? 1 : slash - path] = 0;
        snprintf(object, size, "%s:./%s", revision, name);
        const pid_t child = fork();
        if (child == 0) {
            close(ends[0]);
            show(folder, object, ends[1]);
        }
        close(ends[1]);
        const bool read = child > 0 && read_all(ends[0], out);
        close(ends[0]);
        int status = -1;
        while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
        if (read && status == 0) {
            code = CLI_OK;
        } else {
            cli_message(app, "git has no %s", object);
        }
    }
    free(object);
    free(folder);
    return code;
}

// in the child
static void show(const char *folder, const char *object, int to)
{
    if (chdir(folder) == 0 && dup2(to, STDOUT_FILENO) >= 0)
        execlp("git", "git", "show", object, (char *)NULL);
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
