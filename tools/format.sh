#!/usr/bin/env bash
# Formats all C and C++ sources; with --check only says which lines are not.
set -eu
cd "$(dirname "$0")/.."
mapfile -t files < <(find bench cli examples include python src test tools -name '*.[ch]' -o -name '*.cpp' -o -name '*.hpp' -o -name '*.inc')
[ "${#files[@]}" -gt 0 ]
case "${1:-}" in
--check) clang-format --dry-run -Werror "${files[@]}" ;;
"") clang-format -i "${files[@]}" ;;
*) echo "usage: $0 [--check]" >&2; exit 2 ;;
esac
