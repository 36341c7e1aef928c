// Compares the fast, windowed reading of number lists with the readers of single numbers.
#include "geometry/mesh_files/scan.h"
#include "geometry/mesh_files/scan_list.h"
#include "geometry/mesh_files/window.h"
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 400 };

// a text with nothing readable before what windows need and after its end, for ASan to see
typedef struct text {
    char *block;
    const char *begin, *end;
} text;

static text make_text(const char *content, size_t size)
{
    text t = {.block = malloc(LIMB__WINDOW_BEFORE + size)};
    ENSURE(t.block != NULL);
    memset(t.block, '1', LIMB__WINDOW_BEFORE); // digits, which must not count
    memcpy(t.block + LIMB__WINDOW_BEFORE, content, size);
    t.begin = t.block + LIMB__WINDOW_BEFORE;
    t.end = t.begin + size;
    return t;
}

static void compare_floats(const char *content, size_t size, int capacity)
{
    text t = make_text(content, size);
    static float expected[MOST], read[MOST];
    int nexpected = 0;
    const char *at = limb__scan_space(t.begin, t.end);
    while (at < t.end && nexpected < capacity) {
        const char *stop = limb__scan_float(at, t.end, &expected[nexpected]);
        if (!stop) break;
        nexpected++;
        at = limb__scan_space(stop, t.end);
    }
    for (limb_isa isa = LIMB_ISA_PORTABLE; isa <= LIMB_ISA_NEON; isa++) {
        if (limb__isa_choose(isa) != isa) continue;
        const char *reached = t.begin;
        const int nread = limb__list_scanner_of(isa)->floats(&reached, t.end, read, capacity);
        ENSURE_INT(nread, nexpected);
        ENSURE_INT(reached - t.begin, at - t.begin);
        ENSURE(memcmp(read, expected, (size_t)nexpected * sizeof *read) == 0);
    }
    free(t.block);
}

static void compare_indices(const char *content, size_t size, int capacity)
{
    text t = make_text(content, size);
    static uint32_t expected[MOST], read[MOST];
    int nexpected = 0;
    const char *at = limb__scan_space(t.begin, t.end);
    while (at < t.end && nexpected < capacity) {
        int64_t value;
        const char *stop = limb__scan_int(at, t.end, &value);
        if (!stop) break;
        expected[nexpected++] = value < 0                  ? UINT32_MAX
                                : value > UINT32_MAX - 1LL ? UINT32_MAX - 1
                                                           : (uint32_t)value;
        at = limb__scan_space(stop, t.end);
    }
    for (limb_isa isa = LIMB_ISA_PORTABLE; isa <= LIMB_ISA_NEON; isa++) {
        if (limb__isa_choose(isa) != isa) continue;
        const char *reached = t.begin;
        const int nread = limb__list_scanner_of(isa)->indices(&reached, t.end, read, capacity);
        ENSURE_INT(nread, nexpected);
        ENSURE_INT(reached - t.begin, at - t.begin);
        ENSURE(memcmp(read, expected, (size_t)nexpected * sizeof *read) == 0);
    }
    free(t.block);
}

static unsigned random_below(unsigned *state, unsigned count)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % count;
}

// Words with white space between them: usual ones, one in `odd` of them not.
static size_t random_list(unsigned *state, char *out, bool whole_numbers, unsigned odd)
{
    static const char *const unusual[] = {"1e5",
                                          "-2.5e-07",
                                          "+1",
                                          "12345678",
                                          "123456789012345678901",
                                          "-3",
                                          "0",
                                          "-0",
                                          "0.12345678901234567",
                                          "99999.999999999999",
                                          "4294967295",
                                          "4294967296",
                                          "00000001",
                                          "1e-40",
                                          "1e39"};
    static const char *const wrong[] = {"x", "1.2.3", "-", ".", "1,5", "1-2", "--1", "1e", "1.5x"};
    static const char *const gap[] = {"  ", "\n", "\r\n", "\t", "\n      ", " \n"};
    size_t size = 0;
    const unsigned count = random_below(state, 120);
    for (unsigned i = 0; i < count; i++) {
        if (random_below(state, odd * 8) == 0)
            size += (size_t)sprintf(out + size, "%s", wrong[random_below(state, 9)]);
        else if (random_below(state, odd) == 0)
            size += (size_t)sprintf(out + size, "%s", unusual[random_below(state, 15)]);
        else if (whole_numbers)
            size += (size_t)sprintf(out + size, "%u",
                                    random_below(state, 1u << random_below(state, 24)));
        else
            size += (size_t)sprintf(out + size, "%.*f", (int)random_below(state, 10),
                                    ((double)random_below(state, 1u << 20) - (1 << 19)) / 65536);
        size += (size_t)sprintf(out + size, "%s",
                                random_below(state, odd) ? " " : gap[random_below(state, 6)]);
    }
    return size;
}

TEST(lists_are_read_like_single_numbers)
{
    static char content[8192];
    unsigned state = 3;
    for (int i = 0; i < 4000; i++) {
        const unsigned odd = i % 3 == 0 ? 4 : i % 3 == 1 ? 40 : 4000;
        size_t size = random_list(&state, content, false, odd);
        const int capacity = i % 4 ? MOST : (int)random_below(&state, 120);
        compare_floats(content, size, capacity);
        size = random_list(&state, content, true, odd);
        compare_indices(content, size, capacity);
        compare_floats(content, size, capacity);
    }
}

// lists of every length, cut after every byte, so that each number occurs at each position
// of a window
TEST(lists_may_end_anywhere)
{
    static const char floats[] =
        "0.25 -1.5 12.125 0.000001 3 -4 5.5 .5 7. 0.1234567 -0.7654321 1 2 3 4 5 6 7 8 9 10 11.25 "
        "0.333333343 -0.666666687 1.00000012 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0 1.1 1.2 1.3";
    static const char indices[] =
        "1 22 333 4444 55555 666666 7777777 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 "
        "21 "
        "22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 100 1000 10000 100000 1000000 0";
    for (size_t i = 0; i < sizeof floats; i++)
        compare_floats(floats, i, MOST);
    for (size_t i = 0; i < sizeof indices; i++)
        compare_indices(indices, i, MOST);
    for (size_t i = 0; i < 120; i++) {
        compare_floats(floats + i, sizeof floats - 1 - i, MOST);
        compare_indices(indices + i, sizeof indices - 1 - i, MOST);
    }
}
