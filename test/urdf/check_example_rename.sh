#!/usr/bin/env bash
# The example program renames a link in a copy of the arm, and back: the same bytes.
set -eu
build=$1 source=$2
robot=$(mktemp)
trap 'rm -f "$robot"' EXIT
cp "$source/examples/arm.urdf" "$robot"
link=$(sed -n 's/.*<link name="\([^"]*\)".*/\1/p' "$robot" | head -n 1)
[ -n "$link" ]
"$build/test/example_rename" "$robot" "$link" "a new name"
grep -q '<link name="a new name"' "$robot"
grep -q '<parent link="a new name"' "$robot"
! grep -q "\"$link\"" "$robot"
"$build/test/example_rename" "$robot" "a new name" "$link"
cmp "$robot" "$source/examples/arm.urdf"
! "$build/test/example_rename" "$robot" "no such link" "x" 2>/dev/null
echo "example_rename ok"
