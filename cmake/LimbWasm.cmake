# limb.wasm and limb-xacro.wasm: the library as a module whose exports are the functions of limb/bindings.h, malloc and free.
# It needs no threads and asks its host for files through WASI (web/engine/src/wasi.ts answers). Both are links of the same
# objects: xacro with its expressions is a sixth of the compressed size, which a page that shows a URDF need not load.
# size counts for what is loaded with a page
target_compile_options(limb_objects PRIVATE -Oz)
# reading a robot passes through these: -Os takes two thirds of the time of -Oz for 3 kB more, -O2 hardly less for 10 kB
set(reading ${limb_sources})
list(FILTER reading INCLUDE REGEX "/base/(arena|memory|names|number_parse)|/xml/(document|read|read_tag|read_common|xml_scan)[a-z_]*\\.c|/urdf/(read_(joint|link|number|robot|value)|schema)")
list(FILTER reading EXCLUDE REGEX "/xml/(read_end|read_markup|read_prolog)")
set_source_files_properties(${reading} PROPERTIES COMPILE_OPTIONS -Os)
# -flto: the link sees all functions at once, and drops parameters and code that no caller uses: 2 % of the compressed size.
# Each keeps the -O of its file. Calls from one file into another are inlined only where that makes the code smaller
# clang 14 joins scalar code to vectors wrongly on this target: limb__matrix_multiply with out = a (vectorize-slp)
set(wasm_lto -flto -Wl,--lto-O2 -Wl,-mllvm,-vectorize-slp=false -Wl,-mllvm,-inline-threshold=-20 -Wl,-mllvm,-inlinehint-threshold=0)
foreach(target IN ITEMS limb_objects ${limb_isa_targets})
    target_compile_options(${target} PRIVATE -msimd128 -fno-slp-vectorize -fno-stack-protector -U_FORTIFY_SOURCE -flto)
    target_compile_definitions(${target} PRIVATE LIMB__BASIC_KERNELS LIMB__COMPUTE_POWERS)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
endforeach()
# of the kernels only these keep -O2. Collision and dynamics are asked once per pose: the size of their long loops counts more
# than their speed, also without forced inlining, for which forward dynamics takes a quarter more time
set(small_kernels ${limb_isa_sources})
list(FILTER small_kernels EXCLUDE REGEX "/xml/|/kernels/(fk|ik|sincos)\\.c$")
set_source_files_properties(${small_kernels} PROPERTIES COMPILE_OPTIONS -Oz COMPILE_DEFINITIONS LIMB__SMALL_CODE)
foreach(name IN ITEMS fk ik)
    set_source_files_properties(${PROJECT_SOURCE_DIR}/src/numbers/kernels/${name}.c PROPERTIES COMPILE_OPTIONS -Oz)
endforeach()
file(STRINGS ${PROJECT_SOURCE_DIR}/include/limb/bindings.h engine_lines REGEX "limb_engine_[a-z_]+\\(")
set(wasm_exports -Wl,--export=malloc -Wl,--export=free -Wl,--export=limb_version)
foreach(line IN LISTS engine_lines)
    string(REGEX MATCH "limb_engine_[a-z_]+\\(" name "${line}")
    string(REPLACE "(" "" name "${name}")
    list(APPEND wasm_exports -Wl,--export=${name})
endforeach()
list(REMOVE_DUPLICATES wasm_exports)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/limb/bindings.h)

# binaryen's wasm-opt takes 5 % off the compressed size, with one per cent from building the control flow anew
# (--flatten --rereloop), which needs a second pass of -Oz; vectors must be allowed by name. Nothing lies in the lowest kilobyte
# but the end of the stack, so that offsets may be folded into addresses
find_program(WASM_OPT wasm-opt)
if(NOT WASM_OPT)
    message(WARNING "wasm-opt (Debian: binaryen) is missing, so the modules are larger than they need be")
endif()

# limb_module(NAME SOURCE STACK): the library with the source that says what it reads, and a stack of so many bytes
function(limb_module name source stack)
    string(REPLACE "-" "_" target ${name}_wasm)
    add_executable(${target} ${limb_object_files} ${PROJECT_SOURCE_DIR}/src/services/wasm_api/${source})
    limb_warnings(${target})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR}/generated)
    set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} SUFFIX .wasm LINKER_LANGUAGE C C_VISIBILITY_PRESET hidden
        POSITION_INDEPENDENT_CODE OFF)
    target_compile_definitions(${target} PRIVATE LIMB_BUILDING)
    # with at most 2 GiB no address is negative where the host takes it as a signed number;
    # the stack comes first, so that running out of it is a trap and not other data; -O0 is for the link alone: clang would
    # run wasm-opt itself, without the features this module uses
    target_link_options(${target} PRIVATE ${wasm_lto} -O0 -mexec-model=reactor -Wl,--max-memory=2147483648 -Wl,--stack-first -Wl,-z,stack-size=${stack} -Wl,--strip-all
        ${wasm_exports})
    if(WASM_OPT)
        add_custom_command(TARGET ${target} POST_BUILD
            COMMAND ${WASM_OPT} --enable-simd --low-memory-unused --flatten --rereloop -Oz -Oz $<TARGET_FILE:${target}> -o $<TARGET_FILE:${target}>)
    endif()
endfunction()

limb_module(limb engine_urdf.c 1048576)
# numbers are printed by our own code; only xacro's formats need those of printf
target_link_libraries(limb_wasm PRIVATE c-printscan-no-floating-point m)
# macros may call each other a thousand deep, and each call takes up to 2 kB
limb_module(limb-xacro engine_xacro.c 4194304)
target_link_libraries(limb_xacro_wasm PRIVATE m)
