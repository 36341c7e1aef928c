// Rules over a robot's values: what the check_*.c files share.
#ifndef LIMB_RULES_CHECK_H
#define LIMB_RULES_CHECK_H

#include "urdf/urdf.h"

typedef struct limb__check {
    const limb_robot *robot;
    limb_document *doc;
    limb_report *report;
    const limb_allocator *memory;
    const char **candidate; // names for did-you-mean, links first; made when first needed
    int nsearch;            // did-you-mean searches so far
    bool failed;            // no memory: not all could be checked
} limb__check;

// Of one joint or link, by index.
void limb__check_joint_values(limb__check *c, int joint);
void limb__check_joint_name(limb__check *c, int joint);
void limb__check_follower(limb__check *c, int joint); // one with a mimic
void limb__check_inertia(limb__check *c, int link);
void limb__check_shapes(limb__check *c, int link);
void limb__check_link_name(limb__check *c, int link);
// Of a joint that is revolute and has limits; of the origin of a link's part or a joint.
void limb__check_bound_angles(limb__check *c, const limb_joint *joint);
void limb__check_origin_angles(limb__check *c, const char *kind, const char *name,
                               const limb_origin *origin);
// Of the whole robot.
void limb__check_mimic_cycles(limb__check *c);
void limb__check_references(limb__check *c);

// What a link's declared mass and tensor show by themselves. True when nothing is wrong with them
// and the shapes may be asked; without a report it only tells that.
bool limb__check_body(limb__check *c, const limb_link *link);

// A finding at the value of an attribute; at the element's start tag where it does not have it or
// attr is NULL.
void limb__check_find(limb__check *c, int node, const char *attr, limb_rule rule,
                      const char *format, ...) __attribute__((format(printf, 5, 6)));
// At some of an attribute's numbers: from the first to the last, counted from 0.
void limb__check_find_numbers(limb__check *c, int node, const char *attr, int first, int last,
                              limb_rule rule, const char *format, ...)
    __attribute__((format(printf, 7, 8)));
// The same at the text between the tags.
void limb__check_find_text(limb__check *c, int node, limb_rule rule, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
// The attribute is there, but its value could not be read, which the reader reported: what it means
// is not known, so nothing follows from the default in its place.
bool limb__check_is_broken(const limb__check *c, int node, const char *attr, bool was_read);
// False: the type is absent or unknown, and the joint only taken for a fixed one.
bool limb__check_knows_type(const limb__check *c, const limb_joint *joint);
// The lower and the upper limit are known and leave a range; others have findings of their own.
bool limb__check_has_range(const limb__check *c, const limb_limit *limit);
// "; did you mean \"elbow\"?" or "", in the caller's buffer.
enum { LIMB__HINT_SIZE = 128 };
const char *limb__check_hint(limb__check *c, const char *name, bool links, bool joints,
                             char hint[LIMB__HINT_SIZE]);
// A number for a message: six significant digits are enough there.
enum { LIMB__SHOWN_SIZE = 40 };
const char *limb__check_show(double value, char text[LIMB__SHOWN_SIZE]);

#endif
