#!/usr/bin/env python3
"""Fail when a file includes or calls a room, or a public header, that its own room may not know.

    check_layers.py ROOT [--calls BUILD]

src/layout.txt is the plan: families, the rooms in them, and what each may know. Families are compared first: they are what a
reader relies on. Includes are read from the sources; with --calls also every call of a function of another room, from the object
files in BUILD, since a public header may declare what a room that includes it may not call. cli/ and examples/ see the
public headers only.
"""
import argparse
import pathlib
import re
import subprocess
import sys

OUTSIDE = ("cli", "examples")
MAX_FILES = 40 # of a room that a reader can hold in mind
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([\w./]+)/([\w.]+)[">]')
SUFFIXES = (".c", ".h", ".inc", ".hpp", ".def", ".cpp")


class Layout:
    """src/layout.txt: what each family may know, which rooms lie below each room, and whose header is whose."""

    def __init__(self, root):
        self.family, self.room, self.header = {}, {}, {}
        for line in (pathlib.Path(root) / "src/layout.txt").read_text().splitlines():
            words = line.split()
            if line.startswith("family "):
                self.family[words[1]] = words[2:]
            elif line.startswith("room "):
                self.room[words[1]] = words[3:]
            elif line.startswith("header "):
                self.header[words[1]] = words[2]

    def below(self, room):
        """The room itself and every room that it may know."""
        seen, open_rooms = set(), [room]
        while open_rooms:
            at = open_rooms.pop()
            if at not in seen:
                seen.add(at)
                open_rooms += self.room.get(at, [])
        return seen

    def room_of(self, path):
        """The room of a path below src: its folder, or that above it for what lies deeper (base/windows/include)."""
        parts = pathlib.PurePath(path).parts[:-1]
        for count in range(len(parts), 0, -1):
            if "/".join(parts[:count]) in self.room:
                return "/".join(parts[:count])
        return "/".join(parts)

    def refuses(self, room, other):
        """Why a room may not know another, or None."""
        mine, theirs = family(room), family(other)
        allowed = self.family.get(mine, [])
        if mine != theirs and theirs not in allowed and other not in allowed:
            return f"{mine} may not know {theirs}"
        if other not in self.below(room):
            return f"{room} may not know {other}"
        return None


def family(room):
    return room.split("/")[0]


def sources(root, folder):
    return [path for path in sorted((root / folder).rglob("*")) if path.suffix in SUFFIXES]


def includes(path):
    """(line, folder, name) of every include that has a folder."""
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        found = INCLUDE.match(line)
        if found:
            yield number, found[1], found[2]


def objects(build, layout):
    """(room, file below src, names defined, names used) of every object file of src/."""
    of_src = {}
    for path in sorted(pathlib.Path(build).rglob("*.o")):
        parts = path.parts
        if "CMakeFiles" not in parts or "src" not in parts[parts.index("CMakeFiles") :]:
            continue
        inner = "/".join(parts[len(parts) - 1 - parts[::-1].index("src") + 1 :])
        if layout.room_of(inner) in layout.room:
            of_src[path] = inner
    for path, (defined, used) in global_names(list(of_src)).items():
        yield layout.room_of(of_src[path]), of_src[path].removesuffix(".o"), defined, used


def global_names(paths):
    """For each object file the names that it defines for others, and those that it uses of others."""
    names = {path: (set(), set()) for path in paths}
    for first in range(0, len(paths), 200):
        listed = subprocess.run(["nm", "-A", *paths[first : first + 200]], capture_output=True, text=True, check=True).stdout
        for line in listed.splitlines():
            path, _, rest = line.rpartition(":")
            kind, name = rest.split()[-2:]
            if name.startswith("limb_") and (kind == "U" or kind.isupper()):
                names[pathlib.Path(path)][kind == "U"].add(name)
    return names


def plan_offenses(root, layout):
    """The plan itself: rooms that exist, families that are kept, headers that are placed, no room too large."""
    plan = root / "src/layout.txt"
    for room, others in layout.room.items():
        folder = root / "src" / room
        if not list(folder.glob("*.*")):
            yield f"{plan}: error: no room {room} [layer]"
        if len([path for path in folder.glob("*.*") if path.name != "README.md"]) > MAX_FILES:
            yield f"{folder}: error: more than {MAX_FILES} files [layer]"
        for other in others:
            if other not in layout.room:
                yield f"{plan}: error: {room} may know {other}, which is not a room [layer]"
            elif why := layout.refuses(room, other):
                yield f"{plan}: error: {why}, but {room} may know {other} [layer]"
    for path in sources(root, "include/limb"):
        if path.suffix != ".hpp" and path.name != "limb.h" and layout.header.get(path.name) not in layout.room:
            yield f"{path}: error: the header belongs to no room; add it to src/layout.txt [layer]"


def include_offenses(root, layout):
    files = [(path, layout.room_of(path.relative_to(root / "src"))) for path in sources(root, "src")]
    if not files:
        yield f"{root}/src: error: no sources found [layer]"
    files += [(path, layout.header[path.name]) for path in sources(root, "include/limb") if path.name in layout.header]
    ninclude = 0
    for path, room in files:
        if room not in layout.room:
            yield f"{path}: error: {room} is not a room of src/layout.txt [layer]"
            continue
        for number, folder, name in includes(path):
            if folder == "limb":
                other = layout.header.get(name)
                if other is None:
                    yield f"{path}:{number}: error: {name} belongs to no room [layer]"
                    continue
            elif family(folder) in layout.family:
                other = layout.room_of(f"{folder}/{name}")
            else:
                continue # of the system or a library
            ninclude += 1
            if why := layout.refuses(room, other):
                yield f"{path}:{number}: error: {why} ({folder}/{name}) [layer]"
    for path in [path for folder in OUTSIDE for path in sources(root, folder)]:
        for number, folder, name in includes(path):
            if family(folder) in layout.family:
                yield f"{path}:{number}: error: {path.relative_to(root).parts[0]} may not know {folder} ({name}) [layer]"
    if ninclude == 0:
        yield f"{root}: error: no includes found [layer]"


def call_offenses(build, layout):
    found = list(objects(build, layout))
    # of what is compiled once for each instruction set all copies lie in one room
    home = {name: room for room, _, defined, _ in found for name in defined}
    ncall = 0
    for room, file, _, used in found:
        for name in sorted(used & home.keys()):
            ncall += 1
            if why := layout.refuses(room, home[name]):
                yield f"src/{file}: error: {why} (calls {name}) [layer]"
    if ncall == 0:
        yield f"{build}: error: no calls found in object files of src [layer]"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--calls", type=pathlib.Path, metavar="BUILD")
    arguments = parser.parse_args()
    layout = Layout(arguments.root)
    found = list(plan_offenses(arguments.root, layout)) + list(include_offenses(arguments.root, layout))
    if arguments.calls:
        found += sorted(set(call_offenses(arguments.calls, layout)))
    print("\n".join(found) if found else "layers ok")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
