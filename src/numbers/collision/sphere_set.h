// Internals of a sphere set.
#ifndef LIMB_COLLISION_SPHERE_SET_H
#define LIMB_COLLISION_SPHERE_SET_H

#include "base/isa.h"
#include "limb/collision.h"
#include "limb/kinematics.h"

// The spheres of one link.
typedef struct limb__sphere_group {
    int link, slot;
    int first, count; // spheres
    int ball;         // index of the bounding sphere
} limb__sphere_group;

typedef struct limb__group_pair {
    int a, b; // groups; a has no more spheres than b
} limb__group_pair;

typedef struct limb__sphere_float {
    float center[3];
    float radius;
} limb__sphere_float;

struct limb_sphere_set {
    const limb_allocator *memory;
    size_t size;
    const limb_model *model;
    const struct limb__sphere_lanes *lanes;
    int nsphere, ngroup, npair;
    // the spheres group by group, then one around each group (nsphere + ngroup)
    limb_sphere *sphere;
    limb__sphere_float *sphere_float;
    float *radius; // once more
    limb__sphere_group *group;
    limb__group_pair *pair;
};

enum { LIMB__SPHERE_PART = 8 }; // configurations that are processed together

//---- sphere_set_isa.c ----------------------------------------------------------------------------

typedef struct limb__sphere_lanes {
    // Returns bits of the configurations of a block that are in contact; pose is that of
    // limb_fk_lanes_float, center has capacity for (nsphere + ngroup) x 3 x LIMB__SPHERE_PART and
    // is computed for ngroup.
    unsigned (*collide)(const limb_sphere_set *set, const float *pose, float *center,
                        unsigned char *placed);
} limb__sphere_lanes;
LIMB__ISA_TABLES(limb__sphere_lanes)

#endif
