// The census: counts and a first look at the characters, in one pass over whole blocks.
//
// With SSE2 the counts are kept per byte lane (a match is -1, so subtracting counts it) and summed
// before a lane can overflow at 255.
#include "xml/scan.h"

#if defined(__SSE2__) && !defined(LIMB_NO_SIMD)

enum { ROUND_MAX = 255 };

static size_t sum_lanes(__m128i lanes)
{
    const __m128i sum = _mm_sad_epu8(lanes, _mm_setzero_si128());
    return (size_t)_mm_cvtsi128_si32(sum) + (size_t)_mm_cvtsi128_si32(_mm_srli_si128(sum, 8));
}

// Takes whole blocks only; returns how many bytes that were.
static size_t census_blocks(limb__census *census, const char *text, size_t size)
{
    __m128i odd = _mm_setzero_si128();
    size_t at = 0;
    while (size - at >= LIMB__BLOCK_SIZE) {
        __m128i less = _mm_setzero_si128();
        __m128i equal = _mm_setzero_si128();
        for (int i = 0; i < ROUND_MAX && size - at >= LIMB__BLOCK_SIZE; i++) {
            const __m128i block = limb__block_load(text + at);
            less = _mm_sub_epi8(less, limb__block_equal(block, '<'));
            equal = _mm_sub_epi8(equal, limb__block_equal(block, '='));
            // below blank as a signed number: control characters and bytes above ASCII
            const __m128i low = _mm_cmplt_epi8(block, _mm_set1_epi8(0x20));
            const __m128i allowed =
                _mm_or_si128(limb__block_range(block, '\t', '\n'), limb__block_equal(block, '\r'));
            odd = _mm_or_si128(odd, _mm_andnot_si128(allowed, low));
            at += LIMB__BLOCK_SIZE;
        }
        census->nless += sum_lanes(less);
        census->nequal += sum_lanes(equal);
    }
    census->plain = limb__block_set(odd) == 0;
    return at;
}

#else

static size_t census_blocks(limb__census *census, const char *text, size_t size)
{
    (void)text;
    (void)size;
    census->plain = true;
    return 0;
}

#endif

limb__census limb__xml_census(const char *text, size_t size)
{
    limb__census census = {0, 0, true};
    size_t at = census_blocks(&census, text, size);
    if (census.plain) census.plain = limb__scan_special(text + at, text + size) == text + size;
    for (; at < size; at++) {
        census.nless += text[at] == '<';
        census.nequal += text[at] == '=';
    }
    return census;
}
