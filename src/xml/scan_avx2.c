// The census with AVX2: the same as in scan.c, 32 bytes at a time.
#include "xml/scan.h"

#if defined(LIMB_HAS_AVX2) && !defined(LIMB_NO_SIMD)

#include <immintrin.h>

static size_t sum_of(__m256i bytes)
{
    const __m256i sum = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
    const __m128i half =
        _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    return (size_t)_mm_cvtsi128_si64(half) + (size_t)_mm_extract_epi64(half, 1);
}

size_t limb__census_groups_avx2(limb__census *census, const char *text, size_t size, char *copy)
{
    enum { GROUP = LIMB__CENSUS_GROUP, ROUND_MAX = 255 / (GROUP / 32) };
    size_t ngroup = size / GROUP;
    const char *p = text;
    __m256i dollar = _mm256_setzero_si256();
    while (ngroup > 0) {
        __m256i less = _mm256_setzero_si256();
        __m256i equal = _mm256_setzero_si256();
        const size_t round = ngroup < ROUND_MAX ? ngroup : ROUND_MAX;
        for (const char *stop = p + round * GROUP; p != stop; p += GROUP) {
            for (int i = 0; i < GROUP; i += 32) {
                const __m256i block = _mm256_loadu_si256((const __m256i *)(const void *)(p + i));
                if (copy) _mm256_storeu_si256((__m256i *)(void *)(copy + (p - text) + i), block);
                less = _mm256_sub_epi8(less, _mm256_cmpeq_epi8(block, _mm256_set1_epi8('<')));
                equal = _mm256_sub_epi8(equal, _mm256_cmpeq_epi8(block, _mm256_set1_epi8('=')));
                dollar = _mm256_or_si256(dollar, _mm256_cmpeq_epi8(block, _mm256_set1_epi8('$')));
            }
        }
        census->nless += sum_of(less);
        census->nequal += sum_of(equal);
        ngroup -= round;
    }
    if (!_mm256_testz_si256(dollar, dollar)) census->has_dollar = true;
    return (size_t)(p - text);
}

#else

typedef int limb__scan_avx2_unused; // a file must not be empty

#endif
