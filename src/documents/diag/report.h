// Reporting: how the rooms that read files add findings.
//
// There is one way. A finding is a location, a rule and a sentence; it may be followed by notes (a
// second location with a sentence) and fixes (a location and the text to write there):
//
//     limb__report(report, limb__place_text(&source, 120, 5), LIMB_RULE_JOINT_AXIS_ZERO,
//                  "joint \"%s\": the axis has zero length", name);
//     limb__report_note(report, limb__place_text(&source, 80, 5), "the joint is declared here");
//     limb__report_fix(report, limb__place_text(&source, 120, 5), "write \"0 0 1\"", "0 0 1");
//
// A location is a span of a text (limb__place_text), a byte of a binary file (limb__place_byte) or
// a whole file (limb__place_file). documents/xml/places.h creates locations of nodes, attributes
// and their numbers, with their path in the document.
//
// Sentences use a printf that must not format floating-point numbers (their form would
// depend on the locale): use limb__number_print for those. Sentences longer than about 1000
// bytes are truncated.
#ifndef LIMB_DIAG_REPORT_H
#define LIMB_DIAG_REPORT_H

#include "limb/diag.h"

#include <stdarg.h>

// A text that findings point into, with a table that maps bytes to lines and columns. The table
// grows as locations are requested, so a source belongs to the code that reports, never to an
// object that threads share.
typedef struct limb__source {
    const char *file; // name shown to the user
    const char *text;
    size_t size;
    const limb_allocator *memory; // for the marks; NULL: none are made
    struct limb__mark *mark;      // line and column at regular intervals, as far as requested
    int nmark;
    int mark_room;
} limb__source;

void limb__source_init(limb__source *source, const limb_allocator *memory, const char *file,
                       const char *text, size_t size);
void limb__source_free(limb__source *source);
// A span that extends beyond the end of the text is truncated. Never fails: without memory for the
// marks it only takes longer.
limb_span limb__source_span(limb__source *source, uint32_t offset, uint32_t size);

typedef struct limb__place limb__place;

// Writes the path of a location in its document into path, NUL-terminated and truncated if
// necessary. Called only for findings that are kept, because creating a path takes time.
typedef void limb__path_fn(const limb__place *place, char *path, size_t capacity);

struct limb__place {
    limb__source *source; // NULL: lines are unknown
    const char *file;     // file of the source, if any
    uint32_t offset;      // bytes from the start of the file
    uint32_t size;

    limb__path_fn *path; // NULL: no path; the three fields below are for its use
    void *document;
    const void *node;
    const void *attr;

    // The subject of the sentence, which then starts with 'joint "elbow": ', or 'a joint without a
    // name: ' if name.data is NULL. Kind.data NULL: the sentence contains it.
    limb_text kind;
    limb_text name;
};

limb__place limb__place_text(limb__source *source, uint32_t offset, uint32_t size);
limb__place limb__place_byte(const char *file, size_t offset);
limb__place limb__place_file(const char *file);

// All of these do nothing if report is NULL. A note or fix belongs to the finding added last; it is
// dropped if that one was omitted or muted. The severity is the rule's.
void limb__report(limb_report *report, limb__place place, limb_rule rule, const char *format, ...)
    __attribute__((cold, format(printf, 4, 5)));
void limb__report_list(limb_report *report, limb__place place, limb_rule rule, const char *format,
                       va_list list) __attribute__((cold, format(printf, 4, 0)));
// At most 20 notes are kept per finding, so the sentence should give the count.
void limb__report_note(limb_report *report, limb__place place, const char *format, ...)
    __attribute__((cold, format(printf, 3, 4)));
// Several fixes of one finding are applied together. The location is in the finding's own source.
void limb__report_fix(limb_report *report, limb__place place, const char *title, const char *text)
    __attribute__((cold));

// Returns whether findings of the rule are neither kept nor counted.
bool limb__report_mutes(const limb_report *report, limb_rule rule);

// Removes the fixes of a finding that proved not to be certain.
void limb__report_drop_fixes(limb_report *report, int finding);

// Adds a copy of a finding of any report, with its notes and fixes.
void limb__report_copy(limb_report *report, const limb_finding *from);

// Rebuilds the report: add is called for each of its findings in order and adds the replacement
// (limb__report_copy for the finding itself).
typedef void limb__rebuild_fn(void *ctx, limb_report *report, const limb_finding *finding);
void limb__report_rebuild(limb_report *report, limb__rebuild_fn *add, void *ctx);

#endif
