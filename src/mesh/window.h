// Numbers out of text by windows: 64 bytes are looked at together, so that where the next numbers
// stand is known before the last ones are read.
//
// Read one by one, each number waits for the length of the one before it: that chain, not the
// arithmetic, is where the time goes. Here a bit for each byte of the window says what it is;
// numbers are found by these bits and converted without branches on their length, so that the
// processor has several in hand at once. What is unusual (an exponent, more than sixteen digits,
// the last bytes of the text) is left to scan.h, and so is everything where there is no SSE2.
#ifndef LIMB_MESH_WINDOW_H
#define LIMB_MESH_WINDOW_H

#include "mesh/scan.h"

#if LIMB__SCAN_WORDS && defined(__SSE2__)
#define LIMB__WINDOWS 1
#include <emmintrin.h>
#else
#define LIMB__WINDOWS 0
#endif

enum {
    LIMB__WINDOW_ROOM = 96,   // bytes that must be readable from a window on: conversion reads past
                              // the end of a number
    LIMB__WINDOW_BEFORE = 17, // bytes that must be readable before the end of a number
    LIMB__WINDOW_DIGITS = 7   // at most, of an index
};

#if LIMB__WINDOWS

// What the 64 bytes are, the first in the lowest bit.
typedef struct limb__window {
    uint64_t space; // up to ' '
    uint64_t stop;  // space or '.'
} limb__window;

// By the distance of the point from the number's end, 0 where there is none.
typedef struct limb__window_tables {
    // which of the last sixteen bytes stand behind the point
    uint8_t behind_point[18][16] __attribute__((aligned(16)));
    // what the first eight of sixteen digits count and what the others; negative in the second half
    double weight[2][18][2] __attribute__((aligned(16)));
    // from ndigit on: which of the last sixteen bytes are digits
    uint8_t last_digits[32];
    // by the length of an index: the low halves of its digits' bytes, of the last eight
    uint64_t index_digits[8];
    // 2561 in each: read from here since the compiler would make shifts of it
    uint16_t pair[8] __attribute__((aligned(16)));
} limb__window_tables;

extern const limb__window_tables limb__window_table;

static inline uint64_t limb__window_bits(__m128i a, __m128i b, __m128i c, __m128i d)
{
    const uint32_t low = (uint32_t)_mm_movemask_epi8(a) | (uint32_t)_mm_movemask_epi8(b) << 16;
    const uint32_t high = (uint32_t)_mm_movemask_epi8(c) | (uint32_t)_mm_movemask_epi8(d) << 16;
    return low | (uint64_t)high << 32;
}

static inline __m128i limb__window_load(const char *text)
{
    return _mm_loadu_si128((const __m128i *)(const void *)text);
}

static inline int64_t limb__window_word(const char *text)
{
    int64_t word;
    memcpy(&word, text, 8);
    return word;
}

// All bits of the bytes from first to last. Signed comparison is all there is: the range is moved
// to the top of the signed bytes.
static inline __m128i limb__window_range(__m128i byte, char first, char last)
{
    const __m128i moved = _mm_add_epi8(byte, _mm_set1_epi8((char)(127 - last)));
    return _mm_cmpgt_epi8(moved, _mm_set1_epi8((char)(126 - last + first)));
}

// Bits of the bytes up to ' '.
static inline uint64_t limb__window_spaces(const char *text)
{
    __m128i space[4];
    for (int i = 0; i < 4; i++)
        space[i] = limb__window_range(limb__window_load(text + i * 16), 0, ' ');
    return limb__window_bits(space[0], space[1], space[2], space[3]);
}

static inline limb__window limb__window_floats(const char *text)
{
    __m128i point[4];
    for (int i = 0; i < 4; i++)
        point[i] = _mm_cmpeq_epi8(limb__window_load(text + i * 16), _mm_set1_epi8('.'));
    const uint64_t space = limb__window_spaces(text);
    return (limb__window){space, space | limb__window_bits(point[0], point[1], point[2], point[3])};
}

// Bits of the bytes that are no digits.
static inline uint64_t limb__window_no_digits(const char *text)
{
    __m128i digit[4];
    for (int i = 0; i < 4; i++)
        digit[i] = limb__window_range(limb__window_load(text + i * 16), '0', '9');
    return ~limb__window_bits(digit[0], digit[1], digit[2], digit[3]);
}

// Sixteen digits as four numbers of four digits.
static inline __m128i limb__window_fours(__m128i digit)
{
    // the second bytes of the products are the pairs: what passes over them falls off
    const __m128i factor = _mm_load_si128((const __m128i *)(const void *)limb__window_table.pair);
    const __m128i two = _mm_srli_epi16(_mm_mullo_epi16(digit, factor), 8);
    return _mm_madd_epi16(two, _mm_set1_epi32(1 << 16 | 100));
}

// Four numbers of four digits and four more as four numbers of eight.
static inline __m128i limb__window_eights(__m128i a, __m128i b)
{
    return _mm_madd_epi16(_mm_packs_epi32(a, b), _mm_set1_epi32(1 << 16 | 10000));
}

// The float that fills [begin, end): up to sixteen digits with a minus before them, a point among
// them, or neither. `stop` are the window's bits from begin on. False when it is something else or
// its last bit is not certain.
static inline bool limb__window_float(const char *begin, const char *end, uint64_t stop,
                                      float *value)
{
    const limb__window_tables *const table = &limb__window_table;
    const size_t negative = *begin == '-';
    const size_t length = (size_t)(end - begin);
    const size_t point = length - (size_t)__builtin_ctzll(stop);
    const size_t ndigit = length - negative - (point > 0);
    if (ndigit - 1 > 15) return false;

    // the last sixteen digits, those before the point moved over it, zeros before them
    const __m128i fraction =
        _mm_load_si128((const __m128i *)(const void *)table->behind_point[point]);
    const __m128i as_written =
        _mm_or_si128(_mm_and_si128(fraction, limb__window_load(end - 16)),
                     _mm_andnot_si128(fraction, limb__window_load(end - 17)));
    const __m128i digit =
        _mm_and_si128(_mm_sub_epi8(as_written, _mm_set1_epi8('0')),
                      limb__window_load((const char *)table->last_digits + ndigit));
    const __m128i over = _mm_subs_epu8(digit, _mm_set1_epi8(9));
    if (_mm_movemask_epi8(_mm_cmpeq_epi8(over, _mm_setzero_si128())) != 0xffff) return false;

    // two products and their sum: less than four units in the last place from the true value
    const __m128i four = limb__window_fours(digit);
    const __m128i eight = limb__window_eights(four, four);
    const __m128d part =
        _mm_mul_pd(_mm_cvtepi32_pd(eight), _mm_load_pd(table->weight[negative][point]));
    const __m128d sum = _mm_add_sd(part, _mm_unpackhi_pd(part, part));
    // a float keeps 24 of the 53 bits: is the rest near its half?
    const uint32_t rest = (uint32_t)_mm_cvtsi128_si64(_mm_castpd_si128(sum)) & 0x1fffffff;
    if (rest - 0x0ffffff8u <= 16u) return false;
    *value = (float)_mm_cvtsd_f64(sum);
    return true;
}

// Up to LIMB__WINDOW_DIGITS digits of the text.
typedef struct limb__window_number {
    const char *end;
    size_t length;
} limb__window_number;

// Two numbers, or the digits of two: each is moved to the end of its eight bytes.
static inline __m128i limb__window_two(limb__window_number a, limb__window_number b)
{
    const uint64_t *const keep = limb__window_table.index_digits;
    const __m128i digit =
        _mm_and_si128(_mm_set_epi64x(limb__window_word(b.end - 8), limb__window_word(a.end - 8)),
                      _mm_set_epi64x((int64_t)keep[b.length], (int64_t)keep[a.length]));
    return limb__window_fours(digit);
}

// The values of four numbers; 0 for one without digits.
static inline __m128i limb__window_indices(limb__window_number a, limb__window_number b,
                                           limb__window_number c, limb__window_number d)
{
    return limb__window_eights(limb__window_two(a, b), limb__window_two(c, d));
}

#endif
#endif
