#!/usr/bin/env bash
# Installs into a folder, moves that folder, and builds a consumer from it as C99 and C++11: by
# pkg-config and by CMake, with the static and the shared library. Each must run and print the same.
set -eu
build=$1 source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
consumer=$source/test/project/consumer
version=$(sed -n 's/^#define LIMB_VERSION_[A-Z]* \([0-9]*\)$/\1/p' "$source/include/limb/base.h" | paste -sd.)
warnings="-pedantic -Wall -Wextra -Werror"

DESTDIR=$folder/stage cmake --install "$build" --prefix /opt/limb >"$folder/log"
mv "$folder/stage/opt/limb" "$folder/moved"
prefix=$folder/moved
libdir=$(dirname "$(find "$prefix" -name liblimb.a)")
for file in bin/limb include/limb/limb.h include/limb/rules.def share/man/man1/limb.1 share/man/man1/limb-check.1 \
    share/bash-completion/completions/limb share/zsh/site-functions/_limb share/fish/vendor_completions.d/limb.fish share/doc/limb/LICENSE; do
    [ -s "$prefix/$file" ] || { echo "not installed: $file"; exit 1; }
done
[ "$("$prefix/bin/limb" --version)" = "limb $version" ]

# docs/versioning.md: below 1.0 each minor version has a soname of its own
soname=liblimb.so.$(cut -d. -f1,2 <<<"$version")
[[ $version = 0.* ]] || soname=liblimb.so.${version%%.*}
readelf -d "$libdir/liblimb.so" | grep -qF "soname: [$soname]" || { echo "liblimb.so is not $soname"; exit 1; }

checked=0
runs() { # program, static or shared; nothing but the program says where the library is
    [ "$(env -u LD_LIBRARY_PATH "$1")" = "limb $version: tip at 1.25" ] || { echo "$1: wrong output"; exit 1; }
    local needs=static
    if readelf -d "$1" | grep -q 'NEEDED.*liblimb\.so'; then needs=shared; fi
    [ "$needs" = "$2" ] || { echo "$1: links the $needs library, not the $2 one"; exit 1; }
    checked=$((checked + 1))
}

# xacro with YAML, by a library of its own
cat >"$folder/settings.yaml" <<<'{mass: 2.5}'
cat >"$folder/part.xacro" <<<'<a xmlns:xacro="http://ros.org/wiki/xacro">${xacro.load_yaml("settings.yaml").mass}</a>'
expands() { # program
    "$1" "$folder/part.xacro" | grep -qx '<a>2.5</a>' || { echo "$1: wrong expansion"; exit 1; }
    checked=$((checked + 1))
}

# pkg-config
export PKG_CONFIG_PATH=$libdir/pkgconfig
[ "$(pkg-config --modversion limb)" = "$version" ]
cflags="$(pkg-config --cflags limb) $warnings"
shared=$(pkg-config --libs limb)
static=$(pkg-config --static --libs limb | sed 's/-llimb\>/-l:liblimb.a/')
# shellcheck disable=SC2086
for kind in shared static; do
    gcc -std=c99 $cflags "$consumer/consumer.c" -o "$folder/c_$kind" ${!kind}
    g++ -std=c++11 $cflags -x c++ "$consumer/consumer.c" -x none -o "$folder/cxx_$kind" ${!kind}
    runs "$folder/c_$kind" $kind
    runs "$folder/cxx_$kind" $kind
done

# shellcheck disable=SC2046
gcc -std=c99 $cflags "$consumer/xacro.c" -o "$folder/xacro" $(pkg-config --libs limb-yaml)
expands "$folder/xacro"

# CMake package
for shared in OFF ON; do
    cmake -S "$consumer" -B "$folder/cmake" -DCMAKE_PREFIX_PATH="$prefix" -DBUILD_SHARED_LIBS=$shared \
        -DCMAKE_C_FLAGS="$warnings" -DCMAKE_CXX_FLAGS="$warnings" >"$folder/log"
    cmake --build "$folder/cmake" >>"$folder/log" || { cat "$folder/log"; exit 1; }
    for language in c cxx; do
        runs "$folder/cmake/${language}_static" static
        runs "$folder/cmake/${language}_shared" shared
        runs "$folder/cmake/${language}_limb" "$([ $shared = ON ] && echo shared || echo static)"
    done
    expands "$folder/cmake/xacro"
done

# as a part of another project: nothing but the library is configured or needed
mkdir "$folder/parent"
cat >"$folder/parent/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(parent LANGUAGES C)
add_subdirectory("$source" limb)
add_executable(consumer "$consumer/consumer.c")
target_link_libraries(consumer PRIVATE limb::limb)
END
cmake -S "$folder/parent" -B "$folder/parent/build" >"$folder/log" || { cat "$folder/log"; exit 1; }
targets=$(cmake --build "$folder/parent/build" --target help)
grep -q limb_static <<<"$targets"
! grep -q 'limb_command\|limb_serve\|limb_render\|test_\|limb-bench' <<<"$targets"
# and nothing of it is installed with that project
! grep -q 'liblimb' "$folder/parent/build/limb/cmake_install.cmake"

echo "$checked consumers built and run"
[ "$checked" = 19 ]
