// What limb diff is made of: the proof that two robots are one mechanism, and versions out of git.
#ifndef LIMB_CLI_DIFF_H
#define LIMB_CLI_DIFF_H

#include "frame/cli.h"

//---- diff_mechanism.c ----------------------------------------------------------------------------

typedef enum cli_mechanism {
    CLI_MECHANISM_SAME,
    CLI_MECHANISM_DIFFERENT,
    CLI_MECHANISM_UNKNOWN,  // one of the two cannot be moved
    CLI_MECHANISM_NO_MEMORY // they were not compared
} cli_mechanism;

typedef struct cli_mechanism_result {
    cli_mechanism mechanism;
    char reason[300]; // why it is not the same
} cli_mechanism_result;

// Whether all links have a partner at the same place, and the mass matrices are the same, at
// seeded joint values.
cli_mechanism_result cli_compare_mechanism(const limb_robot *a, const limb_robot *b,
                                           const limb_diff *diff);

//---- diff_git.c ----------------------------------------------------------------------------------

// The file as it is in a revision of its git repository. Returns an exit code.
int cli_read_revision(const cli *app, const char *path, const char *revision, cli_buffer *out);

#endif
