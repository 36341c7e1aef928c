// What scan.h does not do in line: long names, and the census: how many '<' and '=' a text holds,
// and whether there is a '$'. A text that has to be copied is counted while it is in the registers.
#include "documents/xml/xml_scan.h"

limb__census limb__xml_census(const char *text, size_t size, char *copy)
{
    const limb_isa isa = limb__isa_choose(LIMB_ISA_AUTO);
    return limb__xml_census_by(text, size, copy, limb__xml_scanner_of(isa));
}

limb__census limb__xml_census_by(const char *text, size_t size, char *copy,
                                 const limb__xml_scanner *scanner)
{
    limb__census census = {0, 0, false};
    const size_t done = scanner->census(&census, text, size, copy);
    // the rest is the beginning of a last group
    char last[LIMB__CENSUS_GROUP] = {0};
    if (done < size) memcpy(last, text + done, size - done);
    scanner->census(&census, last, sizeof last, NULL);
    if (copy && done < size) memcpy(copy + done, last, size - done);
    return census;
}

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
