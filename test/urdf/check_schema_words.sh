#!/usr/bin/env bash
# Checks that the perfect hash of URDF's names matches the generator's output for schema.def.
set -eu
source=$2
diff <(python3 "$source/tools/make_words.py") "$source/src/documents/urdf/schema_words.c"
[ "$(grep -c '^    \[' "$source/src/documents/urdf/schema_words.c")" -gt 60 ]
echo "1 passed, 0 failed"
