// Instruction sets: one probe of the processor, and tables of functions that are compiled once
// for each set.
//
// The sources of src/numbers/kernels and those named *_isa.c are compiled once per instruction set
// that this build has (cmake/LimbIsa.cmake). Each such build defines one const table of functions.
// Whoever starts a job picks the table once and hands it on; nothing else asks the processor.
#ifndef LIMB_BASE_ISA_H
#define LIMB_BASE_ISA_H

#include "limb/base.h"

#include <float.h>

// Meshes, pictures and recordings are little-endian, and so are the words in which text is scanned
// eight bytes at a time; they are read and written as they lie in memory.
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

// The instruction set to use on this processor: the best one when AUTO is wanted, else the one
// wanted. Returns AUTO when this build or this processor lacks it.
limb_isa limb__isa_choose(limb_isa wanted);

// A table or function in the build for one instruction set: name_portable, name_avx2.
#define LIMB__FOR_ISA(name)            LIMB__ISA_PASTED(name, LIMB__ISA)
#define LIMB__ISA_PASTED(name, isa)    LIMB__ISA_PASTED_IN(name, isa)
#define LIMB__ISA_PASTED_IN(name, isa) name##_##isa

// Declares the tables of a type, one per instruction set, and type_of(isa), which returns the table
// of one set; the portable one when this build lacks it.
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

// Small functions on values: a call would send them through memory, where a vector store read back
// as numbers (or the other way round) stalls the processor.
#ifdef LIMB__SMALL_CODE
#define LIMB__INLINE static inline // where size counts more: some files of limb.wasm
#else
#define LIMB__INLINE static inline __attribute__((always_inline))
#endif

#endif
