#!/usr/bin/env bash
# Checks that the tables of powers of ten match the output of their generator.
set -eu
source=$2
diff <(python3 "$source/tools/make_powers.py") "$source/src/base/powers.c"
diff <(python3 "$source/tools/make_powers.py" --steps) <(grep ', // 1e' "$source/src/base/power_compute.c")
echo "2 passed, 0 failed"
