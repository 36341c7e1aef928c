#!/usr/bin/env bash
# Tests the node with clients from npm (Foxglove's WebSocket client, MCAP's reader and writer) and with the page.
set -eu
export LIMB_BUILD=$1 LIMB_SOURCE=$2
bash "$2/test/ros/modules.sh" "$2/test/ros"
cd "$2/test/ros"
exec timeout 600 node --test --test-concurrency=1 --test-reporter=spec ros.test.mjs page.test.mjs </dev/null
