#!/usr/bin/env python3
"""Fail when text that users read holds a word or phrase that was retired.

    check_words.py ROOT

Reads the messages (string literals) of src/, cli/ and web/src, the page, the public headers, the rules,
the documents, and the names of tests. The words are those for which the field, or plain English, has
a better one; RETIRED says which.
"""
import pathlib
import re
import sys

RETIRED = [
    (r"told|tells?|telling", "reports, prints, says"),
    (r"mend(?:s|ed|ing)?", "fix, repair"),
    (r"stands?(?! for)|stood|standing", "is, appears"),
    (r"(?<!left )behind", "after"),
    (r"brothers?", "sibling"),
    (r"hangs? (?:on|from|together)|hung on", "is attached to, is a child of"),
    (r"speaks? of|spoken of", "refers to"),
    (r"of ours|nobody's matter|nobody is", "built-in; does not apply; say who or what is meant"),
    (r"(?:is|are) held (?:by|to)", "is verified by"),
    (r"(?<!there )is no (?!longer|more|less|way)\w+", "is not a"),
    (r"(?:most|least)_\w+", "max, min"),
    (r"met, but", "unexpected"),
    (r"closes nothing", "has no matching start tag"),
    (r"will not do|would not do", "say what is used instead"),
    (r"can be had|cannot be had", "no free ..."),
    (r"lets? in|let in", "access is granted, rejected"),
    (r"spoils?", "overwrites"),
    (r"the surroundings (?:failed|are)", "environment"),
    (r"by looking around", "by searching nearby folders"),
    (r"leads? to (?:a|no) file", "was not found"),
    (r"brought to light|brings? to light", "reveals"),
]
WORD = [(re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", re.I), better) for pattern, better in RETIRED]
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
TEMPLATE = re.compile(r"`([^`]*)`|'((?:[^'\\\n]|\\.)*)'|\"((?:[^\"\\\n]|\\.)*)\"")
TEST = re.compile(r"^TEST\((\w+)\)|^\s*(?:test|it)\(\s*[\"'`](.*?)[\"'`]", re.M)
COMMENT = re.compile(r"//(.*)$")


def c_literals(path):
    """String literals of C; includes and assembler-like keys (no blank in them) are not prose."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.lstrip().startswith("#include"):
            continue
        code = line if '"' in line.split("//")[0] else line.split("//")[0]
        for text in LITERAL.findall(code):
            yield number, text


def script_literals(path):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.lstrip().startswith(("//", "import ")):
            continue
        for parts in TEMPLATE.findall(line):
            yield number, "".join(parts)


def whole(path):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        yield number, line


def test_names(path):
    text = path.read_text()
    for found in TEST.finditer(text):
        name = (found[1] or found[2]).replace("_", " ")
        yield text.count("\n", 0, found.start()) + 1, name


def sources(root):
    """(path, its pieces of text) of everything that users read."""
    def below(folder, *suffixes):
        return [path for path in sorted((root / folder).rglob("*"))
                if path.suffix in suffixes and "node_modules" not in path.parts]

    for path in below("src", ".c", ".h", ".inc") + below("cli", ".c", ".h"):
        yield path, c_literals
    for path in below("include", ".h", ".hpp", ".def") + below("docs", ".md") + below("examples", ".c"):
        yield path, whole
    for path in [root / "README.md", root / "CHANGELOG.md", root / "web/index.html"]:
        yield path, whole
    for path in below("web/src", ".ts", ".js"):
        yield path, script_literals
    for path in below("test", ".c", ".cpp", ".mjs", ".ts"):
        yield path, test_names


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    found, npiece = [], 0
    for path, pieces in sources(root):
        for number, text in pieces(path):
            npiece += 1
            for pattern, better in WORD:
                for hit in pattern.finditer(text):
                    found.append(f'{path}:{number}: error: "{hit[0]}" is retired; write: {better} [word]')
    if npiece < 1000:
        sys.exit(f"{root}: only {npiece} pieces of text found")
    print("\n".join(found) if found else f"words of {npiece} pieces of text ok")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
