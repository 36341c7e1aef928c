// The table of declared parameters.
#include "services/ros/declared.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    STATES = 1 << LIMB_ROS_ROLE_STATES | 1 << LIMB_ROS_ROLE_BOTH,
    JOINTS = 1 << LIMB_ROS_ROLE_JOINTS,
    ALL = STATES | JOINTS
};

static const limb__declaration table[] = {
    {"use_sim_time", "the time is that of /clock", LIMB__PARAMETER_BOOL, ALL, 0, 0, 0, false,
     false},
    {"robot_description", "the robot as URDF", LIMB__PARAMETER_STRING, ALL, 0, 0, 0, false, true},
    {"publish_frequency", "Hz at most on /tf, of each joint", LIMB__PARAMETER_DOUBLE, STATES, 20, 0,
     1000, false, false},
    {"frame_prefix", "before the name of every frame", LIMB__PARAMETER_STRING, STATES, 0, 0, 0,
     false, false},
    {"ignore_timestamp", "publish every joint state, whatever its stamp says", LIMB__PARAMETER_BOOL,
     STATES, 0, 0, 0, false, false},
    {"rate", "Hz of joint states", LIMB__PARAMETER_INTEGER, JOINTS, 10, 0, 1000, false, false},
    {"delta", "how far each joint moves from message to message, rad or m", LIMB__PARAMETER_DOUBLE,
     JOINTS, 0, 0, 0, false, false},
    {"publish_default_positions", "publish positions that nobody has given", LIMB__PARAMETER_BOOL,
     JOINTS, 1, 0, 0, false, false},
    {"publish_default_velocities", "publish zero velocities until others are given",
     LIMB__PARAMETER_BOOL, JOINTS, 0, 0, 0, false, false},
    {"publish_default_efforts", "publish zero efforts until others are given", LIMB__PARAMETER_BOOL,
     JOINTS, 0, 0, 0, false, false},
    {"use_mimic_tags", "joints follow those that they mimic", LIMB__PARAMETER_BOOL, JOINTS, 1, 0, 0,
     false, false},
    {"use_smallest_joint_limits", "soft limits narrow the limits of joints", LIMB__PARAMETER_BOOL,
     JOINTS, 1, 0, 0, false, false},
    {"source_list", "topics of joint states to take values from", LIMB__PARAMETER_STRINGS, JOINTS,
     0, 0, 0, false, false},
    {"zeros.", "where a joint begins, rad or m", LIMB__PARAMETER_DOUBLE, ALL, 0, 0, 0, true, false},
    {"dependent_joints.", "parent, factor and offset of a joint that follows another",
     LIMB__PARAMETER_NOT_SET, JOINTS, 0, 0, 0, true, false},
};
enum { NTABLE = sizeof table / sizeof table[0] };

const limb__declaration *limb__find_declaration(const char *name, limb_ros_role role)
{
    for (int i = 0; i < NTABLE; i++) {
        const limb__declaration *found = &table[i];
        if (!(found->roles >> role & 1)) continue;
        const size_t size = strlen(found->name);
        if (found->is_prefix ? strncmp(name, found->name, size) == 0 && name[size] != 0
                             : strcmp(name, found->name) == 0)
            return found;
    }
    return NULL;
}

const limb__declaration *limb__next_declaration(const limb__declaration *last, limb_ros_role role)
{
    for (const limb__declaration *at = last ? last + 1 : table; at < table + NTABLE; at++) {
        if (at->roles >> role & 1) return at;
    }
    return NULL;
}

bool limb__declaration_check(const limb__declaration *declaration, limb__parameter *value,
                             char reason[LIMB__DECLARED_REASON])
{
    const limb__parameter_type type = declaration->type;
    if (type == LIMB__PARAMETER_DOUBLE && value->type == LIMB__PARAMETER_INTEGER) {
        value->type = LIMB__PARAMETER_DOUBLE;
        value->item[0].number = (double)value->item[0].integer;
        value->item[0].integer = 0;
    }
    if (type != LIMB__PARAMETER_NOT_SET && value->type != type) {
        snprintf(reason, LIMB__DECLARED_REASON, "%.80s must be of the type %s, not %s", value->name,
                 limb__parameter_type_name(type), limb__parameter_type_name(value->type));
        return false;
    }
    double number;
    const bool is_number = type != LIMB__PARAMETER_BOOL && limb__parameter_number(value, &number);
    if (is_number && !isfinite(number)) {
        snprintf(reason, LIMB__DECLARED_REASON, "%.80s must be finite", value->name);
        return false;
    }
    if (is_number && declaration->above < declaration->max &&
        !(number > declaration->above && number <= declaration->max)) {
        snprintf(reason, LIMB__DECLARED_REASON, "%.80s must be above %g and at most %g, not %g",
                 value->name, declaration->above, declaration->max, number);
        return false;
    }
    if (declaration->must_be_given && value->count > 0 && limb__parameter_text(value) &&
        limb__parameter_text(value)[0] == 0) {
        snprintf(reason, LIMB__DECLARED_REASON, "%.80s must not be empty", value->name);
        return false;
    }
    return true;
}

bool limb__declaration_default(const limb__declaration *declaration, limb__parameter *out)
{
    char empty[] = "";
    const bool is_text = declaration->type == LIMB__PARAMETER_STRING;
    const limb__parameter_item item = {
        .integer = declaration->type == LIMB__PARAMETER_DOUBLE ? 0 : (int64_t)declaration->number,
        .number = declaration->type == LIMB__PARAMETER_DOUBLE ? declaration->number : 0,
        .text = is_text ? empty : NULL};
    *out = (limb__parameter){.type = declaration->type};
    bool made = limb__parameter_name(out, declaration->name, strlen(declaration->name));
    if (made && !limb__parameter_is_array(declaration->type))
        made = limb__parameter_add(out, &item);
    if (!made) limb__parameter_free(out);
    return made;
}
