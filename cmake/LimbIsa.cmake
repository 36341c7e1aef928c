# Instruction sets: the sources of src/kernels and all *_isa.c are compiled once for each of them, with
# LIMB__ISA as its name; which build runs is chosen when the program starts its work (src/base/isa.h).
#
# limb_instruction_set(NAME PROCESSORS <regex> OPTIONS <flags> NEEDS <features>): one line per set, from
# the smallest to the largest, and an enumerator LIMB_ISA_<NAME> in limb/base.h. NEEDS are the
# processor's features by the names of __builtin_cpu_supports; none: it runs wherever it is built.
file(GLOB limb_isa_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/kernels/*.c ${PROJECT_SOURCE_DIR}/src/*/*_isa.c)
set(limb_isa_list "#define LIMB__ISAS(DO, x)")
set(limb_isa_targets)

macro(limb_instruction_set name)
    cmake_parse_arguments(isa "" PROCESSORS "OPTIONS;NEEDS" ${ARGN})
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "${isa_PROCESSORS}")
        string(TOLOWER ${name} isa_suffix)
        set(isa_has "true")
        foreach(feature IN LISTS isa_NEEDS)
            string(APPEND isa_has " && __builtin_cpu_supports(\"${feature}\")")
        endforeach()
        string(APPEND limb_isa_list " \\\n    DO(x, ${name}, ${isa_suffix}, ${isa_has})")
        add_library(limb_isa_${isa_suffix} OBJECT ${limb_isa_sources})
        target_compile_definitions(limb_isa_${isa_suffix} PRIVATE LIMB__ISA=${isa_suffix})
        target_compile_options(limb_isa_${isa_suffix} PRIVATE ${isa_OPTIONS})
        list(APPEND limb_isa_targets limb_isa_${isa_suffix})
    endif()
endmacro()

# in WebAssembly this is the only set and has vectors of 128 bits: a module with vectors does not load where there are
# none, so a second build could never be chosen
limb_instruction_set(PORTABLE PROCESSORS ".*")
limb_instruction_set(AVX2 PROCESSORS "x86_64|AMD64" OPTIONS -mavx2 -mfma -mbmi -mbmi2 NEEDS avx2 fma bmi bmi2)
# every 64-bit ARM has NEON: what the set adds is fused products, and so its own bits
limb_instruction_set(NEON PROCESSORS "^(aarch64|arm64|ARM64)$" OPTIONS -DLIMB__NEON=1)

file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/limb_isas.h @ONLY
    CONTENT "// The instruction sets of this build; written by cmake/LimbIsa.cmake.\n@limb_isa_list@\n")
