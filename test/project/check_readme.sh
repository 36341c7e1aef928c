#!/usr/bin/env bash
# Runs the program and the commands in README.md and docs/start.md.
exec python3 -B "$2/test/project/readme.py" "$1" "$2"
