// Any bytes: the tree's invariants hold, findings lie inside the text, and the tree does not depend
// on whether there is a report.
#include "documents/xml/places.h"
#include "xml/tree_check.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ensure(bool condition, const char *what)
{
    if (condition) return;
    fprintf(stderr, "broken: %s\n", what);
    abort();
}

static void ask_everything(const limb_document *doc)
{
    char buffer[16];
    for (int i = -1; i <= doc->nnode; i++) {
        const limb_text source = limb_node_source(doc, i);
        ensure(source.data != NULL, "a node has no source");
        limb_node_name(doc, i);
        limb_node_text(doc, i, buffer, sizeof buffer);
        limb_node_find(doc, i, "a");
        for (int k = 0; k < limb_node_attribute_count(doc, i); k++) {
            const limb_text name = limb_node_attribute_name(doc, i, k);
            ensure(name.size > 0, "an attribute has no name");
        }
        limb_node_attribute(doc, i, "a", buffer, sizeof buffer);
        double number[3];
        limb_node_numbers(doc, i, "a", number, 3);
    }
    if (doc->nnode > 0) limb_node_path(doc, doc->nnode - 1, buffer, sizeof buffer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    limb__arena arena;
    limb_document doc;
    limb_document again;
    limb_report *report;
    limb__arena_init(&arena, NULL, 0);
    if (limb_report_create(&report, NULL) != LIMB_OK) abort();
    const limb__xml_limits limits = {.max_depth = 40, .max_attributes = 40, .max_name_bytes = 40};
    const limb_status status =
        limb__xml_parse(&doc, &arena, NULL, "fuzz", text, size, &limits, report);
    ensure(status != LIMB_OK || report->nrefusal == 0, "accepted in spite of a refusing finding");
    ensure(status == LIMB_OK || report->nerror > 0, "refused without a finding");
    const char *wrong = limb_test_tree_wrong(&doc, status == LIMB_OK);
    ensure(!wrong, wrong);
    for (int i = 0; i < report->nfinding; i++) {
        const limb_span *span = &report->finding[i].span;
        ensure(span->offset <= size && span->size <= size - span->offset, "a span leaves the text");
    }
    limb__xml_places places;
    limb__xml_places_init(&places, &doc);
    ensure(limb__xml_check_namespaces(&places, report) == LIMB_OK, "namespaces");
    limb__xml_places_free(&places);
    ask_everything(&doc);
    const limb_status silent =
        limb__xml_parse(&again, &arena, NULL, "fuzz", text, size, &limits, NULL);
    ensure(silent == status, "another status without a report");
    ensure(again.nnode == doc.nnode && again.nattr == doc.nattr, "another tree without a report");
    limb_report_free(report);
    limb__arena_free(&arena);
    free(text);
    return 0;
}
