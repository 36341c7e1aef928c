# One warning list for every target. Contraction of a*b+c is off everywhere: clang fuses by
# default and gcc does not, and results must agree between the two. The errno of a square root is
# not read; without it the root is one instruction.
function(limb_warnings target)
    target_compile_options(${target} PRIVATE
        -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wformat=2
        -Wundef -Wvla -Wcast-qual -Wwrite-strings -Wnull-dereference -Wimplicit-fallthrough
        $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition>
        # not clang: there INFINITY and NAN, which are floats, would warn
        $<$<C_COMPILER_ID:GNU>:-Wdouble-promotion>
        # named integers are enumerators here, and are as exact in arithmetic as the integers
        $<$<COMPILE_LANG_AND_ID:C,Clang,AppleClang>:-Wno-enum-float-conversion>
        # vectors are passed only between functions that are inlined, so the platform's rule does not apply
        $<$<COMPILE_LANGUAGE:C>:-Wno-psabi>
        # mingw's own printf knows all of C, but its compiler judges by Microsoft's
        $<$<BOOL:${WIN32}>:-Wno-format -Wno-format-extra-args>
        -ffp-contract=off -fno-math-errno)
    # gcc 12 for ARM fails with an internal error where a loop takes the least or largest of numbers by fmin and fmax;
    # the kernels have vectors of their own
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$" AND CMAKE_C_COMPILER_ID STREQUAL GNU AND CMAKE_C_COMPILER_VERSION VERSION_LESS 13)
        target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C>:-fno-tree-loop-vectorize>)
    endif()
    if(LIMB_WERROR)
        target_compile_options(${target} PRIVATE -Werror)
    endif()
endfunction()
