// The parameters that the nodes declare: types, defaults, and which values they take.
#ifndef LIMB_ROS_DECLARED_H
#define LIMB_ROS_DECLARED_H

#include "limb/ros.h"
#include "services/parameters/parameter_wire.h"

typedef struct limb__declaration {
    const char *name;
    const char *description;
    limb__parameter_type type;
    unsigned roles;     // bits, 1 << limb_ros_role
    double number;      // the default of a boolean or a number; texts and arrays are empty
    double above, max;  // of a number that is limited; above < max
    bool is_prefix;     // "zeros.": of all names that begin so, which are not declared by default
    bool must_be_given; // it has no default
} limb__declaration;

enum { LIMB__DECLARED_REASON = 200 };

// NULL: the role has no such parameter.
const limb__declaration *limb__find_declaration(const char *name, limb_ros_role role);
// All of a role: NULL after the last.
const limb__declaration *limb__next_declaration(const limb__declaration *last, limb_ros_role role);
// An integer given for a double becomes one. False: type or value are not allowed, and why.
bool limb__declaration_check(const limb__declaration *declaration, limb__parameter *value,
                             char reason[LIMB__DECLARED_REASON]);
bool limb__declaration_default(const limb__declaration *declaration, limb__parameter *out);

#endif
