// Tests the writing of meshes: a written file reads back as the same mesh.
#include "mesh/shapes.h"

#include <string.h>

typedef struct buffer {
    char *data;
    size_t size;
} buffer;

static limb_status append(void *ctx, const void *bytes, size_t size)
{
    buffer *b = ctx;
    b->data = realloc(b->data, b->size + size);
    ENSURE(b->data != NULL);
    memcpy(b->data + b->size, bytes, size);
    b->size += size;
    return LIMB_OK;
}

static void expect_same(const limb_mesh *a, const limb_mesh *b)
{
    ENSURE_INT(a->ntriangle, b->ntriangle);
    for (int i = 0; i < a->ntriangle * 3; i++) {
        const uint32_t p = a->index[i], q = b->index[i];
        ENSURE(memcmp(a->position + 3 * p, b->position + 3 * q, 12) == 0);
        if (a->normal && b->normal) {
            for (int k = 0; k < 3; k++)
                ENSURE_NEAR((double)a->normal[3 * p + (uint32_t)k],
                            (double)b->normal[3 * q + (uint32_t)k], 1e-6);
        }
        if (a->texcoord && b->texcoord) {
            for (int k = 0; k < 2; k++)
                ENSURE_NEAR((double)a->texcoord[2 * p + (uint32_t)k],
                            (double)b->texcoord[2 * q + (uint32_t)k], 1e-6);
        }
    }
}

static limb_mesh *make_rich(void)
{
    static const float position[12] = {0.1f, -0.2f, 1e-7f, 1, 0, 0.3f, 0, 1, -3.25e8f, 2, 2, 2};
    static const float normal[12] = {0, 0, 1, 0, 0.6f, 0.8f, 1, 0, 0, 0, 1, 0};
    static const float texcoord[8] = {0, 0, 1, 0.25f, 0.5f, 1, 0.125f, 0.75f};
    static const uint8_t color[16] = {255, 0, 1, 255, 2, 128, 127, 255,
                                      9,   8, 7, 255, 3, 99,  254, 255};
    static const uint32_t index[6] = {0, 1, 2, 1, 3, 2};
    static const char picture[] = "\x89PNG not really";
    const limb_mesh_material material[2] = {
        {.name = "red \"one\"", .rgba = {1, 0.25f, 0, 0.5f}, .roughness = 0.5f, .metallic = 0.25f},
        {.name = "wood",
         .rgba = {1, 1, 1, 1},
         .roughness = 1,
         .has_texture = true,
         .texture = {.uri = "", .bytes = picture, .size = sizeof picture}}};
    const limb_mesh_part part[2] = {{"a", 0, 1, 0}, {"b", 1, 1, 1}};
    const limb_mesh source = {.nvertex = 4,
                              .position = position,
                              .normal = normal,
                              .texcoord = texcoord,
                              .color = color,
                              .ntriangle = 2,
                              .index = index,
                              .npart = 2,
                              .part = part,
                              .nmaterial = 2,
                              .material = material,
                              .unit = 1};
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_copy(&mesh, &source, NULL), LIMB_OK);
    return mesh;
}

TEST(what_is_written_reads_back)
{
    limb_mesh *mesh = make_rich();
    static const limb_mesh_format format[] = {LIMB_MESH_FORMAT_STL, LIMB_MESH_FORMAT_OBJ,
                                              LIMB_MESH_FORMAT_GLB};
    for (int i = 0; i < 3; i++) {
        buffer out = {0};
        ENSURE_INT(limb_mesh_write(mesh, format[i], NULL, append, &out), LIMB_OK);
        limb_mesh *again;
        ENSURE_INT(limb_mesh_parse(&again, out.data, out.size, NULL), LIMB_OK);
        ENSURE_INT(again->format, format[i]);
        expect_same(mesh, again);
        if (format[i] != LIMB_MESH_FORMAT_STL) {
            ENSURE(again->normal && again->texcoord && again->color);
            for (int k = 0; k < 24; k++)
                ENSURE_INT(again->color[4 * again->index[k / 4] + (uint32_t)k % 4],
                           mesh->color[4 * mesh->index[k / 4] + (uint32_t)k % 4]);
            ENSURE_INT(again->npart, 2);
            ENSURE_TEXT(again->part[0].name, "a");
            ENSURE_TEXT(again->part[1].name, "b");
        }
        if (format[i] == LIMB_MESH_FORMAT_GLB) {
            ENSURE_INT(again->nmaterial, 2);
            ENSURE_TEXT(again->material[0].name, "red \"one\"");
            for (int k = 0; k < 4; k++)
                ENSURE_NEAR((double)again->material[0].rgba[k], (double)mesh->material[0].rgba[k],
                            1e-6);
            ENSURE_NEAR((double)again->material[0].metallic, 0.25, 1e-6);
            ENSURE_INT(again->material[1].texture.size, mesh->material[1].texture.size);
            ENSURE(memcmp(again->material[1].texture.bytes, mesh->material[1].texture.bytes,
                          again->material[1].texture.size) == 0);
        }
        limb_mesh_free(again);
        free(out.data);
    }
    ENSURE_INT(limb_mesh_write(mesh, LIMB_MESH_FORMAT_DAE, NULL, append, NULL),
               LIMB_ERROR_UNSUPPORTED);
    limb_mesh_free(mesh);
}

static limb_status read_library(void *ctx, const char *uri, const limb_allocator *memory,
                                void **bytes, size_t *size)
{
    const buffer *library = ctx;
    ENSURE_TEXT(uri, "rich.mtl");
    char *copy = memory->resize(memory->ctx, NULL, 0, library->size + 1);
    if (!copy) return LIMB_ERROR_MEMORY;
    memcpy(copy, library->data, library->size);
    copy[library->size] = 0;
    *bytes = copy;
    *size = library->size;
    return LIMB_OK;
}

TEST(materials_of_an_obj_are_read_back_from_their_library)
{
    limb_mesh *mesh = make_rich();
    buffer obj = {0};
    buffer library = {0};
    ENSURE_INT(limb_mesh_write(mesh, LIMB_MESH_FORMAT_OBJ, "rich.mtl", append, &obj), LIMB_OK);
    ENSURE_INT(limb_mesh_write_mtl(mesh, append, &library), LIMB_OK);
    limb_mesh *again;
    const limb_mesh_opts opts = {.read = read_library, .read_ctx = &library};
    ENSURE_INT(limb_mesh_parse(&again, obj.data, obj.size, &opts), LIMB_OK);
    ENSURE_INT(again->nmaterial, 2);
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 4; k++)
            ENSURE_NEAR((double)again->material[i].rgba[k], (double)mesh->material[i].rgba[k],
                        1e-6);
    }
    limb_mesh_free(again);
    free(obj.data);
    free(library.data);
    limb_mesh_free(mesh);
}

TEST(an_empty_mesh_is_written_too)
{
    const limb_mesh source = {.unit = 1};
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_copy(&mesh, &source, NULL), LIMB_OK);
    static const limb_mesh_format format[] = {LIMB_MESH_FORMAT_STL, LIMB_MESH_FORMAT_GLB,
                                              LIMB_MESH_FORMAT_OBJ};
    for (int i = 0; i < 3; i++) {
        buffer out = {0};
        ENSURE_INT(limb_mesh_write(mesh, format[i], NULL, append, &out), LIMB_OK);
        limb_mesh *again;
        const limb_mesh_opts named = {.file = format[i] == LIMB_MESH_FORMAT_OBJ ? "x.obj" : NULL};
        ENSURE_INT(limb_mesh_parse(&again, out.data, out.size, &named), LIMB_OK);
        ENSURE_INT(again->ntriangle, 0);
        limb_mesh_free(again);
        free(out.data);
    }
    limb_mesh_free(mesh);
}

TEST(computed_normals_follow_the_crease_angle)
{
    limb_mesh *box = make_box(1, 1, 1);
    buffer out = {0};
    ENSURE_INT(limb_mesh_write(box, LIMB_MESH_FORMAT_STL, NULL, append, &out), LIMB_OK);
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, out.data, out.size,
                               &(limb_mesh_opts){.normals = LIMB_MESH_NORMALS_COMPUTE}),
               LIMB_OK);
    ENSURE_INT(mesh->nvertex, 24); // each corner three times: edges are sharp
    limb_mesh_free(mesh);
    ENSURE_INT(
        limb_mesh_parse(&mesh, out.data, out.size,
                        &(limb_mesh_opts){.normals = LIMB_MESH_NORMALS_COMPUTE, .crease_angle = 2}),
        LIMB_OK);
    ENSURE_INT(mesh->nvertex, 8);
    for (int i = 0; i < 24; i++)
        ENSURE_NEAR(fabs((double)mesh->normal[i]), sqrt(1.0 / 3), 1e-6);
    limb_mesh_free(mesh);
    free(out.data);
    limb_mesh_free(box);

    limb_mesh *sphere = make_sphere(30, 60);
    out = (buffer){0};
    ENSURE_INT(limb_mesh_write(sphere, LIMB_MESH_FORMAT_STL, NULL, append, &out), LIMB_OK);
    ENSURE_INT(limb_mesh_parse(&mesh, out.data, out.size,
                               &(limb_mesh_opts){.normals = LIMB_MESH_NORMALS_COMPUTE}),
               LIMB_OK);
    ENSURE_INT(mesh->nvertex, 28 * 60 + 2);
    for (int i = 0; i < mesh->nvertex * 3; i++)
        ENSURE_NEAR((double)mesh->normal[i], (double)mesh->position[i], 0.01);
    limb_mesh_free(mesh);
    free(out.data);
    limb_mesh_free(sphere);
}
