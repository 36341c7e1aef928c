// Searching text for the bytes that matter to XML, a block at a time.
//
// No function reads at or past end; the last bytes of the text are looked at one by one.
#ifndef LIMB_XML_XML_SCAN_H
#define LIMB_XML_XML_SCAN_H

#include "base/isa.h"
#include "documents/xml/block.h"
#include "documents/xml/xml.h"

#include <string.h>

// Returns whether the character may separate markup. These include control characters, which have
// already been reported.
static inline bool limb__is_gap(char c)
{
    return (unsigned char)c <= 0x20;
}

static inline bool limb__is_letter(char c)
{
    return ((unsigned char)c | 0x20u) - 'a' < 26u;
}

// Returns true for the ASCII bytes of a name, except ':'.
static inline bool limb__is_name_byte(char c)
{
    return limb__is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

// Bytes that are not white space, and that are not name bytes.
static inline limb__block_bits limb__block_solid(limb__block block)
{
    return limb__block_unset(limb__block_range(block, 0, 0x20));
}

static inline limb__block_bits limb__block_not_name(limb__block block)
{
    const limb__block letter = limb__block_range(limb__block_lower(block), 'a', 'z');
    const limb__block digit = limb__block_range(block, '0', '9');
    const limb__block dash = limb__block_range(block, '-', '.');
    const limb__block line = limb__block_equal(block, '_');
    return limb__block_unset(
        limb__block_or(limb__block_or(letter, digit), limb__block_or(dash, line)));
}

// Returns the first byte of [p, end) that is not white space, or end.
static inline const char *limb__scan_gap(const char *p, const char *end)
{
    for (; end - p >= LIMB__BLOCK_SIZE; p += LIMB__BLOCK_SIZE) {
        const limb__block_bits bits = limb__block_solid(limb__block_load(p));
        if (bits) return p + limb__block_first(bits);
    }
    while (p < end && limb__is_gap(*p))
        p++;
    return p;
}

// Returns the first byte that is not a name byte, or end.
const char *limb__scan_long_name(const char *p, const char *end);

static inline const char *limb__scan_name(const char *p, const char *end)
{
    // nearly all names end within one block
    if (end - p >= LIMB__BLOCK_SIZE) {
        const limb__block_bits bits = limb__block_not_name(limb__block_load(p));
        if (bits) return p + limb__block_first(bits);
    }
    return limb__scan_long_name(p, end);
}

// [p, stop) is white space; end bounds what may be read.
static inline bool limb__is_all_gap(const char *p, const char *stop, const char *end)
{
    const size_t size = (size_t)(stop - p);
    if (size <= LIMB__BLOCK_SIZE && end - p >= LIMB__BLOCK_SIZE) {
        return limb__block_head(limb__block_solid(limb__block_load(p)), size) == 0;
    }
    return limb__scan_gap(p, stop) == stop;
}

// [p, stop) is all name bytes; end bounds what may be read.
static inline bool limb__is_all_name(const char *p, const char *stop, const char *end)
{
    const size_t size = (size_t)(stop - p);
    if (size <= LIMB__BLOCK_SIZE && end - p >= LIMB__BLOCK_SIZE) {
        return limb__block_head(limb__block_not_name(limb__block_load(p)), size) == 0;
    }
    return limb__scan_name(p, stop) == stop;
}

// First byte that is neither ASCII text nor tab, line feed or carriage return; or end.
static inline const char *limb__scan_special(const char *p, const char *end)
{
    for (; end - p >= LIMB__BLOCK_SIZE; p += LIMB__BLOCK_SIZE) {
        const limb__block block = limb__block_load(p);
        const limb__block text = limb__block_range(block, 0x20, 0x7f);
        const limb__block tab = limb__block_range(block, '\t', '\n');
        const limb__block plain =
            limb__block_or(limb__block_or(text, tab), limb__block_equal(block, '\r'));
        const limb__block_bits bits = limb__block_unset(plain);
        if (bits) return p + limb__block_first(bits);
    }
    while (p < end &&
           ((*p >= 0x20 && (unsigned char)*p <= 0x7f) || *p == '\t' || *p == '\n' || *p == '\r')) {
        p++;
    }
    return p;
}

// Equal bytes; end bounds both texts, whose blocks may be read up to there.
static inline bool limb__same_bytes(const char *a, const char *b, size_t size, const char *end)
{
#if LIMB__BLOCK_VECTORS
    if (size <= LIMB__BLOCK_SIZE && end - a >= LIMB__BLOCK_SIZE && end - b >= LIMB__BLOCK_SIZE) {
        const limb__block_bits differ =
            limb__block_differ(limb__block_load(a), limb__block_load(b));
        return limb__block_head(differ, size) == 0;
    }
#else
    (void)end;
#endif
    return memcmp(a, b, size) == 0;
}

enum { LIMB__CENSUS_GROUP = 64 };

struct limb__marks;

// What looks at many bytes at once, with one instruction set. Both take whole groups of 64 bytes.
typedef struct limb__xml_scanner {
    // counts into the census; returns how many bytes were taken
    size_t (*census)(limb__census *census, const char *text, size_t size, char *copy);
    // marks of size bytes at p into out; p is the place at of the text. Returns the place after
    // the last one
    uint32_t *(*marks)(struct limb__marks *marks, const char *p, uint32_t at, size_t size,
                       uint32_t *out);
} limb__xml_scanner;
LIMB__ISA_TABLES(limb__xml_scanner)

limb__census limb__xml_census_by(const char *text, size_t size, char *copy,
                                 const limb__xml_scanner *scanner);

#endif
