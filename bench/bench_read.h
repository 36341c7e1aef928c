// The reading benchmark's input, shared with the adapters of the peers.
#ifndef LIMB_BENCH_READ_H
#define LIMB_BENCH_READ_H

#include "bench.h"

typedef struct limb_bench_text {
    const char *text; // with a NUL after it
    size_t size;
} limb_bench_text;

#ifdef __cplusplus
extern "C" {
#endif
limb_bench_fn limb_bench_read_urdfdom; // urdf::parseURDF, its model released again
limb_bench_fn limb_bench_read_expat;   // all elements, attributes and text counted
#ifdef __cplusplus
}
#endif

#endif
