"""Writes docs/readers.md from the table in src/documents/readers/readers.def.

    python3 conformance/page.py            writes the page
    python3 conformance/page.py --check    fails if the page does not match the table
"""
import pathlib
import re
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[1]
TABLE = SOURCE / "src/documents/readers/readers.def"
PAGE = SOURCE / "docs/readers.md"
CELLS = {".": "", "=": "u", "r": "refuses", "x": "crashes", "c": "changes", "l": "loses"}
GROUPS = {"XML": "XML", "ROBOT": "Robot", "TRANSMISSION": "Robot", "LINK": "Tree", "JOINT": "Tree", "TREE": "Tree", "TYPE": "Joints",
          "FLOATING": "Joints", "PLANAR": "Joints", "ELEMENT": "Joints", "QUATERNION": "Joints", "AXIS": "Joints", "DYNAMICS": "Joints",
          "DAMPING": "Joints", "SAFETY": "Joints", "LIMIT": "Limits", "CONTINUOUS": "Limits", "EFFORT": "Limits", "VELOCITY": "Limits",
          "MIMIC": "Mimic joints", "INERTIAL": "Mass", "TENSOR": "Mass", "BODY": "Mass", "MASS": "Mass", "STATIC": "Mass",
          "VISUALS": "Shapes", "VISUAL": "Shapes", "COLLISION": "Shapes", "CAPSULE": "Shapes", "SHAPES": "Shapes", "MATERIAL": "Materials",
          "COLOR": "Materials", "NUMBER": "Numbers"}
HEAD = """# Readers

Where will this robot run? `limb check --target` predicts what other programs make of a URDF file: whether they refuse it, crash, change
something, lose something, or load it whole.

```sh
limb check --target all arm.urdf
limb check --target mujoco,drake --format json arm.urdf
limb check --target pinocchio:mimic --strict arm.urdf
```

The report has a line per reader, the worst first, with the lines of the file, the reader's own switch that avoids the problem if it has one, and
the one change to the file that helps the most readers. The exit status is 1 if a reader refuses the file or crashes; with `--strict`, also if a
reader changes or loses something. `target: mujoco,drake` in [`.limb.yaml`](ci.md) selects the readers for a project. In JSON each file has
`targets`, with `name`, `version`, `verdict`, `findings`, and the values that the reader loads: `mass`, `dof`, `visuals`, `collisions`, and
`joints` with their limits and the joints they mimic. In C it is `limb_check_target`.

| reader | release | its own switch |
| --- | --- | --- |
"""
AFTER = """
Predictions come from the tables below, a grammar of numbers for each reader, and, for the readers built on urdfdom, [its own rules](urdfdom.md).
Tests compare them with the programs themselves, each file in a separate process: the suite in `conformance/suite`, the robots of the corpus
without their meshes, and random pairs of features in one file. Verdict, mass, degrees of freedom, limits, mimic joints and numbers of shapes must
be equal. `make test` compares Pinocchio, MuJoCo, yourdfpy and urdfdom 3, `make oracles` Drake. KDL and PyBullet were compared by hand with the
drivers in `conformance/drivers`, because PyBullet has no package for Python 3.13. urdf-rs, which needs a newer Rust than Debian's, was compared by
hand with a driver that is not in the repository.

The following is not predicted:

- Meshes and textures, which are not opened. A reader may also refuse a file because a mesh is missing or has an unsupported format, and the masses
  that MuJoCo computes from meshes are unknown.
- The data that yourdfpy recovers from malformed XML.
- Readers that could not be run for these tests: Isaac Sim and Gazebo are not in the list.

A cell says what the reader does with the feature; in an empty cell, the reader loads it as written. `u` means that the [rules of
urdfdom](urdfdom.md) apply. *P* is Pinocchio, *M* MuJoCo, *D* Drake; `+` marks the variants `pinocchio:mimic`, `mujoco:full` and `drake:scene`.
"""
SHORT = ["urdfdom 3", "urdfdom 6", "KDL", "P", "P+", "M", "M+", "D", "D+", "PyBullet", "yourdfpy", "urdf-rs"]


def page():
    text = TABLE.read_text(encoding="utf-8")
    string = r'"((?:[^"\\]|\\.)*)"'
    readers = re.findall(rf"LIMB__READER\((\w+),\s*{string},\s*{string},\s*{string},\s*{string}\)", text)
    features = re.findall(rf"LIMB__FEATURE\((\w+),\s*{string},\s*{string},\s*{string}\)", text)
    if len(readers) != len(SHORT) or len(features) < 80 or any(len(cells) != len(readers) for _, cells, _, _ in features):
        sys.exit(f"{TABLE}: {len(readers)} readers, {len(features)} features with a cell for each expected")
    out = HEAD
    for _, name, title, version, cure in readers:
        shown = "`" + cure.replace('\\"', '"') + "`" if cure else ""
        out += f"| `{name}` | {title} ({version}) | {shown} |\n"
    out += AFTER
    groups = {}
    for name, cells, what, _ in features:
        groups.setdefault(GROUPS[name.split("_")[0]], []).append((what, cells))
    for group, rows in groups.items():
        out += f"\n## {group}\n\n| feature | {' | '.join(SHORT)} |\n| --- |{' --- |' * len(SHORT)}\n"
        for what, cells in rows:
            shown = what.replace("<", "&lt;").replace('\\"', '"')
            out += f"| {shown} | {' | '.join(CELLS[c] for c in cells)} |\n"
    return out


if __name__ == "__main__":
    wanted = page()
    if "--check" in sys.argv:
        if PAGE.read_text(encoding="utf-8") != wanted:
            sys.exit(f"{PAGE} is not what {TABLE} says: run conformance/page.py")
        print(f"{wanted.count(chr(10))} lines ok")
    else:
        PAGE.write_text(wanted, encoding="utf-8")
