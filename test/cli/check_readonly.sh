#!/usr/bin/env bash
# Checks that nothing is lost or left half-written if files and folders cannot be written, or disappear while limb
# runs. Root can write everywhere, so the commands run as another user if the test runs as root.
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

# Between reading and writing: the edits come through a pipe, for which limb waits once the robot is read.
work=$folder.work
trap 'chmod -R u+w "$folder" "$work"; rm -rf "$folder" "$folder.limb" "$folder.out" "$work"' EXIT
meanwhile() { # what happens to $work/in/arm.urdf, the exit status that is due
    rm -rf "$work"
    mkdir -p "$work/in"
    cp "$folder/arm.urdf" "$work/in/arm.urdf"
    chmod 644 "$work/in/arm.urdf"
    mkfifo "$work/edits"
    chmod -R a+rwX "$work"
    local status=0
    exec 7<> "$work/edits" # so that neither end waits for the other
    "${as_user[@]}" "$limb" edit "$work/in/arm.urdf" --script - --write < "$work/edits" > "$folder.out" 2>&1 7>&- &
    local end=$((SECONDS + 60))
    until grep -q pipe_read "/proc/$!/wchan"; do
        [ $SECONDS -lt $end ] || { kill $!; echo "FAILED: limb is not seen waiting for its edits" >&2; exit 1; }
        kill -0 $! || { echo "FAILED: limb did not wait for its edits" >&2; cat "$folder.out" >&2; exit 1; }
    done
    eval "$1"
    echo "rename joint elbow knee" >&7
    exec 7>&-
    wait $! || status=$?
    tried=$((tried + 1))
    [ "$status" = "$2" ] || { echo "FAILED: $1: status $status" >&2; cat "$folder.out" >&2; exit 1; }
    [ "$status" = 0 ] || grep -q "in/arm.urdf" "$folder.out" || { echo "FAILED: $1: no file is named" >&2; exit 1; }
}
meanwhile 'rm "$work/in/arm.urdf"' 0
grep -q 'joint name="knee"' "$work/in/arm.urdf" # all of the robot, made anew
[ "$(wc -l < "$work/in/arm.urdf")" = "$(wc -l < "$folder/arm.urdf")" ]
meanwhile 'chmod 444 "$work/in/arm.urdf"; chmod 555 "$work/in"' 3
[ "$(sha256sum < "$work/in/arm.urdf")" = "$before" ]
[ "$(ls -A "$work/in")" = arm.urdf ]
chmod 755 "$work/in"
meanwhile 'rm -r "$work/in"' 3
[ ! -e "$work/in" ]
meanwhile 'rm "$work/in/arm.urdf"; mkdir "$work/in/arm.urdf"' 3
[ "$(ls -A "$work/in")" = arm.urdf ]

# what another program writes meanwhile is not lost
meanwhile 'echo "<!-- theirs -->" >> "$work/in/arm.urdf"' 3
grep -q "cannot write .*/in/arm.urdf: it was changed by another program after it was read" "$folder.out"
[ "$(tail -n 1 "$work/in/arm.urdf")" = "<!-- theirs -->" ]
[ "$(ls -A "$work/in")" = arm.urdf ]
meanwhile '"${as_user[@]}" cp "$work/in/arm.urdf" "$work/in/same"; mv "$work/in/same" "$work/in/arm.urdf"' 0
grep -q 'joint name="knee"' "$work/in/arm.urdf"
[ "$tried" -ge 13 ]
echo "$tried tried"
