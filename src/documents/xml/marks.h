// Marks: the positions of  < & " '  found ahead of the parser, a window at a time.
//
// A parser that searches for the end of each token must finish one search before it can start the
// next. Here the marks of a window are found all at once, sixteen bytes side by side, and the
// parser only consumes them: because its predictions of the next token are nearly always right, the
// processor works on several tokens at a time. The idea is simdjson's (Langdale and Lemire, 2019).
#ifndef LIMB_XML_MARKS_H
#define LIMB_XML_MARKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LIMB__MARKS_WINDOW = 2048, // bytes of text
    // marks of a window that are kept when the next one is added: those of a tag that
    // crosses its end
    LIMB__MARKS_KEPT = 256,
    // the mark finder may write this many positions too far, and two guards follow
    LIMB__MARKS_SLACK = 64 + 2,
    LIMB__MARKS_MARGIN = 64, // bytes that are readable after every window but the last
};

typedef struct limb__marks {
    const char *text;
    uint32_t size;
    uint32_t window_end;  // text before this offset is in this window or an earlier one
    const uint32_t *next; // the first mark not yet consumed
    const uint32_t *stop; // after the last one: two guards, which are the size of the text
    bool plain;           // so far only ASCII text, tab, line feed and carriage return
    const struct limb__xml_scanner *scanner; // of the chosen instruction set
    uint32_t place[LIMB__MARKS_KEPT + LIMB__MARKS_WINDOW + LIMB__MARKS_SLACK];
} limb__marks;

void limb__marks_init(limb__marks *marks, const char *text, size_t size);
// Advances to the window that contains the first mark at or after offset from.
const char *limb__marks_refill(limb__marks *marks, uint32_t from);
// Appends the next window to the rest of this one. Returns false, with nothing changed, if too much
// is left, or if the next window is the last.
bool limb__marks_extend(limb__marks *marks);

// Consumes the marks before p, which never decreases.
static inline void limb__marks_pass(limb__marks *marks, const char *p)
{
    const uint32_t from = (uint32_t)(p - marks->text);
    while (marks->next != marks->stop && *marks->next < from)
        marks->next++;
}

// Returns the first mark at or after p, or the end of the text.
static inline const char *limb__marks_from(limb__marks *marks, const char *p)
{
    limb__marks_pass(marks, p);
    if (marks->next == marks->stop) return limb__marks_refill(marks, (uint32_t)(p - marks->text));
    return marks->text + *marks->next;
}

#endif
