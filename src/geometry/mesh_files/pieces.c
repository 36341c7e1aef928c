// Reads a text file in pieces: memory for the whole file would cost more than reading it, since the
// system clears each page, and a piece is still in the cache when it is parsed.
//
// Unused text at the end of a piece, usually an incomplete line, moves to the front of the block,
// and the file is read on after it. A line longer than the block makes it grow.
#include "geometry/mesh_files/pieces.h"

#include "base/memory.h"

#include <string.h>

enum { PIECE = 128 * 1024 };

static bool grow(limb__pieces *p);

limb_status limb__pieces_begin(limb__pieces *p, limb__mesh_builder *b)
{
    *p = (limb__pieces){.b = b, .file_size = b->source.size};
    if (!b->stream) {
        p->text = b->source.text;
        p->end = p->text + p->file_size;
        return LIMB_OK;
    }
    p->capacity = (p->file_size < PIECE ? p->file_size : PIECE) + 1;
    p->block = limb__allocate(b->memory, p->capacity);
    if (!p->block) return LIMB_ERROR_MEMORY;
    p->text = p->end = p->block;
    return limb__pieces_read_on(p, &(const char *){p->text});
}

void limb__pieces_end(limb__pieces *p)
{
    limb__release(p->b->memory, p->block, p->capacity);
}

limb_status limb__pieces_read_on(limb__pieces *p, const char **at)
{
    const size_t before =
        *at - p->text < LIMB__PIECE_BEFORE ? (size_t)(*at - p->text) : LIMB__PIECE_BEFORE;
    const char *const first = *at - before;
    const size_t kept = (size_t)(p->end - first);
    p->offset = limb__pieces_offset(p, first);
    memmove(p->block, first, kept);
    if (kept > p->capacity / 2 && !grow(p)) return LIMB_ERROR_MEMORY;

    const size_t left = p->file_size - p->offset - kept;
    const size_t room = p->capacity - 1 - kept;
    const size_t more = left < room ? left : room;
    if (!limb__file_read_at(p->b->stream, p->offset + kept, p->block + kept, more))
        return limb__mesh_broken(p->b, p->offset, "the file became shorter while it was read");
    p->block[kept + more] = 0;
    p->text = p->block;
    p->end = p->block + kept + more;
    *at = p->block + before;
    return LIMB_OK;
}

static bool grow(limb__pieces *p)
{
    const limb_allocator *memory = p->b->memory;
    char *moved = memory->resize(memory->ctx, p->block, p->capacity, p->capacity * 2);
    if (!moved) return false;
    p->block = moved;
    p->capacity *= 2;
    return true;
}
