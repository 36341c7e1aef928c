// The module xacro: load_yaml, dotify, tokenize, abs_filename, arg, and messages to the user.
#include "documents/xacro/expand.h"
#include "documents/xacro/origin.h"

#include <string.h>

static bool is_mark(limb_text marks, uint32_t code);
static uint32_t next_character(const char **at, const char *end);

static limb__value *text_argument(limb__eval *eval, limb__call *call, const char *what)
{
    limb__value *value = call->argument[0];
    if (value->kind == LIMB__VALUE_TEXT) return value;
    return limb__raise(eval, "TypeError", "%s must be a text, not %s", what,
                       limb__type_name(value));
}

static limb__value *xacro_load_yaml(limb__eval *eval, limb__call *call)
{
    limb__expansion *x = eval->host;
    const limb__value *name = text_argument(eval, call, "the name of a file");
    const char *path = name ? limb__full_path(x, name->as.text) : NULL;
    return path ? limb__load_yaml(x, path) : NULL;
}

static limb__value *xacro_abs_filename(limb__eval *eval, limb__call *call)
{
    const limb__value *name = text_argument(eval, call, "the name of a file");
    const char *path = name ? limb__full_path(eval->host, name->as.text) : NULL;
    return path ? limb__value_text_kept(eval, path, strlen(path)) : NULL;
}

static limb__value *xacro_dotify(limb__eval *eval, limb__call *call)
{
    if (call->argument[0]->kind != LIMB__VALUE_DICT) {
        return limb__raise(eval, "TypeError", "dotify() takes a dictionary, not %s",
                           limb__type_name(call->argument[0]));
    }
    return limb__value_dotted(eval, call->argument[0]);
}

static limb__value *xacro_tokenize(limb__eval *eval, limb__call *call)
{
    static const limb__function_info info = {"tokenize", NULL, 1, 3, "s sep skip_empty"};
    const limb__value *value = limb__call_argument(call, &info, 0);
    const limb__value *sep = limb__call_argument(call, &info, 1);
    const limb__value *skip = limb__call_argument(call, &info, 2);
    bool skips = true;
    if (!value || value->kind != LIMB__VALUE_TEXT || (sep && sep->kind != LIMB__VALUE_TEXT)) {
        return limb__raise(eval, "TypeError", "tokenize() takes texts");
    }
    if (skip && !limb__value_true(eval, skip, &skips)) return NULL;
    const limb_text text = value->as.text;
    const limb_text marks = sep ? sep->as.text : (limb_text){",; ", 3};
    if (marks.size == 0) return limb__raise(eval, "ValueError", "tokenize() needs a separator");
    if (!limb__step(eval, (int64_t)(text.size / 16 * marks.size))) return NULL;
    limb__value *list = limb__value_list(eval, LIMB__VALUE_LIST, 0);
    const char *end = text.data + text.size;
    const char *begin = text.data;
    const char *at = begin;
    bool ends = false;
    while (list && !ends) {
        const char *here = at;
        ends = here == end;
        if (!ends && !is_mark(marks, next_character(&at, end))) continue;
        if (here > begin || !skips) {
            limb__value *part = limb__value_text_kept(eval, begin, (size_t)(here - begin));
            if (!limb__list_add(eval, list, part)) return NULL;
        }
        begin = at;
    }
    return list;
}

// In ROS the separators are part of a regular expression, between [ and ]: a leading ^ negates, a-z
// is a range, \ escapes the next character.
static bool is_mark(limb_text marks, uint32_t code)
{
    const char *at = marks.data;
    const char *end = at + marks.size;
    const bool is_negated = marks.size > 1 && *at == '^';
    if (is_negated) at++;
    while (at < end) {
        if (*at == '\\' && at + 1 < end) at++;
        const uint32_t low = next_character(&at, end);
        uint32_t high = low;
        if (end - at >= 2 && *at == '-') {
            at++;
            if (*at == '\\' && at + 1 < end) at++;
            high = next_character(&at, end);
        }
        if (code >= low && code <= high) return !is_negated;
    }
    return is_negated;
}

// A byte that is not UTF-8 counts as a character.
static uint32_t next_character(const char **at, const char *end)
{
    uint32_t code;
    const int size = limb__utf8_decode(*at, end, &code);
    if (size == 0) code = (unsigned char)**at;
    *at += size > 0 ? size : 1;
    return code;
}

static limb__value *xacro_arg(limb__eval *eval, limb__call *call)
{
    limb__expansion *x = eval->host;
    const limb__value *name = text_argument(eval, call, "the name of an argument");
    if (!name) return NULL;
    limb__argument *argument = limb__table_find(&x->argument, name->as.text);
    if (!argument) {
        return limb__raise(eval, "ArgError", "the argument \"%.*s\" is not given and not declared",
                           (int)(name->as.text.size < 100 ? name->as.text.size : 100),
                           name->as.text.data);
    }
    argument->is_used = true;
    return limb__value_text_kept(eval, argument->value.data, argument->value.size);
}

//---- messages ------------------------------------------------------------------------------------

// Joins the arguments with spaces; NULL: an error was raised.
static const char *sentence(limb__eval *eval, limb__call *call)
{
    limb__builder out;
    limb__eval_builder(eval, &out);
    for (int i = 0; i < call->npositional; i++) {
        if (i > 0) limb__builder_char(&out, ' ');
        if (!limb__print_str(eval, &out, call->argument[i])) break;
    }
    const limb__value *text = limb__builder_value(eval, &out);
    return text ? text->as.text.data : NULL;
}

static limb__value *report(limb__eval *eval, limb__call *call, limb_rule rule)
{
    limb__expansion *x = eval->host;
    const char *text = sentence(eval, call);
    if (!text) return NULL;
    limb__xacro_report(x, x->at, rule, "%s", text);
    return limb__value_text_kept(eval, "", 0);
}

static limb__value *xacro_message(limb__eval *eval, limb__call *call)
{
    return report(eval, call, LIMB_RULE_XACRO_MESSAGE);
}

static limb__value *xacro_warning(limb__eval *eval, limb__call *call)
{
    return report(eval, call, LIMB_RULE_XACRO_WARNING);
}

static limb__value *xacro_error(limb__eval *eval, limb__call *call)
{
    return report(eval, call, LIMB_RULE_XACRO_ERROR);
}

static limb__value *xacro_fatal(limb__eval *eval, limb__call *call)
{
    const char *text = sentence(eval, call);
    return text ? limb__raise(eval, "FatalError", "%s", text) : NULL;
}

static limb__value *xacro_print_location(limb__eval *eval, limb__call *call)
{
    limb__expansion *x = eval->host;
    (void)call;
    limb__xacro_report(x, x->at, LIMB_RULE_XACRO_MESSAGE, "this place is expanded");
    return limb__value_text_kept(eval, "", 0);
}

const limb__function_info limb__xacro_function[] = {
    {"load_yaml", xacro_load_yaml, 1, 1, "filename"},
    {"abs_filename", xacro_abs_filename, 1, 1, "filename_spec"},
    {"dotify", xacro_dotify, 1, 1, NULL},
    {"tokenize", xacro_tokenize, 1, 3, "s sep skip_empty"},
    {"arg", xacro_arg, 1, 1, "name"},
    {"message", xacro_message, 0, -1, "*print_location color file"},
    {"warning", xacro_warning, 0, -1, "*print_location color file"},
    {"error", xacro_error, 0, -1, "*print_location color file"},
    {"fatal", xacro_fatal, 0, -1, NULL},
    {"print_location", xacro_print_location, 0, 0, NULL},
};
const int limb__nxacro_function = sizeof limb__xacro_function / sizeof *limb__xacro_function;
