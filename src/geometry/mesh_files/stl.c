// Binary STL: a triangle soup, welded while it is read.
//
// 80 bytes of header, a count, then 50 bytes per triangle (normal, three points, two spare bytes).
// The header of one file in sixteen starts with "solid", so the length decides, not the header.
// Facet normals follow from the points and are not read, nor are the colors in the spare bytes
// (there are two conflicting conventions).
#include "geometry/mesh/soup.h"

#include "base/memory.h"

#include <string.h>

enum {
    HEADER_SIZE = 84,
    FACET_SIZE = 50,
    POINTS_AT = 12,
    CHUNK_SIZE = LIMB__SOUP_STEP * FACET_SIZE
};

static const char *next_facets(const limb__mesh_builder *b, char *chunk, size_t offset, int count);
static void take_points(float *point, const char *facet, int count);

limb_status limb__stl_read(limb__mesh_builder *b)
{
    const char *bytes = b->source.text;
    const size_t size = b->source.size;
    if (size < HEADER_SIZE)
        return limb__mesh_broken(b, size, "a binary STL has 84 bytes before its first triangle");
    uint32_t declared;
    memcpy(&declared, bytes + 80, 4);
    const size_t present = (size - HEADER_SIZE) / FACET_SIZE;
    if (declared > present) {
        return limb__mesh_broken(b, 80, "the file declares %lu triangles and has room for %lu",
                                 (unsigned long)declared, (unsigned long)present);
    }
    if (declared > (uint32_t)b->opts.max_triangles) {
        limb__report(b->report, limb__place_byte(b->source.file, 80), LIMB_RULE_MESH_LIMIT,
                     "the mesh has more than %d triangles", b->opts.max_triangles);
        return LIMB_ERROR_LIMIT;
    }

    if (declared < present) {
        limb__mesh_skipped(b, HEADER_SIZE + (size_t)declared * FACET_SIZE,
                           "the file declares %lu triangles and has room for %lu: what follows "
                           "the last is ignored",
                           (unsigned long)declared, (unsigned long)present);
    }

    limb__soup soup;
    limb_status status = limb__soup_begin(&soup, b, (int)declared);
    char *chunk = NULL;
    if (status == LIMB_OK && b->stream) {
        chunk = limb__allocate(b->memory, CHUNK_SIZE);
        if (!chunk) status = LIMB_ERROR_MEMORY;
    }
    for (uint32_t done = 0; done < declared && status == LIMB_OK; done += LIMB__SOUP_STEP) {
        const int step =
            declared - done < LIMB__SOUP_STEP ? (int)(declared - done) : LIMB__SOUP_STEP;
        const char *facet = next_facets(b, chunk, HEADER_SIZE + (size_t)done * FACET_SIZE, step);
        if (facet) {
            take_points(soup.point, facet + POINTS_AT, step);
            status = limb__soup_add(&soup, step);
        } else {
            status = limb__mesh_broken(b, 80, "the file became shorter while it was read");
        }
    }
    limb__release(b->memory, chunk, CHUNK_SIZE);
    return limb__soup_end(&soup, status);
}

// Facets of a stream are read in pieces into a chunk that stays in the cache: new memory for the
// whole file would cost more than reading it. NULL: they no longer exist.
static const char *next_facets(const limb__mesh_builder *b, char *chunk, size_t offset, int count)
{
    if (!b->stream) return b->source.text + offset;
    const size_t size = (size_t)count * FACET_SIZE;
    return limb__file_read_at(b->stream, offset, chunk, size) ? chunk : NULL;
}

static void take_points(float *point, const char *facet, int count)
{
    for (int i = 0; i < count; i++, facet += FACET_SIZE, point += 9) {
        float corner[9];
        memcpy(corner, facet, sizeof corner);
        // -0 + 0 is 0: the two compare equal but differ in bits
        for (int k = 0; k < 9; k++)
            point[k] = corner[k] + 0.0f;
    }
}
