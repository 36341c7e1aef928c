# limb.wasm: the library as one module whose exports are the functions of limb/engine.h, malloc and free.
# It needs no threads and asks its host for files through WASI (web/engine/wasi.ts answers).
# size counts for what is loaded with a page; the kernels keep -O2
target_compile_options(limb_objects PRIVATE -Oz)
# clang 14 joins scalar code to vectors wrongly on this target: limb__matrix_multiply with out = a
foreach(target IN ITEMS limb_objects ${limb_isa_targets})
    target_compile_options(${target} PRIVATE -msimd128 -fno-slp-vectorize -fno-stack-protector -U_FORTIFY_SOURCE)
    target_compile_definitions(${target} PRIVATE LIMB__BASIC_KERNELS)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
endforeach()
# xacro with its expressions adds 55 kB to the 298 kB of the compressed module, which is meant to stay below 300
option(LIMB_WASM_XACRO "Expand xacro files in the engine for WebAssembly" OFF)
if(NOT LIMB_WASM_XACRO)
    target_compile_definitions(limb_objects PRIVATE LIMB__NO_XACRO)
endif()
# collision is asked once per pose: the size of its long loops counts more than their speed
file(GLOB collide_kernels ${PROJECT_SOURCE_DIR}/src/collide/*_isa.c)
set_source_files_properties(${collide_kernels} PROPERTIES COMPILE_OPTIONS -Oz)
file(STRINGS ${PROJECT_SOURCE_DIR}/include/limb/engine.h engine_lines REGEX "limb_engine_[a-z_]+\\(")
set(wasm_exports -Wl,--export=malloc -Wl,--export=free -Wl,--export=limb_version)
foreach(line IN LISTS engine_lines)
    string(REGEX MATCH "limb_engine_[a-z_]+\\(" name "${line}")
    string(REPLACE "(" "" name "${name}")
    list(APPEND wasm_exports -Wl,--export=${name})
endforeach()
list(REMOVE_DUPLICATES wasm_exports)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/limb/engine.h)

add_executable(limb_wasm ${limb_object_files})
set_target_properties(limb_wasm PROPERTIES OUTPUT_NAME limb SUFFIX .wasm LINKER_LANGUAGE C)
# the stack comes first, so that running out of it is a trap and not other data; -O0 is for the link alone: clang would
# run a wasm-opt that happens to be installed, without the features this module uses
target_link_options(limb_wasm PRIVATE -O0 -mexec-model=reactor -Wl,--stack-first -Wl,-z,stack-size=1048576 -Wl,--strip-all
    ${wasm_exports})
# numbers are printed by our own code; only xacro's formats need those of printf
if(NOT LIMB_WASM_XACRO)
    target_link_libraries(limb_wasm PRIVATE c-printscan-no-floating-point)
endif()
target_link_libraries(limb_wasm PRIVATE m)
