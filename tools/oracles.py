#!/usr/bin/python3
"""The environment of the oracles: programs from the Python package index that the tests compare with.

    tools/oracles.py             build/oracles from test/oracles.txt
    tools/oracles.py heavy       build/oracles-heavy from test/oracles_heavy.txt
    tools/oracles.py --pin FILE  asks the index for the hashes of each name==version in FILE, and writes them there

An environment is made once for all build folders, and again when its file or the interpreter changes. Packages are
taken exactly as listed, never what they ask for besides, and only with a hash of the file. What cannot be
installed ends the script with the reason that pip gives.
"""
import fcntl
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

SOURCE = pathlib.Path(__file__).resolve().parents[1]
FILES = {"light": "oracles.txt", "heavy": "oracles_heavy.txt"}
FOLDERS = {"light": "oracles", "heavy": "oracles-heavy"}
PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable  # the one that limb's module is for
PYTHONS = ("3.11", "3.13")  # of Debian 12 and 13


def main():
    if sys.argv[1:2] == ["--pin"] and len(sys.argv) == 3:
        pin(pathlib.Path(sys.argv[2]))
    elif len(sys.argv) == 1 or len(sys.argv) == 2 and sys.argv[1] in FILES:
        make((sys.argv + ["light"])[1])
    else:
        sys.exit(__doc__)


def make(which):
    packages = SOURCE / "test" / FILES[which]
    folder = SOURCE / "build" / FOLDERS[which]
    folder.parent.mkdir(exist_ok=True)
    version = run(PYTHON, "--version").stdout
    wanted = hashlib.sha256(packages.read_bytes() + version.encode()).hexdigest()
    with open(f"{folder}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        stamp = folder / "complete"
        if stamp.exists() and stamp.read_text() == wanted:
            return
        begun = time.monotonic()
        shutil.rmtree(folder, ignore_errors=True)
        run(PYTHON, "-m", "venv", folder)
        run(folder / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps",
            "--only-binary", ":all:", "--require-hashes", "--requirement", packages)
        size = sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())
        print(f"oracles: {folder.relative_to(SOURCE)}: {time.monotonic() - begun:.0f} s, {size / 1e6:.0f} MB")
        stamp.write_text(wanted)


def pin(packages):
    lines = packages.read_text().splitlines()
    names = [line.split(" ")[0] for line in lines if line and line[0] not in "# "]
    hashes = {name: set() for name in names}
    for python in PYTHONS:
        report = run(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary",
                     ":all:", "--dry-run", "--ignore-installed", "--report", "-", "--target", "unused", "--python-version",
                     python, *names).stdout
        for package in json.loads(report)["install"]:
            is_ours = [n for n in names if canonical(n.split("==")[0]) == canonical(package["metadata"]["name"])]
            hashes[is_ours[0]].add(package["download_info"]["archive_info"]["hash"].replace("=", ":"))
    kept = [line for line in lines if line.startswith("#")]
    for name in names:
        kept.append(" \\\n    ".join([name] + [f"--hash={value}" for value in sorted(hashes[name])]))
    packages.write_text("\n".join(kept) + "\n")


def canonical(name):
    return name.lower().replace("_", "-").replace(".", "-")


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"oracles: {done.stdout}{done.stderr}oracles: {' '.join(map(str, command))} failed; without it what it "
                 "installs cannot be compared with")
    return done


if __name__ == "__main__":
    main()
