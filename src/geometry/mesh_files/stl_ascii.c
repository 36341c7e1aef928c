// ASCII STL: a triangle soup as text.
//
// Nearly all files have one layout, a line for each of
//
//   facet normal x y z / outer loop / vertex x y z (three times) / endloop / endfacet
//
// in lower case, and their facets are read by comparing whole words of eight bytes. A facet in any
// other form (upper case, other line breaks, more vertices, an unusual number) is read again from
// its start word by word, in any layout.
#include "geometry/mesh/soup.h"

#include "geometry/mesh_files/scan.h"

#include <string.h>

// Longer than a line of "facet normal x y z", shorter than a whole facet plus such a line: a line
// with both must not be mistaken for the first.
enum { MAX_NORMAL = 100 };

typedef struct reader {
    limb__mesh_builder *b;
    limb__soup soup;
    int nfacet; // in the soup
    int room;   // capacity in facets
    const char *stop;
} reader;

static limb_status read_words(reader *r);
static limb_status make_room(reader *r);
static limb_status add_pending(reader *r);
static limb_status read_usual_facets(reader *r, const char **at);
static const char *read_usual_facet(const char *at, const char *stop, float point[9]);
static const char *read_usual_point(const char *at, const char *stop, float point[3]);
static const char *read_usual_number(const char *at, float *value);
static const char *pass_line(const char *at, const char *stop, const char *word, size_t size);
static const char *pass_line_end(const char *at, const char *stop);
static const char *pass_indent(const char *at, const char *stop);
static const char *read_point(reader *r, const char *at, float point[3]);
static const char *begin_solid(reader *r, const char *at);
static const char *end_of_name(const char *at, const char *line_end);
static const char *skip_facet_line(const char *at, const char *stop);
static const char *skip_words(const char *at, const char *stop, int count);
static bool is_word(const char *at, const char *end, const char *word, size_t size);

limb_status limb__stl_ascii_read(limb__mesh_builder *b)
{
    enum { USUAL_FACET_TEXT = 220 };
    reader r = {.b = b, .stop = b->source.text + b->source.size};
    limb_status status = limb__soup_begin(&r.soup, b, (int)(b->source.size / USUAL_FACET_TEXT));
    if (status == LIMB_OK) status = read_words(&r);
    if (status == LIMB_OK) status = add_pending(&r);
    return limb__soup_end(&r.soup, status);
}

// Parses words in any layout; a facet of more than three vertices is a fan.
static limb_status read_words(reader *r)
{
    limb__mesh_builder *b = r->b;
    const char *const stop = r->stop;
    const char *at = b->source.text;
    float point[9]; // first, previous and new vertex of the facet
    int nvertex = 0;
    limb_status status = LIMB_OK;
    for (;;) {
        at = limb__scan_space(at, stop);
        if (at == stop) break;
        const char *const word = at;
        if ((*at | 32) == 'v' && is_word(at, stop, "vertex", 6)) {
            if (nvertex >= 3) memcpy(point + 3, point + 6, 12);
            at = read_point(r, at + 6, point + 3 * (nvertex < 2 ? nvertex : 2));
            if (!at) return LIMB_ERROR_INPUT;
            if (++nvertex < 3) continue;
            status = make_room(r);
            if (status != LIMB_OK) return status;
            if (r->room == 0) {
                limb__report(b->report, limb__place_file(b->source.file), LIMB_RULE_MESH_LIMIT,
                             "the mesh has more than %d triangles", b->opts.max_triangles);
                return LIMB_ERROR_LIMIT;
            }
            memcpy(r->soup.point + 9 * r->nfacet++, point, sizeof point);
        } else if ((*at | 32) == 'f' && is_word(at, stop, "facet", 5)) {
            nvertex = 0;
            status = read_usual_facets(r, &at);
            if (status != LIMB_OK) return status;
            if (at == word) at = skip_facet_line(at, stop);
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
            at = begin_solid(r, at + 5);
            if (!at) return LIMB_ERROR_MEMORY;
        } else if (is_word(at, stop, "endsolid", 8)) {
            at = limb__scan_line(at, stop);
        } else {
            return limb__mesh_broken(b, (size_t)(word - b->source.text),
                                     "unknown ASCII STL keyword");
        }
    }
    if (nvertex > 0) return limb__mesh_broken(b, b->source.size, "the file ends within a facet");
    return LIMB_OK;
}

// Ensures capacity for one more facet unless there are too many triangles; room is then 0.
static inline limb_status make_room(reader *r)
{
    if (r->nfacet < r->room) return LIMB_OK;
    const limb_status status = add_pending(r);
    const int left = r->b->opts.max_triangles - r->b->corner_position.count / 3;
    r->room = left < LIMB__SOUP_STEP ? left : LIMB__SOUP_STEP;
    return status;
}

static limb_status add_pending(reader *r)
{
    const int count = r->nfacet;
    r->nfacet = 0;
    return count > 0 ? limb__soup_add(&r->soup, count) : LIMB_OK;
}

//---- the usual layout ----------------------------------------------------------------------------

// Reads facets from *at on, up to the first in another form.
static limb_status read_usual_facets(reader *r, const char **at)
{
    for (;;) {
        const limb_status status = make_room(r);
        if (status != LIMB_OK || r->room == 0) return status;
        const char *after = read_usual_facet(*at, r->stop, r->soup.point + 9 * r->nfacet);
        if (!after) return LIMB_OK;
        r->nfacet++;
        *at = after;
    }
}

// Returns the first word after a facet in the usual layout, NULL: another layout.
static const char *read_usual_facet(const char *at, const char *stop, float point[9])
{
    static const char begin[] = "facet normal ";
    if (stop - at < MAX_NORMAL || memcmp(at, begin, sizeof begin - 1) != 0) return NULL;
    at = memchr(at + sizeof begin, '\n', MAX_NORMAL - sizeof begin);
    if (!at) return NULL;
    at = pass_line(pass_indent(at + 1, stop), stop, "outer loop", 10);
    for (int k = 0; k < 3 && at; k++)
        at = read_usual_point(at, stop, point + 3 * k);
    if (at) at = pass_line(at, stop, "endloop", 7);
    if (at) at = pass_line(at, stop, "endfacet", 8);
    return at;
}

// The steps below take a position after the indentation and return that of the next line, or NULL.

static inline const char *read_usual_point(const char *at, const char *stop, float point[3])
{
    if (stop - at < 64 || memcmp(at, "vertex ", 7) != 0) return NULL;
    at += 7;
    for (int k = 0; k < 3; k++) {
        const char *after = read_usual_number(at, &point[k]);
        if (!after) {
            while (*at == ' ')
                at++;
            after = limb__scan_float(at, stop, &point[k]);
            if (!after) return NULL;
        }
        at = after;
        point[k] += 0.0f; // -0 becomes 0
        if (k < 2 && *at++ != ' ') return NULL;
    }
    return pass_line_end(at, stop);
}

// Parses a number in the form of %e only: 1.234567e+00. The same as limb__scan_float with half the
// instructions. At least 13 bytes must be readable.
static inline const char *read_usual_number(const char *at, float *value)
{
#if LIMB__SCAN_WORDS
    static const double scale[] = {1e-16, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10,
                                   1e-9,  1e-8,  1e-7,  1e-6,  1e-5,  1e-4,  1e-3,
                                   1e-2,  1e-1,  1e0,   1e1,   1e2,   1e3};
    const uint64_t negative = *at == '-';
    at += negative;
    uint64_t word;
    uint64_t digits;
    uint32_t tail;
    memcpy(&word, at, 8);
    memcpy(&tail, at + 8, 4);
    // only the digit and the sign's bits 1 and 2 of "e+0d" and "e-0d" are left
    tail ^= 0x30302b65;
    const uint32_t written = tail >> 24;
    const uint32_t down = tail >> 8 & 0xff;
    if (!limb__scan_seven(word, &digits) || (tail & 0xff00ff) != 0 || written > 9 ||
        (down != 0 && down != 6))
        return NULL;
    const uint64_t sign = down ? ~(uint64_t)0 : 0;
    const double near = (double)(int32_t)digits * scale[10 + ((written ^ sign) - sign)];
    uint64_t bits;
    memcpy(&bits, &near, 8);
    // as in limb__scan_scaled
    if ((uint32_t)(bits & 0x1fffffff) - 0x0ffffff8u <= 16u) return NULL;
    bits |= negative << 63;
    double read;
    memcpy(&read, &bits, 8);
    *value = (float)read;
    return at + 12;
#else
    (void)at, (void)value;
    return NULL;
#endif
}

static inline const char *pass_line(const char *at, const char *stop, const char *word, size_t size)
{
    if ((size_t)(stop - at) < size || memcmp(at, word, size) != 0) return NULL;
    return pass_line_end(at + size, stop);
}

static inline const char *pass_line_end(const char *at, const char *stop)
{
    at += *at == '\r';
    return *at == '\n' ? pass_indent(at + 1, stop) : NULL;
}

// Counts spaces, eight at a time.
static inline const char *pass_indent(const char *at, const char *stop)
{
#if LIMB__SCAN_WORDS
    if (stop - at >= 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        word ^= 0x2020202020202020u;
        at += word ? __builtin_ctzll(word) >> 3 : 8;
    }
#else
    (void)stop;
#endif
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

//---- any layout ----------------------------------------------------------------------------------

static const char *read_point(reader *r, const char *at, float point[3])
{
    limb__mesh_builder *b = r->b;
    for (int k = 0; k < 3; k++) {
        at = limb__scan_space(at, r->stop);
        const char *after = limb__scan_float(at, r->stop, &point[k]);
        if (!after) {
            limb__mesh_broken(b, (size_t)(at - b->source.text), "a vertex needs three numbers");
            return NULL;
        }
        at = after;
        point[k] += 0.0f; // -0 becomes 0
    }
    return at;
}

// Returns NULL if there is no memory.
static const char *begin_solid(reader *r, const char *at)
{
    limb__mesh_builder *b = r->b;
    const char *const end = end_of_name(at, limb__scan_line(at, r->stop));
    const limb_text name = limb__scan_words(at, end);
    if (add_pending(r) != LIMB_OK) return NULL; // pending facets belong to the previous part
    r->room = 0;
    const char *kept = limb__arena_copy_text(&b->arena, name.data, name.size);
    return kept && limb__mesh_begin_part(b, kept, -1) ? end : NULL;
}

// Returns the line's end, or the first facet if a file is on one line.
static const char *end_of_name(const char *at, const char *line_end)
{
    for (; at < line_end; at = skip_words(at, line_end, 1)) {
        at = limb__scan_space(at, line_end);
        if (is_word(at, line_end, "facet", 5) &&
            is_word(limb__scan_space(at + 5, line_end), line_end, "normal", 6))
            return at;
    }
    return line_end;
}

// Parses "facet normal x y z": to the line's end in the usual layout, where "outer" starts
// the next line.
static const char *skip_facet_line(const char *at, const char *stop)
{
    const char *const max = stop - at < MAX_NORMAL ? stop : at + MAX_NORMAL;
    const char *line_end = limb__scan_line(at, max);
    const char *next = limb__scan_space(line_end, stop);
    if (line_end < max && next < stop && (*next | 32) == 'o') return next;
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

// case-insensitive, and followed by white space or the end of the file
static bool is_word(const char *at, const char *end, const char *word, size_t size)
{
    if ((size_t)(end - at) < size) return false;
    for (size_t i = 0; i < size; i++) {
        if ((at[i] | 32) != word[i]) return false;
    }
    return at + size == end || (unsigned char)at[size] <= ' ';
}
