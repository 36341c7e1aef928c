// What scan.h does not do in line: long names, and the census: how many '<' and '=' a text holds,
// and whether there is a '$'. A text that has to be copied is counted while it is in the registers.
//
// With SSE2 the counts are kept per byte lane (a match is -1, so subtracting counts it) and summed
// before a lane can overflow at 255.
#include "xml/scan.h"

static size_t census_groups(limb__census *census, const char *text, size_t size, char *copy);

limb__census limb__xml_census(const char *text, size_t size, char *copy)
{
    return limb__xml_census_by(text, size, copy, limb__xml_is_wide());
}

limb__census limb__xml_census_by(const char *text, size_t size, char *copy, bool wide)
{
    limb__census census = {0, 0, false};
    const size_t done = wide ? limb__census_groups_avx2(&census, text, size, copy)
                             : census_groups(&census, text, size, copy);
    // the rest is the beginning of a last group
    char last[LIMB__CENSUS_GROUP] = {0};
    if (done < size) memcpy(last, text + done, size - done);
    census_groups(&census, last, sizeof last, NULL);
    if (copy && done < size) memcpy(copy + done, last, size - done);
    return census;
}

#if defined(__SSE2__) && !defined(LIMB_NO_SIMD)

// Takes whole groups of blocks only; returns how many bytes that were.
static size_t census_groups(limb__census *census, const char *text, size_t size, char *copy)
{
    enum { GROUP = LIMB__CENSUS_GROUP, ROUND_MAX = 255 / (GROUP / LIMB__BLOCK_SIZE) };
    size_t ngroup = size / GROUP;
    const char *p = text;
    limb__block dollar = _mm_setzero_si128();
    while (ngroup > 0) {
        limb__block less = _mm_setzero_si128();
        limb__block equal = _mm_setzero_si128();
        const size_t round = ngroup < ROUND_MAX ? ngroup : ROUND_MAX;
        for (const char *stop = p + round * GROUP; p != stop; p += GROUP) {
            for (int i = 0; i < GROUP; i += LIMB__BLOCK_SIZE) {
                const limb__block block = limb__block_load(p + i);
                less = _mm_sub_epi8(less, limb__block_equal(block, '<'));
                equal = _mm_sub_epi8(equal, limb__block_equal(block, '='));
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

#if defined(LIMB_HAS_AVX2) && !defined(LIMB_NO_SIMD)

bool limb__xml_is_wide(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi");
}

#else

bool limb__xml_is_wide(void)
{
    return false;
}

size_t limb__census_groups_avx2(limb__census *census, const char *text, size_t size, char *copy)
{
    return census_groups(census, text, size, copy);
}

#endif

const char *limb__scan_long_name(const char *p, const char *end)
{
    for (; end - p >= LIMB__BLOCK_SIZE; p += LIMB__BLOCK_SIZE) {
        const limb__block_bits bits = limb__block_not_name(limb__block_load(p));
        if (bits) return p + limb__block_first(bits);
    }
    while (p < end && limb__is_name_byte(*p))
        p++;
    return p;
}
