// Tests of STL: binary files with any header, welding, piecewise reading; and hostile files.
#define _XOPEN_SOURCE 700

#include "mesh_files/stl_files.h"
#include "support/hostile.h"
#include "support/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TEST(binary_stl_is_welded)
{
    char bytes[1024];
    const size_t size = binary_cube(bytes, "a cube", 2);
    limb_mesh *mesh = parse(bytes, size, NULL);
    ENSURE_INT(mesh->format, LIMB_MESH_FORMAT_STL);
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
    ENSURE_INT(mesh->format, LIMB_MESH_FORMAT_STL);
    ENSURE_INT(mesh->nvertex, 8);
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
    ENSURE_INT(mesh->nnonfinite, 1);
    ENSURE_INT(report->nfinding, 1);
    ENSURE_INT(report->finding[0].rule, LIMB_RULE_MESH_SKIPPED);
    limb_mesh_free(mesh);
    limb_report_free(report);

    mesh = parse(bytes, size, &(limb_mesh_opts){.keep_degenerate = true});
    ENSURE_INT(mesh->ntriangle, 11);
    limb_mesh_free(mesh);

    // corners that are not finite and equal are not a triangle without area, but an unknown one
    for (int k = 0; k < 9; k++)
        memcpy(bytes + 84 + 50 + 12 + 4 * k, &nan, 4);
    mesh = parse(bytes, size, NULL);
    ENSURE_INT(mesh->ntriangle, 10);
    ENSURE_INT(mesh->ndegenerate, 1);
    ENSURE_INT(mesh->nnonfinite, 1);
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

TEST(a_lying_count_is_reported)
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

TEST(triangles_after_the_declared_ones_are_reported)
{
    char bytes[1024];
    const size_t size = binary_cube(bytes, "", 1);
    const uint32_t few = 5;
    memcpy(bytes + 80, &few, 4);
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    limb_mesh *mesh = parse(bytes, size, &(limb_mesh_opts){.report = report, .file = "x.stl"});
    ENSURE_INT(mesh->ntriangle, 5);
    ENSURE_INT(report->nfinding, 1);
    ENSURE_INT(report->finding[0].rule, LIMB_RULE_MESH_SKIPPED);
    ENSURE_INT(report->finding[0].span.offset, 84 + 5 * 50);
    limb_mesh_free(mesh);
    limb_report_free(report);
}

TEST(a_broken_ascii_file_is_reported_with_its_line)
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

// Files are read in blocks, memory as a whole. The sizes include those around the size of a block.
TEST(a_binary_file_is_the_same_as_its_bytes)
{
    static const int size_of[] = {0, 1, 3, 1023, 1024, 1025, 5000};
    static char bytes[84 + 5000 * 50];
    char path[] = LIMB_BINARY_DIR "/test_stl_XXXXXX";
    const int file = mkstemp(path);
    ENSURE(file >= 0);
    for (size_t i = 0; i < sizeof size_of / sizeof size_of[0]; i++) {
        const size_t size = binary_lattice(bytes, size_of[i]);
        ENSURE_INT(ftruncate(file, 0), 0);
        ENSURE_INT(pwrite(file, bytes, size, 0), size);
        for (int k = 0; k < 3; k++) {
            const limb_mesh_opts opts = {.weld = k == 1 ? -1 : 0, .keep_degenerate = k == 2};
            limb_mesh *read;
            ENSURE_INT(limb_mesh_load(&read, path, &opts), LIMB_OK);
            limb_mesh *parsed = parse(bytes, size, &opts);
            ENSURE_INT(read->format, LIMB_MESH_FORMAT_STL);
            ENSURE_INT(read->nvertex_read, 3 * size_of[i]);
            ensure_same(read, parsed);
            limb_mesh_free(read);
            limb_mesh_free(parsed);
        }
    }
    limb_mesh *mesh;
    const limb_mesh_opts small = {.max_bytes = 1000};
    ENSURE_INT(limb_mesh_load(&mesh, path, &small), LIMB_ERROR_LIMIT);
    close(file);
    unlink(path);
}

static limb_status load_again(const limb_allocator *memory, void *ctx)
{
    const limb_text *file = ctx;
    limb_mesh *mesh;
    const limb_status status =
        limb_mesh_parse(&mesh, file->data, file->size,
                        &(limb_mesh_opts){.memory = memory, .normals = LIMB_MESH_NORMALS_COMPUTE});
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
