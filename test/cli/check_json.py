"""Runs every command that has --json and checks for its schema; a new command must be added here and to docs/json.md."""
import json
import pathlib
import re
import subprocess
import sys

build, source = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
limb, page = str(build / "limb"), (source / "docs/json.md").read_text()
arm, files = str(source / "examples/arm.urdf"), source / "test/cli/files"
RUNS = {
    "check": [["--format", "json", arm]],
    "show": [["--json", arm]],
    "xacro": [["--json", str(source / "examples/xacro/hand.urdf.xacro")]],
    "diff": [["--json", arm, arm], ["--json", arm, str(files / "gripper.urdf")]],
    "mesh": [["--json", str(files / "wedge.obj")], ["--json", str(files / "wedge.obj"), str(files / "none.obj")]],
    "inertia": [["--json", arm]],
    "fk": [["--json", arm], ["--json", arm, "--trajectory", str(files / "swing.csv")]],
    "ik": [["--json", arm, "--link", "tool_link", "--xyz", "0.3 0.1 0.4"], ["--json", arm, "--link", "tool_link", "--xyz", "9 9 9"]],
    "dyn": [["--json", arm], ["--json", arm, "--trajectory", str(files / "swing.csv")]],
    "reach": [["--json", arm, "--link", "tool_link", "-n", "100", "-m"]],
    "simplify": [["--json", arm, "--collision", "auto", "--dry-run"]],
    "spheres": [["--json", arm, "--count", "2"]],
    "collide": [["--json", arm], ["--json", arm, "--matrix", "-n", "10"]],
}
NOT_RUN = {"topics", "echo"}  # need a network; the tests of ROS run them

names = re.findall(r"^  ([a-z]+) ", subprocess.run([limb, "help"], capture_output=True, text=True).stdout, re.M)
seen = set()
for name in names:
    if "--json" in subprocess.run([limb, "help", name], capture_output=True, text=True).stdout and name not in NOT_RUN:
        assert name in RUNS, f"{name} --json is not tried here"
for name, runs in RUNS.items():
    for arguments in runs:
        done = subprocess.run([limb, name, *arguments], capture_output=True, text=True)
        first, schema = next(iter(json.loads(done.stdout).items()))
        assert first == "schema" and re.fullmatch(r"limb-[a-z-]+/[1-9][0-9]*", schema), f"{name} {arguments}: {first} {schema}"
        assert f"\n## {schema}\n" in page, f"docs/json.md does not describe {schema}"
        seen.add(schema)
described = set(re.findall(r"^## (limb-.*)$", page, re.M))
assert described - seen == {"limb-topics/1"}, f"docs/json.md describes what is not printed: {described - seen}"
assert len(seen) >= 13
print(len(seen), "schemas")
