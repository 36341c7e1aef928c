// limb collide --matrix: how often every pair of links touches, as SRDF or JSON.
#include "commands/shapes/collide.h"

#include <stdlib.h>

static int build(const cli *app, const collide_opts *opts, const cli_collision *c,
                 limb_collision_matrix **matrix);
static void show_progress(void *ctx, long long done, long long total);
static int list_pairs(const cli *app, const cli_collision *c, const limb_collision_matrix *matrix,
                      limb_srdf_pair **pair, int *npair, int *nleft);
static int write_srdf(const cli *app, const collide_opts *opts, const limb_srdf_pair *pair,
                      int npair, const char *robot, int nleft);
static void print_json(const collide_opts *opts, const cli_collision *c,
                       const limb_collision_matrix *matrix);
static long long sample_count(const collide_opts *opts);

int cli_collide_matrix(const cli *app, const collide_opts *opts, cli_collision *c)
{
    limb_collision_matrix *matrix = NULL;
    int code = build(app, opts, c, &matrix);
    if (code == CLI_OK && opts->json) {
        print_json(opts, c, matrix);
    } else if (code == CLI_OK) {
        limb_srdf_pair *pair;
        int npair, nleft;
        code = list_pairs(app, c, matrix, &pair, &npair, &nleft);
        if (code == CLI_OK) code = write_srdf(app, opts, pair, npair, c->robot->name, nleft);
        free(pair);
    }
    limb_collision_matrix_free(matrix);
    return code;
}

int cli_collide_pairs(const cli *app, const collide_opts *opts, const cli_collision *c,
                      limb_srdf_pair **pair, int *npair, int *nleft)
{
    limb_collision_matrix *matrix = NULL;
    *pair = NULL;
    int code = build(app, opts, c, &matrix);
    if (code == CLI_OK) code = list_pairs(app, c, matrix, pair, npair, nleft);
    limb_collision_matrix_free(matrix);
    return code;
}

// Lists the pairs that need not be compared; their names belong to the robot.
static int list_pairs(const cli *app, const cli_collision *c, const limb_collision_matrix *matrix,
                      limb_srdf_pair **pair, int *npair, int *nleft)
{
    static const char *const reason[] = {NULL, "Adjacent", "Always", "Never"};
    *npair = *nleft = 0;
    *pair = malloc((size_t)(matrix->npair + 1) * sizeof **pair);
    if (!*pair) return cli_fail(app, LIMB_ERROR_MEMORY);
    for (int i = 0; i < matrix->npair; i++) {
        const limb_matrix_pair *it = &matrix->pair[i];
        if (it->pair_class == LIMB_PAIR_SOMETIMES) {
            ++*nleft;
            continue;
        }
        (*pair)[(*npair)++] = (limb_srdf_pair){.link1 = c->robot->link[it->a].name,
                                               .link2 = c->robot->link[it->b].name,
                                               .reason = reason[it->pair_class]};
    }
    return CLI_OK;
}

static int build(const cli *app, const collide_opts *opts, const cli_collision *c,
                 limb_collision_matrix **matrix)
{
    limb_pool *pool = NULL;
    if (opts->threads != 1 && limb_pool_create(&pool, opts->threads, NULL) != LIMB_OK) pool = NULL;
    cli_progress progress;
    cli_progress_start(&progress, "sampling", (int)sample_count(opts));
    const limb_status status =
        limb_collision_matrix_build(matrix, c->scene, c->robot, c->motion.model,
                                    &(limb_sample_opts){.nsample = sample_count(opts),
                                                        .seed = (uint64_t)opts->seed,
                                                        .pool = pool,
                                                        .progress = show_progress,
                                                        .progress_ctx = &progress});
    cli_progress_end(&progress);
    limb_pool_free(pool);
    if (status == LIMB_OK) return CLI_OK;
    return cli_fail(app, status);
}

static long long sample_count(const collide_opts *opts)
{
    return opts->samples >= 1 ? (long long)opts->samples : 10000;
}

static void show_progress(void *ctx, long long done, long long total)
{
    (void)total;
    cli_progress_step(ctx, (int)done);
}

// Writes a new file with only the pairs, or updates the pairs of an existing file and keeps
// everything else in it.
static int write_srdf(const cli *app, const collide_opts *opts, const limb_srdf_pair *pair,
                      int npair, const char *robot, int nleft)
{
    const char *base = opts->srdf;
    cli_buffer before = {0}, text = {0};
    limb_srdf *srdf = NULL;
    const bool exists = opts->output && cli_is_file(opts->output);
    const int allowed = cli_may_save_result(app, opts->output);
    if (allowed != CLI_OK) return allowed;
    if (exists && base && !cli_is_same_file(base, opts->output))
        return cli_usage(app, "%s exists: to update it, give --srdf %s, too",
                         cli_file_name(opts->output), opts->output);
    if (exists) base = opts->output;
    limb_srdf_pair_changes changes = {0};
    int code = base ? cli_load_srdf(app, base, &before, &srdf) : CLI_OK;
    limb_status status = LIMB_OK;
    if (code == CLI_OK && srdf) status = limb_srdf_update_pairs(srdf, pair, npair, &changes);
    const limb_srdf alone = {.robot = robot, .npair = npair, .pair = pair};
    if (code == CLI_OK && status == LIMB_OK)
        status = limb_srdf_write(srdf ? srdf : &alone, cli_buffer_write, &text);
    if (status != LIMB_OK) code = cli_fail(app, status);
    const limb_text old = {before.data, before.size};
    if (code == CLI_OK && exists)
        code = cli_save_back(app, opts->output, old, text.data, text.size);
    else if (code == CLI_OK)
        code = cli_save_result(app, opts->output, text.data, text.size);
    if (code == CLI_OK && srdf)
        cli_message(app, "%s: %d pair%s added, %d removed, %d changed, %d by hand kept",
                    cli_file_name(base), changes.nadded, cli_plural(changes.nadded),
                    changes.nremoved, changes.nchanged, changes.nkept_by_hand);
    if (code == CLI_OK)
        cli_message(app, "%d pair%s disabled, %d left to compare", npair, cli_plural(npair), nleft);
    limb_srdf_free(srdf);
    cli_buffer_free(&before);
    cli_buffer_free(&text);
    return code;
}

static void print_json(const collide_opts *opts, const cli_collision *c,
                       const limb_collision_matrix *matrix)
{
    static const char *const name[] = {"sometimes", "adjacent", "always", "never"};
    cli_json json;
    cli_json_init(&json, stdout);
    cli_json_open_schema(&json, "limb-collide-matrix/1");
    cli_json_int(&json, "samples", matrix->nsample);
    cli_json_int(&json, "seed", opts->seed);
    cli_json_open(&json, "pairs", '[');
    for (int i = 0; i < matrix->npair; i++) {
        const limb_matrix_pair *pair = &matrix->pair[i];
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "a", c->robot->link[pair->a].name);
        cli_json_text(&json, "b", c->robot->link[pair->b].name);
        cli_json_text(&json, "class", name[pair->pair_class]);
        if (pair->pair_class != LIMB_PAIR_ADJACENT) cli_json_number(&json, "share", pair->share);
        cli_json_close(&json);
    }
    cli_json_close(&json);
    cli_json_close(&json);
}
