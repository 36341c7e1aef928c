// Lists of numbers out of mesh text, with white space between them: what COLLADA's arrays
// and indices are.
#ifndef LIMB_MESH_FILES_SCAN_LIST_H
#define LIMB_MESH_FILES_SCAN_LIST_H

#include "base/isa.h"

// Both read numbers from *at on, at most capacity, and return how many. *at is then the next word,
// where no number begins unless capacity was reached, or end. At least LIMB__WINDOW_BEFORE bytes
// are readable before *at.

// As limb__scan_float.
int limb__scan_floats(const char **at, const char *end, float *value, int capacity);
// As limb__scan_int; UINT32_MAX means any negative one, UINT32_MAX - 1 for all as large or larger.
int limb__scan_indices(const char **at, const char *end, uint32_t *value, int capacity);

// The same with one instruction set.
typedef struct limb__list_scanner {
    int (*floats)(const char **at, const char *end, float *value, int capacity);
    int (*indices)(const char **at, const char *end, uint32_t *value, int capacity);
} limb__list_scanner;
LIMB__ISA_TABLES(limb__list_scanner)

#endif
