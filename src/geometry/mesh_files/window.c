// Tables for parsing numbers by windows.
#include "geometry/mesh_files/window.h"

#if LIMB__WINDOWS
#define X       255
#define SOME(x) x, x, x, x, x, x, x, x
#define ALL(x)  SOME(x), SOME(x), SOME(x), SOME(x)
#define SIGNS(first, second, ...)                                                                  \
    {                                                                                              \
        {{__VA_ARGS__}, {first, second}},                                                          \
        {                                                                                          \
            {__VA_ARGS__},                                                                         \
            {                                                                                      \
                -(first), -(second)                                                                \
            }                                                                                      \
        }                                                                                          \
    }

// source of byte i of a pair: the first half ends with the first number, the second half
// with the second
#define FIRST(i, gap, a, b) (uint8_t)((i) >= 8 - (a) ? 8 + (i) - (b) - (gap) : 128)
#define SECOND(i, b)        ((i) >= 16 - (b) ? (i) : 128)
#define PLACES(gap, a, b)                                                                          \
    {                                                                                              \
        FIRST(0, gap, a, b), FIRST(1, gap, a, b), FIRST(2, gap, a, b), FIRST(3, gap, a, b),        \
            FIRST(4, gap, a, b), FIRST(5, gap, a, b), FIRST(6, gap, a, b), FIRST(7, gap, a, b),    \
            SECOND(8, b), SECOND(9, b), SECOND(10, b), SECOND(11, b), SECOND(12, b),               \
            SECOND(13, b), SECOND(14, b), SECOND(15, b)                                            \
    }
#define BY_SECOND(gap, a)                                                                          \
    {                                                                                              \
        PLACES(gap, a, 0), PLACES(gap, a, 1), PLACES(gap, a, 2), PLACES(gap, a, 3),                \
            PLACES(gap, a, 4), PLACES(gap, a, 5), PLACES(gap, a, 6), PLACES(gap, a, 7)             \
    }
#define BY_FIRST(gap)                                                                              \
    {                                                                                              \
        BY_SECOND(gap, 0), BY_SECOND(gap, 1), BY_SECOND(gap, 2), BY_SECOND(gap, 3),                \
            BY_SECOND(gap, 4), BY_SECOND(gap, 5), BY_SECOND(gap, 6), BY_SECOND(gap, 7)             \
    }

const limb__window_tables limb__window_table =
    {
        .point =
            {
                SIGNS(1e8, 1e0, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X),
                SIGNS(1e8, 1e0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                SIGNS(1e7, 1e-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, X),
                SIGNS(1e6, 1e-2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, X, X),
                SIGNS(1e5, 1e-3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, X, X, X),
                SIGNS(1e4, 1e-4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, X, X, X, X),
                SIGNS(1e3, 1e-5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, X, X, X, X, X),
                SIGNS(1e2, 1e-6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, X, X, X, X, X, X),
                SIGNS(1e1, 1e-7, 0, 0, 0, 0, 0, 0, 0, 0, 0, X, X, X, X, X, X, X),
                SIGNS(1e0, 1e-8, 0, 0, 0, 0, 0, 0, 0, 0, X, X, X, X, X, X, X, X),
                SIGNS(1e-1, 1e-9, 0, 0, 0, 0, 0, 0, 0, X, X, X, X, X, X, X, X, X),
                SIGNS(1e-2, 1e-10, 0, 0, 0, 0, 0, 0, X, X, X, X, X, X, X, X, X, X),
                SIGNS(1e-3, 1e-11, 0, 0, 0, 0, 0, X, X, X, X, X, X, X, X, X, X, X),
                SIGNS(1e-4, 1e-12, 0, 0, 0, 0, X, X, X, X, X, X, X, X, X, X, X, X),
                SIGNS(1e-5, 1e-13, 0, 0, 0, X, X, X, X, X, X, X, X, X, X, X, X, X),
                SIGNS(1e-6, 1e-14, 0, 0, X, X, X, X, X, X, X, X, X, X, X, X, X, X),
                SIGNS(1e-7, 1e-15, 0, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X),
            },
        .last_bytes = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                       X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X},
        .index_digits = {0, 0x0f00000000000000, 0x0f0f000000000000, 0x0f0f0f0000000000,
                         0x0f0f0f0f00000000, 0x0f0f0f0f0f000000, 0x0f0f0f0f0f0f0000,
                         0x0f0f0f0f0f0f0f00},
        .pair_place = {BY_FIRST(1), BY_FIRST(2)},
        .twos = {2561, 2561, 2561, 2561, 2561, 2561, 2561, 2561},
        .before = {255, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14},
        .blank = {ALL(' ')},
        .full_stop = {ALL('.')},
        .to_top = {ALL(127 - '9')},
        .below_top = {ALL(127 - 10)},
        .low_half = {ALL(15)},
        .zero = {ALL('0')},
        .nine = {ALL(9)},
        .near_step = {16, 16, 16, 16},
        .near_bits = {0x1fffffe0, 0x1fffffe0, 0x1fffffe0, 0x1fffffe0},
        .half = {0x10000000, 0x10000000, 0x10000000, 0x10000000},
};
#undef X
#undef SOME
#undef ALL
#undef SIGNS
#undef FIRST
#undef SECOND
#undef PLACES
#undef BY_SECOND
#undef BY_FIRST
#endif
