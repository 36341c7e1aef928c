// Shared by the commands that edit: verbs, delivery of the changed text, diffs.
#ifndef LIMB_CLI_EDIT_H
#define LIMB_CLI_EDIT_H

#include "frame/cli.h"

//---- verbs (edit_verbs.c) ------------------------------------------------------------------------

// Applies one edit, given as words ("rename", "link", "a", "b"), to the edit's current state.
// Returns CLI_OK, CLI_USAGE for invalid words, CLI_FINDINGS if the edit is refused; both
// after a message.
int cli_edit_verb(const cli *app, limb_edit *edit, const char *const *word, int nword);
// Returns the verbs in order, NULL after the last; or by name, NULL: unknown.
const cli_verb *cli_edit_verb_at(int index);
const cli_verb *cli_edit_find_verb(const char *name);

//---- what is not there (edit_missing.c) ----------------------------------------------------------

// Returns CLI_USAGE, after printing a suggestion.
int cli_edit_unknown_verb(const cli *app, const char *word);
// Returns -1, after printing a suggestion, if there is none.
int cli_edit_find_link(const cli *app, const limb_robot *robot, const char *name);
int cli_edit_find_joint(const cli *app, const limb_robot *robot, const char *name);
int cli_edit_find_node(const cli *app, const limb_robot *robot, const char *path);
// Returns the link with the most similar name; -1: none is similar.
int cli_edit_nearest_link(const limb_robot *robot, const char *name);

//---- words of a script's line (edit_words.c) -----------------------------------------------------

enum { CLI_MAX_WORDS = 16 };
// Splits a line at spaces; quotes of either kind may contain spaces, # starts a comment. The words
// point into line, which is modified. Returns their number, -1 if a quote is not closed, or -2 if
// there are too many.
int cli_split_words(char *line, const char *word[CLI_MAX_WORDS]);

//---- checks (edit_check.c) -----------------------------------------------------------------------

// Returns all findings about the robot's text; NULL: no memory. To be freed.
limb_report *cli_findings_of(const limb_robot *robot);
// Stages the edit, and refuses it if it causes errors that were not in *before, unless forced;
// *before is then replaced by the new findings. remedy ends the message. Returns an exit code.
int cli_stage_no_worse(const cli *app, limb_edit *edit, limb_report **before, bool force,
                       const char *remedy);

//---- delivery (edit_deliver.c) -------------------------------------------------------------------

typedef struct cli_delivery {
    const char *output; // -o; NULL: standard output
    bool write;         // to the file it was read from
    bool dry_run;       // print a unified diff to standard output instead
} cli_delivery;

// Returns false, with a message, if the options cannot be used together.
bool cli_delivery_check(const cli *app, const cli_delivery *delivery, const char *path);
// Delivers the changed text of the file at path. Returns an exit code.
int cli_deliver(const cli *app, const cli_delivery *delivery, const char *path, limb_text before,
                limb_text after);

//---- differences of texts (text_diff.c) ----------------------------------------------------------

typedef struct cli_text_changes {
    int nremoved; // lines
    int nadded;
    bool failed; // no memory: nothing was compared
} cli_text_changes;

// Writes a unified diff unless out is NULL. Writes nothing for equal texts.
cli_text_changes cli_text_diff(FILE *out, const char *before_name, const char *after_name,
                               limb_text before, limb_text after, bool color);

#endif
