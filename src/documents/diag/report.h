// Reporting: how the rooms that read files say what they found.
//
// There is one way. A finding is a place, a rule and a sentence; a note (a second place with a
// sentence) or a fix (a place and the text to write there) may follow it:
//
//     limb__report(report, limb__place_text(&source, 120, 5), LIMB_RULE_JOINT_AXIS_ZERO,
//                  "joint \"%s\": the axis has zero length", name);
//     limb__report_note(report, limb__place_text(&source, 80, 5), "the joint is declared here");
//     limb__report_fix(report, limb__place_text(&source, 120, 5), "write \"0 0 1\"", "0 0 1");
//
// A place is the bytes of a text (limb__place_text), a byte of a file that is not text
// (limb__place_byte) or a file as a whole (limb__place_file). documents/xml/places.h makes places
// of nodes, attributes and their numbers, with their path in the document.
//
// Sentences are made by a printf that must not format floating numbers (their form would depend on
// the locale): use limb__number_print for those. Sentences longer than about 1000 bytes are cut.
#ifndef LIMB_DIAG_REPORT_H
#define LIMB_DIAG_REPORT_H

#include "limb/diag.h"

#include <stdarg.h>

// A text that findings point into, with a table that leads from bytes to lines and columns. The
// table grows as places are asked for: a source belongs to the one that reports, never to an object
// that threads share.
typedef struct limb__source {
    const char *file; // name shown to the user
    const char *text;
    size_t size;
    const limb_allocator *memory; // for the marks; NULL: none are made
    struct limb__mark *mark;      // line and column at every so many bytes, as far as asked for
    int nmark;
    int mark_room;
} limb__source;

void limb__source_init(limb__source *source, const limb_allocator *memory, const char *file,
                       const char *text, size_t size);
void limb__source_free(limb__source *source);
// A span that reaches past the end of the text is cut. Never fails: without memory for the marks it
// only takes longer.
limb_span limb__source_span(limb__source *source, uint32_t offset, uint32_t size);

typedef struct limb__place limb__place;

// Writes the path of a place in its document into path, NUL-terminated and cut if need be. Called
// only for findings that are kept, since a path takes time to make.
typedef void limb__path_fn(const limb__place *place, char *path, size_t capacity);

struct limb__place {
    limb__source *source; // NULL: lines are not known
    const char *file;     // the source's, when there is one
    uint32_t offset;      // bytes from the start of the file
    uint32_t size;

    limb__path_fn *path; // NULL: no path; the three below are its own
    void *document;
    const void *node;
    const void *attr;

    // What the sentence is about: it then begins with 'joint "elbow": ', or 'a joint without a
    // name: ' when name.data is NULL. Kind.data NULL: the sentence says it itself.
    limb_text kind;
    limb_text name;
};

limb__place limb__place_text(limb__source *source, uint32_t offset, uint32_t size);
limb__place limb__place_byte(const char *file, size_t offset);
limb__place limb__place_file(const char *file);

// All of these do nothing when report is NULL. A note or fix belongs to the finding added last; it
// is dropped when that one was omitted or muted. Severity is the rule's own.
void limb__report(limb_report *report, limb__place place, limb_rule rule, const char *format, ...)
    __attribute__((cold, format(printf, 4, 5)));
void limb__report_list(limb_report *report, limb__place place, limb_rule rule, const char *format,
                       va_list list) __attribute__((cold, format(printf, 4, 0)));
// At most 20 notes are kept per finding, so say the count in the sentence.
void limb__report_note(limb_report *report, limb__place place, const char *format, ...)
    __attribute__((cold, format(printf, 3, 4)));
// Several fixes of one finding are made together. The place is in the finding's own source.
void limb__report_fix(limb_report *report, limb__place place, const char *title, const char *text)
    __attribute__((cold));

// Findings by the rule are neither kept nor counted.
bool limb__report_mutes(const limb_report *report, limb_rule rule);

// Takes the fixes away from a finding: they turned out not to be certain.
void limb__report_drop_fixes(limb_report *report, int finding);

// Adds a copy of a finding of any report, with its notes and fixes.
void limb__report_copy(limb_report *report, const limb_finding *from);

// Makes the report anew: add is called for each of its findings in their order and adds what is to
// take its place (limb__report_copy for the finding itself).
typedef void limb__rebuild_fn(void *ctx, limb_report *report, const limb_finding *finding);
void limb__report_rebuild(limb_report *report, limb__rebuild_fn *add, void *ctx);

#endif
