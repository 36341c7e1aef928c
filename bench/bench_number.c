// Reading and writing of numbers of the kinds found in robot files.
#include "bench_number.h"

#include "base/number_decimal.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t next(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// of 8 numbers: three zeros or ones, four decimals of 2 to 7 places, one angle of full precision
static void make_typical(limb_bench_numbers *numbers)
{
    uint64_t state = 1;
    char *p = numbers->text;
    for (int i = 0; i < LIMB_BENCH_NUMBERS; i++) {
        const uint64_t kind = next(&state) % 8;
        const double unit = (double)(next(&state) >> 11) * 0x1p-53;
        const int places = (int)(next(&state) % 6) + 2;
        numbers->begin[i] = (int)(p - numbers->text);
        if (kind < 3) {
            p += sprintf(p, "%d ", kind == 0);
        } else if (kind < 7) {
            p += sprintf(p, "%.*f ", places, unit * 4 - 2);
        } else {
            p += sprintf(p, "%.17g ", unit * 6 - 3);
        }
        numbers->value[i] = strtod(numbers->text + numbers->begin[i], NULL);
    }
    numbers->begin[LIMB_BENCH_NUMBERS] = (int)(p - numbers->text);
}

static void make_full_precision(limb_bench_numbers *numbers)
{
    uint64_t state = 2;
    char *p = numbers->text;
    for (int i = 0; i < LIMB_BENCH_NUMBERS; i++) {
        numbers->value[i] = ((double)(next(&state) >> 11) * 0x1p-53 - 0.5) * 3;
        numbers->begin[i] = (int)(p - numbers->text);
        p += sprintf(p, "%.17g ", numbers->value[i]);
    }
    numbers->begin[LIMB_BENCH_NUMBERS] = (int)(p - numbers->text);
}

static void read_ours(void *ctx)
{
    const limb_bench_numbers *numbers = ctx;
    const char *end = numbers->text + numbers->begin[LIMB_BENCH_NUMBERS];
    double sum = 0;
    for (int i = 0; i < LIMB_BENCH_NUMBERS; i++) {
        double value;
        const char *stop;
        limb__number_read(numbers->text + numbers->begin[i], end, &value, &stop);
        sum += value;
    }
    limb_bench_keep(sum);
}

static void read_strtod(void *ctx)
{
    const limb_bench_numbers *numbers = ctx;
    double sum = 0;
    for (int i = 0; i < LIMB_BENCH_NUMBERS; i++)
        sum += strtod(numbers->text + numbers->begin[i], NULL);
    limb_bench_keep(sum);
}

static void write_ours(void *ctx)
{
    const limb_bench_numbers *numbers = ctx;
    char text[LIMB__NUMBER_TEXT_MAX];
    size_t size = 0;
    for (int i = 0; i < LIMB_BENCH_NUMBERS; i++)
        size += limb__number_print(text, numbers->value[i]);
    limb_bench_keep((double)size);
}

static void write_printf(void *ctx)
{
    const limb_bench_numbers *numbers = ctx;
    char text[64];
    int size = 0;
    for (int i = 0; i < LIMB_BENCH_NUMBERS; i++)
        size += snprintf(text, sizeof text, "%.17g", numbers->value[i]);
    limb_bench_keep(size);
}

static void run_all(const char *read_name, const char *write_name, limb_bench_numbers *numbers)
{
    const double n = LIMB_BENCH_NUMBERS;
    limb_bench_run(&(limb_bench_case){read_name, read_ours, "strtod", read_strtod, numbers, n});
    limb_bench_run(&(limb_bench_case){read_name, read_ours, "std::from_chars",
                                      limb_bench_from_chars, numbers, n});
    limb_bench_run(
        &(limb_bench_case){write_name, write_ours, "printf %.17g", write_printf, numbers, n});
    limb_bench_run(&(limb_bench_case){write_name, write_ours, "std::to_chars", limb_bench_to_chars,
                                      numbers, n});
}

BENCH(number, "number")
{
    if (!limb_bench_wanted("number/")) return;
    static limb_bench_numbers numbers;
    make_typical(&numbers);
    run_all("number/read-typical", "number/write-typical", &numbers);
    make_full_precision(&numbers);
    run_all("number/read-17-digits", "number/write-17-digits", &numbers);
}
