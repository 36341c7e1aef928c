// The settings of a team for the files of a run: each .limb.yaml is read once, its mistakes are
// printed once, and the baseline of the command line is opened and written.
#ifndef LIMB_CLI_POLICIES_H
#define LIMB_CLI_POLICIES_H

#include "frame/cli.h"

typedef struct cli_policies { // zero-initialize
    limb_policy **item;       // one for each .limb.yaml of the run, and one for none
    int count;
} cli_policies;

// The policy for a file, owned by the list. Findings about a .limb.yaml go to standard error.
// Returns CLI_OK, CLI_USAGE after mistakes (*out holds what could be understood) or CLI_UNREADABLE
// (*out is NULL).
int cli_policies_find(const cli *app, cli_policies *policies, const char *file,
                      const limb_policy **out);
void cli_policies_free(cli_policies *policies);

// Opens the baseline of --baseline FILE and --update-baseline; path NULL: none. Returns an exit
// code, after a message.
int cli_baseline_open(const cli *app, limb_baseline **out, const char *path, bool update);
// Writes the recorded findings to the file. Returns an exit code, after a message.
int cli_baseline_save(const cli *app, const limb_baseline *baseline, const char *path);

#endif
