// Converts byte offsets to lines and columns.
//
// A file may be one line of 256 MB, so counting from the start of the file, or even of the line,
// for every finding would take quadratic time. Marks at fixed intervals store line and column, as
// far as findings have requested; a location is found by counting from the preceding mark, at
// most one interval.
#include "documents/diag/store.h"

#include "base/bits.h"
#include "base/memory.h"

#include <string.h>

enum { MARK_STEP = 1024, CHUNK = 128 };

#define BYTE_ONES ((uint64_t)0x0101010101010101u)
#define BYTE_TOPS ((uint64_t)0x8080808080808080u)

typedef struct limb__mark { // of the byte at index * MARK_STEP
    uint32_t line;
    uint32_t column;
} limb__mark;

static size_t line_begin(const limb__source *source, limb_span span, uint32_t *column);
static limb__mark find_place(limb__source *source, size_t offset);
static void make_marks(limb__source *source, size_t count);
static limb__mark count_on(const limb__source *source, limb__mark place, size_t from, size_t to);
static size_t count_feeds(const char *text, size_t size);
static size_t last_feed(const char *text, size_t size);
static uint64_t feeds_of(uint64_t word);
static size_t count_continuations(const char *text, size_t size);
static bool starts_with_bom(const limb__source *source);
static bool is_continuation(char c);

void limb__source_init(limb__source *source, const limb_allocator *memory, const char *file,
                       const char *text, size_t size)
{
    source->file = file;
    source->text = text;
    source->size = size;
    source->memory = limb__memory(memory);
    source->mark = NULL;
    source->nmark = 0;
    source->mark_room = 0;
}

void limb__source_free(limb__source *source)
{
    limb__release(source->memory, source->mark, (size_t)source->mark_room * sizeof *source->mark);
    source->mark = NULL;
    source->nmark = 0;
    source->mark_room = 0;
}

limb_span limb__source_span(limb__source *source, uint32_t offset, uint32_t size)
{
    if (offset > source->size) offset = (uint32_t)source->size;
    if (size > source->size - offset) size = (uint32_t)(source->size - offset);
    const limb__mark begin = find_place(source, offset);
    const limb__mark end = size < MARK_STEP ? count_on(source, begin, offset, (size_t)offset + size)
                                            : find_place(source, (size_t)offset + size);
    const limb_span span = {.file = source->file,
                            .line = begin.line,
                            .column = begin.column,
                            .offset = offset,
                            .size = size,
                            .end_line = end.line,
                            .end_column = end.column};
    return span;
}

limb_text limb__source_line(const limb__source *source, limb_span span, uint32_t *column)
{
    // enough for the widest line that print_text.c shows, at four bytes per character
    enum { KEEP_AFTER = 600 };
    const char *text = source->text;
    const size_t begin = line_begin(source, span, column);
    const size_t last =
        source->size - span.offset > KEEP_AFTER ? span.offset + KEEP_AFTER : source->size;
    size_t end = span.offset > begin ? span.offset : begin;
    const char *feed = end < last ? memchr(text + end, '\n', last - end) : NULL;
    end = feed ? (size_t)(feed - text) : last > end ? last : end;
    while (end < source->size && end > begin && is_continuation(text[end]))
        end--;
    if (end > begin && text[end - 1] == '\r') end--;
    return (limb_text){text + begin, end - begin};
}

// Returns the start of the displayed part of the span's line, and its column.
static size_t line_begin(const limb__source *source, limb_span span, uint32_t *column)
{
    enum { KEEP_BEFORE = 400 };
    const char *text = source->text;
    const uint32_t before = span.column - 1;
    // characters have at least one byte: if the line starts this close, all of them are included
    if (before <= KEEP_BEFORE && before <= span.offset) {
        const size_t begin = span.offset - before;
        if (begin > 0 && text[begin - 1] == '\n') {
            *column = 1;
            return begin;
        }
    }
    const size_t first = span.offset > KEEP_BEFORE ? span.offset - KEEP_BEFORE : 0;
    size_t begin = span.offset;
    *column = span.column;
    while (begin > first && text[begin - 1] != '\n') {
        begin--;
        if (!is_continuation(text[begin])) *column -= *column > 1;
    }
    while (begin < span.offset && is_continuation(text[begin]))
        begin++;
    if (begin == 0 && starts_with_bom(source)) begin = 3;
    return begin;
}

static limb__mark find_place(limb__source *source, size_t offset)
{
    const size_t index = offset / MARK_STEP;
    if (index >= (size_t)source->nmark) make_marks(source, index + 1);
    if (!source->mark) return count_on(source, (limb__mark){1, 1}, 0, offset);
    return count_on(source, source->mark[index], index * MARK_STEP, offset);
}

static void make_marks(limb__source *source, size_t count)
{
    if (!source->memory) return;
    if (!source->mark) {
        const size_t room = source->size / MARK_STEP + 1;
        source->mark = limb__allocate(source->memory, room * sizeof *source->mark);
        if (!source->mark) return;
        source->mark_room = (int)room;
        source->mark[0] = (limb__mark){1, 1};
        source->nmark = 1;
    }
    limb__mark *mark = source->mark;
    for (size_t i = (size_t)source->nmark; i < count; i++)
        mark[i] = count_on(source, mark[i - 1], (i - 1) * MARK_STEP, i * MARK_STEP);
    source->nmark = (int)count;
}

static limb__mark count_on(const limb__source *source, limb__mark place, size_t from, size_t to)
{
    // a byte order mark is not a column, because editors do not show it
    if (from == 0 && starts_with_bom(source)) from = to < 3 ? to : 3;
    const char *text = source->text + from;
    size_t size = to - from;
    const size_t nfeed = count_feeds(text, size);
    if (nfeed > 0) {
        const size_t begin = last_feed(text, size) + 1;
        text += begin;
        size -= begin;
        place.line += (uint32_t)nfeed;
        place.column = 1;
    }
    place.column += (uint32_t)(size - count_continuations(text, size));
    return place;
}

static size_t count_feeds(const char *text, size_t size)
{
    size_t count = 0;
    // a chunk is short enough for byte counters, and compilers vectorize the loop
    for (; size >= CHUNK; text += CHUNK, size -= CHUNK) {
        uint8_t in_chunk = 0;
        for (int i = 0; i < CHUNK; i++)
            in_chunk = (uint8_t)(in_chunk + (text[i] == '\n'));
        count += in_chunk;
    }
    uint64_t in_byte = 0; // eight sums side by side; the remainder of a chunk fits in all of them
    for (; size >= 8; text += 8, size -= 8)
        in_byte += feeds_of(limb__load_eight(text)) >> 7;
    count += (size_t)(in_byte * BYTE_ONES >> 56);
    for (; size > 0; text++, size--)
        count += *text == '\n';
    return count;
}

// Returns the index of the last line feed; there is one.
static size_t last_feed(const char *text, size_t size)
{
    for (; size >= 8; size -= 8) {
        const uint64_t feeds = feeds_of(limb__load_eight(text + size - 8));
        if (feeds) return size - 1 - (size_t)limb__leading_zeros(feeds) / 8;
    }
    while (text[size - 1] != '\n')
        size--;
    return size - 1;
}

// Returns the top bit of each byte that is a line feed: these become zero, and adding 0x7f sets the
// top bit of all others.
static uint64_t feeds_of(uint64_t word)
{
    word ^= BYTE_ONES * '\n';
    return ~(((word & ~BYTE_TOPS) + BYTE_ONES * 0x7f) | word) & BYTE_TOPS;
}

// Counts bytes that are not the first of their character; most lines are ASCII and have none.
static size_t count_continuations(const char *text, size_t size)
{
    size_t i = 0;
    while (size - i >= 8 && !(limb__load_eight(text + i) & BYTE_TOPS))
        i += 8;
    size_t count = 0;
    for (; i < size; i++)
        count += is_continuation(text[i]);
    return count;
}

static bool starts_with_bom(const limb__source *source)
{
    const char *text = source->text;
    return source->size >= 3 && text[0] == '\xEF' && text[1] == '\xBB' && text[2] == '\xBF';
}

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xC0u) == 0x80u;
}
