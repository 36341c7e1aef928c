// Compares measures of meshes with closed forms, and tests their topology.
#include "mesh/shapes.h"

#include <string.h>

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

// a prism over a regular polygon has exact closed forms, which include no meshing error
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
    // the first triangle occurs twice, so each of its edges has three triangles
    memcpy(index, box->index, 36 * 4);
    memcpy(index + 36, box->index, 12);
    open.ntriangle = 13;
    ENSURE_INT(limb_mesh_compute_topology(&t, &open, NULL), LIMB_OK);
    ENSURE_INT(t.nnonmanifold, 3);
    limb_mesh_free(box);

    limb_mesh *torus = make_torus(10, 20);
    ENSURE_INT(limb_mesh_compute_topology(&t, torus, NULL), LIMB_OK);
    ENSURE(t.watertight);
    ENSURE_INT(t.nvertex - t.nedge + torus->ntriangle, 0); // Euler
    limb_mesh_free(torus);
}
