// The few text functions that programs over the library need too.
#include "base/number.h"
#include "base/text.h"
#include "limb/system.h"

#include <string.h>

size_t limb_number_print(char text[LIMB_NUMBER_SIZE], double value)
{
    char digits[LIMB__NUMBER_TEXT_MAX];
    const size_t size = limb__number_print(digits, value);
    memcpy(text, digits, size);
    text[size] = 0;
    return size;
}

bool limb_number_parse(const char *text, double *value)
{
    if (!text) return false;
    const char *end = text + strlen(text);
    const char *stop;
    double parsed;
    if (limb__number_parse(text, end, &parsed, &stop) == LIMB__NUMBER_MALFORMED || stop != end) {
        return false;
    }
    *value = parsed;
    return true;
}

int limb_nearest(const char *text, const char *const *candidate, int count)
{
    return text && count > 0 ? limb__nearest(text, strlen(text), candidate, count) : -1;
}
