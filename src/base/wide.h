// Which path runs: files *_avx2.c of this room are compiled for machines with AVX2 and the bit
// instructions that came with it.
#ifndef LIMB_BASE_WIDE_H
#define LIMB_BASE_WIDE_H

#include <stdbool.h>

static inline bool limb__mesh_is_wide(void)
{
#ifdef LIMB_HAS_AVX2
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
}

// The function's AVX2 path where wide is true and the path was compiled, else the portable one.
#ifdef LIMB_HAS_AVX2
#define LIMB__MESH_PATH(wide, name) ((wide) ? name##_avx2 : name##_portable)
#else
#define LIMB__MESH_PATH(wide, name) ((void)(wide), name##_portable)
#endif

#endif
