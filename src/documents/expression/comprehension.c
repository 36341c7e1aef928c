// Binding of names inside an expression: lambda and comprehensions.
#include "documents/expression/syntax_node.h"

typedef limb__local local;

static bool run_clause(limb__eval *eval, const limb__node *node, int index, local *names,
                       limb__value *result);
static local *bind(limb__eval *eval, const limb__node *target, limb__value *value, local *names);

limb__value *limb__invoke_lambda(limb__eval *eval, limb__value *lambda, limb__call *call)
{
    const limb__node *node = lambda->as.lambda.node;
    const int nparameter = node->count - 1;
    local *names = lambda->as.lambda.local;
    if (call->npositional > nparameter) {
        return limb__raise(eval, "TypeError", "<lambda>() takes %d positional arguments, not %d",
                           nparameter, call->npositional);
    }
    for (int i = 0; i < nparameter; i++) {
        limb__value *value = i < call->npositional ? call->argument[i] : NULL;
        for (int k = call->npositional; !value && k < call->count; k++) {
            const limb_text name = call->name[k - call->npositional];
            if (name.size == node->name[i].size &&
                memcmp(name.data, node->name[i].data, name.size) == 0) {
                value = call->argument[k];
            }
        }
        const limb__node *fallback = node->child[i + 1];
        if (!value && fallback->count > 0) value = limb__run(eval, fallback->child[0], names);
        if (eval->error) return NULL;
        if (!value) {
            return limb__raise(eval, "TypeError", "<lambda>() is missing the argument '%.*s'",
                               (int)node->name[i].size, node->name[i].data);
        }
        local *bound = limb__take(eval, sizeof *bound);
        if (!bound) return NULL;
        *bound = (local){node->name[i], value, names};
        names = bound;
    }
    return limb__run(eval, node->child[0], names);
}

limb__value *limb__run_lambda(limb__eval *eval, const limb__node *node, local *names)
{
    limb__value *lambda = limb__value_new(eval, LIMB__VALUE_LAMBDA);
    if (!lambda) return NULL;
    lambda->as.lambda.node = node;
    lambda->as.lambda.local = names;
    return lambda;
}

limb__value *limb__run_comprehension(limb__eval *eval, const limb__node *node, local *names)
{
    const limb__value_kind kind = (limb__value_kind)node->op;
    const bool is_list = kind == LIMB__VALUE_LIST || kind == LIMB__VALUE_ITERATOR;
    limb__value *result =
        is_list ? limb__value_list(eval, LIMB__VALUE_LIST, 0) : limb__value_dict(eval, kind);
    if (!result || !run_clause(eval, node, 0, names, result)) return NULL;
    if (kind != LIMB__VALUE_ITERATOR) return result;
    limb__value *iterator = limb__value_new(eval, LIMB__VALUE_ITERATOR);
    if (!iterator) return NULL;
    iterator->as.iterator.item = result->as.items.item;
    iterator->as.iterator.count = result->as.items.count;
    // an empty iterator also needs an array: NULL means that an error was raised
    if (!iterator->as.iterator.item) iterator->as.iterator.item = limb__take(eval, 1);
    return iterator->as.iterator.item ? iterator : NULL;
}

static bool run_clause(limb__eval *eval, const limb__node *node, int index, local *names,
                       limb__value *result)
{
    if (!limb__has_stack(eval)) {
        limb__raise(eval, "RecursionError", "the expression is nested too deeply");
        return false;
    }
    if (index == node->nclause) {
        limb__value *first = limb__run(eval, node->child[0], names);
        if (!first) return false;
        if (result->kind == LIMB__VALUE_LIST) return limb__list_add(eval, result, first);
        limb__value *second =
            node->count > 1 ? limb__run(eval, node->child[1], names) : &eval->none;
        return limb__dict_set(eval, result, first, second);
    }
    const limb__clause *clause = &node->clause[index];
    limb__value *iterable = limb__run(eval, clause->iterable, names);
    int count;
    limb__value **item = iterable ? limb__value_items(eval, iterable, &count) : NULL;
    if (!item) return false;
    for (int i = 0; i < count; i++) {
        local *bound = bind(eval, clause->target, item[i], names);
        if (!bound) return false;
        bool keep = true;
        for (int k = 0; keep && k < clause->ncondition; k++) {
            limb__value *condition = limb__run(eval, clause->condition[k], bound);
            if (!condition || !limb__value_true(eval, condition, &keep)) return false;
        }
        if (keep && !run_clause(eval, node, index + 1, bound, result)) return false;
    }
    return true;
}

// Prepends the target's names to the locals; NULL: an error was raised.
static local *bind(limb__eval *eval, const limb__node *target, limb__value *value, local *names)
{
    if (target->kind == LIMB__NODE_NAME) {
        local *bound = limb__take(eval, sizeof *bound);
        if (!bound) return NULL;
        *bound = (local){target->name[0], value, names};
        return bound;
    }
    int count;
    limb__value **item = limb__value_items(eval, value, &count);
    if (!item) return NULL;
    if (count != target->count) {
        return limb__raise(eval, "ValueError", "%s values to unpack (expected %d, got %d)",
                           count < target->count ? "not enough" : "too many", target->count, count);
    }
    for (int i = 0; names || i == 0; i++) {
        if (i == count) return names;
        names = bind(eval, target->child[i], item[i], names);
    }
    return NULL;
}
