// The picture: depth maps of the sun and of the ground's view, the depth of each pixel for the
// occlusion, then the screen tile by tile.
//
// A tile finds for each of its samples (2 x 2 to a pixel) the nearest opaque triangle, then up to
// four layers of transparent ones in front of it, nearest last; each triangle that a pixel sees is
// shaded once and counts by its samples. Tiles know nothing of each other, so any number of threads
// gives the same bytes.
#include "limb/render.h"

#include "limb/pool.h"

#include "base/arena.h"
#include "base/memory.h"
#include "render/draw.h"

#include <math.h>
#include <string.h>

enum {
    TILE = 32,        // pixels on a side
    SS = 2,           // samples on a pixel's side
    EDGE = TILE * SS, // samples on a tile's side
    LAYERS = 4,       // of transparent surfaces
    MAX_SIZE = 8192,
    SUN_SIZE = 2048 // texels on a side
};
static const uint32_t NOTHING = 0xffffffffu;

typedef struct tiles {
    int across, down;
    int *first; // of each tile in list, and one behind the last (ntile + 1)
    int *list;  // triangles by tile, in their order
} tiles;

typedef struct layers { // one worker's samples of a tile: what is opaque, then what is clear
    float z[1 + LAYERS][EDGE * EDGE];
    uint32_t id[1 + LAYERS][EDGE * EDGE];
} layers;

typedef struct picture {
    limb__stage stage;
    limb__arena arena;
    limb__corner *corner; // of each vertex on the sample grid (nvertex)
    tiles opaque, clear;
    layers *scratch; // by worker: too large for the stacks of threads
    limb_image *image;
} picture;

static limb_status draw(picture *pic);
static bool prepare(picture *pic);
static void place_lights(picture *pic);
static void draw_map(void *ctx, int piece, int worker);
static void draw_depth(void *ctx, int piece, int worker);
static void occlude(void *ctx, int piece, int worker);
static bool load_textures(picture *pic);
static bool project(picture *pic);
static bool sort_into_tiles(picture *pic, tiles *out, bool clear);
static bool tile_range(const picture *pic, int triangle, int low[2], int high[2]);
static void draw_tile(void *ctx, int piece, int worker);
static void fill_window(const picture *pic, const tiles *from, int tile, limb__samples *window,
                        const float *behind, const float *before);
static void shade_samples(const picture *pic, int x, int y, const uint32_t id[SS * SS], bool ground,
                          float sum[4]);

limb_status limb_render(limb_image *out, const limb_mesh *scene, const limb_render_opts *opts)
{
    limb_render_opts o = opts ? *opts : (limb_render_opts){0};
    memset(out, 0, sizeof *out);
    if (o.width == 0) o.width = 1280;
    if (o.height == 0) o.height = 960;
    if (o.width < 1 || o.height < 1 || o.width > MAX_SIZE || o.height > MAX_SIZE)
        return LIMB_ERROR_INPUT;

    picture pic = {.image = out};
    pic.stage.mesh = scene;
    pic.stage.opts = &o;
    limb__arena_init(&pic.arena, o.memory, 0);
    out->memory = limb__memory(o.memory);
    out->width = o.width;
    out->height = o.height;
    out->rgba = limb__allocate(out->memory, (size_t)o.width * (size_t)o.height * 4);
    const limb_status status = out->rgba && prepare(&pic) ? draw(&pic) : LIMB_ERROR_MEMORY;
    for (int i = 0; pic.stage.texture && i < scene->nmaterial; i++)
        limb__texture_free(&pic.stage.texture[i]);
    limb__arena_free(&pic.arena);
    if (status != LIMB_OK) limb_image_free(out);
    return status;
}

static limb_status draw(picture *pic)
{
    limb_pool *pool;
    const limb_status status =
        limb_pool_create(&pool, pic->stage.opts->threads, pic->stage.opts->memory);
    if (status != LIMB_OK) return status;
    float row[LIMB__CONTACT_SIZE];
    pic->scratch = LIMB__ARENA_ARRAY(&pic->arena, layers, pool->nworker);
    if (pic->scratch) {
        const int ntile = pic->opaque.across * pic->opaque.down;
        pool->run(pool, 2, draw_map, pic);
        limb__contact_build(&pic->stage, row);
        pool->run(pool, ntile, draw_depth, pic);
        pool->run(pool, pic->image->height, occlude, pic);
        pool->run(pool, ntile, draw_tile, pic);
    }
    limb_pool_free(pool);
    return pic->scratch ? LIMB_OK : LIMB_ERROR_MEMORY;
}

static bool prepare(picture *pic)
{
    limb__stage *stage = &pic->stage;
    const limb_mesh *mesh = stage->mesh;
    float square = 0;
    for (int k = 0; k < 3; k++) {
        stage->centre[k] = (mesh->lower[k] + mesh->upper[k]) / 2;
        square += (mesh->upper[k] - mesh->lower[k]) * (mesh->upper[k] - mesh->lower[k]) / 4;
    }
    stage->radius = square > 0 ? sqrtf(square) : 1;
    stage->floor = mesh->lower[2];
    stage->grid = powf(10, roundf(log10f(stage->radius / 3)));
    limb__camera_fit(&stage->camera, mesh, stage->opts);

    uint16_t *material = LIMB__ARENA_ARRAY(&pic->arena, uint16_t, mesh->ntriangle);
    if (!material) return false;
    const int none = mesh->nmaterial < 0xffff ? mesh->nmaterial : 0xffff;
    for (int i = 0; i < mesh->ntriangle; i++)
        material[i] = (uint16_t)none;
    for (int p = 0; p < mesh->npart; p++) {
        const limb_mesh_part *part = &mesh->part[p];
        if (part->material < 0 || part->material >= none) continue;
        for (int i = 0; i < part->count; i++)
            material[part->first + i] = (uint16_t)part->material;
    }
    stage->material = material;
    place_lights(pic);
    const size_t pixels = (size_t)stage->camera.width * (size_t)stage->camera.height;
    stage->depth = LIMB__ARENA_ARRAY(&pic->arena, float, pixels);
    stage->open = LIMB__ARENA_ARRAY(&pic->arena, float, pixels);
    return !pic->arena.failed && load_textures(pic) && project(pic) &&
           sort_into_tiles(pic, &pic->opaque, false) && sort_into_tiles(pic, &pic->clear, true);
}

// The sun stands where it does in the world, the room turns with the camera.
static void place_lights(picture *pic)
{
    limb__stage *stage = &pic->stage;
    const limb_mesh *mesh = stage->mesh;
    const float degree = 3.14159265f / 180;
    const float flat = cosf(limb__looks.sun_elevation * degree);
    const float sun[3] = {flat * cosf(limb__looks.sun_azimuth * degree),
                          flat * sinf(limb__looks.sun_azimuth * degree),
                          sinf(limb__looks.sun_elevation * degree)};
    limb__room_place(stage->lamp, &stage->camera);
    stage->sun.size = SUN_SIZE;
    stage->sun.depth = LIMB__ARENA_ARRAY(&pic->arena, float, SUN_SIZE *SUN_SIZE);
    limb__depth_map_place(&stage->sun, sun, mesh->lower, mesh->upper);
    const float texels = limb__looks.sun_softness * stage->radius * stage->sun.scale;
    stage->sun_blur = (int)limb__min(limb__max(texels, 1), 12);

    // from below, with room around for the blur
    static const float down[3] = {0, 0, -1};
    const float border = stage->radius * limb__looks.contact_blur * 4;
    float lower[3], upper[3];
    for (int k = 0; k < 3; k++) {
        lower[k] = mesh->lower[k] - border;
        upper[k] = mesh->upper[k] + border;
    }
    stage->contact.size = LIMB__CONTACT_SIZE;
    stage->contact.depth =
        LIMB__ARENA_ARRAY(&pic->arena, float, LIMB__CONTACT_SIZE *LIMB__CONTACT_SIZE);
    limb__depth_map_place(&stage->contact, down, lower, upper);
}

static void draw_map(void *ctx, int piece, int worker)
{
    (void)worker;
    picture *pic = ctx;
    limb__depth_map_draw(piece == 0 ? &pic->stage.sun : &pic->stage.contact, pic->stage.mesh,
                         pic->stage.material);
}

// The nearest opaque sample of each pixel.
static void draw_depth(void *ctx, int piece, int worker)
{
    const picture *pic = ctx;
    layers *own = &pic->scratch[worker];
    const int left = piece % pic->opaque.across * TILE;
    const int top = piece / pic->opaque.across * TILE;
    limb__samples window = {
        .x = left * SS, .y = top * SS, .width = EDGE, .height = EDGE, .z = own->z[0]};
    window.id = own->id[0];
    fill_window(pic, &pic->opaque, piece, &window, NULL, NULL);
    for (int y = top; y < top + TILE && y < pic->image->height; y++) {
        for (int x = left; x < left + TILE && x < pic->image->width; x++) {
            const float *z = window.z + (size_t)(y - top) * SS * EDGE + (size_t)(x - left) * SS;
            pic->stage.depth[(size_t)y * (size_t)pic->image->width + (size_t)x] =
                limb__max(limb__max(z[0], z[1]), limb__max(z[EDGE], z[EDGE + 1]));
        }
    }
}

static void occlude(void *ctx, int piece, int worker)
{
    (void)worker;
    const picture *pic = ctx;
    limb__occlude_row(&pic->stage, piece);
}

static bool load_textures(picture *pic)
{
    const limb_mesh *mesh = pic->stage.mesh;
    const size_t count = (size_t)mesh->nmaterial + 1;
    pic->stage.texture = limb__arena_take_zero(&pic->arena, count * sizeof *pic->stage.texture);
    pic->stage.texture_of = LIMB__ARENA_ARRAY(&pic->arena, int, count);
    if (!pic->stage.texture || !pic->stage.texture_of) return false;
    return limb__textures_load(pic->stage.texture, pic->stage.texture_of, mesh,
                               pic->stage.opts->memory);
}

static bool project(picture *pic)
{
    const limb_mesh *mesh = pic->stage.mesh;
    const limb__camera *camera = &pic->stage.camera;
    pic->corner = LIMB__ARENA_ARRAY(&pic->arena, limb__corner, mesh->nvertex);
    if (!pic->corner) return false;
    for (int i = 0; i < mesh->nvertex; i++) {
        const float *p = mesh->position + 3 * (size_t)i;
        const float d[3] = {p[0] - camera->eye[0], p[1] - camera->eye[1], p[2] - camera->eye[2]};
        const float depth = -limb__dot3(d, camera->back);
        limb__corner *c = &pic->corner[i];
        // one over depth is linear on the screen, and larger when nearer
        c->z = 1 / depth;
        c->x =
            ((float)camera->width / 2 + camera->focal * limb__dot3(d, camera->right) / depth) * SS;
        c->y = ((float)camera->height / 2 - camera->focal * limb__dot3(d, camera->up) / depth) * SS;
    }
    return true;
}

// Counts, then fills: the list of each tile in the triangles' own order.
static bool sort_into_tiles(picture *pic, tiles *out, bool clear)
{
    const limb_mesh *mesh = pic->stage.mesh;
    out->across = (pic->stage.camera.width + TILE - 1) / TILE;
    out->down = (pic->stage.camera.height + TILE - 1) / TILE;
    const int ntile = out->across * out->down;
    out->first = limb__arena_take_zero(&pic->arena, sizeof(int) * ((size_t)ntile + 1));
    if (!out->first) return false;
    for (int pass = 0; pass < 2; pass++) {
        for (int t = 0; t < mesh->ntriangle; t++) {
            int low[2];
            int high[2];
            if (limb__is_clear(mesh, pic->stage.material, t) != clear ||
                !tile_range(pic, t, low, high))
                continue;
            for (int y = low[1]; y <= high[1]; y++) {
                for (int x = low[0]; x <= high[0]; x++) {
                    int *slot = &out->first[y * out->across + x];
                    if (pass == 0)
                        slot[1]++;
                    else
                        out->list[(*slot)++] = t;
                }
            }
        }
        if (pass == 1) break;
        for (int i = 0; i < ntile; i++)
            out->first[i + 1] += out->first[i];
        out->list = LIMB__ARENA_ARRAY(&pic->arena, int, out->first[ntile] + 1);
        if (!out->list) return false;
    }
    // filling moved each start to the next tile's
    memmove(out->first + 1, out->first, sizeof(int) * (size_t)ntile);
    out->first[0] = 0;
    return true;
}

static bool tile_range(const picture *pic, int triangle, int low[2], int high[2])
{
    const uint32_t *index = pic->stage.mesh->index + 3 * (size_t)triangle;
    float least[2] = {INFINITY, INFINITY};
    float most[2] = {-INFINITY, -INFINITY};
    for (int k = 0; k < 3; k++) {
        const limb__corner *c = &pic->corner[index[k]];
        if (!(c->z > 0) || !isfinite(c->x) || !isfinite(c->y)) return false;
        least[0] = limb__min(least[0], c->x);
        least[1] = limb__min(least[1], c->y);
        most[0] = limb__max(most[0], c->x);
        most[1] = limb__max(most[1], c->y);
    }
    const int size[2] = {pic->stage.camera.width * SS, pic->stage.camera.height * SS};
    for (int k = 0; k < 2; k++) {
        if (most[k] < 0 || least[k] >= (float)size[k]) return false;
        low[k] = (int)limb__max(least[k] - 1, 0) / EDGE;
        high[k] = (int)limb__min(most[k] + 1, (float)(size[k] - 1)) / EDGE;
    }
    return true;
}

//---- one tile ------------------------------------------------------------------------------------

static void draw_tile(void *ctx, int piece, int worker)
{
    const picture *pic = ctx;
    float(*const z)[EDGE * EDGE] = pic->scratch[worker].z;
    uint32_t(*const id)[EDGE * EDGE] = pic->scratch[worker].id;
    int nlayer = 0;
    const int left = piece % pic->opaque.across * TILE;
    const int top = piece / pic->opaque.across * TILE;
    limb__samples window = {.x = left * SS, .y = top * SS, .width = EDGE, .height = EDGE};
    window.z = z[0];
    window.id = id[0];
    fill_window(pic, &pic->opaque, piece, &window, NULL, NULL);
    if (pic->clear.first[piece + 1] > pic->clear.first[piece]) {
        // each layer is the nearest that lies behind the layer before and in front of
        // what is opaque
        for (nlayer = 1; nlayer <= LAYERS; nlayer++) {
            window.z = z[nlayer];
            window.id = id[nlayer];
            fill_window(pic, &pic->clear, piece, &window, nlayer > 1 ? z[nlayer - 1] : NULL, z[0]);
        }
        nlayer = LAYERS;
    }
    const int right = left + TILE < pic->image->width ? left + TILE : pic->image->width;
    const int bottom = top + TILE < pic->image->height ? top + TILE : pic->image->height;
    for (int y = top; y < bottom; y++) {
        for (int x = left; x < right; x++) {
            float rgba[4] = {0, 0, 0, 0};
            for (int layer = 0; layer <= nlayer; layer++) {
                // the opaque surface first, then the layers from the farthest to the nearest
                const int which = layer == 0 ? 0 : nlayer + 1 - layer;
                const size_t at = (size_t)(y - top) * SS * EDGE + (size_t)(x - left) * SS;
                const uint32_t *row = id[which] + at;
                const uint32_t seen[SS * SS] = {row[0], row[1], row[EDGE], row[EDGE + 1]};
                float sum[4];
                if (layer > 0 && (seen[0] & seen[1] & seen[2] & seen[3]) == NOTHING) continue;
                shade_samples(pic, x, y, seen, layer == 0, sum);
                // premultiplied, laid over what is there
                for (int k = 0; k < 4; k++)
                    rgba[k] = sum[k] + rgba[k] * (1 - sum[3]);
            }
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

static void fill_window(const picture *pic, const tiles *from, int tile, limb__samples *window,
                        const float *behind, const float *before)
{
    for (int i = 0; i < EDGE * EDGE; i++) {
        window->z[i] = 0;
        window->id[i] = NOTHING;
    }
    for (int i = from->first[tile]; i < from->first[tile + 1]; i++) {
        const uint32_t *index = pic->stage.mesh->index + 3 * (size_t)from->list[i];
        const limb__corner corner[3] = {pic->corner[index[0]], pic->corner[index[1]],
                                        pic->corner[index[2]]};
        limb__raster(window, corner, (uint32_t)from->list[i], behind, before);
    }
}

// The mean over a pixel's samples, premultiplied. A triangle is shaded in the middle of the samples
// that see it.
static void shade_samples(const picture *pic, int x, int y, const uint32_t id[SS * SS], bool ground,
                          float sum[4])
{
    memset(sum, 0, 4 * sizeof *sum);
    const float open = ground ? limb__open_at(&pic->stage, x, y) : 1;
    bool done[SS * SS] = {false};
    for (int i = 0; i < SS * SS; i++) {
        if (done[i] || (id[i] == NOTHING && !ground)) continue;
        float at[2] = {0, 0};
        int count = 0;
        for (int j = i; j < SS * SS; j++) {
            if (id[j] != id[i]) continue;
            done[j] = true;
            at[0] += (float)(j % SS) + 0.5f;
            at[1] += (float)(j / SS) + 0.5f;
            count++;
        }
        const float px = (float)x + at[0] / (float)(count * SS);
        const float py = (float)y + at[1] / (float)(count * SS);
        float rgba[4];
        if (id[i] == NOTHING)
            limb__shade_ground(&pic->stage, px, py, rgba);
        else
            limb__shade_triangle(&pic->stage, id[i], px, py, rgba);
        if (ground && id[i] != NOTHING) {
            rgba[3] = 1;
            for (int k = 0; k < 3; k++)
                rgba[k] *= open;
        }
        const float part = (float)count / (SS * SS);
        for (int k = 0; k < 3; k++)
            sum[k] += part * rgba[k] * rgba[3];
        sum[3] += part * rgba[3];
    }
}
