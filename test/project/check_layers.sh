#!/usr/bin/env bash
# tools/check_layers.py passes on the sources, and fails on each kind of violation planted in a copy.
set -eu
source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/tree"
cp -r "$source"/{src,include,cli,examples} "$folder/tree"
check() { python3 -B "$source/tools/check_layers.py" "$folder/tree"; }

check >/dev/null || { echo "the sources themselves fail"; check; exit 1; }
planted=0
must_fail() { # file, line to add, words of the message
    cp "$folder/tree/$1" "$folder/kept"
    echo "$2" >>"$folder/tree/$1"
    if output=$(check); then echo "$1 may include: $2"; exit 1; fi
    grep -q "$3" <<<"$output" || { echo "$1, $2: $output"; exit 1; }
    cp "$folder/kept" "$folder/tree/$1"
    planted=$((planted + 1))
}
must_fail src/kin/fk.c '#include "limb/robot.h"' 'kin may not include urdf'
must_fail src/kin/fk.c '#include "urdf/read.h"' 'kin may not include urdf'
must_fail src/base/file.c '#include "diag/report.h"' 'base may not include diag'
must_fail "$(cd "$source" && ls src/*/*.inc | head -n 1)" '#include "xml/xml.h"' 'may not include xml'
must_fail include/limb/model.h '#include "limb/diag.h"' 'model may not include diag'
must_fail cli/main.c '#include "base/text.h"' 'cli may not include base'
mkdir "$folder/tree/src/attic"
echo 'int limb__attic;' >"$folder/tree/src/attic/attic.c"
! check >/dev/null || { echo "a room that is not in the plan passes"; exit 1; }
rm -r "$folder/tree/src/attic"
rm -r "$folder/tree/src"
mkdir "$folder/tree/src"
! check >/dev/null || { echo "no sources pass"; exit 1; }
echo "$planted violations found"
[ "$planted" = 6 ]
