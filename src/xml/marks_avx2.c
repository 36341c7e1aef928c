// Finding marks with AVX2: the same as in marks.c, 32 bytes at a time.
#include "xml/marks.h"

#if defined(LIMB_HAS_AVX2) && !defined(LIMB_NO_SIMD)

#include <immintrin.h>

enum { GROUP = 64 };

// The high bit of each byte that is < & " or '. The low four bits of a byte pick its only candidate
// from a table; a byte above ASCII picks 0 and is none. Entry 0 is a byte that cannot pick it.
static inline __m256i marks_of(__m256i block)
{
    const __m256i table = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(1, 0, '"', 0, 0, 0, '&', '\'', 0, 0, 0, 0, '<', 0, 0, 0));
    return _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, block), block);
}

// Control characters but tab, line feed and carriage return, and all bytes above ASCII.
static inline __m256i odd_of(__m256i block)
{
    const __m256i table = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(1, 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0));
    const __m256i low = _mm256_cmpgt_epi8(_mm256_set1_epi8(0x20), block);
    const __m256i gap = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, block), block);
    return _mm256_andnot_si256(gap, low);
}

__attribute__((target("avx2,bmi"))) uint32_t *
limb__marks_groups_avx2(limb__marks *marks, uint32_t at, uint32_t end, uint32_t *out)
{
    __m256i odd = _mm256_setzero_si256();
    for (; at < end; at += GROUP) {
        const __m256i *p = (const __m256i *)(const void *)(marks->text + at);
        const __m256i first = _mm256_loadu_si256(p);
        const __m256i second = _mm256_loadu_si256(p + 1);
        odd = _mm256_or_si256(odd, _mm256_or_si256(odd_of(first), odd_of(second)));
        uint64_t bits = (uint64_t)(uint32_t)_mm256_movemask_epi8(marks_of(first)) |
                        (uint64_t)(uint32_t)_mm256_movemask_epi8(marks_of(second)) << 32;
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
