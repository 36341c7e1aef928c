#!/usr/bin/env python3
"""Change the code a little, many times, and list the changes that no test noticed.

    mutate.py ROOT [--rooms kinematics,edit,...] [--count 200] [--seed 1] [--first N] [--seconds S]

A mutant is one change of one place: an operator for its neighbor, a comparison moved by one, a constant changed, a
condition negated, a call left out. Sites are drawn with a seed from all that is compiled in src, so a mutant has the same number in
every run. The sources are copied and built beside (build-mutate). Which tests see a file follows from the object files, as
the layer check reads them: those that call it, directly or through others. They are linked into one program, the nearest
first, so a mutant costs compiling its file and one link, and the program ends at the first test that fails. A mutant that
all of them pass is printed as a survivor: write the test that kills it, or add it to EQUIVALENT with the reason. Not part of the
tests: it takes 3 to 10 s for each mutant, and minutes for a survivor below everything else.
"""
import argparse
import json
import os
import pathlib
import random
import re
import resource
import select
import shlex
import shutil
import signal
import subprocess
import sys
import time

import check_layers

# (file, what the line is, what it becomes): the reason why both mean the same
EQUIVALENT = {
    ("src/documents/expression/token.c", "if (is_name_char(*at) && (unsigned char)*at < 0x80) {",
     "if (is_name_char(*at) && (unsigned char)*at <= 0x80) {"): "the text is UTF-8, where 0x80 does not begin a character",
    ("src/documents/xml/places.c", "return limb__xml_at_bytes(places, node, -1, it->open_end, it->close - it->open_end);",
     "return limb__xml_at_bytes(places, node, -2, it->open_end, it->close - it->open_end);"): "every negative index is none",
    ("src/geometry/mesh/builder.c", "if (offset > b->source.size) offset = b->source.size;",
     "if (offset >= b->source.size) offset = b->source.size;"): "it is set to what it is",
    ("src/geometry/mesh_files/scan_list_isa.c",
     "const size_t length[4] = {end[0] - begin, end[1] - end[0] - 1, end[2] - end[1] - 1,",
     "const size_t length[4] = {end[0] - begin, end[1] - end[0] - 1, end[2] - end[2] - 1,"): "the slower reader does the same",
    ("src/documents/urdf/report_tree.c", "for (int i = 0; i < r->doc->nnode; i++) {",
     "for (int i = 1; i < r->doc->nnode; i++) {"): "the first node is in no link",
}
# what no unit test runs: the file, and who tests it
ELSEWHERE = {"src/geometry/gltf/gltf_draco.c": "test/mesh_files/peer_draco.cmake, with libdraco"}
MEMORY = 8 << 30 # a mutant may ask for more than there is
LIBRARIES = ("limb_static", "limb_yaml", "limb_render", "limb_serve", "limb_ros")
SWAPS = [
    (r"(?<![-+\w/*])\+(?![+=])", "-"), (r"(?<= )\+(?= )", "-"), (r"(?<= )-(?= )", "+"), (r"(?<= )\*(?= )", "/"), (r"(?<= )/(?= )", "*"),
    (r"(?<= )<(?= )", "<="), (r"(?<= )<=(?= )", "<"), (r"(?<= )>(?= )", ">="), (r"(?<= )>=(?= )", ">"),
    (r"(?<= )==(?= )", "!="), (r"(?<= )!=(?= )", "=="), (r"(?<= )&&(?= )", "||"), (r"(?<= )\|\|(?= )", "&&"),
    (r"(?<= )\+=(?= )", "-="), (r"(?<= )-=(?= )", "+="), (r"\btrue\b", "false"), (r"\bfalse\b", "true"),
    (r"\bfmin\b", "fmax"), (r"\bfmax\b", "fmin"), (r"\bsin\b", "cos"),
    (r"(?<![\w.\[])0(?![\w.\]])", "1"), (r"(?<![\w.])1(?![\w.])", "2"), (r"(?<![\w.])2(?![\w.])", "3"), (r"(?<![\w.])0\.5\b", "0.25"),
    (r"\bcontinue;", ";"),
]
CALL = re.compile(r"^    +(?!return\b|if\b|for\b|while\b|switch\b|else\b|goto\b|free\b)\w+\([^;{}]*\);$")


def code_lines(text):
    """(index, line) of lines that hold code: no comments, directives, declarations of constants or prototypes."""
    inside = False
    for index, line in enumerate(text.splitlines()):
        if line.startswith("{"):
            inside = True
        elif line.startswith("}"):
            inside = False
        elif inside and not line.lstrip().startswith(("//", "#", "case ", "static const", "assert(")):
            yield index, line


def sites(path):
    """(line index, changed line) of every mutation of a file."""
    for index, line in code_lines(path.read_text()):
        code = line.split("//")[0]
        if '"' in code:
            continue
        for pattern, other in SWAPS:
            for found in re.finditer(pattern, code):
                yield index, code[: found.start()] + other + code[found.end() :]
        if re.match(r" *if \(.*\) *(?:\{|\w.*;)$", code.rstrip()) and code.count("if (") == 1:
            yield index, negated(code)
        if CALL.match(code.rstrip()):
            yield index, re.match(r" *", code)[0] + ";"


def negated(line):
    """if (a) ... becomes if (!(a)) ..."""
    start = line.index("if (") + 3
    depth = 0
    for at in range(start, len(line)):
        depth += (line[at] == "(") - (line[at] == ")")
        if depth == 0:
            return line[:start] + "(!" + line[start : at + 1] + ")" + line[at + 1 :]
    return line


def room_files(root, layout, rooms):
    """(room, path) of the sources of the named rooms; a room is named by its last part, too."""
    for room in layout.room:
        if not rooms or room in rooms or room.split("/")[-1] in rooms:
            for path in sorted((root / "src" / room).glob("*")):
                if path.suffix in (".c", ".inc", ".h"):
                    yield room, path


def draw(root, tree, rooms, count, seed):
    """(path, line index, changed line) of count mutants, of what is compiled into the tests."""
    found = []
    for _, path in room_files(root, check_layers.Layout(root), rooms):
        relative = path.relative_to(root)
        if tree.users.get(str(relative)) and str(relative) not in ELSEWHERE:
            found += [(relative, index, new) for index, new in sites(path)]
    if len(found) < count:
        sys.exit(f"only {len(found)} places to change")
    return random.Random(seed).sample(found, count)


class Tree:
    """A copy of the sources, built, and what is known of its object files."""

    def __init__(self, root):
        self.root, self.build = root / "build-mutate/source", root / "build-mutate/build"
        # the copy has no corpus beside it: name the one that the sources have
        corpus = root.parent / "shared/corpus"
        self.environment = dict({"LIMB_CORPUS": str(corpus)} if corpus.exists() else {}, **os.environ)
        self.environment["LIMB_TEST_PROGRESS"] = "1"
        self.copy(root)
        self.run(["cmake", "-S", self.root, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_C_FLAGS=-O1 -g0",
                  "-DCMAKE_C_FLAGS_DEBUG=", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-DLIMB_BENCH=OFF", "-DLIMB_DRACO=OFF",
                  "-DLIMB_PYTHON=OFF", "-DLIMB_MODULES=OFF", "-DLIMB_YAML=ON", "-DLIMB_ENGINE=ON", "-DLIMB_VIEW=ON", "-DLIMB_RENDER=ON", "-DLIMB_ROS=ON",
                  "-DLIMB_TESTS=ON", "-DLIMB_TEST_PEERS=OFF"])
        entries = json.loads((self.build / "compile_commands.json").read_text())
        self.command = {shlex.split(entry["command"])[shlex.split(entry["command"]).index("-o") + 1]: shlex.split(entry["command"])
                        for entry in entries if entry["file"].endswith(".c")}
        self.build_objects()
        self.users = self.read_users()

    def copy(self, root):
        """What differs alone, so that a second run compiles only that; new times, so that ninja sees it."""
        listed = subprocess.run(["git", "-C", root, "ls-files", "-z", "-co", "--exclude-standard"], capture_output=True, check=True,
                                text=True).stdout
        names = {name for name in listed.split("\0") if name and (root / name).is_file()}
        for name in names:
            new, old = root / name, self.root / name
            if not old.exists() or old.read_bytes() != new.read_bytes():
                old.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(new, old)
        for folder in ("src", "test", "include"):
            for path in [path for path in (self.root / folder).rglob("*") if path.is_file()]:
                if str(path.relative_to(self.root)) not in names:
                    path.unlink()

    def build_objects(self):
        """Everything that a test is linked from, but no test program: one is linked for each mutant."""
        self.tests = [name for name, command in self.command.items() if re.search(r"/test_\w+\.c\.o$", name)]
        support = [name for name in self.command if name.startswith("test/CMakeFiles/limb_harness.dir")]
        made = [name for name in self.command if "test_const_threads.dir" in name]
        self.run(["ninja", "limb_harness", *LIBRARIES, *self.tests, *support, *made])
        links = [self.run(["ninja", "-t", "commands", pathlib.Path(name).name.removesuffix(".c.o")]).splitlines()[-1]
                 for name in self.tests]
        links = [shlex.split(link.removeprefix(": && ").removesuffix(" && :")) for link in links]
        at = links[0].index("-o")
        self.before = [word for word in links[0][:at] if not word.endswith(".o")] + ["-fuse-ld=lld"]
        # more than one test may name a library that only it needs
        self.after = []
        for link in links:
            self.after += [word for word in link[link.index("-o") + 2 :] if word not in self.after]
        self.generated = [word for link in links for word in link if word.endswith("const_calls.c.o")]

    def read_users(self):
        """For each source the test objects that see it, the nearest first."""
        names = check_layers.global_names([self.build / name for name in self.command if (self.build / name).exists()])
        names = {str(path.relative_to(self.build)): found for path, found in names.items()}
        home = {}
        for name, (defined, _) in names.items():
            for symbol in defined:
                home.setdefault(symbol, set()).add(name)
        callers = {}
        for name, (_, used) in names.items():
            for symbol in used:
                for other in home.get(symbol, ()):
                    callers.setdefault(other, set()).add(name)
        # what const_calls.c calls is called by test_const_threads
        self.objects = self.read_sources(names)
        users = {}
        for source, objects in self.objects.items():
            seen, line = dict.fromkeys(objects), list(objects)
            for name in line: # grows
                for other in sorted(callers.get(name, ())):
                    if other not in seen:
                        seen[other] = None
                        line.append(other)
            users[source] = [name for name in line if name in self.tests]
        return users

    def read_sources(self, names):
        """For each file of src the objects that are compiled from it, as the compiler noted them."""
        objects, name = {}, None
        for line in self.run(["ninja", "-t", "deps"]).splitlines():
            if line.endswith("(VALID)"):
                name = line.split(": #deps")[0]
            elif line.startswith("    "):
                path = os.path.normpath(self.build / line.strip())
                if path.startswith(f"{self.root}/src/") and name in names and name not in self.tests:
                    objects.setdefault(os.path.relpath(path, self.root), []).append(name)
        return objects

    def run(self, command):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=self.environment, cwd=self.build
                              if self.build.exists() else self.root)
        if done.returncode != 0:
            sys.exit(done.stdout[-2000:])
        return done.stdout

    def link(self, tests, objects):
        """The program of some tests; an object that is named comes before its like in the library."""
        command = [*self.before, *tests, *self.generated, *objects, "-o", "tests_of_mutant", *self.after]
        return subprocess.run(command, cwd=self.build, capture_output=True, text=True)

    def passes(self, seconds):
        """Whether all tests pass, each within its seconds (all within 300 when there are none); notes how long each took."""
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        self.took = {}
        program = subprocess.Popen([self.build / "tests_of_mutant"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   env=self.environment, cwd=self.root, start_new_session=True, preexec_fn=limit, bufsize=0)
        ended, rest, test, begun = "", b"", None, time.monotonic()
        while not ended:
            left = begun + (seconds(test) if seconds else 300) - time.monotonic()
            if left <= 0 or not select.select([program.stderr], [], [], left)[0]:
                ended = "late"
                break
            got = os.read(program.stderr.fileno(), 65536)
            *lines, rest = (rest + got).split(b"\n")
            for line in lines:
                if line.startswith(b"FAILED "):
                    ended = line.decode()
                elif line.startswith(b"TEST "):
                    now = time.monotonic()
                    if test:
                        self.took[test] = max(now - begun, self.took.get(test, 0))
                    test, begun = line[5:].decode(), now
            if not got:
                break
        try:
            os.killpg(program.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        status = program.wait()
        self.why = ended or f"status {status}"
        return not ended and status == 0


def judge(tree, mutant, seconds):
    """"killed", "unbuilt" or "survived"."""
    path, index, new = mutant
    file = tree.root / path
    kept = file.read_text()
    lines = kept.splitlines()
    lines[index] = new
    file.write_text("\n".join(lines) + "\n")
    try:
        built = []
        for number, name in enumerate(tree.objects[str(path)]):
            built.append(f"mutant_{number}.o")
            command = list(tree.command[name])
            command[command.index("-o") + 1] = built[-1]
            if subprocess.run(command, cwd=tree.build, capture_output=True, env=tree.environment).returncode != 0:
                return "unbuilt"
        if tree.link(tree.users[str(path)], built).returncode != 0:
            return "unbuilt"
        return "survived" if tree.passes(seconds) else "killed"
    finally:
        file.write_text(kept)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--rooms", default="", help="all of src/layout.txt unless named")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first mutant to try")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after this time")
    options = parser.parse_args()
    root = options.root.resolve()
    tree = Tree(root)
    mutants = draw(tree.root, tree, options.rooms.split(",") if options.rooms else [], options.count, options.seed)
    done = tree.link(tree.tests, [])
    if done.returncode != 0:
        sys.exit(done.stderr[-2000:])
    if not tree.passes(None):
        sys.exit(f"the tests fail without a mutant: {tree.build}/tests_of_mutant: {tree.why}")
    took, begun = tree.took, time.monotonic()
    ends = {"killed": 0, "survived": 0, "equivalent": 0, "unbuilt": 0}
    for number in range(options.first, len(mutants)):
        if time.monotonic() - begun > options.seconds:
            print(f"next: --first {number}")
            break
        path, index, new = mutants[number]
        old = (tree.root / path).read_text().splitlines()[index].strip()
        equivalent = (str(path), old, new.strip()) in EQUIVALENT
        end = "equivalent" if equivalent else judge(tree, mutants[number], lambda test: 10 + 5 * took.get(test, 0))
        ends[end] += 1
        if end == "survived":
            print(f"SURVIVED {number}: {path}:{index + 1}: {old}   ->   {new.strip()}", flush=True)
    print(", ".join(f"{count} {end}" for end, count in ends.items()), "(what did not build is not counted)")
    sys.exit(ends["survived"] > 0)


if __name__ == "__main__":
    main()
