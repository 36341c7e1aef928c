// Parses a setting written by a user: the id of a rule and a severity.
#include "limb/check.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

limb_status limb_setting_parse(limb_setting *out, const char *rule, const char *severity, char *why,
                               size_t capacity)
{
    static const char *const name[] = {"off", "info", "warning", "error"};
    assert(out && rule && severity && (why || capacity == 0));
    const limb_rule_info *info = limb_rule_find(rule);
    if (!info) {
        const limb_rule_info *near = limb_rule_nearest(rule);
        snprintf(why, capacity, "unknown rule \"%.100s\"%s%s%s", rule,
                 near ? "; did you mean " : "", near ? near->id : "", near ? "?" : "");
        return LIMB_ERROR_INPUT;
    }
    for (int i = 0; i < (int)(sizeof name / sizeof *name); i++) {
        const int value = i + LIMB_SEVERITY_OFF;
        if (strcmp(severity, name[i]) != 0) continue;
        if (info->refuses && value != LIMB_SEVERITY_ERROR) {
            snprintf(why, capacity, "%s stays an error: such a file is not loaded", info->id);
            return LIMB_ERROR_INPUT;
        }
        *out = (limb_setting){.rule = info->rule, .severity = value};
        return LIMB_OK;
    }
    snprintf(why, capacity, "a severity must be off, info, warning or error, not \"%.100s\"",
             severity);
    return LIMB_ERROR_INPUT;
}
