#!/usr/bin/env bash
# Checks that no comment is badly wrapped or exceeds column 100. In a copy, both are detected and repaired; with no sources, the check fails.
set -eu
source=$2
check() { python3 -B "$source/tools/check_comments.py" "$@"; }
check "$source"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if check "$folder" >"$folder/out" 2>&1; then echo "a tree without comments passes"; exit 1; fi

mkdir "$folder/src"
cat >"$folder/src/torn.c" <<'END'
// A sentence that a formatter wrapped again, so that a word of its first line, which was too long
// by one,
// is left alone on a line, while the rest of the sentence goes on below it for quite some words.
int torn;
END
cat >"$folder/src/wide.c" <<'END'
// A sentence that nobody wrapped: it goes on well past the column at which every line of this project ends.
int wide;
END
if check "$folder" >"$folder/out"; then echo "torn and wide comments pass"; exit 1; fi
grep -q 'torn.c:2: .*torn' "$folder/out"
grep -q 'wide.c:1: .*column 100' "$folder/out"
words() { tr -d '/\n ' <"$folder/src/torn.c"; }
before=$(words)
check "$folder" --fix
check "$folder"
[ "$(words)" = "$before" ] # only line ends and blanks changed
