// The generated calls of test_null.
#ifndef LIMB_TEST_NULL_CALLS_H
#define LIMB_TEST_NULL_CALLS_H

#include "project/const_objects.h"

typedef struct null_call {
    const char *function;
    const char *how; // "NULL for opts", "strict and keep_broken"
    void (*call)(const shared *s, own *o);
} null_call;

extern const null_call null_calls[];
extern const int nnull_call;

#endif
