// Tokens of an expression: names, numbers, texts, symbols.
#include "documents/expression/syntax_node.h"

#include <string.h>

static bool is_name_start(char c);
static bool is_name_char(char c);
static bool is_digit(char c);
static void read_number(limb__tokens *tokens);
static void read_text(limb__tokens *tokens, const char *quote, bool raw);
static bool read_escape(limb__tokens *tokens, limb__builder *out, const char **at, const char *end);
static int read_hex(const char *at, const char *end, int count, uint32_t *code);
static void read_symbol(limb__tokens *tokens);
static const char *text_prefix(const limb__tokens *tokens, bool *raw, bool *refused);

void limb__tokens_init(limb__tokens *tokens, limb__eval *eval, const char *text, size_t size)
{
    *tokens = (limb__tokens){.eval = eval, .at = text, .end = text + size};
    limb__tokens_next(tokens);
}

void limb__tokens_next(limb__tokens *tokens)
{
    while (tokens->at < tokens->end &&
           (*tokens->at == ' ' || *tokens->at == '\t' || *tokens->at == '\n' ||
            *tokens->at == '\r' || *tokens->at == '\f')) {
        tokens->at++;
    }
    tokens->text = (limb_text){tokens->at, 0};
    tokens->kind = LIMB__TOKEN_END;
    if (tokens->at == tokens->end || *tokens->at == '#') return;
    bool raw;
    bool refused;
    const char *quote = text_prefix(tokens, &raw, &refused);
    if (refused) {
        limb__raise(tokens->eval, "SyntaxError", "f-strings and bytes are not supported");
        tokens->kind = LIMB__TOKEN_BROKEN;
    } else if (quote) {
        read_text(tokens, quote, raw);
    } else if (is_name_start(*tokens->at)) {
        const char *begin = tokens->at;
        while (tokens->at < tokens->end && is_name_char(*tokens->at))
            tokens->at++;
        tokens->kind = LIMB__TOKEN_NAME;
        tokens->text = (limb_text){begin, (size_t)(tokens->at - begin)};
    } else if (is_digit(*tokens->at) ||
               (*tokens->at == '.' && tokens->at + 1 < tokens->end && is_digit(tokens->at[1]))) {
        read_number(tokens);
    } else {
        read_symbol(tokens);
    }
    if (tokens->eval->error) tokens->kind = LIMB__TOKEN_BROKEN;
}

bool limb__token_is(const limb__tokens *tokens, const char *text)
{
    // called for every token and every operator: the first character decides most calls
    return (tokens->kind == LIMB__TOKEN_NAME || tokens->kind == LIMB__TOKEN_SYMBOL) &&
           tokens->text.data[0] == text[0] && limb__text_equal(tokens->text, text);
}

bool limb__is_keyword(limb_text text)
{
    static const char *const keyword[] = {
        "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
        "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
        "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
        "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield",
    };
    for (size_t i = 0; text.size > 0 && i < sizeof keyword / sizeof *keyword; i++)
        if (text.data[0] == keyword[i][0] && limb__text_equal(text, keyword[i])) return true;
    return false;
}

bool limb__is_identifier(limb_text text)
{
    if (text.size == 0 || !is_name_start(text.data[0])) return false;
    for (size_t i = 1; i < text.size; i++)
        if (!is_name_char(text.data[i])) return false;
    return !limb__is_keyword(text);
}

// Letters of other scripts are accepted, as in Python, without further checks.
static bool is_name_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

static bool is_name_char(char c)
{
    return is_name_start(c) || is_digit(c);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Returns the opening quote if a text starts here, with its prefix: u, r, R, U.
static const char *text_prefix(const limb__tokens *tokens, bool *raw, bool *refused)
{
    const char *at = tokens->at;
    *raw = false;
    *refused = false;
    for (int i = 0; i < 2 && at < tokens->end && strchr("uUrRbBfF", *at) && *at; i++, at++) {
        if (*at == 'r' || *at == 'R') *raw = true;
        if (strchr("bBfF", *at)) *refused = true;
    }
    const bool found = at < tokens->end && (*at == '\'' || *at == '"');
    if (!found) *refused = false;
    return found ? at : NULL;
}

static void read_number(limb__tokens *tokens)
{
    limb__eval *eval = tokens->eval;
    const char *begin = tokens->at;
    const char *at = begin;
    bool is_float = false;
    const bool has_prefix =
        at + 1 < tokens->end && *at == '0' && strchr("xXoObB", at[1]) && at[1] != 0;
    while (at < tokens->end) {
        if (is_name_char(*at) && (unsigned char)*at < 0x80) {
            const bool is_exponent = !has_prefix && (*at == 'e' || *at == 'E');
            if (is_exponent) {
                is_float = true;
                if (at + 1 < tokens->end && (at[1] == '+' || at[1] == '-')) at++;
            } else if (!has_prefix && !is_digit(*at) && *at != '_') {
                break;
            }
        } else if (*at == '.' && !has_prefix && !is_float) { // the next one belongs to a method
            is_float = true;
        } else {
            break;
        }
        at++;
    }
    const limb_text text = {begin, (size_t)(at - begin)};
    tokens->text = text;
    tokens->at = at;
    tokens->kind = LIMB__TOKEN_NUMBER;
    double number;
    int64_t integer;
    bool overflow = false;
    if (at < tokens->end && (*at == 'j' || *at == 'J')) {
        limb__raise(eval, "SyntaxError", "complex numbers are not supported");
    } else if (at < tokens->end && is_name_start(*at)) {
        // "1if x else 2" is legal Python; "1abc" is not
        limb_text rest = {at, 0};
        while (at + rest.size < tokens->end && is_name_char(at[rest.size]))
            rest.size++;
        if (!limb__is_keyword(rest)) limb__raise(eval, "SyntaxError", "invalid decimal literal");
    }
    if (eval->error) return;
    if (is_float && limb__parse_float(text, &number)) {
        tokens->value = limb__value_float(eval, number);
    } else if (!is_float && limb__parse_int(text, 0, &integer, &overflow) && !overflow) {
        tokens->value = limb__value_int(eval, integer);
    } else {
        limb__raise(eval, "SyntaxError",
                    overflow ? "the integer %.*s does not fit into 64 bits"
                             : "\"%.*s\" is not a number",
                    (int)(text.size < 60 ? text.size : 60), text.data);
    }
}

static void read_text(limb__tokens *tokens, const char *quote, bool raw)
{
    limb__eval *eval = tokens->eval;
    const char *end = tokens->end;
    const bool is_triple = end - quote >= 3 && quote[1] == *quote && quote[2] == *quote;
    const char *at = quote + (is_triple ? 3 : 1);
    limb__builder out;
    limb__eval_builder(eval, &out);
    bool closed = false;
    while (at < end) {
        if (*at == *quote &&
            (!is_triple || (end - at >= 3 && at[1] == *quote && at[2] == *quote))) {
            at += is_triple ? 3 : 1;
            closed = true;
            break;
        }
        if (*at == '\\' && raw && at + 1 < end) {
            limb__builder_bytes(&out, at, 2);
            at += 2;
        } else if (*at == '\\' && at + 1 < end) {
            if (!read_escape(tokens, &out, &at, end)) break;
        } else {
            limb__builder_char(&out, *at++);
        }
    }
    if (!closed) limb__raise(eval, "SyntaxError", "unterminated string literal");
    tokens->text = (limb_text){quote, (size_t)(at - quote)};
    tokens->at = at;
    tokens->kind = LIMB__TOKEN_TEXT;
    tokens->value = limb__builder_value(eval, &out);
}

static bool read_escape(limb__tokens *tokens, limb__builder *out, const char **at, const char *end)
{
    static const char letter[] = "nrtabfv\\'\"";
    static const char meaning[] = "\n\r\t\a\b\f\v\\'\"";
    const char c = (*at)[1];
    const char *known = c != 0 ? strchr(letter, c) : NULL;
    *at += 2;
    if (known) {
        limb__builder_char(out, meaning[known - letter]);
        return true;
    }
    if (c == '\n') return true;
    uint32_t code = 0;
    int used = 0;
    if (c == 'x' || c == 'u' || c == 'U') {
        const int count = c == 'x' ? 2 : c == 'u' ? 4 : 8;
        used = read_hex(*at, end, count, &code);
        if (used != count || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
            limb__raise(tokens->eval, "SyntaxError", "a \\%c escape is cut short or invalid", c);
            return false;
        }
    } else if (c >= '0' && c <= '7') {
        code = (uint32_t)(c - '0');
        while (used < 2 && *at + used < end && (*at)[used] >= '0' && (*at)[used] <= '7')
            code = code * 8 + (uint32_t)((*at)[used++] - '0');
    } else {
        limb__builder_char(out, '\\');
        limb__builder_char(out, c);
        return true;
    }
    *at += used;
    char bytes[4];
    limb__builder_bytes(out, bytes, (size_t)limb__utf8_encode(bytes, code));
    return true;
}

static int read_hex(const char *at, const char *end, int count, uint32_t *code)
{
    int used = 0;
    for (; used < count && at + used < end; used++) {
        const char c = at[used];
        const int digit = is_digit(c)            ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0) break;
        *code = *code * 16 + (uint32_t)digit;
    }
    return used;
}

static void read_symbol(limb__tokens *tokens)
{
    static const char *const symbol[] = {"**", "//", "<<", ">>", "<=", ">=", "==", "!=", ":="};
    const size_t left = (size_t)(tokens->end - tokens->at);
    tokens->kind = LIMB__TOKEN_SYMBOL;
    for (size_t i = 0; i < sizeof symbol / sizeof *symbol; i++) {
        if (left >= 2 && memcmp(tokens->at, symbol[i], 2) == 0) {
            tokens->text = (limb_text){tokens->at, 2};
            tokens->at += 2;
            return;
        }
    }
    if (*tokens->at != 0 && strchr("+-*/%<>=()[]{},.:&|^~@", *tokens->at)) {
        tokens->text = (limb_text){tokens->at, 1};
        tokens->at++;
        return;
    }
    limb__raise(tokens->eval, "SyntaxError", "unexpected character '%.*s'%s",
                (unsigned char)*tokens->at < 0x80 ? 1 : (int)left, tokens->at,
                *tokens->at == '!'   ? "; write \"not\""
                : *tokens->at == '?' ? "; write \"A if CONDITION else B\""
                                     : "");
}
