// A plane or half-space against any other shape: the extent of the shape along the normal.
#include "numbers/collision/scene.h"
#include "numbers/math/pose.h"

#include <math.h>

enum { MAX_STACK = LIMB__BVH_DEPTH * (LIMB__BVH_WIDTH - 1) + LIMB__BVH_WIDTH };

static limb__vec3 farthest(const limb__collider *c, limb__vec3 d);
static limb__vec3 farthest_of_mesh(const limb__bvh *mesh, limb__vec3 d);

bool limb__plane_distance(const limb__collider *a, const double pose_a[12], const limb__collider *b,
                          const double pose_b[12], double bound, limb__proximity *out)
{
    if (b->class == LIMB__SHAPE_PLANE) {
        out->distance = bound;
        return false;
    }
    const limb__vec3 n = {pose_a[2], pose_a[6], pose_a[10]};
    const limb__vec3 origin = limb__vec3_origin(pose_a);
    double level[2]; // lowest and highest over the plane
    limb__vec3 point[2];
    for (int side = 0; side < 2; side++) {
        const limb__vec3 d = side ? n : limb__vec3_negate(n);
        const limb__vec3 local = farthest(b, limb__vec3_rotate_back(pose_b, d));
        point[side] = limb__vec3_add_scaled(limb__vec3_transform(pose_b, local), b->radius, d);
        level[side] = limb__vec3_dot(n, limb__vec3_subtract(point[side], origin));
    }
    // a plane is left on the closer side
    const bool below = !a->half_space && -level[1] > level[0];
    const limb__vec3 on_b = point[below], normal = below ? limb__vec3_negate(n) : n;
    out->distance = below ? -level[1] : level[0];
    if (out->distance > bound) return false;
    limb__vec3_store(out->normal, normal);
    limb__vec3_store(out->point[1], on_b);
    limb__vec3_store(out->point[0], limb__vec3_add_scaled(on_b, -out->distance, normal));
    return true;
}

// Returns the point of the core farthest along d, in the frame of the shape.
static limb__vec3 farthest(const limb__collider *c, limb__vec3 d)
{
    int hint = 0;
    return c->class == LIMB__SHAPE_MESH ? farthest_of_mesh(&c->mesh, d)
                                        : limb__support_confirmed(&c->convex, d, &hint);
}

static limb__vec3 farthest_of_mesh(const limb__bvh *mesh, limb__vec3 d)
{
    int stack[MAX_STACK], depth = 0;
    double best = -HUGE_VAL;
    limb__vec3 found = {0, 0, 0};
    stack[depth++] = 0;
    while (depth > 0) {
        const int at = stack[--depth];
        if (at < 0) {
            const limb__triangle_block *block = &mesh->block[-1 - at];
            for (int i = 0; i < 3 * LIMB__BVH_LEAF; i++) {
                const int corner = 3 * (i / LIMB__BVH_LEAF), lane = i % LIMB__BVH_LEAF;
                const limb__vec3 p = {block->corner[corner][lane], block->corner[corner + 1][lane],
                                      block->corner[corner + 2][lane]};
                const double along = limb__vec3_dot(p, d);
                if (along > best) {
                    best = along;
                    found = p;
                }
            }
            continue;
        }
        const limb__bvh_node *node = &mesh->node[at];
        for (int k = 0; k < node->count; k++) {
            const double x = (double)(d.x > 0 ? node->upper : node->lower)[0][k];
            const double y = (double)(d.y > 0 ? node->upper : node->lower)[1][k];
            const double z = (double)(d.z > 0 ? node->upper : node->lower)[2][k];
            if (x * d.x + y * d.y + z * d.z > best) stack[depth++] = node->child[k];
        }
    }
    return found;
}
