// The model's constants for the kernels in lanes: one record per slot, in doubles and in floats,
// with the zeros and ones of constant frames marked.
//
// Most frames of real robots are quarter turns or rotate about one axis, and their origins are
// shifted along one or two axes; products with zero or one are skipped.
#ifndef LIMB_MODEL_LANE_SLOTS_H
#define LIMB_MODEL_LANE_SLOTS_H

#include "limb/model.h"

// The structure of a frame's rotation after permuting the parent's axes by axis[].
typedef enum limb__shape {
    LIMB__SHAPE_AXES = 0, // every axis of the frame is one of the parent's, or opposite to it
    LIMB__SHAPE_X = 1,    // the x axis is; the others are rotated about it
    LIMB__SHAPE_Y = 2,
    LIMB__SHAPE_Z = 3,
    LIMB__SHAPE_ANY = 4
} limb__shape;

enum {
    LIMB__KIND_FIXED = 3,  // in addition to limb_motion_kind: a slot that is fixed in its body
    LIMB__LANE_BYTES = 64, // one number of a block: LIMB_LANES doubles, or LIMB_LANES_FLOAT floats
    LIMB__LANE_MASS = 13   // numbers of a body in lane_mass: m, m c, Ixx Ixy Ixz Iyy Iyz Izz, and
                           // Izz - Iyy, Ixx - Izz, Iyy - Ixx
};

// Offsets are in bytes, so that kernels add them directly.
#define LIMB__LANE_SLOT(real)                                                                      \
    struct {                                                                                       \
        int kind;   /* limb_motion_kind of the joint, or LIMB__KIND_FIXED */                       \
        int parent; /* slot */                                                                     \
        int shape;                                                                                 \
        int shifted;        /* bit k: shift[k] is not zero */                                      \
        uint32_t q, v;      /* places of the joint's first coordinates */                          \
        uint32_t axis[3];   /* places of the parent's axes, in the order of what follows */        \
        real flip[3];       /* -0 where the frame's axis is opposite to the parent's, else 0 */    \
        real turn[9];       /* the frame's axes, one after the other */                            \
        real shift[3];      /* the frame's origin */                                               \
        real lever[3];      /* shift, negative when that order of axes is left-handed */           \
        real hand;          /* -0 when it is, else 0 */                                            \
        real scale, offset; /* position of the joint = scale q + offset */                         \
    }

typedef LIMB__LANE_SLOT(double) limb__lane_slot;
typedef LIMB__LANE_SLOT(float) limb__lane_slot_float;

// Fills lane_slot, lane_mass and their float versions from the other arrays of a model.
void limb__model_fill_lanes(limb_model *model);

#endif
