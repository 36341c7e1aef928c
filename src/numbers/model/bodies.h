// Bodies of a model in a work: their poses and axes, and the motions of their joints.
#ifndef LIMB_MODEL_BODIES_H
#define LIMB_MODEL_BODIES_H

#include "limb/model.h"
#include "numbers/math/pose.h"

// Returns the body that carries a link; -1: none, or there is no such link.
static inline int limb__link_body(const limb_model *m, int link)
{
    return link >= 0 && link < m->nlink ? m->link_body[link] : -1;
}

// Returns the world pose of an existing link.
static inline const double *limb__link_pose(const limb_model *m, const limb_work *w, int link)
{
    return w->pose + 12 * (size_t)m->link_slot[link];
}

// World pose of a body.
static inline const double *limb__body_pose(const limb_work *w, int body)
{
    return w->pose + 12 * (size_t)body;
}

// Returns the number of velocity coordinates of a joint of that kind.
static inline int limb__kind_nv(int kind)
{
    return kind == LIMB_MOTION_FLOATING ? 6 : 1;
}

// Returns whether velocity coordinate k of a joint is a rotation (else a translation), and its unit
// axis in the world.
static inline bool limb__joint_turns(int kind, int k)
{
    return kind == LIMB_MOTION_REVOLUTE || (kind == LIMB_MOTION_FLOATING && k < 3);
}
static inline void limb__joint_axis(const limb_work *w, int body, int kind, int k, double axis[3])
{
    const double *column = limb__body_pose(w, body) + (kind == LIMB_MOTION_FLOATING ? k % 3 : 2);
    axis[0] = column[0];
    axis[1] = column[4];
    axis[2] = column[8];
}

// The z axis of a body in the world: the axis of its joint.
static inline void limb__body_axis(const limb_work *w, int body, double axis[3])
{
    const double *pose = limb__body_pose(w, body);
    axis[0] = pose[2];
    axis[1] = pose[6];
    axis[2] = pose[10];
}

// The vector from the origin of body a to that of body b, in the world.
static inline void limb__body_way(const limb_work *w, int a, int b, double way[3])
{
    const double *from = limb__body_pose(w, a), *to = limb__body_pose(w, b);
    way[0] = to[3] - from[3];
    way[1] = to[7] - from[7];
    way[2] = to[11] - from[11];
}

#endif
