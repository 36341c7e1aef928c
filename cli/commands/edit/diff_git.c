// Reads a file from git: "git show REVISION:./NAME" in the file's folder.
#include "commands/edit/diff.h"
#include "frame/git.h"

#include <stdlib.h>
#include <string.h>

int cli_read_revision(const cli *app, const char *path, const char *revision, cli_buffer *out)
{
    if (revision[0] == '-') return cli_usage(app, "\"%s\" is not a revision", revision);
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const size_t size = strlen(revision) + strlen(name) + 4;
    char *object = malloc(size), *folder = malloc(strlen(path) + 2);
    int code = CLI_UNREADABLE;
    if (object && folder) {
        strcpy(folder, slash ? path : ".");
        if (slash) folder[slash == path ? 1 : slash - path] = 0;
        snprintf(object, size, "%s:./%s", revision, name);
        const char *const argument[] = {"show", object, NULL};
        if (cli_git(folder, argument, false, out)) {
            code = CLI_OK;
        } else {
            cli_message(app, "git has no %s", object);
        }
    }
    free(object);
    free(folder);
    return code;
}
