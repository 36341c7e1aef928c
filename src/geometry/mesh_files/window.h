// Parses numbers by windows: 64 bytes are classified together, so that the positions of the next
// numbers are known before the previous ones have been converted.
//
// If numbers are parsed one by one, each must know the length of the previous one: this dependency
// chain takes more time than the arithmetic. Here one bit per byte of the window gives its class;
// numbers are located by these bits and converted without branches on their length, so that the
// processor works on several at once. Unusual numbers (an exponent, more than fifteen digits, the
// last bytes of the text) are left to scan.h, and so are all numbers without SSE2.
//
// Files that include this are compiled once for any x86-64 and once for AVX2 (base/isa.h), where a
// window takes half the instructions and a single one moves bytes to any position.
#ifndef LIMB_MESH_FILES_WINDOW_H
#define LIMB_MESH_FILES_WINDOW_H

#include "base/isa.h"
#include "geometry/mesh_files/scan.h"

#if LIMB__SCAN_WORDS && defined(__SSE2__)
#define LIMB__WINDOWS 1
#include <immintrin.h>
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

// The classes of the 64 bytes, the first in the lowest bit.
typedef struct limb__window {
    uint64_t space; // up to ' '
    uint64_t stop;  // space or '.'
} limb__window;

// Constants for numbers by the distance of the point from the end, with a minus or without.
typedef struct limb__window_point {
    uint8_t fraction[16]; // -1 for those of the last sixteen bytes that are after the point
    double weight[2];     // weights of the values of digits 0-7 and 8-15
} __attribute__((aligned(32))) limb__window_point;

// Constants are also loaded from here, because compilers would otherwise create them again
// for each number.
typedef struct limb__window_tables {
    limb__window_point point[17][2]; // by the distance, 0 without a point; then with a minus
    uint8_t last_bytes[32];          // from offset size on: mask of the last sixteen bytes that
                                     // belong to a number
    // by length: masks for the low halves of the bytes of an index, in the last eight bytes
    uint64_t index_digits[8];
    // by the number of bytes between two indices minus one, and the lengths of both: positions of
    // the digits of both in the sixteen bytes that end with the second, 128 for none
    uint8_t pair_place[2][8][8][16] __attribute__((aligned(16)));
    uint16_t twos[8] __attribute__((aligned(16)));   // 2561: see limb__window_fours
    uint8_t before[16] __attribute__((aligned(16))); // -1, 0, 1, ...
    // constants repeated in all bytes
    uint8_t blank[32] __attribute__((aligned(32)));
    uint8_t full_stop[32];
    uint8_t to_top[32];    // 127 - '9'
    uint8_t below_top[32]; // 127 - 10
    uint8_t low_half[32];  // 15
    uint8_t zero[32];      // '0'
    uint8_t nine[32];      // 9
    // see limb__window_is_near_half
    uint32_t near_step[4] __attribute__((aligned(16)));
    uint32_t near_bits[4] __attribute__((aligned(16)));
    uint32_t half[4] __attribute__((aligned(16)));
} limb__window_tables;

extern const limb__window_tables limb__window_table;

//---- what the bytes are --------------------------------------------------------------------------

// The part of a window that one instruction processes.
#ifdef __AVX2__
typedef __m256i limb__window_part;

LIMB__INLINE limb__window_part limb__part_load(const void *bytes)
{
    return _mm256_loadu_si256((const __m256i *)bytes);
}

LIMB__INLINE uint64_t limb__part_equal(limb__window_part a, limb__window_part b)
{
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(a, b));
}

// of unsigned bytes
LIMB__INLINE limb__window_part limb__part_least(limb__window_part a, limb__window_part b)
{
    return _mm256_min_epu8(a, b);
}

LIMB__INLINE limb__window_part limb__part_sum(limb__window_part a, limb__window_part b)
{
    return _mm256_add_epi8(a, b);
}

LIMB__INLINE uint64_t limb__part_above(limb__window_part a, limb__window_part b)
{
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(a, b));
}
#else
typedef __m128i limb__window_part;

LIMB__INLINE limb__window_part limb__part_load(const void *bytes)
{
    return _mm_loadu_si128((const __m128i *)bytes);
}

LIMB__INLINE uint64_t limb__part_equal(limb__window_part a, limb__window_part b)
{
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(a, b));
}

LIMB__INLINE limb__window_part limb__part_least(limb__window_part a, limb__window_part b)
{
    return _mm_min_epu8(a, b);
}

LIMB__INLINE limb__window_part limb__part_sum(limb__window_part a, limb__window_part b)
{
    return _mm_add_epi8(a, b);
}

LIMB__INLINE uint64_t limb__part_above(limb__window_part a, limb__window_part b)
{
    return (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(a, b));
}
#endif

// Returns bits of the bytes up to ' '.
LIMB__INLINE uint64_t limb__window_spaces(const char *text)
{
    const limb__window_part blank = limb__part_load(limb__window_table.blank);
    uint64_t bits = 0;
    for (size_t i = 0; i < 64; i += sizeof blank) {
        const limb__window_part part = limb__part_load(text + i);
        bits |= limb__part_equal(limb__part_least(part, blank), part) << i;
    }
    return bits;
}

// Returns bits of the bytes that are not digits.
LIMB__INLINE uint64_t limb__window_no_digits(const char *text)
{
    // only signed comparison exists: digits are moved to the top of the signed range
    const limb__window_part to_top = limb__part_load(limb__window_table.to_top);
    const limb__window_part below = limb__part_load(limb__window_table.below_top);
    uint64_t bits = 0;
    for (size_t i = 0; i < 64; i += sizeof to_top)
        bits |= limb__part_above(limb__part_sum(limb__part_load(text + i), to_top), below) << i;
    return ~bits;
}

LIMB__INLINE limb__window limb__window_floats(const char *text)
{
    const limb__window_part point = limb__part_load(limb__window_table.full_stop);
    const uint64_t space = limb__window_spaces(text);
    uint64_t bits = space;
    for (size_t i = 0; i < 64; i += sizeof point)
        bits |= limb__part_equal(limb__part_load(text + i), point) << i;
    return (limb__window){space, bits};
}

//---- digits --------------------------------------------------------------------------------------

LIMB__INLINE __m128i limb__window_load(const void *bytes)
{
    return _mm_loadu_si128((const __m128i *)bytes);
}

// Combines sixteen digits to four numbers of four digits.
LIMB__INLINE __m128i limb__window_fours(__m128i digit)
{
#ifdef __SSSE3__
    const __m128i two = _mm_maddubs_epi16(digit, _mm_set1_epi16(1 << 8 | 10));
#else
    // the second bytes of the products are the pairs: the carries beyond them are dropped
    const __m128i product = _mm_mullo_epi16(digit, limb__window_load(limb__window_table.twos));
    const __m128i two = _mm_srli_epi16(product, 8);
#endif
    return _mm_madd_epi16(two, _mm_set1_epi32(1 << 16 | 100));
}

// Combines four numbers of four digits and four more to four numbers of eight.
LIMB__INLINE __m128i limb__window_eights(__m128i a, __m128i b)
{
    return _mm_madd_epi16(_mm_packs_epi32(a, b), _mm_set1_epi32(1 << 16 | 10000));
}

//---- floats --------------------------------------------------------------------------------------

// The position of a number, optionally with a minus and a point, as its bits show it.
typedef struct limb__window_decimal {
    const char *end;
    size_t negative; // 1 or 0
    size_t size;     // with the point
    size_t point;    // distance of the point from the end, 0: none
} limb__window_decimal;

// Locates the number in [begin, end); `stop` are the window's bits from begin on.
LIMB__INLINE limb__window_decimal limb__window_decimal_at(const char *begin, const char *end,
                                                          uint64_t stop)
{
    const size_t negative = *begin == '-';
    const size_t length = (size_t)(end - begin);
    return (limb__window_decimal){end, negative, length - negative,
                                  length - (size_t)__builtin_ctzll(stop)};
}

// Returns whether there is a digit before the point, and at most sixteen bytes including it.
LIMB__INLINE bool limb__window_is_short(limb__window_decimal d)
{
    return d.size <= 16 && d.size > d.point;
}

// Returns the last sixteen digits with the point removed and leading zeros. Bytes that are not
// digits become more than 9.
LIMB__INLINE __m128i limb__window_digits(limb__window_decimal d)
{
    const limb__window_tables *const table = &limb__window_table;
    const __m128i zero = limb__window_load(table->zero);
    const __m128i fraction = limb__window_load(table->point[d.point][d.negative].fraction);
#ifdef __SSSE3__
    const __m128i digit = _mm_and_si128(_mm_sub_epi8(limb__window_load(d.end - 16), zero),
                                        limb__window_load(table->last_bytes + d.size));
    // bytes after the point, where fraction is -1, stay in place; bytes before it move by one
    const __m128i place = _mm_sub_epi8(limb__window_load(table->before), fraction);
    return _mm_shuffle_epi8(digit, place);
#else
    const __m128i as_written =
        _mm_or_si128(_mm_and_si128(fraction, limb__window_load(d.end - 16)),
                     _mm_andnot_si128(fraction, limb__window_load(d.end - 17)));
    const size_t ndigit = d.size - (d.point > 0);
    return _mm_and_si128(_mm_sub_epi8(as_written, zero),
                         limb__window_load(table->last_bytes + ndigit));
#endif
}

LIMB__INLINE bool limb__window_are_digits(__m128i digit)
{
    const __m128i over = _mm_subs_epu8(digit, limb__window_load(limb__window_table.nine));
    return _mm_movemask_epi8(_mm_cmpeq_epi8(over, _mm_setzero_si128())) == 0xffff;
}

// Returns the values of digits 0-7 and 8-15 as doubles; their sum is the number within 4 ulp. `max`
// is updated with the maximum of the digits. Returns false if there are too many digits.
LIMB__INLINE bool limb__window_halves(limb__window_decimal d, __m128i *max, __m128d *halves)
{
    if (!limb__window_is_short(d)) return false;
    const __m128i digit = limb__window_digits(d);
    const __m128i four = limb__window_fours(digit);
    const __m128i eight = limb__window_eights(four, four);
    const double *const weight = limb__window_table.point[d.point][d.negative].weight;
    *max = _mm_max_epu8(*max, digit);
    *halves = _mm_mul_pd(_mm_cvtepi32_pd(eight), _mm_load_pd(weight));
    return true;
}

// Returns whether rounding any of the doubles, given by their lower words, to a float is uncertain:
// a float keeps 24 of the 53 bits, and the rest may be within sixteen units of one half.
LIMB__INLINE bool limb__window_is_near_half(__m128i word)
{
    const limb__window_tables *const table = &limb__window_table;
    const __m128i rest = _mm_and_si128(_mm_add_epi32(word, limb__window_load(table->near_step)),
                                       limb__window_load(table->near_bits));
    const __m128i near = _mm_cmpeq_epi32(rest, limb__window_load(table->half));
    return _mm_movemask_epi8(near) != 0;
}

// Parses the float in [begin, end). Returns false if it is something else, or if its last
// bit is uncertain.
LIMB__INLINE bool limb__window_float(const char *begin, const char *end, uint64_t stop,
                                     float *value)
{
    __m128i max = _mm_setzero_si128();
    __m128d halves;
    if (!limb__window_halves(limb__window_decimal_at(begin, end, stop), &max, &halves))
        return false;
    const __m128d sum = _mm_add_pd(halves, _mm_unpackhi_pd(halves, halves));
    const __m128i word = _mm_shuffle_epi32(_mm_castpd_si128(sum), 0);
    if (!limb__window_are_digits(max) || limb__window_is_near_half(word)) return false;
    *value = (float)_mm_cvtsd_f64(sum);
    return true;
}

// Parses three floats of a window: the first starts at `begin`, each extends to its end, and one
// byte separates them. Returns false if one is not a short decimal, as above.
LIMB__INLINE bool limb__window_three(const char *text, uint64_t stop, size_t begin,
                                     const size_t end[3], float value[3])
{
    __m128i max = _mm_setzero_si128();
    __m128d halves[3];
    for (int k = 0; k < 3; k++) {
        const limb__window_decimal d =
            limb__window_decimal_at(text + begin, text + end[k], stop >> begin);
        if (!limb__window_halves(d, &max, &halves[k])) return false;
        begin = end[k] + 1;
    }
    const __m128d first =
        _mm_add_pd(_mm_unpacklo_pd(halves[0], halves[1]), _mm_unpackhi_pd(halves[0], halves[1]));
    const __m128d last = _mm_add_pd(halves[2], _mm_unpackhi_pd(halves[2], halves[2]));
    const __m128 word = _mm_shuffle_ps(_mm_castpd_ps(first), _mm_castpd_ps(last), 0x08);
    if (!limb__window_are_digits(max) || limb__window_is_near_half(_mm_castps_si128(word)))
        return false;
    _mm_storel_pi((__m64 *)(void *)value, _mm_cvtpd_ps(first));
    _mm_store_ss(value + 2, _mm_cvtpd_ps(last));
    return true;
}

//---- indices -------------------------------------------------------------------------------------

// Returns up to LIMB__WINDOW_DIGITS digits of the text.
typedef struct limb__window_number {
    const char *end;
    size_t length;
} limb__window_number;

LIMB__INLINE int64_t limb__window_word(const char *text)
{
    int64_t word;
    memcpy(&word, text, 8);
    return word;
}

// Converts two numbers to groups of four digits: each is moved to the end of its eight bytes.
LIMB__INLINE __m128i limb__window_two(limb__window_number a, limb__window_number b)
{
    const uint64_t *const keep = limb__window_table.index_digits;
    const __m128i digit =
        _mm_and_si128(_mm_set_epi64x(limb__window_word(b.end - 8), limb__window_word(a.end - 8)),
                      _mm_set_epi64x((int64_t)keep[b.length], (int64_t)keep[a.length]));
    return limb__window_fours(digit);
}

// The same if 1 or 2 bytes separate the numbers.
LIMB__INLINE __m128i limb__window_pair(limb__window_number a, limb__window_number b, int gap)
{
#ifdef __SSSE3__
    const __m128i place =
        limb__window_load(limb__window_table.pair_place[gap - 1][a.length][b.length]);
    const __m128i digit = _mm_shuffle_epi8(limb__window_load(b.end - 16), place);
    return limb__window_fours(_mm_and_si128(digit, limb__window_load(limb__window_table.low_half)));
#else
    (void)gap;
    return limb__window_two(a, b);
#endif
}

// Returns the values of four numbers; 0 for one without digits.
LIMB__INLINE __m128i limb__window_indices(limb__window_number a, limb__window_number b,
                                          limb__window_number c, limb__window_number d)
{
    return limb__window_eights(limb__window_two(a, b), limb__window_two(c, d));
}

#endif
#endif
