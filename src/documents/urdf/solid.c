// The solids of URDF: boxes, and solids of revolution about z (cylinder, sphere, capsule).
#include "documents/urdf/solid.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

static double box_volume(const double size[3], double inertia[6]);
static double round_volume(double radius, double length, double caps, double inertia[6]);

bool limb__shape_is_sound(const limb_shape *shape)
{
    const limb_shape_info *info = limb_shape_info_of(shape->type);
    bool sound = true;
    for (int i = 0; i < info->ndimension; i++) {
        const char *at = (const char *)shape + info->dimension[i].offset;
        for (int k = 0; k < info->dimension[i].count; k++) {
            const double size = ((const double *)(const void *)at)[k];
            sound &= size >= 0 && isfinite(size);
        }
    }
    return sound;
}

double limb__shape_reach(const limb_shape *shape, const double direction[3])
{
    const double *size = shape->size;
    const double z = fmin(fabs(direction[2]), 1);
    switch (shape->type) {
    case LIMB_SHAPE_BOX:
        return (fabs(direction[0]) * size[0] + fabs(direction[1]) * size[1] +
                fabs(direction[2]) * size[2]) /
               2;
    case LIMB_SHAPE_CYLINDER:
        return z * shape->length / 2 + sqrt(1 - z * z) * shape->radius;
    case LIMB_SHAPE_SPHERE:
        return shape->radius;
    case LIMB_SHAPE_CAPSULE:
        return z * shape->length / 2 + shape->radius;
    case LIMB_SHAPE_MESH:
        break;
    }
    return 0;
}

double limb__shape_radius(const limb_shape *shape)
{
    const double *size = shape->size;
    const double r = shape->radius;
    switch (shape->type) {
    case LIMB_SHAPE_BOX:
        return sqrt(size[0] * size[0] + size[1] * size[1] + size[2] * size[2]) / 2;
    case LIMB_SHAPE_CYLINDER:
        return sqrt(r * r + shape->length * shape->length / 4);
    case LIMB_SHAPE_SPHERE:
        return fabs(r);
    case LIMB_SHAPE_CAPSULE:
        return fabs(r) + fabs(shape->length) / 2;
    case LIMB_SHAPE_MESH:
        break;
    }
    return 0;
}

double limb__shape_volume(const limb_shape *shape, double inertia[6])
{
    memset(inertia, 0, 6 * sizeof *inertia);
    switch (shape->type) {
    case LIMB_SHAPE_BOX:
        return box_volume(shape->size, inertia);
    case LIMB_SHAPE_CYLINDER:
        return round_volume(shape->radius, shape->length, 0, inertia);
    case LIMB_SHAPE_SPHERE:
        return round_volume(shape->radius, 0, 1, inertia);
    case LIMB_SHAPE_CAPSULE:
        return round_volume(shape->radius, shape->length, 1, inertia);
    case LIMB_SHAPE_MESH:
        break;
    }
    return 0;
}

static double box_volume(const double size[3], double inertia[6])
{
    const double x = size[0] * size[0], y = size[1] * size[1], z = size[2] * size[2];
    const double volume = size[0] > 0 && size[1] > 0 ? size[0] * size[1] * size[2] : 0;
    inertia[0] = volume * (y + z) / 12;
    inertia[3] = volume * (x + z) / 12;
    inertia[5] = volume * (x + y) / 12;
    return volume;
}

// A cylinder about z, with half a ball at each end if caps is 1. A ball has length 0.
static double round_volume(double radius, double length, double caps, double inertia[6])
{
    const double r = radius > 0 ? radius : 0, l = length > 0 ? length : 0;
    const double tube = PI * r * r * l;
    const double ball = caps * 4 / 3 * PI * r * r * r;
    // the centroid of half a ball is 3/8 r from its flat side
    inertia[0] = inertia[3] =
        tube * (r * r / 4 + l * l / 12) + ball * (2 * r * r / 5 + l * l / 4 + 3 * l * r / 8);
    inertia[5] = tube * r * r / 2 + ball * 2 / 5 * r * r;
    return tube + ball;
}
