// Tests of textures: decoded once, reported if unusable, drawn on primitives.
#include "base/memory.h"
#include "limb/export.h"
#include "pictures.h"

#include <stdio.h>
#include <stdlib.h>

// One triangle for each of some textures, all of them in one place.
enum { MAX_TEXTURES = 40 };
typedef struct textured {
    limb_mesh scene;
    limb_mesh_material material[MAX_TEXTURES];
    limb_mesh_part part[MAX_TEXTURES];
    uint32_t index[3 * MAX_TEXTURES];
} textured;

static void add_texture(textured *t, limb_mesh_texture texture)
{
    static const float corner[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const float texcoord[6] = {0, 0, 1, 0, 0, 1};
    const int i = t->scene.nmaterial;
    t->material[i] = (limb_mesh_material){
        .name = "", .rgba = {1, 1, 1, 1}, .has_texture = true, .texture = texture};
    t->part[i] = (limb_mesh_part){"", i, 1, i};
    for (uint32_t k = 0; k < 3; k++)
        t->index[3 * i + (int)k] = k;
    t->scene = (limb_mesh){.file = "",
                           .nvertex = 3,
                           .position = corner,
                           .texcoord = texcoord,
                           .ntriangle = i + 1,
                           .index = t->index,
                           .npart = i + 1,
                           .part = t->part,
                           .nmaterial = i + 1,
                           .material = t->material,
                           .upper = {1, 1, 0}};
}

typedef struct use {
    size_t now, peak;
} use;

static void *resize_counted(void *ctx, void *block, size_t old_size, size_t new_size)
{
    use *u = ctx;
    void *moved = NULL;
    if (new_size == 0)
        free(block);
    else if (!(moved = realloc(block, new_size)))
        return NULL;
    u->now = u->now + new_size - old_size;
    if (u->now > u->peak) u->peak = u->now;
    return moved;
}

// A picture that many materials share is decoded once.
TEST(pictures_are_decoded_once)
{
    enum { SIDE = 512 };
    uint8_t *rgba = calloc(SIDE * SIDE, 4);
    const limb_image plain = {.width = SIDE, .height = SIDE, .rgba = rgba};
    bytes *png = calloc(1, sizeof *png);
    ENSURE_INT(limb_image_write_png(&plain, collect, png), LIMB_OK);
    textured t = {0};
    for (int i = 0; i < MAX_TEXTURES; i++)
        add_texture(&t, (limb_mesh_texture){"", NULL, png->data, png->size});
    use once = {0};
    use all = {0};
    const limb_allocator count_once = {resize_counted, &once};
    const limb_allocator count_all = {resize_counted, &all};
    limb_mesh one = t.scene;
    one.nmaterial = one.npart = one.ntriangle = 1;
    limb_image image;
    limb_render_opts opts = {.width = 32, .height = 32, .threads = 1, .memory = &count_once};
    ENSURE_INT(limb_render(&image, &one, &opts), LIMB_OK);
    limb_image_free(&image);
    opts.memory = &count_all;
    ENSURE_INT(limb_render(&image, &t.scene, &opts), LIMB_OK);
    limb_image_free(&image);
    ENSURE(all.peak < once.peak + SIDE * SIDE * 4);
    ENSURE(once.now == 0 && all.now == 0);
    free(png);
    free(rgba);
}

typedef struct failures {
    int count, material[4];
    const char *reason[4];
} failures;

static void note_failure(void *ctx, int material, const char *reason)
{
    failures *f = ctx;
    if (f->count == 4) return;
    f->material[f->count] = material;
    f->reason[f->count++] = reason;
}

TEST(pictures_that_cannot_be_used_are_reported)
{
    uint8_t rgba[4 * 16 * 16] = {0};
    const limb_image plain = {.width = 16, .height = 16, .rgba = rgba};
    bytes *png = calloc(1, sizeof *png);
    ENSURE_INT(limb_image_write_png(&plain, collect, png), LIMB_OK);
    const limb_mesh_texture texture[] = {{"", NULL, png->data, png->size},
                                         {"", NULL, png->data, png->size - 20},
                                         {"", NULL, "text", 4},
                                         {"gone.png", "/no/such/gone.png", NULL, 0}};
    textured t = {0};
    for (int i = 0; i < 4; i++)
        add_texture(&t, texture[i]);
    failures failed = {0};
    limb_image image = render(&t.scene, (limb_render_opts){.texture_failed = note_failure,
                                                           .texture_failed_ctx = &failed});
    limb_image_free(&image);
    ENSURE_INT(failed.count, 3);
    for (int i = 0; i < 3; i++)
        ENSURE_INT(failed.material[i], i + 1);
    ENSURE_TEXT(failed.reason[0], "it cannot be decoded");
    ENSURE_TEXT(failed.reason[2], "it cannot be read");
    free(png);
}

// a picture that is red at the left and blue at the right, whatever is asked for
static limb_status red_and_blue(void *ctx, const char *uri, const limb_allocator *memory,
                                void **out, size_t *size)
{
    (void)ctx;
    (void)uri;
    enum { WIDTH = 64 };
    uint8_t rgba[WIDTH * 4];
    for (int x = 0; x < WIDTH; x++) {
        const uint8_t color[4] = {x < WIDTH / 2 ? 255 : 0, 0, x < WIDTH / 2 ? 0 : 255, 255};
        memcpy(rgba + 4 * x, color, 4);
    }
    const limb_image image = {.width = WIDTH, .height = 1, .rgba = rgba};
    bytes *png = calloc(1, sizeof *png);
    ENSURE_INT(limb_image_write_png(&image, collect, png), LIMB_OK);
    *size = png->size;
    *out = limb__allocate(memory, png->size);
    memcpy(*out, png->data, png->size);
    free(png);
    return LIMB_OK;
}

TEST(a_textured_material_shows_on_primitives)
{
    static const char *const shape[] = {"<box size='1 1 1'/>", "<cylinder radius='.5' length='1'/>",
                                        "<sphere radius='.5'/>",
                                        "<capsule radius='.5' length='.1'/>"};
    for (int i = 0; i < 4; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "<robot name='r' version='1.2'><material name='p'><texture "
                 "filename='p.png'/></material><link name='l'><visual><geometry>%s</geometry>"
                 "<material name='p'/></visual></link></robot>",
                 shape[i]);
        limb_robot *robot = NULL;
        ENSURE_INT(limb_robot_parse(&robot, text, strlen(text), NULL), LIMB_OK);
        const limb_glb_opts opts = {.find_image = red_and_blue};
        limb_glb *glb;
        ENSURE_INT(limb_glb_build(&glb, robot, &opts), LIMB_OK);
        limb_mesh *mesh = NULL;
        ENSURE_INT(
            limb_mesh_parse(&mesh, glb->bytes, glb->size, &(limb_mesh_opts){.turn_y_up = true}),
            LIMB_OK);

        // from the front, where y is at the right; around a round shape the seam is there, and
        // the picture begins at the right of it, but for the sphere: its seam is at the back,
        // as in RViz
        limb_image image = render(mesh, (limb_render_opts){0});
        const uint8_t *left = pixel(&image, 45, 45);
        const uint8_t *right = pixel(&image, 75, 45);
        const bool begins_left = i == 0 || i == 2;
        const uint8_t *red = begins_left ? left : right;
        const uint8_t *blue = begins_left ? right : left;
        ENSURE(red[0] > 2 * red[2] && blue[2] > 2 * blue[0]);
        limb_image_free(&image);
        limb_mesh_free(mesh);
        limb_glb_free(glb);
        limb_robot_free(robot);
    }
}
