// The schema of URDF: the table, and names to enumerators.
//
// The XML parser is given both sets of words, so that every element and attribute of a document
// already has its enumerator when the robot is read.
#include "documents/urdf/schema.h"

#define TAG(name)     LIMB__BIT(LIMB__TAG_##name)
#define KEY(name)     LIMB__BIT(LIMB__KEY_##name)
#define SHAPES        (TAG(BOX) | TAG(CYLINDER) | TAG(SPHERE) | TAG(CAPSULE) | TAG(MESH))
#define INERTIA_KEYS  (KEY(IXX) | KEY(IXY) | KEY(IXZ) | KEY(IYY) | KEY(IYZ) | KEY(IZZ))
#define CYLINDER_KEYS (KEY(RADIUS) | KEY(LENGTH))

// clang-format off
const limb__schema limb__schema_of[LIMB__TAG_COUNT] = {
    [LIMB__TAG_ROBOT] = {.key = KEY(NAME) | KEY(VERSION),
        .child = TAG(MATERIAL) | TAG(LINK) | TAG(JOINT) | TAG(TRANSMISSION) | TAG(GAZEBO) | TAG(SENSOR) |
                 TAG(ROS2_CONTROL) | TAG(MODEL_STATE),
        .many = ~(uint64_t)0},
    [LIMB__TAG_ORIGIN] = {.key = KEY(XYZ) | KEY(RPY) | KEY(QUAT_XYZW)},
    [LIMB__TAG_MATERIAL] = {.key = KEY(NAME), .child = TAG(COLOR) | TAG(TEXTURE)},
    [LIMB__TAG_LINK] = {.key = KEY(NAME),
        .child = TAG(INERTIAL) | TAG(VISUAL) | TAG(COLLISION), .many = TAG(VISUAL) | TAG(COLLISION)},
    [LIMB__TAG_JOINT] = {.key = KEY(NAME) | KEY(TYPE),
        .child = TAG(ORIGIN) | TAG(PARENT) | TAG(CHILD) | TAG(AXIS) | TAG(LIMIT) | TAG(DYNAMICS) | TAG(MIMIC) |
                 TAG(SAFETY_CONTROLLER) | TAG(CALIBRATION)},
    [LIMB__TAG_TRANSMISSION] = {0},
    [LIMB__TAG_GAZEBO] = {0},
    [LIMB__TAG_SENSOR] = {0},
    [LIMB__TAG_ROS2_CONTROL] = {0},
    [LIMB__TAG_MODEL_STATE] = {0},
    [LIMB__TAG_INERTIAL] = {.child = TAG(ORIGIN) | TAG(MASS) | TAG(INERTIA),
        .required_child = TAG(MASS) | TAG(INERTIA)},
    [LIMB__TAG_VISUAL] = {.key = KEY(NAME), .child = TAG(ORIGIN) | TAG(GEOMETRY) | TAG(MATERIAL)},
    [LIMB__TAG_COLLISION] = {.key = KEY(NAME), .child = TAG(ORIGIN) | TAG(GEOMETRY)},
    [LIMB__TAG_MASS] = {.key = KEY(VALUE), .required_key = KEY(VALUE)},
    [LIMB__TAG_INERTIA] = {.key = INERTIA_KEYS, .required_key = INERTIA_KEYS},
    [LIMB__TAG_GEOMETRY] = {.child = SHAPES},
    [LIMB__TAG_BOX] = {.key = KEY(SIZE), .required_key = KEY(SIZE)},
    [LIMB__TAG_CYLINDER] = {.key = CYLINDER_KEYS, .required_key = CYLINDER_KEYS},
    [LIMB__TAG_SPHERE] = {.key = KEY(RADIUS), .required_key = KEY(RADIUS)},
    [LIMB__TAG_CAPSULE] = {.key = CYLINDER_KEYS, .required_key = CYLINDER_KEYS},
    [LIMB__TAG_MESH] = {.key = KEY(FILENAME) | KEY(SCALE), .required_key = KEY(FILENAME)},
    [LIMB__TAG_COLOR] = {.key = KEY(RGBA), .required_key = KEY(RGBA)},
    [LIMB__TAG_TEXTURE] = {.key = KEY(FILENAME), .required_key = KEY(FILENAME)},
    [LIMB__TAG_PARENT] = {.key = KEY(LINK)},
    [LIMB__TAG_CHILD] = {.key = KEY(LINK)},
    [LIMB__TAG_AXIS] = {.key = KEY(XYZ), .required_key = KEY(XYZ)},
    [LIMB__TAG_LIMIT] = {.key = KEY(LOWER) | KEY(UPPER) | KEY(EFFORT) | KEY(VELOCITY) |
                                         KEY(ACCELERATION) | KEY(DECELERATION) | KEY(JERK)},
    [LIMB__TAG_DYNAMICS] = {.key = KEY(DAMPING) | KEY(FRICTION)},
    [LIMB__TAG_MIMIC] = {.key = KEY(JOINT) | KEY(MULTIPLIER) | KEY(OFFSET)},
    [LIMB__TAG_SAFETY_CONTROLLER] = {
        .key = KEY(SOFT_LOWER_LIMIT) | KEY(SOFT_UPPER_LIMIT) | KEY(K_POSITION) | KEY(K_VELOCITY)},
    [LIMB__TAG_CALIBRATION] = {.key = KEY(RISING) | KEY(FALLING)},
};

// clang-format on

const char *const limb__tag_name[LIMB__TAG_COUNT] = {
    NULL,
#define LIMB__TAG(name, text) text,
#include "documents/urdf/schema.def"
#undef LIMB__TAG
};

const char *const limb__key_name[LIMB__KEY_COUNT] = {
    "",
#define LIMB__KEY(name, text) text,
#include "documents/urdf/schema.def"
#undef LIMB__KEY
};

limb__tag limb__tag_of(const char *name, size_t size)
{
    return (limb__tag)limb__words_find_last(&limb__tag_words, name, size);
}

limb__key limb__key_of(const char *name, size_t size)
{
    return (limb__key)limb__words_find_last(&limb__key_words, name, size);
}
