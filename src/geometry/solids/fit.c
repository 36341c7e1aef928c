// The smallest primitive around points: chosen from a few corners of their hull, enlarged
// to contain all.
#include "geometry/solids/fit.h"

#include "base/memory.h"
#include "numbers/math/pose.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
// Larger than the rounding error of a distance, smaller than visible.
static const double MARGIN = 1e-13;

static void place(limb_fit *fit, const limb__cloud *cloud);
static limb_status tighten(limb_fit *fit, const float *point, int npoint, const double *scale);
static bool local_point(const limb_fit *fit, const float *point, const double *scale,
                        double out[3]);
static bool is_finite(const limb_fit *fit);
static double margin_of(const limb_fit *fit, double reach);

const char *limb_fit_kind_name(limb_fit_kind kind)
{
    static const char *const name[LIMB_FIT_KIND_COUNT] = {"box", "cylinder", "sphere", "capsule"};
    return (unsigned)kind < LIMB_FIT_KIND_COUNT ? name[kind] : NULL;
}

double limb_fit_volume(const limb_fit *fit)
{
    assert(fit);
    const double r = fit->radius;
    switch (fit->kind) {
    case LIMB_FIT_BOX:
        return fit->size[0] * fit->size[1] * fit->size[2];
    case LIMB_FIT_CYLINDER:
        return PI * r * r * fit->length;
    case LIMB_FIT_SPHERE:
        return PI * r * r * r * 4 / 3;
    case LIMB_FIT_CAPSULE:
        return PI * r * r * (fit->length + r * 4 / 3);
    }
    return 0;
}

limb_status limb_fit_points(limb_fit *out, limb_fit_kind kind, const float *point, int npoint,
                            const double *scale, const limb_allocator *memory)
{
    assert(out);
    memset(out, 0, sizeof *out);
    out->kind = kind;
    limb_pose_identity(out->pose);
    if (!limb_fit_kind_name(kind)) return LIMB_ERROR_INPUT;
    limb__cloud cloud;
    limb_status status = limb__cloud_build(&cloud, point, npoint, scale, memory);
    if (status != LIMB_OK) return status;
    if (kind == LIMB_FIT_SPHERE) {
        const limb__ball ball = limb__ball_around(cloud.corner, cloud.ncorner);
        for (int k = 0; k < 3; k++)
            out->pose[4 * k + 3] = ball.center[k];
        out->radius = ball.radius;
    } else if (kind == LIMB_FIT_BOX) {
        status = limb__fit_box(out, &cloud);
    } else if (kind == LIMB_FIT_CYLINDER) {
        status = limb__fit_cylinder(out, &cloud);
    } else {
        status = limb__fit_capsule(out, &cloud);
    }
    if (status == LIMB_OK) {
        place(out, &cloud);
        status = tighten(out, point, npoint, scale);
    }
    limb__cloud_free(&cloud);
    return status;
}

limb_status limb_fit_grow(limb_fit *fit, const float *point, int npoint, const double *scale)
{
    assert(fit);
    if (npoint < 0 || (npoint > 0 && !point) || !limb_fit_kind_name(fit->kind) || !is_finite(fit))
        return LIMB_ERROR_INPUT;
    limb_fit grown = *fit;
    for (int i = 0; i < npoint; i++) {
        double p[3];
        if (!local_point(fit, point + (size_t)i * 3, scale, p)) return LIMB_ERROR_INPUT;
        double across = hypot(p[0], p[1]);
        double reach = fmax(across, fabs(p[2]));
        if (fit->kind == LIMB_FIT_SPHERE)
            across = hypot(across, p[2]);
        else if (fit->kind == LIMB_FIT_CAPSULE)
            across = hypot(across, fmax(fabs(p[2]) - fit->length / 2, 0));
        reach = margin_of(fit, reach);
        for (int k = 0; k < 3 && fit->kind == LIMB_FIT_BOX; k++) {
            if (2 * fabs(p[k]) > grown.size[k]) grown.size[k] = 2 * (fabs(p[k]) + reach);
        }
        if (fit->kind == LIMB_FIT_BOX) continue;
        if (across > grown.radius) grown.radius = across + reach;
        if (fit->kind == LIMB_FIT_CYLINDER && 2 * fabs(p[2]) > grown.length)
            grown.length = 2 * (fabs(p[2]) + reach);
    }
    if (!is_finite(&grown)) return LIMB_ERROR_INPUT;
    *fit = grown;
    return LIMB_OK;
}

//---- back to the points --------------------------------------------------------------------------

// Converts from the cloud's coordinates to the caller's.
static void place(limb_fit *fit, const limb__cloud *cloud)
{
    for (int k = 0; k < 3; k++) {
        fit->pose[4 * k + 3] = fit->pose[4 * k + 3] * cloud->size + cloud->center[k];
        fit->size[k] *= cloud->size;
    }
    fit->radius *= cloud->size;
    fit->length *= cloud->size;
}

// Recomputes the center and the dimensions from all points: the search used the hull's corners on a
// grid, and only some of many.
static limb_status tighten(limb_fit *fit, const float *point, int npoint, const double *scale)
{
    double lower[3] = {INFINITY, INFINITY, INFINITY};
    double upper[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < npoint; i++) {
        double p[3];
        if (!local_point(fit, point + (size_t)i * 3, scale, p)) return LIMB_ERROR_INPUT;
        for (int k = 0; k < 3; k++) {
            lower[k] = fmin(lower[k], p[k]);
            upper[k] = fmax(upper[k], p[k]);
        }
    }
    double middle[3], moved[3];
    const bool is_box = fit->kind == LIMB_FIT_BOX, is_long = fit->kind == LIMB_FIT_CYLINDER;
    for (int k = 0; k < 3; k++)
        middle[k] = is_box || (is_long && k == 2) ? lower[k] / 2 + upper[k] / 2 : 0;
    limb__pose_point(fit->pose, middle, moved);
    for (int k = 0; k < 3; k++)
        fit->pose[4 * k + 3] = moved[k];
    // growing from size zero gives the extents of the points
    memset(fit->size, 0, sizeof fit->size);
    fit->radius = 0;
    if (is_long) fit->length = 0;
    return limb_fit_grow(fit, point, npoint, scale);
}

static bool local_point(const limb_fit *fit, const float *point, const double *scale, double out[3])
{
    double d[3];
    for (int k = 0; k < 3; k++)
        d[k] = (double)point[k] * (scale ? scale[k] : 1) - fit->pose[4 * k + 3];
    limb__pose_rotate_back(fit->pose, d, out);
    return isfinite(out[0]) && isfinite(out[1]) && isfinite(out[2]);
}

static bool is_finite(const limb_fit *fit)
{
    double sum = fit->radius + fit->length + fit->size[0] + fit->size[1] + fit->size[2];
    for (int k = 0; k < 12; k++)
        sum += fabs(fit->pose[k]);
    return isfinite(sum);
}

static double margin_of(const limb_fit *fit, double reach)
{
    const double from = fabs(fit->pose[3]) + fabs(fit->pose[7]) + fabs(fit->pose[11]);
    return MARGIN * (reach + from);
}
