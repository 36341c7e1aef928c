// Shared by the calls that transform a whole robot: steps on a private copy, and changes
// of existing numbers.
#ifndef LIMB_EDIT_VERBS_H
#define LIMB_EDIT_VERBS_H

#include "documents/edit/edit.h"

// Multiplies the numbers of an attribute, one factor each; an absent or malformed
// attribute is unchanged.
limb_status limb__edit_multiply(limb_edit *edit, int node, const char *name, const double *factor,
                                int count);
// Changes all origins that the reader knows: joints, inertials, visuals, collisions. Factors: 3 for
// xyz and 3 for rpy; quat_xyzw uses rpy's and 1 for w, which is right for signs.
limb_status limb__edit_multiply_origins(limb_edit *edit, const double xyz[3], const double rpy[3]);
// Visits each shape once: fn is called with visuals first.
typedef limb_status limb__shape_fn(limb_edit *edit, const limb_link_shape *shape, const void *ctx);
limb_status limb__edit_each_shape(limb_edit *edit, limb__shape_fn *fn, const void *ctx);

// Appends a node unchanged, without the common indentation of its lines after the first.
void limb__edit_copy_node(limb__builder *out, const limb_document *doc, int node);

// Adds such a copy as the last child of an element.
limb_status limb__edit_insert_copy(limb_edit *edit, int parent, const limb_document *doc, int node);

// Computes the pose of a link in another one for all joints at zero. LIMB_ERROR_INPUT: they are not
// in one tree.
limb_status limb__edit_pose_between(limb_edit *edit, int outer, int inner, double pose[12]);

// Adds a sentence to the edit's message after success.
void limb__edit_say(limb_edit *edit, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Returns a name that no link and no joint has: the requested one, or one with a number appended.
const char *limb__edit_free_name(limb_edit *edit, limb__arena *arena, const char *wanted);

// Removes references in extensions to removed links (NULL: all stay) and joints; with drives_only,
// only transmissions and ros2_control joints.
limb_status limb__edit_prune(limb_edit *edit, const bool *keep_link, const bool *keep_joint,
                             bool drives_only);

#endif
