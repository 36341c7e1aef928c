// Polygons with reflex corners: every simple outline is split into triangles with the same
// orientation that cover its area, regardless of its shape and size.
#include "harness.h"
#include "limb/mesh.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct outline {
    int count;
    double (*point)[2];
} outline;

static outline make(int count)
{
    outline o = {count, malloc(sizeof *o.point * (size_t)count)};
    ENSURE(o.point);
    return o;
}

static double area(const outline *o)
{
    double sum = 0;
    for (int i = 0; i < o->count; i++) {
        const double *a = o->point[i], *b = o->point[i + 1 < o->count ? i + 1 : 0];
        sum += a[0] * b[1] - a[1] * b[0];
    }
    return sum / 2;
}

// Reads the outline as the only face of an OBJ file, in the plane of two axes.
static limb_mesh *read_face(const outline *o, int u, int v)
{
    char *text = malloc((size_t)o->count * 100 + 10);
    ENSURE(text);
    size_t size = 0;
    for (int i = 0; i < o->count; i++) {
        double p[3] = {0, 0, 0};
        p[u] = o->point[i][0] = (double)(float)o->point[i][0];
        p[v] = o->point[i][1] = (double)(float)o->point[i][1];
        size += (size_t)sprintf(text + size, "v %.9g %.9g %.9g\n", p[0], p[1], p[2]);
    }
    size += (size_t)sprintf(text + size, "f");
    for (int i = 0; i < o->count; i++)
        size += (size_t)sprintf(text + size, " %d", i + 1);
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, text, size, &(limb_mesh_opts){.file = "x.obj"}), LIMB_OK);
    free(text);
    return mesh;
}

static void expect_covered(outline *o)
{
    for (int plane = 0; plane < 3; plane++) {
        const int u = plane, v = (plane + 1) % 3;
        limb_mesh *mesh = read_face(o, u, v);
        ENSURE_INT(mesh->ntriangle, o->count - 2);
        const double whole = area(o);
        double sum = 0;
        for (int i = 0; i < mesh->ntriangle; i++) {
            const float *p[3];
            for (int k = 0; k < 3; k++)
                p[k] = mesh->position + 3 * mesh->index[3 * i + k];
            const double twice =
                ((double)p[1][u] - (double)p[0][u]) * ((double)p[2][v] - (double)p[0][v]) -
                ((double)p[1][v] - (double)p[0][v]) * ((double)p[2][u] - (double)p[0][u]);
            ENSURE(twice * whole >= 0);
            sum += twice / 2;
        }
        ENSURE_NEAR(sum, whole, 1e-9 * fabs(whole));
        limb_mesh_free(mesh);
    }
}

// Tips and notches around a center.
static outline make_star(int count, limb_test_rng *rng)
{
    outline o = make(count);
    for (int i = 0; i < count; i++) {
        const double angle = 6.283185307179586 * i / count;
        const double radius = (i % 2 ? 1.3 : 1) + limb_test_uniform(rng, 0, 0.2);
        o.point[i][0] = radius * cos(angle);
        o.point[i][1] = radius * sin(angle);
    }
    return o;
}

// Teeth that all lean across the whole height.
static outline make_comb(int count)
{
    outline o = make(count);
    const int nteeth = count / 2 - 1;
    for (int i = 0; i < nteeth; i++) {
        o.point[2 * i][0] = 2 * nteeth - 2 * i;
        o.point[2 * i][1] = 0;
        o.point[2 * i + 1][0] = 3 * nteeth - 2 * i - 1;
        o.point[2 * i + 1][1] = nteeth;
    }
    const int at = 2 * nteeth;
    for (int i = at; i < count; i++) {
        o.point[i][0] = i == at ? 0 : 2 * nteeth + (i - at);
        o.point[i][1] = -1 - (i > at ? 0 : 1);
    }
    return o;
}

TEST(stars_of_any_size_keep_their_area)
{
    limb_test_rng rng = {1};
    for (int count = 5; count < 400; count += 1 + count / 8) {
        outline o = make_star(count, &rng);
        expect_covered(&o);
        free(o.point);
    }
}

// Comparing every corner with all others used to exhaust the step limit of a file, after which
// corners that are not ears were cut.
TEST(large_outlines_keep_their_area)
{
    limb_test_rng rng = {2};
    outline star = make_star(40000, &rng);
    expect_covered(&star);
    free(star.point);
}

TEST(leaning_teeth_keep_their_area)
{
    for (int count = 6; count <= 6000; count = count * 3 + 1) {
        outline o = make_comb(count + count % 2);
        expect_covered(&o);
        free(o.point);
    }
}

// An outline that crosses itself or has no width is triangulated in some way, in bounded time.
TEST(any_outline_ends)
{
    limb_test_rng rng = {3};
    for (int round = 0; round < 50; round++) {
        outline o = make(3 + limb_test_below(&rng, 300));
        for (int i = 0; i < o.count; i++)
            for (int k = 0; k < 2; k++)
                o.point[i][k] = round % 3 == k ? 1 : limb_test_below(&rng, 9) - 4;
        limb_mesh *mesh = read_face(&o, 0, 1);
        ENSURE(mesh->ntriangle <= o.count - 2);
        limb_mesh_free(mesh);
        free(o.point);
    }
}
