// OBJ: plain faces by windows.
//
// A plain face has up to sixteen corners, all "v", "v/t", "v//n" or "v/t/n" alike, with indices of
// at most seven digits that count from 1 and are there, one blank between them. The form of the
// first corner chooses a loop made for it. Where a number ends is read from the bits of the window;
// four numbers are then converted at once.
#include "mesh/obj.h"

#include "mesh/window.h"

#if LIMB__WINDOWS

// constants that callers give must reach the innermost loops
#define INLINE static inline __attribute__((always_inline))

enum {
    MOST_CORNERS = 16,
    LAST_CORNER = 64 - 24, // where the longest corner can begin and end in the same window
    TRIANGLES = 256        // that room is made for at once
};

typedef enum form { POSITION, WITH_TEXCOORD, WITH_NORMAL, WITH_BOTH } form;

typedef limb__window_number number;

typedef struct corner {
    number position;
    number other;    // normal where there is one, else the texture coordinate, else the position
    number texcoord; // where there is one, else like other
} corner;

// Where in a line the reader is.
typedef struct place {
    const char *text; // of the window
    size_t at;        // in the window
    uint64_t stop;    // bytes from `at` on that are no digits; the window's last counts as one
} place;

// The last indices that are there, as often as a vector needs them.
typedef struct limits {
    __m128i pairs; // position twice, then another twice
    __m128i mixed; // position, other, texture coordinate twice
    __m128i texcoord;
} limits;

// Where the next triangle's indices go.
typedef struct target {
    uint32_t *position, *texcoord, *normal;
} target;

static form form_of(const char *text);
static const char *read_faces(limb__obj *o, const char *line, form f, limb_status *status);
static const char *read_triangles(limb__obj *o, const char *line, form f, limb_status *status);
static bool make_room(limb__mesh_builder *b, limb__corner_stream *stream, uint32_t **next);
static const char *read_triangle(const char *text, form f, const limits *l, target *t);
static const char *read_polygon(const limb__obj *o, const char *text, form f, limb__corner *polygon,
                                int *count);
static place look(const char *text);
static bool read_corner(place *p, form f, corner *c);
static number next_number(place *p);
static limits limits_of(const limb__mesh_builder *b, form f);
static __m128i indices(number a, number b, number c, number d);
static __m128i wrong(__m128i index, __m128i last);
static bool any(__m128i lanes);
static uint32_t lane(__m128i index, int i);

const char *limb__obj_read_faces(limb__obj *o, const char *line, limb_status *status)
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

// What the first corner looks like.
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

INLINE const char *read_faces(limb__obj *o, const char *line, form f, limb_status *status)
{
    for (;;) {
        line = read_triangles(o, line, f, status);
        // other faces, until triangles begin again
        for (int count = 0; count != 3;) {
            if (*status != LIMB_OK || o->piece.end - line < LIMB__WINDOW_ROOM ||
                memcmp(line, "f ", 2) != 0)
                return line;
            limb__corner polygon[MOST_CORNERS];
            const char *const next = read_polygon(o, line + 2, f, polygon, &count);
            if (!next) return line;
            *status = limb__mesh_add_polygon(o->b, polygon, count);
            if (*status == LIMB_OK) line = next;
        }
    }
}

// Triangles, written straight to where they belong: room for many is made, then it is filled.
INLINE const char *read_triangles(limb__obj *o, const char *line, form f, limb_status *status)
{
    limb__mesh_builder *const b = o->b;
    const bool texcoord = f == WITH_TEXCOORD || f == WITH_BOTH;
    const bool normal = f == WITH_NORMAL || f == WITH_BOTH;
    for (;;) {
        // the first of a mesh, the first with another form and the last that are allowed are
        // added like polygons, which sees to all that
        const int before = b->corner_position.count;
        if (b->npart == 0 || b->opts.max_triangles - before / 3 < TRIANGLES ||
            b->corner_texcoord.count != (texcoord ? before : 0) ||
            b->corner_normal.count != (normal ? before : 0))
            return line;
        target t;
        if (!make_room(b, &b->corner_position, &t.position) ||
            (texcoord && !make_room(b, &b->corner_texcoord, &t.texcoord)) ||
            (normal && !make_room(b, &b->corner_normal, &t.normal))) {
            *status = LIMB_ERROR_MEMORY;
            return line;
        }
        const limits l = limits_of(b, f);
        int count = 0;
        for (; count < TRIANGLES; count++) {
            if (o->piece.end - line < LIMB__WINDOW_ROOM || memcmp(line, "f ", 2) != 0) break;
            const char *const next = read_triangle(line + 2, f, &l, &t);
            if (!next) break;
            line = next;
        }
        b->corner_position.count += 3 * count;
        if (texcoord) b->corner_texcoord.count += 3 * count;
        if (normal) b->corner_normal.count += 3 * count;
        if (count < TRIANGLES) return line;
    }
}

static bool make_room(limb__mesh_builder *b, limb__corner_stream *stream, uint32_t **next)
{
    if (!limb__mesh_reserve_corners(b, stream, 3 * TRIANGLES)) return false;
    *next = stream->value + stream->count;
    return true;
}

// One triangle's indices to the target, and the next line; NULL: not plain.
INLINE const char *read_triangle(const char *text, form f, const limits *l, target *t)
{
    place p = look(text);
    corner c[3];
    for (int k = 0; k < 3; k++) {
        if (k > 0 && (p.text[p.at - 1] != ' ' || p.at > LAST_CORNER)) return NULL;
        if (!read_corner(&p, f, &c[k])) return NULL;
    }
    const char *const next = limb__obj_next_line(p.text + p.at - 1);
    if (!next) return NULL;

    if (f == POSITION) {
        const __m128i index = indices(c[0].position, c[1].position, c[2].position, c[2].position);
        if (any(wrong(index, l->pairs))) return NULL;
        _mm_storel_epi64((__m128i *)(void *)t->position, index);
        t->position[2] = lane(index, 2);
        t->position += 3;
        return next;
    }
    // the position's and the other's of two corners, then those of the third
    const bool both = f == WITH_BOTH;
    uint32_t **const other = f == WITH_TEXCOORD ? &t->texcoord : &t->normal;
    const __m128i two = indices(c[0].position, c[1].position, c[0].other, c[1].other);
    const __m128i third = indices(c[2].position, c[2].other, c[2].texcoord, c[2].texcoord);
    __m128i bad = _mm_or_si128(wrong(two, l->pairs), wrong(third, l->mixed));
    if (both) {
        const __m128i texcoord =
            indices(c[0].texcoord, c[1].texcoord, c[0].texcoord, c[1].texcoord);
        bad = _mm_or_si128(bad, wrong(texcoord, l->texcoord));
        _mm_storel_epi64((__m128i *)(void *)t->texcoord, texcoord);
        t->texcoord[2] = lane(third, 2);
    }
    if (any(bad)) return NULL;
    _mm_storel_epi64((__m128i *)(void *)t->position, two);
    t->position[2] = lane(third, 0);
    _mm_storel_epi64((__m128i *)(void *)*other, _mm_srli_si128(two, 8));
    (*other)[2] = lane(third, 1);
    t->position += 3;
    *other += 3;
    if (both) t->texcoord += 3;
    return next;
}

// The corners of any face, and the next line; NULL: not plain.
INLINE const char *read_polygon(const limb__obj *o, const char *text, form f, limb__corner *polygon,
                                int *count)
{
    const limits l = limits_of(o->b, f);
    place p = look(text);
    for (*count = 0; *count < MOST_CORNERS;) {
        if (p.at > LAST_CORNER) {
            if (o->piece.end - (p.text + p.at) < LIMB__WINDOW_ROOM) return NULL;
            p = look(p.text + p.at);
        }
        corner c;
        if (!read_corner(&p, f, &c)) return NULL;
        const __m128i index = indices(c.position, c.other, c.texcoord, c.texcoord);
        if (any(wrong(index, l.mixed))) return NULL;
        polygon[*count] = (limb__corner){
            .position = lane(index, 0),
            .normal = f == WITH_NORMAL || f == WITH_BOTH ? lane(index, 1) : LIMB__CORNER_NONE,
            .texcoord = f == WITH_TEXCOORD || f == WITH_BOTH ? lane(index, 2) : LIMB__CORNER_NONE,
        };
        ++*count;
        const char *const behind = p.text + p.at - 1;
        if (behind[0] != ' ' || (unsigned char)behind[1] <= ' ') return limb__obj_next_line(behind);
    }
    return NULL;
}

//---- corners -------------------------------------------------------------------------------------

INLINE place look(const char *text)
{
    return (place){text, 0, limb__window_no_digits(text) | UINT64_C(1) << 63};
}

INLINE bool read_corner(place *p, form f, corner *c)
{
    c->position = c->other = c->texcoord = next_number(p);
    if (c->position.length > LIMB__WINDOW_DIGITS) return false;
    if (f == POSITION) return true;
    if (*c->position.end != '/') return false;
    if (f == WITH_NORMAL) {
        if (c->position.end[1] != '/') return false;
        p->at++;
        p->stop &= p->stop - 1;
    } else {
        c->other = c->texcoord = next_number(p);
        if (c->texcoord.length > LIMB__WINDOW_DIGITS) return false;
        if (f == WITH_TEXCOORD) return true;
        if (*c->texcoord.end != '/') return false;
    }
    c->other = next_number(p);
    if (f == WITH_NORMAL) c->texcoord = c->other;
    return c->other.length <= LIMB__WINDOW_DIGITS;
}

// The digits that begin here; the place goes behind the byte after them.
INLINE number next_number(place *p)
{
    const size_t end = (size_t)__builtin_ctzll(p->stop);
    const number n = {p->text + end, end - p->at};
    p->at = end + 1;
    p->stop &= p->stop - 1;
    return n;
}

//---- indices -------------------------------------------------------------------------------------

INLINE limits limits_of(const limb__mesh_builder *b, form f)
{
    const int position = b->position.count - 1;
    const int texcoord = b->texcoord.count - 1;
    const int normal = b->normal.count - 1;
    const int other = f == POSITION ? position : f == WITH_TEXCOORD ? texcoord : normal;
    const int last = f == WITH_BOTH ? texcoord : other;
    return (limits){_mm_set_epi32(other, other, position, position),
                    _mm_set_epi32(last, last, other, position), _mm_set1_epi32(texcoord)};
}

// From 0 instead of 1: no digits become -1.
INLINE __m128i indices(number a, number b, number c, number d)
{
    return _mm_sub_epi32(limb__window_indices(a, b, c, d), _mm_set1_epi32(1));
}

// sign bits of the lanes with an index that is not there
INLINE __m128i wrong(__m128i index, __m128i last)
{
    return _mm_or_si128(index, _mm_cmpgt_epi32(index, last));
}

INLINE bool any(__m128i lanes)
{
    return _mm_movemask_ps(_mm_castsi128_ps(lanes)) != 0;
}

INLINE uint32_t lane(__m128i index, int i)
{
    const __m128i half = i < 2 ? index : _mm_unpackhi_epi64(index, index);
    return (uint32_t)((uint64_t)_mm_cvtsi128_si64(half) >> (i % 2 * 32));
}

#else

const char *limb__obj_read_faces(limb__obj *o, const char *line, limb_status *status)
{
    (void)o, (void)status;
    return line;
}

#endif
