// The broad phase: boxes around objects in the world, and the pairs whose boxes overlap.
//
// The box of an object encloses its rotated local box: the extent along a world axis is the sum of
// the half sizes times the absolute entries of that row of the rotation.
#include "numbers/collision/scene.h"
#include "numbers/simd/registers.h"

// The axes and the origin of an object's pose. A fourth lane repeats the third.
typedef struct columns {
    limb__v4 x, y, z, origin;
} columns;

// wrong stays zero while all entries are finite.
LIMB__INLINE columns columns_of(const limb__v4 row[3], limb__v4 *wrong)
{
    const limb__v4 a = row[0], b = row[1], c = row[2];
    *wrong += (a + b + c) * 0;
    const limb__v4 xz = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    const limb__v4 yo = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const limb__v4 last_xz = __builtin_shufflevector(c, c, 0, 0, 2, 2);
    const limb__v4 last_yo = __builtin_shufflevector(c, c, 1, 1, 3, 3);
    return (columns){__builtin_shufflevector(xz, last_xz, 0, 1, 4, 5),
                     __builtin_shufflevector(yo, last_yo, 0, 1, 4, 5),
                     __builtin_shufflevector(xz, last_xz, 2, 3, 6, 7),
                     __builtin_shufflevector(yo, last_yo, 2, 3, 6, 7)};
}

static bool place(const limb_scene *scene, limb_query *query, const double *pose, const int *slot,
                  int count)
{
    limb__v4 wrong = {0, 0, 0, 0};
    for (int i = 0; i < count; i++) {
        const limb__object *o = &scene->object[i];
        const limb__v4u *from = (const limb__v4u *)(pose + 12 * (size_t)(slot ? slot[i] : i));
        const limb__v4 row[3] = {from[0], from[1], from[2]};
        limb__v4 *to = (limb__v4 *)(query->pose + 12 * (size_t)i);
        for (int k = 0; k < 3; k++)
            to[k] = row[k];
        if (o->count == 0) continue;
        const columns c = columns_of(row, &wrong);
        const limb__v4 center = fma4(
            c.x, limb__splat4(o->center[0]),
            fma4(c.y, limb__splat4(o->center[1]), fma4(c.z, limb__splat4(o->center[2]), c.origin)));
        // an infinite box times zero would be NaN
        const limb__v4 extent =
            o->half[0] < HUGE_VAL
                ? fma4(abs4(c.x), limb__splat4(o->half[0]),
                       fma4(abs4(c.y), limb__splat4(o->half[1]), abs4(c.z) * o->half[2]))
                : limb__splat4(HUGE_VAL);
        limb__world_box *box = &query->box[i];
        *(limb__v4 *)box->lower = center - extent;
        *(limb__v4 *)box->upper = center + extent;
    }
    return sum4(wrong) == 0;
}

static int candidates(const limb_scene *scene, limb_query *query, double margin)
{
    const limb__world_box *box = query->box;
    const limb__v4 more = limb__splat4(margin);
    int count = 0;
    for (int i = 0; i < scene->npair; i++) {
        const limb__object_pair *pair = &scene->pair[i];
        const limb__world_box *a = &box[pair->a], *b = &box[pair->b];
        const limb__v4 below = *(const limb__v4 *)a->lower - *(const limb__v4 *)b->upper;
        const limb__v4 above = *(const limb__v4 *)b->lower - *(const limb__v4 *)a->upper;
        query->candidate[count] = i;
        count += bits4((below <= more) & (above <= more)) == 15;
    }
    return count;
}

const limb__broad LIMB__FOR_ISA(limb__broad) = {place, candidates};
