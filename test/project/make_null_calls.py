#!/usr/bin/env python3
"""Write a C file that passes NULL wherever the public headers allow it, and every pair of options.

    make_null_calls.py SOURCE OUTPUT

A comment's line "Nullable: a, b" above a declaration names the pointers that may be NULL. Each is passed NULL alone, and every two of a
function together, with all else valid (make_const_calls.py finds the arguments). Every function that takes options is
called with every pair of fields of them set to something else than zero: booleans, enumerators, numbers. What
cannot be called is in null_calls.txt with a reason; a function without arguments and without a row is an error, and so are a row that nothing needs, a name that is not a pointer of its function, options or memory that no line
names, and prose about NULL arguments in place of a line. "a (with n 0)" says that a may be NULL if n is 0.
"""
import itertools
import pathlib
import re
import sys

import make_const_calls as const

const.OWN |= {"edit", "engine", "batch", "trajectory", "robot"}
PROSE = re.compile(r"NULL is fine|may be NULL|NULL allowed|[Uu]nless NULL")


def declarations(source):
    """(header, function, its comment) of every public function."""
    for header in sorted((source / "include/limb").glob("*.h")):
        lines = header.read_text().splitlines()
        for i, line in enumerate(lines):
            if not line.startswith("LIMB_API"):
                continue
            first = last = i
            while first > 0 and lines[first - 1].startswith("//"):
                first -= 1
            while ";" not in re.sub(r"//.*", "", lines[last]):
                last += 1
            name = re.search(r"\b(limb_\w+)\(", " ".join(lines[i : last + 1]))
            notes = [text.split("//", 1)[1] for text in lines[i : last + 1] if "//" in text]
            yield header.name, name[1], [text[2:] for text in lines[first:i]] + notes


def nullable(comment):
    """{name: the count that is then 0, or None} of the comment's "Nullable:" lines; other text in parentheses explains."""
    text = ""
    for line in comment:
        if re.match(r"\s*Nullable:", line):
            text += "," + line.split(":", 1)[1]
        elif text.count("(") > text.count(")"):
            text += line
    found = {}
    for name, note in re.findall(r"(\w+)\s*(?:\(([^)]*)\))?[\s.]*(?:,|$)", text):
        count = re.fullmatch(r"with (\w+) 0", note)
        found[name] = count[1] if count else None
    return found


def marked(source, public):
    """The nullable parameters of each function, and what is wrong with the lines."""
    found, problems = {}, []
    parameters = {name: dict((what, kind) for kind, what in rest) for name, _, rest in public}
    for header, name, comment in declarations(source):
        names = found[name] = nullable(comment)
        for what in names:
            if "*" not in parameters[name].get(what, ""):
                problems.append(f"{header}: {name} has no pointer {what}, which is called nullable")
        for what, kind in parameters[name].items():
            if re.fullmatch(r"const limb_(\w+_opts|allocator) ?\*", kind) and what not in names:
                problems.append(f"{header}: {name}: {what} is not called nullable")
        if PROSE.search(" ".join(line for line in comment if "Nullable:" not in line)):
            problems.append(f"{header}: {name}: a line \"Nullable:\" says which pointers may be NULL")
    return found, problems


def options(source):
    """The fields of each struct of options that have a value other than zero: {struct: [(field, value)]}."""
    text = "\n".join(re.sub(r"//[^\n]*", "", path.read_text()) for path in sorted((source / "include/limb").glob("*.h")))
    last = {name: re.findall(r"\bLIMB_\w+", body)[-1] for body, name in re.findall(r"typedef enum \w+ \{([^}]*)\} (\w+);", text)}
    structs = {}
    for body, struct in re.findall(r"typedef struct \w+ \{([^}]*)\} (limb_\w+_opts);", text):
        fields = structs[struct] = []
        for statement in body.split(";"):
            declared = re.fullmatch(r"([\w ]+) (\w+(?:, \w+)*)", " ".join(statement.split()))
            for field in declared[2].split(", ") if declared else []:
                # counts and sizes belong to a pointer that is NULL here
                if re.fullmatch(r"n[a-z]+|size|\w*_size", field) and field != "nsample":
                    continue
                kind = declared[1]
                value = "true" if kind == "bool" else "1" if kind in NUMBERS else last.get(kind)
                if value:
                    fields.append((field, value))
    return structs


NUMBERS = {"int", "double", "long long", "size_t", "uint64_t", "unsigned"}


def null_calls(name, returned, parameters, names, objects):
    """Bodies of calls with each of the names NULL, and each two; a text that says why there are none."""
    for subset in itertools.chain(itertools.combinations(names, 1), itertools.combinations(names, 2)):
        special = {(name, what): "NULL" for what in subset}
        special.update({(name, names[what]): "0" for what in subset if names[what]})
        yield "NULL for " + " and ".join(subset), body_of(name, returned, parameters, objects, special)


def option_calls(name, returned, parameters, structs, objects):
    for kind, what in parameters:
        match = re.fullmatch(r"const (limb_\w+_opts) ?\*", kind)
        if not match or len(structs.get(match[1], [])) < 2:
            continue
        given = const.OPTIONS.get(match[1])
        for one, two in itertools.combinations(structs[match[1]], 2):
            first = f"{match[1]} options = {given.replace('&', '')};" if given else f"{match[1]} options = {{0}};"
            sets = f"{first}\n    options.{one[0]} = {one[1]};\n    options.{two[0]} = {two[1]};"
            body = body_of(name, returned, parameters, objects, {(name, what): "&options"})
            yield f"{one[0]} and {two[0]}", f"    {sets}\n{body}" if body.startswith("    ") else body


def body_of(name, returned, parameters, objects, special):
    if name.endswith(("_free", "_stop")):
        return f"    (void)s;\n    (void)o;\n    {name}(NULL);\n"
    kept = dict(const.SPECIAL)
    const.SPECIAL.update(special)
    try:
        body = const.call(name, returned, parameters, objects, always=True)
    finally:
        const.SPECIAL.clear()
        const.SPECIAL.update(kept)
    return body if body else "it changes an object that the test does not have"


def main():
    source, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    reasons = const.read_reasons(source / "test/project/null_calls.txt")
    public = list(const.functions(source))
    names, problems = marked(source, public)
    objects = const.object_types(public)
    structs = options(source)
    bodies, needed = [], set()
    for name, returned, parameters in public:
        calls = list(null_calls(name, returned, parameters, names[name], objects))
        calls += option_calls(name, returned, parameters, structs, objects)
        why = [body for _, body in calls if not body.startswith("    ")]
        if calls and (name in reasons):
            needed.add(name)
        elif why:
            problems.append(f"{name}: {why[0]}: teach make_null_calls.py, or give it a row in null_calls.txt")
        else:
            bodies += [(name, *call) for call in calls]
    problems += [f"{name} has a row in null_calls.txt and needs none" for name in reasons if name not in needed]
    if len(bodies) < 300:
        problems.append(f"only {len(bodies)} calls")
    if problems:
        sys.exit("\n".join(problems))
    text = "// Written by test/project/make_null_calls.py.\n" + '#include "project/null_calls.h"\n\n'
    for i, (name, _, body) in enumerate(bodies):
        text += f"static void call_{i}(const shared *s, own *o) // {name}\n{{\n{body}}}\n\n"
    text += "const null_call null_calls[] = {\n"
    text += "".join(f'    {{"{name}", "{how}", call_{i}}},\n' for i, (name, how, _) in enumerate(bodies))
    text += "};\nconst int nnull_call = (int)(sizeof null_calls / sizeof *null_calls);\n"
    output.write_text(text)
    print(f"{len(bodies)} calls, {len(reasons)} functions have a row")


if __name__ == "__main__":
    main()
