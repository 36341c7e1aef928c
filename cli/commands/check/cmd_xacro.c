// limb xacro: a robot written with macros, expanded to plain URDF.
#define _XOPEN_SOURCE 700 // realpath
#include "frame/cli.h"
#include "frame/json.h"
#include "limb/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct xacro_opts {
    const char *output;
    const char *explain;
    bool deps;
    bool json;
    bool unused;
    bool redefined;
    bool outside;
    bool quiet;
    bool in_order;
    const char *root;
    bool no_environment;
    cli_list package;
} xacro_opts;

static int run(cli *app);
static char *file_of(const char *place);
static char *in_root(const char *root, const char *path);
static int expand(cli *app, const char *path, const char *root);
static int deliver(const cli *app, limb_status status, const limb_xacro *xacro,
                   const limb_report *report);
static bool has_errors(const limb_report *report);
static void list_arguments(const cli *app, const limb_xacro *xacro, const limb_report *report);
static void print_json(const limb_xacro *xacro, const limb_report *report);
static int explain(const cli *app, const limb_xacro *xacro, const char *place);
static void explain_values(const limb_xacro *xacro, const char *line, int size);
static void print_step(const limb_xacro_step *step);

static const cli_option option[] = {
    {'o', "output", CLI_TEXT, offsetof(xacro_opts, output), "FILE", NULL,
     "write to FILE instead of standard output; its folders are created, and nothing is written "
     "after an error"},
    {0, "deps", CLI_FLAG, offsetof(xacro_opts, deps), NULL, NULL,
     "print the files that were read instead of the expansion"},
    {0, "explain", CLI_TEXT, offsetof(xacro_opts, explain), "LINE", NULL,
     "print the origin of that line of the expansion: where it is written, the macro calls "
     "and includes; FILE:LINE also names the xacro file"},
    {'j', "json", CLI_FLAG, offsetof(xacro_opts, json), NULL, NULL,
     "print the expansion, its files, arguments and findings as JSON"},
    {0, "unused", CLI_FLAG, offsetof(xacro_opts, unused), NULL, NULL,
     "report unused properties and arguments"},
    {0, "redefined", CLI_FLAG, offsetof(xacro_opts, redefined), NULL, NULL,
     "report macros that replace another of the same name"},
    {0, "allow-outside", CLI_FLAG, offsetof(xacro_opts, outside), NULL, NULL,
     "also read files outside the robot's package"},
    {0, "root-dir", CLI_TEXT, offsetof(xacro_opts, root), "DIR", NULL,
     "look for FILE in DIR, which is also the value of $(cwd)"},
    {'q', "quiet", CLI_FLAG, offsetof(xacro_opts, quiet), NULL, NULL,
     "print errors only, no warnings and messages"},
    {'i', "inorder", CLI_FLAG, offsetof(xacro_opts, in_order), NULL, NULL,
     "accepted for compatibility with ros/xacro: files are always read in order"},
    CLI_PACKAGE_OPTIONS(xacro_opts, package),
    CLI_ENVIRONMENT_OPTION(xacro_opts, no_environment),
};

static const cli_example example[] = {
    {"limb xacro arm.urdf.xacro side:=left -o arm.urdf", "the expansion, with an argument"},
    {"limb xacro arm.urdf.xacro --deps", "the files it is read from, for a build system"},
    {"limb xacro arm.urdf.xacro --explain 120", "the origin of line 120 of the expansion"},
};

const cli_command cli_xacro = {
    .name = "xacro",
    .operands = "FILE [NAME:=VALUE...]",
    .summary = "expand a xacro file, without ROS and without Python",
    .description =
        "Expands properties, macros, conditions and includes as ros/xacro does and prints the "
        "result. Every other command that takes a robot also takes a .xacro file and its "
        "arguments; its findings then point into the xacro files.\n\n"
        "$(find PACKAGE) searches the same folders as package://. Files outside the robot's "
        "package and the packages it names are read only with --allow-outside.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(xacro_opts),
    .min_operands = 0, // --explain FILE:LINE
    .max_operands = 1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

static int run(cli *app)
{
    const xacro_opts *opts = app->opts;
    char *explained = app->operand.count == 0 ? file_of(opts->explain) : NULL;
    const char *path = explained ? explained : app->operand.item[0];
    if (app->operand.count == 0 && !explained) {
        return cli_usage(app, "%s is missing", cli_xacro.operands);
    }
    char *root = opts->root ? realpath(opts->root, NULL) : NULL;
    char *inside = root ? in_root(root, path) : NULL;
    int code = CLI_UNREADABLE;
    if (opts->root && !root) {
        cli_message(app, "cannot read %s: %s", opts->root, limb_system_error_text(errno));
    } else {
        code = expand(app, inside ? inside : path, root);
    }
    free(inside);
    free(root);
    free(explained);
    return code;
}

// Returns the file of FILE:LINE; NULL: there is none.
static char *file_of(const char *place)
{
    const char *colon = place ? strrchr(place, ':') : NULL;
    if (!colon || colon == place) return NULL;
    const size_t size = (size_t)(colon - place);
    char *file = malloc(size + 1);
    if (!file) return NULL;
    memcpy(file, place, size);
    file[size] = 0;
    return file;
}

// Returns root/path; NULL: the path is absolute, or standard input.
static char *in_root(const char *root, const char *path)
{
    if (path[0] == '/' || strcmp(path, "-") == 0) return NULL;
    const size_t size = strlen(root) + strlen(path) + 2;
    char *inside = malloc(size);
    if (inside) snprintf(inside, size, "%s/%s", root, path);
    return inside;
}

static int expand(cli *app, const char *path, const char *root)
{
    const xacro_opts *opts = app->opts;
    cli_robot_opts how;
    limb_report *report;
    limb_xacro *xacro = NULL;
    const int begun = cli_robot_opts_init(app, &how);
    if (begun != CLI_OK) return begun;
    if (limb_report_create(&report, NULL) != LIMB_OK) {
        cli_robot_opts_free(&how);
        return cli_fail(app, LIMB_ERROR_MEMORY);
    }
    how.file.load = (limb_load_opts){.report = report, .file = cli_file_name(path)};
    how.file.xacro.report_unused = opts->unused;
    how.file.xacro.report_redefined = opts->redefined;
    how.file.xacro.allow_outside = opts->outside;
    how.file.xacro.current_folder = root;
    const limb_status status = limb_robot_file_expand(&xacro, path, &how.file);
    int code = deliver(app, status, xacro, report);
    limb_xacro_free(xacro);
    limb_report_free(report);
    cli_robot_opts_free(&how);
    return code;
}

static int deliver(const cli *app, limb_status status, const limb_xacro *xacro,
                   const limb_report *report)
{
    const xacro_opts *opts = app->opts;
    const int code = status == LIMB_ERROR_IO || status == LIMB_ERROR_MEMORY ? CLI_UNREADABLE
                     : status != LIMB_OK || has_errors(report)              ? CLI_FINDINGS
                                                                            : CLI_OK;
    if (!xacro) {
        cli_message(app, "%s", limb_status_text(status));
        return code;
    }
    if (opts->json) {
        print_json(xacro, report);
        return code;
    }
    const limb_severity min_severity = opts->quiet ? LIMB_SEVERITY_ERROR : LIMB_SEVERITY_INFO;
    if (report->nfinding > 0) cli_print_findings(app, report, min_severity);
    if (code != CLI_OK) list_arguments(app, xacro, report);
    if (opts->deps) {
        for (int i = 0; i < xacro->nfile; i++)
            printf("%s\n", xacro->path[i]);
        return code;
    }
    if (code != CLI_OK) return code;
    if (opts->explain) return explain(app, xacro, opts->explain);
    if (!cli_note_included(app, xacro->path, xacro->nfile)) return cli_fail(app, LIMB_ERROR_MEMORY);
    const int made = opts->output ? cli_make_folders(app, opts->output) : CLI_OK;
    if (made != CLI_OK) return made;
    const int saved = cli_save(app, opts->output, xacro->text, xacro->size);
    if (opts->output && !opts->quiet) cli_list_variables(app, opts->output);
    return saved;
}

// Returns whether the expansion has errors. Malformed XML is one; xacro.error() only prints a
// message, as in ROS.
static bool has_errors(const limb_report *report)
{
    for (int i = 0; i < report->nfinding; i++) {
        const limb_finding *finding = &report->finding[i];
        if (finding->severity == LIMB_SEVERITY_ERROR && finding->rule != LIMB_RULE_XACRO_ERROR) {
            return true;
        }
    }
    return false;
}

// If an argument is missing, lists the arguments that the file accepts.
static void list_arguments(const cli *app, const limb_xacro *xacro, const limb_report *report)
{
    bool is_missing = false;
    for (int i = 0; i < report->nfinding; i++)
        is_missing = is_missing || report->finding[i].rule == LIMB_RULE_XACRO_ARGUMENT;
    if (!is_missing || xacro->nparameter == 0) return;
    cli_message(app, "arguments declared by %s so far:", xacro->file);
    for (int i = 0; i < xacro->nparameter; i++) {
        const limb_xacro_parameter *p = &xacro->parameter[i];
        fprintf(stderr, "  %s:=%s%s\n", p->name, p->value, p->is_given ? "  (given)" : "");
    }
}

static void print_json(const limb_xacro *xacro, const limb_report *report)
{
    cli_json json;
    cli_json_init(&json, stdout);
    cli_json_open_schema(&json, "limb-xacro/1");
    cli_json_text(&json, "file", xacro->file);
    cli_json_text(&json, "text", xacro->text);
    cli_json_open(&json, "files", '[');
    for (int i = 0; i < xacro->nfile; i++)
        cli_json_text(&json, NULL, xacro->path[i]);
    cli_json_close(&json);
    cli_json_open(&json, "arguments", '[');
    for (int i = 0; i < xacro->nparameter; i++) {
        const limb_xacro_parameter *p = &xacro->parameter[i];
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "name", p->name);
        cli_json_text(&json, "value", p->value);
        cli_json_text(&json, "default", p->default_value);
        cli_json_bool(&json, "given", p->is_given);
        cli_json_close(&json);
    }
    cli_json_close(&json);
    cli_json_open(&json, "findings", '[');
    for (int i = 0; i < report->nfinding; i++) {
        const limb_finding *f = &report->finding[i];
        static const char *const severity[] = {"info", "warning", "error"};
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "rule", f->id);
        cli_json_text(&json, "severity", severity[f->severity]);
        cli_json_text(&json, "message", f->message);
        cli_json_text(&json, "file", f->span.file);
        cli_json_int(&json, "line", f->span.line);
        cli_json_int(&json, "column", f->span.column);
        cli_json_open(&json, "notes", '[');
        for (int k = 0; k < f->nnote; k++) {
            cli_json_open(&json, NULL, '{');
            cli_json_text(&json, "message", f->note[k].message);
            cli_json_text(&json, "file", f->note[k].span.file);
            cli_json_int(&json, "line", f->note[k].span.line);
            cli_json_int(&json, "column", f->note[k].span.column);
            cli_json_close(&json);
        }
        cli_json_close(&json);
        cli_json_close(&json);
    }
    cli_json_close(&json);
    cli_json_close(&json);
}

//---- --explain -----------------------------------------------------------------------------------

// Prints the line of the expansion, then each step of its origin.
static int explain(const cli *app, const limb_xacro *xacro, const char *place)
{
    enum { MAX_STEP = 64 };
    const char *colon = strrchr(place, ':');
    const char *number = colon ? colon + 1 : place;
    char *end;
    const long line = strtol(number, &end, 10);
    if (line < 1 || *end || end == number) {
        return cli_usage(app, "--explain takes a line of the expansion, not \"%s\"", place);
    }
    const char *at = xacro->text;
    for (long i = 1; i < line && at; i++) {
        at = strchr(at, '\n');
        if (at) at++;
    }
    if (!at || !*at) {
        cli_message(app, "the expansion has fewer than %ld lines", line);
        return CLI_FINDINGS;
    }
    at += strspn(at, " ");
    const int size = (int)strcspn(at, "\n");
    printf("%ld: %.*s\n", line, size, at);
    limb_xacro_step step[MAX_STEP];
    const int count =
        limb_xacro_trace(xacro, (size_t)(at - xacro->text) + (size > 0), step, MAX_STEP);
    for (int i = 0; i < count && i < MAX_STEP; i++)
        print_step(&step[i]);
    explain_values(xacro, at, size);
    return CLI_OK;
}

// Prints the properties and parameters that the values of the line were taken from.
static void explain_values(const limb_xacro *xacro, const char *line, int size)
{
    enum { MAX_STEP = 8 };
    for (int i = 0; i + 2 < size; i++) {
        if (line[i] != '=' || line[i + 1] != '"') continue;
        limb_xacro_step step[MAX_STEP];
        const size_t offset = (size_t)(line + i + 2 - xacro->text);
        const int count = limb_xacro_trace(xacro, offset, step, MAX_STEP);
        for (int k = 1; k < count && k < MAX_STEP; k++) {
            if (strstr(step[k].what, " is set here")) print_step(&step[k]);
        }
    }
}

static void print_step(const limb_xacro_step *step)
{
    printf("%s:%u:%u: %s\n", step->span.file, step->span.line, step->span.column, step->what);
}
