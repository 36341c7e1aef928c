// STL files for tests: a cube in both formats, and facets that share many corners.
#ifndef LIMB_TEST_FORMATS_STL_FILES_H
#define LIMB_TEST_FORMATS_STL_FILES_H

#include "harness.h"
#include "limb/mesh.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// the unit cube's faces as corner numbers, bits x y z
static const int cube_triangle[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                         {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                         {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};

static inline size_t binary_cube(char *out, const char *header, float size)
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

static inline size_t ascii_cube(char *out)
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

static inline limb_mesh *parse(const char *bytes, size_t size, const limb_mesh_opts *opts)
{
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, bytes, size, opts), LIMB_OK);
    return mesh;
}

// Facets over a lattice: many shared corners, some triangles without area.
static inline size_t binary_lattice(char *out, int ntriangle)
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

static inline void ensure_same(const limb_mesh *a, const limb_mesh *b)
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

#endif
