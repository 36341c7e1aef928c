// Compares declared inertia with that of the link's shapes.
//
// A real link is not solid with uniform density, so only deviations that no mass distribution
// within the shapes explains are reported: a tensor off by a large factor, a center of mass
// outside, products that fit only with the opposite sign, a tensor that fits only when shifted from
// the link's origin. Tensors are compared at the declared mass, as || A - B || / trace B.
#include "limb/shapes.h"

#include "numbers/math/inertia.h"
#include "numbers/math/pose.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double TOLERANCE = 1e-6;

// Products smaller than this relative to the trace have no reliable sign.
static const double SMALL_PRODUCTS = 0.02;
// A tensor fits if the misfit is below this, and much better if it is this fraction of the other's.
static const double GOOD_FIT = 0.1;
static const double MUCH_BETTER = 0.25;

static bool is_possible(const double tensor[6]);
static bool are_products_negated(const double declared[6], const double shapes[6]);
static bool is_about_origin(const limb_inertial *declared, const double shapes[6]);
static double trace(const double tensor[6]);
static double misfit(const double a[6], const double b[6]);

bool limb_link_declared_inertia(limb_mass_properties *out, const limb_link *link)
{
    assert(out && link);
    memset(out, 0, sizeof *out);
    const limb_inertial *declared = link->inertial;
    if (!declared || !declared->has_mass) return false;
    double pose[12];
    limb_origin_pose(&declared->origin, pose);
    out->mass = declared->mass;
    limb__pose_origin(pose, out->center);
    if (declared->has_inertia) limb__tensor_rotate(pose, declared->inertia, out->inertia);
    return true;
}

bool limb_link_compare_inertia(limb_inertia_comparison *out, const limb_link *link,
                               const limb_link_inertia *computed)
{
    assert(out && link && computed);
    memset(out, 0, sizeof *out);
    const limb_inertial *declared = link->inertial;
    if (!declared || computed->reason || !(computed->mass > 0)) return false;
    if (!(declared->mass > 0) || !declared->has_inertia) return false;
    if (!is_possible(declared->inertia)) return false;

    // the shapes at the declared mass, in the declared axes
    const double scale = declared->mass / computed->mass;
    double shapes[6], moment[3];
    for (int k = 0; k < 6; k++)
        shapes[k] = scale * computed->own_inertia[k];
    limb__tensor_eigen(declared->inertia, moment, NULL);
    out->factor = trace(declared->inertia) / trace(shapes);
    double square = 0, outside = 0;
    for (int k = 0; k < 3; k++) {
        const double at = declared->origin.xyz[k], way = at - computed->center[k];
        const double past = fmax(fmax(computed->lower[k] - at, at - computed->upper[k]), 0);
        out->moment_factor[k] = moment[k] / (scale * computed->moment[k]);
        square += way * way;
        outside += past * past;
    }
    out->center_distance = sqrt(square);
    out->center_outside = sqrt(outside);
    out->products_negated = are_products_negated(declared->inertia, shapes);
    out->about_origin = is_about_origin(declared, shapes);
    return true;
}

static bool is_possible(const double tensor[6])
{
    double m[3];
    limb__tensor_eigen(tensor, m, NULL);
    return m[0] > 0 && isfinite(m[2]) && m[0] + m[1] >= m[2] * (1 - TOLERANCE);
}

// The shape of the tensor is compared, not its size: a hollow link has larger moments, but
// the same axes.
static bool are_products_negated(const double declared[6], const double shapes[6])
{
    const double size = trace(declared) / trace(shapes);
    double form[6], negated[6];
    for (int k = 0; k < 6; k++) {
        form[k] = size * shapes[k];
        negated[k] = k == 0 || k == 3 || k == 5 ? declared[k] : -declared[k];
    }
    // negation changes the tensor by twice its products
    if (misfit(declared, negated) < 2 * SMALL_PRODUCTS) return false;
    const double other = misfit(negated, form);
    return other < GOOD_FIT && other < MUCH_BETTER * misfit(declared, form);
}

// About the origin a tensor is larger by m (c.c E - c c^T).
static bool is_about_origin(const limb_inertial *declared, const double shapes[6])
{
    double pose[12], c[3], shift[10], moved[6];
    limb_origin_pose(&declared->origin, pose);
    limb__pose_rotate_back(pose, declared->origin.xyz, c);
    static const double none[6] = {0};
    limb__inertia_from_center(declared->mass, c, none, shift);
    for (int k = 0; k < 6; k++)
        moved[k] = declared->inertia[k] - shift[4 + k];
    if (!is_possible(moved)) return false;
    const double other = misfit(moved, shapes);
    // moments of real links differ from a solid's more than their ratios do
    return other < 3 * GOOD_FIT && other < MUCH_BETTER * misfit(declared->inertia, shapes);
}

static double trace(const double tensor[6])
{
    return tensor[0] + tensor[3] + tensor[5];
}

static double misfit(const double a[6], const double b[6])
{
    double square = 0;
    for (int k = 0; k < 6; k++) {
        const double way = a[k] - b[k];
        square += (k == 0 || k == 3 || k == 5 ? 1 : 2) * way * way;
    }
    return sqrt(square) / trace(b);
}
