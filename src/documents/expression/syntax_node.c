// Builds the nodes of a tree; shared by the two halves of the parser: required tokens, the depth
// limit, and forbidden names.
#include "documents/expression/syntax_node.h"

#include <string.h>

typedef limb__tokens parser;

limb__node *limb__node_make(parser *p, limb__node_kind kind)
{
    limb__node *node = limb__take(p->eval, sizeof *node);
    if (!node) return NULL;
    *node = (limb__node){.kind = (uint8_t)kind};
    return node;
}

bool limb__node_add(parser *p, limb__node *node, const limb__node *child)
{
    if (!child) return false;
    node->child = limb__node_grown(p, node->child, node->count, sizeof *node->child);
    if (!node->child) return false;
    node->child[node->count++] = child;
    return true;
}

// Stores the name at the index of the next child.
bool limb__node_add_name(parser *p, limb__node *node, limb_text name)
{
    node->name = limb__node_grown(p, node->name, node->count, sizeof *node->name);
    if (!node->name) return false;
    node->name[node->count] = name;
    return true;
}

// Ensures capacity for count + 1 items; sizes double, so the array moves if count is a
// power of two.
void *limb__node_grown(parser *p, void *items, int count, size_t item_size)
{
    if (items && (count & (count - 1)) != 0) return items;
    if (items && count == 0) return items;
    const size_t room = count == 0 ? 1 : (size_t)count * 2;
    void *moved = limb__take(p->eval, (room < 4 ? 4 : room) * item_size);
    if (moved && items) memcpy(moved, items, (size_t)count * item_size);
    return moved;
}

const limb__node *limb__parse_unexpected(parser *p)
{
    if (p->kind == LIMB__TOKEN_END) {
        return limb__raise(p->eval, "SyntaxError", "the expression ends too early");
    }
    if (limb__token_is(p, ":=")) {
        return limb__raise(p->eval, "SyntaxError", "assignment expressions are not supported");
    }
    const char *hint = limb__token_is(p, "=")   ? "; a comparison is written \"==\""
                       : limb__token_is(p, "&") ? "; write \"and\""
                       : limb__token_is(p, "|") ? "; write \"or\""
                                                : "";
    return limb__raise(p->eval, "SyntaxError", "unexpected \"%.*s\"%s",
                       (int)(p->text.size < 80 ? p->text.size : 80), p->text.data, hint);
}

bool limb__token_expect(parser *p, const char *text)
{
    if (limb__token_accept(p, text)) return true;
    if (limb__token_is(p, ":=")) return limb__parse_unexpected(p) != NULL;
    if (p->kind == LIMB__TOKEN_END && text[1] == 0 && strchr(",)]", text[0])) {
        limb__raise(p->eval, "SyntaxError", "a bracket is not closed");
    } else if (p->kind == LIMB__TOKEN_END) {
        limb__raise(p->eval, "SyntaxError", "\"%s\" is missing at the end", text);
    } else if (limb__token_is(p, "=")) {
        limb__parse_unexpected(p);
    } else {
        limb__raise(p->eval, "SyntaxError", "\"%s\" expected before \"%.*s\"", text,
                    (int)(p->text.size < 80 ? p->text.size : 80), p->text.data);
    }
    return false;
}

bool limb__token_accept(parser *p, const char *text)
{
    if (!limb__token_is(p, text)) return false;
    limb__tokens_next(p);
    return p->kind != LIMB__TOKEN_BROKEN;
}

bool limb__parse_enter(parser *p)
{
    if (p->kind == LIMB__TOKEN_BROKEN) return false;
    if (p->eval->depth < p->eval->limits.max_depth && limb__has_stack(p->eval)) {
        p->eval->depth++;
        return true;
    }
    limb__raise(p->eval, "LimitError", "the expression is nested too deeply");
    return false;
}

// Access to Python's internals is forbidden, as in ROS.
bool limb__parse_refuses(parser *p, limb_text name)
{
    if (name.size < 2 || name.data[0] != '_' || name.data[1] != '_') return false;
    limb__raise(p->eval, "NameError", "names that begin with \"__\" are not allowed: %.*s",
                (int)(name.size < 80 ? name.size : 80), name.data);
    return true;
}
