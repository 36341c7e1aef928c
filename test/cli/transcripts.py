#!/usr/bin/env python3
"""Run the command as users do and compare what it prints, byte for byte.

    transcripts.py BUILD SOURCE [--update] [--seconds=N] [NAME...]

test/*/transcripts/*.txt hold commands and what they must give:

    $ limb check clean.urdf      a command, run by bash in a copy of test/cli/files and examples
    $tty limb check bad.urdf     the same with a terminal of 100 columns as its output
    | text                       a line of standard output (of the terminal, escapes as \\x1b)
    ! text                       a line of standard error
    ? 1                          the exit status, where it is not 0

In docs/*.md and README.md, each ```console block that runs limb is checked the same way: "$ limb ..." and below it what
a terminal would show; a line "..." stands for any lines. --update writes what was found into both;
read the difference before committing it. A command may take --seconds, 120 by default.
"""
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile


SECONDS = 120  # for one command


class Runner:
    def __init__(self, build, source, seconds=SECONDS):
        self.environment = {
            "PATH": f"{build}:{build}/test:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "TERM": "xterm", "HOME": "/nowhere"}
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
            if name in os.environ:
                self.environment[name] = os.environ[name]
        self.source = source
        self.seconds = seconds

    def __enter__(self):
        """A fresh folder of inputs for each file of transcripts, since commands may change them."""
        self.folder = tempfile.mkdtemp()
        shutil.copytree(self.source / "test/cli/files", self.folder, dirs_exist_ok=True)
        shutil.copytree(self.source / "examples", f"{self.folder}/examples")
        shutil.copytree(self.source / "examples", self.folder, ignore=shutil.ignore_patterns("c"), dirs_exist_ok=True)
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

    def run(self, command, merged=False):
        try:
            done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT if merged else subprocess.PIPE,
                                  timeout=self.seconds)
        except subprocess.TimeoutExpired:
            return f"stopped after {self.seconds} s", "", 124
        return text_of(done.stdout), "" if merged else text_of(done.stderr), done.returncode

    def run_on_terminal(self, command):
        script = f"stty cols 100 rows 40 -onlcr; {command}"
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.folder)
            os.execvpe("bash", ["bash", "-c", script], self.environment)
        output = b""
        while True:
            try:
                chunk = os.read(terminal, 65536)
            except OSError:
                break
            if not chunk:
                break
            output += chunk
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        return text_of(output), "", status


def text_of(raw):
    text = raw.decode("utf-8", "backslashreplace")
    return re.sub(r"[\x00-\x09\x0b-\x1f]", lambda c: f"\\x{ord(c[0]):02x}", text)


def lines_of(text, mark):
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    elif text:
        lines[-1] += "\\"  # no newline at the end
    return [f"{mark} {line}".rstrip() if line == "" else f"{mark} {line}" for line in lines]


def transcript(runner, path):
    """The file as it should be: its comments and commands with what they give now."""
    found = []
    for line in path.read_text().splitlines():
        if line[:1] in "|!?" and line:
            continue
        found.append(line)
        if line.startswith("$tty "):
            out, err, status = runner.run_on_terminal(line[5:])
        elif line.startswith("$ "):
            out, err, status = runner.run(line[2:])
        else:
            continue
        found += lines_of(out, "|") + lines_of(err, "!")
        if status:
            found.append(f"? {status}")
    return "\n".join(found) + "\n"


BLOCK = re.compile(r"(?m)^```console\n(.*?)^```$", re.S)


def document(runner, path, update):
    """The document with the output of its commands as they give it now."""
    def block(match):
        if not re.search(r"(?m)^\$ (?:.*\| *)?limb ", match[1]):
            return match[0]
        found = []
        for piece in filter(None, re.split(r"(?m)^(?=\$ )", match[1])):
            command, _, expected = piece.partition("\n")
            actual = runner.run(command[2:], merged=True)[0]
            same = re.fullmatch(re.escape(expected).replace("\\.\\.\\.\\\n", r"(?:.*\n)*?"), actual)
            found.append(piece if same and not (update and "\n...\n" not in f"\n{expected}") else f"{command}\n{actual}")
        return f"```console\n{''.join(found)}```"
    return BLOCK.sub(block, path.read_text())


def main():
    build, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    update = "--update" in sys.argv
    seconds = next((int(word[10:]) for word in sys.argv[3:] if word.startswith("--seconds=")), SECONDS)
    names = [name for name in sys.argv[3:] if not name.startswith("--")]
    paths = sorted(source.glob("test/*/transcripts/*.txt"))
    paths += [path for path in sorted((source / "docs").glob("*.md")) + [source / "README.md"]
              if path.exists() and "```console" in path.read_text()]
    ncommand = nfailed = 0
    for program in sorted(source.glob("examples/c/*.c")):
        if not (source / f"test/examples/transcripts/{program.stem}.txt").exists():
            print(f"FAILED examples/c/{program.name} has no transcript")
            nfailed += 1
    for path in paths:
        if names and path.stem not in names:
            continue
        before = path.read_text()
        with Runner(build, source, seconds) as runner:
            after = transcript(runner, path) if path.suffix == ".txt" else document(runner, path, update)
        ncommand += len(re.findall(r"(?m)^\$(?:tty)? ", before))
        if before == after:
            continue
        if update:
            path.write_text(after)
            print(f"updated {path}")
            continue
        nfailed += 1
        print(f"FAILED {path.relative_to(source)}: - expected, + found")
        expected = subprocess.run(["diff", "-u", str(path), "-"], input=after.encode(), stdout=subprocess.PIPE)
        print(expected.stdout.decode())
    print(f"{ncommand} commands, {nfailed} files differ")
    return nfailed > 0 or ncommand == 0


if __name__ == "__main__":
    sys.exit(main())
