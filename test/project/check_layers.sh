#!/usr/bin/env bash
# tools/check_layers.py passes on the sources, and fails on each kind of violation planted in a copy.
set -eu
build=$1 source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/tree"
cp -r "$source"/{src,include,cli,examples} "$folder/tree"
check() { python3 -B "$source/tools/check_layers.py" "$folder/tree" "$@"; }

check >/dev/null || { echo "the sources themselves fail"; check; exit 1; }
check --calls "$build" >/dev/null || { echo "calls between the rooms fail"; check --calls "$build"; exit 1; }
planted=0
must_fail() { # file, line to add, words of the message
    cp "$folder/tree/$1" "$folder/kept"
    echo "$2" >>"$folder/tree/$1"
    if output=$(check); then echo "$1 may include: $2"; exit 1; fi
    grep -q "$3" <<<"$output" || { echo "$1, $2: $output"; exit 1; }
    cp "$folder/kept" "$folder/tree/$1"
    planted=$((planted + 1))
}
must_fail src/numbers/kinematics/fk.c '#include "limb/robot.h"' 'numbers may not know documents'
must_fail src/numbers/kinematics/fk.c '#include "documents/urdf/read.h"' 'numbers may not know documents'
must_fail src/base/file.c '#include "documents/diag/report.h"' 'base may not know documents'
must_fail "$(cd "$source" && ls src/numbers/*/*.inc | head -n 1)" '#include "documents/xml/xml.h"' 'may not know'
must_fail include/limb/model.h '#include "limb/diag.h"' 'numbers may not know documents'
must_fail src/documents/xml/read.c '#include "documents/urdf/read.h"' 'documents/xml may not know documents/urdf'
must_fail cli/main.c '#include "base/text.h"' 'cli may not know base'
# a call, as the object file of a source that declares the function by itself
mkdir -p "$folder/build/CMakeFiles/limb_objects.dir/src/numbers/math" "$folder/build/CMakeFiles/limb_objects.dir/src/documents/urdf"
echo 'void limb_robot_free(void *robot); void limb__planted(void *robot); void limb__planted(void *robot) { limb_robot_free(robot); }' >"$folder/call.c"
echo 'void limb_robot_free(void *robot); void limb_robot_free(void *robot) { (void)robot; }' >"$folder/called.c"
cc -c "$folder/call.c" -o "$folder/build/CMakeFiles/limb_objects.dir/src/numbers/math/call.c.o"
cc -c "$folder/called.c" -o "$folder/build/CMakeFiles/limb_objects.dir/src/documents/urdf/called.c.o"
if output=$(check --calls "$folder/build"); then echo "numbers/math may call limb_robot_free"; exit 1; fi
grep -q 'numbers may not know documents (calls limb_robot_free)' <<<"$output" || { echo "$output"; exit 1; }
mkdir "$folder/tree/src/attic"
echo 'int limb__attic;' >"$folder/tree/src/attic/attic.c"
! check >/dev/null || { echo "a room that is not in the plan passes"; exit 1; }
rm -r "$folder/tree/src/attic"
rm -r "$folder/tree/src"
mkdir "$folder/tree/src"
! check >/dev/null || { echo "no sources pass"; exit 1; }
echo "$planted violations found"
[ "$planted" = 7 ]
