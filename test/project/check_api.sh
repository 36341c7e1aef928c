#!/usr/bin/env bash
# Checks docs/api.md against the headers, and that the check fails on each kind of mistake planted in a copy.
set -eu
build=$1 source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -B "$source/test/project/api.py" "$source"
mkdir -p "$folder/docs"
cp -r "$source/include" "$source/cli" "$folder"
planted=0
must_fail() { # sed script, words of the message
    sed "$1" "$source/docs/api.md" >"$folder/docs/api.md"
    if python3 -B "$source/test/project/api.py" "$folder" >"$folder/out"; then echo "passes: $1"; exit 1; fi
    grep -q "$2" "$folder/out" || { echo "$1 is not reported as \"$2\":"; cat "$folder/out"; exit 1; }
    planted=$((planted + 1))
}
must_fail 's/^| `ik` | [^|]*|/| `ik` | |/' 'none of them empty'
must_fail '/^| `diff` /d' 'diff has 0 rows'
must_fail 's/^| `diff` /| `compare` /' 'there is no command compare'
must_fail 's/limb_ik_many` | kin/limb_ik_most` | kin/' 'limb_ik_most is not declared in kinematics.h'
must_fail 's/| packages.h |/| resolve.h |/' 'there is no header resolve.h'
must_fail 's/| simulate | \(.*\) dynamics.h |/| simulate | \1 motion.h |/' 'limb_simulate_step is not declared in motion.h'
must_fail 's/| pool.h |/| base.h |/' 'no row names pool.h'
must_fail 's/^| `spheres` .*/| `spheres` | `limb_bvh_none` | shapes.h |/' 'makes none of the calls'
[ "$planted" = 8 ]
