// Parses arguments into a command's struct of options, by its option table, as GNU getopt does.
//
// --name=value, --name value, -o value, -ovalue, -abc for flags; "--" ends the options; "-" and
// negative numbers are operands. name:=value is an argument of a xacro file.
#include "frame/cli.h"
#include "limb/system.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct parser {
    cli *app;
    int argc;
    char **argv;
    int at; // next argument
    char *opts;
    const char **pool;
    const char *color; // value of --color
    bool help;
} parser;

const cli_option cli_common_option[] = {
    {0, "color", CLI_CHOICE, 0, "WHEN", "auto|always|never",
     "when to use color; auto: on a terminal, unless NO_COLOR is set"},
    {'h', "help", CLI_FLAG, 0, NULL, NULL, "print this text"},
};
const int cli_ncommon_option = CLI_COUNT(cli_common_option);

static int parse_long(parser *p, const char *argument);
static int parse_letters(parser *p, const char *letters);
static const cli_option *find_name(const cli_command *command, const char *name, size_t size);
static const cli_option *find_letter(const cli_command *command, char letter);
static const char *option_synonym_of(const cli_command *command, const char *name);
static int unknown_name(parser *p, const char *name, size_t size);
static int store(parser *p, const cli_option *option, const char *value);
static int store_rest(parser *p, const cli_option *option);
static int store_maybe(parser *p, const cli_option *option);
static int store_int(parser *p, const cli_option *option, const char *value);
static int store_choice(parser *p, const cli_option *option, const char *value, const char **out);
static bool is_choice(const char *choices, const char *value);
static bool is_negative_number(const char *argument);
static int count_operands(parser *p);

int cli_parse(cli *app, int argc, char **argv, void *opts, const char **pool, const char **color)
{
    parser p = {.app = app, .argc = argc, .argv = argv, .opts = opts, .pool = pool};
    app->operand.item = pool + (size_t)app->current->noption * (size_t)argc;
    app->operand.count = 0;
    app->argument.item = app->operand.item + argc;
    app->argument.count = 0;
    bool ended = false;
    while (p.at < argc) {
        const char *argument = argv[p.at++];
        int code = CLI_OK;
        if (!ended && argument[0] != '-' && strstr(argument, ":=")) {
            app->argument.item[app->argument.count++] = argument;
        } else if (ended || argument[0] != '-' || argument[1] == 0 ||
                   is_negative_number(argument)) {
            app->operand.item[app->operand.count++] = argument;
        } else if (strcmp(argument, "--") == 0) {
            ended = true;
        } else if (argument[1] == '-') {
            code = parse_long(&p, argument + 2);
        } else {
            code = parse_letters(&p, argument + 1);
        }
        if (code != CLI_OK) return code;
    }
    *color = p.color;
    return p.help ? -1 : count_operands(&p);
}

static int parse_long(parser *p, const char *argument)
{
    const char *equals = strchr(argument, '=');
    const size_t size = equals ? (size_t)(equals - argument) : strlen(argument);
    const cli_option *option = find_name(p->app->current, argument, size);
    if (!option) return unknown_name(p, argument, size);
    if (option->kind == CLI_FLAG || option->kind == CLI_REST) {
        if (equals) return cli_usage(p->app, "--%s takes no value", option->name);
        return option->kind == CLI_FLAG ? store(p, option, NULL) : store_rest(p, option);
    }
    if (option->kind == CLI_MAYBE_INT && !equals) return store_maybe(p, option);
    if (equals) return store(p, option, equals + 1);
    if (p->at == p->argc) {
        return cli_usage(p->app, "--%s needs a value: --%s %s", option->name, option->name,
                         option->value);
    }
    return store(p, option, p->argv[p->at++]);
}

static int parse_letters(parser *p, const char *letters)
{
    for (; *letters; letters++) {
        const cli_option *option = find_letter(p->app->current, *letters);
        if (!option) return cli_usage(p->app, "unknown option -%c", *letters);
        if (option->kind == CLI_FLAG) {
            const int code = store(p, option, NULL);
            if (code != CLI_OK) return code;
            continue;
        }
        if (letters[1]) return store(p, option, letters + 1);
        if (p->at == p->argc) {
            return cli_usage(p->app, "-%c needs a value: -%c %s", *letters, *letters,
                             option->value);
        }
        return store(p, option, p->argv[p->at++]);
    }
    return CLI_OK;
}

static const cli_option *find_name(const cli_command *command, const char *name, size_t size)
{
    for (int i = 0; i < command->noption + cli_ncommon_option; i++) {
        const cli_option *option =
            i < command->noption ? &command->option[i] : &cli_common_option[i - command->noption];
        if (strlen(option->name) == size && memcmp(option->name, name, size) == 0) return option;
    }
    return NULL;
}

static const cli_option *find_letter(const cli_command *command, char letter)
{
    for (int i = 0; i < command->noption; i++) {
        if (command->option[i].letter == letter) return &command->option[i];
    }
    for (int i = 0; i < cli_ncommon_option; i++) {
        if (cli_common_option[i].letter == letter) return &cli_common_option[i];
    }
    return NULL;
}

// Names that other tools, or other commands, use for an option of this command.
static const char *option_synonym_of(const cli_command *command, const char *name)
{
    static const char *const words[][2] = {
        {"dt", "step"},          {"timestep", "step"},    {"duration", "seconds"},
        {"time", "seconds"},     {"seconds", "duration"}, {"out", "output"},
        {"outfile", "output"},   {"inplace", "write"},    {"in-place", "write"},
        {"frame", "link"},       {"tip", "link"},         {"end-effector", "link"},
        {"base", "root"},        {"base-link", "root"},   {"q", "joints"},
        {"positions", "joints"}, {"pkg", "package"},      {"package-path", "packages"},
        {"werror", "strict"},    {"ignore", "disable"},   {"diff", "dry-run"},
        {"n", "samples"},        {"json", "format json"}, {"sarif", "format sarif"},
        {"up-axis", "gltf-up"},  {"up", "gltf-up"},       {"up-axis", "apply-up-axis"},
        {"effort", "torques"},   {"tau", "torques"},
    };
    for (int i = 0; i < CLI_COUNT(words); i++)
        if (strcmp(name, words[i][0]) == 0 &&
            find_name(command, words[i][1], strcspn(words[i][1], " ")))
            return words[i][1];
    return NULL;
}

static int unknown_name(parser *p, const char *name, size_t size)
{
    enum { MAX_NAMES = 64, NAME_SIZE = 64 };
    const cli_command *command = p->app->current;
    const char *names[MAX_NAMES];
    int count = 0;
    for (int i = 0; i < command->noption && count < MAX_NAMES; i++)
        names[count++] = command->option[i].name;
    for (int i = 0; i < cli_ncommon_option && count < MAX_NAMES; i++)
        names[count++] = cli_common_option[i].name;
    char typed[NAME_SIZE] = "";
    memcpy(typed, name, size < NAME_SIZE ? size : NAME_SIZE - 1);
    const char *synonym = option_synonym_of(command, typed);
    if (synonym)
        return cli_usage(p->app, "unknown option --%s: it is called --%s here", typed, synonym);
    const int near = limb_nearest(typed, names, count);
    if (near < 0) return cli_usage(p->app, "unknown option --%s", typed);
    return cli_usage(p->app, "unknown option --%s; did you mean --%s?", typed, names[near]);
}

static int store(parser *p, const cli_option *option, const char *value)
{
    // the two common options have no field in the struct
    if (option == &cli_common_option[0]) return store_choice(p, option, value, &p->color);
    if (option == &cli_common_option[1]) {
        p->help = true;
        return CLI_OK;
    }
    void *field = p->opts + option->field;
    switch (option->kind) {
    case CLI_FLAG:
        *(bool *)field = true;
        return CLI_OK;
    case CLI_TEXT:
        *(const char **)field = value;
        return CLI_OK;
    case CLI_CHOICE:
        return store_choice(p, option, value, (const char **)field);
    case CLI_INT:
    case CLI_POSITIVE_INT:
    case CLI_MAYBE_INT:
        return store_int(p, option, value);
    case CLI_NUMBER:
        if (limb_number_parse(value, (double *)field) && fabs(*(double *)field) <= DBL_MAX)
            return CLI_OK;
        return cli_usage(p->app, "--%s takes a number, not \"%s\"", option->name, value);
    case CLI_POSITIVE: {
        double *number = (double *)field;
        if (limb_number_parse(value, number) && *number > 0 && *number <= DBL_MAX) return CLI_OK;
        return cli_usage(p->app, "--%s takes a number above 0, not \"%s\"", option->name, value);
    }
    case CLI_MANY:
    case CLI_REST: {
        cli_list *list = (cli_list *)field;
        // options may share a list
        if (!list->item)
            list->item = p->pool + (size_t)(option - p->app->current->option) * (size_t)p->argc;
        list->item[list->count++] = value;
        return CLI_OK;
    }
    }
    return CLI_USAGE;
}

// Stores all arguments up to "--", which belong to this option.
static int store_rest(parser *p, const cli_option *option)
{
    int code = CLI_OK;
    while (code == CLI_OK && p->at < p->argc && strcmp(p->argv[p->at], "--") != 0)
        code = store(p, option, p->argv[p->at++]);
    if (p->at < p->argc) p->at++;
    return code;
}

// The next argument is the value only if it is a number.
static int store_maybe(parser *p, const cli_option *option)
{
    const char *next = p->at < p->argc ? p->argv[p->at] : "";
    if (*next != 0 && strspn(next, "0123456789") == strlen(next))
        return store(p, option, p->argv[p->at++]);
    *(int *)(void *)(p->opts + option->field) = CLI_NO_VALUE;
    return CLI_OK;
}

static int store_int(parser *p, const cli_option *option, const char *value)
{
    char *end;
    const long number = strtol(value, &end, 10);
    if (*value < '0' || *value > '9' || *end || number > INT_MAX) {
        return cli_usage(p->app, "--%s takes a whole number, not \"%s\"", option->name, value);
    }
    if (option->kind == CLI_POSITIVE_INT && number == 0)
        return cli_usage(p->app, "--%s takes a whole number above 0", option->name);
    *(int *)(void *)(p->opts + option->field) = (int)number;
    return CLI_OK;
}

static int store_choice(parser *p, const cli_option *option, const char *value, const char **out)
{
    if (!is_choice(option->choices, value)) {
        return cli_usage(p->app, "--%s takes one of %s, not \"%s\"", option->name, option->choices,
                         value);
    }
    *out = value;
    return CLI_OK;
}

static bool is_choice(const char *choices, const char *value)
{
    const size_t size = strlen(value);
    for (const char *at = choices; at; at = strchr(at, '|')) {
        if (*at == '|') at++;
        if (strncmp(at, value, size) == 0 && (at[size] == '|' || at[size] == 0)) return size > 0;
    }
    return false;
}

static bool is_negative_number(const char *argument)
{
    return (argument[1] >= '0' && argument[1] <= '9') || argument[1] == '.';
}

static int count_operands(parser *p)
{
    const cli_command *command = p->app->current;
    const int count = p->app->operand.count;
    if (count < command->min_operands) {
        return cli_usage(p->app, "%s is missing", command->operands);
    }
    if (command->max_operands >= 0 && count > command->max_operands) {
        return cli_usage(p->app, "unexpected argument \"%s\"",
                         p->app->operand.item[command->max_operands]);
    }
    return CLI_OK;
}
