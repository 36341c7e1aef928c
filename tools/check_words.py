#!/usr/bin/env python3
"""Fail if a retired word or phrase is used in messages, documents, comments or identifiers.

    check_words.py ROOT

Reads every source, header, script and document whole; names are split at underscores and capitals, so that
read_mended() is found like "mended". The words are those for which the field, or plain English, has a better one;
RETIRED says which. ALLOWED says where such a word is the right one, and why; what it does not match any more is an
error too.
"""
import pathlib
import re
import sys

RETIRED = [
    (r"told|tells?|telling", "reports, prints, says"),
    (r"mend(?:s|ed|ing)?", "fix, repair"),
    (r"stands?(?! for)|stood|standing", "is, appears"),
    (r"(?<!left )behind", "after; of bodies: subtree"),
    (r"brothers?", "sibling"),
    (r"hangs? (?:on|from|together)|hung on", "is attached to, is a child of"),
    (r"speaks? of|spoken of", "refers to"),
    (r"of ours|nobody's matter|nobody is", "built-in; does not apply; say who or what is meant"),
    (r"(?:is|are) held (?:by|to)", "is verified by"),
    (r"(?<!there )is no (?!longer|more|less|way)\w+", "is not a"),
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
    (r"there is no (?:link|joint|link or joint)(?= \\*[\"%])|no (?:movable )?(?:link|joint) is called|has no (?:link|joint)(?= \\*\")",
     'no link named "x"'),
    (r"exclude each other", "cannot be used together"),
    (r"colou?r(?<=colour)\w*(?![\w=\\\"])|\w*[cC]entre[sd]?|(?:milli|centi|kilo)?metres?|neighbou?r(?<=neighbour)\w*|behaviou?r(?<=behaviour)\w*",
     "American spelling: color, center, meter, neighbor, behavior"),
    (r"without a word", "silently"),
    (r"n?crowded", "non-manifold"),
    (r"the parser of ROS|the reader of ROS", "ROS's parser"),
]
# (files, the phrase around the word, why it may stay)
ALLOWED = [
    (r".*", r"\b(?:told|tells?)(?: \w+)? apart\b", "the idiom"),
    (r".*", r"\bstand ins?\b", "the noun: a shape shown for one that is missing"),
    (r".*", r"\bstands? still|stood still\b", "of a camera, a dial"),
    (r"src/output/.*|web/src/(?:view|edit|appearance)/\w+\.ts|test/(?:render|web)/.*|tools/make_meshes/.*",
     r"behind", "in space, seen from the eye"),
    (r"src/numbers/narrowphase/hull_arrays\.c", r"behind the plane", "in space"),
    (r"src/output/.*|web/src/(?:appearance/ground|view/cube)\.ts", r"stands (?:on|where|there)",
     "on the ground"),
    (r"web/src/analysis/balance\.ts", r"stands", "does not fall"),
    (r".*\.mjs", r"const \w+ of ours", "JavaScript, a list named ours"),
    (r"docs/style\.md", r"an edge that is crowded", "the example of a private word"),
    (r"test/urdf/test_read_findings\.c", "colour", "an unknown attribute"),
    (r"tools/check_words\.py|test/project/check_words\.sh", r".", "the list itself, and its test"),
]
WORD = [(re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", re.I), better) for pattern, better in RETIRED]
# one of these is in every line that has one of the words: most lines need no closer look
STEMS = ("told", "tell", "mend", "stand", "stood", "behind", "brother", "hang", "hung", "speak", "spoken", "ours", "nobody",
         "held", "is no ", "is called", "has no", "exclude", "colour", "centre", "metre", "hbour", "viour", "a word", "crowded", "of ros", "met,", "closes", "not do", "be had", "let", "spoil", "surroundings", "looking", "lead", "light")
NAME = re.compile(r"(?<![A-Za-z])(?<!at_)(?:most|least)_\w|(?<![A-Za-z])(?<!AT_)(?:MOST|LEAST)_\w")
FOLDERS = ("src", "include", "cli", "python", "bench", "test", "examples", "tools", "cmake", "docs", "web/src",
           "web/engine/src")
SUFFIXES = (".c", ".h", ".inc", ".hpp", ".cpp", ".def", ".py", ".pyi", ".ts", ".mjs", ".css", ".sh", ".cmake", ".txt", ".md")
FILES = ("README.md", "CHANGELOG.md", "CMakeLists.txt", "Makefile", "web/index.html", "web/build.mjs")


def sources(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SUFFIXES and "node_modules" not in path.parts and not re.match("fuzz_.*[.]txt", path.name):
                yield path
    yield from (root / name for name in FILES if (root / name).exists())


def words_of(line):
    """The line with names split into words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", line).replace("_", " ")


def has_stem(text):
    text = text.lower()
    return any(stem in text for stem in STEMS)


def is_allowed(path, text, hit, used):
    for number, (files, phrase, _) in enumerate(ALLOWED):
        if re.fullmatch(files, path) and any(found.start() < hit.end() and hit.start() < found.end()
                                             for found in re.finditer(phrase, text, re.I)):
            used.add(number)
            return True
    return False


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    found, used, nline = [], set(), 0
    for path in sources(root):
        name = path.relative_to(root).as_posix()
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            nline += 1
            text = words_of(line)
            hits = [(hit, better) for pattern, better in WORD for hit in pattern.finditer(text)] if has_stem(text) else []
            found += [f'{path}:{number}: error: "{hit[0]}" is retired; write: {better} [word]'
                      for hit, better in hits if not is_allowed(name, text, hit, used)]
            found += [f'{path}:{number}: error: "{hit[0]}" is retired; write: max, min [word]'
                      for hit in NAME.finditer(line) if not is_allowed(name, line, hit, used)]
    if nline < 40000:
        sys.exit(f"{root}: only {nline} lines found")
    found += [f"{root}/tools/check_words.py: error: nothing uses {ALLOWED[number][:2]} any more [word]"
              for number in range(len(ALLOWED)) if number not in used]
    print("\n".join(found) if found else f"words of {nline} lines ok")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
