#!/usr/bin/env bash
# Rooms neither include nor call each other in a circle, none has more than 40 files, and the tool that
# checks it finds a circle when there is one.
set -eu
build=$1 source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
draw() { python3 -B "$source/tools/draw_rooms.py" "$@"; }

draw "$source" -o "$folder/includes.svg"
draw "$source" --calls "$build" -o "$folder/calls.dot"
grep -q '<text.*>compile</text>' "$folder/includes.svg"
grep -q '"compile" -> ' "$folder/calls.dot"

rooms=0
for room in "$source"/src/*/; do
    count=$(find "$room" -type f | wc -l)
    [ "$count" -le 40 ] || { echo "$room has $count files, more than 40"; exit 1; }
    rooms=$((rooms + 1))
done
[ "$rooms" -ge 20 ]

mkdir "$folder/tree"
cp -r "$source/src" "$folder/tree"
echo '#include "kin/kin.h"' >>"$folder/tree/src/math/pose.c"
if draw "$folder/tree" >"$folder/out"; then echo "a circle passes"; exit 1; fi
grep -q 'a circle: .*kin -> ' "$folder/out"
