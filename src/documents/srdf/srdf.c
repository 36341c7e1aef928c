// SRDF: loading, lookup and writing. The document is preserved byte for byte.
#include "documents/srdf/srdf.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

#include <assert.h>
#include <string.h>

static limb_status read_text(limb__srdf *s, const char *text, size_t size,
                             const limb_srdf_opts *opts);
static void report_root(limb__srdf *s, limb_report *report);
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
    limb__srdf *s = limb__allocate(memory, sizeof *s);
    if (!s) return LIMB_ERROR_MEMORY;
    *s = (limb__srdf){.memory = memory};
    limb__arena_init(&s->arena, memory, 3 * size + 4096);
    limb_status status = read_text(s, text, size, &own);
    if (status == LIMB_OK && own.report && own.report->nlost > 0) status = LIMB_ERROR_MEMORY;
    if (status != LIMB_OK) {
        limb_srdf_free(&s->open);
        return status;
    }
    *out = &s->open;
    return LIMB_OK;
}

static limb_status read_text(limb__srdf *s, const char *text, size_t size,
                             const limb_srdf_opts *opts)
{
    // the XML reader requires a NUL after the text
    const char *copy = limb__arena_copy_text(&s->arena, text ? text : "", size);
    const char *file = opts->file ? opts->file : "";
    file = limb__arena_copy_text(&s->arena, file, strlen(file));
    if (!copy || !file) return LIMB_ERROR_MEMORY;
    static const limb__xml_limits limits = {0};
    const limb_status status = limb__xml_parse(&s->document, &s->arena, s->memory, file, copy, size,
                                               &limits, opts->report);
    if (status != LIMB_OK) return status;
    const int root = s->document.root;
    if (root < 0) return LIMB_ERROR_INPUT;
    if (!limb__text_equal(limb_node_name(&s->document, root), "robot")) {
        report_root(s, opts->report);
        return LIMB_ERROR_INPUT;
    }
    return limb__srdf_read(s, opts->report);
}

static void report_root(limb__srdf *s, limb_report *report)
{
    limb__xml_places places;
    limb__xml_places_init(&places, &s->document);
    const limb_text name = limb_node_name(&s->document, s->document.root);
    limb__report(report, limb__xml_at_name(&places, s->document.root, -1), LIMB_RULE_ROBOT_ELEMENT,
                 "the outermost element is <%.*s>, not <robot>: this is not SRDF", (int)name.size,
                 name.data);
    limb__xml_places_free(&places);
}

void limb_srdf_free(limb_srdf *open)
{
    if (!open) return;
    limb__srdf *s = (limb__srdf *)open;
    limb__arena_free(&s->arena);
    limb__release(s->memory, s, sizeof *s);
}

bool limb_srdf_is(const char *text, size_t size)
{
    assert(text || size == 0);
    static const char *const own[] = {"group",
                                      "group_state",
                                      "virtual_joint",
                                      "end_effector",
                                      "passive_joint",
                                      "disable_collisions",
                                      "disable_default_collisions",
                                      "link_sphere_approximation"};
    limb_srdf *srdf;
    if (limb_srdf_parse(&srdf, text, size, NULL) != LIMB_OK) return false;
    const int root = limb_document_root(srdf->document);
    bool is_srdf = false;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        is_srdf |= limb_node_find(srdf->document, root, own[i]) >= 0;
    is_srdf = is_srdf && limb_node_find(srdf->document, root, "link") < 0 &&
              limb_node_find(srdf->document, root, "joint") < 0;
    limb_srdf_free(srdf);
    return is_srdf;
}

int limb_srdf_find_group(const limb_srdf *srdf, const char *name)
{
    assert(srdf);
    if (!name || !srdf->document) return -1;
    return limb__names_find(&limb__srdf_of(srdf)->group_name, name, strlen(name));
}

int limb_srdf_find_state(const limb_srdf *srdf, const char *name, const char *group)
{
    assert(srdf);
    for (int i = 0; name && i < srdf->nstate; i++) {
        const bool is_there = !group || strcmp(srdf->state[i].group, group) == 0;
        if (is_there && strcmp(srdf->state[i].name, name) == 0) return i;
    }
    return -1;
}

bool limb_srdf_disables(const limb_srdf *srdf, const char *link1, const char *link2)
{
    assert(srdf);
    bool disabled = false;
    for (int i = 0; i < srdf->npair; i++) {
        const limb_srdf_pair *pair = &srdf->pair[i];
        if (is_pair(pair, link1, link2)) disabled = !pair->enables;
        // a default does not disable a pair that an earlier entry enabled by name
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
    if (srdf->document) {
        const limb_text source = limb_document_source(srdf->document);
        return write(ctx, source.data, source.size);
    }
    limb__builder b;
    limb__builder_init(&b, limb__memory(NULL));
    limb__builder_text(&b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<robot name=\"");
    limb__builder_xml(&b, srdf->robot, strlen(srdf->robot), '"');
    limb__builder_text(&b, "\">\n");
    for (int i = 0; i < srdf->npair; i++) {
        limb__builder_text(&b, "  ");
        limb__srdf_put_pair(&b, &srdf->pair[i]);
        limb__builder_char(&b, '\n');
    }
    limb__builder_text(&b, "</robot>\n");
    const limb_status status = b.failed ? LIMB_ERROR_MEMORY : write(ctx, b.data, b.size);
    limb__builder_free(&b);
    return status;
}

void limb__srdf_put_pair(limb__builder *b, const limb_srdf_pair *pair)
{
    const bool all = pair->link2[0] == 0 && !pair->enables;
    limb__builder_text(b, all             ? "<disable_default_collisions"
                          : pair->enables ? "<enable_collisions"
                                          : "<disable_collisions");
    const char *const key[3] = {all ? " link=\"" : " link1=\"", " link2=\"", " reason=\""};
    const char *const value[3] = {pair->link1, pair->link2, pair->reason};
    for (int k = 0; k < 3; k++) {
        if (!value[k] || (value[k][0] == 0 && k > 0)) continue;
        limb__builder_text(b, key[k]);
        limb__builder_xml(b, value[k], strlen(value[k]), '"');
        limb__builder_char(b, '"');
    }
    limb__builder_text(b, "/>");
}
