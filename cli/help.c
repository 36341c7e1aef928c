// Help for people, made from the tables of commands and options.
#include "cli.h"

#include <string.h>

enum { TEXT_WIDTH = 80, OPTION_COLUMN = 26 };

static void print_wrapped(FILE *out, const char *text, int indent, int column);
static void print_options(const cli_command *command, FILE *out);
static void print_option(const cli_option *option, FILE *out);
static int print_option_head(const cli_option *option, FILE *out);

void cli_print_overview(const cli *app, FILE *out)
{
    fprintf(out, "limb %s: read, check, edit and compute with URDF robot descriptions\n\n",
            limb_version());
    fputs("usage: limb COMMAND [OPTION...] [FILE...]\n\ncommands:\n", out);
    for (int i = 0; i < app->ncommand; i++) {
        const cli_command *command = app->command[i];
        if (!command->hidden) fprintf(out, "  %-12s%s\n", command->name, command->summary);
    }
    fputs("\nA FILE is a .urdf file, a .xacro file with its arguments (name:=value), or - for\n"
          "standard input. Data go to standard output, messages to standard error. See\n"
          "\"limb help COMMAND\" for the options of each.\n",
          out);
}

void cli_print_help(const cli *app, const cli_command *command, FILE *out)
{
    (void)app;
    fprintf(out, "limb %s: %s\n\n", command->name, command->summary);
    fprintf(out, "usage: limb %s [OPTION...] %s\n\n", command->name, command->operands);
    print_wrapped(out, command->description, 0, 0);
    fputs("\noptions:\n", out);
    print_options(command, out);
    if (command->nexample > 0) fputs("\nexamples:\n", out);
    for (int i = 0; i < command->nexample; i++) {
        fprintf(out, "  %s\n      ", command->example[i].command);
        print_wrapped(out, command->example[i].meaning, 6, 6);
    }
}

// Fills lines up to TEXT_WIDTH; lines after the first begin at indent; the first at column. Lines
// that begin with a blank, and empty ones, stay as they are.
static void print_wrapped(FILE *out, const char *text, int indent, int column)
{
    while (*text) {
        if (*text == '\n') {
            fputs(column > indent ? "\n\n" : "\n", out);
            text += strspn(text, "\n");
            column = 0;
            continue;
        }
        const size_t word = strcspn(text, " \n");
        if (column > indent && column + 1 + (int)word > TEXT_WIDTH) {
            fputc('\n', out);
            column = 0;
        } else if (column > indent) {
            fputc(' ', out);
            column++;
        }
        if (column < indent) {
            fprintf(out, "%*s", indent - column, "");
            column = indent;
        }
        fwrite(text, 1, word, out);
        column += (int)word;
        text += word;
        text += strspn(text, " ");
    }
    if (column > 0) fputc('\n', out);
}

static void print_options(const cli_command *command, FILE *out)
{
    for (int i = 0; i < command->noption; i++)
        print_option(&command->option[i], out);
    for (int i = 0; i < cli_ncommon_option; i++)
        print_option(&cli_common_option[i], out);
}

static void print_option(const cli_option *option, FILE *out)
{
    const int width = print_option_head(option, out);
    if (width + 2 > OPTION_COLUMN) {
        fprintf(out, "\n%*s", OPTION_COLUMN, "");
    } else {
        fprintf(out, "%*s", OPTION_COLUMN - width, "");
    }
    print_wrapped(out, option->help, OPTION_COLUMN, OPTION_COLUMN);
    if (!option->choices) return;
    fprintf(out, "%*s(", OPTION_COLUMN, "");
    for (const char *at = option->choices; *at; at++)
        fputs(*at == '|' ? ", " : (const char[]){*at, 0}, out);
    fputs(")\n", out);
}

// "  -o, --output FILE"; returns its width
static int print_option_head(const cli_option *option, FILE *out)
{
    int width = option->letter ? fprintf(out, "  -%c, ", option->letter) : fprintf(out, "      ");
    width += fprintf(out, "--%s", option->name);
    if (option->value) width += fprintf(out, " %s", option->value);
    if (option->kind == CLI_MANY) width += fprintf(out, "...");
    return width;
}
