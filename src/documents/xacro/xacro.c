// The public functions: one expansion from start to end, and its persistent result.
#define _POSIX_C_SOURCE 200809L
#include "limb/xacro.h"
#include "limb/system.h"

#include "base/file.h"
#include "base/memory.h"
#include "documents/builtins/builtins.h"
#include "documents/xacro/expand.h"
#include "documents/xacro/origin.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

static limb_status expand(limb__kept *kept, char *text, size_t size, const char *path,
                          const limb_xacro_opts *opts);
static limb_status run(limb__expansion *x, limb__file_source *file);
static bool add_roots(limb__expansion *x, const char *path);
static bool add_arguments(limb__expansion *x);
static limb__dom *build(limb__expansion *x, limb__file_source *file, limb__dom **first);
static bool set_target_namespace(limb__expansion *x, limb__dom *root);
static void report_unused(limb__expansion *x);
static bool keep_parameters(limb__expansion *x);
static const char *warn_deprecated(limb__eval *eval, const char *name, const char *module);
static limb__kept *create(const limb_allocator *memory, const char *file);

limb_status limb_xacro_load(limb_xacro **out, const char *path, const limb_xacro_opts *opts)
{
    assert(out);
    static const limb_xacro_opts defaults = {0};
    if (!opts) opts = &defaults;
    const limb_allocator *memory = limb__memory(opts->memory);
    const char *name = opts->file ? opts->file : path;
    *out = NULL;
    if (!path) return LIMB_ERROR_IO;
    limb__kept *kept = create(memory, name);
    if (!kept) return LIMB_ERROR_MEMORY;
    char *text;
    size_t size;
    const size_t max = opts->max_bytes > 0 ? opts->max_bytes : (size_t)256 << 20;
    limb_status status = opts->host.read && strcmp(path, "-") != 0
                             ? opts->host.read(opts->host.ctx, path, memory, max, &text, &size)
                             : limb__file_read_input(path, memory, max, &text, &size);
    if (status == LIMB_ERROR_IO || status == LIMB_ERROR_LIMIT) {
        limb__report(opts->report, limb__place_file(name), LIMB_RULE_FILE_READ,
                     "cannot be read: %s",
                     status == LIMB_ERROR_LIMIT ? "it is too large"
                     : opts->host.read          ? "there is no such file"
                                                : limb_system_error_text(errno));
    }
    if (status == LIMB_OK) status = expand(kept, text, size, name, opts);
    if (status == LIMB_ERROR_MEMORY) {
        limb_xacro_free(&kept->xacro);
        return status;
    }
    *out = &kept->xacro;
    return status;
}

limb_status limb_xacro_expand(limb_xacro **out, const char *text, size_t size,
                              const limb_xacro_opts *opts)
{
    assert(out);
    static const limb_xacro_opts defaults = {0};
    if (!opts) opts = &defaults;
    const limb_allocator *memory = limb__memory(opts->memory);
    const char *name = opts->file ? opts->file : "document.xacro";
    *out = NULL;
    if (!text && size > 0) return LIMB_ERROR_INPUT;
    limb__kept *kept = create(memory, name);
    char *copy = kept ? limb__allocate(memory, size + 1) : NULL;
    if (!copy) {
        limb_xacro_free(kept ? &kept->xacro : NULL);
        return LIMB_ERROR_MEMORY;
    }
    if (size > 0) memcpy(copy, text, size);
    copy[size] = 0;
    const limb_status status = expand(kept, copy, size, name, opts);
    if (status == LIMB_ERROR_MEMORY) {
        limb_xacro_free(&kept->xacro);
        return status;
    }
    *out = &kept->xacro;
    return status;
}

void limb_xacro_free(limb_xacro *xacro)
{
    if (!xacro) return;
    limb__kept *kept = (limb__kept *)xacro;
    const limb_allocator *memory = kept->memory;
    for (int i = 0; i < kept->nsource; i++) {
        limb__file_source *file = kept->source[i];
        limb__source_free(&file->source);
        // the block was allocated with a NUL after the text
        limb__release(memory, file->text, file->size + 1);
    }
    limb__release(memory, kept->source, (size_t)kept->source_capacity * sizeof *kept->source);
    limb__release(memory, kept->path, (size_t)kept->path_capacity * sizeof *kept->path);
    limb__release(memory, kept->map, (size_t)kept->map_capacity * sizeof *kept->map);
    limb__release(memory, kept->root, (size_t)kept->root_capacity * sizeof *kept->root);
    limb__release(memory, kept->text, kept->text_capacity);
    limb__arena_free(&kept->arena);
    limb__release(memory, kept, sizeof *kept);
}

bool limb_xacro_is(const char *text, size_t size)
{
    assert(text || size == 0);
    const limb_text whole = {text, size};
    return limb__text_holds(whole, "<xacro:") || limb__text_holds(whole, "xmlns:xacro");
}

static limb__kept *create(const limb_allocator *memory, const char *file)
{
    limb__kept *kept = limb__allocate(memory, sizeof *kept);
    if (!kept) return NULL;
    *kept = (limb__kept){.memory = memory};
    limb__arena_init(&kept->arena, memory, 0);
    static const char suffix[] = " (expanded)";
    const size_t size = strlen(file);
    char *name = limb__arena_take(&kept->arena, size + sizeof suffix);
    kept->xacro.file = limb__arena_copy_text(&kept->arena, file, size);
    if (!name || !kept->xacro.file) {
        limb_xacro_free(&kept->xacro);
        return NULL;
    }
    memcpy(name, file, size);
    memcpy(name + size, suffix, sizeof suffix);
    kept->name = name;
    return kept;
}

// Takes ownership of the text.
static limb_status expand(limb__kept *kept, char *text, size_t size, const char *path,
                          const limb_xacro_opts *opts)
{
    limb__file_source *file = limb__kept_add(kept, path, text, size);
    if (!file) return LIMB_ERROR_MEMORY;
    limb__expansion x = {.opts = opts, .report = opts->report, .kept = kept};
    const limb__eval_limits limits = {
        .max_memory = opts->max_memory > 0 ? opts->max_memory : (size_t)LIMB__MAX_VALUES_MB << 20,
        .max_steps = opts->max_steps > 0 ? opts->max_steps : 50000000,
        .max_depth = LIMB__MAX_EXPRESSION,
        .max_stack = opts->max_stack > 0 ? opts->max_stack : (size_t)LIMB__MAX_STACK_KB << 10};
    limb__arena_init(&x.work, kept->memory, (size_t)64 << 10);
    limb__eval_init(&x.eval, &x.work, &limb__python_library, &limits);
    x.eval.host = &x;
    x.eval.find_name = limb__find_property;
    x.eval.find_member = limb__find_member;
    x.eval.has_member = limb__has_member;
    x.eval.find_scope = limb__scope_at_hand;
    x.eval.list_names = limb__list_properties;
    x.eval.host_function = limb__xacro_function;
    x.eval.nhost_function = limb__nxacro_function;
    x.eval.deprecated = warn_deprecated;
    limb_status status = run(&x, file);
    if (x.eval.is_limit && x.eval.error_kind && strcmp(x.eval.error_kind, "MemoryError") == 0) {
        status = LIMB_ERROR_MEMORY;
    }
    if (status != LIMB_ERROR_MEMORY && !keep_parameters(&x)) status = LIMB_ERROR_MEMORY;
    limb__arena_free(&x.work);
    kept->xacro.memory =
        kept->arena.total + kept->text_capacity + (size_t)kept->map_capacity * sizeof *kept->map;
    if (opts->report) limb_report_sort(opts->report);
    return status;
}

static limb_status run(limb__expansion *x, limb__file_source *file)
{
    limb__dom *first = NULL;
    limb__remember_file(x, file->path);
    x->stop_blank = limb__dom_new(&x->eval, LIMB_NODE_TEXT);
    if (!x->stop_blank || !add_roots(x, file->path) || !add_arguments(x)) return LIMB_ERROR_MEMORY;
    x->stop_blank->content = (limb_text){"\n\n", 2};
    limb__dom *root = build(x, file, &first);
    if (!root) return x->status != LIMB_OK ? x->status : LIMB_ERROR_INPUT;
    x->root = root;
    limb__check_prefix(x, root);
    if (!set_target_namespace(x, root)) return LIMB_ERROR_MEMORY;
    limb__expand_element(x, root, &x->macros, &x->top);
    if (x->status != LIMB_OK) return x->status;
    if (x->is_broken || x->is_stopped) return LIMB_ERROR_INPUT;
    if (x->opts->report_unused) report_unused(x);
    if (limb__write(x, first)) return LIMB_OK;
    if (x->status == LIMB_ERROR_LIMIT) {
        limb__xacro_report(
            x, root->origin, LIMB_RULE_XACRO_LIMIT, "the expansion is longer than %zu MB",
            (x->opts->max_output > 0 ? x->opts->max_output : (size_t)64 << 20) >> 20);
    }
    return x->status != LIMB_OK ? x->status : LIMB_ERROR_MEMORY;
}

// Allows the folder of the document, and those of the caller.
static bool add_roots(limb__expansion *x, const char *path)
{
    const char *slash = strrchr(path, '/');
    const size_t size = slash ? slash > path ? (size_t)(slash - path) : 1 : 1;
    const char *folder = limb__arena_copy_text(&x->kept->arena, slash ? path : ".", size);
    if (!folder || !limb__add_root(x, folder) || !limb__add_home_of(x, path)) return false;
    for (int i = 0; i < x->opts->nroot; i++)
        if (!limb__add_root(x, x->opts->root[i])) return false;
    return true;
}

static bool add_arguments(limb__expansion *x)
{
    for (int i = 0; i < x->opts->nargument; i++) {
        const limb_xacro_argument *given = &x->opts->argument[i];
        limb_text name = {given->name, strlen(given->name)};
        limb__argument *argument = limb__table_find(&x->argument, name);
        if (!argument) argument = limb__argument_add(x, name);
        if (!argument) return false;
        argument->value = (limb_text){given->value, strlen(given->value)};
        argument->is_given = true;
    }
    return true;
}

static limb__dom *build(limb__expansion *x, limb__file_source *file, limb__dom **first)
{
    const limb_status status = limb__xml_parse(&file->doc, &x->work, x->kept->memory, file->path,
                                               file->text, file->size, NULL, x->report);
    if (status != LIMB_OK || file->doc.root < 0) {
        x->status = status == LIMB_ERROR_INPUT ? LIMB_OK : status;
        return NULL;
    }
    limb__dom *root = limb__dom_build(&x->eval, &file->doc, 0, NULL, first);
    if (!root) x->status = x->eval.is_limit ? LIMB_ERROR_LIMIT : LIMB_ERROR_MEMORY;
    return root;
}

// xacro:targetNamespace on the outermost element becomes its xmlns.
static bool set_target_namespace(limb__expansion *x, limb__dom *root)
{
    limb__dom_attr *target = limb__dom_find_attr(root, "xacro:targetNamespace");
    if (!target || target->value.size == 0) return true;
    const limb_text value = target->value;
    const limb__origin origin = target->origin;
    limb__dom_remove_attr(root, target);
    return limb__dom_set_attr(&x->eval, root, (limb_text){"xmlns", 5}, value, origin);
}

static void report_unused(limb__expansion *x)
{
    for (const limb__property *p = x->first_property; p; p = p->next) {
        if (p->is_used || p->is_parameter) continue;
        const limb_text name = p->name;
        const size_t stars = name.data[0] == '*' ? 2 : 0;
        limb__xacro_report(x, p->origin, LIMB_RULE_XACRO_DEFINITION_UNUSED,
                           "property \"%.*s\" is not used", (int)(name.size - stars),
                           name.data + stars);
    }
    for (const limb__argument *a = x->first_argument; a; a = a->next) {
        if (a->is_used) continue;
        if (a->is_declared) {
            limb__xacro_report(x, a->origin, LIMB_RULE_XACRO_DEFINITION_UNUSED,
                               "argument \"%.*s\" is not used", (int)a->name.size, a->name.data);
        } else {
            limb__report(x->report, limb__place_file(x->kept->xacro.file),
                         LIMB_RULE_XACRO_DEFINITION_UNUSED,
                         "argument \"%.*s\" is given, but no file declares or uses it",
                         (int)a->name.size, a->name.data);
        }
    }
}

static bool keep_parameters(limb__expansion *x)
{
    limb__kept *kept = x->kept;
    int count = 0;
    for (const limb__argument *a = x->first_argument; a; a = a->next)
        count += a->is_declared;
    limb_xacro_parameter *list = LIMB__ARENA_ARRAY(&kept->arena, limb_xacro_parameter, count + 1);
    if (!list) return false;
    int at = 0;
    for (const limb__argument *a = x->first_argument; a; a = a->next) {
        if (!a->is_declared) continue;
        limb_xacro_parameter *to = &list[at++];
        to->name = limb__arena_copy_text(&kept->arena, a->name.data, a->name.size);
        to->value = limb__arena_copy_text(&kept->arena, a->value.data, a->value.size);
        to->default_value =
            a->default_value.data
                ? limb__arena_copy_text(&kept->arena, a->default_value.data, a->default_value.size)
                : NULL;
        to->is_given = a->is_given;
        if (!to->name || !to->value) return false;
    }
    kept->xacro.parameter = list;
    kept->xacro.nparameter = count;
    return !kept->arena.failed;
}

static const char *warn_deprecated(limb__eval *eval, const char *name, const char *module)
{
    limb__expansion *x = eval->host;
    limb__xacro_report(x, x->at, LIMB_RULE_XACRO_DEPRECATED,
                       "%s() without a prefix is deprecated; write %s.%s()", name, module, name);
    return NULL;
}
