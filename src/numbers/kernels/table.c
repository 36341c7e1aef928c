// The table of one instruction set.
#include "numbers/kernels/kernels.h"

const limb__kernels LIMB__FOR_ISA(limb__kernels) = {
#define LIMB__ENTRY(result, name, arguments) .name = LIMB__FOR_ISA(limb__##name),
    LIMB__KERNEL_BASIC(LIMB__ENTRY)
#ifndef LIMB__BASIC_KERNELS
        LIMB__KERNEL_MORE(LIMB__ENTRY)
#endif
#undef LIMB__ENTRY
};
