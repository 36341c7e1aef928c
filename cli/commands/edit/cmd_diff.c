// limb diff: what changed between two robots, by meaning.
#include "commands/edit/diff.h"
#include "frame/json.h"

#include <string.h>

typedef struct diff_opts {
    bool json;
    const char *git;
} diff_opts;

static int run(cli *app);
static int load_old(const cli *app, limb_robot **robot, cli_buffer *text);
static int print(const cli *app, const limb_robot *a, const limb_robot *b);
static void print_text(const cli *app, const limb_robot *a, const limb_robot *b,
                       const limb_diff *diff, const limb_mechanism_comparison *mechanism);
static void print_change(const cli *app, const limb_change *change);
static void print_json(const limb_robot *a, const limb_robot *b, const limb_diff *diff,
                       const limb_mechanism_comparison *mechanism);
static void print_place(cli_json *json, const char *key, limb_span place);
static const char *mechanism_name(limb_mechanism mechanism);

static const cli_option option[] = {
    {'j', "json", CLI_FLAG, offsetof(diff_opts, json), NULL, NULL, "print the changes as JSON"},
    {0, "git", CLI_TEXT, offsetof(diff_opts, git), "REVISION", NULL,
     "compare one file with its version in a git revision"},
};

static const cli_example example[] = {
    {"limb diff old.urdf new.urdf", "what changed"},
    {"limb diff --git HEAD~1 arm.urdf", "what the last commit changed"},
};

const cli_command cli_diff = {
    .name = "diff",
    .operands = "OLD NEW",
    .summary = "compare two robots by meaning, not by text",
    .description =
        "Order, layout, comments and the form of numbers do not count. Renamed links and joints "
        "are recognized, together with all references to them; elements of other programs "
        "are compared value by value. The last line says whether the two are the same "
        "mechanism: the same link poses and the same mass matrix, for joint values generated "
        "from a fixed seed. Exits with 1 if something changed.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(diff_opts),
    .min_operands = 1,
    .max_operands = 2,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

static int run(cli *app)
{
    const diff_opts *opts = app->opts;
    if (opts->git && app->operand.count != 1) return cli_usage(app, "--git takes one file");
    if (!opts->git && app->operand.count != 2) return cli_usage(app, "OLD NEW is missing");
    limb_robot *a = NULL, *b = NULL;
    cli_buffer text = {0};
    int code = load_old(app, &a, &text);
    if (code == CLI_OK) code = cli_load_robot(app, app->operand.item[opts->git ? 0 : 1], &b);
    if (code == CLI_OK) code = print(app, a, b);
    limb_robot_free(a);
    limb_robot_free(b);
    cli_buffer_free(&text);
    return code;
}

static int load_old(const cli *app, limb_robot **robot, cli_buffer *text)
{
    const diff_opts *opts = app->opts;
    const char *path = app->operand.item[0];
    if (!opts->git) return cli_load_robot(app, path, robot);
    if (limb_robot_file_is_xacro(path))
        return cli_usage(app,
                         "%s is xacro, which needs all files of that revision: compare with "
                         "the file in a \"git worktree\" of it",
                         path);
    const int code = cli_read_revision(app, path, opts->git, text);
    if (code != CLI_OK) return code;
    limb_report *report;
    if (limb_report_create(&report, NULL) != LIMB_OK) return cli_fail(app, LIMB_ERROR_MEMORY);
    const limb_load_opts load = {.report = report, .file = opts->git};
    const limb_status status = limb_robot_parse(robot, text->data, text->size, &load);
    if (status != LIMB_OK) cli_print_findings(app, report, LIMB_SEVERITY_ERROR);
    limb_report_free(report);
    return status == LIMB_OK ? CLI_OK : status == LIMB_ERROR_INPUT ? CLI_FINDINGS : CLI_UNREADABLE;
}

static int print(const cli *app, const limb_robot *a, const limb_robot *b)
{
    const diff_opts *opts = app->opts;
    limb_diff *diff;
    limb_mechanism_comparison mechanism;
    limb_status status = limb_diff_build(&diff, a, b, NULL);
    if (status != LIMB_OK) return cli_fail(app, status);
    status = limb_mechanism_compare(&mechanism, a, b, diff, NULL);
    if (status != LIMB_OK) {
        limb_diff_free(diff);
        return cli_fail(app, status);
    }
    if (opts->json) {
        print_json(a, b, diff, &mechanism);
    } else {
        print_text(app, a, b, diff, &mechanism);
    }
    const int code = diff->nchange > 0 ? CLI_FINDINGS : CLI_OK;
    limb_diff_free(diff);
    return code;
}

static void print_text(const cli *app, const limb_robot *a, const limb_robot *b,
                       const limb_diff *diff, const limb_mechanism_comparison *mechanism)
{
    for (int i = 0; i < diff->nchange; i++)
        print_change(app, &diff->change[i]);
    char shown[2][CLI_NAME_SIZE];
    const char *names[2] = {cli_visible(a->file, shown[0]), cli_visible(b->file, shown[1])};
    printf("%s and %s: %d change%s, %s", names[0], names[1], diff->nchange,
           cli_plural(diff->nchange), mechanism_name(mechanism->mechanism));
    char reason[CLI_NAME_SIZE];
    printf(*mechanism->reason ? " (%s)\n" : "\n", cli_visible(mechanism->reason, reason));
}

// Prints "~ joint/elbow/limit upper: 2.7 -> 2.5    old.urdf:307 new.urdf:310".
static void print_change(const cli *app, const limb_change *change)
{
    static const char mark[] = {'+', '-', '~', '='};
    static const char *const color[] = {"\x1b[32m", "\x1b[31m", "\x1b[33m", "\x1b[36m"};
    char path[CLI_NAME_SIZE], attribute[CLI_NAME_SIZE], old_value[CLI_NAME_SIZE],
        new_value[CLI_NAME_SIZE];
    const bool has_values = *change->old_value || *change->new_value;
    printf("%s%c%s %s", app->color_out ? color[change->kind] : "", mark[change->kind],
           app->color_out ? "\x1b[0m" : "", cli_visible(change->path, path));
    if (change->kind == LIMB_CHANGE_RENAMED) {
        printf(" is now \"%s\"", cli_visible(change->new_value, new_value));
    } else if (has_values) {
        printf("%s%s: %s -> %s", *change->attribute ? " " : "",
               cli_visible(change->attribute, attribute),
               *change->old_value ? cli_visible(change->old_value, old_value) : "(none)",
               *change->new_value ? cli_visible(change->new_value, new_value) : "(none)");
    }
    printf("   (");
    if (change->old_place.line > 0) printf("line %u", change->old_place.line);
    if (change->old_place.line > 0 && change->new_place.line > 0) printf(" -> ");
    if (change->new_place.line > 0) printf("line %u", change->new_place.line);
    printf(")\n");
}

static void print_json(const limb_robot *a, const limb_robot *b, const limb_diff *diff,
                       const limb_mechanism_comparison *mechanism)
{
    static const char *const kind[] = {"added", "removed", "changed", "renamed"};
    cli_json json;
    cli_json_init(&json, stdout);
    cli_json_open_schema(&json, "limb-diff/1");
    cli_json_text(&json, "old", a->file);
    cli_json_text(&json, "new", b->file);
    cli_json_text(&json, "mechanism", mechanism_name(mechanism->mechanism));
    cli_json_text(&json, "reason", *mechanism->reason ? mechanism->reason : NULL);
    cli_json_open(&json, "changes", '[');
    for (int i = 0; i < diff->nchange; i++) {
        const limb_change *c = &diff->change[i];
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "kind", kind[c->kind]);
        cli_json_text(&json, "path", c->path);
        cli_json_text(&json, "attribute", *c->attribute ? c->attribute : NULL);
        cli_json_text(&json, "old", *c->old_value ? c->old_value : NULL);
        cli_json_text(&json, "new", *c->new_value ? c->new_value : NULL);
        print_place(&json, "old_place", c->old_place);
        print_place(&json, "new_place", c->new_place);
        cli_json_close(&json);
    }
    cli_json_close(&json);
    cli_json_close(&json);
}

static void print_place(cli_json *json, const char *key, limb_span place)
{
    if (place.line == 0) {
        cli_json_null(json, key);
        return;
    }
    cli_json_open(json, key, '{');
    cli_json_int(json, "line", place.line);
    cli_json_int(json, "column", place.column);
    cli_json_int(json, "offset", place.offset);
    cli_json_close(json);
}

static const char *mechanism_name(limb_mechanism mechanism)
{
    static const char *const name[] = {"same mechanism", "different mechanism",
                                       "mechanism not compared"};
    return name[mechanism];
}
