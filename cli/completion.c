// Completion for bash, zsh and fish, made from the tables of commands and options.
#include "cli.h"

#include <string.h>

static void print_bash(const cli *app, FILE *out);
static void print_bash_command(const cli *app, const cli_command *command, FILE *out);
static void print_zsh(const cli *app, FILE *out);
static void print_zsh_option(const cli_option *option, FILE *out);
static void print_fish(const cli *app, FILE *out);
static void print_fish_option(const cli_command *command, const cli_option *option, FILE *out);
static const cli_option *option_at(const cli_command *command, int index);
static int option_count(const cli_command *command);
static void print_words(const cli *app, cli_operand_kind kind, FILE *out);
static void print_choices(const char *choices, FILE *out);
static void print_quoted(const char *text, FILE *out);

static const char *const shells[] = {"bash", "zsh", "fish"};

bool cli_print_completion(const cli *app, const char *shell, FILE *out)
{
    static void (*const printer[])(const cli *, FILE *) = {print_bash, print_zsh, print_fish};
    for (int i = 0; i < CLI_COUNT(shells); i++) {
        if (strcmp(shell, shells[i]) != 0) continue;
        printer[i](app, out);
        return true;
    }
    return false;
}

static void print_bash(const cli *app, FILE *out)
{
    fputs("# bash completion for limb\n"
          "_limb()\n"
          "{\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
          "    local command=${COMP_WORDS[1]} words=\n"
          "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
          "        COMPREPLY=($(compgen -W \"",
          out);
    print_words(app, CLI_COMMANDS, out);
    fputs("\" -- \"$word\"))\n"
          "        return\n"
          "    fi\n"
          "    case \"$command $before\" in\n",
          out);
    for (int i = 0; i < app->ncommand; i++)
        print_bash_command(app, app->command[i], out);
    fputs("    esac\n"
          "    if [ -n \"$words\" ]; then\n"
          "        COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
          "    else\n"
          "        COMPREPLY=($(compgen -f -- \"$word\"))\n"
          "    fi\n"
          "}\n"
          "complete -o filenames -F _limb limb\n",
          out);
}

// values of options first, then options where the word begins with a hyphen, then operands
static void print_bash_command(const cli *app, const cli_command *command, FILE *out)
{
    for (int i = 0; i < option_count(command); i++) {
        const cli_option *option = option_at(command, i);
        if (!option->value) continue;
        fprintf(out, "    \"%s --%s\"", command->name, option->name);
        if (option->letter) fprintf(out, " | \"%s -%c\"", command->name, option->letter);
        fputs(") words=\"", out);
        if (option->choices) print_choices(option->choices, out);
        if (strcmp(option->value, "RULE") == 0) print_words(app, CLI_RULES, out);
        fputs("\" ;;\n", out);
    }
    fprintf(out, "    \"%s \"*)\n        if [[ $word == -* ]]; then words=\"", command->name);
    for (int i = 0; i < option_count(command); i++)
        fprintf(out, "%s--%s", i > 0 ? " " : "", option_at(command, i)->name);
    fputs("\"; else words=\"", out);
    print_words(app, command->operand_kind, out);
    fputs("\"; fi ;;\n", out);
}

static void print_zsh(const cli *app, FILE *out)
{
    fputs("#compdef limb\n"
          "_limb() {\n"
          "  local -a commands\n"
          "  commands=(\n",
          out);
    for (int i = 0; i < app->ncommand; i++) {
        fprintf(out, "    '%s:", app->command[i]->name);
        print_quoted(app->command[i]->summary, out);
        fputs("'\n", out);
    }
    fputs("  )\n"
          "  if (( CURRENT == 2 )); then\n"
          "    _describe command commands\n"
          "    return\n"
          "  fi\n"
          "  local command=$words[2]\n"
          "  shift words\n"
          "  (( CURRENT-- ))\n"
          "  case $command in\n",
          out);
    for (int i = 0; i < app->ncommand; i++) {
        const cli_command *command = app->command[i];
        fprintf(out, "  %s)\n    _arguments", command->name);
        for (int j = 0; j < option_count(command); j++)
            print_zsh_option(option_at(command, j), out);
        fputs(" \\\n      '*: :", out);
        if (command->operand_kind == CLI_FILES) {
            fputs("_files", out);
        } else {
            fputc('(', out);
            print_words(app, command->operand_kind, out);
            fputc(')', out);
        }
        fputs("' ;;\n", out);
    }
    fputs("  esac\n}\n_limb \"$@\"\n", out);
}

static void print_zsh_option(const cli_option *option, FILE *out)
{
    fputs(" \\\n      ", out);
    const char *many = option->kind == CLI_MANY ? "*" : "";
    if (option->letter) {
        fprintf(out, "%s{-%c,--%s}'", many[0] ? "\\*" : "", option->letter, option->name);
    } else {
        fprintf(out, "'%s--%s", many, option->name);
    }
    fputc('[', out);
    print_quoted(option->help, out);
    fputc(']', out);
    if (option->choices) {
        fprintf(out, ":%s:(", option->value);
        print_choices(option->choices, out);
        fputc(')', out);
    } else if (option->value) {
        fprintf(out, ":%s:%s", option->value, strcmp(option->value, "FILE") == 0 ? "_files" : "");
    }
    fputc('\'', out);
}

static void print_fish(const cli *app, FILE *out)
{
    fputs("# fish completion for limb\n", out);
    for (int i = 0; i < app->ncommand; i++) {
        const cli_command *command = app->command[i];
        fprintf(out, "complete -c limb -n __fish_use_subcommand -f -a %s -d '", command->name);
        print_quoted(command->summary, out);
        fputs("'\n", out);
        for (int j = 0; j < option_count(command); j++)
            print_fish_option(command, option_at(command, j), out);
        if (command->operand_kind == CLI_FILES) continue;
        fprintf(out, "complete -c limb -n '__fish_seen_subcommand_from %s' -f -a '", command->name);
        print_words(app, command->operand_kind, out);
        fputs("'\n", out);
    }
}

static void print_fish_option(const cli_command *command, const cli_option *option, FILE *out)
{
    fprintf(out, "complete -c limb -n '__fish_seen_subcommand_from %s' -l %s", command->name,
            option->name);
    if (option->letter) fprintf(out, " -s %c", option->letter);
    if (option->choices) {
        fputs(" -x -a '", out);
        print_choices(option->choices, out);
        fputc('\'', out);
    } else if (option->value) {
        fputs(" -r", out);
    }
    fputs(" -d '", out);
    print_quoted(option->help, out);
    fputs("'\n", out);
}

static const cli_option *option_at(const cli_command *command, int index)
{
    return index < command->noption ? &command->option[index]
                                    : &cli_common_option[index - command->noption];
}

static int option_count(const cli_command *command)
{
    return command->noption + cli_ncommon_option;
}

static void print_words(const cli *app, cli_operand_kind kind, FILE *out)
{
    if (kind == CLI_RULES) {
        for (int i = 0; i < limb_rule_count(); i++)
            fprintf(out, "%s%s", i > 0 ? " " : "", limb_rule_at(i)->id);
    } else if (kind == CLI_COMMANDS) {
        for (int i = 0; i < app->ncommand; i++)
            fprintf(out, "%s%s", i > 0 ? " " : "", app->command[i]->name);
    } else if (kind == CLI_SHELLS) {
        for (int i = 0; i < CLI_COUNT(shells); i++)
            fprintf(out, "%s%s", i > 0 ? " " : "", shells[i]);
    }
}

static void print_choices(const char *choices, FILE *out)
{
    for (; *choices; choices++)
        fputc(*choices == '|' ? ' ' : *choices, out);
}

// For the inside of single quotes. Characters that zsh's descriptions take for their own are left
// out; no help text needs them.
static void print_quoted(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (*text == '\'') {
            fputs("\xE2\x80\x99", out);
        } else if (!strchr("[]:\\", *text)) {
            fputc(*text, out);
        }
    }
}
