// limb check: all findings of all files, in the form that is asked for.
//
// Text and annotations are printed file by file; JSON and SARIF are one document over all files, so
// there the findings are kept until the end.
#include "check.h"
#include "team.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ALIKE = 3 }; // that the text form shows one by one

typedef struct check_opts {
    const char *format;
    const char *least;
    const char *target;
    bool strict;
    bool fix;
    bool quiet;
    bool all;
    int max_findings;
    cli_list rule;
    cli_list disable;
    const char *baseline;
    bool update_baseline;
    cli_list package;
    bool meshes;
    bool no_meshes;
} check_opts;

// One run over all files.
typedef struct checker {
    cli *app;
    const check_opts *opts;
    limb_report_format format;
    limb_report *report;
    limb_report *scratch; // --fix: findings of the file before it is fixed
    cli_paths path;
    const char **name;    // shown for each path
    const char **verdict; // --target: of each path; NULL: the file could not be read
    int nerror, nwarning, ninfo, nomitted;
    int nfixed;
    int nalike; // findings not printed because they are like others
    bool unreadable;
    cli_packages packages;
    cli_team team;
} checker;

static int run(cli *app);
static bool parse_packages(checker *check);
static limb_report_format format_of(const char *name);
static int create_reports(checker *check);
static int choose_rules(checker *check, bool *muted);
static int find_rule(const checker *check, const char *name, const limb_rule_info **rule);
static int collect_files(checker *check);
static bool prints_at_the_end(const checker *check);
static void check_files(checker *check);
static void check_file(checker *check, int index);
static void check_xacro(checker *check, int index);
static void check_beyond(checker *check, int index, const limb_robot *robot);
static void fix_file(checker *check, int index, cli_buffer *text);
static bool asks_urdfdom(const checker *check);
static limb_urdfdom urdfdom_version(const checker *check);
static void ask_urdfdom(checker *check, int index, const cli_buffer *text, const char *name);
static void print_report(checker *check);
static void print_verdict(const checker *check, int index);
static void print_summary(const checker *check);
static int exit_code(const checker *check);

static const cli_option option[] = {
    {'f', "format", CLI_CHOICE, offsetof(check_opts, format), "FORMAT", "text|json|sarif|github",
     "how to print the findings"},
    {0, "fix", CLI_FLAG, offsetof(check_opts, fix), NULL, NULL,
     "fix what can be fixed with certainty, in the files themselves, and print what is left"},
    {0, "target", CLI_CHOICE, offsetof(check_opts, target), "READER",
     "none|urdfdom-3|urdfdom-6|ros|urdfdom",
     "also report what another reader makes of the file: whether urdfdom, and so ROS, loads it, "
     "loses something or refuses it; ros is the newest urdfdom, urdfdom alone is urdfdom-3"},
    {'s', "strict", CLI_FLAG, offsetof(check_opts, strict), NULL, NULL, "treat warnings as errors"},
    {0, "rule", CLI_MANY, offsetof(check_opts, rule), "RULE[=SEVERITY]", NULL,
     "check this rule only (and whether the file loads at all), or with =off, =info, =warning or "
     "=error give it that severity; may be repeated"},
    {0, "disable", CLI_MANY, offsetof(check_opts, disable), "RULE", NULL,
     "do not check this rule; may be repeated"},
    {0, "baseline", CLI_TEXT, offsetof(check_opts, baseline), "FILE", NULL,
     "accept the findings that this file lists; only others are printed and counted"},
    {0, "update-baseline", CLI_FLAG, offsetof(check_opts, update_baseline), NULL, NULL,
     "write today's findings to the baseline"},
    {0, "least", CLI_CHOICE, offsetof(check_opts, least), "SEVERITY", "info|warning|error",
     "print only findings of at least this severity"},
    {'a', "all", CLI_FLAG, offsetof(check_opts, all), NULL, NULL,
     "print every finding as text; without it, of more than three warnings or infos of a file that "
     "are alike the first, with the lines of the others"},
    {0, "max-findings", CLI_POSITIVE_INT, offsetof(check_opts, max_findings), "COUNT", NULL,
     "print at most COUNT findings per file, only count the rest (default 1000)"},
    CLI_PACKAGE_OPTIONS(check_opts, package),
    {0, "meshes", CLI_FLAG, offsetof(check_opts, meshes), NULL, NULL,
     "look for meshes and textures also when the robot comes from standard input: from the current "
     "folder"},
    {0, "no-meshes", CLI_FLAG, offsetof(check_opts, no_meshes), NULL, NULL,
     "do not look for the meshes and textures that the file names, and read none of them"},
    {'q', "quiet", CLI_FLAG, offsetof(check_opts, quiet), NULL, NULL,
     "print nothing, only set the exit status"},
};

static const cli_example example[] = {
    {"limb check arm.urdf", "all findings, with the lines they refer to"},
    {"limb check --strict robots/", "every .urdf file below a folder; warnings count as errors"},
    {"limb check --format github *.urdf", "annotations in a GitHub workflow"},
    {"limb check --target ros arm.urdf", "would ROS load it, and what would it lose?"},
    {"limb check --fix arm.urdf", "fix what can be fixed with certainty"},
    {"xacro arm.xacro | limb check -", "from standard input"},
};

const cli_command cli_check = {
    .name = "check",
    .operands = "FILE...",
    .summary = "find everything that is wrong with URDF files, and say where",
    .description =
        "Reads each FILE and checks it by every rule: XML, structure, references, kinematics, "
        "physics, portability. A FILE may be a folder: then all .urdf files below it are "
        "checked. Findings go to standard output, the summary to standard error.\n\n"
        "Exit status: 0 when there is no error (with --strict: no warning either), 1 when there "
        "is one, 2 when the arguments are wrong, 3 when a file cannot be read.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(check_opts),
    .min_operands = 1,
    .max_operands = -1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

static int run(cli *app)
{
    checker check = {.app = app, .opts = app->opts};
    check.format = format_of(check.opts->format);
    int code = cli_team_open_config(app, &check.team, app->operand.item[0]);
    if (code == CLI_OK && !parse_packages(&check)) code = CLI_USAGE;
    if (code == CLI_OK) code = create_reports(&check);
    if (code == CLI_OK) {
        code = cli_team_open_baseline(app, &check.team, check.opts->baseline,
                                      check.opts->update_baseline);
    }
    if (code == CLI_OK) code = collect_files(&check);
    if (code == CLI_OK) {
        check_files(&check);
        print_summary(&check);
        code = exit_code(&check);
        const int finished = cli_team_finish(app, &check.team);
        if (finished > code) code = finished;
    }
    limb_report_free(check.report);
    limb_report_free(check.scratch);
    cli_packages_free(&check.packages);
    cli_team_free(&check.team);
    cli_paths_free(&check.path);
    free(check.name);
    free(check.verdict);
    return code;
}

// Folders of .limb.yaml, then those of the command line.
static bool parse_packages(checker *check)
{
    const cli_config *config = &check->team.config;
    const cli_list *given = &check->opts->package;
    cli_list all = {calloc((size_t)(config->npackage + given->count) + 1, sizeof *all.item), 0};
    if (!all.item) return false;
    for (int i = 0; i < config->npackage; i++)
        all.item[all.count++] = config->package[i];
    for (int i = 0; i < given->count; i++)
        all.item[all.count++] = given->item[i];
    const bool ok = cli_packages_parse(check->app, &all, &check->packages);
    free(all.item);
    return ok;
}

static limb_report_format format_of(const char *name)
{
    if (!name || strcmp(name, "text") == 0) return LIMB_REPORT_FORMAT_TEXT;
    if (strcmp(name, "json") == 0) return LIMB_REPORT_FORMAT_JSON;
    if (strcmp(name, "sarif") == 0) return LIMB_REPORT_FORMAT_SARIF;
    return LIMB_REPORT_FORMAT_GITHUB;
}

static int create_reports(checker *check)
{
    const int count = limb_rule_count();
    bool *is_muted = calloc((size_t)count, sizeof *is_muted);
    limb_rule *muted = calloc((size_t)count, sizeof *muted);
    int code = CLI_UNREADABLE;
    if (!is_muted || !muted) goto done;
    code = choose_rules(check, is_muted);
    if (code != CLI_OK) goto done;
    limb_report_opts opts = {.max_findings = check->opts->max_findings, .muted = muted};
    for (int i = 0; i < count; i++) {
        if (is_muted[i]) muted[opts.nmuted++] = limb_rule_at(i)->rule;
    }
    if (limb_report_create(&check->report, &opts) != LIMB_OK ||
        limb_report_create(&check->scratch, &opts) != LIMB_OK) {
        code = CLI_UNREADABLE;
    }
done:
    if (code == CLI_UNREADABLE) cli_message(check->app, "out of memory");
    free(is_muted);
    free(muted);
    return code;
}

// Which rules of the table are not looked for.
static int choose_rules(checker *check, bool *muted)
{
    const limb_rule_info *rule;
    const cli_list *only = &check->opts->rule;
    bool has_only = false;
    for (int i = 0; i < only->count; i++)
        has_only |= !strchr(only->item[i], '=');
    for (int i = 0; i < limb_rule_count(); i++)
        muted[i] = has_only;
    for (int i = 0; i < only->count; i++) {
        const bool is_setting = strchr(only->item[i], '=') != NULL;
        const int code = is_setting ? cli_team_add_setting(check->app, &check->team, only->item[i])
                                    : find_rule(check, only->item[i], &rule);
        if (code != CLI_OK) return code;
        if (is_setting) continue;
        muted[rule - limb_rule_at(0)] = false;
    }
    const cli_list *disabled = &check->opts->disable;
    for (int i = 0; i < disabled->count; i++) {
        const int code = find_rule(check, disabled->item[i], &rule);
        if (code != CLI_OK) return code;
        if (rule->refuses) {
            return cli_usage(check->app, "%s cannot be disabled: such a file is not loaded",
                             rule->id);
        }
        muted[rule - limb_rule_at(0)] = true;
    }
    return CLI_OK;
}

static int find_rule(const checker *check, const char *name, const limb_rule_info **rule)
{
    *rule = limb_rule_find(name);
    if (*rule) return CLI_OK;
    const char *near = cli_nearest_rule(name);
    if (near) return cli_usage(check->app, "unknown rule \"%s\"; did you mean %s?", name, near);
    return cli_usage(check->app, "unknown rule \"%s\"", name);
}

static int collect_files(checker *check)
{
    const cli_list *operand = &check->app->operand;
    for (int i = 0; i < operand->count; i++) {
        if (!cli_collect_paths(check->app, &check->path, operand->item[i])) {
            check->unreadable = true;
        }
    }
    check->name = calloc((size_t)check->path.count + 1, sizeof *check->name);
    check->verdict = calloc((size_t)check->path.count + 1, sizeof *check->verdict);
    if (!check->name || !check->verdict) return CLI_UNREADABLE;
    for (int i = 0; i < check->path.count; i++) {
        check->name[i] = cli_file_name(check->path.item[i]);
        if (check->opts->fix && strcmp(check->path.item[i], "-") == 0) {
            return cli_usage(check->app, "--fix changes files, so it cannot read standard input");
        }
    }
    return CLI_OK;
}

// one document over all files
static bool prints_at_the_end(const checker *check)
{
    return check->format == LIMB_REPORT_FORMAT_JSON || check->format == LIMB_REPORT_FORMAT_SARIF;
}

static void check_files(checker *check)
{
    const bool at_the_end = prints_at_the_end(check);
    cli_progress progress;
    cli_progress_start(&progress, "checking", check->path.count);
    for (int i = 0; i < check->path.count; i++) {
        cli_progress_step(&progress, i);
        check_file(check, i);
        if (at_the_end) continue;
        if (check->report->nfinding > 0) cli_progress_end(&progress);
        print_report(check);
        print_verdict(check, i);
        limb_report_clear(check->report);
    }
    cli_progress_end(&progress);
    if (at_the_end) print_report(check);
}

static void check_file(checker *check, int index)
{
    const char *path = check->path.item[index];
    const char *name = check->name[index];
    if (limb_robot_file_is_xacro(path)) {
        check_xacro(check, index);
        return;
    }
    const limb_load_opts opts = {.report = check->report, .file = name, .keep_broken = true};
    const int before = check->report->nerror;
    limb_robot *robot = NULL;
    limb_status status;
    cli_buffer text = {0};
    if (cli_read_file(path, &text)) {
        if (check->opts->fix) fix_file(check, index, &text);
        status = limb_robot_parse(&robot, text.data, text.size, &opts);
        if (robot) check_beyond(check, index, robot);
        const limb_status pruned =
            limb_report_drop_idle_fixes(check->report, name, text.data, text.size);
        if (pruned != LIMB_OK) status = pruned;
        if (asks_urdfdom(check)) {
            ask_urdfdom(check, index, &text, name);
        }
    } else {
        // the library's words for why the file cannot be read, as a finding
        status = limb_robot_load(&robot, path, &opts);
    }
    if (cli_team_apply(&check->team, robot, path, name, check->report) != LIMB_OK) {
        status = LIMB_ERROR_MEMORY;
    }
    limb_robot_free(robot);
    cli_buffer_free(&text);
    if (status != LIMB_ERROR_IO && status != LIMB_ERROR_MEMORY) return;
    check->unreadable = true;
    if (check->report->nerror == before) {
        cli_message(check->app, "%s: %s", name, limb_status_text(status));
    }
}

// The same for a xacro file: what is found in the expansion is shown where it was written.
static void check_xacro(checker *check, int index)
{
    cli_robot_opts opts;
    limb_robot_file *file;
    if (!cli_robot_opts_init(check->app, &opts)) {
        check->unreadable = true;
        return;
    }
    opts.file.load =
        (limb_load_opts){.report = check->report, .file = check->name[index], .keep_broken = true};
    opts.file.xacro.report_unused = true;
    if (check->opts->fix) {
        check->nfixed +=
            cli_check_fix_xacro(check->app, check->path.item[index], &opts, check->scratch);
    }
    const int before = check->report->nerror;
    limb_status status = limb_robot_file_load(&file, check->path.item[index], &opts.file);
    if (file && file->robot) check_beyond(check, index, file->robot);
    if (file && file->xacro && file->xacro->text && asks_urdfdom(check)) {
        const cli_buffer text = {.data = (char *)(uintptr_t)file->xacro->text,
                                 .size = file->xacro->size};
        ask_urdfdom(check, index, &text, limb_xacro_name(file->xacro));
    }
    if (file && limb_robot_file_relocate(file, check->report) != LIMB_OK) {
        status = LIMB_ERROR_MEMORY;
    }
    // findings are in the files that it includes, too; comments of the expansion are not the user's
    const char *of = prints_at_the_end(check) ? check->name[index] : NULL;
    if (cli_team_apply(&check->team, NULL, check->path.item[index], of, check->report) != LIMB_OK) {
        status = LIMB_ERROR_MEMORY;
    }
    limb_robot_file_free(file);
    cli_robot_opts_free(&opts);
    if (status != LIMB_ERROR_IO && status != LIMB_ERROR_MEMORY) return;
    check->unreadable = true;
    if (check->report->nerror == before) {
        cli_message(check->app, "%s: %s", check->name[index], limb_status_text(status));
    }
}

// What the text alone does not show: the files it names, what is wrong with its meshes, whether the
// declared inertia fits the shapes, and whether links overlap. Text from standard input has no
// place to look from, unless it is asked for.
static void check_beyond(checker *check, int index, const limb_robot *robot)
{
    limb_robot_meshes *meshes = NULL;
    limb_status status = LIMB_OK;
    const bool has_place = check->opts->meshes || strcmp(check->path.item[index], "-") != 0;
    if (!check->opts->no_meshes && has_place) {
        const limb_mesh_opts bare = {.normals = LIMB_MESH_NORMALS_NONE, .draco = CLI_DRACO};
        const limb_robot_meshes_opts opts = {
            .report = check->report, .resolve = &check->packages.resolve, .mesh = &bare};
        status = limb_robot_meshes_load(&meshes, robot, &opts);
    }
    const limb_inertia_opts opts = {.find_mesh = meshes ? limb_robot_meshes_find : NULL,
                                    .find_ctx = meshes};
    if (status == LIMB_OK) status = limb_robot_check_inertia(robot, &opts, check->report);
    const limb_scene_opts shapes = {.find_mesh = opts.find_mesh, .find_ctx = meshes};
    if (status == LIMB_OK) status = limb_robot_check_touching(robot, &shapes, check->report);
    limb_robot_meshes_free(meshes);
    if (status == LIMB_OK) return;
    check->unreadable = true;
    cli_message(check->app, "%s: %s", check->name[index], limb_status_text(status));
}

static void fix_file(checker *check, int index, cli_buffer *text)
{
    const char *path = check->path.item[index];
    const check_fix fix = {.path = path,
                           .resolve = check->opts->no_meshes ? NULL : &check->packages.resolve,
                           .scratch = check->scratch};
    const int nfixed = cli_check_fix(&fix, text);
    if (nfixed == 0) return;
    if (cli_save(check->app, path, text->data, text->size) != CLI_OK) {
        check->unreadable = true;
        return;
    }
    check->nfixed += nfixed;
}

static bool asks_urdfdom(const checker *check)
{
    const char *target = check->opts->target;
    return target ? strcmp(target, "none") != 0 : check->team.config.urdfdom;
}

static limb_urdfdom urdfdom_version(const checker *check)
{
    limb_urdfdom version = LIMB_URDFDOM_3;
    if (!check->opts->target) return check->team.config.version;
    limb_urdfdom_find(check->opts->target, &version);
    return version;
}

static void ask_urdfdom(checker *check, int index, const cli_buffer *text, const char *name)
{
    const limb_target_opts opts = {
        .report = check->report, .file = name, .version = urdfdom_version(check)};
    limb_target *target;
    const limb_status status = limb_target_urdfdom(&target, text->data, text->size, &opts);
    if (status != LIMB_OK) {
        cli_message(check->app, "%s: %s", check->name[index], limb_status_text(status));
        check->unreadable = true;
        return;
    }
    check->verdict[index] = limb_verdict_name(target->verdict);
    limb_report_sort(check->report);
    limb_target_free(target);
}

static void print_report(checker *check)
{
    const limb_report *report = check->report;
    check->nerror += report->nerror;
    check->nwarning += report->nwarning;
    check->ninfo += report->ninfo;
    check->nomitted += report->nomitted;
    if (report->nlost > 0) {
        check->unreadable = true;
        cli_message(check->app, "%d finding%s lost: %s", report->nlost, cli_plural(report->nlost),
                    limb_status_text(LIMB_ERROR_MEMORY));
    }
    if (check->opts->quiet) return;
    const char *least = check->opts->least;
    const int width = cli_terminal_width(stdout);
    const limb_print_opts opts = {
        .color = check->app->color_out,
        .width = width > 10 ? width - 9 : 0,
        .min_severity = !least                          ? LIMB_SEVERITY_INFO
                        : strcmp(least, "error") == 0   ? LIMB_SEVERITY_ERROR
                        : strcmp(least, "warning") == 0 ? LIMB_SEVERITY_WARNING
                                                        : LIMB_SEVERITY_INFO,
        .warnings_as_errors = check->opts->strict,
        .max_alike = check->opts->all ? 0 : MOST_ALIKE,
        .nalike = &check->nalike,
        .file = check->name,
        .nfile = check->path.count,
        .target_name = !asks_urdfdom(check)                       ? check->opts->target
                       : urdfdom_version(check) == LIMB_URDFDOM_3 ? "urdfdom-3"
                                                                  : "urdfdom-6",
        .target_verdict = check->verdict};
    const limb_status status = limb_report_print(report, check->format, &opts, cli_write, stdout);
    if (status == LIMB_OK) return;
    check->unreadable = true;
    cli_message(check->app, "cannot print the findings: %s", limb_status_text(status));
}

static void print_verdict(const checker *check, int index)
{
    const char *verdict = check->verdict[index];
    if (!verdict || check->opts->quiet || check->format != LIMB_REPORT_FORMAT_TEXT) return;
    char visible[CLI_NAME_SIZE];
    printf("%s: %s %s\n", cli_visible(check->name[index], visible),
           limb_urdfdom_name(urdfdom_version(check)),
           strcmp(verdict, "loads") == 0   ? "loads it whole"
           : strcmp(verdict, "loses") == 0 ? "loads it, but loses what is listed above"
                                           : "refuses it");
}

// "2 files: 1 error, 3 warnings, 1 info", in colour when there is something to look at
static void print_summary(const checker *check)
{
    if (check->opts->quiet || check->format != LIMB_REPORT_FORMAT_TEXT) return;
    const bool color = check->app->color_err;
    const int nerror = check->nerror + (check->opts->strict ? check->nwarning : 0);
    const int nwarning = check->opts->strict ? 0 : check->nwarning;
    const bool clean = nerror + nwarning + check->ninfo == 0;
    const char *look = !color         ? ""
                       : nerror > 0   ? "\x1b[1;31m"
                       : nwarning > 0 ? "\x1b[1;33m"
                                      : "\x1b[1;32m";
    fflush(stdout);
    fprintf(stderr, "%d file%s: %s", check->path.count, cli_plural(check->path.count), look);
    if (clean && !check->unreadable) fputs("no findings", stderr);
    if (clean && check->unreadable) fputs("not all could be read", stderr);
    const char *separator = "";
    if (nerror > 0) {
        fprintf(stderr, "%d error%s", nerror, cli_plural(nerror));
        separator = ", ";
    }
    if (nwarning > 0) {
        fprintf(stderr, "%s%d warning%s", separator, nwarning, cli_plural(nwarning));
        separator = ", ";
    }
    if (check->ninfo > 0) fprintf(stderr, "%s%d info", separator, check->ninfo);
    fputs(color ? "\x1b[0m" : "", stderr);
    if (check->nfixed > 0) fprintf(stderr, "; %d fixed", check->nfixed);
    if (check->team.baseline.naccepted > 0)
        fprintf(stderr, "; %d accepted by the baseline", check->team.baseline.naccepted);
    if (check->nalike > 0) fprintf(stderr, "; %d like others not shown, see --all", check->nalike);
    if (check->nomitted > 0) {
        fprintf(stderr, "; %d not shown, see --max-findings", check->nomitted);
    }
    fputc('\n', stderr);
}

static int exit_code(const checker *check)
{
    if (check->unreadable) return CLI_UNREADABLE;
    const bool failed = check->nerror > 0 || (check->opts->strict && check->nwarning > 0);
    return failed ? CLI_FINDINGS : CLI_OK;
}
