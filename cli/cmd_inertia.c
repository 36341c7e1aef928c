// limb inertia: what the links' shapes would weigh, beside what the file declares.
//
// The table's columns are as wide as their widest number, so that ten of them fit a terminal.
#include "cli.h"
#include "json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 10 };

// Digits that are written: more than any shape is known to.
enum { WRITTEN_DIGITS = 9 };
// What is this small beside the largest is rounding.
static const double NOISE = 1e-9;

typedef struct inertia_opts {
    double density;
    const char *mass_from;
    const char *from;
    cli_list link;
    cli_list package;
    bool json;
    bool write;
} inertia_opts;

typedef struct row { // one link
    const limb_link *link;
    limb_link_inertia computed;
    bool is_declared;
    limb_mass_properties declared;
    bool is_compared;
    limb_inertia_comparison comparison;
} row;

typedef struct table {
    const cli *app;
    limb_robot *robot;
    row *row;
    int nrow;
} table;

static int run(cli *app);
static int choose_links(table *t);
static int find_link(const table *t, const char *name);
static int compute(table *t, const limb_resolve_opts *resolve);
static limb_status compute_row(row *r, const limb_inertia_opts *opts);
static limb_mass_properties computed_of(const row *r);
static void print_table(const table *t);
static void print_links(const table *t, int width[COLUMNS], FILE *out);
static void print_name(const table *t, const row *r, FILE *out);
static void print_line(const char *name, const limb_mass_properties *m, int width[COLUMNS],
                       FILE *out);
static void print_json(const table *t);
static void print_json_row(cli_json *json, const row *r);
static void print_json_body(cli_json *json, const char *key, const limb_mass_properties *m);
static int write_file(table *t);
static limb_status write_link(limb_edit *edit, const limb_document *doc, const row *r);
static limb_status add_inertial(limb_edit *edit, int link, const double pose[12],
                                const char *content);
static double rounded(double value, double noise, int digits);

static const cli_option option[] = {
    {0, "density", CLI_NUMBER, offsetof(inertia_opts, density), "KG_PER_M3", NULL,
     "density of all shapes (default 1000, water; aluminium 2700, steel 7850)"},
    {0, "mass-from", CLI_CHOICE, offsetof(inertia_opts, mass_from), "SOURCE", "density|urdf",
     "urdf: scale to the mass that each link declares"},
    {0, "from", CLI_CHOICE, offsetof(inertia_opts, from), "SHAPES", "any|collision|visual",
     "which shapes to weigh; any: the collisions, or the visuals where those will not do"},
    {0, "link", CLI_MANY, offsetof(inertia_opts, link), "NAME", NULL,
     "only this link; may be repeated"},
    {0, "package", CLI_MANY, offsetof(inertia_opts, package), "NAME=DIR", NULL,
     "where a package is; may be repeated"},
    {0, "json", CLI_FLAG, offsetof(inertia_opts, json), NULL, NULL, "print as JSON"},
    {'w', "write", CLI_FLAG, offsetof(inertia_opts, write), NULL, NULL,
     "put the computed values into the file; the rest of it stays byte for byte"},
};

static const cli_example example[] = {
    {"limb inertia arm.urdf", "computed at 1000 kg/m^3 beside declared"},
    {"limb inertia --mass-from urdf --write arm.urdf", "new tensors for the masses of the file"},
    {"limb inertia --density 2700 --link hand arm.urdf", "one link, of aluminium"},
};

const cli_command cli_inertia = {
    .name = "inertia",
    .operands = "FILE",
    .summary = "compute masses and inertia from the shapes, beside the declared ones",
    .description =
        "Weighs the shapes of each link as solids: closed forms for primitives, exact integrals "
        "for closed meshes, the convex hull of open ones; shapes that overlap count twice. Values "
        "are in the link's axes, the tensor about the centre of mass.\n\n"
        "With --write, mass, centre and tensor of each computed link go into its <inertial>, in "
        "the axes it has; links that could not be computed are left as they are.",
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
    if (opts->density < 0 || !isfinite(opts->density))
        return cli_usage(app, "a density is positive");
    if (opts->density > 0 && by_mass)
        return cli_usage(app, "--density and --mass-from urdf exclude each other");
    if (opts->write && strcmp(path, "-") == 0)
        return cli_usage(app, "--write changes a file, so it cannot read standard input");
    table t = {.app = app};
    cli_packages packages;
    if (!cli_packages_parse(app, &opts->package, &packages)) return CLI_USAGE;
    int code = cli_load_robot(app, path, &t.robot);
    if (code == CLI_OK) code = choose_links(&t);
    if (code == CLI_OK) code = compute(&t, &packages.resolve);
    if (code == CLI_OK) {
        if (opts->json)
            print_json(&t);
        else
            print_table(&t);
        if (opts->write) code = write_file(&t);
    }
    free(t.row);
    limb_robot_free(t.robot);
    cli_packages_free(&packages);
    return code;
}

//---- computing -----------------------------------------------------------------------------------

static int choose_links(table *t)
{
    const inertia_opts *opts = t->app->opts;
    const bool all = opts->link.count == 0;
    t->nrow = all ? t->robot->nlink : opts->link.count;
    t->row = calloc((size_t)t->nrow + 1, sizeof *t->row);
    if (!t->row) {
        cli_message(t->app, "%s", limb_status_text(LIMB_ERROR_MEMORY));
        return CLI_UNREADABLE;
    }
    for (int i = 0; i < t->nrow; i++) {
        const int link = all ? i : find_link(t, opts->link.item[i]);
        if (link < 0) return CLI_USAGE;
        t->row[i].link = &t->robot->link[link];
        for (int k = 0; k < i && !all; k++) {
            if (t->row[k].link != t->row[i].link) continue;
            return cli_usage(t->app, "link \"%s\" is named twice", t->row[i].link->name);
        }
    }
    return CLI_OK;
}

// -1: told.
static int find_link(const table *t, const char *name)
{
    const limb_robot *robot = t->robot;
    const int link = limb_robot_find_link(robot, name);
    if (link >= 0) return link;
    const char **candidate = calloc((size_t)robot->nlink + 1, sizeof *candidate);
    int near = -1;
    for (int i = 0; i < robot->nlink && candidate; i++)
        candidate[i] = robot->link[i].name;
    if (candidate) near = limb_nearest(name, candidate, robot->nlink);
    if (near >= 0)
        cli_usage(t->app, "there is no link \"%s\"; did you mean \"%s\"?", name, candidate[near]);
    else
        cli_usage(t->app, "there is no link \"%s\"", name);
    free(candidate);
    return -1;
}

static int compute(table *t, const limb_resolve_opts *resolve)
{
    const inertia_opts *opts = t->app->opts;
    limb_inertia_opts how = {.density = opts->density};
    if (opts->from && strcmp(opts->from, "collision") == 0) how.from = LIMB_FROM_COLLISION;
    if (opts->from && strcmp(opts->from, "visual") == 0) how.from = LIMB_FROM_VISUAL;
    how.declared_mass = opts->mass_from && strcmp(opts->mass_from, "urdf") == 0;
    const limb_robot_meshes_opts load = {.resolve = resolve,
                                         .mesh = &(limb_mesh_opts){.normals = LIMB_NORMALS_NONE},
                                         .no_visual = how.from == LIMB_FROM_COLLISION,
                                         .no_collision = how.from == LIMB_FROM_VISUAL};
    limb_robot_meshes *meshes = NULL;
    limb_status status = limb_robot_meshes_load(&meshes, t->robot, &load);
    how.find_mesh = limb_robot_meshes_find;
    how.find_ctx = meshes;
    for (int i = 0; i < t->nrow && status == LIMB_OK; i++)
        status = compute_row(&t->row[i], &how);
    limb_robot_meshes_free(meshes);
    if (status == LIMB_OK) return CLI_OK;
    cli_message(t->app, "%s", limb_status_text(status));
    return CLI_UNREADABLE;
}

static limb_status compute_row(row *r, const limb_inertia_opts *opts)
{
    const limb_status status = limb_link_find_inertia(&r->computed, r->link, opts);
    if (status != LIMB_OK) return status;
    r->is_declared = limb_link_declared_inertia(&r->declared, r->link);
    r->is_compared = limb_link_compare_inertia(&r->comparison, r->link, &r->computed);
    return LIMB_OK;
}

static limb_mass_properties computed_of(const row *r)
{
    limb_mass_properties m = {.mass = r->computed.mass};
    memcpy(m.center, r->computed.center, sizeof m.center);
    memcpy(m.inertia, r->computed.inertia, sizeof m.inertia);
    return m;
}

//---- the table -----------------------------------------------------------------------------------

static void print_table(const table *t)
{
    static const char *const heading[COLUMNS] = {"MASS", "X",   "Y",   "Z",   "IXX",
                                                 "IXY",  "IXZ", "IYY", "IYZ", "IZZ"};
    int width[COLUMNS];
    for (int k = 0; k < COLUMNS; k++)
        width[k] = (int)strlen(heading[k]);
    print_links(t, width, NULL);
    printf("%s%-10s", t->app->color_out ? "\x1b[2m" : "", "LINK");
    for (int k = 0; k < COLUMNS; k++)
        printf("  %*s", width[k], heading[k]);
    printf("%s\n", t->app->color_out ? "\x1b[0m" : "");
    print_links(t, width, stdout);
}

// With no output only the widths grow.
static void print_links(const table *t, int width[COLUMNS], FILE *out)
{
    for (int i = 0; i < t->nrow; i++) {
        const row *r = &t->row[i];
        const limb_mass_properties computed = computed_of(r);
        if (out) print_name(t, r, out);
        if (!r->computed.reason) print_line("computed", &computed, width, out);
        if (r->is_declared) print_line("declared", &r->declared, width, out);
    }
}

static void print_name(const table *t, const row *r, FILE *out)
{
    char name[CLI_NAME_SIZE];
    const bool color = t->app->color_out;
    const limb_link_inertia *c = &r->computed;
    fprintf(out, "%s%s%s: ", color ? "\x1b[1m" : "", cli_visible(r->link->name, name),
            color ? "\x1b[0m" : "");
    if (c->reason) {
        fprintf(out, "%s\n", c->reason);
        return;
    }
    fprintf(out, "%d %s%s", c->nshape, c->from_visual ? "visual" : "collision",
            cli_plural(c->nshape));
    if (c->nhull > 0) {
        fprintf(out, " (%d mesh%s not closed: convex hull)", c->nhull,
                c->nhull == 1 ? " is" : "es are");
    }
    if (r->is_compared) {
        const limb_inertia_comparison *found = &r->comparison;
        fprintf(out, "; declared tensor %.3g times the solid's", found->factor);
        if (found->center_outside > 0)
            fprintf(out, ", centre %.3g m outside", found->center_outside);
        if (found->products_negated) fprintf(out, ", products look negated");
        if (found->about_origin) fprintf(out, ", looks taken about the origin");
    } else if (r->is_declared && r->declared.mass > 0 && r->link->inertial->has_inertia) {
        fprintf(out, "; no body has the declared tensor");
    }
    fputc('\n', out);
}

static void print_line(const char *name, const limb_mass_properties *m, int width[COLUMNS],
                       FILE *out)
{
    // to a hundredth of a millimetre, and to the fifth digit of the largest entry: what is below
    // only hides the rest
    double largest = 0;
    for (int k = 0; k < 6; k++)
        largest = fmax(largest, fabs(m->inertia[k]));
    const double grain = largest > 0 ? pow(10, floor(log10(largest)) - 4) : 1;
    double value[COLUMNS] = {m->mass};
    for (int k = 0; k < 9; k++) {
        const double unit = k < 3 ? 1e-5 : grain;
        const double steps = rint((k < 3 ? m->center[k] : m->inertia[k - 3]) / unit);
        value[1 + k] = steps == 0 ? 0 : steps * unit;
    }
    if (out) fprintf(out, "  %-8s", name);
    for (int k = 0; k < COLUMNS; k++) {
        char text[32];
        const int size = snprintf(text, sizeof text, "%.4g", value[k]);
        if (size > width[k]) width[k] = size;
        if (out) fprintf(out, "  %*s", width[k], text);
    }
    if (out) fputc('\n', out);
}

//---- JSON ----------------------------------------------------------------------------------------

static void print_json(const table *t)
{
    cli_json json;
    cli_json_init(&json, stdout);
    cli_json_open(&json, NULL, '[');
    for (int i = 0; i < t->nrow; i++)
        print_json_row(&json, &t->row[i]);
    cli_json_close(&json);
}

static void print_json_row(cli_json *json, const row *r)
{
    const limb_link_inertia *c = &r->computed;
    const limb_mass_properties computed = computed_of(r);
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "link", r->link->name);
    cli_json_text(json, "reason", c->reason);
    if (!c->reason) {
        cli_json_text(json, "from", c->from_visual ? "visual" : "collision");
        cli_json_int(json, "shapes", c->nshape);
        cli_json_int(json, "hulls", c->nhull);
        cli_json_number(json, "volume", c->volume);
        cli_json_number(json, "density", c->density);
        cli_json_numbers(json, "lower", c->lower, 3);
        cli_json_numbers(json, "upper", c->upper, 3);
        print_json_body(json, "computed", &computed);
    }
    if (r->is_declared) print_json_body(json, "declared", &r->declared);
    if (r->is_compared) {
        const limb_inertia_comparison *found = &r->comparison;
        cli_json_open(json, "comparison", '{');
        cli_json_number(json, "factor", found->factor);
        cli_json_numbers(json, "moment_factor", found->moment_factor, 3);
        cli_json_number(json, "center_distance", found->center_distance);
        cli_json_number(json, "center_outside", found->center_outside);
        cli_json_bool(json, "products_negated", found->products_negated);
        cli_json_bool(json, "about_origin", found->about_origin);
        cli_json_close(json);
    }
    cli_json_close(json);
}

static void print_json_body(cli_json *json, const char *key, const limb_mass_properties *m)
{
    cli_json_open(json, key, '{');
    cli_json_number(json, "mass", m->mass);
    cli_json_numbers(json, "center", m->center, 3);
    cli_json_numbers(json, "inertia", m->inertia, 6);
    cli_json_close(json);
}

//---- writing -------------------------------------------------------------------------------------

static int write_file(table *t)
{
    limb_edit *edit = NULL;
    int nwritten = 0, code = CLI_UNREADABLE;
    limb_status status = limb_edit_begin(&edit, t->robot);
    for (int i = 0; i < t->nrow && status == LIMB_OK; i++) {
        if (t->row[i].computed.reason) continue;
        status = write_link(edit, t->robot->document, &t->row[i]);
        nwritten++;
    }
    if (status == LIMB_OK) status = limb_edit_apply(edit, NULL);
    cli_buffer text = {0};
    if (status == LIMB_OK) status = limb_robot_write(t->robot, cli_buffer_write, &text);
    if (status == LIMB_OK) {
        code = cli_save(t->app, t->app->operand.item[0], text.data, text.size);
    } else {
        const char *why = edit ? limb_edit_message(edit) : "";
        cli_message(t->app, "%s", why[0] ? why : limb_status_text(status));
    }
    if (code == CLI_OK) {
        cli_message(t->app, "%d link%s written, %d left as %s", nwritten, cli_plural(nwritten),
                    t->nrow - nwritten, t->nrow - nwritten == 1 ? "it is" : "they are");
    }
    cli_buffer_free(&text);
    limb_edit_free(edit);
    return code;
}

// Changes the values of the link's <inertial> where they stand, or adds what is not there.
static limb_status write_link(limb_edit *edit, const limb_document *doc, const row *r)
{
    static const char *const name[6] = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
    const limb_link_inertia *c = &r->computed;
    const limb_inertial *inertial = r->link->inertial;
    const double noise = NOISE * c->moment[2];
    double pose[12], value[7] = {rounded(c->mass, 0, WRITTEN_DIGITS)};
    limb_pose_identity(pose);
    if (inertial) limb_origin_pose(&inertial->origin, pose);
    for (int k = 0; k < 3; k++)
        pose[4 * k + 3] = rounded(c->center[k], NOISE, WRITTEN_DIGITS);
    char number[7][LIMB_NUMBER_SIZE];
    for (int k = 0; k < 7; k++) {
        if (k > 0) value[k] = rounded(c->own_inertia[k - 1], noise, WRITTEN_DIGITS);
        limb_number_print(number[k], value[k]);
    }
    char mass[64], inertia[400], both[512];
    snprintf(mass, sizeof mass, "<mass value=\"%s\"/>", number[0]);
    snprintf(inertia, sizeof inertia,
             "<inertia ixx=\"%s\" ixy=\"%s\" ixz=\"%s\" iyy=\"%s\" iyz=\"%s\" izz=\"%s\"/>",
             number[1], number[2], number[3], number[4], number[5], number[6]);
    if (!inertial) {
        snprintf(both, sizeof both, "%s\n  %s", mass, inertia);
        return add_inertial(edit, r->link->node, pose, both);
    }
    const int mass_node = limb_node_find(doc, inertial->node, "mass");
    const int inertia_node = limb_node_find(doc, inertial->node, "inertia");
    limb_status status = limb_edit_set_origin(edit, inertial->node, pose);
    if (status == LIMB_OK)
        status = mass_node >= 0 ? limb_edit_set_attribute(edit, mass_node, "value", number[0])
                                : limb_edit_add(edit, inertial->node, mass);
    if (status == LIMB_OK && inertia_node < 0) return limb_edit_add(edit, inertial->node, inertia);
    for (int k = 0; k < 6 && status == LIMB_OK; k++)
        status = limb_edit_set_attribute(edit, inertia_node, name[k], number[k + 1]);
    return status;
}

static limb_status add_inertial(limb_edit *edit, int link, const double pose[12],
                                const char *content)
{
    char xml[800], at[3][LIMB_NUMBER_SIZE];
    for (int k = 0; k < 3; k++)
        limb_number_print(at[k], pose[4 * k + 3]);
    snprintf(xml, sizeof xml, "<inertial>\n  <origin xyz=\"%s %s %s\"/>\n  %s\n</inertial>", at[0],
             at[1], at[2], content);
    return limb_edit_add(edit, link, xml);
}

static double rounded(double value, double noise, int digits)
{
    if (fabs(value) <= noise || value == 0) return 0;
    const double scale = pow(10, digits - 1 - floor(log10(fabs(value))));
    const double shown = rint(value * scale) / scale;
    return isfinite(shown) ? shown : value;
}
