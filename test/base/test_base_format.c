#include "base/format.h"
#include "harness.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

// both forms, with room for all of it, for a part and for nothing
#define SAME(...)                                                                                  \
    do {                                                                                           \
        char expected[200];                                                                        \
        char actual[200];                                                                          \
        const size_t rooms[] = {200, 7, 1};                                                        \
        for (size_t i = 0; i < 3; i++) {                                                           \
            memset(actual, '#', sizeof actual);                                                    \
            const int length = snprintf(expected, rooms[i], __VA_ARGS__);                          \
            ENSURE_INT(limb__format(actual, rooms[i], __VA_ARGS__), length);                       \
            ENSURE_TEXT(actual, expected);                                                         \
            ENSURE(rooms[i] == 200 || actual[rooms[i]] == '#');                                    \
        }                                                                                          \
        ENSURE_INT(limb__format(NULL, 0, __VA_ARGS__), snprintf(NULL, 0, __VA_ARGS__));            \
    } while (0)

TEST(the_form_is_that_of_printf)
{
    static const char open_ended[3] = {'a', 'b', 'c'}; // no NUL after it
    SAME("no conversion at all");
    SAME("%s", "");
    SAME("joint \"%s\": %s", "elbow", "axis has zero length");
    SAME("%.*s|%.*s|%.*s", 3, open_ended, 0, open_ended, 8, "short");
    SAME("%.*s", -1, "whole");
    SAME("%.3s|%.0s|%.100s|%.s", open_ended, "none", "short", "none");
    SAME("%d %d %d %d %d", 0, 7, -10, INT_MAX, INT_MIN);
    SAME("%u %u", 0u, UINT_MAX);
}

TEST(other_conversions_go_the_long_way)
{
    SAME("%zu of %lu, %ld", (size_t)123456789012u, 17ul, -5l);
    SAME("%s U+%04X %02x %c %%", "character", 0x1fu, 10u, 'x');
    SAME("%s %5d|%-5d|%.3d|%.*d", "width", 42, 42, 42, 3, 7);
}
