#!/usr/bin/env bash
# No retired word in what users read; the check finds one when it is there.
set -eu
source=$2
python3 -B "$source/tools/check_words.py" "$source"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$source"/{src,cli,include,docs,examples,README.md,CHANGELOG.md} "$folder"
mkdir "$folder/web" "$folder/test"
cp "$source/web/index.html" "$folder/web"
echo 'static const char *const limb__word = "the file is mended";' >>"$folder/src/base/version.c"
if python3 -B "$source/tools/check_words.py" "$folder" >"$folder/out"; then echo "a retired word passes"; exit 1; fi
grep -q 'version.c.*"mended" is retired' "$folder/out"
