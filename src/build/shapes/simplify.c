// Simplification: a shape that contains a collision mesh and replaces it.
//
// Poses and sizes are rounded to six digits before they are compared, sizes upward, so that the
// written shape contains the mesh and the errors are those of the file.
#include "base/format.h"
#include "base/memory.h"
#include "limb/shapes.h"

#include <assert.h>
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

typedef struct simplification { // one block: this, the replacements, the meshes
    limb_simplification open;
    size_t size;
    limb_replacement *row;
    limb_simplified_mesh *mesh;
} simplification;

typedef struct choice {
    const limb_robot *robot;
    const limb_simplify_opts *opts;
    simplification *all;
    limb_replacement *row;
} choice;

static limb_status create(simplification **out, const limb_robot *robot,
                          const limb_robot_meshes *meshes, const limb_simplify_opts *opts);
static void add_row(simplification *s, const limb_link *link, int number,
                    const limb_robot_meshes *meshes);
static int find_mesh(simplification *s, const limb_robot_mesh *entry);
static limb_status choose(choice *c);
static limb_status choose_wanted(choice *c);
static void refuse_error(choice *c);
static limb_simplified_mesh *mesh_of(const choice *c);
static limb_status choose_auto(choice *c);
static limb_status choose_primitive(choice *c, limb_fit_kind kind);
static limb_status choose_hull(choice *c);
static limb_status choose_parts(choice *c);
static void round_fit(limb_fit *fit);
static double round_up(double value, double unit);
static void set_volume(limb_replacement *row, limb_replacement_kind kind, double volume);
static void keep(limb_replacement *row, const char *reason);
static double scale_factor(const limb_replacement *row);

limb_status limb_simplification_build(limb_simplification **out, const limb_robot *robot,
                                      const limb_robot_meshes *meshes,
                                      const limb_simplify_opts *opts)
{
    assert(out && robot && meshes);
    static const limb_simplify_opts defaults = {0};
    if (!opts) opts = &defaults;
    *out = NULL;
    simplification *s;
    limb_status status = create(&s, robot, meshes, opts);
    if (status != LIMB_OK) return status;
    const int count = s->open.nreplacement;
    for (int i = 0; i < count && status == LIMB_OK; i++) {
        choice c = {.robot = robot, .opts = opts, .all = s, .row = &s->row[i]};
        status = choose(&c);
        if (opts->progress) opts->progress(opts->progress_ctx, i + 1, count);
    }
    if (status == LIMB_OK)
        *out = &s->open;
    else
        limb_simplification_free(&s->open);
    return status;
}

void limb_simplification_free(limb_simplification *all)
{
    if (!all) return;
    simplification *s = (simplification *)(void *)all;
    for (int i = 0; i < all->nmesh; i++) {
        limb_mesh_free(s->mesh[i].hull);
        limb_parts_free(s->mesh[i].parts);
    }
    limb__release(all->memory, s, s->size);
}

//---- which meshes --------------------------------------------------------------------------------

static limb_status create(simplification **out, const limb_robot *robot,
                          const limb_robot_meshes *meshes, const limb_simplify_opts *opts)
{
    const limb_allocator *memory = limb__memory(opts->memory);
    size_t count = 0;
    for (int i = 0; i < robot->nlink; i++)
        count += (size_t)robot->link[i].ncollision;
    const size_t size = sizeof(simplification) + count * sizeof(limb_replacement) +
                        (size_t)meshes->nmesh * sizeof(limb_simplified_mesh);
    simplification *s = limb__allocate(memory, size);
    if (!s) return LIMB_ERROR_MEMORY;
    *s = (simplification){.open = {.memory = memory}, .size = size};
    s->row = (limb_replacement *)(void *)(s + 1);
    s->mesh = (limb_simplified_mesh *)(void *)(s->row + count);
    s->open.replacement = s->row;
    s->open.mesh = s->mesh;
    for (int i = 0; i < robot->nlink; i++) {
        const limb_link *link = &robot->link[i];
        for (int k = 0; k < link->ncollision; k++)
            if (link->collision[k].geometry.type == LIMB_SHAPE_MESH &&
                (!opts->link || opts->link[i]))
                add_row(s, link, k, meshes);
    }
    *out = s;
    return LIMB_OK;
}

static void add_row(simplification *s, const limb_link *link, int number,
                    const limb_robot_meshes *meshes)
{
    limb_replacement *row = &s->row[s->open.nreplacement++];
    *row = (limb_replacement){.link = link,
                              .shape = &link->collision[number],
                              .number = number,
                              .mesh = -1,
                              .error = HUGE_VAL};
    for (int i = 0; i < meshes->nmesh; i++) {
        const limb_robot_mesh *entry = &meshes->mesh[i];
        if (strcmp(entry->uri, row->shape->geometry.filename) != 0) continue;
        if (entry->mesh)
            row->mesh = find_mesh(s, entry);
        else
            keep(row, entry->reason);
        return;
    }
    keep(row, "the mesh was not loaded");
}

static int find_mesh(simplification *s, const limb_robot_mesh *entry)
{
    for (int i = 0; i < s->open.nmesh; i++)
        if (s->mesh[i].mesh == entry->mesh) return i;
    s->mesh[s->open.nmesh] =
        (limb_simplified_mesh){.mesh = entry->mesh, .uri = entry->uri, .path = entry->path};
    return s->open.nmesh++;
}

//---- what replaces one ---------------------------------------------------------------------------

static limb_status choose(choice *c)
{
    limb_replacement *row = c->row;
    if (row->mesh < 0) return LIMB_OK;
    const limb_mesh *mesh = mesh_of(c)->mesh;
    limb_status status =
        limb_mesh_solid_volume(&row->volume, mesh, row->shape->geometry.scale, c->opts->memory);
    if (status == LIMB_ERROR_MEMORY) return status;
    if (status != LIMB_OK || mesh->nvertex == 0) {
        keep(row, mesh->nvertex == 0 ? "the mesh is empty" : "the mesh is not finite");
        return LIMB_OK;
    }
    status = choose_wanted(c);
    if (status == LIMB_ERROR_MEMORY) return status;
    if (status != LIMB_OK) keep(row, "the mesh is not finite");
    refuse_error(c);
    return LIMB_OK;
}

static limb_status choose_wanted(choice *c)
{
    switch (c->opts->shape) {
    case LIMB_SIMPLIFY_HULL:
        return choose_hull(c);
    case LIMB_SIMPLIFY_PARTS:
        return choose_parts(c);
    case LIMB_SIMPLIFY_BOX:
        return choose_primitive(c, LIMB_FIT_BOX);
    case LIMB_SIMPLIFY_CYLINDER:
        return choose_primitive(c, LIMB_FIT_CYLINDER);
    case LIMB_SIMPLIFY_CAPSULE:
        return choose_primitive(c, LIMB_FIT_CAPSULE);
    case LIMB_SIMPLIFY_SPHERE:
        return choose_primitive(c, LIMB_FIT_SPHERE);
    case LIMB_SIMPLIFY_AUTO:
        break;
    }
    return choose_auto(c);
}

// Keeps a mesh whose replacement is too large. The parts that auto ends with are the best there is.
static void refuse_error(choice *c)
{
    limb_replacement *row = c->row;
    const bool is_auto = c->opts->shape == LIMB_SIMPLIFY_AUTO;
    const double limit = c->opts->max_error > 0 ? c->opts->max_error : HUGE_VAL;
    if (row->kind == LIMB_REPLACEMENT_NONE || !(row->error > limit) ||
        (row->kind == LIMB_REPLACEMENT_PARTS && is_auto))
        return;
    row->too_large = true;
    keep(row, "its replacement would change the volume by more than is allowed");
}

static limb_simplified_mesh *mesh_of(const choice *c)
{
    return &c->all->mesh[c->row->mesh];
}

// Chooses the simplest within the error: a primitive, the best first, then the hull, then parts. A
// capsule that must be written as three shapes comes after the other primitives.
static limb_status choose_auto(choice *c)
{
    const double limit = c->opts->max_error > 0 ? c->opts->max_error : DEFAULT_ERROR;
    const limb_robot *robot = c->robot;
    const bool has_capsule = robot->version_major == 1 && robot->version_minor >= 1;
    limb_replacement best = *c->row;
    best.error = HUGE_VAL;
    for (int kind = 0; kind < LIMB_FIT_KIND_COUNT; kind++) {
        const limb_status status = choose_primitive(c, (limb_fit_kind)kind);
        if (status != LIMB_OK) return status;
        const bool split = kind == LIMB_FIT_CAPSULE && !has_capsule;
        if (best.kind == LIMB_REPLACEMENT_NONE ||
            (c->row->fitted < best.fitted && !(split && best.error <= limit))) {
            best = *c->row;
        }
    }
    *c->row = best;
    if (best.error <= limit || !(best.volume.hull > 0)) return LIMB_OK;
    const limb_status status = choose_hull(c);
    if (status != LIMB_OK || c->row->kind == LIMB_REPLACEMENT_NONE || c->row->error <= limit)
        return status;
    return choose_parts(c);
}

static limb_status choose_primitive(choice *c, limb_fit_kind kind)
{
    limb_replacement *row = c->row;
    const limb_mesh *mesh = mesh_of(c)->mesh;
    const double *scale = row->shape->geometry.scale;
    limb_status status =
        limb_fit_points(&row->fit, kind, mesh->position, mesh->nvertex, scale, c->opts->memory);
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
    set_volume(row, LIMB_REPLACEMENT_PRIMITIVE, limb_fit_volume(&row->fit));
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
    limb_replacement *row = c->row;
    limb_simplified_mesh *made = mesh_of(c);
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
        const limb_status status = limb_hull_build(&made->hull, made->mesh->position,
                                                   made->mesh->nvertex, c->opts->memory, NULL);
        if (status != LIMB_OK) return status;
    }
    set_volume(row, LIMB_REPLACEMENT_HULL, row->volume.hull);
    return LIMB_OK;
}

static limb_status choose_parts(choice *c)
{
    limb_replacement *row = c->row;
    limb_simplified_mesh *made = mesh_of(c);
    if (!(row->volume.hull > 0)) {
        keep(row, "the mesh is flat: it has no parts with a volume");
        return LIMB_OK;
    }
    if (row->volume.is_closed && row->volume.solid > (1 - ALREADY) * row->volume.hull)
        return choose_hull(c);
    if (!made->parts) {
        const limb_decompose_opts how = {.memory = c->opts->memory,
                                         .max_error = c->opts->max_error > 0 ? c->opts->max_error
                                                                             : DEFAULT_ERROR,
                                         .max_parts = c->opts->max_parts};
        const limb_status status = limb_mesh_decompose(&made->parts, made->mesh, &how);
        if (status != LIMB_OK) return status;
    }
    set_volume(row, LIMB_REPLACEMENT_PARTS, made->parts->volume * scale_factor(row));
    return LIMB_OK;
}

static void set_volume(limb_replacement *row, limb_replacement_kind kind, double volume)
{
    row->kind = kind;
    row->fitted = volume;
    row->error = row->volume.solid > 0 ? volume / row->volume.solid - 1 : HUGE_VAL;
}

static void keep(limb_replacement *row, const char *reason)
{
    row->kind = LIMB_REPLACEMENT_NONE;
    limb__format(row->reason, sizeof row->reason, "%s", reason);
}

static double scale_factor(const limb_replacement *row)
{
    const double *scale = row->shape->geometry.scale;
    return fabs(scale[0] * scale[1] * scale[2]);
}
