// Runs git without a shell.
#ifndef LIMB_CLI_GIT_H
#define LIMB_CLI_GIT_H

#include "frame/cli.h"

// Runs "git ARGUMENT..." in a folder and collects its output. False: git is missing or failed.
// Quiet: its standard error is dropped.
bool cli_git(const char *folder, const char *const *argument, bool quiet, cli_buffer *out);

#endif
