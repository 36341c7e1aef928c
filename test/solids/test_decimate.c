// Tests of decimation: counts and bounds are kept, borders and flat faces are preserved; hulls and
// decimation handle memory exhaustion.
#include "mesh/shapes.h"
#include "support/hostile.h"

#include <string.h>

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

// In a flat sheet no collapse has an error, so only the test for flipped triangles keeps the sheet
// from folding onto itself. Its border is a sawtooth: moving a vertex across an inward tooth flips
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

// Every inner edge of a ribbon connects two border vertices: collapsing it would leave two pieces
// that touch in one point.
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
