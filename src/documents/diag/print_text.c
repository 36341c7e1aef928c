// The format for people: one line per finding, then the source line with the span marked below it.
//
//     arm.urdf:42:17: error: axis has zero length [joint-axis-zero]
//        42 |     <axis xyz="0 0 0"/>
//           |                ^^^^^
//           = fix: write "0 0 1"
//     arm.urdf:12:3: note: joint "elbow" is declared here
//           = 3 more like this, in lines 54, 66, 78
#include "documents/diag/alike.h"
#include "documents/diag/print.h"

#include <limits.h>
#include <string.h>

enum {
    TAB_WIDTH = 4,
    DEFAULT_WIDTH = 100,
    MIN_WIDTH = 20,
    MAX_WIDTH = 140,
    GUTTER_WIDTH = 5,
    MAX_LINES = 12
};

typedef struct style { // escape sequences, or empty texts
    const char *bold;
    const char *severity[3];
    const char *note;
    const char *gutter;
    const char *fix;
    const char *off;
} style;

static const style plain = {"", {"", "", ""}, "", "", "", ""};
static const style colored = {"\x1b[1m",    {"\x1b[1;36m", "\x1b[1;33m", "\x1b[1;31m"},
                              "\x1b[1;36m", "\x1b[34m",
                              "\x1b[32m",   "\x1b[0m"};

// One character as displayed, or a tab as spaces.
typedef struct cell {
    const char *bytes; // of the source
    size_t size;
    int width;
} cell;

// Columns of the terminal, from 0, within a whole line.
typedef struct extent {
    int begin;
    int end;
} extent;

static void print_finding(limb__printer *printer, const style *look, const limb_finding *finding);
static void print_more(limb__builder *out, const style *look, const limb__alike *alike, int index,
                       int more);
static void print_place(limb__builder *out, const style *look, limb_span span);
static void print_source(limb__printer *printer, const style *look, const limb_finding *finding);
static extent find_mark(const limb_finding *finding, int *line_width);
static extent choose_window(extent mark, int line_width, int width);
static int print_window(limb__builder *out, const char *line, extent window);
static cell next_cell(const char *text);
static void print_gutter(limb__builder *out, const style *look, uint32_t line);
static void print_fixes(limb__builder *out, const style *look, const limb_finding *finding);

void limb__print_text(limb__printer *printer)
{
    const limb_print_opts *opts = printer->opts;
    const style *look = opts->color ? &colored : &plain;
    const int most = opts->max_alike > 0 ? opts->max_alike : INT_MAX;
    limb__alike alike;
    limb__alike_init(&alike, printer->report, printer->store->memory, opts->min_severity);
    for (int i = 0; i < printer->report->nfinding; i++) {
        const limb_finding *finding = &printer->report->finding[i];
        if (!limb__print_shows(printer, finding)) continue;
        const int count = limb__alike_count(&alike, i);
        if (count > most && !limb__alike_is_first(&alike, i)) continue;
        print_finding(printer, look, finding);
        if (count > most) {
            print_more(&printer->text, look, &alike, i, count - 1);
            if (opts->nalike) *opts->nalike += count - 1;
        }
        limb__print_flush(printer);
    }
    limb__alike_free(&alike);
}

static void print_finding(limb__printer *printer, const style *look, const limb_finding *finding)
{
    limb__builder *out = &printer->text;
    const limb_severity severity = limb__print_severity(printer, finding->severity);
    print_place(out, look, finding->span);
    limb__builder_text(out, look->severity[severity]);
    limb__builder_text(out, limb__severity_name(severity));
    limb__builder_text(out, ": ");
    limb__builder_text(out, look->off);
    limb__builder_text(out, look->bold);
    limb__builder_visible(out, finding->message, strlen(finding->message));
    limb__builder_text(out, look->off);
    limb__builder_text(out, " [");
    limb__builder_text(out, finding->id);
    limb__builder_text(out, "]\n");

    if (finding->source_line && finding->source_line[0]) print_source(printer, look, finding);
    print_fixes(out, look, finding);
    for (int i = 0; i < finding->nnote; i++) {
        print_place(out, look, finding->note[i].span);
        limb__builder_text(out, look->note);
        limb__builder_text(out, "note: ");
        limb__builder_text(out, look->off);
        limb__builder_visible(out, finding->note[i].message, strlen(finding->note[i].message));
        limb__builder_char(out, '\n');
    }
}

// "arm.urdf:42:17: ", "arm.stl: byte 84: " or "arm.urdf: "
static void print_place(limb__builder *out, const style *look, limb_span span)
{
    limb__builder_text(out, look->bold);
    limb__builder_visible(out, span.file, strlen(span.file));
    if (span.line > 0) {
        limb__builder_char(out, ':');
        limb__builder_int(out, span.line);
        limb__builder_char(out, ':');
        limb__builder_int(out, span.column);
    } else if (span.offset > 0) {
        limb__builder_text(out, ": byte ");
        limb__builder_int(out, span.offset);
    }
    limb__builder_text(out, ": ");
    limb__builder_text(out, look->off);
}

static void print_source(limb__printer *printer, const style *look, const limb_finding *finding)
{
    limb__builder *out = &printer->text;
    const int asked = printer->opts->width > 0 ? printer->opts->width : DEFAULT_WIDTH;
    const int width = asked < MIN_WIDTH ? MIN_WIDTH : asked > MAX_WIDTH ? MAX_WIDTH : asked;
    int line_width;
    extent mark = find_mark(finding, &line_width);
    const extent window = choose_window(mark, line_width, width);

    print_gutter(out, look, finding->span.line);
    const bool cut_before = window.begin > 0 || finding->source_column > 1;
    if (cut_before) limb__builder_text(out, "\xE2\x80\xA6");
    const int first = print_window(out, finding->source_line, window);
    if (window.end < line_width) limb__builder_text(out, "\xE2\x80\xA6");
    limb__builder_char(out, '\n');

    if (mark.end > window.end) mark.end = window.end;
    if (mark.end <= mark.begin) mark.end = mark.begin + 1;
    print_gutter(out, look, 0);
    limb__builder_repeat(out, ' ', mark.begin - first + cut_before);
    limb__builder_text(out, look->severity[limb__print_severity(printer, finding->severity)]);
    limb__builder_repeat(out, '^', mark.end - mark.begin);
    limb__builder_text(out, look->off);
    limb__builder_char(out, '\n');
}

// Finds the span's columns on the terminal; it ends with the line if it continues on the next one.
static extent find_mark(const limb_finding *finding, int *line_width)
{
    const limb_span *span = &finding->span;
    extent mark = {-1, -1};
    uint32_t column = finding->source_column;
    int at = 0;
    for (const char *text = finding->source_line; *text; column++) {
        if (column == span->column) mark.begin = at;
        if (column == span->end_column && span->end_line == span->line) mark.end = at;
        const cell c = next_cell(text);
        text += c.size;
        at += c.width;
    }
    if (mark.begin < 0) mark.begin = at;
    if (mark.end < 0) mark.end = at;
    *line_width = at;
    return mark;
}

// Selects the part of a line that fits, with the span and some text before it.
static extent choose_window(extent mark, int line_width, int width)
{
    if (line_width <= width) return (extent){0, line_width};
    const int room = width - (mark.end - mark.begin);
    const int before = room > width / 4 ? room / 2 : width / 4;
    int begin = mark.begin - before;
    if (begin + width > line_width) begin = line_width - width;
    if (begin < 0) begin = 0;
    return (extent){begin, begin + width};
}

// Prints the cells that are completely in the window; returns the column of the first.
static int print_window(limb__builder *out, const char *line, extent window)
{
    int at = 0;
    int first = -1;
    for (const char *text = line; *text;) {
        const cell c = next_cell(text);
        if (at >= window.begin && at + c.width <= window.end) {
            if (first < 0) first = at;
            if (*text == '\t') {
                limb__builder_repeat(out, ' ', c.width);
            } else {
                limb__builder_visible(out, c.bytes, c.size);
            }
        }
        text += c.size;
        at += c.width;
    }
    return first < 0 ? at : first;
}

static cell next_cell(const char *text)
{
    if (*text == '\t') return (cell){text, 1, TAB_WIDTH};
    size_t available = 1;
    while (available < 4 && text[available])
        available++;
    uint32_t code_point;
    const int length = limb__utf8_decode(text, text + available, &code_point);
    if (length == 0) {
        // an invalid sequence is one column of the span, as in limb__source_span
        size_t size = 1;
        while (((unsigned char)text[size] & 0xC0u) == 0x80u)
            size++;
        return (cell){text, size, (int)size};
    }
    return (cell){text, (size_t)length, limb__display_width(code_point)};
}

static void print_gutter(limb__builder *out, const style *look, uint32_t line)
{
    int digits = 0;
    for (uint32_t rest = line; rest > 0; rest /= 10)
        digits++;
    limb__builder_text(out, look->gutter);
    limb__builder_repeat(out, ' ', GUTTER_WIDTH - digits);
    if (line > 0) limb__builder_int(out, line);
    limb__builder_text(out, " |");
    limb__builder_text(out, look->off);
    limb__builder_char(out, ' ');
}

static void print_fixes(limb__builder *out, const style *look, const limb_finding *finding)
{
    for (int i = 0; i < finding->nfix; i++) {
        const char *title = finding->fix[i].title;
        if (i > 0 && strcmp(title, finding->fix[i - 1].title) == 0) continue;
        limb__builder_repeat(out, ' ', GUTTER_WIDTH + 1);
        limb__builder_text(out, look->fix);
        limb__builder_text(out, "= fix: ");
        limb__builder_visible(out, title, strlen(title));
        limb__builder_text(out, look->off);
        limb__builder_char(out, '\n');
    }
}

// Prints the number of further findings, and the lines of the first of them.
static void print_more(limb__builder *out, const style *look, const limb__alike *alike, int index,
                       int more)
{
    const limb_finding *finding = alike->report->finding;
    uint32_t line[MAX_LINES];
    int nline = 0;
    int ntold = 0;
    for (int i = limb__alike_next(alike, index); i >= 0; i = limb__alike_next(alike, i)) {
        const uint32_t next = finding[i].span.line;
        const bool is_new = next > 0 && (nline == 0 || line[nline - 1] != next);
        if (is_new && nline == MAX_LINES) break;
        if (is_new) line[nline++] = next;
        ntold++;
    }
    limb__builder_repeat(out, ' ', GUTTER_WIDTH + 1);
    limb__builder_text(out, look->gutter);
    limb__builder_text(out, "= ");
    limb__builder_int(out, more);
    limb__builder_text(out, " more like this");
    for (int i = 0; i < nline; i++) {
        limb__builder_text(out, i > 0 ? ", " : nline > 1 ? ", in lines " : ", in line ");
        limb__builder_int(out, line[i]);
    }
    if (nline > 0 && ntold < more) limb__builder_text(out, " ...");
    limb__builder_text(out, look->off);
    limb__builder_char(out, '\n');
}
