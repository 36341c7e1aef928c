// A baseline: accepted existing findings, so that only new ones fail.
#ifndef LIMB_CLI_BASELINE_H
#define LIMB_CLI_BASELINE_H

#include "frame/cli.h"

typedef struct cli_baseline { // zero-initialize
    char *folder;             // of the file, absolute: names of files are relative to it
    cli_buffer text;
    const char **line; // "file TAB rule TAB message", sorted
    bool *used;
    int count;
    int naccepted; // dropped findings
} cli_baseline;

// To be called first: determines the folder, whether the file exists or not. False: no memory.
bool cli_baseline_init(cli_baseline *baseline, const char *path);
// Reads the file. Returns an exit code; a missing file is CLI_UNREADABLE.
int cli_baseline_load(const cli *app, cli_baseline *baseline, const char *path);
// Rejects a file that is not a baseline. Returns an exit code, after a message.
int cli_baseline_may_replace(const cli *app, const char *path);
void cli_baseline_free(cli_baseline *baseline);
// Determines whether the finding is accepted: each line accepts one. False: no memory.
bool cli_baseline_accepts(cli_baseline *baseline, const limb_finding *finding, bool *accepted);
// Adds a finding to the text of a new baseline. False: no memory.
bool cli_baseline_add(cli_buffer *text, const cli_baseline *baseline, const limb_finding *finding);
extern const char cli_baseline_header[];

#endif
