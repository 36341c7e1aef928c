// The internal structure of a limb_report, for the files of this room.
#ifndef LIMB_DIAG_STORE_H
#define LIMB_DIAG_STORE_H

#include "base/arena.h"
#include "documents/diag/report.h"

typedef struct limb__file_counts { // in order of the first finding
    const char *name;
    int count[3]; // by severity, including omitted ones
    int nomitted;
} limb__file_counts;

typedef struct limb__finding_key { // sort key of a finding
    uint64_t place;                // the file's index in the upper half, the offset in the lower
    uint64_t order;                // the rule's number, then the finding's index
} limb__finding_key;

typedef struct limb__store {
    limb_report report; // first: a limb_report * is a limb__store *
    const limb_allocator *memory;
    limb__arena arena; // texts, notes, fixes
    int max_findings;
    bool *muted; // by index in the table of rules; NULL: none

    limb_finding *finding; // the array of report.finding
    int finding_capacity;
    limb__finding_key *key;
    int key_capacity;
    int nsorted; // findings ordered by the last limb_report_sort
    limb__file_counts *file;
    int nfile;
    int file_capacity;

    limb_finding *last; // NULL: it was omitted or muted
    bool last_lost_fix; // one of its fixes could not be kept, so none is
} limb__store;

// Releases the contents of a report, but not the report itself.
void limb__store_release(limb__store *store);

// The text around a span that a report keeps, and the column at which it starts.
limb_text limb__source_line(const limb__source *source, limb_span span, uint32_t *column);

#endif
