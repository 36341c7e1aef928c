// One operation makes every shape. A profile, corners (r, z) with fillets, is swept around an
// outline, the convex polygon `core` blown up by r: a point gives a body of revolution, a rectangle
// a rounded box, any other polygon a rounded plate. The ends are closed by flat caps. Normals are
// those of the ideal shape.
#include "shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_RING 128 // points of an outline, rings of a profile

typedef struct rim { // of a sampled profile or outline: a point and the direction out
    double x, y, nx, ny;
} rim;

static int sample_outline(const double (*core)[2], int ncore, int around, rim *out);
static int sample_profile(const corner *profile, int n, rim *out);
static int add_vertex(body *b, const double p[3], const double n[3]);
static void add_triangle(body *b, int i, int j, int k);
static void add_cap(body *b, int ring, int nout, bool upper);

const limb_mesh_material paints[NPAINT] = {
    {.name = "shell", .rgba = {0.93F, 0.94F, 0.95F, 1}, .roughness = 0.45F},
    {.name = "graphite", .rgba = {0.2F, 0.21F, 0.23F, 1}, .roughness = 0.6F},
    {.name = "steel", .rgba = {0.72F, 0.74F, 0.77F, 1}, .metallic = 0.2F, .roughness = 0.4F},
    {.name = "teal", .rgba = {0, 0.55F, 0.6F, 1}, .roughness = 0.4F},
    {.name = "light",
     .rgba = {0.25F, 0.8F, 1, 1},
     .emissive = {0.1F, 0.4F, 0.5F},
     .roughness = 0.5F},
    {.name = "rubber", .rgba = {0.07F, 0.07F, 0.08F, 1}, .roughness = 0.9F},
};

void place(body *b, axis along, double x, double y, double z)
{
    b->along = along;
    b->at[0] = x;
    b->at[1] = y;
    b->at[2] = z;
}

void drum(body *b, paint color, double r, double z0, double z1, double fillet0, double fillet1)
{
    sweep(b, color, NULL, 1, (corner[]){{r, z0, fillet0}, {r, z1, fillet1}}, 2);
}

void box(body *b, paint color, double x, double y, double z, double round, double fillet)
{
    const double u = x / 2 - round, v = y / 2 - round;
    const double core[4][2] = {{-u, -v}, {u, -v}, {u, v}, {-u, v}};
    sweep(b, color, core, 4, (corner[]){{round, -z / 2, fillet}, {round, z / 2, fillet}}, 2);
}

void sweep(body *b, paint color, const double (*core)[2], int ncore, const corner *profile,
           int nprofile)
{
    static const double point[1][2] = {{0, 0}};
    rim outline[MAX_RING], ring[MAX_RING];
    const int nout = sample_outline(core ? core : point, ncore, b->around, outline);
    const int nring = sample_profile(profile, nprofile, ring);
    const int first = b->ntriangle, bottom = b->nvertex;
    int below = bottom;
    for (int j = 0; j < nring; j++) {
        const int here = b->nvertex;
        for (int k = 0; k < nout; k++) {
            const rim *o = &outline[k];
            add_vertex(b, (double[]){o->x + ring[j].x * o->nx, o->y + ring[j].x * o->ny, ring[j].y},
                       (double[]){ring[j].nx * o->nx, ring[j].nx * o->ny, ring[j].ny});
        }
        for (int k = 0; k < nout && j > 0; k++) {
            const int next = (k + 1) % nout;
            add_triangle(b, below + k, below + next, here + next);
            add_triangle(b, below + k, here + next, here + k);
        }
        below = here;
    }
    add_cap(b, bottom, nout, false);
    add_cap(b, below, nout, true);
    if (b->npart == MAX_PART) exit(1);
    b->part[b->npart++] = (limb_mesh_part){"", first, b->ntriangle - first, (int)color};
}

void body_free(body *b)
{
    free(b->position);
    free(b->normal);
    free(b->index);
}

// x, y: the core's corner; nx, ny: the direction in which r is added. Counter-clockwise.
static int sample_outline(const double (*core)[2], int ncore, int around, rim *out)
{
    int n = 0;
    for (int i = 0; i < ncore; i++) {
        const double *last = core[(i + ncore - 1) % ncore], *p = core[i],
                     *next = core[(i + 1) % ncore];
        // an edge's direction less a quarter turn points out
        const double from = ncore == 1 ? 0 : atan2(p[1] - last[1], p[0] - last[0]) - pi / 2;
        const double to = ncore == 1 ? 2 * pi : atan2(next[1] - p[1], next[0] - p[0]) - pi / 2;
        const double turn = to < from ? to - from + 2 * pi : to - from;
        const int steps = (int)ceil(turn / (2 * pi) * around - 1e-9);
        for (int s = 0; s <= steps - (ncore == 1); s++) {
            const double a = from + turn * s / steps;
            if (n == MAX_RING) exit(1);
            out[n++] = (rim){p[0], p[1], cos(a), sin(a)};
        }
    }
    return n;
}

// Each corner becomes an arc that touches both of its edges; without a fillet it is met twice, with
// the normal of either edge.
static int sample_profile(const corner *profile, int n, rim *out)
{
    int nring = 0;
    for (int i = 0; i < n; i++) {
        const corner *p = &profile[i];
        const double in = i == 0 ? 0 : atan2(p->z - p[-1].z, p->r - p[-1].r);
        const double away = i == n - 1 ? pi : atan2(p[1].z - p->z, p[1].r - p->r);
        const double turn = remainder(away - in, 2 * pi), side = turn < 0 ? -1 : 1;
        const double length = p->fillet * tan(fabs(turn) / 2);
        const double out0 = in - pi / 2; // direction out of the body before the corner
        const double r = p->r - length * cos(in) - side * p->fillet * cos(out0);
        const double z = p->z - length * sin(in) - side * p->fillet * sin(out0);
        const int finest = p->fillet > 0.005 ? 3 : 2;
        const int steps = p->fillet > 0 ? (int)ceil(fabs(turn) / (pi / 2) * finest - 1e-9) : 1;
        for (int s = 0; s <= steps; s++) {
            const double a = out0 + turn * s / steps;
            if (nring == MAX_RING) exit(1);
            out[nring++] =
                (rim){r + side * p->fillet * cos(a), z + side * p->fillet * sin(a), cos(a), sin(a)};
        }
    }
    return nring;
}

// The flat end of a sweep: its last ring has the cap's normal already.
static void add_cap(body *b, int ring, int nout, bool upper)
{
    for (int k = 1; k + 1 < nout; k++) {
        add_triangle(b, ring, ring + k + !upper, ring + k + upper);
    }
}

static int add_vertex(body *b, const double p[3], const double n[3])
{
    const size_t size = (size_t)(b->nvertex + 1) * 3 * sizeof(float);
    b->position = realloc(b->position, size);
    b->normal = realloc(b->normal, size);
    if (!b->position || !b->normal) exit(1);
    // z of the shape becomes the axis, x and y the two that follow it
    for (int k = 0; k < 3; k++) {
        const int to = ((int)b->along + 1 + k) % 3;
        b->position[3 * b->nvertex + to] = (float)(round((p[k] + b->at[to]) * 1e6) / 1e6 + 0.0);
        b->normal[3 * b->nvertex + to] = (float)(round(n[k] * 1e4) / 1e4 + 0.0);
    }
    return b->nvertex++;
}

// Leaves out what has no area: between the two normals of a sharp corner.
static void add_triangle(body *b, int i, int j, int k)
{
    const size_t point = 3 * sizeof(float);
    const float *p = b->position + 3 * i, *q = b->position + 3 * j, *r = b->position + 3 * k;
    if (!memcmp(p, q, point) || !memcmp(q, r, point) || !memcmp(r, p, point)) return;
    b->index = realloc(b->index, (size_t)(b->ntriangle + 1) * 3 * sizeof *b->index);
    if (!b->index) exit(1);
    const uint32_t corners[3] = {(uint32_t)i, (uint32_t)j, (uint32_t)k};
    memcpy(b->index + 3 * b->ntriangle++, corners, sizeof corners);
}
