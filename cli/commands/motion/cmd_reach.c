// limb reach: the points that a link can reach, and how easily it moves there.
//
// Manipulability is Yoshikawa's measure of the point's velocity, sqrt(det(J J^T)) with the linear
// rows of the Jacobian: the volume reachable with unit joint speeds. Directions in which the point
// never moves, as for a planar arm, are left out.
#include "commands/motion/reach.h"
#include "robot/motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct reach_opts {
    cli_motion_opts motion;
    const char *link, *point, *output;
    double samples;
    int seed, threads;
    bool manipulability, json;
} reach_opts;

static int run(cli *app);
static int sample(const cli *app, cli_motion *motion, const reach_opts *opts, int link,
                  const double point[3], cli_cloud *out);
static int measure(const cli *app, cli_motion *motion, const reach_opts *opts, int link,
                   const double point[3], cli_cloud *out);
static void singular_values(const double *jacobian, int nv, double value[3]);
static void print(const cli_cloud *points, const char *link);
static void print_json(const cli_cloud *points, const char *link);
static void take(cli_cloud *out, int first, const double *pose, int count, const double point[3]);
static int save(const cli *app, const reach_opts *opts, const cli_cloud *points);
static int save_ply(const cli *app, const char *path, const cli_cloud *points);

static const cli_option option[] = {
    {'l', "link", CLI_TEXT, offsetof(reach_opts, link), "LINK", NULL, "the link to follow"},
    {0, "point", CLI_TEXT, offsetof(reach_opts, point), "\"X Y Z\"", NULL,
     "a point of the link, in its frame; default its origin"},
    {'n', "samples", CLI_POSITIVE, offsetof(reach_opts, samples), "N", NULL,
     "random configurations within the limits; default 1e5, at most 1e8"},
    {'m', "manipulability", CLI_FLAG, offsetof(reach_opts, manipulability), NULL, NULL,
     "also compute how easily each point moves, sqrt(det(J J^T))"},
    {'o', "output", CLI_TEXT, offsetof(reach_opts, output), "FILE", NULL,
     "the points as .ply, or a picture of them from three sides as .png or .svg; default: only "
     "their "
     "bounds"},
    {'j', "json", CLI_FLAG, offsetof(reach_opts, json), NULL, NULL, "the bounds as JSON"},
    {0, "seed", CLI_INT, offsetof(reach_opts, seed), "N", NULL,
     "seed of the random configurations"},
    {0, "threads", CLI_POSITIVE_INT, offsetof(reach_opts, threads), "N", NULL,
     "threads to compute with; default one per core. The points do not depend on it"},
    {0, "root", CLI_TEXT, offsetof(reach_opts, motion.root), "LINK", NULL,
     "the link that is fixed in the world; default the file's root"},
};

static const cli_example example[] = {
    {"limb reach arm.urdf --link flange --samples 1e6 -o cloud.ply",
     "a million points, for any point cloud viewer"},
    {"limb reach arm.urdf --link flange --manipulability -o reach.svg",
     "a picture: where the flange can be, and where it moves easily"},
};

const cli_command cli_reach = {
    .name = "reach",
    .operands = "FILE --link LINK",
    .summary = "sample the points that a link can reach",
    .description =
        "Samples random configurations within the joint limits and writes the position of a point "
        "on the link. Collisions are ignored.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(reach_opts),
    .min_operands = 1,
    .max_operands = 1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

enum { PART = 16384 }; // configurations computed between two updates of the progress bar

static int run(cli *app)
{
    const reach_opts *opts = app->opts;
    const double samples = opts->samples > 0 ? opts->samples : 1e5;
    double point[3] = {0};
    if (!cli_check_extension(app, opts->output, ".ply|.png|.svg")) return CLI_USAGE;
    if (!(samples >= 1 && samples <= 1e8))
        return cli_usage(app, "--samples must be between 1 and 1e8");
    if (opts->point && !cli_vector_parse(opts->point, 3, CLI_LENGTH, point))
        return cli_usage(app, "--point \"%s\" is not three lengths", opts->point);
    cli_motion motion;
    int code = cli_motion_load(app, app->operand.item[0], &opts->motion, &motion);
    if (code != CLI_OK) return code;
    const int link = cli_motion_link(app, &motion, opts->link, "--link");
    if (link < 0) code = CLI_USAGE;
    cli_cloud points = {.count = (int)samples};
    if (code == CLI_OK) code = sample(app, &motion, opts, link, point, &points);
    if (code == CLI_OK && opts->manipulability)
        code = measure(app, &motion, opts, link, point, &points);
    if (code == CLI_OK) {
        if (opts->json) {
            print_json(&points, opts->link);
        } else {
            print(&points, opts->link);
        }
        if (opts->output) code = save(app, opts, &points);
    }
    free(points.ease);
    free(points.point);
    cli_motion_free(&motion);
    return code;
}

static int sample(const cli *app, cli_motion *motion, const reach_opts *opts, int link,
                  const double point[3], cli_cloud *out)
{
    const limb_model *model = motion->model;
    limb_pool *pool = NULL;
    if (opts->threads != 1 && limb_pool_create(&pool, opts->threads, NULL) != LIMB_OK) pool = NULL;
    const int nworker = pool ? pool->nworker : 1;
    const size_t size = limb_batch_size(model, nworker), nq = (size_t)model->nq;
    void *memory = malloc(size);
    double *q = malloc(PART * nq * sizeof(double) + 1), *pose = malloc(PART * 12 * sizeof(double));
    out->point = malloc((size_t)out->count * 3 * sizeof(float));
    int code = CLI_OK;
    if (!memory || !q || !pose || !out->point) {
        code = cli_fail(app, LIMB_ERROR_MEMORY);
        goto done;
    }
    limb_batch *batch = limb_batch_init(model, nworker, memory, size);
    uint64_t seed = (uint64_t)opts->seed;
    for (int k = 0; k < 3; k++) {
        out->low[k] = INFINITY;
        out->high[k] = -INFINITY;
    }
    cli_progress progress;
    cli_progress_start(&progress, "sampling", out->count);
    for (int first = 0; first < out->count; first += PART) {
        const int count = out->count - first < PART ? out->count - first : PART;
        for (int i = 0; i < count; i++)
            limb_random_configuration(model, &seed, q + nq * (size_t)i);
        limb_fk_batch(model, batch, pool, q, count, &link, 1, pose);
        take(out, first, pose, count, point);
        cli_progress_step(&progress, first + count);
    }
    cli_progress_end(&progress);
done:
    free(memory);
    free(q);
    free(pose);
    limb_pool_free(pool);
    return code;
}

static void take(cli_cloud *out, int first, const double *pose, int count, const double point[3])
{
    for (int i = 0; i < count; i++) {
        double at[3];
        limb_pose_apply(pose + 12 * (size_t)i, point, at);
        for (int k = 0; k < 3; k++) {
            out->point[3 * ((size_t)first + (size_t)i) + (size_t)k] = (float)at[k];
            out->low[k] = fmin(out->low[k], at[k]);
            out->high[k] = fmax(out->high[k], at[k]);
        }
        const double far = sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
        out->farthest = fmax(out->farthest, far);
    }
}

// Generates the same configurations again, from their seed.
static int measure(const cli *app, cli_motion *motion, const reach_opts *opts, int link,
                   const double point[3], cli_cloud *out)
{
    const limb_model *model = motion->model;
    const size_t count = (size_t)out->count;
    out->ease = malloc(count * sizeof(float));
    float(*value)[3] = malloc(count * sizeof *value);
    double *jacobian = malloc(6 * (size_t)model->nv * sizeof(double) + 1);
    int code = CLI_OK;
    if (!out->ease || !value || !jacobian) {
        code = cli_fail(app, LIMB_ERROR_MEMORY);
        goto done;
    }
    uint64_t seed = (uint64_t)opts->seed;
    double largest[3] = {0};
    for (size_t i = 0; i < count; i++) {
        double singular[3];
        limb_random_configuration(model, &seed, motion->q);
        limb_fk_link(model, motion->work, motion->q, link);
        limb_jacobian(model, motion->work, link, point, LIMB_REFERENCE_ALIGNED, jacobian);
        singular_values(jacobian + 3 * (size_t)model->nv, model->nv, singular);
        for (int k = 0; k < 3; k++) {
            value[i][k] = (float)singular[k];
            largest[k] = fmax(largest[k], singular[k]);
        }
    }
    const double NOTHING = 1e-4; // of the largest: rounding, also of angles written as 1.5708
    while (out->rank < 3 && largest[out->rank] > NOTHING * largest[0])
        out->rank++;
    out->ease_min = INFINITY;
    for (size_t i = 0; i < count; i++) {
        double product = out->rank > 0 ? 1 : 0;
        for (int k = 0; k < out->rank; k++)
            product *= (double)value[i][k];
        out->ease[i] = (float)product;
        out->ease_min = fmin(out->ease_min, product);
        out->ease_max = fmax(out->ease_max, product);
        out->ease_mean += product / (double)count;
    }
done:
    free(value);
    free(jacobian);
    return code;
}

// Computes the singular values of the 3 x nv matrix, the largest first: square roots of the
// eigenvalues of J J^T, in closed form (Smith 1961).
static void singular_values(const double *jacobian, int nv, double value[3])
{
    double a[3][3] = {{0}};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            for (int k = 0; k < nv; k++)
                a[r][c] += jacobian[(size_t)r * (size_t)nv + (size_t)k] *
                           jacobian[(size_t)c * (size_t)nv + (size_t)k];
    const double mean = (a[0][0] + a[1][1] + a[2][2]) / 3;
    double square = 0;
    for (int k = 0; k < 3; k++)
        a[k][k] -= mean;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            square += a[r][c] * a[r][c];
    const double spread = sqrt(square / 6);
    const double det = a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) -
                       a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
                       a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
    const double half = spread > 0 ? det / (2 * spread * spread * spread) : 0;
    const double angle = acos(fmax(-1, fmin(1, half))) / 3, third = 2.0943951023931955; // 2 pi / 3
    const double first = mean + 2 * spread * cos(angle);
    const double last = mean + 2 * spread * cos(angle + third);
    value[0] = sqrt(fmax(0, first));
    value[1] = sqrt(fmax(0, 3 * mean - first - last));
    value[2] = sqrt(fmax(0, last));
}

static void print(const cli_cloud *points, const char *link)
{
    static const char axis[] = "xyz";
    char name[CLI_NAME_SIZE];
    printf("%d points of %s\n", points->count, cli_visible(link, name));
    for (int k = 0; k < 3; k++) {
        printf("%c ", axis[k]);
        cli_print_fixed(stdout, points->low[k], 10, 4);
        printf(" .. ");
        cli_print_fixed(stdout, points->high[k], 0, 4);
        printf(" m\n");
    }
    printf("farthest from the origin ");
    cli_print_fixed(stdout, points->farthest, 0, 4);
    printf(" m\n");
    if (!points->ease) return;
    printf("manipulability ");
    cli_print_fixed(stdout, points->ease_min, 0, 4);
    printf(" .. ");
    cli_print_fixed(stdout, points->ease_max, 0, 4);
    printf(", mean ");
    cli_print_fixed(stdout, points->ease_mean, 0, 4);
    printf(", in %d direction%s\n", points->rank, cli_plural(points->rank));
}

static void print_json(const cli_cloud *points, const char *link)
{
    cli_json json;
    cli_json_init(&json, stdout);
    cli_json_open_schema(&json, "limb-reach/1");
    cli_json_text(&json, "link", link);
    cli_json_int(&json, "points", points->count);
    cli_json_numbers(&json, "min", points->low, 3);
    cli_json_numbers(&json, "max", points->high, 3);
    cli_json_number(&json, "farthest", points->farthest);
    if (points->ease) {
        cli_json_open(&json, "manipulability", '{');
        cli_json_int(&json, "directions", points->rank);
        cli_json_number(&json, "min", points->ease_min);
        cli_json_number(&json, "mean", points->ease_mean);
        cli_json_number(&json, "max", points->ease_max);
        cli_json_close(&json);
    }
    cli_json_close(&json);
}

static int save(const cli *app, const reach_opts *opts, const cli_cloud *points)
{
    if (cli_has_extension(opts->output, ".png") || cli_has_extension(opts->output, ".svg"))
        return cli_reach_picture(app, points, opts->link, opts->output);
    return save_ply(app, opts->output, points);
}

// binary little-endian PLY
static int save_ply(const cli *app, const char *path, const cli_cloud *points)
{
    char header[260];
    const int header_size =
        snprintf(header, sizeof header,
                 "ply\nformat binary_little_endian 1.0\nelement vertex %d\nproperty float x\n"
                 "property float y\nproperty float z\n%send_header\n",
                 points->count, points->ease ? "property float manipulability\n" : "");
    const size_t columns = points->ease ? 4 : 3, count = columns * (size_t)points->count;
    unsigned char *bytes = malloc((size_t)header_size + 4 * count);
    if (!bytes) return cli_fail(app, LIMB_ERROR_MEMORY);
    memcpy(bytes, header, (size_t)header_size);
    unsigned char *at = bytes + header_size;
    for (size_t i = 0; i < count; i++) {
        const size_t row = i / columns, column = i % columns;
        uint32_t bits;
        memcpy(&bits, column < 3 ? &points->point[3 * row + column] : &points->ease[row], 4);
        for (int k = 0; k < 4; k++)
            *at++ = (unsigned char)(bits >> (8 * k));
    }
    const int code = cli_save_result(app, path, bytes, (size_t)header_size + 4 * count);
    free(bytes);
    return code;
}
