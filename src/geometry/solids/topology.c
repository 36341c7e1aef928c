// How triangles are connected: edges between welded positions, pieces by union-find.
#include "limb/mesh.h"

#include "base/memory.h"
#include "geometry/mesh/adjacency.h"
#include "geometry/mesh/weld.h"

#include <assert.h>
#include <string.h>

static int find_piece(int *parent, int triangle);
static int count_pieces(const int *twin, int ntriangle, int *parent);

limb_status limb_mesh_compute_topology(limb_mesh_topology *out, const limb_mesh *mesh,
                                       const limb_allocator *memory)
{
    assert(out && mesh);
    memset(out, 0, sizeof *out);
    memory = limb__memory(memory);
    const size_t ncorner = (size_t)mesh->ntriangle * 3;
    const size_t nvertex = (size_t)mesh->nvertex;
    const size_t size =
        (nvertex + ncorner) * sizeof(uint32_t) + (ncorner + (size_t)mesh->ntriangle) * sizeof(int);
    uint32_t *number = limb__allocate(memory, size);
    if (!number) return LIMB_ERROR_MEMORY;
    uint32_t *index = number + nvertex;
    int *twin = (int *)(void *)(index + ncorner);
    int *parent = twin + ncorner;

    limb__weld weld;
    limb_status status = limb__weld_init(&weld, memory, 3, mesh->nvertex);
    if (status == LIMB_OK) {
        const uint32_t *row = (const uint32_t *)(const void *)mesh->position;
        status = limb__weld_rows(&weld, row, mesh->nvertex, true, number);
        out->nvertex = weld.count;
    }
    limb__weld_free(&weld);
    for (size_t i = 0; i < ncorner && status == LIMB_OK; i++)
        index[i] = number[mesh->index[i]];
    limb__adjacency adjacency = {0};
    if (status == LIMB_OK)
        status = limb__find_twins(&adjacency, memory, index, mesh->ntriangle, out->nvertex, twin);
    if (status == LIMB_OK) {
        out->nedge = adjacency.nedge;
        out->nopen = adjacency.nopen;
        out->nnonmanifold = adjacency.nnonmanifold;
        out->nflipped = adjacency.nflipped;
        out->ncomponent = count_pieces(twin, mesh->ntriangle, parent);
        out->watertight = mesh->ntriangle > 0 && adjacency.nopen == 0 &&
                          adjacency.nnonmanifold == 0 && adjacency.nflipped == 0;
    }
    limb__release(memory, number, size);
    return status;
}

static int count_pieces(const int *twin, int ntriangle, int *parent)
{
    int count = ntriangle;
    for (int t = 0; t < ntriangle; t++)
        parent[t] = t;
    for (int half = 0; half < ntriangle * 3; half++) {
        if (twin[half] < 0) continue;
        const int a = find_piece(parent, half / 3);
        const int b = find_piece(parent, twin[half] / 3);
        if (a == b) continue;
        parent[a > b ? a : b] = a < b ? a : b;
        count--;
    }
    return count;
}

static int find_piece(int *parent, int triangle)
{
    while (parent[triangle] != triangle) {
        parent[triangle] = parent[parent[triangle]];
        triangle = parent[triangle];
    }
    return triangle;
}
