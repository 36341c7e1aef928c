// Finds duplicate attributes of an element: pairwise if they are few, by hash if they are many.
#include "base/names.h"
#include "documents/xml/reader.h"

enum { PAIRS_MAX = 16 };

static void check_pairs(limb__xml_reader *reader, const limb__xml_node *node);
static bool check_hashed(limb__xml_reader *reader, const limb__xml_node *node,
                         limb__arena *scratch);
static void report_double(limb__xml_reader *reader, int first, int second);

void limb__xml_check_doubles(limb__xml_reader *reader, const limb__xml_node *node)
{
    if (reader->nattr - node->attr <= PAIRS_MAX) {
        check_pairs(reader, node);
        return;
    }
    limb__arena scratch;
    limb__arena_init(&scratch, reader->doc->memory, 0);
    if (!check_hashed(reader, node, &scratch)) reader->status = LIMB_ERROR_MEMORY;
    limb__arena_free(&scratch);
}

static void check_pairs(limb__xml_reader *reader, const limb__xml_node *node)
{
    const limb__xml_attr *attr = &reader->attr[node->attr];
    for (int i = 1; i < reader->nattr - node->attr; i++) {
        for (int k = 0; k < i; k++) {
            if (attr[i].label.size == attr[k].label.size &&
                memcmp(reader->text + attr[i].name, reader->text + attr[k].name,
                       attr[i].label.size) == 0) {
                report_double(reader, node->attr + k, node->attr + i);
                break;
            }
        }
    }
}

// Returns false if there is no memory.
static bool check_hashed(limb__xml_reader *reader, const limb__xml_node *node, limb__arena *scratch)
{
    const limb__xml_attr *attr = &reader->attr[node->attr];
    const int nattr = reader->nattr - node->attr;
    limb__names names;
    if (!limb__names_init(&names, scratch, nattr)) return false;
    for (int i = 0; i < nattr; i++) {
        const int first =
            limb__names_add(&names, reader->text + attr[i].name, attr[i].label.size, i);
        if (first >= 0) report_double(reader, node->attr + first, node->attr + i);
    }
    return true;
}

static void report_double(limb__xml_reader *reader, int first, int second)
{
    const limb__xml_attr *a = &reader->attr[first];
    const limb__xml_attr *b = &reader->attr[second];
    limb__xml_report(reader, reader->text + b->name, b->label.size,
                     LIMB_RULE_XML_DUPLICATE_ATTRIBUTE, "attribute \"%.*s\" appears twice",
                     LIMB__SHOW(b->label.size, reader->text + b->name));
    limb__report_note(reader->report, limb__xml_at(reader, reader->text + a->name, a->label.size),
                      "first given here");
}
