#!/usr/bin/env bash
# Formats all C and C++ sources and wraps their comments; with --check, only reports lines that need it.
set -eu
cd "$(dirname "$0")/.."
mapfile -t files < <(find bench cli examples include python src test tools -name '*.[ch]' -o -name '*.cpp' -o -name '*.hpp' -o -name '*.inc')
[ "${#files[@]}" -gt 0 ]
case "${1:-}" in
--check) clang-format --dry-run -Werror "${files[@]}" && python3 -B tools/check_comments.py . ;;
"") clang-format -i "${files[@]}" && python3 -B tools/check_comments.py . --fix ;;
*) echo "usage: $0 [--check]" >&2; exit 2 ;;
esac
