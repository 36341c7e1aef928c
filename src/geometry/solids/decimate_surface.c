// The surface during decimation: corner lists, normals, and the heap of candidates.
#include "geometry/mesh/weld.h"
#include "geometry/solids/decimate.h"

#include <math.h>
#include <string.h>

static limb_status weld_mesh(limb__decimate *d, const limb_mesh *mesh);
static bool cheaper(const limb__collapse *a, const limb__collapse *b);

limb_status limb__decimate_init(limb__decimate *d, const limb_mesh *mesh)
{
    const size_t nvertex = (size_t)mesh->nvertex, ncorner = (size_t)mesh->ntriangle * 3;
    d->block_size = nvertex * (14 * sizeof(double) + 4 * sizeof(int)) +
                    ncorner * (sizeof(uint32_t) + sizeof(int)) + (size_t)mesh->ntriangle + nvertex;
    d->block = limb__allocate(d->memory, d->block_size);
    if (!d->block) return LIMB_ERROR_MEMORY;
    memset(d->block, 0, d->block_size);
    d->position = d->block;
    d->quadric = d->position + 3 * nvertex;
    d->moved = d->quadric + 10 * nvertex;
    d->stamp = (int *)(void *)(d->moved + nvertex);
    d->mark = d->stamp + nvertex;
    d->first = d->mark + nvertex;
    d->last = d->first + nvertex;
    d->index = (uint32_t *)(void *)(d->last + nvertex);
    d->next = (int *)(void *)(d->index + ncorner);
    d->dead = (bool *)(void *)(d->next + ncorner);
    d->border = d->dead + mesh->ntriangle;
    return weld_mesh(d, mesh);
}

// By position alone; triangles that lose a corner are dropped.
static limb_status weld_mesh(limb__decimate *d, const limb_mesh *mesh)
{
    const size_t size = (size_t)mesh->nvertex * sizeof(uint32_t);
    uint32_t *number = limb__allocate(d->memory, size);
    if (!number) return LIMB_ERROR_MEMORY;
    limb__weld weld;
    limb_status status = limb__weld_init(&weld, d->memory, 3, mesh->nvertex);
    const uint32_t *row = (const uint32_t *)(const void *)mesh->position;
    if (status == LIMB_OK) status = limb__weld_rows(&weld, row, mesh->nvertex, true, number);
    if (status == LIMB_OK) {
        d->nvertex = weld.count;
        for (int i = 0; i < mesh->nvertex; i++) {
            for (int k = 0; k < 3; k++)
                d->position[3 * (size_t)number[i] + (size_t)k] =
                    (double)mesh->position[3 * (size_t)i + (size_t)k];
        }
        for (int t = 0; t < mesh->ntriangle; t++) {
            uint32_t *index = d->index + 3 * (size_t)d->ntriangle;
            for (int k = 0; k < 3; k++)
                index[k] = number[mesh->index[3 * (size_t)t + (size_t)k]];
            d->ntriangle += index[0] != index[1] && index[1] != index[2] && index[2] != index[0];
        }
        d->nalive = d->ntriangle;
        memset(d->first, 0xff, (size_t)d->nvertex * sizeof *d->first);
        memset(d->last, 0xff, (size_t)d->nvertex * sizeof *d->last);
        for (int corner = d->ntriangle * 3 - 1; corner >= 0; corner--) {
            const uint32_t vertex = d->index[corner];
            d->next[corner] = d->first[vertex];
            d->first[vertex] = corner;
            if (d->last[vertex] < 0) d->last[vertex] = corner;
        }
    }
    limb__weld_free(&weld);
    limb__release(d->memory, number, size);
    return status;
}

void limb__decimate_free(limb__decimate *d)
{
    limb__release(d->memory, d->block, d->block_size);
    limb__release(d->memory, d->heap, (size_t)d->heap_capacity * sizeof *d->heap);
}

double limb__decimate_normal(const limb__decimate *d, int triangle, double normal[3])
{
    const uint32_t *index = d->index + 3 * (size_t)triangle;
    const double *a = d->position + 3 * (size_t)index[0];
    const double *b = d->position + 3 * (size_t)index[1];
    const double *c = d->position + 3 * (size_t)index[2];
    double u[3], v[3];
    for (int k = 0; k < 3; k++) {
        u[k] = b[k] - a[k];
        v[k] = c[k] - a[k];
    }
    for (int k = 0; k < 3; k++)
        normal[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
    const double length =
        sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    for (int k = 0; k < 3; k++)
        normal[k] = length > 0 ? normal[k] / length : 0;
    return length / 2;
}

//---- corners -------------------------------------------------------------------------------------

static int alive_from(const limb__decimate *d, int corner)
{
    while (corner >= 0 && d->dead[corner / 3])
        corner = d->next[corner];
    return corner;
}

int limb__decimate_first(const limb__decimate *d, int vertex)
{
    return alive_from(d, d->first[vertex]);
}

int limb__decimate_next(const limb__decimate *d, int corner)
{
    return alive_from(d, d->next[corner]);
}

void limb__decimate_join(limb__decimate *d, int keep, int drop)
{
    if (d->first[drop] < 0) return;
    if (d->first[keep] < 0)
        d->first[keep] = d->first[drop];
    else
        d->next[d->last[keep]] = d->first[drop];
    d->last[keep] = d->last[drop];
    d->first[drop] = d->last[drop] = -1;
    // without this, removed triangles are visited repeatedly
    int *link = &d->first[keep];
    int last = -1;
    while (*link >= 0) {
        if (d->dead[*link / 3]) {
            *link = d->next[*link];
        } else {
            last = *link;
            link = &d->next[*link];
        }
    }
    d->last[keep] = last;
}

//---- heap ----------------------------------------------------------------------------------------

// ties are broken by index, so that results do not depend on the heap's history
static bool cheaper(const limb__collapse *a, const limb__collapse *b)
{
    if (a->cost != b->cost) return a->cost < b->cost;
    return a->keep != b->keep ? a->keep < b->keep : a->drop < b->drop;
}

bool limb__heap_push(limb__decimate *d, const limb__collapse *c)
{
    if (!limb__grow(d->memory, (void **)&d->heap, &d->heap_capacity, d->nheap + 1, sizeof *d->heap))
        return false;
    int at = d->nheap++;
    while (at > 0 && cheaper(c, &d->heap[(at - 1) / 2])) {
        d->heap[at] = d->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    d->heap[at] = *c;
    return true;
}

void limb__heap_pop(limb__decimate *d, limb__collapse *out)
{
    *out = d->heap[0];
    const limb__collapse moved = d->heap[--d->nheap];
    int at = 0;
    for (;;) {
        int child = 2 * at + 1;
        if (child >= d->nheap) break;
        if (child + 1 < d->nheap && cheaper(&d->heap[child + 1], &d->heap[child])) child++;
        if (!cheaper(&d->heap[child], &moved)) break;
        d->heap[at] = d->heap[child];
        at = child;
    }
    if (d->nheap > 0) d->heap[at] = moved;
}
