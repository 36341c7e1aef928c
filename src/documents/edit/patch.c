// Patches in a skip list (Pugh, 1990): they are added in any order, and each must be compared with
// its neighbors in the text. A patch is on level k with probability 4^-k, derived from its index,
// so that the same edits always take the same steps. Undo removes the last ones, one by one.
#include "documents/edit/patch.h"

#include "base/memory.h"

#include <string.h>

// Finds the last patch before an offset, on each level; -1: none.
typedef struct path {
    int before[LIMB__PATCH_LEVELS];
} path;

static int height_of(int index);
static int find(const limb__patches *patches, uint32_t offset, int64_t rank, path *way);
static bool is_before(const limb__patch *patch, uint32_t offset, int64_t rank);
static int next_of(const limb__patches *patches, int at, int level);
static void set_next(limb__patches *patches, int at, int level, int next);
static void drop_last(limb__patches *patches);
static bool holds(const limb__patches *patches, const limb__patch *patch, const char *text,
                  size_t text_size);

void limb__patches_init(limb__patches *patches, const limb_allocator *memory)
{
    memset(patches, 0, sizeof *patches);
    patches->memory = limb__memory(memory);
    limb__builder_init(&patches->text, memory);
    limb__patches_clear(patches);
}

void limb__patches_free(limb__patches *patches)
{
    limb__release(patches->memory, patches->item,
                  (size_t)patches->capacity * sizeof *patches->item);
    limb__release(patches->memory, patches->link,
                  (size_t)patches->link_capacity * sizeof *patches->link);
    limb__builder_free(&patches->text);
}

void limb__patches_clear(limb__patches *patches)
{
    patches->count = 0;
    patches->nlink = 0;
    patches->text.size = 0;
    for (int level = 0; level < LIMB__PATCH_LEVELS; level++)
        patches->first[level] = -1;
}

bool limb__patches_overlap(const limb__patches *patches, uint32_t offset, uint32_t size)
{
    path way;
    int i = find(patches, offset, INT64_MIN, &way);
    if (way.before[0] >= 0) {
        const limb__patch *before = &patches->item[way.before[0]];
        if (before->offset + before->size > offset) return true;
    }
    // of the patches from offset on, only insertions exactly there do not overlap
    const uint32_t end = offset + size;
    for (; i >= 0 && patches->item[i].offset < end; i = next_of(patches, i, 0))
        if (patches->item[i].offset > offset || patches->item[i].size > 0) return true;
    return false;
}

bool limb__patches_inserts(const limb__patches *patches, uint32_t offset, int rank,
                           const char *text, size_t text_size)
{
    path way;
    for (int i = find(patches, offset, (int64_t)rank - 1, &way); i >= 0;
         i = next_of(patches, i, 0)) {
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
    const int height = height_of(patches->count);
    if (!limb__grow(patches->memory, (void **)&patches->item, &patches->capacity,
                    patches->count + 1, sizeof *patches->item) ||
        !limb__grow(patches->memory, (void **)&patches->link, &patches->link_capacity,
                    patches->nlink + height, sizeof *patches->link)) {
        return LIMB_ERROR_MEMORY;
    }
    const size_t text_begin = patches->text.size;
    limb__builder_bytes(&patches->text, text, text_size);
    if (patches->text.failed) {
        // the previous content is intact; the next change may be smaller
        patches->text.failed = false;
        patches->text.size = text_begin;
        return LIMB_ERROR_MEMORY;
    }
    // after all insertions at the same offset with a rank that is not higher; a
    // replacement comes last
    path way;
    find(patches, offset, size > 0 ? INT64_MAX : rank, &way);
    const int at = patches->count++;
    patches->item[at] = (limb__patch){offset, size, rank, patches->nlink, text_begin, text_size};
    patches->nlink += height;
    for (int level = 0; level < height; level++) {
        set_next(patches, at, level, next_of(patches, way.before[level], level));
        set_next(patches, way.before[level], level, at);
    }
    return LIMB_OK;
}

int limb__patches_mark(const limb__patches *patches)
{
    return patches->count;
}

void limb__patches_undo(limb__patches *patches, int mark)
{
    while (patches->count > mark)
        drop_last(patches);
}

bool limb__patches_add_fixes(limb__patches *patches, const limb_finding *finding, size_t size)
{
    const int mark = limb__patches_mark(patches);
    for (int i = 0; i < finding->nfix; i++) {
        const limb_fix *fix = &finding->fix[i];
        const bool inside = fix->offset <= size && fix->size <= size - fix->offset;
        // two findings that insert at one offset may mean the same
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
    for (int i = patches->first[0]; i >= 0; i = next_of(patches, i, 0)) {
        const limb__patch *patch = &patches->item[i];
        limb__builder_bytes(out, text + at, patch->offset - at);
        if (patch->text_size > 0) {
            limb__builder_bytes(out, patches->text.data + patch->text, patch->text_size);
        }
        at = (size_t)patch->offset + patch->size;
    }
    limb__builder_bytes(out, text + at, size - at);
}

// Returns the number of levels of the patch: two bits of a hash of its index for each (Knuth's
// multiplier, the high bits folded in).
static int height_of(int index)
{
    uint32_t bits = ((uint32_t)index + 1) * 2654435769u;
    bits ^= bits >> 15;
    bits *= 2246822519u;
    bits ^= bits >> 13;
    int height = 1;
    for (; height < LIMB__PATCH_LEVELS && (bits & 3) == 0; bits >>= 2)
        height++;
    return height;
}

// Finds the first patch that is neither before the offset, nor an insertion there with a rank that
// is not higher, or -1; the path receives its predecessors. Patches at one offset, as many as the
// children added to an element, are ordered by rank, then a replacement.
static int find(const limb__patches *patches, uint32_t offset, int64_t rank, path *way)
{
    int at = -1;
    for (int level = LIMB__PATCH_LEVELS - 1; level >= 0; level--) {
        for (int next; (next = next_of(patches, at, level)) >= 0; at = next) {
            if (patches->nvisit) ++*patches->nvisit;
            if (!is_before(&patches->item[next], offset, rank)) break;
        }
        way->before[level] = at;
    }
    return next_of(patches, at, 0);
}

static bool is_before(const limb__patch *patch, uint32_t offset, int64_t rank)
{
    return patch->offset < offset ||
           (patch->offset == offset && patch->size == 0 && patch->rank <= rank);
}

static int next_of(const limb__patches *patches, int at, int level)
{
    return at < 0 ? patches->first[level] : patches->link[patches->item[at].link + level];
}

static void set_next(limb__patches *patches, int at, int level, int next)
{
    if (at < 0)
        patches->first[level] = next;
    else
        patches->link[patches->item[at].link + level] = next;
}

// Equal ones are in the order of addition, so the last one found is the latest.
static void drop_last(limb__patches *patches)
{
    const int last = patches->count - 1;
    const limb__patch *patch = &patches->item[last];
    const int64_t rank = patch->size > 0 ? INT64_MAX : patch->rank;
    int at = -1;
    for (int level = LIMB__PATCH_LEVELS - 1; level >= 0; level--) {
        int next;
        while ((next = next_of(patches, at, level)) >= 0 && next != last &&
               is_before(&patches->item[next], patch->offset, rank))
            at = next;
        if (next == last) set_next(patches, at, level, next_of(patches, last, level));
    }
    patches->text.size = patch->text;
    patches->nlink = patch->link;
    patches->count = last;
}

static bool holds(const limb__patches *patches, const limb__patch *patch, const char *text,
                  size_t text_size)
{
    if (text_size == 0) return true;
    for (size_t i = 0; i + text_size <= patch->text_size; i++)
        if (memcmp(patches->text.data + patch->text + i, text, text_size) == 0) return true;
    return false;
}
