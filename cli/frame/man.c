// Manual pages in troff, generated from the tables of commands and options.
#include "frame/cli.h"

#include <ctype.h>

static void print_heading(const cli_command *command, FILE *out);
static void print_verbs(const cli_command *command, FILE *out);
static void print_option(const cli_option *option, FILE *out);
static void print_text(const char *text, FILE *out);

void cli_print_man(const cli *app, const cli_command *command, FILE *out)
{
    print_heading(command, out);
    fputs(".SH SYNOPSIS\n.B limb", out);
    if (command) {
        fprintf(out, " %s\n[\\fIOPTION\\fR...] ", command->name);
        print_text(command->operands, out);
        fputs("\n.SH DESCRIPTION\n", out);
        print_text(command->description, out);
        fputc('\n', out);
        if (command->verb) print_verbs(command, out);
        fputs(".SH OPTIONS\n", out);
        for (int i = 0; i < command->noption; i++)
            print_option(&command->option[i], out);
        for (int i = 0; i < cli_ncommon_option; i++)
            print_option(&cli_common_option[i], out);
    } else {
        fputs("\n\\fICOMMAND\\fR [\\fIOPTION\\fR...] [\\fIFILE\\fR...]\n.SH COMMANDS\n", out);
        for (int i = 0; i < app->ncommand; i++) {
            if (app->command[i]->hidden) continue;
            fprintf(out, ".TP\n.BR limb-%s (1)\n", app->command[i]->name);
            print_text(app->command[i]->summary, out);
            fputc('\n', out);
        }
    }
    fputs(".SH EXIT STATUS\n.TP\n.B 0\nsuccess\n.TP\n.B 1\nthe input has errors, or the answer is "
          "negative\n"
          ".TP\n.B 2\nthe arguments are wrong\n.TP\n.B 3\na file cannot be read or written\n",
          out);
    if (command && command->nexample > 0) fputs(".SH EXAMPLES\n", out);
    for (int i = 0; command && i < command->nexample; i++) {
        fputs(".TP\n.B ", out);
        print_text(command->example[i].command, out);
        fputc('\n', out);
        print_text(command->example[i].meaning, out);
        fputc('\n', out);
    }
}

static void print_heading(const cli_command *command, FILE *out)
{
    if (!command) {
        fprintf(out,
                ".TH LIMB 1 \"\" \"limb %s\"\n.SH NAME\n"
                "limb \\- read, check, edit and compute with URDF robot descriptions\n",
                limb_version());
        return;
    }
    fputs(".TH LIMB\\-", out);
    for (const char *at = command->name; *at; at++)
        fputc(toupper((unsigned char)*at), out);
    fprintf(out, " 1 \"\" \"limb %s\"\n.SH NAME\nlimb\\-%s \\- ", limb_version(), command->name);
    print_text(command->summary, out);
    fputc('\n', out);
}

static void print_verbs(const cli_command *command, FILE *out)
{
    fputs(".SH VERBS\n", out);
    for (int i = 0; command->verb(i); i++) {
        const cli_verb *verb = command->verb(i);
        fprintf(out, ".TP\n\\fB%s\\fR ", verb->name);
        print_text(verb->arguments, out);
        fputc('\n', out);
        print_text(verb->help, out);
        fputc('\n', out);
    }
}

static void print_option(const cli_option *option, FILE *out)
{
    fputs(".TP\n", out);
    if (option->letter) fprintf(out, "\\fB\\-%c\\fR, ", option->letter);
    fputs("\\fB\\-\\-", out);
    print_text(option->name, out);
    fputs("\\fR", out);
    if (option->value) fprintf(out, " \\fI%s\\fR", option->value);
    fputc('\n', out);
    print_text(option->help, out);
    if (option->choices) {
        char choices[CLI_CHOICES_SIZE];
        fputs(" (", out);
        print_text(cli_choices_text(option, choices), out);
        fputc(')', out);
    }
    fputc('\n', out);
}

// escapes a leading point or apostrophe, backslashes and hyphens, which have a meaning in troff
static void print_text(const char *text, FILE *out)
{
    bool line_start = true;
    for (; *text; text++) {
        if (*text == '\n') {
            if (!line_start) fputs("\n.PP\n", out);
            line_start = true;
            continue;
        }
        if (line_start && (*text == '.' || *text == '\'')) fputs("\\&", out);
        line_start = false;
        if (*text == '\\') {
            fputs("\\e", out);
        } else if (*text == '-') {
            fputs("\\-", out);
        } else {
            fputc(*text, out);
        }
    }
}
