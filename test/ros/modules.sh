#!/usr/bin/env bash
# Installs the packages of package-lock.json once; several builds and tests share them.
set -eu
cd "$1"
exec 9>.lock
flock 9
if [ package-lock.json -nt node_modules/.limb ]; then
    npm ci --silent --no-progress --ignore-scripts
    touch node_modules/.limb
fi
