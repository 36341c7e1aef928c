#!/usr/bin/env bash
# Runs each pre-commit hook, as pre-commit would, on the examples that it matches; all must pass. Also checks that limb
# accepts the command that the GitHub action runs.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$2/examples/." "$folder"
PATH=$1:$PATH python3 - "$2" "$folder" <<'PYTHON'
import os, pathlib, re, subprocess, sys

source, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
files = [str(p.relative_to(folder)) for p in sorted(folder.rglob("*")) if p.is_file()]
hooks = re.findall(r"entry: (.*)\n  language: system\n  files: (.*)\n", (source / ".pre-commit-hooks.yaml").read_text())
for entry, pattern in hooks:
    matched = [f for f in files if re.search(pattern, f)]
    ran = subprocess.run(entry.split() + matched, cwd=folder, capture_output=True, text=True)
    print(f"{entry}: {len(matched)} files")
    assert len(matched) >= 4, matched
    assert ran.returncode == 0, ran.stdout + ran.stderr
assert len(hooks) == 2, hooks
assert any("xacro" in pattern for entry, pattern in hooks)

run = re.findall(r"run: '(.*limb\" check.*)'\n", (source / "action.yml").read_text())
assert len(run) == 1 and "${{" not in run[0], run
command = run[0].replace('"$RUNNER_TEMP/limb/limb"', "limb")
words = dict(os.environ, ARGUMENTS="--strict --min-severity error", FILES="arm.urdf rover.urdf")
ran = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True, env=words)
assert ran.returncode == 0, ran.stdout + ran.stderr
PYTHON
