#!/usr/bin/env bash
# Checks which libraries the command loads: check maps only libc, libm and libyaml; other commands also map their own
# module. Modules are loaded only from their own folder, regardless of the current folder and the environment. A
# module that is missing, of another version or owned by another user causes a message and exit status 3.
set -eu
build=$1 source=$2
limb=$build/limb
if ! grep -q '^LIMB_MODULES:BOOL=ON' "$build/CMakeCache.txt"; then
    echo "this build links everything (LIMB_MODULES=OFF)"
    exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
robot=$source/examples/arm.urdf
checked=0

fail() { echo "FAILED: $*" >&2; exit 1; }
mapped() { # the shared objects that a run of limb maps, by name without version
    LD_DEBUG=files LD_DEBUG_OUTPUT="$folder/debug" "$limb" "$@" > "$folder/out" 2>&1 || true
    cat "$folder"/debug.* | sed -n 's|.*file=\([^ ]*\) \[0\];  generating link map.*|\1|p' | sed 's|.*/||; s|\.so.*||' | sort -u
    rm "$folder"/debug.*
}

# what every program has, and what sanitizers need
usual='libc|libm|libyaml-0|ld-linux.*|linux-vdso'
[ -z "$(sed -n 's/^LIMB_SANITIZE:[A-Z]*=//p' "$build/CMakeCache.txt")" ] || usual+='|libgcc_s|libstdc[+][+]|libdl|librt|libpthread|libresolv|lib[atu][a-z]*san'
for command in "check $robot" "fk $robot" "fmt $robot" "--version"; do
    # shellcheck disable=SC2086
    found=$(mapped $command)
    grep -qx libc <<< "$found" || fail "limb $command: no list of shared objects: $found"
    ! grep -vxE "$usual" <<< "$found" || fail "limb $command maps these too"
    checked=$((checked + 1))
done

module_of() { # the module, then the arguments of a command that needs it and no other
    local module=$1 found
    shift
    found=$(mapped "$@" | grep '^limb-' || true)
    [ "$found" = "$module" ] || { cat "$folder/out"; fail "limb $* maps \"$found\", not $module"; }
    checked=$((checked + 1))
}
needs=()
if [ -e "$build/modules/limb-render.so" ]; then
    module_of limb-render render "$robot" -o "$folder/arm.png" --size 64x48
    [ -s "$folder/arm.png" ]
    needs+=("limb-render.so render $robot -o $folder/none.png")
fi
if [ -e "$build/modules/limb-serve.so" ]; then
    module_of limb-serve view "$robot" --html "$folder/arm.html"
    [ -s "$folder/arm.html" ]
    needs+=("limb-serve.so view $robot --html $folder/none.html")
fi
if [ -e "$build/modules/limb-ros.so" ]; then
    module_of limb-ros play "$folder/no.mcap"
    needs+=("limb-ros.so publish $robot --duration 0.1")
fi
if [ -e "$build/modules/limb-draco.so" ]; then
    # a triangle whose bytes no decoder takes
    python3 - "$folder" <<'END'
import json, struct, sys
text = json.dumps({
    "asset": {"version": "2.0"}, "extensionsUsed": ["KHR_draco_mesh_compression"], "extensionsRequired": ["KHR_draco_mesh_compression"],
    "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1,
                                "extensions": {"KHR_draco_mesh_compression": {"bufferView": 0, "attributes": {"POSITION": 0}}}}]}],
    "accessors": [{"componentType": 5126, "count": 3, "type": "VEC3"}, {"componentType": 5125, "count": 3, "type": "SCALAR"}],
    "bufferViews": [{"buffer": 0, "byteLength": 16}], "buffers": [{"byteLength": 16}]}).encode()
text += b" " * (-len(text) % 4)
with open(sys.argv[1] + "/draco.glb", "wb") as out:
    out.write(struct.pack("<4sIIII", b"glTF", 2, 12 + 8 + len(text) + 8 + 16, len(text), 0x4E4F534A) + text
              + struct.pack("<II", 16, 0x004E4942) + b"no draco at all!")
with open(sys.argv[1] + "/draco.urdf", "w") as out:
    out.write('<robot name="r"><link name="a"><visual><geometry><mesh filename="draco.glb"/></geometry></visual></link></robot>\n')
END
    module_of limb-draco mesh "$folder/draco.glb"
    grep -q "Draco data cannot be decoded" "$folder/out" || { cat "$folder/out"; fail "Draco said nothing"; }
    needs+=("limb-draco.so mesh $folder/draco.glb" "limb-draco.so check $folder/draco.urdf")
fi
[ ${#needs[@]} -ge 1 ] || fail "no module was built"

# a copy of the command alone: what a module is not needed for works, the rest says what is missing
mkdir -p "$folder/bin" "$folder/decoy/modules"
cp "$limb" "$folder/bin/limb"
cp "$build"/modules/*.so "$folder/decoy/modules"
cp "$build"/modules/*.so "$folder/decoy"
limb=$folder/bin/limb
"$limb" check "$robot" > "$folder/out"
refused() { # a text that is due, then the command
    local due=$1 status=0
    shift
    (cd "$folder/decoy" && LD_LIBRARY_PATH="$folder/decoy" PATH="$folder/decoy:$PATH" "$limb" "$@") > "$folder/out" 2>&1 || status=$?
    [ $status = 3 ] || { cat "$folder/out"; fail "limb $*: exit status $status, not 3"; }
    grep -q "$due" "$folder/out" || { cat "$folder/out"; fail "limb $* does not say \"$due\""; }
    checked=$((checked + 1))
}
for need in "${needs[@]}"; do
    # shellcheck disable=SC2086
    refused "${need%% *} is missing: it belongs in $folder" ${need#* }
done

# a module beside the copy that is not fit
read -r file rest <<< "${needs[0]}"
mkdir "$folder/bin/modules"
echo 'const char *limb_version(void); const char *limb_version(void) { return "0.0.0"; }' > "$folder/other.c"
cc -shared -fPIC -o "$folder/bin/modules/$file" "$folder/other.c"
# shellcheck disable=SC2086
refused "$file cannot be loaded: it has another version: 0.0.0" $rest
echo "no shared object" > "$folder/bin/modules/$file"
# shellcheck disable=SC2086
refused "$file cannot be loaded: .*invalid ELF header\|$file cannot be loaded: .*short" $rest
if [ "$(id -u)" = 0 ]; then # only root can make a file of another user
    cp "$build/modules/$file" "$folder/bin/modules/$file"
    chown 65534 "$folder/bin/modules/$file"
    # shellcheck disable=SC2086
    refused "$file is not loaded: it does not belong to the owner of the command" $rest
fi
echo "$checked runs"
