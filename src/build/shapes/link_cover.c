// Covers a link's shapes with spheres: its triangles are covered, and its own spheres are kept.
#include "limb/shapes.h"

#include "base/memory.h"
#include "build/shapes/cover_shapes.h"
#include "geometry/solids/cover.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef struct cover_block {
    limb_link_cover cover;
    const limb_allocator *memory;
    size_t size;
} cover_block;

static limb_status cover_triangles(limb__cover *out, const limb__outer_shapes *shapes,
                                   const limb_cover_opts *opts);
static const char *reason_for(const limb_robot *robot, int link, const limb_cover_opts *opts,
                              const limb__outer_shapes *shapes);
static bool all_finite(const limb__outer_shapes *shapes);

limb_status limb_link_cover_build(limb_link_cover **out, const limb_robot *robot, int link,
                                  const limb_cover_opts *opts)
{
    assert(out && robot);
    static const limb_cover_opts defaults = {0};
    if (!opts) opts = &defaults;
    *out = NULL;
    if (link < 0 || link >= robot->nlink) return LIMB_ERROR_INPUT;
    limb__outer_shapes shapes;
    limb_status status = limb__outer_shapes_build(&shapes, robot, link, opts);
    if (status != LIMB_OK) return status;
    limb__cover cover = {.nball = 0};
    const char *reason = reason_for(robot, link, opts, &shapes);
    if (!reason && shapes.ntriangle > 0) status = cover_triangles(&cover, &shapes, opts);
    const int count = reason ? 0 : shapes.nsphere + cover.nball;
    const size_t size = sizeof(cover_block) + (size_t)count * sizeof(limb_sphere);
    cover_block *block = status == LIMB_OK ? limb__allocate(shapes.memory, size) : NULL;
    if (status == LIMB_OK && !block) status = LIMB_ERROR_MEMORY;
    if (status == LIMB_OK) {
        limb_sphere *sphere = (limb_sphere *)(void *)(block + 1);
        *block = (cover_block){.memory = shapes.memory, .size = size};
        block->cover = (limb_link_cover){.reason = reason,
                                         .nmissing = shapes.nmissing,
                                         .nsphere = count,
                                         .sphere = sphere,
                                         .overshoot = cover.overshoot + shapes.slack};
        for (int i = 0; i < count; i++) {
            const int ball = i - shapes.nsphere;
            if (ball < 0) {
                sphere[i] = shapes.sphere[i];
                continue;
            }
            sphere[i] = (limb_sphere){.link = link, .radius = cover.ball[ball].radius};
            memcpy(sphere[i].center, cover.ball[ball].center, sizeof sphere[i].center);
        }
        *out = &block->cover;
    }
    limb__cover_free(&cover);
    limb__outer_shapes_free(&shapes);
    return status;
}

void limb_link_cover_free(limb_link_cover *cover)
{
    if (!cover) return;
    cover_block *block = (cover_block *)(void *)cover;
    limb__release(block->memory, block, block->size);
}

static limb_status cover_triangles(limb__cover *out, const limb__outer_shapes *shapes,
                                   const limb_cover_opts *opts)
{
    const limb__triangles triangles = {(const double(*)[3])shapes->point, shapes->index,
                                       shapes->ntriangle};
    const limb__cover_opts how = {.memory = shapes->memory,
                                  .count = opts->count,
                                  .overshoot = fmax(opts->overshoot - shapes->slack, 0),
                                  .stop = opts->stop,
                                  .stop_ctx = opts->stop_ctx};
    return limb__cover_build(out, &triangles, shapes->npoint, &how);
}

static const char *reason_for(const limb_robot *robot, int link, const limb_cover_opts *opts,
                              const limb__outer_shapes *shapes)
{
    const limb_link *of = &robot->link[link];
    if ((opts->from_visual ? of->nvisual + of->nbroken_visual
                           : of->ncollision + of->nbroken_collision) == 0)
        return opts->from_visual ? "the link has no visual" : "the link has no collision";
    if (!all_finite(shapes)) return "a shape is not finite";
    return shapes->ntriangle + shapes->nsphere == 0 ? "no shape of the link could be used" : NULL;
}

static bool all_finite(const limb__outer_shapes *shapes)
{
    for (int i = 0; i < shapes->npoint; i++) {
        for (int k = 0; k < 3; k++) {
            if (!isfinite(4 * shapes->point[i][k])) return false;
        }
    }
    for (int i = 0; i < shapes->nsphere; i++) {
        const limb_sphere *s = &shapes->sphere[i];
        if (!isfinite(s->radius + s->center[0] + s->center[1] + s->center[2]) || s->radius < 0)
            return false;
    }
    return true;
}
