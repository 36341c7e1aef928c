// limb check: one run over all files, and the parts of it.
#ifndef LIMB_CLI_CHECK_H
#define LIMB_CLI_CHECK_H

#include "frame/cli.h"
#include "robot/policies.h"

typedef struct check_opts {
    const char *format;
    const char *min_severity;
    const char *target;
    bool strict;
    bool fix;
    bool quiet;
    bool all;
    int max_findings;
    cli_list rule;
    cli_list disable;
    const char *srdf;
    const char *baseline;
    bool update_baseline;
    cli_list package;
    bool meshes;
    bool no_meshes;
} check_opts;

// One run over all files.
typedef struct checker {
    cli *app;
    const check_opts *opts;
    limb_report_format format;
    limb_report *report;
    limb_report *scratch; // --fix: findings of the file before fixing
    cli_paths path;
    const char **name;    // displayed name of each path
    const char **verdict; // of that reader for each path; NULL: not asked
    int nerror, nwarning, ninfo, nomitted;
    int nfixed;
    int nalike; // findings not printed because they are similar to others
    bool unreadable;
    const char **target_name; // --target, for each path; NULL: not asked
    cli_robot_opts robot;     // arguments of xacro files, and where packages are
    cli_policies policies;
    const limb_policy **policy; // for each path
    limb_setting *setting;      // of --rule RULE=SEVERITY
    int nsetting;
    limb_baseline *baseline; // NULL: none
    char **targets; // --target with several readers, for each path: their report; NULL: none
} checker;

//---- check_file.c --------------------------------------------------------------------------------

// Adds all findings of a file to the report; fixes it first if requested.
void cli_check_file(checker *check, int index);

//---- check_srdf.c --------------------------------------------------------------------------------

// Adds the findings of an SRDF file, displayed as name, against a robot; NULL: the robot is
// searched for around the file at index.
void cli_check_srdf(checker *check, const char *path, const char *name, const limb_robot *robot,
                    int index);

//---- check_targets.c -----------------------------------------------------------------------------

// Returns CLI_OK, or CLI_USAGE after a message if --target names an unknown reader.
int cli_check_readers_known(const checker *check);
// Stores the report of the readers for the path, in the requested format. In text it replaces their
// findings, which are only counted.
void cli_check_keep_targets(checker *check, int index, const limb_target_check *targets);
void cli_check_print_targets(const checker *check, int index);

//---- check_print.c -------------------------------------------------------------------------------

void cli_check_print(checker *check);
void cli_check_print_verdict(const checker *check, int index);
// Prints "2 files: 1 error, 3 warnings, 1 info" on standard error, in color if there are findings.
void cli_check_print_summary(const checker *check);

#endif
