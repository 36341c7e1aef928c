// Bit operations and wide integers that C17 lacks, by compiler builtins where available.
#ifndef LIMB_BASE_BITS_H
#define LIMB_BASE_BITS_H

#include <stdint.h>

typedef struct limb__wide {
    uint64_t high;
    uint64_t low;
} limb__wide;

// Returns the full product a * b.
static inline limb__wide limb__multiply_wide(uint64_t a, uint64_t b)
{
    limb__wide product;
#if defined(__SIZEOF_INT128__)
    __extension__ typedef unsigned __int128 uint128;
    const uint128 whole = (uint128)a * b;
    product.high = (uint64_t)(whole >> 64);
    product.low = (uint64_t)whole;
#else
    const uint64_t a_high = a >> 32, a_low = (uint32_t)a;
    const uint64_t b_high = b >> 32, b_low = (uint32_t)b;
    const uint64_t low = a_low * b_low;
    const uint64_t cross = a_high * b_low + (low >> 32);
    const uint64_t middle = a_low * b_high + (uint32_t)cross;
    product.high = a_high * b_high + (cross >> 32) + (middle >> 32);
    product.low = (middle << 32) | (uint32_t)low;
#endif
    return product;
}

// The number of zero bits above the highest or below the lowest one; x is not 0.
static inline int limb__leading_zeros(uint64_t x)
{
#if defined(__GNUC__)
    return __builtin_clzll(x);
#else
    int count = 0;
    for (; !(x >> 63); x <<= 1)
        count++;
    return count;
#endif
}

static inline int limb__trailing_zeros(uint64_t x)
{
#if defined(__GNUC__)
    return __builtin_ctzll(x);
#else
    int count = 0;
    for (; !(x & 1); x >>= 1)
        count++;
    return count;
#endif
}

// Loads eight bytes as one word, the first byte lowest on every machine; compiles to a single load.
static inline uint64_t limb__load_eight(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 |
           (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 |
           (uint64_t)b[7] << 56;
}

#endif
