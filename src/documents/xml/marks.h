// Marks: the places of  < & " '  found ahead of the reader, a window at a time.
//
// A reader that searches for the end of each token must wait for one search before it can begin the
// next. The marks of a window are found all at once, sixteen bytes side by side, and the reader
// only picks them up: its guesses about what comes next (nearly always right) let the processor
// work on several tokens at a time. The idea is simdjson's (Langdale and Lemire, 2019).
#ifndef LIMB_XML_MARKS_H
#define LIMB_XML_MARKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LIMB__MARKS_WINDOW = 2048, // bytes of text
    // marks of a window that are kept when the next one is added: those of a tag over its end
    LIMB__MARKS_KEPT = 256,
    // the mark finder may write this many places too far, and two guards follow
    LIMB__MARKS_SLACK = 64 + 2,
    LIMB__MARKS_MARGIN = 64, // bytes that can be read after every window but the last
};

typedef struct limb__marks {
    const char *text;
    uint32_t size;
    uint32_t window_end;  // text before this is in the window or was
    const uint32_t *next; // the first mark that was not passed
    const uint32_t *stop; // after the last one: two guards, which are the size of the text
    bool plain;           // so far nothing but ASCII text, tab, line feed and carriage return
    const struct limb__xml_scanner *scanner; // of the processor's instruction set
    uint32_t place[LIMB__MARKS_KEPT + LIMB__MARKS_WINDOW + LIMB__MARKS_SLACK];
} limb__marks;

void limb__marks_init(limb__marks *marks, const char *text, size_t size);
// Goes on to the window that holds the first mark at or after offset from.
const char *limb__marks_refill(limb__marks *marks, uint32_t from);
// Adds the next window to what is left of this one. False: too much is left, or the next window is
// the last; nothing is done then.
bool limb__marks_extend(limb__marks *marks);

// Passes the marks before p, which never goes back.
static inline void limb__marks_pass(limb__marks *marks, const char *p)
{
    const uint32_t from = (uint32_t)(p - marks->text);
    while (marks->next != marks->stop && *marks->next < from)
        marks->next++;
}

// The first mark at or after p, or the end of the text.
static inline const char *limb__marks_from(limb__marks *marks, const char *p)
{
    limb__marks_pass(marks, p);
    if (marks->next == marks->stop) return limb__marks_refill(marks, (uint32_t)(p - marks->text));
    return marks->text + *marks->next;
}

#endif
