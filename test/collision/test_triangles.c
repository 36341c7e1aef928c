// Meshes of a few triangles, of which often only one pair intersects, so that every position in a
// leaf matters. The verdicts are compared with testing all edges against all triangles.
#include "harness.h"
#include "limb/limb.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TRIANGLE = 6 };

typedef struct soup {
    int count;
    float corner[MAX_TRIANGLE][3][3];
} soup;

static void random_soup(limb_test_rng *rng, soup *out)
{
    out->count = 1 + limb_test_below(rng, MAX_TRIANGLE);
    for (int t = 0; t < out->count; t++) {
        double center[3];
        for (int k = 0; k < 3; k++)
            center[k] = limb_test_uniform(rng, -1, 1);
        for (int c = 0; c < 3; c++)
            for (int k = 0; k < 3; k++)
                out->corner[t][c][k] = (float)(center[k] + limb_test_uniform(rng, -0.6, 0.6));
    }
}

static limb_mesh *mesh_of(const soup *from)
{
    static const uint32_t index[3 * MAX_TRIANGLE] = {0, 1,  2,  3,  4,  5,  6,  7,  8,
                                                     9, 10, 11, 12, 13, 14, 15, 16, 17};
    const limb_mesh source = {.nvertex = 3 * from->count,
                              .position = &from->corner[0][0][0],
                              .ntriangle = from->count,
                              .index = index,
                              .unit = 1};
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_copy(&mesh, &source, NULL), LIMB_OK);
    return mesh;
}

// Six times the volume of a tetrahedron, signed.
static double volume(const float a[3], const float b[3], const float c[3], const float d[3])
{
    double u[3], v[3], w[3];
    for (int k = 0; k < 3; k++) {
        u[k] = (double)b[k] - (double)a[k];
        v[k] = (double)c[k] - (double)a[k];
        w[k] = (double)d[k] - (double)a[k];
    }
    return u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) +
           u[2] * (v[0] * w[1] - v[1] * w[0]);
}

// Whether an edge of the first crosses the second. *clear becomes false where rounding may decide.
static bool edge_crosses(const float (*edge)[3], const float (*triangle)[3], bool *clear)
{
    for (int i = 0; i < 3; i++) {
        const float *p = edge[i], *q = edge[(i + 1) % 3];
        const double side[2] = {volume(triangle[0], triangle[1], triangle[2], p),
                                volume(triangle[0], triangle[1], triangle[2], q)};
        double turn[3];
        bool inside = true, near = fabs(side[0]) < 1e-6 || fabs(side[1]) < 1e-6;
        for (int k = 0; k < 3; k++) {
            turn[k] = volume(p, q, triangle[k], triangle[(k + 1) % 3]);
            inside = inside && (turn[k] > 0) == (turn[0] > 0);
            near = near || fabs(turn[k]) < 1e-6;
        }
        if (near) *clear = false;
        if (inside && (side[0] > 0) != (side[1] > 0)) return true;
    }
    return false;
}

static bool soups_cross(const soup *a, const soup *b, bool *clear)
{
    bool cross = false;
    for (int i = 0; i < a->count; i++) {
        for (int j = 0; j < b->count; j++) {
            const float(*one)[3] = (const float(*)[3])a->corner[i];
            const float(*other)[3] = (const float(*)[3])b->corner[j];
            cross |= edge_crosses(one, other, clear) || edge_crosses(other, one, clear);
        }
    }
    return cross;
}

TEST(a_single_crossing_is_found_wherever_it_is)
{
    int ncrossing = 0, napart = 0;
    for (limb_isa isa = LIMB_ISA_PORTABLE; isa <= LIMB_ISA_NEON; isa = (limb_isa)(isa + 1)) {
        limb_test_rng rng = {11};
        for (int i = 0; i < LIMB_TEST_COUNT(16000); i++) {
            soup a, b;
            bool clear = true;
            random_soup(&rng, &a);
            random_soup(&rng, &b);
            const bool cross = soups_cross(&a, &b, &clear);
            if (!clear) continue;
            limb_mesh *mesh[2] = {mesh_of(&a), mesh_of(&b)};
            const limb_collider collider[2] = {{.kind = LIMB_COLLIDER_MESH, .mesh = mesh[0]},
                                               {.kind = LIMB_COLLIDER_MESH, .mesh = mesh[1]}};
            const limb_scene_object object[2] = {{.ncollider = 1, .collider = &collider[0]},
                                                 {.ncollider = 1, .collider = &collider[1]}};
            limb_scene *scene;
            limb_query *query;
            const limb_status status =
                limb_scene_create(&scene, object, 2, NULL, 0, &(limb_scene_opts){.isa = isa});
            if (status == LIMB_OK) {
                limb_contact contact;
                ENSURE_INT(limb_query_create(&query, scene, NULL), LIMB_OK);
                ENSURE_INT(limb_collide(query, NULL), cross);
                ENSURE_INT(limb_collide_all(query, &contact, 1), cross);
                if (cross) ENSURE(contact.distance <= 0);
                *(cross ? &ncrossing : &napart) += 1;
                limb_query_free(query);
                limb_scene_free(scene);
            }
            limb_mesh_free(mesh[0]);
            limb_mesh_free(mesh[1]);
            if (status == LIMB_ERROR_UNSUPPORTED) break;
        }
    }
    ENSURE(ncrossing > LIMB_TEST_COUNT(1000) && napart > LIMB_TEST_COUNT(1000));
}
