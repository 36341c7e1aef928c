// Sorts the triangles of a pass into the tiles that they may cover.
#include "output/render/picture.h"

#include <math.h>
#include <string.h>

typedef limb__picture picture;

static bool tile_range(const picture *pic, int triangle, int low[2], int high[2]);
static bool is_turned_away(const picture *pic, int triangle);

// Counts, then fills: each tile's list keeps the order of the triangles.
bool limb__tiles_sort(picture *pic, limb__pass which, bool one_sided)
{
    const limb_mesh *mesh = pic->stage.mesh;
    limb__tiles *out = &pic->tile[which];
    out->across = (pic->stage.camera.width + LIMB__TILE - 1) / LIMB__TILE;
    out->down = (pic->stage.camera.height + LIMB__TILE - 1) / LIMB__TILE;
    const int ntile = out->across * out->down;
    out->first = limb__arena_take_zero(&pic->arena, sizeof(int) * ((size_t)ntile + 1));
    if (!out->first) return false;
    for (int round = 0; round < 2; round++) {
        for (int t = 0; t < mesh->ntriangle; t++) {
            int low[2];
            int high[2];
            if (pic->pass[pic->stage.material[t]] != which || !tile_range(pic, t, low, high) ||
                (one_sided && is_turned_away(pic, t)))
                continue;
            for (int y = low[1]; y <= high[1]; y++) {
                for (int x = low[0]; x <= high[0]; x++) {
                    int *slot = &out->first[y * out->across + x];
                    if (round == 0)
                        slot[1]++;
                    else
                        out->list[(*slot)++] = t;
                }
            }
        }
        if (round == 1) break;
        for (int i = 0; i < ntile; i++)
            out->first[i + 1] += out->first[i];
        out->list = LIMB__ARENA_ARRAY(&pic->arena, int, out->first[ntile] + 1);
        if (!out->list) return false;
    }
    // filling advanced each start to that of the next tile
    memmove(out->first + 1, out->first, sizeof(int) * (size_t)ntile);
    out->first[0] = 0;
    return true;
}

// Computes the tiles touched by the triangle's bounds; returns false if it is off the screen.
static bool tile_range(const picture *pic, int triangle, int low[2], int high[2])
{
    const uint32_t *index = pic->stage.mesh->index + 3 * (size_t)triangle;
    float min[2] = {INFINITY, INFINITY};
    float max[2] = {-INFINITY, -INFINITY};
    for (int k = 0; k < 3; k++) {
        const limb__corner *c = &pic->corner[index[k]];
        if (!(c->z > 0) || !isfinite(c->x) || !isfinite(c->y)) return false;
        min[0] = limb__min(min[0], c->x);
        min[1] = limb__min(min[1], c->y);
        max[0] = limb__max(max[0], c->x);
        max[1] = limb__max(max[1], c->y);
    }
    const int size[2] = {pic->stage.camera.width * LIMB__PIXEL_EDGE,
                         pic->stage.camera.height * LIMB__PIXEL_EDGE};
    for (int k = 0; k < 2; k++) {
        if (max[k] < 0 || min[k] >= (float)size[k]) return false;
        low[k] = (int)limb__max(min[k] - 1, 0) / LIMB__TILE_EDGE;
        high[k] = (int)limb__min(max[k] + 1, (float)(size[k] - 1)) / LIMB__TILE_EDGE;
    }
    return true;
}

static bool is_turned_away(const picture *pic, int triangle)
{
    const uint32_t *index = pic->stage.mesh->index + 3 * (size_t)triangle;
    const limb__corner *a = &pic->corner[index[0]], *b = &pic->corner[index[1]],
                       *c = &pic->corner[index[2]];
    // y runs down the screen
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x) > 0;
}
