// Applies the certain fixes to the text of a file.
//
// Unreadable XML is repaired first; then a fix may reveal findings of other rules, so parsing and
// fixing are repeated while there is something to fix. Every front fixes with these calls.
#include "build/check/fix.h"

#include "base/memory.h"
#include "base/text.h"
#include "documents/rules/check.h"
#include "limb/edit.h"
#include "limb/packages.h"

#include <assert.h>
#include <string.h>

static limb_status fix_text(limb__check_run *run, limb__builder *text, int *count);
static limb_status repair_xml(limb__check_run *run, limb__builder *text, int *count);
static limb_status fix_once(limb__check_run *run, limb__builder *text, int *count);
static limb_status make_fixes(limb__check_run *run, limb_robot *robot, limb__builder *text,
                              int *count);
static limb_status append(void *builder, const void *bytes, size_t size);

limb_status limb_fix_file(const char *path, const limb_check_opts *opts, limb_fix_save_fn *save,
                          void *ctx, int *count)
{
    assert(path && save && count);
    limb__check_run run;
    *count = 0;
    limb_status status = limb__check_begin(&run, path, opts);
    if (status == LIMB_OK)
        status = limb_robot_file_is_xacro(path) ? limb__fix_xacro(&run, save, ctx, count)
                                                : limb__fix_urdf(&run, save, ctx, count);
    if (run.report) limb_report_clear(run.report);
    limb__check_end(&run);
    return status;
}

limb_status limb_fix_text(const char *text, size_t size, const limb_check_opts *opts,
                          limb_write_fn *write, void *ctx, int *count)
{
    assert((text || size == 0) && write && count);
    limb__check_run run;
    limb__builder fixed;
    const char *name = opts && opts->file ? opts->file->load.file : NULL;
    *count = 0;
    limb_status status = limb__check_begin(&run, name ? name : "", opts);
    limb__builder_init(&fixed, limb__memory(run.file.load.memory));
    if (status == LIMB_OK) {
        limb__builder_bytes(&fixed, text, size);
        status = fix_text(&run, &fixed, count);
    }
    if (status == LIMB_OK && *count > 0) status = write(ctx, fixed.data, fixed.size);
    if (status != LIMB_OK) *count = 0;
    limb__builder_free(&fixed);
    if (run.report) limb_report_clear(run.report);
    limb__check_end(&run);
    return status;
}

limb_status limb__fix_urdf(limb__check_run *run, limb_fix_save_fn *save, void *ctx, int *count)
{
    char *text = NULL;
    size_t size = 0;
    limb__builder fixed;
    limb_status status = limb__robot_text_read(run->path, &run->file.load, &text, &size);
    if (status != LIMB_OK) return status;
    const limb_allocator *memory = limb__memory(run->file.load.memory);
    limb__builder_init(&fixed, memory);
    limb__builder_bytes(&fixed, text, size);
    status = fix_text(run, &fixed, count);
    if (status == LIMB_OK && *count > 0)
        status = save(ctx, run->path, (limb_text){text, size}, (limb_text){fixed.data, fixed.size});
    limb__builder_free(&fixed);
    limb__release(memory, text, size + 1);
    return status;
}

limb_status limb__fix_find_files(limb__check_run *run, const limb_robot *robot)
{
    limb_resolver *resolver;
    if (!run->has_files) return LIMB_OK;
    limb_resolve_opts where = run->resolve;
    where.memory = run->file.load.memory;
    limb_status status = limb_resolver_create(&resolver, robot->file, &where);
    if (status != LIMB_OK) return status;
    status = limb_robot_check_files(robot, resolver, run->report);
    limb_report_sort(run->report);
    limb_resolver_free(resolver);
    return status;
}

// Replaces the text by the fixed one.
static limb_status fix_text(limb__check_run *run, limb__builder *text, int *count)
{
    limb_status status = text->failed ? LIMB_ERROR_MEMORY : repair_xml(run, text, count);
    for (int pass = 0; pass < LIMB__FIX_PASSES && status == LIMB_OK; pass++) {
        int made = 0;
        status = fix_once(run, text, &made);
        if (made == 0) break;
        *count += made;
    }
    return status;
}

// Without valid XML there is no robot to edit. All of it is repaired, or nothing.
static limb_status repair_xml(limb__check_run *run, limb__builder *text, int *count)
{
    limb__builder repaired;
    limb__builder_init(&repaired, text->memory);
    int made = 0;
    const limb_status status =
        limb_xml_repair(text->data, text->size, &run->file.load, append, &repaired, &made);
    if (status == LIMB_OK && made > 0) {
        limb__builder_free(text);
        *text = repaired;
        *count += made;
    } else {
        limb__builder_free(&repaired);
    }
    return status == LIMB_ERROR_MEMORY ? status : LIMB_OK;
}

static limb_status fix_once(limb__check_run *run, limb__builder *text, int *count)
{
    limb_robot *robot = NULL;
    limb_report_clear(run->report);
    limb_status status =
        limb_robot_parse(&robot, text->data ? text->data : "", text->size, &run->file.load);
    if (status == LIMB_ERROR_MEMORY || !robot)
        return status == LIMB_ERROR_MEMORY ? status : LIMB_OK;
    status = limb__fix_find_files(run, robot);
    if (status == LIMB_OK) status = limb__check_apply_policy(run, robot, NULL, true);
    if (status == LIMB_OK) status = make_fixes(run, robot, text, count);
    limb_robot_free(robot);
    return status;
}

// If the fixes cannot be applied together, the text stays unchanged.
static limb_status make_fixes(limb__check_run *run, limb_robot *robot, limb__builder *text,
                              int *count)
{
    limb_edit *edit = NULL;
    limb__builder fixed;
    limb__builder_init(&fixed, text->memory);
    limb_status status = limb_edit_begin(&edit, robot);
    const int made = status == LIMB_OK ? limb_edit_add_fixes(edit, run->report) : 0;
    if (made > 0) {
        status = limb_edit_apply(edit, NULL);
        if (status == LIMB_OK) status = limb_robot_write(robot, append, &fixed);
        if (status == LIMB_OK) {
            limb__builder_free(text);
            *text = fixed;
            *count = made;
        } else {
            limb__builder_free(&fixed);
        }
    }
    limb_edit_free(edit);
    return status == LIMB_ERROR_MEMORY ? status : LIMB_OK;
}

static limb_status append(void *builder, const void *bytes, size_t size)
{
    limb__builder *out = builder;
    limb__builder_bytes(out, bytes, size);
    return out->failed ? LIMB_ERROR_MEMORY : LIMB_OK;
}
