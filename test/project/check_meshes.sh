#!/usr/bin/env bash
# Checks that the meshes and the texture of examples/ equal the output of tools/make_meshes byte for byte, and are small.
set -eu
build=$1 source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

mkdir "$folder/meshes" "$folder/textures"
"$build/make_meshes" "$folder"
for part in meshes textures; do
    diff -rq "$source/examples/$part" "$folder/$part" || {
        echo "examples/$part differs from what the program makes: cmake --build $build --target example_meshes"
        exit 1
    }
done
size=$(cat "$folder"/*/* | wc -c)
echo "$(ls "$folder"/*/* | wc -l) files, $size bytes"
[ "$size" -gt 100000 ] && [ "$size" -lt 400000 ]
