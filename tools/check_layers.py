#!/usr/bin/env python3
"""Fail when a file includes a room, or a public header, that its own room may not know.

ROOMS is the architecture (docs/design.md): for each room the rooms directly below it; a room sees
these and all that they see. HEADER_ROOM says which room a public header describes, so that
src/kin/fk.c including limb/robot.h fails just as urdf/urdf.h would. Run with the project's root.
src/ and the public headers must follow ROOMS; cli/ and examples/ see the public headers only.
"""
import pathlib
import re
import sys

ROOMS = {
    # numbers: never see files or findings
    "base": [],
    "windows": ["base"],
    "math": ["base"],
    "model": ["math"],
    "kernels": ["model"],
    "kin": ["kernels"],
    "dyn": ["kin"],
    "narrow": ["kernels", "mesh"],
    "collide": ["kin", "narrow"],
    # files
    "diag": ["base"],
    "xml": ["diag"],
    "expression": ["base"],
    "xacro": ["xml", "expression"],
    "urdf": ["xml", "math"],
    "resolve": ["xml"], # package.xml
    "rules": ["urdf", "resolve"],
    "edit": ["rules"],
    "diff": ["urdf"],
    "urdfdom": ["xml"],
    "scan": ["math"],
    "look": [],
    "mesh": ["diag", "math"],
    "gltf": ["mesh"],
    "formats": ["gltf", "scan", "xml"],
    "shape": ["mesh"],
    # the bridge between them
    "compile": ["rules", "resolve", "formats", "shape", "model", "collide"],
    # outside
    "export": ["compile", "look", "diff", "edit", "xacro", "urdfdom", "dyn"],
    "engine": ["export"],
    "render": ["export"],
    "draco": ["mesh"],
    "yaml": ["xacro"],
    "serve": ["export"],
    "messages": ["base"],
    "foxglove": ["export", "messages"],
    "mcap": ["messages"],
    "ros": ["foxglove", "mcap"],
}
HEADER_ROOM = {
    "base.h": "base", "pool.h": "base",
    "math.h": "math",
    "model.h": "model",
    "configuration.h": "kin", "kinematics.h": "kin", "ik.h": "kin",
    "dynamics.h": "dyn",
    "collision.h": "collide", "spheres.h": "collide",
    "diag.h": "diag", "rules.def": "diag", "mesh_formats.def": "mesh",
    "document.h": "xml",
    "xacro.h": "xacro",
    "robot.h": "urdf",
    "resolve.h": "resolve",
    "check.h": "rules",
    "diff.h": "diff",
    "edit.h": "edit",
    "target.h": "urdfdom",
    "mesh.h": "mesh", "fit.h": "shape",
    "meshes.h": "compile", "cover.h": "compile", "inertia.h": "compile", "srdf.h": "compile",
    "export.h": "export", "glb.h": "export", "robot_file.h": "export",
    "engine.h": "engine",
    "render.h": "render", "draco.h": "draco", "yaml.h": "yaml",
    "view.h": "serve",
    "ros.h": "ros",
}
OUTSIDE = ("cli", "examples")
MAX_FILES = 40 # of a room that a reader can hold in mind
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([\w.]+)/([\w.]+)[">]')
SUFFIXES = (".c", ".h", ".inc", ".hpp", ".def")


def below(room):
    """The room itself and every room that it may include."""
    seen, open_rooms = set(), [room]
    while open_rooms:
        at = open_rooms.pop()
        if at not in seen:
            seen.add(at)
            open_rooms += ROOMS[at]
    return seen


def sources(root, folder):
    return [path for path in sorted((root / folder).rglob("*")) if path.suffix in SUFFIXES]


def includes(path):
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        found = INCLUDE.match(line)
        if found:
            yield number, found[1], found[2]


def offences(root):
    rooms = [(path, path.relative_to(root / "src").parts[0]) for path in sources(root, "src")]
    if not rooms:
        yield f"{root}/src: error: no sources found [layer]"
    headers = sources(root, "include/limb")
    if not headers:
        yield f"{root}/include/limb: error: no public headers found [layer]"
    for path in headers:
        if path.name in ("limb.h", "limb.hpp"):
            continue
        if path.name not in HEADER_ROOM:
            yield f"{path}: error: the header belongs to no room; add it to HEADER_ROOM [layer]"
        else:
            rooms.append((path, HEADER_ROOM[path.name]))
    for room in sorted({room for _, room in rooms}):
        count = len(list((root / "src" / room).glob("*.*")))
        if count > MAX_FILES:
            yield f"{root}/src/{room}: error: {count} files; a room has at most {MAX_FILES} [layer]"
    ninclude = 0
    for path, room in rooms:
        if room not in ROOMS:
            yield f"{path}: error: {room} is not a room of the house [layer]"
            continue
        for number, other, name in includes(path):
            if other == "limb":
                other = HEADER_ROOM.get(name, name)
            if other in ("sys", "netinet", "arpa", "dds", "net", "linux"):
                continue
            ninclude += 1
            if other not in below(room):
                yield f"{path}:{number}: error: {room} may not include {other} ({name}) [layer]"
    for path in [path for folder in OUTSIDE for path in sources(root, folder)]:
        for number, other, name in includes(path):
            if other in ROOMS:
                yield f"{path}:{number}: error: {path.parent.name} may not include {other} [layer]"
    if ninclude == 0:
        yield f"{root}: error: no includes found [layer]"


if __name__ == "__main__":
    found = list(offences(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
    print("\n".join(found) if found else "layers ok")
    sys.exit(bool(found))
