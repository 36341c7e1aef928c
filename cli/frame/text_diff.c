// Unified line diffs: Myers' algorithm (E. Myers, "An O(ND) difference algorithm and its
// variations", 1986) on the lines between the common prefix and suffix. Texts that differ in more
// than MAX_EDITS lines are shown as one replacement.
#include "commands/edit/edit.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_EDITS = 2000, CONTEXT = 3 };

typedef struct lines {
    const char **begin; // (count + 1)
    int count;
} lines;

typedef struct diff {
    lines a, b;
    bool *removed; // (a.count)
    bool *added;   // (b.count)
} diff;

static bool split(limb_text text, lines *out);
static void compare(diff *d);
static bool mark_shortest(diff *d, int a0, int a1, int b0, int b1);
static bool is_same(const diff *d, int a, int b);
static void print_hunks(FILE *out, const diff *d, bool color);
static int print_hunk(FILE *out, const diff *d, int a, int b, bool color, int *b_end);
static void print_line(FILE *out, char mark, const lines *text, int line, bool color);

cli_text_changes cli_text_diff(FILE *out, const char *before_name, const char *after_name,
                               limb_text before, limb_text after, bool color)
{
    cli_text_changes changes = {.failed = true};
    diff d = {0};
    if (split(before, &d.a) && split(after, &d.b)) {
        d.removed = calloc((size_t)d.a.count + 1, sizeof *d.removed);
        d.added = calloc((size_t)d.b.count + 1, sizeof *d.added);
        if (d.removed && d.added) {
            changes.failed = false;
            compare(&d);
            for (int i = 0; i < d.a.count; i++)
                changes.nremoved += d.removed[i];
            for (int i = 0; i < d.b.count; i++)
                changes.nadded += d.added[i];
            if (out && changes.nremoved + changes.nadded > 0) {
                fprintf(out, "--- %s\n+++ %s\n", before_name, after_name);
                print_hunks(out, &d, color);
            }
        }
    }
    free(d.removed);
    free(d.added);
    free(d.a.begin);
    free(d.b.begin);
    return changes;
}

static bool split(limb_text text, lines *out)
{
    int count = 0;
    for (size_t i = 0; i < text.size; i++)
        count += text.data[i] == '\n';
    const char **begin = malloc(((size_t)count + 2) * sizeof *begin);
    if (!begin) return false;
    const char *at = text.data, *end = text.data + text.size;
    int n = 0;
    while (at < end) {
        begin[n++] = at;
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        at = stop ? stop + 1 : end;
    }
    begin[n] = end;
    *out = (lines){begin, n};
    return true;
}

static void compare(diff *d)
{
    int a0 = 0, b0 = 0, a1 = d->a.count, b1 = d->b.count;
    while (a0 < a1 && b0 < b1 && is_same(d, a0, b0))
        a0++, b0++;
    while (a1 > a0 && b1 > b0 && is_same(d, a1 - 1, b1 - 1))
        a1--, b1--;
    if (mark_shortest(d, a0, a1, b0, b1)) return;
    memset(d->removed + a0, 1, (size_t)(a1 - a0));
    memset(d->added + b0, 1, (size_t)(b1 - b0));
}

// Finds the furthest line of a on each diagonal for each number of edits, then follows the path
// back. False: no memory, or too many edits.
static bool mark_shortest(diff *d, int a0, int a1, int b0, int b1)
{
    const int n = a1 - a0, m = b1 - b0;
    const int most = n + m < MAX_EDITS ? n + m : MAX_EDITS;
    const size_t width = 2 * (size_t)most + 3;
    int *reach = malloc(((size_t)most + 1) * width * sizeof *reach);
    if (!reach) return false;
    int edits = -1;
    for (int e = 0; e <= most && edits < 0; e++) {
        int *now = reach + (size_t)e * width + most + 1;
        const int *last = e > 0 ? now - width : NULL;
        for (int k = -e; k <= e; k += 2) {
            int x = 0;
            if (e > 0)
                x = k == -e || (k != e && last[k - 1] < last[k + 1]) ? last[k + 1]
                                                                     : last[k - 1] + 1;
            while (x < n && x - k < m && x - k >= 0 && is_same(d, a0 + x, b0 + x - k))
                x++;
            now[k] = x;
            if (x >= n && x - k >= m) edits = e;
        }
    }
    int x = n, y = m;
    for (int e = edits; e > 0; e--) {
        const int *last = reach + (size_t)(e - 1) * width + most + 1;
        const int k = x - y;
        const bool is_added = k == -e || (k != e && last[k - 1] < last[k + 1]);
        x = is_added ? last[k + 1] : last[k - 1];
        y = x - (is_added ? k + 1 : k - 1);
        if (is_added) {
            d->added[b0 + y] = true;
        } else {
            d->removed[a0 + x] = true;
        }
    }
    free(reach);
    return edits >= 0;
}

static bool is_same(const diff *d, int a, int b)
{
    const size_t size = (size_t)(d->a.begin[a + 1] - d->a.begin[a]);
    return size == (size_t)(d->b.begin[b + 1] - d->b.begin[b]) &&
           memcmp(d->a.begin[a], d->b.begin[b], size) == 0;
}

static void print_hunks(FILE *out, const diff *d, bool color)
{
    int a = 0, b = 0;
    while (a < d->a.count || b < d->b.count) {
        const bool changes = (a < d->a.count && d->removed[a]) || (b < d->b.count && d->added[b]);
        if (changes) {
            a = print_hunk(out, d, a, b, color, &b);
        } else {
            a++, b++;
        }
    }
}

// Prints one hunk from the first change on, with context, while changes follow within twice the
// context. Returns the line of a after it.
static int print_hunk(FILE *out, const diff *d, int a, int b, bool color, int *b_end)
{
    const int before = a < b ? (a < CONTEXT ? a : CONTEXT) : (b < CONTEXT ? b : CONTEXT);
    int x = a, y = b, kept = 0;
    while ((x < d->a.count || y < d->b.count) && kept <= 2 * CONTEXT) {
        if (x < d->a.count && d->removed[x]) {
            x++, kept = 0;
        } else if (y < d->b.count && d->added[y]) {
            y++, kept = 0;
        } else {
            x++, y++, kept++;
        }
    }
    const int surplus = kept > CONTEXT ? kept - CONTEXT : 0;
    x -= surplus, y -= surplus;
    const int na = x - a + before, nb = y - b + before;
    fprintf(out, "%s@@ -%d,%d +%d,%d @@%s\n", color ? "\x1b[36m" : "", na > 0 ? a - before + 1 : 0,
            na, nb > 0 ? b - before + 1 : 0, nb, color ? "\x1b[0m" : "");
    int i = a - before, k = b - before;
    while (i < x || k < y) {
        if (i < x && d->removed[i]) {
            print_line(out, '-', &d->a, i++, color);
        } else if (k < y && d->added[k]) {
            print_line(out, '+', &d->b, k++, color);
        } else {
            print_line(out, ' ', &d->a, i, color);
            i++, k++;
        }
    }
    *b_end = y;
    return x;
}

static void print_line(FILE *out, char mark, const lines *text, int line, bool color)
{
    const char *begin = text->begin[line];
    const size_t size = (size_t)(text->begin[line + 1] - begin);
    const bool has_end = size > 0 && begin[size - 1] == '\n';
    const char *paint = !color || mark == ' ' ? "" : mark == '-' ? "\x1b[31m" : "\x1b[32m";
    fprintf(out, "%s%c", paint, mark);
    // irrelevant for people, but required by patch and git apply
    if (color || cli_terminal_width(out) > 0)
        cli_put_visible(out, begin, has_end ? size - 1 : size);
    else
        fwrite(begin, 1, has_end ? size - 1 : size, out);
    fprintf(out, "%s\n", *paint ? "\x1b[0m" : "");
    if (!has_end) fprintf(out, "\\ No newline at end of file\n");
}
