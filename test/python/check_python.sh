#!/usr/bin/env bash
# Builds the wheel, installs it into a new environment, and tests it there, as a user would get it.
set -eu
build=$1 source=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --build "$build" --target python_wheel >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
wheel=$(find "$build/python" -name 'limb-*.whl')
[ "$(wc -l <<<"$wheel")" = 1 ] && [ -s "$wheel" ]
# numpy comes from Debian; nothing is fetched
/usr/bin/python3 -m venv --system-site-packages "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-index --no-deps "$wheel"
cd "$folder"
LIMB_SOURCE=$source "$folder/venv/bin/python" "$source/test/python/test_limb.py"
