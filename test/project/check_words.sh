#!/usr/bin/env bash
# Checks that no retired word is used, and that the check detects one in a message, a comment and an identifier.
set -eu
source=$2
python3 -B "$source/tools/check_words.py" "$source"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$source/src" "$folder"
cat >>"$folder/src/base/version.c" <<'END'
static const char *const limb__word = "the file is mended";
// the end stands here
static int read_behind(void);
enum { MOST_WORDS = 3 };
END
if python3 -B "$source/tools/check_words.py" "$folder" >"$folder/out"; then echo "a retired word passes"; exit 1; fi
for word in mended stands behind MOST_W; do
    grep -q "version.c.*\"$word\" is retired" "$folder/out" || { echo "$word passes"; exit 1; }
done
