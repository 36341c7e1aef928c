// Reads YAML 1.1 files as values, as PyYAML's safe loader does; the caller's reader
// provides the events.
//
// !degrees, !radians and the units of length take an expression and give radians and meters.
// Without a reader, loading is an error.
#include "base/memory.h"
#include "documents/xacro/expand.h"
#include "documents/xacro/origin.h"

#include <string.h>

enum { MAX_DEPTH = 100 };
#define STANDARD "tag:yaml.org,2002:" // the expansion of "!!"

typedef struct level { // an open list or dictionary
    limb__value *value;
    limb__value *key; // for a dictionary: the key whose value comes next
    const char *anchor;
    bool is_set;
} level;

typedef struct loader {
    limb__expansion *x;
    limb__eval *eval;
    const char *path;
    level level[MAX_DEPTH];
    int depth;
    limb__value *root;
    limb__table anchor; // name to value
    int ndocument;
} loader;

static limb__value *load(loader *l, const char *text, size_t size);
static bool take_event(void *ctx, const limb_yaml_event *event);
static bool take_node(loader *l, const limb_yaml_event *event);
static bool add(loader *l, limb__value *value);
static bool open_level(loader *l, limb__value_kind kind, const limb_yaml_event *event);
static bool check_tag(loader *l, limb__value_kind kind, const char *tag, bool *is_set);
static bool close_level(loader *l);
static bool remember(loader *l, const char *anchor, limb__value *value);
static limb__value *find_alias(loader *l, const char *name);
static limb__value *scalar(loader *l, const limb_yaml_event *event);
static limb__value *with_unit(loader *l, const char *tag, limb_text text);
static bool merge(loader *l, level *top, limb__value *from);
static bool take_over(loader *l, limb__value *into, const limb__value *from);

limb__value *limb__load_yaml(limb__expansion *x, const char *path)
{
    char *text;
    size_t size;
    limb__eval *eval = &x->eval;
    if (!x->opts->yaml) {
        return limb__raise(eval, "YamlError",
                           "\"%s\" cannot be loaded: there is no YAML reader here", path);
    }
    const limb_status status = limb__read_allowed(x, path, &text, &size);
    if (status == LIMB_ERROR_MEMORY) return limb__raise_memory(eval);
    if (status != LIMB_OK) {
        return limb__raise(eval, "FileError", "\"%s\" %s", path, limb__read_problem(status));
    }
    loader *l = limb__take(eval, sizeof *l);
    limb__value *value = NULL;
    if (l) {
        memset(l, 0, sizeof *l);
        l->x = x;
        l->eval = eval;
        l->path = path;
        value = load(l, text, size);
    }
    limb__release(x->kept->memory, text, size + 1);
    if (!value) return NULL;
    const bool is_container = value->kind == LIMB__VALUE_DICT || value->kind == LIMB__VALUE_LIST;
    return is_container ? limb__value_dotted(eval, value) : value;
}

static limb__value *load(loader *l, const char *text, size_t size)
{
    limb__eval *eval = l->eval;
    limb_yaml_problem problem = {0};
    const limb_status status = l->x->opts->yaml(text, size, take_event, l, &problem);
    if (eval->error) return NULL;
    if (status == LIMB_ERROR_MEMORY) return limb__raise_memory(eval);
    if (status != LIMB_OK) {
        return limb__raise(eval, "YamlError", "%s:%d:%d: %s", l->path, problem.line, problem.column,
                           problem.message);
    }
    return l->root ? l->root : &eval->none;
}

// Adds the location in the file to an error.
static bool take_event(void *ctx, const limb_yaml_event *event)
{
    loader *l = ctx;
    limb__eval *eval = l->eval;
    if (!limb__step(eval, 1)) return false;
    if (take_node(l, event)) return true;
    if (eval->error) {
        const char *reason = eval->error;
        const char *kind = eval->is_limit ? eval->error_kind : "YamlError";
        eval->error = NULL;
        limb__raise(eval, kind, "%s:%d:%d: %s", l->path, event->line, event->column, reason);
    }
    return false;
}

static bool take_node(loader *l, const limb_yaml_event *event)
{
    switch (event->kind) {
    case LIMB_YAML_DOCUMENT:
        if (l->ndocument++ == 0) return true;
        limb__raise(l->eval, "YamlError", "the file holds more than one document");
        return false;
    case LIMB_YAML_SCALAR: {
        limb__value *value = scalar(l, event);
        return value && remember(l, event->anchor, value) && add(l, value);
    }
    case LIMB_YAML_ALIAS: {
        limb__value *value = find_alias(l, event->anchor);
        return value && add(l, value);
    }
    case LIMB_YAML_LIST:
        return open_level(l, LIMB__VALUE_LIST, event);
    case LIMB_YAML_MAPPING:
        return open_level(l, LIMB__VALUE_DICT, event);
    case LIMB_YAML_END:
        return close_level(l);
    }
    return true;
}

// Adds the value to the innermost open list or dictionary; "<<" merges another dictionary.
static bool add(loader *l, limb__value *value)
{
    if (l->depth == 0) {
        l->root = value;
        return true;
    }
    level *top = &l->level[l->depth - 1];
    if (top->value->kind == LIMB__VALUE_LIST) return limb__list_add(l->eval, top->value, value);
    if (!top->key) {
        top->key = value;
        return true;
    }
    limb__value *key = top->key;
    top->key = NULL;
    if (limb__text_is(key, "<<")) return merge(l, top, value);
    return limb__dict_set(l->eval, top->value, key, value);
}

// PyYAML's order: merged entries come first, for a list those of the last dictionary first; keys of
// the mapping itself take precedence, then those of the first dictionary.
static bool merge(loader *l, level *top, limb__value *from)
{
    limb__value *merged = limb__value_dict(l->eval, LIMB__VALUE_DICT);
    const bool is_list = from->kind == LIMB__VALUE_LIST;
    for (int i = is_list ? from->as.items.count : 1; merged && i > 0; i--) {
        if (!take_over(l, merged, is_list ? from->as.items.item[i - 1] : from)) return false;
    }
    if (!merged || !take_over(l, merged, top->value)) return false;
    top->value = merged;
    return true;
}

static bool take_over(loader *l, limb__value *into, const limb__value *from)
{
    if (from->kind != LIMB__VALUE_DICT) {
        limb__raise(l->eval, "YamlError", "\"<<\" takes dictionaries");
        return false;
    }
    for (int i = 0; i < from->as.dict->count; i++) {
        limb__value *key = from->as.dict->key[i];
        if (key && !limb__dict_set(l->eval, into, key, from->as.dict->value[i])) return false;
    }
    return true;
}

static bool open_level(loader *l, limb__value_kind kind, const limb_yaml_event *event)
{
    bool is_set;
    if (!check_tag(l, kind, event->tag, &is_set)) return false;
    if (l->depth == MAX_DEPTH) {
        limb__raise(l->eval, "LimitError", "lists and dictionaries are nested too deeply");
        return false;
    }
    limb__value *value = kind == LIMB__VALUE_LIST ? limb__value_list(l->eval, kind, 0)
                                                  : limb__value_dict(l->eval, kind);
    if (!value) return false;
    level *top = &l->level[l->depth++];
    *top = (level){.value = value, .is_set = is_set};
    if (!event->anchor) return true;
    top->anchor = limb__arena_copy_text(l->eval->arena, event->anchor, strlen(event->anchor));
    return top->anchor || limb__raise_memory(l->eval);
}

// Types that PyYAML's safe loader does not create are an error, so that they are not read as lists.
static bool check_tag(loader *l, limb__value_kind kind, const char *tag, bool *is_set)
{
    const bool is_list = kind == LIMB__VALUE_LIST;
    *is_set = !is_list && tag && strcmp(tag, STANDARD "set") == 0;
    if (!tag || strcmp(tag, "!") == 0 || *is_set) return true;
    if (strcmp(tag, is_list ? STANDARD "seq" : STANDARD "map") == 0) return true;
    const bool is_standard = strncmp(tag, STANDARD, sizeof STANDARD - 1) == 0;
    limb__raise(l->eval, "YamlError", "the tag \"%s%s\" is not supported for a %s",
                is_standard ? "!!" : "", is_standard ? tag + sizeof STANDARD - 1 : tag,
                is_list ? "list" : "dictionary");
    return false;
}

static bool close_level(loader *l)
{
    level top = l->level[--l->depth];
    if (top.is_set) {
        limb__call keys = {.argument = &top.value, .count = 1, .npositional = 1};
        top.value = limb__convert(l->eval, LIMB__VALUE_SET, &keys);
        if (!top.value) return false;
    }
    return remember(l, top.anchor, top.value) && add(l, top.value);
}

static bool remember(loader *l, const char *anchor, limb__value *value)
{
    if (!anchor) return true;
    const size_t size = strlen(anchor);
    const char *name = limb__arena_copy_text(l->eval->arena, anchor, size);
    void **slot = name ? limb__table_add(l->eval, &l->anchor, (limb_text){name, size}) : NULL;
    if (!slot) return limb__raise_memory(l->eval);
    *slot = value;
    return true;
}

static limb__value *find_alias(loader *l, const char *name)
{
    const limb_text text = {name, strlen(name)};
    limb__value *value = limb__table_find(&l->anchor, text);
    if (value) return value;
    return limb__raise(l->eval, "YamlError", "the alias \"%s\" has no anchor before it", name);
}

static limb__value *scalar(loader *l, const limb_yaml_event *event)
{
    const char *tag = event->tag;
    const limb_text text = event->text;
    if (tag && tag[0] == '!' && tag[1] != 0) return with_unit(l, tag, text);
    if (tag && strncmp(tag, STANDARD, sizeof STANDARD - 1) == 0) {
        const char *type = tag + sizeof STANDARD - 1;
        if (strcmp(type, "float") == 0) {
            double number;
            if (limb__parse_float(text, &number)) return limb__value_float(l->eval, number);
        }
        if (strcmp(type, "str") == 0) return limb__value_text(l->eval, text.data, text.size);
        if (strcmp(type, "int") == 0 || strcmp(type, "bool") == 0 || strcmp(type, "null") == 0) {
            return limb__yaml_plain(l->eval, text);
        }
        return limb__raise(l->eval, "YamlError", "the tag \"!!%s\" is not supported here", type);
    }
    if (event->is_plain && !tag) return limb__yaml_plain(l->eval, text);
    return limb__value_text(l->eval, text.data, text.size);
}

static limb__value *with_unit(loader *l, const char *tag, limb_text text)
{
    static const struct {
        const char *tag;
        double factor;
    } unit[] = {
        {"!radians", 1},   {"!degrees", 3.14159265358979323846 / 180},
        {"!meters", 1},    {"!millimeters", 0.001},
        {"!foot", 0.3048}, {"!inches", 0.0254},
    };
    limb__eval *eval = l->eval;
    for (size_t i = 0; i < sizeof unit / sizeof *unit; i++) {
        if (strcmp(tag, unit[i].tag) != 0) continue;
        // properties are not available in a YAML file
        limb__name_fn *find_name = eval->find_name;
        eval->find_name = NULL;
        limb__value *copy = limb__value_text(eval, text.data, text.size);
        limb__value *value =
            copy ? limb__evaluate_text(eval, copy->as.text.data, copy->as.text.size) : NULL;
        eval->find_name = find_name;
        if (!value) return NULL;
        double number;
        if (limb__is_number(value)) {
            number = limb__as_double(value);
        } else if (value->kind != LIMB__VALUE_TEXT || !limb__parse_float(value->as.text, &number)) {
            return limb__raise(eval, "YamlError", "%s needs a number", tag);
        }
        return limb__value_float(eval, number * unit[i].factor);
    }
    return limb__raise(eval, "YamlError",
                       "the tag \"%s\" is unknown; there are !radians, !degrees, !meters, "
                       "!millimeters, !foot and !inches",
                       tag);
}
