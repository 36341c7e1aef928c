#!/usr/bin/env python3
"""Fail if a comment is badly wrapped, so that one or two words are left alone on a line.

    check_comments.py ROOT [--fix]

Looks at every paragraph of // comments, on lines of their own or beside code. It is torn when a line
inside it holds one or two words though the next would have fitted, or when its last line is one
short word or two under a full one. Banners must be one line, and no comment may pass column 100.
--fix wraps torn and wide paragraphs again, as evenly as their number of lines allows.
"""
import pathlib
import re
import sys

FOLDERS = ("bench", "cli", "examples", "include", "python", "src", "test", "tools")
SUFFIXES = (".c", ".h", ".inc", ".hpp", ".cpp", ".def")
WIDTH = 100
# the code before a comment must not hold an open string, where // would be text
LINE = re.compile(r'^((?:[^"/]|"(?:[^"\\]|\\.)*"|/(?!/))*?)//( ?)(.*)$')
PLAIN = re.compile(r"^[^\s\-*#|=+.│└├0-9(].*|^\(?\w.*")


def split(line):
    """(text before the comment, comment text) or None."""
    found = LINE.match(line)
    return (found[1], found[2], found[3]) if found else None


def paragraphs(lines):
    """Lists of (line index, column of //, text) that belong together as prose."""
    current, column = [], -1
    for index, line in enumerate(lines):
        parts = split(line)
        prose = parts and parts[1] == " " and parts[2] and not parts[2].startswith((" ", "-", "|", "clang-format"))
        if not prose:
            if current:
                yield current
            current = []
            continue
        before, _, text = parts
        if current and not before.strip() and len(before) == column:
            current.append((index, column, text))
        else:
            if current:
                yield current
            current, column = [(index, len(before), text)], len(before)
    if current:
        yield current


def is_torn(paragraph):
    """The index within the paragraph of a line that was torn off, or -1."""
    room = WIDTH - paragraph[0][1] - 3
    for i in range(1, len(paragraph)):
        words = paragraph[i][2].split()
        text = paragraph[i][2]
        before = paragraph[i - 1][2]
        full = len(before) + 1 + len(words[0]) > room - 12
        if len(words) > 2 or not full:
            continue
        if i + 1 == len(paragraph):
            if len(text) < 18 and not before.rstrip().endswith((".", ":")):
                return i
        elif len(text) < room // 2 and not text.endswith((".", ":", ";")):
            return i
    return -1


def is_torn_item(three):
    """The middle line of an item of a list has a word or two, and the item goes on below."""
    parts = [split(line) for line in three]
    if not all(parts) or any(part[0].strip() for part in parts):
        return False
    indents = [len(part[2]) - len(part[2].lstrip()) for part in parts]
    words = parts[1][2].split()
    return 0 < len(words) <= 2 and not words[-1].endswith(":") and 0 < indents[1] < indents[2] and len(three[0]) > 80


def wrap(words, width):
    lines = [words[0]]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def rewrap(paragraph):
    """The same words in lines that are as even as possible, or None when they stay torn."""
    words = " ".join(text for _, _, text in paragraph).split()
    column = paragraph[0][1]
    room = WIDTH - column - 3
    count = len(wrap(words, room))
    for width in range(room, 0, -1):
        lines = wrap(words, width)
        if len(lines) > count:
            return None
        if is_torn([(0, column, line) for line in lines]) < 0:
            return lines
    return None


def check(path, fix):
    lines = path.read_text().splitlines()
    found = []
    for index, line in enumerate(lines):
        parts = split(line)
        if parts and re.fullmatch(r"-{20,}", parts[2]) and not parts[0].strip():
            found.append((index, "a banner is one line"))
        if parts and len(line) > WIDTH and " " in parts[2]:
            found.append((index, f"the comment passes column {WIDTH}"))
    for index in range(1, len(lines) - 1):
        if is_torn_item(lines[index - 1 : index + 2]):
            found.append((index, "the comment is torn"))
    changes = []
    for paragraph in paragraphs(lines):
        torn = is_torn(paragraph)
        wide = any(column + 3 + len(text) > WIDTH for _, column, text in paragraph)
        if torn < 0 and not (wide and fix):
            continue
        new = rewrap(paragraph) if fix else None
        if new is None and torn >= 0:
            found.append((paragraph[torn][0], "the comment is torn"))
        elif new is not None:
            changes.append((paragraph, new))
    for paragraph, new in reversed(changes):
        first, column = paragraph[0][0], paragraph[0][1]
        start = lines[first][:column]
        made = [start + "// " + new[0]] + [" " * column + "// " + text for text in new[1:]]
        lines[first : paragraph[-1][0] + 1] = made
    if changes:
        path.write_text("\n".join(lines) + "\n")
        return check(path, False)
    return [f"{path}:{index + 1}: error: {problem} [comment]" for index, problem in found]


def main():
    fix = "--fix" in sys.argv
    names = [argument for argument in sys.argv[1:] if argument != "--fix"]
    root = pathlib.Path(names[0] if names else ".")
    paths = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*")) if path.suffix in SUFFIXES]
    if not any(split(line) for path in paths for line in path.read_text().splitlines()):
        sys.exit(f"{root}: no comments found")
    found = [line for path in paths for line in check(path, fix)]
    print("\n".join(found) if found else f"comments of {len(paths)} files ok")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
