// A report for tests: one error with note and fix, one warning, one finding about a mesh file; and
// its printed form.
#ifndef LIMB_TEST_DIAG_REPORT_FIXTURE_H
#define LIMB_TEST_DIAG_REPORT_FIXTURE_H

#include "documents/diag/report.h"
#include "harness.h"
#include "limb/diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct sink {
    char text[200000];
    size_t size;
} sink;

static inline limb_status collect(void *ctx, const void *bytes, size_t size)
{
    sink *s = ctx;
    if (s->size + size >= sizeof s->text) return LIMB_ERROR_LIMIT;
    memcpy(s->text + s->size, bytes, size);
    s->size += size;
    s->text[s->size] = 0;
    return LIMB_OK;
}

static inline const char *print(const limb_report *report, limb_report_format format,
                                const limb_print_opts *opts)
{
    static sink out;
    out.size = 0;
    out.text[0] = 0;
    ENSURE_INT(limb_report_print(report, format, opts, collect, &out), LIMB_OK);
    return out.text;
}

static inline void write_given_path(const limb__place *place, char *path, size_t capacity)
{
    snprintf(path, capacity, "%s", (const char *)place->node);
}

static inline limb__place with_path(limb__place place, const char *path)
{
    place.path = write_given_path;
    place.node = path;
    return place;
}

static inline uint32_t offset_of(const char *text, const char *part)
{
    const char *at = strstr(text, part);
    ENSURE(at != NULL);
    return (uint32_t)(at - text);
}

static const char arm[] = "<robot name=\"arm\">\n"
                          "  <joint name=\"elbow\">\n"
                          "    <axis xyz=\"0 0 0\"/>\n"
                          "  </joint>\n"
                          "</robot>\n";

// one error with note and fix, one warning, one about a mesh file
static inline limb_report *arm_report(const limb_allocator *memory)
{
    limb_report *report;
    const limb_report_opts opts = {.memory = memory};
    if (limb_report_create(&report, &opts) != LIMB_OK) return NULL;
    limb__source source;
    limb__source_init(&source, memory, "arm.urdf", arm, sizeof arm - 1);
    limb__report(
        report,
        with_path(limb__place_text(&source, offset_of(arm, "0 0 0"), 5), "/robot/joint/axis/@xyz"),
        LIMB_RULE_AXIS_ZERO, "axis has zero length");
    limb__report_note(report, limb__place_text(&source, offset_of(arm, "<joint"), 6),
                      "joint \"%s\" is declared here", "elbow");
    limb__report_fix(report, limb__place_text(&source, offset_of(arm, "0 0 0"), 5),
                     "write \"1 0 0\"", "1 0 0");
    limb__report(report,
                 with_path(limb__place_text(&source, offset_of(arm, "arm\""), 3), "/robot/@name"),
                 LIMB_RULE_NAME_CHARACTERS, "name is 100%% wrong");
    limb__report(report, limb__place_byte("a mesh.stl", 84), LIMB_RULE_FILE_READ,
                 "the file ends in a triangle");
    limb__source_free(&source);
    limb_report_sort(report);
    return report;
}

#endif
