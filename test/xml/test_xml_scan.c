// Compares the searches of scan.h and marks.h with byte-by-byte search, on seeded random text with
// blocks at any alignment. test_xml_scan_portable.c runs the same without vector instructions.
#include "documents/xml/marks.h"
#include "documents/xml/xml_scan.h"
#include "harness.h"

#include <stdlib.h>

enum { ROUNDS = 4000, SIZE_MAX_BYTES = 300 };

// Mostly the byte that a search runs over, so that runs are long.
static size_t random_text(limb_test_rng *rng, char *text, const char *common)
{
    static const char rare[] = "<>&\"'=:/ \t\n\r_-.azAZ09@[`{\x7f\x80\xff\x01\x1f\0";
    const size_t size = (size_t)limb_test_below(rng, SIZE_MAX_BYTES);
    const int odds = 2 + limb_test_below(rng, 60);
    for (size_t i = 0; i < size; i++) {
        text[i] = limb_test_below(rng, odds) == 0
                      ? rare[limb_test_below(rng, (int)sizeof rare)]
                      : common[limb_test_below(rng, (int)strlen(common))];
    }
    return size;
}

// A text in a block of its own size, so that reading too far is caught.
static char *exact_copy(const char *text, size_t size)
{
    char *copy = malloc(size > 0 ? size : 1);
    ENSURE(copy != NULL);
    memcpy(copy, text, size);
    return copy;
}

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
}

static bool is_gap(char c)
{
    return (unsigned char)c <= ' ';
}

static bool is_plain(char c)
{
    return (unsigned char)c <= 0x7f &&
           ((unsigned char)c >= ' ' || c == '\t' || c == '\n' || c == '\r');
}

static const char *first_not(const char *p, const char *end, bool (*is)(char))
{
    while (p < end && is(*p))
        p++;
    return p;
}

TEST(searches_agree_with_single_bytes)
{
    limb_test_rng rng = {1};
    static const char *const common[] = {"abcXYZ019_-.", " \n\t", "0.123 -4"};
    char text[SIZE_MAX_BYTES];
    for (int i = 0; i < ROUNDS; i++) {
        const size_t size = random_text(&rng, text, common[i % 3]);
        char *copy = exact_copy(text, size);
        const char *end = copy + size;
        for (const char *p = copy; p <= end; p += 1 + limb_test_below(&rng, 9)) {
            const char *name = first_not(p, end, is_name);
            const char *gap = first_not(p, end, is_gap);
            ENSURE(limb__scan_name(p, end) == name);
            ENSURE(limb__scan_gap(p, end) == gap);
            ENSURE(limb__scan_special(p, end) == first_not(p, end, is_plain));
            const char *stop = p + limb_test_below(&rng, (int)(end - p) + 1);
            ENSURE(limb__is_all_name(p, stop, end) == (name >= stop));
            ENSURE(limb__is_all_gap(p, stop, end) == (gap >= stop));
        }
        free(copy);
    }
}

TEST(equal_bytes_are_found_among_others)
{
    limb_test_rng rng = {2};
    char text[SIZE_MAX_BYTES];
    for (int i = 0; i < ROUNDS; i++) {
        const size_t size = random_text(&rng, text, "ab");
        if (size < 2) continue;
        char *copy = exact_copy(text, size);
        const size_t a = (size_t)limb_test_below(&rng, (int)size);
        const size_t b = (size_t)limb_test_below(&rng, (int)size);
        const size_t room = size - (a > b ? a : b);
        const size_t count = (size_t)limb_test_below(&rng, (int)room + 1);
        ENSURE(limb__same_bytes(copy + a, copy + b, count, copy + size) ==
               (memcmp(copy + a, copy + b, count) == 0));
        free(copy);
    }
}

TEST(census_counts_and_copies)
{
    limb_test_rng rng = {3};
    enum { LONG = 40000 };
    char *text = malloc(LONG);
    char *copy = malloc(LONG + 1);
    ENSURE(text != NULL && copy != NULL);
    for (int i = 0; i < 200; i++) {
        const size_t size = (size_t)limb_test_below(&rng, i < 100 ? 200 : LONG);
        size_t nless = 0;
        size_t nequal = 0;
        for (size_t k = 0; k < size; k++) {
            // nearly all the same: lanes would overflow if they could
            text[k] = limb_test_below(&rng, 50) ? '<' : '=';
            nless += text[k] == '<';
            nequal += text[k] == '=';
        }
        for (limb_isa isa = LIMB_ISA_PORTABLE; isa <= LIMB_ISA_NEON; isa++) {
            if (limb__isa_choose(isa) != isa) continue;
            const limb__xml_scanner *scanner = limb__xml_scanner_of(isa);
            memset(copy, '#', LONG + 1);
            const limb__census census = limb__xml_census_by(text, size, copy, scanner);
            ENSURE(memcmp(copy, text, size) == 0 && copy[size] == '#');
            ENSURE_INT(census.nless, nless);
            ENSURE_INT(census.nequal, nequal);
            ENSURE(!census.has_dollar);
            if (size == 0) continue;
            char *at = &text[limb_test_below(&rng, (int)size)];
            const char before = *at;
            *at = '$';
            ENSURE(limb__xml_census_by(text, size, NULL, scanner).has_dollar);
            *at = before;
        }
    }
    free(copy);
    free(text);
}

TEST(marks_are_found)
{
    limb_test_rng rng = {4};
    enum { LONG = 3 * LIMB__MARKS_WINDOW };
    static limb__marks marks;
    char *text = malloc(LONG + 1);
    ENSURE(text != NULL);
    for (int i = 0; i < 2000; i++) {
        size_t size = 0;
        const size_t wanted = (size_t)limb_test_below(&rng, LONG - SIZE_MAX_BYTES);
        while (size < wanted)
            size += random_text(&rng, text + size, i % 2 ? "<\"'&" : "ab =\n");
        text[size] = 0;
        limb__marks_init(&marks, text, size);
        if (i % 4 < 2) marks.scanner = limb__xml_scanner_of(LIMB_ISA_PORTABLE);
        const char *end = text + size;
        bool plain = true;
        for (size_t k = 0; k < size; k++)
            plain = plain && is_plain(text[k]);
        const char *p = text;
        while (p < end) {
            const char *expected = p;
            while (expected < end && *expected != '<' && *expected != '&' && *expected != '"' &&
                   *expected != '\'') {
                expected++;
            }
            ENSURE(limb__marks_from(&marks, p) == expected);
            p = expected + 1 + (limb_test_below(&rng, 8) ? 0 : limb_test_below(&rng, 3000));
        }
        ENSURE(limb__marks_from(&marks, end) == end);
        ENSURE(marks.plain == plain);
    }
    free(text);
}
