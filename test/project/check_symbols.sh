#!/usr/bin/env bash
# Checks that the shared library exports exactly the functions that the public headers declare, that all global names
# of the static library have limb's prefix, and that every function has a tested caller.
set -eu
build=$1 source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

nm -D --defined-only "$build/liblimb.so" | awk '{ print $3 }' | sort >"$folder/exported"
for header in "$source"/include/limb/*.h; do
    case "$header" in */render.h | */draco.h | */yaml.h | */view.h | */ros.h) continue ;; esac # of the command's own libraries
    grep -v '^#' "$header" | tr '\n' ' ' | grep -o 'LIMB_API[^;(]*(' | sed 's/ *($//; s/.*[ *]//'
done | sort -u >"$folder/declared"
diff "$folder/declared" "$folder/exported" || { echo "< declared, > exported: they differ"; exit 1; }
if grep -v '^limb_[a-z]' "$folder/exported"; then echo "exported, but not limb_*"; exit 1; fi

foreign=$(nm --defined-only --extern-only "$build/liblimb.a" 2>/dev/null | awk 'NF == 3 { print $3 }' | grep -v '^limb_' || true)
[ -z "$foreign" ] || { echo "global names without the prefix: $foreign"; exit 1; }
# each is called by a test, or by the command, whose output is tested
cat "$source"/test/*/*.c "$source"/test/*/*.cpp "$source"/test/*/*.h "$source"/examples/c/*.c "$source"/cli/*/*.c "$source"/cli/commands/*/*.c |
    grep -ow 'limb_[a-z0-9_]*' | sort -u >"$folder/called"
untested=$(comm -23 "$folder/declared" "$folder/called")
[ -z "$untested" ] || { echo "no test calls $untested"; exit 1; }

# it needs the C library, nothing else
needed=$(readelf -d "$build/liblimb.so" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
grep -q '^libc\.' <<<"$needed" || { echo "no needed libraries found"; exit 1; }
others=$(grep -v '^\(libc\|libm\|ld-linux[a-z0-9-]*\)\.' <<<"$needed" || true)
[ -z "$others" ] || { echo "liblimb.so needs $others"; exit 1; }

echo "$(wc -l <"$folder/exported") symbols"
[ "$(wc -l <"$folder/exported")" -gt 100 ]
