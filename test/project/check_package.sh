#!/usr/bin/env bash
# Builds the Debian package and checks its dependencies, that its programs run from the folder where it is unpacked, and
# that package.xml has the library's version.
set -eu
build=$1 source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
version=$(sed -n 's/^#define LIMB_VERSION_[A-Z]* \([0-9]*\)$/\1/p' "$source/include/limb/base.h" | paste -sd.)
grep -q "<version>$version</version>" "$source/package.xml" || { echo "package.xml has another version"; exit 1; }

cpack --config "$build/CPackConfig.cmake" -B "$folder" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
package=$(find "$folder" -maxdepth 1 -name "limb_${version}*.deb")
[ -s "$package" ]
dpkg-deb --field "$package" Depends | grep -q libc6 || { echo "the package names no dependencies"; exit 1; }
dpkg-deb -x "$package" "$folder/root"
[ "$("$folder/root/usr/bin/limb" --version)" = "limb $version" ]
"$folder/root/usr/bin/limb" check "$source/examples/arm.urdf"
# a module comes along, and what it needs is named
"$folder/root/usr/bin/limb" render "$source/examples/arm.urdf" -o "$folder/arm.png" --size 64x48
[ -s "$folder/arm.png" ]
dpkg-deb --field "$package" Depends | grep -q libpng || { echo "the package does not name libpng"; exit 1; }
[ -s "$folder/root/usr/share/man/man1/limb.1" ] || [ -s "$folder/root/usr/share/man/man1/limb.1.gz" ]
echo "$(basename "$package")"
