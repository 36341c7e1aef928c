// A triangle soup: welded in steps, degenerate triangles dropped.
#include "geometry/mesh/soup.h"

#include "base/memory.h"

#include <string.h>

enum { POINT_SIZE = LIMB__SOUP_STEP * 36 };

static bool all_finite(const uint32_t *word, size_t count);
static int drop_degenerate(uint32_t *corner, int count, const uint32_t *word, int *nnonfinite);

limb_status limb__soup_begin(limb__soup *soup, limb__mesh_builder *b, int expected_triangles)
{
    *soup = (limb__soup){.b = b, .weld = {.memory = b->memory}};
    soup->point = limb__allocate(b->memory, POINT_SIZE);
    if (!soup->point) return LIMB_ERROR_MEMORY;
    // a closed surface has half as many points as triangles
    const int expected_points = expected_triangles / 2 + 64;
    const limb_status status = limb__weld_init(&soup->weld, b->memory, 3, expected_points);
    if (status != LIMB_OK) return status;
    // with capacity for the parts of the mesh after its indices, so that their block need not move
    const int width = b->opts.normals == LIMB_MESH_NORMALS_COMPUTE ? 6 : 3;
    const int64_t words = (int64_t)expected_triangles * 3 + (int64_t)expected_points * width;
    if (!limb__mesh_begin_part(b, "", -1) ||
        !limb__mesh_reserve_corners(b, &b->corner_position,
                                    words < INT32_MAX / 2 ? (int)words : INT32_MAX / 2))
        return LIMB_ERROR_MEMORY;
    return LIMB_OK;
}

// The welded points become the builder's positions.
limb_status limb__soup_end(limb__soup *soup, limb_status status)
{
    limb__mesh_builder *b = soup->b;
    b->position.value = (float *)(void *)soup->weld.row;
    b->position.count = soup->weld.count;
    b->position.capacity = soup->weld.row_capacity;
    soup->weld.row = NULL;
    limb__weld_free(&soup->weld);
    limb__release(b->memory, soup->point, POINT_SIZE);
    // welding with a tolerance, and points that are not finite, are left to the end
    const uint32_t *word = (const uint32_t *)(const void *)b->position.value;
    b->welded = b->opts.weld <= 0 && all_finite(word, (size_t)b->position.count * 3);
    return status;
}

static bool all_finite(const uint32_t *word, size_t count)
{
    uint32_t not_finite = 0;
    for (size_t i = 0; i < count; i++)
        not_finite |= (word[i] & 0x7f800000u) == 0x7f800000u;
    return !not_finite;
}

limb_status limb__soup_add(limb__soup *soup, int count)
{
    limb__mesh_builder *b = soup->b;
    const uint32_t *word = (const uint32_t *)(const void *)soup->point;
    const int ncorner = 3 * count;
    if (!limb__mesh_reserve_corners(b, &b->corner_position, ncorner)) return LIMB_ERROR_MEMORY;
    uint32_t *corner = b->corner_position.value + b->corner_position.count;
    if (b->opts.weld >= 0) {
        if (limb__weld_rows(&soup->weld, word, ncorner, false, corner) != LIMB_OK)
            return LIMB_ERROR_MEMORY;
    } else {
        if (!limb__weld_reserve(&soup->weld, ncorner)) return LIMB_ERROR_MEMORY;
        for (int i = 0; i < ncorner; i++)
            corner[i] = limb__weld_append(&soup->weld, word + 3 * i);
    }
    int nnonfinite = 0;
    const int dropped =
        b->opts.keep_degenerate ? 0 : drop_degenerate(corner, count, word, &nnonfinite);
    b->ndegenerate += dropped - nnonfinite;
    b->nnonfinite += nnonfinite;
    b->nvertex_read += ncorner;
    b->corner_position.count += ncorner - 3 * dropped;
    return LIMB_OK;
}

// Removes triangles with two equal corners; returns how many. nnonfinite counts those whose corners
// were welded because they are not finite.
static int drop_degenerate(uint32_t *corner, int count, const uint32_t *word, int *nnonfinite)
{
    int any = 0;
    for (int i = 0; i < count; i++) {
        const uint32_t *c = corner + 3 * i;
        any |= (c[0] == c[1]) | (c[1] == c[2]) | (c[2] == c[0]);
    }
    if (!any) return 0;
    uint32_t *kept = corner;
    for (int i = 0; i < count; i++) {
        const uint32_t c[3] = {corner[3 * i], corner[3 * i + 1], corner[3 * i + 2]};
        const bool drop = c[0] == c[1] || c[1] == c[2] || c[2] == c[0];
        memcpy(kept, c, sizeof c);
        kept += drop ? 0 : 3;
        *nnonfinite += drop && !all_finite(word + 9 * (size_t)i, 9);
    }
    return count - (int)(kept - corner) / 3;
}
