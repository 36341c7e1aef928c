// limb srdf: creates and updates the SRDF file of a robot, which MoveIt reads.
#include "commands/edit/edit.h"
#include "commands/shapes/collide.h"

#include <stdlib.h>
#include <string.h>

typedef struct srdf_opts {
    collide_opts collide;
    cli_delivery delivery;
    bool no_pairs;
} srdf_opts;

static int run(cli *app);
static int init(const cli *app, const srdf_opts *opts);
static int update(const cli *app, const srdf_opts *opts);
static int find_pairs(const cli *app, const srdf_opts *opts, cli_collision *c,
                      limb_srdf_pair **pair, int *npair, int *nleft);

static const cli_option option[] = {
    {'o', "output", CLI_TEXT, offsetof(srdf_opts, delivery.output), "SRDF", NULL,
     "the file to write; default standard output"},
    {'w', "write", CLI_FLAG, offsetof(srdf_opts, delivery.write), NULL, NULL,
     "matrix: write the SRDF file back to its place"},
    {0, "dry-run", CLI_FLAG, offsetof(srdf_opts, delivery.dry_run), NULL, NULL,
     "matrix: only show what would change, as a unified diff"},
    {'n', "samples", CLI_POSITIVE, offsetof(srdf_opts, collide.samples), "N", NULL,
     "random configurations; default 1e4, at most 1e8"},
    {0, "seed", CLI_INT, offsetof(srdf_opts, collide.seed), "N", NULL,
     "seed of the random configurations"},
    {0, "threads", CLI_POSITIVE_INT, offsetof(srdf_opts, collide.threads), "N", NULL,
     "threads to compute with; default one per core. The result does not depend on it"},
    {0, "no-pairs", CLI_FLAG, offsetof(srdf_opts, no_pairs), NULL, NULL,
     "init: leave out the pairs of links, which need the meshes"},
    CLI_PACKAGE_OPTIONS(srdf_opts, collide.package),
};

static const cli_example example[] = {
    {"limb srdf init arm.urdf -o arm.srdf", "groups, states, end effectors and pairs"},
    {"limb srdf matrix arm.urdf arm.srdf --write", "the pairs anew; nothing else changes"},
    {"limb check arm.urdf --srdf arm.srdf", "does it fit the robot?"},
};

const cli_command cli_srdf = {
    .name = "srdf",
    .operands = "init|matrix FILE [SRDF]",
    .summary = "write MoveIt's SRDF file of a robot, or update its pairs of links",
    .description =
        "init writes a first SRDF: a group and a state for each chain of joints, an end effector "
        "where something is driven beyond the tip of a chain, and the pairs of links that need "
        "not be compared for collision.\n\n"
        "matrix finds these pairs anew, as limb collide --matrix does, and updates them in the "
        "SRDF file: pairs with the reasons Adjacent, Always, Default and Never are replaced, those "
        "with another reason or none are kept as they are, and no other byte changes.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(srdf_opts),
    .min_operands = 2,
    .max_operands = 3,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

static int run(cli *app)
{
    const srdf_opts *opts = app->opts;
    const char *verb = app->operand.item[0];
    const bool is_init = strcmp(verb, "init") == 0;
    if (opts->collide.samples > 1e8 || (opts->collide.samples > 0 && opts->collide.samples < 1))
        return cli_usage(app, "--samples is 1 to 1e8");
    if (!is_init && strcmp(verb, "matrix") != 0)
        return cli_usage(app, "\"%s\" is not init or matrix", verb);
    if (is_init && (opts->delivery.write || opts->delivery.dry_run))
        return cli_usage(app, "--write and --dry-run belong to matrix; init takes -o");
    if (!is_init && opts->no_pairs) return cli_usage(app, "--no-pairs belongs to init");
    if (app->operand.count != (is_init ? 2 : 3))
        return cli_usage(app,
                         is_init ? "init takes one robot" : "matrix takes a robot and an SRDF");
    return is_init ? init(app, opts) : update(app, opts);
}

static int init(const cli *app, const srdf_opts *opts)
{
    const char *output = opts->delivery.output;
    if (output && cli_is_file(output))
        return cli_usage(app, "%s exists: limb srdf matrix updates it", cli_file_name(output));
    cli_collision c = {0};
    limb_srdf_pair *pair = NULL;
    int npair = 0, nleft = 0;
    int code = opts->no_pairs ? cli_load_robot(app, app->operand.item[1], &c.robot)
                              : find_pairs(app, opts, &c, &pair, &npair, &nleft);
    cli_buffer text = {0};
    if (code == CLI_OK) {
        const limb_status status = limb_srdf_draft(c.robot, pair, npair, cli_buffer_write, &text);
        code = status == LIMB_OK ? cli_save_result(app, output, text.data, text.size)
                                 : cli_fail(app, status);
    }
    if (code == CLI_OK && !opts->no_pairs)
        cli_message(app, "%d pair%s disabled, %d left to compare", npair, cli_plural(npair), nleft);
    cli_buffer_free(&text);
    free(pair);
    cli_collision_free(app, &c);
    return code;
}

static int update(const cli *app, const srdf_opts *opts)
{
    const char *path = app->operand.item[2];
    if (!cli_delivery_check(app, &opts->delivery, path)) return CLI_USAGE;
    cli_collision c = {0};
    limb_srdf *srdf = NULL;
    limb_srdf_pair *pair = NULL;
    int npair, nleft;
    cli_buffer before = {0}, after = {0};
    limb_srdf_pair_changes changes;
    int code = cli_load_srdf(app, path, &before, &srdf);
    if (code == CLI_OK) code = find_pairs(app, opts, &c, &pair, &npair, &nleft);
    if (code == CLI_OK) {
        limb_status status = limb_srdf_update_pairs(srdf, pair, npair, &changes);
        if (status == LIMB_OK) status = limb_srdf_write(srdf, cli_buffer_write, &after);
        if (status != LIMB_OK) code = cli_fail(app, status);
    }
    if (code == CLI_OK)
        code = cli_deliver(app, &opts->delivery, path, (limb_text){before.data, before.size},
                           (limb_text){after.data, after.size});
    if (code == CLI_OK)
        cli_message(app,
                    "%d pair%s added, %d removed, %d changed, %d by hand kept; %d left to "
                    "compare",
                    changes.nadded, cli_plural(changes.nadded), changes.nremoved, changes.nchanged,
                    changes.nkept_by_hand, nleft);
    cli_buffer_free(&after);
    cli_buffer_free(&before);
    free(pair);
    limb_srdf_free(srdf);
    cli_collision_free(app, &c);
    return code;
}

static int find_pairs(const cli *app, const srdf_opts *opts, cli_collision *c,
                      limb_srdf_pair **pair, int *npair, int *nleft)
{
    collide_opts how = opts->collide;
    how.matrix = true;
    const int code = cli_collision_open(app, app->operand.item[1], &how, c);
    return code == CLI_OK ? cli_collide_pairs(app, &how, c, pair, npair, nleft) : code;
}
