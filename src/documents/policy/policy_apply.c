// Applies a team's decisions to the findings of one file: the comments in it, then severities,
// then the baseline.
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "documents/policy/policy.h"
#include "documents/rules/check.h"

#include <errno.h>
#include <string.h>

typedef struct severities {
    const limb__policy_use *use;
    int *setting; // index of the policy's setting for each rule; -1: none
} severities;

typedef struct acceptance {
    const limb__policy_use *use;
    limb_status status;
} acceptance;

static limb_status apply_comments(const limb__policy_use *use, limb_report *report);
static limb_status apply_comments_of(const limb__policy_use *use, const char *path,
                                     limb_report *report);
static int drop_unused(void *ctx, const limb_finding *finding);
static limb_status apply_severities(const limb__policy_use *use, limb_report *report);
static limb_status choose_settings(const limb__policy_use *use, int *setting);
static int set_severity(void *ctx, const limb_finding *finding);
static limb_status apply_baseline(const limb__policy_use *use, limb_report *report);
static int accept(void *ctx, const limb_finding *finding);
static bool is_of_file(const limb__policy_use *use, const limb_finding *finding);

limb_status limb__policy_apply(const limb__policy_use *use, limb_report *report)
{
    limb_status status = apply_comments(use, report);
    if (status == LIMB_OK) status = apply_severities(use, report);
    if (status == LIMB_OK && use->baseline) status = apply_baseline(use, report);
    return status;
}

//---- comments ------------------------------------------------------------------------------------

static limb_status apply_comments(const limb__policy_use *use, limb_report *report)
{
    limb_status status =
        use->robot ? limb__suppress(use->robot, report, !use->is_partial) : LIMB_OK;
    for (int i = 0; i < use->nsource && status == LIMB_OK; i++)
        status = apply_comments_of(use, use->source[i], report);
    return status;
}

// Applies the comments in a source file; its errors are reported elsewhere. A comment in an
// included file may be meant for another robot, so one that accepts nothing is not reported.
static limb_status apply_comments_of(const limb__policy_use *use, const char *path,
                                     limb_report *report)
{
    limb_robot *source = NULL;
    const limb_load_opts opts = {
        .memory = use->memory, .file = path, .keep_broken = true, .skip_checks = true};
    limb_status status = limb__is_stream(path) ? LIMB_OK : limb_robot_load(&source, path, &opts);
    if (status != LIMB_ERROR_MEMORY) status = LIMB_OK;
    if (source) status = limb__suppress(source, report, !use->is_partial);
    if (strcmp(path, use->name) != 0)
        limb_report_adjust(report, drop_unused, (void *)(uintptr_t)path);
    limb_robot_free(source);
    return status;
}

static int drop_unused(void *ctx, const limb_finding *finding)
{
    const bool drops = finding->rule == LIMB_RULE_SUPPRESSION_UNUSED && finding->span.file &&
                       strcmp(finding->span.file, ctx) == 0;
    return drops ? LIMB_SEVERITY_OFF : (int)finding->severity;
}

//---- severities ----------------------------------------------------------------------------------

// The settings for a file are chosen once, not for each finding.
static limb_status apply_severities(const limb__policy_use *use, limb_report *report)
{
    if (use->nsetting == 0 &&
        (!use->policy || (use->policy->nsetting == 0 && !use->policy->strict)))
        return LIMB_OK;
    const limb_allocator *memory = limb__memory(use->memory);
    const size_t size = (size_t)limb_rule_count() * sizeof(int);
    severities s = {.use = use, .setting = limb__allocate(memory, size)};
    if (!s.setting) return LIMB_ERROR_MEMORY;
    const limb_status status = choose_settings(use, s.setting);
    if (status == LIMB_OK) limb_report_adjust(report, set_severity, &s);
    limb__release(memory, s.setting, size);
    return status;
}

// Chooses, for each rule, the last setting whose pattern matches.
static limb_status choose_settings(const limb__policy_use *use, int *setting)
{
    for (int i = 0; i < limb_rule_count(); i++)
        setting[i] = -1;
    const limb_policy *policy = use->policy;
    if (!policy || policy->nsetting == 0) return LIMB_OK;
    char real[LIMB__PATH_MAX];
    errno = 0;
    const bool is_real = limb__file_real_path(use->path, real);
    if (!is_real && errno == ENOMEM) return LIMB_ERROR_MEMORY;
    const size_t size = strlen(policy->folder);
    const bool inside = is_real && strncmp(real, policy->folder, size) == 0 && real[size] == '/';
    const char *pattern = NULL; // the pattern compared last; settings of one path share it
    bool matches = false;
    for (int i = 0; i < policy->nsetting; i++) {
        const limb_setting *one = &policy->setting[i];
        if (one->pattern && one->pattern != pattern) {
            const char *inner = inside ? real + size + 1 : "";
            pattern = one->pattern;
            matches = inside && limb__pattern_matches((limb_text){pattern, strlen(pattern)},
                                                      (limb_text){inner, strlen(inner)});
        }
        if (!one->pattern || matches) setting[limb_rule_of(one->rule) - limb_rule_at(0)] = i;
    }
    return LIMB_OK;
}

static int set_severity(void *ctx, const limb_finding *finding)
{
    const severities *s = ctx;
    const limb__policy_use *use = s->use;
    int severity = (int)finding->severity;
    const limb_rule_info *rule = limb_rule_of(finding->rule);
    if (!rule || !is_of_file(use, finding)) return severity;
    const int chosen = s->setting[rule - limb_rule_at(0)];
    if (chosen >= 0) severity = use->policy->setting[chosen].severity;
    for (int i = 0; i < use->nsetting; i++)
        if (use->setting[i].rule == finding->rule) severity = use->setting[i].severity;
    const bool is_strict = use->policy && use->policy->strict && severity == LIMB_SEVERITY_WARNING;
    return is_strict ? LIMB_SEVERITY_ERROR : severity;
}

//---- the baseline --------------------------------------------------------------------------------

static limb_status apply_baseline(const limb__policy_use *use, limb_report *report)
{
    limb__baseline_mark mark = {0};
    acceptance a = {.use = use};
    if (use->is_trial && limb__baseline_records(use->baseline)) return LIMB_OK;
    if (use->is_trial && !limb__baseline_mark_init(&mark, use->baseline)) return LIMB_ERROR_MEMORY;
    limb_report_adjust(report, accept, &a);
    if (use->is_trial) limb__baseline_undo(use->baseline, &mark);
    return a.status;
}

static int accept(void *ctx, const limb_finding *finding)
{
    acceptance *a = ctx;
    bool accepted = false;
    if (!is_of_file(a->use, finding)) return (int)finding->severity;
    if (limb__baseline_accept(a->use->baseline, finding, &accepted) != LIMB_OK)
        a->status = LIMB_ERROR_MEMORY;
    return accepted ? LIMB_SEVERITY_OFF : (int)finding->severity;
}

static bool is_of_file(const limb__policy_use *use, const limb_finding *finding)
{
    bool is = finding->span.file && strcmp(finding->span.file, use->name) == 0;
    for (int i = 0; i < finding->nnote && !is; i++)
        is = finding->note[i].span.file && strcmp(finding->note[i].span.file, use->name) == 0;
    return is;
}
