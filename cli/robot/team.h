// What a team decided about findings: severities on the command line and in .limb.yaml, comments in
// the file, a baseline. Applied to the findings of one file after all of them were made.
#ifndef LIMB_CLI_TEAM_H
#define LIMB_CLI_TEAM_H

#include "robot/baseline.h"
#include "robot/config.h"

// A .limb.yaml, or none, and what follows from it for the files below.
typedef struct cli_place {
    cli_config config;
    cli_packages packages; // its folders, then those of the command line
} cli_place;

typedef struct cli_team { // zero-initialize
    cli_place **place;    // one for each .limb.yaml of the run, and one for none
    int nplace;
    cli_setting *setting; // of the command line; they win over the file's
    int nsetting;
    cli_baseline baseline;
    const char *baseline_path; // NULL: none
    bool update_baseline;
    cli_buffer new_baseline;
    bool no_memory; // findings were not looked up in the baseline, or are missing in the new one
} cli_team;

// One file, and what the team decided for it.
typedef struct cli_team_file {
    cli_team *team;
    const cli_place *place;
    const char *path;
    const char *name; // in findings
} cli_team_file;

// What .limb.yaml in the folder of the file or the nearest one above says; each is read once.
// Returns an exit code.
int cli_team_find_place(const cli *app, cli_team *team, const char *file, const cli_list *package,
                        const cli_place **out);
// "RULE=off|info|warning|error" of the command line. Returns an exit code.
int cli_team_add_setting(const cli *app, cli_team *team, const char *text);
int cli_team_open_baseline(const cli *app, cli_team *team, const char *path, bool update);
// Adjusts the findings of one file: those in it, and those in files that it refers to (meshes,
// included files), which have a note that points to it. Others of the report stay.
limb_status cli_team_apply(const cli_team_file *file, const limb_robot *robot, limb_report *report);
// The same for a file made of others, whose comments count: those of xacro.
limb_status cli_team_apply_sources(const cli_team_file *file, const limb_robot_file *sources,
                                   limb_report *report);
// Only takes out what is accepted, and remembers nothing: for what is about to be fixed.
limb_status cli_team_silence(const cli_team_file *file, const limb_robot *robot,
                             const limb_robot_file *sources, limb_report *report);
// Writes the new baseline. Returns an exit code.
int cli_team_finish(const cli *app, cli_team *team);
void cli_team_free(cli_team *team);

#endif
