// JSON in one pass over the text; see json.h.
//
// Open arrays and objects form a chain through the values: until a container is closed and its
// extent known, that field holds the index of the enclosing container. So there is neither
// recursion nor a stack.
#include "base/json.h"

#include "base/bits.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"

#include <limits.h>
#include <string.h>

enum { DEFAULT_DEPTH = 1000 };
static const uint32_t NO_CONTAINER = UINT32_MAX;

typedef struct parser {
    limb__json_document *doc;
    const char *text;
    const char *at;
    const char *end;
    uint32_t open; // innermost container, or NO_CONTAINER
    int depth;
    int max_depth;
    bool any_bytes;
    limb_status status;
} parser;

static bool read_document(parser *p);
static bool read_next(parser *p);
static bool read_separator(parser *p, const limb__json *container);
static bool read_value(parser *p);
static bool open_container(parser *p, limb__json_kind kind);
static void close_container(parser *p);
static bool read_word(parser *p, const char *word, limb__json_kind kind);
static bool read_number(parser *p);
static bool read_string(parser *p);
static bool find_quote(parser *p, bool *escaped);
static const char *skip_ascii(const char *at, const char *end);
static bool check_escape(parser *p);
static size_t decode(char *text, size_t size);
static uint32_t read_hex(const char *at);
static limb__json *add(parser *p, limb__json_kind kind, const char *begin);
static void skip_space(parser *p);
static bool fail(parser *p, const char *at, const char *message);

limb_status limb__json_parse(limb__json_document *doc, const char *text, size_t size,
                             const limb__json_opts *opts)
{
    static const limb__json_opts defaults;
    if (!opts) opts = &defaults;
    *doc = (limb__json_document){.memory = limb__memory(opts->memory), .error = ""};
    limb__arena_init(&doc->arena, doc->memory, 256);
    parser p = {.doc = doc,
                .text = text,
                .at = text,
                .end = text + size,
                .open = NO_CONTAINER,
                .max_depth = opts->max_depth > 0 ? opts->max_depth : DEFAULT_DEPTH,
                .any_bytes = opts->any_bytes};
    // offsets have 32 bits
    if (size >= UINT32_MAX) {
        doc->error = "the JSON text is 4 GiB or larger";
        return LIMB_ERROR_LIMIT;
    }
    if (read_document(&p)) return LIMB_OK;
    limb__release(doc->memory, doc->value, (size_t)doc->capacity * sizeof *doc->value);
    doc->value = NULL;
    doc->count = doc->capacity = 0;
    return p.status;
}

void limb__json_free(limb__json_document *doc)
{
    limb__release(doc->memory, doc->value, (size_t)doc->capacity * sizeof *doc->value);
    limb__arena_free(&doc->arena);
    doc->value = NULL;
    doc->count = doc->capacity = 0;
}

static bool read_document(parser *p)
{
    if (p->end - p->at >= 3 && memcmp(p->at, "\xef\xbb\xbf", 3) == 0) p->at += 3;
    skip_space(p);
    bool ok = read_value(p);
    while (ok && p->open != NO_CONTAINER)
        ok = read_next(p);
    if (!ok) return false;
    skip_space(p);
    return p->at == p->end || fail(p, p->at, "text after the end of the JSON value");
}

//---- containers ----------------------------------------------------------------------------------

// Reads one element or member of the innermost container, or its end.
static bool read_next(parser *p)
{
    const uint32_t open = p->open;
    const limb__json *container = &p->doc->value[open];
    const bool object = container->kind == LIMB__JSON_OBJECT;
    const char close = object ? '}' : ']';
    skip_space(p);
    if (p->at < p->end && *p->at == close) {
        close_container(p);
        return true;
    }
    if (container->count > 0 && !read_separator(p, container)) return false;
    p->doc->value[open].count++;
    if (!object) return read_value(p);
    if (p->at == p->end || *p->at != '"')
        return fail(p, p->at,
                    p->at == p->end ? "the JSON ends inside an object"
                                    : "expected a member name in quotes");
    if (!read_string(p)) return false;
    skip_space(p);
    if (p->at == p->end || *p->at != ':') return fail(p, p->at, "expected ':' after a member name");
    p->at++;
    skip_space(p);
    return read_value(p);
}

static bool read_separator(parser *p, const limb__json *container)
{
    const bool object = container->kind == LIMB__JSON_OBJECT;
    if (p->at == p->end)
        return fail(p, p->at,
                    object ? "the JSON ends inside an object" : "the JSON ends inside an array");
    if (*p->at != ',')
        return fail(p, p->at,
                    object ? "expected ',' or '}' after a member"
                           : "expected ',' or ']' after an element");
    const char *comma = p->at++;
    skip_space(p);
    if (p->at < p->end && *p->at == (object ? '}' : ']'))
        return fail(p, comma, "a comma without anything after it");
    return true;
}

static bool read_value(parser *p)
{
    if (p->at == p->end)
        return fail(p, p->at,
                    p->open == NO_CONTAINER ? "there is no JSON value"
                                            : "the JSON ends before a value");
    switch (*p->at) {
    case '{':
        return open_container(p, LIMB__JSON_OBJECT);
    case '[':
        return open_container(p, LIMB__JSON_ARRAY);
    case '"':
        return read_string(p);
    case 't':
        return read_word(p, "true", LIMB__JSON_TRUE);
    case 'f':
        return read_word(p, "false", LIMB__JSON_FALSE);
    case 'n':
        return read_word(p, "null", LIMB__JSON_NULL);
    default:
        return read_number(p);
    }
}

static bool open_container(parser *p, limb__json_kind kind)
{
    if (p->depth == p->max_depth) {
        fail(p, p->at, "arrays and objects are nested too deeply");
        p->status = LIMB_ERROR_LIMIT;
        return false;
    }
    limb__json *value = add(p, kind, p->at);
    if (!value) return false;
    value->as.extent = p->open;
    p->open = (uint32_t)(value - p->doc->value);
    p->depth++;
    p->at++;
    return true;
}

static void close_container(parser *p)
{
    limb__json *value = &p->doc->value[p->open];
    const uint32_t around = value->as.extent;
    p->at++;
    value->size = (uint32_t)(p->at - p->text) - value->offset;
    value->as.extent = (uint32_t)p->doc->count - p->open;
    p->open = around;
    p->depth--;
}

//---- words and numbers ---------------------------------------------------------------------------

static bool read_word(parser *p, const char *word, limb__json_kind kind)
{
    const size_t size = strlen(word);
    if ((size_t)(p->end - p->at) < size || memcmp(p->at, word, size) != 0)
        return fail(p, p->at, "expected a value: true, false or null are written in lower case");
    limb__json *value = add(p, kind, p->at);
    if (!value) return false;
    value->size = (uint32_t)size;
    p->at += size;
    return true;
}

static const char *skip_digits(const char *at, const char *end)
{
    while (at < end && (unsigned char)(*at - '0') <= 9)
        at++;
    return at;
}

// Matches -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?, a subset of what
// limb__number_parse accepts.
static bool read_number(parser *p)
{
    const char *const begin = p->at;
    const char *at = begin;
    if (*at == '-') at++;
    const char *whole = at;
    at = skip_digits(at, p->end);
    if (at == whole)
        return fail(p, begin, *begin == '-' ? "expected digits after '-'" : "expected a value");
    if (*whole == '0' && at - whole > 1) return fail(p, begin, "a number with a leading zero");
    if (at < p->end && *at == '.') {
        const char *fraction = ++at;
        at = skip_digits(at, p->end);
        if (at == fraction) return fail(p, begin, "a number without digits after its point");
    }
    if (at < p->end && (*at | 0x20) == 'e') {
        at++;
        if (at < p->end && (*at == '+' || *at == '-')) at++;
        const char *exponent = at;
        at = skip_digits(at, p->end);
        if (at == exponent) return fail(p, begin, "a number without digits in its exponent");
    }
    limb__json *value = add(p, LIMB__JSON_NUMBER, begin);
    if (!value) return false;
    const char *stop;
    limb__number_parse(begin, p->end, &value->as.number, &stop);
    value->size = (uint32_t)(at - begin);
    p->at = at;
    return true;
}

//---- strings -------------------------------------------------------------------------------------

static bool read_string(parser *p)
{
    const char *const begin = p->at++;
    bool escaped = false;
    if (!find_quote(p, &escaped)) return false;
    limb__json *value = add(p, LIMB__JSON_STRING, begin);
    if (!value) return false;
    const char *text = begin + 1;
    size_t size = (size_t)(p->at - text);
    if (escaped) {
        char *copy = limb__arena_copy_text(&p->doc->arena, text, size);
        if (!copy) {
            p->status = LIMB_ERROR_MEMORY;
            return false;
        }
        size = decode(copy, size);
        text = copy;
    }
    p->at++;
    value->size = (uint32_t)(p->at - begin);
    value->count = (uint32_t)size;
    value->as.text = text;
    return true;
}

// Advances to the closing quote; the text before it is then valid.
static bool find_quote(parser *p, bool *escaped)
{
    const char *const begin = p->at - 1;
    for (;;) {
        p->at = skip_ascii(p->at, p->end);
        if (p->at == p->end) return fail(p, begin, "a string without its closing quote");
        const unsigned char c = (unsigned char)*p->at;
        if (c == '"') return true;
        if (c == '\\') {
            *escaped = true;
            if (!check_escape(p)) return false;
        } else if (c < 0x20) {
            return fail(p, p->at, "a control character in a string, which must be escaped");
        } else if (p->any_bytes) {
            p->at++;
        } else {
            uint32_t code_point;
            const int length = limb__utf8_decode(p->at, p->end, &code_point);
            if (length == 0) return fail(p, p->at, "a string that is not valid UTF-8");
            p->at += length;
        }
    }
}

// Returns the first byte that is a quote, a backslash, a control character or not ASCII. Eight
// bytes at a time: x - 0x01.. & ~x has the high bit of each byte that is 0 (and possibly of
// bytes above it).
static const char *skip_ascii(const char *at, const char *end)
{
    const uint64_t ones = 0x0101010101010101u, high = 0x8080808080808080u;
    for (; end - at >= 8; at += 8) {
        const uint64_t word = limb__load_eight(at);
        const uint64_t quote = word ^ ones * '"', slash = word ^ ones * '\\';
        const uint64_t found = ((quote - ones) & ~quote) | ((slash - ones) & ~slash) |
                               ((word - ones * 0x20) & ~word) | word;
        if (found & high) break;
    }
    for (; at < end; at++) {
        const unsigned char c = (unsigned char)*at;
        if (c == '"' || c == '\\' || c < 0x20 || c >= 0x80) break;
    }
    return at;
}

static bool is_hex(char c)
{
    return (unsigned char)(c - '0') <= 9 || (unsigned char)((c | 0x20) - 'a') <= 5;
}

static bool check_escape(parser *p)
{
    const char *const begin = p->at;
    const char c = p->end - begin >= 2 ? begin[1] : 0;
    if (c && strchr("\"\\/bfnrt", c)) {
        p->at += 2;
        return true;
    }
    if (c != 'u') return fail(p, begin, "an unknown escape in a string");
    if (p->end - begin < 6 || !is_hex(begin[2]) || !is_hex(begin[3]) || !is_hex(begin[4]) ||
        !is_hex(begin[5]))
        return fail(p, begin, "expected four hexadecimal digits after \\u");
    p->at += 6;
    return true;
}

// Decodes escapes, all valid, in place, since the result is never longer; returns the new size.
static size_t decode(char *text, size_t size)
{
    static const char plain[] = "\"\\/bfnrt", meaning[] = "\"\\/\b\f\n\r\t";
    const char *const end = text + size;
    const char *from = text;
    char *to = text;
    while (from < end) {
        if (*from != '\\') {
            *to++ = *from++;
            continue;
        }
        if (from[1] != 'u') {
            *to++ = meaning[strchr(plain, from[1]) - plain];
            from += 2;
            continue;
        }
        uint32_t code_point = read_hex(from + 2);
        from += 6;
        const bool first = code_point >= 0xd800 && code_point < 0xdc00;
        const uint32_t second =
            first && end - from >= 6 && from[0] == '\\' && from[1] == 'u' ? read_hex(from + 2) : 0;
        if (second >= 0xdc00 && second < 0xe000) {
            code_point = 0x10000 + ((code_point - 0xd800) << 10) + (second - 0xdc00);
            from += 6;
        } else if (code_point >= 0xd800 && code_point < 0xe000) {
            code_point = 0xfffd;
        }
        to += limb__utf8_encode(to, code_point);
    }
    return (size_t)(to - text);
}

static uint32_t read_hex(const char *at)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++) {
        const char c = at[i];
        value = value << 4 | (uint32_t)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return value;
}

//---- values --------------------------------------------------------------------------------------

static limb__json *add(parser *p, limb__json_kind kind, const char *begin)
{
    limb__json_document *doc = p->doc;
    if (doc->count == doc->capacity) {
        void *items = doc->value;
        if (doc->count == INT_MAX ||
            !limb__grow(doc->memory, &items, &doc->capacity, doc->count + 1, sizeof *doc->value)) {
            p->status = LIMB_ERROR_MEMORY;
            return NULL;
        }
        doc->value = items;
    }
    limb__json *value = &doc->value[doc->count++];
    *value = (limb__json){.kind = kind, .offset = (uint32_t)(begin - p->text)};
    return value;
}

static void skip_space(parser *p)
{
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\n' || *p->at == '\r' || *p->at == '\t'))
        p->at++;
}

static bool fail(parser *p, const char *at, const char *message)
{
    p->doc->error_offset = (size_t)(at - p->text);
    p->doc->error = message;
    p->status = LIMB_ERROR_INPUT;
    return false;
}
