#!/usr/bin/env python3
"""Follow the instructions of README.md and docs/start.md as a new user would.

    readme.py BUILD SOURCE

A ```c block with a main is a program: it is compiled as C99 against an installed limb and run. Lines of ```sh, ```bash
and plain blocks, and of ```console blocks after "$ ", that begin with a known command are run in a folder with our example
robots: limb and the compiler as written, "make TARGET" as a dry run here. (What limb prints in console blocks is verified by
test/cli/transcripts.py.) Links of all documents to files and headings must lead somewhere.
"""
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
from transcripts import Runner  # noqa: E402

PROGRAM_FILE = re.compile(r"\b(\w+\.c)\b")


def blocks(text):
    """(language, content) of fenced and indented blocks."""
    fenced = re.compile(r"(?ms)^```(\w*)\n(.*?)^```$")
    for match in fenced.finditer(text):
        yield match[1], match[2]
    for match in re.finditer(r"(?m)(?<=^\n)(?:    .*\n)+", fenced.sub("", text)):
        yield "", re.sub(r"(?m)^    ", "", match[0])


def commands(language, content):
    if language not in ("", "sh", "bash", "shell", "console"):
        return
    for line in content.replace("\\\n", " ").splitlines():
        if language == "console":
            if not line.startswith("$ "):
                continue
            line = line[2:]
        if re.match(r"(?:sudo )?(?:make|cmake|cc|gcc|clang|limb|build/limb|\./)\b", line):
            yield re.sub(r"\s+# .*", "", line)


def run(runner, command, source):
    """The command as it must end here: (command that was run, status, output)."""
    command = re.sub(r"^sudo ", "", command)
    if re.match(r"make\b", command):
        command = command.replace("make", f"make -n -C {source}", 1)
    command = re.sub(r"\bbuild/limb\b", "limb", command)
    if re.match(r"limb view (?!.*--html)", command):
        command = f"timeout --preserve-status -s INT 3 {command} --no-open"
    output, _, status = runner.run(command, merged=True)
    allowed = {0, 1} if re.match(r"limb check|limb fmt --check", command) else {0}
    return command, status in allowed, output


def anchors(text):
    """The names that GitHub gives the headings."""
    headings = re.findall(r"(?m)^#+ (.*)$", re.sub(r"(?ms)^```.*?^```$", "", text))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def dead_links(source):
    """(number of links, those that lead nowhere)"""
    count, dead = 0, []
    for page in [source / "README.md", source / "CHANGELOG.md", *sorted(source.glob("docs/**/*.md"))]:
        for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"(?ms)^```.*?^```$", "", page.read_text())):
            if re.match(r"\w+:", target):
                continue
            file, _, anchor = target.partition("#")
            path = page.parent / file if file else page
            count += 1
            if not path.exists() or (anchor and anchor not in anchors(path.read_text())):
                dead.append(f"{page.relative_to(source)}: {target}")
    return count, dead


def main():
    build, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    nprogram = ncommand = nfailed = 0
    for path in (source / "README.md", source / "docs/start.md"):
        with Runner(build, source) as runner:
            folder = pathlib.Path(runner.folder)
            subprocess.run(["cmake", "--install", build, "--prefix", folder / "prefix"], check=True, stdout=subprocess.DEVNULL)
            library = next((folder / "prefix").rglob("liblimb.a")).parent
            runner.environment |= {"PKG_CONFIG_PATH": f"{library}/pkgconfig"}
            (folder / "robots").mkdir()
            for robot in (source / "examples").glob("*.urdf"):
                shutil.copy(robot, folder / "robots")
                shutil.copy(robot, folder / "robot.urdf")
            found = list(blocks(path.read_text()))
            todo = [command for language, content in found for command in commands(language, content)]
            for language, content in found:
                if language == "c" and re.search(r"\bint main\(", content):
                    named = [PROGRAM_FILE.search(command) for command in todo]
                    name = next((match[1] for match in named if match), "program.c")
                    (folder / name).write_text(content)
                    todo.insert(0, f"gcc -std=c99 -Wall -Wextra -Werror -pedantic {name} -o a_program "
                                   "$(pkg-config --cflags --libs limb) && ./a_program")
                    nprogram += 1
            for command in todo:
                done, well, output = run(runner, command, source)
                ncommand += 1
                if not well:
                    nfailed += 1
                    print(f"FAILED {path.relative_to(source)}: {done}\n{output}")
    nlink, dead = dead_links(source)
    for link in dead:
        print(f"FAILED {link} leads nowhere")
    print(f"{nprogram} programs, {ncommand} commands, {nlink} links, {nfailed + len(dead)} failed")
    return nfailed > 0 or dead or nprogram == 0 or ncommand < 5 or nlink < 5


if __name__ == "__main__":
    sys.exit(bool(main()))
