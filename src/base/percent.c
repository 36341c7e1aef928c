// Percent escapes of URIs.
#include "base/text.h"

static int hex_digit(char c);

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
