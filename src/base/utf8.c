// UTF-8: decode, encode, validate (RFC 3629: no overlong forms, no surrogates, at most U+10FFFF).
#include "base/text.h"

#include <string.h>

int limb__utf8_decode(const char *text, const char *end, uint32_t *code_point)
{
    const unsigned char *at = (const unsigned char *)text;
    const long left = (long)(end - text);
    if (left < 1) return 0;
    if (at[0] < 0x80) {
        *code_point = at[0];
        return 1;
    }
    const int length = at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2;
    if (at[0] < 0xc2 || at[0] > 0xf4 || left < length) return 0;
    uint32_t value = at[0] & (0xffu >> (length + 1));
    for (int i = 1; i < length; i++) {
        if ((at[i] & 0xc0) != 0x80) return 0;
        value = value << 6 | (at[i] & 0x3fu);
    }
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    if (value < least[length] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) return 0;
    *code_point = value;
    return length;
}

int limb__utf8_encode(char out[4], uint32_t c)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xc0 | c >> 6);
        out[1] = (char)(0x80 | (c & 0x3f));
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (char)(0xe0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 0x3f));
        out[2] = (char)(0x80 | (c & 0x3f));
        return 3;
    }
    out[0] = (char)(0xf0 | c >> 18);
    out[1] = (char)(0x80 | (c >> 12 & 0x3f));
    out[2] = (char)(0x80 | (c >> 6 & 0x3f));
    out[3] = (char)(0x80 | (c & 0x3f));
    return 4;
}

const char *limb__utf8_invalid(const char *text, const char *end)
{
    while (text < end) {
        // robots are nearly all ASCII: look at eight bytes at a time
        uint64_t word;
        if (end - text >= 8) {
            memcpy(&word, text, 8);
            if ((word & 0x8080808080808080u) == 0) {
                text += 8;
                continue;
            }
        }
        uint32_t code_point;
        const int length = limb__utf8_decode(text, end, &code_point);
        if (length == 0) return text;
        text += length;
    }
    return NULL;
}
