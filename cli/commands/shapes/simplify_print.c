// limb simplify: prints the replacement of each mesh, as messages or as JSON.
#include "commands/shapes/simplify.h"
#include "frame/json.h"

#include <math.h>
#include <string.h>

static void describe(const simplify_row *row, char *text, size_t size);
static void print_row(cli_json *json, const simplify_row *row);
static const char *solid_of(const limb_solid_volume *volume);
static const char *base_name(const char *path);

// On standard error, because standard output is for the robot.
void cli_simplify_print(const simplify_table *t)
{
    int nreplaced = 0;
    for (int i = 0; i < t->nrow; i++) {
        const simplify_row *row = &t->row[i];
        char link[CLI_NAME_SIZE], mesh[CLI_NAME_SIZE], what[300];
        describe(row, what, sizeof what);
        cli_message(t->app, "%s: %s: %s", cli_visible(row->link->name, link),
                    cli_visible(base_name(row->shape->geometry.filename), mesh), what);
        nreplaced += row->kind != SIMPLIFY_KEEP;
    }
    cli_message(t->app, "%d collision mesh%s replaced, %d kept%s", nreplaced,
                nreplaced == 1 ? "" : "es", t->nrow - nreplaced,
                t->nrow == 0 ? ": no collision has a mesh" : "");
}

static void describe(const simplify_row *row, char *text, size_t size)
{
    char error[32];
    cli_simplify_error_text(row, error);
    const char *of = isinf(row->error)          ? ""
                     : row->volume.is_closed    ? ", volume "
                     : row->volume.is_estimated ? ", volume about "
                                                : ", volume of the hull ";
    if (isinf(row->error)) error[0] = 0;
    if (row->kind == SIMPLIFY_KEEP)
        snprintf(text, size, "kept: %s", row->reason);
    else if (row->kind == SIMPLIFY_PRIMITIVE)
        snprintf(text, size, "%s%s%s", limb_fit_kind_name(row->fit.kind), of, error);
    else if (row->kind == SIMPLIFY_HULL)
        snprintf(text, size, "convex hull, %d triangles%s%s", row->made->hull->ntriangle, of,
                 error);
    else
        snprintf(text, size, "%d convex part%s%s%s", row->made->parts->npart,
                 cli_plural(row->made->parts->npart), of, error);
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
    for (int i = 0; i < t->nrow; i++)
        print_row(&json, &t->row[i]);
    cli_json_close(&json);
    cli_json_open(&json, "files", '[');
    for (int i = 0; i < t->file.count; i++)
        cli_json_text(&json, NULL, t->file.item[i]);
    cli_json_close(&json);
    cli_json_close(&json);
}

static void print_row(cli_json *json, const simplify_row *row)
{
    static const char *const name[] = {NULL, NULL, "hull", "parts"};
    const bool is_primitive = row->kind == SIMPLIFY_PRIMITIVE;
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "link", row->link->name);
    cli_json_int(json, "number", row->number);
    cli_json_text(json, "mesh", row->shape->geometry.filename);
    cli_json_text(json, "kind", is_primitive ? limb_fit_kind_name(row->fit.kind) : name[row->kind]);
    cli_json_text(json, "reason", row->kind == SIMPLIFY_KEEP ? row->reason : NULL);
    if (row->kind != SIMPLIFY_KEEP) {
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
    if (row->kind == SIMPLIFY_PARTS) cli_json_int(json, "parts", row->made->parts->npart);
    cli_json_close(json);
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
