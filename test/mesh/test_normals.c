// Compares computed normals with a slow, simple implementation on irregular surfaces, and the two
// code paths that measure triangles with each other.
#include "base/memory.h"
#include "geometry/mesh/adjacency.h"
#include "geometry/mesh/facets.h"
#include "harness.h"
#include "limb/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TRIANGLES = 160, POINTS = 30, CORNERS = 3 * TRIANGLES };

typedef struct soup {
    float position[POINTS * 3];
    uint32_t index[CORNERS];
} soup;

// Random triangles between few points: open edges, edges of three and more, some running the same
// way, groups with equal normals where points lie in one plane.
static void make_soup(soup *s, uint64_t seed, bool flat)
{
    limb_test_rng rng = {seed};
    for (int i = 0; i < POINTS * 3; i++) {
        const double value = floor(limb_test_uniform(&rng, -4, 4.999));
        s->position[i] = flat && i % 3 == 2 ? 0 : (float)value * 0.5f;
    }
    for (int t = 0; t < TRIANGLES; t++) {
        uint32_t *c = s->index + 3 * t;
        do {
            for (int k = 0; k < 3; k++)
                c[k] = (uint32_t)limb_test_uniform(&rng, 0, POINTS - 0.001);
            // neighbors of the triangle before make most edges shared
            if (t > 0 && t % 4 != 0) {
                c[0] = c[-2];
                c[1] = c[-3];
            }
        } while (c[0] == c[1] || c[1] == c[2] || c[2] == c[0]);
    }
}

static bool same_edge(const soup *s, int a, int b, bool *same_way)
{
    const uint32_t from = s->index[a], to = s->index[limb__next_half(a)];
    const uint32_t p = s->index[b], q = s->index[limb__next_half(b)];
    *same_way = from == p;
    return (from == p && to == q) || (from == q && to == p);
}

TEST(twins_are_the_halves_of_edges_of_two)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        soup s;
        make_soup(&s, seed, seed % 3 == 0);
        int twin[CORNERS];
        limb__adjacency found;
        ENSURE_INT(limb__find_twins(&found, limb__memory(NULL), s.index, TRIANGLES, POINTS, twin),
                   LIMB_OK);
        limb__adjacency expected = {0};
        for (int a = 0; a < CORNERS; a++) {
            int count = 0, other = -1, first = CORNERS;
            bool flipped = false;
            for (int b = 0; b < CORNERS; b++) {
                bool same_way;
                if (!same_edge(&s, a, b, &same_way)) continue;
                if (b < first) first = b;
                count++;
                if (b != a) {
                    other = b;
                    flipped = same_way;
                }
            }
            ENSURE_INT(twin[a], count == 1   ? LIMB__TWIN_OPEN
                                : count == 2 ? other
                                             : LIMB__TWIN_NON_MANIFOLD);
            if (first != a) continue;
            expected.nedge++;
            expected.nopen += count == 1;
            expected.nnonmanifold += count > 2;
            expected.nflipped += count == 2 && flipped;
        }
        ENSURE_INT(found.nedge, expected.nedge);
        ENSURE_INT(found.nopen, expected.nopen);
        ENSURE_INT(found.nnonmanifold, expected.nnonmanifold);
        ENSURE_INT(found.nflipped, expected.nflipped);
    }
}

// The group of each corner: joined pair by pair until nothing changes.
static void group_slowly(const soup *s, const int *twin, double (*facet)[3], double crease,
                         int *group)
{
    for (int i = 0; i < CORNERS; i++)
        group[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (int a = 0; a < CORNERS; a++) {
            const int b = twin[a];
            if (b < 0 || s->index[a] == s->index[b]) continue;
            const double *n = facet[a / 3], *m = facet[b / 3];
            if (n[0] * m[0] + n[1] * m[1] + n[2] * m[2] < cos(crease)) continue;
            const int c = limb__next_half(b); // at the point where a begins
            const int least = group[a] < group[c] ? group[a] : group[c];
            changed = changed || group[a] != group[c];
            group[a] = group[c] = least;
        }
    }
}

static void measure_slowly(const soup *s, double (*facet)[3], double *angle)
{
    for (int t = 0; t < TRIANGLES; t++) {
        double p[3][3], u[3][3], length[3];
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < 3; i++)
                p[k][i] = (double)s->position[3 * s->index[3 * t + k] + (uint32_t)i];
        for (int k = 0; k < 3; k++) {
            for (int i = 0; i < 3; i++)
                u[k][i] = p[(k + 1) % 3][i] - p[k][i];
            length[k] = sqrt(u[k][0] * u[k][0] + u[k][1] * u[k][1] + u[k][2] * u[k][2]);
        }
        const double n[3] = {u[0][1] * u[1][2] - u[0][2] * u[1][1],
                             u[0][2] * u[1][0] - u[0][0] * u[1][2],
                             u[0][0] * u[1][1] - u[0][1] * u[1][0]};
        const double area = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int k = 0; k < 3; k++) {
            const double *a = u[k], *b = u[(k + 2) % 3];
            const double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
            const double cosine = -dot / (length[k] * length[(k + 2) % 3]);
            facet[t][k] = area > 0 ? n[k] / area : 0;
            angle[3 * t + k] = area > 0 ? acos(fmin(fmax(cosine, -1), 1)) * area : 0;
        }
    }
}

// Points are made distinct first, so that the mesh's own welding does not renumber them.
TEST(normals_are_those_of_the_slow_way)
{
    static const double crease[] = {0.6, 1.7, 3.0};
    for (int trial = 0; trial < 12; trial++) {
        soup s;
        make_soup(&s, 100 + (uint64_t)trial, false);
        for (int i = 0; i < POINTS; i++)
            s.position[3 * i] += (float)i * 0.03125f;
        char bytes[84 + TRIANGLES * 50] = {0};
        const uint32_t count = TRIANGLES;
        memcpy(bytes + 80, &count, 4);
        for (int i = 0; i < CORNERS; i++)
            memcpy(bytes + 84 + i / 3 * 50 + 12 + i % 3 * 12, s.position + 3 * s.index[i], 12);

        int twin[CORNERS], group[CORNERS];
        double facet[TRIANGLES][3], angle[CORNERS], sum[CORNERS][3] = {{0}};
        ENSURE_INT(limb__find_twins(NULL, limb__memory(NULL), s.index, TRIANGLES, POINTS, twin),
                   LIMB_OK);
        measure_slowly(&s, facet, angle);
        group_slowly(&s, twin, facet, crease[trial % 3], group);
        for (int i = 0; i < CORNERS; i++)
            for (int k = 0; k < 3; k++)
                sum[group[i]][k] += angle[i] * facet[i / 3][k];

        limb_mesh *mesh;
        ENSURE_INT(limb_mesh_parse(&mesh, bytes, sizeof bytes,
                                   &(limb_mesh_opts){.normals = LIMB_MESH_NORMALS_COMPUTE,
                                                     .crease_angle = crease[trial % 3]}),
                   LIMB_OK);
        ENSURE_INT(mesh->ntriangle, TRIANGLES);
        for (int i = 0; i < CORNERS; i++) {
            const double *n = sum[group[i]];
            const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
            const uint32_t vertex = mesh->index[i];
            ENSURE(memcmp(mesh->position + 3 * vertex, s.position + 3 * s.index[i], 12) == 0);
            if (length < 1e-3) continue; // opposite ones that cancel: any direction
            for (int k = 0; k < 3; k++)
                ENSURE_NEAR((double)mesh->normal[3 * vertex + (uint32_t)k], n[k] / length, 1e-4);
        }
        limb_mesh_free(mesh);
    }
}

// A flat plate has a sliver triangle along its edge, whose normal is tilted by a tiny vertex error.
// With weights by angle alone, the sliver would tilt the normals of the plate by a large part of
// its own tilt, which is visible as streaks.
TEST(slivers_leave_flat_plates_flat)
{
    static const char obj[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 1.0002 0 0.0001\n"
                              "f 1 2 3\nf 1 3 4\nf 3 2 5\n";
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, obj, sizeof obj - 1,
                               &(limb_mesh_opts){.normals = LIMB_MESH_NORMALS_COMPUTE}),
               LIMB_OK);
    ENSURE_INT(mesh->nvertex, 5); // all in one smooth group
    for (int i = 0; i < 5; i++)
        if (mesh->position[3 * i] <= 1) ENSURE(mesh->normal[3 * i + 2] > 0.99999f);
    limb_mesh_free(mesh);
}

// Flat faces that share non-manifold edges of three faces have groups with the same normal, each of
// which becomes one vertex.
TEST(equal_normals_at_a_point_are_one_vertex)
{
    soup s;
    make_soup(&s, 5, true);
    char bytes[84 + TRIANGLES * 50] = {0};
    const uint32_t count = TRIANGLES;
    memcpy(bytes + 80, &count, 4);
    for (int i = 0; i < CORNERS; i++)
        memcpy(bytes + 84 + i / 3 * 50 + 12 + i % 3 * 12, s.position + 3 * s.index[i], 12);
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, bytes, sizeof bytes,
                               &(limb_mesh_opts){.normals = LIMB_MESH_NORMALS_COMPUTE}),
               LIMB_OK);
    for (int i = 0; i < mesh->nvertex; i++) {
        for (int k = 0; k < i; k++) {
            ENSURE(memcmp(mesh->position + 3 * i, mesh->position + 3 * k, 12) != 0 ||
                   memcmp(mesh->normal + 3 * i, mesh->normal + 3 * k, 12) != 0);
        }
    }
    limb_mesh_free(mesh);
}

TEST(instruction_sets_measure_the_same_bits)
{
    const limb_isa best = limb__isa_choose(LIMB_ISA_AUTO);
    soup s;
    make_soup(&s, 77, false);
    for (int i = 0; i < POINTS; i++)
        s.position[3 * i + 1] *= 1.1f;
    // without area: two corners at one point, three on a line
    memcpy(s.index + 9, (uint32_t[]){4, 4, 5}, 12);
    memcpy(s.position, (float[]){0, 0, 0, 1, 0, 0, 2, 0, 0}, 36);
    memcpy(s.index + 12, (uint32_t[]){0, 1, 2}, 12);
    for (int n = 0; n <= TRIANGLES; n = n < 20 ? n + 1 : n * 2) {
        float normal[2][CORNERS], weight[2][CORNERS];
        memset(normal, 0, sizeof normal);
        memset(weight, 0, sizeof weight);
        limb__facet_meter_of(LIMB_ISA_PORTABLE)
            ->measure(s.index, n, s.position, normal[0], weight[0]);
        limb__facet_meter_of(best)->measure(s.index, n, s.position, normal[1], weight[1]);
        ENSURE(memcmp(normal[0], normal[1], sizeof normal[0]) == 0);
        ENSURE(memcmp(weight[0], weight[1], sizeof weight[0]) == 0);
        if (n == TRIANGLES || n < 6) continue;
        for (int k = 9; k < 15; k++)
            ENSURE(normal[0][k] == 0 && weight[0][k] == 0);
    }
}
