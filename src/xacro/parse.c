// Expressions to trees: the grammar of Python's eval, by recursive descent within a depth limit.
//
//     expression: lambda | or ["if" or "else" expression]
//     or, and, not, comparison, | ^ & shift + * unary ** await-less primary
#include "xacro/node.h"

#include <string.h>

typedef limb__tokens parser;

static const limb__node *expression(parser *p);
static const limb__node *expression_or_star(parser *p);
static const limb__node *lambda(parser *p);
static const limb__node *or_test(parser *p);
static const limb__node *and_test(parser *p);
static const limb__node *not_test(parser *p);
static const limb__node *comparison(parser *p);
static const limb__node *binary(parser *p, int level);
static const limb__node *unary(parser *p);
static const limb__node *power(parser *p);
static const limb__node *primary(parser *p);
static const limb__node *call(parser *p, const limb__node *function);
static const limb__node *subscript(parser *p, const limb__node *object);
static const limb__node *slice(parser *p);
static const limb__node *atom(parser *p);
static const limb__node *text_atom(parser *p);
static const limb__node *parenthesis(parser *p);
static const limb__node *list_display(parser *p);
static const limb__node *brace_display(parser *p);
static const limb__node *sequence(parser *p, limb__node *node, const char *close);
static const limb__node *comprehension(parser *p, limb__value_kind kind, const limb__node *first,
                                       const limb__node *second);
static const limb__node *target(parser *p);
static limb__node *make(parser *p, limb__node_kind kind);
static bool add_child(parser *p, limb__node *node, const limb__node *child);
static bool add_name(parser *p, limb__node *node, limb_text name);
static void *grown(parser *p, void *items, int count, size_t item_size);
static const limb__node *unexpected(parser *p);
static bool expect(parser *p, const char *text);
static bool enter(parser *p);
static bool accept(parser *p, const char *text);
static bool refuses_name(parser *p, limb_text name);

const limb__node *limb__parse(limb__eval *eval, const char *text, size_t size)
{
    parser p;
    limb__tokens_init(&p, eval, text, size);
    if (p.kind == LIMB__TOKEN_END) {
        return limb__raise(eval, "SyntaxError", "the expression is empty");
    }
    const limb__node *node = expression_or_star(&p);
    if (node && limb__token_is(&p, ",")) { // a tuple without parentheses
        limb__node *tuple = make(&p, LIMB__NODE_TUPLE);
        if (!tuple || !add_child(&p, tuple, node)) return NULL;
        while (accept(&p, ",") && p.kind != LIMB__TOKEN_END) {
            if (!add_child(&p, tuple, expression_or_star(&p))) return NULL;
        }
        node = tuple;
    }
    if (node && p.kind != LIMB__TOKEN_END) return unexpected(&p);
    return eval->error ? NULL : node;
}

static const limb__node *expression(parser *p)
{
    if (!enter(p)) return NULL;
    const limb__node *node;
    if (limb__token_is(p, "lambda")) {
        node = lambda(p);
    } else {
        node = or_test(p);
        if (node && limb__token_is(p, "if")) {
            limb__node *ternary = make(p, LIMB__NODE_TERNARY);
            limb__tokens_next(p);
            const limb__node *condition = or_test(p);
            if (!ternary || !condition || !expect(p, "else") || !add_child(p, ternary, condition) ||
                !add_child(p, ternary, node) || !add_child(p, ternary, expression(p))) {
                node = NULL;
            } else {
                node = ternary;
            }
        }
    }
    p->eval->depth--;
    return node;
}

static const limb__node *expression_or_star(parser *p)
{
    if (!limb__token_is(p, "*")) return expression(p);
    limb__node *star = make(p, LIMB__NODE_STAR);
    limb__tokens_next(p);
    return star && add_child(p, star, or_test(p)) ? star : NULL;
}

// The parameters' names, and for each its default or NULL behind the body.
static const limb__node *lambda(parser *p)
{
    limb__node *node = make(p, LIMB__NODE_LAMBDA);
    limb__node *defaults = make(p, LIMB__NODE_LIST);
    if (!node || !defaults) return NULL;
    int nname = 0;
    limb__tokens_next(p);
    while (!limb__token_is(p, ":")) {
        if (p->kind != LIMB__TOKEN_NAME || limb__is_keyword(p->text)) return unexpected(p);
        node->count = nname;
        if (!add_name(p, node, p->text)) return NULL;
        nname++;
        limb__tokens_next(p);
        const limb__node *value = NULL;
        if (accept(p, "=") && !(value = expression(p))) return NULL;
        limb__node *holder = make(p, LIMB__NODE_LIST);
        if (!holder || (value && !add_child(p, holder, value)) || !add_child(p, defaults, holder)) {
            return NULL;
        }
        if (!limb__token_is(p, ":") && !expect(p, ",")) return NULL;
    }
    node->count = 0;
    limb__tokens_next(p);
    if (!add_child(p, node, expression(p))) return NULL;
    for (int i = 0; i < nname; i++)
        if (!add_child(p, node, defaults->child[i])) return NULL;
    return node;
}

static const limb__node *or_test(parser *p)
{
    const limb__node *first = and_test(p);
    if (!first || !limb__token_is(p, "or")) return first;
    limb__node *node = make(p, LIMB__NODE_OR);
    if (!node || !add_child(p, node, first)) return NULL;
    while (accept(p, "or"))
        if (!add_child(p, node, and_test(p))) return NULL;
    return node;
}

static const limb__node *and_test(parser *p)
{
    const limb__node *first = not_test(p);
    if (!first || !limb__token_is(p, "and")) return first;
    limb__node *node = make(p, LIMB__NODE_AND);
    if (!node || !add_child(p, node, first)) return NULL;
    while (accept(p, "and"))
        if (!add_child(p, node, not_test(p))) return NULL;
    return node;
}

static const limb__node *not_test(parser *p)
{
    if (!limb__token_is(p, "not")) return comparison(p);
    if (!enter(p)) return NULL;
    limb__node *node = make(p, LIMB__NODE_NOT);
    limb__tokens_next(p);
    const bool ok = node && add_child(p, node, not_test(p));
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
        return accept(p, "not") ? LIMB__IS_NOT : LIMB__IS;
    }
    if (limb__token_is(p, "not")) {
        limb__tokens_next(p);
        return expect(p, "in") ? LIMB__NOT_IN : -1;
    }
    return -1;
}

static const limb__node *comparison(parser *p)
{
    const limb__node *first = binary(p, 0);
    if (!first) return NULL;
    int what = comparison_here(p);
    if (what < 0) return first;
    limb__node *node = make(p, LIMB__NODE_COMPARE);
    if (!node || !add_child(p, node, first)) return NULL;
    for (; what >= 0; what = comparison_here(p)) {
        node->comparison = grown(p, node->comparison, node->count - 1, 1);
        if (!node->comparison) return NULL;
        node->comparison[node->count - 1] = (uint8_t)what;
        if (!add_child(p, node, binary(p, 0))) return NULL;
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

// Left to right; level 0 binds least.
static const limb__node *binary(parser *p, int level)
{
    enum { NLEVEL = 6 };
    const limb__node *left = level + 1 < NLEVEL ? binary(p, level + 1) : unary(p);
    for (int op = operator_here(p, level); left && op >= 0; op = operator_here(p, level)) {
        limb__tokens_next(p);
        limb__node *node = make(p, LIMB__NODE_BINARY);
        if (!node || !add_child(p, node, left)) return NULL;
        node->op = (uint8_t)op;
        if (!add_child(p, node, level + 1 < NLEVEL ? binary(p, level + 1) : unary(p))) return NULL;
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
    if (!enter(p)) return NULL;
    limb__node *node = make(p, LIMB__NODE_UNARY);
    limb__tokens_next(p);
    const bool ok = node && add_child(p, node, unary(p));
    if (node) node->op = (uint8_t)op;
    p->eval->depth--;
    return ok ? node : NULL;
}

static const limb__node *power(parser *p)
{
    const limb__node *base = primary(p);
    if (!base || !limb__token_is(p, "**")) return base;
    limb__node *node = make(p, LIMB__NODE_BINARY);
    limb__tokens_next(p);
    if (!enter(p)) return NULL;
    const bool ok = node && add_child(p, node, base) && add_child(p, node, unary(p));
    if (node) node->op = LIMB__OP_POW;
    p->eval->depth--;
    return ok ? node : NULL;
}

static const limb__node *primary(parser *p)
{
    const limb__node *node = atom(p);
    while (node) {
        if (limb__token_is(p, "(")) {
            node = call(p, node);
        } else if (limb__token_is(p, "[")) {
            node = subscript(p, node);
        } else if (limb__token_is(p, ".")) {
            limb__tokens_next(p);
            if (p->kind != LIMB__TOKEN_NAME || limb__is_keyword(p->text)) return unexpected(p);
            limb__node *attribute = make(p, LIMB__NODE_ATTRIBUTE);
            if (!attribute || refuses_name(p, p->text) || !add_name(p, attribute, p->text) ||
                !add_child(p, attribute, node)) {
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

// One argument: value, name=value, *value, **value, or a generator that stands alone.
static bool argument(parser *p, limb__node *node)
{
    const int index = node->count;
    limb_text name = {NULL, 0};
    const limb__node *value;
    if (accept(p, "**")) {
        limb__node *star = make(p, LIMB__NODE_STAR_STAR);
        if (!star || !add_child(p, star, expression(p))) return false;
        value = star;
    } else {
        value = expression_or_star(p);
        if (!value) return false;
        if (value->kind == LIMB__NODE_NAME && limb__token_is(p, "=")) {
            limb__tokens_next(p);
            name = value->name[0];
            value = expression(p);
        } else if (limb__token_is(p, "for")) {
            value = comprehension(p, LIMB__VALUE_ITERATOR, value, NULL);
        }
    }
    node->count = index; // names are beside the children
    return add_name(p, node, name) && add_child(p, node, value);
}

static const limb__node *call(parser *p, const limb__node *function)
{
    limb__node *node = make(p, LIMB__NODE_CALL);
    if (!node || !add_name(p, node, (limb_text){NULL, 0}) || !add_child(p, node, function)) {
        return NULL;
    }
    limb__tokens_next(p);
    while (!limb__token_is(p, ")")) {
        if (!argument(p, node)) return p->eval->error ? NULL : unexpected(p);
        if (!limb__token_is(p, ")") && !expect(p, ",")) return NULL;
    }
    limb__tokens_next(p);
    return node;
}

static const limb__node *subscript(parser *p, const limb__node *object)
{
    limb__node *node = make(p, LIMB__NODE_SUBSCRIPT);
    limb__tokens_next(p);
    if (!node || !add_child(p, node, object)) return NULL;
    const limb__node *index = slice(p);
    if (index && limb__token_is(p, ",")) {
        limb__node *tuple = make(p, LIMB__NODE_TUPLE);
        if (!tuple || !add_child(p, tuple, index)) return NULL;
        while (accept(p, ",") && !limb__token_is(p, "]"))
            if (!add_child(p, tuple, slice(p))) return NULL;
        index = tuple;
    }
    return add_child(p, node, index) && expect(p, "]") ? node : NULL;
}

static const limb__node *slice(parser *p)
{
    const limb__node *part[3] = {NULL, NULL, NULL};
    int npart = 0;
    if (!limb__token_is(p, ":")) {
        part[0] = expression(p);
        if (!part[0] || !limb__token_is(p, ":")) return part[0];
    }
    while (npart < 2 && accept(p, ":")) {
        npart++;
        if (limb__token_is(p, ":") || limb__token_is(p, "]") || limb__token_is(p, ",")) continue;
        part[npart] = expression(p);
        if (!part[npart]) return NULL;
    }
    limb__node *node = make(p, LIMB__NODE_SLICE);
    if (!node) return NULL;
    node->child = grown(p, NULL, 2, sizeof *node->child);
    if (!node->child) return NULL;
    memcpy(node->child, part, sizeof part);
    node->count = 3;
    return node;
}

static const limb__node *constant(parser *p, limb__value *value)
{
    limb__node *node = value ? make(p, LIMB__NODE_CONSTANT) : NULL;
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
        if (!enter(p)) return NULL;
        const limb__node *node = limb__token_is(p, "(")   ? parenthesis(p)
                                 : limb__token_is(p, "[") ? list_display(p)
                                 : limb__token_is(p, "{") ? brace_display(p)
                                                          : unexpected(p);
        p->eval->depth--;
        return node;
    }
    if (p->kind != LIMB__TOKEN_NAME) return unexpected(p);
    if (limb__token_is(p, "True")) return constant(p, &p->eval->yes);
    if (limb__token_is(p, "False")) return constant(p, &p->eval->no);
    if (limb__token_is(p, "None")) return constant(p, &p->eval->none);
    if (limb__is_keyword(p->text) || refuses_name(p, p->text)) return unexpected(p);
    limb__node *node = make(p, LIMB__NODE_NAME);
    if (!node || !add_name(p, node, p->text)) return NULL;
    limb__tokens_next(p);
    return node;
}

// Texts beside each other are one.
static const limb__node *text_atom(parser *p)
{
    limb__value *whole = p->value;
    limb__tokens_next(p);
    while (whole && p->kind == LIMB__TOKEN_TEXT) {
        whole = limb__binary(p->eval, LIMB__OP_ADD, whole, p->value);
        limb__tokens_next(p);
    }
    limb__node *node = whole ? make(p, LIMB__NODE_CONSTANT) : NULL;
    if (node) node->constant = whole;
    return node;
}

static const limb__node *parenthesis(parser *p)
{
    limb__tokens_next(p);
    limb__node *tuple = make(p, LIMB__NODE_TUPLE);
    if (!tuple) return NULL;
    if (accept(p, ")")) return tuple;
    const limb__node *first = expression_or_star(p);
    if (!first) return NULL;
    if (limb__token_is(p, "for")) {
        first = comprehension(p, LIMB__VALUE_ITERATOR, first, NULL);
        return first && expect(p, ")") ? first : NULL;
    }
    if (first->kind != LIMB__NODE_STAR && accept(p, ")")) return first;
    if (!add_child(p, tuple, first)) return NULL;
    if (!limb__token_is(p, ")") && !expect(p, ",")) return NULL;
    return sequence(p, tuple, ")");
}

static const limb__node *list_display(parser *p)
{
    limb__tokens_next(p);
    limb__node *list = make(p, LIMB__NODE_LIST);
    if (!list) return NULL;
    if (accept(p, "]")) return list;
    const limb__node *first = expression_or_star(p);
    if (!first) return NULL;
    if (limb__token_is(p, "for")) {
        first = comprehension(p, LIMB__VALUE_LIST, first, NULL);
        return first && expect(p, "]") ? first : NULL;
    }
    if (!add_child(p, list, first)) return NULL;
    if (!limb__token_is(p, "]") && !expect(p, ",")) return NULL;
    return sequence(p, list, "]");
}

// The items that follow the first one and its comma.
static const limb__node *sequence(parser *p, limb__node *node, const char *close)
{
    while (!limb__token_is(p, close)) {
        if (!add_child(p, node, expression_or_star(p))) return NULL;
        if (!limb__token_is(p, close) && !expect(p, ",")) return NULL;
    }
    limb__tokens_next(p);
    return node;
}

// A dictionary or a set.
static const limb__node *brace_display(parser *p)
{
    limb__tokens_next(p);
    limb__node *node = make(p, LIMB__NODE_DICT);
    if (!node || accept(p, "}")) return node;
    bool is_dict = true;
    for (bool first = true; !limb__token_is(p, "}"); first = false) {
        limb__node *star = NULL;
        const limb__node *key = NULL;
        const limb__node *value = NULL;
        if (accept(p, "**")) {
            star = make(p, LIMB__NODE_STAR_STAR);
            if (!star || !add_child(p, star, or_test(p))) return NULL;
            key = star;
            value = star;
        } else {
            key = expression_or_star(p);
            if (!key) return NULL;
            if (first) is_dict = limb__token_is(p, ":");
            if (is_dict && (!expect(p, ":") || !(value = expression(p)))) return NULL;
        }
        if (first && limb__token_is(p, "for")) {
            const limb__node *whole =
                comprehension(p, is_dict ? LIMB__VALUE_DICT : LIMB__VALUE_SET, key, value);
            return whole && expect(p, "}") ? whole : NULL;
        }
        if (!add_child(p, node, key) || (is_dict && !add_child(p, node, value))) return NULL;
        if (!limb__token_is(p, "}") && !expect(p, ",")) return NULL;
    }
    if (!is_dict) node->kind = LIMB__NODE_SET;
    limb__tokens_next(p);
    return node;
}

static const limb__node *comprehension(parser *p, limb__value_kind kind, const limb__node *first,
                                       const limb__node *second)
{
    limb__node *node = make(p, LIMB__NODE_COMPREHENSION);
    if (!node || !add_child(p, node, first) || (second && !add_child(p, node, second))) {
        return NULL;
    }
    node->op = (uint8_t)kind;
    while (accept(p, "for")) {
        node->clause = grown(p, node->clause, node->nclause, sizeof *node->clause);
        if (!node->clause) return NULL;
        limb__clause *clause = &node->clause[node->nclause++];
        *clause = (limb__clause){.target = target(p)};
        if (!clause->target || !expect(p, "in") || !(clause->iterable = or_test(p))) return NULL;
        while (accept(p, "if")) {
            clause->condition =
                grown(p, clause->condition, clause->ncondition, sizeof *clause->condition);
            if (!clause->condition) return NULL;
            const limb__node *condition = or_test(p);
            if (!condition) return NULL;
            clause->condition[clause->ncondition++] = condition;
        }
    }
    return node;
}

// A name, or names in a tuple, nested as written.
static const limb__node *target(parser *p)
{
    if (!enter(p)) return NULL;
    limb__node *tuple = make(p, LIMB__NODE_TUPLE);
    bool is_tuple = false;
    while (tuple) {
        const limb__node *one = NULL;
        if (accept(p, "(")) {
            one = target(p);
            if (!one || !expect(p, ")")) tuple = NULL;
        } else if (p->kind == LIMB__TOKEN_NAME && !limb__is_keyword(p->text)) {
            limb__node *name = make(p, LIMB__NODE_NAME);
            if (name && add_name(p, name, p->text)) one = name;
            limb__tokens_next(p);
        } else if (tuple->count == 0) {
            unexpected(p);
        } else {
            break;
        }
        if (!tuple || !add_child(p, tuple, one)) tuple = NULL;
        if (!accept(p, ",")) break;
        is_tuple = true;
    }
    p->eval->depth--;
    if (!tuple) return NULL;
    return is_tuple || tuple->count != 1 ? tuple : tuple->child[0];
}

static limb__node *make(parser *p, limb__node_kind kind)
{
    limb__node *node = limb__take(p->eval, sizeof *node);
    if (!node) return NULL;
    *node = (limb__node){.kind = (uint8_t)kind};
    return node;
}

static bool add_child(parser *p, limb__node *node, const limb__node *child)
{
    if (!child) return false;
    node->child = grown(p, node->child, node->count, sizeof *node->child);
    if (!node->child) return false;
    node->child[node->count++] = child;
    return true;
}

// At the index of the next child.
static bool add_name(parser *p, limb__node *node, limb_text name)
{
    node->name = grown(p, node->name, node->count, sizeof *node->name);
    if (!node->name) return false;
    node->name[node->count] = name;
    return true;
}

// Room for one item more than count; sizes double, so it moves when count is a power of two.
static void *grown(parser *p, void *items, int count, size_t item_size)
{
    if (items && (count & (count - 1)) != 0) return items;
    if (items && count == 0) return items;
    const size_t room = count == 0 ? 1 : (size_t)count * 2;
    void *moved = limb__take(p->eval, (room < 4 ? 4 : room) * item_size);
    if (moved && items) memcpy(moved, items, (size_t)count * item_size);
    return moved;
}

static const limb__node *unexpected(parser *p)
{
    if (p->kind == LIMB__TOKEN_END) {
        return limb__raise(p->eval, "SyntaxError", "the expression ends too early");
    }
    if (limb__token_is(p, ":=")) {
        return limb__raise(p->eval, "SyntaxError", "assignment expressions are not supported");
    }
    return limb__raise(p->eval, "SyntaxError", "unexpected \"%.*s\"",
                       (int)(p->text.size < 80 ? p->text.size : 80), p->text.data);
}

static bool expect(parser *p, const char *text)
{
    if (accept(p, text)) return true;
    if (limb__token_is(p, ":=")) return unexpected(p) != NULL;
    if (p->kind == LIMB__TOKEN_END) {
        limb__raise(p->eval, "SyntaxError", "\"%s\" is missing at the end", text);
    } else {
        limb__raise(p->eval, "SyntaxError", "\"%s\" expected before \"%.*s\"", text,
                    (int)(p->text.size < 80 ? p->text.size : 80), p->text.data);
    }
    return false;
}

static bool accept(parser *p, const char *text)
{
    if (!limb__token_is(p, text)) return false;
    limb__tokens_next(p);
    return p->kind != LIMB__TOKEN_BROKEN;
}

static bool enter(parser *p)
{
    if (p->kind == LIMB__TOKEN_BROKEN) return false;
    if (p->eval->depth < p->eval->limits.max_depth) {
        p->eval->depth++;
        return true;
    }
    limb__raise(p->eval, "LimitError", "the expression is nested too deeply");
    return false;
}

// The doors to Python's insides are shut, as in ROS.
static bool refuses_name(parser *p, limb_text name)
{
    if (name.size < 2 || name.data[0] != '_' || name.data[1] != '_') return false;
    limb__raise(p->eval, "NameError", "names that begin with \"__\" are not allowed: %.*s",
                (int)(name.size < 80 ? name.size : 80), name.data);
    return true;
}
