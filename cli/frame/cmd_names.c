// limb names: prints the words that can complete a command line, from the robot on it.
//
// Called by completion scripts; help does not list it. It prints one word per line and nothing
// else: for an incomplete line, or a missing or broken file, it prints nothing.
#include "commands/edit/edit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_TOKENS = 24, TOKEN_SIZE = 64 };

typedef struct line {
    const char *file;   // of the robot; NULL: none
    const char **after; // operands after the file
    int nafter;
    const limb_robot *robot;
} line;

static int run(cli *app);
static void read_line(cli *app, line *l);
static bool is_robot_file(const char *path);
static limb_robot *load_quietly(cli *app, const char *path);
static void print_kind(const char *kind, const line *l);
static void print_links(const char *prefix, const limb_robot *robot);
static void print_joints(const char *prefix, const limb_robot *robot, bool movable_only);
static void print_paths(const limb_robot *robot);
static void print_edit(const line *l);
static void print_usage_word(const char *usage, const line *l);
static int fork_of(char token[][TOKEN_SIZE], int ntoken);
static void print_choices(const char *choices);
static void print_word(const char *prefix, const char *name);

static const cli_example example[] = {
    {"limb names link -- fk arm.urdf --link", "the links of arm.urdf"},
};

const cli_command cli_names = {
    .name = "names",
    .operands = "KIND -- WORD...",
    .summary = "list names of the robot on a command line, for completion",
    .description = "KIND is link, joint, joints (those that move), or edit (the next word of limb "
                   "edit). The words are the command line's, without limb itself.",
    .min_operands = 1,
    .max_operands = -1,
    .hidden = true,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

static int run(cli *app)
{
    const char *kind = app->operand.item[0];
    line l = {0};
    read_line(app, &l);
    limb_robot *robot = l.file ? load_quietly(app, l.file) : NULL;
    l.robot = robot;
    print_kind(kind, &l);
    limb_robot_free(robot);
    return CLI_OK;
}

// Finds the first robot on the line that is not the value of -o; name:=value are its arguments.
static void read_line(cli *app, line *l)
{
    l->after = app->operand.item;
    for (int i = 2; i < app->operand.count; i++) {
        const char *word = app->operand.item[i];
        const char *before = app->operand.item[i - 1];
        const bool is_output = strcmp(before, "-o") == 0 || strcmp(before, "--output") == 0;
        if (strstr(word, ":=")) {
            app->argument.item[app->argument.count++] = word;
        } else if (l->file && word[0] != '-') {
            l->after[l->nafter++] = word;
        } else if (!l->file && !is_output && is_robot_file(word)) {
            l->file = word;
        }
    }
}

static bool is_robot_file(const char *path)
{
    struct stat info;
    if (!cli_has_extension(path, ".urdf") && !cli_has_extension(path, ".xacro") &&
        !cli_has_extension(path, ".xml"))
        return false;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static limb_robot *load_quietly(cli *app, const char *path)
{
    cli_robot_opts opts;
    limb_robot_file *file = NULL;
    limb_robot *robot = NULL;
    if (cli_robot_opts_init(app, &opts) != CLI_OK) return NULL;
    opts.file.load = (limb_load_opts){.keep_broken = true, .skip_checks = true};
    const limb_status status = limb_robot_file_load(&file, path, &opts.file);
    cli_robot_opts_free(&opts);
    if (status == LIMB_OK && file) {
        robot = file->robot;
        file->robot = NULL;
    }
    limb_robot_file_free(file);
    return robot;
}

static void print_kind(const char *kind, const line *l)
{
    if (strcmp(kind, "edit") == 0) {
        print_edit(l);
    } else if (strcmp(kind, "link") == 0) {
        print_links("", l->robot);
    } else if (strcmp(kind, "joint") == 0) {
        print_joints("", l->robot, false);
    } else if (strcmp(kind, "joints") == 0) {
        print_joints("", l->robot, true);
    }
}

static void print_links(const char *prefix, const limb_robot *robot)
{
    for (int i = 0; robot && i < robot->nlink; i++)
        print_word(prefix, robot->link[i].name);
}

static void print_joints(const char *prefix, const limb_robot *robot, bool movable_only)
{
    for (int i = 0; robot && i < robot->njoint; i++)
        if (!movable_only || robot->joint[i].type != LIMB_JOINT_FIXED)
            print_word(prefix, robot->joint[i].name);
}

static void print_paths(const limb_robot *robot)
{
    print_links("link/", robot);
    print_joints("joint/", robot, false);
    for (int i = 0; robot && i < robot->nmaterial; i++)
        print_word("material/", robot->material[i].name);
}

// limb edit FILE: a verb, then the arguments in its usage
static void print_edit(const line *l)
{
    if (!l->file) return;
    if (l->nafter > 0) {
        const cli_verb *verb = cli_edit_find_verb(l->after[0]);
        if (verb) print_usage_word(verb->arguments, l);
        return;
    }
    for (int i = 0; cli_edit_verb_at(i); i++)
        puts(cli_edit_verb_at(i)->name);
}

// Returns the word of "link|joint OLD NEW" after those already typed. Forms with the same start are
// separated by "|" alone: "PATH xyz X Y Z | to LINK".
static void print_usage_word(const char *usage, const line *l)
{
    char token[MAX_TOKENS][TOKEN_SIZE];
    int ntoken = 0, used = 0;
    while (ntoken < MAX_TOKENS && sscanf(usage, " %63s%n", token[ntoken], &used) == 1) {
        ntoken++;
        usage += used;
    }
    const int fork = fork_of(token, ntoken);
    int at = l->nafter - 1;
    if (fork >= 0 && at == fork) {
        for (int i = 0; i < ntoken; i++)
            if (i == fork || (i > 0 && strcmp(token[i - 1], "|") == 0)) puts(token[i]);
        return;
    }
    if (fork >= 0 && at > fork) {
        int form = fork;
        while (form < ntoken && strcmp(token[form], l->after[1 + fork]) != 0)
            form++;
        at += form - fork;
    }
    if (at >= ntoken) return;
    const char *word = token[at] + (token[at][0] == '[' ? 1 : 0);
    if (strcmp(word, "LINK") == 0) {
        print_links("", l->robot);
    } else if (strcmp(word, "JOINT") == 0) {
        print_joints("", l->robot, false);
    } else if (strcmp(word, "OLD") == 0) {
        print_kind(l->after[1], l);
    } else if (strcmp(word, "PATH") == 0) {
        print_paths(l->robot);
    } else if (word[0] >= 'a' && word[0] <= 'z') {
        print_choices(word);
    }
}

// Returns the index of the word that distinguishes the forms; -1: there is only one form.
static int fork_of(char token[][TOKEN_SIZE], int ntoken)
{
    int fork = -1;
    for (int i = 0; i < ntoken; i++) {
        if (strcmp(token[i], "|") == 0) return fork;
        if (fork < 0 && token[i][0] >= 'a' && token[i][0] <= 'z') fork = i;
    }
    return -1;
}

static void print_choices(const char *choices)
{
    for (; *choices && *choices != ']'; choices++)
        putchar(*choices == '|' ? '\n' : *choices);
    putchar('\n');
}

// Omits names that a shell would have to quote, or that could control a terminal.
static void print_word(const char *prefix, const char *name)
{
    if (!name || *name == 0) return;
    for (const char *at = name; *at; at++)
        if ((unsigned char)*at <= ' ' || *at == 127 || strchr("\"'\\$`;&|<>(){}*?!#~", *at)) return;
    printf("%s%s\n", prefix, name);
}
