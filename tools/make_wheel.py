#!/usr/bin/env python3
"""Makes a wheel of FOLDER/limb: make_wheel.py FOLDER VERSION.

A wheel is a zip file with three files about itself (PEP 427); the tag names this Python, since the
extension is built for it. The libraries that it needs beyond the C library lie in limb/lib, where the
extension looks first (cmake/LimbPython.cmake), with the licenses of their packages: another machine
need not have them.
"""
import base64
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile


def main(folder, version):
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    full_tag = f"{tag}-{tag}-{platform}"
    info = f"limb-{version}.dist-info"
    files = {f"limb/{path.name}": path.read_bytes() for path in sorted((folder / "limb").iterdir())
             if path.suffix in (".py", ".pyi", ".typed", ".so") or path.name == "py.typed"}
    extension = [path for path in (folder / "limb").iterdir() if path.suffix == ".so"]
    if not extension:
        sys.exit("the extension is not built")
    files[f"{info}/licenses/LICENSE"] = (pathlib.Path(__file__).parent.parent / "LICENSE").read_bytes()
    for soname, library in needed(extension[0]).items():
        files[f"limb/lib/{soname}"] = library.read_bytes()
        files[f"{info}/licenses/{soname}.txt"] = license(library).read_bytes()
    files[f"{info}/METADATA"] = (f"Metadata-Version: 2.1\nName: limb\nVersion: {version}\n"
                                 "Summary: Read, check, edit and compute with URDF robots\n"
                                 "License: Apache-2.0\nRequires-Python: >=3.9\nRequires-Dist: numpy\n").encode()
    files[f"{info}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: limb\nRoot-Is-Purelib: false\nTag: {full_tag}\n").encode()
    record = "".join(f"{name},sha256={digest(data)},{len(data)}\n" for name, data in files.items())
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    wheel = folder / f"limb-{version}-{full_tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    print(wheel)


def needed(extension):
    """Libraries by the names they are asked for, those of the C library left out."""
    if not shutil.which("dpkg"):
        print("not Debian: the wheel needs libpng, libjpeg and libyaml where it is installed", file=sys.stderr)
        return {}
    listed = subprocess.run(["ldd", extension], check=True, capture_output=True, text=True).stdout
    found = dict(re.findall(r"(\S+) => (/\S+)", listed))
    own = re.compile(r"(libc|libm|libdl|librt|libpthread|ld-linux.*|libgcc_s|libstdc\+\+)\.so\.\d+$")
    return {soname: pathlib.Path(path).resolve() for soname, path in found.items() if not own.match(soname)}


def license(library):
    """What the Debian package of a library says about its license."""
    for path in (library, pathlib.Path("/usr") / library.relative_to("/"), pathlib.Path("/") / library.relative_to("/usr")):
        owner = subprocess.run(["dpkg", "-S", path], capture_output=True, text=True).stdout
        if owner:
            return pathlib.Path("/usr/share/doc") / owner.split(":")[0] / "copyright"
    sys.exit(f"no package owns {library}, so its license is unknown")


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), sys.argv[2])
