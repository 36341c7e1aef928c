#!/usr/bin/env python3
"""Change the code slightly, many times, and list the changes that no test detects.

    mutate.py ROOT [--rooms kinematics,dynamics,...] [--count 200] [--seed 1] [--first N] [--seconds S]

A mutant changes one place: it replaces an operator, shifts a comparison by one, changes a constant, negates a condition
or removes a call. Places are drawn with a seed, so a mutant has the same number in every run. The sources are copied to
build-mutate and built there. All tests of a room and of the rooms that use it are linked into one program: a mutant
costs compiling one file and one link, and the program stops at the first failing test. A mutant that passes all tests
is printed as a survivor: write the test that detects it, or convince yourself that it is equivalent. This is not part
of the tests: each mutant takes 3 to 10 s.
"""
import argparse
import json
import os
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import sys
import threading
import time

ROOMS = ("kinematics", "dynamics", "kernels", "rules", "edit", "packages", "urdf", "mesh_files", "diff", "narrowphase", "collision",
         "solids", "xacro", "expression", "messages")
# test folders that also exercise a room
USERS = {"kinematics": ["build", "model"], "dynamics": ["kinematics", "build"], "kernels": ["kinematics", "dynamics", "math"],
         "rules": ["urdf", "edit"], "edit": ["rules"], "packages": [], "urdf": ["rules"], "mesh_files": ["mesh"], "diff": [],
         "narrowphase": ["collision"], "collision": ["build", "wasm_api"], "solids": ["build"], "xacro": [],
         "expression": ["xacro"], "messages": ["ros"]}
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


def draw(root, rooms, count, seed):
    found = []
    for room in rooms:
        paths = [path for path in sorted(root.glob(f"src/*/{room}/*")) if path.suffix in (".c", ".inc")]
        for path in paths:
            found += [(room, path.relative_to(root), index, new) for index, new in sites(path)]
    if len(found) < count:
        sys.exit(f"only {len(found)} places to change")
    return random.Random(seed).sample(found, count)


class Tree:
    """A copy of the sources, with its build folder."""

    def __init__(self, root):
        self.root, self.build = root / "build-mutate/source", root / "build-mutate/build"
        # the copy has no corpus beside it: name the one that the sources have
        corpus = root.parent / "shared/corpus"
        self.environment = dict({"LIMB_CORPUS": str(corpus)} if corpus.exists() else {}, **os.environ)
        shutil.rmtree(self.root, ignore_errors=True)

        def ignore(folder, names):
            top = pathlib.Path(folder) == root
            return [name for name in names if name in (".git", "node_modules") or (top and name.startswith("build"))]

        # with new times, so that nothing of an earlier run is taken for built
        shutil.copytree(root, self.root, ignore=ignore, copy_function=shutil.copy)
        self.run(["cmake", "-S", self.root, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_C_FLAGS=-O1 -g0",
                  "-DCMAKE_C_FLAGS_DEBUG=", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-DLIMB_COMMAND=OFF", "-DLIMB_BENCH=OFF",
                  "-DLIMB_YAML=ON", "-DLIMB_ROS=ON", "-DLIMB_TESTS=ON", "-DLIMB_TEST_PEERS=OFF"])
        self.commands = json.loads((self.build / "compile_commands.json").read_text())

    def run(self, command):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=self.environment, cwd=self.build
                              if self.build.exists() else self.root)
        if done.returncode != 0:
            sys.exit(done.stdout[-2000:])
        return done.stdout

    def compile_commands(self, path):
        """Of a source, or of those that include a template: kernels have one for each instruction set."""
        files = [self.root / path]
        if path.suffix == ".inc":
            line = f'#include "{path.relative_to("src")}"'
            files = [file for file in self.root.glob("src/*/*/*.c") if line in file.read_text()]
        return [shlex.split(entry["command"]) for entry in self.commands if pathlib.Path(entry["file"]) in files]


class Program:
    """All tests that see a room, linked into one; they register themselves."""

    def __init__(self, tree, room):
        self.tree, self.path = tree, tree.build / f"tests_{room}"
        folders = [room, *USERS[room]]
        names = [path.stem for folder in folders for path in sorted((tree.root / "test" / folder).glob("test_*.c"))]
        tree.run(["cmake", "--build", tree.build, "--target", *names])
        links = [tree.run(["ninja", "-t", "commands", name]).splitlines()[-1] for name in names]
        links = [shlex.split(link.removeprefix(": && ").removesuffix(" && :")) for link in links]
        at = links[0].index("-o")
        self.tests = [word for link in links for word in link if word.endswith(".c.o")]
        self.before = [word for word in links[0][:at] if not word.endswith(".c.o")]
        self.after = links[0][at + 2 :]
        begun = time.monotonic()
        if not self.link([]) or not self.passes(600):
            sys.exit(f"the tests of {room} fail without a mutant: {self.path}")
        self.seconds = time.monotonic() - begun

    def link(self, objects):
        # an object that is named comes before its like in the library
        command = [*self.before, *self.tests, *objects, "-o", str(self.path), *self.after]
        return subprocess.run(command, cwd=self.tree.build, capture_output=True).returncode == 0

    def passes(self, seconds):
        """Whether all tests pass in that time; ends at the first that does not."""
        program = subprocess.Popen([self.path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=self.tree.environment,
                                   cwd=self.tree.root)
        timer = threading.Timer(seconds, program.kill)
        timer.start()
        failed = any(line.startswith(b"FAILED") for line in program.stderr)
        program.kill()
        timer.cancel()
        return program.wait() == 0 and not failed


def judge(tree, program, mutant):
    """"killed", "unbuilt" or "survived"."""
    _, path, index, new = mutant
    file = tree.root / path
    kept = file.read_text()
    lines = kept.splitlines()
    lines[index] = new
    file.write_text("\n".join(lines) + "\n")
    try:
        built = []
        for number, command in enumerate(tree.compile_commands(path)):
            built.append(str(tree.build / f"mutant_{number}.o"))
            command[command.index("-o") + 1] = built[-1]
            if subprocess.run(command, cwd=tree.build, capture_output=True).returncode != 0:
                return "unbuilt"
        if not program.link(built):
            return "unbuilt"
        return "survived" if program.passes(10 + 5 * program.seconds) else "killed"
    finally:
        file.write_text(kept)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--rooms", default=",".join(ROOMS))
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first mutant to try")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after this time")
    options = parser.parse_args()
    root = options.root.resolve()
    mutants = draw(root, options.rooms.split(","), options.count, options.seed)
    tree, programs, begun = Tree(root), {}, time.monotonic()
    ends = {"killed": 0, "survived": 0, "unbuilt": 0}
    for number in range(options.first, len(mutants)):
        if time.monotonic() - begun > options.seconds:
            break
        room, path, index, new = mutants[number]
        if room not in programs:
            programs[room] = Program(tree, room)
        end = judge(tree, programs[room], mutants[number])
        ends[end] += 1
        if end == "survived":
            old = (tree.root / path).read_text().splitlines()[index].strip()
            print(f"SURVIVED {number}: {path}:{index + 1}: {old}   ->   {new.strip()}", flush=True)
    print(f"{ends['killed']} killed, {ends['survived']} survived, {ends['unbuilt']} did not build (not counted)")
    sys.exit(ends["survived"] > 0)


if __name__ == "__main__":
    main()
