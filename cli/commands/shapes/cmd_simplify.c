// limb simplify: replaces collision meshes by primitives, hulls or convex parts.
#include "commands/shapes/simplify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int run(cli *app);
static int simplify(simplify_table *t, const limb_robot_meshes *meshes);
static int choose(simplify_table *t, const limb_robot_meshes *meshes);
static limb_simplify_shape shape_of(const char *word);
static void show_progress(void *ctx, int done, int total);
static void name_files(simplify_table *t, int mesh);
static int deliver(simplify_table *t);
static void free_table(simplify_table *t);

static const cli_option option[] = {
    {0, "collision", CLI_CHOICE, offsetof(simplify_opts, collision), "KIND",
     "auto|hull|box|cylinder|capsule|sphere|decompose",
     "replacement of the meshes; auto: the simplest within the error"},
    {0, "error", CLI_POSITIVE, offsetof(simplify_opts, error), "SHARE", NULL,
     "maximum relative increase of the volume, 0.1 for a tenth; meshes that would exceed it are "
     "kept"},
    {0, "parts", CLI_POSITIVE_INT, offsetof(simplify_opts, parts), "N", NULL,
     "decompose, auto: at most N parts for a mesh (default 16)"},
    {0, "link", CLI_MANY, offsetof(simplify_opts, link), "NAME", NULL,
     "only this link; may be repeated"},
    {0, "mesh-format", CLI_CHOICE, offsetof(simplify_opts, mesh_format), "FORMAT", "stl|obj",
     "format of the files for hulls and parts"},
    {'o', "output", CLI_TEXT, offsetof(simplify_opts, delivery.output), "FILE", NULL,
     "write the robot to a file; meshes go to a folder beside it"},
    {'w', "write", CLI_FLAG, offsetof(simplify_opts, delivery.write), NULL, NULL,
     "write the file back; meshes go to a folder beside it"},
    {'n', "dry-run", CLI_FLAG, offsetof(simplify_opts, delivery.dry_run), NULL, NULL,
     "write nothing; print the changes as a unified diff"},
    CLI_PACKAGE_OPTIONS(simplify_opts, package),
    {'j', "json", CLI_FLAG, offsetof(simplify_opts, json), NULL, NULL,
     "print what replaces each mesh as JSON (with -o, --write or --dry-run)"},
};

static const cli_example example[] = {
    {"limb simplify arm.urdf --collision auto --error 0.1 -o fast.urdf",
     "primitives, hulls or parts, whichever is simplest within 10 % of the volume"},
    {"limb simplify arm.urdf --collision capsule --dry-run", "the changes, as a diff"},
    {"limb simplify hand.urdf --collision decompose --parts 8 --write",
     "convex parts as STL files"},
};

const cli_command cli_simplify = {
    .name = "simplify",
    .operands = "FILE",
    .summary = "replace collision meshes by primitives, convex hulls or convex parts",
    .description =
        "Each <mesh> of a <collision> is replaced by a shape that contains it: the smallest "
        "sphere, the best box, cylinder or capsule found, its convex hull, or convex parts. The "
        "rest of the file stays byte for byte, visuals too.\n\n"
        "Prints how much the volume of each replacement exceeds the volume that the mesh "
        "encloses, which is estimated if the mesh has gaps or overlapping shells; a mesh that "
        "encloses nothing is compared with its hull. auto chooses a primitive within the error "
        "(default "
        "0.1), else the hull, "
        "else parts.\n\n"
        "URDF 1.0 has no capsule: it is written as a cylinder and two spheres unless <robot> "
        "declares version 1.1 or later. Hulls and parts are written as mesh files into a folder "
        "beside the output, named after it.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(simplify_opts),
    .min_operands = 1,
    .max_operands = 1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

static int run(cli *app)
{
    simplify_opts *opts = (simplify_opts *)(uintptr_t)app->opts;
    const char *path = app->operand.item[0];
    if (!opts->collision) opts->collision = "auto";
    if (!cli_delivery_check(app, &opts->delivery, path)) return CLI_USAGE;
    const bool is_placed =
        (opts->delivery.output && strcmp(opts->delivery.output, "-") != 0) || opts->delivery.write;
    if (opts->json && !is_placed && !opts->delivery.dry_run)
        return cli_usage(app, "--json prints to standard output: add -o, --write or --dry-run");
    simplify_table t = {.app = app};
    if (is_placed) t.output = opts->delivery.write ? path : opts->delivery.output;
    if (opts->delivery.dry_run && strcmp(path, "-") != 0) t.output = path;
    cli_packages packages;
    const int parsed = cli_packages_parse(app, &opts->package, &packages);
    if (parsed != CLI_OK) return parsed;
    limb_robot_meshes *meshes = NULL;
    int code = cli_load_robot(app, path, &t.robot);
    if (code == CLI_OK) {
        const limb_mesh_opts plain = {.normals = LIMB_MESH_NORMALS_NONE, .draco = CLI_DRACO};
        const limb_robot_meshes_opts load = {
            .resolve = &packages.resolve, .mesh = &plain, .no_visual = true};
        const limb_status status = limb_robot_meshes_load(&meshes, t.robot, &load);
        if (status != LIMB_OK) code = cli_fail(app, status);
    }
    if (code == CLI_OK) code = simplify(&t, meshes);
    free_table(&t);
    limb_robot_meshes_free(meshes);
    limb_robot_free(t.robot);
    cli_packages_free(&packages);
    return code;
}

static int simplify(simplify_table *t, const limb_robot_meshes *meshes)
{
    const simplify_opts *opts = t->app->opts;
    int code = choose(t, meshes);
    if (code != CLI_OK) return code;
    bool needs_files = false;
    for (int i = 0; i < t->all->nreplacement; i++)
        needs_files = needs_files || t->all->replacement[i].kind > LIMB_REPLACEMENT_PRIMITIVE;
    if (needs_files && !t->output && !opts->delivery.dry_run)
        return cli_usage(t->app, "hulls and parts are files beside the output: add -o or --write");
    code = deliver(t);
    if (code != CLI_OK) return code;
    if (opts->json)
        cli_simplify_print_json(t);
    else
        cli_simplify_print(t);
    // a mesh that could not be read is not simplified
    for (int i = 0; i < t->all->nreplacement; i++)
        if (t->all->replacement[i].mesh < 0) cli_leave_out(t->app);
    return CLI_OK;
}

//---- which meshes --------------------------------------------------------------------------------

static int choose(simplify_table *t, const limb_robot_meshes *meshes)
{
    const simplify_opts *opts = t->app->opts;
    const limb_robot *robot = t->robot;
    if (!cli_links_exist(t->app, robot, &opts->link)) return CLI_USAGE;
    bool *link = calloc((size_t)robot->nlink + 1, sizeof *link);
    t->name = calloc((size_t)meshes->nmesh + 1, sizeof *t->name);
    if (!link || !t->name) {
        free(link);
        return cli_fail(t->app, LIMB_ERROR_MEMORY);
    }
    for (int i = 0; i < robot->nlink; i++)
        link[i] = cli_link_is_chosen(&opts->link, &robot->link[i]);
    cli_progress progress;
    cli_progress_start(&progress, "fitting shapes", robot->nlink);
    const limb_simplify_opts how = {.shape = shape_of(opts->collision),
                                    .max_error = opts->error,
                                    .max_parts = opts->parts,
                                    .link = link,
                                    .progress = show_progress,
                                    .progress_ctx = &progress};
    const limb_status status = limb_simplification_build(&t->all, robot, meshes, &how);
    cli_progress_end(&progress);
    free(link);
    if (status != LIMB_OK) return cli_fail(t->app, status);
    for (int i = 0; i < t->all->nmesh; i++)
        name_files(t, i);
    return CLI_OK;
}

static limb_simplify_shape shape_of(const char *word)
{
    static const char *const name[] = {"auto",     "hull",    "decompose", "box",
                                       "cylinder", "capsule", "sphere"};
    for (int i = 0; i < CLI_COUNT(name); i++)
        if (strcmp(word, name[i]) == 0) return (limb_simplify_shape)i;
    return LIMB_SIMPLIFY_AUTO;
}

static void show_progress(void *ctx, int done, int total)
{
    cli_progress *progress = ctx;
    progress->total = total;
    cli_progress_step(progress, done);
}

// Names files after the mesh, in portable characters; meshes with the same name are numbered.
static void name_files(simplify_table *t, int mesh)
{
    const limb_simplified_mesh *made = &t->all->mesh[mesh];
    char *name = t->name[mesh];
    const size_t capacity = sizeof t->name[mesh];
    const char *from = made->path ? made->path : made->uri;
    const char *slash = strrchr(from, '/');
    if (slash) from = slash + 1;
    const char *dot = strrchr(from, '.');
    const size_t size = dot && dot != from ? (size_t)(dot - from) : strlen(from);
    size_t used = 0;
    for (size_t i = 0; i < size && used < capacity - 16; i++) {
        const unsigned char c = (unsigned char)from[i];
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              (c >= '0' && c <= '9') || c == '-' || c == '.';
        name[used++] = is_plain ? (char)c : '_';
    }
    name[used] = 0;
    int number = 1;
    for (int i = 0; i < mesh; i++) {
        if (strcmp(t->name[i], name) != 0) continue;
        snprintf(name + used, capacity - used, "_%d", ++number);
        i = -1; // the new name may also be taken
    }
}

//---- the result ----------------------------------------------------------------------------------

static int deliver(simplify_table *t)
{
    const simplify_opts *opts = t->app->opts;
    const char *path = t->app->operand.item[0];
    const limb_text source = limb_document_source(t->robot->document);
    char *before = malloc(source.size + 1);
    limb_report *findings = cli_findings_of(t->robot);
    limb_edit *edit = NULL;
    int code;
    if (!before || !findings || limb_edit_begin(&edit, t->robot) != LIMB_OK) {
        code = cli_fail(t->app, LIMB_ERROR_MEMORY);
    } else {
        memcpy(before, source.data, source.size);
        code = cli_simplify_edit(t, edit, opts->delivery.dry_run);
        if (code == CLI_OK) code = cli_stage_no_worse(t->app, edit, &findings, false, "");
        if (code == CLI_OK) {
            const limb_text after = limb_document_source(limb_edit_robot(edit)->document);
            if (!opts->json || !opts->delivery.dry_run)
                code = cli_deliver(t->app, &opts->delivery, path, (limb_text){before, source.size},
                                   after);
        }
    }
    limb_edit_free(edit);
    limb_report_free(findings);
    free(before);
    return code;
}

static void free_table(simplify_table *t)
{
    limb_simplification_free(t->all);
    free(t->name);
    cli_paths_free(&t->file);
}
