// Policy: types shared by the files of this room, and the function by which limb_check
// applies a policy.
#ifndef LIMB_POLICY_POLICY_H
#define LIMB_POLICY_POLICY_H

#include "base/arena.h"
#include "base/text.h"
#include "documents/diag/report.h"
#include "limb/check.h"

typedef struct limb__policy {
    limb_policy open; // must be first: a limb_policy * is cast to a limb__policy *
    const limb_allocator *memory;
    limb__arena arena; // everything that open points to
} limb__policy;

// The policy, settings and baseline for the findings of one file.
typedef struct limb__policy_use {
    const limb_allocator *memory;
    const limb_policy *policy;   // NULL: none
    const limb_setting *setting; // (nsetting) they take precedence over the policy's
    int nsetting;
    limb_baseline *baseline;   // NULL: none
    const char *path;          // of the file
    const char *name;          // the file's name in findings
    const limb_robot *robot;   // robot whose comments apply; NULL: none was read, or it
                               // is an expansion
    const char *const *source; // (nsource) files of an expansion whose comments apply
    int nsource;
    bool is_partial; // not every rule was run, so a comment without findings is not reported
    bool is_trial;   // the findings are about to be fixed: the baseline neither records
                     // nor counts them
} limb__policy_use;

// Adjusts the findings in the file and those in files that it refers to (meshes, included files),
// which have a note that points to it; leaves all other findings of the report alone. Applies
// comments first, then severities, then the baseline.
limb_status limb__policy_apply(const limb__policy_use *use, limb_report *report);

//---- baseline.c ----------------------------------------------------------------------------------

// The used lines of a baseline, saved so that a trial can be undone. limb__baseline_mark_init
// returns false if memory is exhausted.
typedef struct limb__baseline_mark {
    bool *used;
    int naccepted;
} limb__baseline_mark;
bool limb__baseline_mark_init(limb__baseline_mark *mark, const limb_baseline *baseline);
void limb__baseline_undo(limb_baseline *baseline, limb__baseline_mark *mark);

bool limb__baseline_records(const limb_baseline *baseline);
// Sets *accepted if the finding is dropped: each line accepts one; a recording baseline accepts
// all. On LIMB_ERROR_MEMORY, *accepted is not set.
limb_status limb__baseline_accept(limb_baseline *baseline, const limb_finding *finding,
                                  bool *accepted);

#endif
