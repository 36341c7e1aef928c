// limb simplify: prints the replacement of each mesh, as messages or as JSON.
#include "commands/shapes/simplify.h"
#include "frame/json.h"

#include <math.h>
#include <string.h>

static void describe(const simplify_table *t, const limb_replacement *row, char *text, size_t size);
static void print_row(cli_json *json, const simplify_table *t, const limb_replacement *row);
static void error_text(const limb_replacement *row, char text[32]);
static const char *reason_of(const simplify_table *t, const limb_replacement *row, char text[160]);
static const char *solid_of(const limb_solid_volume *volume);
static const char *base_name(const char *path);

// Prints on standard error, because standard output is for the robot.
void cli_simplify_print(const simplify_table *t)
{
    int nreplaced = 0;
    for (int i = 0; i < t->all->nreplacement; i++) {
        const limb_replacement *row = &t->all->replacement[i];
        char link[CLI_NAME_SIZE], mesh[CLI_NAME_SIZE], what[300];
        describe(t, row, what, sizeof what);
        cli_message(t->app, "%s: %s: %s", cli_visible(row->link->name, link),
                    cli_visible(base_name(row->shape->geometry.filename), mesh), what);
        nreplaced += row->kind != LIMB_REPLACEMENT_NONE;
    }
    cli_message(t->app, "%d collision mesh%s replaced, %d kept%s", nreplaced,
                nreplaced == 1 ? "" : "es", t->all->nreplacement - nreplaced,
                t->all->nreplacement == 0 ? ": no collision has a mesh" : "");
}

static void describe(const simplify_table *t, const limb_replacement *row, char *text, size_t size)
{
    char error[32], reason[160];
    error_text(row, error);
    const char *of = isinf(row->error)          ? ""
                     : row->volume.is_closed    ? ", volume "
                     : row->volume.is_estimated ? ", volume about "
                                                : ", volume of the hull ";
    if (isinf(row->error)) error[0] = 0;
    if (row->kind == LIMB_REPLACEMENT_NONE)
        snprintf(text, size, "kept: %s", reason_of(t, row, reason));
    else if (row->kind == LIMB_REPLACEMENT_PRIMITIVE)
        snprintf(text, size, "%s%s%s", limb_fit_kind_name(row->fit.kind), of, error);
    else if (row->kind == LIMB_REPLACEMENT_HULL)
        snprintf(text, size, "convex hull, %d triangles%s%s",
                 t->all->mesh[row->mesh].hull->ntriangle, of, error);
    else
        snprintf(text, size, "%d convex part%s%s%s", t->all->mesh[row->mesh].parts->npart,
                 cli_plural(t->all->mesh[row->mesh].parts->npart), of, error);
}

void cli_simplify_print_json(const simplify_table *t)
{
    const simplify_opts *opts = t->app->opts;
    cli_json json;
    cli_json_init(&json, stdout);
    cli_json_open_schema(&json, "limb-simplify/1");
    cli_json_text(&json, "robot", t->robot->name);
    cli_json_text(&json, "collision", opts->collision);
    cli_json_open(&json, "collisions", '[');
    for (int i = 0; i < t->all->nreplacement; i++)
        print_row(&json, t, &t->all->replacement[i]);
    cli_json_close(&json);
    cli_json_open(&json, "files", '[');
    for (int i = 0; i < t->file.count; i++)
        cli_json_text(&json, NULL, t->file.item[i]);
    cli_json_close(&json);
    cli_json_close(&json);
}

static void print_row(cli_json *json, const simplify_table *t, const limb_replacement *row)
{
    static const char *const name[] = {NULL, NULL, "hull", "parts"};
    const bool is_primitive = row->kind == LIMB_REPLACEMENT_PRIMITIVE;
    char reason[160];
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "link", row->link->name);
    cli_json_int(json, "number", row->number + 1);
    cli_json_text(json, "mesh", row->shape->geometry.filename);
    cli_json_text(json, "kind", is_primitive ? limb_fit_kind_name(row->fit.kind) : name[row->kind]);
    cli_json_text(json, "reason",
                  row->kind == LIMB_REPLACEMENT_NONE ? reason_of(t, row, reason) : NULL);
    if (row->kind != LIMB_REPLACEMENT_NONE) {
        cli_json_number(json, "volume", row->fitted);
        cli_json_number(json, "solid", row->volume.solid);
        cli_json_text(json, "solid_of", solid_of(&row->volume));
        cli_json_number(json, "error", row->error);
    }
    if (is_primitive) {
        double rpy[3];
        const double xyz[3] = {row->fit.pose[3], row->fit.pose[7], row->fit.pose[11]};
        limb_pose_to_rpy(row->fit.pose, rpy);
        cli_json_numbers(json, "xyz", xyz, 3);
        cli_json_numbers(json, "rpy", rpy, 3);
        if (row->fit.kind == LIMB_FIT_BOX) cli_json_numbers(json, "size", row->fit.size, 3);
        if (row->fit.kind != LIMB_FIT_BOX) cli_json_number(json, "radius", row->fit.radius);
        if (row->fit.kind == LIMB_FIT_CYLINDER || row->fit.kind == LIMB_FIT_CAPSULE)
            cli_json_number(json, "length", row->fit.length);
    }
    if (row->kind == LIMB_REPLACEMENT_PARTS)
        cli_json_int(json, "parts", t->all->mesh[row->mesh].parts->npart);
    cli_json_close(json);
}

static void error_text(const limb_replacement *row, char text[32])
{
    if (isinf(row->error))
        snprintf(text, 32, "no volume");
    else
        // no "-0.0": rounding alone makes what contains the mesh smaller
        snprintf(text, 32, "%+.1f %%", fabs(row->error) < 5e-4 ? 0 : 100 * row->error);
}

// Returns the reason why the mesh stays, with the option that refused its replacement.
static const char *reason_of(const simplify_table *t, const limb_replacement *row, char text[160])
{
    const simplify_opts *opts = t->app->opts;
    char error[32];
    if (!row->too_large) return row->reason;
    error_text(row, error);
    snprintf(text, 160, "%s would change the volume by %s, more than --error allows",
             strcmp(opts->collision, "decompose") == 0 ? "its parts" : opts->collision, error);
    return text;
}

static const char *solid_of(const limb_solid_volume *volume)
{
    if (volume->is_closed) return "mesh";
    return volume->is_estimated ? "estimate" : "hull";
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
