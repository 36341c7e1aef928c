#!/usr/bin/env bash
# Installs the packages of Debian or Ubuntu that are missing; does nothing when all are there.
# Arguments: sets to install. lib: the library and the commands that need no page and no network; build: the whole command with
# its page; python: for the Python module; test: all, with the libraries that the tests compare with; cross: compilers for
# other machines, and what runs their programs.
# a|b is the first of them that this release has; @clang is the version of the installed clang, or of the release's own.
set -euf
lib="gcc libc6-dev make cmake ninja-build libpng-dev libjpeg-dev zlib1g-dev libyaml-dev"
page="g++ pkg-config libdraco-dev cyclonedds-dev cyclonedds-tools libzstd-dev liblz4-dev nodejs npm clang lld wasi-libc
  libclang-rt-@clang-dev-wasm32 binaryen"
test="libmeshoptimizer-dev dpkg-dev file libclang-rt-@clang-dev clang-format python3 liburdfdom-dev liburdfdom-tools libexpat1-dev libassimp-dev
  liborocos-kdl-dev libkdl-parser-dev libfcl-dev libccd-dev libbullet-dev libcjson-dev locales chromium libegl1
  libfastdds-dev|libfastrtps-dev libfastcdr-dev zstd lz4 iproute2 zsh fish
  ros-robot-state-publisher joint-state-publisher python3-rosmaster python3-rospy python3-tf2-msgs"
python="python3-dev python3-numpy python3-venv"
cross="g++-aarch64-linux-gnu qemu-user libpng-dev:arm64 libjpeg-dev:arm64 libyaml-dev:arm64 zlib1g-dev:arm64
  cyclonedds-dev:arm64 libzstd-dev:arm64 liblz4-dev:arm64 libdraco-dev:arm64 libcjson-dev:arm64
  g++-mingw-w64-x86-64-posix libz-mingw-w64-dev wine wine64 musl-tools gcc-s390x-linux-gnu python3"

wanted=""
for set in "$@"; do
    case "$set" in
    lib) wanted="$wanted $lib" ;;
    build) wanted="$wanted $lib $page" ;;
    python) wanted="$wanted $python" ;;
    test) wanted="$wanted $lib $page $python $test" ;;
    cross) wanted="$wanted $cross" ;;
    *) echo "usage: $0 lib|build|python|test|cross" >&2; exit 2 ;;
    esac
done

# a tool that is on the path under its own name need not come from a package
have() {
    case "$1" in
    nodejs) command -v node >/dev/null ;;
    npm | gcc | make | cmake | python3 | clang) command -v "$1" >/dev/null ;;
    *@clang*) command -v clang >/dev/null && have "${1/@clang/$(clang_version)}" ;;
    *'|'*) have "${1%%|*}" || have "${1#*|}" ;;
    *) dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'install ok installed' ;;
    esac
}
clang_version() {
    if command -v clang >/dev/null; then clang -dumpversion | cut -d. -f1
    else apt-cache depends clang | sed -n 's/.*Depends: clang-\([0-9]*\)$/\1/p'; fi
}
# the name that this release has for it
named() {
    case "$1" in
    *@clang*) echo "${1/@clang/$(clang_version)}" ;;
    *'|'*) if apt-cache show "${1%%|*}" >/dev/null 2>&1; then echo "${1%%|*}"; else named "${1#*|}"; fi ;;
    *) echo "$1" ;;
    esac
}

missing=""
for package in $wanted; do
    have "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

run=""
[ "$(id -u)" = 0 ] || run="sudo"
export DEBIAN_FRONTEND=noninteractive
case "$missing" in *:arm64*) $run dpkg --add-architecture arm64 ;; esac
$run apt-get update -qq
packages=""
for package in $missing; do
    packages="$packages $(named "$package")"
done
echo "installing:$packages"
# what was fetched is not kept: it would be a quarter of the space
# shellcheck disable=SC2086
$run apt-get install -y -qq --no-install-recommends -o APT::Keep-Downloaded-Packages=false $packages
