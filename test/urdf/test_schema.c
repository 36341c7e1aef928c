// Element and attribute names and their numbers: each is found, and similar names are not; the XML
// reader stores the same numbers in the tree on each of its paths.
#include "documents/urdf/schema.h"
#include "documents/xml/xml.h"
#include "harness.h"

#include <stdio.h>
#include <string.h>

static void expect_alone(const limb__words *words, const char *name, unsigned number)
{
    char other[32];
    const size_t size = strlen(name);
    ENSURE_INT(limb__words_find_last(words, name, size), number);
    ENSURE_INT(limb__words_find_last(words, name, size - 1) == number, 0);
    for (size_t i = 0; i < size; i++) {
        memcpy(other, name, size + 1);
        other[i] = 'Q';
        ENSURE_INT(limb__words_find_last(words, other, size), 0);
    }
    snprintf(other, sizeof other, "%s_", name);
    ENSURE_INT(limb__words_find_last(words, other, size + 1), 0);
}

TEST(every_name_has_its_number_and_no_other_has)
{
    for (int tag = 1; tag < LIMB__TAG_COUNT; tag++)
        expect_alone(&limb__tag_words, limb__tag_name[tag], (unsigned)tag);
    for (int key = 1; key < LIMB__KEY_COUNT; key++)
        expect_alone(&limb__key_words, limb__key_name[key], (unsigned)key);
    ENSURE_INT(limb__tag_of("", 0), LIMB__TAG_OTHER);
    ENSURE_INT(limb__key_of("a_name_that_is_longer_than_any", 30), LIMB__KEY_OTHER);
}

// Every element with every attribute, once in one line and once with line breaks in the tags.
static size_t write_all(char *text, size_t room, const char *gap)
{
    size_t size = (size_t)snprintf(text, room, "<robot>\n");
    for (int tag = 1; tag < LIMB__TAG_COUNT; tag++) {
        size += (size_t)snprintf(text + size, room - size, "<%s", limb__tag_name[tag]);
        for (int key = 1; key < LIMB__KEY_COUNT; key++) {
            size += (size_t)snprintf(text + size, room - size, "%s%s=\"1\" x%s='2'", gap,
                                     limb__key_name[key], limb__key_name[key]);
        }
        size +=
            (size_t)snprintf(text + size, room - size, "/><x%s a=\"\"/>\n", limb__tag_name[tag]);
    }
    return size + (size_t)snprintf(text + size, room - size, "</robot>");
}

TEST(the_tree_holds_the_numbers)
{
    static char text[100000];
    static const char *const gap[] = {" ", "\n"};
    const limb__xml_limits limits = {.element = &limb__tag_words, .attribute = &limb__key_words};
    for (int i = 0; i < 2; i++) {
        limb_document doc;
        limb__arena arena;
        const size_t size = write_all(text, sizeof text, gap[i]);
        limb__arena_init(&arena, NULL, 0);
        ENSURE_INT(limb__xml_parse(&doc, &arena, NULL, "t.xml", text, size, &limits, NULL),
                   LIMB_OK);
        ENSURE_INT(doc.nattr, (LIMB__TAG_COUNT - 1) * ((LIMB__KEY_COUNT - 1) * 2 + 1));
        for (int node = 0; node < doc.nnode; node++) {
            const limb__xml_node *n = &doc.node[node];
            ENSURE_INT(limb__xml_word(n->label),
                       limb__tag_of(text + limb__xml_name(n), n->label.size));
        }
        for (int attr = 0; attr < doc.nattr; attr++) {
            const limb__xml_attr *a = &doc.attr[attr];
            ENSURE_INT(limb__xml_word(a->label), limb__key_of(text + a->name, a->label.size));
        }
        limb__arena_free(&arena);
    }
}
