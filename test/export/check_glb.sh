#!/usr/bin/env bash
# Checks that every robot that loads is exported as a GLB that Khronos' validator accepts, and as a non-empty picture.
set -eu
export LIMB_BUILD=$1 LIMB_SOURCE=$2
cd "$2/test/export"
exec timeout 600 node --test --test-reporter=spec glb.test.mjs </dev/null
