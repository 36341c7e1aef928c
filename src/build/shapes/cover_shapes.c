// The shapes of a link as triangles: meshes unchanged, boxes exactly, round shapes as
// circumscribed polyhedra.
#include "build/shapes/cover_shapes.h"

#include "base/memory.h"
#include "documents/urdf/solid.h"
#include "numbers/math/pose.h"

#include <math.h>
#include <string.h>

enum { AROUND = 40, RINGS = 10 }; // around a round shape, and from its equator to a pole
static const double PI = 3.14159265358979323846;

static limb_status add_shape(limb__outer_shapes *s, const limb_link_shape *shape, int link,
                             const limb_cover_opts *opts);
static limb_status add_mesh(limb__outer_shapes *s, const limb_shape *shape, const double pose[12],
                            const limb_cover_opts *opts);
static bool is_finite(const limb_mesh *mesh);
static limb_status add_box(limb__outer_shapes *s, const double size[3], const double pose[12]);
static limb_status add_round(limb__outer_shapes *s, const limb_shape *shape, const double pose[12]);
static limb_status add_sphere(limb__outer_shapes *s, double radius, int link,
                              const double pose[12]);
static bool add_point(limb__outer_shapes *s, const double pose[12], double x, double y, double z);
static bool add_triangle(limb__outer_shapes *s, int a, int b, int c);

limb_status limb__outer_shapes_build(limb__outer_shapes *out, const limb_robot *robot, int link,
                                     const limb_cover_opts *opts)
{
    memset(out, 0, sizeof *out);
    out->memory = limb__memory(opts->memory);
    const limb_link *of = &robot->link[link];
    const limb_link_shape *shape = opts->from_visual ? of->visual : of->collision;
    const int count = opts->from_visual ? of->nvisual : of->ncollision;
    out->nmissing = opts->from_visual ? of->nbroken_visual : of->nbroken_collision;
    limb_status status = LIMB_OK;
    for (int i = 0; i < count && status == LIMB_OK; i++) {
        if (limb__shape_is_sound(&shape[i].geometry))
            status = add_shape(out, &shape[i], link, opts);
        else
            out->nmissing++;
    }
    if (status != LIMB_OK) limb__outer_shapes_free(out);
    return status;
}

void limb__outer_shapes_free(limb__outer_shapes *shapes)
{
    limb__release(shapes->memory, shapes->point,
                  (size_t)shapes->point_capacity * sizeof *shapes->point);
    limb__release(shapes->memory, shapes->index,
                  (size_t)shapes->index_capacity * 3 * sizeof *shapes->index);
    limb__release(shapes->memory, shapes->sphere,
                  (size_t)shapes->sphere_capacity * sizeof *shapes->sphere);
    memset(shapes, 0, sizeof *shapes);
}

static limb_status add_shape(limb__outer_shapes *s, const limb_link_shape *shape, int link,
                             const limb_cover_opts *opts)
{
    const limb_shape *geometry = &shape->geometry;
    double pose[12];
    limb_origin_pose(&shape->origin, pose);
    switch (geometry->type) {
    case LIMB_SHAPE_BOX:
        return add_box(s, geometry->size, pose);
    case LIMB_SHAPE_CYLINDER:
    case LIMB_SHAPE_CAPSULE:
        return add_round(s, geometry, pose);
    case LIMB_SHAPE_SPHERE:
        return add_sphere(s, geometry->radius, link, pose);
    case LIMB_SHAPE_MESH:
        return add_mesh(s, geometry, pose, opts);
    }
    return LIMB_OK;
}

static limb_status add_mesh(limb__outer_shapes *s, const limb_shape *shape, const double pose[12],
                            const limb_cover_opts *opts)
{
    const char *reason;
    const limb_mesh *mesh =
        opts->find_mesh ? opts->find_mesh(opts->find_ctx, shape->filename, &reason) : NULL;
    if (!mesh || mesh->ntriangle == 0 || !is_finite(mesh)) {
        s->nmissing++;
        return LIMB_OK;
    }
    s->nmissing += mesh->nnonfinite > 0; // a part of it
    const int first = s->npoint;
    for (int i = 0; i < mesh->nvertex; i++) {
        const float *p = mesh->position + 3 * (size_t)i;
        if (!add_point(s, pose, (double)p[0] * shape->scale[0], (double)p[1] * shape->scale[1],
                       (double)p[2] * shape->scale[2])) {
            return LIMB_ERROR_MEMORY;
        }
    }
    for (int i = 0; i < mesh->ntriangle; i++) {
        const uint32_t *corner = mesh->index + 3 * (size_t)i;
        if (!add_triangle(s, first + (int)corner[0], first + (int)corner[1],
                          first + (int)corner[2])) {
            return LIMB_ERROR_MEMORY;
        }
    }
    return LIMB_OK;
}

static bool is_finite(const limb_mesh *mesh)
{
    for (int i = 0; i < 3 * mesh->nvertex; i++) {
        if (!isfinite(mesh->position[i])) return false;
    }
    return true;
}

static limb_status add_box(limb__outer_shapes *s, const double size[3], const double pose[12])
{
    static const int face[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                    {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                    {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    const int first = s->npoint;
    for (int i = 0; i < 8; i++) {
        if (!add_point(s, pose, (i & 1 ? 0.5 : -0.5) * size[0], (i & 2 ? 0.5 : -0.5) * size[1],
                       (i & 4 ? 0.5 : -0.5) * size[2])) {
            return LIMB_ERROR_MEMORY;
        }
    }
    for (int i = 0; i < 12; i++) {
        if (!add_triangle(s, first + face[i][0], first + face[i][1], first + face[i][2]))
            return LIMB_ERROR_MEMORY;
    }
    return LIMB_OK;
}

// A cylinder or capsule: rings of points from one end to the other, and a point at each end.
//
// Points of a cylinder are at the radius over cos(pi / AROUND), so that the sides are tangent to
// it. Those of a capsule's ends are also moved outward, by the factor at which quads between rings
// are tangent to a ball.
static limb_status add_round(limb__outer_shapes *s, const limb_shape *shape, const double pose[12])
{
    const bool capped = shape->type == LIMB_SHAPE_CAPSULE;
    const double side = 1 / cos(PI / AROUND), ring = capped ? 1 / cos(PI / (4 * RINGS)) : 1;
    const double radius = shape->radius * side * ring;
    const int nring = capped ? 2 * RINGS : 2, first = s->npoint;
    s->slack = fmax(s->slack, radius - shape->radius);
    bool added = true;
    for (int i = 0; i < nring && added; i++) {
        const bool upper = i >= nring / 2;
        const double step = upper ? i - nring / 2.0 : nring / 2.0 - 1 - i;
        const double turn = capped ? step * PI / (2 * RINGS) : 0;
        const double height = shape->length / 2 + radius * sin(turn);
        for (int k = 0; k < AROUND && added; k++) {
            const double around = 2 * PI * k / AROUND;
            added = add_point(s, pose, radius * cos(turn) * cos(around),
                              radius * cos(turn) * sin(around), upper ? height : -height);
        }
    }
    const double end = shape->length / 2 + (capped ? radius : 0);
    added = added && add_point(s, pose, 0, 0, -end) && add_point(s, pose, 0, 0, end);
    const int bottom = first + nring * AROUND, top = bottom + 1;
    for (int k = 0; k < AROUND && added; k++) {
        const int next = (k + 1) % AROUND;
        for (int i = 0; i + 1 < nring && added; i++) {
            const int low = first + i * AROUND, high = low + AROUND;
            added = add_triangle(s, low + k, low + next, high + k) &&
                    add_triangle(s, low + next, high + next, high + k);
        }
        const int last = first + (nring - 1) * AROUND;
        added = added && add_triangle(s, bottom, first + next, first + k) &&
                add_triangle(s, top, last + k, last + next);
    }
    return added ? LIMB_OK : LIMB_ERROR_MEMORY;
}

static limb_status add_sphere(limb__outer_shapes *s, double radius, int link, const double pose[12])
{
    if (!limb__grow(s->memory, (void **)&s->sphere, &s->sphere_capacity, s->nsphere + 1,
                    sizeof *s->sphere)) {
        return LIMB_ERROR_MEMORY;
    }
    limb_sphere *made = &s->sphere[s->nsphere++];
    *made = (limb_sphere){.link = link, .radius = radius};
    limb__pose_origin(pose, made->center);
    return LIMB_OK;
}

static bool add_point(limb__outer_shapes *s, const double pose[12], double x, double y, double z)
{
    if (!limb__grow(s->memory, (void **)&s->point, &s->point_capacity, s->npoint + 1,
                    sizeof *s->point)) {
        return false;
    }
    const double local[3] = {x, y, z};
    limb__pose_point(pose, local, s->point[s->npoint++]);
    return true;
}

static bool add_triangle(limb__outer_shapes *s, int a, int b, int c)
{
    if (!limb__grow(s->memory, (void **)&s->index, &s->index_capacity, s->ntriangle + 1,
                    3 * sizeof *s->index)) {
        return false;
    }
    uint32_t *corner = s->index + 3 * (size_t)s->ntriangle++;
    corner[0] = (uint32_t)a;
    corner[1] = (uint32_t)b;
    corner[2] = (uint32_t)c;
    return true;
}
