#!/usr/bin/env bash
# The engine for WebAssembly in Node, beside the native command.
set -eu
export LIMB_BUILD=$1 LIMB_SOURCE=$2
[ -e "$2/build-wasm/limb.wasm" ] || { echo "limb.wasm was not built"; exit 1; }
exec timeout 600 node --test --test-reporter=spec "$2/test/web/engine.test.mjs" </dev/null
