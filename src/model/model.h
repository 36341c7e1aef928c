// The inside of a model: one list of its arrays, from which placing and copying are made.
//
// The block is: limb_model, limb__model_private, the arrays in the order of the list, the texts.
// Every part begins at a multiple of LIMB__ALIGN bytes.
#ifndef LIMB_MODEL_MODEL_H
#define LIMB_MODEL_MODEL_H

#include "limb/model.h"
#include "model/lane_slots.h"

enum { LIMB__ALIGN = 64 }; // a cache line; rows of four doubles never straddle one

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

// Lists that only the kernels know.
#define LIMB__MODEL_INNER_ARRAYS(ARRAY)                                                            \
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
    limb__name *link_by_name;  // (nlink)
    limb__name *joint_by_name; // (njoint_name)
    char *text;                // (text_size)
} limb__model_fill;

typedef struct limb__model_private {
    limb_allocator memory;
    void *block; // as the allocator gave it
    size_t block_size;
    int njoint_name; // names of joints, those of whole planar joints included
    size_t text_size;
    limb__model_fill fill; // the arrays, writable while building
} limb__model_private;

// Takes the block for the sizes set in *sizes (nlink, njoint, nbody, nslot, nq, nv) and places all
// arrays, all zero. NULL: no memory, or the sizes do not fit into it.
limb_model *limb__model_place(const limb_model *sizes, int njoint_name, size_t text_size,
                              const limb_allocator *memory);
// The writable view of a model that is not shared yet.
limb__model_fill *limb__model_fill_of(limb_model *model);
void limb__model_sort_names(limb__name *names, int count);

// The path that runs on this processor, or LIMB_PATH_AUTO when the one asked for does not.
limb_path limb__path_choose(limb_path wanted);

#endif
