// Comparing robots: declarations shared by the files of this room.
#ifndef LIMB_DIFF_DIFF_H
#define LIMB_DIFF_DIFF_H

#include "base/arena.h"
#include "base/text.h"
#include "documents/diag/report.h"
#include "limb/edit.h"

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
    uint64_t *a_hash, *b_hash;           // content hash of each node (nodes of a, of b)
    limb__builder text;                  // scratch
    limb__source old_source, new_source; // for locations: lines are counted once
} limb__diff;

// Fills the four arrays. False: no memory.
bool limb__diff_match(limb__diff *d);

//---- adding changes ------------------------------------------------------------------------------

// Returns a path of up to three parts, "joint/elbow/limit"; empty parts are omitted.
const char *limb__diff_path(limb__diff *d, const char *first, const char *second,
                            const char *third);
// Adds a change. A node is -1 if the robot lacks the element. Values are copied.
void limb__diff_add(limb__diff *d, limb_change_kind kind, const char *path, const char *attribute,
                    const char *old_value, const char *new_value, int old_node, int new_node);

// One value in both robots, each with a flag that says whether it is present. Lists of numbers are
// equal if all their numbers are.
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
// Reports an element that one of the two robots lacks. Returns true if both have it, so that its
// values must be compared.
bool limb__diff_both(limb__diff *d, const char *path, int a_node, int b_node);

//---- by kind -------------------------------------------------------------------------------------

void limb__diff_links(limb__diff *d);
void limb__diff_joints(limb__diff *d);
void limb__diff_materials(limb__diff *d);
void limb__diff_extensions(limb__diff *d);
// Compares the children of two elements that URDF does not define.
void limb__diff_unknown(limb__diff *d, const char *path, int a_node, int b_node);

//---- elements as XML -----------------------------------------------------------------------------

// Computes a_hash (is_old) or b_hash, with the names matched so far. False: no
// memory.
bool limb__diff_hash(limb__diff *d, bool is_old);
// Returns the content hash of an attribute; 0 if attr is -1 (none).
uint64_t limb__diff_hash_attribute(const limb__diff *d, bool is_old, int node, int attr);

// Pairs nodes of both robots by content, then by tag and name; the rest by tag or, if by_name is
// set, not at all. Returns for each of a the index of its partner in b, or -1, and the reverse in
// back. NULL: no memory.
int *limb__diff_pair(limb__diff *d, const int *a, int na, const int *b, int nb, bool by_name,
                     int **back);
// Returns the number of each node among those with the same tag, from 1; 0 if it is the only one.
// NULL: no memory.
int *limb__diff_number(limb__diff *d, bool is_old, const int *node, int count);
// Returns whether both elements have the same content: names, text, and attributes and children
// in any order.
static inline bool limb__diff_is_same_xml(const limb__diff *d, int a_node, int b_node)
{
    return d->a_hash[a_node] == d->b_hash[b_node];
}

#endif
