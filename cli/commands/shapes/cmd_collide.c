// limb collide: the links in contact, their depth, and the distance of the others.
#include "commands/shapes/collide.h"
#include "limb/system.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int run(cli *app);
static int load_spheres(const cli *app, const char *path, const limb_robot *robot,
                        limb_sphere_list **list);
static int build_scene(const cli *app, const collide_opts *opts, limb_scene_opts *build,
                       const limb_robot_meshes *meshes, cli_collision *c);
static void report_bare_links(const cli *app, const cli_collision *c);
static void report_unchecked(const cli *app, bool visual, const limb_robot_meshes *meshes,
                             cli_collision *c);
static void count_meshes(const limb_link_shape *shape, int count, const limb_robot_meshes *meshes,
                         int *nabsent, int *nempty);
static int answer(const cli *app, const collide_opts *opts, cli_collision *c);
static void print_text(const cli_collision *c, const limb_contact *contact, int count,
                       const limb_contact *nearest);
static void print_json(const cli_collision *c, const limb_contact *contact, int count, bool asked,
                       const limb_contact *nearest);

static const cli_option option[] = {
    CLI_MOTION_POSE(collide_opts),
    {'d', "distance", CLI_FLAG, offsetof(collide_opts, distance), NULL, NULL,
     "also print the closest pair and its distance"},
    {0, "srdf", CLI_TEXT, offsetof(collide_opts, srdf), "FILE", NULL,
     "do not compare the pairs that this SRDF file disables; --matrix: write this file with its "
     "pairs updated"},
    {0, "all-pairs", CLI_FLAG, offsetof(collide_opts, all_pairs), NULL, NULL,
     "also compare links connected by a joint"},
    {0, "visual", CLI_FLAG, offsetof(collide_opts, visual), NULL, NULL,
     "use the shapes of <visual> instead of <collision>"},
    {0, "hulls", CLI_FLAG, offsetof(collide_opts, hulls), NULL, NULL,
     "use the convex hulls of meshes: faster, and larger than the mesh"},
    {0, "spheres", CLI_TEXT, offsetof(collide_opts, spheres), "FILE", NULL,
     "use the spheres of this JSON file, written by limb spheres, instead of the links' shapes"},
    {'m', "matrix", CLI_FLAG, offsetof(collide_opts, matrix), NULL, NULL,
     "sample configurations and write an SRDF file with the pairs that need no checking"},
    {'n', "samples", CLI_POSITIVE, offsetof(collide_opts, samples), "N", NULL,
     "--matrix: random configurations; default 1e4, at most 1e8"},
    {0, "seed", CLI_INT, offsetof(collide_opts, seed), "N", NULL,
     "--matrix: seed of the random configurations"},
    {0, "threads", CLI_POSITIVE_INT, offsetof(collide_opts, threads), "N", NULL,
     "--matrix: threads to compute with; default one per core. The result does not depend on it"},
    {'o', "output", CLI_TEXT, offsetof(collide_opts, output), "SRDF", NULL,
     "--matrix: the file to write; default standard output. One that is there is updated: only its "
     "pairs change"},
    CLI_PACKAGE_OPTIONS(collide_opts, package),
    {'j', "json", CLI_FLAG, offsetof(collide_opts, json), NULL, NULL,
     "JSON: pairs in contact with depth, point and normal; --matrix: how often each pair touches"},
};

static const cli_example example[] = {
    {"limb collide arm.urdf --joints wrist_pitch=120deg", "which links touch in that pose"},
    {"limb collide arm.urdf --distance --json", "the closest pair, for a program"},
    {"limb collide arm.urdf --matrix --samples 1e5 -o arm.srdf",
     "the pairs that MoveIt does not need to check"},
};

const cli_command cli_collide = {
    .name = "collide",
    .operands = "FILE",
    .summary = "find links that touch each other, or write the collision matrix",
    .description =
        "Compares the collision shapes of all links not connected by a joint: boxes, spheres, "
        "cylinders, capsules and the triangles of meshes, exactly. A link is the union of its "
        "shapes. The depth is how far the second link must be moved along the normal (from the "
        "first to "
        "the second) to separate them; for a mesh, it is the depth of the triangles that "
        "touch. Exits with 1 if links touch, and with 3 if no links touch but a shape could not be "
        "checked (its mesh or geometry cannot be read).\n\n"
        "With --matrix, random configurations within the limits are sampled, and each pair is "
        "adjacent (connected by a joint), always (in contact in at least 95 % of them), never, or "
        "sometimes. All except the last are written as <disable_collisions>. Pairs that touch more "
        "rarely than the samples can show count as never: more samples give more certainty.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(collide_opts),
    .min_operands = 1,
    .max_operands = 1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

static int run(cli *app)
{
    const collide_opts *opts = app->opts;
    if (opts->output && !opts->matrix) return cli_usage(app, "-o needs --matrix");
    if (opts->output && opts->json) return cli_usage(app, "--json and -o cannot be used together");
    if (opts->matrix && (opts->motion.joints || opts->motion.random || opts->distance))
        return cli_usage(app, "--matrix takes no pose and no --distance");
    if (opts->spheres && (opts->visual || opts->hulls))
        return cli_usage(app, "--spheres takes neither --visual nor --hulls");
    if (opts->samples > 1e8 || (opts->samples > 0 && opts->samples < 1))
        return cli_usage(app, "--samples must be between 1 and 1e8");
    cli_collision c = {0};
    int code = cli_collision_open(app, app->operand.item[0], opts, &c);
    if (code == CLI_OK)
        code = opts->matrix ? cli_collide_matrix(app, opts, &c) : answer(app, opts, &c);
    cli_collision_free(app, &c);
    return code;
}

void cli_collision_free(const cli *app, cli_collision *c)
{
    if (c->nunchecked > 0) cli_leave_out(app); // they may touch
    limb_query_free(c->query);
    limb_scene_free(c->scene);
    cli_motion_free(&c->motion);
    limb_robot_free(c->robot);
}

int cli_collision_open(const cli *app, const char *path, const collide_opts *opts, cli_collision *c)
{
    cli_packages packages;
    limb_robot_meshes *meshes = NULL;
    limb_srdf *srdf = NULL;
    limb_sphere_list *list = NULL;
    const int parsed = cli_packages_parse(app, &opts->package, &packages);
    if (parsed != CLI_OK) return parsed;
    int code = cli_load_robot(app, path, &c->robot);
    if (code == CLI_OK) code = cli_motion_build(app, c->robot, &opts->motion, &c->motion);
    // the matrix covers all pairs, including those disabled in the SRDF file
    if (code == CLI_OK && opts->srdf && !opts->matrix)
        code = cli_load_srdf(app, opts->srdf, NULL, &srdf);
    if (code == CLI_OK && opts->spheres) code = load_spheres(app, opts->spheres, c->robot, &list);
    if (code == CLI_OK) {
        const limb_mesh_opts plain = {.normals = LIMB_MESH_NORMALS_NONE, .draco = CLI_DRACO};
        const limb_robot_meshes_opts load = {.resolve = &packages.resolve,
                                             .mesh = &plain,
                                             .no_visual = !opts->visual,
                                             .no_collision = opts->visual || opts->spheres};
        const limb_status status = limb_robot_meshes_load(&meshes, c->robot, &load);
        if (status != LIMB_OK) code = cli_fail(app, status);
    }
    limb_scene_opts build = {.srdf = srdf};
    if (list) {
        build.sphere = list->sphere;
        build.nsphere = list->count;
    }
    if (code == CLI_OK) code = build_scene(app, opts, &build, meshes, c);
    limb_sphere_list_free(list);
    limb_srdf_free(srdf);
    limb_robot_meshes_free(meshes);
    cli_packages_free(&packages);
    return code;
}

static int load_spheres(const cli *app, const char *path, const limb_robot *robot,
                        limb_sphere_list **list)
{
    cli_buffer text = {0};
    if (!cli_read_file(path, &text)) {
        cli_message(app, "cannot read %s: %s", cli_file_name(path), limb_system_error_text(errno));
        return CLI_UNREADABLE;
    }
    const char *reason;
    size_t offset;
    const limb_status status =
        limb_sphere_list_parse(list, text.data, text.size, robot, NULL, &reason, &offset);
    int line = 1;
    for (size_t i = 0; i < offset && i < text.size; i++)
        line += text.data[i] == '\n';
    if (status == LIMB_ERROR_INPUT) {
        cli_message(app, "%s:%d: %s", path, line, reason);
    } else if (status != LIMB_OK) {
        cli_message(app, "%s: %s", path, limb_status_text(status));
    }
    cli_buffer_free(&text);
    if (status == LIMB_OK) return CLI_OK;
    return status == LIMB_ERROR_INPUT ? CLI_FINDINGS : CLI_UNREADABLE;
}

static int build_scene(const cli *app, const collide_opts *opts, limb_scene_opts *build,
                       const limb_robot_meshes *meshes, cli_collision *c)
{
    build->find_mesh = limb_robot_meshes_find;
    build->find_ctx = (void *)(uintptr_t)meshes;
    build->from_visual = opts->visual;
    build->mesh_as_hull = opts->hulls;
    build->all_pairs = opts->all_pairs;
    limb_status status = limb_scene_build(&c->scene, c->robot, build);
    if (status == LIMB_OK) status = limb_query_create(&c->query, c->scene, NULL);
    if (status != LIMB_OK) return cli_fail(app, status);
    if (build->sphere) {
        report_bare_links(app, c);
        return CLI_OK;
    }
    cli_report_meshes(app, meshes, "left out");
    report_unchecked(app, opts->visual, meshes, c);
    if (c->nunchecked == 0 || !opts->matrix) return CLI_OK;
    cli_message(app, "no matrix: without those shapes it would disable pairs that touch");
    return CLI_UNREADABLE;
}

// Counts links that have shapes but no spheres.
static void report_bare_links(const cli *app, const cli_collision *c)
{
    int count = 0;
    const char *first = "";
    for (int i = 0; i < c->robot->nlink; i++) {
        const limb_link *link = &c->robot->link[i];
        if (link->ncollision + link->nbroken_collision == 0 ||
            limb_scene_shape_count(c->scene, i) > 0)
            continue;
        if (count++ == 0) first = link->name;
    }
    if (count == 1) cli_message(app, "link \"%s\" has no spheres and is not compared", first);
    if (count > 1)
        cli_message(app, "link \"%s\" and %d others have no spheres and are not compared", first,
                    count - 1);
}

// Reports shapes that are not in the scene. Meshes that could not be loaded were reported before.
static void report_unchecked(const cli *app, bool visual, const limb_robot_meshes *meshes,
                             cli_collision *c)
{
    static const char *const reason[] = {
        "the geometry cannot be read", "the mesh has no triangles",
        "a size is negative, or a size or position is not finite or beyond 1e15 m"};
    int nmessage = 0;
    c->nunchecked = limb_scene_missing_count(c->scene);
    for (int i = 0; i < c->robot->nlink; i++) {
        const limb_link *link = &c->robot->link[i];
        const int count = visual ? link->nvisual : link->ncollision;
        const int nbroken = visual ? link->nbroken_visual : link->nbroken_collision;
        const int nmissing = count + nbroken - limb_scene_shape_count(c->scene, i);
        if (nmissing == 0) continue;
        int nabsent = 0, nempty = 0;
        count_meshes(visual ? link->visual : link->collision, count, meshes, &nabsent, &nempty);
        const int some[] = {nbroken, nempty, nmissing - nbroken - nempty - nabsent};
        for (int k = 0; k < CLI_COUNT(some); k++)
            if (some[k] > 0)
                cli_message_alike(app, &nmessage, "link \"%s\": %d shape%s left out: %s",
                                  link->name, some[k], some[k] == 1 ? " is" : "s are", reason[k]);
    }
    cli_message_rest(app, nmessage, "such links");
}

// Counts meshes that could not be loaded, and those without triangles.
static void count_meshes(const limb_link_shape *shape, int count, const limb_robot_meshes *meshes,
                         int *nabsent, int *nempty)
{
    for (int i = 0; i < count; i++) {
        const char *reason;
        if (shape[i].geometry.type != LIMB_SHAPE_MESH) continue;
        const limb_mesh *mesh =
            limb_robot_meshes_find((void *)(uintptr_t)meshes, shape[i].geometry.filename, &reason);
        *nabsent += !mesh;
        *nempty += mesh && mesh->ntriangle == 0;
    }
}

static int answer(const cli *app, const collide_opts *opts, cli_collision *c)
{
    limb_fk(c->motion.model, c->motion.work, c->motion.q);
    if (limb_query_place(c->query, c->motion.model, c->motion.work) != LIMB_OK) {
        cli_message(app, "the poses of the links are not finite");
        return CLI_FINDINGS;
    }
    const int max = limb_scene_pair_count(c->scene) + 1;
    limb_contact *contact = malloc((size_t)max * sizeof *contact);
    if (!contact) return cli_fail(app, LIMB_ERROR_MEMORY);
    const int count = limb_collide_all(c->query, contact, max);
    limb_contact nearest = {0};
    const bool near = opts->distance && limb_distance(c->query, HUGE_VAL, &nearest);
    if (opts->json) {
        print_json(c, contact, count, opts->distance, near ? &nearest : NULL);
    } else {
        print_text(c, contact, count, near ? &nearest : NULL);
    }
    free(contact);
    return count > 0 ? CLI_FINDINGS : CLI_OK;
}

static void print_text(const cli_collision *c, const limb_contact *contact, int count,
                       const limb_contact *nearest)
{
    const int npair = limb_scene_pair_count(c->scene);
    if (count == 0 && c->nunchecked > 0)
        printf("no contact found in %d pair%s; %d shape%s not checked\n", npair, cli_plural(npair),
               c->nunchecked, cli_plural(c->nunchecked));
    else if (count == 0)
        printf("no links touch; %d pair%s compared\n", npair, cli_plural(npair));
    for (int i = 0; i < count; i++) {
        const limb_contact *at = &contact[i];
        char a[CLI_NAME_SIZE], b[CLI_NAME_SIZE];
        printf("%s touches %s: ", cli_visible(limb_scene_object_name(c->scene, at->a), a),
               cli_visible(limb_scene_object_name(c->scene, at->b), b));
        cli_print_fixed(stdout, -1000 * at->distance, 0, 3);
        printf(" mm deep at");
        for (int k = 0; k < 3; k++)
            cli_print_fixed(stdout, at->point[k], 10, 4);
        printf("\n");
    }
    if (nearest) {
        char a[CLI_NAME_SIZE], b[CLI_NAME_SIZE];
        printf("nearest: %s and %s, ", cli_visible(limb_scene_object_name(c->scene, nearest->a), a),
               cli_visible(limb_scene_object_name(c->scene, nearest->b), b));
        cli_print_fixed(stdout, 1000 * nearest->distance, 0, 3);
        printf(" mm\n");
    }
}

static void print_json(const cli_collision *c, const limb_contact *contact, int count, bool asked,
                       const limb_contact *nearest)
{
    cli_json json;
    cli_json_init(&json, stdout);
    cli_json_open_schema(&json, "limb-collide/1");
    cli_json_bool(&json, "colliding", count > 0);
    cli_json_int(&json, "unchecked", c->nunchecked);
    cli_json_open(&json, "pairs", '[');
    for (int i = 0; i < count; i++) {
        const limb_contact *at = &contact[i];
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "a", limb_scene_object_name(c->scene, at->a));
        cli_json_text(&json, "b", limb_scene_object_name(c->scene, at->b));
        cli_json_number(&json, "depth", -at->distance);
        cli_json_numbers(&json, "point", at->point, 3);
        cli_json_numbers(&json, "normal", at->normal, 3);
        cli_json_close(&json);
    }
    cli_json_close(&json);
    if (asked && !nearest) cli_json_null(&json, "distance");
    if (nearest) {
        cli_json_number(&json, "distance", nearest->distance);
        cli_json_open(&json, "nearest", '{');
        cli_json_text(&json, "a", limb_scene_object_name(c->scene, nearest->a));
        cli_json_text(&json, "b", limb_scene_object_name(c->scene, nearest->b));
        cli_json_numbers(&json, "point_a", nearest->point_a, 3);
        cli_json_numbers(&json, "point_b", nearest->point_b, 3);
        cli_json_close(&json);
    }
    cli_json_close(&json);
}
