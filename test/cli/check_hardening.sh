#!/usr/bin/env bash
# Checks how the command, its modules and the shared library are linked: read-only relocations, immediate binding, no
# executable stack, position-independent; release builds also with stack protector, checked libc calls, landing pads.
set -eu
build=$1
type=$(sed -n 's/^CMAKE_BUILD_TYPE:[A-Z]*=//p' "$build/CMakeCache.txt")
sanitize=$(sed -n 's/^LIMB_SANITIZE:[A-Z]*=//p' "$build/CMakeCache.txt")
checked=0
must() { # file, what, command...
    local file=$1 what=$2
    shift 2
    "$@" >/dev/null || { echo "$file: no $what"; exit 1; }
    checked=$((checked + 1))
}
has() { readelf -W "$1" "$2" | grep -qE "$3"; }
lacks() { ! has "$@"; }

modules=()
if grep -q '^LIMB_MODULES:BOOL=ON' "$build/CMakeCache.txt"; then modules=("$build"/modules/*.so); fi
for file in "$build/limb" "$build/liblimb.so" "${modules[@]}"; do
    must "$file" "RELRO" has -l "$file" 'GNU_RELRO'
    must "$file" "BIND_NOW" has -d "$file" 'BIND_NOW|FLAGS.*NOW'
    must "$file" "position-independent code" has -h "$file" 'Type: +DYN'
    must "$file" "protected stack" lacks -l "$file" 'GNU_STACK.*RWE'
    if [ -z "$sanitize" ] && [ "$type" = Release ]; then
        must "$file" "stack protector" has --dyn-syms "$file" '__stack_chk_fail'
        # the module of Draco has none that could be checked
        [ "${file##*/}" = limb-draco.so ] || must "$file" "checked libc calls" has --dyn-syms "$file" '_chk(@| |$)'
    fi
done
if [ -z "$sanitize" ] && [ "$type" = Release ] && [ "$(uname -m)" = x86_64 ]; then
    must liblimb.a "landing pads" has -n "$build/liblimb.a" 'IBT'
fi
echo "$checked properties"
[ "$checked" -ge 8 ]
