#!/usr/bin/env bash
# Every check there is: formatting, layers, both compilers with warnings as errors, sanitizers, fuzzing for
# seconds; with `check` those for daily work, with `oracles` comparisons with large programs of others. Ends with one line "N passed, N failed" over all of them; tests that cannot run here are named above it.
#
# gcc without optimization runs everything; clang with all optimization and the sanitizers leave out what
# they cannot change: comparisons with other libraries (label peer), what is installed (project, python), the
# page in a browser (web).
set -u
cd "$(dirname "$0")/.."
passed=0
failed=0
skipped=""
judged=""

step() { # name, command...
    local name=$1
    shift
    local status=0 said
    echo "== $name"
    said=$("$@" 2>&1) || status=$?
    printf '%s\n' "$said"
    case $status in
    0) passed=$((passed + 1)) ;;
    77) skipped+="SKIPPED: $name: $(sed -n 's/^SKIPPED: //p' <<<"$said")"$'\n' ;; # it could not be checked here
    *)
        echo "FAILED: $name"
        failed=$((failed + 1))
        ;;
    esac
}

# configure and build one preset; what it printed is shown when it fails
build() { # preset, targets (all when empty)
    local folder=build-$1
    mkdir -p "$folder"
    local extra=""
    # what does not run is not built
    case $1 in
    asan) extra="-DLIMB_TEST_PEERS=OFF -DLIMB_BENCH=OFF" ;;
    clang) extra="-DLIMB_TEST_PEERS=OFF" ;;
    esac
    # shellcheck disable=SC2086
    cmake --preset "$1" -DLIMB_FUZZ_SECONDS=3 $extra >"$folder/build.log" 2>&1 &&
        cmake --build "$folder" ${2:+--target $2} >>"$folder/build.log" 2>&1 && return
    grep -A 12 'FAILED\|error' "$folder/build.log" || tail -n 40 "$folder/build.log"
    return 1
}

# build one preset and run its ctest entries; each entry counts as one test
suite() { # preset, targets, ctest arguments...
    local preset=$1 targets=$2 folder=build-$1 begun=$SECONDS total bad missing
    shift 2
    echo "== $preset"
    if ! build "$preset" "$targets"; then
        echo "FAILED: $preset does not build"
        failed=$((failed + 1))
        return
    fi
    echo "-- built in $((SECONDS - begun)) s"
    ctest --test-dir "$folder" --output-on-failure "$@" | tee "$folder/ctest.log"
    total=$(sed -n 's/.*tests failed out of \([0-9]*\)$/\1/p' "$folder/ctest.log")
    bad=$(sed -n 's/.* \([0-9]*\) tests failed out of.*/\1/p' "$folder/ctest.log")
    missing=$(sed -n 's/^\t *[0-9]* - \([a-z0-9_]*\) (Skipped).*/\1/p' "$folder/ctest.log")
    if [ -z "$total" ] || [ "$total" = 0 ]; then
        echo "FAILED: $preset ran no test"
        failed=$((failed + 1))
        return
    fi
    echo "-- $preset: $((SECONDS - begun)) s"
    passed=$((passed + total - bad))
    for name in $missing; do
        skipped+="SKIPPED: $preset: $name: $(sed -n "/ Testing: $name\$/,/^SKIPPED: /s/^SKIPPED: //p" "$folder/Testing/Temporary/LastTest.log")"$'\n'
        passed=$((passed - 1))
    done
    failed=$((failed + bad))
    judge "$folder" "$@"
}

# which programs of others were compared with, and which could not be
judge() { # folder, ctest arguments...
    local folder=$1 name ran="" lacked=""
    shift
    for name in $(ctest --test-dir "$folder" -N "$@" -L 'peer|oracle' | sed -n 's/^ *Test *#[0-9]*: //p' | grep -v '^oracles'); do
        if grep -q " $name \.* *Passed" "$folder/ctest.log"; then ran+=" $name"; else lacked+=" $name"; fi
    done
    [ -z "$ran" ] || judged+="COMPARED WITH OTHERS: $folder:$ran"$'\n'
    [ -z "$lacked" ] || judged+="NOT COMPARED, OR NOT EQUAL: $folder:$lacked"$'\n'
}

everything() {
    local threaded="test_thread_fk test_thread_robot test_batch test_robot_meshes test_const_threads test_websocket_server test_handover test_awake"

    step formatting tools/format.sh --check
    step layers python3 tools/check_layers.py .
    # three at once on two cores: many tests wait for a server or a peer
    suite dev "" -j3
    suite clang "" -j3 -LE 'peer|project|python|web' -E check_glb
    step "the same output of both" bash test/project/same_output.sh build-dev build-clang .
    suite asan "" -j3 -LE 'peer|project|python|web' -E 'check_locale|check_powers|check_glb|test_mesh_bound'
    suite tsan "$threaded" -R "^(${threaded// /|})\$"
}

# formatting, layers, unit tests and the command's transcripts
daily() {
    step formatting tools/format.sh --check
    step layers python3 tools/check_layers.py .
    suite dev unit_tests -j3 -LE 'peer|oracle|project|python|web|ros|serve|export|base'
}

# the oracles that are large, which nothing else runs
heavy() {
    suite dev "limb_python limb_python_files limb_command" -C heavy -R '^(heavy_|oracles_heavy$)'
}

case "${1:-}" in
"") everything ;;
check) daily ;;
oracles) heavy ;;
*) echo "usage: $0 [check|oracles]" >&2; exit 2 ;;
esac

echo
printf '%s' "$judged" "$skipped"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
