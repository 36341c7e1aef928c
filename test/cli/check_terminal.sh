#!/usr/bin/env bash
# Checks that every command prints names with terminal control characters in visible form.
exec python3 -B "$2/test/cli/check_terminal.py" "$1" "$2"
