// Rays against convex shapes and meshes.
//
// A convex shape: the plane through the point of the shape closest to the start of the ray bounds
// the shape; the ray advances to it and repeats. On a polytope that ends after few faces, on a
// curved side it converges like Newton's method. A mesh: eight boxes and four triangles at a time.
#include "numbers/narrowphase/pairs.h"
#include "numbers/narrowphase/triangle_lanes.h"

enum { MAX_STEP = 200, MAX_STACK = LIMB__BVH_DEPTH * (LIMB__BVH_WIDTH - 1) + LIMB__BVH_WIDTH };

typedef struct slabs { // a ray in the form for box tests
    float from[3], inverse[3];
    float slack;
} slabs;

typedef struct ray_item {
    int child;
    float enters;
} ray_item;

static slabs slabs_of(const limb__bvh *mesh, const limb__ray *ray);
static int boxes_on_ray(const limb__bvh_node *node, const slabs *s, float reach, limb__v8 *enters);
static void leaf_on_ray(const limb__bvh *mesh, int block, const limb__ray *ray,
                        limb__ray_hit *best);
static void rounded_leaf_on_ray(const limb__bvh *mesh, int block, const limb__ray *ray,
                                limb__ray_hit *best);

bool LIMB__FOR_ISA(limb__convex_ray)(const limb__convex *convex, const limb__ray *ray,
                                     limb__ray_hit *out)
{
    static const limb__convex point = {.core = LIMB__CORE_POINT};
    const limb__vec3 from = limb__vec3_load(ray->from), way = limb__vec3_load(ray->direction);
    const double speed = limb__vec3_length(way);
    double pose[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, t = 0;
    limb__pair_memory memory = {{0, 0, 0}, {0, 0}};
    *out = (limb__ray_hit){.triangle = -1};
    limb__vec3_store(out->normal, limb__vec3_unit(limb__vec3_negate(way), (limb__vec3){0, 0, 1}));
    for (int step = 0; step < MAX_STEP; step++) {
        const limb__vec3 at = limb__vec3_add_scaled(from, t, way);
        pose[3] = at.x;
        pose[7] = at.y;
        pose[11] = at.z;
        const limb__convex_pair pair = {convex, &point, pose};
        limb__proximity near;
        LIMB__FOR_ISA(limb__convex_distance)(&pair, &memory, HUGE_VAL, &near);
        const double size = fabs(at.x) + fabs(at.y) + fabs(at.z) + convex->radius;
        out->t = t;
        if (!(near.distance > 1e-12 * size)) return true;
        const limb__vec3 normal = limb__vec3_load(near.normal);
        const double closing = -limb__vec3_dot(normal, way);
        if (!(closing > 1e-14 * speed)) return false;
        limb__vec3_store(out->normal, normal);
        t += near.distance / closing;
        if (!(t <= ray->reach)) return false;
    }
    return false;
}

bool LIMB__FOR_ISA(limb__mesh_ray)(const limb__bvh *mesh, const limb__ray *ray, limb__ray_hit *out)
{
    const slabs s = slabs_of(mesh, ray);
    ray_item stack[MAX_STACK];
    int depth = 0;
    *out = (limb__ray_hit){.t = ray->reach, .triangle = -1};
    stack[depth++] = (ray_item){0, 0};
    while (depth > 0) {
        const ray_item at = stack[--depth];
        if ((double)at.enters > out->t) continue;
        if (at.child < 0) {
            (mesh->radius > 0 ? rounded_leaf_on_ray : leaf_on_ray)(mesh, -1 - at.child, ray, out);
            continue;
        }
        const limb__bvh_node *node = &mesh->node[at.child];
        limb__v8 enters;
        int hit = boxes_on_ray(node, &s, (float)fmin(out->t, 3e38), &enters);
        const int bottom = depth;
        for (int k = 0; hit; k++, hit >>= 1) {
            if (!(hit & 1)) continue;
            int place = depth++;
            for (; place > bottom && stack[place - 1].enters < enters[k]; place--)
                stack[place] = stack[place - 1];
            stack[place] = (ray_item){node->child[k], enters[k]};
        }
    }
    return out->triangle >= 0;
}

static slabs slabs_of(const limb__bvh *mesh, const limb__ray *ray)
{
    slabs s;
    double largest = 0;
    for (int k = 0; k < 3; k++) {
        const double d = ray->direction[k];
        s.from[k] = (float)ray->from[k];
        // along a side the inverse is only large, so that infinity is never multiplied by zero
        s.inverse[k] = fabs(d) > 1e-30 ? (float)(1 / d) : copysignf(1e30f, (float)d);
        largest = fmax(largest, fmax(fabs(ray->from[k]), fabs(mesh->center[k]) + mesh->half[k]));
    }
    s.slack = (float)(2e-6 * largest + mesh->radius);
    return s;
}

static int boxes_on_ray(const limb__bvh_node *node, const slabs *s, float reach, limb__v8 *enters)
{
    limb__v8 enter = limb__splat8(0), negative_leave = limb__splat8(-reach);
    for (int k = 0; k < 3; k++) {
        const limb__v8 lower = *(const limb__v8 *)node->lower[k] - (s->from[k] + s->slack);
        const limb__v8 upper = *(const limb__v8 *)node->upper[k] - (s->from[k] - s->slack);
        const limb__v8 near = (s->inverse[k] < 0 ? upper : lower) * s->inverse[k];
        const limb__v8 far = (s->inverse[k] < 0 ? lower : upper) * s->inverse[k];
        enter = max8(enter, near - abs8(near) * 1e-6f);
        negative_leave = max8(negative_leave, -far - abs8(far) * 1e-6f);
    }
    *enters = enter;
    return bits8(enter <= -negative_leave) & ((1 << node->count) - 1);
}

// Moeller and Trumbore (1997), four triangles at a time; both sides are hit.
static void leaf_on_ray(const limb__bvh *mesh, int block_index, const limb__ray *ray,
                        limb__ray_hit *best)
{
    const limb__triangle_block *block = &mesh->block[block_index];
    const limb__lane_triangle t = limb__lane_triangle_of(block);
    const limb__lane_vec from = {limb__splat4(ray->from[0]), limb__splat4(ray->from[1]),
                                 limb__splat4(ray->from[2])};
    const limb__lane_vec way = {limb__splat4(ray->direction[0]), limb__splat4(ray->direction[1]),
                                limb__splat4(ray->direction[2])};
    const limb__lane_vec e1 = limb__lane_subtract(t.p[1], t.p[0]),
                         e2 = limb__lane_subtract(t.p[2], t.p[0]);
    const limb__lane_vec p = limb__lane_cross(way, e2), s = limb__lane_subtract(from, t.p[0]);
    const limb__lane_vec q = limb__lane_cross(s, e1);
    const limb__v4 area = limb__lane_dot(e1, p);
    const limb__v4 inverse = 1.0 / area;
    const limb__v4 u = limb__lane_dot(s, p) * inverse, v = limb__lane_dot(way, q) * inverse;
    const limb__v4 at = limb__lane_dot(e2, q) * inverse;
    // rounding must not open a gap between two triangles
    const limb__i4 inside = (u >= -1e-12) & (v >= -1e-12) & (u + v <= 1 + 1e-12) & (at >= 0.0);
    int hit = bits4(inside) & ((1 << block->count) - 1);
    for (int lane = 0; hit; lane++, hit >>= 1) {
        if (!(hit & 1) || !(at[lane] <= best->t)) continue;
        if (at[lane] == best->t && best->triangle >= 0 && best->triangle < block->triangle[lane])
            continue;
        const limb__vec3 a = {e1.x[lane], e1.y[lane], e1.z[lane]};
        const limb__vec3 b = {e2.x[lane], e2.y[lane], e2.z[lane]};
        limb__vec3 n = limb__vec3_unit(limb__vec3_cross(a, b), (limb__vec3){0, 0, 1});
        if (limb__vec3_dot(n, limb__vec3_load(ray->direction)) > 0) n = limb__vec3_negate(n);
        best->t = at[lane];
        best->triangle = block->triangle[lane];
        limb__vec3_store(best->normal, n);
    }
}

static void rounded_leaf_on_ray(const limb__bvh *mesh, int block_index, const limb__ray *ray,
                                limb__ray_hit *best)
{
    const limb__triangle_block *block = &mesh->block[block_index];
    for (int lane = 0; lane < block->count; lane++) {
        double corner[9];
        for (int k = 0; k < 9; k++)
            corner[k] = block->corner[k][lane];
        const limb__convex triangle = {
            .core = LIMB__CORE_TRIANGLE, .radius = mesh->radius, .nvertex = 3, .vertex = corner};
        limb__ray shorter = *ray;
        shorter.reach = best->t;
        limb__ray_hit hit;
        if (!LIMB__FOR_ISA(limb__convex_ray)(&triangle, &shorter, &hit)) continue;
        if (best->triangle >= 0 && !(hit.t < best->t)) continue;
        *best = hit;
        best->triangle = block->triangle[lane];
    }
}
