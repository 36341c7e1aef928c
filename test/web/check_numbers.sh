#!/usr/bin/env bash
# What the page computes, edits and compares: numbers beside the command's, edits of the file and what keeps them, ghosts.
set -eu
export LIMB_BUILD=$1 LIMB_SOURCE=$2
cd "$2/test/web"
exec timeout 1500 node --test --test-concurrency=1 --test-reporter=spec numbers_units.test.mjs numbers.test.mjs edit.test.mjs keep.test.mjs compare.test.mjs </dev/null
