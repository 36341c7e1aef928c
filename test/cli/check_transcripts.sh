#!/usr/bin/env bash
# Compares the output of the command with every transcript and every example in the documentation.
exec python3 "$2/test/cli/transcripts.py" "$1" "$2"
