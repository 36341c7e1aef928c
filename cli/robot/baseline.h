// A baseline: findings that are accepted as they are today, so that only new ones fail.
#ifndef LIMB_CLI_BASELINE_H
#define LIMB_CLI_BASELINE_H

#include "frame/cli.h"

typedef struct cli_baseline { // zero-initialize
    char *folder;             // of the file, absolute: names of files are written from there
    cli_buffer text;
    const char **line; // "file TAB rule TAB message", sorted
    bool *used;
    int count;
    int naccepted; // findings that were dropped
} cli_baseline;

// Before all others: where the file is, whether it exists or not. False: no memory.
bool cli_baseline_init(cli_baseline *baseline, const char *path);
// Reads the file. Returns an exit code; a file that is not there is CLI_UNREADABLE.
int cli_baseline_load(const cli *app, cli_baseline *baseline, const char *path);
// Refuses a file that was not written as a baseline. Returns an exit code, after a message.
int cli_baseline_may_replace(const cli *app, const char *path);
void cli_baseline_free(cli_baseline *baseline);
// Whether the finding is accepted: each line accepts one. False: no memory.
bool cli_baseline_accepts(cli_baseline *baseline, const limb_finding *finding, bool *accepted);
// Adds a finding to the text of a new baseline. False: no memory.
bool cli_baseline_add(cli_buffer *text, const cli_baseline *baseline, const limb_finding *finding);
extern const char cli_baseline_header[];

#endif
