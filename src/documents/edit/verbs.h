// What the calls share that turn a whole robot around: steps on a private copy, and changes of
// numbers that are there already.
#ifndef LIMB_EDIT_VERBS_H
#define LIMB_EDIT_VERBS_H

#include "documents/edit/edit.h"

// Multiplies the numbers of an attribute, one factor each; an attribute that is absent or broken
// stays as it is.
limb_status limb__edit_multiply(limb_edit *edit, int node, const char *name, const double *factor,
                                int count);
// Of all origins that the reader knows: joints, inertials, visuals, collisions. Factors: 3 for xyz
// and 3 for rpy; quat_xyzw takes rpy's and 1 for w, which is right for signs.
limb_status limb__edit_multiply_origins(limb_edit *edit, const double xyz[3], const double rpy[3]);
// Each shape once: fn is called with visuals first.
typedef limb_status limb__shape_fn(limb_edit *edit, const limb_link_shape *shape, const void *ctx);
limb_status limb__edit_each_shape(limb_edit *edit, limb__shape_fn *fn, const void *ctx);

// Appends a node as it is written, without the indentation that its lines after the first share.
void limb__edit_copy_node(limb__builder *out, const limb_document *doc, int node);

// Such a copy as the last child of an element.
limb_status limb__edit_insert_copy(limb_edit *edit, int parent, const limb_document *doc, int node);

// The pose of a link in another one when all joints are at zero. LIMB_ERROR_INPUT: they are not
// in one tree.
limb_status limb__edit_pose_between(limb_edit *edit, int outer, int inner, double pose[12]);

// Adds a sentence to what the edit says after success.
void limb__edit_say(limb_edit *edit, const char *format, ...) __attribute__((format(printf, 2, 3)));

// A name that no link and no joint has: the wanted one, or with a number after it.
const char *limb__edit_free_name(limb_edit *edit, limb__arena *arena, const char *wanted);

// Removes what extensions say of links (NULL: all stay) and joints that go; with drives_only, only
// transmissions and ros2_control joints.
limb_status limb__edit_prune(limb_edit *edit, const bool *keep_link, const bool *keep_joint,
                             bool drives_only);

#endif
