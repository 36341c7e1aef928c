#!/usr/bin/env python3
"""Write powers of ten to standard output: src/base/powers.c, or with --steps the table of src/base/power_compute.c.

Exact integer arithmetic; base/powers.h says what an entry means. A test compares the files with this output.
"""
import sys

FIRST, LAST, STEP = -342, 324, 27


def leading_bits(k, count):
    """floor of 10^k scaled by the power of two that gives it count bits"""
    if k >= 0:
        power = 10**k
        shift = power.bit_length() - count
        return power >> shift if shift > 0 else power << -shift
    power = 10**-k
    # 2^scale / 10^-k lies in [2^(count - 1), 2^count): no power of ten below 1 is a power of two
    scale = count - 1 + power.bit_length()
    return (1 << scale) // power


def words(bits, count):
    return ", ".join(f"0x{bits >> 64 * i & (1 << 64) - 1:016x}u" for i in reversed(range(count)))


if sys.argv[1:] == ["--steps"]:
    for k in range(FIRST // STEP * STEP, LAST + 1, STEP):
        print(f"    {{{words(leading_bits(k, 192), 3)}}}, // 1e{k}")
    sys.exit()

print("// Powers of ten to 128 bits, made by tools/make_powers.py: change it there.")
print('#include "base/powers.h"\n')
print("// clang-format off")
print("const limb__wide limb__power_of_ten[LIMB__POWER_MAX - LIMB__POWER_MIN + 1] = {")
for k in range(FIRST, LAST + 1):
    bits = leading_bits(k, 128)
    assert bits >> 127 == 1
    print(f"    {{{words(bits, 2)}}}, // 1e{k}")
print("};")
