"""Compares limb's prediction for a reader with the reader itself, verdict and numbers, on the suite, robots without meshes, and random
pairs of features in one file.

    LIMB=limb python3 conformance/compare.py DRIVER      a module of drivers/
    LIMB=limb python3 conformance/compare.py PROGRAM     a driver in another language, which takes files as observe.py does

Robots are the examples and, if it is next to the project, the corpus. Differences must be listed in EXCEPTIONS, with the reason.
"""
import importlib
import json
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import cases
import observe

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent
PAIRS = 500
MASS_TOLERANCE = 2e-4  # relative; MuJoCo's integration of shapes and PyBullet's floats
VERDICTS = {"refuses": "refuses", "dies": "dies"}
READERS = {"urdfdom": "urdfdom-3", "kdl": "moveit"}  # of programs
# limb does not open meshes, so these differ for every reader that does
NEEDS_FILES = ("mesh-missing", "mesh-package", "mesh-empty-file", "mesh-scale-one", "material-texture")
EXCEPTIONS = {
    "yourdfpy": {"xml-unquoted": "what lxml recovers from malformed XML is not predicted",
                 "xml-unclosed": "what lxml recovers from malformed XML is not predicted",
                 "mimic-root__mimic-sibling": "two joints of one name: its map keeps the last"},
    "drake": {name: "a texture is not beside the copy" for name in ("px100", "vx300s", "every_feature")},
    "drake:scene": {name: "a texture is not beside the copy" for name in ("px100", "vx300s", "every_feature")},
}


def main():
    observed_by = driver(sys.argv[1])
    name = observed_by.NAME
    failures, counts = [], {}
    with tempfile.TemporaryDirectory() as folder:
        for group, files in (("suite", suite()), ("robots", robots(folder)), ("pairs", pairs(folder))):
            expected = predict(name, files)
            observed = observed_by.observe(files)
            counts[group] = len(files)
            for path in files:
                stem = pathlib.Path(path).stem
                difference = compare(expected[path], observed[path])
                if difference and not is_exception(name, stem):
                    failures.append(f"{stem}: {difference}")
    for failure in failures[:40]:
        print(f"FAILED: {failure}")
    print(f"{name} {observed_by.VERSION}: " + ", ".join(f"{n} {group}" for group, n in counts.items()) + f" compared, {len(failures)} differ")
    if min(counts.values()) == 0 or counts["suite"] < 200 or counts["pairs"] < PAIRS:
        sys.exit("too little was compared")
    sys.exit(bool(failures))


def is_exception(name, stem):
    return any(part in EXCEPTIONS.get(name, {}) for part in [stem, *stem.split("__")])


#---- files ----------------------------------------------------------------------------------------

def suite():
    return [str(HERE / "suite" / f"{name}.urdf") for name in cases.CASES if not name.endswith(NEEDS_FILES)]


def robots(folder):
    """Without the visuals and collisions that are meshes."""
    found = {path.stem: path for path in (SOURCE / "examples").glob("*.urdf")}
    corpus = pathlib.Path(os.environ.get("LIMB_CORPUS", SOURCE / "../shared/corpus"))
    if (corpus / "robots").is_dir():
        found.update({path.stem: path for path in sorted((corpus / "robots").rglob("*.urdf"))})
    else:
        print("the examples alone; the corpus is not beside the project")
    files = []
    for stem, path in found.items():
        text = re.sub(rb"<(visual|collision)\b[^>/]*>(?:(?!</\1>).)*?<mesh\b(?:(?!</\1>).)*?</\1>", b"", path.read_bytes(), flags=re.S)
        files.append(f"{folder}/{stem}.urdf")
        pathlib.Path(files[-1]).write_bytes(text)
    return files


def pairs(folder):
    rng = random.Random(29)
    names = sorted(name for name in cases.CASES if not name.endswith(NEEDS_FILES))
    files = []
    while len(files) < PAIRS:
        first, second = rng.sample(names, 2)
        text = cases.text_of(first, second)
        path = f"{folder}/{first}__{second}.urdf"
        if text is None or path in files:
            continue
        pathlib.Path(path).write_bytes(cases.encode(text))
        files.append(path)
    return files


#---- the two sides --------------------------------------------------------------------------------

def predict(name, files):
    done = subprocess.run([os.environ["LIMB"], "check", "--no-meshes", "--rule", "reader-refuses", "--target", f"{name},urdf-rs", "--format", "json",
                           *files], capture_output=True, check=False)
    found = {}
    for entry in json.loads(done.stdout)["files"]:
        found[entry["file"]] = next(target for target in entry["targets"] if target["name"] == name)
    return found


class Module:
    def __init__(self, name):
        self.module = importlib.import_module(name)
        self.NAME, self.VERSION = self.module.NAME, self.module.VERSION

    def observe(self, files):
        return {path: observe.observe(self.module, path) for path in files}


class Program:
    def __init__(self, path):
        self.path = path
        self.NAME = READERS[pathlib.Path(path).name.removeprefix("reader_")]
        self.VERSION = ""

    def observe(self, files):
        done = subprocess.run([self.path, *files], capture_output=True, check=True)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        return {entry["file"]: entry for entry in found}


def driver(name):
    return Program(name) if os.path.sep in name else Module(name)


def compare(predicted, observed):
    """What differs, or ""."""
    verdict = VERDICTS.get(predicted["verdict"], "loads")
    seen = "dies" if observed["verdict"] == "hangs" else observed["verdict"]
    if verdict != seen:
        return f"predicted {predicted['verdict']}, observed {seen}: {observed.get('words', '')[:200]} {predicted['findings'][:1]}"
    if verdict != "loads" or "dof" not in predicted:
        return ""
    for key in ("mass", "dof", "visuals", "collisions"):
        mine, theirs = predicted.get(key), observed.get(key)
        if mine is None or theirs is None or not math.isfinite(theirs):
            continue
        if abs(mine - theirs) > MASS_TOLERANCE * max(1, abs(theirs)):
            return f"{key}: predicted {mine}, observed {theirs}"
    joints = predicted["joints"]
    for joint, limit in (observed.get("limits") or {}).items():
        if joint in joints and plain(joints[joint]["limit"]) != plain(limit):
            return f"limits of {joint}: predicted {joints[joint]['limit']}, observed {limit}"
    if "mimic" in observed:
        theirs = {joint for joint in observed["mimic"] if joint in joints}
        mine = {joint for joint, entry in joints.items() if "mimic" in entry}
        if mine != theirs:
            return f"mimic: predicted {sorted(mine)}, observed {sorted(theirs)}"
    return ""


def plain(limit):
    """None for no limit, an infinite bound as None, and no more digits than floats have."""
    if limit is None:
        return None
    bounds = [None if x is None or not math.isfinite(x) else round(x, 5) for x in limit]
    return None if bounds == [None, None] else bounds


main()
