// Similar findings, for output that people read.
#ifndef LIMB_DIAG_ALIKE_H
#define LIMB_DIAG_ALIKE_H

#include "limb/diag.h"

typedef struct limb__alike {
    const limb_allocator *memory;
    const limb_report *report;
    int *kind; // slot of each finding, -1: unlike any other; NULL: no memory, all
               // findings are unique
    struct limb__kind_slot *slot;
    uint32_t nslot;
} limb__alike;

// Findings below the minimum severity are ignored.
void limb__alike_init(limb__alike *alike, const limb_report *report, const limb_allocator *memory,
                      limb_severity least);
void limb__alike_free(limb__alike *alike);
// Returns the number of findings similar to this one, including itself, and whether it
// is the first.
int limb__alike_count(const limb__alike *alike, int index);
bool limb__alike_is_first(const limb__alike *alike, int index);
// Returns the next similar finding, -1: none, or beyond the search limit.
int limb__alike_next(const limb__alike *alike, int index);

#endif
