// <xacro:property> and <xacro:arg>.
#include "documents/builtins/builtins.h"
#include "documents/xacro/expand.h"

#include <string.h>

static bool check_name(limb__expansion *x, limb__dom *node, limb_text name, limb__origin origin);
static bool flag(limb__expansion *x, limb__dom *node, const char *name, bool missing,
                 limb__scope *scope, bool *result);
static bool store(limb__expansion *x, limb__dom *node, limb_text name, limb__dom_attr *text,
                  limb__scope *scope);
static void forget(limb__scope *scope, limb_text name);
static limb_text starred(limb__expansion *x, limb_text name);

bool limb__define_property(limb__expansion *x, limb__dom *node, limb__scope *scope)
{
    limb__remove_previous_comments(x, node);
    limb__check_attrs(x, node, "name value default remove scope lazy_eval");
    limb__dom_attr *attr = limb__required_attr(x, node, "name");
    if (!attr) return false;
    const limb_text name = limb__expand_str(x, attr->value, scope, attr->origin);
    bool removes;
    if (!name.data || !check_name(x, node, name, attr->origin) ||
        !flag(x, node, "remove", false, scope, &removes)) {
        return false;
    }
    limb__dom_attr *value = limb__dom_find_attr(node, "value");
    limb__dom_attr *fallback = limb__dom_find_attr(node, "default");
    if ((value != NULL) + (fallback != NULL) + removes > 1) {
        limb__xacro_report(x, node->origin, LIMB_RULE_XACRO_PROPERTY,
                           "property \"%.*s\": only one of value, default and remove may be given",
                           (int)name.size, name.data);
        return false;
    }
    // as in ROS, an undefined property is not removed but becomes a block
    if (removes && (limb__scope_find(scope, name) || limb__is_global(&x->eval, name))) {
        forget(scope, name);
        return true;
    }
    const limb__dom_attr *where = limb__dom_find_attr(node, "scope");
    if (fallback) {
        if (where) {
            limb__xacro_report(x, where->origin, LIMB_RULE_XACRO_LOST,
                               "property \"%.*s\": a default is always set in the local scope",
                               (int)name.size, name.data);
        }
        if (limb__scope_find(scope, name) || limb__is_global(&x->eval, name)) return true;
        value = fallback;
    }
    return store(x, node, name, value, scope);
}

static bool check_name(limb__expansion *x, limb__dom *node, limb_text name, limb__origin origin)
{
    const bool is_hidden = name.size >= 2 && memcmp(name.data, "__", 2) == 0;
    if (limb__is_identifier(name) && !is_hidden) return true;
    (void)node;
    limb__xacro_report(x, origin, LIMB_RULE_XACRO_PROPERTY,
                       is_hidden ? "the name of a property must not begin with \"__\": \"%.*s\""
                       : limb__is_keyword_text(name)
                           ? "\"%.*s\" is a keyword of Python and cannot name a property"
                           : "the name of a property must be an identifier (letters, digits, "
                             "\"_\"): \"%.*s\"",
                       (int)(name.size < 200 ? name.size : 200), name.data);
    return false;
}

static bool flag(limb__expansion *x, limb__dom *node, const char *name, bool missing,
                 limb__scope *scope, bool *result)
{
    const limb__dom_attr *attr = limb__dom_find_attr(node, name);
    *result = missing;
    if (!attr || attr->value.size == 0) return true;
    limb__value *value = limb__expand_text(x, attr->value, scope, attr->origin);
    const int condition = value ? limb__condition(x, value) : -1;
    if (value && condition < 0) {
        limb__xacro_report(x, attr->origin, LIMB_RULE_XACRO_CONDITION,
                           "%s must be true or false, not \"%.*s\"", name, (int)attr->value.size,
                           attr->value.data);
    }
    *result = condition == 1;
    return condition >= 0;
}

// Text is evaluated when first used, in the scope in which it is stored; in a scope other than
// the local one, or with lazy_eval="false", it is evaluated now. Without a value the content
// becomes a block.
static bool store(limb__expansion *x, limb__dom *node, limb_text name, limb__dom_attr *text,
                  limb__scope *scope)
{
    bool is_lazy;
    if (!flag(x, node, "lazy_eval", true, scope, &is_lazy)) return false;
    limb__scope *target = scope;
    const limb__dom_attr *where = limb__dom_find_attr(node, "scope");
    if (where && limb__text_equal(where->value, "global")) {
        is_lazy = false;
        while (target->parent)
            target = target->parent;
    } else if (where && limb__text_equal(where->value, "parent")) {
        if (!scope->parent) {
            limb__xacro_report(x, where->origin, LIMB_RULE_XACRO_LOST,
                               "property \"%.*s\" is lost: the document has no parent scope",
                               (int)name.size, name.data);
            return true;
        }
        is_lazy = false;
        target = scope->parent;
        // from a macro: skips namespaces between it and its caller
        while (!scope->is_namespace && target->is_namespace && target->parent)
            target = target->parent;
    } else if (where && !limb__text_equal(where->value, "local") && where->value.size > 0) {
        limb__xacro_report(x, where->origin, LIMB_RULE_XACRO_ATTRIBUTE,
                           "scope must be local, parent or global, not \"%.*s\"; local is used",
                           (int)where->value.size, where->value.data);
    }
    limb__value *value;
    limb__origin origin = node->origin;
    if (!text) {
        value = limb__value_new(&x->eval, LIMB__VALUE_BLOCK);
        if (value) value->as.block = node;
        name = starred(x, name);
        is_lazy = false;
    } else {
        origin = text->origin;
        value = is_lazy ? limb__value_text_kept(&x->eval, text->value.data, text->value.size)
                        : limb__expand_text(x, text->value, scope, text->origin);
    }
    if (value && name.data && limb__scope_set(x, target, name, value, is_lazy, origin)) return true;
    limb__report_error(x, origin);
    if (!x->eval.is_limit && name.data) {
        limb__property *property = limb__scope_set(x, target, name, &x->eval.none, false, origin);
        if (property) property->is_failed = true;
    }
    return false;
}

static void forget(limb__scope *scope, limb_text name)
{
    for (; scope; scope = scope->parent)
        limb__table_remove(&scope->table, name);
}

static limb_text starred(limb__expansion *x, limb_text name)
{
    char *text = limb__take(&x->eval, name.size + 3);
    if (!text) return (limb_text){NULL, 0};
    memcpy(text, "**", 2);
    memcpy(text + 2, name.data, name.size);
    text[name.size + 2] = 0;
    return (limb_text){text, name.size + 2};
}

bool limb__declare_argument(limb__expansion *x, limb__dom *node, limb__scope *scope)
{
    limb__remove_previous_comments(x, node);
    limb__check_attrs(x, node, "name default");
    const limb__dom_attr *name = limb__required_attr(x, node, "name");
    if (!name) return false;
    // as in ROS even if a value is given: the file must be complete without one
    const limb__dom_attr *fallback = limb__required_attr(x, node, "default");
    limb__argument *argument = limb__table_find(&x->argument, name->value);
    const bool is_known = argument != NULL;
    if (!argument) argument = limb__argument_add(x, name->value);
    if (!argument) return limb__report_error(x, node->origin);
    if (!argument->is_declared) argument->origin = name->origin;
    argument->is_declared = true;
    if (is_known || !fallback) return fallback != NULL;
    argument->value = limb__expand_str(x, fallback->value, scope, fallback->origin);
    argument->default_value = argument->value;
    if (argument->value.data) return true;
    argument->value = (limb_text){"", 0}; // reported: one finding, not one per use
    return false;
}

limb__argument *limb__argument_add(limb__expansion *x, limb_text name)
{
    limb__argument *argument = limb__take(&x->eval, sizeof *argument);
    void **slot = argument ? limb__table_add(&x->eval, &x->argument, name) : NULL;
    if (!slot) return NULL;
    *argument = (limb__argument){.name = name, .value = {"", 0}};
    *slot = argument;
    if (x->last_argument) x->last_argument->next = argument;
    if (!x->first_argument) x->first_argument = argument;
    x->last_argument = argument;
    return argument;
}
