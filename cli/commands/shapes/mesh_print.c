// limb mesh: prints the properties of a mesh, as text and as JSON.
#include "commands/shapes/mesh.h"
#include "limb/system.h"

#include <math.h>

static const char *const axis[] = {"", "x", "y", "z"}; // by limb_up_axis

static void print_materials(const limb_mesh *mesh);
static void print_json_parts(cli_json *json, const limb_mesh *mesh);
static void print_json_materials(cli_json *json, const limb_mesh *mesh);
static void print_numbers(const char *name, const double *value, int count, const char *unit);
static void print_path(const char *path);
static const char *number(char text[LIMB_NUMBER_SIZE], double value);

void cli_mesh_print(const limb_mesh *mesh, const limb_mesh_topology *t, const cli_mesh_work *work)
{
    char file[CLI_NAME_SIZE];
    printf("%s: %s\n", cli_visible(mesh->file, file), limb_mesh_format_name(mesh->format));
    printf("  %-12s %d", "triangles", mesh->ntriangle);
    if (mesh->ndegenerate > 0) printf(" (%d degenerate omitted)", mesh->ndegenerate);
    if (mesh->nskipped > 0) printf(" (points and lines omitted: %d)", mesh->nskipped);
    printf("\n  %-12s %d (%d in the file, %d distinct positions)\n", "vertices", mesh->nvertex,
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
    printf("  %-12s %s; %d open, %d non-manifold, %d flipped edges; %d piece%s\n", "watertight",
           t->watertight ? "yes" : "no", t->nopen, t->nnonmanifold, t->nflipped, t->ncomponent,
           cli_plural(t->ncomponent));
    static const char *const spans[] = {"nothing", "a point", "a line", "flat, with both its sides",
                                        "a solid"};
    if (work->is_hull) printf("  %-12s %s\n", "hull", spans[work->dimension + 1]);
    if (work->is_reduced) print_numbers("moved by", &work->error, 1, "m at most");
    if (mesh->has_unit) print_numbers("unit", &mesh->unit, 1, "m");
    if (mesh->up_axis != LIMB_UP_UNKNOWN) printf("  %-12s %s\n", "up axis", axis[mesh->up_axis]);
    printf("  %-12s %d\n", "parts", mesh->npart);
    print_materials(mesh);
}

static void print_materials(const limb_mesh *mesh)
{
    for (int i = 0; i < mesh->nmaterial; i++) {
        const limb_mesh_material *m = &mesh->material[i];
        char name[CLI_NAME_SIZE];
        printf("  %-12s %s", i ? "" : "materials",
               m->name[0] ? cli_visible(m->name, name) : "(no name)");
        for (int k = 0; k < 4; k++) {
            char text[LIMB_NUMBER_SIZE];
            printf(" %s", number(text, (double)m->rgba[k]));
        }
        if (m->has_texture) print_path(m->texture.path ? m->texture.path : "(embedded picture)");
        printf("\n");
    }
}

void cli_mesh_print_json(cli_json *json, const limb_mesh *mesh, const limb_mesh_topology *t,
                         const cli_mesh_work *work)
{
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "file", mesh->file);
    cli_json_text(json, "format", limb_mesh_format_name(mesh->format));
    cli_json_int(json, "triangles", mesh->ntriangle);
    cli_json_int(json, "degenerate", mesh->ndegenerate);
    cli_json_int(json, "skipped", mesh->nskipped);
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
    cli_json_int(json, "non_manifold_edges", t->nnonmanifold);
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
    if (work->is_hull) cli_json_int(json, "hull_dimension", work->dimension);
    if (work->is_reduced) cli_json_number(json, "reduction_error", work->error);
    if (mesh->has_unit)
        cli_json_number(json, "unit", mesh->unit);
    else
        cli_json_null(json, "unit");
    cli_json_text(json, "up_axis", mesh->up_axis == LIMB_UP_UNKNOWN ? NULL : axis[mesh->up_axis]);
    print_json_parts(json, mesh);
    print_json_materials(json, mesh);
    cli_json_close(json);
}

static void print_json_parts(cli_json *json, const limb_mesh *mesh)
{
    cli_json_open(json, "parts", '[');
    for (int i = 0; i < mesh->npart; i++) {
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", mesh->part[i].name);
        cli_json_int(json, "triangles", mesh->part[i].count);
        cli_json_int(json, "material", mesh->part[i].material);
        cli_json_close(json);
    }
    cli_json_close(json);
}

static void print_json_materials(cli_json *json, const limb_mesh *mesh)
{
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
}

static void print_numbers(const char *name, const double *value, int count, const char *unit)
{
    printf("  %-12s", name);
    for (int k = 0; k < count; k++) {
        char text[LIMB_NUMBER_SIZE];
        printf(" %s", number(text, value[k]));
    }
    printf("%s%s\n", unit[0] ? " " : "", unit);
}

// Prints the full text, without characters that could control the terminal.
static void print_path(const char *path)
{
    putchar(' ');
    for (; *path; path++) {
        // with its second byte, if that could make it a control character
        const bool two = (unsigned char)path[0] == 0xC2 && path[1];
        const char character[3] = {path[0], two ? path[1] : '\0', '\0'};
        char text[CLI_NAME_SIZE];
        fputs(cli_visible(character, text), stdout);
        path += two;
    }
}

// Prints a number with six digits, independent of the locale.
static const char *number(char text[LIMB_NUMBER_SIZE], double value)
{
    if (value != 0 && isfinite(value)) {
        const int exponent = (int)floor(log10(fabs(value))) - 5;
        char rounded[40];
        snprintf(rounded, sizeof rounded, "%.0fe%d", value / pow(10, exponent), exponent);
        limb_number_parse(rounded, &value);
    }
    limb_number_print(text, value);
    return text;
}
