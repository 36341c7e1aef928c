// Tests of PLY: ASCII and binary in both byte orders, every type, polygons, hostile files.
#include "harness.h"
#include "limb/mesh.h"
#include "support/hostile.h"

#include <string.h>

static const char ascii[] = "ply\nformat ascii 1.0\ncomment made here\nelement vertex 4\n"
                            "property float x\nproperty double y\nproperty float z\n"
                            "property float nx\nproperty float ny\nproperty float nz\n"
                            "property uchar red\nproperty uchar green\nproperty uchar blue\n"
                            "property float s\nproperty float t\nproperty list uchar int other\n"
                            "element face 2\nproperty uchar flags\n"
                            "property list uchar int vertex_indices\n"
                            "element edge 1\nproperty int a\nproperty int b\nend_header\n"
                            "0 0 0 0 0 2 255 0 0 0 0 0\n1 0 0 0 0 2 0 255 0 1 0.25 2 5 6\n"
                            "1 1 0 0 0 2 0 0 255 1 1 0\n0 1 0 0 0 2 9 9 9 0 1 1 7\n"
                            "0 4 0 1 2 3\n1 3 0 1 2\n0 1\n";

static limb_mesh *parse(const char *bytes, size_t size)
{
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, bytes, size, NULL), LIMB_OK);
    return mesh;
}

TEST(ascii_ply_has_everything)
{
    limb_mesh *mesh = parse(ascii, sizeof ascii - 1);
    ENSURE_INT(mesh->format, LIMB_MESH_FORMAT_PLY_ASCII);
    ENSURE_INT(mesh->ntriangle, 3);
    ENSURE_INT(mesh->nvertex, 4);
    ENSURE(mesh->normal && mesh->texcoord && mesh->color);
    const uint32_t second = mesh->index[1];
    ENSURE(mesh->normal[3 * second + 2] == 1);
    ENSURE(mesh->texcoord[2 * second + 1] == 0.75f);
    ENSURE_INT(mesh->color[4 * second + 1], 255);
    ENSURE_INT(mesh->color[4 * second + 3], 255);
    limb_mesh_free(mesh);
}

static void put(char **at, const void *value, size_t size, bool big)
{
    const char *bytes = value;
    for (size_t i = 0; i < size; i++)
        *(*at)++ = bytes[big ? size - 1 - i : i];
}

static size_t make_binary(char *out, bool big)
{
    strcpy(out,
           big ? "ply\nformat binary_big_endian 1.0\n" : "ply\nformat binary_little_endian 1.0\n");
    strcat(out, "element vertex 3\nproperty short x\nproperty float y\nproperty double z\n"
                "element face 1\nproperty list ushort uint vertex_index\nend_header\n");
    char *at = out + strlen(out);
    for (int i = 0; i < 3; i++) {
        const int16_t x = (int16_t)(i == 1 ? -300 : 0);
        const float y = i == 2 ? 2.5f : 0;
        const double z = 0.125 * i;
        put(&at, &x, 2, big);
        put(&at, &y, 4, big);
        put(&at, &z, 8, big);
    }
    const uint16_t count = 3;
    put(&at, &count, 2, big);
    for (uint32_t i = 0; i < 3; i++)
        put(&at, &i, 4, big);
    return (size_t)(at - out);
}

TEST(binary_ply_in_both_byte_orders)
{
    for (int big = 0; big < 2; big++) {
        char bytes[512];
        limb_mesh *mesh = parse(bytes, make_binary(bytes, big));
        ENSURE_INT(mesh->format, LIMB_MESH_FORMAT_PLY);
        ENSURE_INT(mesh->ntriangle, 1);
        ENSURE(mesh->lower[0] == -300 && mesh->upper[1] == 2.5f && mesh->upper[2] == 0.25f);
        limb_mesh_free(mesh);
    }
}

static void expect_broken(const char *text, int line)
{
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, text, strlen(text), &(limb_mesh_opts){.report = report}),
               LIMB_ERROR_INPUT);
    ENSURE_INT(report->nfinding, 1);
    ENSURE_INT(report->finding[0].rule, LIMB_RULE_MESH_BROKEN);
    ENSURE_INT(report->finding[0].span.line, line);
    limb_report_free(report);
}

TEST(lies_are_reported)
{
    expect_broken("ply\nformat ascii 1.0\nelement vertex 99999999999\nproperty float x\n"
                  "property float y\nproperty float z\nend_header\n0 0 0\n",
                  9);
    expect_broken("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
                  "property float z\nelement face 1\nproperty list uchar int vertex_indices\n"
                  "end_header\n0 0 0\n3 0 0 1\n",
                  11);
    expect_broken("ply\nformat ascii 1.0\nelement vertex 1\nproperty wide x\nend_header\n0\n", 4);
    expect_broken("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n0\n", 3);
    expect_broken("ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\n"
                  "property float z\nend_header\n0 0 0\n1 0\n1\n",
                  9);
    expect_broken("ply\nformat ascii 1.0\nelement vertex 3\n", 4);
    expect_broken("ply\nelement vertex 0\nproperty float x\nproperty float y\nproperty float z\n"
                  "end_header\n",
                  0);
}

static limb_mesh *parse_with_finding(const char *text, const char *message)
{
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, text, strlen(text), &(limb_mesh_opts){.report = report}),
               LIMB_OK);
    ENSURE_INT(report->nfinding, 1);
    ENSURE_INT(report->finding[0].rule, LIMB_RULE_MESH_SKIPPED);
    ENSURE(strstr(report->finding[0].message, message) != NULL);
    limb_report_free(report);
    return mesh;
}

#define TRIANGLE "element vertex 3\nproperty float x\nproperty float y\nproperty float z\n"

// A column that the header does not declare used to shift all following values.
TEST(an_element_ends_with_its_line)
{
    limb_mesh *mesh = parse_with_finding("ply\nformat ascii 1.0\n" TRIANGLE "element face 1\n"
                                         "property list uchar int vertex_indices\nend_header\n"
                                         "0 0 0 0.5\n\n2 0 0 0.5\r\n0 3 0 0.5 7\n3 0 1 2 9\n",
                                         "more values");
    ENSURE_INT(mesh->ntriangle, 1);
    ENSURE(mesh->upper[0] == 2 && mesh->upper[1] == 3 && mesh->upper[2] == 0);
    limb_mesh_free(mesh);
}

TEST(unknown_header_lines_are_ignored_aloud)
{
    limb_mesh *mesh =
        parse_with_finding("ply\nformat ascii 1.0\nsource file: \"a.blend\"\n" TRIANGLE
                           "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
                           "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
                           "unknown PLY header keyword");
    ENSURE_INT(mesh->ntriangle, 1);
    limb_mesh_free(mesh);
}

#define HEAD(face)                                                                                 \
    "ply\nformat ascii 1.0\ncomment TextureFile my skin.png\nelement vertex 4\n"                   \
    "property float x\nproperty float y\nproperty float z\nproperty uchar diffuse_red\n"           \
    "property uchar diffuse_green\nproperty uchar diffuse_blue\n" face "end_header\n"              \
    "0 0 0 255 0 0\n1 0 0 255 0 0\n1 1 0 255 0 0\n0 1 0 255 0 0\n"

TEST(faces_have_coordinates_of_their_own_and_a_picture)
{
    static const char text[] =
        HEAD("element face 2\nproperty list uchar float texcoord\n"
             "property list uchar int vertex_indices\n") "6 0 0 1 0 1 1 3 0 1 2\n0 3 0 2 3\n";
    limb_mesh *mesh = parse(text, sizeof text - 1);
    ENSURE_INT(mesh->ntriangle, 2);
    ENSURE_INT(mesh->nmaterial, 1);
    ENSURE_TEXT(mesh->material[0].texture.uri, "my skin.png");
    ENSURE_INT(mesh->part[0].material, 0);
    ENSURE(mesh->color && mesh->color[0] == 255 && mesh->color[1] == 0);
    ENSURE(mesh->texcoord != NULL);
    const float *uv = mesh->texcoord + 2 * mesh->index[2];
    ENSURE(uv[0] == 1 && uv[1] == 0); // the picture's upper edge
    limb_mesh_free(mesh);
}

TEST(strips_are_read)
{
    static const char text[] =
        HEAD("element tristrips 1\nproperty list int int vertex_indices\n") "8 0 1 3 2 -1 0 1 2\n";
    limb_mesh *mesh = parse(text, sizeof text - 1);
    ENSURE_INT(mesh->ntriangle, 3);
    // all face the same way
    for (int t = 0; t < 3; t++) {
        const float *p[3];
        for (int k = 0; k < 3; k++)
            p[k] = mesh->position + 3 * mesh->index[3 * t + k];
        ENSURE((p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) >
               (p[1][1] - p[0][1]) * (p[2][0] - p[0][0]));
    }
    limb_mesh_free(mesh);
}

static limb_status load_again(const limb_allocator *memory, void *ctx)
{
    (void)ctx;
    limb_mesh *mesh;
    const limb_status status =
        limb_mesh_parse(&mesh, ascii, sizeof ascii - 1, &(limb_mesh_opts){.memory = memory});
    if (status == LIMB_OK) limb_mesh_free(mesh);
    return status;
}

static void load_any(const char *bytes, size_t size, void *ctx)
{
    (void)ctx;
    limb_mesh *mesh;
    if (limb_mesh_parse(&mesh, bytes, size, NULL) == LIMB_OK) limb_mesh_free(mesh);
}

TEST(ply_survives_hostile_circumstances)
{
    limb_test_every_failure(LIMB_OK, load_again, NULL);
    limb_test_every_truncation(ascii, sizeof ascii - 1, load_any, NULL);
    limb_test_every_flip(ascii, sizeof ascii - 1, load_any, NULL);
    char bytes[512];
    const size_t size = make_binary(bytes, false);
    limb_test_every_truncation(bytes, size, load_any, NULL);
    limb_test_every_flip(bytes, size, load_any, NULL);
}
