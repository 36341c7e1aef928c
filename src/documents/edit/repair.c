// Repairs XML by its certain fixes, which must be applied before anything else can be read.
#include "base/memory.h"
#include "documents/edit/patch.h"
#include "limb/edit.h"

#include <assert.h>

// One pass may repair many findings; a text that needs more passes is left to a person.
enum { MAX_PASSES = 20 };

static limb_status read_text(const limb__builder *text, const limb_load_opts *opts,
                             limb_report *report);
static limb_status fix_text(limb__builder *text, const limb_report *report, int *count);

limb_status limb_xml_repair(const char *text, size_t size, const limb_load_opts *opts,
                            limb_write_fn *write, void *ctx, int *count)
{
    assert(write);
    static const limb_load_opts defaults = {0};
    if (!opts) opts = &defaults;
    limb_report *report;
    limb__builder repaired;
    const limb_report_opts report_opts = {.memory = opts->memory};
    *count = 0;
    if (!text) size = 0;
    if (limb_report_create(&report, &report_opts) != LIMB_OK) return LIMB_ERROR_MEMORY;
    limb__builder_init(&repaired, limb__memory(opts->memory));
    limb__builder_bytes(&repaired, text, size);
    limb_status status = repaired.failed ? LIMB_ERROR_MEMORY : read_text(&repaired, opts, report);
    for (int pass = 0; pass < MAX_PASSES && status == LIMB_ERROR_INPUT; pass++) {
        int nfixed = 0;
        status = fix_text(&repaired, report, &nfixed);
        if (status != LIMB_OK) break;
        *count += nfixed;
        status = read_text(&repaired, opts, report);
    }
    if (status == LIMB_OK) status = write(ctx, repaired.data ? repaired.data : "", repaired.size);
    limb__builder_free(&repaired);
    limb_report_free(report);
    return status;
}

// Parses the text. Returns LIMB_OK even if the robot is rejected, since the XML could be read.
static limb_status read_text(const limb__builder *text, const limb_load_opts *opts,
                             limb_report *report)
{
    limb_load_opts all = *opts;
    all.report = report;
    all.keep_broken = true;
    all.skip_checks = true;
    all.strict = false;
    limb_robot *robot = NULL;
    limb_report_clear(report);
    const limb_status status =
        limb_robot_parse(&robot, text->data ? text->data : "", text->size, &all);
    if (status == LIMB_ERROR_MEMORY || (status != LIMB_OK && !robot)) return status;
    limb_robot_free(robot);
    return LIMB_OK;
}

// Applies the fixes of a report to the text. LIMB_ERROR_INPUT: there is none.
static limb_status fix_text(limb__builder *text, const limb_report *report, int *count)
{
    limb__patches patches;
    limb__builder fixed;
    limb__patches_init(&patches, text->memory);
    limb__builder_init(&fixed, text->memory);
    for (int i = 0; i < report->nfinding; i++) {
        const limb_finding *finding = &report->finding[i];
        if (finding->nfix > 0) *count += limb__patches_add_fixes(&patches, finding, text->size);
    }
    limb_status status = *count > 0 ? LIMB_OK : LIMB_ERROR_INPUT;
    if (status == LIMB_OK) {
        limb__patches_apply(&patches, text->data, text->size, &fixed);
        if (fixed.failed) status = LIMB_ERROR_MEMORY;
    }
    limb__patches_free(&patches);
    if (status != LIMB_OK) {
        limb__builder_free(&fixed);
        return status;
    }
    limb__builder_free(text);
    *text = fixed;
    return LIMB_OK;
}
