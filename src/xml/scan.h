// Searching text for the bytes that matter to XML, a block at a time.
//
// A block is 16 bytes with SSE2, else 8 bytes in one integer (SWAR: Warren, Hacker's Delight, ch.
// 6). A set of bytes in a block is one bit (SSE2) or one high bit (SWAR) per byte. No function
// reads at or past end; the last bytes of the text are looked at one by one.
#ifndef LIMB_XML_SCAN_H
#define LIMB_XML_SCAN_H

#include "base/isa.h"
#include "xml/xml.h"

#include <string.h>

#if defined(__SSE2__) && !defined(LIMB_NO_SIMD)

#include <emmintrin.h>

enum { LIMB__BLOCK_SIZE = 16 };
typedef __m128i limb__block;
typedef uint32_t limb__block_bits;

static inline limb__block limb__block_load(const char *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

static inline limb__block limb__block_equal(limb__block block, char c)
{
    return _mm_cmpeq_epi8(block, _mm_set1_epi8(c));
}

// Bytes from low to high, both included, as unsigned numbers.
static inline limb__block limb__block_range(limb__block block, unsigned char low,
                                            unsigned char high)
{
    const __m128i shifted = _mm_sub_epi8(block, _mm_set1_epi8((char)low));
    const __m128i span = _mm_set1_epi8((char)(high - low));
    return _mm_cmpeq_epi8(_mm_max_epu8(shifted, span), span);
}

static inline limb__block limb__block_or(limb__block a, limb__block b)
{
    return _mm_or_si128(a, b);
}

// Letters become lower case; other bytes may change to bytes that are no letters.
static inline limb__block limb__block_lower(limb__block block)
{
    return _mm_or_si128(block, _mm_set1_epi8(0x20));
}

static inline limb__block_bits limb__block_set(limb__block found)
{
    return (uint32_t)_mm_movemask_epi8(found);
}

static inline limb__block_bits limb__block_unset(limb__block found)
{
    return (uint32_t)_mm_movemask_epi8(found) ^ 0xffffu;
}

static inline int limb__block_first(limb__block_bits bits)
{
    return __builtin_ctz(bits);
}

// The first size bytes of a block; size is at most that of a block.
static inline limb__block_bits limb__block_head(limb__block_bits bits, size_t size)
{
    return bits & ((1u << size) - 1);
}

// Bytes in which two blocks differ.
static inline limb__block_bits limb__block_differ(limb__block a, limb__block b)
{
    return limb__block_unset(_mm_cmpeq_epi8(a, b));
}

// White space that a block begins with.
static inline size_t limb__block_blanks(limb__block block)
{
    return (size_t)__builtin_ctz(~limb__block_set(limb__block_range(block, 0, 0x20)));
}

// Bytes that a block begins with, up to one that cannot be a letter, digit, '_' or what lies
// between them in ASCII.
static inline size_t limb__block_name(limb__block block)
{
    // bytes above ASCII are negative
    const __m128i high = _mm_cmpgt_epi8(block, _mm_set1_epi8('0' - 1));
    const __m128i name = _mm_andnot_si128(limb__block_equal(block, '>'), high);
    return (size_t)__builtin_ctz(~limb__block_set(name));
}

// All bytes added up.
static inline size_t limb__block_sum(limb__block block)
{
    const __m128i sum = _mm_sad_epu8(block, _mm_setzero_si128());
    return (size_t)_mm_cvtsi128_si32(sum) + (size_t)_mm_cvtsi128_si32(_mm_srli_si128(sum, 8));
}

#else

enum { LIMB__BLOCK_SIZE = 8 };
typedef uint64_t limb__block;
typedef uint64_t limb__block_bits;

#define LIMB__BLOCK_HIGH 0x8080808080808080u
#define LIMB__BLOCK_ONES 0x0101010101010101u

// The first byte of the text is the lowest one, on any machine.
static inline limb__block limb__block_load(const char *p)
{
    const unsigned char *byte = (const unsigned char *)p;
    uint64_t block = 0;
    for (int i = 7; i >= 0; i--)
        block = block << 8 | byte[i];
    return block;
}

// High bit of each byte that lies in low..high; exact, no carry leaves a byte.
static inline limb__block limb__block_range(limb__block block, unsigned char low,
                                            unsigned char high)
{
    const uint64_t flip = low >= 0x80 ? LIMB__BLOCK_HIGH : 0;
    const uint64_t seven = block & ~LIMB__BLOCK_HIGH;
    const uint64_t at_least = seven + LIMB__BLOCK_ONES * (uint64_t)(0x80 - (low & 0x7f));
    const uint64_t above = seven + LIMB__BLOCK_ONES * (uint64_t)(0x7f - (high & 0x7f));
    return at_least & ~above & ~(block ^ flip) & LIMB__BLOCK_HIGH;
}

static inline limb__block limb__block_equal(limb__block block, char c)
{
    return limb__block_range(block, (unsigned char)c, (unsigned char)c);
}

static inline limb__block limb__block_or(limb__block a, limb__block b)
{
    return a | b;
}

static inline limb__block limb__block_lower(limb__block block)
{
    return block | LIMB__BLOCK_ONES * 0x20;
}

static inline limb__block_bits limb__block_set(limb__block found)
{
    return found;
}

static inline limb__block_bits limb__block_unset(limb__block found)
{
    return found ^ LIMB__BLOCK_HIGH;
}

static inline int limb__block_first(limb__block_bits bits)
{
    int index = 0;
    while ((bits & 0x80) == 0) {
        bits >>= 8;
        index++;
    }
    return index;
}

static inline limb__block_bits limb__block_head(limb__block_bits bits, size_t size)
{
    return size < 8 ? bits & (((uint64_t)1 << 8 * size) - 1) : bits;
}

static inline limb__block_bits limb__block_differ(limb__block a, limb__block b)
{
    return a ^ b; // any bit of a byte
}

static inline size_t limb__block_blanks(limb__block block)
{
    const limb__block_bits solid = limb__block_unset(limb__block_range(block, 0, 0x20));
    return solid ? (size_t)limb__block_first(solid) : LIMB__BLOCK_SIZE;
}

static inline size_t limb__block_name(limb__block block)
{
    const limb__block_bits stop = limb__block_range(block, 0, '0' - 1) |
                                  limb__block_equal(block, '>') | (block & LIMB__BLOCK_HIGH);
    return stop ? (size_t)limb__block_first(stop) : LIMB__BLOCK_SIZE;
}

#endif

// Markup may be parted by these. Control characters are among them: they were reported by then.
static inline bool limb__is_gap(char c)
{
    return (unsigned char)c <= 0x20;
}

static inline bool limb__is_letter(char c)
{
    return ((unsigned char)c | 0x20u) - 'a' < 26u;
}

// A byte that may are in a name, ':' and bytes above ASCII left out.
static inline bool limb__is_name_byte(char c)
{
    return limb__is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

// Bytes that are not white space, and that are not name bytes.
static inline limb__block_bits limb__block_solid(limb__block block)
{
    return limb__block_unset(limb__block_range(block, 0, 0x20));
}

static inline limb__block_bits limb__block_not_name(limb__block block)
{
    const limb__block letter = limb__block_range(limb__block_lower(block), 'a', 'z');
    const limb__block digit = limb__block_range(block, '0', '9');
    const limb__block dash = limb__block_range(block, '-', '.');
    const limb__block line = limb__block_equal(block, '_');
    return limb__block_unset(
        limb__block_or(limb__block_or(letter, digit), limb__block_or(dash, line)));
}

// First byte of [p, end) that is not white space, or end.
static inline const char *limb__scan_gap(const char *p, const char *end)
{
    for (; end - p >= LIMB__BLOCK_SIZE; p += LIMB__BLOCK_SIZE) {
        const limb__block_bits bits = limb__block_solid(limb__block_load(p));
        if (bits) return p + limb__block_first(bits);
    }
    while (p < end && limb__is_gap(*p))
        p++;
    return p;
}

// First byte that is not a name byte, or end.
const char *limb__scan_long_name(const char *p, const char *end);

static inline const char *limb__scan_name(const char *p, const char *end)
{
    // nearly all names end within one block
    if (end - p >= LIMB__BLOCK_SIZE) {
        const limb__block_bits bits = limb__block_not_name(limb__block_load(p));
        if (bits) return p + limb__block_first(bits);
    }
    return limb__scan_long_name(p, end);
}

// [p, stop) is white space; end bounds what may be read.
static inline bool limb__is_all_gap(const char *p, const char *stop, const char *end)
{
    const size_t size = (size_t)(stop - p);
    if (size <= LIMB__BLOCK_SIZE && end - p >= LIMB__BLOCK_SIZE) {
        return limb__block_head(limb__block_solid(limb__block_load(p)), size) == 0;
    }
    return limb__scan_gap(p, stop) == stop;
}

// [p, stop) is all name bytes; end bounds what may be read.
static inline bool limb__is_all_name(const char *p, const char *stop, const char *end)
{
    const size_t size = (size_t)(stop - p);
    if (size <= LIMB__BLOCK_SIZE && end - p >= LIMB__BLOCK_SIZE) {
        return limb__block_head(limb__block_not_name(limb__block_load(p)), size) == 0;
    }
    return limb__scan_name(p, stop) == stop;
}

// First byte that is neither ASCII text nor tab, line feed or carriage return; or end.
static inline const char *limb__scan_special(const char *p, const char *end)
{
    for (; end - p >= LIMB__BLOCK_SIZE; p += LIMB__BLOCK_SIZE) {
        const limb__block block = limb__block_load(p);
        const limb__block text = limb__block_range(block, 0x20, 0x7f);
        const limb__block tab = limb__block_range(block, '\t', '\n');
        const limb__block plain =
            limb__block_or(limb__block_or(text, tab), limb__block_equal(block, '\r'));
        const limb__block_bits bits = limb__block_unset(plain);
        if (bits) return p + limb__block_first(bits);
    }
    while (p < end &&
           ((*p >= 0x20 && (unsigned char)*p <= 0x7f) || *p == '\t' || *p == '\n' || *p == '\r')) {
        p++;
    }
    return p;
}

// Equal bytes; end bounds both texts, whose blocks may be read up to there.
static inline bool limb__same_bytes(const char *a, const char *b, size_t size, const char *end)
{
#if defined(__SSE2__) && !defined(LIMB_NO_SIMD)
    if (size <= LIMB__BLOCK_SIZE && end - a >= LIMB__BLOCK_SIZE && end - b >= LIMB__BLOCK_SIZE) {
        const __m128i same = _mm_cmpeq_epi8(limb__block_load(a), limb__block_load(b));
        return limb__block_head(limb__block_unset(same), size) == 0;
    }
#else
    (void)end;
#endif
    return memcmp(a, b, size) == 0;
}

enum { LIMB__CENSUS_GROUP = 64 };

struct limb__marks;

// What looks at many bytes at once, with one instruction set. Both take whole groups of 64 bytes.
typedef struct limb__xml_scanner {
    // counts into the census; returns how many bytes were taken
    size_t (*census)(limb__census *census, const char *text, size_t size, char *copy);
    // marks of size bytes at p into out; p is the place at of the text. Returns the place after
    // the last one
    uint32_t *(*marks)(struct limb__marks *marks, const char *p, uint32_t at, size_t size,
                       uint32_t *out);
} limb__xml_scanner;
LIMB__ISA_TABLES(limb__xml_scanner)

limb__census limb__xml_census_by(const char *text, size_t size, char *copy,
                                 const limb__xml_scanner *scanner);

#endif
