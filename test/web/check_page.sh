#!/usr/bin/env bash
# The page of `limb view` in Chromium: our examples, and robots of the corpus where it is.
set -eu
export LIMB_BUILD=$1 LIMB_SOURCE=$2
cd "$2/test/web"
exec timeout 1500 node --test --test-concurrency=1 --test-reporter=spec page.test.mjs drag.test.mjs offline.test.mjs robots.test.mjs large.test.mjs poses.test.mjs </dev/null
