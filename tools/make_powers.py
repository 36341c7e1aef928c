#!/usr/bin/env python3
"""Write src/base/powers.c, the table of powers of ten, to standard output.

Exact integer arithmetic; base/powers.h says what an entry means. A test compares the file with this output.
"""
FIRST, LAST = -342, 324


def leading_bits(k):
    """floor of 10^k scaled by the power of two that gives it 128 bits"""
    if k >= 0:
        power = 10**k
        shift = power.bit_length() - 128
        return power >> shift if shift > 0 else power << -shift
    power = 10**-k
    scale = 127 + power.bit_length()  # 2^scale / 10^-k lies in [2^127, 2^128): no power of ten below 1 is a power of two
    return (1 << scale) // power


print("// Powers of ten to 128 bits, made by tools/make_powers.py: change it there.")
print('#include "base/powers.h"\n')
print("// clang-format off")
print("const limb__wide limb__power_of_ten[LIMB__POWER_MAX - LIMB__POWER_MIN + 1] = {")
for k in range(FIRST, LAST + 1):
    bits = leading_bits(k)
    assert bits >> 127 == 1
    print(f"    {{0x{bits >> 64:016x}u, 0x{bits & (1 << 64) - 1:016x}u}}, // 1e{k}")
print("};")
