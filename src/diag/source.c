// From byte offsets to lines and columns.
//
// A file may be one line of 256 MB, so counting from the start of the file, or even of the line,
// for every finding would cost time quadratic in the input. Marks at fixed steps hold the line and
// column there; a place is found by counting from the mark before it, at most one step.
#include "diag/store.h"

#include "base/bits.h"
#include "base/memory.h"

enum { MARK_STEP = 1024 };

#define BYTE_ONES ((uint64_t)0x0101010101010101u)
#define BYTE_TOPS ((uint64_t)0x8080808080808080u)

typedef struct limb__mark { // of the byte at index * MARK_STEP
    uint32_t line;
    uint32_t column;
} limb__mark;

static void make_marks(limb__source *source);
static limb__mark find_place(const limb__source *source, size_t offset);
static limb__mark count_on(const limb__source *source, limb__mark place, size_t from, size_t to);
static limb__mark count_bytes(const limb__source *source, limb__mark place, size_t from, size_t to);
static limb__mark count_word(limb__mark place, uint64_t word);
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
}

void limb__source_free(limb__source *source)
{
    limb__release(source->memory, source->mark, (size_t)source->nmark * sizeof *source->mark);
    source->mark = NULL;
    source->nmark = 0;
}

limb_span limb__source_span(limb__source *source, uint32_t offset, uint32_t size)
{
    if (offset > source->size) offset = (uint32_t)source->size;
    if (size > source->size - offset) size = (uint32_t)(source->size - offset);
    if (!source->mark) make_marks(source);
    const limb__mark begin = find_place(source, offset);
    const limb__mark end = find_place(source, (size_t)offset + size);
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
    // enough to fill the widest line that print_text.c shows, at four bytes per character
    enum { KEEP_BEFORE = 400, KEEP_BEHIND = 600 };
    const char *text = source->text;
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

    const size_t last =
        source->size - span.offset > KEEP_BEHIND ? span.offset + KEEP_BEHIND : source->size;
    size_t end = span.offset > begin ? span.offset : begin;
    while (end < last && text[end] != '\n')
        end++;
    while (end < source->size && end > begin && is_continuation(text[end]))
        end--;
    if (end > begin && text[end - 1] == '\r') end--;
    return (limb_text){text + begin, end - begin};
}

static void make_marks(limb__source *source)
{
    const size_t count = source->size / MARK_STEP + 1;
    limb__mark *mark = limb__allocate(source->memory, count * sizeof *mark);
    if (!mark) return;
    mark[0] = (limb__mark){1, 1};
    for (size_t i = 1; i < count; i++)
        mark[i] = count_on(source, mark[i - 1], (i - 1) * MARK_STEP, i * MARK_STEP);
    source->mark = mark;
    source->nmark = (int)count;
}

static limb__mark find_place(const limb__source *source, size_t offset)
{
    if (!source->mark) return count_on(source, (limb__mark){1, 1}, 0, offset);
    const size_t index = offset / MARK_STEP;
    return count_on(source, source->mark[index], index * MARK_STEP, offset);
}

static limb__mark count_on(const limb__source *source, limb__mark place, size_t from, size_t to)
{
    // a byte order mark is no column: editors do not show it
    if (from == 0 && starts_with_bom(source)) from = to < 3 ? to : 3;
    for (; to - from >= 8; from += 8) {
        const uint64_t word = limb__load_eight(source->text + from);
        place =
            word & BYTE_TOPS ? count_bytes(source, place, from, from + 8) : count_word(place, word);
    }
    return count_bytes(source, place, from, to);
}

static limb__mark count_bytes(const limb__source *source, limb__mark place, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        const char c = source->text[i];
        if (c == '\n') {
            place.line++;
            place.column = 1;
        } else if (!is_continuation(c)) {
            place.column++;
        }
    }
    return place;
}

// Eight ASCII characters. Bytes that are line feeds become zero, and adding 0x7f sets the top bit
// of all others.
static limb__mark count_word(limb__mark place, uint64_t word)
{
    const uint64_t feeds = (((word ^ BYTE_ONES * '\n') + BYTE_ONES * 0x7f) & BYTE_TOPS) ^ BYTE_TOPS;
    if (feeds == 0) {
        place.column += 8;
    } else {
        place.line += (uint32_t)((feeds >> 7) * BYTE_ONES >> 56);
        place.column = 1 + (uint32_t)limb__leading_zeros(feeds) / 8;
    }
    return place;
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
