// Compares number reading with the C library's; every number read is printed and read again.
#include "base/number_decimal.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ensure(int condition)
{
    if (!condition) abort();
}

static int same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

// strtod also reads white space, hexadecimal numbers and nan(...)
static int library_reads_more(const char *text)
{
    if (isspace((unsigned char)*text)) return 1;
    if (*text == '-' || *text == '+') text++;
    return (text[0] == '0' && (text[1] | 0x20) == 'x') ||
           ((text[0] | 0x20) == 'n' && (text[1] | 0x20) == 'a' && strchr(text, '('));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = 0;

    double value;
    const char *stop;
    const limb__number_result result =
        limb__number_parse((const char *)data, (const char *)data + size, &value, &stop);
    const size_t used = (size_t)(stop - (const char *)data);
    ensure(used <= size);
    double fast;
    ensure(limb__number_read((const char *)data, (const char *)data + size, &fast, &stop) ==
           result);
    ensure(same(value, fast) && used == (size_t)(stop - (const char *)data));
    if (!library_reads_more(text)) {
        char *library_stop;
        const double expected = strtod(text, &library_stop);
        ensure(used == (size_t)(library_stop - text));
        ensure(same(value, expected));
        ensure((result == LIMB__NUMBER_MALFORMED) == (used == 0));
    }

    char printed[LIMB__NUMBER_TEXT_MAX];
    const size_t length = limb__number_print(printed, value);
    double again;
    ensure(length <= 24);
    limb__number_parse(printed, printed + length, &again, &stop);
    ensure(same(value, again) && stop == printed + length);
    free(text);
    return 0;
}
