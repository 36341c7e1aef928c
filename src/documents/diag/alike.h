// Findings that are alike, for a form that people read.
#ifndef LIMB_DIAG_ALIKE_H
#define LIMB_DIAG_ALIKE_H

#include "limb/diag.h"

typedef struct limb__alike {
    const limb_allocator *memory;
    const limb_report *report;
    int *kind; // slot of each finding, -1: like no other; NULL: no memory, all are so
    struct limb__kind_slot *slot;
    uint32_t nslot;
} limb__alike;

// Findings below the least severity are not looked at.
void limb__alike_init(limb__alike *alike, const limb_report *report, const limb_allocator *memory,
                      limb_severity least);
void limb__alike_free(limb__alike *alike);
// How many there are of the finding's kind, itself included, and whether it is the first.
int limb__alike_count(const limb__alike *alike, int index);
bool limb__alike_is_first(const limb__alike *alike, int index);
// The next of its kind, -1: none, or too far away to look for.
int limb__alike_next(const limb__alike *alike, int index);

#endif
