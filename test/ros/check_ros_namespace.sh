#!/usr/bin/env bash
# Tests the node in separate network namespaces: Foxglove's RTPS client, and a network that disappears and returns.
set -eu
if ! unshare -rn ip link set lo up; then
    echo "SKIPPED: this system gives no network namespaces (unshare -rn)"
    exit 77
fi
export LIMB_BUILD=$1 LIMB_SOURCE=$2
bash "$2/test/ros/modules.sh" "$2/test/ros"
cd "$2/test/ros"
exec timeout 300 node --test --test-concurrency=1 --test-reporter=spec namespace.test.mjs </dev/null
