#!/usr/bin/env bash
# Names that could command a terminal are made visible by every command.
exec python3 -B "$2/test/cli/check_terminal.py" "$1" "$2"
