// Which compiled path this processor can run.
#include "model/model.h"

static bool runs_avx2(void);

limb_isa limb__path_choose(limb_isa wanted)
{
    if (wanted == LIMB_ISA_PORTABLE) return LIMB_ISA_PORTABLE;
    if (runs_avx2()) return LIMB_ISA_AVX2;
    return wanted == LIMB_ISA_AUTO ? LIMB_ISA_PORTABLE : LIMB_ISA_AUTO;
}

static bool runs_avx2(void)
{
#if defined(LIMB_HAS_AVX2)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return false;
#endif
}
