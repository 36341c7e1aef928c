#!/usr/bin/env bash
# Tests the page's parts without a browser, and user input on the page of `limb view` (touch, fields, undo, measuring, motions, files).
set -eu
export LIMB_BUILD=$1 LIMB_SOURCE=$2
cd "$2/test/web"
exec timeout 1500 node --test --test-concurrency=1 --test-reporter=spec units.test.mjs hands.test.mjs files.test.mjs states.test.mjs view.test.mjs </dev/null
