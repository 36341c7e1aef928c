// What changed between two robots, by meaning: order, layout, comments and the form of numbers do
// not count. Links and joints that only got another name are recognised by what they are connected
// to and what they hold.
//
// Threads: both robots are only read; a diff is the caller's own.
#ifndef LIMB_DIFF_H
#define LIMB_DIFF_H

#include "limb/robot.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum limb_change_kind {
    LIMB_CHANGE_ADDED,
    LIMB_CHANGE_REMOVED,
    LIMB_CHANGE_CHANGED, // an attribute, or an element of another program
    LIMB_CHANGE_RENAMED  // a link or joint
} limb_change_kind;

typedef struct limb_change {
    limb_change_kind kind;
    const char *path;      // the element in the old robot (added: in the new one), as
                           // limb_robot_find_node takes it: "joint/elbow/limit"
    const char *attribute; // "upper"; "" when the element as a whole, or its text, is meant
    const char *old_value; // as people write it; "" when there is none
    const char *new_value;
    limb_span old_place; // line 0 when there is none
    limb_span new_place;
} limb_change;

// One block, freed by limb_diff_free; places name the robots' files, so the robots must outlive it.
typedef struct limb_diff {
    int nchange;
    const limb_change *change; // robot, links, joints, materials, then other elements
    const int *link_match;     // index in the new robot, or -1 (nlink of the old robot)
    const int *joint_match;    // (njoint of the old robot)
} limb_diff;

LIMB_API LIMB_MUST_CHECK limb_status limb_diff_build(limb_diff **out, const limb_robot *old_robot,
                                                     const limb_robot *new_robot,
                                                     const limb_allocator *memory);
LIMB_API void limb_diff_free(limb_diff *diff); // NULL is fine

#ifdef __cplusplus
}
#endif
#endif // LIMB_DIFF_H
