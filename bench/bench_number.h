// The number benchmark's input, shared with the adapter of the C++ library.
#ifndef LIMB_BENCH_NUMBER_H
#define LIMB_BENCH_NUMBER_H

#include "bench.h"

enum { LIMB_BENCH_NUMBERS = 4096 };

// The same numbers as values and as text: item i is text[begin[i]] .. text[begin[i + 1]], the blank
// after it included; a NUL ends the whole.
typedef struct limb_bench_numbers {
    double value[LIMB_BENCH_NUMBERS];
    int begin[LIMB_BENCH_NUMBERS + 1];
    char text[LIMB_BENCH_NUMBERS * 32];
} limb_bench_numbers;

#ifdef __cplusplus
extern "C" {
#endif
limb_bench_fn limb_bench_from_chars;
limb_bench_fn limb_bench_to_chars;
#ifdef __cplusplus
}
#endif

#endif
