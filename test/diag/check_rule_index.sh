#!/bin/bash
# The index of the rules is what the table gives.
set -eu
python3 "$2/tools/make_rule_index.py" --check "$2"
