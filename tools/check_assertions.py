#!/usr/bin/env python3
"""Fail when a public function does not assert the objects that it takes.

    check_assertions.py ROOT

docs/concepts.md promises that NULL in the place of an object ends debug builds with an assertion. Every function of the
public headers that takes a pointer, in every file that defines it, has to have one; those that free accept NULL, and
NULLABLE says which others do, since their headers say so or they take nothing but names and texts.
"""
import pathlib
import re
import sys

NULLABLE = {
    "limb_engine_create", "limb_file_replace", "limb_mesh_format_written", "limb_nearest", "limb_number_parse", "limb_reader_find",
    "limb_report_drop_idle_fixes", "limb_robot_file_is_xacro", "limb_ros_stop", "limb_rule_find", "limb_rule_nearest", "limb_view_stop",
}
# stand-ins for WebAssembly
SKIPPED = ("src/base/wasi.c", "src/documents/policy/no_policy.c", "src/documents/readers/no_readers.c")
DECLARED = re.compile(r"LIMB_API\b[^;{]*?\b(limb_\w+)\(([^;]*?)\)", re.S)
DEFINED = re.compile(r"^(?!static)\w[^\n;{}]*?\b(limb_[a-z0-9]\w*)\([^;{}]*?\)\n\{\n(.*?)^\}", re.M | re.S)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    public = {name: arguments for path in sorted(root.glob("include/limb/*.h"))
              for name, arguments in DECLARED.findall(path.read_text())}
    found, checked = [], set()
    for path in sorted(root.rglob("src/**/*.c")):
        if path.relative_to(root).as_posix() in SKIPPED:
            continue
        text = path.read_text()
        for match in DEFINED.finditer(text):
            name, body = match[1], match[2]
            if "*" not in public.get(name, "") or name.endswith("_free") or name in NULLABLE:
                continue
            checked.add(name)
            if "assert(" not in body:
                line = text.count("\n", 0, match.start()) + 1
                found.append(f"{path}:{line}: error: {name} does not assert its objects [assertion]")
    if len(checked) < 300:
        sys.exit(f"{root}: only {len(checked)} functions found")
    print("\n".join(found) if found else f"assertions of {len(checked)} functions ok")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
