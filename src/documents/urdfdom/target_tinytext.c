// The characters of TinyXML 2.6, including its faults.
//
// Differences from XML: the length of a UTF-8 character is taken from its first byte alone, so a
// broken one consumes the bytes after it, including quotes, brackets and NUL; the "&" of an unknown
// entity vanishes and its name remains; a character reference extends to the next ";" at any
// distance, and only the digits after its last "x" (or "#") count; control characters, including
// NUL, may be referenced.
#include "documents/urdfdom/target_tinytext.h"

#include <string.h>

static const char *step_over_end(limb__tiny_input *in, const char *at, limb__tiny_char *out);
static bool is_zero_width(const limb__tiny_input *in, const char *at);
static bool is_name_char(char c);
static char lower(char c);
static int utf8_length(char first);
static const char *read_entity(const limb__tiny_input *in, const char *at, limb__tiny_char *out);
static const char *read_reference(const limb__tiny_input *in, const char *at, limb__tiny_char *out);
static int digit_value(char c, int base);
static void encode(uint64_t code, bool utf8, limb__tiny_char *out);
static bool is_character(uint64_t code);

bool limb__tiny_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

const char *limb__tiny_skip_space(const limb__tiny_input *in, const char *at)
{
    while (at < in->end) {
        if (limb__tiny_is_space(*at)) {
            at++;
        } else if (in->utf8 && is_zero_width(in, at)) {
            at += 3;
        } else {
            break;
        }
    }
    return at;
}

bool limb__tiny_begins_name(char c)
{
    // every non-ASCII byte counts as a letter, and so does DEL
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 127;
}

const char *limb__tiny_read_name(const limb__tiny_input *in, const char *at, limb_text *name)
{
    if (at >= in->end || !limb__tiny_begins_name(*at)) return NULL;
    name->data = at;
    while (at < in->end && is_name_char(*at))
        at++;
    name->size = (size_t)(at - name->data);
    return at;
}

bool limb__tiny_starts(const limb__tiny_input *in, const char *at, const char *literal)
{
    const size_t size = strlen(literal);
    return (size_t)(in->end - at) >= size && memcmp(at, literal, size) == 0;
}

bool limb__tiny_starts_any_case(const limb__tiny_input *in, const char *at, const char *literal)
{
    const size_t size = strlen(literal);
    if ((size_t)(in->end - at) < size) return false;
    for (size_t i = 0; i < size; i++)
        if (lower(at[i]) != lower(literal[i])) return false;
    return true;
}

void limb__tiny_begin(limb__tiny_input *in, const char *at)
{
    const char *nul = at < in->limit ? memchr(at, 0, (size_t)(in->limit - at)) : NULL;
    in->end = nul ? nul : in->limit;
}

const char *limb__tiny_read_char(limb__tiny_input *in, const char *at, limb__tiny_char *out)
{
    out->altered = false;
    out->size = in->utf8 ? utf8_length(*at) : 1;
    if (out->size == 1) {
        if (*at == '&') return read_entity(in, at, out);
        out->byte[0] = *at;
        return at + 1;
    }
    if (in->end - at < out->size) return step_over_end(in, at, out);
    memcpy(out->byte, at, (size_t)out->size);
    return at + out->size;
}

// Steps over a character cut off by the end; its missing bytes count as NUL. TinyXML reads beyond
// its buffer here; at best it finds a NUL there, which is what this code assumes.
static const char *step_over_end(limb__tiny_input *in, const char *at, limb__tiny_char *out)
{
    memset(out->byte, 0, sizeof out->byte);
    memcpy(out->byte, at, (size_t)(in->end - at));
    out->altered = true;
    const char *after = in->limit - at < out->size ? in->limit : at + out->size;
    limb__tiny_begin(in, after);
    return after;
}

//---- bytes ---------------------------------------------------------------------------------------

static bool is_zero_width(const limb__tiny_input *in, const char *at)
{
    return limb__tiny_starts(in, at, "\xef\xbb\xbf") || limb__tiny_starts(in, at, "\xef\xbf\xbe") ||
           limb__tiny_starts(in, at, "\xef\xbf\xbf");
}

static bool is_name_char(char c)
{
    return limb__tiny_begins_name(c) || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == ':';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int utf8_length(char first)
{
    const unsigned char c = (unsigned char)first;
    if (c < 0xc2 || c > 0xf4) return 1;
    if (c < 0xe0) return 2;
    return c < 0xf0 ? 3 : 4;
}

//---- references ----------------------------------------------------------------------------------

static const char *read_entity(const limb__tiny_input *in, const char *at, limb__tiny_char *out)
{
    static const struct {
        const char *text;
        char value;
    } known[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};

    if (in->end - at > 2 && at[1] == '#') return read_reference(in, at, out);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!limb__tiny_starts(in, at, known[i].text)) continue;
        out->byte[0] = known[i].value;
        out->size = 1;
        return at + strlen(known[i].text);
    }
    out->size = 0;
    out->altered = true;
    return at + 1;
}

static const char *read_reference(const limb__tiny_input *in, const char *at, limb__tiny_char *out)
{
    const bool hex = at[2] == 'x';
    const char *digits = at + (hex ? 3 : 2);
    if (digits >= in->end) return NULL;
    const char *semicolon = memchr(digits, ';', (size_t)(in->end - digits));
    if (!semicolon) return NULL;

    // from the last digit back to the mark; the place value wraps around as in TinyXML
    const int base = hex ? 16 : 10;
    uint64_t code = 0;
    uint32_t place = 1;
    const char *digit = semicolon - 1;
    for (; *digit != (hex ? 'x' : '#'); digit--) {
        const int value = digit_value(*digit, base);
        if (value < 0) return NULL;
        code += (uint32_t)(place * (uint32_t)value);
        place *= (uint32_t)base;
    }
    encode(code, in->utf8, out);
    if (digit + 1 != digits || digits == semicolon) out->altered = true;
    return semicolon + 1;
}

static int digit_value(char c, int base)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (base == 16 && c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (base == 16 && c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// Encodes a code point. Without UTF-8 only the low byte is kept; codes beyond four bytes of
// UTF-8 are dropped.
static void encode(uint64_t code, bool utf8, limb__tiny_char *out)
{
    static const unsigned char mark[5] = {0, 0, 0xc0, 0xe0, 0xf0};
    out->altered = code == 0 || !is_character(code) || (!utf8 && code > 127);
    if (!utf8 || code < 0x80) {
        out->byte[0] = (char)(unsigned char)code;
        out->size = 1;
        return;
    }
    out->size = code < 0x800 ? 2 : code < 0x10000 ? 3 : code < 0x200000 ? 4 : 0;
    for (int i = out->size - 1; i > 0; i--) {
        out->byte[i] = (char)(unsigned char)((code & 0x3f) | 0x80);
        code >>= 6;
    }
    if (out->size > 0) out->byte[0] = (char)(unsigned char)(code | mark[out->size]);
}

static bool is_character(uint64_t code)
{
    return code < 0xd800 || (code >= 0xe000 && code < 0x110000);
}
