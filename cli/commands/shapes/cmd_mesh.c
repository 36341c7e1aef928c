// limb mesh: describes mesh files; conversion, hulls and decimation.
#include "commands/shapes/mesh.h"

typedef struct mesh_opts {
    const char *output;
    bool json;
    bool hull;
    int decimate;
    double max_error;
    double weld;
    bool up_axis;
} mesh_opts;

static int run(cli *app);
static int show_file(const cli *app, const char *path, cli_json *json);
static int load(const cli *app, const char *path, limb_mesh **mesh);
static limb_status work(const cli *app, limb_mesh **mesh, cli_mesh_work *done);
static void step(void *progress, int done, int total);
static limb_status replace(limb_mesh **mesh, limb_mesh *made);

static const cli_option option[] = {
    {'o', "output", CLI_TEXT, offsetof(mesh_opts, output), "FILE", NULL,
     "write the mesh in the format of the extension: .stl, .obj, .glb"},
    {'j', "json", CLI_FLAG, offsetof(mesh_opts, json), NULL, NULL, "print as JSON"},
    {0, "hull", CLI_FLAG, offsetof(mesh_opts, hull), NULL, NULL, "take the convex hull"},
    {0, "decimate", CLI_POSITIVE_INT, offsetof(mesh_opts, decimate), "COUNT", NULL,
     "reduce to at most COUNT triangles"},
    {0, "max-error", CLI_POSITIVE, offsetof(mesh_opts, max_error), "METERS", NULL,
     "move vertices at most this far from the surface; without --decimate, reduce as far as this "
     "allows"},
    {0, "weld", CLI_NUMBER, offsetof(mesh_opts, weld), "METERS", NULL,
     "merge vertices closer than this (default: only equal ones)"},
    {0, "apply-up-axis", CLI_FLAG, offsetof(mesh_opts, up_axis), NULL, NULL,
     "rotate to z-up by COLLADA's up_axis or glTF's standard, which robots seldom follow"},
};

static const cli_example example[] = {
    {"limb mesh link1.dae", "format, triangles, bounds, volume, materials"},
    {"limb mesh hand.stl -o hand.glb", "convert"},
    {"limb mesh base.stl --hull -o base_hull.stl", "a convex hull for collision"},
    {"limb mesh base.stl --decimate 2000 -o small.stl", "fewer triangles"},
};

const cli_command cli_mesh = {
    .name = "mesh",
    .operands = "FILE...",
    .summary = "describe mesh files; convert them, take their hull, reduce them",
    .description = "Reads STL, OBJ, COLLADA, glTF, GLB and PLY by content, whatever the extension. "
                   "Lengths are "
                   "meters in the mesh's own frame, before the scale of a URDF.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(mesh_opts),
    .min_operands = 1,
    .max_operands = -1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

static int run(cli *app)
{
    const mesh_opts *opts = app->opts;
    if (opts->output && app->operand.count > 1)
        return cli_usage(app, "-o takes one mesh, not %d", app->operand.count);
    if (opts->output && limb_mesh_format_written(opts->output) == LIMB_MESH_FORMAT_UNKNOWN)
        return cli_usage(app, "%s: a mesh can be written as .stl, .obj or .glb", opts->output);
    if (!(opts->max_error >= 0 && opts->weld >= 0))
        return cli_usage(app, "--max-error and --weld must be lengths of at least 0");
    cli_json json;
    cli_json_init(&json, stdout);
    if (opts->json) {
        cli_json_open_schema(&json, "limb-mesh/1");
        cli_json_open(&json, "meshes", '[');
    }
    cli_progress progress;
    cli_progress_start(&progress, "reading meshes", app->operand.count);
    int worst = CLI_OK;
    for (int i = 0; i < app->operand.count; i++) {
        const int code = show_file(app, app->operand.item[i], opts->json ? &json : NULL);
        if (code > worst) worst = code;
        if (app->operand.count > 1) cli_progress_step(&progress, i + 1);
    }
    cli_progress_end(&progress);
    if (opts->json) {
        cli_json_close(&json);
        cli_json_close(&json);
    }
    return worst;
}

static int show_file(const cli *app, const char *path, cli_json *json)
{
    const mesh_opts *opts = app->opts;
    limb_mesh *mesh;
    int code = load(app, path, &mesh);
    if (code != CLI_OK) return code;
    limb_mesh_topology topology;
    cli_mesh_work done = {0};
    limb_status status = work(app, &mesh, &done);
    if (status == LIMB_OK) status = limb_mesh_compute_topology(&topology, mesh, NULL);
    if (status != LIMB_OK) {
        cli_message(app, "%s: %s", path, limb_status_text(status));
        limb_mesh_free(mesh);
        return CLI_UNREADABLE;
    }
    if (done.is_reduced && opts->decimate > 0 && mesh->ntriangle > opts->decimate) {
        cli_message(
            app, "%s: stopped at %d triangles (requested %d): no more edges can be collapsed%s",
            path, mesh->ntriangle, opts->decimate, opts->max_error > 0 ? " within the error" : "");
    }
    if (opts->output) code = cli_mesh_save(app, mesh, opts->output);
    if (json)
        cli_mesh_print_json(json, mesh, &topology, &done);
    else if (!opts->output)
        cli_mesh_print(mesh, &topology, &done);
    limb_mesh_free(mesh);
    return code;
}

static int load(const cli *app, const char *path, limb_mesh **mesh)
{
    const mesh_opts *opts = app->opts;
    limb_report *report;
    if (limb_report_create(&report, NULL) != LIMB_OK) return cli_fail(app, LIMB_ERROR_MEMORY);
    const limb_mesh_opts how = {.draco = CLI_DRACO,
                                .report = report,
                                .weld = opts->weld,
                                .apply_up_axis = opts->up_axis,
                                .turn_y_up = opts->up_axis};
    const limb_status status = limb_mesh_load(mesh, path, &how);
    const bool shown = cli_print_findings(app, report, LIMB_SEVERITY_INFO);
    limb_report_free(report);
    if (status == LIMB_OK && shown) return CLI_OK;
    if (status == LIMB_OK) {
        limb_mesh_free(*mesh);
        return CLI_UNREADABLE;
    }
    if (status == LIMB_ERROR_MEMORY) cli_message(app, "%s", limb_status_text(status));
    return status == LIMB_ERROR_IO || status == LIMB_ERROR_MEMORY ? CLI_UNREADABLE : CLI_FINDINGS;
}

// Replaces the mesh by its hull, then decimates it, as requested.
static limb_status work(const cli *app, limb_mesh **mesh, cli_mesh_work *done)
{
    const mesh_opts *opts = app->opts;
    limb_status status = LIMB_OK;
    limb_mesh *made;
    done->is_hull = opts->hull;
    if (done->is_hull) {
        status =
            limb_hull_build(&made, (*mesh)->position, (*mesh)->nvertex, NULL, &done->dimension);
        if (status == LIMB_OK) status = replace(mesh, made);
    }
    done->is_reduced = opts->decimate > 0 || opts->max_error > 0;
    if (status == LIMB_OK && done->is_reduced) {
        limb_decimate_opts how = {.ntriangle = opts->decimate, .max_error = opts->max_error};
        // several meshes are counted per file, not per operation
        cli_progress progress;
        if (app->operand.count == 1) {
            cli_progress_start(&progress, "reducing the mesh", (*mesh)->ntriangle - how.ntriangle);
            how.progress = step;
            how.progress_ctx = &progress;
        }
        status = limb_mesh_decimate(&made, *mesh, &how, &done->error);
        if (how.progress) cli_progress_end(&progress);
        if (status == LIMB_OK) status = replace(mesh, made);
    }
    return status;
}

static void step(void *progress, int done, int total)
{
    (void)total;
    cli_progress_step(progress, done);
}

// Replaces the mesh by the result; its name stays.
static limb_status replace(limb_mesh **mesh, limb_mesh *made)
{
    limb_mesh named = *made;
    named.file = (*mesh)->file;
    named.format = (*mesh)->format;
    limb_mesh *kept;
    const limb_status status = limb_mesh_copy(&kept, &named, NULL);
    limb_mesh_free(made);
    if (status != LIMB_OK) return status;
    limb_mesh_free(*mesh);
    *mesh = kept;
    return LIMB_OK;
}
