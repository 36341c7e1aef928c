#!/usr/bin/env python3
"""Write docs/rules/README.md, the index of all rules, from include/limb/rules.def.

Run with the project's root. With --check nothing is written, and the exit status is 1 when the
index is stale.
"""
import pathlib
import re
import sys

GROUPS = {1: "XML", 2: "Structure", 3: "Files and meshes", 4: "Physics", 5: "Kinematics", 6: "Portability", 7: "xacro", 8: "Control, simulation and MoveIt", 9: "Style"}
RULE = re.compile(r'^LIMB_RULE\((\d+), \w+, "([\w-]+)", (\w+), (\w+), "(.*)"\)$', re.M)
HEAD = """# Rules

Every finding of `limb check` names its rule in brackets; `limb explain ID` prints the page of a rule.
Numbers and ids are never renamed or reused. An *error* means that content is refused, lost or
meaningless; a *warning* that the file loads but is probably not what was meant, or differs between
tools; an *info* is worth knowing. A robot that breaks a rule marked † is not loaded.

This page is made by `tools/make_rule_index.py`.
"""


def index(root):
    text = (root / "include/limb/rules.def").read_text()
    rules = RULE.findall(text)
    if len(rules) != text.count("\nLIMB_RULE("):
        raise SystemExit("rules.def: a line is not of the form that this script reads")
    lines = [HEAD]
    group = 0
    for number, name, severity, effect, summary in rules:
        if int(number) // 100 != group:
            group = int(number) // 100
            lines += [f"\n## {GROUPS[group]}\n\n| number | rule | severity | what it finds |\n| --- | --- | --- | --- |\n"]
        mark = " †" if effect == "REFUSE" else ""
        summary = summary.replace("<", "&lt;").replace("|", "\\|")
        lines += [f"| {number} | [{name}]({name}.md) | {severity.lower()}{mark} | {summary} |\n"]
    return "".join(lines)


if __name__ == "__main__":
    names = [argument for argument in sys.argv[1:] if argument != "--check"]
    root = pathlib.Path(names[0] if names else ".")
    path = root / "docs/rules/README.md"
    if "--check" not in sys.argv:
        path.write_text(index(root))
    elif not path.exists() or path.read_text() != index(root):
        sys.exit(f"{path} is stale: run tools/make_rule_index.py")
