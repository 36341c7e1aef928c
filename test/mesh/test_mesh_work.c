// Work on meshes: measures against closed forms, topology, hulls, decimation.
#include "mesh/shapes.h"
#include "support/hostile.h"

#include <string.h>

//---- measures ------------------------------------------------------------------------------------

TEST(a_box_weighs_what_it_should)
{
    limb_mesh *box = make_box(2, 1, 0.5);
    ENSURE_NEAR(limb_mesh_area(box), 7, 1e-12);
    ENSURE_NEAR(limb_mesh_volume(box), 1, 1e-12);
    limb_mass_properties m;
    ENSURE_INT(limb_mesh_mass(&m, box, 3, NULL), LIMB_OK);
    ENSURE_NEAR(m.mass, 3, 1e-12);
    ENSURE_NEAR(m.center[0], 1, 1e-12);
    ENSURE_NEAR(m.center[1], 0.5, 1e-12);
    ENSURE_NEAR(m.center[2], 0.25, 1e-12);
    ENSURE_NEAR(m.inertia[0], 3 * (1 + 0.25) / 12, 1e-12);
    ENSURE_NEAR(m.inertia[3], 3 * (4 + 0.25) / 12, 1e-12);
    ENSURE_NEAR(m.inertia[5], 3 * (4 + 1.0) / 12, 1e-12);
    ENSURE_NEAR(m.inertia[1], 0, 1e-12);
    // scaled, and mirrored by it
    const double scale[3] = {-1, 2, 1};
    ENSURE_INT(limb_mesh_mass(&m, box, 3, scale), LIMB_OK);
    ENSURE_NEAR(m.mass, 6, 1e-12);
    ENSURE_NEAR(m.center[0], -1, 1e-12);
    ENSURE_NEAR(m.inertia[0], 6 * (4 + 0.25) / 12, 1e-12);
    limb_mesh_free(box);
}

TEST(round_shapes_come_near_their_closed_forms)
{
    // a torus of radii 2 and 0.5: V = 2 pi^2 R r^2, Izz = m (R^2 + 3/4 r^2), Ixx = m (R^2/2
    // + 5/8 r^2)
    limb_mesh *torus = make_torus(200, 400);
    limb_mass_properties m;
    ENSURE_INT(limb_mesh_mass(&m, torus, 1, NULL), LIMB_OK);
    const double volume = 2 * pi * pi * 2 * 0.25;
    ENSURE_NEAR(m.mass / volume, 1, 3e-4);
    ENSURE_NEAR(m.inertia[5] / m.mass, 4 + 0.75 * 0.25, 2e-3);
    ENSURE_NEAR(m.inertia[0] / m.mass, 2 + 0.625 * 0.25, 1e-3);
    ENSURE_NEAR(limb_mesh_area(torus), 4 * pi * pi * 2 * 0.5, 5e-3);
    limb_mesh_free(torus);

    limb_mesh *sphere = make_sphere(200, 400);
    ENSURE_INT(limb_mesh_mass(&m, sphere, 1, NULL), LIMB_OK);
    ENSURE_NEAR(m.mass / (4 * pi / 3), 1, 2e-4);
    ENSURE_NEAR(m.inertia[0] / m.mass, 0.4, 2e-4);
    ENSURE_NEAR(m.center[2], 0, 1e-7);
    limb_mesh_free(sphere);
}

// a prism over a regular polygon has closed forms of its own, free of meshing error
TEST(a_prism_is_exact)
{
    enum { N = 64 };
    float position[2 * N * 3];
    uint32_t index[(4 * N - 4) * 3];
    int n = 0;
    for (int i = 0; i < 2 * N; i++) {
        position[3 * i] = (float)cos(2 * pi * (i % N) / N);
        position[3 * i + 1] = (float)sin(2 * pi * (i % N) / N);
        position[3 * i + 2] = i < N ? 0 : 2;
    }
    for (uint32_t i = 0; i < N; i++) {
        const uint32_t next = (i + 1) % N;
        const uint32_t side[6] = {i, next, N + i, N + i, next, N + next};
        for (int k = 0; k < 6; k++)
            index[n++] = side[k];
        if (i == 0 || i == N - 1) continue;
        const uint32_t caps[6] = {0, next, i, N, N + i, N + next};
        for (int k = 0; k < 6; k++)
            index[n++] = caps[k];
    }
    const limb_mesh source = {
        .nvertex = 2 * N, .position = position, .ntriangle = n / 3, .index = index, .unit = 1};
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_copy(&mesh, &source, NULL), LIMB_OK);
    // from the same rounded corners: A = sum cross / 2, second moments of the polygon
    double area = 0, xx = 0, yy = 0;
    for (int i = 0; i < N; i++) {
        const int k = (i + 1) % N;
        const double x0 = (double)position[3 * i], y0 = (double)position[3 * i + 1];
        const double x1 = (double)position[3 * k], y1 = (double)position[3 * k + 1];
        const double cross = x0 * y1 - x1 * y0;
        area += cross / 2;
        xx += cross * (x0 * x0 + x0 * x1 + x1 * x1) / 12;
        yy += cross * (y0 * y0 + y0 * y1 + y1 * y1) / 12;
    }
    limb_mass_properties m;
    ENSURE_INT(limb_mesh_mass(&m, mesh, 1, NULL), LIMB_OK);
    ENSURE_NEAR(m.mass / (2 * area), 1, 1e-9);
    ENSURE_NEAR(m.inertia[5] / (2 * (xx + yy)), 1, 1e-9);
    ENSURE_NEAR(m.inertia[0] / (2 * yy + 2 * area * 4 / 12), 1, 1e-9);
    limb_mesh_free(mesh);
}

TEST(mass_does_not_depend_on_place_or_order)
{
    limb_mesh *torus = make_torus(40, 80);
    limb_mass_properties at_origin, far_away;
    ENSURE_INT(limb_mesh_mass(&at_origin, torus, 1, NULL), LIMB_OK);
    // moved by a number that keeps all coordinates exact, triangles in reverse
    float *position = malloc((size_t)torus->nvertex * 12);
    uint32_t *index = malloc((size_t)torus->ntriangle * 12);
    ENSURE(position && index);
    for (int i = 0; i < torus->nvertex * 3; i++) {
        // 2^-16 steps leave room for the shift
        position[i] = rintf(torus->position[i] * 65536) / 65536;
    }
    for (int t = 0; t < torus->ntriangle; t++)
        memcpy(index + 3 * t, torus->index + 3 * (torus->ntriangle - 1 - t), 12);
    limb_mesh copy = *torus;
    copy.position = position;
    limb_mesh *near, *far;
    ENSURE_INT(limb_mesh_copy(&near, &copy, NULL), LIMB_OK);
    for (int i = 0; i < torus->nvertex * 3; i++)
        position[i] += 64;
    copy.index = index;
    ENSURE_INT(limb_mesh_copy(&far, &copy, NULL), LIMB_OK);
    ENSURE_INT(limb_mesh_mass(&at_origin, near, 1, NULL), LIMB_OK);
    ENSURE_INT(limb_mesh_mass(&far_away, far, 1, NULL), LIMB_OK);
    ENSURE_NEAR(far_away.mass / at_origin.mass, 1, 1e-12);
    for (int k = 0; k < 3; k++)
        ENSURE_NEAR(far_away.center[k] - at_origin.center[k], 64, 1e-12);
    for (int k = 0; k < 6; k++)
        ENSURE_NEAR(far_away.inertia[k], at_origin.inertia[k], 1e-10);
    free(position);
    free(index);
    limb_mesh_free(near);
    limb_mesh_free(far);
    limb_mesh_free(torus);
}

TEST(a_flat_mesh_has_no_mass)
{
    static const float position[9] = {0, 0, 1, 1, 0, 1, 0, 1, 1};
    static const uint32_t index[3] = {0, 1, 2};
    const limb_mesh source = {
        .nvertex = 3, .position = position, .ntriangle = 1, .index = index, .unit = 1};
    limb_mesh *mesh;
    limb_mass_properties m;
    ENSURE_INT(limb_mesh_copy(&mesh, &source, NULL), LIMB_OK);
    ENSURE_INT(limb_mesh_mass(&m, mesh, 1, NULL), LIMB_ERROR_NUMERIC);
    limb_mesh_free(mesh);
}

TEST(a_copy_is_checked)
{
    static const float position[9] = {0};
    static const uint32_t index[3] = {0, 1, 3};
    limb_mesh source = {
        .nvertex = 3, .position = position, .ntriangle = 1, .index = index, .unit = 1};
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_copy(&mesh, &source, NULL), LIMB_ERROR_INPUT);
    ENSURE(mesh == NULL);
}

//---- topology ------------------------------------------------------------------------------------

TEST(topology_distinguishes_open_from_closed)
{
    limb_mesh *box = make_box(1, 1, 1);
    limb_mesh_topology t;
    ENSURE_INT(limb_mesh_compute_topology(&t, box, NULL), LIMB_OK);
    ENSURE(t.watertight);
    ENSURE_INT(t.nvertex, 8);
    ENSURE_INT(t.nedge, 18);
    ENSURE_INT(t.ncomponent, 1);
    // without its last triangle, and with one turned round
    limb_mesh open = *box;
    open.ntriangle = 11;
    open.npart = 0;
    ENSURE_INT(limb_mesh_compute_topology(&t, &open, NULL), LIMB_OK);
    ENSURE(!t.watertight);
    ENSURE_INT(t.nopen, 3);
    uint32_t index[39];
    memcpy(index, box->index, 36 * 4);
    index[1] = box->index[2];
    index[2] = box->index[1];
    open.ntriangle = 12;
    open.index = index;
    ENSURE_INT(limb_mesh_compute_topology(&t, &open, NULL), LIMB_OK);
    ENSURE(!t.watertight);
    ENSURE_INT(t.nflipped, 3);
    // the first triangle twice: its edges have three
    memcpy(index, box->index, 36 * 4);
    memcpy(index + 36, box->index, 12);
    open.ntriangle = 13;
    ENSURE_INT(limb_mesh_compute_topology(&t, &open, NULL), LIMB_OK);
    ENSURE_INT(t.ncrowded, 3);
    limb_mesh_free(box);

    limb_mesh *torus = make_torus(10, 20);
    ENSURE_INT(limb_mesh_compute_topology(&t, torus, NULL), LIMB_OK);
    ENSURE(t.watertight);
    ENSURE_INT(t.nvertex - t.nedge + torus->ntriangle, 0); // Euler
    limb_mesh_free(torus);
}

//---- hulls ---------------------------------------------------------------------------------------

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

// Points within faces and edges are no corners, in whatever order they come.
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

//---- decimation ----------------------------------------------------------------------------------

static void note_progress(void *ctx, int done, int total)
{
    int *last = ctx;
    ENSURE(done > *last && done <= total);
    *last = done;
}

// Triangles of a mesh in the plane z = 0 that do not face up.
static int count_downward(const limb_mesh *mesh)
{
    int count = 0;
    for (int t = 0; t < mesh->ntriangle; t++) {
        const float *a = mesh->position + 3 * mesh->index[3 * t];
        const float *b = mesh->position + 3 * mesh->index[3 * t + 1];
        const float *c = mesh->position + 3 * mesh->index[3 * t + 2];
        const double z = ((double)b[0] - (double)a[0]) * ((double)c[1] - (double)a[1]) -
                         ((double)b[1] - (double)a[1]) * ((double)c[0] - (double)a[0]);
        count += z <= 0;
    }
    return count;
}

TEST(decimation_reaches_its_count)
{
    limb_mesh *sphere = make_sphere(60, 120);
    limb_mesh *small;
    double error;
    int last = 0;
    const limb_decimate_opts how = {
        .ntriangle = 1000, .progress = note_progress, .progress_ctx = &last};
    ENSURE_INT(limb_mesh_decimate(&small, sphere, &how, &error), LIMB_OK);
    ENSURE(last > 1000);
    ENSURE(small->ntriangle <= 1000 && small->ntriangle > 900);
    limb_mesh_topology t;
    ENSURE_INT(limb_mesh_compute_topology(&t, small, NULL), LIMB_OK);
    ENSURE(t.watertight);
    ENSURE_INT(t.nvertex - t.nedge + small->ntriangle, 2);
    ENSURE_NEAR(limb_mesh_volume(small), 4 * pi / 3, 0.05);
    for (int i = 0; i < small->nvertex; i++) {
        const float *p = small->position + 3 * i;
        ENSURE_NEAR(sqrt((double)(p[0] * p[0] + p[1] * p[1] + p[2] * p[2])), 1, error + 2e-3);
    }
    limb_mesh_free(small);
    limb_mesh_free(sphere);
}

TEST(decimation_keeps_its_bound)
{
    limb_mesh *torus = make_torus(60, 120);
    limb_mesh *small;
    double error;
    ENSURE_INT(limb_mesh_decimate(&small, torus, &(limb_decimate_opts){.max_error = 0.01}, &error),
               LIMB_OK);
    ENSURE(error <= 0.01 && error > 0);
    ENSURE(small->ntriangle < torus->ntriangle / 2 && small->ntriangle > 100);
    limb_mesh_topology t;
    ENSURE_INT(limb_mesh_compute_topology(&t, small, NULL), LIMB_OK);
    ENSURE(t.watertight);
    ENSURE_INT(t.nvertex - t.nedge + small->ntriangle, 0);
    limb_mesh_free(small);
    limb_mesh_free(torus);
}

TEST(decimation_keeps_flat_faces_and_open_borders)
{
    // a flat sheet of 400 squares has the four corners of its border at the end
    enum { N = 21 };
    float position[N * N * 3];
    uint32_t index[(N - 1) * (N - 1) * 6];
    int n = 0;
    for (int i = 0; i < N * N; i++) {
        position[3 * i] = (float)(i % N);
        position[3 * i + 1] = (float)(i / N);
        position[3 * i + 2] = 0;
    }
    for (uint32_t i = 0; i < N - 1; i++) {
        for (uint32_t k = 0; k < N - 1; k++) {
            const uint32_t a = i * N + k;
            const uint32_t two[6] = {a, a + 1, a + N, a + N, a + 1, a + N + 1};
            for (int m = 0; m < 6; m++)
                index[n++] = two[m];
        }
    }
    const limb_mesh source = {
        .nvertex = N * N, .position = position, .ntriangle = n / 3, .index = index, .unit = 1};
    limb_mesh *sheet, *small;
    ENSURE_INT(limb_mesh_copy(&sheet, &source, NULL), LIMB_OK);
    double error;
    ENSURE_INT(limb_mesh_decimate(&small, sheet, &(limb_decimate_opts){.max_error = 1e-6}, &error),
               LIMB_OK);
    ENSURE_INT(small->ntriangle, 2);
    ENSURE_NEAR(limb_mesh_area(small), 400, 1e-3);
    limb_mesh_free(small);
    // the bound holds for the border, too: half the sheet is within its plane
    ENSURE_INT(limb_mesh_decimate(&small, sheet, &(limb_decimate_opts){.max_error = 0.5}, &error),
               LIMB_OK);
    ENSURE(error <= 0.5);
    ENSURE(limb_mesh_area(small) > 380);
    limb_mesh_free(small);
    limb_mesh_free(sheet);
}

// In a flat sheet every collapse has no error, so only the test of each triangle's turn keeps the
// sheet from folding onto itself. Its border is a saw: a vertex moved over an inward tooth turns
// the triangles there.
TEST(decimation_turns_no_triangle_over)
{
    enum { N = 18 };
    static float position[N * N * 3];
    static uint32_t index[(N - 1) * (N - 1) * 6];
    uint32_t random = 12345;
    for (int seed = 0; seed < 4; seed++) {
        int n = 0;
        for (int i = 0; i < N * N; i++) {
            float shift[2];
            for (int k = 0; k < 2; k++) {
                random = random * 1664525 + 1013904223;
                shift[k] = 0.6f * ((float)(random >> 8) / (float)(1 << 24) - 0.5f);
            }
            position[3 * i] = (float)(i % N) + shift[0];
            position[3 * i + 1] = (float)(i / N) + shift[1];
            position[3 * i + 2] = 0;
        }
        for (uint32_t i = 0; i < N - 1; i++) {
            for (uint32_t k = 0; k < N - 1; k++) {
                const uint32_t a = i * N + k;
                const uint32_t two[6] = {a, a + 1, a + N + 1, a, a + N + 1, a + N};
                memcpy(index + n, two, sizeof two);
                n += 6;
            }
        }
        const limb_mesh source = {
            .nvertex = N * N, .position = position, .ntriangle = n / 3, .index = index, .unit = 1};
        limb_mesh *sheet, *small;
        ENSURE_INT(limb_mesh_copy(&sheet, &source, NULL), LIMB_OK);
        ENSURE_INT(count_downward(sheet), 0);
        for (int left = 300; left > 20; left -= 40) {
            const limb_decimate_opts how = {.ntriangle = left};
            ENSURE_INT(limb_mesh_decimate(&small, sheet, &how, NULL), LIMB_OK);
            ENSURE(small->ntriangle <= left);
            ENSURE_INT(count_downward(small), 0);
            limb_mesh_free(small);
        }
        limb_mesh_free(sheet);
    }
}

// Every inner edge of a ribbon goes from border to border: its collapse would leave two pieces that
// touch in one point.
TEST(decimation_does_not_pinch)
{
    enum { N = 40 };
    float position[2 * N * 3];
    uint32_t index[(N - 1) * 6];
    for (uint32_t i = 0; i < 2 * N; i++) {
        position[3 * i] = (float)(i / 2);
        position[3 * i + 1] = (float)(i % 2) * 0.1f;
        position[3 * i + 2] = 0.3f * (float)sin(0.7 * (i / 2));
    }
    for (uint32_t i = 0; i < N - 1; i++) {
        const uint32_t a = 2 * i;
        const uint32_t two[6] = {a, a + 2, a + 1, a + 1, a + 2, a + 3};
        memcpy(index + 6 * i, two, sizeof two);
    }
    const limb_mesh source = {
        .nvertex = 2 * N, .position = position, .ntriangle = 2 * (N - 1), .index = index};
    limb_mesh *ribbon, *small;
    ENSURE_INT(limb_mesh_copy(&ribbon, &source, NULL), LIMB_OK);
    for (int left = 60; left > 4; left -= 7) {
        ENSURE_INT(
            limb_mesh_decimate(&small, ribbon, &(limb_decimate_opts){.ntriangle = left}, NULL),
            LIMB_OK);
        limb_mesh_topology t;
        ENSURE_INT(limb_mesh_compute_topology(&t, small, NULL), LIMB_OK);
        ENSURE_INT(t.ncomponent, 1);
        // one border: as many open edges as vertices, all of which are on it
        ENSURE_INT(t.nopen, small->nvertex);
        ENSURE_INT(small->ntriangle, small->nvertex - 2);
        limb_mesh_free(small);
    }
    limb_mesh_free(ribbon);
}

//---- memory --------------------------------------------------------------------------------------

static limb_status work_again(const limb_allocator *memory, void *ctx)
{
    const limb_mesh *mesh = ctx;
    limb_mesh *made;
    limb_mesh_topology t;
    limb_status status = limb_mesh_compute_topology(&t, mesh, memory);
    if (status != LIMB_OK) return status;
    status = limb_hull_build(&made, mesh->position, mesh->nvertex, memory, NULL);
    if (status != LIMB_OK) return status;
    limb_mesh_free(made);
    status = limb_mesh_decimate(&made, mesh,
                                &(limb_decimate_opts){.memory = memory, .ntriangle = 60}, NULL);
    if (status == LIMB_OK) limb_mesh_free(made);
    return status;
}

TEST(work_survives_a_lack_of_memory)
{
    limb_mesh *torus = make_torus(8, 12);
    limb_test_every_failure(LIMB_OK, work_again, torus);
    limb_mesh_free(torus);
}
