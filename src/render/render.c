// The picture: depth maps of the sun and of the ground's view, the depth of each pixel for the
// occlusion, then the screen tile by tile.
//
// A tile finds for each of its samples (2 x 2 to a pixel) the nearest opaque triangle, then up to
// four layers of transparent ones in front of it, nearest last; each triangle that a pixel sees is
// shaded once and counts by its samples. Collision and inertia shapes are layers of their own over
// all that, with lines along their edges, and frames are over everything. Tiles know nothing of
// each other, so any number of threads gives the same bytes.
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
    MAX_LAYERS = 4,   // of one pass
    MAX_SIZE = 8192,
    SUN_SIZE = 2048 // texels on a side
};
static const uint32_t NOTHING = 0xffffffffu;

typedef struct tiles {
    int across, down;
    int *first; // of each tile in list, and one behind the last (ntile + 1)
    int *list;  // triangles by tile, in their order
} tiles;

// What is drawn after each other, each pass over the one before.
typedef enum pass { PASS_OPAQUE, PASS_CLEAR, PASS_OVERLAY, PASS_TOP, NPASS } pass;
static const struct {
    int nlayer;
    bool hidden;    // by what is opaque
    bool one_sided; // in X-ray the back of a shape would only blur its front
} passes[NPASS] = {[PASS_OPAQUE] = {1, false, false},
                   [PASS_CLEAR] = {4, true, false},
                   [PASS_OVERLAY] = {3, false, true},
                   [PASS_TOP] = {1, false, false}};

typedef struct layers { // one worker's samples of a tile: of the opaque pass, and of another
    float z[1 + MAX_LAYERS][EDGE * EDGE];
    uint32_t id[1 + MAX_LAYERS][EDGE * EDGE];
    float rgba[TILE * TILE][4]; // premultiplied
} layers;

typedef struct picture {
    limb__stage stage;
    limb__arena arena;
    limb__corner *corner; // of each vertex on the sample grid (nvertex)
    tiles tile[NPASS];
    uint8_t *pass;   // of each material
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
static bool find_roles(picture *pic);
static limb__role role_of(const char *name);
static bool sort_into_tiles(picture *pic, tiles *out, pass which);
static bool is_turned_away(const picture *pic, int triangle);
static bool tile_range(const picture *pic, int triangle, int low[2], int high[2]);
static void draw_tile(void *ctx, int piece, int worker);
static void draw_pass(const picture *pic, int tile, pass which, layers *own);
static void lay_over(const picture *pic, int tile, int nlayer, bool ground, layers *own);
static void draw_lines(const picture *pic, int tile, layers *own);
static void draw_line(const picture *pic, const limb__line *line, int left, int top, layers *own);
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
        const int ntile = pic->tile[0].across * pic->tile[0].down;
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
    if (!find_roles(pic)) return false;
    place_lights(pic);
    const size_t pixels = (size_t)stage->camera.width * (size_t)stage->camera.height;
    stage->depth = LIMB__ARENA_ARRAY(&pic->arena, float, pixels);
    stage->open = LIMB__ARENA_ARRAY(&pic->arena, float, pixels);
    bool done = !pic->arena.failed && load_textures(pic) && project(pic) &&
                limb__edges_find(stage, &pic->arena);
    for (int i = 0; i < NPASS && done; i++)
        done = sort_into_tiles(pic, &pic->tile[i], (pass)i);
    return done;
}

// What each material is, and with that in which pass it is drawn.
static bool find_roles(picture *pic)
{
    limb__stage *stage = &pic->stage;
    const limb_mesh *mesh = stage->mesh;
    const size_t count = (size_t)mesh->nmaterial + 1;
    stage->role = limb__arena_take_zero(&pic->arena, count * sizeof *stage->role);
    stage->material_edge = limb__arena_take_zero(&pic->arena, count * sizeof *stage->material_edge);
    stage->solid = limb__arena_take_zero(&pic->arena, count * sizeof *stage->solid);
    pic->pass = limb__arena_take_zero(&pic->arena, count);
    if (pic->arena.failed) return false;
    for (int i = 0; i < mesh->nmaterial; i++) {
        const char *name = mesh->material[i].name;
        stage->role[i] = name ? role_of(name) : LIMB__ROLE_PLAIN;
        const bool inertia = name && strcmp(name, LIMB__PAINT_INERTIA) == 0;
        stage->material_edge[i] = inertia ? limb__looks.inertia_edge : limb__looks.collision_edge;
    }
    bool overlays = false, things = false;
    for (int t = 0; t < mesh->ntriangle; t++) {
        const limb__role role = stage->role[stage->material[t]];
        overlays = overlays || role == LIMB__ROLE_OVERLAY;
        things = things || role == LIMB__ROLE_PLAIN || role == LIMB__ROLE_HATCHED;
    }
    // shapes that are shown alone are the robot
    stage->xray = overlays && things;
    for (size_t i = 0; i < count; i++) {
        const limb__role role = stage->role[i];
        const bool clear = (int)i < mesh->nmaterial && mesh->material[i].rgba[3] < 0.996f;
        pass own = role == LIMB__ROLE_TOP ? PASS_TOP : PASS_OPAQUE;
        if (role == LIMB__ROLE_OVERLAY && stage->xray) own = PASS_OVERLAY;
        if (role < LIMB__ROLE_OVERLAY && (clear || stage->xray)) own = PASS_CLEAR;
        pic->pass[i] = (uint8_t)own;
        stage->solid[i] = own == PASS_OPAQUE;
    }
    return true;
}

static limb__role role_of(const char *name)
{
    if (strcmp(name, LIMB__PAINT_COLLISION) == 0 || strcmp(name, LIMB__PAINT_INERTIA) == 0)
        return LIMB__ROLE_OVERLAY;
    if (strncmp(name, LIMB__PAINT_AXIS, sizeof LIMB__PAINT_AXIS - 1) == 0) return LIMB__ROLE_TOP;
    return strcmp(name, LIMB__PAINT_MISSING) == 0 ? LIMB__ROLE_HATCHED : LIMB__ROLE_PLAIN;
}

// The sun is fixed in the world, the room turns with the camera.
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
                         pic->stage.material, pic->stage.solid);
}

// The nearest opaque sample of each pixel.
static void draw_depth(void *ctx, int piece, int worker)
{
    const picture *pic = ctx;
    layers *own = &pic->scratch[worker];
    const int left = piece % pic->tile[0].across * TILE;
    const int top = piece / pic->tile[0].across * TILE;
    limb__samples window = {
        .x = left * SS, .y = top * SS, .width = EDGE, .height = EDGE, .z = own->z[0]};
    window.id = own->id[0];
    fill_window(pic, &pic->tile[PASS_OPAQUE], piece, &window, NULL, NULL);
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
static bool sort_into_tiles(picture *pic, tiles *out, pass which)
{
    const limb_mesh *mesh = pic->stage.mesh;
    out->across = (pic->stage.camera.width + TILE - 1) / TILE;
    out->down = (pic->stage.camera.height + TILE - 1) / TILE;
    const int ntile = out->across * out->down;
    out->first = limb__arena_take_zero(&pic->arena, sizeof(int) * ((size_t)ntile + 1));
    if (!out->first) return false;
    const bool one_sided = passes[which].one_sided || (which == PASS_CLEAR && pic->stage.xray);
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

static bool is_turned_away(const picture *pic, int triangle)
{
    const uint32_t *index = pic->stage.mesh->index + 3 * (size_t)triangle;
    const limb__corner *a = &pic->corner[index[0]], *b = &pic->corner[index[1]],
                       *c = &pic->corner[index[2]];
    // y runs down the screen
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x) > 0;
}

//---- one tile ------------------------------------------------------------------------------------

static void draw_tile(void *ctx, int piece, int worker)
{
    const picture *pic = ctx;
    layers *own = &pic->scratch[worker];
    const int left = piece % pic->tile[0].across * TILE;
    const int top = piece / pic->tile[0].across * TILE;
    memset(own->rgba, 0, sizeof own->rgba);
    for (int i = 0; i < NPASS; i++)
        draw_pass(pic, piece, (pass)i, own);
    for (int y = top; y < top + TILE && y < pic->image->height; y++) {
        for (int x = left; x < left + TILE && x < pic->image->width; x++) {
            const float *rgba = own->rgba[(y - top) * TILE + x - left];
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

static void draw_pass(const picture *pic, int tile, pass which, layers *own)
{
    const tiles *from = &pic->tile[which];
    const int first = which == PASS_OPAQUE ? 0 : 1; // the opaque layer stays
    const bool empty = from->first[tile + 1] == from->first[tile];
    if (empty && which != PASS_OPAQUE) {
        if (which == PASS_OVERLAY && !pic->stage.xray) draw_lines(pic, tile, own);
        return;
    }
    limb__samples window = {.x = tile % from->across * EDGE,
                            .y = tile / from->across * EDGE,
                            .width = EDGE,
                            .height = EDGE};
    for (int i = 0; i < passes[which].nlayer; i++) {
        // each layer is the nearest that lies behind the layer before
        window.z = own->z[first + i];
        window.id = own->id[first + i];
        fill_window(pic, from, tile, &window, i > 0 ? own->z[first + i - 1] : NULL,
                    passes[which].hidden ? own->z[0] : NULL);
    }
    lay_over(pic, tile, passes[which].nlayer, which == PASS_OPAQUE, own);
    if (which == PASS_OVERLAY) draw_lines(pic, tile, own);
}

// Shades the layers from the farthest to the nearest; the ground is behind the opaque one.
static void lay_over(const picture *pic, int tile, int nlayer, bool ground, layers *own)
{
    const int left = tile % pic->tile[0].across * TILE;
    const int top = tile / pic->tile[0].across * TILE;
    const int first = ground ? 0 : 1;
    for (int y = top; y < top + TILE && y < pic->image->height; y++) {
        for (int x = left; x < left + TILE && x < pic->image->width; x++) {
            const size_t at = (size_t)(y - top) * SS * EDGE + (size_t)(x - left) * SS;
            float *rgba = own->rgba[(y - top) * TILE + x - left];
            for (int layer = first + nlayer - 1; layer >= first; layer--) {
                const uint32_t *row = own->id[layer] + at;
                const uint32_t seen[SS * SS] = {row[0], row[1], row[EDGE], row[EDGE + 1]};
                float sum[4];
                if (!ground && (seen[0] & seen[1] & seen[2] & seen[3]) == NOTHING) continue;
                shade_samples(pic, x, y, seen, ground, sum);
                // premultiplied, laid over what is there
                for (int k = 0; k < 4; k++)
                    rgba[k] = sum[k] + rgba[k] * (1 - sum[3]);
            }
        }
    }
}

static void draw_lines(const picture *pic, int tile, layers *own)
{
    const int left = tile % pic->tile[0].across * TILE;
    const int top = tile / pic->tile[0].across * TILE;
    const float reach = limb__looks.edge_width;
    for (int i = 0; i < pic->stage.nline; i++) {
        const limb__line *line = &pic->stage.line[i];
        const limb__corner *a = &pic->corner[line->end[0]], *b = &pic->corner[line->end[1]];
        if (!(a->z > 0) || !(b->z > 0)) continue;
        const float low[2] = {limb__min(a->x, b->x) / SS - reach,
                              limb__min(a->y, b->y) / SS - reach};
        const float high[2] = {limb__max(a->x, b->x) / SS + reach,
                               limb__max(a->y, b->y) / SS + reach};
        if (low[0] < (float)(left + TILE) && high[0] > (float)left &&
            low[1] < (float)(top + TILE) && high[1] > (float)top)
            draw_line(pic, line, left, top, own);
    }
}

// A line covers what lies within its width; one behind the nearest surface is faint.
static void draw_line(const picture *pic, const limb__line *line, int left, int top, layers *own)
{
    static const float faint = 0.3f;
    const limb__corner *a = &pic->corner[line->end[0]], *b = &pic->corner[line->end[1]];
    const float *nearest = own->z[pic->stage.xray ? 1 : 0];
    const float d[2] = {(b->x - a->x) / SS, (b->y - a->y) / SS};
    const float length = limb__max(d[0] * d[0] + d[1] * d[1], 1e-6f);
    for (int y = 0; y < TILE; y++) {
        for (int x = 0; x < TILE; x++) {
            const float p[2] = {(float)(left + x) + 0.5f - a->x / SS,
                                (float)(top + y) + 0.5f - a->y / SS};
            const float t = limb__min(limb__max((p[0] * d[0] + p[1] * d[1]) / length, 0), 1);
            const float away = hypotf(p[0] - t * d[0], p[1] - t * d[1]);
            const float cover = limb__looks.edge_width / 2 + 0.5f - away;
            if (!(cover > 0)) continue;
            const float z = a->z + (b->z - a->z) * t;
            const bool behind = z < nearest[y * SS * EDGE + x * SS] * 0.997f;
            const float part = limb__min(cover, 1) * (behind ? faint : 1);
            float *rgba = own->rgba[y * TILE + x];
            for (int k = 0; k < 3; k++)
                rgba[k] = line->color[k] * part + rgba[k] * (1 - part);
            rgba[3] = part + rgba[3] * (1 - part);
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
