// The surface during decimation: vertices with lists of their corners, and a heap of collapses.
#ifndef LIMB_SOLIDS_DECIMATE_H
#define LIMB_SOLIDS_DECIMATE_H

#include "base/memory.h"
#include "geometry/mesh/adjacency.h"
#include "geometry/mesh/builder.h"
#include "limb/mesh.h"

typedef struct limb__collapse {
    double cost;
    double point[3]; // new position of keep
    int keep, drop;
    int keep_stamp, drop_stamp; // of the vertices when this was added
} limb__collapse;

typedef struct limb__decimate {
    const limb_allocator *memory;
    void *block; // all arrays below except the heap
    size_t block_size;
    int nvertex;
    int ntriangle;
    int nalive;       // triangles
    double *position; // (nvertex x 3)
    double *quadric;  // largest distance from the replaced planes (nvertex)
    double *moved;    // farthest from the planes replaced  (nvertex)
    int *stamp;       // number of changes  (nvertex)
    int *mark;        // (nvertex)
    int mark_now;
    int *first, *last; // corner of each vertex; -1: none
    uint32_t *index;   // (ntriangle x 3)
    int *next;         // corner of the same vertex  (ntriangle x 3)
    bool *dead;        // (ntriangle)
    bool *border;      // is on an open edge  (nvertex)
    limb__collapse *heap;
    int nheap;
    int heap_capacity;
} limb__decimate;

limb_status limb__decimate_init(limb__decimate *d, const limb_mesh *mesh);
void limb__decimate_free(limb__decimate *d);
// Returns the triangle's area and unit normal (zero if it has no area).
double limb__decimate_normal(const limb__decimate *d, int triangle, double normal[3]);
// Visits the corners of a vertex in remaining triangles.
int limb__decimate_first(const limb__decimate *d, int vertex);
int limb__decimate_next(const limb__decimate *d, int corner);
// Moves drop's corners to keep.
void limb__decimate_join(limb__decimate *d, int keep, int drop);
bool limb__heap_push(limb__decimate *d, const limb__collapse *c);
void limb__heap_pop(limb__decimate *d, limb__collapse *out);

#endif
