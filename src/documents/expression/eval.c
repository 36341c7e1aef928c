// Evaluates the tree of an expression.
//
// Names bound inside the expression (lambda, comprehension) are a linked list of locals; all other
// names are looked up by the expander. Recursion follows the tree, whose depth the parser limits,
// and calls of lambda, which are counted too.
#include "documents/expression/python.h"
#include "documents/expression/syntax_node.h"

#include <string.h>

typedef limb__local local;

static limb__value *run_node(limb__eval *eval, const limb__node *node, local *names);
static limb__value *run_on_one(limb__eval *eval, const limb__node *node, local *names);
static limb__value *run_on_two(limb__eval *eval, const limb__node *node, local *names);
static limb__value *run_name(limb__eval *eval, limb_text name, local *names);
static limb__value *run_items(limb__eval *eval, const limb__node *node, local *names,
                              limb__value_kind kind);
static limb__value *run_set(limb__eval *eval, const limb__node *node, local *names);
static limb__value *run_dict(limb__eval *eval, const limb__node *node, local *names);
static limb__value *run_logic(limb__eval *eval, const limb__node *node, local *names);
static limb__value *run_compare(limb__eval *eval, const limb__node *node, local *names);
static int compare(limb__eval *eval, limb__comparison what, limb__value *a, limb__value *b);
static limb__value *run_ternary(limb__eval *eval, const limb__node *node, local *names);
static limb__value *run_call(limb__eval *eval, const limb__node *node, local *names);
static limb__value *run_slice(limb__eval *eval, const limb__node *node, local *names);
static bool merge_dict(limb__eval *eval, limb__value *into, limb__value *from);

limb__value *limb__evaluate(limb__eval *eval, const limb__node *node)
{
    return limb__run(eval, node, NULL);
}

limb__value *limb__evaluate_text(limb__eval *eval, const char *text, size_t size)
{
    const int depth = eval->depth;
    const limb__node *node = limb__parse(eval, text, size);
    limb__value *value = node ? limb__run(eval, node, NULL) : NULL;
    eval->depth = depth;
    return value;
}

limb__value *limb__run(limb__eval *eval, const limb__node *node, local *names)
{
    if (!limb__step(eval, 1)) return NULL;
    if (eval->depth >= eval->limits.max_depth || !limb__has_stack(eval)) {
        limb__raise(eval, "RecursionError", "the expression is nested too deeply");
        return NULL;
    }
    eval->depth++;
    limb__value *value = run_node(eval, node, names);
    eval->depth--;
    return value;
}

static limb__value *run_node(limb__eval *eval, const limb__node *node, local *names)
{
    switch ((limb__node_kind)node->kind) {
    case LIMB__NODE_CONSTANT:
        return node->constant;
    case LIMB__NODE_NAME:
        return run_name(eval, node->name[0], names);
    case LIMB__NODE_LIST:
        return run_items(eval, node, names, LIMB__VALUE_LIST);
    case LIMB__NODE_TUPLE:
        return run_items(eval, node, names, LIMB__VALUE_TUPLE);
    case LIMB__NODE_SET:
        return run_set(eval, node, names);
    case LIMB__NODE_DICT:
        return run_dict(eval, node, names);
    case LIMB__NODE_UNARY:
    case LIMB__NODE_NOT:
    case LIMB__NODE_ATTRIBUTE:
        return run_on_one(eval, node, names);
    case LIMB__NODE_BINARY:
    case LIMB__NODE_SUBSCRIPT:
        return run_on_two(eval, node, names);
    case LIMB__NODE_COMPARE:
        return run_compare(eval, node, names);
    case LIMB__NODE_AND:
    case LIMB__NODE_OR:
        return run_logic(eval, node, names);
    case LIMB__NODE_TERNARY:
        return run_ternary(eval, node, names);
    case LIMB__NODE_CALL:
        return run_call(eval, node, names);
    case LIMB__NODE_SLICE:
        return run_slice(eval, node, names);
    case LIMB__NODE_LAMBDA:
        return limb__run_lambda(eval, node, names);
    case LIMB__NODE_COMPREHENSION:
        return limb__run_comprehension(eval, node, names);
    case LIMB__NODE_STAR:
    case LIMB__NODE_STAR_STAR:
        limb__raise(eval, "SyntaxError", "a starred expression is not allowed here");
        return NULL;
    }
    return NULL;
}

// Evaluates operations with one operand: -a, not a, a.name.
static limb__value *run_on_one(limb__eval *eval, const limb__node *node, local *names)
{
    limb__value *value = limb__run(eval, node->child[0], names);
    if (!value) return NULL;
    if (node->kind == LIMB__NODE_UNARY) return limb__unary(eval, (limb__operator)node->op, value);
    if (node->kind == LIMB__NODE_ATTRIBUTE) return limb__attribute(eval, value, node->name[0]);
    bool is_true;
    return limb__value_true(eval, value, &is_true) ? limb__value_bool(eval, !is_true) : NULL;
}

// Evaluates operations with two operands: a + b, a[b].
static limb__value *run_on_two(limb__eval *eval, const limb__node *node, local *names)
{
    limb__value *a = limb__run(eval, node->child[0], names);
    limb__value *b = a ? limb__run(eval, node->child[1], names) : NULL;
    if (!b) return NULL;
    if (node->kind == LIMB__NODE_SUBSCRIPT) return limb__subscript(eval, a, b);
    return limb__binary(eval, (limb__operator)node->op, a, b);
}

static limb__value *run_name(limb__eval *eval, limb_text name, local *names)
{
    for (const local *at = names; at; at = at->outer) {
        if (at->name.size == name.size && memcmp(at->name.data, name.data, name.size) == 0) {
            return at->value;
        }
    }
    limb__value *value = eval->find_name ? eval->find_name(eval, eval->name_ctx, name)
                                         : eval->python->find_global(eval, name);
    if (value || eval->error) return value;
    if (eval->python->find_member(eval, LIMB__MODULE_PYTHON, name)) {
        return limb__raise(eval, "NameError", "name '%.*s' is not defined; write python.%.*s",
                           (int)name.size, name.data, (int)name.size, name.data);
    }
    limb__known known = {.arena = eval->arena};
    for (const local *at = names; at; at = at->outer)
        limb__known_add(&known, at->name);
    if (eval->find_name && eval->list_names) eval->list_names(eval, NULL, &known);
    eval->python->add_globals(&known);
    const limb__suggestion near = limb__known_nearest(&known, name);
    return limb__raise(eval, "NameError", "name '%.*s' is not defined%s%s%s",
                       (int)(name.size < 200 ? name.size : 200), name.data, near.before, near.name,
                       near.after);
}

// Adds the items of a display; *x adds all items of x.
static bool add_items(limb__eval *eval, const limb__node *node, local *names, limb__value *list)
{
    for (int i = 0; i < node->count; i++) {
        const limb__node *child = node->child[i];
        if (child->kind != LIMB__NODE_STAR) {
            if (!limb__list_add(eval, list, limb__run(eval, child, names))) return false;
            continue;
        }
        limb__value *inner = limb__run(eval, child->child[0], names);
        int count;
        limb__value **item = inner ? limb__value_items(eval, inner, &count) : NULL;
        if (!item) return false;
        for (int k = 0; k < count; k++)
            if (!limb__list_add(eval, list, item[k])) return false;
    }
    return true;
}

static limb__value *run_items(limb__eval *eval, const limb__node *node, local *names,
                              limb__value_kind kind)
{
    limb__value *list = limb__value_list(eval, kind, node->count);
    return list && add_items(eval, node, names, list) ? list : NULL;
}

static limb__value *run_set(limb__eval *eval, const limb__node *node, local *names)
{
    limb__value *list = run_items(eval, node, names, LIMB__VALUE_LIST);
    limb__value *set = list ? limb__value_dict(eval, LIMB__VALUE_SET) : NULL;
    for (int i = 0; set && i < list->as.items.count; i++)
        if (!limb__dict_set(eval, set, list->as.items.item[i], &eval->none)) return NULL;
    return set;
}

static limb__value *run_dict(limb__eval *eval, const limb__node *node, local *names)
{
    limb__value *dict = limb__value_dict(eval, LIMB__VALUE_DICT);
    for (int i = 0; dict && i + 1 < node->count; i += 2) {
        if (node->child[i]->kind == LIMB__NODE_STAR_STAR) {
            limb__value *inner = limb__run(eval, node->child[i]->child[0], names);
            if (!inner || !merge_dict(eval, dict, inner)) return NULL;
            continue;
        }
        limb__value *key = limb__run(eval, node->child[i], names);
        limb__value *value = key ? limb__run(eval, node->child[i + 1], names) : NULL;
        if (!limb__dict_set(eval, dict, key, value)) return NULL;
    }
    return dict;
}

static bool merge_dict(limb__eval *eval, limb__value *into, limb__value *from)
{
    if (from->kind != LIMB__VALUE_DICT) {
        limb__raise(eval, "TypeError", "'%s' object is not a mapping", limb__type_name(from));
        return false;
    }
    for (int i = 0; i < from->as.dict->count; i++) {
        limb__value *key = from->as.dict->key[i];
        if (key && !limb__dict_set(eval, into, key, from->as.dict->value[i])) return false;
    }
    return true;
}

static limb__value *run_logic(limb__eval *eval, const limb__node *node, local *names)
{
    const bool stops_at = node->kind == LIMB__NODE_OR;
    for (int i = 0;; i++) {
        bool is_true;
        limb__value *value = limb__run(eval, node->child[i], names);
        if (!value || i + 1 == node->count) return value;
        if (!limb__value_true(eval, value, &is_true)) return NULL;
        if (is_true == stops_at) return value;
    }
}

static limb__value *run_compare(limb__eval *eval, const limb__node *node, local *names)
{
    limb__value *left = limb__run(eval, node->child[0], names);
    for (int i = 1; left && i < node->count; i++) {
        limb__value *right = limb__run(eval, node->child[i], names);
        if (!right) return NULL;
        const int result = compare(eval, (limb__comparison)node->comparison[i - 1], left, right);
        if (result < 0) return NULL;
        if (result == 0) return &eval->no;
        left = right;
    }
    return left ? &eval->yes : NULL;
}

// Returns 0, 1, or -1: an error was raised.
static int compare(limb__eval *eval, limb__comparison what, limb__value *a, limb__value *b)
{
    static const char *const name[] = {"==", "!=", "<", "<=", ">", ">="};
    int result;
    switch (what) {
    case LIMB__EQUAL:
        return limb__value_equal(eval, a, b);
    case LIMB__NOT_EQUAL:
        result = limb__value_equal(eval, a, b);
        return result < 0 ? -1 : !result;
    case LIMB__IN:
        return limb__value_contains(eval, b, a);
    case LIMB__NOT_IN:
        result = limb__value_contains(eval, b, a);
        return result < 0 ? -1 : !result;
    case LIMB__IS:
    case LIMB__IS_NOT:
        if (a->kind == LIMB__VALUE_TEXT && !limb__step_text(eval, a->as.text)) return -1;
        return limb__value_is(a, b) == (what == LIMB__IS);
    default:
        break;
    }
    const int order = limb__value_order(eval, a, b, name[what]);
    if (order == -2) return -1;
    if (order == 2) return 0;
    return what == LIMB__LESS         ? order < 0
           : what == LIMB__LESS_EQUAL ? order <= 0
           : what == LIMB__GREATER    ? order > 0
                                      : order >= 0;
}

static limb__value *run_ternary(limb__eval *eval, const limb__node *node, local *names)
{
    bool is_true;
    limb__value *condition = limb__run(eval, node->child[0], names);
    if (!condition || !limb__value_true(eval, condition, &is_true)) return NULL;
    return limb__run(eval, node->child[is_true ? 1 : 2], names);
}

// Keyword arguments follow the positional ones, with their names.
static bool add_keyword(limb__eval *eval, limb__value *keyword, limb_text name, limb__value *value)
{
    limb__value *key = limb__value_text_kept(eval, name.data, name.size);
    return limb__dict_set(eval, keyword, key, value);
}

static limb__value *run_call(limb__eval *eval, const limb__node *node, local *names)
{
    limb__value *function = limb__run(eval, node->child[0], names);
    limb__value *argument = function ? limb__value_list(eval, LIMB__VALUE_LIST, node->count) : NULL;
    limb__value *keyword = argument ? limb__value_dict(eval, LIMB__VALUE_DICT) : NULL;
    if (!keyword) return NULL;
    for (int i = 1; i < node->count; i++) {
        const limb__node *child = node->child[i];
        const bool is_star = child->kind == LIMB__NODE_STAR;
        const bool is_dict = child->kind == LIMB__NODE_STAR_STAR;
        limb__value *value = limb__run(eval, is_star || is_dict ? child->child[0] : child, names);
        if (!value) return NULL;
        int count;
        if (is_star) {
            limb__value **item = limb__value_items(eval, value, &count);
            for (int k = 0; item && k < count; k++)
                if (!limb__list_add(eval, argument, item[k])) return NULL;
            if (!item) return NULL;
        } else if (is_dict) {
            if (!merge_dict(eval, keyword, value)) return NULL;
        } else if (node->name[i].data) {
            if (!add_keyword(eval, keyword, node->name[i], value)) return NULL;
        } else if (!limb__list_add(eval, argument, value)) {
            return NULL;
        }
    }
    limb__call call = {.npositional = argument->as.items.count};
    const int nkeyword = keyword->as.dict->count;
    limb_text *name = nkeyword > 0 ? limb__take(eval, (size_t)nkeyword * sizeof *name) : NULL;
    if (nkeyword > 0 && !name) return NULL;
    for (int i = 0; i < nkeyword; i++) {
        const limb__value *key = keyword->as.dict->key[i];
        if (key->kind != LIMB__VALUE_TEXT) {
            return limb__raise(eval, "TypeError", "keywords must be strings");
        }
        name[i] = key->as.text;
        if (!limb__list_add(eval, argument, keyword->as.dict->value[i])) return NULL;
    }
    call.name = name;
    call.argument = argument->as.items.item;
    call.count = argument->as.items.count;
    return limb__invoke(eval, function, &call);
}

static limb__value *run_slice(limb__eval *eval, const limb__node *node, local *names)
{
    limb__value *slice = limb__value_new(eval, LIMB__VALUE_SLICE);
    for (int i = 0; slice && i < 3; i++) {
        slice->as.slice[i] = node->child[i] ? limb__run(eval, node->child[i], names) : &eval->none;
        if (!slice->as.slice[i]) return NULL;
    }
    return slice;
}
