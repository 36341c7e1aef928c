// STL: both kinds, whatever the header says, welded; and hostile files.
#define _XOPEN_SOURCE 700

#include "harness.h"
#include "limb/mesh.h"
#include "support/hostile.h"
#include "support/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

// What a file is instead is said in words.
static void expect_message(const char *name, const char *bytes, size_t size, const char *words)
{
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    limb_mesh *mesh;
    ENSURE_INT(
        limb_mesh_parse(&mesh, bytes, size, &(limb_mesh_opts){.report = report, .file = name}),
        LIMB_ERROR_INPUT);
    ENSURE(report->nfinding > 0);
    if (!strstr(report->finding[0].message, words))
        limb_test_fail(__FILE__, __LINE__, "%s: %s", name, report->finding[0].message);
    limb_report_free(report);
}

TEST(files_that_are_something_else_are_named)
{
#define MESSAGE(name, text, words) expect_message(name, text, sizeof text - 1, words)
    MESSAGE("a.stl", "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 3\n", "LFS");
    MESSAGE("a.dae", "\xff\xfe<\0C\0O\0L\0L\0", "UTF-16");
    MESSAGE("a.obj", "v\0 \0001\0 \0001\0 \0001\0", "UTF-16");
    MESSAGE("a.stl", "<!DOCTYPE html><html><body>404</body></html>", "web page");
    MESSAGE("a.dae", "<html><body>404</body></html>", "web page");
    MESSAGE("a.obj", "v 0,5 1,5 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "decimal comma");
    MESSAGE("a.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0,5 1 2\n", "decimal comma");
    MESSAGE("a.ply",
            "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
            "property float z\nend_header\n0,5 0 0\n",
            "decimal comma");
    MESSAGE("a.dae",
            "<COLLADA><library_geometries><geometry><mesh><source id=\"p\"><float_array "
            "count=\"3\">0,5 1 2</float_array></source><vertices id=\"v\"><input "
            "semantic=\"POSITION\" source=\"#p\"/></vertices><triangles><input "
            "semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 0 0</p></triangles>"
            "</mesh></geometry></library_geometries></COLLADA>",
            "decimal comma");
}

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

TEST(ascii_stl_equals_binary)
{
    char bytes[1024], text[8192];
    const size_t size = binary_cube(bytes, "", 1);
    limb_mesh *binary = parse(bytes, size, NULL);
    limb_mesh *ascii = parse(text, ascii_cube(text), NULL);
    ENSURE_INT(ascii->format, LIMB_MESH_FORMAT_STL_ASCII);
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

// The first word decides what the file is: it may be in upper case, after a byte order mark, with
// everything else on its line, or with the line ends of old Macs.
TEST(ascii_stl_begins_in_many_ways)
{
#define FACET                                                                                      \
    "facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 1 1 0 endloop endfacet"
    static const char *const text[] = {
        "SOLID A B\nFACET NORMAL 0 0 1 OUTER LOOP VERTEX 0 0 0 VERTEX 1 0 0 VERTEX 1 1 0 ENDLOOP "
        "ENDFACET ENDSOLID",
        "Solid A B\n" FACET " EndSolid",
        "\xef\xbb\xbfsolid A B\n" FACET "\nendsolid",
        "solid A B " FACET " endsolid",
        "solid A B\r" FACET "\rendsolid\r",
    };
#undef FACET
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        limb_mesh *mesh = parse(text[i], strlen(text[i]), NULL);
        ENSURE_INT(mesh->format, LIMB_MESH_FORMAT_STL_ASCII);
        ENSURE_INT(mesh->ntriangle, 1);
        ENSURE_TEXT(mesh->part[0].name, "A B");
        limb_mesh_free(mesh);
    }
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

// Facets over a lattice: many shared corners, some triangles without area.
static size_t binary_lattice(char *out, int ntriangle)
{
    const uint32_t count = (uint32_t)ntriangle;
    memset(out, 0, 80);
    memcpy(out + 80, &count, 4);
    limb_test_rng rng = {11};
    for (int i = 0; i < ntriangle; i++) {
        char *facet = out + 84 + i * 50;
        memset(facet, 0, 50);
        for (int k = 0; k < 9; k++) {
            const float value = (float)floor(limb_test_uniform(&rng, -4, 5)) * 0.125f;
            memcpy(facet + 12 + 4 * k, &value, 4);
        }
    }
    return 84 + (size_t)ntriangle * 50;
}

static void ensure_same(const limb_mesh *a, const limb_mesh *b)
{
    ENSURE_INT(a->nvertex, b->nvertex);
    ENSURE_INT(a->ntriangle, b->ntriangle);
    ENSURE_INT(a->ndegenerate, b->ndegenerate);
    ENSURE_INT(a->nvertex_read, b->nvertex_read);
    ENSURE(memcmp(a->position, b->position, (size_t)a->nvertex * 12) == 0);
    ENSURE(memcmp(a->index, b->index, (size_t)a->ntriangle * 12) == 0);
    ENSURE(memcmp(a->lower, b->lower, sizeof a->lower) == 0);
    ENSURE(memcmp(a->upper, b->upper, sizeof a->upper) == 0);
}

// Files are read piece by piece, bytes in memory at once: around the size of a piece, too.
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

// How numbers are written, how lines: the reader has a short way for the usual and must take the
// long way for everything else, facet by facet.
typedef struct layout {
    char kind; // of printf: e, E, f, g
    int precision;
    const char *before, *after; // each number
    const char *indent;
    const char *line_end;
    bool upper;
    bool one_line;
} layout;

static size_t write_number(char *out, char kind, int precision, double value)
{
    switch (kind) {
    case 'e':
        return (size_t)sprintf(out, "%.*e", precision, value);
    case 'E':
        return (size_t)sprintf(out, "%.*E", precision, value);
    case 'f':
        return (size_t)sprintf(out, "%.*f", precision, value);
    case '+':
        return (size_t)sprintf(out, "%+.*f", precision, value);
    default:
        return (size_t)sprintf(out, "%.*g", precision, value);
    }
}

static size_t write_facet(char *out, const layout *l, const float point[9])
{
    char line[1200];
    const char *blank = l->one_line ? " " : l->line_end;
    size_t n = (size_t)sprintf(line, "%sfacet normal 0.5 -1e-3 %c7%s%souter loop%s", l->indent,
                               l->kind, blank, l->indent, blank);
    for (int k = 0; k < 3; k++) {
        n += (size_t)sprintf(line + n, "%svertex", l->indent);
        for (int i = 0; i < 3; i++) {
            n += (size_t)sprintf(line + n, " %s", l->before);
            n += write_number(line + n, l->kind, l->precision, (double)point[3 * k + i]);
            n += (size_t)sprintf(line + n, "%s", l->after);
        }
        n += (size_t)sprintf(line + n, "%s", blank);
    }
    n += (size_t)sprintf(line + n, "%sendloop%s%sendfacet%s", l->indent, blank, l->indent, blank);
    for (size_t i = 0; i < n; i++)
        out[i] = l->upper && line[i] >= 'a' && line[i] <= 'z' ? (char)(line[i] - 32) : line[i];
    return n;
}

TEST(ascii_layouts_mix)
{
    enum { FACETS = 3000 };
    static const layout way[] = {
        {'e', 6, "", "", "  ", "\n", false, false},
        {'e', 6, "", "", "", "\r\n", false, false},
        {'f', 6, "", "", "\t", "\n", false, false},
        {'g', 9, "", "", "          ", "\n", false, false},
        {'E', 6, "", "", "   ", "\n", true, false},
        {'+', 3, "", "", " ", "\n", false, true},
        {'g', 17, "", "", "", " \n", false, false},
        {'e', 6, " ", "", "  ", "\n", false, false},
        {'e', 12, "", "", "        ", "\n\n", false, false},
        {'e', 6, "", " ", "", "\n", false, false},
        {'f', 25, "", "", "  ", "\n", false, false},
    };
    static char bytes[84 + FACETS * 50], text[FACETS * 1000];
    const size_t size = binary_lattice(bytes, FACETS);
    limb_mesh *binary = parse(bytes, size, NULL);
    limb_test_rng rng = {3};
    for (int trial = 0; trial < 13; trial++) {
        size_t n = (size_t)sprintf(text, "solid lattice\n");
        for (int i = 0; i < FACETS; i++) {
            float point[9];
            memcpy(point, bytes + 84 + i * 50 + 12, sizeof point);
            // one way alone, then all of them in turn
            const int which = trial < 11 ? trial : (int)limb_test_uniform(&rng, 0, 10.99);
            n += write_facet(text + n, &way[which], point);
        }
        n += (size_t)sprintf(text + n, "endsolid lattice\n");
        limb_mesh *ascii = parse(text, n, NULL);
        ensure_same(ascii, binary);
        limb_mesh_free(ascii);
    }
    limb_mesh_free(binary);
}

TEST(ascii_parts_begin_between_facets)
{
    static const layout usual = {'e', 6, "", "", "  ", "\n", false, false};
    const float point[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    char text[8192];
    size_t n = (size_t)sprintf(text, "solid one\n");
    for (int i = 0; i < 3; i++)
        n += write_facet(text + n, &usual, point);
    n += (size_t)sprintf(text + n, "endsolid one\nsolid two\n");
    for (int i = 0; i < 2; i++)
        n += write_facet(text + n, &usual, point);
    n += (size_t)sprintf(text + n, "endsolid two\n");
    limb_mesh *mesh = parse(text, n, NULL);
    ENSURE_INT(mesh->npart, 2);
    ENSURE_TEXT(mesh->part[0].name, "one");
    ENSURE_INT(mesh->part[0].count, 3);
    ENSURE_TEXT(mesh->part[1].name, "two");
    ENSURE_INT(mesh->part[1].count, 2);
    limb_mesh_free(mesh);
    limb_mesh *none;
    ENSURE_INT(limb_mesh_parse(&none, text, n, &(limb_mesh_opts){.max_triangles = 4}),
               LIMB_ERROR_LIMIT);
    ENSURE_INT(limb_mesh_parse(&mesh, text, n, &(limb_mesh_opts){.max_triangles = 5}), LIMB_OK);
    limb_mesh_free(mesh);
}

// Numbers of every size in the layouts that have a short way, against the C library.
TEST(ascii_numbers_are_rounded_right)
{
    enum { FACETS = 4000 };
    static const char kind[] = {'e', 'f', 'g', 'e', 'g'};
    static const int precision[] = {6, 6, 9, 7, 17};
    static char text[FACETS * 400];
    static float expected[FACETS * 9];
    limb_test_rng rng = {29};
    for (int f = 0; f < 5; f++) {
        size_t n = (size_t)sprintf(text, "solid x\n");
        for (int i = 0; i < FACETS; i++) {
            n += (size_t)sprintf(text + n, "facet normal 0 0 1\nouter loop\n");
            for (int k = 0; k < 9; k++) {
                const double size = pow(10, floor(limb_test_uniform(&rng, f == 1 ? -5 : -30, 12)));
                const double value = limb_test_uniform(&rng, -1, 1) * size;
                char number[64];
                write_number(number, kind[f], precision[f],
                             i % 3 == 0 ? (double)(float)value : value);
                expected[9 * i + k] = (float)strtod(number, NULL) + 0.0f;
                n += (size_t)sprintf(text + n, "%s%s%s", k % 3 == 0 ? "vertex " : " ", number,
                                     k % 3 == 2 ? "\n" : "");
            }
            n += (size_t)sprintf(text + n, "endloop\nendfacet\n");
        }
        n += (size_t)sprintf(text + n, "endsolid x\n");
        limb_mesh *mesh = parse(text, n, &(limb_mesh_opts){.weld = -1, .keep_degenerate = true});
        ENSURE_INT(mesh->nvertex, 3 * FACETS);
        ENSURE(memcmp(mesh->position, expected, sizeof expected) == 0);
        limb_mesh_free(mesh);
    }
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
