#!/usr/bin/env bash
# What every command exits with, and that no command is forgotten.
exec python3 -B "$2/test/cli/check_status.py" "$1" "$2"
