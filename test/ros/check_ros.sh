#!/usr/bin/env bash
# The node against clients from npm: Foxglove's WebSocket and RTPS clients, MCAP's reader and writer.
set -eu
export LIMB_BUILD=$1 LIMB_SOURCE=$2
cd "$2/test/ros"
# several builds share the modules
exec 9>.lock
flock 9
if [ package-lock.json -nt node_modules/.limb ]; then
    npm ci --silent --no-progress --ignore-scripts
    touch node_modules/.limb
fi
flock -u 9
exec 9>&-
exec timeout 600 node --test --test-concurrency=1 --test-force-exit --test-reporter=spec ros.test.mjs page.test.mjs </dev/null
