// The internal layout of a limb_srdf, shared by the files of this room.
#ifndef LIMB_SRDF_SRDF_H
#define LIMB_SRDF_SRDF_H

#include "base/arena.h"
#include "base/names.h"
#include "base/text.h"
#include "documents/rules/check.h"
#include "documents/xml/places.h"
#include "limb/srdf.h"

typedef struct limb__srdf {
    limb_srdf open; // must be first: a limb_srdf * is cast to a limb__srdf *
    const limb_allocator *memory;
    limb__arena arena; // owns everything except this struct
    limb_document document;
    limb__names group_name;   // the first group of each name
    limb__names virtual_name; // of virtual joints
    const int *first_state;   // for each state, the first one of the same group and name
} limb__srdf;

static inline const limb__srdf *limb__srdf_of(const limb_srdf *srdf)
{
    return (const limb__srdf *)srdf;
}

// Fills srdf->open from the document. Returns LIMB_OK or LIMB_ERROR_MEMORY.
limb_status limb__srdf_read(limb__srdf *srdf, limb_report *report);

// Writes the element of a pair, <disable_collisions .../> or the like, without a newline.
void limb__srdf_put_pair(limb__builder *b, const limb_srdf_pair *pair);

// Returns true if the base is the tip or one of its ancestors.
bool limb__srdf_is_above(const limb_robot *robot, int base, int tip);

//---- rules ---------------------------------------------------------------------------------------

typedef struct limb__srdf_check {
    const limb_srdf *srdf;
    const limb_robot *robot; // NULL: unknown
    limb__xml_places places;
    limb_report *report;
    const limb_allocator *memory;
    limb__check names; // to suggest similar names of the robot
    bool *is_member;   // (robot's joints) scratch
    bool *is_passive;  // (robot's joints)
    int *value_of;     // (robot's joints) scratch: the joint's value in the state, or -1
    double nstep;      // steps taken so far by parts whose cost grows faster than the files
    bool failed;       // out of memory: the check is incomplete
    bool too_long;     // nstep exceeds the limit: the check is incomplete
} limb__srdf_check;

// Returns the place of an attribute's value, or of the start tag if the attribute is absent or attr
// is NULL. The message begins with the enclosing group, state or the like.
limb__place limb__srdf_at(limb__srdf_check *c, int node, const char *attr);
// Returns the link or joint of that name, or -1 after reporting that rule. Without a robot, or for
// an empty name, returns -1 without a finding.
int limb__srdf_link(limb__srdf_check *c, int node, const char *attr, const char *name,
                    limb_rule rule);
int limb__srdf_joint(limb__srdf_check *c, int node, const char *attr, const char *name);
// Returns the group of that name, or -1 after a finding.
int limb__srdf_group(limb__srdf_check *c, int node, const char *attr, const char *name);
// Returns true if a virtual joint of the SRDF has that name.
bool limb__srdf_is_virtual(const limb_srdf *srdf, const char *name);
// Fills is_member; returns false on failure or if it takes too long.
bool limb__srdf_members(limb__srdf_check *c, int group);
// Same as limb__srdf_is_above, but counts steps; returns true if the limit is exceeded.
bool limb__srdf_joins(limb__srdf_check *c, int base, int tip);
// Returns false, after a finding, if one of the attributes is absent or empty.
bool limb__srdf_has(limb__srdf_check *c, int node, const char *const *attr, int count);

void limb__srdf_check_groups(limb__srdf_check *c);
void limb__srdf_check_states(limb__srdf_check *c);
void limb__srdf_check_pairs(limb__srdf_check *c);

#endif
