// Drops triangles with two equal corners or coordinates that are not finite, and parts left
// without triangles.
#include "geometry/mesh/builder.h"

#include <string.h>

static bool has_degenerate(const limb__mesh_builder *b, bool by_value);
static bool is_degenerate(const limb__mesh_builder *b, const uint32_t corner[3], bool by_value);
static bool is_equal_point(const float *p, const float *q);
static void drop_empty_parts(limb__mesh_builder *b, int count);
static bool is_finite(const float *value, size_t count);
static bool is_finite_row(const float *row);

void limb__mesh_drop_triangles(limb__mesh_builder *b, bool by_value)
{
    const int ntriangle = b->corner_position.count / 3;
    uint32_t *const position = b->corner_position.value;
    const bool all_finite = is_finite(b->position.value, (size_t)b->position.count * 3);
    if (all_finite && !has_degenerate(b, by_value)) {
        drop_empty_parts(b, b->npart);
        return;
    }
    int kept = 0;
    int part = -1;
    for (int i = 0; i < ntriangle; i++) {
        while (part + 1 < b->npart && b->part[part + 1].first <= i) {
            part++;
            b->part[part].first = kept;
            b->part[part].count = 0;
        }
        const uint32_t *c = position + (size_t)i * 3;
        const bool degenerate = is_degenerate(b, c, by_value);
        const bool finite = all_finite || (is_finite_row(b->position.value + (size_t)c[0] * 3) &&
                                           is_finite_row(b->position.value + (size_t)c[1] * 3) &&
                                           is_finite_row(b->position.value + (size_t)c[2] * 3));
        if (!finite || (degenerate && !b->opts.keep_degenerate)) {
            b->nnonfinite += !finite;
            b->ndegenerate += finite;
            continue;
        }
        limb__corner_stream *const stream[3] = {&b->corner_position, &b->corner_normal,
                                                &b->corner_texcoord};
        for (int s = 0; s < 3 && kept != i; s++) {
            if (stream[s]->count > 0)
                memcpy(stream[s]->value + (size_t)kept * 3, stream[s]->value + (size_t)i * 3, 12);
        }
        kept++;
        if (part >= 0) b->part[part].count++;
    }
    drop_empty_parts(b, part + 1); // none of the others has triangles
    b->corner_position.count = kept * 3;
    if (b->corner_normal.count > 0) b->corner_normal.count = kept * 3;
    if (b->corner_texcoord.count > 0) b->corner_texcoord.count = kept * 3;
}

// Few meshes need this: a first loop only checks.
static bool has_degenerate(const limb__mesh_builder *b, bool by_value)
{
    bool found = false;
    if (b->opts.keep_degenerate) return false;
    for (int i = 0; i < b->corner_position.count && !found; i += 3)
        found = is_degenerate(b, b->corner_position.value + i, by_value);
    return found;
}

static inline bool is_degenerate(const limb__mesh_builder *b, const uint32_t corner[3],
                                 bool by_value)
{
    if (!by_value)
        return corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0];
    const float *const p = b->position.value + (size_t)corner[0] * 3;
    const float *const q = b->position.value + (size_t)corner[1] * 3;
    const float *const r = b->position.value + (size_t)corner[2] * 3;
    return is_equal_point(p, q) || is_equal_point(q, r) || is_equal_point(r, p);
}

// compared by their bits: there is no -0
static inline bool is_equal_point(const float *p, const float *q)
{
    uint64_t a, b;
    uint32_t c, d;
    memcpy(&a, p, 8);
    memcpy(&b, q, 8);
    memcpy(&c, p + 2, 4);
    memcpy(&d, q + 2, 4);
    return ((a ^ b) | (c ^ d)) == 0;
}

static void drop_empty_parts(limb__mesh_builder *b, int count)
{
    int npart = 0;
    for (int i = 0; i < count; i++) {
        if (b->part[i].count > 0) b->part[npart++] = b->part[i];
    }
    b->npart = npart;
}

// Compared by their exponents, without branches, for whole arrays.
static inline bool is_finite(const float *value, size_t count)
{
    const uint32_t exponent = 0x7f800000;
    uint32_t found = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t word;
        memcpy(&word, value + i, sizeof word);
        found |= (word & exponent) == exponent;
    }
    return found == 0;
}

static bool is_finite_row(const float *row)
{
    return is_finite(row, 3);
}
