// Finds marks in whole groups of bytes; compiled once per instruction set.
#include "documents/xml/marks.h"

#include "documents/xml/xml_scan.h"

uint32_t *LIMB__FOR_ISA(limb__mark_groups)(limb__marks *marks, const char *p, uint32_t at,
                                           size_t size, uint32_t *out);

enum { GROUP = 64 };

#if defined(__AVX2__)

#include <immintrin.h>

// Returns the bytes that are < & " ' or tab, line feed, carriage return. The low four bits of a
// byte select its only candidate from a table; a byte above ASCII selects 0 and does not match.
// Entry 0 is a byte that cannot select it.
static inline __m256i known_of(__m256i block)
{
    const __m256i table = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(1, 0, '"', 0, 0, 0, '&', '\'', 0, '\t', '\n', 0, '<', '\r', 0, 0));
    return _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, block), block);
}

// Returns control characters and, as negative numbers, all bytes above ASCII. Known bytes among
// these are white space, others are irregular; known bytes among the rest are marks.
static inline __m256i low_of(__m256i block)
{
    return _mm256_cmpgt_epi8(_mm256_set1_epi8(0x20), block);
}

static inline uint32_t marks_of(__m256i block, __m256i *odd)
{
    const __m256i known = known_of(block);
    const __m256i low = low_of(block);
    *odd = _mm256_or_si256(*odd, _mm256_andnot_si256(known, low));
    return (uint32_t)_mm256_movemask_epi8(_mm256_andnot_si256(low, known));
}

uint32_t *LIMB__FOR_ISA(limb__mark_groups)(limb__marks *marks, const char *p, uint32_t at,
                                           size_t size, uint32_t *out)
{
    __m256i odd = _mm256_setzero_si256();
    for (const char *end = p + size; p < end; p += GROUP, at += GROUP) {
        const __m256i *block = (const __m256i *)(const void *)p;
        uint64_t bits = marks_of(_mm256_loadu_si256(block), &odd) |
                        (uint64_t)marks_of(_mm256_loadu_si256(block + 1), &odd) << 32;
        uint32_t *const stop = out + _mm_popcnt_u64(bits);
        for (; bits; out += 8) {
            for (int i = 0; i < 8; i++) {
                out[i] = at + (uint32_t)_tzcnt_u64(bits); // 64 if there is none
                bits = _blsr_u64(bits);
            }
        }
        out = stop;
    }
    if (!_mm256_testz_si256(odd, odd)) marks->plain = false;
    return out;
}

#elif LIMB__BLOCK_VECTORS

// Returns bytes in low..high, for ASCII bounds, in two operations.
static inline limb__block in_range(limb__block block, char low, char high)
{
    const limb__block top = limb__block_add(block, (char)(0x7f - high));
    return limb__block_above(top, (char)(0x7f - (high - low) - 1));
}

static inline limb__block marks_of(limb__block block)
{
    const limb__block quote =
        limb__block_or(in_range(block, '&', '\''), limb__block_equal(block, '"'));
    return limb__block_or(quote, limb__block_equal(block, '<'));
}

// Bytes below a space as signed numbers are control characters and all bytes above ASCII.
static inline limb__block odd_of(limb__block block)
{
    const limb__block low = limb__block_below(block, 0x20);
    const limb__block gap =
        limb__block_or(in_range(block, '\t', '\n'), limb__block_equal(block, '\r'));
    return limb__block_without(low, gap);
}

// Writes eight positions at a time, even if fewer are needed, which is faster than a branch.
uint32_t *LIMB__FOR_ISA(limb__mark_groups)(limb__marks *marks, const char *p, uint32_t at,
                                           size_t size, uint32_t *out)
{
    limb__block odd = limb__block_zero();
    for (const char *end = p + size; p < end; p += GROUP, at += GROUP) {
        limb__block count = limb__block_zero(); // per lane
        uint64_t bits = 0;
        for (int i = 0; i < 4; i++) {
            const limb__block block = limb__block_load(p + i * LIMB__BLOCK_SIZE);
            const limb__block mark = marks_of(block);
            odd = limb__block_or(odd, odd_of(block));
            count = limb__block_subtract(count, mark);
            bits |= (uint64_t)limb__block_set(mark) << i * LIMB__BLOCK_SIZE;
        }
        uint32_t *const stop = out + limb__block_sum(count);
        for (; bits; out += 8) {
            for (int i = 0; i < 8; i++) {
                out[i] = at + (uint32_t)__builtin_ctzll(bits | (uint64_t)1 << 63);
                bits &= bits - 1;
            }
        }
        out = stop;
    }
    if (limb__block_set(odd)) marks->plain = false;
    return out;
}

#else

uint32_t *LIMB__FOR_ISA(limb__mark_groups)(limb__marks *marks, const char *p, uint32_t at,
                                           size_t size, uint32_t *out)
{
    for (const char *end = p + size; p < end; p++, at++) {
        if (*p == '<' || *p == '&' || *p == '"' || *p == '\'')
            *out++ = at;
        else if ((unsigned char)(*p - 0x20) >= 0x60 && *p != '\n' && *p != '\t' && *p != '\r')
            marks->plain = false;
    }
    return out;
}

#endif
