#!/usr/bin/env bash
# Checks that includes and calls between rooms have no cycle, and that the tool detects a planted one. File names must
# be unique, except for a kernel and its caller.
set -eu
build=$1 source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
draw() { python3 -B "$source/tools/draw_rooms.py" "$@"; }

draw "$source" -o "$folder/includes.svg"
draw "$source" --calls "$build" -o "$folder/calls.dot"
grep -q '<text.*>build/check</text>' "$folder/includes.svg"
grep -q '"build/check" -> ' "$folder/calls.dot"

twice=$(cd "$source/src" && find . -name '*.[ch]' -printf '%f\n' | sort | uniq -d)
echo "names of two files: "$twice
[ "$(wc -w <<<"$twice")" -le 10 ] || { echo "too many names are shared"; exit 1; }
for name in $twice; do
    places=$(cd "$source/src" && find . -name "$name" | sort | tr '\n' ' ')
    case "$places" in
    "./numbers/dynamics/$name ./numbers/kernels/$name " | "./numbers/kernels/$name ./numbers/kinematics/$name ") ;;
    *) echo "$name is the name of several files: $places"; exit 1 ;;
    esac
done

mkdir "$folder/tree"
cp -r "$source/src" "$folder/tree"
echo '#include "numbers/kinematics/ik_search.h"' >>"$folder/tree/src/numbers/math/pose.c"
if draw "$folder/tree" >"$folder/out"; then echo "a circle passes"; exit 1; fi
grep -q 'a circle: .*numbers/kinematics -> ' "$folder/out"
