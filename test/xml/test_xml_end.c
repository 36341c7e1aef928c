// Bytes after the text must not affect the result: each sample is read followed by a NUL and
// followed by other bytes, with the same result. Only one byte after the text is readable: the next
// page is inaccessible.
//
// The reader works on windows of text, stores marks of each and has two paths, a fast one that
// relies on a NUL; so the samples also end at all positions around the end of a window.
#define _GNU_SOURCE // MAP_ANONYMOUS

#include "documents/xml/marks.h"
#include "harness.h"
#include "xml/reading.h"
#include "xml/tree_check.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *const sample[] = {
    "",
    "<a",
    "<a/>",
    "<a></a>",
    "<a>text]]",
    "<a b",
    "<a b=",
    "<a b='1",
    "<a b=\"1\" c",
    "<a b=\"1\"/",
    "<a b=1/",
    "<a b = 1",
    "<a b=\xE2\x80\x9C"
    "1\xE2\x80\x9D c",
    "<a><b c='\"' d=\"'\" e=\"&lt;\" f='<",
    "<a>&",
    "<a>&am",
    "<a>&#x4",
    "<a><",
    "<a></",
    "<a></a",
    "<a></a ",
    "<a></b></a",
    "<!",
    "<!-- a --",
    "<!-- a -- b -",
    "<![CDATA[ ]]",
    "<a><![CDATA[ ]]",
    "<?",
    "<?a?",
    "<?a b ?",
    "<?xml version='1.0' encoding='UTF-8",
    "<!DOCTYPE a [ <!-- -",
    "<!DOCTYPE a [ <!ENTITY b '",
    "<!DOCTYPE a",
    "<a>\n<<<<<<< ",
    "<a>\xE6\x9C",
    "<\xC3\xA9",
    "<a:",
    "<a b:c='1' b:c",
    "<a> < ",
    "<r><element_of_a_long_name attribute='0123456789abcdef0123456789'></element_of_a_long_name",
    // two quotes are all that a window has after the tag's name, and the closing one is missing
    "<? version\".=10\" encoding=\"utf-8\"?>\n<COLLADA xmlns=/up_axis></asset>\n"
    "<library_geometries><geometry id=\"g\"><mesh><source id=\"g/library_nodes>"
    "<library_visual_scenes><visual_scene id=\"s</COLLADA>",
};
enum { NSAMPLE = sizeof sample / sizeof *sample };

static const char after[] = "</>!?-=\"'&;:] a1\n\xC3\x9C";

// Readable memory up to the last byte before a page that is not.
typedef struct guarded {
    char *begin;
    size_t size; // up to the guard page
    size_t page;
} guarded;

static guarded open_guarded(size_t least)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t size = (least + page - 1) / page * page;
    char *begin =
        mmap(NULL, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ENSURE(begin != MAP_FAILED && mprotect(begin + size, page, PROT_NONE) == 0);
    return (guarded){begin, size, page};
}

static void close_guarded(guarded memory)
{
    ENSURE(munmap(memory.begin, memory.size + memory.page) == 0);
}

// Everything that reading gave, as bytes: status, nodes, attributes and findings.
static uint64_t add(uint64_t sum, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ byte[i]) * 0x100000001b3u;
    return sum;
}

static uint64_t sum_of(const limb_test_reading *it)
{
    uint64_t sum = add(0xcbf29ce484222325u, &it->status, sizeof it->status);
    for (int i = 0; i < it->doc.nnode; i++)
        sum = add(sum, &it->doc.node[i], sizeof it->doc.node[i]);
    for (int i = 0; i < it->doc.nattr; i++)
        sum = add(sum, &it->doc.attr[i], sizeof it->doc.attr[i]);
    for (int i = 0; i < it->report->nfinding; i++) {
        const limb_finding *finding = &it->report->finding[i];
        const uint32_t place[] = {(uint32_t)finding->rule, finding->span.offset, finding->span.size,
                                  (uint32_t)finding->nnote, (uint32_t)finding->nfix};
        sum = add(sum, place, sizeof place);
        sum = add(sum, finding->message, strlen(finding->message));
    }
    return sum;
}

static uint64_t read_one(const char *text, size_t size)
{
    limb_test_reading it = limb_test_read_xml(text, size, NULL);
    ENSURE(it.status == LIMB_OK || (it.status == LIMB_ERROR_INPUT && it.report->nerror > 0));
    const char *wrong = limb_test_tree_wrong(&it.doc, it.status == LIMB_OK);
    ENSURE_TEXT(wrong ? wrong : "", "");
    ENSURE_INT(limb_test_check_namespaces(&it.doc, it.report), LIMB_OK);
    const uint64_t sum = sum_of(&it);
    limb_test_drop_xml(&it);
    return sum;
}

// Head and sample, so that the byte after them is the last one before the guard page.
static void read_before_each(guarded memory, const char *head, size_t head_size, const char *text,
                             size_t text_size)
{
    const size_t size = head_size + text_size;
    char *end = memory.begin + memory.size - 1;
    char *begin = end - size;
    memcpy(begin, head, head_size);
    memcpy(begin + head_size, text, text_size);
    *end = 0;
    const uint64_t expected = read_one(begin, size);
    for (size_t i = 0; i < sizeof after - 1; i++) {
        *end = after[i];
        if (read_one(begin, size) != expected)
            limb_test_fail(__FILE__, __LINE__, "0x%02X after \"%.*s\" (%zu bytes) is read",
                           (unsigned char)after[i], (int)text_size, text, size);
    }
}

TEST(whatever_follows_the_text_is_not_read)
{
    guarded memory = open_guarded(1024);
    for (int i = 0; i < NSAMPLE; i++) {
        for (size_t size = 0; size <= strlen(sample[i]); size++)
            read_before_each(memory, "", 0, sample[i], size);
    }
    close_guarded(memory);
}

// An open element, short ones, and blanks up to where the sample begins: the quick way is taken.
static void write_head(char *head, size_t size)
{
    static const char piece[] = "<e n=\"1\"/>";
    enum { PIECE = sizeof piece - 1 };
    size_t at = (size_t)sprintf(head, "<r>");
    for (; at + PIECE <= size; at += PIECE)
        memcpy(head + at, piece, PIECE);
    memset(head + at, ' ', size - at);
}

TEST(nor_at_the_end_of_a_window)
{
    enum { AROUND = LIMB__MARKS_MARGIN + 2, NWINDOW = 2, STEP = LIMB_TEST_SHARE > 1 ? 7 : 1 };
    static char head[NWINDOW * LIMB__MARKS_WINDOW + 2 * AROUND];
    guarded memory = open_guarded(sizeof head + 1024);
    for (int i = 0; i < NSAMPLE; i++) {
        const size_t size = strlen(sample[i]);
        for (int window = 1; window <= NWINDOW; window++) {
            // from a sample that ends before the window to one that begins after its margin
            const size_t from = (size_t)window * LIMB__MARKS_WINDOW - size - 2;
            for (size_t at = from; at < from + size + AROUND; at += STEP) {
                write_head(head, at);
                read_before_each(memory, head, at, sample[i], size);
            }
        }
    }
    close_guarded(memory);
}

// The text ends while many marks that were found ahead have not been consumed.
TEST(marks_end_with_the_text)
{
    guarded memory = open_guarded(8 * LIMB__MARKS_WINDOW);
    static char head[3 * LIMB__MARKS_WINDOW];
    static const char *const piece[] = {"'", "\"", "&", "<", "'\"", "=\"", "x=\"", "<a b='"};
    for (size_t i = 0; i < sizeof piece / sizeof *piece; i++) {
        const size_t step = strlen(piece[i]);
        for (size_t size = 2 * LIMB__MARKS_WINDOW; size < 2 * LIMB__MARKS_WINDOW + 12; size++) {
            size_t at = (size_t)sprintf(head, "<a b=\"");
            for (; at + step <= size; at += step)
                memcpy(head + at, piece[i], step);
            read_before_each(memory, head, at, "", 0);
        }
    }
    close_guarded(memory);
}
