// Tests of OBJ and MTL: polygons, references of every form, groups, materials, missing libraries.
#define _XOPEN_SOURCE 700

#include "harness.h"
#include "limb/mesh.h"
#include "support/hostile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char library[] =
    "# two materials\n"
    "newmtl red paint\nKd 1 0 0\nd 0.5\nNs 98\n"
    "newmtl wood\r\nKd 0 0 0\r\n"
    "map_Kd -s 2 2 1 -clamp on textures/oak plank.png\r\nKe 0.1 0.2 0.3\r\n";

static limb_status read_library(void *ctx, const char *uri, const limb_allocator *memory,
                                void **bytes, size_t *size)
{
    int *nread = ctx;
    ++*nread;
    if (strcmp(uri, "my parts.mtl") != 0) return LIMB_ERROR_IO;
    char *copy = memory->resize(memory->ctx, NULL, 0, sizeof library);
    if (!copy) return LIMB_ERROR_MEMORY;
    memcpy(copy, library, sizeof library);
    *bytes = copy;
    *size = sizeof library - 1;
    return LIMB_OK;
}

static const char quads[] = "mtllib my parts.mtl\n"
                            "o plate\n"
                            "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\n"
                            "vt 0 0\nvt 1 0.25\nvn 0 0 2\n"
                            "usemtl red paint\n"
                            "f 1/1/1 2/2/1 3/1/1 4/1/1 # a quad\n"
                            "g side panel\n"
                            "usemtl wood\n"
                            "f -5//-1 -4//-1 \\\n -1//-1\n"
                            "l 1 2\n"
                            "usemtl red paint\n"
                            "f 1/1 2/1 5/1\n";

static limb_mesh *parse(const char *text, const limb_mesh_opts *opts)
{
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, text, strlen(text), opts), LIMB_OK);
    return mesh;
}

TEST(obj_parts_have_their_materials)
{
    int nread = 0;
    limb_mesh *mesh = parse(
        quads,
        &(limb_mesh_opts){.read = read_library, .read_ctx = &nread, .file = "robots/arm/base.obj"});
    ENSURE_INT(nread, 1);
    ENSURE_INT(mesh->format, LIMB_MESH_FORMAT_OBJ);
    ENSURE_INT(mesh->ntriangle, 4);
    ENSURE_INT(mesh->nskipped, 1);
    ENSURE_INT(mesh->npart, 3);
    ENSURE_TEXT(mesh->part[0].name, "plate");
    ENSURE_INT(mesh->part[0].count, 2);
    ENSURE_TEXT(mesh->part[1].name, "side panel");
    ENSURE_INT(mesh->part[1].first, 2);
    ENSURE_INT(mesh->nmaterial, 2);
    const limb_mesh_material *red = &mesh->material[mesh->part[0].material];
    const limb_mesh_material *wood = &mesh->material[mesh->part[1].material];
    ENSURE_INT(mesh->part[2].material, mesh->part[0].material);
    ENSURE_TEXT(red->name, "red paint");
    ENSURE(red->rgba[0] == 1 && red->rgba[1] == 0 && red->rgba[3] == 0.5f && !red->has_texture);
    ENSURE_NEAR((double)red->roughness, 0.1414213562, 1e-6);
    ENSURE_TEXT(wood->name, "wood");
    ENSURE(wood->has_texture);
    ENSURE_TEXT(wood->texture.uri, "textures/oak plank.png");
    ENSURE_TEXT(wood->texture.path, "robots/arm/textures/oak plank.png");
    ENSURE(wood->rgba[0] == 1); // black under a picture means that the picture gives the color
    ENSURE(wood->emissive[2] == 0.3f);
    limb_mesh_free(mesh);
}

TEST(obj_attributes_reach_their_vertices)
{
    limb_mesh *mesh = parse(quads, NULL);
    // the last face has no normals, so there are none; texture coordinates run downwards
    ENSURE(!mesh->normal && mesh->texcoord);
    const uint32_t second = mesh->index[1];
    ENSURE(mesh->position[second * 3] == 1);
    ENSURE(mesh->texcoord[second * 2] == 1 && mesh->texcoord[second * 2 + 1] == 0.75f);
    limb_mesh_free(mesh);

    mesh = parse("v 0 0 0\nv 1 0 0\nv 1 1 0\nvn 0 0 2\nf 1//1 2//1 3//1\n", NULL);
    ENSURE(mesh->normal && !mesh->texcoord);
    ENSURE(mesh->normal[2] == 1);
    limb_mesh_free(mesh);

    mesh = parse(quads, &(limb_mesh_opts){.normals = LIMB_MESH_NORMALS_NONE});
    ENSURE(!mesh->normal && !mesh->texcoord);
    ENSURE_INT(mesh->nvertex, 5);
    limb_mesh_free(mesh);
}

// the first line is only "\r": the search for a backslash before it must not read before the text
TEST(obj_may_begin_with_an_empty_line_of_windows)
{
    limb_mesh *mesh = parse("\r\nv 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3\r\n", NULL);
    ENSURE_INT(mesh->ntriangle, 1);
    limb_mesh_free(mesh);
}

TEST(obj_vertices_may_have_colors)
{
    limb_mesh *mesh = parse("v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\nf 1 2 3\n", NULL);
    ENSURE(mesh->color != NULL);
    ENSURE_INT(mesh->color[0], 255);
    ENSURE_INT(mesh->color[5], 255);
    ENSURE_INT(mesh->color[11], 255);
    limb_mesh_free(mesh);
}

TEST(concave_polygons_keep_their_area)
{
    // an L of area 3 and a comb of area 2 * 5 + 3 * 1 * 2
    limb_mesh *mesh =
        parse("v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nf 1 2 3 4 5 6\n", NULL);
    ENSURE_INT(mesh->ntriangle, 4);
    ENSURE_NEAR(limb_mesh_area(mesh), 3, 1e-12);
    limb_mesh_free(mesh);

    mesh = parse("v 0 0 0\nv 0 5 0\nv 0 5 4\nv 0 4 4\nv 0 4 2\nv 0 3 2\nv 0 3 4\nv 0 2 4\nv 0 2 2\n"
                 "v 0 1 2\nv 0 1 4\nv 0 0 4\nf 1 2 3 4 5 6 7 8 9 10 11 12\n",
                 NULL);
    ENSURE_INT(mesh->ntriangle, 10);
    ENSURE_NEAR(limb_mesh_area(mesh), 16, 1e-12);
    limb_mesh_free(mesh);

    // a quad with a reflex corner at its second vertex
    mesh = parse("v 0 0 0\nv 1 1 0\nv 2 0 0\nv 1 3 0\nf 1 2 3 4\n", NULL);
    ENSURE_NEAR(limb_mesh_area(mesh), 2, 1e-12);
    limb_mesh_free(mesh);
}

// Some writers name the library before every object.
TEST(a_library_is_read_once)
{
    enum { TIMES = 1500 };
    static char text[TIMES * 40];
    size_t used = 0;
    for (int i = 0; i < TIMES; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "mtllib my parts.mtl\n");
    snprintf(text + used, sizeof text - used, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    int nread = 0;
    limb_mesh *mesh = parse(text, &(limb_mesh_opts){.read = read_library, .read_ctx = &nread});
    ENSURE_INT(nread, 1);
    limb_mesh_free(mesh);
    // one that is missing is asked for, and reported, once
    nread = 0;
    mesh = parse("mtllib gone.mtl\nmtllib gone.mtl\nmtllib gone.mtl\nv 0 0 0\n",
                 &(limb_mesh_opts){.read = read_library, .read_ctx = &nread});
    ENSURE(nread <= 2);
    limb_mesh_free(mesh);
}

TEST(a_missing_library_leaves_white_materials)
{
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    int nread = 0;
    limb_mesh *mesh =
        parse("mtllib other.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n",
              &(limb_mesh_opts){.report = report, .read = read_library, .read_ctx = &nread});
    ENSURE_INT(report->nfinding, 1);
    ENSURE_INT(report->finding[0].rule, LIMB_RULE_MESH_COMPANION);
    ENSURE_INT(mesh->nmaterial, 1);
    ENSURE(mesh->material[0].rgba[1] == 1);
    limb_mesh_free(mesh);
    limb_report_clear(report);

    // files outside the folder are not read
    const char *outside[] = {"../x.mtl",     "a/../../x.mtl",  "/etc/x.mtl",
                             "%2e%2e/x.mtl", "http://x/y.mtl", "a\\..\\x.mtl"};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        char text[200] = "mtllib ";
        strcat(strcat(text, outside[i]), "\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
        nread = 0;
        mesh = parse(text,
                     &(limb_mesh_opts){.report = report, .read = read_library, .read_ctx = &nread});
        ENSURE_INT(nread, 0);
        limb_mesh_free(mesh);
    }
    ENSURE_INT(report->nfinding, 6);
    limb_report_free(report);
}

static limb_status read_letter(void *ctx, const char *uri, const limb_allocator *memory,
                               void **bytes, size_t *size)
{
    (void)ctx;
    // x.mtl has the material x
    if (strlen(uri) != 5 || strcmp(uri + 1, ".mtl") != 0 || uri[0] == 'z') return LIMB_ERROR_IO;
    static const char text[] = "newmtl x\rmap_Kd p.png\rKd 0 0 0\r";
    char *copy = memory->resize(memory->ctx, NULL, 0, sizeof text);
    if (!copy) return LIMB_ERROR_MEMORY;
    memcpy(copy, text, sizeof text);
    copy[7] = uri[0];
    *bytes = copy;
    *size = sizeof text - 1;
    return LIMB_OK;
}

// Names with spaces are common, but so are quotes and several names on a line. A library may have
// CR line ends, and the color after the picture.
TEST(a_line_may_name_several_libraries)
{
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    limb_mesh *mesh =
        parse("mtllib a.mtl z.mtl b.mtl\nmtllib \"c.mtl\"\nmtllib my own.mtl\n",
              &(limb_mesh_opts){.report = report, .read = read_letter, .file = "x.obj"});
    ENSURE_INT(mesh->nmaterial, 3);
    for (int i = 0; i < 3; i++) {
        const char name[] = {(char)('a' + i), 0};
        ENSURE_TEXT(mesh->material[i].name, name);
        ENSURE(mesh->material[i].rgba[0] == 1);
        ENSURE(mesh->material[i].has_texture);
    }
    ENSURE_INT(report->nfinding, 3);
    ENSURE(strstr(report->finding[0].message, "\"z.mtl\"") != NULL);
    ENSURE(strstr(report->finding[1].message, "\"my own.mtl\"") != NULL);
    ENSURE_INT(report->finding[2].rule, LIMB_RULE_MESH_EMPTY);
    limb_mesh_free(mesh);
    limb_report_free(report);
}

// Reads a byte order mark, CR line ends, and vertices that continue on a second line, from a file
// and from memory.
TEST(obj_lines_may_end_and_begin_oddly)
{
    static const char *const text[] = {
        "\xef\xbb\xbfv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
        "v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r",
        "v 0 0 \\\n0\nv 1 \\\r\n 0 0\nv 0 1 0\nf 1 2 3\n",
    };
    char path[] = LIMB_BINARY_DIR "/test_obj_XXXXXX";
    const int file = mkstemp(path);
    ENSURE(file >= 0);
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        const size_t size = strlen(text[i]);
        ENSURE_INT(ftruncate(file, 0), 0);
        ENSURE_INT(pwrite(file, text[i], size, 0), size);
        limb_mesh *read;
        ENSURE_INT(limb_mesh_load(&read, path, NULL), LIMB_OK);
        limb_mesh *parsed = parse(text[i], NULL);
        ENSURE_INT(read->ntriangle, 1);
        ENSURE_INT(parsed->ntriangle, 1);
        ENSURE(parsed->position[3] == 1);
        limb_mesh_free(read);
        limb_mesh_free(parsed);
    }
    close(file);
    unlink(path);
}

TEST(wrong_references_are_reported_with_their_line)
{
    static const struct {
        const char *text;
        int line, column;
    } wrong[] = {{"v 0 0 0\nv 1 0 0\nf 1 2 3\n", 3, 7},
                 {"v 0 0 0\nv 1 0 0\nf 1 2 0\n", 3, 7},
                 {"v 0 0 0\nv 1 0 0\nf 1 2 -3\n", 3, 7},
                 {"v 0 0 0\nv 1 0 0\nf 1 2 x\n", 3, 7},
                 {"v 0 0 0\nv 1 0\n", 2, 6}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        limb_report *report;
        ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
        limb_mesh *mesh;
        ENSURE_INT(limb_mesh_parse(&mesh, wrong[i].text, strlen(wrong[i].text),
                                   &(limb_mesh_opts){.report = report}),
                   LIMB_ERROR_INPUT);
        ENSURE_INT(report->nfinding, 1);
        ENSURE_INT(report->finding[0].rule, LIMB_RULE_MESH_BROKEN);
        ENSURE_INT(report->finding[0].span.line, wrong[i].line);
        ENSURE_INT(report->finding[0].span.column, wrong[i].column);
        limb_report_free(report);
    }
}

static limb_status load_again(const limb_allocator *memory, void *ctx)
{
    limb_mesh *mesh;
    const limb_status status =
        limb_mesh_parse(&mesh, quads, sizeof quads - 1,
                        &(limb_mesh_opts){.memory = memory,
                                          .read = read_library,
                                          .read_ctx = ctx,
                                          .normals = LIMB_MESH_NORMALS_COMPUTE});
    if (status == LIMB_OK) limb_mesh_free(mesh);
    return status;
}

static void load_any(const char *bytes, size_t size, void *ctx)
{
    limb_mesh *mesh;
    if (limb_mesh_parse(
            &mesh, bytes, size,
            &(limb_mesh_opts){.file = "x.obj", .read = read_library, .read_ctx = ctx}) == LIMB_OK)
        limb_mesh_free(mesh);
}

static limb_status read_hostile(void *ctx, const char *uri, const limb_allocator *memory,
                                void **bytes, size_t *size)
{
    (void)uri;
    const limb_text *text = ctx;
    char *copy = memory->resize(memory->ctx, NULL, 0, text->size + 1);
    if (!copy) return LIMB_ERROR_MEMORY;
    memcpy(copy, text->data, text->size);
    copy[text->size] = 0;
    *bytes = copy;
    *size = text->size;
    return LIMB_OK;
}

static void load_library(const char *bytes, size_t size, void *ctx)
{
    (void)ctx;
    limb_text text = {bytes, size};
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, quads, sizeof quads - 1,
                               &(limb_mesh_opts){.read = read_hostile, .read_ctx = &text}),
               LIMB_OK);
    limb_mesh_free(mesh);
}

TEST(obj_survives_hostile_circumstances)
{
    int nread = 0;
    limb_test_every_failure(LIMB_OK, load_again, &nread);
    limb_test_every_truncation(quads, sizeof quads - 1, load_any, &nread);
    limb_test_every_flip(quads, sizeof quads - 1, load_any, &nread);
    limb_test_every_truncation(library, sizeof library - 1, load_library, NULL);
    limb_test_every_flip(library, sizeof library - 1, load_library, NULL);
    ENSURE(nread > 100);
}
