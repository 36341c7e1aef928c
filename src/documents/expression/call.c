// Calling functions, methods, types and lambdas; attributes of values.
#include "documents/expression/python.h"

#include <string.h>

static bool step_texts(limb__eval *eval, const limb__value *function, const limb__call *call);
static limb__value *raise_unknown(limb__eval *eval, const limb__value *value, limb_text name);
static bool take_self(limb__eval *eval, const limb__value *method, limb__call *call);
static limb__value *invoke_function(limb__eval *eval, const limb__function_info *info,
                                    limb__call *call);
static int keyword_index(const limb__function_info *info, limb_text name);

limb__value *limb__invoke(limb__eval *eval, limb__value *function, limb__call *call)
{
    if (!limb__step(eval, 1) || !step_texts(eval, function, call)) return NULL;
    switch ((limb__value_kind)function->kind) {
    case LIMB__VALUE_FUNCTION:
        return invoke_function(eval, function->as.function, call);
    case LIMB__VALUE_METHOD:
        call->self = function->as.method.self;
        if (call->self->kind == LIMB__VALUE_TYPE && !take_self(eval, function, call)) return NULL;
        return invoke_function(eval, function->as.method.function, call);
    case LIMB__VALUE_TYPE:
        return limb__convert(eval, function->as.type, call);
    case LIMB__VALUE_LAMBDA:
        return limb__invoke_lambda(eval, function, call);
    default:
        return limb__raise(eval, "TypeError", "'%s' object is not callable",
                           limb__type_name(function));
    }
}

// Counts the work: a built-in function may read all bytes of its texts, some of them
// more than once.
static bool step_texts(limb__eval *eval, const limb__value *function, const limb__call *call)
{
    if (function->kind == LIMB__VALUE_LAMBDA) return true;
    const limb__value *self =
        function->kind == LIMB__VALUE_METHOD ? function->as.method.self : NULL;
    bool ok = !self || self->kind != LIMB__VALUE_TEXT || limb__step_text(eval, self->as.text);
    for (int i = 0; ok && i < call->count; i++) {
        const limb__value *argument = call->argument[i];
        ok = argument->kind != LIMB__VALUE_TEXT || limb__step_text(eval, argument->as.text);
    }
    return ok;
}

limb__value *limb__invoke1(limb__eval *eval, limb__value *function, limb__value *argument)
{
    limb__call call = {.argument = &argument, .count = 1, .npositional = 1};
    return limb__invoke(eval, function, &call);
}

limb__value *limb__call_argument(const limb__call *call, const limb__function_info *info, int index)
{
    if (index < call->npositional) return call->argument[index];
    for (int i = call->npositional; i < call->count; i++) {
        if (keyword_index(info, call->name[i - call->npositional]) == index) {
            return call->argument[i];
        }
    }
    return NULL;
}

limb__value *limb__call_keyword(const limb__call *call, const char *name)
{
    for (int i = call->npositional; i < call->count; i++) {
        if (limb__text_equal(call->name[i - call->npositional], name)) return call->argument[i];
    }
    return NULL;
}

limb__value *limb__attribute(limb__eval *eval, limb__value *value, limb_text name)
{
    limb__value *member = NULL;
    if (value->kind == LIMB__VALUE_MODULE) {
        member = eval->python->find_member(eval, value->as.module, name);
    } else if (value->kind == LIMB__VALUE_SCOPE) {
        member = eval->find_member(eval, value->as.scope, name);
    } else {
        const limb__function_info *method = eval->python->find_method(value, name);
        const bool is_dict = value->kind == LIMB__VALUE_TYPE && value->as.type == LIMB__VALUE_DICT;
        if (is_dict && limb__text_equal(name, "fromkeys")) {
            return limb__value_function(eval, eval->python->fromkeys);
        }
        if (method) {
            limb__value *bound = limb__value_new(eval, LIMB__VALUE_METHOD);
            if (!bound) return NULL;
            bound->as.method.function = method;
            bound->as.method.self = value;
            return bound;
        }
        if (value->kind == LIMB__VALUE_DICT && value->dotted) {
            limb__value *item = limb__dict_find_text(eval, value, name);
            if (item) return limb__value_wrap(eval, value, item);
        }
    }
    return member || eval->error ? member : raise_unknown(eval, value, name);
}

static limb__value *raise_unknown(limb__eval *eval, const limb__value *value, limb_text name)
{
    limb__known known = {.arena = eval->arena};
    const int size = (int)(name.size < 200 ? name.size : 200);
    if (value->kind == LIMB__VALUE_SCOPE) {
        if (eval->list_names) eval->list_names(eval, value->as.scope, &known);
        const limb__suggestion near = limb__known_nearest(&known, name);
        return limb__raise(eval, "NameError", "name '%.*s' is not defined%s%s%s", size, name.data,
                           near.before, near.name, near.after);
    }
    if (value->kind == LIMB__VALUE_DICT && value->dotted) {
        limb__known_add_keys(&known, value);
        const limb__suggestion near = limb__known_nearest_or_list(&known, name);
        return limb__raise(eval, "AttributeError", "the yaml dictionary has no key '%.*s'%s%s%s",
                           size, name.data, near.before, near.name, near.after);
    }
    if (value->kind == LIMB__VALUE_DICT && limb__dict_find_text(eval, value, name)) {
        return limb__raise(eval, "AttributeError",
                           "this dictionary is read by ['%.*s']; .%.*s works on what "
                           "xacro.load_yaml() and xacro.dotify() give, by [...] and '.' only",
                           size, name.data, size, name.data);
    }
    const char *type = limb__type_name(value);
    if (value->kind == LIMB__VALUE_MODULE) {
        static const char *const module[] = {[LIMB__MODULE_MATH] = "math",
                                             [LIMB__MODULE_PYTHON] = "python",
                                             [LIMB__MODULE_XACRO] = "xacro"};
        type = module[value->as.module];
        eval->python->add_members(&known, eval, value->as.module);
    } else {
        eval->python->add_methods(&known, value);
    }
    const limb__suggestion near = limb__known_nearest(&known, name);
    return limb__raise(eval, "AttributeError", "'%s' has no attribute '%.*s'%s%s%s", type, size,
                       name.data, near.before, near.name, near.after);
}

// Handles a method of a type, such as str.upper: its object is the first argument.
static bool take_self(limb__eval *eval, const limb__value *method, limb__call *call)
{
    const limb__value_kind type = method->as.method.self->as.type;
    limb__value *self = call->npositional > 0 ? call->argument[0] : NULL;
    const bool is_bool = self && self->kind == LIMB__VALUE_BOOL && type == LIMB__VALUE_INT;
    if (!self || (self->kind != type && !is_bool)) {
        limb__raise(eval, "TypeError", "%s.%s() needs a '%s' first, not %s", limb__kind_name(type),
                    method->as.method.function->name, limb__kind_name(type),
                    self ? limb__type_name(self) : "nothing");
        return false;
    }
    call->self = self;
    call->argument++;
    call->count--;
    call->npositional--;
    return true;
}

static limb__value *invoke_function(limb__eval *eval, const limb__function_info *info,
                                    limb__call *call)
{
    for (int i = call->npositional; i < call->count; i++) {
        const limb_text name = call->name[i - call->npositional];
        const int index = keyword_index(info, name);
        // a keyword list that starts with '*' accepts those names by keyword only
        if (index == -2) continue;
        if (index < 0 || index < call->npositional) {
            return limb__raise(eval, "TypeError", "%s() got an unexpected keyword argument '%.*s'",
                               info->name, (int)(name.size < 200 ? name.size : 200), name.data);
        }
    }
    const bool too_many = info->max_args >= 0 && call->count > info->max_args;
    if (call->count < info->min_args || too_many) {
        return limb__raise(eval, "TypeError", "%s() takes %s%d argument%s (%d given)", info->name,
                           info->min_args == info->max_args ? ""
                           : too_many                       ? "at most "
                                                            : "at least ",
                           too_many ? info->max_args : info->min_args,
                           (too_many ? info->max_args : info->min_args) == 1 ? "" : "s",
                           call->count);
    }
    return info->run(eval, call);
}

// Returns the index of the name in the list; -1: none; -2: the function looks it up itself, after
// "*" for any name.
static int keyword_index(const limb__function_info *info, limb_text name)
{
    const char *at = info->keyword;
    if (!at) return -1;
    const bool by_name_only = *at == '*';
    if (by_name_only) at++;
    if (by_name_only && !*at) return -2;
    for (int index = 0; *at; index++) {
        const size_t size = strcspn(at, " ");
        if (size == name.size && memcmp(at, name.data, size) == 0) {
            return by_name_only ? -2 : index;
        }
        at += size;
        while (*at == ' ')
            at++;
    }
    return -1;
}
