// Comparing robots: what the files of this room share.
#ifndef LIMB_DIFF_DIFF_H
#define LIMB_DIFF_DIFF_H

#include "base/arena.h"
#include "base/text.h"
#include "diag/report.h"
#include "limb/diff.h"

typedef struct limb__diff {
    limb_diff open; // first: a limb_diff * is a limb__diff *
    const limb_allocator *memory;
    limb__arena arena;
    const limb_robot *a; // old
    const limb_robot *b; // new
    limb_change *change;
    int capacity;
    int *link_match;                     // (nlink of a)
    int *link_back;                      // (nlink of b)
    int *joint_match;                    // (njoint of a)
    int *joint_back;                     // (njoint of b)
    limb__builder text;                  // scratch
    limb__source old_source, new_source; // for places: lines are counted once
} limb__diff;

// Fills the four arrays. False: no memory.
bool limb__diff_match(limb__diff *d);

//---- adding changes ------------------------------------------------------------------------------

// A path of up to three parts, "joint/elbow/limit"; empty parts are left out.
const char *limb__diff_path(limb__diff *d, const char *first, const char *second,
                            const char *third);
// Nodes are -1 where the robot has none. Values are copied.
void limb__diff_add(limb__diff *d, limb_change_kind kind, const char *path, const char *attribute,
                    const char *old_value, const char *new_value, int old_node, int new_node);

// One value of both robots, each with whether it is there. Numbers are equal when all are.
typedef struct limb__diff_place {
    const char *path;
    int old_node, new_node;
} limb__diff_place;
void limb__diff_text(limb__diff *d, limb__diff_place at, const char *attribute, const char *a,
                     const char *b);
void limb__diff_numbers(limb__diff *d, limb__diff_place at, const char *attribute, const double *a,
                        const double *b, int count);
void limb__diff_origin(limb__diff *d, const char *path, const limb_origin *a, const limb_origin *b,
                       int a_holder, int b_holder);
// An element that one of the two lacks. True: both have it, and their values are to be compared.
bool limb__diff_both(limb__diff *d, const char *path, int a_node, int b_node);

//---- by kind -------------------------------------------------------------------------------------

void limb__diff_links(limb__diff *d);
void limb__diff_joints(limb__diff *d);
void limb__diff_materials(limb__diff *d);
void limb__diff_extensions(limb__diff *d);
// Children of two elements that URDF does not define.
void limb__diff_unknown(limb__diff *d, const char *path, int a_node, int b_node);
// True when both elements say the same: names, attributes in any order, children, text.
bool limb__diff_is_same_xml(const limb__diff *d, int a_node, int b_node);

#endif
