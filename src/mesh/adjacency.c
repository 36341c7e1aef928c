// Which triangle lies across each edge: a hash of undirected edges, each holding the first
// half-edge that had it.
#include "mesh/adjacency.h"

#include "base/memory.h"

#include <string.h>

typedef struct edge_table {
    uint32_t *slot; // first half-edge + 1, 0: free
    uint32_t mask;
    const uint32_t *index;
} edge_table;

static uint32_t *find_slot(const edge_table *table, uint32_t a, uint32_t b);
static void count_edges(limb__adjacency *out, const uint32_t *index, int nhalf, const int *twin,
                        const uint32_t *slot, size_t nslot);

limb_status limb__find_twins(limb__adjacency *out, const limb_allocator *memory,
                             const uint32_t *index, int ntriangle, int *twin)
{
    // a closed surface has half as many edges as half-edges, an open one up to as many
    const int nhalf = ntriangle * 3;
    size_t nslot = 16;
    while (nslot < (size_t)nhalf * 3 / 2)
        nslot *= 2;
    const size_t size = nslot * sizeof(uint32_t);
    uint32_t *slot = limb__allocate(memory, size);
    if (!slot) return LIMB_ERROR_MEMORY;
    memset(slot, 0, size);

    const edge_table table = {slot, (uint32_t)(nslot - 1), index};
    for (int half = 0; half < nhalf; half++) {
        twin[half] = LIMB__TWIN_OPEN;
        uint32_t *found = find_slot(&table, index[half], index[limb__next_half(half)]);
        if (*found == 0) {
            *found = (uint32_t)half + 1;
            continue;
        }
        const int first = (int)(*found - 1);
        if (twin[first] == LIMB__TWIN_OPEN) {
            twin[first] = half;
            twin[half] = first;
        } else {
            if (twin[first] >= 0) twin[twin[first]] = LIMB__TWIN_CROWDED;
            twin[first] = twin[half] = LIMB__TWIN_CROWDED;
        }
    }
    count_edges(out, index, nhalf, twin, slot, nslot);
    limb__release(memory, slot, size);
    return LIMB_OK;
}

static uint32_t *find_slot(const edge_table *table, uint32_t a, uint32_t b)
{
    const uint32_t low = a < b ? a : b;
    const uint32_t high = a < b ? b : a;
    uint64_t hash = (low | (uint64_t)high << 32) * 0xa0761d6478bd642fu;
    hash = (hash ^ (hash >> 32)) * 0xe7037ed1a0b428dbu;
    uint32_t at = (uint32_t)(hash >> 32) & table->mask;
    for (;; at = (at + 1) & table->mask) {
        if (table->slot[at] == 0) return &table->slot[at];
        const int half = (int)(table->slot[at] - 1);
        const uint32_t p = table->index[half];
        const uint32_t q = table->index[limb__next_half(half)];
        if ((p == low && q == high) || (p == high && q == low)) return &table->slot[at];
    }
}

static void count_edges(limb__adjacency *out, const uint32_t *index, int nhalf, const int *twin,
                        const uint32_t *slot, size_t nslot)
{
    memset(out, 0, sizeof *out);
    for (int half = 0; half < nhalf; half++) {
        out->nopen += twin[half] == LIMB__TWIN_OPEN;
        // both begin at the same point: they run the same way
        out->nflipped += twin[half] > half && index[half] == index[twin[half]];
    }
    for (size_t i = 0; i < nslot; i++) {
        if (slot[i] == 0) continue;
        out->nedge++;
        out->ncrowded += twin[slot[i] - 1] == LIMB__TWIN_CROWDED;
    }
}
