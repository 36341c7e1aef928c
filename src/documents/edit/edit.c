// Edits: collected as patches of the source, applied together, and kept only if the result
// can be read.
#include "documents/edit/edit.h"

#include "base/memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void drop_copy(limb_edit *edit);
static int add_fixes(limb_edit *edit, const limb_report *report, int first, int end);
static int add_sound_fixes(limb_edit *edit, const limb_report *report);
static bool is_sound(limb_edit *edit);
static bool is_of_file(const limb_edit *edit, const limb_finding *finding);
static limb_status reread(limb_edit *edit, limb_report *report, limb_robot **out);

limb_status limb_edit_begin(limb_edit **out, limb_robot *robot)
{
    assert(out && robot);
    const limb_allocator *memory = limb__robot_of(robot)->memory;
    *out = NULL;
    limb_edit *edit = limb__allocate(memory, sizeof *edit);
    if (!edit) return LIMB_ERROR_MEMORY;
    memset(edit, 0, sizeof *edit);
    edit->target = robot;
    limb__edit_use(edit, robot);
    edit->memory = memory;
    limb__patches_init(&edit->patches, memory);
    limb__builder_init(&edit->scratch, memory);
    *out = edit;
    return LIMB_OK;
}

void limb_edit_free(limb_edit *edit)
{
    if (!edit) return;
    drop_copy(edit);
    limb__patches_free(&edit->patches);
    limb__builder_free(&edit->scratch);
    limb__release(edit->memory, edit, sizeof *edit);
}

const char *limb_edit_message(const limb_edit *edit)
{
    assert(edit);
    return edit->message;
}

int limb_edit_add_fixes(limb_edit *edit, const limb_report *report)
{
    assert(edit);
    limb__edit_start(edit);
    const int mark = limb__patches_mark(&edit->patches);
    const int all = add_fixes(edit, report, 0, report->nfinding);
    if (all == 0 || is_sound(edit)) return all;
    // some fixes cause new errors: leave those out
    limb__patches_undo(&edit->patches, mark);
    return add_sound_fixes(edit, report);
}

bool limb__edit_next_group(limb__fix_group *group, bool is_sound, size_t text_size)
{
    if (is_sound || group->size == 1) group->first += group->size;
    group->size = is_sound ? 2 * group->size : (group->size + 1) / 2;
    group->read += text_size;
    return group->read <= LIMB__EDIT_MAX_READ;
}

bool limb__edit_fixes_are_sound(limb_edit *edit, const limb_report *report, int first, int end)
{
    const int mark = limb__patches_mark(&edit->patches);
    add_fixes(edit, report, first, end);
    const bool sound = is_sound(edit);
    limb__patches_undo(&edit->patches, mark);
    return sound;
}

const limb_robot *limb_edit_robot(const limb_edit *edit)
{
    assert(edit);
    return edit->robot;
}

limb_status limb_edit_stage(limb_edit *edit, limb_report *report)
{
    assert(edit);
    limb__edit_start(edit);
    return limb__edit_stage(edit, report);
}

limb_status limb_edit_apply(limb_edit *edit, limb_report *report)
{
    assert(edit);
    limb__edit_start(edit);
    const limb_status status = limb__edit_stage(edit, report);
    if (status != LIMB_OK || edit->robot == edit->target) return status;
    limb__robot_adopt(edit->target, edit->robot);
    limb__edit_use(edit, edit->target);
    return LIMB_OK;
}

limb_status limb__edit_stage(limb_edit *edit, limb_report *report)
{
    if (edit->patches.count == 0) return LIMB_OK;
    limb_robot *result = NULL;
    const limb_status status = reread(edit, report, &result);
    if (status == LIMB_ERROR_INPUT) {
        limb_robot_free(result);
        return limb__edit_fail(edit, "the changed file would be refused");
    }
    if (status != LIMB_OK) return status;
    drop_copy(edit);
    limb__edit_use(edit, result);
    limb__patches_clear(&edit->patches);
    return LIMB_OK;
}

void limb__edit_hold(limb_edit *edit)
{
    edit->held = edit->robot;
}

limb_status limb__edit_settle(limb_edit *edit, limb_status status)
{
    limb_robot *held = edit->held;
    edit->held = NULL;
    if (status != LIMB_OK) {
        if (edit->robot != held) limb_robot_free(edit->robot);
        limb__edit_use(edit, held);
        limb__patches_clear(&edit->patches);
    } else if (held != edit->robot && held != edit->target) {
        limb_robot_free(held);
    }
    return status;
}

void limb__edit_use(limb_edit *edit, limb_robot *robot)
{
    edit->robot = robot;
    edit->doc = robot->document;
    edit->has_slot = false;
}

void limb__edit_start(limb_edit *edit)
{
    edit->message[0] = 0;
}

bool limb__edit_start_element(limb_edit *edit, int node)
{
    limb__edit_start(edit);
    if (node >= 0 && node < edit->doc->nnode &&
        limb__xml_kind(&edit->doc->node[node]) == LIMB_NODE_ELEMENT) {
        return true;
    }
    limb__edit_fail(edit, "node %d is not an element", node);
    return false;
}

limb_status limb__edit_fail(limb_edit *edit, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(edit->message, sizeof edit->message, format, args);
    va_end(args);
    return LIMB_ERROR_INPUT;
}

bool limb__edit_is_text(limb_edit *edit, const char *text, size_t size)
{
    bool is_text = limb__utf8_invalid(text, text + size) == NULL;
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)text[i] < 0x20 && !limb__is_space(text[i])) is_text = false;
    if (!is_text) limb__edit_fail(edit, "the new text holds a character that XML forbids");
    return is_text;
}

limb_status limb__edit_patch(limb_edit *edit, uint32_t offset, uint32_t size, int rank,
                             const char *text, size_t text_size)
{
    const limb_status status =
        limb__patches_add(&edit->patches, offset, size, rank, text, text_size);
    if (status != LIMB_ERROR_INPUT) return status;
    return limb__edit_fail(edit, "it overlaps a change already made; apply that one first");
}

limb_status limb__edit_patch_scratch(limb_edit *edit, uint32_t offset, uint32_t size, int rank)
{
    if (!edit->scratch.failed) {
        return limb__edit_patch(edit, offset, size, rank, edit->scratch.data, edit->scratch.size);
    }
    edit->scratch.failed = false;
    return LIMB_ERROR_MEMORY;
}

// Applies the fixes of the findings from first to before end; returns the number of findings.
static int add_fixes(limb_edit *edit, const limb_report *report, int first, int end)
{
    int taken = 0;
    for (int i = first; i < end && i < report->nfinding; i++) {
        const limb_finding *finding = &report->finding[i];
        if (finding->nfix > 0 && is_of_file(edit, finding) &&
            limb__patches_add_fixes(&edit->patches, finding, edit->doc->source.size))
            taken++;
    }
    return taken;
}

// Adds the fixes in groups, each of which is kept only if the changed file would be accepted.
static int add_sound_fixes(limb_edit *edit, const limb_report *report)
{
    int taken = 0;
    limb__fix_group group = {.size = 1};
    while (group.first < report->nfinding) {
        const int mark = limb__patches_mark(&edit->patches);
        const int count = add_fixes(edit, report, group.first, group.first + group.size);
        const bool sound = count == 0 || is_sound(edit);
        if (sound) taken += count;
        if (!sound) limb__patches_undo(&edit->patches, mark);
        const size_t size = count > 0 ? edit->doc->source.size : 0;
        if (!limb__edit_next_group(&group, sound, size)) break;
    }
    return taken;
}

static void drop_copy(limb_edit *edit)
{
    if (edit->robot != edit->target && edit->robot != edit->held) limb_robot_free(edit->robot);
    limb__edit_use(edit, edit->target);
}

static bool is_sound(limb_edit *edit)
{
    limb_robot *result = NULL;
    const limb_status status = reread(edit, NULL, &result);
    limb_robot_free(result);
    return status == LIMB_OK;
}

// A report may refer to several files, and to an older state of this one: the quoted line
// must still exist.
static bool is_of_file(const limb_edit *edit, const limb_finding *finding)
{
    if (!finding->span.file || strcmp(finding->span.file, edit->robot->file) != 0) return false;
    if (!finding->source_line || finding->span.line == 0) return true;
    const char *text = edit->doc->source.text;
    size_t begin = finding->span.offset;
    const size_t end = edit->doc->source.size;
    if (begin > end) return false;
    while (begin > 0 && text[begin - 1] != '\n' && text[begin - 1] != '\r')
        begin--;
    const size_t length = strlen(finding->source_line);
    return length <= end - begin && memcmp(text + begin, finding->source_line, length) == 0;
}

// Parses the changed text. A robot that was rejected before may be rejected again, because repairs
// take several steps.
static limb_status reread(limb_edit *edit, limb_report *report, limb_robot **out)
{
    const limb__robot *robot = limb__robot_of(edit->robot);
    limb__builder text;
    limb__builder_init(&text, edit->memory);
    limb__patches_apply(&edit->patches, edit->doc->source.text, edit->doc->source.size, &text);
    limb_status status = LIMB_ERROR_MEMORY;
    if (!text.failed) {
        limb_load_opts opts = robot->opts;
        opts.report = report;
        opts.file = robot->open.file;
        opts.keep_broken = robot->refused;
        status = limb_robot_parse(out, text.data ? text.data : "", text.size, &opts);
        if (status == LIMB_ERROR_INPUT && *out && robot->refused) status = LIMB_OK;
    }
    limb__builder_free(&text);
    return status;
}
