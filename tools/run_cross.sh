#!/usr/bin/env bash
# Builds for other machines and runs there what can be run here: 64-bit ARM by qemu (unit tests, transcripts), Windows
# by wine, musl. Ends with one line "N passed, N failed". Arguments: the machines, all of them by default.
set -u
cd "$(dirname "$0")/.."
passed=0
failed=0
native=$PWD/build/limb

step() { # name, command...
    local name=$1
    shift
    echo "== $name"
    if "$@"; then passed=$((passed + 1)); else
        echo "FAILED: $name"
        failed=$((failed + 1))
    fi
}

build() { # preset, targets (all when empty), options...
    local preset=$1 targets=$2 folder=build-$1
    shift 2
    mkdir -p "$folder"
    # shellcheck disable=SC2086
    cmake --preset "$preset" "$@" >"$folder/build.log" 2>&1 &&
        cmake --build "$folder" ${targets:+--target $targets} >>"$folder/build.log" 2>&1 && return
    grep -A 12 'FAILED\|error' "$folder/build.log" || tail -n 40 "$folder/build.log"
    return 1
}

# programs of a build as commands of this machine, for tests that run them by name
emulated() { # build folder, emulator
    mkdir -p "$1/emulated/test"
    for program in "$1"/limb "$1"/test/example_*; do
        local name=${program#"$1"/}
        printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$2" "$PWD/$program" >"$1/emulated/$name"
        chmod +x "$1/emulated/$name"
    done
}

arm_tests() {
    # what measures the machine, or takes minutes under emulation, is left to this machine's own tests
    ctest --test-dir build-aarch64 --output-on-failure -j2 -E 'test_(sincos|watch)$'
}

arm_transcripts() {
    emulated build-aarch64 qemu-aarch64
    # terminals and processes are this machine's matter
    local names
    names=$(for file in test/cli/transcripts/*.txt test/examples/transcripts/*.txt; do basename "$file" .txt; done |
        grep -vx 'terminal\|team' | sort -u)
    # shellcheck disable=SC2086
    python3 test/cli/transcripts.py build-aarch64/emulated . $names
}

arm() {
    step "aarch64: build" build aarch64 ""
    step "aarch64: unit tests under qemu" arm_tests
    step "aarch64: transcripts under qemu" arm_transcripts
    step "aarch64: the same output" python3 test/cross/compare.py "$native" qemu-aarch64 "$PWD/build-aarch64/limb" .
    step "aarch64 by clang: build" build aarch64-clang test_determinism -DLIMB_COMMAND=OFF
    step "aarch64 by clang: the same bits" qemu-aarch64 build-aarch64-clang/test/test_determinism
}

windows() {
    export WINEPREFIX=$PWD/build-windows/wine WINEDEBUG=-all
    step "windows: build" build windows limb_command -DLIMB_TESTS=OFF
    step "windows: the same output under wine" python3 test/cross/compare.py "$native" wine "$PWD/build-windows/limb.exe" .
}

musl() {
    step "musl: build" build musl limb_command -DLIMB_TESTS=OFF
    step "musl: the same output" python3 test/cross/compare.py "$native" "" "$PWD/build-musl/limb" .
}

step "this machine: build" cmake --build build --target limb_command
for machine in "${@:-}"; do
    case "$machine" in
    aarch64) arm ;;
    windows | musl) "$machine" ;;
    "") arm; windows; musl ;;
    *) echo "usage: $0 [aarch64|windows|musl]..." >&2; exit 2 ;;
    esac
done

echo
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
