// Shared by the printers of the four formats.
#ifndef LIMB_DIAG_PRINT_H
#define LIMB_DIAG_PRINT_H

#include "base/names.h"
#include "base/text.h"
#include "documents/diag/store.h"

typedef struct limb__printer {
    limb__builder text; // not yet written
    limb_write_fn *write;
    void *ctx;
    limb_status status; // of the first write that failed
    const limb__store *store;
    const limb_report *report;
    const limb_print_opts *opts;
} limb__printer;

void limb__print_text(limb__printer *printer);
void limb__print_json(limb__printer *printer);
void limb__print_sarif(limb__printer *printer);
void limb__print_github(limb__printer *printer);

// Writes the collected text; called after each finding, so that little memory is used.
void limb__print_flush(limb__printer *printer);

typedef struct limb__print_file {
    const char *name;
    int asked;                       // its first index in opts->file; -1: only findings refer to it
    const limb__file_counts *counts; // NULL: it has no findings
    int first;                       // finding; -1: none is kept
} limb__print_file;

// All files, once each: first those given in opts->file, then others that findings refer to.
typedef struct limb__print_files {
    limb__arena arena;
    limb__print_file *file;
    int count;
    int *next; // for each finding the next one of its file; -1: none
    limb__names name;
} limb__print_files;

bool limb__print_files_init(limb__print_files *files,
                            const limb__printer *printer); // false: no memory
void limb__print_files_free(limb__print_files *files);

bool limb__print_shows(const limb__printer *printer, const limb_finding *finding);
limb_severity limb__print_severity(const limb__printer *printer, limb_severity severity);
const char *limb__severity_name(limb_severity severity); // "error"

// Prints `"key":"text"` and `"key":12`, preceded by a comma unless it is the first in its object.
void limb__print_member(limb__builder *out, const char *key, const char *text);
void limb__print_member_int(limb__builder *out, const char *key, long long value);
void limb__print_json_text(limb__builder *out, const char *text);

// Returns the number of terminal columns of a character: 0, 1 or 2.
int limb__display_width(uint32_t code_point);

#endif
