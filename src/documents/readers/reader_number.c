// Numbers as the languages of the readers read them: C++ streams (Drake), strtod on whole words
// (MuJoCo), atof (PyBullet), Python, Rust. All in the classic locale.
#include "documents/readers/readers.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

enum { MAX_NUMBERS = 8 };

static int read_words(limb__reader_id reader, limb_text text, double *value, bool *bad);
static int read_stream(limb_text text, double *value);
static int read_split(limb_text text, double *value);
static bool read_word(limb__reader_id reader, const char *at, const char *end, double *value);
static bool read_hex(const char *at, const char *end, double *value);
static bool is_blank(char c);

bool limb__reader_plain(limb_text text, int count, double *value)
{
    const char *at = text.data, *end = text.data + text.size;
    for (int i = 0; i < count; i++) {
        const char *stop;
        if (i > 0 && (at == end || *at++ != ' ')) return false;
        if (limb__number_parse(at, end, &value[i], &stop) != LIMB__NUMBER_OK) return false;
        if (stop == at || (stop < end && *stop != ' ')) return false;
        at = stop;
    }
    return at == end;
}

bool limb__reader_numbers(limb__reader_id reader, limb_text text, int count, bool is_axis,
                          double *value)
{
    double number[MAX_NUMBERS] = {0};
    bool bad = false;
    int n = 0;
    bool ok = false;
    switch (reader) {
    case LIMB__READER_MUJOCO:
    case LIMB__READER_MUJOCO_FULL:
        n = read_words(reader, text, number, &bad);
        ok = !bad && n == count;
        break;
    case LIMB__READER_DRAKE:
    case LIMB__READER_DRAKE_SCENE:
        n = read_stream(text, number);
        ok = n == count;
        break;
    case LIMB__READER_PYBULLET:
        n = count == 1 ? 1 : read_split(text, number);
        if (count == 1) (void)read_word(reader, text.data, text.data + text.size, number);
        ok = count == 1 || !is_axis || n >= 3;
        if (n < count) memset(number, 0, sizeof number);
        break;
    case LIMB__READER_YOURDFPY:
        n = read_words(reader, text, number, &bad);
        // lxml resolves the entities that the document defines
        ok = memchr(text.data, '&', text.size) || (!bad && (count == 1   ? n == 1
                                                            : count == 4 ? n == 4
                                                            : is_axis    ? n >= 3
                                                                         : n == 1 || n >= 3));
        break;
    case LIMB__READER_URDF_RS:
        n = read_words(reader, text, number, &bad);
        ok = n == count && (count > 1 || !bad);
        break;
    default:
        ok = limb__reader_plain(text, count, number);
        break;
    }
    for (int i = 0; i < count; i++)
        value[i] = i < MAX_NUMBERS ? number[i] : 0;
    return ok;
}

// Reads words separated by white space; returns how many are numbers, and in *bad whether
// one is not.
static int read_words(limb__reader_id reader, limb_text text, double *value, bool *bad)
{
    const char *at = text.data, *end = text.data + text.size;
    int count = 0;
    while (at < end) {
        if (is_blank(*at)) {
            at++;
            continue;
        }
        const char *begin = at;
        while (at < end && !is_blank(*at))
            at++;
        double number;
        if (read_word(reader, begin, at, &number)) {
            if (count < MAX_NUMBERS) value[count] = number;
            count++;
        } else {
            *bad = true;
        }
    }
    return count;
}

// Reads doubles as a C++ stream does, up to the first failure; hexadecimal and special values fail.
static int read_stream(limb_text text, double *value)
{
    const char *at = text.data, *end = text.data + text.size;
    int count = 0;
    while (at < end) {
        while (at < end && is_blank(*at))
            at++;
        double number;
        const char *stop;
        const limb__number_result result = limb__number_parse(at, end, &number, &stop);
        if (result != LIMB__NUMBER_OK && result != LIMB__NUMBER_UNDERFLOW) break;
        if (stop == at) break;
        // an exponent without digits is eaten and fails
        if (stop < end && (*stop == 'e' || *stop == 'E')) break;
        if (count < MAX_NUMBERS) value[count] = number;
        count++;
        at = stop;
    }
    return count;
}

// Pieces between blanks, each as atof reads it.
static int read_split(limb_text text, double *value)
{
    const char *at = text.data, *end = text.data + text.size;
    int count = 0;
    while (at < end) {
        const char *begin = at;
        while (at < end && *at != ' ')
            at++;
        if (at > begin) {
            double number = 0;
            (void)read_word(LIMB__READER_PYBULLET, begin, at, &number);
            if (count < MAX_NUMBERS) value[count] = number;
            count++;
        }
        at++;
    }
    return count;
}

static bool read_word(limb__reader_id reader, const char *at, const char *end, double *value)
{
    const bool is_python = reader == LIMB__READER_YOURDFPY;
    const bool is_rust = reader == LIMB__READER_URDF_RS;
    const bool is_mujoco = reader == LIMB__READER_MUJOCO || reader == LIMB__READER_MUJOCO_FULL;
    char digits[64];
    *value = 0;
    while (at < end && is_blank(*at))
        at++;
    while (end > at && is_blank(end[-1]))
        end--;
    if (is_python && memchr(at, '_', (size_t)(end - at)) && end - at < (ptrdiff_t)sizeof digits) {
        size_t size = 0;
        for (const char *c = at; c < end; c++) {
            const bool joins = *c == '_' && c > at && c + 1 < end && c[-1] >= '0' && c[-1] <= '9' &&
                               c[1] >= '0' && c[1] <= '9';
            if (!joins) digits[size++] = *c;
        }
        at = digits;
        end = digits + size;
    }
    if (!is_python && !is_rust && read_hex(at, end, value)) return true;
    const char *stop;
    const limb__number_result result = limb__number_parse(at, end, value, &stop);
    if (reader == LIMB__READER_PYBULLET) return true; // the longest beginning, or 0
    if (result == LIMB__NUMBER_MALFORMED || stop != end) {
        *value = 0;
        return false;
    }
    return result != LIMB__NUMBER_OVERFLOW || !is_mujoco;
}

static bool read_hex(const char *at, const char *end, double *value)
{
    const bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) at++;
    if (end - at < 3 || at[0] != '0' || (at[1] != 'x' && at[1] != 'X')) return false;
    double number = 0;
    for (at += 2; at < end; at++) {
        const char c = *at;
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0) return false;
        number = number * 16 + digit;
    }
    *value = negative ? -number : number;
    return true;
}

bool limb__reader_empty(limb_text text)
{
    for (size_t i = 0; i < text.size; i++)
        if (!is_blank(text.data[i])) return false;
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}
