// A baseline: findings that are accepted as they are today, so that only new ones fail.
#ifndef LIMB_CLI_BASELINE_H
#define LIMB_CLI_BASELINE_H

#include "cli.h"

typedef struct cli_baseline { // zero-initialize
    cli_buffer text;
    const char **line; // "file TAB rule TAB message", sorted
    bool *used;
    int count;
    int naccepted; // findings that were dropped
} cli_baseline;

// Reads the file. Returns an exit code; a file that is not there is CLI_UNREADABLE.
int cli_baseline_load(const cli *app, cli_baseline *baseline, const char *path);
void cli_baseline_free(cli_baseline *baseline);
// True when the finding is accepted: each line accepts one.
bool cli_baseline_accepts(cli_baseline *baseline, const limb_finding *finding);
// Adds the findings of a report to the text of a new baseline. False: no memory.
bool cli_baseline_add(cli_buffer *text, const limb_report *report);
extern const char cli_baseline_header[];

#endif
