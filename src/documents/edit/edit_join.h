// A tool that is joined to a robot: what the two steps share.
#ifndef LIMB_EDIT_EDIT_JOIN_H
#define LIMB_EDIT_EDIT_JOIN_H

#include "documents/edit/verbs.h"

typedef struct limb__joining {
    limb_edit *edit;
    limb_edit *tool; // on a private copy
    const limb_join_opts *opts;
    limb__arena arena;
    bool *is_merged; // (nmaterial of the tool): the robot has it already
} limb__joining;

// Changes the copy so that it can be put into the robot's file.
limb_status limb__join_fit(limb__joining *j);

#endif
