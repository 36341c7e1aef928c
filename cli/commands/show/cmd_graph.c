// limb graph: the tree as DOT or SVG.
#include "frame/cli.h"

#include <string.h>

typedef struct graph_opts {
    const char *format;
    const char *output;
} graph_opts;

static int run(cli *app);

static const cli_option option[] = {
    {'f', "format", CLI_CHOICE, offsetof(graph_opts, format), "FORMAT", "dot|svg",
     "DOT for Graphviz, or SVG; by default selected by the extension of --output"},
    {'o', "output", CLI_TEXT, offsetof(graph_opts, output), "FILE", NULL,
     "write to FILE instead of standard output"},
};

static const cli_example example[] = {
    {"limb graph arm.urdf -o arm.svg", "a picture of the tree"},
    {"limb graph arm.urdf | dot -Tpdf > arm.pdf", "the same drawn by Graphviz"},
};

const cli_command cli_graph = {
    .name = "graph",
    .operands = "FILE",
    .summary = "draw the tree of links and joints as SVG or DOT",
    .description = "Links are boxes with their mass, joints are lines colored by type with their "
                   "name and range. The SVG is self-contained and needs no Graphviz.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(graph_opts),
    .min_operands = 1,
    .max_operands = 1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

static int run(cli *app)
{
    const graph_opts *opts = app->opts;
    const bool svg = opts->format ? strcmp(opts->format, "svg") == 0
                                  : opts->output && cli_has_extension(opts->output, ".svg");
    // with an explicit format any extension is allowed, except that of the other format
    const char *other = svg ? ".dot" : ".svg";
    if (opts->format ? opts->output && cli_has_extension(opts->output, other)
                     : !cli_check_extension(app, opts->output, ".svg|.dot|.gv")) {
        return opts->format
                   ? cli_usage(app, "--format %s contradicts %s", opts->format, opts->output)
                   : CLI_USAGE;
    }
    limb_robot *robot;
    int code = cli_load_robot(app, app->operand.item[0], &robot);
    if (code != CLI_OK) return code;
    cli_buffer text = {0};
    const limb_status status = svg ? limb_export_svg(robot, NULL, cli_buffer_write, &text)
                                   : limb_export_dot(robot, NULL, cli_buffer_write, &text);
    if (status == LIMB_OK) {
        code = cli_save_result(app, opts->output, text.data, text.size);
    } else {
        code = cli_fail(app, status);
    }
    cli_buffer_free(&text);
    limb_robot_free(robot);
    return code;
}
