// Generated meshes of known shape for tests.
#ifndef LIMB_TEST_MESH_SHAPES_H
#define LIMB_TEST_MESH_SHAPES_H

#include "harness.h"
#include "limb/mesh.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

// A closed grid of rows x columns points, its columns (and rows when wrap_rows) joined end to end;
// place gives the point of two parameters in 0..1.
typedef void place_fn(double s, double t, double point[3]);

static limb_mesh *make_grid(int rows, int columns, bool wrap_rows, place_fn *place)
{
    float *position = malloc((size_t)(rows * columns) * 12);
    uint32_t *index = malloc((size_t)(rows * columns) * 24);
    ENSURE(position && index);
    for (int i = 0; i < rows * columns; i++) {
        double p[3];
        place((double)(i / columns) / (wrap_rows ? rows : rows - 1),
              (double)(i % columns) / columns, p);
        for (int k = 0; k < 3; k++)
            position[3 * i + k] = (float)p[k];
    }
    int n = 0;
    for (int i = 0; i < (wrap_rows ? rows : rows - 1); i++) {
        for (int k = 0; k < columns; k++) {
            const uint32_t a = (uint32_t)(i * columns + k);
            const uint32_t b = (uint32_t)(i * columns + (k + 1) % columns);
            const uint32_t c = (uint32_t)((i + 1) % rows * columns + k);
            const uint32_t d = (uint32_t)((i + 1) % rows * columns + (k + 1) % columns);
            const uint32_t two[6] = {a, b, c, c, b, d};
            for (int m = 0; m < 6; m++)
                index[n++] = two[m];
        }
    }
    const limb_mesh source = {.nvertex = rows * columns,
                              .position = position,
                              .ntriangle = n / 3,
                              .index = index,
                              .unit = 1};
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_copy(&mesh, &source, NULL), LIMB_OK);
    free(position);
    free(index);
    return mesh;
}

static inline void torus_point(double s, double t, double p[3])
{
    const double ring = 2 + 0.5 * cos(2 * pi * s);
    p[0] = ring * cos(2 * pi * t);
    p[1] = ring * sin(2 * pi * t);
    p[2] = 0.5 * sin(2 * pi * s);
}

static inline void sphere_point(double s, double t, double p[3])
{
    // the poles are exact, so that their points are one
    const double radius = s == 0 || s == 1 ? 0 : sin(pi * s);
    p[0] = radius * cos(2 * pi * t);
    p[1] = radius * sin(2 * pi * t);
    p[2] = s == 0 ? -1 : (s == 1 ? 1 : -cos(pi * s));
}

static inline limb_mesh *make_torus(int rows, int columns)
{
    return make_grid(rows, columns, true, torus_point);
}

static inline limb_mesh *make_sphere(int rows, int columns)
{
    return make_grid(rows, columns, false, sphere_point);
}

// A box with the origin in a corner.
static inline limb_mesh *make_box(double x, double y, double z)
{
    static const uint32_t index[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                       2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    float position[24];
    for (int i = 0; i < 8; i++) {
        position[3 * i] = (float)(i & 1 ? x : 0);
        position[3 * i + 1] = (float)(i & 2 ? y : 0);
        position[3 * i + 2] = (float)(i & 4 ? z : 0);
    }
    const limb_mesh source = {
        .nvertex = 8, .position = position, .ntriangle = 12, .index = index, .unit = 1};
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_copy(&mesh, &source, NULL), LIMB_OK);
    return mesh;
}

#endif
