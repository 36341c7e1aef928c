// The parameters that the nodes declare: types, defaults, and valid values.
#ifndef LIMB_ROS_DECLARED_H
#define LIMB_ROS_DECLARED_H

#include "limb/ros.h"
#include "services/parameters/parameter_wire.h"

typedef struct limb__declaration {
    const char *name;
    const char *description;
    limb__parameter_type type;
    unsigned roles;     // bits, 1 << limb_ros_role
    double number;      // default of a boolean or a number; strings and arrays are empty
    double above, max;  // range of a limited number: above < x <= max; limited if above < max
    bool is_prefix;     // "zeros.": all names with this prefix, which are not declared by default
    bool must_be_given; // no default
} limb__declaration;

enum { LIMB__DECLARED_REASON = 200 };

// Returns NULL if the role has no such parameter.
const limb__declaration *limb__find_declaration(const char *name, limb_ros_role role);
// Iterates over the declarations of a role: NULL begins, and is returned after the last.
const limb__declaration *limb__next_declaration(const limb__declaration *last, limb_ros_role role);
// Checks type and value; converts an integer given for a double. Returns false, with a reason, if
// they are not allowed.
bool limb__declaration_check(const limb__declaration *declaration, limb__parameter *value,
                             char reason[LIMB__DECLARED_REASON]);
bool limb__declaration_default(const limb__declaration *declaration, limb__parameter *out);

#endif
