// Instruction sets: detection, and tables of functions that are compiled once for each set.
//
// The sources of src/numbers/kernels and those named *_isa.c are compiled once per instruction set
// of this build (cmake/LimbIsa.cmake). Each compilation defines one const table of functions. The
// table is chosen once at the start of a job and passed on; no other code detects the processor.
#ifndef LIMB_BASE_ISA_H
#define LIMB_BASE_ISA_H

#include "limb/base.h"

#include <float.h>

// Meshes, pictures and recordings are little-endian, and so are the words in which text is scanned
// eight bytes at a time; both use the machine's byte order.
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "limb needs a little-endian machine"
#endif

// Floats and doubles are rounded to their own size after each operation (16: so is _Float16).
// Wider intermediate results would differ between compilers and between optimizations.
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16
#error "limb needs FLT_EVAL_METHOD 0: on x86 compile with -msse2 -mfpmath=sse"
#endif

// written by CMake: LIMB__ISAS(DO, x) is DO(x, NAME, name, what the processor must have) per set
#include "limb_isas.h"

// Returns the instruction set to use on this processor: the best one for AUTO, else the requested
// one. Returns AUTO if this build or this processor lacks it.
limb_isa limb__isa_choose(limb_isa wanted);

// The name of a table or function for one instruction set: name_portable, name_avx2.
#define LIMB__FOR_ISA(name)            LIMB__ISA_PASTED(name, LIMB__ISA)
#define LIMB__ISA_PASTED(name, isa)    LIMB__ISA_PASTED_IN(name, isa)
#define LIMB__ISA_PASTED_IN(name, isa) name##_##isa

// Declares the tables of a type, one per instruction set, and type_of(isa), which returns the table
// of one set, or the portable one if this build lacks it.
#define LIMB__ISA_TABLES(type)                                                                     \
    LIMB__ISAS(LIMB__ISA_DECLARE, type)                                                            \
    static inline const type *type##_of(limb_isa isa)                                              \
    {                                                                                              \
        LIMB__ISAS(LIMB__ISA_RETURN, type)                                                         \
        return &type##_portable;                                                                   \
    }
#define LIMB__ISA_DECLARE(type, NAME, name, has) extern const type type##_##name;
#define LIMB__ISA_RETURN(type, NAME, name, has)                                                    \
    if (isa == LIMB_ISA_##NAME) return &type##_##name;

// For small functions on values: a call would pass them through memory, and loading a vector as
// numbers right after storing it (or the reverse) stalls the processor.
#ifdef LIMB__SMALL_CODE
#define LIMB__INLINE static inline // for code size: some files of limb.wasm
#else
#define LIMB__INLINE static inline __attribute__((always_inline))
#endif

#endif
