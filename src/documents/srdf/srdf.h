// What a limb_srdf is inside, for the files of this room.
#ifndef LIMB_SRDF_SRDF_H
#define LIMB_SRDF_SRDF_H

#include "base/arena.h"
#include "base/names.h"
#include "base/text.h"
#include "documents/rules/check.h"
#include "documents/xml/places.h"
#include "limb/srdf.h"

typedef struct limb__srdf {
    limb_srdf open; // first: a limb_srdf * is a limb__srdf *
    const limb_allocator *memory;
    limb__arena arena; // everything but this struct
    limb_document document;
    limb__names group_name;   // the first of each name
    limb__names virtual_name; // of virtual joints
    const int *first_state;   // for each state, the first one of its group and name
} limb__srdf;

static inline const limb__srdf *limb__srdf_of(const limb_srdf *srdf)
{
    return (const limb__srdf *)srdf;
}

// Fills srdf->open from the document. LIMB_OK or LIMB_ERROR_MEMORY.
limb_status limb__srdf_read(limb__srdf *srdf, limb_report *report);

// <disable_collisions .../> or what else the pair is, without a line's end.
void limb__srdf_put_pair(limb__builder *b, const limb_srdf_pair *pair);

// Whether the base is the tip or one of its ancestors.
bool limb__srdf_is_above(const limb_robot *robot, int base, int tip);

//---- rules ---------------------------------------------------------------------------------------

typedef struct limb__srdf_check {
    const limb_srdf *srdf;
    const limb_robot *robot; // NULL: not known
    limb__xml_places places;
    limb_report *report;
    const limb_allocator *memory;
    limb__check names; // for did-you-mean among the robot's names
    bool *is_member;   // (robot's joints) scratch
    bool *is_passive;  // (robot's joints)
    int *value_of;     // (robot's joints) scratch: the value that the state gives it, or -1
    double nstep;      // taken so far by what grows faster than the files
    bool failed;       // no memory: not all could be checked
    bool too_long;     // nstep exceeds the limit: not all could be checked
} limb__srdf_check;

// The value of an attribute, or the start tag where it is absent or attr is NULL. The sentence
// begins with the group, state and so on around it.
limb__place limb__srdf_at(limb__srdf_check *c, int node, const char *attr);
// The link or joint of that name, or -1 after a finding by that rule. Without a robot, and for an
// empty name, -1 without a finding.
int limb__srdf_link(limb__srdf_check *c, int node, const char *attr, const char *name,
                    limb_rule rule);
int limb__srdf_joint(limb__srdf_check *c, int node, const char *attr, const char *name);
// The group of that name, or -1 after a finding.
int limb__srdf_group(limb__srdf_check *c, int node, const char *attr, const char *name);
// Whether a joint of the SRDF itself has that name.
bool limb__srdf_is_virtual(const limb_srdf *srdf, const char *name);
// Fills is_member; false: that failed or takes too long.
bool limb__srdf_members(limb__srdf_check *c, int group);
// limb__srdf_is_above within the limit of steps; true where that is exceeded.
bool limb__srdf_joins(limb__srdf_check *c, int base, int tip);
// False, after a finding, when one of the attributes is absent or empty.
bool limb__srdf_has(limb__srdf_check *c, int node, const char *const *attr, int count);

void limb__srdf_check_groups(limb__srdf_check *c);
void limb__srdf_check_states(limb__srdf_check *c);
void limb__srdf_check_pairs(limb__srdf_check *c);

#endif
