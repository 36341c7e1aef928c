// OBJ: common faces by windows.
//
// A common face has up to sixteen corners of the same form "v", "v/t", "v//n" or "v/t/n", separated
// by single spaces, with existing indices of at most seven digits that count from 1. The form of
// the first corner selects a specialized loop. The ends of numbers are found in the bits of the
// window; several numbers are then converted at once. Triangles and quads are written directly to
// their destination.
#include "geometry/mesh_files/obj.h"

#include "geometry/mesh_files/window.h"

#if LIMB__WINDOWS

enum {
    MAX_CORNERS = 16,
    LAST_CORNER = 64 - 24, // last position at which the longest corner fits in the same window
    SMALL_ROOM = LIMB__WINDOW_ROOM + 64, // that two windows need
    TRIANGLES = 256                      // that room is made for at once
};

typedef enum form { POSITION, WITH_TEXCOORD, WITH_NORMAL, WITH_BOTH } form;

typedef limb__window_number number;

// The indices of a corner in two registers (see window.h).
typedef struct corner {
    __m128i pair;  // position and the following index, or the position again
    __m128i third; // the normal if it follows a texture coordinate, in both halves; otherwise a
                   // copy of pair
} corner;

// The current position in a line.
typedef struct place {
    const char *text; // of the window
    size_t at;        // in the window
    uint64_t stop;    // bytes from `at` on that are not digits; the window's last byte
                      // counts as one
} place;

// The indices of up to four corners.
typedef struct rows {
    __m128i position, second, third;
} rows;

// The largest existing indices.
typedef struct limits {
    __m128i pair; // twice
    __m128i third;
    __m128i mixed; // the pair, then the third twice
} limits;

// Where the next triangle's indices go.
typedef struct target {
    uint32_t *position, *second, *third;
} target;

static form form_of(const char *text);
static const char *read_faces(limb__obj *o, const char *line, form f, limb_status *status);
static const char *read_small(limb__obj *o, const char *line, form f, limb_status *status);
static bool make_room(limb__mesh_builder *b, limb__corner_stream *stream, uint32_t **next);
static const char *read_small_face(const char *text, form f, const limits *l, const float *position,
                                   target *t);
static bool convert(corner a, corner b, corner c, corner d, form f, const limits *l, rows *r);
static void add_triangle(const rows *r, form f, target *t);
static void add_quad(const rows *r, form f, const float *position, target *t);
static void add_three(__m128i index, uint32_t **next);
static void add_two(__m128i index, int apex, uint32_t **next);
static const char *read_polygon(const limb__obj *o, const char *text, form f, limb__corner *polygon,
                                int *count);
static place look(const char *text);
static bool goes_on(const place *p);
static bool read_corner(place *p, form f, corner *c);
static number next_number(place *p);
static limits limits_of(const limb__mesh_builder *b, form f);
static limb__corner_stream *second_of(limb__mesh_builder *b, form f);
static __m128i indices(__m128i a, __m128i b);
static __m128i wrong(__m128i index, __m128i last);
static bool any(__m128i lanes);
static __m128i even_lanes(__m128i a, __m128i b);
static __m128i odd_lanes(__m128i a, __m128i b);

const char *LIMB__FOR_ISA(limb__obj_read_faces)(limb__obj *o, const char *line, limb_status *status)
{
    switch (form_of(line + 2)) {
    case POSITION:
        return read_faces(o, line, POSITION, status);
    case WITH_TEXCOORD:
        return read_faces(o, line, WITH_TEXCOORD, status);
    case WITH_NORMAL:
        return read_faces(o, line, WITH_NORMAL, status);
    case WITH_BOTH:
        return read_faces(o, line, WITH_BOTH, status);
    }
    return line;
}

// Returns the form of the first corner.
static form form_of(const char *text)
{
    const uint64_t guard = UINT64_C(1) << 63;
    const uint64_t stop = limb__window_no_digits(text);
    const char *at = text + __builtin_ctzll(stop | guard);
    if (at[0] != '/') return POSITION;
    if (at[1] == '/') return WITH_NORMAL;
    at = text + __builtin_ctzll((stop & (stop - 1)) | guard);
    return *at == '/' ? WITH_BOTH : WITH_TEXCOORD;
}

LIMB__INLINE const char *read_faces(limb__obj *o, const char *line, form f, limb_status *status)
{
    for (;;) {
        line = read_small(o, line, f, status);
        // other faces, until small ones start again
        for (int count = 0; count != 3 && count != 4;) {
            if (*status != LIMB_OK || o->piece.end - line < LIMB__WINDOW_ROOM ||
                memcmp(line, "f ", 2) != 0)
                return line;
            limb__corner polygon[MAX_CORNERS];
            const char *const next = read_polygon(o, line + 2, f, polygon, &count);
            if (!next) return line;
            *status = limb__mesh_add_polygon(o->b, polygon, count);
            if (*status == LIMB_OK) line = next;
        }
    }
}

//---- triangles and quads -------------------------------------------------------------------------

// Room for many is made, then it is filled.
LIMB__INLINE const char *read_small(limb__obj *o, const char *line, form f, limb_status *status)
{
    limb__mesh_builder *const b = o->b;
    const bool texcoord = f == WITH_TEXCOORD || f == WITH_BOTH;
    const bool normal = f == WITH_NORMAL || f == WITH_BOTH;
    for (;;) {
        // the first face of a mesh, the first with another form and the last allowed ones are added
        // like polygons, whose function handles these cases
        // added like polygons, which sees to all that
        const int before = b->corner_position.count;
        if (b->npart == 0 || b->opts.max_triangles - before / 3 <= TRIANGLES ||
            b->corner_texcoord.count != (texcoord ? before : 0) ||
            b->corner_normal.count != (normal ? before : 0))
            return line;
        limb__corner_stream *const second = second_of(b, f);
        target t = {0};
        if (!make_room(b, &b->corner_position, &t.position) ||
            (f != POSITION && !make_room(b, second, &t.second)) ||
            (f == WITH_BOTH && !make_room(b, &b->corner_normal, &t.third))) {
            *status = LIMB_ERROR_MEMORY;
            return line;
        }
        const limits l = limits_of(b, f);
        const uint32_t *const full = t.position + (size_t)TRIANGLES * 3;
        while (t.position < full && o->piece.end - line >= SMALL_ROOM &&
               memcmp(line, "f ", 2) == 0) {
            const char *const next = read_small_face(line + 2, f, &l, b->position.value, &t);
            if (!next) break;
            line = next;
        }
        const int after = (int)(t.position - b->corner_position.value);
        b->corner_position.count = after;
        if (f != POSITION) second->count = after;
        if (f == WITH_BOTH) b->corner_normal.count = after;
        if (t.position < full) return line;
    }
}

// A quad may add one more triangle, and a store writes one corner too far.
static bool make_room(limb__mesh_builder *b, limb__corner_stream *stream, uint32_t **next)
{
    if (!limb__mesh_reserve_corners(b, stream, 3 * (TRIANGLES + 1) + 1)) return false;
    *next = stream->value + stream->count;
    return true;
}

// Stores one triangle's or quad's indices, and returns the next line; NULL: not a common face.
LIMB__INLINE const char *read_small_face(const char *text, form f, const limits *l,
                                         const float *position, target *t)
{
    place p = look(text);
    corner a, b, c, d;
    rows r;
    if (!read_corner(&p, f, &a) || !goes_on(&p) || !read_corner(&p, f, &b) || !goes_on(&p) ||
        !read_corner(&p, f, &c))
        return NULL;
    const char *next = limb__obj_next_line(p.text + p.at - 1);
    if (next) {
        if (!convert(a, b, c, c, f, l, &r)) return NULL;
        add_triangle(&r, f, t);
        return next;
    }
    // the fourth has a window of its own when it needs one
    if (p.text[p.at - 1] != ' ') return NULL;
    if (p.at > LAST_CORNER) p = look(p.text + p.at);
    if (!read_corner(&p, f, &d)) return NULL;
    next = limb__obj_next_line(p.text + p.at - 1);
    if (!next || !convert(a, b, c, d, f, l, &r)) return NULL;
    add_quad(&r, f, position, t);
    return next;
}

// Returns the indices of four corners; false if one does not exist.
LIMB__INLINE bool convert(corner a, corner b, corner c, corner d, form f, const limits *l, rows *r)
{
    const __m128i ab = indices(a.pair, b.pair), cd = indices(c.pair, d.pair);
    if (any(_mm_or_si128(wrong(ab, l->pair), wrong(cd, l->pair)))) return false;
    r->position = even_lanes(ab, cd);
    if (f != POSITION) r->second = odd_lanes(ab, cd);
    if (f != WITH_BOTH) return true;
    const __m128i third_ab = indices(a.third, b.third), third_cd = indices(c.third, d.third);
    r->third = even_lanes(third_ab, third_cd);
    return !any(wrong(r->third, l->third));
}

LIMB__INLINE void add_triangle(const rows *r, form f, target *t)
{
    add_three(r->position, &t->position);
    if (f != POSITION) add_three(r->second, &t->second);
    if (f == WITH_BOTH) add_three(r->third, &t->third);
}

LIMB__INLINE void add_quad(const rows *r, form f, const float *position, target *t)
{
    uint32_t quad[4];
    _mm_storeu_si128((__m128i *)(void *)quad, r->position);
    const int apex = limb__mesh_quad_apex(position, quad);
    add_two(r->position, apex, &t->position);
    if (f != POSITION) add_two(r->second, apex, &t->second);
    if (f == WITH_BOTH) add_two(r->third, apex, &t->third);
}

LIMB__INLINE void add_three(__m128i index, uint32_t **next)
{
    _mm_storeu_si128((__m128i *)(void *)*next, index);
    *next += 3;
}

// From the apex: the first three corners, then the first and the last two.
LIMB__INLINE void add_two(__m128i index, int apex, uint32_t **next)
{
    if (apex == 1) index = _mm_shuffle_epi32(index, 0x39);
    if (apex == 2) index = _mm_shuffle_epi32(index, 0x4e);
    if (apex == 3) index = _mm_shuffle_epi32(index, 0x93);
    add_three(index, next);
    add_three(_mm_shuffle_epi32(index, 0x38), next);
}

//---- other faces ---------------------------------------------------------------------------------

// Reads the corners of any face, and returns the next line; NULL: not a common face.
LIMB__INLINE const char *read_polygon(const limb__obj *o, const char *text, form f,
                                      limb__corner *polygon, int *count)
{
    const limits l = limits_of(o->b, f);
    place p = look(text);
    for (*count = 0; *count < MAX_CORNERS;) {
        if (p.at > LAST_CORNER) {
            if (o->piece.end - (p.text + p.at) < LIMB__WINDOW_ROOM) return NULL;
            p = look(p.text + p.at);
        }
        corner c;
        if (!read_corner(&p, f, &c)) return NULL;
        const __m128i index = indices(c.pair, c.third);
        if (any(wrong(index, l.mixed))) return NULL;
        uint32_t lane[4];
        _mm_storeu_si128((__m128i *)(void *)lane, index);
        polygon[(*count)++] = (limb__corner){
            .position = lane[0],
            .normal = f == WITH_BOTH     ? lane[2]
                      : f == WITH_NORMAL ? lane[1]
                                         : LIMB__CORNER_NONE,
            .texcoord = f == WITH_TEXCOORD || f == WITH_BOTH ? lane[1] : LIMB__CORNER_NONE,
        };
        const char *const after = p.text + p.at - 1;
        if (after[0] != ' ' || (unsigned char)after[1] <= ' ') return limb__obj_next_line(after);
    }
    return NULL;
}

//---- corners -------------------------------------------------------------------------------------

LIMB__INLINE place look(const char *text)
{
    return (place){text, 0, limb__window_no_digits(text) | UINT64_C(1) << 63};
}

// Returns whether one more corner may fit within the window.
LIMB__INLINE bool goes_on(const place *p)
{
    return p->text[p->at - 1] == ' ' && p->at <= LAST_CORNER;
}

LIMB__INLINE bool read_corner(place *p, form f, corner *c)
{
    // each length is looked at before the next number: a stop is left for that then
    const number position = next_number(p);
    if (position.length > LIMB__WINDOW_DIGITS) return false;
    if (f == POSITION) {
        c->pair = c->third = limb__window_two(position, position);
        return true;
    }
    const int gap = f == WITH_NORMAL ? 2 : 1;
    if (memcmp(position.end, "//", (size_t)gap) != 0) return false;
    if (gap == 2) next_number(p); // between the slashes
    const number second = next_number(p);
    if (second.length > LIMB__WINDOW_DIGITS) return false;
    c->pair = c->third = limb__window_pair(position, second, gap);
    if (f != WITH_BOTH) return true;
    if (*second.end != '/') return false;
    const number third = next_number(p);
    if (third.length > LIMB__WINDOW_DIGITS) return false;
    c->third = limb__window_two(third, third);
    return true;
}

// Returns the digits that start here; the position moves past the byte after them.
LIMB__INLINE number next_number(place *p)
{
    const size_t end = (size_t)__builtin_ctzll(p->stop);
    const number n = {p->text + end, end - p->at};
    p->at = end + 1;
    p->stop &= p->stop - 1;
    return n;
}

//---- indices -------------------------------------------------------------------------------------

LIMB__INLINE limits limits_of(const limb__mesh_builder *b, form f)
{
    const int position = b->position.count - 1;
    const int normal = b->normal.count - 1;
    const int second = f == POSITION ? position : f == WITH_NORMAL ? normal : b->texcoord.count - 1;
    return (limits){.pair = _mm_set_epi32(second, position, second, position),
                    .third = _mm_set1_epi32(normal),
                    .mixed = f == WITH_BOTH ? _mm_set_epi32(normal, normal, second, position)
                                            : _mm_set_epi32(second, position, second, position)};
}

LIMB__INLINE limb__corner_stream *second_of(limb__mesh_builder *b, form f)
{
    return f == WITH_NORMAL ? &b->corner_normal : &b->corner_texcoord;
}

// Converts from 1-based to 0-based: no digits become -1.
LIMB__INLINE __m128i indices(__m128i a, __m128i b)
{
    return _mm_sub_epi32(limb__window_eights(a, b), _mm_set1_epi32(1));
}

// returns sign bits of the lanes with a missing index
LIMB__INLINE __m128i wrong(__m128i index, __m128i last)
{
    return _mm_or_si128(index, _mm_cmpgt_epi32(index, last));
}

LIMB__INLINE bool any(__m128i lanes)
{
    return _mm_movemask_ps(_mm_castsi128_ps(lanes)) != 0;
}

LIMB__INLINE __m128i even_lanes(__m128i a, __m128i b)
{
    return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b), 0x88));
}

LIMB__INLINE __m128i odd_lanes(__m128i a, __m128i b)
{
    return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b), 0xdd));
}

#else

const char *LIMB__FOR_ISA(limb__obj_read_faces)(limb__obj *o, const char *line, limb_status *status)
{
    (void)o, (void)status;
    return line;
}

#endif
