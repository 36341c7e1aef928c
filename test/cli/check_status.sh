#!/usr/bin/env bash
# Checks the exit status of every command, and that the table contains every command.
exec python3 -B "$2/test/cli/check_status.py" "$1" "$2"
