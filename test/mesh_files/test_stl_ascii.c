// Tests of ASCII STL: the same mesh as binary, in every layout, with correctly rounded numbers.
#include "mesh_files/stl_files.h"

#include <stdlib.h>

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

// The first word identifies the format. It may be in upper case, after a byte order mark, on one
// line with everything else, or followed by CR line ends.
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

// Compares numbers of every size, in the layouts that have a fast path, with the C library.
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
