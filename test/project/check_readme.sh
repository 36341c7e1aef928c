#!/usr/bin/env bash
# The program and the commands that README.md and docs/start.md show.
exec python3 -B "$2/test/project/readme.py" "$1" "$2"
