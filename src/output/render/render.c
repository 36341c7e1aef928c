// Renders the picture: prepares the scene, then draws it in steps that each use all threads.
//
// The steps are the depth maps of the sun and of the ground's view, the depth of each pixel for the
// occlusion, then the screen tile by tile (passes.c).
#include "limb/render.h"

#include "limb/pool.h"

#include "base/arena.h"
#include "base/memory.h"
#include "output/render/picture.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    MAX_SIZE = 8192,
    SUN_SIZE = 2048 // texels on a side
};

typedef limb__picture picture;

static limb_status draw(picture *pic);
static bool prepare(picture *pic);
static bool is_one_sided(const picture *pic, limb__pass which);
static bool find_roles(picture *pic);
static limb__role role_of(const char *name);
static void place_lights(picture *pic);
static void draw_map(void *ctx, int piece, int worker);
static void occlude(void *ctx, int piece, int worker);
static bool load_textures(picture *pic);
static bool project(picture *pic);

limb_status limb_render(limb_image *out, const limb_mesh *scene, const limb_render_opts *opts)
{
    assert(out && scene);
    limb_render_opts o = opts ? *opts : (limb_render_opts){0};
    memset(out, 0, sizeof *out);
    if (o.width == 0) o.width = 1280;
    if (o.height == 0) o.height = 960;
    if (o.width < 1 || o.height < 1 || o.width > MAX_SIZE || o.height > MAX_SIZE)
        return LIMB_ERROR_INPUT;
    for (int k = 0; k < 3; k++)
        if (!(scene->lower[k] >= -(float)LIMB_RENDER_MAX_EXTENT &&
              scene->upper[k] <= (float)LIMB_RENDER_MAX_EXTENT))
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
    pic->scratch = LIMB__ARENA_ARRAY(&pic->arena, limb__layers, pool->nworker);
    if (pic->scratch) {
        const int ntile = pic->tile[0].across * pic->tile[0].down;
        pool->run(pool, 2, draw_map, pic);
        limb__contact_build(&pic->stage, row);
        pool->run(pool, ntile, limb__draw_depth, pic);
        pool->run(pool, pic->image->height, occlude, pic);
        pool->run(pool, ntile, limb__draw_tile, pic);
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
        stage->center[k] = (mesh->lower[k] + mesh->upper[k]) / 2;
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
    for (int i = 0; i < LIMB__NPASS && done; i++)
        done = limb__tiles_sort(pic, (limb__pass)i, is_one_sided(pic, (limb__pass)i));
    return done;
}

// Returns true for an X-ray view, where the back of a shape would only blur its front.
static bool is_one_sided(const picture *pic, limb__pass which)
{
    return which == LIMB__PASS_OVERLAY || (which == LIMB__PASS_CLEAR && pic->stage.xray);
}

// Determines the role of each material, and its pass.
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
    // shapes shown without visuals represent the robot
    stage->xray = overlays && things;
    for (size_t i = 0; i < count; i++) {
        const limb__role role = stage->role[i];
        const bool clear = (int)i < mesh->nmaterial && mesh->material[i].rgba[3] < 0.996f;
        limb__pass own = role == LIMB__ROLE_TOP ? LIMB__PASS_TOP : LIMB__PASS_OPAQUE;
        if (role == LIMB__ROLE_OVERLAY && stage->xray) own = LIMB__PASS_OVERLAY;
        if (role < LIMB__ROLE_OVERLAY && (clear || stage->xray)) own = LIMB__PASS_CLEAR;
        pic->pass[i] = (uint8_t)own;
        stage->solid[i] = own == LIMB__PASS_OPAQUE;
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

// The sun is fixed in the world, the room rotates with the camera.
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

    // from below, with a margin for the blur
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
    return limb__textures_load(pic->stage.texture, pic->stage.texture_of, mesh, pic->stage.opts);
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
        c->x = ((float)camera->width / 2 + camera->focal * limb__dot3(d, camera->right) / depth) *
               LIMB__PIXEL_EDGE;
        c->y = ((float)camera->height / 2 - camera->focal * limb__dot3(d, camera->up) / depth) *
               LIMB__PIXEL_EDGE;
    }
    return true;
}
