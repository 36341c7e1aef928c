// limb reach: the cloud of points that a link can get to.
#include "motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct reach_opts {
    cli_motion_opts motion;
    const char *link, *point, *output;
    double samples;
    int seed, threads;
} reach_opts;

typedef struct cloud {
    float *point; // (count x 3)
    int count;
    double low[3], high[3], farthest;
} cloud;

static int run(cli *app);
static int sample(const cli *app, cli_motion *motion, const reach_opts *opts, int link,
                  const double point[3], cloud *out);
static void take(cloud *out, int first, const double *pose, int count, const double point[3]);
static int save(const cli *app, const char *path, const cloud *points);

static const cli_option option[] = {
    {'l', "link", CLI_TEXT, offsetof(reach_opts, link), "LINK", NULL, "the link to follow"},
    {0, "point", CLI_TEXT, offsetof(reach_opts, point), "\"X Y Z\"", NULL,
     "a point of the link, in its frame; default its origin"},
    {'n', "samples", CLI_POSITIVE, offsetof(reach_opts, samples), "N", NULL,
     "random configurations within the limits; default 1e5, at most 1e8"},
    {'o', "output", CLI_TEXT, offsetof(reach_opts, output), "PLY", NULL,
     "the points as a PLY file; without: only their bounds"},
    {0, "seed", CLI_INT, offsetof(reach_opts, seed), "N", NULL, "of the random configurations"},
    {0, "threads", CLI_POSITIVE_INT, offsetof(reach_opts, threads), "N", NULL,
     "threads to compute with; default one per core. The points are the same"},
    {0, "root", CLI_TEXT, offsetof(reach_opts, motion.root), "LINK", NULL,
     "the link that is fixed in the world; default the file's root"},
};

static const cli_example example[] = {
    {"limb reach arm.urdf --link flange --samples 1e6 -o cloud.ply",
     "a million points, to look at in any viewer of point clouds"},
};

const cli_command cli_reach = {
    .name = "reach",
    .operands = "FILE --link LINK",
    .summary = "sample the points that a link can get to",
    .description =
        "Takes random configurations within the joint limits and writes where a point of "
        "the link is. Collisions are not looked at.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(reach_opts),
    .min_operands = 1,
    .max_operands = 1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

enum { PART = 16384 }; // configurations computed between two looks at the progress bar

static int run(cli *app)
{
    const reach_opts *opts = app->opts;
    const double samples = opts->samples > 0 ? opts->samples : 1e5;
    double point[3] = {0};
    if (!cli_check_extension(app, opts->output, ".ply")) return CLI_USAGE;
    if (!(samples >= 1 && samples <= 1e8)) return cli_usage(app, "--samples is 1 to 1e8");
    if (opts->point && !cli_vector_parse(opts->point, 3, CLI_LENGTH, point))
        return cli_usage(app, "--point \"%s\" is not three lengths", opts->point);
    cli_motion motion;
    int code = cli_motion_load(app, app->operand.item[0], &opts->motion, &motion);
    if (code != CLI_OK) return code;
    const int link = cli_motion_link(app, &motion, opts->link, "--link");
    if (link < 0) code = CLI_USAGE;
    cloud points = {.count = (int)samples};
    if (code == CLI_OK) code = sample(app, &motion, opts, link, point, &points);
    if (code == CLI_OK) {
        static const char axis[] = "xyz";
        char name[CLI_NAME_SIZE];
        printf("%d points of %s\n", points.count, cli_visible(opts->link, name));
        for (int k = 0; k < 3; k++) {
            printf("%c ", axis[k]);
            cli_print_fixed(stdout, points.low[k], 10, 4);
            printf(" .. ");
            cli_print_fixed(stdout, points.high[k], 0, 4);
            printf(" m\n");
        }
        printf("farthest from the origin ");
        cli_print_fixed(stdout, points.farthest, 0, 4);
        printf(" m\n");
        if (opts->output) code = save(app, opts->output, &points);
    }
    free(points.point);
    cli_motion_free(&motion);
    return code;
}

static int sample(const cli *app, cli_motion *motion, const reach_opts *opts, int link,
                  const double point[3], cloud *out)
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
        cli_message(app, "%s", limb_status_text(LIMB_ERROR_MEMORY));
        code = CLI_UNREADABLE;
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

static void take(cloud *out, int first, const double *pose, int count, const double point[3])
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

// binary little-endian PLY
static int save(const cli *app, const char *path, const cloud *points)
{
    char header[200];
    const int header_size =
        snprintf(header, sizeof header,
                 "ply\nformat binary_little_endian 1.0\nelement vertex %d\nproperty float x\n"
                 "property float y\nproperty float z\nend_header\n",
                 points->count);
    const size_t count = 3 * (size_t)points->count;
    unsigned char *bytes = malloc((size_t)header_size + 4 * count);
    if (!bytes) {
        cli_message(app, "%s", limb_status_text(LIMB_ERROR_MEMORY));
        return CLI_UNREADABLE;
    }
    memcpy(bytes, header, (size_t)header_size);
    unsigned char *at = bytes + header_size;
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &points->point[i], 4);
        for (int k = 0; k < 4; k++)
            *at++ = (unsigned char)(bits >> (8 * k));
    }
    const int code = cli_save(app, path, bytes, (size_t)header_size + 4 * count);
    free(bytes);
    return code;
}
