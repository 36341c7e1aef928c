#!/usr/bin/env bash
# Compares the WebAssembly engine in Node with the native command, and tests the npm package in Node and Chromium.
set -eu
export LIMB_BUILD=$1 LIMB_SOURCE=$2
for name in limb limb-xacro; do [ -e "$2/build-wasm/$name.wasm" ] || { echo "$name.wasm was not built"; exit 1; }; done
cd "$2/test/web"
exec timeout 1500 node --test --test-concurrency=1 --test-reporter=spec engine.test.mjs hostile.test.mjs xacro.test.mjs package.test.mjs </dev/null
