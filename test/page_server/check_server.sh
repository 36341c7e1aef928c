#!/usr/bin/env bash
# Tests the server of `limb view` over raw sockets.
set -eu
export LIMB_BUILD=$1 LIMB_SOURCE=$2
cd "$2/test/page_server"
exec timeout 120 node --test --test-reporter=spec server.test.mjs save.test.mjs </dev/null
