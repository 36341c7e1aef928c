// Balls that cover a solid: the cells are divided into groups, and a ball is the smallest around
// the points of its cells, so the whole solid is covered at every step.
//
// cover_search.c has the search; this file has the cells and the memory.
#include "geometry/solids/cover.h"

#include "base/memory.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum {
    MIN_RESOLUTION = 12,
    MAX_RESOLUTION = 64,
    MAX_CELLS = 3000, // of the solid: with more, cells are made larger
    MAX_BALLS = 4096
};
static const double DEFAULT_SHARE = 0.05; // of the longest side

typedef limb__cover_search job;

static limb_status bounds(const limb__triangles *t, int npoint, double lower[3], double upper[3]);
static limb_status find_cells(job *j, const limb__triangles *triangles, const double lower[3],
                              const double upper[3]);
static int resolution_for(const limb__cover_opts *opts, const double lower[3],
                          const double upper[3]);
static size_t room_size(const job *j);
static void place_room(job *j, void *block);

limb_status limb__cover_build(limb__cover *out, const limb__triangles *triangles, int npoint,
                              const limb__cover_opts *opts)
{
    memset(out, 0, sizeof *out);
    const limb_allocator *memory = limb__memory(opts->memory);
    double lower[3], upper[3];
    limb_status status = bounds(triangles, npoint, lower, upper);
    if (status != LIMB_OK) return status;
    job j = {.opts = opts, .cover = {.memory = memory}};
    status = find_cells(&j, triangles, lower, upper);
    if (status != LIMB_OK) return status;
    double size = 0;
    for (int k = 0; k < 3; k++)
        size = fmax(size, upper[k] - lower[k]);
    int most = opts->count > 0 && opts->count < MAX_BALLS ? opts->count : MAX_BALLS;
    if (most > j.cells.ncell) most = j.cells.ncell;
    j.cover.capacity = most;
    j.cover.ball = limb__allocate(memory, (size_t)most * sizeof *j.cover.ball);
    const size_t room = room_size(&j);
    void *block = limb__allocate(memory, room);
    status = LIMB_ERROR_MEMORY;
    if (j.cover.ball && block) {
        place_room(&j, block);
        double aim = opts->count > 0 ? 0 : opts->overshoot;
        if (opts->count <= 0 && !(aim > 0)) aim = DEFAULT_SHARE * size;
        status = limb__cover_choose(&j, aim);
    }
    if (status == LIMB_OK) {
        *out = j.cover;
        for (int i = 0; i < out->nball; i++)
            out->overshoot = fmax(out->overshoot, j.out[i]);
    } else {
        limb__cover_free(&j.cover);
    }
    limb__release(memory, block, room);
    limb__cover_cells_free(&j.cells);
    return status;
}

void limb__cover_free(limb__cover *cover)
{
    if (cover->memory)
        limb__release(cover->memory, cover->ball, (size_t)cover->capacity * sizeof *cover->ball);
    memset(cover, 0, sizeof *cover);
}

static limb_status bounds(const limb__triangles *t, int npoint, double lower[3], double upper[3])
{
    if (t->count <= 0 || npoint <= 0) return LIMB_ERROR_INPUT;
    for (int k = 0; k < 3; k++) {
        lower[k] = INFINITY;
        upper[k] = -INFINITY;
        for (int i = 0; i < npoint; i++) {
            if (!isfinite(2 * t->point[i][k])) return LIMB_ERROR_INPUT;
            lower[k] = fmin(lower[k], t->point[i][k]);
            upper[k] = fmax(upper[k], t->point[i][k]);
        }
    }
    return LIMB_OK;
}

static limb_status find_cells(job *j, const limb__triangles *triangles, const double lower[3],
                              const double upper[3])
{
    int resolution = resolution_for(j->opts, lower, upper);
    for (;;) {
        const int max_cells = resolution > MIN_RESOLUTION ? MAX_CELLS : INT_MAX;
        const limb_status status = limb__cover_cells_build(&j->cells, triangles, lower, upper,
                                                           resolution, max_cells, j->cover.memory);
        if (status != LIMB_ERROR_LIMIT || j->cells.ncell <= MAX_CELLS) return status;
        const double share = cbrt((double)MAX_CELLS / j->cells.ncell);
        const int fewer = (int)(resolution * share);
        resolution = fewer < resolution ? fewer : resolution - 1;
        if (resolution < MIN_RESOLUTION) resolution = MIN_RESOLUTION;
    }
}

// Chooses cells no larger than the allowed overshoot, as far as their number permits.
static int resolution_for(const limb__cover_opts *opts, const double lower[3],
                          const double upper[3])
{
    double longest = 0;
    for (int k = 0; k < 3; k++)
        longest = fmax(longest, upper[k] - lower[k]);
    if (opts->count > 0) return MAX_RESOLUTION;
    const double cells = opts->overshoot > 0 ? 2 * longest / opts->overshoot : 2 / DEFAULT_SHARE;
    return (int)fmin(fmax(cells, MIN_RESOLUTION), MAX_RESOLUTION);
}

static size_t room_size(const job *j)
{
    const size_t nball = (size_t)j->cover.capacity;
    return nball * (2 * sizeof *j->out + sizeof *j->last.ball + sizeof *j->has_grown) +
           2 * (size_t)j->cells.ncell * sizeof *j->of +
           (size_t)j->cells.npoint * sizeof *j->gathered;
}

static void place_room(job *j, void *block)
{
    const size_t nball = (size_t)j->cover.capacity, ncell = (size_t)j->cells.ncell;
    j->gathered = block;
    j->last.ball = (limb__ball *)(void *)(j->gathered + j->cells.npoint);
    j->out = (double *)(void *)(j->last.ball + nball);
    j->last.out = j->out + nball;
    j->of = (int *)(void *)(j->last.out + nball);
    j->last.of = j->of + ncell;
    j->has_grown = (bool *)(void *)(j->last.of + ncell);
}
