// Parses expressions to trees: the grammar of Python's eval, by recursive descent with
// a depth limit.
//
//     expression: lambda | or ["if" or "else" expression]
//     or, and, not, comparison, | ^ & shift + * unary ** await-less primary
#include "documents/expression/syntax_node.h"

#include <string.h>

typedef limb__tokens parser;

static const limb__node *lambda(parser *p);
static const limb__node *and_test(parser *p);
static const limb__node *not_test(parser *p);
static int comparison_here(parser *p);
static const limb__node *comparison(parser *p);
static int operator_here(parser *p, int level);
static const limb__node *binary(parser *p, int level);
static const limb__node *unary(parser *p);
static const limb__node *power(parser *p);

const limb__node *limb__parse(limb__eval *eval, const char *text, size_t size)
{
    parser p;
    limb__tokens_init(&p, eval, text, size);
    if (p.kind == LIMB__TOKEN_END) {
        return limb__raise(eval, "SyntaxError", "the expression is empty");
    }
    const limb__node *node = limb__parse_item(&p);
    if (node && limb__token_is(&p, ",")) { // a tuple without parentheses
        limb__node *tuple = limb__node_make(&p, LIMB__NODE_TUPLE);
        if (!tuple || !limb__node_add(&p, tuple, node)) return NULL;
        while (limb__token_accept(&p, ",") && p.kind != LIMB__TOKEN_END) {
            if (!limb__node_add(&p, tuple, limb__parse_item(&p))) return NULL;
        }
        node = tuple;
    }
    if (node && p.kind != LIMB__TOKEN_END) return limb__parse_unexpected(&p);
    return eval->error ? NULL : node;
}

const limb__node *limb__parse_expression(parser *p)
{
    if (!limb__parse_enter(p)) return NULL;
    const limb__node *node;
    if (limb__token_is(p, "lambda")) {
        node = lambda(p);
    } else {
        node = limb__parse_or(p);
        if (node && limb__token_is(p, "if")) {
            limb__node *ternary = limb__node_make(p, LIMB__NODE_TERNARY);
            limb__tokens_next(p);
            const limb__node *condition = limb__parse_or(p);
            if (!ternary || !condition || !limb__token_expect(p, "else") ||
                !limb__node_add(p, ternary, condition) || !limb__node_add(p, ternary, node) ||
                !limb__node_add(p, ternary, limb__parse_expression(p))) {
                node = NULL;
            } else {
                node = ternary;
            }
        }
    }
    p->eval->depth--;
    return node;
}

const limb__node *limb__parse_item(parser *p)
{
    if (!limb__token_is(p, "*")) return limb__parse_expression(p);
    limb__node *star = limb__node_make(p, LIMB__NODE_STAR);
    limb__tokens_next(p);
    return star && limb__node_add(p, star, limb__parse_or(p)) ? star : NULL;
}

// Parses the parameters' names; the child after the body is the default of each, or NULL.
static const limb__node *lambda(parser *p)
{
    limb__node *node = limb__node_make(p, LIMB__NODE_LAMBDA);
    limb__node *defaults = limb__node_make(p, LIMB__NODE_LIST);
    if (!node || !defaults) return NULL;
    int nname = 0;
    limb__tokens_next(p);
    while (!limb__token_is(p, ":")) {
        if (p->kind != LIMB__TOKEN_NAME || limb__is_keyword(p->text))
            return limb__parse_unexpected(p);
        node->count = nname;
        if (!limb__node_add_name(p, node, p->text)) return NULL;
        nname++;
        limb__tokens_next(p);
        const limb__node *value = NULL;
        if (limb__token_accept(p, "=") && !(value = limb__parse_expression(p))) return NULL;
        limb__node *holder = limb__node_make(p, LIMB__NODE_LIST);
        if (!holder || (value && !limb__node_add(p, holder, value)) ||
            !limb__node_add(p, defaults, holder)) {
            return NULL;
        }
        const char *next = p->kind == LIMB__TOKEN_END ? ":" : ",";
        if (!limb__token_is(p, ":") && !limb__token_expect(p, next)) return NULL;
    }
    node->count = 0;
    limb__tokens_next(p);
    if (!limb__node_add(p, node, limb__parse_expression(p))) return NULL;
    for (int i = 0; i < nname; i++)
        if (!limb__node_add(p, node, defaults->child[i])) return NULL;
    return node;
}

const limb__node *limb__parse_or(parser *p)
{
    const limb__node *first = and_test(p);
    if (!first || !limb__token_is(p, "or")) return first;
    limb__node *node = limb__node_make(p, LIMB__NODE_OR);
    if (!node || !limb__node_add(p, node, first)) return NULL;
    while (limb__token_accept(p, "or"))
        if (!limb__node_add(p, node, and_test(p))) return NULL;
    return node;
}

static const limb__node *and_test(parser *p)
{
    const limb__node *first = not_test(p);
    if (!first || !limb__token_is(p, "and")) return first;
    limb__node *node = limb__node_make(p, LIMB__NODE_AND);
    if (!node || !limb__node_add(p, node, first)) return NULL;
    while (limb__token_accept(p, "and"))
        if (!limb__node_add(p, node, not_test(p))) return NULL;
    return node;
}

static const limb__node *not_test(parser *p)
{
    if (!limb__token_is(p, "not")) return comparison(p);
    if (!limb__parse_enter(p)) return NULL;
    limb__node *node = limb__node_make(p, LIMB__NODE_NOT);
    limb__tokens_next(p);
    const bool ok = node && limb__node_add(p, node, not_test(p));
    p->eval->depth--;
    return ok ? node : NULL;
}

static int comparison_here(parser *p)
{
    static const char *const symbol[] = {"==", "!=", "<", "<=", ">", ">=", "in"};
    for (int i = 0; i < (int)(sizeof symbol / sizeof *symbol); i++) {
        if (limb__token_is(p, symbol[i])) {
            limb__tokens_next(p);
            return i;
        }
    }
    if (limb__token_is(p, "is")) {
        limb__tokens_next(p);
        return limb__token_accept(p, "not") ? LIMB__IS_NOT : LIMB__IS;
    }
    if (limb__token_is(p, "not")) {
        limb__tokens_next(p);
        return limb__token_expect(p, "in") ? LIMB__NOT_IN : -1;
    }
    return -1;
}

static const limb__node *comparison(parser *p)
{
    const limb__node *first = binary(p, 0);
    if (!first) return NULL;
    int what = comparison_here(p);
    if (what < 0) return first;
    limb__node *node = limb__node_make(p, LIMB__NODE_COMPARE);
    if (!node || !limb__node_add(p, node, first)) return NULL;
    for (; what >= 0; what = comparison_here(p)) {
        node->comparison = limb__node_grown(p, node->comparison, node->count - 1, 1);
        if (!node->comparison) return NULL;
        node->comparison[node->count - 1] = (uint8_t)what;
        if (!limb__node_add(p, node, binary(p, 0))) return NULL;
    }
    return node;
}

static int operator_here(parser *p, int level)
{
    static const struct {
        const char *symbol;
        int level;
        limb__operator op;
    } table[] = {
        {"|", 0, LIMB__OP_OR},     {"^", 1, LIMB__OP_XOR},    {"&", 2, LIMB__OP_AND},
        {"<<", 3, LIMB__OP_LEFT},  {">>", 3, LIMB__OP_RIGHT}, {"+", 4, LIMB__OP_ADD},
        {"-", 4, LIMB__OP_SUB},    {"*", 5, LIMB__OP_MUL},    {"/", 5, LIMB__OP_DIV},
        {"//", 5, LIMB__OP_FLOOR}, {"%", 5, LIMB__OP_MOD},
    };
    if (p->kind != LIMB__TOKEN_SYMBOL) return -1;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (table[i].level == level && limb__token_is(p, table[i].symbol)) return (int)table[i].op;
    }
    return -1;
}

// Left-associative; level 0 has the lowest precedence.
static const limb__node *binary(parser *p, int level)
{
    enum { NLEVEL = 6 };
    const limb__node *left = level + 1 < NLEVEL ? binary(p, level + 1) : unary(p);
    for (int op = operator_here(p, level); left && op >= 0; op = operator_here(p, level)) {
        limb__tokens_next(p);
        limb__node *node = limb__node_make(p, LIMB__NODE_BINARY);
        if (!node || !limb__node_add(p, node, left)) return NULL;
        node->op = (uint8_t)op;
        if (!limb__node_add(p, node, level + 1 < NLEVEL ? binary(p, level + 1) : unary(p)))
            return NULL;
        left = node;
    }
    return left;
}

static const limb__node *unary(parser *p)
{
    const limb__operator op = limb__token_is(p, "-")   ? LIMB__OP_NEGATE
                              : limb__token_is(p, "+") ? LIMB__OP_PLUS
                                                       : LIMB__OP_INVERT;
    if (op == LIMB__OP_INVERT && !limb__token_is(p, "~")) return power(p);
    if (!limb__parse_enter(p)) return NULL;
    limb__node *node = limb__node_make(p, LIMB__NODE_UNARY);
    limb__tokens_next(p);
    const bool ok = node && limb__node_add(p, node, unary(p));
    if (node) node->op = (uint8_t)op;
    p->eval->depth--;
    return ok ? node : NULL;
}

static const limb__node *power(parser *p)
{
    const limb__node *base = limb__parse_primary(p);
    if (!base || !limb__token_is(p, "**")) return base;
    limb__node *node = limb__node_make(p, LIMB__NODE_BINARY);
    limb__tokens_next(p);
    if (!limb__parse_enter(p)) return NULL;
    const bool ok = node && limb__node_add(p, node, base) && limb__node_add(p, node, unary(p));
    if (node) node->op = LIMB__OP_POW;
    p->eval->depth--;
    return ok ? node : NULL;
}
