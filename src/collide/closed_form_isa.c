// Pairs that need no search: points, segments and boxes.
#include "collide/convex.h"

static double clamp_unit(double t);
static double separation(const double *t, const double r[9], const double abs_r[9],
                         const double *ha, const double *hb, int i, int j);

// The solution on the two lines comes from cross products, whose error is small against the angle
// between the lines also where they are nearly parallel; then it is clamped (Ericson 2005, 5.1.9).
void limb__segments_nearest(limb__vec3 ca, limb__vec3 ha, limb__vec3 cb, limb__vec3 hb, double *s,
                            double *t)
{
    const limb__vec3 r = limb__vec3_subtract(cb, ca);
    const limb__vec3 n = limb__vec3_cross(ha, hb);
    const double nn = limb__vec3_squared(n);
    const double aa = limb__vec3_squared(ha), bb = limb__vec3_squared(hb);
    double at_a = 0, at_b = 0;
    if (nn > 1e-30 * aa * bb) {
        at_a = clamp_unit(limb__vec3_dot(limb__vec3_cross(r, hb), n) / nn);
    } else if (aa > 0) {
        at_a = clamp_unit(limb__vec3_dot(r, ha) / aa);
    }
    if (bb > 0) {
        const limb__vec3 from_b = limb__vec3_subtract(limb__vec3_scale(ha, at_a), r);
        const double wanted = limb__vec3_dot(from_b, hb) / bb;
        at_b = clamp_unit(wanted);
        if (at_b != wanted && aa > 0)
            at_a = clamp_unit(limb__vec3_dot(limb__vec3_add_scaled(r, at_b, hb), ha) / aa);
    }
    *s = at_a;
    *t = at_b;
}

static double clamp_unit(double t)
{
    return t < -1 ? -1 : t > 1 ? 1 : t;
}

bool limb__boxes_overlap(const double ha[3], const double hb[3], const double pose[12])
{
    const double t[3] = {pose[3], pose[7], pose[11]};
    const double r[9] = {pose[0], pose[1], pose[2], pose[4], pose[5],
                         pose[6], pose[8], pose[9], pose[10]};
    // a little is added so that axes of nearly parallel edges, which are all
    // rounding, separate nothing
    double abs_r[9];
    for (int k = 0; k < 9; k++)
        abs_r[k] = fabs(r[k]) + 1e-15;
    for (int i = 0; i < 3; i++) {
        const double *row = abs_r + 3 * i;
        if (fabs(t[i]) > ha[i] + row[0] * hb[0] + row[1] * hb[1] + row[2] * hb[2]) return false;
    }
    for (int j = 0; j < 3; j++) {
        const double along = t[0] * r[j] + t[1] * r[3 + j] + t[2] * r[6 + j];
        const double reach = ha[0] * abs_r[j] + ha[1] * abs_r[3 + j] + ha[2] * abs_r[6 + j];
        if (fabs(along) > hb[j] + reach) return false;
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            if (separation(t, r, abs_r, ha, hb, i, j) > 0) return false;
    }
    return true;
}

// Along the cross product of edge i of a and edge j of b, not normalised.
static double separation(const double *t, const double r[9], const double abs_r[9],
                         const double *ha, const double *hb, int i, int j)
{
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    const double apart = fabs(t[i2] * r[3 * i1 + j] - t[i1] * r[3 * i2 + j]);
    const double reach_a = ha[i1] * abs_r[3 * i2 + j] + ha[i2] * abs_r[3 * i1 + j];
    const double reach_b = hb[j1] * abs_r[3 * i + j2] + hb[j2] * abs_r[3 * i + j1];
    return apart - (reach_a + reach_b);
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
    // the direction away from the axis; any on the axis itself
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
