// Blocks: several bytes of text processed together.
//
// A block is 16 bytes with SSE2 or the vectors of WebAssembly, else 8 bytes in one integer (SWAR:
// Warren, Hacker's Delight, ch. 6). A set of bytes in a block is one bit (vectors) or one high bit
// (SWAR) per byte.
#ifndef LIMB_XML_BLOCK_H
#define LIMB_XML_BLOCK_H

#include <stddef.h>
#include <stdint.h>

#if !defined(LIMB_NO_SIMD) && (defined(__SSE2__) || defined(__wasm_simd128__))
#define LIMB__BLOCK_VECTORS 1
#else
#define LIMB__BLOCK_VECTORS 0
#endif

#if LIMB__BLOCK_VECTORS

enum { LIMB__BLOCK_SIZE = 16 };
typedef uint32_t limb__block_bits;

//---- one instruction each ------------------------------------------------------------------------

#ifdef __SSE2__

#include <emmintrin.h>

typedef __m128i limb__block;

static inline limb__block limb__block_load(const char *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

static inline limb__block limb__block_zero(void)
{
    return _mm_setzero_si128();
}

static inline limb__block limb__block_equal(limb__block block, char c)
{
    return _mm_cmpeq_epi8(block, _mm_set1_epi8(c));
}

// Compares as signed numbers: bytes above ASCII are negative.
static inline limb__block limb__block_above(limb__block block, char c)
{
    return _mm_cmpgt_epi8(block, _mm_set1_epi8(c));
}

static inline limb__block limb__block_below(limb__block block, char c)
{
    return _mm_cmplt_epi8(block, _mm_set1_epi8(c));
}

static inline limb__block limb__block_add(limb__block block, char c)
{
    return _mm_add_epi8(block, _mm_set1_epi8(c));
}

static inline limb__block limb__block_subtract(limb__block a, limb__block b)
{
    return _mm_sub_epi8(a, b);
}

static inline limb__block limb__block_or(limb__block a, limb__block b)
{
    return _mm_or_si128(a, b);
}

// Bits of a that are not in b.
static inline limb__block limb__block_without(limb__block a, limb__block b)
{
    return _mm_andnot_si128(b, a);
}

static inline limb__block limb__block_same(limb__block a, limb__block b)
{
    return _mm_cmpeq_epi8(a, b);
}

// Bytes from low to high, inclusive, as unsigned numbers.
static inline limb__block limb__block_range(limb__block block, unsigned char low,
                                            unsigned char high)
{
    const __m128i shifted = _mm_sub_epi8(block, _mm_set1_epi8((char)low));
    const __m128i span = _mm_set1_epi8((char)(high - low));
    return _mm_cmpeq_epi8(_mm_max_epu8(shifted, span), span);
}

// Converts letters to lower case; other bytes may change to bytes that are not letters.
static inline limb__block limb__block_lower(limb__block block)
{
    return _mm_or_si128(block, _mm_set1_epi8(0x20));
}

static inline limb__block_bits limb__block_set(limb__block found)
{
    return (uint32_t)_mm_movemask_epi8(found);
}

// Returns the sum of all bytes.
static inline size_t limb__block_sum(limb__block block)
{
    const __m128i sum = _mm_sad_epu8(block, _mm_setzero_si128());
    return (size_t)_mm_cvtsi128_si32(sum) + (size_t)_mm_cvtsi128_si32(_mm_srli_si128(sum, 8));
}

#else

#include <wasm_simd128.h>

typedef v128_t limb__block;

static inline limb__block limb__block_load(const char *p)
{
    return wasm_v128_load(p);
}

static inline limb__block limb__block_zero(void)
{
    return wasm_i64x2_const(0, 0);
}

static inline limb__block limb__block_equal(limb__block block, char c)
{
    return wasm_i8x16_eq(block, wasm_i8x16_splat(c));
}

static inline limb__block limb__block_above(limb__block block, char c)
{
    return wasm_i8x16_gt(block, wasm_i8x16_splat(c));
}

static inline limb__block limb__block_below(limb__block block, char c)
{
    return wasm_i8x16_lt(block, wasm_i8x16_splat(c));
}

static inline limb__block limb__block_add(limb__block block, char c)
{
    return wasm_i8x16_add(block, wasm_i8x16_splat(c));
}

static inline limb__block limb__block_subtract(limb__block a, limb__block b)
{
    return wasm_i8x16_sub(a, b);
}

static inline limb__block limb__block_or(limb__block a, limb__block b)
{
    return wasm_v128_or(a, b);
}

static inline limb__block limb__block_without(limb__block a, limb__block b)
{
    return wasm_v128_andnot(a, b);
}

static inline limb__block limb__block_same(limb__block a, limb__block b)
{
    return wasm_i8x16_eq(a, b);
}

static inline limb__block limb__block_range(limb__block block, unsigned char low,
                                            unsigned char high)
{
    return wasm_u8x16_le(wasm_i8x16_sub(block, wasm_u8x16_splat(low)),
                         wasm_u8x16_splat((unsigned char)(high - low)));
}

static inline limb__block limb__block_lower(limb__block block)
{
    return wasm_v128_or(block, wasm_i8x16_splat(0x20));
}

static inline limb__block_bits limb__block_set(limb__block found)
{
    return (uint32_t)wasm_i8x16_bitmask(found);
}

static inline size_t limb__block_sum(limb__block block)
{
    const v128_t four = wasm_u32x4_extadd_pairwise_u16x8(wasm_u16x8_extadd_pairwise_u8x16(block));
    const v128_t two = wasm_i32x4_add(four, wasm_i32x4_shuffle(four, four, 2, 3, 0, 1));
    return (size_t)wasm_i32x4_extract_lane(two, 0) + (size_t)wasm_i32x4_extract_lane(two, 1);
}

#endif

//---- sets ----------------------------------------------------------------------------------------

static inline limb__block_bits limb__block_unset(limb__block found)
{
    return limb__block_set(found) ^ 0xffffu;
}

static inline int limb__block_first(limb__block_bits bits)
{
    return __builtin_ctz(bits);
}

// Keeps the first size bytes of a block; size is at most that of a block.
static inline limb__block_bits limb__block_head(limb__block_bits bits, size_t size)
{
    return bits & ((1u << size) - 1);
}

// Bytes in which two blocks differ.
static inline limb__block_bits limb__block_differ(limb__block a, limb__block b)
{
    return limb__block_unset(limb__block_same(a, b));
}

// Returns the number of white space bytes at the start of a block.
static inline size_t limb__block_blanks(limb__block block)
{
    return (size_t)__builtin_ctz(~limb__block_set(limb__block_range(block, 0, 0x20)));
}

// Returns the number of bytes at the start of a block up to one that cannot be a letter, digit, '_'
// or a character between these in ASCII.
static inline size_t limb__block_name(limb__block block)
{
    const limb__block high = limb__block_above(block, '0' - 1);
    const limb__block name = limb__block_without(high, limb__block_equal(block, '>'));
    return (size_t)__builtin_ctz(~limb__block_set(name));
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

// Returns the high bit of each byte in low..high; exact, since no carry leaves a byte.
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

#endif
