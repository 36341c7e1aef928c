// Detection of the processor's instruction set.
#include "base/isa.h"

static bool runs(limb_isa isa);

limb_isa limb__isa_choose(limb_isa wanted)
{
    if (wanted != LIMB_ISA_AUTO) return runs(wanted) ? wanted : LIMB_ISA_AUTO;
    limb_isa best = LIMB_ISA_PORTABLE;
    // sets are listed from the smallest to the largest
#define LIMB__BEST(unused, NAME, name, has)                                                        \
    if (has) best = LIMB_ISA_##NAME;
    LIMB__ISAS(LIMB__BEST, )
#undef LIMB__BEST
    return best;
}

static bool runs(limb_isa isa)
{
#define LIMB__RUNS(unused, NAME, name, has)                                                        \
    if (isa == LIMB_ISA_##NAME) return has;
    LIMB__ISAS(LIMB__RUNS, )
#undef LIMB__RUNS
    return false;
}
