// Every rule is verified by files: test/rules/<id>.urdf breaks it, with all its findings as text in
// <id>.txt, and <id>.ok.urdf is a near miss that does not. Files for rules about xacro end with
// .xacro, those about SRDF with .srdf: they belong to the robot test/srdf/robot.urdf.
//
// LIMB_WRITE_GOLDEN=1 rewrites the .txt files; review the changes. Meshes that the files name are
// in test/rules/meshes, which is a package named "rules".
#define _POSIX_C_SOURCE 200809L

#include "harness.h"
#include "limb/edit.h"
#include "limb/robot.h"
#include "support/files.h"
#include "support/findings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 256 };

static bool has_files(const limb_rule_info *rule);
static const char *ending_of(const limb_rule_info *rule);
static bool is_urdf(const limb_rule_info *rule);
static limb_report *read_golden(const limb_rule_info *rule, const char *ending);
static void remove_places(char *text);
static void compare_golden(const limb_rule_info *rule, const char *text);
static void apply_fixes(const limb_rule_info *rule, const limb_report *report);
static void expect_rule_name(const char *path, void *ctx);

TEST(each_rule_is_broken_by_its_file_and_nowhere_else)
{
    for (int i = 0; i < limb_rule_count(); i++) {
        const limb_rule_info *rule = limb_rule_at(i);
        if (!has_files(rule)) continue;
        limb_report *report = read_golden(rule, "");
        if (limb_test_count_rule(report, rule->rule) == 0)
            limb_test_fail(__FILE__, __LINE__, "%s%s does not break %s", rule->id, ending_of(rule),
                           rule->id);
        char *text = limb_test_report_text(report);
        remove_places(text);
        compare_golden(rule, text);
        free(text);
        limb_report_free(report);
    }
}

TEST(each_rule_lets_its_near_miss_pass)
{
    for (int i = 0; i < limb_rule_count(); i++) {
        const limb_rule_info *rule = limb_rule_at(i);
        if (!has_files(rule)) continue;
        limb_report *report = read_golden(rule, ".ok");
        if (limb_test_count_rule(report, rule->rule) != 0)
            limb_test_fail(__FILE__, __LINE__, "%s.ok%s breaks %s", rule->id, ending_of(rule),
                           rule->id);
        // nothing worse than a remark is left in it
        if (report->nerror + report->nwarning > 0)
            limb_test_fail(__FILE__, __LINE__, "%s.ok%s: %s", rule->id, ending_of(rule),
                           report->finding[0].message);
        limb_report_free(report);
    }
}

TEST(fixes_repair_what_they_are_offered_for)
{
    int nfixed = 0;
    for (int i = 0; i < limb_rule_count(); i++) {
        const limb_rule_info *rule = limb_rule_at(i);
        if (!has_files(rule) || !is_urdf(rule)) continue;
        limb_report *report = read_golden(rule, "");
        bool has_fix = false;
        for (int k = 0; k < report->nfinding; k++)
            has_fix |= report->finding[k].rule == rule->rule && report->finding[k].nfix > 0;
        if (has_fix) apply_fixes(rule, report);
        nfixed += has_fix;
        limb_report_free(report);
    }
    ENSURE(nfixed >= 15);
}

TEST(a_file_that_is_not_there)
{
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_load_opts opts = {.report = report};
    limb_robot *robot;
    ENSURE_INT(limb_robot_load(&robot, "no-such-file.urdf", &opts), LIMB_ERROR_IO);
    ENSURE_INT(report->nfinding, 1);
    ENSURE_INT(report->finding[0].rule, LIMB_RULE_FILE_READ);
    limb_report_free(report);
}

TEST(no_file_is_left_of_a_rule_that_is_gone)
{
    const char *folder = LIMB_SOURCE_DIR "/test/rules";
    const int nrule = limb_rule_count() - 2; // file-read and settings-invalid have none
    static const char *const ending[] = {".urdf", ".xacro", ".srdf"};
    for (size_t k = 0; k < sizeof ending / sizeof *ending; k++) {
        int count = 0;
        for (int i = 0; i < limb_rule_count(); i++) {
            const limb_rule_info *rule = limb_rule_at(i);
            count += has_files(rule) && strcmp(ending_of(rule), ending[k]) == 0;
        }
        ENSURE(count > 0);
        ENSURE_INT(limb_test_each_file(folder, ending[k], expect_rule_name, NULL), 2 * count);
    }
    ENSURE_INT(limb_test_each_file(folder, ".txt", expect_rule_name, NULL), nrule);
}

// A file that cannot be read has no text that could be kept; settings are not a
// robot (test_policy).
static bool has_files(const limb_rule_info *rule)
{
    return rule->rule != LIMB_RULE_FILE_READ && rule->rule != LIMB_RULE_SETTINGS_INVALID;
}

static const char *ending_of(const limb_rule_info *rule)
{
    if (rule->rule / 100 == 7) return ".xacro";
    return limb_test_is_srdf_rule(rule) ? ".srdf" : ".urdf";
}

static bool is_urdf(const limb_rule_info *rule)
{
    return strcmp(ending_of(rule), ".urdf") == 0;
}

static limb_report *read_golden(const limb_rule_info *rule, const char *ending)
{
    char name[PATH_SIZE];
    size_t size;
    ENSURE(chdir(LIMB_SOURCE_DIR "/test/rules") == 0);
    snprintf(name, sizeof name, "%s%s%s", rule->id, ending, ending_of(rule));
    char *text = limb_test_read_file(name, &size);
    limb_report *report = limb_test_findings(rule, name, text, size);
    free(text);
    return report;
}

// Takes out what depends on where the project lies: the folder itself, and the notes about the
// places where a mesh was looked for, which go up to the root.
static void remove_places(char *text)
{
    static const char folder[] = LIMB_SOURCE_DIR "/test/rules/";
    char *to = text;
    for (char *line = text; *line;) {
        size_t size = strcspn(line, "\n");
        size += line[size] == '\n';
        char *after = line + size;
        const char kept = *after;
        *after = 0;
        const bool is_place = strstr(line, ": note: tried ") || strstr(line, " more places\n");
        for (char *found; (found = strstr(line, folder)) != NULL;)
            memmove(found, found + sizeof folder - 1, strlen(found + sizeof folder - 1) + 1);
        size = is_place ? 0 : strlen(line);
        memmove(to, line, size);
        to += size;
        *after = kept;
        line = after;
    }
    *to = 0;
}

static void compare_golden(const limb_rule_info *rule, const char *text)
{
    char name[PATH_SIZE];
    snprintf(name, sizeof name, "%s.txt", rule->id);
    if (getenv("LIMB_WRITE_GOLDEN")) {
        FILE *file = fopen(name, "w");
        ENSURE(file != NULL);
        fputs(text, file);
        ENSURE(fclose(file) == 0);
    }
    size_t size;
    char *golden = limb_test_read_file(name, &size);
    ENSURE_TEXT(text, golden);
    free(golden);
}

// As limb check --fix does it: makes all certain changes, then the rule is not found any more.
static void apply_fixes(const limb_rule_info *rule, const limb_report *report)
{
    char name[PATH_SIZE];
    snprintf(name, sizeof name, "%s.urdf", rule->id);
    const limb_load_opts opts = {.keep_broken = true};
    limb_robot *robot;
    const limb_status status = limb_robot_load(&robot, name, &opts);
    ENSURE(status == LIMB_OK || status == LIMB_ERROR_INPUT);
    ENSURE(robot != NULL);
    limb_edit *edit;
    ENSURE(limb_edit_begin(&edit, robot) == LIMB_OK);
    if (limb_edit_add_fixes(edit, report) == 0)
        limb_test_fail(__FILE__, __LINE__, "the fix of %s is not taken", rule->id);
    ENSURE(limb_edit_apply(edit, NULL) == LIMB_OK);

    size_t size;
    char *text = limb_test_robot_text(robot, &size);
    limb_report *after = limb_test_findings(rule, name, text, size);
    if (limb_test_count_rule(after, rule->rule) > 0)
        limb_test_fail(__FILE__, __LINE__, "%s remains after its fix", rule->id);
    limb_report_free(after);
    free(text);
    limb_edit_free(edit);
    limb_robot_free(robot);
}

// <id>.urdf, <id>.ok.urdf, the same of another kind, or <id>.txt
static void expect_rule_name(const char *path, void *ctx)
{
    (void)ctx;
    const char *slash = strrchr(path, '/');
    char id[PATH_SIZE];
    snprintf(id, sizeof id, "%s", slash ? slash + 1 : path);
    id[strcspn(id, ".")] = 0;
    if (!limb_rule_find(id)) limb_test_fail(__FILE__, __LINE__, "%s belongs to no rule", path);
}
