#include "base/number_decimal.h"
#include "base/powers.h"
#include "harness.h"
#include "limb/system.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// Reads text twice: from a block that ends with it, where reading further is an error under ASan,
// and with more text after it, where eight bytes can be loaded at once. Both must agree.
static limb__number_result parse(const char *text, double *value, int *used)
{
    const size_t size = strlen(text);
    const char *stop;
    char *block = malloc(size ? size : 1);
    ENSURE(block != NULL);
    memcpy(block, text, size);
    const limb__number_result result = limb__number_parse(block, block + size, value, &stop);
    *used = (int)(stop - block);
    free(block);

    char *longer = malloc(size + 32);
    ENSURE(longer != NULL);
    memcpy(longer, text, size);
    memcpy(longer + size, "\" 123456789012345678901234567890", 32);
    double value_of_longer;
    ENSURE_INT(limb__number_parse(longer, longer + size + 32, &value_of_longer, &stop), result);
    ENSURE_INT(stop - longer, *used);
    ENSURE(bits_of(value_of_longer) == bits_of(*value));
    // and so must the way of plain decimals
    ENSURE_INT(limb__number_read(longer, longer + size + 32, &value_of_longer, &stop), result);
    ENSURE_INT(stop - longer, *used);
    ENSURE(bits_of(value_of_longer) == bits_of(*value));
    ENSURE_INT(limb__number_read(longer, longer + size, &value_of_longer, &stop), result);
    ENSURE(bits_of(value_of_longer) == bits_of(*value));
    free(longer);
    return result;
}

// all of text is a number, and it is the one that the C library reads
static void ensure_as_library(const char *text)
{
    double value;
    int used;
    const limb__number_result result = parse(text, &value, &used);
    const double expected = strtod(text, NULL);
    if (bits_of(value) != bits_of(expected)) {
        limb_test_fail(__FILE__, __LINE__, "%s is read as %a, expected %a", text, value, expected);
    }
    ENSURE_INT(used, strlen(text));
    ENSURE((result == LIMB__NUMBER_OVERFLOW) == (isinf(expected) != 0));
    ENSURE(result == LIMB__NUMBER_OK || isinf(expected) || expected == 0);
}

static void ensure_read(const char *text, limb__number_result result, int used, double expected)
{
    double value;
    int stopped;
    ENSURE_INT(parse(text, &value, &stopped), result);
    ENSURE_INT(stopped, used);
    ENSURE(bits_of(value) == bits_of(expected) || (isnan(value) && isnan(expected)));
}

TEST(forms_of_numbers_and_where_they_stop)
{
    ensure_read("0", LIMB__NUMBER_OK, 1, 0.0);
    ensure_read("-0", LIMB__NUMBER_OK, 2, -0.0);
    ensure_read("+.5", LIMB__NUMBER_OK, 3, 0.5);
    ensure_read("1.", LIMB__NUMBER_OK, 2, 1.0);
    ensure_read("-1.57.", LIMB__NUMBER_OK, 5, -1.57);
    ensure_read("1e", LIMB__NUMBER_OK, 1, 1.0);
    ensure_read("1e+", LIMB__NUMBER_OK, 1, 1.0);
    ensure_read("1e-x", LIMB__NUMBER_OK, 1, 1.0);
    ensure_read("1E2", LIMB__NUMBER_OK, 3, 100.0);
    ensure_read("1e+02", LIMB__NUMBER_OK, 5, 100.0);
    ensure_read("1,5", LIMB__NUMBER_OK, 1, 1.0);
    ensure_read("0x10", LIMB__NUMBER_OK, 1, 0.0);
    ensure_read("12 34", LIMB__NUMBER_OK, 2, 12.0);
    ensure_read("0.12345678:", LIMB__NUMBER_OK, 10, 0.12345678);
    ensure_read("0.1/", LIMB__NUMBER_OK, 3, 0.1);
    ensure_read("0.1\xb9\xff", LIMB__NUMBER_OK, 3, 0.1);
}

TEST(what_is_not_a_number)
{
    const char *text[] = {"",    ".",   "+",  "-",    "+-1", "e5",   ".e5", " 1",
                          "abc", "-.e", "in", "+nax", "--1", "\xff", "/",   ":"};
    for (size_t i = 0; i < sizeof text / sizeof text[0]; i++)
        ensure_read(text[i], LIMB__NUMBER_MALFORMED, 0, 0.0);
}

TEST(infinity_and_not_a_number)
{
    ensure_read("inf", LIMB__NUMBER_SPECIAL, 3, (double)INFINITY);
    ensure_read("-INF", LIMB__NUMBER_SPECIAL, 4, -(double)INFINITY);
    ensure_read("+Infinity", LIMB__NUMBER_SPECIAL, 9, (double)INFINITY);
    ensure_read("infinit", LIMB__NUMBER_SPECIAL, 3, (double)INFINITY);
    ensure_read("NaN", LIMB__NUMBER_SPECIAL, 3, (double)NAN);
    ensure_read("-nan", LIMB__NUMBER_SPECIAL, 4, (double)NAN);
    ensure_read("nan(1)", LIMB__NUMBER_SPECIAL, 3, (double)NAN);
}

TEST(too_large_and_too_small)
{
    ensure_read("1e309", LIMB__NUMBER_OVERFLOW, 5, (double)INFINITY);
    ensure_read("-1e999999999999", LIMB__NUMBER_OVERFLOW, 15, -(double)INFINITY);
    ensure_read("1e99999999999999999999999999999", LIMB__NUMBER_OVERFLOW, 31, (double)INFINITY);
    ensure_read("1e-99999999999999999999999999999", LIMB__NUMBER_UNDERFLOW, 32, 0.0);
    ensure_read("-1e-400", LIMB__NUMBER_UNDERFLOW, 7, -0.0);
    ensure_read("0e999999999999", LIMB__NUMBER_OK, 14, 0.0);
    ensure_read("0.000e-999999999999", LIMB__NUMBER_OK, 19, 0.0);
    ensure_read("2.4703282292062327e-324", LIMB__NUMBER_UNDERFLOW, 23, 0.0);
    ensure_read("2.4703282292062328e-324", LIMB__NUMBER_OK, 23, 0x1p-1074);
    ensure_read("1.7976931348623157e308", LIMB__NUMBER_OK, 22, DBL_MAX);
    ensure_read("1.7976931348623158e308", LIMB__NUMBER_OK, 22, DBL_MAX);
    ensure_read("1.7976931348623159e308", LIMB__NUMBER_OVERFLOW, 22, (double)INFINITY);
}

TEST(hard_cases_are_rounded_correctly)
{
    const char *text[] = {
        "9007199254740993",
        "9007199254740993.0",
        "9007199254740992.999999999999999999999999",
        "9007199254740993.00000000000000000000001",
        "9007199254740995",
        "90071992547409930e-1",
        "0.1e1",
        "0.30000000000000004",
        "6.283185307179586476925286766559",
        "2.2250738585072014e-308",
        "2.2250738585072011e-308", // once looped forever in two languages
        "2.2250738585072012e-308",
        "2.225073858507201136057409796709131975934819546351645648023426109724822222021076945516529"
        "523908135087914149158913039621106870086438694594645527657207407820621743379988141063267329"
        "253552286881372149012981122451451889849057222307285255133155755015914397476397983411801999"
        "323962548289017107081850690630666655994938275772572015763062690663332647565300009245888316"
        "433037779791869612049497390377829704905051080609940730262937128958950003583799967207254304"
        "360284078895771796150945516748243471030702609144621572289880258182545180325707018860872113"
        "128079512233426288368622321503775666622503982534335974568884423900265498198385487948292206"
        "894721689831099698365846814022854243330660339850886445804001034933970427567186443383770486"
        "03786162277173854562306587467901408672332763671875e-308",
        "4.9406564584124654e-324",
        "7.4109846876186981e-324",
        "7.4109846876186982e-324",
        "1.7976931348623158079372897140530341507993413271003782693617377898044496829276475094664901"
        "797758720709633028641669288791094655554785194040263065748867150582068190890200070838367627"
        "385484581771153176447573027006985557136695962284291481986083493647529271907416844436551070"
        "43427115596995080930428801779041744977919999999999e308",
        "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017"
        "977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273"
        "854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704"
        "342711559699508093042880177904174497792",
        "1e23",
        "8.5e22",
        "1e22",
        "1e-22",
        "123456789012345678e-5",
        "00000000000000000000000000000000000001.5",
        "0.00000000000000000000000000000000000015",
        "1000000000000000000000000000000",
        "3.0540412e5",
        "5e-324",
        "1.00000000000000011102230246251565404236316680908203124",
        "1.00000000000000011102230246251565404236316680908203125",
        "1.00000000000000011102230246251565404236316680908203126",
        "1.00000000000000033306690738754696212708950042724609375",
        "7.2057594037927933e16",
        "9214843084008499",
        "30078505129381147446200",
        "1777820000000000000001",
        "62.5364939768271845828",
        "8.10109172351e-10",
        "1.50000000000000011102230246251565404236316680908203125",
        "45913141877270640000.0",
    };
    for (size_t i = 0; i < sizeof text / sizeof text[0]; i++)
        ensure_as_library(text[i]);
}

// parses "0.", zeros, a digit, zeros and a tail, with an exponent that compensates for the zeros
TEST(long_numbers_are_rounded_correctly)
{
    char text[4096];
    for (int zeros = 0; zeros < 1000; zeros += 37) {
        for (int length = 1; length < 900; length += 101) {
            int n = snprintf(text, sizeof text, "0.");
            memset(text + n, '0', (size_t)zeros);
            n += zeros;
            for (int i = 0; i < length; i++)
                text[n++] = (char)('0' + (i * 7 + length) % 10);
            snprintf(text + n, 32, "e%d", zeros - 5);
            ensure_as_library(text);
            snprintf(text + n, 32, "e-%d", 300);
            ensure_as_library(text);
        }
    }
    // halfway between 1 and its neighbor, then a digit much later
    const char *half = "1.00000000000000011102230246251565404236316680908203125";
    for (int zeros = 0; zeros < 1500; zeros += 60) {
        int n = snprintf(text, sizeof text, "%s", half);
        memset(text + n, '0', (size_t)zeros);
        text[n + zeros] = 0;
        ensure_read(text, LIMB__NUMBER_OK, n + zeros, 1.0);
        text[n + zeros] = '1';
        text[n + zeros + 1] = 0;
        ensure_read(text, LIMB__NUMBER_OK, n + zeros + 1, 1.0 + DBL_EPSILON);
    }
}

// parses the decimal expansion of the point halfway between two doubles, and with the last digit
// decreased and increased
TEST(halfway_points_are_rounded_correctly)
{
    limb_test_rng rng = {2};
    char text[1200];
    for (int i = 0; i < 20000; i++) {
        const uint64_t bits = i < 2000 ? (uint64_t)i : limb_test_next(&rng) >> 1;
        if (bits >= (uint64_t)0x7fe << 52) continue;
        // long double holds one more bit
        const long double half =
            ((long double)double_of(bits) + (long double)double_of(bits + 1)) / 2;
        if (half == (long double)double_of(bits)) continue; // no such type here
        snprintf(text, sizeof text, "%.1100Lg", half);
        ensure_as_library(text);
        const size_t size = strlen(text);
        char *last = text + size - 1;
        while (*last < '0' || *last > '9' || memchr(text, 'e', (size_t)(last - text)))
            last--;
        *last = (char)(*last == '0' ? '1' : *last - 1);
        ensure_as_library(text);
    }
}

TEST(random_decimals_are_read_as_by_the_library)
{
    limb_test_rng rng = {3};
    char text[128];
    for (int i = 0; i < LIMB_TEST_COUNT(600000); i++) {
        int n = 0;
        if (limb_test_below(&rng, 2)) text[n++] = '-';
        const int before = limb_test_below(&rng, 4) ? 1 : limb_test_below(&rng, 22);
        const int after =
            limb_test_below(&rng, 3) ? limb_test_below(&rng, 9) : limb_test_below(&rng, 30);
        for (int k = 0; k < before; k++)
            text[n++] = (char)('0' + limb_test_below(&rng, 10));
        if (after || before == 0) text[n++] = '.';
        for (int k = 0; k < after + (before == 0); k++)
            text[n++] = (char)('0' + limb_test_below(&rng, 10));
        text[n] = 0;
        if (limb_test_below(&rng, 3) == 0) {
            snprintf(text + n, 16, "e%d", limb_test_below(&rng, 700) - 350);
        }
        ensure_as_library(text);
    }
}

//---- writing -------------------------------------------------------------------------------------

static void ensure_print(double value, const char *expected)
{
    char text[LIMB__NUMBER_TEXT_MAX + 1];
    text[limb__number_print(text, value)] = 0;
    ENSURE_TEXT(text, expected);
}

TEST(printed_forms)
{
    ensure_print(0.0, "0");
    ensure_print(-0.0, "-0");
    ensure_print(1, "1");
    ensure_print(-1.5, "-1.5");
    ensure_print(300, "300");
    ensure_print(0.001, "0.001");
    ensure_print(1.5707963267948966, "1.5707963267948966");
    ensure_print(0.1 + 0.2, "0.30000000000000004");
    ensure_print(0.00001, "0.00001");
    ensure_print(0.000012345678901234567, "0.000012345678901234568");
    ensure_print(9.9e-6, "9.9e-6");
    ensure_print(1e-6, "1e-6");
    ensure_print(1234567890123456, "1234567890123456");
    ensure_print(9007199254740993.0, "9007199254740992");
    ensure_print(1e15, "1000000000000000");
    ensure_print(1e16, "1e+16");
    ensure_print(1e20, "1e+20");
    ensure_print(1e22, "1e+22");
    ensure_print(1e23, "1e+23");
    ensure_print(2e-323, "2e-323");
    ensure_print(5e-324, "5e-324");
    ensure_print(DBL_MAX, "1.7976931348623157e+308");
    ensure_print(-DBL_MIN, "-2.2250738585072014e-308");
    ensure_print(9007199254740991.0 * 1024, "9.223372036854775e+18");
    ensure_print((double)INFINITY, "inf");
    ensure_print(-(double)INFINITY, "-inf");
    ensure_print((double)NAN, "nan");
    ensure_print(-(double)NAN, "nan");
}

// the significant digits of a printed number without zeros at either end
static int digits_of(const char *text, char *digit)
{
    int n = 0;
    for (; *text && *text != 'e'; text++) {
        if (*text >= '0' && *text <= '9' && (n > 0 || *text != '0')) digit[n++] = *text;
    }
    while (n > 0 && digit[n - 1] == '0')
        n--;
    digit[n] = 0;
    return n;
}

// Reads back, has no shorter form, and is the nearest of its length.
static void ensure_shortest(double value)
{
    char text[LIMB__NUMBER_TEXT_MAX + 1], digit[64], other[64], other_digit[64];
    const size_t size = limb__number_print(text, value);
    ENSURE(size <= 24);
    text[size] = 0;
    double again;
    const char *stop;
    limb__number_parse(text, text + size, &again, &stop);
    if (bits_of(again) != bits_of(value) || bits_of(strtod(text, NULL)) != bits_of(value) ||
        stop != text + size) {
        limb_test_fail(__FILE__, __LINE__, "%a is printed as %s", value, text);
    }
    const int ndigit = digits_of(text, digit);
    snprintf(other, sizeof other, "%.*e", ndigit - 1, value);
    digits_of(other, other_digit);
    if (strtod(other, NULL) == value && strcmp(digit, other_digit) != 0) {
        limb_test_fail(__FILE__, __LINE__, "%a is printed as %s, %s is nearer", value, text, other);
    }
    if (ndigit == 1) return;
    // with one digit less: cut, and cut then one up
    const long exponent = strtol(strchr(other, 'e') + 1, NULL, 10) - (ndigit - 2);
    digit[ndigit - 1] = 0;
    const unsigned long long cut = strtoull(digit, NULL, 10);
    for (unsigned long long up = 0; up < 2; up++) {
        snprintf(other, sizeof other, "%s%llue%ld", value < 0 ? "-" : "", cut + up, exponent);
        if (strtod(other, NULL) == value) {
            limb_test_fail(__FILE__, __LINE__, "%s is shorter than %s", other, text);
        }
    }
}

TEST(powers_of_two_and_their_neighbors_are_printed_shortest)
{
    for (int exponent = -1074; exponent <= 1023; exponent++) {
        const double value = ldexp(1, exponent);
        ensure_shortest(value);
        ensure_shortest(-double_of(bits_of(value) + 1));
        if (exponent > -1074) ensure_shortest(double_of(bits_of(value) - 1));
    }
}

TEST(subnormals_and_integers_are_printed_shortest)
{
    for (uint64_t bits = 1; bits < 3000; bits++) {
        ensure_shortest(double_of(bits));
        ensure_shortest((double)bits);
        ensure_shortest((double)bits * 1e15);
    }
    ensure_shortest(DBL_MAX);
    ensure_shortest(DBL_MIN);
}

TEST(random_bits_are_printed_shortest)
{
    limb_test_rng rng = {4};
    for (int i = 0; i < 200000; i++) {
        const double value = double_of(limb_test_next(&rng));
        if (isfinite(value) && value != 0) ensure_shortest(value);
    }
}

TEST(millions_of_values_read_back)
{
    limb_test_rng rng = {5};
    char text[64];
    const char *stop;
    double again;
    for (int i = 0; i < LIMB_TEST_COUNT(2000000); i++) {
        // any bits, and decimals of few digits as files have them
        const double value =
            i % 2 ? double_of(limb_test_next(&rng)) : (double)limb_test_below(&rng, 1 << 30) / 1e6;
        if (!isfinite(value)) continue;
        const size_t size = limb__number_print(text, value);
        limb__number_parse(text, text + size, &again, &stop);
        ENSURE(bits_of(again) == bits_of(value) && stop == text + size);
        if (i % 4 < 2) continue;
        const int written = snprintf(text, sizeof text, "%.17g", value);
        limb__number_parse(text, text + written, &again, &stop);
        ENSURE(bits_of(again) == bits_of(value) && stop == text + written);
    }
}

// the WebAssembly build computes the powers of ten that other builds have in a table
TEST(computed_powers_of_ten_are_those_of_the_table)
{
    for (int k = LIMB__POWER_MIN; k <= LIMB__POWER_MAX; k++) {
        const limb__wide power = limb__power_compute(k);
        const limb__wide expected = limb__power_of_ten[k - LIMB__POWER_MIN];
        ENSURE(power.high == expected.high && power.low == expected.low);
    }
}

TEST(powers_of_ten_and_leading_digits)
{
    for (int k = -330; k <= 310; k++) {
        char text[16];
        const char *stop;
        double expected;
        const int size = snprintf(text, sizeof text, "1e%d", k);
        limb__number_parse(text, text + size, &expected, &stop);
        ENSURE(limb__number_power_of_ten(k) == expected);
        if (k < -322 || k > 308) continue;
        ENSURE_INT(limb__number_exponent(expected), k);
        ENSURE_INT(limb__number_exponent(-nextafter(expected, INFINITY)), k);
        ENSURE_INT(limb__number_exponent(nextafter(expected, 0)), k - 1);
    }
    ENSURE_INT(limb__number_exponent(DBL_MAX), 308);
    ENSURE_INT(limb__number_exponent(0x1p-1074), -324);
    ENSURE_INT(limb__number_exponent(8), 0);
    ENSURE_INT(limb__number_exponent(0.25), -1);
}

TEST(users_get_terminated_texts)
{
    char text[LIMB_NUMBER_SIZE];
    memset(text, 'x', sizeof text);
    ENSURE_INT(limb_number_print(text, -2.2250738585072014e-308), 24);
    ENSURE_TEXT(text, "-2.2250738585072014e-308");
    ENSURE_INT(limb_number_print(text, -INFINITY), 4);
    ENSURE_TEXT(text, "-inf");
    double value = 0;
    ENSURE(limb_number_parse("0.1", &value) && value == 0.1);
    ENSURE(!limb_number_parse("0.1 ", &value) && !limb_number_parse("", &value));
}
