// The origin of parts of an expansion: stored sources, call paths, relocation of findings.
#include "documents/xacro/origin.h"

#include "base/format.h"
#include "base/memory.h"
#include "base/text.h"

#include <assert.h>
#include <string.h>

enum { MAX_TRACE = 8, MAX_TRAIL = 4 };

static int locate(const limb__kept *kept, size_t offset);
static limb_span span_of(const limb__kept *kept, limb__origin origin);
static limb__origin moved(const limb__kept *kept, uint32_t offset, uint32_t size, bool *exact);
static limb__origin without_blanks(const limb__kept *kept, limb__origin origin);
static void move_finding(void *ctx, limb_report *to, const limb_finding *finding);
static void move_notes(const limb__kept *kept, limb_report *to, const limb_finding *finding);
static void move_fixes(const limb__kept *kept, limb_report *to, const limb_finding *finding,
                       limb__source *source, int file);
static void add_trail(const limb__kept *kept, limb_report *to, const limb__trail *trail);
static void add_way(const limb__kept *kept, limb_report *to, const limb__frame *frame);
static void copy_path(const limb__place *place, char *path, size_t capacity);
static limb__source source_of(const limb__kept *kept, int file);

limb__file_source *limb__kept_source(limb__kept *kept, int index)
{
    return kept->source[index >= 0 && index < kept->nsource ? index : 0];
}

limb__file_source *limb__kept_add(limb__kept *kept, const char *path, char *text, size_t size)
{
    limb__file_source *file = limb__arena_take_zero(&kept->arena, sizeof *file);
    const char *name = limb__arena_copy_text(&kept->arena, path, strlen(path));
    void *sources = kept->source;
    const bool grown = file && name &&
                       limb__grow(kept->memory, &sources, &kept->source_capacity, kept->nsource + 1,
                                  sizeof *kept->source);
    kept->source = sources;
    if (!grown) {
        limb__release(kept->memory, text, size + 1);
        return NULL;
    }
    file->path = name;
    file->text = text;
    file->size = size;
    limb__source_init(&file->source, kept->memory, name, text, size);
    kept->source[kept->nsource++] = file;
    return file;
}

limb__frame *limb__kept_frame(limb__kept *kept, limb__origin call, limb_text macro)
{
    limb__frame *frame = limb__arena_take(&kept->arena, sizeof *frame);
    if (!frame) return NULL;
    *frame = (limb__frame){.outer = call.frame, .call = call};
    if (macro.data) {
        const char *name = limb__arena_copy_text(&kept->arena, macro.data, macro.size);
        if (!name) return NULL;
        frame->macro = (limb_text){name, macro.size};
    }
    return frame;
}

const limb__trail *limb__kept_trail(limb__kept *kept, limb_text name, limb__origin origin,
                                    bool is_parameter, const limb__trail *next)
{
    limb__trail *trail = limb__arena_take(&kept->arena, sizeof *trail);
    limb__origin *place = limb__arena_take(&kept->arena, sizeof *place);
    const char *text = limb__arena_copy_text(&kept->arena, name.data, name.size);
    if (!trail || !place || !text) return NULL;
    *place = origin;
    *trail = (limb__trail){{text, name.size}, is_parameter, place, next};
    return trail;
}

const char *limb_xacro_name(const limb_xacro *xacro)
{
    assert(xacro);
    return ((const limb__kept *)xacro)->name;
}

int limb__kept_find(const limb__kept *kept, size_t offset)
{
    int low = 0;
    int high = kept->nmap;
    while (low < high) { // the last one that starts at or before the offset
        const int middle = low + (high - low) / 2;
        if (kept->map[middle].begin <= offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    int at = low - 1;
    while (at >= 0 && kept->map[at].end <= offset)
        at = kept->map[at].outer;
    return at;
}

// Returns the span, or the nearest one before the offset if it lies between two.
static int locate(const limb__kept *kept, size_t offset)
{
    const int found = limb__kept_find(kept, offset);
    return found >= 0 || kept->nmap == 0 ? found : 0;
}

int limb_xacro_trace(const limb_xacro *xacro, size_t offset, limb_xacro_step *step, int capacity)
{
    assert(xacro && (step || capacity <= 0));
    const limb__kept *kept = (const limb__kept *)xacro;
    const int at = locate(kept, offset);
    if (at < 0) return 0;
    int count = 0;
    if (count < capacity) {
        step[count].span = span_of(kept, kept->map[at].origin);
        limb__format(step[count].what, sizeof step[count].what, "written here");
    }
    count++;
    for (const limb__trail *trail = kept->map[at].trail; trail; trail = trail->next) {
        if (count < capacity) {
            step[count].span = span_of(kept, *trail->origin);
            limb__format(step[count].what, sizeof step[count].what, "%s \"%.*s\" is set here",
                         trail->is_parameter ? "parameter" : "property",
                         (int)(trail->name.size < 60 ? trail->name.size : 60), trail->name.data);
        }
        count++;
    }
    for (const limb__frame *frame = kept->map[at].origin.frame; frame; frame = frame->outer) {
        if (count < capacity) {
            step[count].span = span_of(kept, frame->call);
            if (frame->macro.data) {
                limb__format(
                    step[count].what, sizeof step[count].what, "in macro \"%.*s\", called here",
                    (int)(frame->macro.size < 60 ? frame->macro.size : 60), frame->macro.data);
            } else {
                limb__format(step[count].what, sizeof step[count].what, "included here");
            }
        }
        count++;
    }
    return count;
}

static limb_span span_of(const limb__kept *kept, limb__origin origin)
{
    limb__source source = source_of(kept, origin.source);
    const limb_span span = limb__source_span(&source, origin.offset, origin.size);
    limb__source_free(&source);
    return span;
}

// Lines are counted on a separate source, because the stored one is const.
static limb__source source_of(const limb__kept *kept, int file)
{
    const limb__file_source *from = kept->source[file];
    limb__source source;
    limb__source_init(&source, NULL, from->path, from->text, from->size);
    return source;
}

limb_status limb_xacro_relocate(const limb_xacro *xacro, limb_report *report)
{
    assert(xacro);
    const limb__kept *kept = (const limb__kept *)xacro;
    if (!report) return LIMB_OK;
    bool any = false;
    for (int i = 0; i < report->nfinding && !any; i++)
        any = strcmp(report->finding[i].span.file, kept->name) == 0;
    if (!any) return LIMB_OK;
    const int nlost = report->nlost;
    // the callback's context is not const, but the data it points to is
    const limb__kept *ctx = kept;
    limb__report_rebuild(report, move_finding, &ctx);
    limb_report_sort(report);
    return report->nlost > nlost ? LIMB_ERROR_MEMORY : LIMB_OK;
}

static void move_finding(void *ctx, limb_report *to, const limb_finding *finding)
{
    const limb__kept *kept = *(const limb__kept **)ctx;
    if (strcmp(finding->span.file, kept->name) != 0 || kept->nmap == 0) {
        limb__report_copy(to, finding);
        return;
    }
    bool exact;
    const limb__origin origin = moved(kept, finding->span.offset, finding->span.size, &exact);
    limb__source source = source_of(kept, origin.source);
    limb__place place = limb__place_text(&source, origin.offset, origin.size);
    place.path = copy_path;
    place.node = finding->path;
    limb__report(to, place, finding->rule, "%s", finding->message);
    move_notes(kept, to, finding);
    add_trail(kept, to, kept->map[locate(kept, finding->span.offset)].trail);
    add_way(kept, to, origin.frame);
    if (exact) move_fixes(kept, to, finding, &source, origin.source);
    limb__source_free(&source);
}

// Returns the origin of a span of the expansion; exact if its bytes were copied unchanged.
static limb__origin moved(const limb__kept *kept, uint32_t offset, uint32_t size, bool *exact)
{
    const limb__mapped *mapped = &kept->map[locate(kept, offset)];
    limb__origin origin = mapped->origin;
    const uint32_t length = mapped->end - mapped->begin;
    *exact = mapped->is_value && origin.is_literal && origin.size == length &&
             offset >= mapped->begin && offset + size <= mapped->end &&
             memcmp(kept->source[origin.source]->text + origin.offset,
                    kept->xacro.text + mapped->begin, length) == 0;
    if (!*exact) return mapped->is_value ? without_blanks(kept, origin) : origin;
    origin.offset += offset - mapped->begin;
    origin.size = size;
    return origin;
}

// Text is written without the surrounding white space and line ends; its location is that of
// its first letter.
static limb__origin without_blanks(const limb__kept *kept, limb__origin origin)
{
    const char *text = kept->source[origin.source]->text + origin.offset;
    uint32_t begin = 0;
    uint32_t end = origin.size;
    while (begin < end && limb__is_space(text[begin]))
        begin++;
    while (end > begin && limb__is_space(text[end - 1]))
        end--;
    if (begin == end) return origin;
    origin.offset += begin;
    origin.size = end - begin;
    return origin;
}

static void move_notes(const limb__kept *kept, limb_report *to, const limb_finding *finding)
{
    for (int i = 0; i < finding->nnote; i++) {
        const limb_note *note = &finding->note[i];
        if (strcmp(note->span.file, kept->name) != 0) {
            limb__report_note(to, limb__place_byte(note->span.file, note->span.offset), "%s",
                              note->message);
            continue;
        }
        bool exact;
        const limb__origin origin = moved(kept, note->span.offset, note->span.size, &exact);
        limb__source source = source_of(kept, origin.source);
        limb__report_note(to, limb__place_text(&source, origin.offset, origin.size), "%s",
                          note->message);
        limb__source_free(&source);
    }
}

// Moves all fixes or none, because they belong together.
static void move_fixes(const limb__kept *kept, limb_report *to, const limb_finding *finding,
                       limb__source *source, int file)
{
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < finding->nfix; i++) {
            const limb_fix *fix = &finding->fix[i];
            bool exact;
            const limb__origin origin = moved(kept, fix->offset, fix->size, &exact);
            if (!exact || origin.source != file) return;
            if (pass == 0) continue;
            limb__report_fix(to, limb__place_text(source, origin.offset, origin.size), fix->title,
                             fix->text);
        }
    }
}

// Notes the properties that the value was taken from.
static void add_trail(const limb__kept *kept, limb_report *to, const limb__trail *trail)
{
    for (int i = 0; trail && i < MAX_TRAIL; trail = trail->next, i++) {
        limb__source source = source_of(kept, trail->origin->source);
        limb__report_note(to, limb__place_text(&source, trail->origin->offset, trail->origin->size),
                          "%s \"%.*s\" is set here", trail->is_parameter ? "parameter" : "property",
                          (int)trail->name.size, trail->name.data);
        limb__source_free(&source);
    }
}

static void add_way(const limb__kept *kept, limb_report *to, const limb__frame *frame)
{
    for (int i = 0; frame && i < MAX_TRACE; frame = frame->outer, i++) {
        limb__source source = source_of(kept, frame->call.source);
        const limb__place place = limb__place_text(&source, frame->call.offset, frame->call.size);
        if (frame->macro.data) {
            limb__report_note(to, place, "in macro \"%.*s\", called here", (int)frame->macro.size,
                              frame->macro.data);
        } else {
            limb__report_note(to, place, "included here");
        }
        limb__source_free(&source);
    }
}

static void copy_path(const limb__place *place, char *path, size_t capacity)
{
    limb__format(path, capacity, "%s", (const char *)place->node);
}
