#!/usr/bin/env python3
"""Change the code a little, many times, and list the changes that no test noticed.

    mutate.py ROOT [--rooms kin,dyn,...] [--count 200] [--seed 1] [--first N] [--seconds S]

A mutant is one change of one place: an operator for its neighbour, a comparison moved by one, a constant changed, a
condition negated, a call left out. Sites are drawn with a seed, so a mutant has the same number in every run. The
sources are copied and built beside (build-mutate), the tests of the mutant's room and of those that use it run until one fails.
A mutant that all of them pass is printed as a survivor: write the test that kills it, or see that it means the same. Not part
of the tests: it takes 10 to 20 s for each mutant.
"""
import argparse
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

ROOMS = ("kin", "dyn", "kernels", "rules", "edit")
# tests that look at a room from further up
USERS = {"kin": ["compile", "model"], "dyn": ["kin", "compile"], "kernels": ["kin", "dyn", "math"], "rules": ["urdf", "edit"],
         "edit": ["rules"]}
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
        paths = [path for path in sorted((root / "src" / room).glob("*")) if path.suffix in (".c", ".inc")]
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

        # with new times, so that a mutant that an interrupted run left in the build is compiled away
        shutil.copytree(root, self.root, ignore=ignore, copy_function=shutil.copy)
        self.run(["cmake", "-S", self.root, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_C_FLAGS=-O1",
                  "-DLIMB_COMMAND=OFF", "-DLIMB_BENCH=OFF", "-DLIMB_TESTS=ON"], check=True)

    def run(self, command, check=False, seconds=900):
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=seconds,
                                  env=self.environment, cwd=self.root)
        except subprocess.TimeoutExpired:
            return False
        if check and done.returncode != 0:
            sys.exit(done.stdout[-2000:])
        return done.returncode == 0

    def tests(self, room):
        """The test programs of a room and of its users, C only, in order of their time when they pass."""
        names = [path.stem for folder in [room, *USERS[room]] for path in sorted((self.root / "test" / folder).glob("test_*.c"))]
        self.run(["cmake", "--build", self.build, "--target", *names], check=True)
        times = []
        for name in names:
            begun = time.monotonic()
            if self.run([self.build / "test" / name], seconds=120):
                times.append((time.monotonic() - begun, name))
            else:
                sys.exit(f"{name} fails without a mutant")
        return sorted(times)


def judge(tree, tests, mutant):
    """killed by a test's name, "does not build", or None when it survives."""
    _, path, index, new = mutant
    file = tree.root / path
    kept = file.read_text()
    lines = kept.splitlines()
    lines[index] = new
    file.write_text("\n".join(lines) + "\n")
    try:
        for usual, name in tests:
            if not tree.run(["cmake", "--build", tree.build, "--target", name]):
                return "does not build"
            if not tree.run([tree.build / "test" / name], seconds=10 + 5 * usual):
                return name
        return None
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
    tree, tests, begun = Tree(root), {}, time.monotonic()
    killed = survived = unbuilt = 0
    for number in range(options.first, len(mutants)):
        if time.monotonic() - begun > options.seconds:
            break
        room, path, index, new = mutants[number]
        if room not in tests:
            tests[room] = tree.tests(room)
            begun = begun if number > options.first else time.monotonic()
        end = judge(tree, tests[room], mutants[number])
        killed += end not in (None, "does not build")
        unbuilt += end == "does not build"
        survived += end is None
        if end is None:
            old = (tree.root / path).read_text().splitlines()[index].strip()
            print(f"SURVIVED {number}: {path}:{index + 1}: {old}   ->   {new.strip()}", flush=True)
    print(f"{killed} killed, {survived} survived, {unbuilt} did not build (not counted)")
    sys.exit(survived > 0)


if __name__ == "__main__":
    main()
