// Tests of .limb.yaml, settings and baselines: their content, the places of their errors, and their
// effect on findings.
#define _POSIX_C_SOURCE 200809L

#include "harness.h"
#include "limb/check.h"
#include "limb/load.h"
#include "support/files.h"
#include "support/findings.h"
#include "support/hostile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char robot_text[] = "<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/>\n"
                                 "<joint name=\"j\" type=\"continuous\"><parent link=\"a\"/>"
                                 "<child link=\"b\"/>\n<axis xyz=\"0 0 2\"/></joint></robot>\n";

static char folder[] = "/tmp/limb-policy-XXXXXX";

static void enter_folder(void);
static void write_text(const char *path, const char *text);
static limb_status load_policy(const char *text, limb_policy **policy, limb_report *report);
static limb_report *check(const char *path, const limb_check_opts *opts);
static int count_of(const limb_report *report, limb_rule rule, limb_severity severity);

TEST(settings_are_read)
{
    limb_policy *policy;
    limb_report *report;
    enter_folder();
    ENSURE(mkdir("share", 0777) == 0);
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    ENSURE_INT(load_policy("strict: true\ntarget: ros\npackages: [share]\n"
                           "rules: &r\n  mass-zero: off\n  inertial-missing: error\n"
                           "paths:\n  - pattern: vendor/*\n    rules: *r\n",
                           &policy, report),
               LIMB_OK);
    ENSURE_INT(report->nfinding, 0);
    ENSURE(policy->strict);
    ENSURE_TEXT(policy->target, "ros");
    ENSURE_INT(policy->npackages, 1);
    ENSURE(strstr(policy->packages[0], "/share") != NULL);
    ENSURE_INT(policy->nsetting, 4);
    ENSURE_INT(policy->setting[0].rule, LIMB_RULE_MASS_ZERO);
    ENSURE_INT(policy->setting[0].severity, LIMB_SEVERITY_OFF);
    ENSURE(policy->setting[0].pattern == NULL);
    ENSURE_TEXT(policy->setting[3].pattern, "vendor/*");
    ENSURE_INT(policy->setting[3].severity, LIMB_SEVERITY_ERROR);
    limb_policy_free(policy);
    ENSURE_INT(limb_policy_load(&policy, NULL, NULL), LIMB_OK);
    ENSURE_INT(policy->nsetting, 0);
    limb_policy_free(policy);
    limb_report_free(report);
}

TEST(mistakes_have_their_place)
{
    static const struct {
        const char *text;
        int line, column;
        const char *message;
    } wrong[] = {
        {"stict: true\n", 1, 1, "unknown setting \"stict\""},
        {"strict: maybe\n", 1, 9, "strict is true or false, not \"maybe\""},
        {"# \xc3\xa4\ntarget: drak\n", 2, 9, "target is none, all"},
        {"rules:\n  joint-axis-nounit: off\n", 2, 3, "did you mean joint-axis-not-unit?"},
        {"rules: {link-none: off}\n", 1, 19 + 1, "link-none stays an error"},
        {"rules: {mass-zero: loud}\n", 1, 20, "not \"loud\""},
        {"rules: off\n", 1, 8, "rules are given as RULE: SEVERITY"},
        {"packages: [nowhere]\n", 1, 12, "no such folder: \"nowhere\""},
        {"packages: here\n", 1, 11, "packages is a list of folders"},
        {"paths:\n- {pattern: a}\n", 2, 3, "a path has a pattern and rules"},
        {"paths: [{pattern: a, rules: {}, rule: b}]\n", 1, 33, "expected pattern or rules"},
        {"- a\n", 1, 1, "expected settings"},
        {"rules: [\n", 2, 1, "did not find expected node content"},
        {"rules: *r\n", 1, 8, "undefined alias"},
    };
    enter_folder();
    for (int i = 0; i < (int)(sizeof wrong / sizeof *wrong); i++) {
        limb_policy *policy;
        limb_report *report;
        ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
        ENSURE_INT(load_policy(wrong[i].text, &policy, report), LIMB_ERROR_INPUT);
        ENSURE(policy != NULL && report->nfinding > 0);
        const limb_finding *first = &report->finding[0];
        ENSURE_INT(first->rule, LIMB_RULE_SETTINGS_INVALID);
        ENSURE(strstr(first->span.file, ".limb.yaml") != NULL);
        if (!strstr(first->message, wrong[i].message) || (int)first->span.line != wrong[i].line ||
            (int)first->span.column != wrong[i].column)
            limb_test_fail(__FILE__, __LINE__, "%s%u:%u: %s", wrong[i].text, first->span.line,
                           first->span.column, first->message);
        limb_policy_free(policy);
        limb_report_free(report);
    }
}

TEST(settings_that_cannot_be_read_are_a_failure)
{
    limb_policy *policy;
    limb_report *report;
    enter_folder();
    write_text(".limb.yaml", "strict: true\n");
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    // no YAML reader
    ENSURE_INT(limb_policy_load(&policy, ".limb.yaml", &(limb_policy_opts){.report = report}),
               LIMB_ERROR_IO);
    limb_policy_free(policy);
    ENSURE_INT(count_of(report, LIMB_RULE_SETTINGS_INVALID, LIMB_SEVERITY_ERROR), 1);
    limb_report_clear(report);
    ENSURE(unlink(".limb.yaml") == 0 && mkdir(".limb.yaml", 0777) == 0);
    ENSURE_INT(limb_policy_load(&policy, ".limb.yaml",
                                &(limb_policy_opts){.report = report, .yaml = limb_yaml_read}),
               LIMB_ERROR_IO);
    limb_policy_free(policy);
    ENSURE_INT(count_of(report, LIMB_RULE_SETTINGS_INVALID, LIMB_SEVERITY_ERROR), 1);
    // found although it cannot be read, and then not everything was checked
    write_text("r.urdf", robot_text);
    char path[256];
    ENSURE_INT(limb_policy_find("r.urdf", path, sizeof path), LIMB_OK);
    ENSURE(strstr(path, "/.limb.yaml") != NULL);
    limb_report_clear(report);
    const limb_robot_file_opts file = {.load = {.report = report}};
    ENSURE_INT(limb_check(NULL, "r.urdf", &(limb_check_opts){.file = &file}), LIMB_ERROR_IO);
    ENSURE_INT(count_of(report, LIMB_RULE_SETTINGS_INVALID, LIMB_SEVERITY_ERROR), 1);
    limb_report_free(report);
}

TEST(the_nearest_settings_decide)
{
    enter_folder();
    ENSURE(mkdir("in", 0777) == 0);
    write_text("r.urdf", robot_text);
    write_text("in/r.urdf", robot_text);
    write_text(".limb.yaml",
               "strict: true\npaths: [{pattern: i*, rules: {joint-axis-not-unit: off}}]\n");
    limb_report *report = check("r.urdf", NULL);
    ENSURE_INT(count_of(report, LIMB_RULE_AXIS_NOT_UNIT, LIMB_SEVERITY_ERROR), 1);
    limb_report_free(report);
    report = check("in/r.urdf", NULL);
    ENSURE_INT(limb_test_count_rule(report, LIMB_RULE_AXIS_NOT_UNIT), 0);
    limb_report_free(report);
    write_text("in/.limb.yaml", "");
    report = check("in/r.urdf", NULL);
    ENSURE_INT(count_of(report, LIMB_RULE_AXIS_NOT_UNIT, LIMB_SEVERITY_WARNING), 1);
    limb_report_free(report);
    // the caller's settings win, and none are read when it says so
    const limb_setting loud = {.rule = LIMB_RULE_AXIS_NOT_UNIT, .severity = LIMB_SEVERITY_INFO};
    report = check("r.urdf", &(limb_check_opts){.setting = &loud, .nsetting = 1});
    ENSURE_INT(count_of(report, LIMB_RULE_AXIS_NOT_UNIT, LIMB_SEVERITY_INFO), 1);
    limb_report_free(report);
    report = check("r.urdf", &(limb_check_opts){.ignore_policy = true});
    ENSURE_INT(count_of(report, LIMB_RULE_AXIS_NOT_UNIT, LIMB_SEVERITY_WARNING), 1);
    limb_report_free(report);
}

static limb_status keep_text(void *ctx, const void *bytes, size_t size)
{
    char *text = ctx;
    if (size > 999) return LIMB_ERROR_LIMIT;
    memcpy(text, bytes, size);
    text[size] = 0;
    return LIMB_OK;
}

TEST(a_baseline_accepts_each_finding_once)
{
    limb_baseline *baseline;
    char text[1000] = "";
    enter_folder();
    write_text("r.urdf", robot_text);
    ENSURE_INT(limb_baseline_create(&baseline, "known.txt", NULL), LIMB_OK);
    limb_report *report = check("r.urdf", &(limb_check_opts){.baseline = baseline});
    ENSURE_INT(report->nfinding, 0);
    ENSURE(baseline->naccepted > 0);
    const int nknown = baseline->naccepted;
    ENSURE_INT(limb_baseline_write(baseline, keep_text, text), LIMB_OK);
    limb_baseline_free(baseline);
    limb_report_free(report);
    write_text("known.txt", text);
    ENSURE_INT(limb_baseline_load(&baseline, "known.txt", NULL), LIMB_OK);
    report = check("r.urdf", &(limb_check_opts){.baseline = baseline});
    ENSURE_INT(report->nfinding, 0);
    ENSURE_INT(baseline->naccepted, nknown);
    limb_report_free(report);
    // each line is used up
    report = check("r.urdf", &(limb_check_opts){.baseline = baseline});
    ENSURE_INT(report->nfinding, nknown);
    limb_report_free(report);
    limb_baseline_free(baseline);
    // what is not a baseline is not replaced
    ENSURE_INT(limb_baseline_create(&baseline, "r.urdf", NULL), LIMB_ERROR_INPUT);
    ENSURE(baseline == NULL);
    ENSURE_INT(limb_baseline_load(&baseline, "none.txt", NULL), LIMB_ERROR_IO);
}

TEST(what_is_accepted_is_not_fixed)
{
    char text[1000] = "";
    int count = -1;
    const limb_robot_file_opts file = {.load = {.file = "r.urdf"}};
    const limb_check_opts opts = {.file = &file, .ignore_policy = true};
    ENSURE_INT(limb_fix_text(robot_text, sizeof robot_text - 1, &opts, keep_text, text, &count),
               LIMB_OK);
    ENSURE_INT(count, 1);
    ENSURE(strstr(text, "0 0 1") != NULL);
    const limb_setting off = {.rule = LIMB_RULE_AXIS_NOT_UNIT, .severity = LIMB_SEVERITY_OFF};
    limb_check_opts quiet = opts;
    quiet.setting = &off;
    quiet.nsetting = 1;
    text[0] = 0;
    ENSURE_INT(limb_fix_text(robot_text, sizeof robot_text - 1, &quiet, keep_text, text, &count),
               LIMB_OK);
    ENSURE_INT(count, 0);
    ENSURE_TEXT(text, "");
}

static limb_status check_once(const limb_allocator *memory, void *ctx)
{
    limb_report *report;
    (void)ctx;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_robot_file_opts file = {.load = {.memory = memory, .report = report},
                                       .xacro = {.yaml = limb_yaml_read}};
    const limb_status status = limb_check(NULL, "r.urdf", &(limb_check_opts){.file = &file});
    if (status == LIMB_OK)
        ENSURE_INT(count_of(report, LIMB_RULE_AXIS_NOT_UNIT, LIMB_SEVERITY_ERROR), 1);
    limb_report_free(report);
    return status;
}

TEST(want_of_memory_is_never_a_pass)
{
    enter_folder();
    write_text("r.urdf", robot_text);
    write_text(".limb.yaml", "rules: {joint-axis-not-unit: error}\npackages: [.]\n");
    ENSURE(limb_test_every_failure(LIMB_OK, check_once, NULL) > 20);
}

static void enter_folder(void)
{
    snprintf(folder, sizeof folder, "/tmp/limb-policy-XXXXXX");
    ENSURE(mkdtemp(folder) != NULL && chdir(folder) == 0);
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    ENSURE(file != NULL);
    ENSURE(fputs(text, file) >= 0 && fclose(file) == 0);
}

static limb_status load_policy(const char *text, limb_policy **policy, limb_report *report)
{
    char path[300];
    write_text(".limb.yaml", text);
    snprintf(path, sizeof path, "%s/.limb.yaml", folder);
    return limb_policy_load(policy, path,
                            &(limb_policy_opts){.report = report, .yaml = limb_yaml_read});
}

static limb_report *check(const char *path, const limb_check_opts *opts)
{
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_robot_file_opts file = {.load = {.report = report},
                                       .xacro = {.yaml = limb_yaml_read}};
    limb_check_opts all = {0};
    if (opts) all = *opts;
    all.file = &file;
    ENSURE_INT(limb_check(NULL, path, &all), LIMB_OK);
    return report;
}

static int count_of(const limb_report *report, limb_rule rule, limb_severity severity)
{
    int count = 0;
    for (int i = 0; i < report->nfinding; i++)
        count += report->finding[i].rule == rule && report->finding[i].severity == severity;
    return count;
}
