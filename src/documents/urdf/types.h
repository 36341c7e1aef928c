// Internal data of shapes and joint types: the public part of limb/robot.h, and what
// the reader needs.
#ifndef LIMB_URDF_TYPES_H
#define LIMB_URDF_TYPES_H

#include "documents/urdf/schema.h"
#include "limb/robot.h"

// Indexed by limb_shape_type; the elements are in the same order, from LIMB__TAG_BOX on.
typedef struct limb__shape_info {
    limb_shape_info open;
    limb__key key[LIMB_SHAPE_MAX_DIMENSIONS]; // of open.dimension
    int since_minor;                          // the minor version of URDF 1 that introduced it
} limb__shape_info;

extern const limb__shape_info limb__shape_table[LIMB_SHAPE_TYPE_COUNT];
extern const limb_joint_info limb__joint_table[LIMB_JOINT_TYPE_COUNT];

// "box, cylinder, sphere, capsule or mesh", for messages.
extern const char limb__shape_list[];
extern const char limb__joint_type_list[];

static inline double *limb__shape_numbers(limb_shape *shape, const limb_shape_dimension *dimension)
{
    return (double *)(void *)((char *)shape + dimension->offset);
}

#endif
