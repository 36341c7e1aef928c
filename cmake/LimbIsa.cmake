# Instruction sets: the sources of src/numbers/kernels and all *_isa.c are compiled once for each of them (the isa lines of
# src/layout.txt), with LIMB__ISA as its name; which build runs is chosen when the program starts its work (src/base/isa.h).
# Each has an enumerator LIMB_ISA_<NAME> in limb/base.h. In WebAssembly there is only the portable one, with vectors of 128
# bits: a module with vectors does not load where there are none, so a second build could never be chosen.
file(GLOB limb_isa_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/numbers/kernels/*.c ${PROJECT_SOURCE_DIR}/src/*/*/*_isa.c)
option(LIMB_PORTABLE "Build the portable instruction set alone, so that every kernel runs in it" OFF)
set(limb_isa_list "#define LIMB__ISAS(DO, x)")
set(limb_isa_targets)

macro(limb_instruction_set name processors)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "${processors}" AND ("${name}" STREQUAL "PORTABLE" OR NOT LIMB_PORTABLE))
        string(TOLOWER ${name} isa_suffix)
        set(isa_has "true")
        set(isa_options)
        foreach(word IN ITEMS ${ARGN})
            if(word MATCHES "^\\+(.*)")
                string(APPEND isa_has " && __builtin_cpu_supports(\"${CMAKE_MATCH_1}\")")
            else()
                list(APPEND isa_options ${word})
            endif()
        endforeach()
        string(APPEND limb_isa_list " \\\n    DO(x, ${name}, ${isa_suffix}, ${isa_has})")
        add_library(limb_isa_${isa_suffix} OBJECT ${limb_isa_sources})
        target_compile_definitions(limb_isa_${isa_suffix} PRIVATE LIMB__ISA=${isa_suffix})
        target_compile_options(limb_isa_${isa_suffix} PRIVATE ${isa_options})
        list(APPEND limb_isa_targets limb_isa_${isa_suffix})
    endif()
endmacro()

foreach(line IN LISTS limb_layout)
    if(line MATCHES "^isa +(.*)")
        string(REGEX REPLACE " +" ";" isa_words "${CMAKE_MATCH_1}")
        limb_instruction_set(${isa_words})
    endif()
endforeach()

file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/limb_isas.h @ONLY
    CONTENT "// The instruction sets of this build; written by cmake/LimbIsa.cmake.\n@limb_isa_list@\n")
