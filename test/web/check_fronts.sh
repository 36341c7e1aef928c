#!/usr/bin/env bash
# Compares the findings of the command, Python, WebAssembly and the page.
set -eu
export LIMB_BUILD=$1 LIMB_SOURCE=$2
[ -e "$2/build-wasm/limb-xacro.wasm" ] || { echo "limb-xacro.wasm was not built"; exit 1; }
cd "$2/test/web"
exec timeout 800 node --test --test-reporter=spec fronts.test.mjs </dev/null
