// The tree of an expression, and its tokens.
#ifndef LIMB_EXPRESSION_SYNTAX_NODE_H
#define LIMB_EXPRESSION_SYNTAX_NODE_H

#include "documents/expression/value.h"

typedef enum limb__node_kind {
    LIMB__NODE_CONSTANT,
    LIMB__NODE_NAME,
    LIMB__NODE_LIST,
    LIMB__NODE_TUPLE,
    LIMB__NODE_SET,
    LIMB__NODE_DICT, // key, value, key, value, ...; key NULL: **value
    LIMB__NODE_UNARY,
    LIMB__NODE_NOT,
    LIMB__NODE_BINARY,
    LIMB__NODE_COMPARE, // operands; comparison[i] is between child i and i + 1
    LIMB__NODE_AND,
    LIMB__NODE_OR,
    LIMB__NODE_TERNARY,       // condition, then, else
    LIMB__NODE_CALL,          // function, arguments; name[i] of argument i, data NULL: positional
    LIMB__NODE_ATTRIBUTE,     // object; name
    LIMB__NODE_SUBSCRIPT,     // object, index
    LIMB__NODE_SLICE,         // start, stop, step, each may be NULL
    LIMB__NODE_LAMBDA,        // body, defaults; name: parameters; child NULL: no default
    LIMB__NODE_COMPREHENSION, // see limb__clause
    LIMB__NODE_STAR,          // *iterable in a call or a list
    LIMB__NODE_STAR_STAR      // **dict in a call
} limb__node_kind;

typedef enum limb__comparison {
    LIMB__EQUAL,
    LIMB__NOT_EQUAL,
    LIMB__LESS,
    LIMB__LESS_EQUAL,
    LIMB__GREATER,
    LIMB__GREATER_EQUAL,
    LIMB__IN,
    LIMB__NOT_IN,
    LIMB__IS,
    LIMB__IS_NOT
} limb__comparison;

typedef struct limb__clause { // for target in iterable if condition if condition ...
    const limb__node *target;
    const limb__node *iterable;
    const limb__node **condition;
    int ncondition;
} limb__clause;

struct limb__node {
    uint8_t kind;
    uint8_t op; // limb__operator; for a comprehension the kind of its result
    int count;  // of child
    const limb__node **child;
    limb__value *constant;
    limb_text *name; // one, or one per argument or parameter
    uint8_t *comparison;
    limb__clause *clause;
    int nclause;
};

//---- tokens (token.c) ----------------------------------------------------------------------------

typedef enum limb__token_kind {
    LIMB__TOKEN_END,
    LIMB__TOKEN_NAME,   // also keywords
    LIMB__TOKEN_NUMBER, // value
    LIMB__TOKEN_TEXT,   // value
    LIMB__TOKEN_SYMBOL,
    LIMB__TOKEN_BROKEN // an error was raised
} limb__token_kind;

typedef struct limb__tokens {
    limb__eval *eval;
    const char *at;
    const char *end;
    limb__token_kind kind; // of the current token
    limb_text text;
    limb__value *value;
} limb__tokens;

void limb__tokens_init(limb__tokens *tokens, limb__eval *eval, const char *text, size_t size);
void limb__tokens_next(limb__tokens *tokens);
bool limb__token_is(const limb__tokens *tokens, const char *text); // name or symbol
bool limb__is_keyword(limb_text text);

//---- parsing (parse.c, parse_primary.c, node.c); NULL or false: raised ---------------------------

const limb__node *limb__parse_expression(limb__tokens *p);
const limb__node *limb__parse_item(limb__tokens *p); // an expression, or * and one
const limb__node *limb__parse_or(limb__tokens *p);
const limb__node *limb__parse_primary(limb__tokens *p);
const limb__node *limb__parse_unexpected(limb__tokens *p); // raises
bool limb__parse_enter(limb__tokens *p);                   // one level deeper
bool limb__parse_refuses(limb__tokens *p, limb_text name);
bool limb__token_expect(limb__tokens *p, const char *text);
bool limb__token_accept(limb__tokens *p, const char *text);

limb__node *limb__node_make(limb__tokens *p, limb__node_kind kind);
bool limb__node_add(limb__tokens *p, limb__node *node, const limb__node *child);
bool limb__node_add_name(limb__tokens *p, limb__node *node, limb_text name);
void *limb__node_grown(limb__tokens *p, void *items, int count, size_t item_size);

//---- evaluation (eval.c, comprehension.c) --------------------------------------------------------

typedef struct limb__local { // a name bound inside the expression
    limb_text name;
    limb__value *value;
    struct limb__local *outer;
} limb__local;

limb__value *limb__run(limb__eval *eval, const limb__node *node, limb__local *names);
limb__value *limb__run_lambda(limb__eval *eval, const limb__node *node, limb__local *names);
limb__value *limb__run_comprehension(limb__eval *eval, const limb__node *node, limb__local *names);

#endif
