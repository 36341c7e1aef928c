// limb check: prints all findings of all files in the selected format.
//
// Text and annotations are printed file by file; JSON and SARIF are one document for all files, so
// the findings are kept until the end. check_file.c checks one file, check_print.c prints.
#include "commands/check/check.h"

#include <stdlib.h>
#include <string.h>

static int run(cli *app);
static limb_report_format format_of(const char *name);
static int create_reports(checker *check);
static int choose_rules(checker *check, bool *muted);
static int add_setting(checker *check, const char *text);
static int find_rule(const checker *check, const char *name, const limb_rule_info **rule);
static int collect_files(checker *check);
static void check_files(checker *check);
static int exit_code(const checker *check);

static const cli_option option[] = {
    {'f', "format", CLI_CHOICE, offsetof(check_opts, format), "FORMAT", "text|json|sarif|github",
     "output format of the findings"},
    {0, "fix", CLI_FLAG, offsetof(check_opts, fix), NULL, NULL,
     "apply all certain fixes to the files themselves and print the remaining findings"},
    {0, "target", CLI_TEXT, offsetof(check_opts, target), "READER[,READER...]", NULL,
     "also report what other readers make of the file: whether they load it whole, lose or change "
     "something, or refuse it; all, or some of urdfdom-3, urdfdom-6, ros (the newest urdfdom), "
     "moveit, pinocchio, pinocchio:mimic, mujoco, mujoco:full, drake, drake:scene, pybullet, "
     "yourdfpy, urdf-rs; none: do not"},
    {'s', "strict", CLI_FLAG, offsetof(check_opts, strict), NULL, NULL, "treat warnings as errors"},
    {0, "rule", CLI_MANY, offsetof(check_opts, rule), "RULE[=SEVERITY]", NULL,
     "check only this rule (and whether the file loads at all); with =off, =info, =warning or "
     "=error, change its severity instead; may be repeated"},
    {0, "disable", CLI_MANY, offsetof(check_opts, disable), "RULE", NULL,
     "do not check this rule; may be repeated"},
    {0, "srdf", CLI_TEXT, offsetof(check_opts, srdf), "FILE", NULL,
     "also check this SRDF file of MoveIt against the robot"},
    {0, "baseline", CLI_TEXT, offsetof(check_opts, baseline), "FILE", NULL,
     "accept the findings that this file lists; only others are printed and counted"},
    {0, "update-baseline", CLI_FLAG, offsetof(check_opts, update_baseline), NULL, NULL,
     "write the current findings to the baseline file"},
    {0, "min-severity", CLI_CHOICE, offsetof(check_opts, min_severity), "SEVERITY",
     "info|warning|error", "print only findings of at least this severity"},
    {'a', "all", CLI_FLAG, offsetof(check_opts, all), NULL, NULL,
     "print every finding as text; by default, when a file has more than three similar warnings or "
     "infos, only the first is printed, with the lines of the others"},
    {0, "max-findings", CLI_POSITIVE_INT, offsetof(check_opts, max_findings), "COUNT", NULL,
     "print at most COUNT findings per file and only count the others (default 1000)"},
    CLI_PACKAGE_OPTIONS(check_opts, package),
    {0, "meshes", CLI_FLAG, offsetof(check_opts, meshes), NULL, NULL,
     "look for meshes and textures even if the robot comes from standard input, starting in the "
     "current folder"},
    {0, "no-meshes", CLI_FLAG, offsetof(check_opts, no_meshes), NULL, NULL,
     "do not look for or read the meshes and textures that the file names"},
    {'q', "quiet", CLI_FLAG, offsetof(check_opts, quiet), NULL, NULL,
     "print nothing, only set the exit status"},
};

static const cli_example example[] = {
    {"limb check arm.urdf", "all findings, with the lines they refer to"},
    {"limb check --strict robots/", "every .urdf file below a folder; warnings count as errors"},
    {"limb check --format github *.urdf", "annotations in a GitHub workflow"},
    {"limb check --target ros arm.urdf", "whether ROS would load it, and what it would lose"},
    {"limb check arm.urdf --srdf arm.srdf", "whether MoveIt's groups, states and pairs fit"},
    {"limb check --fix arm.urdf", "apply all certain fixes"},
    {"limb check --target all arm.urdf", "where will this robot run?"},
    {"xacro arm.xacro | limb check -", "from standard input"},
};

const cli_command cli_check = {
    .name = "check",
    .operands = "FILE...",
    .summary = "find errors in URDF files and show where they are",
    .description =
        "Reads each FILE and applies every rule: XML, structure, references, kinematics, "
        "physics, portability. If FILE is a folder, all .urdf files below it are "
        "checked. An .srdf file is compared with its robot. Findings go to standard output, the "
        "summary to standard error.\n\n"
        "Exit status: 0 if there are no errors (with --strict, no warnings either), 1 if there "
        "are, 2 if the arguments are wrong, 3 if a file cannot be read.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(check_opts),
    .min_operands = 1,
    .max_operands = -1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .reads_settings = true,
    .run = run,
};

static int run(cli *app)
{
    checker check = {.app = app, .opts = app->opts};
    check.format = format_of(check.opts->format);
    int code = cli_check_readers_known(&check);
    if (code == CLI_OK) code = create_reports(&check);
    if (code == CLI_OK) {
        code = cli_baseline_open(app, &check.baseline, check.opts->baseline,
                                 check.opts->update_baseline);
    }
    if (code == CLI_OK) code = cli_robot_opts_init(app, &check.robot);
    if (code == CLI_OK) code = collect_files(&check);
    if (code == CLI_OK) {
        check_files(&check);
        cli_check_print_summary(&check);
        code = exit_code(&check);
        const int saved = check.opts->update_baseline
                              ? cli_baseline_save(app, check.baseline, check.opts->baseline)
                              : CLI_OK;
        if (saved > code) code = saved;
    }
    limb_report_free(check.report);
    limb_report_free(check.scratch);
    limb_baseline_free(check.baseline);
    cli_robot_opts_free(&check.robot);
    cli_policies_free(&check.policies);
    for (int i = 0; check.targets && i < check.path.count; i++)
        free(check.targets[i]);
    free(check.targets);
    cli_paths_free(&check.path);
    free(check.setting);
    free(check.policy);
    free(check.target_name);
    free(check.name);
    free(check.verdict);
    return code;
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

// Returns which rules of the table are disabled.
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
        const int code =
            is_setting ? add_setting(check, only->item[i]) : find_rule(check, only->item[i], &rule);
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

// Parses "RULE=SEVERITY".
static int add_setting(checker *check, const char *text)
{
    const char *equals = strchr(text, '=');
    char rule[128], why[256];
    if ((size_t)(equals - text) >= sizeof rule)
        return cli_usage(check->app, "unknown rule \"%s\"", text);
    memcpy(rule, text, (size_t)(equals - text));
    rule[equals - text] = 0;
    limb_setting setting;
    if (limb_setting_parse(&setting, rule, equals + 1, why, sizeof why) != LIMB_OK)
        return cli_usage(check->app, "%s", why);
    limb_setting *grown =
        realloc(check->setting, ((size_t)check->nsetting + 1) * sizeof *check->setting);
    if (!grown) return CLI_UNREADABLE; // the caller says so
    check->setting = grown;
    check->setting[check->nsetting++] = setting;
    return CLI_OK;
}

static int find_rule(const checker *check, const char *name, const limb_rule_info **rule)
{
    *rule = limb_rule_find(name);
    if (*rule) return CLI_OK;
    const limb_rule_info *near = limb_rule_nearest(name);
    if (near) return cli_usage(check->app, "unknown rule \"%s\"; did you mean %s?", name, near->id);
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
    const size_t count = (size_t)check->path.count + 1;
    check->name = calloc(count, sizeof *check->name);
    check->verdict = calloc(count, sizeof *check->verdict);
    check->target_name = calloc(count, sizeof *check->target_name);
    check->policy = calloc(count, sizeof *check->policy);
    check->targets = calloc(count, sizeof *check->targets);
    if (!check->name || !check->verdict || !check->target_name || !check->policy || !check->targets)
        return cli_fail(check->app, LIMB_ERROR_MEMORY);
    int code = CLI_OK;
    for (int i = 0; i < check->path.count && code == CLI_OK; i++) {
        check->name[i] = cli_file_name(check->path.item[i]);
        if (check->opts->fix && strcmp(check->path.item[i], "-") == 0)
            return cli_usage(check->app, "--fix changes files, so it cannot read standard input");
        code =
            cli_policies_find(check->app, &check->policies, check->path.item[i], &check->policy[i]);
    }
    return code;
}

static void check_files(checker *check)
{
    // one document for all files
    const bool at_the_end =
        check->format == LIMB_REPORT_FORMAT_JSON || check->format == LIMB_REPORT_FORMAT_SARIF;
    cli_progress progress;
    cli_progress_start(&progress, "checking", check->path.count);
    for (int i = 0; i < check->path.count; i++) {
        cli_progress_step(&progress, i);
        cli_check_file(check, i);
        if (at_the_end) continue;
        if (check->report->nfinding > 0) cli_progress_end(&progress);
        cli_check_print(check);
        cli_check_print_verdict(check, i);
        cli_check_print_targets(check, i);
        limb_report_clear(check->report);
    }
    cli_progress_end(&progress);
    if (at_the_end) cli_check_print(check);
}

static int exit_code(const checker *check)
{
    // the findings of an unreadable file are unknown
    if (check->unreadable) return CLI_UNREADABLE;
    const bool failed = check->nerror > 0 || (check->opts->strict && check->nwarning > 0);
    return failed ? CLI_FINDINGS : CLI_OK;
}
