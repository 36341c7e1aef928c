#!/usr/bin/env bash
# Builds for other machines and runs there what can be run here: 64-bit ARM by qemu (unit tests, transcripts), Windows
# by wine, musl; s390x, which is big-endian, must be refused. And the command without other libraries here, by MemorySanitizer
# and, with portable kernels alone, by valgrind. Ends with one line "N passed, N failed", which counts builds, tests and commands; a step that ran
# nothing has failed. Arguments: the machines, all of them by default. What a step printed is in its build folder.
set -u
cd "$(dirname "$0")/.."
passed=0
failed=0
native=$PWD/build/limb

count() { # passed, failed
    passed=$((passed + $1))
    failed=$((failed + $2))
}

build() { # preset, targets (all when empty), options...
    local preset=$1 targets=$2 folder=build-$1
    shift 2
    echo "== $preset: build"
    mkdir -p "$folder"
    # shellcheck disable=SC2086
    if cmake --preset "$preset" "$@" >"$folder/build.log" 2>&1 &&
        cmake --build "$folder" ${targets:+--target $targets} >>"$folder/build.log" 2>&1; then
        count 1 0
        return
    fi
    grep -A 12 'FAILED\|error' "$folder/build.log" || tail -n 40 "$folder/build.log"
    echo "FAILED: $preset: build"
    count 0 1
    return 1
}

# Runs a command that ends with the line "N commands, N differ" or "N passed, N failed", and counts both.
step() { # name, log, command...
    local name=$1 log=$2 line ran bad
    shift 2
    echo "== $name"
    "$@" >"$log" 2>&1
    local status=$?
    line=$(tail -n 1 "$log")
    ran=$(sed -n 's/^\([0-9]*\) [a-z]*, \([0-9]*\) [a-z ]*$/\1/p' <<<"$line")
    bad=$(sed -n 's/^\([0-9]*\) [a-z]*, \([0-9]*\) [a-z ]*$/\2/p' <<<"$line")
    if [ "${ran:-0}" = 0 ] || { [ $status != 0 ] && [ "$bad" = 0 ]; }; then
        tail -n 40 "$log"
        echo "FAILED: $name: it ran nothing, or ended with status $status"
        count 0 1
        return
    fi
    [ "$bad" = 0 ] || grep -v '^ *Start \|Passed' "$log" | tail -n 200
    echo "   $line"
    case "$line" in *passed*) ;; *) ran=$((ran - bad)) ;; esac
    count "$ran" "$bad"
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
    local log=build-aarch64/tests.log
    ctest --test-dir build-aarch64 --output-on-failure --no-tests=error -j2 -E 'test_(sincos|watch|mesh_bound)$' | tee "$log"
    sed -n 's/.* tests passed, \([0-9]*\) tests failed out of \([0-9]*\)$/\2 tests, \1 failed/p' "$log"
}

arm_transcripts() {
    emulated build-aarch64 qemu-aarch64
    # terminals and processes are this machine's matter
    local names
    names=$(for file in test/cli/transcripts/*.txt test/examples/transcripts/*.txt; do basename "$file" .txt; done |
        grep -vx 'terminal\|team' | sort -u)
    rm -rf build-aarch64/transcripts
    mkdir -p build-aarch64/transcripts
    # shellcheck disable=SC2016
    xargs -P 2 -I NAME sh -c 'python3 test/cli/transcripts.py build-aarch64/emulated . --seconds=900 NAME \
        >build-aarch64/transcripts/NAME.out 2>&1' <<<"$names"
    cat build-aarch64/transcripts/*.out
    # a file whose run broke off has no such line, and counts as one that differs
    awk -v nfile="$(wc -l <<<"$names")" '
        /^[0-9]+ commands, [0-9]+ files differ$/ { ncommand += $1; ndiffer += $3; nfile-- }
        END { print ncommand + 0 " commands, " ndiffer + nfile " differ" }' build-aarch64/transcripts/*.out
}

aarch64() {
    if build aarch64 ""; then
        step "aarch64: unit tests under qemu" build-aarch64/tests.out arm_tests
        step "aarch64: transcripts under qemu" build-aarch64/transcripts.out arm_transcripts
        step "aarch64: the same output as here" build-aarch64/compare.out \
            python3 test/cross/compare.py "$native" qemu-aarch64 "$PWD/build-aarch64/limb" .
    fi
    if build aarch64-clang test_determinism -DLIMB_COMMAND=OFF; then
        step "aarch64 by clang: the same bits" build-aarch64-clang/bits.out \
            qemu-aarch64 build-aarch64-clang/test/test_determinism
    fi
}

windows() {
    export WINEPREFIX=$PWD/build-windows/wine WINEDEBUG=-all
    build windows limb_command -DLIMB_TESTS=OFF || return
    step "windows: the same output under wine" build-windows/compare.out \
        python3 test/cross/compare.py "$native" wine "$PWD/build-windows/limb.exe" .
}

musl() {
    build musl limb_command -DLIMB_TESTS=OFF || return
    step "musl: the same output" build-musl/compare.out python3 test/cross/compare.py "$native" "" "$PWD/build-musl/limb" .
}

msan() {
    build msan limb_command || return
    step "MemorySanitizer: the same output" build-msan/compare.out \
        python3 test/cross/compare.py "$native" "" "$PWD/build-msan/limb" .
}

portable() {
    build portable limb_command || return
    step "portable kernels under valgrind: the same output" build-portable/compare.out \
        python3 test/cross/compare.py "$native" "valgrind -q --error-exitcode=99 --leak-check=full" "$PWD/build-portable/limb" .
}

s390x() {
    echo "== s390x: refused"
    mkdir -p build-s390x
    local log=build-s390x/refused.out
    if ! s390x-linux-gnu-gcc -std=c17 -Iinclude -Isrc -Ibuild/generated -fsyntax-only src/base/isa.c >"$log" 2>&1 &&
        grep -qF '#error "limb needs a little-endian machine"' "$log"; then
        count 1 0
        return
    fi
    cat "$log"
    echo "FAILED: s390x: it is not refused by that sentence"
    count 0 1
}

[ $# -gt 0 ] || set -- aarch64 windows musl s390x msan portable
for machine in "$@"; do
    case "$machine" in
    aarch64 | windows | musl | s390x | msan | portable) ;;
    *) echo "usage: $0 [aarch64|windows|musl|s390x|msan|portable]..." >&2; exit 2 ;;
    esac
done
echo "== this machine: build"
if cmake --build build --target limb_command; then
    for machine in "$@"; do "$machine"; done
else
    count 0 1
fi

echo
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
