// Triangles of the primitive shapes. Round ones are rings of vertices about z, connected ring by
// ring; vertices of a seam and of the rim of a cylinder are duplicated, because their normals or
// texture coordinates differ.
//
// A texture is upright with z up, as seen from outside: on every face of a box, once around round
// shapes, starting at x, and once on either end of a cylinder.
#include "output/export/tessellate.h"

#include "numbers/math/sin_cos.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

// A ring of vertices about z; their normals are tilted out of the plane by normal_z.
typedef struct ring {
    double radius;
    double z;
    double normal_radius;
    double normal_z;
    double v; // texture coordinate of the band around
} ring;

static void begin(limb__tessellation *t);
static void add_end(limb__tessellation *t, int side);
static int add_ring(limb__tessellation *t, const ring *r);
static int add_disc_ring(limb__tessellation *t, double radius, int side);
static void join_rings(limb__tessellation *t, int lower, int upper);
static int add_vertex(limb__tessellation *t, const double position[3], const double normal[3]);
static void face_texcoord(const double position[3], const double normal[3], double uv[2]);
static void put_texcoord(limb__tessellation *t, int vertex, double u, double v);
static void add_triangle(limb__tessellation *t, int a, int b, int c);

const limb__unit_solid limb__unit_box = {limb__tessellate_box};
const limb__unit_solid limb__unit_cylinder = {limb__tessellate_cylinder};
const limb__unit_solid limb__unit_sphere = {limb__tessellate_sphere};

const limb__unit_solid *limb__unit_solid_of(const limb_shape *shape, double scale[3])
{
    const double r = shape->radius;
    switch (shape->type) {
    case LIMB_SHAPE_BOX:
        memcpy(scale, shape->size, 3 * sizeof *scale);
        return &limb__unit_box;
    case LIMB_SHAPE_CYLINDER:
        memcpy(scale, (double[]){r, r, shape->length}, 3 * sizeof *scale);
        return &limb__unit_cylinder;
    case LIMB_SHAPE_SPHERE:
        memcpy(scale, (double[]){r, r, r}, 3 * sizeof *scale);
        return &limb__unit_sphere;
    case LIMB_SHAPE_CAPSULE:
    case LIMB_SHAPE_MESH:
        break;
    }
    return NULL;
}

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
                double uv[2];
                face_texcoord(position, normal, uv);
                put_texcoord(out, corner[k], 0.5 + uv[0], 0.5 - uv[1]);
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
    add_end(out, -1);
    const int lower = add_ring(out, &(ring){1, -0.5, 1, 0, 1});
    join_rings(out, lower, add_ring(out, &(ring){1, 0.5, 1, 0, 0}));
    add_end(out, 1);
}

void limb__tessellate_sphere(limb__tessellation *out)
{
    limb__tessellate_capsule(out, 1, 0);
    // RViz starts a texture at -x; a rotation by 180 degrees about z moves the seam there
    for (int i = 0; i < out->nvertex; i++) {
        for (int k = 0; k < 2; k++) {
            out->position[3 * i + k] = -out->position[3 * i + k];
            out->normal[3 * i + k] = -out->normal[3 * i + k];
        }
    }
}

void limb__tessellate_capsule(limb__tessellation *out, double radius, double length)
{
    begin(out);
    const double way = PI * radius + length; // from pole to pole along the surface
    int last = -1;
    for (int half = 0; half < 2; half++) {
        for (int i = 0; i <= LIMB__CAP_RINGS; i++) {
            // the equator is duplicated only if a cylinder is between the halves
            if (half == 1 && i == 0 && length <= 0) continue;
            const double angle = PI / 2 * (half == 0 ? i - LIMB__CAP_RINGS : i) / LIMB__CAP_RINGS;
            const double shift = half == 0 ? -length / 2 : length / 2;
            double s, c;
            limb__sin_cos(angle, &s, &c);
            const ring next = {radius * c, shift + radius * s, c, s,
                               0.5 - (shift + radius * angle) / way};
            const int added = add_ring(out, &next);
            if (last >= 0) join_rings(out, last, added);
            last = added;
        }
    }
}

static void begin(limb__tessellation *t)
{
    t->nvertex = 0;
    t->ntriangle = 0;
}

// Adds the flat end of a cylinder of radius 1 and length 1.
static void add_end(limb__tessellation *t, int side)
{
    const int middle = add_disc_ring(t, 0, side);
    const int rim = add_disc_ring(t, 1, side);
    if (side < 0)
        join_rings(t, middle, rim);
    else
        join_rings(t, rim, middle);
}

static int add_disc_ring(limb__tessellation *t, double radius, int side)
{
    const int first = add_ring(t, &(ring){radius, 0.5 * side, 0, side, 0});
    for (int i = first; i < t->nvertex; i++) {
        const double position[3] = {t->position[i * 3], t->position[i * 3 + 1], 0.5 * side};
        const double normal[3] = {0, 0, side};
        double uv[2];
        face_texcoord(position, normal, uv);
        put_texcoord(t, i, 0.5 + 0.5 * uv[0], 0.5 - 0.5 * uv[1]);
    }
    return first;
}

// Adds one vertex more than segments, for the seam.
static int add_ring(limb__tessellation *t, const ring *r)
{
    const int first = t->nvertex;
    for (int i = 0; i <= LIMB__ROUND_SEGMENTS; i++) {
        const double angle = 2 * PI * (i % LIMB__ROUND_SEGMENTS) / LIMB__ROUND_SEGMENTS;
        double s, c;
        limb__sin_cos(angle, &s, &c);
        const double position[3] = {r->radius * c, r->radius * s, r->z};
        const double normal[3] = {r->normal_radius * c, r->normal_radius * s, r->normal_z};
        put_texcoord(t, add_vertex(t, position, normal), (double)i / LIMB__ROUND_SEGMENTS, r->v);
    }
    return first;
}

// At a pole the ring has no width, so one of the two triangles of each quad is dropped.
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

static int add_vertex(limb__tessellation *t, const double position[3], const double normal[3])
{
    for (int k = 0; k < 3; k++) {
        t->position[t->nvertex * 3 + k] = (float)position[k];
        t->normal[t->nvertex * 3 + k] = (float)normal[k];
    }
    return t->nvertex++;
}

// Right and up on a face with its normal along an axis, seen from outside: up is z, or y on the z
// faces, and right is up x normal.
static void face_texcoord(const double position[3], const double normal[3], double uv[2])
{
    const bool level = normal[2] != 0;
    uv[0] = level ? normal[2] * position[0] : normal[0] * position[1] - normal[1] * position[0];
    uv[1] = level ? position[1] : position[2];
}

// glTF counts v downwards.
static void put_texcoord(limb__tessellation *t, int vertex, double u, double v)
{
    t->texcoord[vertex * 2 + 0] = (float)u;
    t->texcoord[vertex * 2 + 1] = (float)v;
}

static void add_triangle(limb__tessellation *t, int a, int b, int c)
{
    t->index[t->ntriangle * 3 + 0] = (uint32_t)a;
    t->index[t->ntriangle * 3 + 1] = (uint32_t)b;
    t->index[t->ntriangle * 3 + 2] = (uint32_t)c;
    t->ntriangle++;
}
