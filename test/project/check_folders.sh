#!/usr/bin/env bash
# Checks that no source folder has too many files for a reader to keep track of.
set -eu
build=$1 source=$2

count_folders() { # top folder, most files
    local folder count checked=0
    while read -r folder; do
        count=$(find "$folder" -maxdepth 1 -type f ! -name README.md | wc -l)
        [ "$count" -le "$2" ] || { echo "$folder has $count files, more than $2"; return 1; }
        checked=$((checked + 1))
    done < <(find "$1" -type d)
    [ "$checked" -ge 6 ] || { echo "$1 has only $checked folders"; return 1; }
}

count_folders "$source/src" 40
count_folders "$source/cli" 25
count_folders "$source/web/src" 25

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"/{a,b,c,d,e,f}
touch "$folder"/f/{1..26}
count_folders "$folder" 26
if count_folders "$folder" 25 >/dev/null; then echo "a folder of 26 files passes"; exit 1; fi
