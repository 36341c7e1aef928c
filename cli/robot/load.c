// Reads a robot for a command that needs a valid one, with its findings on standard error.
#include "frame/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Every thread of the command has a stack of at least 1 MiB (that of Windows, and of a pool).
enum { XACRO_STACK = 768 << 10 };

static int find_packages(const cli *app, cli_packages *packages);
static const void *find_option(const cli *app, cli_option_kind kind, const char *name);
static void note_variable(void *app, const char *name);
static int load(const cli *app, const char *path, bool is_document, limb_robot **robot,
                cli_paths *files);
static limb_status read_document(const char *path, const limb_robot_file_opts *opts,
                                 limb_robot **robot, limb_robot_file **file);
static limb_status read_checked(const char *path, const limb_robot_file_opts *opts,
                                limb_robot **robot, limb_robot_file **file);
static bool note_files(const char *const *path, int count, cli_paths *files);
static void print_counts(const cli *app, const limb_report *report, const char *path);

int cli_robot_opts_init(const cli *app, cli_robot_opts *opts)
{
    *opts = (cli_robot_opts){0};
    opts->argument = calloc((size_t)app->argument.count + 1, sizeof *opts->argument);
    opts->packages = calloc(1, sizeof *opts->packages);
    if (!opts->argument || !opts->packages) {
        cli_robot_opts_free(opts);
        return cli_fail(app, LIMB_ERROR_MEMORY);
    }
    const int found = find_packages(app, opts->packages);
    if (found != CLI_OK) {
        cli_robot_opts_free(opts);
        return found;
    }
    opts->file.resolve = &opts->packages->resolve;
    int count = 0;
    for (int i = 0; i < app->argument.count; i++) {
        const char *text = app->argument.item[i];
        const char *sign = strstr(text, ":=");
        // as in ROS: an empty value counts as none, and _name:= is a parameter of a node
        const bool is_empty = sign == text || sign[2 + strspn(sign + 2, " ")] == 0;
        if (is_empty || (sign > text + 1 && text[0] == '_' && text[1] != '_')) continue;
        char *name = calloc((size_t)(sign - text) + 1, 1);
        if (!name) {
            opts->file.xacro.nargument = count;
            cli_robot_opts_free(opts);
            return cli_fail(app, LIMB_ERROR_MEMORY);
        }
        memcpy(name, text, (size_t)(sign - text));
        opts->argument[count++] = (limb_xacro_argument){name, sign + 2};
    }
    opts->file.xacro.argument = opts->argument;
    opts->file.xacro.nargument = count;
    opts->file.xacro.yaml = CLI_YAML;
    opts->file.draco = CLI_DRACO;
    opts->file.xacro.max_stack = XACRO_STACK;
    const bool *refuse = find_option(app, CLI_FLAG, "no-env");
    opts->file.xacro.environment = (limb_xacro_environment){
        .refuse = refuse && *refuse, .took = note_variable, .ctx = (void *)(uintptr_t)app};
    return CLI_OK;
}

// Returns the list of the command's option --package, if it has one.
static int find_packages(const cli *app, cli_packages *packages)
{
    static const cli_list none = {0};
    const cli_list *list = find_option(app, CLI_MANY, "package");
    return cli_packages_parse(app, list ? list : &none, packages);
}

// Returns the value of an option of the command; NULL: it has no such option.
static const void *find_option(const cli *app, cli_option_kind kind, const char *name)
{
    for (int i = 0; i < app->current->noption; i++) {
        const cli_option *option = &app->current->option[i];
        if (option->kind == kind && strcmp(option->name, name) == 0)
            return (const char *)app->opts + option->field;
    }
    return NULL;
}

static void note_variable(void *app, const char *name)
{
    cli_paths *list = ((const cli *)app)->variable;
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->item[i], name) == 0) return;
    if (!cli_paths_add(list, name)) cli_fail(app, LIMB_ERROR_MEMORY);
}

void cli_list_variables(const cli *app, const char *output)
{
    char shown[CLI_NAME_SIZE];
    for (int i = 0; i < app->variable->count; i++) {
        cli_message(app, "%s holds the value of the environment variable %s (--no-env refuses it)",
                    cli_file_name(output), cli_visible(app->variable->item[i], shown));
    }
}

void cli_robot_opts_free(cli_robot_opts *opts)
{
    for (int i = 0; i < opts->file.xacro.nargument; i++)
        free((void *)(uintptr_t)opts->argument[i].name);
    free(opts->argument);
    if (opts->packages) cli_packages_free(opts->packages);
    free(opts->packages);
    *opts = (cli_robot_opts){0};
}

bool cli_print_findings(const cli *app, const limb_report *report, limb_severity min_severity)
{
    const int width = cli_terminal_width(stderr);
    const limb_print_opts opts = {
        .color = app->color_err, .width = width > 10 ? width - 9 : 0, .min_severity = min_severity};
    const limb_status status =
        limb_report_print(report, LIMB_REPORT_FORMAT_TEXT, &opts, cli_write, stderr);
    if (status == LIMB_OK && report->nlost == 0) return true;
    cli_message(app, "not all findings are shown: %s",
                limb_status_text(status == LIMB_OK ? LIMB_ERROR_MEMORY : status));
    return false;
}

int cli_load_robot(const cli *app, const char *path, limb_robot **robot)
{
    return load(app, path, false, robot, NULL);
}

int cli_load_robot_files(const cli *app, const char *path, limb_robot **robot, cli_paths *files)
{
    return load(app, path, false, robot, files);
}

int cli_load_document(const cli *app, const char *path, limb_robot **robot)
{
    return load(app, path, true, robot, NULL);
}

bool cli_note_included(const cli *app, const char *const *path, int count)
{
    return count <= 1 || note_files(path + 1, count - 1, app->included);
}

static int load(const cli *app, const char *path, bool is_document, limb_robot **robot,
                cli_paths *files)
{
    *robot = NULL;
    limb_report *report;
    cli_robot_opts opts;
    limb_robot_file *file = NULL;
    const int begun = cli_robot_opts_init(app, &opts);
    if (begun != CLI_OK) return begun;
    if (limb_report_create(&report, NULL) != LIMB_OK) {
        cli_robot_opts_free(&opts);
        return cli_fail(app, LIMB_ERROR_MEMORY);
    }
    opts.file.load = (limb_load_opts){.report = report, .file = cli_file_name(path)};
    limb_status status = is_document ? read_document(path, &opts.file, robot, &file)
                                     : read_checked(path, &opts.file, robot, &file);
    cli_robot_opts_free(&opts);
    if (file) {
        if (files && !note_files(file->path, file->nfile, files))
            cli_message(app, "%s",
                        limb_status_text(LIMB_ERROR_MEMORY)); // continues with fewer files watched
        if (!cli_note_included(app, file->path, file->nfile)) {
            limb_robot_free(*robot);
            *robot = NULL;
            status = LIMB_ERROR_MEMORY;
        }
    }
    limb_robot_file_free(file);
    bool shown = true;
    if (*robot) {
        if (!is_document) print_counts(app, report, path);
    } else if (report->nerror > 0) {
        shown = cli_print_findings(app, report, LIMB_SEVERITY_ERROR);
    } else {
        cli_message(app, "%s: %s", cli_file_name(path), limb_status_text(status));
    }
    limb_report_free(report);
    if (*robot) return CLI_OK;
    const bool is_read = status != LIMB_ERROR_IO && status != LIMB_ERROR_MEMORY;
    return is_read && shown ? CLI_FINDINGS : CLI_UNREADABLE;
}

// Reads a robot that may have errors, which are not reported.
static limb_status read_document(const char *path, const limb_robot_file_opts *opts,
                                 limb_robot **robot, limb_robot_file **file)
{
    limb_robot_file_opts how = *opts;
    how.load.keep_broken = true;
    how.load.skip_checks = true;
    const limb_status status = limb_robot_file_load(file, path, &how);
    if (*file) {
        *robot = (*file)->robot;
        (*file)->robot = NULL;
    }
    return status;
}

// Reads a robot without counting the findings that comments, .limb.yaml or a baseline accept.
// Mistakes in .limb.yaml are printed by run.c and limb check.
static limb_status read_checked(const char *path, const limb_robot_file_opts *opts,
                                limb_robot **robot, limb_robot_file **file)
{
    enum { PATH_SIZE = 4096 };
    char settings[PATH_SIZE];
    limb_policy *policy = NULL;
    limb_checked *checked = NULL;
    limb_status status = limb_policy_find(path, settings, sizeof settings);
    if (status == LIMB_OK)
        status = limb_policy_load(&policy, settings, &(limb_policy_opts){.yaml = CLI_YAML});
    if (policy) {
        const limb_check_opts check = {.file = opts, .policy = policy, .text_only = true};
        status = limb_check(&checked, path, &check);
    }
    if (checked) {
        *robot = checked->robot;
        *file = checked->file;
        checked->robot = NULL;
        checked->file = NULL;
    }
    limb_checked_free(checked);
    limb_policy_free(policy);
    return status;
}

static bool note_files(const char *const *path, int count, cli_paths *files)
{
    bool noted = true;
    for (int i = 0; noted && i < count; i++)
        noted = cli_paths_add(files, path[i]);
    return noted;
}

// A robot that loads may still have errors: prints one line; limb check shows the rest.
static void print_counts(const cli *app, const limb_report *report, const char *path)
{
    const int nerror = report->nerror;
    const int nwarning = report->nwarning;
    char errors[40] = "";
    char warnings[40] = "";
    if (nerror + nwarning == 0) return;
    if (nerror > 0) snprintf(errors, sizeof errors, "%d error%s", nerror, cli_plural(nerror));
    if (nwarning > 0) {
        snprintf(warnings, sizeof warnings, "%d warning%s", nwarning, cli_plural(nwarning));
    }
    cli_message(app, "%s has %s%s%s: see \"limb check %s\"", cli_file_name(path), errors,
                nerror > 0 && nwarning > 0 ? " and " : "", warnings, path);
}
