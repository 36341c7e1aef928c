// limb spheres: covers every link with a few spheres.
#include "commands/edit/edit.h"
#include "frame/json.h"
#include "limb/system.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct spheres_opts {
    int count;
    double error;
    cli_list link;
    cli_list package;
    const char *output;
    bool visual, json;
} spheres_opts;

typedef struct spheres_row { // one link
    const limb_link *link;
    limb_link_cover *cover;
} spheres_row;

typedef struct spheres_table {
    const cli *app;
    limb_robot *robot;
    spheres_row *row; // (robot->nlink)
    int nrow;
    bool is_partial; // shapes were left out
} spheres_table;

// Number of decimals written; radii are rounded up by the rounding error of centers.
static const double UNIT = 1e6;

static int run(cli *app);
static int check_options(const cli *app);
static int cover_links(spheres_table *t, const limb_resolve_opts *resolve);
static void report_uncovered(spheres_table *t, const limb_robot_meshes *meshes);
static limb_sphere written(const limb_sphere *sphere);
static double overshoot_of(const spheres_row *row);
static void print_table(const spheres_table *t);
static void print_json(const spheres_table *t, FILE *out);
static int save_json(const spheres_table *t);
static bool take_all(FILE *file, cli_buffer *out);
static int save_robot(spheres_table *t);
static limb_status edit_link(limb_edit *edit, const spheres_row *row);

static const cli_option option[] = {
    {0, "count", CLI_POSITIVE_INT, offsetof(spheres_opts, count), "N", NULL,
     "at most N spheres per link, placed to protrude as little as possible"},
    {0, "error", CLI_POSITIVE, offsetof(spheres_opts, error), "METERS", NULL,
     "as many spheres as needed to protrude no farther (default 5 % of the link's length)"},
    {0, "link", CLI_MANY, offsetof(spheres_opts, link), "NAME", NULL,
     "only this link; may be repeated"},
    {0, "visual", CLI_FLAG, offsetof(spheres_opts, visual), NULL, NULL,
     "use the shapes of <visual> instead of <collision>"},
    {'o', "output", CLI_TEXT, offsetof(spheres_opts, output), "FILE", NULL,
     "write JSON (.json), or the robot with the spheres as its collisions (.urdf)"},
    CLI_PACKAGE_OPTIONS(spheres_opts, package),
    {'j', "json", CLI_FLAG, offsetof(spheres_opts, json), NULL, NULL, "print the spheres as JSON"},
};

static const cli_example example[] = {
    {"limb spheres arm.urdf --count 8", "how well eight spheres cover each link"},
    {"limb spheres arm.urdf --error 0.01 -o spheres.json", "protruding by at most a centimeter"},
    {"limb spheres arm.urdf --count 8 -o round.urdf", "the robot with spheres as collisions"},
};

const cli_command cli_spheres = {
    .name = "spheres",
    .operands = "FILE",
    .summary = "cover the links with spheres, for fast collision checks and planners",
    .description =
        "Every point of a link's collision shapes, and of the volume of closed meshes, is in one "
        "of "
        "its spheres. The overshoot is the distance that spheres may protrude from the shapes: an "
        "upper bound, proven by branch and bound, not by sampling. Spheres of the file are used "
        "as they are.\n\n"
        "The JSON has the member collision_spheres that planners such as cuRobo read: for each "
        "link a list of center and radius, in meters and the link's frame. limb collide --spheres "
        "reads it. Exits with 3 if a shape could not be covered because its mesh or geometry "
        "cannot be read; then -o writes nothing.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(spheres_opts),
    .min_operands = 1,
    .max_operands = 1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

static int run(cli *app)
{
    const spheres_opts *opts = app->opts;
    int code = check_options(app);
    if (code != CLI_OK) return code;
    spheres_table t = {.app = app};
    cli_packages packages;
    const int parsed = cli_packages_parse(app, &opts->package, &packages);
    if (parsed != CLI_OK) return parsed;
    code = cli_load_robot(app, app->operand.item[0], &t.robot);
    if (code == CLI_OK) code = cover_links(&t, &packages.resolve);
    if (code == CLI_OK && opts->json) print_json(&t, stdout);
    if (code == CLI_OK && opts->output && t.is_partial) {
        cli_message(app, "%s is not written: its spheres would not contain every link",
                    opts->output);
    } else if (code == CLI_OK && opts->output) {
        code = cli_has_extension(opts->output, ".urdf") ? save_robot(&t) : save_json(&t);
    } else if (code == CLI_OK && !opts->json) {
        print_table(&t);
    }
    if (t.is_partial) cli_leave_out(app);
    for (int i = 0; i < t.nrow; i++)
        limb_link_cover_free(t.row[i].cover);
    free(t.row);
    limb_robot_free(t.robot);
    cli_packages_free(&packages);
    return code;
}

static int check_options(const cli *app)
{
    const spheres_opts *opts = app->opts;
    if (opts->count > 0 && opts->error > 0)
        return cli_usage(app, "--count and --error cannot be used together");
    if (opts->output && opts->json) return cli_usage(app, "--json and -o cannot be used together");
    if (opts->output && !cli_check_extension(app, opts->output, ".json|.urdf")) return CLI_USAGE;
    return CLI_OK;
}

//---- covering ------------------------------------------------------------------------------------

static int cover_links(spheres_table *t, const limb_resolve_opts *resolve)
{
    const spheres_opts *opts = t->app->opts;
    if (!cli_links_exist(t->app, t->robot, &opts->link)) return CLI_USAGE;
    const limb_mesh_opts plain = {.normals = LIMB_MESH_NORMALS_NONE, .draco = CLI_DRACO};
    const limb_robot_meshes_opts load = {.resolve = resolve,
                                         .mesh = &plain,
                                         .no_visual = !opts->visual,
                                         .no_collision = opts->visual};
    limb_robot_meshes *meshes = NULL;
    limb_status status = limb_robot_meshes_load(&meshes, t->robot, &load);
    t->row = calloc((size_t)t->robot->nlink + 1, sizeof *t->row);
    if (!t->row) status = LIMB_ERROR_MEMORY;
    const limb_cover_opts how = {.find_mesh = limb_robot_meshes_find,
                                 .find_ctx = meshes,
                                 .from_visual = opts->visual,
                                 .count = opts->count,
                                 .overshoot = opts->error};
    cli_progress progress;
    cli_progress_start(&progress, "covering links", t->robot->nlink);
    for (int i = 0; i < t->robot->nlink && status == LIMB_OK; i++) {
        if (!cli_link_is_chosen(&opts->link, &t->robot->link[i])) continue;
        spheres_row *row = &t->row[t->nrow++];
        row->link = &t->robot->link[i];
        status = limb_link_cover_build(&row->cover, t->robot, i, &how);
        cli_progress_step(&progress, i + 1);
    }
    cli_progress_end(&progress);
    if (status == LIMB_OK) report_uncovered(t, meshes);
    limb_robot_meshes_free(meshes);
    if (status == LIMB_OK) return CLI_OK;
    return cli_fail(t->app, status);
}

// Reports links with shapes that are in no sphere.
static void report_uncovered(spheres_table *t, const limb_robot_meshes *meshes)
{
    const spheres_opts *opts = t->app->opts;
    int nmessage = 0;
    for (int i = 0; i < t->nrow; i++) {
        const limb_link *link = t->row[i].link;
        const limb_link_cover *cover = t->row[i].cover;
        const int count = opts->visual ? link->nvisual + link->nbroken_visual
                                       : link->ncollision + link->nbroken_collision;
        if (cover->nmissing == 0 && (!cover->reason || count == 0)) continue;
        if (!t->is_partial) cli_report_meshes(t->app, meshes, "left out");
        t->is_partial = true;
        if (cover->reason)
            cli_message_alike(t->app, &nmessage, "link \"%s\" is not covered: %s", link->name,
                              cover->reason);
        else
            cli_message_alike(
                t->app, &nmessage,
                "link \"%s\" is only partly covered: %d of %d shapes could not be used", link->name,
                cover->nmissing, count);
    }
    cli_message_rest(t->app, nmessage, "links");
}

// Returns the sphere rounded to a micrometer, and enlarged by the shift of the center.
static limb_sphere written(const limb_sphere *sphere)
{
    limb_sphere out = *sphere;
    double moved = 0;
    for (int k = 0; k < 3; k++) {
        out.center[k] = rint(sphere->center[k] * UNIT) / UNIT + 0;
        moved += (out.center[k] - sphere->center[k]) * (out.center[k] - sphere->center[k]);
    }
    out.radius = fmax(ceil((sphere->radius + sqrt(moved)) * UNIT - 1e-6), 1) / UNIT;
    return out;
}

// Includes the rounding error.
static double overshoot_of(const spheres_row *row)
{
    double added = 0;
    for (int i = 0; i < row->cover->nsphere; i++) {
        const limb_sphere *a = &row->cover->sphere[i], b = written(a);
        double moved = 0;
        for (int k = 0; k < 3; k++)
            moved += (b.center[k] - a->center[k]) * (b.center[k] - a->center[k]);
        added = fmax(added, b.radius - a->radius + sqrt(moved));
    }
    return row->cover->overshoot + added;
}

//---- output --------------------------------------------------------------------------------------

static void print_table(const spheres_table *t)
{
    int total = 0;
    double worst = 0;
    printf("%8s  %12s  link\n", "spheres", "overshoot/mm");
    for (int i = 0; i < t->nrow; i++) {
        const spheres_row *row = &t->row[i];
        char name[CLI_NAME_SIZE];
        cli_visible(row->link->name, name);
        if (row->cover->reason) {
            printf("%8s  %12s  %s: %s\n", "-", "-", name, row->cover->reason);
            continue;
        }
        const double overshoot = overshoot_of(row);
        printf("%8d  %12.3f  %s\n", row->cover->nsphere, 1000 * overshoot, name);
        total += row->cover->nsphere;
        worst = fmax(worst, overshoot);
    }
    printf("%8d  %12.3f  all\n", total, 1000 * worst);
}

static void print_json(const spheres_table *t, FILE *out)
{
    cli_json json;
    cli_json_init(&json, out);
    cli_json_open_schema(&json, "limb-spheres/1");
    cli_json_text(&json, "robot", t->robot->name);
    cli_json_open(&json, "overshoot", '{');
    for (int i = 0; i < t->nrow; i++) {
        if (!t->row[i].cover->reason)
            cli_json_number(&json, t->row[i].link->name, overshoot_of(&t->row[i]));
    }
    cli_json_close(&json);
    cli_json_open(&json, "collision_spheres", '{');
    for (int i = 0; i < t->nrow; i++) {
        if (t->row[i].cover->reason) continue;
        cli_json_open(&json, t->row[i].link->name, '[');
        for (int k = 0; k < t->row[i].cover->nsphere; k++) {
            const limb_sphere sphere = written(&t->row[i].cover->sphere[k]);
            cli_json_open(&json, NULL, '{');
            cli_json_numbers(&json, "center", sphere.center, 3);
            cli_json_number(&json, "radius", sphere.radius);
            cli_json_close(&json);
        }
        cli_json_close(&json);
    }
    cli_json_close(&json);
    cli_json_close(&json);
}

static int save_json(const spheres_table *t)
{
    const spheres_opts *opts = t->app->opts;
    if (strcmp(opts->output, "-") == 0) {
        print_json(t, stdout);
        return CLI_OK;
    }
    // written completely before it replaces the target
    FILE *aside = tmpfile();
    cli_buffer text = {0};
    int code = CLI_UNREADABLE;
    if (aside) print_json(t, aside);
    if (aside && take_all(aside, &text))
        code = cli_save(t->app, opts->output, text.data, text.size);
    else
        cli_message(t->app, "cannot write a temporary file");
    if (aside) fclose(aside);
    cli_buffer_free(&text);
    return code;
}

static bool take_all(FILE *file, cli_buffer *out)
{
    char bytes[4096];
    size_t size;
    if (fflush(file) != 0 || fseek(file, 0, SEEK_SET) != 0) return false;
    while ((size = fread(bytes, 1, sizeof bytes, file)) > 0)
        if (cli_buffer_write(out, bytes, size) != LIMB_OK) return false;
    return !ferror(file);
}

// Writes the robot with its collisions replaced; the rest stays byte for byte.
static int save_robot(spheres_table *t)
{
    const spheres_opts *opts = t->app->opts;
    limb_report *findings = cli_findings_of(t->robot);
    limb_edit *edit = NULL;
    limb_status status = findings ? limb_edit_begin(&edit, t->robot) : LIMB_ERROR_MEMORY;
    int nsphere = 0;
    for (int i = 0; i < t->nrow && status == LIMB_OK; i++) {
        if (t->row[i].cover->reason) continue;
        status = edit_link(edit, &t->row[i]);
        nsphere += t->row[i].cover->nsphere;
    }
    int code = CLI_UNREADABLE;
    if (status == LIMB_OK) {
        code = cli_stage_no_worse(t->app, edit, &findings, false, "");
    } else {
        const char *why = edit ? limb_edit_message(edit) : "";
        cli_message(t->app, "%s", why[0] ? why : limb_status_text(status));
    }
    if (code == CLI_OK) {
        const limb_text after = limb_document_source(limb_edit_robot(edit)->document);
        code = cli_save(t->app, opts->output, after.data, after.size);
    }
    if (code == CLI_OK)
        cli_message(t->app, "%d sphere%s in %s", nsphere, cli_plural(nsphere), opts->output);
    limb_edit_free(edit);
    limb_report_free(findings);
    return code;
}

static limb_status edit_link(limb_edit *edit, const spheres_row *row)
{
    limb_status status = LIMB_OK;
    for (int i = 0; i < row->link->ncollision && status == LIMB_OK; i++)
        status = limb_edit_remove(edit, row->link->collision[i].node);
    for (int i = 0; i < row->cover->nsphere && status == LIMB_OK; i++) {
        const limb_sphere sphere = written(&row->cover->sphere[i]);
        char xml[400], number[4][LIMB_NUMBER_SIZE];
        for (int k = 0; k < 3; k++)
            limb_number_print(number[k], sphere.center[k]);
        limb_number_print(number[3], sphere.radius);
        snprintf(xml, sizeof xml,
                 "<collision>\n  <origin xyz=\"%s %s %s\"/>\n  <geometry>\n    <sphere "
                 "radius=\"%s\"/>\n  </geometry>\n</collision>",
                 number[0], number[1], number[2], number[3]);
        status = limb_edit_add(edit, row->link->node, xml);
    }
    return status;
}
