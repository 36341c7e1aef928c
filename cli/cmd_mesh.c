// limb mesh: what mesh files hold; conversion, hulls and decimation.
#include "cli.h"
#include "json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
static limb_status work(const cli *app, limb_mesh **mesh);
static int save(const cli *app, const limb_mesh *mesh);
static int save_materials(const cli *app, const limb_mesh *mesh, char *name, size_t capacity);
static void print_text(const limb_mesh *mesh, const limb_mesh_topology *t);
static void print_json(cli_json *json, const limb_mesh *mesh, const limb_mesh_topology *t);
static const char *number(char text[LIMB_NUMBER_SIZE + 1], double value);

static const cli_option option[] = {
    {'o', "output", CLI_TEXT, offsetof(mesh_opts, output), "FILE", NULL,
     "write the mesh in the format of the extension: .stl, .obj, .glb"},
    {0, "json", CLI_FLAG, offsetof(mesh_opts, json), NULL, NULL, "print as JSON"},
    {0, "hull", CLI_FLAG, offsetof(mesh_opts, hull), NULL, NULL, "take the convex hull"},
    {0, "decimate", CLI_INT, offsetof(mesh_opts, decimate), "COUNT", NULL,
     "reduce to at most COUNT triangles"},
    {0, "max-error", CLI_NUMBER, offsetof(mesh_opts, max_error), "METRES", NULL,
     "do not move the surface farther when reducing; alone: reduce as far as this allows"},
    {0, "weld", CLI_NUMBER, offsetof(mesh_opts, weld), "METRES", NULL,
     "join vertices nearer than this (default: equal ones)"},
    {0, "apply-up-axis", CLI_FLAG, offsetof(mesh_opts, up_axis), NULL, NULL,
     "COLLADA: turn to z-up by the file's up_axis, which RViz ignores"},
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
    .summary = "describe mesh files; convert, hull and reduce them",
    .description = "Reads STL, OBJ, COLLADA, glTF, GLB and PLY by content, whatever the extension. "
                   "Lengths are "
                   "metres in the mesh's own frame, before the scale of a URDF.",
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
    cli_json json;
    cli_json_init(&json, stdout);
    if (opts->json) cli_json_open(&json, NULL, '[');
    cli_progress progress;
    cli_progress_start(&progress, "reading meshes", app->operand.count);
    int worst = CLI_OK;
    for (int i = 0; i < app->operand.count; i++) {
        const int code = show_file(app, app->operand.item[i], opts->json ? &json : NULL);
        if (code > worst) worst = code;
        cli_progress_step(&progress, i + 1);
    }
    cli_progress_end(&progress);
    if (opts->json) cli_json_close(&json);
    return worst;
}

static int show_file(const cli *app, const char *path, cli_json *json)
{
    const mesh_opts *opts = app->opts;
    limb_mesh *mesh;
    int code = load(app, path, &mesh);
    if (code != CLI_OK) return code;
    limb_mesh_topology topology;
    limb_status status = work(app, &mesh);
    if (status == LIMB_OK) status = limb_mesh_find_topology(&topology, mesh, NULL);
    if (status != LIMB_OK) {
        cli_message(app, "%s: %s", path, limb_status_text(status));
        limb_mesh_free(mesh);
        return CLI_UNREADABLE;
    }
    if (opts->output)
        code = save(app, mesh);
    else if (json)
        print_json(json, mesh, &topology);
    else
        print_text(mesh, &topology);
    limb_mesh_free(mesh);
    return code;
}

static int load(const cli *app, const char *path, limb_mesh **mesh)
{
    const mesh_opts *opts = app->opts;
    limb_report *report;
    if (limb_report_create(&report, NULL) != LIMB_OK) return CLI_UNREADABLE;
    const limb_mesh_opts how = {
        .report = report, .weld = opts->weld, .apply_up_axis = opts->up_axis};
    const limb_status status = limb_mesh_load(mesh, path, &how);
    cli_print_findings(app, report, LIMB_INFO);
    limb_report_free(report);
    if (status == LIMB_OK) return CLI_OK;
    if (status == LIMB_ERROR_MEMORY) cli_message(app, "%s", limb_status_text(status));
    return status == LIMB_ERROR_IO || status == LIMB_ERROR_MEMORY ? CLI_UNREADABLE : CLI_FINDINGS;
}

// Hull and reduction replace the mesh; its name stays.
static limb_status work(const cli *app, limb_mesh **mesh)
{
    const mesh_opts *opts = app->opts;
    for (int step = 0; step < 2; step++) {
        limb_mesh *made = NULL;
        limb_status status = LIMB_OK;
        if (step == 0 && opts->hull) {
            status = limb_hull_build(&made, (*mesh)->position, (*mesh)->nvertex, NULL, NULL);
        } else if (step == 1 && (opts->decimate > 0 || opts->max_error > 0)) {
            const limb_decimate_opts how = {.ntriangle = opts->decimate,
                                            .max_error = opts->max_error};
            status = limb_mesh_decimate(&made, *mesh, &how, NULL);
        }
        if (status != LIMB_OK) return status;
        if (!made) continue;
        limb_mesh named = *made;
        named.file = (*mesh)->file;
        named.format = (*mesh)->format;
        limb_mesh *kept;
        status = limb_mesh_copy(&kept, &named, NULL);
        limb_mesh_free(made);
        if (status != LIMB_OK) return status;
        limb_mesh_free(*mesh);
        *mesh = kept;
    }
    return LIMB_OK;
}

//---- writing -------------------------------------------------------------------------------------

static int save(const cli *app, const limb_mesh *mesh)
{
    const mesh_opts *opts = app->opts;
    limb_mesh_format format = LIMB_MESH_UNKNOWN;
    if (cli_has_extension(opts->output, ".stl")) format = LIMB_MESH_STL;
    if (cli_has_extension(opts->output, ".obj")) format = LIMB_MESH_OBJ;
    if (cli_has_extension(opts->output, ".glb")) format = LIMB_MESH_GLB;
    if (format == LIMB_MESH_UNKNOWN)
        return cli_usage(app, "%s: a mesh is written as .stl, .obj or .glb", opts->output);
    char library[4096] = "";
    if (format == LIMB_MESH_OBJ && mesh->nmaterial > 0) {
        const int code = save_materials(app, mesh, library, sizeof library);
        if (code != CLI_OK) return code;
    }
    const char *slash = strrchr(library, '/');
    const char *name = library[0] ? (slash ? slash + 1 : library) : NULL;
    cli_buffer bytes = {0};
    const limb_status status = limb_mesh_write(mesh, format, name, cli_buffer_write, &bytes);
    int code = CLI_UNREADABLE;
    if (status == LIMB_OK)
        code = cli_save(app, opts->output, bytes.data, bytes.size);
    else
        cli_message(app, "%s", limb_status_text(status));
    cli_buffer_free(&bytes);
    return code;
}

// Beside the OBJ, under its name with .mtl.
static int save_materials(const cli *app, const limb_mesh *mesh, char *name, size_t capacity)
{
    const mesh_opts *opts = app->opts;
    const size_t size = strlen(opts->output);
    if (size + 1 > capacity) return cli_usage(app, "the output's name is too long");
    memcpy(name, opts->output, size + 1);
    memcpy(name + size - 3, "mtl", 3);
    cli_buffer text = {0};
    const limb_status status = limb_mesh_write_mtl(mesh, cli_buffer_write, &text);
    const int code = status == LIMB_OK ? cli_save(app, name, text.data, text.size) : CLI_UNREADABLE;
    cli_buffer_free(&text);
    return code;
}

//---- printing ------------------------------------------------------------------------------------

// A number of six digits, free of locale.
static const char *number(char text[LIMB_NUMBER_SIZE + 1], double value)
{
    if (value != 0 && isfinite(value)) {
        const double scale = pow(10, 5 - floor(log10(fabs(value))));
        const double shown = rint(value * scale) / scale;
        if (isfinite(shown)) value = shown;
    }
    text[limb_number_print(text, value)] = 0;
    return text;
}

static void print_numbers(const char *name, const double *value, int count, const char *unit)
{
    printf("  %-12s", name);
    for (int k = 0; k < count; k++) {
        char text[LIMB_NUMBER_SIZE + 1];
        printf(" %s", number(text, value[k]));
    }
    printf("%s%s\n", unit[0] ? " " : "", unit);
}

static void print_text(const limb_mesh *mesh, const limb_mesh_topology *t)
{
    printf("%s: %s\n", mesh->file, limb_mesh_format_name(mesh->format));
    printf("  %-12s %d", "triangles", mesh->ntriangle);
    if (mesh->ndegenerate > 0) printf(" (%d degenerate left out)", mesh->ndegenerate);
    printf("\n  %-12s %d (%d in the file, %d different positions)\n", "vertices", mesh->nvertex,
           mesh->nvertex_read, t->nvertex);
    double size[3], lower[3];
    for (int k = 0; k < 3; k++) {
        size[k] = (double)mesh->upper[k] - (double)mesh->lower[k];
        lower[k] = (double)mesh->lower[k];
    }
    print_numbers("size", size, 3, "m");
    print_numbers("from", lower, 3, "m");
    const double area = limb_mesh_area(mesh), volume = limb_mesh_volume(mesh);
    print_numbers("area", &area, 1, "m^2");
    print_numbers("volume", &volume, 1, t->watertight ? "m^3" : "m^3 (the mesh is not closed)");
    printf("  %-12s %s; %d open, %d crowded, %d flipped edges; %d piece%s\n", "watertight",
           t->watertight ? "yes" : "no", t->nopen, t->ncrowded, t->nflipped, t->ncomponent,
           cli_plural(t->ncomponent));
    if (mesh->has_unit) print_numbers("unit", &mesh->unit, 1, "m");
    static const char *const axis[] = {"", "x", "y", "z"};
    if (mesh->up_axis != LIMB_UP_UNKNOWN) printf("  %-12s %s\n", "up axis", axis[mesh->up_axis]);
    printf("  %-12s %d\n", "parts", mesh->npart);
    for (int i = 0; i < mesh->nmaterial; i++) {
        const limb_mesh_material *m = &mesh->material[i];
        printf("  %-12s %s", i ? "" : "materials", m->name[0] ? m->name : "(no name)");
        for (int k = 0; k < 4; k++) {
            char text[LIMB_NUMBER_SIZE + 1];
            printf(" %s", number(text, (double)m->rgba[k]));
        }
        if (m->has_texture) printf(" %s", m->texture.path ? m->texture.path : "(embedded picture)");
        printf("\n");
    }
}

static void print_json(cli_json *json, const limb_mesh *mesh, const limb_mesh_topology *t)
{
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "file", mesh->file);
    cli_json_text(json, "format", limb_mesh_format_name(mesh->format));
    cli_json_int(json, "triangles", mesh->ntriangle);
    cli_json_int(json, "degenerate", mesh->ndegenerate);
    cli_json_int(json, "vertices", mesh->nvertex);
    cli_json_int(json, "vertices_read", mesh->nvertex_read);
    cli_json_int(json, "positions", t->nvertex);
    double lower[3], upper[3];
    for (int k = 0; k < 3; k++) {
        lower[k] = (double)mesh->lower[k];
        upper[k] = (double)mesh->upper[k];
    }
    cli_json_numbers(json, "lower", lower, 3);
    cli_json_numbers(json, "upper", upper, 3);
    cli_json_number(json, "area", limb_mesh_area(mesh));
    cli_json_number(json, "volume", limb_mesh_volume(mesh));
    cli_json_bool(json, "watertight", t->watertight);
    cli_json_int(json, "open_edges", t->nopen);
    cli_json_int(json, "crowded_edges", t->ncrowded);
    cli_json_int(json, "flipped_edges", t->nflipped);
    cli_json_int(json, "pieces", t->ncomponent);
    limb_mass_properties mass;
    if (t->watertight && limb_mesh_mass(&mass, mesh, 1000, NULL) == LIMB_OK) {
        cli_json_open(json, "mass_at_1000_kg_per_m3", '{');
        cli_json_number(json, "mass", mass.mass);
        cli_json_numbers(json, "center", mass.center, 3);
        cli_json_numbers(json, "inertia", mass.inertia, 6);
        cli_json_close(json);
    }
    cli_json_open(json, "parts", '[');
    for (int i = 0; i < mesh->npart; i++) {
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", mesh->part[i].name);
        cli_json_int(json, "triangles", mesh->part[i].count);
        cli_json_int(json, "material", mesh->part[i].material);
        cli_json_close(json);
    }
    cli_json_close(json);
    cli_json_open(json, "materials", '[');
    for (int i = 0; i < mesh->nmaterial; i++) {
        const limb_mesh_material *m = &mesh->material[i];
        double rgba[4];
        for (int k = 0; k < 4; k++)
            rgba[k] = (double)m->rgba[k];
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", m->name);
        cli_json_numbers(json, "rgba", rgba, 4);
        cli_json_text(json, "texture", m->has_texture ? m->texture.path : NULL);
        cli_json_bool(json, "embedded", m->has_texture && m->texture.bytes);
        cli_json_close(json);
    }
    cli_json_close(json);
    cli_json_close(json);
}
