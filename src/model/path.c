// Which compiled path this processor can run.
#include "model/model.h"

static bool runs_avx2(void);

limb_path limb__path_choose(limb_path wanted)
{
    if (wanted == LIMB_PATH_PORTABLE) return LIMB_PATH_PORTABLE;
    if (runs_avx2()) return LIMB_PATH_AVX2;
    return wanted == LIMB_PATH_AUTO ? LIMB_PATH_PORTABLE : LIMB_PATH_AUTO;
}

static bool runs_avx2(void)
{
#if defined(LIMB_HAS_AVX2)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return false;
#endif
}
