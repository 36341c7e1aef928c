#!/usr/bin/env bash
# Files and folders that cannot be written lose nothing, and nothing half-written is left. Root may write everywhere, so
# the commands then run as somebody else.
set -eu
limb=$1/limb
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder" "$folder.out"' EXIT
cp "$2/examples/arm.urdf" "$folder/arm.urdf"
before=$(sha256sum < "$folder/arm.urdf")
chmod 444 "$folder/arm.urdf"
chmod 555 "$folder"
as_user=()
if [ "$(id -u)" = 0 ]; then
    as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    cp "$limb" "$folder.limb"
    limb=$folder.limb
    trap 'chmod -R u+w "$folder"; rm -rf "$folder" "$folder.limb" "$folder.out"' EXIT
    chmod 755 "$limb"
fi

tried=0
refused() { # the arguments of limb; it must fail and leave everything as it was
    tried=$((tried + 1))
    if "${as_user[@]}" "$limb" "$@" > "$folder.out" 2>&1; then
        echo "FAILED: limb $* succeeded" >&2
        exit 1
    elif [ $? != 3 ]; then
        echo "FAILED: limb $* did not say that the system refuses" >&2
        cat "$folder.out" >&2
        exit 1
    fi
    grep -q "arm.urdf\|new.urdf" "$folder.out" || { echo "FAILED: limb $* names no file" >&2; exit 1; }
    [ "$(sha256sum < "$folder/arm.urdf")" = "$before" ] || { echo "FAILED: limb $* changed the file" >&2; exit 1; }
    [ "$(ls -A "$folder")" = arm.urdf ] || { echo "FAILED: limb $* left $(ls -A "$folder")" >&2; exit 1; }
}
refused edit "$folder/arm.urdf" rename joint elbow knee --write
refused edit "$folder/arm.urdf" rename joint elbow knee -o "$folder/new.urdf"
refused edit "$folder/arm.urdf" lump -o "$folder/gone/new.urdf"
refused fmt --write "$folder/arm.urdf"
refused join "$folder/arm.urdf" "$folder/arm.urdf" --at tool_link --prefix b_ -o "$folder/new.urdf"
refused extract "$folder/arm.urdf" --from forearm_link -o "$folder/new.urdf"
refused simplify "$folder/arm.urdf" --collision box -o "$folder/new.urdf"
echo "$tried refused"
