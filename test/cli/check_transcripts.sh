#!/usr/bin/env bash
# What the command prints, for every transcript and every example in the documents.
exec python3 "$2/test/cli/transcripts.py" "$1" "$2"
