// Versions of a file in git, for limb diff.
#ifndef LIMB_CLI_DIFF_H
#define LIMB_CLI_DIFF_H

#include "frame/cli.h"

// Reads the file in a revision of its git repository. Returns an exit code.
int cli_read_revision(const cli *app, const char *path, const char *revision, cli_buffer *out);

#endif
