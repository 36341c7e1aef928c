// Patches in a sorted array. They mostly come in the order of the text, so adding is cheap.
#include "edit/patch.h"

#include "base/memory.h"

#include <string.h>

static int first_at_or_after(const limb__patches *patches, uint32_t offset);
static int first_after(const limb__patches *patches, uint32_t offset, int64_t rank);
static bool holds(const limb__patches *patches, const limb__patch *patch, const char *text,
                  size_t text_size);

void limb__patches_init(limb__patches *patches, const limb_allocator *memory)
{
    memset(patches, 0, sizeof *patches);
    patches->memory = limb__memory(memory);
    limb__builder_init(&patches->text, memory);
}

void limb__patches_free(limb__patches *patches)
{
    limb__release(patches->memory, patches->item,
                  (size_t)patches->capacity * sizeof *patches->item);
    limb__builder_free(&patches->text);
}

void limb__patches_clear(limb__patches *patches)
{
    patches->count = 0;
    patches->next_serial = 0;
    patches->text.size = 0;
}

bool limb__patches_overlap(const limb__patches *patches, uint32_t offset, uint32_t size)
{
    const int i = first_at_or_after(patches, offset);
    if (i > 0) {
        const limb__patch *before = &patches->item[i - 1];
        if (before->offset + before->size > offset) return true;
    }
    // of those from offset on, only insertions exactly there may stay
    const uint32_t end = offset + size;
    for (int k = i; k < patches->count && patches->item[k].offset < end; k++)
        if (patches->item[k].offset > offset || patches->item[k].size > 0) return true;
    return false;
}

bool limb__patches_inserts(const limb__patches *patches, uint32_t offset, int rank,
                           const char *text, size_t text_size)
{
    for (int i = first_after(patches, offset, (int64_t)rank - 1); i < patches->count; i++) {
        const limb__patch *patch = &patches->item[i];
        if (patch->offset != offset || patch->size > 0 || patch->rank != rank) return false;
        if (holds(patches, patch, text, text_size)) return true;
    }
    return false;
}

limb_status limb__patches_add(limb__patches *patches, uint32_t offset, uint32_t size, int rank,
                              const char *text, size_t text_size)
{
    if (limb__patches_overlap(patches, offset, size)) return LIMB_ERROR_INPUT;
    if (!limb__grow(patches->memory, (void **)&patches->item, &patches->capacity,
                    patches->count + 1, sizeof *patches->item)) {
        return LIMB_ERROR_MEMORY;
    }
    const size_t text_begin = patches->text.size;
    limb__builder_bytes(&patches->text, text, text_size);
    if (patches->text.failed) {
        // what was there before is whole; the next change may be smaller
        patches->text.failed = false;
        patches->text.size = text_begin;
        return LIMB_ERROR_MEMORY;
    }
    // after all insertions at the same place that have no higher rank; a replacement goes after all
    const int at = first_after(patches, offset, size > 0 ? INT64_MAX : rank);
    memmove(patches->item + at + 1, patches->item + at,
            (size_t)(patches->count - at) * sizeof *patches->item);
    patches->item[at] =
        (limb__patch){offset, size, rank, patches->next_serial++, text_begin, text_size};
    patches->count++;
    return LIMB_OK;
}

int limb__patches_mark(const limb__patches *patches)
{
    return patches->next_serial;
}

void limb__patches_undo(limb__patches *patches, int mark)
{
    int kept = 0;
    for (int i = 0; i < patches->count; i++) {
        if (patches->item[i].serial >= mark) continue;
        patches->item[kept++] = patches->item[i];
    }
    patches->count = kept;
    patches->next_serial = mark;
}

bool limb__patches_add_fixes(limb__patches *patches, const limb_finding *finding, size_t size)
{
    const int mark = limb__patches_mark(patches);
    for (int i = 0; i < finding->nfix; i++) {
        const limb_fix *fix = &finding->fix[i];
        const bool inside = fix->offset <= size && fix->size <= size - fix->offset;
        // two findings that insert at one place may well mean the same
        const bool same_place =
            inside && fix->size == 0 && limb__patches_inserts(patches, fix->offset, 0, "", 0);
        if (!inside || same_place ||
            limb__patches_add(patches, fix->offset, fix->size, 0, fix->text, strlen(fix->text)) !=
                LIMB_OK) {
            limb__patches_undo(patches, mark);
            return false;
        }
    }
    return true;
}

void limb__patches_apply(const limb__patches *patches, const char *text, size_t size,
                         limb__builder *out)
{
    size_t at = 0;
    for (int i = 0; i < patches->count; i++) {
        const limb__patch *patch = &patches->item[i];
        limb__builder_bytes(out, text + at, patch->offset - at);
        if (patch->text_size > 0) {
            limb__builder_bytes(out, patches->text.data + patch->text, patch->text_size);
        }
        at = (size_t)patch->offset + patch->size;
    }
    limb__builder_bytes(out, text + at, size - at);
}

static int first_at_or_after(const limb__patches *patches, uint32_t offset)
{
    return first_after(patches, offset, INT64_MIN);
}

// The first that is neither before the offset, nor an insertion there of no higher rank. Those at
// one offset, which are as many as the children that are added to an element, are in the order of
// their ranks; a replacement is after them.
static int first_after(const limb__patches *patches, uint32_t offset, int64_t rank)
{
    int low = 0, high = patches->count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        const limb__patch *patch = &patches->item[middle];
        if (patch->offset < offset ||
            (patch->offset == offset && patch->size == 0 && patch->rank <= rank)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool holds(const limb__patches *patches, const limb__patch *patch, const char *text,
                  size_t text_size)
{
    if (text_size == 0) return true;
    for (size_t i = 0; i + text_size <= patch->text_size; i++)
        if (memcmp(patches->text.data + patch->text + i, text, text_size) == 0) return true;
    return false;
}
