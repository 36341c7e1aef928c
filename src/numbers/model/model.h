// Internals of a model: one list of its arrays, used for layout and copying.
//
// The block is: limb_model, limb__model_private, the arrays in the order of the list, the texts.
// Every part starts at a multiple of LIMB__ALIGN bytes.
#ifndef LIMB_MODEL_MODEL_H
#define LIMB_MODEL_MODEL_H

#include "limb/model.h"
#include "numbers/model/lane_slots.h"

enum {
    LIMB__ALIGN = 64, // a cache line; rows of four doubles never straddle one
    LIMB__WIDTH = 8   // arrays read in vectors are padded to a multiple of this
};

static inline int limb__padded(int count)
{
    return (count + LIMB__WIDTH - 1) / LIMB__WIDTH * LIMB__WIDTH;
}

// ARRAY(type, name, count): count is an expression of the sizes in *m.
#define LIMB__MODEL_ARRAYS(ARRAY)                                                                  \
    ARRAY(int, joint_parent, m->njoint)                                                            \
    ARRAY(int, joint_kind, m->njoint)                                                              \
    ARRAY(int, joint_q, m->njoint)                                                                 \
    ARRAY(int, joint_v, m->njoint)                                                                 \
    ARRAY(double, joint_scale, m->njoint)                                                          \
    ARRAY(double, joint_offset, m->njoint)                                                         \
    ARRAY(bool, joint_mimics, m->njoint)                                                           \
    ARRAY(bool, joint_wraps, m->njoint)                                                            \
    ARRAY(int, joint_source, m->njoint)                                                            \
    ARRAY(double, joint_frame, 12 * (size_t)m->njoint)                                             \
    ARRAY(double, body_inertia, 10 * (size_t)m->nbody)                                             \
    ARRAY(int, link_body, m->nlink)                                                                \
    ARRAY(int, link_slot, m->nlink)                                                                \
    ARRAY(double, link_frame, 12 * (size_t)m->nlink)                                               \
    ARRAY(int, slot_body, m->nslot)                                                                \
    ARRAY(double, slot_frame, 12 * (size_t)m->nslot)                                               \
    ARRAY(double, q_min, m->nq)                                                                    \
    ARRAY(double, q_max, m->nq)                                                                    \
    ARRAY(double, v_max, m->nv)                                                                    \
    ARRAY(double, tau_max, m->nv)                                                                  \
    ARRAY(double, a_max, m->nv)                                                                    \
    ARRAY(double, d_max, m->nv)                                                                    \
    ARRAY(double, jerk_max, m->nv)                                                                 \
    ARRAY(double, damping, m->nv)                                                                  \
    ARRAY(double, friction, m->nv)                                                                 \
    ARRAY(double, rising, m->nv)                                                                   \
    ARRAY(double, falling, m->nv)                                                                  \
    ARRAY(bool, has_safety, m->nv)                                                                 \
    ARRAY(double, soft_min, m->nv)                                                                 \
    ARRAY(double, soft_max, m->nv)                                                                 \
    ARRAY(double, k_position, m->nv)                                                               \
    ARRAY(double, k_velocity, m->nv)                                                               \
    ARRAY(int, v_q, m->nv)                                                                         \
    ARRAY(const char *, link_name, m->nlink)                                                       \
    ARRAY(const char *, joint_name, m->njoint)                                                     \
    ARRAY(const char *, q_name, m->nq)                                                             \
    ARRAY(const char *, v_name, m->nv)

// Arrays used only by the kernels.
//   joint_turn   the columns x and y of joint_frame, in blocks of four joints side by
//                side (6 entries x 4)
//   floating     the floating joints, see nfloating
//   slot_pick    a link's slot whose axes are those of its body in another order: which number of
//   slot_sign    the body's row each of the four is, in halves, and its sign; see naligned
//   lane_...     see lane_slots.h
//   mobility     see mobility.c
// For the others see groups.c.
#define LIMB__MODEL_INNER_ARRAYS(ARRAY)                                                            \
    ARRAY(int, joint_above, m->njoint)                                                             \
    ARRAY(int, joint_next, m->njoint)                                                              \
    ARRAY(int, v_joint, m->nv)                                                                     \
    ARRAY(int, subtree_first, m->njoint)                                                           \
    ARRAY(int, subtree_end, m->njoint)                                                             \
    ARRAY(double, mobility, m->nv)                                                                 \
    ARRAY(int, v_above, m->nv)                                                                     \
    ARRAY(int, v_last, m->nv)                                                                      \
    ARRAY(int, v_run, m->nv)                                                                       \
    ARRAY(int64_t, v_end, limb__padded(m->nv))                                                     \
    ARRAY(double, joint_turn, 6 * (size_t)limb__padded(m->njoint))                                 \
    ARRAY(int, floating, m->njoint)                                                                \
    ARRAY(int, slot_pick, 8 * (size_t)(m->nslot - m->nbody))                                       \
    ARRAY(double, slot_sign, 4 * (size_t)(m->nslot - m->nbody))                                    \
    ARRAY(limb__lane_slot, lane_slot, m->nslot)                                                    \
    ARRAY(limb__lane_slot_float, lane_slot_float, m->nslot)                                        \
    ARRAY(double, lane_mass, LIMB__LANE_MASS *(size_t)m->nbody)                                    \
    ARRAY(float, lane_mass_float, LIMB__LANE_MASS *(size_t)m->nbody)

typedef struct limb__name { // sorted by name, then index
    const char *name;
    int index;
} limb__name;

// The same arrays, to be filled.
typedef struct limb__model_fill {
#define LIMB__FIELD(type, name, count) type *name;
    LIMB__MODEL_ARRAYS(LIMB__FIELD)
    LIMB__MODEL_INNER_ARRAYS(LIMB__FIELD)
#undef LIMB__FIELD
    const struct limb__kernels
        *kernels;              // of the model's instruction set; see numbers/kernels/kernels.h
    bool grouped;              // see groups.c
    int nfloating;             // floating joints
    int naligned;              // number of the first link slots, which slot_pick describes
    limb__name *link_by_name;  // (nlink)
    limb__name *joint_by_name; // (njoint_name)
    char *text;                // (text_size)
} limb__model_fill;

typedef struct limb__model_private {
    limb_allocator memory;
    void *block; // as returned by the allocator
    size_t block_size;
    int njoint_name; // names of joints, including those of planar joints
    size_t text_size;
    limb__model_fill fill; // the arrays, writable while building
} limb__model_private;

// Allocates the block for the sizes set in *sizes (nlink, njoint, nbody, nslot, nq, nv) and places
// all arrays, all zero. NULL: no memory, or the sizes do not fit into it.
limb_model *limb__model_place(const limb_model *sizes, int njoint_name, size_t text_size,
                              const limb_allocator *memory);
// The writable view of a model that is not yet shared.
limb__model_fill *limb__model_fill_of(limb_model *model);
void limb__model_sort_names(limb__name *names, int count);
// Finds the joints that share a coordinate; requires the tree and the coordinates.
void limb__model_group(limb_model *model);
// Fills mobility; requires frames, inertias and groups.
void limb__model_fill_mobility(limb_model *model);

#endif
