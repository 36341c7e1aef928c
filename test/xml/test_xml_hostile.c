// Truncated and damaged documents, memory exhaustion, and the same on the robots of the corpus.
#include "harness.h"
#include "support/corpus.h"
#include "support/hostile.h"
#include "xml/reading.h"
#include "xml/tree_check.h"

#include <stdlib.h>

// A little of everything.
static const char sample[] =
    "\xEF\xBB\xBF<?xml version='1.0' encoding=\"UTF-8\"?>\n"
    "<!DOCTYPE robot [ <!ENTITY e \"]>\"> ]>\r\n"
    "<!-- a comment - with dashes -->\n"
    "<robot name=\"r&amp;d \xE6\x9C\xBA\" xmlns:x='u'>\n"
    "  <link name='a'/>  text &#65; ]] <x:b c = \"1 2 3\"\td='\"'/>\n"
    "  <![CDATA[ <raw> & ]]><?go on?>\n"
    "  <inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/>\n"
    "  <a_long_name_of_an_element and_a_long_name_of_an_attribute='0123456789abcdef0123456789'>\n"
    "  </a_long_name_of_an_element>\n"
    "</robot>\n<!-- end -->\n";

// Reads exactly these bytes, with a NUL after them and nothing else to read.
static void read_whole(const char *bytes, size_t size, void *ctx)
{
    char *text = malloc(size + 1);
    ENSURE(text != NULL);
    memcpy(text, bytes, size);
    text[size] = 0;
    limb_test_reading it = limb_test_read_xml(text, size, NULL);
    ENSURE(it.status == LIMB_OK || (it.status == LIMB_ERROR_INPUT && it.report->nerror > 0));
    const char *wrong = limb_test_tree_wrong(&it.doc, it.status == LIMB_OK);
    ENSURE_TEXT(wrong ? wrong : "", "");
    ENSURE_INT(limb_test_check_namespaces(&it.doc, it.report), LIMB_OK);
    for (int i = 0; i < it.report->nfinding; i++) {
        const limb_span *span = &it.report->finding[i].span;
        ENSURE(span->offset <= size && span->size <= size - span->offset);
    }
    if (ctx) ++*(int *)ctx;
    limb_test_drop_xml(&it);
    free(text);
}

TEST(cut_at_every_byte)
{
    int count = 0;
    limb_test_every_truncation(sample, sizeof sample - 1, read_whole, &count);
    ENSURE(count >= (int)sizeof sample - 1);
}

TEST(every_byte_changed)
{
    int count = 0;
    limb_test_every_flip(sample, sizeof sample - 1, read_whole, &count);
    ENSURE(count >= 8 * ((int)sizeof sample - 1));
}

static limb_status read_with(const limb_allocator *memory, void *ctx)
{
    const char *text = ctx;
    limb__arena arena;
    limb_document doc;
    limb_report *report;
    if (limb_report_create(&report, &(limb_report_opts){.memory = memory}) != LIMB_OK) {
        return LIMB_ERROR_MEMORY;
    }
    limb__arena_init(&arena, memory, 0);
    limb_status status =
        limb__xml_parse(&doc, &arena, memory, "t.xml", text, strlen(text), NULL, report);
    const char *wrong = limb_test_tree_wrong(&doc, false);
    ENSURE_TEXT(wrong ? wrong : "", "");
    const limb_status names = limb_test_check_namespaces(&doc, report);
    if (status == LIMB_OK) status = names;
    limb__arena_free(&arena);
    limb_report_free(report);
    return status;
}

TEST(reading_survives_a_lack_of_memory)
{
    char text[sizeof sample];
    memcpy(text, sample, sizeof sample);
    ENSURE(limb_test_every_failure(LIMB_OK, read_with, text) > 2);
    // more nodes than '<', more attributes than '=', a table for doubles
    char many[] = "<a>1<b/>2<b/>3<b/>4<b/>5<c:a a b c d e f g h i j k l m n o p q r s t a/>6</a>";
    ENSURE(limb_test_every_failure(LIMB_ERROR_INPUT, read_with, many) > 5);
}

// The text is longer than a window of marks and has tokens across each boundary.
TEST(tokens_may_lie_over_the_end_of_a_window)
{
    enum { ROOM = 20000 };
    static char text[ROOM];
    for (int shift = 0; shift < 70; shift++) {
        size_t size = (size_t)sprintf(text, "<r%*s>", shift, "");
        int count = 0;
        while (size < ROOM - 200) {
            size += (size_t)sprintf(text + size, "<e n='%d' long_name=\"%d &lt; '%d'\">t</e>\n",
                                    count, count, count);
            count++;
        }
        size += (size_t)sprintf(text + size, "</r>");
        limb__arena arena;
        limb_document doc;
        limb__arena_init(&arena, NULL, 0);
        ENSURE_INT(limb__xml_parse(&doc, &arena, NULL, "t.xml", text, size, NULL, NULL), LIMB_OK);
        ENSURE_INT(doc.nnode, 1 + 2 * count);
        ENSURE_INT(doc.nattr, 2 * count);
        const char *wrong = limb_test_tree_wrong(&doc, true);
        ENSURE_TEXT(wrong ? wrong : "", "");
        char expected[64];
        char value[64];
        snprintf(expected, sizeof expected, "%d < '%d'", count - 1, count - 1);
        limb_node_attribute(&doc, doc.nnode - 2, "long_name", value, sizeof value);
        ENSURE_TEXT(value, expected);
        limb__arena_free(&arena);
    }
}

// Malformed input must not take longer than valid input: a naive parser takes quadratic time for
// each of these documents.
TEST(long_bad_documents_end_soon)
{
    static const struct {
        const char *head;
        const char *piece;
        const char *tail;
    } shape[] = {
        {"<a>", "</b>", ""},
        {"<a>", "&x", "</a>"},
        {"<a x='", "&#1", "'/>"},
        {"<a ", "x='1' ", "/>"},
        {"<a x='", "<", "'/>"},
        {"<!--", "--", "><a/>"},
        {"<a>", "]]>", "</a>"},
        {"<a>", "< ", "</a>"},
        {"", "<a/>", ""},
        {"<!DOCTYPE a [", "<!--", ""},
        {"<a>", "<![CDATA[", "</a>"},
        {"<a ", "x", "/>"},
        {"<a ", "x ", "/>"},
        {"<a>", "<x:y z:w='1'/>", "</a>"},
        {"", "<?xml?>", ""},
        {"<a>", "<b>", "</a>"},
        {"", "\xC3", ""},
        {"<a>", "\x01", "</a>"},
        {"<a>", "<b>&</b>", "</a>"},
    };
    enum { SIZE = 1 << 20 };
    char *text = malloc(SIZE + 64);
    ENSURE(text != NULL);
    for (size_t i = 0; i < sizeof shape / sizeof *shape; i++) {
        size_t size = (size_t)sprintf(text, "%s", shape[i].head);
        while (size < SIZE)
            size += (size_t)sprintf(text + size, "%s", shape[i].piece);
        size += (size_t)sprintf(text + size, "%s", shape[i].tail);
        limb_test_reading it = limb_test_read_xml(text, size, NULL);
        ENSURE(it.report->nfinding + it.report->nomitted > 0 || it.status == LIMB_OK);
        const char *wrong = limb_test_tree_wrong(&it.doc, false);
        ENSURE_TEXT(wrong ? wrong : "", "");
        ENSURE_INT(limb_test_check_namespaces(&it.doc, it.report), LIMB_OK);
        limb_test_drop_xml(&it);
    }
    free(text);
}

TEST(every_robot_beside_us_is_read)
{
    int used = 0;
    read_whole(sample, sizeof sample - 1, NULL);
    for (limb_test_robots robots = {0}; limb_test_next_robot(&robots); used++) {
        size_t size;
        char *text = limb_test_read_file(robots.path, &size);
        limb_test_reading it = limb_test_read_xml(text, size, NULL);
        if (it.status != LIMB_OK) limb_test_fail(__FILE__, __LINE__, "%s is refused", robots.path);
        const char *wrong = limb_test_tree_wrong(&it.doc, true);
        if (wrong) limb_test_fail(__FILE__, __LINE__, "%s: %s", robots.path, wrong);
        limb_test_drop_xml(&it);
        free(text);
    }
    ENSURE(used > 0 || !limb_test_corpus());
    printf("robots beside the project: %d files used\n", used);
}
