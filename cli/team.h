// What a team decided about findings: severities on the command line and in .limb.yaml, comments in
// the file, a baseline. Applied to the findings of one file after all of them were made.
#ifndef LIMB_CLI_TEAM_H
#define LIMB_CLI_TEAM_H

#include "baseline.h"
#include "config.h"

typedef struct cli_team { // zero-initialize
    cli_config config;
    cli_setting *setting; // of the command line; they win over the file's
    int nsetting;
    cli_baseline baseline;
    const char *baseline_path; // NULL: none
    bool update_baseline;
    cli_buffer new_baseline;
} cli_team;

// Looks for .limb.yaml above the first file. Returns an exit code.
int cli_team_open_config(const cli *app, cli_team *team, const char *file);
// "RULE=off|info|warning|error" of the command line. Returns an exit code.
int cli_team_add_setting(const cli *app, cli_team *team, const char *text);
int cli_team_open_baseline(const cli *app, cli_team *team, const char *path, bool update);
// Adjusts the findings of the file at path, which are under that name (NULL: all of the report).
// Robot may be NULL: no comments then.
limb_status cli_team_apply(cli_team *team, const limb_robot *robot, const char *path,
                           const char *name, limb_report *report);
// Writes the new baseline. Returns an exit code.
int cli_team_finish(const cli *app, cli_team *team);
void cli_team_free(cli_team *team);

#endif
