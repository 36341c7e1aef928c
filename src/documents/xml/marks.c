// Finds the marks of a window, and also the bytes that need further checks.
#include "documents/xml/marks.h"

#include "documents/xml/xml_scan.h"

enum { GROUP = 64 };

static uint32_t window_size(const limb__marks *marks);
static void add_window(limb__marks *marks, uint32_t *out, uint32_t size);

void limb__marks_init(limb__marks *marks, const char *text, size_t size)
{
    marks->text = text;
    marks->size = (uint32_t)size;
    marks->window_end = 0;
    marks->plain = true;
    marks->scanner = limb__xml_scanner_of(limb__isa_choose(LIMB_ISA_AUTO));
    marks->place[0] = marks->place[1] = marks->size;
    marks->next = marks->stop = marks->place;
}

const char *limb__marks_refill(limb__marks *marks, uint32_t from)
{
    while (marks->window_end < marks->size) {
        add_window(marks, marks->place, window_size(marks));
        while (marks->next != marks->stop && *marks->next < from)
            marks->next++;
        if (marks->next != marks->stop) return marks->text + *marks->next;
    }
    return marks->text + marks->size;
}

bool limb__marks_extend(limb__marks *marks)
{
    const size_t left = (size_t)(marks->stop - marks->next);
    const uint32_t size = window_size(marks);
    if (left > LIMB__MARKS_KEPT || marks->window_end + size == marks->size) return false;
    memmove(marks->place, marks->next, left * sizeof *marks->place);
    add_window(marks, marks->place + left, size);
    return true;
}

// Returns whole groups while the margin is available after them; the rest is one window.
static uint32_t window_size(const limb__marks *marks)
{
    const uint32_t left = marks->size - marks->window_end;
    const uint32_t whole =
        left > LIMB__MARKS_MARGIN ? (left - LIMB__MARKS_MARGIN) / GROUP * GROUP : 0;
    if (whole == 0) return left;
    return whole < LIMB__MARKS_WINDOW ? whole : LIMB__MARKS_WINDOW;
}

static void add_window(limb__marks *marks, uint32_t *out, uint32_t size)
{
    uint32_t *(*const find)(limb__marks *, const char *, uint32_t, size_t, uint32_t *) =
        marks->scanner->marks;
    const uint32_t at = marks->window_end;
    const uint32_t whole = size / GROUP * GROUP;
    out = find(marks, marks->text + at, at, whole, out);
    if (whole < size) {
        char last[GROUP]; // the rest, padded with spaces
        memset(last, ' ', sizeof last);
        memcpy(last, marks->text + at + whole, size - whole);
        out = find(marks, last, at + whole, sizeof last, out);
    }
    out[0] = out[1] = marks->size;
    marks->stop = out;
    marks->window_end = at + size;
    marks->next = marks->place;
}
