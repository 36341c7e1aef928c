// A tool being joined to a robot: shared by the two steps.
#ifndef LIMB_EDIT_EDIT_JOIN_H
#define LIMB_EDIT_EDIT_JOIN_H

#include "documents/edit/verbs.h"

typedef struct limb__joining {
    limb_edit *edit;
    limb_edit *tool; // on a private copy
    const limb_join_opts *opts;
    limb__arena arena;
    bool *is_merged; // (nmaterial of the tool): the robot already has it
} limb__joining;

// Adapts the copy to the robot's file.
limb_status limb__join_fit(limb__joining *j);

#endif
