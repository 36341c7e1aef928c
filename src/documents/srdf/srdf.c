// SRDF: reads and writes the pairs of links that need not be compared.
#include "limb/srdf.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "documents/diag/report.h"
#include "documents/xml/places.h"
#include "documents/xml/xml.h"

#include <assert.h>
#include <string.h>

typedef struct semantics {
    limb_srdf open; // first: a limb_srdf * is a semantics *
    const limb_allocator *memory;
    limb__arena arena;
} semantics;

static limb_status read_pairs(semantics *s, const limb_document *doc, limb_report *report);
static bool read_pair(semantics *s, limb__xml_places *places, int node, limb_report *report,
                      limb_srdf_pair *pair);
static const char *attribute(semantics *s, const limb_document *doc, int node, const char *name);
static bool is_pair(const limb_srdf_pair *pair, const char *link1, const char *link2);

enum { MAX_SIZE = 64 << 20 };

limb_status limb_srdf_load(limb_srdf **out, const char *path, const limb_srdf_opts *opts)
{
    assert(out);
    limb_srdf_opts own = opts ? *opts : (limb_srdf_opts){0};
    if (!own.file) own.file = path;
    *out = NULL;
    char *text;
    size_t size;
    const limb_allocator *memory = limb__memory(own.memory);
    limb_status status = limb__file_read_input(path, memory, MAX_SIZE, &text, &size);
    if (status != LIMB_OK) return status;
    status = limb_srdf_parse(out, text, size, &own);
    limb__release(memory, text, size + 1);
    return status;
}

limb_status limb_srdf_parse(limb_srdf **out, const char *text, size_t size,
                            const limb_srdf_opts *opts)
{
    assert(out);
    const limb_srdf_opts own = opts ? *opts : (limb_srdf_opts){0};
    const limb_allocator *memory = limb__memory(own.memory);
    *out = NULL;
    if (size > MAX_SIZE) return LIMB_ERROR_LIMIT;
    semantics *s = limb__allocate(memory, sizeof *s);
    if (!s) return LIMB_ERROR_MEMORY;
    *s = (semantics){.memory = memory};
    limb__arena_init(&s->arena, memory, 4096);
    limb__arena scratch;
    limb__arena_init(&scratch, memory, 3 * size + 1024);
    // the reader wants a NUL after the text
    const char *copy = limb__arena_copy_text(&scratch, text, size);
    limb_document doc;
    static const limb__xml_limits limits = {0};
    limb_status status = LIMB_ERROR_MEMORY;
    if (copy) {
        status = limb__xml_parse(&doc, &scratch, memory, own.file ? own.file : "", copy, size,
                                 &limits, own.report);
    }
    if (status == LIMB_OK &&
        (doc.root < 0 || !limb__text_equal(limb_node_name(&doc, doc.root), "robot"))) {
        status = LIMB_ERROR_INPUT;
    }
    if (status == LIMB_OK) status = read_pairs(s, &doc, own.report);
    limb__arena_free(&scratch);
    if (status != LIMB_OK) {
        limb_srdf_free(&s->open);
        return status;
    }
    *out = &s->open;
    return LIMB_OK;
}

void limb_srdf_free(limb_srdf *open)
{
    if (!open) return;
    semantics *s = (semantics *)open;
    limb__arena_free(&s->arena);
    limb__release(s->memory, s, sizeof *s);
}

static limb_status read_pairs(semantics *s, const limb_document *doc, limb_report *report)
{
    int count = 0;
    for (int node = limb_node_find(doc, doc->root, NULL); node >= 0;
         node = limb_node_find_next(doc, node, NULL)) {
        count++;
    }
    limb_srdf_pair *pair = LIMB__ARENA_ARRAY(&s->arena, limb_srdf_pair, count + 1);
    if (!pair) return LIMB_ERROR_MEMORY;
    s->open.pair = pair;
    s->open.robot = attribute(s, doc, doc->root, "name");
    limb__xml_places places;
    limb__xml_places_init(&places, doc);
    for (int node = limb_node_find(doc, doc->root, NULL); node >= 0;
         node = limb_node_find_next(doc, node, NULL)) {
        s->open.npair += read_pair(s, &places, node, report, &pair[s->open.npair]);
    }
    limb__xml_places_free(&places);
    return s->arena.failed ? LIMB_ERROR_MEMORY : LIMB_OK;
}

// False: the element has nothing to do with collision, or lacks a link and is reported. What names
// too little must disable nothing: an overlap would be hidden.
static bool read_pair(semantics *s, limb__xml_places *places, int node, limb_report *report,
                      limb_srdf_pair *pair)
{
    const limb_document *doc = places->doc;
    const limb_text name = limb_node_name(doc, node);
    const bool disables = limb__text_equal(name, "disable_collisions");
    const bool enables = limb__text_equal(name, "enable_collisions");
    const bool all = limb__text_equal(name, "disable_default_collisions");
    if (!disables && !enables && !all) return false;
    const char *const key = all ? "link" : "link1";
    *pair = (limb_srdf_pair){.link1 = attribute(s, doc, node, key),
                             .link2 = all ? "" : attribute(s, doc, node, "link2"),
                             .reason = attribute(s, doc, node, "reason"),
                             .enables = enables};
    const char *const missing = pair->link1[0] == 0 ? key : all || pair->link2[0] ? NULL : "link2";
    if (missing && report && !s->arena.failed)
        limb__report(report, limb__xml_at_tag(places, node), LIMB_RULE_ATTRIBUTE_MISSING,
                     "<%.*s> has no %s: it has no effect", (int)name.size, name.data, missing);
    return !missing;
}

static const char *attribute(semantics *s, const limb_document *doc, int node, const char *name)
{
    const int size = limb_node_attribute(doc, node, name, NULL, 0);
    if (size <= 0) return "";
    char *text = limb__arena_take(&s->arena, (size_t)size + 1);
    if (!text) return "";
    limb_node_attribute(doc, node, name, text, (size_t)size + 1);
    return text;
}

bool limb_srdf_disables(const limb_srdf *srdf, const char *link1, const char *link2)
{
    assert(srdf);
    bool disabled = false;
    for (int i = 0; i < srdf->npair; i++) {
        const limb_srdf_pair *pair = &srdf->pair[i];
        if (is_pair(pair, link1, link2)) disabled = !pair->enables;
        // a default does not undo what was enabled by name before it
        if (pair->link2[0] != 0 || pair->enables || disabled) continue;
        if (strcmp(pair->link1, link1) == 0 || strcmp(pair->link1, link2) == 0) {
            disabled = true;
            for (int k = 0; k < i; k++)
                if (srdf->pair[k].enables && is_pair(&srdf->pair[k], link1, link2))
                    disabled = false;
        }
    }
    return disabled;
}

static bool is_pair(const limb_srdf_pair *pair, const char *link1, const char *link2)
{
    return (strcmp(pair->link1, link1) == 0 && strcmp(pair->link2, link2) == 0) ||
           (strcmp(pair->link1, link2) == 0 && strcmp(pair->link2, link1) == 0);
}

limb_status limb_srdf_write(const limb_srdf *srdf, limb_write_fn *write, void *ctx)
{
    assert(srdf && write);
    limb__builder b;
    limb__builder_init(&b, limb__memory(NULL));
    limb__builder_text(&b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<robot name=\"");
    limb__builder_xml(&b, srdf->robot, strlen(srdf->robot), '"');
    limb__builder_text(&b, "\">\n");
    for (int i = 0; i < srdf->npair; i++) {
        const limb_srdf_pair *pair = &srdf->pair[i];
        const bool all = pair->link2[0] == 0 && !pair->enables;
        limb__builder_text(&b, all             ? "  <disable_default_collisions"
                               : pair->enables ? "  <enable_collisions"
                                               : "  <disable_collisions");
        const char *const key[3] = {all ? " link=\"" : " link1=\"", " link2=\"", " reason=\""};
        const char *const value[3] = {pair->link1, pair->link2, pair->reason};
        for (int k = 0; k < 3; k++) {
            if (value[k][0] == 0 && k > 0) continue;
            limb__builder_text(&b, key[k]);
            limb__builder_xml(&b, value[k], strlen(value[k]), '"');
            limb__builder_char(&b, '"');
        }
        limb__builder_text(&b, "/>\n");
    }
    limb__builder_text(&b, "</robot>\n");
    const limb_status status = b.failed ? LIMB_ERROR_MEMORY : write(ctx, b.data, b.size);
    limb__builder_free(&b);
    return status;
}
