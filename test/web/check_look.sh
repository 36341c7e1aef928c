#!/usr/bin/env bash
# Tests the appearance of the page: ground, X-ray, placeholders, slow frames, camera motion; fixed frame, views, trails, frames, view files.
set -eu
export LIMB_BUILD=$1 LIMB_SOURCE=$2
cd "$2/test/web"
exec timeout 1500 node --test --test-concurrency=1 --test-reporter=spec look.test.mjs viewing.test.mjs </dev/null
