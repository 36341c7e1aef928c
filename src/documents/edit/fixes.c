// Finds the fixes of a report that can actually be applied.
//
// A fix is offered by the rule that found the defect, which does not know the rest of the file: the
// XML around it may be beyond repair, or the changed file may be rejected. So the fixes are tried.
#include "documents/edit/edit.h"

#include <string.h>

static bool has_fixes(const limb_report *report, const char *file, int first, int end);
static void drop_fixes(limb_report *report, const char *file, int first, int end);
static limb_status drop_unsound(limb_report *report, limb_robot *robot);
static limb_status discard(void *ctx, const void *bytes, size_t size);

limb_status limb_report_drop_idle_fixes(limb_report *report, const char *file, const char *text,
                                        size_t size)
{
    if (!report || !file || !has_fixes(report, file, 0, report->nfinding)) return LIMB_OK;
    limb_robot *robot = NULL;
    const limb_load_opts opts = {.file = file, .keep_broken = true, .skip_checks = true};
    limb_status status = limb_robot_parse(&robot, text, size, &opts);
    if (status == LIMB_ERROR_MEMORY) return status;
    if (robot) {
        status = drop_unsound(report, robot);
        limb_robot_free(robot);
        return status;
    }
    int count;
    status = limb_xml_repair(text, size, NULL, discard, NULL, &count);
    if (status == LIMB_ERROR_MEMORY) return status;
    if (status != LIMB_OK) drop_fixes(report, file, 0, report->nfinding);
    return LIMB_OK;
}

// Returns whether a finding from first to before end has fixes.
static bool has_fixes(const limb_report *report, const char *file, int first, int end)
{
    for (int i = first; i < end && i < report->nfinding; i++) {
        const limb_finding *finding = &report->finding[i];
        if (finding->nfix > 0 && strcmp(finding->span.file, file) == 0) return true;
    }
    return false;
}

static void drop_fixes(limb_report *report, const char *file, int first, int end)
{
    for (int i = first; i < end && i < report->nfinding; i++) {
        if (strcmp(report->finding[i].span.file, file) == 0) limb__report_drop_fixes(report, i);
    }
}

// Tries all fixes together, which nearly always succeeds, and otherwise in groups. Drops fixes that
// were not tried.
static limb_status drop_unsound(limb_report *report, limb_robot *robot)
{
    limb_edit *edit;
    limb_status status = limb_edit_begin(&edit, robot);
    if (status != LIMB_OK) return status;
    if (!limb__edit_fixes_are_sound(edit, report, 0, report->nfinding)) {
        limb__fix_group group = {.size = 1};
        bool may_try = true;
        while (may_try && group.first < report->nfinding) {
            const int end = group.first + group.size;
            const bool is_tried = has_fixes(report, robot->file, group.first, end);
            const bool is_sound =
                !is_tried || limb__edit_fixes_are_sound(edit, report, group.first, end);
            if (!is_sound && group.size == 1)
                drop_fixes(report, robot->file, group.first, group.first + 1);
            may_try =
                limb__edit_next_group(&group, is_sound, is_tried ? edit->doc->source.size : 0);
        }
        drop_fixes(report, robot->file, group.first, report->nfinding);
    }
    limb_edit_free(edit);
    return LIMB_OK;
}

static limb_status discard(void *ctx, const void *bytes, size_t size)
{
    (void)ctx;
    (void)bytes;
    (void)size;
    return LIMB_OK;
}
