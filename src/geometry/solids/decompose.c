// Approximate convex decomposition: cut where that helps most, then merge where possible.
//
// In the spirit of K. Mamou's V-HACD and X. Wei et al.'s CoACD (2022), with exact hulls of exact
// cuts: planes are perpendicular to the axes of one frame, so a piece is the solid within a box,
// and the volumes of the pieces add up.
#include "geometry/solids/decompose.h"
#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    DEFAULT_PARTS = 16,
    MAX_PARTS = 256,
    EXTRA_PIECES = 16, // in addition to the parts, so that merging has a choice
    DEFAULT_RESOLUTION = 48,
    MIN_RESOLUTION = 8,
    MAX_RESOLUTION = 128
};
static const double DEFAULT_ERROR = 0.05;
// Parts whose common hull adds at most this share of the solid are merged.
static const double MERGE = 1e-4;

typedef struct job {
    limb_decompose_opts opts;
    limb__mesh_solid solid;
    limb_solid_volume volume;
    limb__piece *piece;
    int npiece, capacity;
    double total; // volume of all pieces
} job;

typedef struct pair_cost { // the volume added by merging two pieces
    double *cost;          // (capacity x capacity), by the lower and the higher number
    int capacity;
} pair_cost;

static limb_decompose_opts complete(const limb_decompose_opts *opts);
static limb_status begin(job *j, const limb_mesh *mesh);
static limb_status split(job *j);
static int worst_piece(const job *j);
static limb_status merge(job *j);
static limb_status merge_all(job *j, pair_cost *pairs);
static limb_status cost_of(job *j, int a, int b, double *cost, limb_mesh **hull);
static bool close_enough(const job *j, double total);
static bool stopped(const job *j);
static limb_status pack(limb_parts **out, job *j);

typedef struct parts_block {
    limb_parts parts;
    const limb_allocator *memory;
    size_t size;
} parts_block;

limb_status limb_mesh_decompose(limb_parts **out, const limb_mesh *mesh,
                                const limb_decompose_opts *opts)
{
    assert(out && mesh);
    *out = NULL;
    if (mesh->ntriangle <= 0) return LIMB_ERROR_INPUT;
    job j = {.opts = complete(opts)};
    limb_status status = limb__mesh_solid_init(&j.solid, mesh, j.opts.resolution, j.opts.memory);
    if (status != LIMB_OK) return status;
    status = limb_mesh_solid_volume(&j.volume, mesh, NULL, j.opts.memory);
    j.solid.is_closed = j.volume.is_closed;
    j.solid.direction = limb_mesh_volume(mesh) < 0 ? -1 : 1;
    if (status == LIMB_OK) status = begin(&j, mesh);
    if (status == LIMB_OK) status = split(&j);
    if (status == LIMB_OK) status = merge(&j);
    if (status == LIMB_OK) status = pack(out, &j);
    for (int i = 0; i < j.npiece; i++)
        limb__piece_free(&j.solid, &j.piece[i]);
    limb__release(j.opts.memory, j.piece, (size_t)j.capacity * sizeof *j.piece);
    limb__mesh_solid_free(&j.solid);
    return status;
}

void limb_parts_free(limb_parts *parts)
{
    if (!parts) return;
    parts_block *block = (parts_block *)(void *)parts;
    for (int i = 0; i < parts->npart; i++)
        limb_mesh_free((limb_mesh *)(uintptr_t)parts->part[i]);
    limb__release(block->memory, block, block->size);
}

static limb_decompose_opts complete(const limb_decompose_opts *opts)
{
    limb_decompose_opts all = opts ? *opts : (limb_decompose_opts){0};
    all.memory = limb__memory(all.memory);
    if (!(all.max_error > 0)) all.max_error = DEFAULT_ERROR;
    if (all.max_parts <= 0) all.max_parts = DEFAULT_PARTS;
    if (all.max_parts > MAX_PARTS) all.max_parts = MAX_PARTS;
    if (all.resolution <= 0) all.resolution = DEFAULT_RESOLUTION;
    if (all.resolution < MIN_RESOLUTION) all.resolution = MIN_RESOLUTION;
    if (all.resolution > MAX_RESOLUTION) all.resolution = MAX_RESOLUTION;
    return all;
}

// Creates the first piece, the whole solid.
static limb_status begin(job *j, const limb_mesh *mesh)
{
    if (!(j->volume.hull > 0)) return LIMB_ERROR_NUMERIC;
    j->capacity = j->opts.max_parts + EXTRA_PIECES;
    j->piece = limb__allocate(j->opts.memory, (size_t)j->capacity * sizeof *j->piece);
    const size_t size = (size_t)mesh->ntriangle * sizeof(int);
    int *all = limb__allocate(j->opts.memory, size);
    limb_status status = j->piece && all ? LIMB_OK : LIMB_ERROR_MEMORY;
    if (!j->piece) j->capacity = 0;
    if (status == LIMB_OK) {
        for (int i = 0; i < mesh->ntriangle; i++)
            all[i] = i;
        limb__region region = {.cut = {{false}}};
        memcpy(region.lower, j->solid.lower, sizeof region.lower);
        memcpy(region.upper, j->solid.upper, sizeof region.upper);
        status = limb__piece_build(&j->piece[0], &j->solid, &region, all, mesh->ntriangle);
        if (status == LIMB_OK) j->npiece = 1;
        if (status == LIMB_OK && !j->piece[0].hull) status = LIMB_ERROR_NUMERIC;
        if (status == LIMB_OK) j->total = j->piece[0].volume;
        if (!j->volume.is_closed && !j->volume.is_estimated)
            j->volume.solid = fmin(limb__mesh_solid_within(&j->solid, &region), j->volume.hull);
    }
    limb__release(j->opts.memory, all, size);
    return status;
}

static limb_status split(job *j)
{
    while (j->npiece < j->capacity && !close_enough(j, j->total)) {
        if (stopped(j)) return LIMB_ERROR_LIMIT;
        const int worst = worst_piece(j);
        if (worst < 0) break;
        limb__piece half[2];
        bool found;
        const limb_status status = limb__piece_cut(&j->solid, &j->piece[worst], half, &found);
        if (status != LIMB_OK) return status;
        if (!found) {
            j->piece[worst].is_final = true;
            continue;
        }
        j->total += half[0].volume + half[1].volume - j->piece[worst].volume;
        limb__piece_free(&j->solid, &j->piece[worst]);
        j->piece[worst] = half[0];
        j->piece[j->npiece++] = half[1];
    }
    return LIMB_OK;
}

// Returns the piece with the largest excess of its hull; -1: no cut helps anywhere.
static int worst_piece(const job *j)
{
    int worst = -1;
    double most = 0;
    for (int i = 0; i < j->npiece; i++) {
        const double excess = j->piece[i].volume - j->piece[i].solid;
        if (j->piece[i].is_final || excess <= most) continue;
        most = excess;
        worst = i;
    }
    return worst;
}

static bool close_enough(const job *j, double total)
{
    return total <= (1 + j->opts.max_error) * j->volume.solid;
}

static bool stopped(const job *j)
{
    return j->opts.stop && j->opts.stop(j->opts.stop_ctx);
}

//---- merging -------------------------------------------------------------------------------------

static limb_status merge(job *j)
{
    if (j->npiece < 2) return LIMB_OK;
    pair_cost pairs = {.capacity = j->npiece};
    const size_t size = (size_t)pairs.capacity * (size_t)pairs.capacity * sizeof *pairs.cost;
    pairs.cost = limb__allocate(j->opts.memory, size);
    if (!pairs.cost) return LIMB_ERROR_MEMORY;
    limb_status status = LIMB_OK;
    for (int b = 1; b < j->npiece && status == LIMB_OK; b++) {
        if (stopped(j)) status = LIMB_ERROR_LIMIT;
        for (int a = 0; a < b && status == LIMB_OK; a++)
            status = cost_of(j, a, b, &pairs.cost[a * pairs.capacity + b], NULL);
    }
    if (status == LIMB_OK) status = merge_all(j, &pairs);
    limb__release(j->opts.memory, pairs.cost, size);
    return status;
}

// Merges the cheapest pair first, while there are too many or the error allows it.
static limb_status merge_all(job *j, pair_cost *pairs)
{
    const int n = pairs->capacity;
    while (j->npiece > 1) {
        int first = 0, second = 1;
        for (int b = 1; b < j->npiece; b++) {
            for (int a = 0; a < b; a++) {
                if (pairs->cost[a * n + b] < pairs->cost[first * n + second]) {
                    first = a;
                    second = b;
                }
            }
        }
        const double cost = pairs->cost[first * n + second];
        if (j->npiece <= j->opts.max_parts && cost > MERGE * j->volume.solid &&
            !close_enough(j, j->total + cost)) {
            return LIMB_OK;
        }
        if (stopped(j)) return LIMB_ERROR_LIMIT;
        limb_mesh *hull;
        double again;
        limb_status status = cost_of(j, first, second, &again, &hull);
        if (status != LIMB_OK) return status;
        limb__piece *a = &j->piece[first], *b = &j->piece[second];
        j->total += again;
        const double volume = a->volume + b->volume + again;
        limb__piece_free(&j->solid, a);
        limb__piece_free(&j->solid, b);
        *a = (limb__piece){.hull = hull, .volume = volume};
        // the last piece moves to the index of the second, with its costs
        const int last = --j->npiece;
        if (second != last) *b = j->piece[last];
        for (int i = 0; i < last; i++) {
            if (i == second) continue;
            const int low = i < second ? i : second, high = i < second ? second : i;
            pairs->cost[low * n + high] = pairs->cost[i * n + last];
        }
        for (int i = 0; i < last && status == LIMB_OK; i++) {
            if (i == first) continue;
            const int low = i < first ? i : first, high = i < first ? first : i;
            status = cost_of(j, low, high, &pairs->cost[low * n + high], NULL);
        }
        if (status != LIMB_OK) return status;
    }
    return LIMB_OK;
}

static limb_status cost_of(job *j, int a, int b, double *cost, limb_mesh **hull)
{
    const limb_mesh *one = j->piece[a].hull, *other = j->piece[b].hull;
    limb__mesh_solid *s = &j->solid;
    const int count = one->nvertex + other->nvertex;
    if (!limb__grow(s->memory, (void **)&s->point, &s->point_capacity, count, 12))
        return LIMB_ERROR_MEMORY;
    memcpy(s->point, one->position, (size_t)one->nvertex * 12);
    memcpy(s->point + 3 * (size_t)one->nvertex, other->position, (size_t)other->nvertex * 12);
    limb_mesh *common;
    const limb_status status = limb_hull_build(&common, s->point, count, s->memory, NULL);
    if (status != LIMB_OK) return status;
    *cost = limb_mesh_volume(common) - j->piece[a].volume - j->piece[b].volume;
    if (hull)
        *hull = common;
    else
        limb_mesh_free(common);
    return LIMB_OK;
}

static limb_status pack(limb_parts **out, job *j)
{
    const size_t size = sizeof(parts_block) + (size_t)j->npiece * sizeof(limb_mesh *);
    parts_block *block = limb__allocate(j->opts.memory, size);
    if (!block) return LIMB_ERROR_MEMORY;
    const limb_mesh **part = (const limb_mesh **)(void *)(block + 1);
    *block = (parts_block){.memory = j->opts.memory, .size = size};
    for (int i = 0; i < j->npiece; i++) {
        part[i] = j->piece[i].hull;
        j->piece[i].hull = NULL;
    }
    block->parts = (limb_parts){.npart = j->npiece,
                                .part = part,
                                .volume = j->total,
                                .solid = j->volume.solid,
                                .is_closed = j->volume.is_closed};
    *out = &block->parts;
    return LIMB_OK;
}
