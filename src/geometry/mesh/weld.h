// Welding: gives equal rows of 32-bit words one index.
//
// The table uses open addressing with linear probing over the indices of the rows so far and is at
// most one third full (a probe that continues is a branch misprediction); rows are in one array in
// order of first occurrence. Everything that corners may share is welded by it: positions (3
// words), with color (4), texture coordinates (2), and vertices as triples of such indices.
#ifndef LIMB_MESH_WELD_H
#define LIMB_MESH_WELD_H

#include "limb/base.h"

#include <string.h>

typedef struct limb__weld {
    const limb_allocator *memory;
    uint32_t *row; // unique rows (count x width)
    int count;
    int row_capacity;
    int width;      // words per row: 2, 3 or 4
    uint32_t *slot; // number + 1, 0: free  (1 << (64 - shift))
    int shift;      // of the hash: its top bits select the slot
} limb__weld;

// The expected count is a hint. LIMB_ERROR_MEMORY: nothing to free.
limb_status limb__weld_init(limb__weld *weld, const limb_allocator *memory, int width,
                            int expected);
void limb__weld_free(limb__weld *weld);
// Ensures capacity for `more` calls of limb__weld_add. Returns false if there is no memory.
bool limb__weld_reserve(limb__weld *weld, int more);

// Returns the index of the row, new or known. Width must be weld->width: as a constant it lets the
// compiler unroll. The caller has ensured capacity.
static inline uint32_t limb__weld_add(limb__weld *weld, const uint32_t *row, int width);

// Returns an index for a row of three words that limb__weld_add need not find, because it is looked
// up elsewhere. The caller has ensured capacity.
static inline uint32_t limb__weld_append(limb__weld *weld, const uint32_t row[3])
{
    memcpy(weld->row + (size_t)weld->count * 3, row, 3 * sizeof *row);
    return (uint32_t)weld->count++;
}

// Returns the indices of count rows; -0 is treated as 0 if the words are floats.
limb_status limb__weld_rows(limb__weld *weld, const uint32_t *row, int count, bool floats,
                            uint32_t *number);

// Returns indices of points (count x 3) such that points closer than tolerance to an earlier kept
// point have its index. The rows of weld (width 3) are the kept points.
limb_status limb__weld_near(limb__weld *weld, const float *point, int count, double tolerance,
                            uint32_t *number);

// Loads up to two words as one, which halves loads and comparisons.
static inline uint64_t limb__weld_pair(const uint32_t *word, int count)
{
    if (count == 0) return 0;
    return count == 1 ? word[0] : word[0] | (uint64_t)word[1] << 32;
}

// The same if the slot selected by the row's hash is already known.
static inline uint32_t limb__weld_add_at(limb__weld *weld, const uint32_t *row, int width,
                                         uint32_t at)
{
    const uint64_t begin = limb__weld_pair(row, 2);
    const uint64_t end = limb__weld_pair(row + 2, width - 2);
    const uint32_t mask = (uint32_t)((UINT64_C(1) << (64 - weld->shift)) - 1);
    for (uint32_t number; (number = weld->slot[at]) != 0; at = (at + 1) & mask) {
        const uint32_t *known = weld->row + (size_t)(number - 1) * (size_t)width;
        const uint64_t difference =
            (limb__weld_pair(known, 2) ^ begin) | (limb__weld_pair(known + 2, width - 2) ^ end);
        if (difference == 0) return number - 1;
    }
    uint32_t *fresh = weld->row + (size_t)weld->count * (size_t)width;
    for (int i = 0; i < width; i++)
        fresh[i] = row[i];
    weld->slot[at] = (uint32_t)++weld->count;
    return (uint32_t)(weld->count - 1);
}

// +0 for -0, others unchanged: the two compare equal but differ in bits.
static inline uint32_t limb__weld_word(uint32_t word)
{
    return (word << 1) ? word : 0;
}

// The same for an array of floats.
static inline void limb__weld_words(float *value, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t word;
        memcpy(&word, value + i, sizeof word);
        word = limb__weld_word(word);
        memcpy(value + i, &word, sizeof word);
    }
}

// Returns the top bits of a sum of products (O. Kaser and D. Lemire, "Strongly universal string
// hashing is fast", 2014). Words are loaded and multiplied one by one: rows are often just written,
// and loading two words together would wait for both stores.
static inline uint64_t limb__weld_hash(const uint32_t *row, int width)
{
    uint64_t hash = row[0] * 0x9e3779b97f4a7c15u + row[1] * 0xa0761d6478bd642fu;
    if (width > 2) hash += row[2] * 0xe7037ed1a0b428dbu;
    if (width > 3) hash += row[3] * 0xd6e8feb86659fd93u;
    return hash;
}

static inline uint32_t limb__weld_add(limb__weld *weld, const uint32_t *row, int width)
{
    const uint32_t at = (uint32_t)(limb__weld_hash(row, width) >> weld->shift);
    return limb__weld_add_at(weld, row, width, at);
}

#endif
