// limb simplify: chooses the replacement of a collision mesh.
//
// Poses and sizes are rounded to six digits before they are compared, sizes upward, so that the
// written shape contains the mesh and the errors are those of the file.
#include "commands/shapes/simplify.h"

#include <math.h>
#include <string.h>

enum { DIGITS = 6 };
static const double DEFAULT_ERROR = 0.1;
// Tolerance for points outside after rounding up: a billionth of the shape.
static const double SLACK = 1e-4;
// A mesh whose hull is larger by less counts as convex; if it also has no more triangles, its
// hull gains nothing.
static const double ALREADY = 1e-4;
enum { SMALL = 400 };

typedef struct choice {
    const simplify_table *table;
    const simplify_opts *opts;
    simplify_row *row;
    double limit; // the allowed error; HUGE_VAL: any
} choice;

static limb_status choose_auto(choice *c);
static limb_status choose_primitive(choice *c, limb_fit_kind kind);
static limb_status choose_hull(choice *c);
static limb_status choose_parts(choice *c);
static void round_fit(limb_fit *fit);
static double round_up(double value, double unit);
static void set_volume(simplify_row *row, simplify_kind kind, double volume);
static void keep(simplify_row *row, const char *reason);
static double scale_factor(const simplify_row *row);

limb_status cli_simplify_choose(const simplify_table *t, simplify_row *row)
{
    const simplify_opts *opts = t->app->opts;
    choice c = {.table = t, .opts = opts, .row = row};
    c.limit = opts->error > 0 ? opts->error : HUGE_VAL;
    if (!row->made || row->reason[0]) return LIMB_OK;
    const limb_mesh *mesh = row->made->mesh;
    limb_status status =
        limb_mesh_solid_volume(&row->volume, mesh, row->shape->geometry.scale, NULL);
    if (status == LIMB_ERROR_MEMORY) return status;
    if (status != LIMB_OK || mesh->nvertex == 0) {
        keep(row, mesh->nvertex == 0 ? "the mesh is empty" : "the mesh is not finite");
        return LIMB_OK;
    }
    const char *wanted = opts->collision;
    if (strcmp(wanted, "auto") == 0) {
        status = choose_auto(&c);
    } else if (strcmp(wanted, "hull") == 0) {
        status = choose_hull(&c);
    } else if (strcmp(wanted, "decompose") == 0) {
        status = choose_parts(&c);
    } else {
        for (int kind = 0; kind < LIMB_FIT_KIND_COUNT; kind++) {
            if (strcmp(wanted, limb_fit_kind_name((limb_fit_kind)kind)) == 0)
                status = choose_primitive(&c, (limb_fit_kind)kind);
        }
    }
    if (status == LIMB_ERROR_MEMORY) return status;
    if (status != LIMB_OK) keep(row, "the mesh is not finite");
    if (row->kind != SIMPLIFY_KEEP && row->error > c.limit &&
        (row->kind != SIMPLIFY_PARTS || strcmp(wanted, "auto") != 0)) {
        char text[32], reason[100];
        cli_simplify_error_text(row, text);
        snprintf(reason, sizeof reason,
                 "%s would change the volume by %s, more than --error allows",
                 row->kind == SIMPLIFY_PARTS ? "its parts" : wanted, text);
        keep(row, reason);
    }
    return LIMB_OK;
}

void cli_simplify_error_text(const simplify_row *row, char text[32])
{
    if (isinf(row->error))
        snprintf(text, 32, "no volume");
    else
        // no "-0.0": only rounding can make a shape that contains the mesh smaller
        snprintf(text, 32, "%+.1f %%", fabs(row->error) < 5e-4 ? 0 : 100 * row->error);
}

// Chooses the simplest within the error: a primitive, the best first, then the hull, then parts. A
// capsule that must be written as three shapes comes after the other primitives.
static limb_status choose_auto(choice *c)
{
    const double limit = c->opts->error > 0 ? c->opts->error : DEFAULT_ERROR;
    const limb_robot *robot = c->table->robot;
    const bool has_capsule = robot->version_major == 1 && robot->version_minor >= 1;
    simplify_row best = *c->row;
    best.error = HUGE_VAL;
    for (int kind = 0; kind < LIMB_FIT_KIND_COUNT; kind++) {
        const limb_status status = choose_primitive(c, (limb_fit_kind)kind);
        if (status != LIMB_OK) return status;
        const bool split = kind == LIMB_FIT_CAPSULE && !has_capsule;
        if (best.kind == SIMPLIFY_KEEP ||
            (c->row->fitted < best.fitted && !(split && best.error <= limit))) {
            best = *c->row;
        }
    }
    *c->row = best;
    if (best.error <= limit || !(best.volume.hull > 0)) return LIMB_OK;
    const limb_status status = choose_hull(c);
    if (status != LIMB_OK || c->row->kind == SIMPLIFY_KEEP || c->row->error <= limit) return status;
    return choose_parts(c);
}

static limb_status choose_primitive(choice *c, limb_fit_kind kind)
{
    simplify_row *row = c->row;
    const limb_mesh *mesh = row->made->mesh;
    const double *scale = row->shape->geometry.scale;
    limb_status status =
        limb_fit_points(&row->fit, kind, mesh->position, mesh->nvertex, scale, NULL);
    if (status != LIMB_OK) return status;
    // from the frame of the collision to the link's, rounded there, and back, then enlarged to
    // contain all points
    double origin[12], inverse[12];
    limb_origin_pose(&row->shape->origin, origin);
    limb_pose_inverse(origin, inverse);
    limb_pose_multiply(origin, row->fit.pose, row->fit.pose);
    round_fit(&row->fit);
    limb_fit local = row->fit;
    limb_pose_multiply(inverse, row->fit.pose, local.pose);
    memset(local.size, 0, sizeof local.size);
    local.radius = 0;
    if (kind == LIMB_FIT_CYLINDER) local.length = 0;
    status = limb_fit_grow(&local, mesh->position, mesh->nvertex, scale);
    if (status != LIMB_OK) return status;
    const double extent = fmax(fmax(fmax(local.size[0], local.size[1]), local.size[2]),
                               fmax(2 * local.radius, local.length));
    const double unit = extent > 0 ? pow(10, DIGITS - 1 - floor(log10(extent))) : 1e6;
    for (int k = 0; k < 3 && kind == LIMB_FIT_BOX; k++)
        row->fit.size[k] = round_up(local.size[k], unit);
    if (kind != LIMB_FIT_BOX) row->fit.radius = round_up(local.radius, unit);
    // a capsule of length 0 is a sphere, but other shapes need a length
    if (kind == LIMB_FIT_CYLINDER) row->fit.length = round_up(local.length, unit);
    set_volume(row, SIMPLIFY_PRIMITIVE, limb_fit_volume(&row->fit));
    return LIMB_OK;
}

// The pose, and the length of a capsule, which do not change when the shape is enlarged.
static void round_fit(limb_fit *fit)
{
    const double extent = fmax(fmax(fmax(fit->size[0], fit->size[1]), fit->size[2]),
                               fmax(2 * fit->radius, fit->length));
    const double unit = extent > 0 ? pow(10, DIGITS - 1 - floor(log10(extent))) : 1e6;
    double xyz[3], rpy[3];
    limb_pose_to_rpy(fit->pose, rpy);
    for (int k = 0; k < 3; k++) {
        // far from the frame, no finer than the precision of doubles
        const double at = rint(fit->pose[4 * k + 3] * unit) / unit;
        xyz[k] = isfinite(at) && fabs(fit->pose[4 * k + 3] * unit) < 1e15 ? at + 0
                                                                          : fit->pose[4 * k + 3];
        rpy[k] = rint(rpy[k] * 1e6) / 1e6 + 0;
    }
    // a ball has no orientation
    if (fit->kind == LIMB_FIT_SPHERE) memset(rpy, 0, sizeof rpy);
    limb_pose_from_rpy(xyz, rpy, fit->pose);
    if (fit->kind == LIMB_FIT_CAPSULE) fit->length = rint(fit->length * unit) / unit;
}

static double round_up(double value, double unit)
{
    return fmax(ceil(value * unit - SLACK), 1) / unit;
}

static limb_status choose_hull(choice *c)
{
    simplify_row *row = c->row;
    simplify_mesh *made = row->made;
    if (!(row->volume.hull > 0)) {
        keep(row, "the mesh is flat: it has no hull with a volume");
        return LIMB_OK;
    }
    if (row->volume.is_closed && row->volume.solid > (1 - ALREADY) * row->volume.hull &&
        made->mesh->ntriangle <= SMALL) {
        keep(row, "already convex");
        return LIMB_OK;
    }
    if (!made->hull) {
        const limb_status status =
            limb_hull_build(&made->hull, made->mesh->position, made->mesh->nvertex, NULL, NULL);
        if (status != LIMB_OK) return status;
    }
    set_volume(row, SIMPLIFY_HULL, row->volume.hull);
    return LIMB_OK;
}

static limb_status choose_parts(choice *c)
{
    simplify_row *row = c->row;
    simplify_mesh *made = row->made;
    if (!(row->volume.hull > 0)) {
        keep(row, "the mesh is flat: it has no parts with a volume");
        return LIMB_OK;
    }
    if (row->volume.is_closed && row->volume.solid > (1 - ALREADY) * row->volume.hull)
        return choose_hull(c);
    if (!made->parts) {
        const limb_decompose_opts how = {.max_error =
                                             c->opts->error > 0 ? c->opts->error : DEFAULT_ERROR,
                                         .max_parts = c->opts->parts};
        const limb_status status = limb_mesh_decompose(&made->parts, made->mesh, &how);
        if (status != LIMB_OK) return status;
    }
    set_volume(row, SIMPLIFY_PARTS, made->parts->volume * scale_factor(row));
    return LIMB_OK;
}

static void set_volume(simplify_row *row, simplify_kind kind, double volume)
{
    row->kind = kind;
    row->fitted = volume;
    row->error = row->volume.solid > 0 ? volume / row->volume.solid - 1 : HUGE_VAL;
}

static void keep(simplify_row *row, const char *reason)
{
    row->kind = SIMPLIFY_KEEP;
    snprintf(row->reason, sizeof row->reason, "%s", reason);
}

static double scale_factor(const simplify_row *row)
{
    const double *scale = row->shape->geometry.scale;
    return fabs(scale[0] * scale[1] * scale[2]);
}
