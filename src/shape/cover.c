// Balls that cover a solid: the cells are divided, and a ball is the smallest around the points of
// its cells, so all of the solid is covered at every step.
//
// The ball that sticks out most is divided in two across the axis that helps most, until none
// sticks out more than said, there are as many as allowed, or dividing the worst makes nothing
// better. A ball sticks out by no more than its radius less how deep its centre is in the solid.
#include "shape/cover.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

enum {
    MIN_RESOLUTION = 12,
    MAX_RESOLUTION = 64,
    MAX_CELLS = 3000, // of the solid: beyond it cells are made larger
    MAX_BALLS = 4096
};
static const double DEFAULT_SHARE = 0.05; // of the longest side
// Where a ball's cells may be divided, of their extent.
static const double place[] = {0.5, 0.4, 0.6};

typedef struct job {
    const limb__cover_opts *opts;
    limb__cover_cells cells;
    limb__cover cover;
    double *out; // how far each ball sticks out, about (cover.capacity)
    int *of;     // ball of each cell
    double (*gathered)[3];
} job;

typedef struct halves {
    limb__ball ball[2];
    double out[2];
    int axis;
    double plane; // cells below it are the first half's
} halves;

static limb_status bounds(const limb__triangles *t, int npoint, double lower[3], double upper[3]);
static int resolution_for(const limb__cover_opts *opts, const double lower[3],
                          const double upper[3]);
static limb_status choose(job *j, double size);
static bool divide(job *j, int ball);
static bool try_plane(job *j, int ball, int axis, double plane, halves *best);
static limb__ball ball_of(const job *j, int ball, int axis, double plane, int side, int *count);
static double sticks_out(const job *j, const limb__ball *ball);

limb_status limb__cover_build(limb__cover *out, const limb__triangles *triangles, int npoint,
                              const limb__cover_opts *opts)
{
    memset(out, 0, sizeof *out);
    const limb_allocator *memory = limb__memory(opts->memory);
    double lower[3], upper[3];
    limb_status status = bounds(triangles, npoint, lower, upper);
    if (status != LIMB_OK) return status;
    job j = {.opts = opts, .cover = {.memory = memory}};
    int resolution = resolution_for(opts, lower, upper);
    for (;;) {
        status = limb__cover_cells_build(&j.cells, triangles, lower, upper, resolution, memory);
        if (status != LIMB_OK) return status;
        if (j.cells.ncell <= MAX_CELLS || resolution <= MIN_RESOLUTION) break;
        const double share = cbrt((double)MAX_CELLS / j.cells.ncell);
        const int fewer = (int)(resolution * share);
        limb__cover_cells_free(&j.cells);
        resolution = fewer < resolution ? fewer : resolution - 1;
        if (resolution < MIN_RESOLUTION) resolution = MIN_RESOLUTION;
    }
    const size_t ncell = (size_t)j.cells.ncell, npoints = (size_t)j.cells.npoint;
    double size = 0;
    for (int k = 0; k < 3; k++)
        size = fmax(size, upper[k] - lower[k]);
    int most = opts->count > 0 && opts->count < MAX_BALLS ? opts->count : MAX_BALLS;
    if (most > j.cells.ncell) most = j.cells.ncell;
    j.cover.capacity = most;
    j.cover.ball = limb__allocate(memory, (size_t)most * sizeof *j.cover.ball);
    j.out = limb__allocate(memory, (size_t)most * sizeof *j.out);
    j.of = limb__allocate(memory, ncell * sizeof *j.of);
    j.gathered = limb__allocate(memory, npoints * sizeof *j.gathered);
    status = j.cover.ball && j.out && j.of && j.gathered ? choose(&j, size) : LIMB_ERROR_MEMORY;
    if (status == LIMB_OK) {
        *out = j.cover;
        out->overshoot = limb__cover_bound(&j.cells, out->ball, out->nball);
    } else {
        limb__cover_free(&j.cover);
    }
    limb__release(memory, j.out, (size_t)most * sizeof *j.out);
    limb__release(memory, j.of, ncell * sizeof *j.of);
    limb__release(memory, j.gathered, npoints * sizeof *j.gathered);
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

// Cells no larger than what may stick out, as far as there may be so many.
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

static limb_status choose(job *j, double size)
{
    const limb__cover_opts *opts = j->opts;
    double aim = opts->count > 0 ? 0 : opts->overshoot;
    if (opts->count <= 0 && !(aim > 0)) aim = DEFAULT_SHARE * size;
    memset(j->of, 0, (size_t)j->cells.ncell * sizeof *j->of);
    int count;
    j->cover.ball[0] = ball_of(j, 0, 0, INFINITY, 0, &count);
    j->out[0] = sticks_out(j, &j->cover.ball[0]);
    j->cover.nball = 1;
    while (j->cover.nball < j->cover.capacity) {
        if (opts->stop && opts->stop(opts->stop_ctx)) return LIMB_ERROR_LIMIT;
        int worst = 0;
        for (int b = 1; b < j->cover.nball; b++) {
            if (j->out[b] > j->out[worst]) worst = b;
        }
        if (j->out[worst] <= aim || !divide(j, worst)) break;
    }
    return LIMB_OK;
}

// False: no division makes both halves stick out less.
static bool divide(job *j, int ball)
{
    const limb__cover_cells *c = &j->cells;
    halves best = {.out = {j->out[ball], j->out[ball]}};
    bool found = false;
    for (int axis = 0; axis < 3; axis++) {
        double low = INFINITY, high = -INFINITY;
        for (int cell = 0; cell < c->ncell; cell++) {
            if (j->of[cell] != ball) continue;
            low = fmin(low, c->around[cell].center[axis]);
            high = fmax(high, c->around[cell].center[axis]);
        }
        for (size_t i = 0; i < sizeof place / sizeof place[0]; i++)
            found = try_plane(j, ball, axis, low + place[i] * (high - low), &best) || found;
    }
    if (!found) return false;
    const int fresh = j->cover.nball++;
    for (int cell = 0; cell < c->ncell; cell++) {
        if (j->of[cell] == ball && c->around[cell].center[best.axis] >= best.plane)
            j->of[cell] = fresh;
    }
    j->cover.ball[ball] = best.ball[0];
    j->cover.ball[fresh] = best.ball[1];
    j->out[ball] = best.out[0];
    j->out[fresh] = best.out[1];
    return true;
}

// Keeps the halves when the worse of them is better than that of the best so far.
static bool try_plane(job *j, int ball, int axis, double plane, halves *best)
{
    halves tried = {.axis = axis, .plane = plane};
    for (int side = 0; side < 2; side++) {
        int count;
        tried.ball[side] = ball_of(j, ball, axis, plane, side, &count);
        if (count == 0) return false;
        tried.out[side] = sticks_out(j, &tried.ball[side]);
    }
    if (fmax(tried.out[0], tried.out[1]) >= fmax(best->out[0], best->out[1])) return false;
    *best = tried;
    return true;
}

// The smallest around the points of those of a ball's cells that are on one side of a plane.
static limb__ball ball_of(const job *j, int ball, int axis, double plane, int side, int *count)
{
    const limb__cover_cells *c = &j->cells;
    *count = 0;
    for (int cell = 0; cell < c->ncell; cell++) {
        if (j->of[cell] != ball || (c->around[cell].center[axis] >= plane) != (side == 1)) continue;
        const int n = c->first[cell + 1] - c->first[cell];
        memcpy(j->gathered + *count, c->point + c->first[cell], (size_t)n * sizeof *c->point);
        *count += n;
    }
    if (*count == 0) return (limb__ball){.radius = 0};
    limb__ball made = limb__ball_around((const double(*)[3])j->gathered, *count);
    // larger than what rounding leaves of a distance
    made.radius *= 1 + 1e-12;
    return made;
}

static double sticks_out(const job *j, const limb__ball *ball)
{
    return ball->radius - limb__cover_depth(&j->cells, ball->center);
}
