// What limb check does with a file before it is checked: --fix.
#ifndef LIMB_CLI_CHECK_H
#define LIMB_CLI_CHECK_H

#include "cli.h"

typedef struct check_fix {
    const char *path;                 // of the file
    const limb_resolve_opts *resolve; // how the files that it names are found; NULL: not looked for
    limb_report *scratch;             // what is found on the way; cleared
} check_fix;

// Replaces the text by the fixed one, all certain fixes made; returns how many
// findings that fixes.
int cli_check_fix(const check_fix *fix, cli_buffer *text);

// The same for a xacro file and all that it includes below its own folder or package; each file is
// written when it changes. Returns the number of findings fixed.
int cli_check_fix_xacro(const cli *app, const char *path, const cli_robot_opts *opts,
                        limb_report *scratch);

#endif
