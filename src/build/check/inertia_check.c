// Rules that compare the declared inertia of links with their shapes.
//
// A finding is added only if the collisions and the visuals, as far as they are usable, both
// disagree with the file: a coarse collision or a simple visual alone proves nothing.
#include "limb/shapes.h"

#include "base/number.h"
#include "documents/rules/check.h"

#include <assert.h>
#include <math.h>

// Bounds for the sum of the principal moments, relative to the solid's, of links that are hollow,
// have their mass in the center or are modeled roughly. (A hollow cube has 5/3 of the solid's, and
// no body in a cube has more than three times that.)
static const double LARGEST_FACTOR = 10;
static const double SMALLEST_FACTOR = 1.0 / 100;
// A center of mass may be outside the bounds by this part of their diagonal, because shapes omit
// screws, cables and covers.
static const double OUTSIDE_MARGIN = 0.1;

// kg/m^3: osmium. The box around a link is larger than the link, so real links are far below.
static const double DENSEST = 22590;

typedef struct view { // a link's collisions or its visuals
    bool is_known;
    limb_link_inertia computed;
    limb_inertia_comparison comparison;
} view;

static limb_status check_link(limb__check *c, const limb_link *link, const limb_inertia_opts *opts);
static bool is_absent(const limb_inertia_opts *opts, const limb_link *link, bool visual);
static void check_density(limb__check *c, const limb_link *link, const view *v, int count);
static limb_status look(view *out, const limb_link *link, limb_inertia_source from,
                        const limb_inertia_opts *opts);
static bool is_suspicious(const view *v);
static bool is_outside(const view *v);
static bool is_out_of_scale(const view *v);
static void judge(limb__check *c, const limb_link *link, const view *v, int count);
static void report_outside(limb__check *c, const limb_link *link, const view *v);
static void report_origin(limb__check *c, const limb_link *link);
static void report_scale(limb__check *c, const limb_link *link, const view *v);
static void report_negated(limb__check *c, const limb_link *link, const view *v);
static int tensor_node(const limb__check *c, const limb_link *link);
static const char *show_factor(double factor, char text[LIMB__SHOWN_SIZE]);
static const char *shapes_of(const view *v);

limb_status limb_robot_check_inertia(const limb_robot *robot, const limb_inertia_opts *opts,
                                     limb_report *report)
{
    assert(robot);
    static const limb_inertia_opts defaults = {0};
    limb__xml_places places;
    limb__xml_places_init(&places, robot->document);
    limb__check c = {.robot = robot, .doc = robot->document, .places = &places, .report = report};
    limb_status status = LIMB_OK;
    for (int i = 0; i < robot->nlink && status == LIMB_OK; i++)
        status = check_link(&c, &robot->link[i], opts ? opts : &defaults);
    limb__xml_places_free(&places);
    if (report) limb_report_sort(report);
    return report && report->nlost > 0 ? LIMB_ERROR_MEMORY : status;
}

static limb_status check_link(limb__check *c, const limb_link *link, const limb_inertia_opts *opts)
{
    // errors that need no shapes were already reported
    limb__check silent = {.robot = c->robot, .doc = c->doc, .places = c->places};
    if (!link->inertial || limb__check_has_broken_shape(link) || !limb__check_body(&silent, link))
        return LIMB_OK;
    static const limb_inertia_source from[2] = {LIMB_INERTIA_SOURCE_COLLISION,
                                                LIMB_INERTIA_SOURCE_VISUAL};
    view seen[2];
    int count = 0;
    bool suspicious = true;
    for (int i = 0; i < 2; i++) {
        const limb_status status = look(&seen[count], link, from[i], opts);
        if (status != LIMB_OK) return status;
        // if a shape is unknown, nothing can be concluded
        const int nshape = i == 0 ? link->ncollision : link->nvisual;
        if (nshape > 0 && seen[count].computed.reason && is_absent(opts, link, i == 1))
            return LIMB_OK;
        if (!seen[count].is_known) continue;
        suspicious = suspicious && is_suspicious(&seen[count]);
        count++;
    }
    if (count == 0) return LIMB_OK;
    check_density(c, link, seen, count);
    if (suspicious) judge(c, link, seen, count);
    return LIMB_OK;
}

// Returns whether a mesh of the link's visuals, or collisions, was not loaded.
static bool is_absent(const limb_inertia_opts *opts, const limb_link *link, bool visual)
{
    const limb_link_shape *shape = visual ? link->visual : link->collision;
    const int count = visual ? link->nvisual : link->ncollision;
    for (int i = 0; i < count; i++) {
        if (shape[i].geometry.type != LIMB_SHAPE_MESH) continue;
        const char *reason;
        if (!opts->find_mesh || !shape[i].geometry.filename ||
            !opts->find_mesh(opts->find_ctx, shape[i].geometry.filename, &reason))
            return true;
    }
    return false;
}

// The box around all shapes is at least as large as the link.
static void check_density(limb__check *c, const limb_link *link, const view *v, int count)
{
    double volume = 1;
    for (int k = 0; k < 3; k++) {
        double lower = v[0].computed.lower[k], upper = v[0].computed.upper[k];
        for (int i = 1; i < count; i++) {
            lower = fmin(lower, v[i].computed.lower[k]);
            upper = fmax(upper, v[i].computed.upper[k]);
        }
        volume *= upper - lower;
    }
    if (!(volume > 0) || !(link->inertial->mass > DENSEST * volume)) return;
    char mass[LIMB__SHOWN_SIZE], density[LIMB__SHOWN_SIZE];
    const int node = limb_node_find(c->doc, link->inertial->node, "mass");
    limb__report(
        c->report, limb__xml_at_tag(c->places, node >= 0 ? node : link->inertial->node),
        LIMB_RULE_DENSITY_IMPOSSIBLE,
        "link \"%s\": %s kg in the box around its shapes are at least %s kg/m^3; osmium has "
        "22590",
        link->name, limb__check_show(link->inertial->mass, mass),
        show_factor(link->inertial->mass / volume, density));
}

static limb_status look(view *out, const limb_link *link, limb_inertia_source from,
                        const limb_inertia_opts *opts)
{
    limb_inertia_opts own = *opts;
    own.source = from;
    own.declared_mass = true;
    out->is_known = false;
    const limb_status status = limb_link_compute_inertia(&out->computed, link, &own);
    if (status == LIMB_OK)
        out->is_known = limb_link_compare_inertia(&out->comparison, link, &out->computed);
    return status;
}

static bool is_suspicious(const view *v)
{
    return is_outside(v) || is_out_of_scale(v) || v->comparison.products_negated ||
           v->comparison.about_origin;
}

static bool is_outside(const view *v)
{
    double square = 0;
    for (int k = 0; k < 3; k++) {
        const double size = v->computed.upper[k] - v->computed.lower[k];
        square += size * size;
    }
    return v->comparison.center_outside > OUTSIDE_MARGIN * sqrt(square);
}

static bool is_out_of_scale(const view *v)
{
    const double factor = v->comparison.factor;
    return factor > LARGEST_FACTOR || factor < SMALLEST_FACTOR;
}

static void judge(limb__check *c, const limb_link *link, const view *v, int count)
{
    const view *last = &v[count - 1];
    const bool outside = is_outside(v) && is_outside(last);
    const bool scale = is_out_of_scale(v) && is_out_of_scale(last);
    const bool negated = v->comparison.products_negated && last->comparison.products_negated;
    const bool origin = v->comparison.about_origin && last->comparison.about_origin;
    if (outside) report_outside(c, link, v);
    if (origin) {
        report_origin(c, link);
    } else if (scale) {
        report_scale(c, link, v);
    } else if (negated) {
        report_negated(c, link, v);
    }
}

//---- words ---------------------------------------------------------------------------------------

static void report_outside(limb__check *c, const limb_link *link, const view *v)
{
    const limb_inertial *inertial = link->inertial;
    const int node = inertial->origin.node >= 0 ? inertial->origin.node : inertial->node;
    char way[LIMB__SHOWN_SIZE];
    limb__report(c->report, limb__check_at(c, node, "xyz"), LIMB_RULE_INERTIA_CENTER_OUTSIDE,
                 "the center of mass is %s m outside the box around its %s",
                 limb__check_show(v->comparison.center_outside, way), shapes_of(v));
}

static void report_origin(limb__check *c, const limb_link *link)
{
    limb__report(c->report, limb__check_at(c, tensor_node(c, link), NULL),
                 LIMB_RULE_INERTIA_ABOUT_ORIGIN,
                 "the inertia tensor seems to be about the link's origin, not the "
                 "center of mass: shifted there, it fits the link's shapes");
}

static void report_scale(limb__check *c, const limb_link *link, const view *v)
{
    const double factor = v->comparison.factor;
    char text[LIMB__SHOWN_SIZE], mass[LIMB__SHOWN_SIZE];
    limb__report(
        c->report, limb__check_at(c, tensor_node(c, link), NULL), LIMB_RULE_INERTIA_GEOMETRY,
        "the inertia tensor is %s times %s than that of its %s, taken as "
        "solid with the declared mass of %s kg",
        show_factor(factor > 1 ? factor : 1 / factor, text), factor > 1 ? "larger" : "smaller",
        shapes_of(v), limb__check_show(link->inertial->mass, mass));
}

static void report_negated(limb__check *c, const limb_link *link, const view *v)
{
    limb__report(c->report, limb__check_at(c, tensor_node(c, link), NULL), LIMB_RULE_INERTIA_SIGN,
                 "ixy, ixz and iyz look negated: with the opposite sign the tensor "
                 "fits the link's %s",
                 shapes_of(v));
}

static int tensor_node(const limb__check *c, const limb_link *link)
{
    return limb_node_find(c->doc, link->inertial->node, "inertia");
}

// two digits suffice for a factor
static const char *show_factor(double factor, char text[LIMB__SHOWN_SIZE])
{
    if (!isfinite(factor) || factor == 0) return limb__check_show(factor, text);
    const double scale = limb__number_power_of_ten(limb__number_exponent(factor) - 1);
    return limb__check_show(round(factor / scale) * scale, text);
}

static const char *shapes_of(const view *v)
{
    return v->computed.from_visual ? "visual shapes" : "collision shapes";
}
