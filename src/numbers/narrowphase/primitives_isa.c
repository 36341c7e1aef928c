// Spheres, capsules, boxes and cylinders at their poses in the world.
//
// Pairs with a closed form need no common frame (direct.h). Other pairs, and those whose cores
// touch, are computed in the frame of the first (convex_pair_isa.c).
#include "numbers/narrowphase/direct.h"
#include "numbers/narrowphase/pairs.h"

typedef enum form { LINES, POINT_BOX, POINT_CYLINDER, SEGMENT_BOX, NO_FORM } form;

// Types of cores are numbered from the simplest on.
LIMB__INLINE limb__direct direct_of(const limb__convex *a, const double *pose_a,
                                    const limb__convex *b, const double *pose_b)
{
    if (a->core > b->core) return (limb__direct){b, a, pose_b, pose_a, true};
    return (limb__direct){a, b, pose_a, pose_b, false};
}

LIMB__INLINE form form_of(const limb__direct *m)
{
    const limb__core line = m->line->core, other = m->other->core;
    if (other <= LIMB__CORE_SEGMENT) return LINES;
    if (line == LIMB__CORE_POINT) return other == LIMB__CORE_BOX ? POINT_BOX : POINT_CYLINDER;
    return line == LIMB__CORE_SEGMENT && other == LIMB__CORE_BOX ? SEGMENT_BOX : NO_FORM;
}

// Computes the pose of b in the frame of a. A new pair starts along the line between the centers.
LIMB__INLINE void place_second(const double *pose_a, const double *pose_b,
                               limb__pair_memory *memory, double pose[12])
{
    limb__v4 from[3]; // rows of b, seen from the origin of a
    for (int k = 0; k < 3; k++)
        from[k] = *(const limb__v4u *)(pose_b + 4 * k) - (limb__v4){0, 0, 0, pose_a[4 * k + 3]};
    for (int i = 0; i < 3; i++)
        *(limb__v4u *)(pose + 4 * i) =
            fma4(limb__splat4(pose_a[8 + i]), from[2],
                 fma4(limb__splat4(pose_a[4 + i]), from[1], pose_a[i] * from[0]));
    double *axis = memory->axis;
    if (axis[0] != 0 || axis[1] != 0 || axis[2] != 0) return;
    limb__vec3_store(axis, limb__vec3_negate(limb__vec3_origin(pose)));
}

LIMB__INLINE void to_world(const double *pose, limb__proximity *near)
{
    const limb__vec3 normal = limb__vec3_rotate(pose, limb__vec3_load(near->normal));
    const limb__vec3 on_a = limb__vec3_transform(pose, limb__vec3_load(near->point[0]));
    limb__vec3_store(near->normal, normal);
    limb__vec3_store(near->point[0], on_a);
    limb__vec3_store(near->point[1], limb__vec3_add_scaled(on_a, near->distance, normal));
}

static bool search_collide(const limb__convex *a, const double *pose_a, const limb__convex *b,
                           const double *pose_b, limb__pair_memory *memory);
static bool search_distance(const limb__convex *a, const double *pose_a, const limb__convex *b,
                            const double *pose_b, limb__pair_memory *memory, double bound,
                            limb__proximity *out);

bool LIMB__FOR_ISA(limb__primitives_collide)(const limb__convex *a, const double *pose_a,
                                             const limb__convex *b, const double *pose_b,
                                             limb__pair_memory *memory)
{
    const limb__direct pair = direct_of(a, pose_a, b, pose_b);
    const double reach = a->radius + b->radius;
    switch (form_of(&pair)) {
    case LINES:
        return limb__lines_collide(&pair, reach);
    case POINT_BOX:
        return limb__point_box_collide(&pair, reach);
    case POINT_CYLINDER:
        return limb__point_cylinder_collide(&pair, reach);
    case SEGMENT_BOX:
        return limb__segment_box_collide(&pair, reach);
    case NO_FORM:
        break;
    }
    return search_collide(a, pose_a, b, pose_b, memory);
}

bool LIMB__FOR_ISA(limb__primitives_distance)(const limb__convex *a, const double *pose_a,
                                              const limb__convex *b, const double *pose_b,
                                              limb__pair_memory *memory, double bound,
                                              limb__proximity *out)
{
    // computed at once, independently of which of the two is the simpler one
    if (a->core <= b->core && b->core <= LIMB__CORE_SEGMENT) {
        const limb__direct lines = {a, b, pose_a, pose_b, false};
        if (limb__lines_distance(&lines, out)) return out->distance <= bound;
        return search_distance(a, pose_a, b, pose_b, memory, bound, out);
    }
    const limb__direct pair = direct_of(a, pose_a, b, pose_b);
    bool found = false;
    switch (form_of(&pair)) {
    case LINES:
        found = limb__lines_distance(&pair, out);
        break;
    case POINT_BOX:
        found = limb__point_box_distance(&pair, out);
        break;
    case POINT_CYLINDER:
        found = limb__point_cylinder_distance(&pair, out);
        break;
    case SEGMENT_BOX:
        found = limb__segment_box_distance(&pair, out);
        break;
    case NO_FORM:
        break;
    }
    if (found) return out->distance <= bound;
    return search_distance(a, pose_a, b, pose_b, memory, bound, out);
}

static bool search_collide(const limb__convex *a, const double *pose_a, const limb__convex *b,
                           const double *pose_b, limb__pair_memory *memory)
{
    double pose[12];
    place_second(pose_a, pose_b, memory, pose);
    const limb__convex_pair pair = {a, b, pose};
    return limb__searched_collide(&pair, memory);
}

static bool search_distance(const limb__convex *a, const double *pose_a, const limb__convex *b,
                            const double *pose_b, limb__pair_memory *memory, double bound,
                            limb__proximity *out)
{
    double pose[12];
    place_second(pose_a, pose_b, memory, pose);
    const limb__convex_pair pair = {a, b, pose};
    if (!limb__searched_distance(&pair, memory, bound, out)) return false;
    to_world(pose_a, out);
    return true;
}
