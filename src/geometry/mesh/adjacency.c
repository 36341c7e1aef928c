// Finds the triangle across each edge: half-edges sorted by the lower number of their two points.
//
// A counting sort groups the half-edges of a point, in their order. Then the first half-edge of
// each edge is stored at the edge's higher point, together with the lower one, which identifies the
// edge. Every step is linear for any mesh, and neighbors in the file are neighbors in memory,
// unlike in a hash of the edges.
#include "geometry/mesh/adjacency.h"

#include "base/memory.h"

#include <string.h>

typedef struct edge {
    uint32_t low, high; // points
    int half;
} edge;

typedef struct memo { // of a point
    uint32_t low;     // the edge's other point, UINT32_MAX: none
    int half;
} memo;

static void sort_edges(edge *sorted, int *place, const uint32_t *index, int ntriangle, int nvertex);
static edge edge_of(const uint32_t *index, int half, int next);
static void pair_edges(limb__adjacency *out, const edge *sorted, int nhalf, memo *first,
                       int nvertex, int *twin);
static void count_kinds(limb__adjacency *out, const uint32_t *index, int nhalf, const int *twin);

limb_status limb__find_twins(limb__adjacency *out, const limb_allocator *memory,
                             const uint32_t *index, int ntriangle, int nvertex, int *twin)
{
    const size_t nhalf = (size_t)ntriangle * 3;
    const size_t size = nhalf * sizeof(edge) + (size_t)nvertex * (sizeof(memo) + sizeof(int));
    edge *sorted = limb__allocate(memory, size);
    if (!sorted) return LIMB_ERROR_MEMORY;
    memo *first = (memo *)(void *)(sorted + nhalf);
    int *place = (int *)(void *)(first + nvertex);
    sort_edges(sorted, place, index, ntriangle, nvertex);
    limb__adjacency found = {0};
    pair_edges(&found, sorted, (int)nhalf, first, nvertex, twin);
    if (out) {
        count_kinds(&found, index, (int)nhalf, twin);
        *out = found;
    }
    limb__release(memory, sorted, size);
    return LIMB_OK;
}

static void sort_edges(edge *sorted, int *place, const uint32_t *index, int ntriangle, int nvertex)
{
    memset(place, 0, (size_t)nvertex * sizeof *place);
    for (int t = 0; t < ntriangle; t++) {
        const uint32_t *c = index + (size_t)t * 3;
        place[c[0] < c[1] ? c[0] : c[1]]++;
        place[c[1] < c[2] ? c[1] : c[2]]++;
        place[c[2] < c[0] ? c[2] : c[0]]++;
    }
    int next = 0;
    for (int v = 0; v < nvertex; v++) {
        const int count = place[v];
        place[v] = next;
        next += count;
    }
    for (int t = 0; t < ntriangle; t++) {
        for (int k = 0; k < 3; k++) {
            const edge e = edge_of(index, 3 * t + k, k < 2 ? 3 * t + k + 1 : 3 * t);
            sorted[place[e.low]++] = e;
        }
    }
}

static inline edge edge_of(const uint32_t *index, int half, int next)
{
    const uint32_t a = index[half];
    const uint32_t b = index[next];
    return (edge){a < b ? a : b, a < b ? b : a, half};
}

// Whether an edge is new is unpredictable, so the loop has no branch on it.
static void pair_edges(limb__adjacency *out, const edge *sorted, int nhalf, memo *first,
                       int nvertex, int *twin)
{
    for (int v = 0; v < nvertex; v++)
        first[v] = (memo){UINT32_MAX, 0};
    for (int i = 0; i < nhalf; i++) {
        const edge e = sorted[i];
        const memo known = first[e.high];
        const bool again = known.low == e.low;
        const int other = again ? known.half : e.half;
        first[e.high] = (memo){e.low, other};
        twin[e.half] = LIMB__TWIN_OPEN;
        out->nedge += !again;
        const int before = twin[other];
        if (before != LIMB__TWIN_OPEN) { // a third one
            out->nnonmanifold += before >= 0;
            if (before >= 0) twin[before] = LIMB__TWIN_NON_MANIFOLD;
            twin[other] = twin[e.half] = LIMB__TWIN_NON_MANIFOLD;
            continue;
        }
        twin[other] = again ? e.half : LIMB__TWIN_OPEN;
        twin[e.half] = again ? other : LIMB__TWIN_OPEN;
    }
}

static void count_kinds(limb__adjacency *out, const uint32_t *index, int nhalf, const int *twin)
{
    for (int half = 0; half < nhalf; half++) {
        out->nopen += twin[half] == LIMB__TWIN_OPEN;
        // both start at the same point: they have the same direction
        out->nflipped += twin[half] > half && index[half] == index[twin[half]];
    }
}
