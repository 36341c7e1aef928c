// Tests of convex hulls: they contain their points and have only input points as corners,
// in every dimension.
#include "mesh/shapes.h"

#include <string.h>

// closed, convex, and no point outside by more than the grid
static void expect_hull_of(const limb_mesh *hull, const float *point, int npoint)
{
    limb_mesh_topology t;
    ENSURE_INT(limb_mesh_compute_topology(&t, hull, NULL), LIMB_OK);
    ENSURE(t.watertight);
    ENSURE_INT(t.ncomponent, 1);
    ENSURE_INT(t.nvertex - t.nedge + hull->ntriangle, 2);
    double size = 0;
    for (int k = 0; k < 3; k++)
        size = fmax(size, (double)(hull->upper[k] - hull->lower[k]));
    for (int i = 0; i < hull->ntriangle; i++) {
        const float *a = hull->position + 3 * hull->index[3 * i];
        const float *b = hull->position + 3 * hull->index[3 * i + 1];
        const float *c = hull->position + 3 * hull->index[3 * i + 2];
        double u[3], v[3];
        for (int k = 0; k < 3; k++) {
            u[k] = (double)b[k] - (double)a[k];
            v[k] = (double)c[k] - (double)a[k];
        }
        const double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                             u[0] * v[1] - u[1] * v[0]};
        const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        // a sliver's normal means little
        if (length < 1e-6 * size * size) continue;
        for (int k = 0; k < npoint; k++) {
            const float *p = point + 3 * k;
            const double height =
                (n[0] * ((double)p[0] - (double)a[0]) + n[1] * ((double)p[1] - (double)a[1]) +
                 n[2] * ((double)p[2] - (double)a[2])) /
                length;
            ENSURE(height < 1e-6 * size);
        }
    }
}

TEST(hulls_contain_random_points)
{
    limb_test_rng rng = {5};
    for (int round = 0; round < 60; round++) {
        enum { MOST = 400 };
        float point[MOST * 3];
        const int n = 4 + limb_test_below(&rng, MOST - 4);
        const int kind = round % 4;
        for (int i = 0; i < 3 * n; i++) {
            const double x = limb_test_uniform(&rng, -1, 1);
            // a cloud, a coarse grid with many coplanar points, a thin plate, points on
            // a cube's faces
            point[i] = (float)(kind == 1 ? floor(4 * x) : (kind == 2 && i % 3 == 2 ? 1e-3 * x : x));
            if (kind == 3 && i % 3 == i / 3 % 3) point[i] = x > 0 ? 1.0f : -1.0f;
        }
        limb_mesh *hull;
        int dimension;
        ENSURE_INT(limb_hull_build(&hull, point, n, NULL, &dimension), LIMB_OK);
        if (dimension == 3) expect_hull_of(hull, point, n);
        ENSURE(dimension == 3 || kind == 1);
        limb_mesh_free(hull);
    }
}

TEST(hulls_of_simple_bodies)
{
    limb_mesh *sphere = make_sphere(40, 80);
    limb_mesh *hull;
    int dimension;
    ENSURE_INT(limb_hull_build(&hull, sphere->position, sphere->nvertex, NULL, &dimension),
               LIMB_OK);
    ENSURE_INT(dimension, 3);
    expect_hull_of(hull, sphere->position, sphere->nvertex);
    ENSURE_NEAR(limb_mesh_volume(hull), limb_mesh_volume(sphere), 1e-4);
    limb_mesh_free(hull);
    limb_mesh_free(sphere);

    limb_mesh *torus = make_torus(20, 60);
    ENSURE_INT(limb_hull_build(&hull, torus->position, torus->nvertex, NULL, &dimension), LIMB_OK);
    ENSURE(limb_mesh_volume(hull) > limb_mesh_volume(torus));
    expect_hull_of(hull, torus->position, torus->nvertex);
    limb_mesh_free(hull);
    limb_mesh_free(torus);
}

// Points inside faces and edges do not become corners, in whatever order they come.
TEST(hulls_have_corners_only)
{
    enum { RINGS = 11, COLUMNS = 24, SIDE = 7 };
    float cylinder[RINGS * COLUMNS * 3], lattice[SIDE * SIDE * SIDE * 3];
    for (int i = 0; i < RINGS * COLUMNS; i++) {
        const double angle = 2 * pi * (i % COLUMNS) / COLUMNS;
        cylinder[3 * i] = (float)cos(angle);
        cylinder[3 * i + 1] = (float)sin(angle);
        cylinder[3 * i + 2] = (float)(0.1 * (i / COLUMNS));
    }
    for (int i = 0; i < SIDE * SIDE * SIDE; i++) {
        lattice[3 * i] = (float)(0.3 * (i % SIDE));
        lattice[3 * i + 1] = (float)(i / SIDE % SIDE);
        lattice[3 * i + 2] = (float)(i / (SIDE * SIDE));
    }
    limb_mesh *hull;
    ENSURE_INT(limb_hull_build(&hull, cylinder, RINGS * COLUMNS, NULL, NULL), LIMB_OK);
    expect_hull_of(hull, cylinder, RINGS * COLUMNS);
    ENSURE_INT(hull->nvertex, 2 * COLUMNS);
    limb_mesh_free(hull);
    ENSURE_INT(limb_hull_build(&hull, lattice, SIDE * SIDE * SIDE, NULL, NULL), LIMB_OK);
    expect_hull_of(hull, lattice, SIDE * SIDE * SIDE);
    ENSURE_INT(hull->nvertex, 8);
    limb_mesh_free(hull);
}

// The needle is perpendicular to x, so the leftmost point depends on rounding. It used to be taken
// for an end of the needle.
TEST(the_hull_of_a_needle_has_both_ends)
{
    static const float point[] = {-0.2f, 3e6f, 0, 0.1f, -2e7f, 0.1f, 0, 3e7f, -0.1f, 0.1f, 5e5f, 0};
    limb_mesh *hull;
    int dimension;
    ENSURE_INT(limb_hull_build(&hull, point, 4, NULL, &dimension), LIMB_OK);
    ENSURE_INT(dimension, 1);
    ENSURE_INT(hull->nvertex, 2);
    ENSURE_NEAR(fabs((double)hull->position[1] - (double)hull->position[4]), 5e7, 1);
    limb_mesh_free(hull);
}

TEST(hulls_of_fewer_dimensions)
{
    limb_mesh *hull;
    int dimension;
    ENSURE_INT(limb_hull_build(&hull, NULL, 0, NULL, &dimension), LIMB_OK);
    ENSURE_INT(dimension, -1);
    ENSURE_INT(hull->nvertex, 0);
    limb_mesh_free(hull);

    const float same[9] = {1, 2, 3, 1, 2, 3, 1, 2, 3};
    ENSURE_INT(limb_hull_build(&hull, same, 3, NULL, &dimension), LIMB_OK);
    ENSURE_INT(dimension, 0);
    ENSURE_INT(hull->nvertex, 1);
    ENSURE(hull->position[2] == 3);
    limb_mesh_free(hull);

    float line[30];
    for (int i = 0; i < 10; i++) {
        line[3 * i] = (float)(0.3 * i);
        line[3 * i + 1] = (float)(-0.7 * i);
        line[3 * i + 2] = (float)(0.1 * i);
    }
    ENSURE_INT(limb_hull_build(&hull, line, 10, NULL, &dimension), LIMB_OK);
    ENSURE_INT(dimension, 1);
    ENSURE_INT(hull->nvertex, 2);
    ENSURE_NEAR((double)fabsf(hull->position[0] - hull->position[3]), 2.7, 1e-6);
    limb_mesh_free(hull);

    // a tilted square with points inside and on its edges
    float square[75];
    for (int i = 0; i < 25; i++) {
        const double u = i % 5 * 0.25, v = i / 5 * 0.25;
        square[3 * i] = (float)(0.6 * u);
        square[3 * i + 1] = (float)v;
        square[3 * i + 2] = (float)(0.8 * u);
    }
    ENSURE_INT(limb_hull_build(&hull, square, 25, NULL, &dimension), LIMB_OK);
    ENSURE_INT(dimension, 2);
    ENSURE_INT(hull->nvertex, 4);
    ENSURE_INT(hull->ntriangle, 4);
    ENSURE_NEAR(limb_mesh_area(hull), 2, 1e-6);
    ENSURE_NEAR(limb_mesh_volume(hull), 0, 1e-9);
    limb_mesh_free(hull);

    // what is not finite does not count
    const float bad[12] = {0, 0, 0, NAN, 0, 0, INFINITY, 1, 1, 1, 0, 0};
    ENSURE_INT(limb_hull_build(&hull, bad, 4, NULL, &dimension), LIMB_OK);
    ENSURE_INT(dimension, 1);
    limb_mesh_free(hull);
}
