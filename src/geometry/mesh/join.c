// Forms vertices by index: first from the file's own indices, then by merging those
// with equal values.
//
// In most files that index their attributes, corners of one vertex already have the same indices:
// the last few vertices of a position are compared, which needs no table. The rest, far fewer than
// the corners in such files, are welded by value in the block where they are written.
#include "geometry/mesh/join.h"

#include "base/memory.h"
#include "geometry/mesh/weld.h"

#include <string.h>

#define NONE UINT32_MAX

enum {
    LOOK_BACK = 6,        // vertices of a position; others are found by value later
    SLOTS_PER_VERTEX = 3, // at least; see weld.h
    BATCH = 128           // vertices whose slots are computed before the first is looked up
};

typedef struct vertex {
    uint64_t attributes; // normal, texture coordinate in the upper half
    uint32_t position;
    uint32_t before; // at the same position, NONE: none
} vertex;

typedef struct joining {
    limb__mesh_builder *b;
    uint32_t *last; // vertex made at each position, NONE: none yet
    vertex *vertex;
    int count;
    int capacity;
} joining;

// the table of vertices by value
typedef struct table {
    uint32_t *slot; // vertex + 1, 0: free  (1 << bits)
    int bits;
} table;

static limb_status add_absent_texcoord(limb__mesh_builder *b);
static limb_status number_corners(joining *j);
static void number_some(joining *j, int begin, int end, int look_back);
static void number_range(joining *j, int begin, int end, int look_back, bool normal, bool texcoord);
static limb_status write_vertices(const joining *j, limb__joined *out);
static limb_status weld_vertices(limb__mesh_builder *b, limb__joined *v);
static int number_vertices(const limb__joined *v, table t, uint32_t *number);
static uint64_t hash_of(const limb__joined *v, int i);
static uint64_t hash_words(const float *value, int count, uint64_t f, uint64_t g, uint64_t h);
static uint32_t word_of(const float *value);
static bool equal(const limb__joined *v, int i, int k);
static uint64_t differ(const float *p, const float *q, int count);
static void move_vertex(const limb__joined *v, int from, int to);

limb_status limb__mesh_join(limb__mesh_builder *b, limb__joined *out)
{
    memset(out, 0, sizeof *out);
    limb_status status = add_absent_texcoord(b);
    if (status != LIMB_OK) return status;
    joining j = {.b = b};
    const size_t size = (size_t)b->position.count * sizeof *j.last;
    j.last = limb__allocate(b->memory, size);
    if (!j.last) return LIMB_ERROR_MEMORY;
    memset(j.last, 0xff, size); // NONE
    status = number_corners(&j);
    limb__release(b->memory, j.last, size);
    if (status == LIMB_OK) status = write_vertices(&j, out);
    limb__release(b->memory, j.vertex, (size_t)j.capacity * sizeof *j.vertex);
    if (status != LIMB_OK) return status;
    status = weld_vertices(b, out);
    if (status != LIMB_OK) limb__release(b->memory, out->block, out->size);
    return status;
}

// Corners without texture coordinate get a row of zeros.
static limb_status add_absent_texcoord(limb__mesh_builder *b)
{
    const limb__corner_stream *corner = &b->corner_texcoord;
    const uint32_t zero = (uint32_t)b->texcoord.count;
    bool added = false;
    for (int i = 0; i < corner->count; i++) {
        if (corner->value[i] != LIMB__CORNER_NONE) continue;
        if (!added && !limb__mesh_add_texcoord(b, 0, 0)) return LIMB_ERROR_MEMORY;
        added = true;
        corner->value[i] = zero;
    }
    return LIMB_OK;
}

//---- by index ------------------------------------------------------------------------------------

static limb_status number_corners(joining *j)
{
    enum { STEP = 1024 };
    const int count = j->b->corner_position.count;
    int look_back = LOOK_BACK;
    for (int done = 0; done < count; done += STEP) {
        const int step = count - done < STEP ? count - done : STEP;
        if (!limb__grow(j->b->memory, (void **)&j->vertex, &j->capacity, j->count + step,
                        sizeof *j->vertex))
            return LIMB_ERROR_MEMORY;
        const int before = j->count;
        number_some(j, done, done + step, look_back);
        // if most corners are separate vertices, searching for equal ones is useless
        look_back = j->count - before > step / 2 ? 1 : LOOK_BACK;
    }
    return LIMB_OK;
}

// One loop for each combination of attributes.
static void number_some(joining *j, int begin, int end, int look_back)
{
    const bool normal = j->b->corner_normal.count > 0;
    const bool texcoord = j->b->corner_texcoord.count > 0;
    if (normal && texcoord)
        number_range(j, begin, end, look_back, true, true);
    else if (normal)
        number_range(j, begin, end, look_back, true, false);
    else
        number_range(j, begin, end, look_back, false, true);
}

static inline void number_range(joining *j, int begin, int end, int look_back, bool normal,
                                bool texcoord)
{
    const limb__mesh_builder *b = j->b;
    uint32_t *const corner = b->corner_position.value;
    uint32_t *const last = j->last;
    vertex *const all = j->vertex;
    uint32_t count = (uint32_t)j->count;
    for (int i = begin; i < end; i++) {
        const uint32_t position = corner[i];
        const uint32_t newest = last[position];
        const uint64_t wanted = (normal ? b->corner_normal.value[i] : 0) |
                                (uint64_t)(texcoord ? b->corner_texcoord.value[i] : 0) << 32;
        uint32_t at = newest;
        for (int k = 1; at != NONE && all[at].attributes != wanted; k++)
            at = k < look_back ? all[at].before : NONE;
        if (at == NONE) {
            at = count++;
            all[at] = (vertex){wanted, position, newest};
            last[position] = at;
        }
        corner[i] = at;
    }
    j->count = (int)count;
}

static limb_status write_vertices(const joining *j, limb__joined *out)
{
    const limb__mesh_builder *b = j->b;
    const bool normal = b->corner_normal.count > 0;
    const bool texcoord = b->corner_texcoord.count > 0;
    const size_t count = (size_t)j->count;
    const size_t width = 3u + (normal ? 3u : 0u) + (texcoord ? 2u : 0u);
    out->size = count * width * sizeof(float);
    out->block = limb__allocate(b->memory, out->size);
    if (!out->block) return LIMB_ERROR_MEMORY;
    out->count = j->count;
    out->position = out->block;
    if (normal) out->normal = out->block + count * 3;
    if (texcoord) out->texcoord = out->block + count * (width - 2);
    for (size_t i = 0; i < count; i++) {
        const vertex *v = &j->vertex[i];
        memcpy(out->position + i * 3, b->position.value + (size_t)v->position * 3, 12);
        if (normal)
            memcpy(out->normal + i * 3, b->normal.value + (size_t)(uint32_t)v->attributes * 3, 12);
        if (texcoord)
            memcpy(out->texcoord + i * 2, b->texcoord.value + (size_t)(v->attributes >> 32) * 2, 8);
    }
    return LIMB_OK;
}

//---- by value ------------------------------------------------------------------------------------

// Vertices that repeat an earlier one are removed; the others move up.
static limb_status weld_vertices(limb__mesh_builder *b, limb__joined *v)
{
    const size_t count = (size_t)v->count;
    if (v->normal) limb__weld_words(v->normal, count * 3);
    if (v->texcoord) limb__weld_words(v->texcoord, count * 2);
    int bits = 6;
    while (((size_t)1 << bits) < count * SLOTS_PER_VERTEX)
        bits++;
    const size_t slot_size = sizeof(uint32_t) << bits;
    const size_t number_size = count * sizeof(uint32_t);
    uint32_t *slot = limb__allocate(b->memory, slot_size);
    uint32_t *number = slot ? limb__allocate(b->memory, number_size) : NULL;
    if (number) {
        memset(slot, 0, slot_size);
        const int kept = number_vertices(v, (table){slot, bits}, number);
        for (int i = 0; kept < v->count && i < b->corner_position.count; i++)
            b->corner_position.value[i] = number[b->corner_position.value[i]];
        v->count = kept;
    }
    limb__release(b->memory, slot, slot_size);
    limb__release(b->memory, number, number_size);
    return number ? LIMB_OK : LIMB_ERROR_MEMORY;
}

// Numbers all vertices; returns how many are left.
static int number_vertices(const limb__joined *v, table t, uint32_t *number)
{
    const uint32_t mask = (uint32_t)(((uint64_t)1 << t.bits) - 1);
    int kept = 0;
    for (int done = 0; done < v->count; done += BATCH) {
        // first the slots of many, then the vertices: mispredicted branches of the second loop do
        // not delay the arithmetic of the first
        const int step = v->count - done < BATCH ? v->count - done : BATCH;
        uint32_t slot[BATCH];
        for (int i = 0; i < step; i++) {
            slot[i] = (uint32_t)(hash_of(v, done + i) >> (64 - t.bits));
            __builtin_prefetch(t.slot + slot[i]);
        }
        for (int i = 0; i < step; i++) {
            uint32_t at = slot[i];
            while (t.slot[at] != 0 && !equal(v, done + i, (int)(t.slot[at] - 1)))
                at = (at + 1) & mask;
            if (t.slot[at] == 0) {
                move_vertex(v, done + i, kept);
                t.slot[at] = (uint32_t)++kept;
            }
            number[done + i] = t.slot[at] - 1;
        }
    }
    return kept;
}

// As limb__weld_hash. Each attribute is loaded separately: collected in an array, they would be
// stored in small pieces, and loading them together would stall.
static inline uint64_t hash_of(const limb__joined *v, int i)
{
    uint64_t hash = hash_words(v->position + (size_t)i * 3, 3, 0x9e3779b97f4a7c15u,
                               0xa0761d6478bd642fu, 0xe7037ed1a0b428dbu);
    if (v->normal)
        hash += hash_words(v->normal + (size_t)i * 3, 3, 0xd6e8feb86659fd93u, 0x8ebc6af09c88c6e3u,
                           0x589965cc75374cc3u);
    if (v->texcoord)
        hash +=
            hash_words(v->texcoord + (size_t)i * 2, 2, 0x1d8e4e27c47d124fu, 0xeb44accab455d165u, 0);
    return hash;
}

static inline uint64_t hash_words(const float *value, int count, uint64_t f, uint64_t g, uint64_t h)
{
    return word_of(value) * f + word_of(value + 1) * g + (count > 2 ? word_of(value + 2) * h : 0);
}

static inline uint32_t word_of(const float *value)
{
    uint32_t word;
    memcpy(&word, value, sizeof word);
    return word;
}

static inline bool equal(const limb__joined *v, int i, int k)
{
    uint64_t difference = differ(v->position + (size_t)i * 3, v->position + (size_t)k * 3, 3);
    if (v->normal) difference |= differ(v->normal + (size_t)i * 3, v->normal + (size_t)k * 3, 3);
    if (v->texcoord)
        difference |= differ(v->texcoord + (size_t)i * 2, v->texcoord + (size_t)k * 2, 2);
    return difference == 0;
}

static inline uint64_t differ(const float *p, const float *q, int count)
{
    uint64_t a, b;
    memcpy(&a, p, 8);
    memcpy(&b, q, 8);
    return (a ^ b) | (count > 2 ? word_of(p + 2) ^ word_of(q + 2) : 0);
}

static inline void move_vertex(const limb__joined *v, int from, int to)
{
    if (from == to) return;
    memcpy(v->position + (size_t)to * 3, v->position + (size_t)from * 3, 12);
    if (v->normal) memcpy(v->normal + (size_t)to * 3, v->normal + (size_t)from * 3, 12);
    if (v->texcoord) memcpy(v->texcoord + (size_t)to * 2, v->texcoord + (size_t)from * 2, 8);
}
