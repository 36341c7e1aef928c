// The lower part of the grammar: atoms with their suffixes, displays and comprehensions.
//
//     primary: atom {"." name | "(" arguments ")" | "[" subscript "]"}
#include "documents/expression/syntax_node.h"

#include <string.h>

typedef limb__tokens parser;

static bool argument(parser *p, limb__node *node);
static const limb__node *call(parser *p, const limb__node *function);
static const limb__node *subscript(parser *p, const limb__node *object);
static const limb__node *slice(parser *p);
static const limb__node *constant(parser *p, limb__value *value);
static const limb__node *atom(parser *p);
static const limb__node *text_atom(parser *p);
static const limb__node *parenthesis(parser *p);
static const limb__node *list_display(parser *p);
static const limb__node *sequence(parser *p, limb__node *node, const char *close);
static const limb__node *brace_display(parser *p);
static const limb__node *comprehension(parser *p, limb__value_kind kind, const limb__node *first,
                                       const limb__node *second);
static const limb__node *target(parser *p);

const limb__node *limb__parse_primary(parser *p)
{
    const limb__node *node = atom(p);
    while (node) {
        if (limb__token_is(p, "(")) {
            node = call(p, node);
        } else if (limb__token_is(p, "[")) {
            node = subscript(p, node);
        } else if (limb__token_is(p, ".")) {
            limb__tokens_next(p);
            if (p->kind != LIMB__TOKEN_NAME || limb__is_keyword(p->text))
                return limb__parse_unexpected(p);
            limb__node *attribute = limb__node_make(p, LIMB__NODE_ATTRIBUTE);
            if (!attribute || limb__parse_refuses(p, p->text) ||
                !limb__node_add_name(p, attribute, p->text) ||
                !limb__node_add(p, attribute, node)) {
                return NULL;
            }
            limb__tokens_next(p);
            node = attribute;
        } else {
            return node;
        }
    }
    return NULL;
}

// Parses one argument: value, name=value, *value, **value, or a single generator.
static bool argument(parser *p, limb__node *node)
{
    const int index = node->count;
    limb_text name = {NULL, 0};
    const limb__node *value;
    if (limb__token_accept(p, "**")) {
        limb__node *star = limb__node_make(p, LIMB__NODE_STAR_STAR);
        if (!star || !limb__node_add(p, star, limb__parse_expression(p))) return false;
        value = star;
    } else {
        value = limb__parse_item(p);
        if (!value) return false;
        if (value->kind == LIMB__NODE_NAME && limb__token_is(p, "=")) {
            limb__tokens_next(p);
            name = value->name[0];
            value = limb__parse_expression(p);
        } else if (limb__token_is(p, "for")) {
            value = comprehension(p, LIMB__VALUE_ITERATOR, value, NULL);
        }
    }
    node->count = index; // names are stored with the children
    return limb__node_add_name(p, node, name) && limb__node_add(p, node, value);
}

static const limb__node *call(parser *p, const limb__node *function)
{
    limb__node *node = limb__node_make(p, LIMB__NODE_CALL);
    if (!node || !limb__node_add_name(p, node, (limb_text){NULL, 0}) ||
        !limb__node_add(p, node, function)) {
        return NULL;
    }
    limb__tokens_next(p);
    while (!limb__token_is(p, ")")) {
        if (!argument(p, node)) return p->eval->error ? NULL : limb__parse_unexpected(p);
        if (!limb__token_is(p, ")") && !limb__token_expect(p, ",")) return NULL;
    }
    limb__tokens_next(p);
    return node;
}

static const limb__node *subscript(parser *p, const limb__node *object)
{
    limb__node *node = limb__node_make(p, LIMB__NODE_SUBSCRIPT);
    limb__tokens_next(p);
    if (!node || !limb__node_add(p, node, object)) return NULL;
    const limb__node *index = slice(p);
    if (index && limb__token_is(p, ",")) {
        limb__node *tuple = limb__node_make(p, LIMB__NODE_TUPLE);
        if (!tuple || !limb__node_add(p, tuple, index)) return NULL;
        while (limb__token_accept(p, ",") && !limb__token_is(p, "]"))
            if (!limb__node_add(p, tuple, slice(p))) return NULL;
        index = tuple;
    }
    return limb__node_add(p, node, index) && limb__token_expect(p, "]") ? node : NULL;
}

static const limb__node *slice(parser *p)
{
    const limb__node *part[3] = {NULL, NULL, NULL};
    int npart = 0;
    if (!limb__token_is(p, ":")) {
        part[0] = limb__parse_expression(p);
        if (!part[0] || !limb__token_is(p, ":")) return part[0];
    }
    while (npart < 2 && limb__token_accept(p, ":")) {
        npart++;
        if (limb__token_is(p, ":") || limb__token_is(p, "]") || limb__token_is(p, ",")) continue;
        part[npart] = limb__parse_expression(p);
        if (!part[npart]) return NULL;
    }
    limb__node *node = limb__node_make(p, LIMB__NODE_SLICE);
    if (!node) return NULL;
    node->child = limb__node_grown(p, NULL, 2, sizeof *node->child);
    if (!node->child) return NULL;
    memcpy(node->child, part, sizeof part);
    node->count = 3;
    return node;
}

static const limb__node *constant(parser *p, limb__value *value)
{
    limb__node *node = value ? limb__node_make(p, LIMB__NODE_CONSTANT) : NULL;
    if (!node) return NULL;
    node->constant = value;
    limb__tokens_next(p);
    return node;
}

static const limb__node *atom(parser *p)
{
    if (p->kind == LIMB__TOKEN_NUMBER) return constant(p, p->value);
    if (p->kind == LIMB__TOKEN_TEXT) return text_atom(p);
    if (p->kind == LIMB__TOKEN_SYMBOL) {
        if (!limb__parse_enter(p)) return NULL;
        const limb__node *node = limb__token_is(p, "(")   ? parenthesis(p)
                                 : limb__token_is(p, "[") ? list_display(p)
                                 : limb__token_is(p, "{") ? brace_display(p)
                                                          : limb__parse_unexpected(p);
        p->eval->depth--;
        return node;
    }
    if (p->kind != LIMB__TOKEN_NAME) return limb__parse_unexpected(p);
    if (limb__token_is(p, "True")) return constant(p, &p->eval->yes);
    if (limb__token_is(p, "False")) return constant(p, &p->eval->no);
    if (limb__token_is(p, "None")) return constant(p, &p->eval->none);
    if (limb__is_keyword(p->text) || limb__parse_refuses(p, p->text))
        return limb__parse_unexpected(p);
    limb__node *node = limb__node_make(p, LIMB__NODE_NAME);
    if (!node || !limb__node_add_name(p, node, p->text)) return NULL;
    limb__tokens_next(p);
    return node;
}

// Adjacent texts are joined.
static const limb__node *text_atom(parser *p)
{
    limb__value *whole = p->value;
    limb__tokens_next(p);
    while (whole && p->kind == LIMB__TOKEN_TEXT) {
        whole = limb__binary(p->eval, LIMB__OP_ADD, whole, p->value);
        limb__tokens_next(p);
    }
    limb__node *node = whole ? limb__node_make(p, LIMB__NODE_CONSTANT) : NULL;
    if (node) node->constant = whole;
    return node;
}

static const limb__node *parenthesis(parser *p)
{
    limb__tokens_next(p);
    limb__node *tuple = limb__node_make(p, LIMB__NODE_TUPLE);
    if (!tuple) return NULL;
    if (limb__token_accept(p, ")")) return tuple;
    const limb__node *first = limb__parse_item(p);
    if (!first) return NULL;
    if (limb__token_is(p, "for")) {
        first = comprehension(p, LIMB__VALUE_ITERATOR, first, NULL);
        return first && limb__token_expect(p, ")") ? first : NULL;
    }
    if (first->kind != LIMB__NODE_STAR && limb__token_accept(p, ")")) return first;
    if (!limb__node_add(p, tuple, first)) return NULL;
    if (!limb__token_is(p, ")") && !limb__token_expect(p, ",")) return NULL;
    return sequence(p, tuple, ")");
}

static const limb__node *list_display(parser *p)
{
    limb__tokens_next(p);
    limb__node *list = limb__node_make(p, LIMB__NODE_LIST);
    if (!list) return NULL;
    if (limb__token_accept(p, "]")) return list;
    const limb__node *first = limb__parse_item(p);
    if (!first) return NULL;
    if (limb__token_is(p, "for")) {
        first = comprehension(p, LIMB__VALUE_LIST, first, NULL);
        return first && limb__token_expect(p, "]") ? first : NULL;
    }
    if (!limb__node_add(p, list, first)) return NULL;
    if (!limb__token_is(p, "]") && !limb__token_expect(p, ",")) return NULL;
    return sequence(p, list, "]");
}

// Parses the items after the first one and its comma.
static const limb__node *sequence(parser *p, limb__node *node, const char *close)
{
    while (!limb__token_is(p, close)) {
        if (!limb__node_add(p, node, limb__parse_item(p))) return NULL;
        if (!limb__token_is(p, close) && !limb__token_expect(p, ",")) return NULL;
    }
    limb__tokens_next(p);
    return node;
}

// Parses a dictionary or a set.
static const limb__node *brace_display(parser *p)
{
    limb__tokens_next(p);
    limb__node *node = limb__node_make(p, LIMB__NODE_DICT);
    if (!node || limb__token_accept(p, "}")) return node;
    bool is_dict = true;
    for (bool first = true; !limb__token_is(p, "}"); first = false) {
        limb__node *star = NULL;
        const limb__node *key = NULL;
        const limb__node *value = NULL;
        if (limb__token_accept(p, "**")) {
            star = limb__node_make(p, LIMB__NODE_STAR_STAR);
            if (!star || !limb__node_add(p, star, limb__parse_or(p))) return NULL;
            key = star;
            value = star;
        } else {
            key = limb__parse_item(p);
            if (!key) return NULL;
            if (first) is_dict = limb__token_is(p, ":");
            if (is_dict && (!limb__token_expect(p, ":") || !(value = limb__parse_expression(p))))
                return NULL;
        }
        if (first && limb__token_is(p, "for")) {
            const limb__node *whole =
                comprehension(p, is_dict ? LIMB__VALUE_DICT : LIMB__VALUE_SET, key, value);
            return whole && limb__token_expect(p, "}") ? whole : NULL;
        }
        if (!limb__node_add(p, node, key) || (is_dict && !limb__node_add(p, node, value)))
            return NULL;
        if (!limb__token_is(p, "}") && !limb__token_expect(p, ",")) return NULL;
    }
    if (!is_dict) node->kind = LIMB__NODE_SET;
    limb__tokens_next(p);
    return node;
}

static const limb__node *comprehension(parser *p, limb__value_kind kind, const limb__node *first,
                                       const limb__node *second)
{
    limb__node *node = limb__node_make(p, LIMB__NODE_COMPREHENSION);
    if (!node || !limb__node_add(p, node, first) || (second && !limb__node_add(p, node, second))) {
        return NULL;
    }
    node->op = (uint8_t)kind;
    while (limb__token_accept(p, "for")) {
        node->clause = limb__node_grown(p, node->clause, node->nclause, sizeof *node->clause);
        if (!node->clause) return NULL;
        limb__clause *clause = &node->clause[node->nclause++];
        *clause = (limb__clause){.target = target(p)};
        if (!clause->target || !limb__token_expect(p, "in") ||
            !(clause->iterable = limb__parse_or(p)))
            return NULL;
        while (limb__token_accept(p, "if")) {
            clause->condition = limb__node_grown(p, clause->condition, clause->ncondition,
                                                 sizeof *clause->condition);
            if (!clause->condition) return NULL;
            const limb__node *condition = limb__parse_or(p);
            if (!condition) return NULL;
            clause->condition[clause->ncondition++] = condition;
        }
    }
    return node;
}

// Parses a name, or a tuple of names, which may be nested.
static const limb__node *target(parser *p)
{
    if (!limb__parse_enter(p)) return NULL;
    limb__node *tuple = limb__node_make(p, LIMB__NODE_TUPLE);
    bool is_tuple = false;
    while (tuple) {
        const limb__node *one = NULL;
        if (limb__token_accept(p, "(")) {
            one = target(p);
            if (!one || !limb__token_expect(p, ")")) tuple = NULL;
        } else if (p->kind == LIMB__TOKEN_NAME && !limb__is_keyword(p->text)) {
            limb__node *name = limb__node_make(p, LIMB__NODE_NAME);
            if (name && limb__node_add_name(p, name, p->text)) one = name;
            limb__tokens_next(p);
        } else if (tuple->count == 0) {
            limb__parse_unexpected(p);
        } else {
            break;
        }
        if (!tuple || !limb__node_add(p, tuple, one)) tuple = NULL;
        if (!limb__token_accept(p, ",")) break;
        is_tuple = true;
    }
    p->eval->depth--;
    if (!tuple) return NULL;
    return is_tuple || tuple->count != 1 ? tuple : tuple->child[0];
}
