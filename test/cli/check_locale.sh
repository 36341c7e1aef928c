#!/usr/bin/env bash
# Checks that the output is the same in a locale whose decimal separator is a comma, for the command and for the
# library in a program that has set the locale (LIMB_TEST_LOCALE makes the test harness set it).
set -eu
build=$1
source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

localedef -i de_DE -f UTF-8 "$folder/de_DE.UTF-8"
export LOCPATH=$folder
[ "$(LC_ALL=de_DE.UTF-8 printf '%.1f' 1,5)" = 1,5 ] # the locale is in force

checked=0
same() { # arguments of limb
    LC_ALL=C.UTF-8 "$build/limb" "$@" >"$folder/plain" 2>&1 || true
    LC_ALL=de_DE.UTF-8 "$build/limb" "$@" >"$folder/german" 2>&1 || true
    [ -s "$folder/plain" ]
    cmp "$folder/plain" "$folder/german"
    checked=$((checked + 1))
}
for robot in "$source"/examples/*.urdf "$source"/test/cli/files/*.urdf; do
    same check "$robot"
    same check --format json --target urdfdom "$robot"
    same show "$robot"
    same show --json "$robot"
    same graph --format svg "$robot"
    same fmt "$robot"
done

# tests of reading, reporting, editing and writing (test_number has the C library as its judge, which
# follows the locale)
for test in "$build"/test/test_{report,text,tree,xml_errors,patch,edit*,format*,target,glb,graph}; do
    [ -x "$test" ] || continue
    LC_ALL=de_DE.UTF-8 LIMB_TEST_LOCALE=de_DE.UTF-8 "$test" >"$folder/log" 2>&1 || {
        echo "FAILED $(basename "$test")"
        tail -n 20 "$folder/log"
        exit 1
    }
    checked=$((checked + 1))
done
echo "$checked checked"
[ "$checked" -gt 40 ]
