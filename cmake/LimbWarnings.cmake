# One warning list for every target of ours. Contraction of a*b+c is off everywhere: clang fuses by
# default and gcc does not, and results must agree between the two.
function(limb_warnings target)
    target_compile_options(${target} PRIVATE
        -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wdouble-promotion -Wformat=2
        -Wundef -Wvla -Wcast-qual -Wwrite-strings -Wnull-dereference -Wimplicit-fallthrough
        $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition>
        -ffp-contract=off)
    if(LIMB_WERROR)
        target_compile_options(${target} PRIVATE -Werror)
    endif()
endfunction()
