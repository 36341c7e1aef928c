// STL: both kinds, whatever the header says, welded; and hostile files.
#include "harness.h"
#include "limb/mesh.h"
#include "support/hostile.h"
#include "support/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// the unit cube's faces as corner numbers, bits x y z
static const int cube_triangle[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                         {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                         {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};

static size_t binary_cube(char *out, const char *header, float size)
{
    const uint32_t count = 12;
    memset(out, 0, 84 + 12 * 50);
    memcpy(out, header, strlen(header));
    memcpy(out + 80, &count, 4);
    for (int i = 0; i < 12; i++) {
        for (int k = 0; k < 3; k++) {
            const int c = cube_triangle[i][k];
            const float p[3] = {c & 1 ? size : -0.0f, c & 2 ? size : 0, c & 4 ? size : 0};
            memcpy(out + 84 + i * 50 + 12 + k * 12, p, 12);
        }
    }
    return 84 + 12 * 50;
}

static size_t ascii_cube(char *out)
{
    size_t n = (size_t)sprintf(out, "solid my cube\n");
    for (int i = 0; i < 12; i++) {
        n += (size_t)sprintf(out + n, "facet normal 0 0 0\n  outer loop\n");
        for (int k = 0; k < 3; k++) {
            const int c = cube_triangle[i][k];
            n += (size_t)sprintf(out + n, "    vertex %s %d.0 %s\n", c & 1 ? "1" : "-0", !!(c & 2),
                                 c & 4 ? "+10.0e-1" : ".0E0");
        }
        n += (size_t)sprintf(out + n, "  endloop\nendfacet\n");
    }
    return n + (size_t)sprintf(out + n, "endsolid my cube\n");
}

static limb_mesh *parse(const char *bytes, size_t size, const limb_mesh_opts *opts)
{
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, bytes, size, opts), LIMB_OK);
    return mesh;
}

TEST(binary_stl_is_welded)
{
    char bytes[1024];
    const size_t size = binary_cube(bytes, "a cube", 2);
    limb_mesh *mesh = parse(bytes, size, NULL);
    ENSURE_INT(mesh->format, LIMB_MESH_STL);
    ENSURE_INT(mesh->ntriangle, 12);
    ENSURE_INT(mesh->nvertex, 8);
    ENSURE_INT(mesh->nvertex_read, 36);
    ENSURE_INT(mesh->npart, 1);
    ENSURE_INT(mesh->part[0].count, 12);
    ENSURE_INT(mesh->part[0].material, -1);
    ENSURE(!mesh->normal && !mesh->texcoord && !mesh->color);
    for (int k = 0; k < 3; k++) {
        ENSURE(mesh->lower[k] == 0);
        ENSURE(mesh->upper[k] == 2);
    }
    limb_mesh_free(mesh);
}

TEST(a_binary_header_may_say_solid)
{
    char bytes[1024];
    const size_t size = binary_cube(bytes, "solid facet endsolid", 1);
    limb_mesh *mesh = parse(bytes, size, NULL);
    ENSURE_INT(mesh->format, LIMB_MESH_STL);
    ENSURE_INT(mesh->nvertex, 8);
    limb_mesh_free(mesh);
}

TEST(ascii_stl_equals_binary)
{
    char bytes[1024], text[8192];
    const size_t size = binary_cube(bytes, "", 1);
    limb_mesh *binary = parse(bytes, size, NULL);
    limb_mesh *ascii = parse(text, ascii_cube(text), NULL);
    ENSURE_INT(ascii->format, LIMB_MESH_STL_ASCII);
    ENSURE_TEXT(ascii->part[0].name, "my cube");
    ENSURE_INT(ascii->nvertex, 8);
    ENSURE_INT(ascii->ntriangle, 12);
    ENSURE(memcmp(ascii->position, binary->position, 8 * 12) == 0);
    ENSURE(memcmp(ascii->index, binary->index, 12 * 12) == 0);
    limb_mesh_free(ascii);
    limb_mesh_free(binary);
}

TEST(ascii_stl_in_upper_case_on_one_line_with_a_quad)
{
    const char text[] =
        "solid\nFACET NORMAL 0 0 1 OUTER LOOP VERTEX 0 0 0 VERTEX 1 0 0 VERTEX 1 1 0 "
        "VERTEX 0 1 0 ENDLOOP ENDFACET ENDSOLID";
    limb_mesh *mesh = parse(text, sizeof text - 1, NULL);
    ENSURE_INT(mesh->ntriangle, 2);
    ENSURE_INT(mesh->nvertex, 4);
    limb_mesh_free(mesh);
}

TEST(degenerate_and_not_finite_triangles_are_left_out)
{
    char bytes[1024];
    const size_t size = binary_cube(bytes, "", 1);
    memcpy(bytes + 84 + 12, bytes + 84 + 24, 12); // two equal corners
    const float nan = NAN;
    memcpy(bytes + 84 + 50 + 12, &nan, 4);
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    limb_mesh *mesh = parse(bytes, size, &(limb_mesh_opts){.report = report});
    ENSURE_INT(mesh->ntriangle, 10);
    ENSURE_INT(mesh->ndegenerate, 1);
    ENSURE_INT(report->nfinding, 1);
    ENSURE_INT(report->finding[0].rule, LIMB_RULE_MESH_SKIPPED);
    limb_mesh_free(mesh);
    limb_report_free(report);

    mesh = parse(bytes, size, &(limb_mesh_opts){.keep_degenerate = true});
    ENSURE_INT(mesh->ntriangle, 11);
    limb_mesh_free(mesh);
}

TEST(welding_can_be_off_or_tolerant)
{
    char bytes[1024];
    const size_t size = binary_cube(bytes, "", 1);
    limb_mesh *mesh = parse(bytes, size, &(limb_mesh_opts){.weld = -1});
    ENSURE_INT(mesh->nvertex, 36);
    ENSURE_INT(mesh->ntriangle, 12);
    limb_mesh_free(mesh);

    // each corner of each triangle a little off
    limb_test_rng rng = {7};
    for (int i = 0; i < 12; i++) {
        for (int k = 0; k < 9; k++) {
            float value;
            memcpy(&value, bytes + 84 + i * 50 + 12 + k * 4, 4);
            value += (float)limb_test_uniform(&rng, -1e-5, 1e-5);
            memcpy(bytes + 84 + i * 50 + 12 + k * 4, &value, 4);
        }
    }
    mesh = parse(bytes, size, NULL);
    ENSURE_INT(mesh->nvertex, 36);
    limb_mesh_free(mesh);
    mesh = parse(bytes, size, &(limb_mesh_opts){.weld = 1e-4});
    ENSURE_INT(mesh->nvertex, 8);
    ENSURE_INT(mesh->ntriangle, 12);
    limb_mesh_free(mesh);
}

static void expect_finding(const char *bytes, size_t size, limb_status status, limb_rule rule,
                           int line, int offset)
{
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    limb_mesh *mesh;
    ENSURE_INT(
        limb_mesh_parse(&mesh, bytes, size, &(limb_mesh_opts){.report = report, .file = "x.stl"}),
        status);
    ENSURE(mesh == NULL);
    ENSURE_INT(report->nfinding, 1);
    ENSURE_INT(report->finding[0].rule, rule);
    ENSURE_INT(report->finding[0].span.line, line);
    ENSURE_INT(report->finding[0].span.offset, offset);
    limb_report_free(report);
}

TEST(a_lying_count_is_told)
{
    char bytes[1024];
    const size_t size = binary_cube(bytes, "", 1);
    expect_finding(bytes, size - 1, LIMB_ERROR_INPUT, LIMB_RULE_MESH_BROKEN, 0, 80);
    const uint32_t huge = UINT32_MAX;
    memcpy(bytes + 80, &huge, 4);
    expect_finding(bytes, size, LIMB_ERROR_INPUT, LIMB_RULE_MESH_BROKEN, 0, 80);
    expect_finding(bytes, 80, LIMB_ERROR_INPUT, LIMB_RULE_MESH_BROKEN, 0, 80);
    expect_finding("", 0, LIMB_ERROR_INPUT, LIMB_RULE_MESH_FORMAT, 0, 0);
}

TEST(a_broken_ascii_file_is_told_with_its_line)
{
    const char cut[] = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
                       "endloop\nendfacet\n";
    expect_finding(cut, sizeof cut - 1, LIMB_ERROR_INPUT, LIMB_RULE_MESH_BROKEN, 7, 72);
    const char word[] = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 zero\n";
    expect_finding(word, sizeof word - 1, LIMB_ERROR_INPUT, LIMB_RULE_MESH_BROKEN, 4, 49);
}

TEST(triangles_are_limited)
{
    char bytes[1024];
    const size_t size = binary_cube(bytes, "", 1);
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, bytes, size, &(limb_mesh_opts){.max_triangles = 11}),
               LIMB_ERROR_LIMIT);
}

static limb_status load_again(const limb_allocator *memory, void *ctx)
{
    const limb_text *file = ctx;
    limb_mesh *mesh;
    const limb_status status =
        limb_mesh_parse(&mesh, file->data, file->size,
                        &(limb_mesh_opts){.memory = memory, .normals = LIMB_NORMALS_COMPUTE});
    if (status == LIMB_OK) limb_mesh_free(mesh);
    return status;
}

static void load_any(const char *bytes, size_t size, void *ctx)
{
    (void)ctx;
    limb_mesh *mesh;
    if (limb_mesh_parse(&mesh, bytes, size, &(limb_mesh_opts){.file = "x.stl"}) == LIMB_OK)
        limb_mesh_free(mesh);
}

TEST(stl_survives_hostile_circumstances)
{
    char bytes[1024], text[8192];
    limb_text file = {bytes, binary_cube(bytes, "", 1)};
    limb_test_every_failure(LIMB_OK, load_again, &file);
    limb_test_every_truncation(file.data, file.size, load_any, NULL);
    limb_test_every_flip(file.data, file.size, load_any, NULL);
    file = (limb_text){text, ascii_cube(text)};
    limb_test_every_failure(LIMB_OK, load_again, &file);
    limb_test_every_truncation(file.data, file.size, load_any, NULL);
}
