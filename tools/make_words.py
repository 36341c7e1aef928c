#!/usr/bin/env python3
"""Write src/documents/urdf/schema_words.c, the perfect hash of URDF's names, to standard output.

The names and their order come from src/documents/urdf/schema.def; base/words.h says how a name finds its slot.
The multipliers are the first of a fixed sequence (splitmix64) that give each name a slot of its own, so
the output depends on schema.def alone. A test compares the file with this output.
"""
import pathlib
import re
import sys

SLOT_BITS = 7  # LIMB__WORD_SLOT_BITS
REACH = 8  # LIMB__WORD_REACH: bytes of a name that are hashed
MASK = (1 << 64) - 1


def read_names(text, macro):
    names = re.findall(r"^%s\((\w+), \"(\w+)\"\)$" % macro, text, re.M)
    if not names or len({word for _, word in names}) != len(names):
        sys.exit("schema.def: no %s, or one twice" % macro)
    return names


def slot_of(word, multiplier):
    head = int.from_bytes(word.encode()[:REACH], "little")
    return (head * multiplier & MASK) >> (64 - SLOT_BITS)


def multipliers():
    state = 0
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
        yield (z ^ (z >> 31)) | 1


def find_multiplier(words):
    heads = {word.encode()[:REACH] for word in words}
    if len(heads) != len(words):
        sys.exit("two names share their first %d bytes" % REACH)
    for count, multiplier in enumerate(multipliers()):
        if len({slot_of(word, multiplier) for word in words}) == len(words):
            return multiplier
        if count > 10_000_000:
            sys.exit("no multiplier was found: raise LIMB__WORD_SLOT_BITS")


def write_words(kind, names):
    multiplier = find_multiplier([word for _, word in names])
    print("static const limb__word %s_word[LIMB__WORD_SLOTS] = {" % kind)
    for name, word in sorted(names, key=lambda it: slot_of(it[1], multiplier)):
        label = "{%d, LIMB__%s_%s}" % (len(word), kind.upper(), name)
        print('    [%d] = {"%s", %s},' % (slot_of(word, multiplier), word, label))
    print("};")
    print("const limb__words limb__%s_words = {0x%016x, %s_word};" % (kind, multiplier, kind))


text = (pathlib.Path(__file__).parent.parent / "src/documents/urdf/schema.def").read_text()
print("// The names of URDF as a perfect hash, made by tools/make_words.py from schema.def.")
print('#include "documents/urdf/schema.h"\n')
print("// clang-format off")
write_words("tag", read_names(text, "LIMB__TAG"))
print()
write_words("key", read_names(text, "LIMB__KEY"))
print("// clang-format on")
