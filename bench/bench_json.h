// JSON texts for limb's reader and cJSON's adapter.
#ifndef LIMB_BENCH_JSON_H
#define LIMB_BENCH_JSON_H

#include "bench.h"

typedef struct limb_bench_json {
    const char *text;
    size_t size;
} limb_bench_json;

void limb_bench_json_cjson(void *ctx); // takes a limb_bench_json

#endif
