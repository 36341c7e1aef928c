// Number conversion of the C++ library: std::from_chars and std::to_chars.
#include "bench_number.h"

#include <charconv>

void limb_bench_from_chars(void *ctx)
{
    const auto *numbers = static_cast<const limb_bench_numbers *>(ctx);
    double sum = 0;
    for (int i = 0; i < LIMB_BENCH_NUMBERS; i++) {
        double value = 0;
        std::from_chars(numbers->text + numbers->begin[i], numbers->text + numbers->begin[i + 1],
                        value);
        sum += value;
    }
    limb_bench_keep(sum);
}

void limb_bench_to_chars(void *ctx)
{
    const auto *numbers = static_cast<const limb_bench_numbers *>(ctx);
    char text[64];
    long size = 0;
    for (double value : numbers->value)
        size += std::to_chars(text, text + sizeof text, value).ptr - text;
    limb_bench_keep(static_cast<double>(size));
}
