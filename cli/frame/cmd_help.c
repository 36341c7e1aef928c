// limb help, version, completion: commands about the command itself.
#include "frame/cli.h"

#include <string.h>

typedef struct help_opts {
    bool man;
} help_opts;

static int run_help(cli *app);
static int run_version(cli *app);
static int run_completion(cli *app);

static const cli_option help_option[] = {
    {0, "man", CLI_FLAG, offsetof(help_opts, man), NULL, NULL,
     "print the manual page in troff, as \"man\" reads it"},
};
static const cli_example help_example[] = {
    {"limb help check", "the help of limb check"},
    {"limb help --man check | man -l -", "the same as a manual page"},
};
const cli_command cli_help = {
    .name = "help",
    .operands = "[COMMAND]",
    .summary = "describe the commands and their options",
    .description = "Without COMMAND, lists the commands.",
    .option = help_option,
    .noption = CLI_COUNT(help_option),
    .opts_size = sizeof(help_opts),
    .max_operands = 1,
    .operand_kind = CLI_COMMANDS,
    .example = help_example,
    .nexample = CLI_COUNT(help_example),
    .run = run_help,
};

static const cli_example completion_example[] = {
    {"source <(limb completion bash)",
     "completion in this shell; add the line to ~/.bashrc to keep it"},
    {"limb completion fish > ~/.config/fish/completions/limb.fish", "the same for fish"},
};
const cli_command cli_completion = {
    .name = "completion",
    .operands = "SHELL",
    .summary = "print the completion script for bash, zsh or fish",
    .description = "The script completes commands, options, their values, rules and files.",
    .min_operands = 1,
    .max_operands = 1,
    .operand_kind = CLI_SHELLS,
    .example = completion_example,
    .nexample = CLI_COUNT(completion_example),
    .run = run_completion,
};

const cli_command cli_version = {
    .name = "version",
    .operands = "",
    .summary = "print the version",
    .description = "The same as limb --version.",
    .run = run_version,
};

static int run_help(cli *app)
{
    const help_opts *opts = app->opts;
    const char *name = app->operand.count > 0 ? app->operand.item[0] : NULL;
    const cli_command *about = name ? cli_find_command(app, name) : NULL;
    if (name && !about) return cli_usage(app, "no command named \"%s\"", name);
    if (opts->man) {
        cli_print_man(app, about, stdout);
    } else if (about) {
        cli_print_help(app, about, stdout);
    } else {
        cli_print_overview(app, stdout);
    }
    return CLI_OK;
}

static int run_completion(cli *app)
{
    const char *shell = app->operand.item[0];
    if (cli_print_completion(app, shell, stdout)) return CLI_OK;
    return cli_usage(app, "no completion for \"%s\", only for bash, zsh and fish", shell);
}

static int run_version(cli *app)
{
    (void)app;
    printf("limb %s\n", limb_version());
    return CLI_OK;
}
