// SRDF: what MoveIt needs to know about a robot beside its URDF. Groups of joints, named states,
// end effectors, virtual and passive joints, spheres, and the pairs of links that need not be
// compared for collision.
//
// The file is kept byte for byte with a place for every part: an edit changes only the bytes that
// it concerns. Names of links and joints are those of a robot that is loaded apart from it;
// limb_srdf_check compares the two.
//
// Threads: any number may read one limb_srdf while none edits it.
#ifndef LIMB_SRDF_H
#define LIMB_SRDF_H

#include "limb/base.h"
#include "limb/diag.h"
#include "limb/robot.h"

#ifdef __cplusplus
extern "C" {
#endif

// Texts are "" when the attribute is absent. A node is that of the element in the document.

typedef struct limb_srdf_pair {
    const char *link1, *link2; // link2 "": all others (disable_default_collisions)
    const char *reason;        // "Adjacent", "Never", ...; "" when absent
    bool enables;              // takes back what a default disabled; no effect without link2
    int node;
} limb_srdf_pair;

typedef struct limb_srdf_virtual_joint { // attaches the robot to the world
    int node;
    const char *name, *type, *parent_frame, *child_link;
} limb_srdf_virtual_joint;

typedef struct limb_srdf_name { // of a link, a joint or a group
    int node;
    const char *name;
} limb_srdf_name;

typedef struct limb_srdf_chain {
    int node;
    const char *base_link, *tip_link;
} limb_srdf_chain;

typedef struct limb_srdf_group { // as written: see limb_srdf_group_joints for what it means
    int node;
    const char *name;
    int nlink;
    const limb_srdf_name *link;
    int njoint;
    const limb_srdf_name *joint;
    int nchain;
    const limb_srdf_chain *chain;
    int nsubgroup;
    const limb_srdf_name *subgroup;
} limb_srdf_group;

typedef struct limb_srdf_value { // of a joint in a state
    int node;
    const char *joint;
    int count;           // of numbers; 0: none, or one of them cannot be read
    const double *value; // rad or m
} limb_srdf_value;

typedef struct limb_srdf_state {
    int node;
    const char *name, *group;
    int nvalue;
    const limb_srdf_value *value;
} limb_srdf_state;

typedef struct limb_srdf_end_effector {
    int node;
    const char *name, *group, *parent_link, *parent_group;
} limb_srdf_end_effector;

typedef struct limb_srdf_sphere {
    int node;
    bool is_read; // center and radius are numbers
    double center[3], radius;
} limb_srdf_sphere;

typedef struct limb_srdf_link_spheres {
    int node;
    const char *link;
    int nsphere;
    const limb_srdf_sphere *sphere;
} limb_srdf_link_spheres;

typedef struct limb_srdf_property {
    int node;
    const char *joint, *name, *value;
} limb_srdf_property;

typedef struct limb_srdf { // all in document order
    const char *robot;     // the name of the robot; "" when absent
    int npair;
    const limb_srdf_pair *pair; // only those that have the links they need
    int nvirtual_joint;
    const limb_srdf_virtual_joint *virtual_joint;
    int ngroup;
    const limb_srdf_group *group;
    int nstate;
    const limb_srdf_state *state;
    int nend_effector;
    const limb_srdf_end_effector *end_effector;
    int npassive;
    const limb_srdf_name *passive;
    int nspheres;
    const limb_srdf_link_spheres *spheres;
    int nproperty;
    const limb_srdf_property *property;
    const limb_document *document; // NULL: made by a program, only the pairs count
} limb_srdf;

typedef struct limb_srdf_opts { // zero-initialize
    const limb_allocator *memory;
    limb_report *report; // receives findings of the XML, and pairs that lack a link
    const char *file;    // name used in findings
} limb_srdf_opts;

// A pair that lacks one of its links is reported and has no effect.
// LIMB_ERROR_INPUT: not XML, or not a <robot>. LIMB_ERROR_LIMIT: more than 64 MiB.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_srdf_load(limb_srdf **out, const char *path,
                                                    const limb_srdf_opts *opts);
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_srdf_parse(limb_srdf **out, const char *text, size_t size,
                                                     const limb_srdf_opts *opts);
// Nullable: srdf
LIMB_API void limb_srdf_free(limb_srdf *srdf);

// Whether a text is an SRDF rather than a URDF: a <robot> with elements of the one and without a
// link or joint of the other.
LIMB_API bool limb_srdf_is(const char *text, size_t size);

// Adds findings about the file itself and, given a robot, about every name and value that does not
// fit it. LIMB_OK also when there are findings.
// Nullable: robot, report
LIMB_API LIMB_MUST_CHECK limb_status limb_srdf_check(const limb_srdf *srdf, const limb_robot *robot,
                                                     limb_report *report);

// Whether the two links are disabled, in either order.
LIMB_API bool limb_srdf_disables(const limb_srdf *srdf, const char *link1, const char *link2);

// By name; -1: none.
// Nullable: name
LIMB_API int limb_srdf_find_group(const limb_srdf *srdf, const char *name);
// The same in one group, or in all without one.
// Nullable: name, group
LIMB_API int limb_srdf_find_state(const limb_srdf *srdf, const char *name, const char *group);

// Sets is_member (njoint of the robot) for every joint of a group, with those of its links, chains
// and subgroups; clears the others. Names that the robot does not have are left out.
LIMB_API LIMB_MUST_CHECK limb_status limb_srdf_group_joints(const limb_srdf *srdf, int group,
                                                            const limb_robot *robot,
                                                            bool *is_member);

// Writes the file byte for byte as read or edited; without a document, a file with the pairs alone.
LIMB_API LIMB_MUST_CHECK limb_status limb_srdf_write(const limb_srdf *srdf, limb_write_fn *write,
                                                     void *ctx);

// Writes a first SRDF for a robot: a group and a state for each chain of joints, end effectors at
// their tips, and the pairs given.
// Nullable: pair (with npair 0)
LIMB_API LIMB_MUST_CHECK limb_status limb_srdf_draft(const limb_robot *robot,
                                                     const limb_srdf_pair *pair, int npair,
                                                     limb_write_fn *write, void *ctx);

//---- edits ---------------------------------------------------------------------------------------
//
// All pointers into the srdf are invalid after an edit that returns LIMB_OK; after any other status
// it is as before.

// How many pairs an update changed.
typedef struct limb_srdf_pair_changes {
    int nadded, nremoved, nchanged; // changed: another reason
    int nkept_by_hand;              // of another reason than those that a program writes
} limb_srdf_pair_changes;

// Replaces the <disable_collisions> that a program wrote (reason Adjacent, Always, Default, Never)
// by these pairs. Those of any other reason stay, as do the bytes of pairs that do not change and
// all else.
// Nullable: pair (with npair 0), changes
LIMB_API LIMB_MUST_CHECK limb_status limb_srdf_update_pairs(limb_srdf *srdf,
                                                            const limb_srdf_pair *pair, int npair,
                                                            limb_srdf_pair_changes *changes);

// Gives links and joints the names that they have in another state of the same robot: before and
// after have the same links and joints in the same order.
LIMB_API LIMB_MUST_CHECK limb_status limb_srdf_rename(limb_srdf *srdf, const limb_robot *before,
                                                      const limb_robot *after);

#ifdef __cplusplus
}
#endif
#endif // LIMB_SRDF_H
