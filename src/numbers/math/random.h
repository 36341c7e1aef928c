// A small seeded generator (splitmix64, Steele 2014): the same numbers on every machine.
#ifndef LIMB_MATH_RANDOM_H
#define LIMB_MATH_RANDOM_H

#include "limb/base.h"

static inline uint64_t limb__random_next(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// In [0, 1), all multiples of 2^-53 equally likely.
static inline double limb__random_unit(uint64_t *state)
{
    return (double)(limb__random_next(state) >> 11) * 0x1p-53;
}

#endif
