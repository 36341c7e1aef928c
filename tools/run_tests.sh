#!/usr/bin/env bash
# Every check there is: formatting, layers, both compilers with warnings as errors, sanitizers, fuzzing for
# seconds. Ends with one line "N passed, N failed" over all of them.
set -u
cd "$(dirname "$0")/.."
passed=0
failed=0

step() { # name, command...
    local name=$1
    shift
    echo "== $name"
    if "$@"; then passed=$((passed + 1)); else
        echo "FAILED: $name"
        failed=$((failed + 1))
    fi
}

formatted() { git ls-files '*.c' '*.h' '*.cpp' | xargs clang-format --dry-run -Werror; }

# build one preset and run its ctest entries; each entry counts as one test
suite() { # preset, ctest arguments...
    local preset=$1 folder=build-$1
    shift
    echo "== $preset"
    cmake --preset "$preset" >/dev/null && cmake --build "$folder" >"$folder/build.log" 2>&1 || {
        tail -n 40 "$folder/build.log"
        echo "FAILED: $preset does not build"
        failed=$((failed + 1))
        return
    }
    ctest --test-dir "$folder" --output-on-failure "$@" | tee "$folder/ctest.log"
    local total bad
    total=$(sed -n 's/.*tests failed out of \([0-9]*\)$/\1/p' "$folder/ctest.log")
    bad=$(sed -n 's/.* \([0-9]*\) tests failed out of.*/\1/p' "$folder/ctest.log")
    if [ -z "$total" ] || [ "$total" = 0 ]; then
        echo "FAILED: $preset ran no test"
        failed=$((failed + 1))
        return
    fi
    passed=$((passed + total - bad))
    failed=$((failed + bad))
}

step formatting formatted
step layers python3 tools/check_layers.py .
suite dev -j2
suite clang -j2 -E check_page
suite asan -j2 -E check_page
suite tsan -R thread

echo
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
