#!/usr/bin/env bash
# The tables of powers of ten are what their generator makes.
set -eu
source=$2
diff <(python3 "$source/tools/make_powers.py") "$source/src/base/powers.c"
diff <(python3 "$source/tools/make_powers.py" --steps) <(grep ', // 1e' "$source/src/base/power_compute.c")
echo "2 passed, 0 failed"
