// glTF attributes as the builder has them: texture coordinates laid, colors as display values.
#include "geometry/gltf/gltf.h"

#include <string.h>

void limb__gltf_lay(const limb__gltf_laying *l, float *row, int count)
{
    for (int i = 0; i < count; i++, row += 2) {
        const double u = (double)row[0], v = (double)row[1];
        row[0] = (float)(l->u[0] * u + l->u[1] * v + l->u[2]);
        row[1] = (float)(l->v[0] * u + l->v[1] * v + l->v[2]);
    }
}

limb_status limb__gltf_put_colors(limb__gltf *g, int base, const float *row, int count, int width)
{
    limb__corner_stream *color = &g->b->color;
    const int more = g->b->position.count - color->count;
    if (!limb__mesh_reserve_corners(g->b, color, more)) return LIMB_ERROR_MEMORY;
    for (int i = 0; i < more; i++)
        color->value[color->count++] = UINT32_MAX;
    for (int i = 0; i < count; i++) {
        uint8_t rgba[4] = {255, 255, 255, 255};
        for (int k = 0; k < width; k++) {
            const float value = row[i * width + k];
            const float shown = k < 3 ? limb__gltf_display((double)value) : value;
            rgba[k] = (uint8_t)(shown > 0 ? (shown < 1 ? shown * 255 + 0.5f : 255) : 0);
        }
        memcpy(&color->value[base + i], rgba, 4);
    }
    return LIMB_OK;
}
