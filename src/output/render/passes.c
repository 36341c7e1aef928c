// Draws one tile of the picture, pass by pass.
//
// For each sample (2 x 2 per pixel) the closest opaque triangle is found, then up to four layers of
// transparent ones in front of it, the closest last; each triangle visible in a pixel is shaded
// once and weighted by its samples. Collision and inertia shapes are separate layers on top, with
// lines along their edges, and frames are drawn over everything.
#include "output/render/picture.h"

#include <math.h>
#include <string.h>

typedef limb__picture picture;
typedef limb__layers layers;

static const struct {
    int nlayer;
    bool hidden; // by opaque surfaces
} passes[LIMB__NPASS] = {[LIMB__PASS_OPAQUE] = {1, false},
                         [LIMB__PASS_CLEAR] = {4, true},
                         [LIMB__PASS_OVERLAY] = {3, false},
                         [LIMB__PASS_TOP] = {1, false}};

static void draw_pass(const picture *pic, int tile, limb__pass which, layers *own);
static void fill_window(const picture *pic, const limb__tiles *from, int tile,
                        limb__samples *window, const float *behind, const float *before);
static void lay_over(const picture *pic, int tile, int nlayer, bool ground, layers *own);
static void shade_samples(const picture *pic, int x, int y,
                          const uint32_t id[LIMB__PIXEL_EDGE * LIMB__PIXEL_EDGE], bool ground,
                          float sum[4]);
static void draw_lines(const picture *pic, int tile, layers *own);
static void draw_line(const picture *pic, const limb__line *line, int left, int top, layers *own);

// Finds the closest opaque sample of each pixel.
void limb__draw_depth(void *ctx, int piece, int worker)
{
    const picture *pic = ctx;
    layers *own = &pic->scratch[worker];
    const int left = piece % pic->tile[0].across * LIMB__TILE;
    const int top = piece / pic->tile[0].across * LIMB__TILE;
    limb__samples window = {.x = left * LIMB__PIXEL_EDGE,
                            .y = top * LIMB__PIXEL_EDGE,
                            .width = LIMB__TILE_EDGE,
                            .height = LIMB__TILE_EDGE,
                            .z = own->z[0]};
    window.id = own->id[0];
    fill_window(pic, &pic->tile[LIMB__PASS_OPAQUE], piece, &window, NULL, NULL);
    for (int y = top; y < top + LIMB__TILE && y < pic->image->height; y++) {
        for (int x = left; x < left + LIMB__TILE && x < pic->image->width; x++) {
            const float *z = window.z + (size_t)(y - top) * LIMB__PIXEL_EDGE * LIMB__TILE_EDGE +
                             (size_t)(x - left) * LIMB__PIXEL_EDGE;
            pic->stage.depth[(size_t)y * (size_t)pic->image->width + (size_t)x] = limb__max(
                limb__max(z[0], z[1]), limb__max(z[LIMB__TILE_EDGE], z[LIMB__TILE_EDGE + 1]));
        }
    }
}

void limb__draw_tile(void *ctx, int piece, int worker)
{
    const picture *pic = ctx;
    layers *own = &pic->scratch[worker];
    const int left = piece % pic->tile[0].across * LIMB__TILE;
    const int top = piece / pic->tile[0].across * LIMB__TILE;
    memset(own->rgba, 0, sizeof own->rgba);
    for (int i = 0; i < LIMB__NPASS; i++)
        draw_pass(pic, piece, (limb__pass)i, own);
    for (int y = top; y < top + LIMB__TILE && y < pic->image->height; y++) {
        for (int x = left; x < left + LIMB__TILE && x < pic->image->width; x++) {
            const float *rgba = own->rgba[(y - top) * LIMB__TILE + x - left];
            uint8_t *out =
                pic->image->rgba + 4 * ((size_t)y * (size_t)pic->image->width + (size_t)x);
            for (int k = 0; k < 3; k++) {
                const float c = rgba[3] > 0 ? rgba[k] / rgba[3] : 0;
                out[k] = (uint8_t)(limb__min(limb__max(c, 0), 1) * 255 + 0.5f);
            }
            out[3] = (uint8_t)(limb__min(limb__max(rgba[3], 0), 1) * 255 + 0.5f);
        }
    }
}

static void draw_pass(const picture *pic, int tile, limb__pass which, layers *own)
{
    const limb__tiles *from = &pic->tile[which];
    const int first = which == LIMB__PASS_OPAQUE ? 0 : 1; // keep the opaque layer
    const bool empty = from->first[tile + 1] == from->first[tile];
    if (empty && which != LIMB__PASS_OPAQUE) {
        if (which == LIMB__PASS_OVERLAY && !pic->stage.xray) draw_lines(pic, tile, own);
        return;
    }
    limb__samples window = {.x = tile % from->across * LIMB__TILE_EDGE,
                            .y = tile / from->across * LIMB__TILE_EDGE,
                            .width = LIMB__TILE_EDGE,
                            .height = LIMB__TILE_EDGE};
    for (int i = 0; i < passes[which].nlayer; i++) {
        // each layer is the nearest one behind the previous layer
        window.z = own->z[first + i];
        window.id = own->id[first + i];
        fill_window(pic, from, tile, &window, i > 0 ? own->z[first + i - 1] : NULL,
                    passes[which].hidden ? own->z[0] : NULL);
    }
    lay_over(pic, tile, passes[which].nlayer, which == LIMB__PASS_OPAQUE, own);
    if (which == LIMB__PASS_OVERLAY) draw_lines(pic, tile, own);
}

static void fill_window(const picture *pic, const limb__tiles *from, int tile,
                        limb__samples *window, const float *behind, const float *before)
{
    for (int i = 0; i < LIMB__TILE_EDGE * LIMB__TILE_EDGE; i++) {
        window->z[i] = 0;
        window->id[i] = LIMB__NO_TRIANGLE;
    }
    for (int i = from->first[tile]; i < from->first[tile + 1]; i++) {
        const uint32_t *index = pic->stage.mesh->index + 3 * (size_t)from->list[i];
        const limb__corner corner[3] = {pic->corner[index[0]], pic->corner[index[1]],
                                        pic->corner[index[2]]};
        limb__raster(window, corner, (uint32_t)from->list[i], behind, before);
    }
}

// Shades the layers from the farthest to the nearest; the ground is behind the opaque one.
static void lay_over(const picture *pic, int tile, int nlayer, bool ground, layers *own)
{
    const int left = tile % pic->tile[0].across * LIMB__TILE;
    const int top = tile / pic->tile[0].across * LIMB__TILE;
    const int first = ground ? 0 : 1;
    for (int y = top; y < top + LIMB__TILE && y < pic->image->height; y++) {
        for (int x = left; x < left + LIMB__TILE && x < pic->image->width; x++) {
            const size_t at = (size_t)(y - top) * LIMB__PIXEL_EDGE * LIMB__TILE_EDGE +
                              (size_t)(x - left) * LIMB__PIXEL_EDGE;
            float *rgba = own->rgba[(y - top) * LIMB__TILE + x - left];
            for (int layer = first + nlayer - 1; layer >= first; layer--) {
                const uint32_t *row = own->id[layer] + at;
                const uint32_t seen[LIMB__PIXEL_EDGE * LIMB__PIXEL_EDGE] = {
                    row[0], row[1], row[LIMB__TILE_EDGE], row[LIMB__TILE_EDGE + 1]};
                float sum[4];
                if (!ground && (seen[0] & seen[1] & seen[2] & seen[3]) == LIMB__NO_TRIANGLE)
                    continue;
                shade_samples(pic, x, y, seen, ground, sum);
                // premultiplied, composited over the previous layers
                for (int k = 0; k < 4; k++)
                    rgba[k] = sum[k] + rgba[k] * (1 - sum[3]);
            }
        }
    }
}

// Averages a pixel's samples, premultiplied. A triangle is shaded at the center of
// its visible samples.
static void shade_samples(const picture *pic, int x, int y,
                          const uint32_t id[LIMB__PIXEL_EDGE * LIMB__PIXEL_EDGE], bool ground,
                          float sum[4])
{
    memset(sum, 0, 4 * sizeof *sum);
    const float open = ground ? limb__open_at(&pic->stage, x, y) : 1;
    bool done[LIMB__PIXEL_EDGE * LIMB__PIXEL_EDGE] = {false};
    for (int i = 0; i < LIMB__PIXEL_EDGE * LIMB__PIXEL_EDGE; i++) {
        if (done[i] || (id[i] == LIMB__NO_TRIANGLE && !ground)) continue;
        float at[2] = {0, 0};
        int count = 0;
        for (int j = i; j < LIMB__PIXEL_EDGE * LIMB__PIXEL_EDGE; j++) {
            if (id[j] != id[i]) continue;
            done[j] = true;
            at[0] += (float)(j % LIMB__PIXEL_EDGE) + 0.5f;
            at[1] += (float)(j / LIMB__PIXEL_EDGE) + 0.5f;
            count++;
        }
        const float px = (float)x + at[0] / (float)(count * LIMB__PIXEL_EDGE);
        const float py = (float)y + at[1] / (float)(count * LIMB__PIXEL_EDGE);
        float rgba[4];
        if (id[i] == LIMB__NO_TRIANGLE)
            limb__shade_ground(&pic->stage, px, py, rgba);
        else
            limb__shade_triangle(&pic->stage, id[i], px, py, rgba);
        if (ground && id[i] != LIMB__NO_TRIANGLE) {
            rgba[3] = 1;
            for (int k = 0; k < 3; k++)
                rgba[k] *= open;
        }
        const float part = (float)count / (LIMB__PIXEL_EDGE * LIMB__PIXEL_EDGE);
        for (int k = 0; k < 3; k++)
            sum[k] += part * rgba[k] * rgba[3];
        sum[3] += part * rgba[3];
    }
}

static void draw_lines(const picture *pic, int tile, layers *own)
{
    const int left = tile % pic->tile[0].across * LIMB__TILE;
    const int top = tile / pic->tile[0].across * LIMB__TILE;
    const float reach = limb__looks.edge_width;
    for (int i = 0; i < pic->stage.nline; i++) {
        const limb__line *line = &pic->stage.line[i];
        const limb__corner *a = &pic->corner[line->end[0]], *b = &pic->corner[line->end[1]];
        if (!(a->z > 0) || !(b->z > 0)) continue;
        const float low[2] = {limb__min(a->x, b->x) / LIMB__PIXEL_EDGE - reach,
                              limb__min(a->y, b->y) / LIMB__PIXEL_EDGE - reach};
        const float high[2] = {limb__max(a->x, b->x) / LIMB__PIXEL_EDGE + reach,
                               limb__max(a->y, b->y) / LIMB__PIXEL_EDGE + reach};
        if (low[0] < (float)(left + LIMB__TILE) && high[0] > (float)left &&
            low[1] < (float)(top + LIMB__TILE) && high[1] > (float)top)
            draw_line(pic, line, left, top, own);
    }
}

// A line covers its width; behind the nearest surface it is faint.
static void draw_line(const picture *pic, const limb__line *line, int left, int top, layers *own)
{
    static const float faint = 0.3f;
    const limb__corner *a = &pic->corner[line->end[0]], *b = &pic->corner[line->end[1]];
    const float *nearest = own->z[pic->stage.xray ? 1 : 0];
    const float d[2] = {(b->x - a->x) / LIMB__PIXEL_EDGE, (b->y - a->y) / LIMB__PIXEL_EDGE};
    const float length = limb__max(d[0] * d[0] + d[1] * d[1], 1e-6f);
    for (int y = 0; y < LIMB__TILE; y++) {
        for (int x = 0; x < LIMB__TILE; x++) {
            const float p[2] = {(float)(left + x) + 0.5f - a->x / LIMB__PIXEL_EDGE,
                                (float)(top + y) + 0.5f - a->y / LIMB__PIXEL_EDGE};
            const float t = limb__min(limb__max((p[0] * d[0] + p[1] * d[1]) / length, 0), 1);
            const float away = hypotf(p[0] - t * d[0], p[1] - t * d[1]);
            const float cover = limb__looks.edge_width / 2 + 0.5f - away;
            if (!(cover > 0)) continue;
            const float z = a->z + (b->z - a->z) * t;
            const bool behind =
                z < nearest[y * LIMB__PIXEL_EDGE * LIMB__TILE_EDGE + x * LIMB__PIXEL_EDGE] * 0.997f;
            const float part = limb__min(cover, 1) * (behind ? faint : 1);
            float *rgba = own->rgba[y * LIMB__TILE + x];
            for (int k = 0; k < 3; k++)
                rgba[k] = line->color[k] * part + rgba[k] * (1 - part);
            rgba[3] = part + rgba[3] * (1 - part);
        }
    }
}
