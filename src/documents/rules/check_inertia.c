// Rules for mass and inertia: whether a body with that mass, center and tensor can exist, and
// whether it fits the link.
//
// A tensor I about the center of mass belongs to some distribution of mass exactly when its
// eigenvalues are positive and each is at most the sum of the other two. (Together with mass > 0
// this is the positive definiteness of the 4x4 pseudo-inertia of Wensing, Kim and Slotine, 2018:
// its upper block is (tr I / 2) E - I, whose eigenvalues are the slacks of the triangle
// inequality.) Tolerances are relative to the largest moment. Most bodies pass by bounds of their
// moments; the moments themselves are computed only for the others.
#include "documents/rules/check.h"

#include "documents/urdf/solid.h"
#include "limb/model.h"
#include "numbers/math/inertia.h"

#include <math.h>
#include <string.h>

static const double TOLERANCE = 1e-6;
static const double SURELY = 1 - 1e-9;   // margin for rounding errors
static const double HUGE_GYRATION = 10;  // m: no link is so large
static const double TINY_MASS = 1e-9;    // kg: a grain of dust
static const double ZERO_MOMENT = 1e-16; // kg m^2: below that of a grain of dust, 0.3 mm large

typedef struct body {
    const limb_link *link;
    const limb_inertial *inertial;
    const char *name;
    double mass;
    double moment[3]; // principal, ascending
    double center[3];
    double tensor[6]; // about the center, in the link's axes
} body;

static void check_presence(limb__check *c, int index);
static bool is_a_child(const limb__check *c, int link);
static void check_mass(limb__check *c, const limb_link *link);
static bool is_clearly_sound(const limb_link *link);
static bool check_tensor(limb__check *c, const body *b);
static bool is_place_holder(const double inertia[6]);
static bool check_size(limb__check *c, const body *b);
static bool is_about_origin(const body *b, double extent);
static double extent_of(const limb_link *link);

void limb__check_inertia(limb__check *c, int index)
{
    const limb_link *link = &c->robot->link[index];
    if (link->inertial) {
        limb__check_body(c, link);
        limb__check_origin_angles(c, &link->inertial->origin);
    }
    check_presence(c, index);
}

static void check_presence(limb__check *c, int index)
{
    const limb_link *link = &c->robot->link[index];
    if (index == c->robot->root) {
        if (!link->inertial || !(link->inertial->mass > 0) || is_a_child(c, index)) return;
        limb__report(
            c->report, limb__check_at(c, link->inertial->node, NULL), LIMB_RULE_ROOT_INERTIA,
            "the root link has inertia, which KDL drops; add an empty root link and a fixed "
            "joint to keep it");
        return;
    }
    if (link->inertial || link->parent_joint < 0) return;
    const limb_joint *joint = &c->robot->joint[link->parent_joint];
    if (joint->type == LIMB_JOINT_FIXED) return;
    limb__report(
        c->report, limb__check_at(c, link->node, "name"), LIMB_RULE_INERTIAL_MISSING,
        "the link moves but has no <inertial>: simulators refuse the link, drop it or invent "
        "an inertia");
}

// Returns true also for a joint whose parent is unknown: the link was not meant to be the root.
static bool is_a_child(const limb__check *c, int link)
{
    int joint = 0;
    while (joint < c->robot->njoint && c->robot->joint[joint].child != link)
        joint++;
    return joint < c->robot->njoint;
}

bool limb__check_body(limb__check *c, const limb_link *link)
{
    const limb_inertial *inertial = link->inertial;
    check_mass(c, link);
    // without a readable mass the tensor can still be checked
    if ((inertial->has_mass && inertial->mass == 0) || !inertial->has_inertia) return false;
    if (is_clearly_sound(link)) return true;
    body b = {.link = link, .inertial = inertial, .name = link->name, .mass = inertial->mass};
    double pose[12];
    limb_origin_pose(&inertial->origin, pose);
    memcpy(b.center, inertial->origin.xyz, sizeof b.center);
    limb__tensor_rotate(pose, inertial->inertia, b.tensor);
    limb__tensor_eigen(inertial->inertia, b.moment, NULL);
    return check_tensor(c, &b) && b.mass > 0 && check_size(c, &b);
}

static void check_mass(limb__check *c, const limb_link *link)
{
    const limb_inertial *inertial = link->inertial;
    if (!inertial->has_mass || inertial->mass >= TINY_MASS) return;
    const int node = limb_node_find(c->doc, inertial->node, "mass");
    if (inertial->mass < 0) {
        char shown[LIMB__SHOWN_SIZE];
        limb__report(c->report, limb__check_at(c, node, "value"), LIMB_RULE_MASS_NEGATIVE,
                     "mass %s is negative", limb__check_show(inertial->mass, shown));
    } else if (inertial->mass == 0) {
        limb__report(c->report, limb__check_at(c, node, "value"), LIMB_RULE_MASS_ZERO,
                     link->nvisual + link->ncollision > 0
                         ? "mass is 0 although the link has shapes; simulators refuse it or drop it"
                         : "mass is 0; leave out <inertial> for a link that is only a frame");
    } else {
        char shown[LIMB__SHOWN_SIZE];
        limb__report(c->report, limb__check_at(c, node, "value"), LIMB_RULE_MASS_TINY,
                     "mass %s kg is below a microgram, which makes simulations unstable",
                     limb__check_show(inertial->mass, shown));
    }
}

// Returns true if none of the rules below can apply.
static bool is_clearly_sound(const limb_link *link)
{
    const double *t = link->inertial->inertia;
    const double *p = link->inertial->origin.xyz;
    const double mass = link->inertial->mass;
    if (!(mass > 0) || is_place_holder(t)) return false;

    // The largest moment is in these bounds if upper E - I is positive definite, as its pivots
    // show. The sum of the other two is then larger by two tolerances of the trace, so the smallest
    // is not below that.
    const double trace = t[0] + t[3] + t[5];
    if (trace <= 3 * ZERO_MOMENT) return false;
    const double lower = fmax(fmax(t[0], t[3]), t[5]);
    const double upper = trace * (0.5 - TOLERANCE);
    const double first = upper - t[0];
    const double second = upper - t[3] - t[1] * t[1] / first;
    const double rest = t[4] + t[1] * t[2] / first;
    const double third = upper - t[5] - t[2] * t[2] / first - rest * rest / second;
    if (!(first > 0 && second > 0 && third > 0)) return false;

    // about the origin: the shift would be too small, or leave an impossible trace
    const double extent = extent_of(link);
    const double reach = mass * extent * extent;
    const double shift = mass * (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    const bool is_about_center = shift <= SURELY * 0.7 * lower || trace <= 2 * shift ||
                                 (extent > 0 && upper <= SURELY * reach);
    const bool fits =
        extent == 0 || (upper <= SURELY * 4 * reach && SURELY * lower >= 1e-4 * reach);
    return is_about_center && fits && upper <= SURELY * HUGE_GYRATION * HUGE_GYRATION * mass;
}

// Returns false if no such body can exist, so that its size is meaningless.
static bool check_tensor(limb__check *c, const body *b)
{
    const int node = limb_node_find(c->doc, b->inertial->node, "inertia");
    const double *m = b->moment;
    const double largest = fmax(fabs(m[0]), fabs(m[2]));
    char text[3][LIMB__SHOWN_SIZE];
    if (!isfinite(m[0]) || !isfinite(m[2])) return false; // reported when read
    if (largest <= ZERO_MOMENT && !b->inertial->has_mass) return false;
    if (largest <= ZERO_MOMENT) {
        limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_INERTIA_ZERO,
                     "the inertia tensor is %s although the link has mass",
                     largest == 0 ? "all zero" : "as good as zero");
        return false;
    }
    if (m[0] <= 1e-12 * largest) {
        // rounding errors in the eigenvalues are meant as zero
        double shown[3];
        for (int i = 0; i < 3; i++)
            shown[i] = fabs(m[i]) <= 1e-12 * largest ? 0 : m[i];
        limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_INERTIA_NOT_POSITIVE,
                     "the inertia tensor is not positive definite: its principal "
                     "moments are %s, %s, %s",
                     limb__check_show(shown[0], text[0]), limb__check_show(shown[1], text[1]),
                     limb__check_show(shown[2], text[2]));
        return false;
    }
    if (is_place_holder(b->inertial->inertia)) {
        limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_INERTIA_IDENTITY,
                     "the identity as inertia tensor looks like a placeholder");
        return false;
    }
    if (m[0] + m[1] < m[2] * (1 - TOLERANCE)) {
        limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_INERTIA_TRIANGLE,
                     "no body has these principal moments: %s + %s is less than %s",
                     limb__check_show(m[0], text[0]), limb__check_show(m[1], text[1]),
                     limb__check_show(m[2], text[2]));
        return false;
    }
    return true;
}

static bool is_place_holder(const double inertia[6])
{
    static const double identity[6] = {1, 0, 0, 1, 0, 1};
    return memcmp(inertia, identity, sizeof identity) == 0;
}

// The radius of gyration of a body is at most the distance from its center of mass to
// its farthest point.
static bool check_size(limb__check *c, const body *b)
{
    const int node = limb_node_find(c->doc, b->inertial->node, "inertia");
    const double gyration = sqrt(b->moment[2] / b->mass);
    const double extent = limb__check_has_broken_shape(b->link) ? 0 : extent_of(b->link);
    char radius[LIMB__SHOWN_SIZE];
    char size[LIMB__SHOWN_SIZE];
    if (is_about_origin(b, extent)) {
        limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_INERTIA_ABOUT_ORIGIN,
                     "the inertia tensor seems to be about the link's origin, not the "
                     "center of mass: shifted there, it fits");
    } else if (gyration > HUGE_GYRATION) {
        limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_INERTIA_SCALE,
                     "the tensor is that of a body with a radius of gyration of %s m",
                     limb__check_show(gyration, radius));
    } else if (extent > 0 && gyration > 2 * extent) {
        limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_INERTIA_SCALE,
                     "radius of gyration %s m, but the link's shapes reach only %s "
                     "m from the center of mass",
                     limb__check_show(gyration, radius), limb__check_show(extent, size));
    } else if (extent > 0 && gyration < extent / 100) {
        limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_INERTIA_SCALE,
                     "radius of gyration %s m is tiny beside the link's shapes, "
                     "which reach %s m from the center of mass",
                     limb__check_show(gyration, radius), limb__check_show(extent, size));
    } else {
        return true;
    }
    return false;
}

// A tensor about the origin is larger by m (c^2 E - c c^T). If that is mistaken for one about the
// center, the body extends too far, and subtracting the difference gives a valid tensor.
static bool is_about_origin(const body *b, double extent)
{
    const double *p = b->center;
    const double square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
    const double shift = b->mass * square;
    // the shift must be most of the tensor: 3/4 for a rod about its end
    if (!(shift > 0.7 * b->moment[2])) return false;
    if (extent > 0 && sqrt(b->moment[2] / b->mass) < extent) return false;
    double moved[6] = {b->tensor[0] - b->mass * (square - p[0] * p[0]),
                       b->tensor[1] + b->mass * p[0] * p[1],
                       b->tensor[2] + b->mass * p[0] * p[2],
                       b->tensor[3] - b->mass * (square - p[1] * p[1]),
                       b->tensor[4] + b->mass * p[1] * p[2],
                       b->tensor[5] - b->mass * (square - p[2] * p[2])};
    double m[3];
    limb__tensor_eigen(moved, m, NULL);
    return m[0] > TOLERANCE * b->moment[2] && m[0] + m[1] >= m[2] * (1 - TOLERANCE);
}

// Returns the max distance of the link's primitive shapes from its center of mass; 0 without shapes
// or with a mesh, whose size is unknown here.
static double extent_of(const limb_link *link)
{
    const double *center = link->inertial->origin.xyz;
    const limb_link_shape *group[2] = {link->visual, link->collision};
    const int count[2] = {link->nvisual, link->ncollision};
    double extent = 0;
    for (int g = 0; g < 2; g++) {
        for (int i = 0; i < count[g]; i++) {
            const limb_link_shape *geom = &group[g][i];
            if (geom->geometry.type == LIMB_SHAPE_MESH) return 0;
            const double *at = geom->origin.xyz;
            const double way = sqrt((at[0] - center[0]) * (at[0] - center[0]) +
                                    (at[1] - center[1]) * (at[1] - center[1]) +
                                    (at[2] - center[2]) * (at[2] - center[2]));
            extent = fmax(extent, way + limb__shape_radius(&geom->geometry));
        }
    }
    return extent;
}
