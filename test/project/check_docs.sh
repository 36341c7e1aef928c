#!/usr/bin/env bash
# Checks that the documentation is complete: each page is in the index once, each command is in the table of
# docs/command.md once and has a section there, and each room is in the README of its family.
set -eu
build=$1 source=$2
docs=$source/docs
checked=0

for page in "$docs"/*.md "$docs/rules/README.md"; do
    name=${page#"$docs"/}
    [ "$name" != README.md ] || continue
    count=$(grep -c "($name)" "$docs/README.md" || true)
    [ "$count" = 1 ] || { echo "docs/README.md names $name $count times"; exit 1; }
    checked=$((checked + 1))
done

commands=$("$build/limb" help | sed -n 's/^  \([a-z]*\)  .*/\1/p')
for command in $commands; do
    case "$command" in help | completion | version) continue ;; esac
    count=$(grep -c "^|.*\[\`$command\`\](#limb-$command)" "$docs/command.md" || true)
    [ "$count" = 1 ] || { echo "the table of docs/command.md has $command $count times"; exit 1; }
    grep -q "^## limb $command$" "$docs/command.md" || { echo "docs/command.md has no section on $command"; exit 1; }
    checked=$((checked + 1))
done

for room in $(sed -n 's/^room  *\([^ ]*\).*/\1/p' "$source/src/layout.txt"); do
    family=${room%%/*}
    grep -q "^| \`${room##*/}\` |" "$source/src/$family/README.md" || { echo "src/$family/README.md does not describe $room"; exit 1; }
    checked=$((checked + 1))
done
# functions that the pages name are declared
for name in $(grep -ohE '`(LIMB|limb)_[A-Za-z_]*[A-Za-z]' "$docs/api.md" "$docs/coming-from.md" | tr -d '`' | sort -u); do
    grep -rqw "$name" "$source/include/limb" || { echo "docs name $name, which is not declared"; exit 1; }
    checked=$((checked + 1))
done
echo "$checked names documented"
[ "$checked" -gt 50 ]
