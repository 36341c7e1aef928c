// limb collide --matrix: how often every pair of links touches, as SRDF or JSON.
#include "commands/shapes/collide.h"

#include <stdlib.h>
#include <string.h>

static const double always_share = 0.95; // of the samples, as MoveIt's setup assistant has it

typedef struct entry {
    const char *a, *b;
    const char *class; // "Adjacent", "Always", "Never"; NULL: sometimes
    double share;
} entry;

static int sample(const cli *app, const collide_opts *opts, const cli_collision *c,
                  limb_pair_count *pair);
static void show_progress(void *ctx, long long done, long long total);
static int list_entries(const cli_collision *c, const limb_pair_count *pair, long long nsample,
                        entry *out);
static int write_srdf(const cli *app, const collide_opts *opts, const cli_collision *c,
                      const entry *list, int count);
static void print_json(const collide_opts *opts, long long nsample, const entry *list, int count);
static long long sample_count(const collide_opts *opts);

int cli_collide_matrix(const cli *app, const collide_opts *opts, cli_collision *c)
{
    const int npair = limb_scene_pair_count(c->scene);
    limb_pair_count *pair = malloc((size_t)(npair + 1) * sizeof *pair);
    entry *list = malloc((size_t)(npair + c->robot->njoint + 1) * sizeof *list);
    int code = pair && list ? sample(app, opts, c, pair) : cli_fail(app, LIMB_ERROR_MEMORY);
    if (code == CLI_OK) {
        const int count = list_entries(c, pair, sample_count(opts), list);
        if (opts->json) {
            print_json(opts, sample_count(opts), list, count);
        } else {
            code = write_srdf(app, opts, c, list, count);
        }
    }
    free(list);
    free(pair);
    return code;
}

static long long sample_count(const collide_opts *opts)
{
    return opts->samples >= 1 ? (long long)opts->samples : 10000;
}

static int sample(const cli *app, const collide_opts *opts, const cli_collision *c,
                  limb_pair_count *pair)
{
    limb_pool *pool = NULL;
    if (opts->threads != 1 && limb_pool_create(&pool, opts->threads, NULL) != LIMB_OK) pool = NULL;
    cli_progress progress;
    cli_progress_start(&progress, "sampling", (int)sample_count(opts));
    const limb_status status =
        limb_collide_sample(c->scene, c->motion.model,
                            &(limb_sample_opts){.nsample = sample_count(opts),
                                                .seed = (uint64_t)opts->seed,
                                                .pool = pool,
                                                .progress = show_progress,
                                                .progress_ctx = &progress},
                            pair);
    cli_progress_end(&progress);
    limb_pool_free(pool);
    if (status == LIMB_OK) return CLI_OK;
    return cli_fail(app, status);
}

static void show_progress(void *ctx, long long done, long long total)
{
    (void)total;
    cli_progress_step(ctx, (int)done);
}

// Joined links first, then the pairs of the scene in order.
static int list_entries(const cli_collision *c, const limb_pair_count *pair, long long nsample,
                        entry *out)
{
    int count = 0;
    for (int i = 0; i < c->robot->njoint; i++) {
        const limb_joint *joint = &c->robot->joint[i];
        if (joint->parent < 0 || joint->child < 0 || joint->parent == joint->child) continue;
        if (limb_scene_shape_count(c->scene, joint->parent) == 0 ||
            limb_scene_shape_count(c->scene, joint->child) == 0) {
            continue;
        }
        out[count++] = (entry){limb_scene_object_name(c->scene, joint->parent),
                               limb_scene_object_name(c->scene, joint->child), "Adjacent", 1};
    }
    for (int i = 0; i < limb_scene_pair_count(c->scene); i++) {
        const double share = (double)pair[i].touching / (double)nsample;
        out[count++] = (entry){limb_scene_object_name(c->scene, pair[i].a),
                               limb_scene_object_name(c->scene, pair[i].b),
                               pair[i].touching == 0   ? "Never"
                               : share >= always_share ? "Always"
                                                       : NULL,
                               share};
    }
    return count;
}

static int write_srdf(const cli *app, const collide_opts *opts, const cli_collision *c,
                      const entry *list, int count)
{
    limb_srdf_pair *pair = malloc((size_t)(count + 1) * sizeof *pair);
    if (!pair) return cli_fail(app, LIMB_ERROR_MEMORY);
    limb_srdf srdf = {.robot = c->robot->name, .pair = pair};
    int sometimes = 0;
    for (int i = 0; i < count; i++) {
        if (list[i].class) {
            pair[srdf.npair++] = (limb_srdf_pair){list[i].a, list[i].b, list[i].class, false};
        } else {
            sometimes++;
        }
    }
    cli_buffer text = {0};
    int code = CLI_UNREADABLE;
    if (limb_srdf_write(&srdf, cli_buffer_write, &text) == LIMB_OK)
        code = cli_save_result(app, opts->output, text.data, text.size);
    if (code == CLI_OK) {
        cli_message(app, "%d pair%s disabled, %d left to compare", srdf.npair,
                    srdf.npair == 1 ? "" : "s", sometimes);
    }
    cli_buffer_free(&text);
    free(pair);
    return code;
}

static void print_json(const collide_opts *opts, long long nsample, const entry *list, int count)
{
    cli_json json;
    cli_json_init(&json, stdout);
    cli_json_open_schema(&json, "limb-collide-matrix/1");
    cli_json_int(&json, "samples", nsample);
    cli_json_int(&json, "seed", opts->seed);
    cli_json_open(&json, "pairs", '[');
    for (int i = 0; i < count; i++) {
        const char *class = list[i].class;
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "a", list[i].a);
        cli_json_text(&json, "b", list[i].b);
        cli_json_text(&json, "class",
                      !class                           ? "sometimes"
                      : strcmp(class, "Adjacent") == 0 ? "adjacent"
                      : strcmp(class, "Always") == 0   ? "always"
                                                       : "never");
        if (!class || strcmp(class, "Adjacent") != 0)
            cli_json_number(&json, "share", list[i].share);
        cli_json_close(&json);
    }
    cli_json_close(&json);
    cli_json_close(&json);
}
