// Parses white-space separated lists of numbers in mesh text, such as COLLADA's arrays and indices.
#ifndef LIMB_MESH_FILES_SCAN_LIST_H
#define LIMB_MESH_FILES_SCAN_LIST_H

#include "base/isa.h"

// Both parse at most capacity numbers from *at and return how many they parsed. *at is then end, or
// the next word, which is not a number unless capacity was reached. At least LIMB__WINDOW_BEFORE
// bytes must be readable before *at.

// Parses each number as limb__scan_float does.
int limb__scan_floats(const char **at, const char *end, float *value, int capacity);
// Parses each number as limb__scan_int does. A negative number becomes UINT32_MAX, one of
// UINT32_MAX - 1 or more becomes UINT32_MAX - 1.
int limb__scan_indices(const char **at, const char *end, uint32_t *value, int capacity);

// The same with one instruction set.
typedef struct limb__list_scanner {
    int (*floats)(const char **at, const char *end, float *value, int capacity);
    int (*indices)(const char **at, const char *end, uint32_t *value, int capacity);
} limb__list_scanner;
LIMB__ISA_TABLES(limb__list_scanner)

#endif
