// <xacro:include>: includes one file, or all that match a pattern, into the document
// or a namespace.
#include "documents/xacro/expand.h"
#include "documents/xacro/origin.h"

#include <string.h>

typedef struct place {
    limb__macros *macros;
    limb__scope *scope;
    limb__dom *holder; // receives the content of the files
} place;

static bool open_namespace(limb__expansion *x, limb__dom *node, place *at);
static bool is_optional(limb__expansion *x, limb__dom *node, bool *optional);
static limb__value *files_of(limb__expansion *x, limb_text name, limb__origin origin);
static bool include_file(limb__expansion *x, limb__dom *node, const char *path, bool optional,
                         limb__origin origin, place at);
static bool is_open(limb__expansion *x, const char *path, limb__origin origin);
static bool insert(limb__expansion *x, limb__dom *node, limb__file_source *file, int index,
                   place at);

bool limb__include(limb__expansion *x, limb__dom *node, limb__macros *macros, limb__scope *scope)
{
    limb__check_attrs(x, node, "filename ns optional");
    const limb__dom_attr *attr = limb__required_attr(x, node, "filename");
    place at = {macros, scope, NULL};
    bool optional;
    if (!attr || !open_namespace(x, node, &at) || !is_optional(x, node, &optional)) return false;
    if (limb__dom_first_element(node)) {
        limb__xacro_report(x, limb__dom_first_element(node)->origin, LIMB_RULE_XACRO_LOST,
                           "elements inside <xacro:include> are ignored");
    }
    const limb_text name = limb__expand_str(x, attr->value, scope, attr->origin);
    if (!name.data) x->is_incomplete = true;
    limb__value *paths = name.data ? files_of(x, name, attr->origin) : NULL;
    if (!paths) return name.data ? limb__report_error(x, attr->origin) : false;
    bool ok = true;
    limb__dom *holder = limb__dom_new(&x->eval, LIMB_NODE_ELEMENT);
    if (!holder) return limb__report_error(x, node->origin);
    at.holder = holder;
    for (int i = 0; ok && i < paths->as.items.count; i++) {
        ok = include_file(x, node, paths->as.items.item[i]->as.text.data, optional, attr->origin,
                          at);
    }
    // the comments before the tag are removed, those of the files stay
    limb__remove_previous_comments(x, node);
    limb__dom_replace_by_content(node, holder);
    return ok;
}

// ns="a": macros are called as a.name, properties used as a.name; the file can see the outer names.
static bool open_namespace(limb__expansion *x, limb__dom *node, place *at)
{
    const limb__dom_attr *attr = limb__dom_find_attr(node, "ns");
    if (!attr || attr->value.size == 0) return true;
    const limb_text name = limb__expand_str(x, attr->value, at->scope, attr->origin);
    if (!name.data) return false;
    limb__macros *macros = limb__take(&x->eval, sizeof *macros);
    limb__scope *scope = macros ? limb__take(&x->eval, sizeof *scope) : NULL;
    void **slot = scope ? limb__table_add(&x->eval, &at->macros->spaces, name) : NULL;
    limb__value *value = slot ? limb__value_new(&x->eval, LIMB__VALUE_SCOPE) : NULL;
    if (!value) return limb__report_error(x, node->origin);
    *macros = (limb__macros){0};
    *scope = (limb__scope){.parent = at->scope, .is_namespace = true};
    *slot = macros;
    value->as.scope = scope;
    limb__property *property = limb__scope_set(x, at->scope, name, value, false, attr->origin);
    if (!property) return limb__report_error(x, node->origin);
    property->is_parameter = true;
    at->macros = macros;
    at->scope = scope;
    return true;
}

static bool is_optional(limb__expansion *x, limb__dom *node, bool *optional)
{
    const limb__dom_attr *attr = limb__dom_find_attr(node, "optional");
    *optional = false;
    if (!attr) return true;
    limb__value *value = limb__value_text_kept(&x->eval, attr->value.data, attr->value.size);
    const int condition = value ? limb__condition(x, value) : -1;
    *optional = condition == 1;
    if (condition >= 0) return true;
    limb__xacro_report(x, attr->origin, LIMB_RULE_XACRO_CONDITION,
                       "optional must be true or false, not \"%.*s\"", (int)attr->value.size,
                       attr->value.data);
    return false;
}

static limb__value *files_of(limb__expansion *x, limb_text name, limb__origin origin)
{
    const char *path = limb__full_path(x, name);
    if (!path) return NULL;
    if (strpbrk(path, "*?[")) {
        limb__value *paths = limb__glob(x, path);
        if (paths && paths->as.items.count == 0) {
            limb__xacro_report(x, origin, LIMB_RULE_XACRO_INCLUDE_EMPTY, "no file matches \"%s\"",
                               path);
        }
        return paths;
    }
    limb__value *paths = limb__value_list(&x->eval, LIMB__VALUE_LIST, 1);
    limb__value *text = limb__value_text_kept(&x->eval, path, strlen(path));
    return paths && limb__list_add(&x->eval, paths, text) ? paths : NULL;
}

static bool include_file(limb__expansion *x, limb__dom *node, const char *path, bool optional,
                         limb__origin origin, place at)
{
    char *text;
    size_t size;
    if (is_open(x, path, origin)) return false;
    const limb_status status = limb__read_allowed(x, path, &text, &size);
    if (status == LIMB_ERROR_IO && optional) return true;
    if (status == LIMB_ERROR_MEMORY) {
        limb__raise_memory(&x->eval);
        return limb__report_error(x, origin);
    }
    if (status != LIMB_OK) {
        limb__xacro_report(x, origin, LIMB_RULE_XACRO_INCLUDE, "\"%s\" %s", path,
                           limb__read_problem(status));
        x->is_incomplete = true;
        return false;
    }
    limb__file_source *file = limb__kept_add(x->kept, path, text, size);
    x->eval.held += size; // until the end
    if (!file) {
        limb__raise_memory(&x->eval);
        return limb__report_error(x, origin);
    }
    return insert(x, node, file, x->kept->nsource - 1, at);
}

// A file may include itself under a condition; otherwise this would be an infinite cycle.
static bool is_open(limb__expansion *x, const char *path, limb__origin origin)
{
    enum { MAX_OPEN = 32 };
    int count = 0;
    for (const limb__frame *frame = x->frame; frame; frame = frame->outer) {
        if (frame->macro.data) continue;
        const char *outer = limb__kept_source(x->kept, frame->call.source)->path;
        if (strcmp(outer, path) == 0) count++;
    }
    if (count < MAX_OPEN) return false;
    limb__xacro_report(x, origin, LIMB_RULE_XACRO_RECURSION, "\"%s\" includes itself without end",
                       path);
    x->is_stopped = true;
    return true;
}

static bool insert(limb__expansion *x, limb__dom *node, limb__file_source *file, int index,
                   place at)
{
    limb__eval *eval = &x->eval;
    const limb_allocator *memory = x->kept->memory;
    const limb__frame *outer = x->frame;
    const int outer_file = x->file;
    limb__frame *frame = limb__kept_frame(x->kept, node->origin, (limb_text){NULL, 0});
    if (!frame) {
        limb__raise_memory(eval);
        return limb__report_error(x, node->origin);
    }
    const int nrefusal = x->report ? x->report->nrefusal : 0;
    const limb_status status = limb__xml_parse(&file->doc, &x->work, memory, file->path, file->text,
                                               file->size, NULL, x->report);
    if (status == LIMB_ERROR_MEMORY) limb__raise_memory(eval);
    if (eval->error) return limb__report_error(x, node->origin);
    if (status != LIMB_OK || file->doc.root < 0) {
        x->is_suppressed = false;
        if (x->report && x->report->nrefusal > nrefusal) limb__note_trace(x, frame);
        x->is_broken = true;
        x->nerror++;
        x->is_stopped = true;
        return false;
    }
    limb__dom *root = limb__dom_build(eval, &file->doc, index, frame, NULL);
    if (!root) return limb__report_error(x, node->origin);
    x->frame = frame;
    x->file = index;
    limb__check_prefix(x, root);
    limb__expand_element(x, root, at.macros, at.scope);
    x->file = outer_file;
    x->frame = outer;
    if (!limb__lift_namespaces(x, node->parent, root)) return limb__report_error(x, node->origin);
    limb__dom_append_content(at.holder, root);
    return true;
}
