#!/usr/bin/env bash
# Formats all C and C++ sources and wraps their comments; with --check only says which lines are not formatted.
#
# The layout is that of clang-format 14: other versions lay a few macros and tables out differently. Where it is
# another version (or $CLANG_FORMAT names one), only comments are handled, and --check exits with 77 (not checked).
# Debian 13 has none; pip install clang-format==14.0.6 has it on every system.
set -eu
cd "$(dirname "$0")/.."
mapfile -t files < <(find bench cli examples include python src test tools -name '*.[ch]' -o -name '*.cpp' -o -name '*.hpp' -o -name '*.inc')
[ "${#files[@]}" -gt 0 ]
tool=${CLANG_FORMAT:-clang-format}
version=$("$tool" --version | sed 's/.*version \([0-9]*\).*/\1/')
case "${1:-}" in
--check)
    [ "$version" != 14 ] || "$tool" --dry-run -Werror "${files[@]}"
    python3 -B tools/check_comments.py .
    [ "$version" = 14 ] || { echo "SKIPPED: this is clang-format $version, and the layout is that of 14"; exit 77; } ;;
"")
    if [ "$version" = 14 ]; then "$tool" -i "${files[@]}"; else echo "$0: needs clang-format 14, this is $version" >&2; fi
    python3 -B tools/check_comments.py . --fix
    [ "$version" = 14 ] ;;
*) echo "usage: $0 [--check]" >&2; exit 2 ;;
esac
