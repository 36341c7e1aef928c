// Growing text: appends that remember failure, so that callers look once at the end. And the
// percent escapes of URIs, and patterns of names.
#include "base/text.h"

#include "base/memory.h"
#include "base/number.h"

#include <string.h>

static bool reserve(limb__builder *builder, size_t more);
static bool is_invisible(uint32_t code_point);
static void json_escape(limb__builder *builder, unsigned char c);
static int hex_digit(char c);
static bool matches_set(const char **at, const char *end, char c);

void limb__builder_init(limb__builder *builder, const limb_allocator *memory)
{
    memset(builder, 0, sizeof *builder);
    builder->memory = limb__memory(memory);
}

void limb__builder_free(limb__builder *builder)
{
    limb__release(builder->memory, builder->data, builder->capacity);
    limb__builder_init(builder, builder->memory);
}

void limb__builder_bytes(limb__builder *builder, const void *bytes, size_t size)
{
    if (size == 0 || !reserve(builder, size)) return;
    memcpy(builder->data + builder->size, bytes, size);
    builder->size += size;
}

void limb__builder_text(limb__builder *builder, const char *text)
{
    limb__builder_bytes(builder, text, strlen(text));
}

void limb__builder_char(limb__builder *builder, char c)
{
    limb__builder_bytes(builder, &c, 1);
}

void limb__builder_repeat(limb__builder *builder, char c, int count)
{
    if (count <= 0 || !reserve(builder, (size_t)count)) return;
    memset(builder->data + builder->size, c, (size_t)count);
    builder->size += (size_t)count;
}

void limb__builder_number(limb__builder *builder, double value)
{
    char text[LIMB__NUMBER_TEXT_MAX];
    limb__builder_bytes(builder, text, limb__number_print(text, value));
}

void limb__builder_int(limb__builder *builder, long long value)
{
    char text[24];
    char *at = text + sizeof text;
    unsigned long long rest =
        value < 0 ? 0ull - (unsigned long long)value : (unsigned long long)value;
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0) *--at = '-';
    limb__builder_bytes(builder, at, (size_t)(text + sizeof text - at));
}

void limb__builder_json(limb__builder *builder, const char *text, size_t size)
{
    const char *end = text + size;
    limb__builder_char(builder, '"');
    while (text < end) {
        const unsigned char c = (unsigned char)*text;
        if (c < 0x20 || c == '"' || c == '\\' || c == 0x7f) {
            json_escape(builder, c);
            text++;
            continue;
        }
        uint32_t code_point;
        const int length = limb__utf8_decode(text, end, &code_point);
        if (length == 0) {
            limb__builder_text(builder,
                               "\xef\xbf\xbd"); // U+FFFD stands for a byte that is not UTF-8
            text++;
            continue;
        }
        limb__builder_bytes(builder, text, (size_t)length);
        text += length;
    }
    limb__builder_char(builder, '"');
}

void limb__builder_xml(limb__builder *builder, const char *text, size_t size, char quote)
{
    const char *end = text + size;
    for (; text < end; text++) {
        const char c = *text;
        if (c == '&') {
            limb__builder_text(builder, "&amp;");
        } else if (c == '<') {
            limb__builder_text(builder, "&lt;");
        } else if (c == '>' && quote == 0) {
            limb__builder_text(builder, "&gt;");
        } else if (c == '"' && quote == '"') {
            limb__builder_text(builder, "&quot;");
        } else if (c == '\'' && quote == '\'') {
            limb__builder_text(builder, "&apos;");
        } else if (quote != 0 && (c == '\n' || c == '\t' || c == '\r')) {
            // a raw one would be read back as a blank by conforming readers
            limb__builder_text(builder, c == '\n' ? "&#10;" : c == '\t' ? "&#9;" : "&#13;");
        } else {
            limb__builder_char(builder, c);
        }
    }
}

void limb__builder_visible(limb__builder *builder, const char *text, size_t size)
{
    enum { CONTROL_PICTURES = 0x2400, DELETE_PICTURE = 0x2421, REPLACEMENT = 0xFFFD };
    const char *end = text + size;
    while (text < end) {
        uint32_t code_point = 0;
        const int length = limb__utf8_decode(text, end, &code_point);
        if (length == 0 || is_invisible(code_point)) {
            code_point = REPLACEMENT;
        } else if (code_point < 0x20) {
            code_point += CONTROL_PICTURES;
        } else if (code_point == 0x7F) {
            code_point = DELETE_PICTURE;
        }
        char bytes[4];
        limb__builder_bytes(builder, bytes, (size_t)limb__utf8_encode(bytes, code_point));
        text += length > 0 ? length : 1;
    }
}

void limb__builder_base64(limb__builder *builder, const void *bytes, size_t size)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i += 3) {
        const size_t left = size - i;
        const uint32_t three = (uint32_t)at[i] << 16 | (left > 1 ? (uint32_t)at[i + 1] << 8 : 0) |
                               (left > 2 ? at[i + 2] : 0);
        const char four[4] = {digit[three >> 18], digit[three >> 12 & 63],
                              left > 1 ? digit[three >> 6 & 63] : '=',
                              left > 2 ? digit[three & 63] : '='};
        limb__builder_bytes(builder, four, 4);
    }
}

const char *limb__builder_nul(limb__builder *builder)
{
    if (!reserve(builder, 1)) return "";
    builder->data[builder->size] = 0;
    return builder->data;
}

static bool reserve(limb__builder *builder, size_t more)
{
    if (builder->failed) return false;
    if (more <= builder->capacity - builder->size) return true;
    const size_t max = builder->max_size;
    builder->is_too_long = max > 0 && (more > max || builder->size > max - more);
    if (builder->is_too_long || more > SIZE_MAX / 4 || builder->size > SIZE_MAX / 4) {
        builder->failed = true;
        return false;
    }
    size_t wanted = builder->capacity ? builder->capacity * 2 : 256;
    if (max > 0 && wanted > max) wanted = max;
    if (wanted < builder->size + more) wanted = builder->size + more;
    char *moved =
        builder->memory->resize(builder->memory->ctx, builder->data, builder->capacity, wanted);
    if (!moved) {
        builder->failed = true;
        return false;
    }
    builder->data = moved;
    builder->capacity = wanted;
    return true;
}

// Returns true for C1 controls, bidirectional and zero-width marks, and noncharacters.
static bool is_invisible(uint32_t code_point)
{
    static const uint32_t range[][2] = {{0x80, 0x9F},     {0x061C, 0x061C}, {0x200B, 0x200B},
                                        {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F},
                                        {0xFEFF, 0xFEFF}, {0xFFFE, 0xFFFF}, {0xE0000, 0xE007F}};
    for (size_t i = 0; i < sizeof range / sizeof range[0]; i++) {
        if (code_point >= range[i][0] && code_point <= range[i][1]) return true;
    }
    return false;
}

static void json_escape(limb__builder *builder, unsigned char c)
{
    static const char digit[] = "0123456789abcdef";
    switch (c) {
    case '"':
        limb__builder_text(builder, "\\\"");
        return;
    case '\\':
        limb__builder_text(builder, "\\\\");
        return;
    case '\n':
        limb__builder_text(builder, "\\n");
        return;
    case '\r':
        limb__builder_text(builder, "\\r");
        return;
    case '\t':
        limb__builder_text(builder, "\\t");
        return;
    default:
        break;
    }
    const char code[6] = {'\\', 'u', '0', '0', digit[c >> 4], digit[c & 15]};
    limb__builder_bytes(builder, code, sizeof code);
}

bool limb__is_lfs_pointer(const char *text, size_t size)
{
    static const char begin[] = "version https://git-lfs";
    return size >= sizeof begin - 1 && memcmp(text, begin, sizeof begin - 1) == 0;
}

bool limb__has_substitution(const char *text, size_t size)
{
    const char *end = text + size;
    for (const char *at = text; at < end && (at = memchr(at, '$', (size_t)(end - at))); at++) {
        if (end - at > 1 && (at[1] == '{' || at[1] == '(')) return true;
    }
    return false;
}

size_t limb__percent_decode(const char *text, size_t size, char *out)
{
    size_t written = 0;
    for (size_t i = 0; i < size; i++) {
        const int high = text[i] == '%' && i + 2 < size ? hex_digit(text[i + 1]) : -1;
        const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
        const bool escape = low >= 0 && (high | low) != 0;
        out[written++] = escape ? (char)(high * 16 + low) : text[i];
        if (escape) i += 2;
    }
    return written;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

//---- patterns ------------------------------------------------------------------------------------

// After a mismatch only the latest star is extended, so the time is at most the product
// of both lengths.
bool limb__pattern_matches(limb_text pattern, limb_text name)
{
    const char *p = pattern.data;
    const char *pattern_end = p + pattern.size;
    const char *n = name.data;
    const char *name_end = n + name.size;
    const char *star = NULL;
    const char *resume = NULL;
    while (n < name_end) {
        const char *q = p;
        if (p < pattern_end && *p == '*') {
            star = ++p;
            resume = n;
            continue;
        }
        const bool fits = p < pattern_end && (*p == '?'   ? (q++, true)
                                              : *p == '[' ? matches_set(&q, pattern_end, *n)
                                                          : *q++ == *n);
        if (fits) {
            p = q;
            n++;
        } else if (star) {
            p = star;
            n = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern_end && *p == '*')
        p++;
    return p == pattern_end;
}

// Matches [abc], [a-z] or [!a-z]; a '[' that is not closed matches itself.
static bool matches_set(const char **at, const char *end, char c)
{
    const char *p = *at + 1;
    const bool negated = p < end && *p == '!';
    if (negated) p++;
    const char *close = p < end ? memchr(p + 1, ']', (size_t)(end - p) - 1) : NULL;
    if (!close) return *(*at)++ == c;
    bool found = false;
    while (p < close) {
        if (p + 2 < close && p[1] == '-') {
            found = found || (c >= p[0] && c <= p[2]);
            p += 3;
        } else {
            found = found || *p == c;
            p++;
        }
    }
    *at = close + 1;
    return found != negated;
}
