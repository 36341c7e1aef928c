// Compares two colliders of a scene in the frame of the first, with the function for their types.
#include "numbers/collision/scene.h"

#include "numbers/math/lanes.h"
#include "numbers/math/pose.h"

#include <math.h>

typedef struct placed {
    const limb__collider *c;
    const double *pose; // in the world
} placed;

static bool distance_of(const limb__pairs *pairs, const placed *first, const placed *second,
                        limb__pair_memory *memory, double bound, limb__proximity *out);
static bool are_primitives(const limb__collider *a, const limb__collider *b);
static bool is_hull(const limb__collider *c);
static bool hulls_part(const limb_query *query, const limb__collider *a, const limb__collider *b,
                       const double pose[12], limb__pair_memory *memory);
static void start_pair(const limb__collider *a, const limb__collider *b, const double pose[12],
                       limb__pair_memory *memory);
static void relative_pose(const double a[12], const double b[12], double out[12]);
static void to_world(const double pose[12], bool swapped, limb__proximity *near);

const double *limb__collider_pose(const limb_query *query, const limb__collider *c,
                                  double scratch[12])
{
    const double *object = query->pose + 12 * (size_t)c->object;
    if (!c->is_placed) return object;
    limb__pose_multiply(object, c->pose, scratch);
    return scratch;
}

bool limb__colliders_touch(const limb_query *query, const limb__collider *a,
                           const limb__collider *b, limb__pair_memory *memory)
{
    const limb__pairs *pairs = query->scene->pairs;
    double scratch_a[12], scratch_b[12], pose[12];
    const double *pose_a = limb__collider_pose(query, a, scratch_a);
    const double *pose_b = limb__collider_pose(query, b, scratch_b);
    if (are_primitives(a, b))
        return pairs->primitives_collide(&a->convex, pose_a, &b->convex, pose_b, memory);
    if (is_hull(a) && is_hull(b)) {
        const limb__placed_hull first = {&a->convex, a->center, a->half, pose_a};
        const limb__placed_hull second = {&b->convex, b->center, b->half, pose_b};
        return pairs->hulls_collide(&first, &second, memory);
    }
    if (a->class == LIMB__SHAPE_PLANE || b->class == LIMB__SHAPE_PLANE) {
        limb__proximity near;
        if (a->class != LIMB__SHAPE_PLANE)
            return limb__plane_distance(b, pose_b, a, pose_a, 0, &near);
        return limb__plane_distance(a, pose_a, b, pose_b, 0, &near);
    }
    // a mesh and a convex shape are processed in the frame of the mesh
    if (b->class == LIMB__SHAPE_MESH && a->class == LIMB__SHAPE_CONVEX) {
        const limb__collider *mesh = b;
        b = a;
        a = mesh;
        relative_pose(pose_b, pose_a, pose);
    } else {
        relative_pose(pose_a, pose_b, pose);
    }
    if (hulls_part(query, a, b, pose, memory)) return false;
    if (a->class == LIMB__SHAPE_CONVEX) {
        const limb__convex_pair pair = {&a->convex, &b->convex, pose};
        start_pair(a, b, pose, memory);
        return pairs->convex_collide(&pair, memory);
    }
    if (b->class == LIMB__SHAPE_CONVEX) {
        const limb__mesh_convex pair = {&a->mesh, &b->convex, b->center, b->half, pose};
        return pairs->mesh_convex_collide(&pair, memory);
    }
    const limb__mesh_pair pair = {&a->mesh, &b->mesh, pose};
    return pairs->mesh_collide(&pair, memory);
}

bool limb__colliders_distance(const limb_query *query, const limb__collider *a,
                              const limb__collider *b, limb__pair_memory *memory, double bound,
                              limb__proximity *out)
{
    double scratch_a[12], scratch_b[12];
    const double *pose_a = limb__collider_pose(query, a, scratch_a);
    const double *pose_b = limb__collider_pose(query, b, scratch_b);
    const limb__pairs *pairs = query->scene->pairs;
    if (are_primitives(a, b))
        return pairs->primitives_distance(&a->convex, pose_a, &b->convex, pose_b, memory, bound,
                                          out);
    const placed first = {a, pose_a}, second = {b, pose_b};
    return distance_of(pairs, &first, &second, memory, bound, out);
}

static bool distance_of(const limb__pairs *pairs, const placed *first, const placed *second,
                        limb__pair_memory *memory, double bound, limb__proximity *out)
{
    static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    const limb__collider *a = first->c, *b = second->c;
    const double *pose_a = first->pose, *pose_b = second->pose;
    double pose[12];
    bool found, swapped = false;
    if (a->class == LIMB__SHAPE_PLANE) {
        return limb__plane_distance(a, pose_a, b, pose_b, bound, out);
    }
    if (b->class == LIMB__SHAPE_PLANE) {
        found = limb__plane_distance(b, pose_b, a, pose_a, bound, out);
        if (found) to_world(identity, true, out);
        return found;
    }
    if (b->class == LIMB__SHAPE_MESH && a->class == LIMB__SHAPE_CONVEX) {
        swapped = true;
        relative_pose(pose_b, pose_a, pose);
        const limb__mesh_convex pair = {&b->mesh, &a->convex, a->center, a->half, pose};
        found = pairs->mesh_convex_distance(&pair, memory, bound, out);
    } else {
        relative_pose(pose_a, pose_b, pose);
        if (a->class == LIMB__SHAPE_CONVEX) {
            const limb__convex_pair pair = {&a->convex, &b->convex, pose};
            start_pair(a, b, pose, memory);
            found = pairs->convex_distance(&pair, memory, bound, out);
        } else if (b->class == LIMB__SHAPE_CONVEX) {
            const limb__mesh_convex pair = {&a->mesh, &b->convex, b->center, b->half, pose};
            found = pairs->mesh_convex_distance(&pair, memory, bound, out);
        } else {
            const limb__mesh_pair pair = {&a->mesh, &b->mesh, pose};
            found = pairs->mesh_distance(&pair, memory, bound, out);
        }
    }
    if (found) to_world(swapped ? pose_b : pose_a, swapped, out);
    return found;
}

// Returns whether both are spheres, capsules, boxes or cylinders.
static bool are_primitives(const limb__collider *a, const limb__collider *b)
{
    return a->class == LIMB__SHAPE_CONVEX && b->class == LIMB__SHAPE_CONVEX &&
           limb__is_primitive(&a->convex) && limb__is_primitive(&b->convex);
}

static bool is_hull(const limb__collider *c)
{
    return c->class == LIMB__SHAPE_CONVEX && c->convex.core == LIMB__CORE_HULL;
}

// Boxes are faster to compare than hulls, and hulls faster than meshes.
static bool hulls_part(const limb_query *query, const limb__collider *a, const limb__collider *b,
                       const double pose[12], limb__pair_memory *memory)
{
    const limb__pairs *pairs = query->scene->pairs;
    const bool mesh = a->class == LIMB__SHAPE_MESH;
    if (a->convex.nvertex == 0 && b->convex.nvertex == 0 && !mesh) return false;
    if (a->radius + b->radius > 0) return false;
    if (!pairs->boxes_overlap(a->center, a->half, b->center, b->half, pose)) return true;
    const bool outlined =
        a->convex.nvertex > 0 && (b->class == LIMB__SHAPE_CONVEX || b->convex.nvertex > 0);
    if (!mesh || !outlined) return false;
    // the hints are those of leaves
    limb__pair_memory own = {{memory->axis[0], memory->axis[1], memory->axis[2]}, {0, 0}};
    const limb__convex_pair pair = {&a->convex, &b->convex, pose};
    start_pair(a, b, pose, &own);
    const bool touch = pairs->convex_collide(&pair, &own);
    for (int k = 0; k < 3; k++)
        memory->axis[k] = own.axis[k];
    return !touch;
}

// A new pair starts along the line between the boxes' centers.
static void start_pair(const limb__collider *a, const limb__collider *b, const double pose[12],
                       limb__pair_memory *memory)
{
    if (memory->axis[0] != 0 || memory->axis[1] != 0 || memory->axis[2] != 0) return;
    double center[3];
    limb__pose_point(pose, b->center, center);
    limb__subtract(a->center, center, memory->axis);
}

// Computes the pose of b in the frame of a.
static void relative_pose(const double a[12], const double b[12], double out[12])
{
    limb__v4u from[3]; // rows of b, seen from the origin of a
    for (int k = 0; k < 3; k++)
        from[k] = *(const limb__v4u *)(b + 4 * k) - (limb__v4u){0, 0, 0, a[4 * k + 3]};
    for (int i = 0; i < 3; i++)
        *(limb__v4u *)(out + 4 * i) = a[i] * from[0] + a[4 + i] * from[1] + a[8 + i] * from[2];
}

// Transforms from the frame of the first shape to the world; swapped: the first was b.
static void to_world(const double pose[12], bool swapped, limb__proximity *near)
{
    limb__proximity w = *near;
    const int first = swapped ? 1 : 0;
    limb__pose_point(pose, near->point[0], w.point[first]);
    limb__pose_point(pose, near->point[1], w.point[1 - first]);
    limb__pose_rotate(pose, near->normal, w.normal);
    if (swapped)
        for (int k = 0; k < 3; k++)
            w.normal[k] = -w.normal[k];
    *near = w;
}
