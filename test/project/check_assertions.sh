#!/usr/bin/env bash
# Checks that every public function asserts its object arguments, and that a missing assertion is detected.
set -eu
source=$2
python3 -B "$source/tools/check_assertions.py" "$source"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$source"/{src,include} "$folder"
sed -i '/^    assert(query);$/d' "$folder/src/numbers/collision/query.c"
if python3 -B "$source/tools/check_assertions.py" "$folder" >"$folder/out"; then echo "a missing one passes"; exit 1; fi
grep -q 'query.c.*limb_collide does not assert' "$folder/out"
