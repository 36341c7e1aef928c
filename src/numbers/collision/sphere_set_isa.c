// A block of configurations of a sphere set, eight at a time in lanes of floats.
//
// Groups of spheres are first compared by their bounding spheres; only if those touch in a lane
// that is still undecided, each sphere of the smaller group is compared with the bounding sphere of
// the other group, and then with its spheres. Centers are computed when a group is first needed.
#include "numbers/collision/sphere_set.h"
#include "numbers/simd/registers.h"

#include <string.h>

typedef struct part { // eight configurations of a block
    const limb_sphere_set *set;
    const float *pose; // of the first of them
    float *center;
    unsigned char *placed;
} part;

static int collide_part(const part *p);
static int groups_touch(const part *p, const limb__group_pair *pair, int open);
static limb__i8 clear_of(const part *p, int sphere, const limb__sphere_group *group);
static void place_group(const part *p, int group);

enum { PART = LIMB__SPHERE_PART, ALL = (1 << PART) - 1, ROW = 32 };

static unsigned collide(const limb_sphere_set *set, const float *pose, float *center,
                        unsigned char *placed)
{
    unsigned touching = 0;
    for (int from = 0; from < LIMB_LANES_FLOAT; from += PART) {
        const part p = {set, pose + from, center, placed};
        touching |= (unsigned)collide_part(&p) << from;
    }
    return touching;
}

LIMB__INLINE void place_sphere(const part *p, const limb__v8 *pose, int sphere)
{
    const limb__sphere_float *s = &p->set->sphere_float[sphere];
    limb__v8 *out = (limb__v8 *)(p->center + 3 * PART * (size_t)sphere);
    for (int k = 0; k < 3; k++) {
        // a row of a pose: entries are a whole block apart
        const limb__v8 *row = pose + 8 * k;
        out[k] = fma8(row[0], limb__splat8(s->center[0]),
                      fma8(row[2], limb__splat8(s->center[1]),
                           fma8(row[4], limb__splat8(s->center[2]), row[6])));
    }
}

LIMB__INLINE const limb__v8 *link_pose(const part *p, int group)
{
    const size_t slot = (size_t)p->set->group[group].slot;
    return (const limb__v8 *)(p->pose + 12 * LIMB_LANES_FLOAT * slot);
}

// Returns the squared distance of two spheres' centers minus the squared sum of their radii; NaN if
// a pose is not finite.
LIMB__INLINE limb__v8 spheres_apart(const part *p, int a, int b)
{
    const limb__v8 *ca = (const limb__v8 *)(p->center + 3 * PART * (size_t)a);
    const limb__v8 *cb = (const limb__v8 *)(p->center + 3 * PART * (size_t)b);
    const limb__v8 x = ca[0] - cb[0], y = ca[1] - cb[1], z = ca[2] - cb[2];
    const float reach = p->set->sphere_float[a].radius + p->set->sphere_float[b].radius;
    return fma8(x, x, fma8(y, y, fma8(z, z, limb__splat8(-reach * reach))));
}

static int collide_part(const part *p)
{
    const limb_sphere_set *set = p->set;
    memset(p->placed, 0, (size_t)set->ngroup);
    for (int g = 0; g < set->ngroup; g++)
        place_sphere(p, link_pose(p, g), set->group[g].ball);
    int open = ALL; // lanes not known to be in contact
    for (int i = 0; i < set->npair && open; i++) {
        const limb__group_pair *pair = &set->pair[i];
        const limb__v8 apart = spheres_apart(p, set->group[pair->a].ball, set->group[pair->b].ball);
        const int near = ~bits8(apart > 0.0f) & open;
        if (near) open &= ~groups_touch(p, pair, near);
    }
    return ~open & ALL;
}

static int groups_touch(const part *p, const limb__group_pair *pair, int open)
{
    const limb__sphere_group *a = &p->set->group[pair->a], *b = &p->set->group[pair->b];
    if (!p->placed[pair->a]) place_group(p, pair->a);
    if (!p->placed[pair->b]) place_group(p, pair->b);
    int touching = 0;
    for (int i = a->first; i < a->first + a->count && open; i++) {
        if ((~bits8(spheres_apart(p, i, b->ball) > 0.0f) & open) == 0) continue;
        touching |= ~bits8(clear_of(p, i, b)) & open;
        open &= ~touching;
    }
    return touching;
}

// Returns the lanes in which a sphere touches none of a group.
static limb__i8 clear_of(const part *p, int sphere, const limb__sphere_group *group)
{
    typedef float unaligned __attribute__((vector_size(32), may_alias, aligned(4)));
    const limb__v8 *own = (const limb__v8 *)(p->center + 3 * PART * (size_t)sphere);
    const limb__v8 *other = (const limb__v8 *)(p->center + 3 * PART * (size_t)group->first);
    const limb__v8 x = own[0], y = own[1], z = own[2];
    const float radius = p->set->radius[sphere];
    limb__i8 clear = (limb__i8){0} - 1;
    for (int from = 0; from < group->count; from += ROW) {
        // squared sums of two radii, for a row of spheres
        _Alignas(32) float reach[ROW];
        for (int k = 0; k < ROW; k += PART) {
            if (from + k >= group->count) break;
            const limb__v8 sum =
                *(const unaligned *)(p->set->radius + group->first + from + k) + radius;
            *(limb__v8 *)(reach + k) = sum * sum;
        }
        const int count = group->count - from < ROW ? group->count - from : ROW;
        for (int k = 0; k < count; k++, other += 3) {
            const limb__v8 dx = x - other[0], dy = y - other[1], dz = z - other[2];
            clear &= fma8(dx, dx, fma8(dy, dy, dz * dz)) > limb__splat8(reach[k]);
        }
    }
    return clear;
}

static void place_group(const part *p, int group)
{
    const limb__sphere_group *g = &p->set->group[group];
    const limb__v8 *pose = link_pose(p, group);
    for (int i = g->first; i < g->first + g->count; i++)
        place_sphere(p, pose, i);
    p->placed[group] = 1;
}

const limb__sphere_lanes LIMB__FOR_ISA(limb__sphere_lanes) = {collide};
