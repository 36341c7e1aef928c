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
        # vectors are passed only between functions that are inlined, so the platform's rule does not apply
        $<$<COMPILE_LANGUAGE:C>:-Wno-psabi>
        # mingw's own printf knows all of C, but its compiler judges by Microsoft's
        $<$<BOOL:${WIN32}>:-Wno-format -Wno-format-extra-args>
        -ffp-contract=off -fno-math-errno)
    if(LIMB_WERROR)
        target_compile_options(${target} PRIVATE -Werror)
    endif()
endfunction()
