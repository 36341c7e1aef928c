#!/usr/bin/env bash
# Tests computing, editing and comparing in the page: numbers against the command's, edits of the file and their storage, ghosts.
set -eu
export LIMB_BUILD=$1 LIMB_SOURCE=$2
cd "$2/test/web"
exec timeout 1500 node --test --test-concurrency=1 --test-reporter=spec numbers_units.test.mjs numbers.test.mjs edit.test.mjs keep.test.mjs compare.test.mjs </dev/null
