#!/usr/bin/env bash
# Installs the Debian packages that are missing; does nothing when all are there.
# Arguments: sets to install. build: compile and run; python: for the Python module; test: all, with the libraries that
# the tests compare with; cross: compilers for other machines, and what runs their programs.
set -eu
build="gcc g++ make cmake ninja-build pkg-config libpng-dev libjpeg62-turbo-dev zlib1g-dev libyaml-dev libdraco-dev nodejs npm
  cyclonedds-dev cyclonedds-tools libzstd-dev liblz4-dev clang lld wasi-libc libclang-rt-14-dev-wasm32 binaryen"
test="libmeshoptimizer-dev dpkg-dev libclang-rt-14-dev clang-format python3 liburdfdom-dev liburdfdom-tools libexpat1-dev libassimp-dev liborocos-kdl-dev
  libkdl-parser-dev libfcl-dev libccd-dev libbullet-dev libcjson-dev locales chromium libfastrtps-dev libfastcdr-dev
  zstd lz4 iproute2 zsh fish"

python="python3-dev python3-numpy python3-venv"
cross="g++-aarch64-linux-gnu qemu-user libpng-dev:arm64 libjpeg62-turbo-dev:arm64 libyaml-dev:arm64 zlib1g-dev:arm64
  cyclonedds-dev:arm64 libzstd-dev:arm64 liblz4-dev:arm64 libdraco-dev:arm64 libcjson-dev:arm64
  g++-mingw-w64-x86-64-posix libz-mingw-w64-dev wine wine64 musl-tools gcc-s390x-linux-gnu python3"

wanted=""
for set in "$@"; do
    case "$set" in
    build) wanted="$wanted $build" ;;
    python) wanted="$wanted $python" ;;
    test) wanted="$wanted $build $python $test" ;;
    cross) wanted="$wanted $cross" ;;
    *) echo "usage: $0 build|python|test|cross" >&2; exit 2 ;;
    esac
done

# a tool that is on the path under its own name need not come from a package
have() {
    case "$1" in
    nodejs) command -v node >/dev/null ;;
    npm | gcc | make | cmake | python3 | clang) command -v "$1" >/dev/null ;;
    *) dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'install ok installed' ;;
    esac
}
missing=""
for package in $wanted; do
    have "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

echo "installing:$missing"
run=""
[ "$(id -u)" = 0 ] || run="sudo"
export DEBIAN_FRONTEND=noninteractive
case "$missing" in *:arm64*) $run dpkg --add-architecture arm64 ;; esac
$run apt-get update -qq
# shellcheck disable=SC2086
$run apt-get install -y -qq --no-install-recommends $missing
