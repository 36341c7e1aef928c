// limb inertia: computes the inertia of the links' shapes and compares it with the declared one.
#include "commands/shapes/inertia.h"

#include <stdlib.h>
#include <string.h>

typedef struct inertia_opts {
    double density;
    const char *mass_from;
    const char *from;
    cli_list link;
    cli_list package;
    bool json;
    bool write;
} inertia_opts;

static int run(cli *app);
static int choose_links(inertia_table *t);
static int compute(inertia_table *t, const limb_resolve_opts *resolve);
static limb_status compute_row(inertia_row *r, const limb_inertia_opts *opts);

static const cli_option option[] = {
    {0, "density", CLI_POSITIVE, offsetof(inertia_opts, density), "KG_PER_M3", NULL,
     "density of all shapes (default 1000, water; aluminum 2700, steel 7850)"},
    {0, "mass-from", CLI_CHOICE, offsetof(inertia_opts, mass_from), "SOURCE", "density|urdf",
     "urdf: scale to the mass that each link declares"},
    {0, "from", CLI_CHOICE, offsetof(inertia_opts, from), "SHAPES", "any|collision|visual",
     "which shapes to use; any: collisions, falling back to visuals"},
    {0, "link", CLI_MANY, offsetof(inertia_opts, link), "LINK", NULL,
     "only this link; may be repeated"},
    CLI_PACKAGE_OPTIONS(inertia_opts, package),
    {'j', "json", CLI_FLAG, offsetof(inertia_opts, json), NULL, NULL, "print as JSON"},
    {'w', "write", CLI_FLAG, offsetof(inertia_opts, write), NULL, NULL,
     "write the computed values to the file; the rest stays byte for byte"},
};

static const cli_example example[] = {
    {"limb inertia arm.urdf", "computed at 1000 kg/m^3 and declared"},
    {"limb inertia --mass-from urdf --write arm.urdf", "new tensors for the masses of the file"},
    {"limb inertia --density 2700 --link hand arm.urdf", "one link, of aluminum"},
};

const cli_command cli_inertia = {
    .name = "inertia",
    .operands = "FILE",
    .summary = "compute masses and inertia from the shapes and compare them with the declared ones",
    .description =
        "Treats the shapes of each link as solids: closed forms for primitives, exact integrals "
        "for closed meshes, the convex hull of open ones; overlapping volume counts twice. Values "
        "are in the link's axes, the tensor about the center of mass.\n\n"
        "With --write, mass, center and tensor of each computed link are written to its "
        "<inertial>, in "
        "its axes; links that could not be computed are left unchanged. Exits with 3 if "
        "a mesh or the geometry of a shape could not be read.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(inertia_opts),
    .min_operands = 1,
    .max_operands = 1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

static int run(cli *app)
{
    const inertia_opts *opts = app->opts;
    const char *path = app->operand.item[0];
    const bool by_mass = opts->mass_from && strcmp(opts->mass_from, "urdf") == 0;
    if (opts->density > 0 && by_mass)
        return cli_usage(app, "--density and --mass-from urdf cannot be used together");
    if (opts->write && strcmp(path, "-") == 0)
        return cli_usage(app, "--write changes a file, so it cannot read standard input");
    if (opts->write && limb_robot_file_is_xacro(path))
        return cli_usage(app, "%s is xacro, and its expansion must not replace it", path);
    inertia_table t = {.app = app};
    cli_packages packages;
    const int parsed = cli_packages_parse(app, &opts->package, &packages);
    if (parsed != CLI_OK) return parsed;
    int code = cli_load_robot(app, path, &t.robot);
    if (code == CLI_OK) code = choose_links(&t);
    if (code == CLI_OK) code = compute(&t, &packages.resolve);
    if (code == CLI_OK) {
        if (opts->json)
            cli_inertia_print_json(&t);
        else
            cli_inertia_print(&t);
        if (opts->write) code = cli_inertia_write(&t);
        // a link with unreadable shapes was not computed
        for (int i = 0; i < t.nrow; i++)
            if (t.row[i].computed.nmissing > 0) cli_leave_out(app);
    }
    free(t.row);
    limb_robot_free(t.robot);
    cli_packages_free(&packages);
    return code;
}

//---- computing -----------------------------------------------------------------------------------

static int choose_links(inertia_table *t)
{
    const inertia_opts *opts = t->app->opts;
    const bool all = opts->link.count == 0;
    t->nrow = all ? t->robot->nlink : opts->link.count;
    t->row = calloc((size_t)t->nrow + 1, sizeof *t->row);
    if (!t->row) return cli_fail(t->app, LIMB_ERROR_MEMORY);
    for (int i = 0; i < t->nrow; i++) {
        const int link = all ? i : cli_find_link(t->app, t->robot, opts->link.item[i]);
        if (link < 0) return CLI_USAGE;
        t->row[i].link = &t->robot->link[link];
        for (int k = 0; k < i && !all; k++) {
            if (t->row[k].link != t->row[i].link) continue;
            return cli_usage(t->app, "link \"%s\" is given twice", t->row[i].link->name);
        }
    }
    return CLI_OK;
}

static int compute(inertia_table *t, const limb_resolve_opts *resolve)
{
    const inertia_opts *opts = t->app->opts;
    limb_inertia_opts how = {.density = opts->density};
    if (opts->from && strcmp(opts->from, "collision") == 0)
        how.source = LIMB_INERTIA_SOURCE_COLLISION;
    if (opts->from && strcmp(opts->from, "visual") == 0) how.source = LIMB_INERTIA_SOURCE_VISUAL;
    how.declared_mass = opts->mass_from && strcmp(opts->mass_from, "urdf") == 0;
    const limb_robot_meshes_opts load = {
        .resolve = resolve,
        .mesh = &(limb_mesh_opts){.normals = LIMB_MESH_NORMALS_NONE, .draco = CLI_DRACO},
        .no_visual = how.source == LIMB_INERTIA_SOURCE_COLLISION,
        .no_collision = how.source == LIMB_INERTIA_SOURCE_VISUAL};
    limb_robot_meshes *meshes = NULL;
    limb_status status = limb_robot_meshes_load(&meshes, t->robot, &load);
    how.find_mesh = limb_robot_meshes_find;
    how.find_ctx = meshes;
    bool is_missing = false;
    for (int i = 0; i < t->nrow && status == LIMB_OK; i++) {
        status = compute_row(&t->row[i], &how);
        is_missing |= t->row[i].computed.nmissing > 0;
    }
    if (status == LIMB_OK && is_missing) cli_report_meshes(t->app, meshes, "left out");
    limb_robot_meshes_free(meshes);
    if (status == LIMB_OK) return CLI_OK;
    return cli_fail(t->app, status);
}

static limb_status compute_row(inertia_row *r, const limb_inertia_opts *opts)
{
    const limb_status status = limb_link_compute_inertia(&r->computed, r->link, opts);
    if (status != LIMB_OK) return status;
    r->is_declared = limb_link_declared_inertia(&r->declared, r->link);
    r->is_compared = limb_link_compare_inertia(&r->comparison, r->link, &r->computed);
    return LIMB_OK;
}
