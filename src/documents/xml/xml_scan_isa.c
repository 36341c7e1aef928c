// The census of a text: how many '<' and '=' it holds, and whether there is a '$'; compiled once
// per instruction set.
//
// Counts are kept per byte lane (a match is -1, so subtracting counts it) and summed before a lane
// can overflow at 255.
#include "documents/xml/marks.h"
#include "documents/xml/xml_scan.h"

static size_t census_groups(limb__census *census, const char *text, size_t size, char *copy);
uint32_t *LIMB__FOR_ISA(limb__mark_groups)(limb__marks *marks, const char *p, uint32_t at,
                                           size_t size, uint32_t *out);

const limb__xml_scanner LIMB__FOR_ISA(limb__xml_scanner) = {census_groups,
                                                            LIMB__FOR_ISA(limb__mark_groups)};

#if defined(__AVX2__)

#include <immintrin.h>

static size_t sum_of(__m256i bytes)
{
    const __m256i sum = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
    const __m128i half =
        _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    return (size_t)_mm_cvtsi128_si64(half) + (size_t)_mm_extract_epi64(half, 1);
}

static size_t census_groups(limb__census *census, const char *text, size_t size, char *copy)
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

#elif LIMB__BLOCK_VECTORS

// Takes whole groups of blocks only; returns how many bytes that were.
static size_t census_groups(limb__census *census, const char *text, size_t size, char *copy)
{
    enum { GROUP = LIMB__CENSUS_GROUP, ROUND_MAX = 255 / (GROUP / LIMB__BLOCK_SIZE) };
    size_t ngroup = size / GROUP;
    const char *p = text;
    limb__block dollar = limb__block_zero();
    while (ngroup > 0) {
        limb__block less = limb__block_zero();
        limb__block equal = limb__block_zero();
        const size_t round = ngroup < ROUND_MAX ? ngroup : ROUND_MAX;
        for (const char *stop = p + round * GROUP; p != stop; p += GROUP) {
            for (int i = 0; i < GROUP; i += LIMB__BLOCK_SIZE) {
                const limb__block block = limb__block_load(p + i);
                less = limb__block_subtract(less, limb__block_equal(block, '<'));
                equal = limb__block_subtract(equal, limb__block_equal(block, '='));
                dollar = limb__block_or(dollar, limb__block_equal(block, '$'));
            }
            if (copy) memcpy(copy + (p - text), p, GROUP);
        }
        census->nless += limb__block_sum(less);
        census->nequal += limb__block_sum(equal);
        ngroup -= round;
    }
    if (limb__block_set(dollar)) census->has_dollar = true;
    return (size_t)(p - text);
}

#else

static size_t census_groups(limb__census *census, const char *text, size_t size, char *copy)
{
    const size_t whole = size / LIMB__CENSUS_GROUP * LIMB__CENSUS_GROUP;
    for (size_t i = 0; i < whole; i++) {
        census->nless += text[i] == '<';
        census->nequal += text[i] == '=';
        census->has_dollar |= text[i] == '$';
    }
    if (copy && whole > 0) memcpy(copy, text, whole);
    return whole;
}

#endif
