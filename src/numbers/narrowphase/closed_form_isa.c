// Pairs with a direct solution: points and boxes.
#include "numbers/narrowphase/boxes.h"
#include "numbers/narrowphase/pairs.h"

bool LIMB__FOR_ISA(limb__boxes_overlap)(const double *center_a, const double *half_a,
                                        const double *center_b, const double *half_b,
                                        const double *pose)
{
    double between[12];
    for (int i = 0; i < 3; i++) {
        const double *row = pose + 4 * i;
        *(limb__v4u *)(between + 4 * i) = *(const limb__v4u *)row;
        between[4 * i + 3] =
            limb__fma1(row[0], center_b[0],
                       limb__fma1(row[1], center_b[1], limb__fma1(row[2], center_b[2], row[3]))) -
            center_a[i];
    }
    const limb__box_axes axes = limb__box_axes_of(half_a, half_b, between);
    return !limb__box_axes_part(&axes);
}

double limb__point_box(limb__vec3 p, const double half[3], limb__vec3 *surface, limb__vec3 *normal)
{
    double at[3] = {p.x, p.y, p.z}, near[3], n[3] = {0, 0, 0};
    int closest = 0;
    bool outside = false;
    for (int k = 0; k < 3; k++) {
        near[k] = at[k] < -half[k] ? -half[k] : at[k] > half[k] ? half[k] : at[k];
        outside |= near[k] != at[k];
        if (half[k] - fabs(at[k]) < half[closest] - fabs(at[closest])) closest = k;
    }
    if (outside) {
        *surface = limb__vec3_load(near);
        const limb__vec3 away = limb__vec3_subtract(p, *surface);
        *normal = limb__vec3_unit(away, (limb__vec3){1, 0, 0});
        return limb__vec3_length(away);
    }
    near[closest] = copysign(half[closest], at[closest]);
    n[closest] = copysign(1, at[closest]);
    *surface = limb__vec3_load(near);
    *normal = limb__vec3_load(n);
    return fabs(at[closest]) - half[closest];
}

double limb__point_cylinder(limb__vec3 p, const double half[3], limb__vec3 *surface,
                            limb__vec3 *normal)
{
    const double across = sqrt(p.x * p.x + p.y * p.y);
    // the direction away from the axis; any direction on the axis itself
    const double ux = across > 0 ? p.x / across : 1, uy = across > 0 ? p.y / across : 0;
    const double beside = across - half[0], above = fabs(p.z) - half[2];
    if (beside > 0 || above > 0) {
        const double r = beside > 0 ? half[0] : across;
        *surface = (limb__vec3){ux * r, uy * r, above > 0 ? copysign(half[2], p.z) : p.z};
        const limb__vec3 away = limb__vec3_subtract(p, *surface);
        *normal = limb__vec3_unit(away, (limb__vec3){ux, uy, 0});
        return limb__vec3_length(away);
    }
    if (beside > above) {
        *surface = (limb__vec3){ux * half[0], uy * half[0], p.z};
        *normal = (limb__vec3){ux, uy, 0};
        return beside;
    }
    *surface = (limb__vec3){p.x, p.y, copysign(half[2], p.z)};
    *normal = (limb__vec3){0, 0, copysign(1, p.z)};
    return above;
}
