// limb fmt: one canonical layout, so that diffs show only changes of meaning.
#include "frame/cli.h"

#include <string.h>

typedef struct fmt_opts {
    bool check;
    bool write;
    bool keep_numbers;
    bool keep_order;
    int indent;
} fmt_opts;

static int run(cli *app);
static void print_path(const char *path);
static int format_file(const cli *app, const char *path);
static int deliver(const cli *app, const char *path, limb_text before, const cli_buffer *after);

static const cli_option option[] = {
    {'c', "check", CLI_FLAG, offsetof(fmt_opts, check), NULL, NULL,
     "change nothing; print the files that would change, and exit with 1 if there are any"},
    {'w', "write", CLI_FLAG, offsetof(fmt_opts, write), NULL, NULL,
     "write the files back instead of to standard output"},
    {0, "indent", CLI_POSITIVE_INT, offsetof(fmt_opts, indent), "COUNT", NULL,
     "spaces per level (default 2)"},
    {0, "keep-numbers", CLI_FLAG, offsetof(fmt_opts, keep_numbers), NULL, NULL,
     "keep numbers as written instead of in their shortest form"},
    {0, "keep-order", CLI_FLAG, offsetof(fmt_opts, keep_order), NULL, NULL,
     "keep the order of elements as written"},
};

static const cli_example example[] = {
    {"limb fmt arm.urdf | diff arm.urdf -", "what would change"},
    {"limb fmt --write *.urdf", "format files in place"},
    {"limb fmt --check robots/", "for continuous integration: fails if a file is not formatted"},
};

const cli_command cli_fmt = {
    .name = "fmt",
    .operands = "FILE...",
    .summary = "format files canonically, keeping comments and unknown elements",
    .description =
        "Indentation, the order of elements and attributes, and numbers get a canonical form; the "
        "meaning stays the same. Formatting again changes nothing. If FILE is a "
        "folder, all .urdf files below it are formatted.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(fmt_opts),
    .min_operands = 1,
    .max_operands = -1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

static int run(cli *app)
{
    const fmt_opts *opts = app->opts;
    if (opts->check && opts->write)
        return cli_usage(app, "--check and --write cannot be used together");
    cli_paths paths = {0};
    int worst = CLI_OK;
    for (int i = 0; i < app->operand.count; i++)
        if (!cli_collect_paths(app, &paths, app->operand.item[i])) worst = CLI_UNREADABLE;
    if (paths.count > 1 && !opts->check && !opts->write)
        worst = cli_usage(app, "several files need --write or --check");
    for (int i = 0; i < paths.count && (opts->check || opts->write); i++)
        if (limb_robot_file_is_xacro(paths.item[i]))
            worst = cli_usage(app,
                              "%s is xacro: only its expansion can be formatted, without "
                              "--check and --write",
                              paths.item[i]);
    for (int i = 0; i < paths.count && worst != CLI_USAGE; i++) {
        const int code = format_file(app, paths.item[i]);
        if (code > worst) worst = code;
    }
    cli_paths_free(&paths);
    return worst;
}

static int format_file(const cli *app, const char *path)
{
    const fmt_opts *opts = app->opts;
    limb_robot *robot;
    int code = cli_load_document(app, path, &robot);
    if (code != CLI_OK) return code;
    const limb_format_opts format = {
        .indent = opts->indent, .keep_numbers = opts->keep_numbers, .keep_order = opts->keep_order};
    cli_buffer after = {0};
    const limb_status status = limb_robot_format(robot, &format, cli_buffer_write, &after);
    if (status == LIMB_OK) {
        code = deliver(app, path, limb_document_source(robot->document), &after);
    } else {
        cli_message(app, "%s: %s", cli_file_name(path), limb_status_text(status));
        code = CLI_UNREADABLE;
    }
    cli_buffer_free(&after);
    limb_robot_free(robot);
    return code;
}

static int deliver(const cli *app, const char *path, limb_text before, const cli_buffer *after)
{
    const fmt_opts *opts = app->opts;
    const bool same =
        before.size == after->size && memcmp(before.data, after->data, after->size) == 0;
    if (opts->check) {
        if (!same) print_path(cli_file_name(path));
        return same ? CLI_OK : CLI_FINDINGS;
    }
    if (!opts->write) return cli_save(app, NULL, after->data, after->size);
    return same ? CLI_OK : cli_save_back(app, path, before, after->data, after->size);
}

// Prints a path unchanged for programs, but without control characters on a terminal.
static void print_path(const char *path)
{
    if (cli_terminal_width(stdout) > 0)
        cli_put_visible(stdout, path, strlen(path));
    else
        fputs(path, stdout);
    putchar('\n');
}
