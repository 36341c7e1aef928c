// Finding marks with AVX2: the same as in marks.c, 32 bytes at a time.
#include "xml/marks.h"

#if defined(LIMB_HAS_AVX2) && !defined(LIMB_NO_SIMD)

#include <immintrin.h>

enum { GROUP = 64 };

// Bytes that are < & " ' or tab, line feed, carriage return. The low four bits of a byte pick its
// only candidate from a table; a byte above ASCII picks 0 and is none. Entry 0 is a byte that
// cannot pick it.
static inline __m256i known_of(__m256i block)
{
    const __m256i table = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(1, 0, '"', 0, 0, 0, '&', '\'', 0, '\t', '\n', 0, '<', '\r', 0, 0));
    return _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, block), block);
}

// Control characters and, as negative numbers, all bytes above ASCII. Of these the known ones are
// white space and the others odd; of the rest the known ones are marks.
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

__attribute__((target("avx2,bmi"))) uint32_t *
limb__marks_groups_avx2(limb__marks *marks, const char *p, uint32_t at, size_t size, uint32_t *out)
{
    __m256i odd = _mm256_setzero_si256();
    for (const char *end = p + size; p < end; p += GROUP, at += GROUP) {
        const __m256i *block = (const __m256i *)(const void *)p;
        uint64_t bits = marks_of(_mm256_loadu_si256(block), &odd) |
                        (uint64_t)marks_of(_mm256_loadu_si256(block + 1), &odd) << 32;
        uint32_t *const stop = out + _mm_popcnt_u64(bits);
        for (; bits; out += 8) {
            for (int i = 0; i < 8; i++) {
                out[i] = at + (uint32_t)_tzcnt_u64(bits); // 64 when there is none
                bits = _blsr_u64(bits);
            }
        }
        out = stop;
    }
    if (!_mm256_testz_si256(odd, odd)) marks->plain = false;
    return out;
}

#else

typedef int limb__marks_avx2_unused; // a file must not be empty

#endif
