"""Compares the expansion of every xacro file of the corpus and the examples with the ROS 2 release of ros/xacro.

Trees are compared: elements, attributes and text in order, without white space, and numbers as doubles. Comments are not
compared, because the release writes fewer of them. If ros/xacro fails, limb must fail, too.
"""
import contextlib
import csv
import io
import os
import subprocess
import sys
import types
import xml.etree.ElementTree as xml

import xacro

from robots import SOURCE, corpus
from tally import Tally

def files():
    """(name, folder of packages, file, arguments)"""
    for path in sorted((SOURCE / "examples/xacro").glob("*.urdf.xacro")):
        yield path.name, SOURCE / "examples", path, []
        yield f"{path.name} side:=right", SOURCE / "examples", path, ["side:=right"]
    if not corpus():
        print("the examples alone; the corpus is not beside the project")
        return
    with open(corpus() / "xacro_expanded.tsv", newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            folder = corpus() / "robots" / row["package"]
            yield f"{row['package']}/{row['file']}", folder, folder / row["file"], row["args"].split()


def main():
    tally = Tally("ros/xacro", [])
    for name, folder, path, arguments in files():
        theirs, reason = expand(folder, path, arguments)
        ours = subprocess.run([os.environ["LIMB"], "xacro", "--quiet", "--allow-outside", "--packages", folder, path, *arguments],
                              capture_output=True, text=True, timeout=300)
        if theirs is None or ours.returncode:
            tally.count["failures"] += 1
            if theirs is not None or not ours.returncode:
                tally.fail(f"{name}: {ours.stderr.strip()[:300] or 'limb expands it'}; ros/xacro: {reason or 'expands it'}")
            continue
        tally.count["documents"] += 1
        where = difference(xml.fromstring(ours.stdout), xml.fromstring(theirs))
        if where:
            tally.fail(f"{name}: {where}")
    tally.finish("documents")


def expand(folder, path, arguments):
    """(what ros/xacro makes of a file, or None, and why)"""
    def share(name):
        found = [at for at in sorted(folder.rglob(name)) if at.is_dir()]
        if not found:
            raise LookupError(f"no package {name}")
        return str(found[0])

    # the place where the release asks for packages, which is a part of ROS
    sys.modules["ament_index_python"] = types.ModuleType("ament_index_python")
    sys.modules["ament_index_python.packages"] = types.ModuleType("ament_index_python.packages")
    sys.modules["ament_index_python.packages"].get_package_share_directory = share
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            return xacro.process_file(str(path), mappings=dict(pair.split(":=", 1) for pair in arguments)).toxml(), None
    except Exception as error:
        return None, f"{type(error).__name__}: {error}"


def difference(ours, theirs):
    """Where two trees differ first, or None."""
    if ours.tag != theirs.tag or list(ours.attrib) != list(theirs.attrib) and sorted(ours.attrib) != sorted(theirs.attrib):
        return f"<{ours.tag} {ours.attrib}>, not <{theirs.tag} {theirs.attrib}>"
    values = [(ours.get(key), theirs.get(key)) for key in ours.attrib] + [(ours.text, theirs.text), (ours.tail, theirs.tail)]
    for value, other in values:
        if words(value) != words(other):
            return f"<{ours.tag}>: {value!r}, not {other!r}"
    if len(ours) != len(theirs):
        return f"<{ours.tag}> has {len(ours)} children, not {len(theirs)}"
    return next(filter(None, map(difference, ours, theirs)), None)


def words(value):
    return [number(word) for word in (value or "").split()]


def number(word):
    try:
        return float(word)
    except ValueError:
        return word


main()
