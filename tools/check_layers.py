#!/usr/bin/env python3
"""Fail when a source file includes a folder that its own folder may not know.

The allowed edges are the architecture (docs/design.md); everything else is an error. Run with the
project's root; src/ is held to MAY_INCLUDE, cli/ and examples/ to the public headers.
"""
import pathlib
import re
import sys

NUMBERS = ["base", "math"]
FILES = ["base", "diag", "math", "xml"]
LIBRARY = ["base", "diag", "math", "xml", "urdf", "mesh", "model", "kin", "dyn", "collide", "compile"]
MAY_INCLUDE = {
    # numbers: never see files or findings
    "base": [],
    "math": ["base"],
    "model": NUMBERS,
    "kin": NUMBERS + ["model"],
    "dyn": NUMBERS + ["model", "kin"],
    "collide": NUMBERS + ["model", "mesh"],
    # files
    "diag": ["base"],
    "xml": ["base", "diag"],
    "xacro": ["base", "diag", "xml"],
    "urdf": FILES,
    "mesh": FILES,
    # the bridge between them
    "compile": FILES + ["urdf", "mesh", "model", "collide"],
    # outside
    "export": LIBRARY,
    "render": LIBRARY + ["export"],
    "serve": LIBRARY + ["export"],
    "ros": LIBRARY + ["export"],
}
INCLUDE = re.compile(r'^\s*#\s*include\s+"([\w.]+)/')


def offences(root):
    sources = [(path, path.relative_to(root / "src").parts[0]) for path in sorted((root / "src").rglob("*.[ch]"))]
    outside = [(path, None) for room in ("cli", "examples") for path in sorted((root / room).rglob("*.[ch]"))]
    if not sources:
        yield f"{root}/src: error: no sources found [layer]"
    for path, folder in sources + outside:
        if folder is not None and folder not in MAY_INCLUDE:
            yield f"{path}: error: {folder} is not a room of the house [layer]"
        for number, line in enumerate(path.read_text().splitlines(), 1):
            found = INCLUDE.match(line)
            if not found or found[1] in (folder, "limb"):
                continue
            if found[1] not in MAY_INCLUDE.get(folder, []):
                yield f"{path}:{number}: error: {folder or path.parent.name} may not include {found[1]} [layer]"


if __name__ == "__main__":
    found = list(offences(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
    print("\n".join(found) if found else "layers ok")
    sys.exit(bool(found))
