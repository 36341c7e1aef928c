#!/usr/bin/env bash
# Whichever allocation fails, a command must either report it and exit with 3, or give the complete answer:
# it must not crash, give an incomplete answer, or blame the arguments. The output of check with status 1 may
# lack a fix or a note, since that status is a failure anyway.
set -eu
build=$1
source=$2
if grep -q '^LIMB_SANITIZE:[A-Z]*=.' "$build/CMakeCache.txt"; then
    echo "a sanitizer has its own allocator"
    exit 0
fi
shim=$build/test/libfailing_memory.so
[ -e "$shim" ] || { echo "not built: $shim"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$source"/test/cli/files/. "$folder"
cp "$source/examples/arm.urdf" "$folder"
cd "$folder"
mkdir team
cp warn.urdf team
printf 'paths:\n- pattern: "*.urdf"\n  rules: {joint-axis-not-unit: error}\n' >team/.limb.yaml
"$build/limb" check warn.urdf --baseline accepted.txt --update-baseline 2>/dev/null

nrun=0
# the rest: a command, whose answer may be in the file "made"
try() {
    rm -f made
    local status=0 whole calls at once
    whole=$(LD_PRELOAD=$shim FAIL_COUNT=count "$build/limb" "$@" 2>/dev/null; echo "$?"; cat made 2>/dev/null || true)
    read -r calls <count
    [ "$calls" -gt 20 ] || { echo "limb $*: only $calls calls"; exit 1; }
    for at in $(seq 8 "$calls"); do # the C library's own come first
        for once in '' 1; do
            rm -f made
            status=0
            env LD_PRELOAD="$shim" FAIL_AT="$at" ${once:+FAIL_ONCE=1} "$build/limb" "$@" >out 2>err || status=$?
            nrun=$((nrun + 1))
            [ "$status" = 3 ] && { [ -s err ] || grep -q error out || { echo "limb $*: call $at: no message"; exit 1; }; } && continue
            [ "$status" = 1 ] && [ "$1" = check ] && [ -s out ] && continue
            [ "$(cat out; echo "$status"; cat made 2>/dev/null || true)" = "$whole" ] && continue
            echo "limb $*: call $at of $calls${once:+, once}: status $status"
            cat out err
            exit 1
        done
    done
}
try check warn.urdf --baseline accepted.txt
try check team/warn.urdf
try check meshes.urdf absent_mesh.urdf
try check warn.urdf --baseline made --update-baseline
try show --why package://nowhere/a.stl meshes.urdf
try diff arm.urdf gripper.urdf
try edit gripper.urdf rename link palm hand -o made
try inertia weigh.urdf
try fk gripper.urdf --link left --jacobian
try fk gripper.urdf --link left --jacobian --json
echo "$nrun runs"
