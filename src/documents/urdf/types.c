// Shapes and joint types, one table each: a new shape needs a row here, its element and attributes
// in schema.def and schema.c, and its formulas; a new joint type needs a row in joint_types.def.
#include "documents/urdf/types.h"

#include <stddef.h>

// clang-format off
#define NUMBERS(name, count, sign) {#name, count, sign, offsetof(limb_shape, name)}

// name, dimensions; their attributes; the minor version of URDF 1 that introduced it
const limb__shape_info limb__shape_table[LIMB_SHAPE_TYPE_COUNT] = {
    [LIMB_SHAPE_BOX] = {{"box", 1, {NUMBERS(size, 3, LIMB_SIGN_POSITIVE)}}, {LIMB__KEY_SIZE}, 0},
    [LIMB_SHAPE_CYLINDER] = {{"cylinder", 2, {NUMBERS(radius, 1, LIMB_SIGN_POSITIVE),
                                              NUMBERS(length, 1, LIMB_SIGN_POSITIVE)}},
                             {LIMB__KEY_RADIUS, LIMB__KEY_LENGTH}, 0},
    [LIMB_SHAPE_SPHERE] = {{"sphere", 1, {NUMBERS(radius, 1, LIMB_SIGN_POSITIVE)}}, {LIMB__KEY_RADIUS}, 0},
    [LIMB_SHAPE_CAPSULE] = {{"capsule", 2, {NUMBERS(radius, 1, LIMB_SIGN_POSITIVE),
                                            NUMBERS(length, 1, LIMB_SIGN_NOT_NEGATIVE)}},
                            {LIMB__KEY_RADIUS, LIMB__KEY_LENGTH}, 1},
    [LIMB_SHAPE_MESH] = {{"mesh", 1, {NUMBERS(scale, 3, LIMB_SIGN_ANY)}}, {LIMB__KEY_SCALE}, 0},
};
// clang-format on

const char limb__shape_list[] = "box, cylinder, sphere, capsule or mesh";

const limb_joint_info limb__joint_table[LIMB_JOINT_TYPE_COUNT] = {
#define LIMB__JOINT(type, ...) [LIMB_JOINT_##type] = {__VA_ARGS__},
#include "documents/urdf/joint_types.def"
#undef LIMB__JOINT
};

#define LIMB__JOINT_LIST(text) const char limb__joint_type_list[] = text;
#include "documents/urdf/joint_types.def"
#undef LIMB__JOINT_LIST

const limb_shape_info *limb_shape_info_of(limb_shape_type type)
{
    return (unsigned)type < LIMB_SHAPE_TYPE_COUNT ? &limb__shape_table[type].open : NULL;
}

const limb_joint_info *limb_joint_info_of(limb_joint_type type)
{
    return (unsigned)type < LIMB_JOINT_TYPE_COUNT ? &limb__joint_table[type] : NULL;
}

const char *limb_joint_type_name(limb_joint_type type)
{
    const limb_joint_info *info = limb_joint_info_of(type);
    return info ? info->name : "unknown";
}
