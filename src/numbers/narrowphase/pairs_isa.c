// The table of one instruction set.
#include "numbers/narrowphase/pairs.h"

const limb__pairs LIMB__FOR_ISA(limb__pairs) = {
#define LIMB__ENTRY(result, name, arguments) .name = LIMB__FOR_ISA(limb__##name),
    LIMB__PAIR_LIST(LIMB__ENTRY)
#undef LIMB__ENTRY
};
