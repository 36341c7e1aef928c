#!/usr/bin/env python3
"""The inputs that the fuzz targets begin with: one text file for each target, one line for each input.

    fuzz_corpus.py unpack FILE FOLDER           each line as a file; the build does this
    fuzz_corpus.py keep ROOT BUILD [TARGET ...] after a long run, the smallest inputs that cover what it found, as lines again

A line is the input itself, with backslash, line end and what is not printable ASCII written as \\\\, \\n and \\xNN. All inputs are
written by hand or made by these targets.
"""
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys

MAX_INPUT = 4096 # bytes; larger ones make the short run slow
MAX_TARGET = 64 << 10 # bytes of one text file
ESCAPE = re.compile(rb"\\(\\|n|x([0-9a-f]{2}))")


def to_line(data):
    return "".join("\\\\" if byte == 92 else "\\n" if byte == 10 else chr(byte) if 32 <= byte < 127 else f"\\x{byte:02x}" for byte in data)


def from_line(line):
    def plain(found):
        return bytes([int(found[2], 16)]) if found[2] else b"\n" if found[1] == b"n" else b"\\"

    return ESCAPE.sub(plain, line.encode("ascii"))


def unpack(file, folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    inputs = [from_line(line) for line in file.read_text("ascii").split("\n")[:-1]]
    if not inputs:
        sys.exit(f"{file}: no inputs")
    for data in inputs:
        (folder / hashlib.sha1(data).hexdigest()).write_bytes(data)


def keep(root, build, target):
    """Merges the file of a target and what its runs in the build folder found; returns (inputs, left out for their size)."""
    merged = build / "test/corpus" / f"{target}.merged"
    seeds, found = build / "test/seeds" / target, build / "test/corpus" / target
    shutil.rmtree(merged, ignore_errors=True)
    merged.mkdir(parents=True)
    done = subprocess.run([build / "test" / target, "-set_cover_merge=1", "-use_counters=0", "-rss_limit_mb=2048", f"-max_len={MAX_INPUT}", merged, seeds, found],
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{target}: {done.stderr[-2000:]}")
    lines, size, left = [], 0, 0
    for data in sorted((path.read_bytes() for path in merged.iterdir()), key=lambda data: (len(data), data)):
        line = to_line(data)
        if size + len(line) + 1 > MAX_TARGET:
            left += 1
            continue
        size += len(line) + 1
        lines.append(line)
    (root / f"test/fuzz/{target}.txt").write_text("\n".join(lines) + "\n")
    return len(lines), left


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "unpack":
        unpack(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
    elif len(sys.argv) >= 4 and sys.argv[1] == "keep":
        root, build = pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
        for target in sys.argv[4:] or sorted(path.stem for path in (root / "test/fuzz").glob("fuzz_*.c")):
            count, left = keep(root, build, target)
            print(f"{target}: {count} inputs" + (f", {left} left out for their size" if left else ""), flush=True)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
