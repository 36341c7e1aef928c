#!/usr/bin/env bash
# The example programs of motion, run on our own robots.
set -eu
build=$1
source=$2

# the loop brings every joint to rest
"$build/test/example_control_loop" "$source/examples/arm.urdf" 2> /dev/null | tee /dev/stderr |
    awk '{ n++; if ($2 > 0.01 || $2 < -0.01) bad = 1 } END { exit bad || n < 7 }'

# nothing asks for memory after the start
"$build/test/example_embedded" "$source/examples/arm.urdf" 2>&1 > /dev/null | grep "running: 0 bytes"
