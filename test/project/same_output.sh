#!/usr/bin/env bash
# Checks that two builds of the command print the same bytes: same_output.sh BUILD_A BUILD_B SOURCE.
# tools/run_tests.sh compares gcc without optimization and clang with full optimization.
set -eu
a=$1 b=$2 source=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
compared=0

same() { # arguments of limb
    local status_a=0 status_b=0
    "$a/limb" "$@" >"$folder/a" 2>&1 || status_a=$?
    "$b/limb" "$@" >"$folder/b" 2>&1 || status_b=$?
    [ -s "$folder/a" ] || { echo "limb $*: no output"; exit 1; }
    if [ "$status_a" != "$status_b" ] || ! cmp "$folder/a" "$folder/b"; then
        echo "limb $*: exit $status_a and $status_b"
        diff "$folder/a" "$folder/b" | head -n 20
        exit 1
    fi
    compared=$((compared + 1))
}

for robot in "$source"/examples/*.urdf "$source"/test/cli/files/*.urdf; do
    same check "$robot"
    same check --format json --target urdfdom "$robot"
    same check --format sarif "$robot"
    same show "$robot"
    same show --json "$robot"
    same graph --format svg "$robot"
    same fmt "$robot"
done
for robot in "$source"/examples/*.urdf; do
    same fk "$robot" --random 1 --json
    same dyn "$robot" --random 2 --mass-matrix --json
done
same ik "$source/examples/arm.urdf" --link tool_link --xyz "0.4 0.1 0.3" --json
same sim "$source/examples/arm.urdf" --seconds 0.2 --csv
same mesh "$source/test/cli/files/brick.obj"
for command in "" check show fmt graph convert; do
    same help $command
done
echo "$compared outputs are the same"
[ "$compared" -ge 80 ]
