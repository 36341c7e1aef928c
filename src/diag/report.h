// Adding to a report: how the rooms that read files say what they found.
//
// A limb__source is the text that findings speak of. Lines and columns are computed only when a
// finding is added. Messages longer than about 1000 bytes are cut. Messages are made by a printf
// that must not format floating numbers (their form would depend on the locale): use
// limb__number_print for those.
#ifndef LIMB_DIAG_REPORT_H
#define LIMB_DIAG_REPORT_H

#include "limb/diag.h"

typedef struct limb__source {
    const char *file; // name shown to the user
    const char *text;
    size_t size;
    const limb_allocator *memory; // for the marks
    struct limb__mark *mark;      // line and column at every so many bytes, as far as asked for
    int nmark;
    int mark_room;
} limb__source;

void limb__source_init(limb__source *source, const limb_allocator *memory, const char *file,
                       const char *text, size_t size);
void limb__source_free(limb__source *source);
// Makes the marks of the whole text: spans after it change nothing in the source.
void limb__source_complete(limb__source *source);
// A span that reaches past the end of the text is cut. Never fails: without memory for the marks it
// only takes longer.
limb_span limb__source_span(limb__source *source, uint32_t offset, uint32_t size);

// All of these do nothing when report is NULL. A note or fix belongs to the finding added last; it
// is dropped when that one was omitted or muted. Severity is the rule's own. Path may be NULL.
void limb__report_add(limb_report *report, limb__source *source, limb_rule rule, const char *path,
                      uint32_t offset, uint32_t size, const char *format, ...)
    __attribute__((format(printf, 7, 8)));
void limb__report_add_text(limb_report *report, limb__source *source, limb_rule rule,
                           const char *path, uint32_t offset, uint32_t size, const char *message);
// At most 20 notes are kept per finding, so say the count in the message.
// False when such a finding would only be counted (no report, muted, or the file has its share):
// then its path and words need not be made.
bool limb__report_keeps(const limb_report *report, const char *file, limb_rule rule);
void limb__report_note(limb_report *report, limb__source *source, uint32_t offset, uint32_t size,
                       const char *format, ...) __attribute__((format(printf, 5, 6)));
// Several fixes of one finding are made together. The source is the finding's.
void limb__report_fix(limb_report *report, uint32_t offset, uint32_t size, const char *title,
                      const char *text, size_t text_size);
// A finding about a file as a whole, or at a byte of a file that is not text: offset is shown, line
// and column are 0.
void limb__report_file(limb_report *report, const char *file, limb_rule rule, uint32_t offset,
                       const char *format, ...) __attribute__((format(printf, 5, 6)));

// Adds copies of another report's findings, with their notes, in its order: how work that several
// threads did, each with a report of its own, comes together.
void limb__report_append(limb_report *report, const limb_report *from);

#endif
