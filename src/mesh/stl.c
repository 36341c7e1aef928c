// STL, binary and ASCII: soups of triangles, welded while they are read.
//
// Binary: 80 bytes of header, a count, then 50 bytes per triangle (normal, three points, two spare
// bytes). The header of one file in sixteen begins with "solid", so the length decides, not the
// header. Facet normals follow from the points and are not read; the spare bytes' colours (two
// rival conventions) neither.
#include "mesh/builder.h"

#include "mesh/scan.h"
#include "mesh/weld.h"

#include <string.h>

enum { HEADER_SIZE = 84, FACET_SIZE = 50, POINTS_AT = 12, STEP = 512 };

static limb_status begin(limb__mesh_builder *b, limb__weld *weld, int expected_triangles);
static limb_status end(limb__mesh_builder *b, limb__weld *weld, limb_status status);
static bool make_room(limb__mesh_builder *b, limb__weld *weld, int triangles);
static void add_facets(limb__mesh_builder *b, limb__weld *weld, const char *facet, size_t stride,
                       int count);
static bool all_finite(const uint32_t *word, size_t count);
static limb_status read_ascii(limb__mesh_builder *b, limb__weld *weld);
static const char *read_point(limb__mesh_builder *b, const char *at, float point[3]);
static const char *skip_facet_line(const char *at, const char *stop);
static const char *begin_solid(limb__mesh_builder *b, const char *at, const char *stop);
static const char *skip_words(const char *at, const char *stop, int count);
static bool is_word(const char *at, const char *end, const char *word, size_t size);

//---- binary --------------------------------------------------------------------------------------

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
        limb__report_file(b->report, b->source.file, LIMB_RULE_MESH_LIMIT, 80,
                          "the mesh has more than %d triangles", b->opts.max_triangles);
        return LIMB_ERROR_LIMIT;
    }

    limb__weld weld;
    limb_status status = begin(b, &weld, (int)declared);
    const char *facet = bytes + HEADER_SIZE;
    for (uint32_t done = 0; done < declared && status == LIMB_OK; done += STEP) {
        const uint32_t step = declared - done < STEP ? declared - done : STEP;
        if (!make_room(b, &weld, (int)step))
            status = LIMB_ERROR_MEMORY;
        else
            add_facets(b, &weld, facet + POINTS_AT, FACET_SIZE, (int)step);
        facet += (size_t)step * FACET_SIZE;
    }
    return end(b, &weld, status);
}

static limb_status begin(limb__mesh_builder *b, limb__weld *weld, int expected_triangles)
{
    // a closed surface has half as many points as triangles
    const limb_status status =
        limb__weld_init(weld, b->memory, 3, expected_triangles / 2 + 3 * STEP);
    if (status != LIMB_OK) return status;
    if (!limb__mesh_begin_part(b, "", -1) ||
        !limb__mesh_reserve_corners(b, &b->corner_position, expected_triangles * 3))
        return LIMB_ERROR_MEMORY;
    return LIMB_OK;
}

// The welded points become the builder's positions.
static limb_status end(limb__mesh_builder *b, limb__weld *weld, limb_status status)
{
    b->position.value = (float *)(void *)weld->row;
    b->position.count = weld->count;
    b->position.capacity = weld->row_capacity;
    weld->row = NULL;
    limb__weld_free(weld);
    // other welding than of equal points is left to the end, and so are points that are not finite
    const uint32_t *word = (const uint32_t *)(const void *)b->position.value;
    b->welded = b->opts.weld <= 0 && all_finite(word, (size_t)b->position.count * 3);
    return status;
}

static bool all_finite(const uint32_t *word, size_t count)
{
    uint32_t not_finite = 0;
    for (size_t i = 0; i < count; i++)
        not_finite |= (word[i] & 0x7f800000u) == 0x7f800000u;
    return !not_finite;
}

static bool make_room(limb__mesh_builder *b, limb__weld *weld, int triangles)
{
    return limb__weld_reserve(weld, 3 * triangles) &&
           limb__mesh_reserve_corners(b, &b->corner_position, 3 * triangles);
}

// Facets as nine floats each, stride bytes apart. What the loop changes is kept in locals: stores
// of indices would otherwise make the compiler read it again.
static void add_facets(limb__mesh_builder *b, limb__weld *weld, const char *facet, size_t stride,
                       int count)
{
    limb__weld w = *weld;
    const bool join = b->opts.weld >= 0;
    const bool keep_degenerate = b->opts.keep_degenerate;
    uint32_t *const first = b->corner_position.value + b->corner_position.count;
    uint32_t *corner = first;
    int ndegenerate = 0;
    for (int i = 0; i < count; i++, facet += stride) {
        float point[9];
        uint32_t word[9];
        memcpy(point, facet, sizeof point);
        // -0 + 0 is 0: the two compare equal but differ in bits
        for (int k = 0; k < 9; k++)
            point[k] += 0.0f;
        memcpy(word, point, sizeof word);
        const uint32_t p = join ? limb__weld_add(&w, word, 3) : limb__weld_append(&w, word);
        const uint32_t q = join ? limb__weld_add(&w, word + 3, 3) : limb__weld_append(&w, word + 3);
        const uint32_t r = join ? limb__weld_add(&w, word + 6, 3) : limb__weld_append(&w, word + 6);
        corner[0] = p;
        corner[1] = q;
        corner[2] = r;
        const bool degenerate = (p == q || q == r || r == p) && !keep_degenerate;
        ndegenerate += degenerate;
        corner += degenerate ? 0 : 3;
    }
    *weld = w;
    b->ndegenerate += ndegenerate;
    b->nvertex_read += 3 * count;
    b->corner_position.count += (int)(corner - first);
}

//---- ASCII ---------------------------------------------------------------------------------------

limb_status limb__stl_ascii_read(limb__mesh_builder *b)
{
    enum { USUAL_FACET_TEXT = 220 };
    limb__weld weld;
    limb_status status = begin(b, &weld, (int)(b->source.size / USUAL_FACET_TEXT));
    if (status == LIMB_OK) status = read_ascii(b, &weld);
    return end(b, &weld, status);
}

// Words in any layout; a facet of more than three vertices is a fan.
static limb_status read_ascii(limb__mesh_builder *b, limb__weld *weld)
{
    const char *const stop = b->source.text + b->source.size;
    const char *at = b->source.text;
    float point[9]; // first, previous and new vertex of the facet
    int nvertex = 0;
    int room = 0;
    for (;;) {
        at = limb__scan_space(at, stop);
        if (at == stop) break;
        const char *const word = at;
        if ((*at | 32) == 'v' && is_word(at, stop, "vertex", 6)) {
            if (nvertex >= 3) memcpy(point + 3, point + 6, 12);
            at = read_point(b, at + 6, point + 3 * (nvertex < 2 ? nvertex : 2));
            if (!at) return LIMB_ERROR_INPUT;
            if (++nvertex < 3) continue;
            if (room == 0) {
                const int left = b->opts.max_triangles - b->corner_position.count / 3;
                if (left <= 0) {
                    limb__report_file(b->report, b->source.file, LIMB_RULE_MESH_LIMIT, 0,
                                      "the mesh has more than %d triangles", b->opts.max_triangles);
                    return LIMB_ERROR_LIMIT;
                }
                room = left < STEP ? left : STEP;
                if (!make_room(b, weld, room)) return LIMB_ERROR_MEMORY;
            }
            room--;
            add_facets(b, weld, (const char *)point, 0, 1);
        } else if ((*at | 32) == 'f' && is_word(at, stop, "facet", 5)) {
            nvertex = 0;
            at = skip_facet_line(at, stop);
        } else if ((*at | 32) == 'o' && is_word(at, stop, "outer", 5)) {
            at = skip_words(at, stop, 2); // outer loop
        } else if (is_word(at, stop, "endfacet", 8)) {
            if (nvertex < 3)
                return limb__mesh_broken(b, (size_t)(word - b->source.text),
                                         "a facet has %d vertices", nvertex);
            nvertex = 0;
            at += 8;
        } else if (is_word(at, stop, "endloop", 7)) {
            at += 7;
        } else if (is_word(at, stop, "solid", 5)) {
            at = begin_solid(b, at + 5, stop);
            if (!at) return LIMB_ERROR_MEMORY;
        } else if (is_word(at, stop, "endsolid", 8)) {
            at = limb__scan_line(at, stop);
        } else {
            return limb__mesh_broken(b, (size_t)(word - b->source.text),
                                     "no word of an ASCII STL stands here");
        }
    }
    if (nvertex > 0) return limb__mesh_broken(b, b->source.size, "the file ends within a facet");
    return LIMB_OK;
}

static const char *read_point(limb__mesh_builder *b, const char *at, float point[3])
{
    const char *const stop = b->source.text + b->source.size;
    for (int k = 0; k < 3; k++) {
        at = limb__scan_space(at, stop);
        const char *behind = limb__scan_float(at, stop, &point[k]);
        if (!behind) {
            limb__mesh_broken(b, (size_t)(at - b->source.text), "a vertex needs three numbers");
            return NULL;
        }
        at = behind;
    }
    return at;
}

static const char *begin_solid(limb__mesh_builder *b, const char *at, const char *stop)
{
    const char *line_end = limb__scan_line(at, stop);
    const char *name = limb__scan_blank(at, line_end);
    const char *name_end = line_end;
    while (name_end > name && (unsigned char)name_end[-1] <= ' ')
        name_end--;
    const char *kept = limb__arena_copy_text(&b->arena, name, (size_t)(name_end - name));
    return kept && limb__mesh_begin_part(b, kept, -1) ? line_end : NULL;
}

// "facet normal x y z": to the line's end in the usual layout, where "outer" begins the next line.
static const char *skip_facet_line(const char *at, const char *stop)
{
    const char *next = limb__scan_space(limb__scan_line(at, stop), stop);
    if (next < stop && (*next | 32) == 'o') return next;
    return skip_words(at, stop, 5);
}

static const char *skip_words(const char *at, const char *stop, int count)
{
    for (int i = 0; i < count; i++) {
        at = limb__scan_space(at, stop);
        while (at < stop && (unsigned char)*at > ' ')
            at++;
    }
    return at;
}

// in any case, and ended by white space or the file's end
static bool is_word(const char *at, const char *end, const char *word, size_t size)
{
    if ((size_t)(end - at) < size) return false;
    for (size_t i = 0; i < size; i++) {
        if ((at[i] | 32) != word[i]) return false;
    }
    return at + size == end || (unsigned char)at[size] <= ' ';
}
