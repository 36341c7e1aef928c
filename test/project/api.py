#!/usr/bin/env python3
"""Compare docs/api.md with the public headers and the command.

    api.py SOURCE

Every cell of its tables says something; every call it names is declared in a header of its row; every header it names
exists, and every header is named; every command of cli/main.c has one row, with a call that the command makes.
"""
import pathlib
import re
import sys

OWN = {"help", "completion"} # what they print is about the command itself


def tables(page):
    """(heading of the first column, cells) of every row of every table."""
    heading = None
    for number, line in enumerate(page.splitlines(), 1):
        if not line.startswith("|"):
            heading = None
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if heading is None:
            heading = cells[0]
        elif not set(line) <= set("|-: "):
            yield number, heading, cells


def row_offenses(cells, declared):
    if len(cells) != 3 or not all(cells):
        yield "a row has three cells, none of them empty"
        return
    _, calls, names = cells
    headers = re.findall(r"[a-z]+\.(?:hpp|h)\b", names)
    text = ""
    for header in headers:
        if header in declared:
            text += declared[header]
        else:
            yield f"there is no header {header}"
    for name in re.findall(r"`((?:limb|LIMB)_\w+)`", calls):
        if not re.search(rf"\b{name}" + ("" if name.endswith("_") else r"\b"), text):
            yield f"{name} is not declared in {', '.join(headers) or 'any header of its row'}"


def command_offenses(rows, commands, sources):
    named = [cells[0].strip("`") for cells in rows]
    for command in sorted(commands):
        if named.count(command) != 1:
            yield 0, f"{command} has {named.count(command)} rows among the commands"
    for number, name in enumerate(named):
        calls = re.findall(r"`(limb_\w+)`", rows[number][1])
        if name not in commands:
            yield 0, f"there is no command {name}"
        elif name not in OWN and not any(re.search(rf"\b{call}\(", sources) for call in calls):
            yield 0, f"{name}: the command makes none of the calls of its row"


def offenses(source):
    declared = {path.name: re.sub(r"//[^\n]*", "", path.read_text()) for path in (source / "include/limb").glob("*.h*")}
    rows = list(tables((source / "docs/api.md").read_text()))
    if len(rows) < 30:
        yield 0, f"only {len(rows)} rows"
    for number, _, cells in rows:
        for why in row_offenses(cells, declared):
            yield number, why
    everywhere = " ".join(cells[-1] for _, _, cells in rows)
    for header in sorted(declared):
        if header != "limb.h" and not re.search(rf"\b{re.escape(header)}(?!\w)", everywhere):
            yield 0, f"no row names {header}"
    commands = [name.replace("_", "-") for name in re.findall(r"\bX\((\w+)\)", (source / "cli/main.c").read_text())]
    if len(commands) < 20:
        yield 0, f"only {len(commands)} commands"
    sources = "".join(path.read_text() for path in (source / "cli").rglob("*.c"))
    yield from command_offenses([cells for _, heading, cells in rows if heading == "command"], set(commands) - {"name"}, sources)


def main():
    source = pathlib.Path(sys.argv[1])
    found = list(offenses(source))
    for number, why in found:
        print(f"{source}/docs/api.md:{number}: error: {why} [api]")
    if not found:
        print("docs/api.md ok")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
