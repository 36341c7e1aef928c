// One text read with a report of its own.
#ifndef LIMB_TEST_XML_READING_H
#define LIMB_TEST_XML_READING_H

#include "documents/xml/places.h"
#include "harness.h"

typedef struct limb_test_reading {
    limb_document doc;
    limb__arena arena;
    limb_report *report;
    limb_status status;
} limb_test_reading;

// The text must stay, with a NUL after it; limits may be NULL.
static inline limb_test_reading limb_test_read_xml(const char *text, size_t size,
                                                   const limb__xml_limits *limits)
{
    limb_test_reading it;
    limb__arena_init(&it.arena, NULL, 0);
    ENSURE_INT(limb_report_create(&it.report, NULL), LIMB_OK);
    it.status = limb__xml_parse(&it.doc, &it.arena, NULL, "t.xml", text, size, limits, it.report);
    return it;
}

static inline limb_status limb_test_check_namespaces(const limb_document *doc, limb_report *report)
{
    limb__xml_places places;
    limb__xml_places_init(&places, doc);
    const limb_status status = limb__xml_check_namespaces(&places, report);
    limb__xml_places_free(&places);
    return status;
}

static inline void limb_test_drop_xml(limb_test_reading *it)
{
    limb__arena_free(&it->arena);
    limb_report_free(it->report);
}

#endif
