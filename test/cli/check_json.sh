#!/usr/bin/env bash
# Checks that all JSON output of the command starts with its schema, and that docs/json.md describes each schema.
exec python3 -B "$2/test/cli/check_json.py" "$1" "$2"
