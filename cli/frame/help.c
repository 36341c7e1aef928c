// Help, generated from the tables of commands and options.
#include "frame/cli.h"

#include <string.h>

enum { TEXT_WIDTH = 80, OPTION_COLUMN = 26, VERB_COLUMN = 30 };

static void print_wrapped(FILE *out, const char *text, int indent, int column);
static void print_verbs(const cli_command *command, FILE *out);
static void print_options(const cli_command *command, FILE *out);
static void print_option(const cli_option *option, FILE *out);
static int print_option_head(const cli_option *option, FILE *out);
static void print_to_column(FILE *out, int width, int column);

void cli_print_overview(const cli *app, FILE *out)
{
    fprintf(out, "limb %s: read, check, edit and compute with URDF robot descriptions\n\n",
            limb_version());
    fputs("usage: limb COMMAND [OPTION...] [FILE...]\n\ncommands:\n", out);
    for (int i = 0; i < app->ncommand; i++) {
        const cli_command *command = app->command[i];
        if (!command->hidden) fprintf(out, "  %-17s%s\n", command->name, command->summary);
    }
    fputs("\nA FILE is a .urdf file, a .xacro file with its arguments (name:=value), or - for\n"
          "standard input. Data goes to standard output, messages to standard error. See\n"
          "\"limb help COMMAND\" for the options of each.\n",
          out);
}

void cli_print_help(const cli *app, const cli_command *command, FILE *out)
{
    (void)app;
    fprintf(out, "limb %s: %s\n\n", command->name, command->summary);
    cli_print_usage(command, out);
    fputc('\n', out);
    print_wrapped(out, command->description, 0, 0);
    if (command->verb) print_verbs(command, out);
    fputs("\noptions:\n", out);
    print_options(command, out);
    if (command->nexample > 0) fputs("\nexamples:\n", out);
    for (int i = 0; i < command->nexample; i++) {
        fprintf(out, "  %s\n      ", command->example[i].command);
        print_wrapped(out, command->example[i].meaning, 6, 6);
    }
}

void cli_print_usage(const cli_command *command, FILE *out)
{
    fprintf(out, "usage: limb %s [OPTION...]", command->name);
    fprintf(out, *command->operands ? " %s\n" : "\n", command->operands);
}

const char *cli_choices_text(const cli_option *option, char text[CLI_CHOICES_SIZE])
{
    size_t used = 0;
    text[0] = 0;
    for (const char *at = option->choices; at && *at; at += *at == '|') {
        const int size = (int)strcspn(at, "|");
        used += (size_t)snprintf(text + used, CLI_CHOICES_SIZE - used, "%s%.*s",
                                 used > 0 ? ", " : "", size, at);
        at += size;
    }
    // the first choice is the default unless the help names another
    if (option->choices && !strstr(option->help, "default"))
        snprintf(text + used, CLI_CHOICES_SIZE - used, "; default %.*s",
                 (int)strcspn(option->choices, "|"), option->choices);
    return text;
}

// Fills lines up to TEXT_WIDTH. The first line starts at column, the others at indent; a line break
// in the text starts a paragraph.
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

static void print_verbs(const cli_command *command, FILE *out)
{
    fputs("\nverbs:\n", out);
    for (int i = 0; command->verb(i); i++) {
        const cli_verb *verb = command->verb(i);
        print_to_column(out, fprintf(out, "  %s %s", verb->name, verb->arguments), VERB_COLUMN);
        print_wrapped(out, verb->help, VERB_COLUMN, VERB_COLUMN);
    }
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
    print_to_column(out, print_option_head(option, out), OPTION_COLUMN);
    print_wrapped(out, option->help, OPTION_COLUMN, OPTION_COLUMN);
    if (!option->choices) return;
    char choices[CLI_CHOICES_SIZE], text[CLI_CHOICES_SIZE + 2];
    snprintf(text, sizeof text, "(%s)", cli_choices_text(option, choices));
    fprintf(out, "%*s", OPTION_COLUMN, "");
    print_wrapped(out, text, OPTION_COLUMN, OPTION_COLUMN);
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

// Continues at the column, on a new line if fewer than two spaces would be left before it.
static void print_to_column(FILE *out, int width, int column)
{
    if (width + 2 > column) {
        fputc('\n', out);
        width = 0;
    }
    fprintf(out, "%*s", column - width, "");
}
