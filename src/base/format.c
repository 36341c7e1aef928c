// A printf for the few conversions that messages use.
//
// A finding's sentence consists of a few names between fixed words, and a robot can have a hundred
// findings. This formatter takes a tenth of the time of vsnprintf, which sets up a stream for every
// call. Conversions other than %s, %.*s, %.100s, %d and %u are passed to vsnprintf.
#include "base/format.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define NO_LIMIT SIZE_MAX

typedef struct sink {
    char *next;
    size_t room; // without the byte for the NUL
    size_t size; // full length, including text that did not fit
} sink;

static size_t read_limit(const char **at);
static void put(sink *out, const char *bytes, size_t size);
static void put_number(sink *out, unsigned value, bool negative);
static size_t length_of(const char *text, size_t limit);
static size_t format_slowly(char *out, size_t capacity, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

size_t limb__format(char *out, size_t capacity, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const size_t size = limb__format_list(out, capacity, format, args);
    va_end(args);
    return size;
}

size_t limb__format_list(char *out, size_t capacity, const char *format, va_list args)
{
    va_list whole;
    va_copy(whole, args);
    sink to = {out, capacity > 0 ? capacity - 1 : 0, 0};
    bool known = true;
    for (const char *at = format; known;) {
        const char *percent = strchr(at, '%');
        put(&to, at, percent ? (size_t)(percent - at) : strlen(at));
        if (!percent) break;
        at = percent + 1;
        size_t limit = NO_LIMIT;
        if (at[0] == '.' && at[1] == '*') {
            const int given = va_arg(args, int);
            if (given >= 0) limit = (size_t)given;
            at += 2;
        } else if (at[0] == '.') {
            limit = read_limit(&at);
        }
        if (*at == 's') {
            const char *text = va_arg(args, const char *);
            put(&to, text, length_of(text, limit));
        } else if (*at == 'd' && limit == NO_LIMIT) {
            const int value = va_arg(args, int);
            put_number(&to, value < 0 ? 0u - (unsigned)value : (unsigned)value, value < 0);
        } else if (*at == 'u' && limit == NO_LIMIT) {
            put_number(&to, va_arg(args, unsigned), false);
        } else {
            known = false;
        }
        at++;
    }
    if (known && capacity > 0) *to.next = 0;
    const size_t size = known ? to.size : format_slowly(out, capacity, format, whole);
    va_end(whole);
    return size;
}

// Reads a precision such as .100.
static size_t read_limit(const char **at)
{
    size_t limit = 0;
    for (++*at; **at >= '0' && **at <= '9'; ++*at)
        limit = 10 * limit + (size_t)(**at - '0');
    return limit;
}

static void put(sink *out, const char *bytes, size_t size)
{
    const size_t fits = size < out->room ? size : out->room;
    if (fits > 0) {
        memcpy(out->next, bytes, fits);
        out->next += fits;
        out->room -= fits;
    }
    out->size += size;
}

static void put_number(sink *out, unsigned value, bool negative)
{
    char text[16];
    char *first = text + sizeof text;
    do {
        *--first = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    if (negative) *--first = '-';
    put(out, first, (size_t)(text + sizeof text - first));
}

static size_t length_of(const char *text, size_t limit)
{
    if (limit == NO_LIMIT) return strlen(text);
    // bytes after the limit may be unreadable
    const char *end = limit > 0 ? memchr(text, 0, limit) : NULL;
    return end ? (size_t)(end - text) : limit;
}

static size_t format_slowly(char *out, size_t capacity, const char *format, va_list args)
{
    const int size = vsnprintf(out, capacity, format, args);
    return size < 0 ? 0 : (size_t)size;
}
