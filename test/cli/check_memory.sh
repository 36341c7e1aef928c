#!/usr/bin/env bash
# Checks that limb check never passes a broken robot under any memory limit: it exits with 1 and findings, or
# with 3 (127 if the program could not be loaded), never with 0, and never crashes.
set -eu
build=$1
if grep -q '^LIMB_SANITIZE:[A-Z]*=.' "$build/CMakeCache.txt"; then
    echo "a sanitizer needs its own address space"
    exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
awk 'BEGIN { print "<robot name=\"r\">"; for (i = 0; i < 4000; i++) printf "<link name=\"l%d\"/><joint name=\"j%d\" type=\"revolve\"><parent link=\"l0\"/><child link=\"none\"/></joint>\n", i, i % 7; print "</robot>" }' >"$folder/broken.urdf"
# from the least that the program can be loaded with
least=2000
until bash -c "ulimit -v $least && $build/limb version" >/dev/null 2>&1; do least=$((least + 500)); done
ran=0 failed=0 found=0
for limit in $(seq $least 250 $((least + 12000))) 60000 120000; do # kB
    status=0
    output=$( (ulimit -v "$limit" && "$build/limb" check "$folder/broken.urdf") 2>/dev/null) || status=$?
    case "$status" in
    1)
        [ -n "$output" ] || { echo "$limit kB: status 1 without a finding"; exit 1; }
        found=$((found + 1))
        ;;
    3 | 127) failed=$((failed + 1)) ;;
    *) echo "$limit kB: status $status"; exit 1 ;;
    esac
    ran=$((ran + 1))
done
echo "$ran limits: $found with findings, $failed without memory"
[ "$found" -gt 3 ] && [ "$failed" -gt 3 ]
