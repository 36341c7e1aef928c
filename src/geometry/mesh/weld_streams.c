// Welds the streams of a builder: equal rows become one, and the corners are updated.
#include "geometry/mesh/builder.h"

#include "base/memory.h"
#include "geometry/mesh/weld.h"

#include <string.h>

static int expected_rows(int nrow, int ncorner);
static limb_status weld_colored(limb__mesh_builder *b, limb__weld *weld, uint32_t *number);

limb_status limb__mesh_weld_positions(limb__mesh_builder *b)
{
    const int count = b->position.count;
    if (b->opts.weld < 0 || count == 0) return LIMB_OK;
    const size_t size = (size_t)count * sizeof(uint32_t);
    uint32_t *number = limb__allocate(b->memory, size);
    if (!number) return LIMB_ERROR_MEMORY;

    const bool colored = b->color.count == count;
    limb__weld weld;
    limb_status status = limb__weld_init(&weld, b->memory, colored ? 4 : 3,
                                         expected_rows(count, b->corner_position.count));
    if (status == LIMB_OK && colored) {
        status = weld_colored(b, &weld, number);
    } else if (status == LIMB_OK) {
        const uint32_t *word = (const uint32_t *)(const void *)b->position.value;
        status = b->opts.weld > 0
                     ? limb__weld_near(&weld, b->position.value, count, b->opts.weld, number)
                     : limb__weld_rows(&weld, word, count, true, number);
        if (status == LIMB_OK) {
            memcpy(b->position.value, weld.row, (size_t)weld.count * 12);
            b->position.count = weld.count;
        }
    }
    if (status == LIMB_OK) {
        for (int i = 0; i < b->corner_position.count; i++)
            b->corner_position.value[i] = number[b->corner_position.value[i]];
    }
    limb__weld_free(&weld);
    limb__release(b->memory, number, size);
    return status;
}

limb_status limb__mesh_weld_attribute(limb__mesh_builder *b, limb__float_stream *stream,
                                      limb__corner_stream *corner, int width)
{
    if (corner->count == 0) return LIMB_OK;
    if (!limb__mesh_reserve_floats(b, stream, 1, width)) return LIMB_ERROR_MEMORY;
    const uint32_t zero = (uint32_t)stream->count++;
    memset(stream->value + (size_t)zero * (size_t)width, 0, (size_t)width * sizeof(float));

    const size_t size = (size_t)stream->count * sizeof(uint32_t);
    uint32_t *number = limb__allocate(b->memory, size);
    if (!number) return LIMB_ERROR_MEMORY;
    limb__weld weld;
    limb_status status =
        limb__weld_init(&weld, b->memory, width, expected_rows(stream->count, corner->count));
    const uint32_t *word = (const uint32_t *)(const void *)stream->value;
    if (status == LIMB_OK) status = limb__weld_rows(&weld, word, stream->count, true, number);
    if (status == LIMB_OK) {
        memcpy(stream->value, weld.row, (size_t)weld.count * (size_t)width * sizeof(float));
        stream->count = weld.count;
        for (int i = 0; i < corner->count; i++) {
            const uint32_t at = corner->value[i];
            corner->value[i] = number[at == LIMB__CORNER_NONE ? zero : at];
        }
    }
    limb__weld_free(&weld);
    limb__release(b->memory, number, size);
    return status;
}

// In indexed meshes rows are rarely repeated; in a triangle soup each occurs about six times.
static int expected_rows(int nrow, int ncorner)
{
    return ncorner / 2 >= nrow ? nrow : nrow / 4;
}

// The same if positions have colors: both must be equal.
static limb_status weld_colored(limb__mesh_builder *b, limb__weld *weld, uint32_t *number)
{
    enum { STEP = 256 };
    const int count = b->position.count;
    limb_status status = LIMB_OK;
    for (int done = 0; done < count && status == LIMB_OK; done += STEP) {
        const int step = count - done < STEP ? count - done : STEP;
        uint32_t row[STEP * 4];
        for (int i = 0; i < step; i++) {
            memcpy(row + i * 4, b->position.value + (size_t)(done + i) * 3, 12);
            row[i * 4 + 3] = b->color.value[done + i];
        }
        status = limb__weld_rows(weld, row, step, true, number + done);
    }
    if (status != LIMB_OK) return status;
    for (int i = 0; i < weld->count; i++) {
        memcpy(b->position.value + (size_t)i * 3, weld->row + (size_t)i * 4, 12);
        b->color.value[i] = weld->row[(size_t)i * 4 + 3];
    }
    b->position.count = b->color.count = weld->count;
    return LIMB_OK;
}
