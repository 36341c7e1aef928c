// Reads parameters from YAML as rcl does: node names above "ros__parameters", dotted parameter
// names below it, scalars and flat lists of one type. It refuses what rcl refuses: aliases, nested
// lists, lists of mixed types, values above "ros__parameters".
//
// The reader's events drive a stack of open mappings; the names from the outermost to the innermost
// form one string, which is truncated when a mapping ends.
#include "services/parameters/params_file.h"

#include "base/memory.h"
#include "base/text.h"
#include "limb/system.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64 };

typedef struct level { // an open mapping
    size_t path;       // size of the path without the current key
    bool has_key;
} level;

typedef struct reader {
    limb__overrides *list;
    const char *name;
    level open[MAX_DEPTH];
    int depth;
    int parameters;     // depth of the ros__parameters mapping; 0: outside of one
    limb__builder node; // path of nodes, then of parameters
    limb__builder path;
    limb__parameter value; // the open list
    bool in_list;
    bool is_value; // reads a single value without an enclosing mapping
    bool has_value;
    limb_status status;
} reader;

static bool take(void *ctx, const limb_yaml_event *event);
static bool begin_mapping(reader *r, const limb_yaml_event *event);
static bool take_key(reader *r, const limb_yaml_event *event);
static bool take_scalar(reader *r, const limb_yaml_event *event);
static bool add_item(reader *r, const limb_yaml_event *event, limb__parameter *scalar);
static bool end(reader *r);
static bool put_value(reader *r, limb__parameter *value);
static bool needs_value(const reader *r);
static bool fail(reader *r, const limb_yaml_event *event, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool is_one_of(limb_text text, const char *words);
static bool read_integer(limb_text text, int64_t *out);
static bool read_number(limb_text text, double *out);

limb_status limb__params_file_read(limb__overrides *list, const char *text, size_t size,
                                   const char *name, limb_yaml_fn *yaml)
{
    reader r = {.list = list, .name = name, .status = LIMB_OK};
    limb_yaml_problem problem = {0};
    limb__builder_init(&r.node, limb__memory(NULL));
    limb__builder_init(&r.path, limb__memory(NULL));
    const limb_status status = yaml(text, size, take, &r, &problem);
    if (r.status == LIMB_OK && status != LIMB_OK) {
        r.status = status;
        snprintf(list->reason, sizeof list->reason, "%.100s:%d:%d: %.100s", name, problem.line,
                 problem.column, problem.message);
    }
    if (r.node.failed || r.path.failed) r.status = LIMB_ERROR_MEMORY;
    limb__builder_free(&r.node);
    limb__builder_free(&r.path);
    limb__parameter_free(&r.value);
    return r.status;
}

limb_status limb__params_value_read(limb__overrides *list, const char *text, limb__parameter *out,
                                    limb_yaml_fn *yaml)
{
    const limb_text whole = {text, strlen(text)};
    // URDF is a string, even if YAML would find a comment or a key in it
    const bool is_quoted =
        whole.size >= 2 && (text[0] == '\'' || text[0] == '"') && text[whole.size - 1] == text[0];
    if (!yaml && is_quoted)
        return limb__override_scalar((limb_text){text + 1, whole.size - 2}, false, out)
                   ? LIMB_OK
                   : LIMB_ERROR_MEMORY;
    if (text[0] == '<' || !yaml || text[0] == 0)
        return limb__override_scalar(whole, text[0] != '<' && text[0] != 0, out)
                   ? LIMB_OK
                   : LIMB_ERROR_MEMORY;
    reader r = {.list = list, .name = "value", .is_value = true, .status = LIMB_OK};
    limb_yaml_problem problem = {0};
    const limb_status status = yaml(text, whole.size, take, &r, &problem);
    if (r.status == LIMB_OK && (status != LIMB_OK || !r.has_value)) {
        r.status = status == LIMB_OK ? LIMB_ERROR_INPUT : status;
        snprintf(list->reason, sizeof list->reason, "\"%.100s\" is not a value: %.100s", text,
                 problem.message[0] ? problem.message : "it is empty");
    }
    if (r.status == LIMB_OK) {
        *out = r.value;
    } else {
        limb__parameter_free(&r.value);
    }
    return r.status;
}

bool limb__override_scalar(limb_text text, bool is_plain, limb__parameter *out)
{
    limb__parameter_item item = {0};
    out->type = LIMB__PARAMETER_STRING;
    if (is_plain && is_one_of(text, " Y y yes Yes YES true True TRUE on On ON ")) {
        out->type = LIMB__PARAMETER_BOOL;
        item.integer = 1;
    } else if (is_plain && is_one_of(text, " N n no No NO false False FALSE off Off OFF ")) {
        out->type = LIMB__PARAMETER_BOOL;
    } else if (is_plain && read_integer(text, &item.integer)) {
        out->type = LIMB__PARAMETER_INTEGER;
    } else if (is_plain && read_number(text, &item.number)) {
        out->type = LIMB__PARAMETER_DOUBLE;
    }
    if (out->type != LIMB__PARAMETER_STRING) return limb__parameter_add(out, &item);
    item.text = malloc(text.size + 1);
    if (!item.text) return false;
    if (text.size > 0) memcpy(item.text, text.data, text.size);
    item.text[text.size] = 0;
    const bool added = limb__parameter_add(out, &item);
    free(item.text);
    return added;
}

static bool take(void *ctx, const limb_yaml_event *event)
{
    reader *r = ctx;
    switch (event->kind) {
    case LIMB_YAML_DOCUMENT:
        return true;
    case LIMB_YAML_ALIAS:
        return fail(r, event, "aliases are not supported");
    case LIMB_YAML_MAPPING:
        return begin_mapping(r, event);
    case LIMB_YAML_LIST:
        if (r->in_list) return fail(r, event, "lists of lists are not supported");
        if (!needs_value(r)) return fail(r, event, "a list is not allowed here");
        r->in_list = true;
        return true;
    case LIMB_YAML_SCALAR:
        return needs_value(r) ? take_scalar(r, event) : take_key(r, event);
    case LIMB_YAML_END:
        return end(r);
    }
    return true;
}

static bool begin_mapping(reader *r, const limb_yaml_event *event)
{
    if (r->is_value) return fail(r, event, "a mapping is not allowed here");
    if (r->in_list) return fail(r, event, "mappings in lists are not supported");
    if (r->depth > 0 && !r->open[r->depth - 1].has_key)
        return fail(r, event, "a mapping is not allowed as a name");
    if (r->depth == MAX_DEPTH) return fail(r, event, "more than %d nested mappings", MAX_DEPTH);
    if (r->depth > 0) r->open[r->depth - 1].has_key = false;
    static const char mark[] = "/ros__parameters";
    limb__builder *path = r->parameters > 0 ? &r->path : &r->node;
    const size_t mark_size = sizeof mark - 1;
    if (r->parameters == 0 && path->size >= mark_size &&
        memcmp(path->data + path->size - mark_size, mark, mark_size) == 0) {
        if (path->size == mark_size) return fail(r, event, "ros__parameters needs a node name");
        path->size -= mark_size;
        r->parameters = r->depth + 1;
        path = &r->path;
        path->size = 0;
    }
    r->open[r->depth++] = (level){.path = path->size};
    return true;
}

static bool take_key(reader *r, const limb_yaml_event *event)
{
    if (r->depth == 0) return fail(r, event, "node names are expected");
    level *open = &r->open[r->depth - 1];
    limb__builder *path = r->parameters > 0 ? &r->path : &r->node;
    limb_text key = event->text;
    path->size = open->path;
    if (key.size == 0) return fail(r, event, "a name is empty");
    if (memchr(key.data, 0, key.size)) return fail(r, event, "a name contains a NUL character");
    if (r->parameters > 0) {
        if (path->size > 0) limb__builder_char(path, '.');
    } else {
        if (key.data[0] != '/') limb__builder_char(path, '/');
        while (key.size > 1 && key.data[key.size - 1] == '/')
            key.size--;
    }
    limb__builder_bytes(path, key.data, key.size);
    open->has_key = true;
    return !path->failed;
}

static bool take_scalar(reader *r, const limb_yaml_event *event)
{
    if (!r->in_list && !r->is_value && r->parameters == 0)
        return fail(r, event, "a value is not allowed before ros__parameters");
    if (event->is_plain && event->text.size == 0) return fail(r, event, "a value is missing");
    if (event->text.size > 0 && memchr(event->text.data, 0, event->text.size))
        return fail(r, event, "a value contains a NUL character");
    static const char text_tag[] = "tag:yaml.org,2002:str";
    const bool is_text = event->tag && strcmp(event->tag, text_tag) == 0;
    limb__parameter scalar = {0};
    if (!limb__override_scalar(event->text, event->is_plain && !is_text, &scalar)) {
        r->status = LIMB_ERROR_MEMORY;
        return false;
    }
    const bool taken = r->in_list ? add_item(r, event, &scalar) : put_value(r, &scalar);
    limb__parameter_free(&scalar);
    return taken;
}

static bool add_item(reader *r, const limb_yaml_event *event, limb__parameter *scalar)
{
    const limb__parameter_type type =
        (limb__parameter_type)(scalar->type - LIMB__PARAMETER_BOOL + LIMB__PARAMETER_BOOLS);
    if (r->value.count > 0 && r->value.type != type)
        return fail(r, event, "the items of a list must have one type");
    r->value.type = type;
    if (limb__parameter_add(&r->value, &scalar->item[0])) return true;
    r->status = LIMB_ERROR_MEMORY;
    return false;
}

static bool end(reader *r)
{
    if (r->in_list) {
        r->in_list = false;
        // the type of an empty list is unknown; most lists contain names
        if (r->value.count == 0) r->value.type = LIMB__PARAMETER_STRINGS;
        if (r->is_value) {
            r->has_value = true;
            return true;
        }
        limb__parameter value = r->value;
        memset(&r->value, 0, sizeof r->value);
        const bool taken = put_value(r, &value);
        limb__parameter_free(&value);
        return taken;
    }
    r->depth--;
    limb__builder *path = r->parameters > 0 ? &r->path : &r->node;
    if (r->parameters == r->depth + 1) {
        r->parameters = 0;
        path = &r->node;
    }
    path->size = r->depth > 0 ? r->open[r->depth - 1].path : 0;
    return true;
}

// Stores the value of the current key, or the single value.
static bool put_value(reader *r, limb__parameter *value)
{
    if (r->is_value) {
        r->value = *value;
        memset(value, 0, sizeof *value);
        r->has_value = true;
        return true;
    }
    r->open[r->depth - 1].has_key = false;
    limb_status status = LIMB_ERROR_MEMORY;
    if (!r->path.failed && limb__parameter_name(value, r->path.data, r->path.size))
        status = limb__overrides_add(r->list, r->node.data, r->node.size, value);
    r->status = status;
    return status == LIMB_OK;
}

static bool needs_value(const reader *r)
{
    if (r->is_value) return !r->has_value;
    return r->in_list || (r->depth > 0 && r->open[r->depth - 1].has_key);
}

static bool fail(reader *r, const limb_yaml_event *event, const char *format, ...)
{
    char *reason = r->list->reason;
    const int place = snprintf(reason, LIMB__OVERRIDE_REASON, "%.120s:%d:%d: ", r->name,
                               event->line, event->column);
    va_list args;
    va_start(args, format);
    vsnprintf(reason + place, LIMB__OVERRIDE_REASON - (size_t)place, format, args);
    va_end(args);
    r->status = LIMB_ERROR_INPUT;
    return false;
}

// words: each has a blank before and after it.
static bool is_one_of(limb_text text, const char *words)
{
    char padded[8];
    if (text.size == 0 || text.size > sizeof padded - 3 || memchr(text.data, ' ', text.size))
        return false;
    snprintf(padded, sizeof padded, " %.*s ", (int)text.size, text.data);
    return strstr(words, padded) != NULL;
}

// Same as strtol with base 0: a sign, 0x for hexadecimal, 0 for octal.
static bool read_integer(limb_text text, int64_t *out)
{
    const char *at = text.data, *end_of_text = text.data + text.size;
    const bool is_negative = text.size > 0 && *at == '-';
    if (text.size > 0 && (*at == '-' || *at == '+')) at++;
    unsigned base = 10;
    if (end_of_text - at > 2 && at[0] == '0' && (at[1] | 0x20) == 'x') {
        base = 16;
        at += 2;
    } else if (end_of_text - at > 1 && at[0] == '0') {
        base = 8;
        at++;
    }
    if (at == end_of_text) return false;
    const uint64_t most = is_negative ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX;
    uint64_t value = 0;
    for (; at < end_of_text; at++) {
        const char lower = (char)(*at | 0x20);
        const unsigned digit = *at >= '0' && *at <= '9'       ? (unsigned)(*at - '0')
                               : lower >= 'a' && lower <= 'f' ? (unsigned)(lower - 'a' + 10)
                                                              : 16;
        if (digit >= base || value > (most - digit) / base) return false;
        value = value * base + digit;
    }
    *out = is_negative ? (int64_t)(0 - value) : (int64_t)value;
    return true;
}

static bool read_number(limb_text text, double *out)
{
    char copy[64];
    if (is_one_of(text, " .nan .NaN .NAN ")) {
        *out = (double)NAN;
        return true;
    }
    const bool is_negative = is_one_of(text, " -.inf -.Inf -.INF ");
    if (is_negative || is_one_of(text, " .inf .Inf .INF +.inf +.Inf +.INF ")) {
        *out = is_negative ? -(double)INFINITY : (double)INFINITY;
        return true;
    }
    if (text.size == 0 || text.size >= sizeof copy || memchr(text.data, 0, text.size)) return false;
    const char first = text.data[text.data[0] == '-' || text.data[0] == '+'];
    if (first != '.' && (first < '0' || first > '9')) return false; // "infinity" is a string
    memcpy(copy, text.data, text.size);
    copy[text.size] = 0;
    return limb_number_parse(copy, out);
}
