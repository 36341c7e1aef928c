#!/usr/bin/env bash
# Every JSON that the command prints says its schema first, and docs/json.md describes it.
exec python3 -B "$2/test/cli/check_json.py" "$1" "$2"
