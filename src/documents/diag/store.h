// What a limb_report is inside, for the files of this room.
#ifndef LIMB_DIAG_STORE_H
#define LIMB_DIAG_STORE_H

#include "base/arena.h"
#include "documents/diag/report.h"

typedef struct limb__file_counts { // in order of first finding
    const char *name;
    int count[3]; // by severity, omitted ones included
    int nomitted;
} limb__file_counts;

typedef struct limb__finding_key { // beside each finding: how it is ordered
    uint64_t place;                // the file's index in the upper half, the offset below it
    uint64_t order;                // the rule's number, and below it the finding's index
} limb__finding_key;

typedef struct limb__store {
    limb_report report; // first: a limb_report * is a limb__store *
    const limb_allocator *memory;
    limb__arena arena; // texts, notes, fixes
    int max_findings;
    bool *muted; // by index in the table of rules; NULL: none

    limb_finding *finding; // what report.finding shows
    int finding_capacity;
    limb__finding_key *key;
    int key_capacity;
    int nsorted; // findings that the last limb_report_sort has put in order
    limb__file_counts *file;
    int nfile;
    int file_capacity;

    limb_finding *last; // NULL: it was omitted or muted
    bool last_lost_fix; // one of its fixes could not be kept, so none is
} limb__store;

// All that a report holds, but not the report itself.
void limb__store_release(limb__store *store);

// The text around a span that a report keeps, and the column at which it begins.
limb_text limb__source_line(const limb__source *source, limb_span span, uint32_t *column);

#endif
