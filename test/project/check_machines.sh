#!/usr/bin/env bash
# Checks that a build for a machine with different byte order or excess precision stops with a one-sentence error.
set -eu
build=$1 source=$2
folders=(-I"$source/include" -I"$source/src" -I"$build/generated")
refused() { # the sentence, options of the compiler...
    local sentence=$1
    shift
    for compiler in gcc clang; do
        local said
        said=$($compiler -std=c17 -w "$@" "${folders[@]}" -fsyntax-only "$source/src/base/isa.c" 2>&1) &&
            { echo "$compiler $*: it compiles"; exit 1; }
        grep -qF "error: \"$sentence\"" <<<"$said" || grep -qF "error: #error \"$sentence\"" <<<"$said" ||
            { echo "$compiler $*: $said"; exit 1; }
        checked=$((checked + 1))
    done
}
checked=0
for compiler in gcc clang; do
    $compiler -std=c17 "${folders[@]}" -fsyntax-only "$source/src/base/isa.c"
done
refused "limb needs a little-endian machine" -U__BYTE_ORDER__ -D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__
refused "limb needs FLT_EVAL_METHOD 0: on x86 compile with -msse2 -mfpmath=sse" -U__FLT_EVAL_METHOD__ -D__FLT_EVAL_METHOD__=2
echo "$checked refused"
