#!/usr/bin/env bash
# Every robot that loads becomes a GLB that Khronos' validator passes, and a picture that shows something.
set -eu
export LIMB_BUILD=$1 LIMB_SOURCE=$2
cd "$2/test/export"
exec timeout 600 node --test --test-reporter=spec glb.test.mjs </dev/null
