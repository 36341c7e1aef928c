// Texts with ${expression} and $(substitution): split into pieces, evaluated, joined.
//
//     $$...{  $$...(   one dollar less, the rest as it is
//     ${...}           an expression, up to the first '}'; $() inside it is replaced first
//     $(...)           a substitution, up to the first ')'; ${} inside it is replaced first
//     $                alone, or before anything else, is text
#include "documents/xacro/expand.h"

#include <string.h>

typedef enum piece_kind { TEXT, ESCAPE, EXPRESSION, SUBSTITUTION, BROKEN } piece_kind;

typedef struct text_piece {
    piece_kind kind;
    limb_text text; // without the brackets
    size_t size;    // of the whole
} text_piece;

static text_piece next_piece(limb_text text, size_t at);
static limb__value *evaluate(limb__expansion *x, limb_text text, limb__scope *scope,
                             limb__origin origin, int level);
static limb__value *evaluate_piece(limb__expansion *x, const text_piece *piece, limb__scope *scope,
                                   limb__origin origin, int level);
static limb__value *run_expression(limb__expansion *x, limb_text text, limb__scope *scope);

limb__value *limb__expand_text(limb__expansion *x, limb_text text, limb__scope *scope,
                               limb__origin origin)
{
    x->from = NULL;
    if (!memchr(text.data, '$', text.size)) {
        return limb__value_text_kept(&x->eval, text.data, text.size);
    }
    const limb__trail *used = x->used;
    x->used = NULL;
    const limb__origin outer = x->at;
    const int depth = x->eval.depth;
    x->at = origin;
    limb__value *value = evaluate(x, text, scope, origin, 0);
    x->eval.depth = depth;
    x->at = outer;
    x->from = x->used;
    x->used = used;
    return value;
}

limb_text limb__expand_str(limb__expansion *x, limb_text text, limb__scope *scope,
                           limb__origin origin)
{
    x->from = NULL;
    if (!memchr(text.data, '$', text.size)) return text;
    limb__value *value = limb__expand_text(x, text, scope, origin);
    const limb_text str = value ? limb__value_str(&x->eval, value) : (limb_text){NULL, 0};
    if (value && !str.data) limb__report_error(x, origin);
    return str;
}

limb__value *limb__literal(limb__expansion *x, limb__value *value)
{
    limb__eval *eval = &x->eval;
    if (value->kind != LIMB__VALUE_TEXT) return value;
    const limb_text text = value->as.text;
    if (text.size >= 2 && text.data[0] == '\'' && text.data[text.size - 1] == '\'') {
        return limb__value_text_kept(eval, text.data + 1, text.size - 2);
    }
    if (text.size == 0 || memchr(text.data, '_', text.size)) return value;
    int64_t integer;
    double number;
    bool overflow;
    if (limb__parse_int(text, 10, &integer, &overflow)) {
        return overflow ? limb__value_big(eval, text) : limb__value_int(eval, integer);
    }
    if (limb__parse_float(text, &number)) return limb__value_float(eval, number);
    if (limb__text_is(value, "true") || limb__text_is(value, "True")) return &eval->yes;
    if (limb__text_is(value, "false") || limb__text_is(value, "False")) return &eval->no;
    return value;
}

int limb__condition(limb__expansion *x, limb__value *value)
{
    if (value->kind != LIMB__VALUE_TEXT) {
        bool is_true;
        return limb__value_true(&x->eval, value, &is_true) ? is_true : -1;
    }
    if (limb__text_is(value, "true") || limb__text_is(value, "True")) return 1;
    if (limb__text_is(value, "false") || limb__text_is(value, "False")) return 0;
    int64_t integer;
    bool overflow;
    if (!limb__parse_int(value->as.text, 10, &integer, &overflow)) return -1;
    return overflow || integer != 0;
}

static text_piece next_piece(limb_text text, size_t at)
{
    const char *begin = text.data + at;
    const char *end = text.data + text.size;
    if (*begin != '$') {
        const char *dollar = memchr(begin, '$', (size_t)(end - begin));
        const size_t size = (size_t)((dollar ? dollar : end) - begin);
        return (text_piece){TEXT, {begin, size}, size};
    }
    const char *after = begin;
    while (after < end && *after == '$')
        after++;
    const bool is_bracket = after < end && (*after == '{' || *after == '(');
    if (after - begin > 1) {
        if (!is_bracket) return (text_piece){BROKEN, {begin, (size_t)(end - begin)}, 0};
        const size_t size = (size_t)(after - begin) + 1;
        return (text_piece){ESCAPE, {begin + 1, size - 1}, size};
    }
    if (is_bracket) {
        const bool is_brace = *after == '{';
        const char *close = memchr(after, is_brace ? '}' : ')', (size_t)(end - after));
        if (!close) return (text_piece){BROKEN, {begin, (size_t)(end - begin)}, 0};
        const limb_text inner = {after + 1, (size_t)(close - after) - 1};
        return (text_piece){is_brace ? EXPRESSION : SUBSTITUTION, inner,
                            (size_t)(close + 1 - begin)};
    }
    const char *next = after < end ? memchr(after, '$', (size_t)(end - after)) : NULL;
    // a dollar and the text after it up to a bracket or the next dollar
    size_t size = (size_t)((next ? next : end) - begin);
    for (size_t i = 1; i < size; i++) {
        if (begin[i] == '{' || begin[i] == '(') size = i;
    }
    return (text_piece){TEXT, {begin, size}, size};
}

static limb__value *evaluate(limb__expansion *x, limb_text text, limb__scope *scope,
                             limb__origin origin, int level)
{
    limb__eval *eval = &x->eval;
    if (text.size == 0) return limb__value_text_kept(eval, "", 0);
    limb__builder out;
    limb__value *only = NULL;
    bool is_joined = false;
    bool ok = true;
    limb__eval_builder(eval, &out);
    for (size_t at = 0; ok && at < text.size;) {
        const text_piece piece = next_piece(text, at);
        limb__origin place =
            limb__origin_part(origin, at, piece.size > 0 ? piece.size : text.size - at);
        if (piece.kind == BROKEN) {
            const bool doubled = piece.text.size > 1 && piece.text.data[1] == '$';
            limb__raise(eval, "SyntaxError",
                        doubled ? "\"$$\" must be followed by \"{\" or \"(\""
                                : "\"%.2s\" is not closed",
                        piece.text.data);
        }
        if (level == 0) x->at = place;
        limb__value *value =
            piece.kind == BROKEN ? NULL : evaluate_piece(x, &piece, scope, place, level);
        if (value && (only || is_joined)) {
            if (only) ok = limb__print_str(eval, &out, only);
            only = NULL;
            is_joined = true;
            ok = ok && limb__print_str(eval, &out, value);
        } else {
            only = value;
        }
        ok = ok && value;
        if (!ok && level == 0) limb__report_error(x, place);
        at += piece.size;
    }
    limb__value *joined = ok && is_joined ? limb__builder_value(eval, &out) : NULL;
    if (ok && is_joined && !joined && level == 0) limb__report_error(x, origin);
    if (!is_joined || !ok) limb__builder_free(&out);
    return ok ? is_joined ? joined : only : NULL;
}

static limb__value *evaluate_piece(limb__expansion *x, const text_piece *piece, limb__scope *scope,
                                   limb__origin origin, int level)
{
    enum { MAX_LEVEL = 8 };
    limb__eval *eval = &x->eval;
    limb_text text = piece->text;
    if (piece->kind == TEXT || piece->kind == ESCAPE) {
        return limb__value_text_kept(eval, text.data, text.size);
    }
    if (memchr(text.data, '$', text.size)) {
        if (level >= MAX_LEVEL) {
            return limb__raise(eval, "LimitError", "the expression is nested too deeply");
        }
        limb__value *inner = evaluate(x, text, scope, origin, level + 1);
        text = inner ? limb__value_str(eval, inner) : (limb_text){NULL, 0};
        if (!text.data) return NULL;
    }
    if (piece->kind == EXPRESSION) return run_expression(x, text, scope);
    limb__scope *outer = x->scope;
    x->scope = scope;
    limb__value *value = limb__substitute(x, text);
    x->scope = outer;
    return value;
}

static limb__value *run_expression(limb__expansion *x, limb_text text, limb__scope *scope)
{
    limb__scope *outer = x->scope;
    x->scope = scope;
    limb__value *value = limb__evaluate_text(&x->eval, text.data, text.size);
    x->scope = outer;
    return value;
}
