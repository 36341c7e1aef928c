// Depth maps: the scene as seen by a distant light, and the fraction of its light that
// reaches a point.
#include "output/render/draw.h"

#include <math.h>

static inline int count_lit(const float *texel, int count, float depth);

void limb__depth_map_place(limb__depth_map *map, const float direction[3], const float lower[3],
                           const float upper[3])
{
    const float length = sqrtf(limb__dot3(direction, direction));
    for (int k = 0; k < 3; k++)
        map->axis[2][k] = direction[k] / length;
    const float *back = map->axis[2];
    // any two perpendicular directions
    const float flat = sqrtf(back[0] * back[0] + back[1] * back[1]);
    const bool steep = flat < 1e-3f;
    map->axis[0][0] = steep ? 1 : -back[1] / flat;
    map->axis[0][1] = steep ? 0 : back[0] / flat;
    map->axis[0][2] = 0;
    for (int k = 0; k < 3; k++) {
        const int u = (k + 1) % 3;
        const int v = (k + 2) % 3;
        map->axis[1][k] = back[u] * map->axis[0][v] - back[v] * map->axis[0][u];
    }
    float low[2] = {INFINITY, INFINITY};
    float high[2] = {-INFINITY, -INFINITY};
    for (int i = 0; i < 8; i++) {
        const float corner[3] = {i & 1 ? upper[0] : lower[0], i & 2 ? upper[1] : lower[1],
                                 i & 4 ? upper[2] : lower[2]};
        for (int k = 0; k < 2; k++) {
            const float at = limb__dot3(map->axis[k], corner);
            low[k] = limb__min(low[k], at);
            high[k] = limb__max(high[k], at);
        }
    }
    // a border of four texels stays empty, so that filtering needs no special cases
    const float widest = limb__max(limb__max(high[0] - low[0], high[1] - low[1]), 1e-9f);
    map->scale = (float)(map->size - 8) / widest;
    for (int k = 0; k < 2; k++)
        map->shift[k] = (float)map->size / 2 - map->scale * (low[k] + high[k]) / 2;
    map->shift[2] = 0;
}

void limb__depth_map_draw(limb__depth_map *map, const limb_mesh *scene, const uint16_t *material,
                          const bool *solid)
{
    const size_t count = (size_t)map->size * (size_t)map->size;
    for (size_t i = 0; i < count; i++)
        map->depth[i] = -INFINITY;
    const limb__samples window = {.width = map->size, .height = map->size, .z = map->depth};
    for (int t = 0; t < scene->ntriangle; t++) {
        if (!solid[material[t]]) continue;
        limb__corner corner[3];
        for (int k = 0; k < 3; k++) {
            const float *p = scene->position + 3 * (size_t)scene->index[3 * (size_t)t + (size_t)k];
            corner[k].x = map->scale * limb__dot3(map->axis[0], p) + map->shift[0];
            corner[k].y = map->scale * limb__dot3(map->axis[1], p) + map->shift[1];
            corner[k].z = limb__dot3(map->axis[2], p);
        }
        limb__raster(&window, corner, 0, NULL, NULL);
    }
}

float limb__depth_map_light(const limb__depth_map *map, const float point[3], float bias,
                            int radius)
{
    const float x = map->scale * limb__dot3(map->axis[0], point) + map->shift[0] - 0.5f;
    const float y = map->scale * limb__dot3(map->axis[1], point) + map->shift[1] - 0.5f;
    const float depth = limb__dot3(map->axis[2], point) + bias;
    // points outside the map are lit; written so that NaN counts as outside
    const float least = (float)radius;
    const float most = (float)(map->size - radius - 2);
    if (!(x >= least && y >= least && x < most && y < most)) return 1;
    const int left = (int)floorf(x) - radius;
    const int top = (int)floorf(y) - radius;
    const int width = 2 * radius + 2;
    // a box of texels with its border weighted by coverage: continuous as the point moves
    const float fx = x - floorf(x);
    const float fy = y - floorf(y);
    float sum = 0;
    for (int j = 0; j < width; j++) {
        const float *row = map->depth + (size_t)(top + j) * (size_t)map->size + (size_t)left;
        const float wy = j == 0 ? 1 - fy : j == width - 1 ? fy : 1;
        const float rim = (row[0] <= depth ? 1 - fx : 0) + (row[width - 1] <= depth ? fx : 0);
        sum += wy * (rim + (float)count_lit(row + 1, width - 2, depth));
    }
    const float area = (float)((width - 1) * (width - 1));
    return sum / area;
}

// Counts in integers, so that compilers vectorize the sum.
static inline int count_lit(const float *texel, int count, float depth)
{
    int lit = 0;
    for (int i = 0; i < count; i++)
        lit += texel[i] <= depth;
    return lit;
}
