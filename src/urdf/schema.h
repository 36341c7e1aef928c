// The shape of URDF 1.0 to 1.2: which attributes and children each element may have.
//
// One table serves the reader (what is unknown, misplaced, repeated, missing) and the formatter
// (canonical order is the order of the enumerators). Elements and attributes are small integers, so
// sets of them are 64-bit masks.
#ifndef LIMB_URDF_SCHEMA_H
#define LIMB_URDF_SCHEMA_H

#include "base/words.h"
#include "limb/base.h"

typedef enum limb__tag {
    LIMB__TAG_OTHER = 0, // not an element of URDF
    LIMB__TAG_ROBOT,
    LIMB__TAG_ORIGIN,
    // robot level
    LIMB__TAG_MATERIAL,
    LIMB__TAG_LINK,
    LIMB__TAG_JOINT,
    LIMB__TAG_TRANSMISSION,
    LIMB__TAG_GAZEBO,
    LIMB__TAG_SENSOR,
    LIMB__TAG_ROS2_CONTROL,
    LIMB__TAG_MODEL_STATE,
    // in a link
    LIMB__TAG_INERTIAL,
    LIMB__TAG_VISUAL,
    LIMB__TAG_COLLISION,
    LIMB__TAG_MASS,
    LIMB__TAG_INERTIA,
    LIMB__TAG_GEOMETRY,
    LIMB__TAG_BOX,
    LIMB__TAG_CYLINDER,
    LIMB__TAG_SPHERE,
    LIMB__TAG_CAPSULE,
    LIMB__TAG_MESH,
    LIMB__TAG_COLOR,
    LIMB__TAG_TEXTURE,
    // in a joint
    LIMB__TAG_PARENT,
    LIMB__TAG_CHILD,
    LIMB__TAG_AXIS,
    LIMB__TAG_LIMIT,
    LIMB__TAG_DYNAMICS,
    LIMB__TAG_MIMIC,
    LIMB__TAG_SAFETY_CONTROLLER,
    LIMB__TAG_CALIBRATION,
    LIMB__TAG_COUNT
} limb__tag;

typedef enum limb__key {
    LIMB__KEY_OTHER = 0, // not an attribute of URDF
    LIMB__KEY_NAME,
    LIMB__KEY_VERSION,
    LIMB__KEY_TYPE,
    LIMB__KEY_XYZ,
    LIMB__KEY_RPY,
    LIMB__KEY_QUAT_XYZW,
    LIMB__KEY_VALUE,
    LIMB__KEY_IXX, // the six stand in the order of limb_inertial.inertia
    LIMB__KEY_IXY,
    LIMB__KEY_IXZ,
    LIMB__KEY_IYY,
    LIMB__KEY_IYZ,
    LIMB__KEY_IZZ,
    LIMB__KEY_SIZE,
    LIMB__KEY_RADIUS,
    LIMB__KEY_LENGTH,
    LIMB__KEY_FILENAME,
    LIMB__KEY_SCALE,
    LIMB__KEY_RGBA,
    LIMB__KEY_LINK,
    LIMB__KEY_LOWER,
    LIMB__KEY_UPPER,
    LIMB__KEY_EFFORT,
    LIMB__KEY_VELOCITY,
    LIMB__KEY_ACCELERATION,
    LIMB__KEY_DECELERATION,
    LIMB__KEY_JERK,
    LIMB__KEY_DAMPING,
    LIMB__KEY_FRICTION,
    LIMB__KEY_JOINT,
    LIMB__KEY_MULTIPLIER,
    LIMB__KEY_OFFSET,
    LIMB__KEY_SOFT_LOWER_LIMIT,
    LIMB__KEY_SOFT_UPPER_LIMIT,
    LIMB__KEY_K_POSITION,
    LIMB__KEY_K_VELOCITY,
    LIMB__KEY_RISING,
    LIMB__KEY_FALLING,
    LIMB__KEY_REFERENCE, // gazebo
    LIMB__KEY_COUNT
} limb__key;

#define LIMB__BIT(index) ((uint64_t)1 << (index))

typedef struct limb__schema {
    const char *name;
    uint64_t key;          // attributes that are read
    uint64_t required_key; // of these, the ones that a plain attribute-missing finding speaks of
    uint64_t child;        // elements that are read
    uint64_t many;         // of these, the ones that may be repeated
    uint64_t required_child;
} limb__schema;

// Indexed by limb__tag. An element with no children and no attributes here is kept, not looked
// into.
extern const limb__schema limb__schema_of[LIMB__TAG_COUNT];
extern const char *const limb__key_name[LIMB__KEY_COUNT];

extern const limb__words limb__tag_words; // names to limb__tag
extern const limb__words limb__key_words; // names to limb__key

limb__tag limb__tag_of(const char *name, size_t size);
limb__key limb__key_of(const char *name, size_t size);

#endif
