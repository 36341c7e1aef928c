// $(arg name), $(find package), $(env NAME), $(optenv NAME default), $(cwd),
// $(dirname), $(eval ...).
#include "documents/builtins/builtins.h"
#include "documents/xacro/expand.h"
#include "documents/xacro/origin.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_WORD = 3 }; // the command, its name, and the rest

static int split(limb_text text, limb_text word[MAX_WORD]);
static bool is_space(char c);
static limb__value *find_packages(limb__expansion *x, limb__value *value);
static limb__value *substitute_arg(limb__expansion *x, limb_text name);
static void raise_missing(limb__expansion *x, limb_text name);
static const limb__dom_attr *later_default(const limb__dom *node, limb_text name);
static limb__value *substitute_find(limb__expansion *x, limb_text name);
static limb__value *substitute_env(limb__expansion *x, limb_text name, bool must,
                                   limb_text fallback);
static const char *environment(limb__expansion *x, limb_text name);
static limb__value *substitute_dirname(limb__expansion *x);
static limb__value *substitute_eval(limb__expansion *x, limb_text text);
static limb__value *eval_name(limb__eval *eval, void *ctx, limb_text name);
static limb__value *eval_argument(limb__eval *eval, const limb__argument *argument);
static limb__value *copied(limb__eval *eval, const char *text);
static limb__value *wrong(limb__expansion *x, const char *what, limb_text text);

limb__value *limb__substitute(limb__expansion *x, limb_text text)
{
    limb_text word[MAX_WORD];
    if (text.size > 5 && memcmp(text.data, "eval ", 5) == 0) {
        return substitute_eval(x, (limb_text){text.data + 5, text.size - 5});
    }
    if (text.size == 0) return limb__value_text_kept(&x->eval, "$()", 3);
    const int count = split(text, word);
    const limb_text command = word[0];
    if (limb__text_equal(command, "arg")) {
        return count == 2 ? find_packages(x, substitute_arg(x, word[1]))
                          : wrong(x, "$(arg) takes one name", text);
    }
    if (limb__text_equal(command, "find")) {
        return count == 2 ? substitute_find(x, word[1])
                          : wrong(x, "$(find) takes one package", text);
    }
    if (limb__text_equal(command, "env")) {
        return count == 2 ? find_packages(x, substitute_env(x, word[1], true, (limb_text){"", 0}))
                          : wrong(x, "$(env) takes one variable", text);
    }
    if (limb__text_equal(command, "optenv")) {
        return count >= 2 ? find_packages(x, substitute_env(x, word[1], false, word[2]))
                          : wrong(x, "$(optenv) takes a variable", text);
    }
    if (limb__text_equal(text, "cwd")) return copied(&x->eval, limb__current_folder(x));
    if (limb__text_equal(command, "dirname")) return substitute_dirname(x);
    // the form used in launch files of ROS 2
    if (command.size > 4 && memcmp(command.data, "find", 4) == 0) {
        return wrong(x, "unknown substitution; the folder of a package is $(find PACKAGE)", text);
    }
    if (limb__text_equal(command, "var")) {
        return wrong(x, "unknown substitution; an argument is $(arg NAME)", text);
    }
    return wrong(x, "unknown substitution; there are arg, find, env, optenv, cwd, dirname and eval",
                 text);
}

// Splits into words, the last of which contains the rest; returns their number.
static int split(limb_text text, limb_text word[MAX_WORD])
{
    int count = 0;
    const char *at = text.data;
    const char *end = text.data + text.size;
    for (int i = 0; i < MAX_WORD; i++)
        word[i] = (limb_text){"", 0};
    while (count < MAX_WORD) {
        while (at < end && is_space(*at))
            at++;
        if (at == end) break;
        const char *begin = at;
        while (at < end && (!is_space(*at) || count == MAX_WORD - 1))
            at++;
        word[count++] = (limb_text){begin, (size_t)(at - begin)};
    }
    return count;
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// The value of an argument may itself name packages: path:='$(find arm)/config'.
static limb__value *find_packages(limb__expansion *x, limb__value *value)
{
    static const char command[] = "$(find ";
    if (!value || !limb__text_holds(value->as.text, command)) return value;
    limb__builder out;
    limb__eval_builder(&x->eval, &out);
    const char *at = value->as.text.data;
    const char *end = at + value->as.text.size;
    bool ok = true;
    while (ok && at < end) {
        const size_t size = sizeof command - 1;
        const bool is_command = (size_t)(end - at) > size && memcmp(at, command, size) == 0;
        const char *close = is_command ? memchr(at, ')', (size_t)(end - at)) : NULL;
        if (!close) {
            limb__builder_char(&out, *at++);
            continue;
        }
        limb_text word[MAX_WORD];
        const limb_text inside = {at + 2, (size_t)(close - at) - 2};
        const limb__value *folder = split(inside, word) == 2
                                        ? substitute_find(x, word[1])
                                        : wrong(x, "$(find) takes one package", inside);
        ok = folder != NULL;
        if (ok) limb__builder_bytes(&out, folder->as.text.data, folder->as.text.size);
        at = close + 1;
    }
    if (ok) return limb__builder_value(&x->eval, &out);
    limb__builder_free(&out);
    return NULL;
}

static limb__value *substitute_arg(limb__expansion *x, limb_text name)
{
    limb__argument *argument = limb__table_find(&x->argument, name);
    if (!argument) {
        raise_missing(x, name);
        return NULL;
    }
    argument->is_used = true;
    return limb__value_text_kept(&x->eval, argument->value.data, argument->value.size);
}

// Lists what the files have declared so far, with the defaults.
static void raise_missing(limb__expansion *x, limb_text name)
{
    const int size = (int)(name.size < 80 ? name.size : 80);
    const limb__dom_attr *later = later_default(x->root, name);
    if (later) {
        const int given = (int)(later->value.size < 80 ? later->value.size : 80);
        limb__raise(&x->eval, "ArgError",
                    "the argument \"%.*s\" is not given, and its default is declared only later: "
                    "add %.*s:=%.*s",
                    size, name.data, size, name.data, given, later->value.data);
        return;
    }
    if (limb__scope_find(x->scope, name)) {
        limb__raise(&x->eval, "ArgError",
                    "there is no argument \"%.*s\"; the property is written ${%.*s}", size,
                    name.data, size, name.data);
        return;
    }
    limb__builder out;
    limb__eval_builder(&x->eval, &out);
    const char *between = "; declared: ";
    for (const limb__argument *a = x->first_argument; a && out.size < 300; a = a->next) {
        if (!a->is_declared) continue;
        limb__builder_text(&out, between);
        between = ", ";
        limb__builder_bytes(&out, a->name.data, a->name.size);
        limb__builder_text(&out, ":=");
        limb__builder_bytes(&out, a->value.data, a->value.size);
    }
    limb__known known = {.arena = x->eval.arena};
    limb__table_names(&x->argument, &known);
    const limb__suggestion near = limb__known_nearest(&known, name);
    limb__raise(&x->eval, "ArgError",
                "the argument \"%.*s\" is not given and has no default: add %.*s:=VALUE%s%s%s%s",
                size, name.data, size, name.data, limb__builder_nul(&out), near.before, near.name,
                near.after);
    limb__builder_free(&out);
}

// Finds a later declaration; earlier ones have been removed from the tree.
static const limb__dom_attr *later_default(const limb__dom *node, limb_text name)
{
    for (const limb__dom *at = node ? node->first : NULL; at; at = at->next) {
        if (!limb__is_xacro_name(at->name, "arg")) continue;
        const limb__dom_attr *attr = limb__dom_find_attr(at, "name");
        const bool is_it = attr && attr->value.size == name.size &&
                           memcmp(attr->value.data, name.data, name.size) == 0;
        const limb__dom_attr *value = is_it ? limb__dom_find_attr(at, "default") : NULL;
        if (value) return value;
    }
    return NULL;
}

static limb__value *substitute_find(limb__expansion *x, limb_text name)
{
    const limb_xacro_host *host = &x->opts->host;
    const char *copy = limb__arena_copy_text(x->eval.arena, name.data, name.size);
    if (!copy) return limb__raise_memory(&x->eval);
    const char *folder = host->find_package ? host->find_package(host->ctx, copy) : NULL;
    if (!folder) {
        return limb__raise(&x->eval, "SubstitutionError",
                           "the package \"%s\" is not found: give its folder with --package "
                           "%s=DIR",
                           copy, copy);
    }
    // as in ROS: a relative name would start at the including file
    if (folder[0] != '/' && !host->read) folder = limb__absolute_path(x, folder);
    return folder && limb__add_package(x, folder) ? copied(&x->eval, folder) : NULL;
}

static limb__value *substitute_env(limb__expansion *x, limb_text name, bool must,
                                   limb_text fallback)
{
    const char *value = environment(x, name);
    if (value) return copied(&x->eval, value);
    if (x->eval.error) return NULL;
    if (must) {
        return limb__raise(&x->eval, "SubstitutionError",
                           "the environment variable \"%.*s\" is not set",
                           (int)(name.size < 200 ? name.size : 200), name.data);
    }
    limb__builder out; // with single spaces between words
    limb__eval_builder(&x->eval, &out);
    for (size_t i = 0; i < fallback.size; i++) {
        const bool is_blank = fallback.data[i] == ' ';
        const bool is_last = i + 1 == fallback.size || fallback.data[i + 1] == ' ';
        if (!is_blank) limb__builder_char(&out, fallback.data[i]);
        if (is_blank && !is_last) limb__builder_char(&out, ' ');
    }
    return limb__builder_value(&x->eval, &out);
}

// NULL: the variable is not set, or an error was raised.
static const char *environment(limb__expansion *x, limb_text name)
{
    const limb_xacro_host *host = &x->opts->host;
    const limb_xacro_environment *how = &x->opts->environment;
    const char *copy = limb__arena_copy_text(x->eval.arena, name.data, name.size);
    if (!copy) return limb__raise_memory(&x->eval);
    if (how->refuse) {
        return limb__raise(&x->eval, "SubstitutionError",
                           "the environment variable \"%.*s\" may not be read (--no-env)",
                           (int)(name.size < 200 ? name.size : 200), name.data);
    }
    const char *value = host->environment ? host->environment(host->ctx, copy) : getenv(copy);
    if (value && how->took) how->took(how->ctx, copy);
    return value;
}

static limb__value *substitute_dirname(limb__expansion *x)
{
    const char *path = limb__kept_source(x->kept, x->file)->path;
    const char *slash = strrchr(path, '/');
    limb__builder out;
    limb__eval_builder(&x->eval, &out);
    if (path[0] != '/') {
        limb__builder_text(&out, limb__current_folder(x));
        if (slash) limb__builder_char(&out, '/');
    }
    if (slash) limb__builder_bytes(&out, path, slash > path ? (size_t)(slash - path) : 1);
    return limb__builder_value(&x->eval, &out);
}

// Arguments are names here, typed by their form; all of Python's built-ins are available.
static limb__value *substitute_eval(limb__expansion *x, limb_text text)
{
    limb__eval *eval = &x->eval;
    if (limb__text_holds(text, "__")) {
        return limb__raise(eval, "SubstitutionError", "$(eval) must not hold a double underscore");
    }
    if (limb__text_holds(text, "(") && !limb__text_holds(text, "'") &&
        !limb__text_holds(text, "\"")) {
        return limb__raise(eval, "SyntaxError",
                           "$(eval ...) ends at the first \")\"; write ${...} instead");
    }
    limb__name_fn *find_name = eval->find_name;
    eval->find_name = eval_name;
    limb__value *value = limb__evaluate_text(eval, text.data, text.size);
    eval->find_name = find_name;
    if (!value) return NULL;
    const limb_text str = limb__value_str(eval, value);
    return str.data ? limb__value_text_kept(eval, str.data, str.size) : NULL;
}

static limb__value *eval_arg(limb__eval *eval, limb__call *call)
{
    limb__expansion *x = eval->host;
    if (call->argument[0]->kind != LIMB__VALUE_TEXT) {
        return limb__raise(eval, "TypeError", "arg() takes a name");
    }
    limb__argument *argument = limb__table_find(&x->argument, call->argument[0]->as.text);
    if (argument) return eval_argument(eval, argument);
    raise_missing(x, call->argument[0]->as.text);
    return NULL;
}

static limb__value *eval_find(limb__eval *eval, limb__call *call)
{
    if (call->argument[0]->kind == LIMB__VALUE_TEXT) {
        return substitute_find(eval->host, call->argument[0]->as.text);
    }
    return limb__raise(eval, "TypeError", "find() takes the name of a package");
}

static limb__value *eval_env(limb__eval *eval, limb__call *call)
{
    if (call->argument[0]->kind == LIMB__VALUE_TEXT) {
        return substitute_env(eval->host, call->argument[0]->as.text, true, (limb_text){"", 0});
    }
    return limb__raise(eval, "TypeError", "env() takes the name of a variable");
}

static limb__value *eval_optenv(limb__eval *eval, limb__call *call)
{
    if (call->argument[0]->kind != LIMB__VALUE_TEXT) {
        return limb__raise(eval, "TypeError", "optenv() takes the name of a variable");
    }
    const char *value = environment(eval->host, call->argument[0]->as.text);
    if (eval->error) return NULL;
    if (value) return copied(eval, value);
    return call->count > 1 ? call->argument[1] : limb__value_text_kept(eval, "", 0);
}

static limb__value *eval_dirname(limb__eval *eval, limb__call *call)
{
    (void)call;
    return substitute_dirname(eval->host);
}

static limb__value *eval_name(limb__eval *eval, void *ctx, limb_text name)
{
    static const limb__function_info function[] = {
        {"arg", eval_arg, 1, 1, NULL},         {"find", eval_find, 1, 1, NULL},
        {"env", eval_env, 1, 1, NULL},         {"optenv", eval_optenv, 1, 2, "name default"},
        {"dirname", eval_dirname, 0, 0, NULL},
    };
    limb__expansion *x = eval->host;
    (void)ctx;
    for (size_t i = 0; i < sizeof function / sizeof *function; i++)
        if (limb__text_equal(name, function[i].name))
            return limb__value_function(eval, &function[i]);
    if (limb__text_equal(name, "true")) return &eval->yes;
    if (limb__text_equal(name, "false")) return &eval->no;
    limb__value *value = limb__module_member(eval, LIMB__MODULE_MATH, name);
    if (value || eval->error) return value;
    limb__argument *argument = limb__table_find(&x->argument, name);
    if (argument) return eval_argument(eval, argument);
    return limb__module_member(eval, LIMB__MODULE_PYTHON, name);
}

static limb__value *eval_argument(limb__eval *eval, const limb__argument *found)
{
    limb__expansion *x = eval->host;
    limb__argument *argument = limb__table_find(&x->argument, found->name);
    const limb_text text = argument->value;
    argument->is_used = true;
    int64_t integer;
    double number;
    bool overflow;
    const bool has_point = memchr(text.data, '.', text.size) != NULL;
    if (has_point && limb__parse_float(text, &number)) return limb__value_float(eval, number);
    if (!has_point && limb__parse_int(text, 10, &integer, &overflow) && !overflow) {
        return limb__value_int(eval, integer);
    }
    char lower[6] = "";
    for (size_t i = 0; text.size <= 5 && i < text.size; i++)
        lower[i] = (char)(text.data[i] | 0x20);
    if (strcmp(lower, "true") == 0) return &eval->yes;
    if (strcmp(lower, "false") == 0) return &eval->no;
    return limb__value_text_kept(eval, text.data, text.size);
}

static limb__value *copied(limb__eval *eval, const char *text)
{
    return limb__value_text(eval, text, strlen(text));
}

static limb__value *wrong(limb__expansion *x, const char *what, limb_text text)
{
    return limb__raise(&x->eval, "SubstitutionError", "%s: $(%.*s)", what,
                       (int)(text.size < 100 ? text.size : 100), text.data);
}
