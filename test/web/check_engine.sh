#!/usr/bin/env bash
# The engine for WebAssembly in Node, beside the native command, and the npm package in Node and Chromium.
set -eu
export LIMB_BUILD=$1 LIMB_SOURCE=$2
[ -e "$2/build-wasm/limb.wasm" ] || { echo "limb.wasm was not built"; exit 1; }
cd "$2/test/web"
exec timeout 1500 node --test --test-concurrency=1 --test-reporter=spec engine.test.mjs package.test.mjs </dev/null
