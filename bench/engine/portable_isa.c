// In place of the library's own choice (src/base/isa.c is left out of the link, since this defines
// its only function): the portable instruction set also for reading, so that limb-bench-engine
// measures what limb.wasm is compared with.
#include "base/isa.h"

limb_isa limb__isa_choose(limb_isa wanted)
{
    (void)wanted;
    return LIMB_ISA_PORTABLE;
}
