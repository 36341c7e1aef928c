// The broad phase: boxes around objects in the world, and the pairs whose boxes touch.
//
// The box of an object is that around its box in its own frame, turned: the extent along a world
// axis is the sum of the half sizes times the absolute entries of that row of the rotation.
#include "collide/scene.h"
#include "kernels/isa.h"

static bool place(const limb_scene *scene, limb_query *query, int count)
{
    double wrong = 0;
    for (int i = 0; i < count; i++) {
        const limb__object *o = &scene->object[i];
        const double *pose = query->pose + 12 * (size_t)i;
        limb__world_box *box = &query->box[i];
        if (o->count == 0) continue;
        for (int k = 0; k < 3; k++) {
            const double *row = pose + 4 * k;
            const double x = row[0], y = row[1], z = row[2];
            const double center = limb__fma1(
                x, o->center[0], limb__fma1(y, o->center[1], limb__fma1(z, o->center[2], row[3])));
            // an endless box times zero would not be a number
            const double extent =
                o->half[0] < HUGE_VAL
                    ? limb__fma1(fabs(x), o->half[0],
                                 limb__fma1(fabs(y), o->half[1], fabs(z) * o->half[2]))
                    : HUGE_VAL;
            wrong += (x + y + z + row[3]) * 0;
            box->lower[k] = center - extent;
            box->upper[k] = center + extent;
        }
    }
    return wrong == 0;
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
