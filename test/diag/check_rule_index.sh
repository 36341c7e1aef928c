#!/bin/bash
# Checks that the index of the rules matches the table.
set -eu
python3 "$2/tools/make_rule_index.py" --check "$2"
