// limb collide --matrix: how often every pair of links touches, as SRDF or JSON.
#include "commands/shapes/collide.h"

static int build(const cli *app, const collide_opts *opts, const cli_collision *c,
                 limb_collision_matrix **matrix);
static void show_progress(void *ctx, long long done, long long total);
static int write_srdf(const cli *app, const collide_opts *opts, const cli_collision *c,
                      const limb_collision_matrix *matrix);
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
        code = write_srdf(app, opts, c, matrix);
    }
    limb_collision_matrix_free(matrix);
    return code;
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

static int write_srdf(const cli *app, const collide_opts *opts, const cli_collision *c,
                      const limb_collision_matrix *matrix)
{
    int nsometimes = 0;
    for (int i = 0; i < matrix->npair; i++)
        nsometimes += matrix->pair[i].pair_class == LIMB_PAIR_SOMETIMES;
    cli_buffer text = {0};
    const limb_status status =
        limb_collision_matrix_write(matrix, c->robot, NULL, cli_buffer_write, &text);
    int code = CLI_UNREADABLE;
    if (status == LIMB_OK) {
        code = cli_save_result(app, opts->output, text.data, text.size);
    } else {
        code = cli_fail(app, status);
    }
    if (code == CLI_OK) {
        const int ndisabled = matrix->npair - nsometimes;
        cli_message(app, "%d pair%s disabled, %d left to compare", ndisabled, cli_plural(ndisabled),
                    nsometimes);
    }
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
