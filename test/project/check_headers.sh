#!/usr/bin/env bash
# Checks that every public header compiles by itself as C99 and C++11, without warnings from either compiler.
set -eu
source=$2
checked=0
for header in "$source"/include/limb/*.h "$source"/include/limb/*.hpp; do
    grep -q "^// Threads: " "$header" || case "$header" in *.hpp) ;; *) echo "$header: no line \"// Threads: ...\" says what they may share"; exit 1 ;; esac
    line="#include <limb/$(basename "$header")>"
    flags="-I$source/include -pedantic -Wall -Wextra -Wshadow -Wconversion -Werror -fsyntax-only"
    # shellcheck disable=SC2086
    case "$header" in
    *.hpp) compilers=("g++ -std=c++11 -x c++" "clang++ -std=c++11 -x c++" "g++ -std=c++20 -x c++") ;;
    *) compilers=("gcc -std=c99 -x c" "clang -std=c99 -x c" "g++ -std=c++11 -x c++" "clang++ -std=c++11 -x c++") ;;
    esac
    for compiler in "${compilers[@]}"; do
        $compiler $flags - <<<"$line" || { echo "$header: $compiler"; exit 1; }
        checked=$((checked + 1))
    done
done
echo "$checked compilations"
[ "$checked" -ge 40 ]
