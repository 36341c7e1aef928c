// The smallest cylinder and the smallest capsule around points.
//
// For a given direction both are simple: projected along it the points have a smallest circle,
// which is the cylinder's; the ends of a capsule of a given radius are where its half balls just
// contain the points. The candidate directions are those of the hull's faces and axes; the best few
// are refined by a local search over the direction and, for a capsule, the position of its axis.
#include "geometry/solids/fit.h"
#include "numbers/math/pose.h"

#include <math.h>
#include <string.h>

enum { REFINED = 4, HALVINGS = 16, RADIUS_STEPS = 24 };
static const double PI = 3.14159265358979323846;
static const double FIRST_TURN = 0.1; // rad
static const double FIRST_SHIFT = 0.05;

typedef struct pole { // a direction, and the result along it
    double axis[3];
    double at[2]; // intersection of the axis with the plane of u and v
    double radius;
    double low, high; // ends along the axis; for a capsule those of its cylinder
    double measure;
} pole;

typedef struct axis_search {
    const limb__cloud *cloud;
    double from[3], u[3], v[3]; // a frame whose third direction is the initial one
    pole found;                 // result of the last evaluation
} axis_search;

typedef pole limb__pole_fn(const limb__cloud *cloud, const double axis[3]);

static limb_status fit_axis(limb_fit *out, const limb__cloud *cloud, limb__pole_fn *try_axis,
                            limb__search_fn *measure, int nparameter);
static void keep_best(pole best[REFINED], const pole *found);
static void begin_search(axis_search *s, const limb__cloud *cloud, const pole *from);
static void aim(const axis_search *s, const double *x, double axis[3]);
static pole cylinder_along(const limb__cloud *cloud, const double axis[3]);
static pole capsule_along(const limb__cloud *cloud, const double axis[3]);
static pole capsule_at(const limb__cloud *cloud, const double axis[3], const double at[2]);
static void capsule_ends(const limb__cloud *cloud, pole *p, double (*along)[2]);
static double cylinder_measure(void *search, const double *x);
static double capsule_measure(void *search, const double *x);
static void write_pole(limb_fit *out, const pole *p);

limb_status limb__fit_cylinder(limb_fit *out, const limb__cloud *cloud)
{
    return fit_axis(out, cloud, cylinder_along, cylinder_measure, 2);
}

limb_status limb__fit_capsule(limb_fit *out, const limb__cloud *cloud)
{
    return fit_axis(out, cloud, capsule_along, capsule_measure, 4);
}

static limb_status fit_axis(limb_fit *out, const limb__cloud *cloud, limb__pole_fn *try_axis,
                            limb__search_fn *measure, int nparameter)
{
    static const double step[4] = {FIRST_TURN, FIRST_TURN, FIRST_SHIFT, FIRST_SHIFT};
    pole upright = {.measure = INFINITY}, best[REFINED];
    for (int i = 0; i < REFINED; i++)
        best[i] = upright;
    for (int i = 0; i < cloud->ndirection; i++) {
        const pole found = try_axis(cloud, cloud->direction[i]);
        keep_best(best, &found);
        if (i < LIMB__CLOUD_FRAME && found.measure < upright.measure) upright = found;
    }
    pole chosen = upright;
    for (int i = 0; i < REFINED; i++) {
        if (isinf(best[i].measure)) continue;
        axis_search search;
        double x[4] = {0};
        begin_search(&search, cloud, &best[i]);
        const double least = limb__search(measure, &search, x, step, nparameter, HALVINGS);
        measure(&search, x);
        if (least < chosen.measure) chosen = search.found;
    }
    if (chosen.measure > LIMB__FIT_TURN * upright.measure) chosen = upright;
    write_pole(out, &chosen);
    return LIMB_OK;
}

static void keep_best(pole best[REFINED], const pole *found)
{
    int worst = 0;
    for (int i = 1; i < REFINED; i++) {
        if (best[i].measure > best[worst].measure) worst = i;
    }
    if (found->measure < best[worst].measure) best[worst] = *found;
}

static void begin_search(axis_search *s, const limb__cloud *cloud, const pole *from)
{
    *s = (axis_search){.cloud = cloud, .found = *from};
    limb__copy3(from->axis, s->from);
    limb__directions_across(s->from, s->u, s->v);
}

// Returns the initial direction rotated by the first two parameters.
static void aim(const axis_search *s, const double *x, double axis[3])
{
    const double length = sqrt(1 + x[0] * x[0] + x[1] * x[1]);
    for (int k = 0; k < 3; k++)
        axis[k] = (s->from[k] + x[0] * s->u[k] + x[1] * s->v[k]) / length;
}

//---- cylinders -----------------------------------------------------------------------------------

static pole cylinder_along(const limb__cloud *cloud, const double axis[3])
{
    pole p = {.low = INFINITY, .high = -INFINITY};
    limb__copy3(axis, p.axis);
    double u[3], v[3], seen[LIMB__CLOUD_POINTS][3];
    limb__directions_across(axis, u, v);
    for (int i = 0; i < cloud->npoint; i++) {
        const double *point = cloud->point[i];
        seen[i][0] = limb__dot(point, u);
        seen[i][1] = limb__dot(point, v);
        seen[i][2] = 0;
        p.low = fmin(p.low, limb__dot(point, axis));
        p.high = fmax(p.high, limb__dot(point, axis));
    }
    const limb__ball circle = limb__ball_around((const double(*)[3])seen, cloud->npoint);
    memcpy(p.at, circle.center, sizeof p.at);
    p.radius = circle.radius;
    // the additional term gives flat points a unique minimum
    p.measure = PI * p.radius * (p.radius + 1e-4) * (p.high - p.low + 1e-4);
    return p;
}

static double cylinder_measure(void *search, const double *x)
{
    axis_search *s = search;
    double axis[3];
    aim(s, x, axis);
    s->found = cylinder_along(s->cloud, axis);
    return s->found.measure;
}

//---- capsules ------------------------------------------------------------------------------------

static pole capsule_along(const limb__cloud *cloud, const double axis[3])
{
    const pole around = cylinder_along(cloud, axis);
    return capsule_at(cloud, axis, around.at);
}

// Finds the best radius for a given axis: between the one that just contains the points, which
// gives the longest capsule, and the one that makes it a sphere.
static pole capsule_at(const limb__cloud *cloud, const double axis[3], const double at[2])
{
    pole p = {.at = {at[0], at[1]}};
    limb__copy3(axis, p.axis);
    double u[3], v[3], along[LIMB__CLOUD_POINTS][2]; // distance from the axis, position along it
    limb__directions_across(axis, u, v);
    double thin = 0;
    for (int i = 0; i < cloud->npoint; i++) {
        const double *point = cloud->point[i];
        along[i][0] = hypot(limb__dot(point, u) - at[0], limb__dot(point, v) - at[1]);
        along[i][1] = limb__dot(point, axis);
        thin = fmax(thin, along[i][0]);
    }
    // golden section: except for unusual points the volume has one minimum, and any is acceptable
    static const double golden = 0.6180339887498949;
    double from = thin, to = 2 * thin + 1e-3;
    pole a = p, b = p;
    a.radius = to - golden * (to - from);
    b.radius = from + golden * (to - from);
    capsule_ends(cloud, &a, along);
    capsule_ends(cloud, &b, along);
    for (int i = 0; i < RADIUS_STEPS; i++) {
        if (a.measure < b.measure) {
            to = b.radius;
            b = a;
            a.radius = to - golden * (to - from);
            capsule_ends(cloud, &a, along);
        } else {
            from = a.radius;
            a = b;
            b.radius = from + golden * (to - from);
            capsule_ends(cloud, &b, along);
        }
    }
    p.radius = thin;
    capsule_ends(cloud, &p, along);
    if (a.measure < p.measure) p = a;
    return b.measure < p.measure ? b : p;
}

// Computes the cylinder's ends for a radius; a capsule that would be shorter than a
// sphere becomes one.
static void capsule_ends(const limb__cloud *cloud, pole *p, double (*along)[2])
{
    double radius = p->radius;
    p->low = INFINITY;
    p->high = -INFINITY;
    for (int i = 0; i < cloud->npoint; i++) {
        const double cap = sqrt(fmax(radius * radius - along[i][0] * along[i][0], 0));
        p->low = fmin(p->low, along[i][1] + cap);
        p->high = fmax(p->high, along[i][1] - cap);
    }
    if (p->high < p->low) {
        p->low = p->high = (p->low + p->high) / 2;
        radius = 0;
        for (int i = 0; i < cloud->npoint; i++)
            radius = fmax(radius, hypot(along[i][0], along[i][1] - p->low));
    }
    p->measure = PI * radius * (radius + 1e-4) * (p->high - p->low + radius * 4 / 3 + 1e-4);
}

static double capsule_measure(void *search, const double *x)
{
    axis_search *s = search;
    double axis[3];
    aim(s, x, axis);
    // the shift is relative to the smallest circle
    const pole around = cylinder_along(s->cloud, axis);
    const double at[2] = {around.at[0] + x[2], around.at[1] + x[3]};
    s->found = capsule_at(s->cloud, axis, at);
    return s->found.measure;
}

static void write_pole(limb_fit *out, const pole *p)
{
    pole up = *p;
    double u[3], v[3];
    limb__directions_across(p->axis, u, v);
    double middle[3];
    for (int k = 0; k < 3; k++)
        middle[k] = p->at[0] * u[k] + p->at[1] * v[k] + (p->low + p->high) / 2 * p->axis[k];
    // both ends are equivalent: the one that needs the smaller rotation is up
    const bool down = p->axis[2] < -1e-12;
    for (int k = 0; k < 3 && down; k++)
        up.axis[k] = -p->axis[k];
    double rotation[9];
    limb__rotation_to_axis(up.axis, rotation);
    for (int k = 0; k < 3; k++) {
        memcpy(out->pose + 4 * k, rotation + 3 * k, 3 * sizeof(double));
        out->pose[4 * k + 3] = middle[k];
    }
    out->radius = p->radius;
    out->length = p->high - p->low;
}
