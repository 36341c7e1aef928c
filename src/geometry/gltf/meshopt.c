// Decoding EXT_meshopt_compression, after the bit stream specification in the extension's text
// (Khronos, glTF extensions; A. Kapoulkine).
//
// Attributes are stored byte by byte: each byte of a row is the difference to that byte of the row
// before, and sixteen such differences at a time take 0, 2, 4 or 8 bits each. Triangles refer to
// edges and vertices that were used lately, in two rings of sixteen. Nothing is read past the end.
#include "geometry/gltf/meshopt.h"

#include <string.h>

enum {
    ATTRIBUTES = 0xa0, // first byte of a stream: kind, and version in the low bits
    TRIANGLES = 0xe1,
    INDICES = 0xd1,
    GROUP = 16, // differences that have one size
    BLOCK_BYTES = 8192,
    BLOCK_ROWS = 256,
    TAIL = 32,           // least bytes at the end of attributes
    TRIANGLE_TABLE = 16, // bytes at the end of triangles
    INDEX_TAIL = 4,      // bytes at the end of indices
    RING = 16
};

typedef struct stream {
    const unsigned char *at;
    const unsigned char *end;
    bool failed; // ran past the end
} stream;

typedef struct rings {
    uint32_t edge[RING][2];
    uint32_t vertex[RING];
    unsigned nedge, nvertex; // pushed so far
    uint32_t next;           // vertex that is not used yet
    uint32_t last;           // explicit index
} rings;

static bool read_block(stream *s, size_t nrow, size_t stride, unsigned char *last,
                       unsigned char *out);
static bool read_group(stream *s, unsigned bits, unsigned char value[GROUP]);
static void read_triangle(stream *s, rings *r, unsigned code, const unsigned char *table,
                          uint32_t triangle[3]);
static void read_beside_edge(stream *s, rings *r, unsigned code, uint32_t triangle[3]);
static void read_apart(stream *s, rings *r, unsigned code, const unsigned char *table,
                       uint32_t triangle[3]);
static void push_edge(rings *r, uint32_t a, uint32_t b);
static void push_vertex(rings *r, uint32_t v, bool keep);
static unsigned read_byte(stream *s);
static uint32_t read_variable(stream *s);
static uint32_t zigzag(uint32_t value);

//---- attributes ----------------------------------------------------------------------------------

bool limb__meshopt_attributes(const void *bytes, size_t size, size_t count, size_t stride,
                              unsigned char *out)
{
    if (stride == 0 || stride > 256 || stride % 4) return false;
    const size_t tail = stride < TAIL ? TAIL : stride;
    const unsigned char *const begin = bytes;
    if (size < 1 + tail || begin[0] != ATTRIBUTES) return false;
    // the row before the first
    unsigned char last[256];
    memcpy(last, begin + size - stride, stride);
    stream s = {begin + 1, begin + size - tail, false};
    size_t most = BLOCK_BYTES / stride / GROUP * GROUP;
    if (most > BLOCK_ROWS) most = BLOCK_ROWS;
    for (size_t row = 0; row < count; row += most) {
        const size_t nrow = count - row < most ? count - row : most;
        if (!read_block(&s, nrow, stride, last, out + row * stride)) return false;
    }
    return s.at == s.end;
}

// The rows of a block, one byte of all of them after the other.
static bool read_block(stream *s, size_t nrow, size_t stride, unsigned char *last,
                       unsigned char *out)
{
    const size_t ngroup = (nrow + GROUP - 1) / GROUP;
    const size_t header = (ngroup + 3) / 4;
    for (size_t k = 0; k < stride; k++) {
        if ((size_t)(s->end - s->at) < header) return false;
        const unsigned char *const sizes = s->at;
        s->at += header;
        unsigned char before = last[k];
        for (size_t g = 0; g < ngroup; g++) {
            unsigned char value[GROUP];
            if (!read_group(s, sizes[g / 4] >> (g % 4 * 2) & 3u, value)) return false;
            for (size_t i = 0; i < GROUP && g * GROUP + i < nrow; i++) {
                before = (unsigned char)(before + zigzag(value[i]));
                out[(g * GROUP + i) * stride + k] = before;
            }
        }
        last[k] = before;
    }
    return true;
}

// Sixteen differences of 0, 2, 4 or 8 bits; where all bits of a short one are set, the byte itself
// follows after them.
static bool read_group(stream *s, unsigned bits, unsigned char value[GROUP])
{
    static const size_t packed[4] = {0, GROUP * 2 / 8, GROUP * 4 / 8, GROUP};
    if ((size_t)(s->end - s->at) < packed[bits]) return false;
    const unsigned char *const from = s->at;
    s->at += packed[bits];
    if (bits == 0) memset(value, 0, GROUP);
    if (bits == 3) memcpy(value, from, GROUP);
    if (bits == 0 || bits == 3) return true;
    const unsigned width = bits * 2, all = (1u << width) - 1, per_byte = 8 / width;
    for (unsigned i = 0; i < GROUP; i++) {
        // the first is in the highest bits
        const unsigned shift = 8 - width * (i % per_byte + 1);
        const unsigned code = (unsigned)from[i / per_byte] >> shift & all;
        value[i] = (unsigned char)(code == all ? read_byte(s) : code);
    }
    return !s->failed;
}

//---- indices -------------------------------------------------------------------------------------

bool limb__meshopt_triangles(const void *bytes, size_t size, size_t count, uint32_t *out)
{
    const unsigned char *const begin = bytes;
    if (count % 3 || size < 1 + count / 3 + TRIANGLE_TABLE || begin[0] != TRIANGLES) return false;
    const unsigned char *const code = begin + 1;
    const unsigned char *const table = begin + size - TRIANGLE_TABLE;
    stream s = {code + count / 3, table, false};
    rings r;
    memset(&r, 0xff, sizeof r);
    r.nedge = r.nvertex = 0;
    r.next = r.last = 0;
    for (size_t i = 0; i < count / 3; i++)
        read_triangle(&s, &r, code[i], table, out + 3 * i);
    return !s.failed && s.at == s.end;
}

static void read_triangle(stream *s, rings *r, unsigned code, const unsigned char *table,
                          uint32_t triangle[3])
{
    if (code < 0xf0)
        read_beside_edge(s, r, code, triangle);
    else
        read_apart(s, r, code, table, triangle);
}

// On an edge of the ring; the third corner is new, in the ring, near the last explicit
// one, or explicit.
static void read_beside_edge(stream *s, rings *r, unsigned code, uint32_t triangle[3])
{
    enum { NEAR_LAST = 13, EXPLICIT = 15 };
    const uint32_t *edge = r->edge[(r->nedge - 1 - (code >> 4)) % RING];
    const uint32_t a = edge[0], b = edge[1];
    const unsigned third = code & 15;
    uint32_t c;
    bool keep = true;
    if (third == 0) {
        c = r->next++;
    } else if (third < NEAR_LAST) {
        c = r->vertex[(r->nvertex - 1 - third) % RING];
        keep = false;
    } else {
        // 13 is one before the last explicit one, 14 one after
        c = r->last = third == EXPLICIT ? r->last + zigzag(read_variable(s))
                                        : r->last + (third == NEAR_LAST ? UINT32_MAX : 1);
    }
    triangle[0] = a;
    triangle[1] = b;
    triangle[2] = c;
    push_vertex(r, c, keep);
    push_edge(r, c, b);
    push_edge(r, a, c);
}

// With no edge in common: how its corners are given is in the table, or in a byte.
static void read_apart(stream *s, rings *r, unsigned code, const unsigned char *table,
                       uint32_t triangle[3])
{
    enum { TABLE_END = 0xfe, EXPLICIT = 15 };
    const unsigned rest = code < TABLE_END ? table[code & 15] : read_byte(s);
    const unsigned how[3] = {code == 0xff ? EXPLICIT : 0, rest >> 4, rest & 15};
    if (code >= TABLE_END && rest == 0) r->next = 0;
    // new vertices are numbered before explicit ones are read
    for (int k = 0; k < 3; k++) {
        triangle[k] = how[k] == 0          ? r->next++
                      : how[k] == EXPLICIT ? 0
                                           : r->vertex[(r->nvertex - how[k]) % RING];
    }
    for (int k = 0; k < 3; k++) {
        if (how[k] == EXPLICIT) triangle[k] = r->last = r->last + zigzag(read_variable(s));
    }
    for (int k = 0; k < 3; k++)
        push_vertex(r, triangle[k], how[k] == 0 || how[k] == EXPLICIT);
    push_edge(r, triangle[1], triangle[0]);
    push_edge(r, triangle[2], triangle[1]);
    push_edge(r, triangle[0], triangle[2]);
}

bool limb__meshopt_indices(const void *bytes, size_t size, size_t count, uint32_t *out)
{
    const unsigned char *const begin = bytes;
    if (size < 1 + count + INDEX_TAIL || begin[0] != INDICES) return false;
    stream s = {begin + 1, begin + size - INDEX_TAIL, false};
    uint32_t last[2] = {0, 0};
    for (size_t i = 0; i < count; i++) {
        // the lowest bit says from which of two last indices the difference is
        const uint32_t value = read_variable(&s);
        last[value & 1] += zigzag(value >> 1);
        out[i] = last[value & 1];
    }
    return !s.failed && s.at == s.end;
}

static void push_edge(rings *r, uint32_t a, uint32_t b)
{
    uint32_t *edge = r->edge[r->nedge++ % RING];
    edge[0] = a;
    edge[1] = b;
}

// One that is not kept is overwritten by the next.
static void push_vertex(rings *r, uint32_t v, bool keep)
{
    r->vertex[r->nvertex % RING] = v;
    r->nvertex += keep;
}

//---- filters -------------------------------------------------------------------------------------

static int round_away(float value)
{
    return (int)(value + (value >= 0 ? 0.5f : -0.5f));
}

// One row: x and y of the unit octahedron, the value that means 1, and what is kept. z follows from
// |x| + |y| + |z| = 1; where it is negative the corners are folded over.
static void unfold(const float in[3], float largest, int out[3])
{
    float v[3] = {in[0], in[1],
                  in[2] - (in[0] < 0 ? -in[0] : in[0]) - (in[1] < 0 ? -in[1] : in[1])};
    const float t = v[2] >= 0 ? 0 : v[2];
    v[0] += v[0] >= 0 ? t : -t;
    v[1] += v[1] >= 0 ? t : -t;
    const float length = __builtin_sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int k = 0; k < 3; k++)
        out[k] = length > 0 ? round_away(v[k] * (largest / length)) : 0;
}

void limb__meshopt_octahedral(unsigned char *row, size_t count, size_t stride)
{
    for (size_t i = 0; i < count; i++, row += stride) {
        float in[3];
        int out[3];
        if (stride == 4) {
            for (int k = 0; k < 3; k++)
                in[k] = (float)(signed char)row[k];
            unfold(in, 127, out);
            for (int k = 0; k < 3; k++)
                row[k] = (unsigned char)(signed char)out[k];
            continue;
        }
        int16_t value[3];
        memcpy(value, row, sizeof value);
        for (int k = 0; k < 3; k++)
            in[k] = (float)value[k];
        unfold(in, 32767, out);
        for (int k = 0; k < 3; k++)
            value[k] = (int16_t)out[k];
        memcpy(row, value, sizeof value);
    }
}

// Three components of a unit quaternion; the largest is left out. Its number is in the two lowest
// bits of the fourth value, whose other bits are the scale.
void limb__meshopt_quaternion(unsigned char *row, size_t count)
{
    for (size_t i = 0; i < count; i++, row += 8) {
        int16_t value[4], out[4];
        memcpy(value, row, sizeof value);
        const float scale = 0.70710678f / (float)(value[3] | 3);
        float v[3], square = 0;
        for (int k = 0; k < 3; k++) {
            v[k] = (float)value[k] * scale;
            square += v[k] * v[k];
        }
        const float w = square < 1 ? __builtin_sqrtf(1 - square) : 0;
        const int largest = value[3] & 3;
        for (int k = 0; k < 3; k++)
            out[(largest + 1 + k) & 3] = (int16_t)round_away(v[k] * 32767);
        out[largest] = (int16_t)round_away(w * 32767);
        memcpy(row, out, sizeof out);
    }
}

// A number is 24 bits of mantissa and 8 of exponent, both signed.
void limb__meshopt_exponential(unsigned char *row, size_t count, size_t stride)
{
    for (size_t i = 0; i + 4 <= count * stride; i += 4) {
        uint32_t bits;
        memcpy(&bits, row + i, 4);
        const int32_t mantissa = (int32_t)(bits << 8) / 256;
        const int exponent = (int)(bits >> 24) - (bits >> 31 ? 256 : 0);
        const float value = __builtin_ldexpf((float)mantissa, exponent);
        memcpy(row + i, &value, 4);
    }
}

//---- bytes ---------------------------------------------------------------------------------------

static unsigned read_byte(stream *s)
{
    if (s->at < s->end) return *s->at++;
    s->failed = true;
    return 0;
}

// Seven bits at a time, lowest first; the highest bit says that more follow. At most five bytes.
static uint32_t read_variable(stream *s)
{
    uint32_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
        const unsigned byte = read_byte(s);
        value |= (uint32_t)(byte & 127) << shift;
        if (byte < 128) break;
    }
    return value;
}

// 0, -1, 1, -2, 2, ... modulo 2^32
static uint32_t zigzag(uint32_t value)
{
    return value >> 1 ^ (0u - (value & 1));
}
