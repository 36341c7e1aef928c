// Triangles of the primitive shapes. Round ones are rings of vertices about z, joined ring by ring;
// a seam and the rim of a cylinder have their vertices twice, for their normals differ.
#include "export/tessellate.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

static int add_vertex(limb__tessellation *t, const double position[3], const double normal[3]);
static void add_triangle(limb__tessellation *t, int a, int b, int c);
static int add_ring(limb__tessellation *t, double radius, double z, double normal_radius,
                    double normal_z);
static void join_rings(limb__tessellation *t, int lower, int upper);
static void begin(limb__tessellation *t);

void limb__tessellate_box(limb__tessellation *out)
{
    begin(out);
    for (int axis = 0; axis < 3; axis++) {
        for (int side = -1; side <= 1; side += 2) {
            const int u = (axis + 1) % 3;
            const int v = (axis + 2) % 3;
            int corner[4];
            for (int k = 0; k < 4; k++) {
                double position[3];
                double normal[3] = {0, 0, 0};
                normal[axis] = side;
                position[axis] = 0.5 * side;
                position[u] = (k == 1 || k == 2) ? 0.5 : -0.5;
                position[v] = k >= 2 ? 0.5 : -0.5;
                corner[k] = add_vertex(out, position, normal);
            }
            const int second = side > 0 ? 1 : 3;
            add_triangle(out, corner[0], corner[second], corner[2]);
            add_triangle(out, corner[0], corner[2], corner[4 - second]);
        }
    }
}

void limb__tessellate_cylinder(limb__tessellation *out)
{
    begin(out);
    join_rings(out, add_ring(out, 0, -0.5, 0, -1), add_ring(out, 1, -0.5, 0, -1));
    join_rings(out, add_ring(out, 1, -0.5, 1, 0), add_ring(out, 1, 0.5, 1, 0));
    join_rings(out, add_ring(out, 1, 0.5, 0, 1), add_ring(out, 0, 0.5, 0, 1));
}

void limb__tessellate_sphere(limb__tessellation *out)
{
    limb__tessellate_capsule(out, 1, 0);
}

void limb__tessellate_capsule(limb__tessellation *out, double radius, double length)
{
    begin(out);
    int last = -1;
    for (int half = 0; half < 2; half++) {
        for (int i = 0; i <= LIMB__CAP_RINGS; i++) {
            // the equator is drawn twice only where a cylinder stands between the halves
            if (half == 1 && i == 0 && length <= 0) continue;
            const double angle = PI / 2 * (half == 0 ? i - LIMB__CAP_RINGS : i) / LIMB__CAP_RINGS;
            const double shift = half == 0 ? -length / 2 : length / 2;
            const int ring = add_ring(out, radius * cos(angle), shift + radius * sin(angle),
                                      cos(angle), sin(angle));
            if (last >= 0) join_rings(out, last, ring);
            last = ring;
        }
    }
}

static void begin(limb__tessellation *t)
{
    t->nvertex = 0;
    t->ntriangle = 0;
}

static int add_vertex(limb__tessellation *t, const double position[3], const double normal[3])
{
    for (int k = 0; k < 3; k++) {
        t->position[t->nvertex * 3 + k] = (float)position[k];
        t->normal[t->nvertex * 3 + k] = (float)normal[k];
    }
    return t->nvertex++;
}

static void add_triangle(limb__tessellation *t, int a, int b, int c)
{
    t->index[t->ntriangle * 3 + 0] = (uint32_t)a;
    t->index[t->ntriangle * 3 + 1] = (uint32_t)b;
    t->index[t->ntriangle * 3 + 2] = (uint32_t)c;
    t->ntriangle++;
}

// One vertex more than segments: the seam.
static int add_ring(limb__tessellation *t, double radius, double z, double normal_radius,
                    double normal_z)
{
    const int first = t->nvertex;
    for (int i = 0; i <= LIMB__ROUND_SEGMENTS; i++) {
        const double angle = 2 * PI * (i % LIMB__ROUND_SEGMENTS) / LIMB__ROUND_SEGMENTS;
        const double position[3] = {radius * cos(angle), radius * sin(angle), z};
        const double normal[3] = {normal_radius * cos(angle), normal_radius * sin(angle), normal_z};
        add_vertex(t, position, normal);
    }
    return first;
}

// At a pole the ring has no width, and of the two triangles of each quad one is left out.
static void join_rings(limb__tessellation *t, int lower, int upper)
{
    const float below = fabsf(t->position[lower * 3]);
    const float above = fabsf(t->position[upper * 3]);
    const bool lower_pole = below < 1e-6f * above;
    const bool upper_pole = above < 1e-6f * below;
    for (int i = 0; i < LIMB__ROUND_SEGMENTS; i++) {
        if (!lower_pole) add_triangle(t, lower + i, lower + i + 1, upper + i + 1);
        if (!upper_pole) add_triangle(t, lower + i, upper + i + 1, upper + i);
    }
}
