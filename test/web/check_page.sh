#!/usr/bin/env bash
# Tests the page of `limb view` in Chromium with the examples and, if it is present, with robots of the corpus.
set -eu
export LIMB_BUILD=$1 LIMB_SOURCE=$2
cd "$2/test/web"
exec timeout 1500 node --test --test-concurrency=1 --test-reporter=spec page.test.mjs drag.test.mjs offline.test.mjs robots.test.mjs large.test.mjs poses.test.mjs </dev/null
