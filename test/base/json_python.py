#!/usr/bin/env python3
"""Compare the JSON reader with Python's: both must accept the same texts and read the same values.

Python also accepts NaN and Infinity, which limb refuses. Python keeps an unpaired surrogate, limb replaces
it by U+FFFD. Argument: the program json_echo.
"""
import json
import random
import subprocess
import sys

COUNT = 20000
HANDMADE = [
    b"", b" ", b"0", b"-0", b"-0.0", b"00", b"1.", b".1", b"1e5", b"1E+05", b"1e", b"1e400", b"-1e400", b"1e-400", b"+1",
    b"9007199254740993", b"0.1", b"2.2250738585072011e-308", b"4.9e-324", b"1" * 400, b"0." + b"0" * 400 + b"1",
    b"\xef\xbb\xbf1", b"\xef\xbb\xbf\xef\xbb\xbf1", b"NaN", b"Infinity", b"-Infinity", b"null", b"nul", b"nulll", b"TRUE",
    b'"\\u0000"', b'"\\ud83d\\ude00"', b'"\\ud83d"', b'"\\ude00\\ud83d"', b'"\\ud83dx"', b'"\\u00"', b'"\\U0041"',
    b'"\x7f"', b'"\x1f"', b'"\xc3\xa9"', b'"\xc3"', b'"\xed\xa0\x80"', b'"\xf4\x90\x80\x80"', b'"\xc0\x80"', b"\xc3\xa9",
    b"[]", b"[ ]", b"[,]", b"[1,]", b"[1 2]", b"{}", b'{"a"}', b'{"a":}', b'{"a":1,}', b'{"a":1,"a":2}', b"{1:2}", b"[1]x",
    b"[1]\x00", b"[1]\x0b", b"\x0c1", b"// no\n1", b"/**/1", b"'a'", b"[" * 800 + b"]" * 800, b"[" * 800,
]
PIECES = [b"{", b"}", b"[", b"]", b",", b":", b'"', b"\\", b"u", b"d", b"0", b"1", b"9", b"-", b"+", b".", b"e", b"E", b" ",
          b"\n", b"\t", b"\r", b"\x00", b"\x1f", b"\x7f", b"\x80", b"\xc3", b"\xa9", b"\xff", b"\\u", b"\\ud83d", b"\\ude00",
          b"true", b"false", b"null", b"NaN", b'"a"', b'":', b"1e5"]


def random_value(rng, depth):
    kind = rng.randrange(8 if depth > 0 else 5)
    if kind == 0:
        return rng.choice([True, False, None])
    if kind == 1:
        return rng.randrange(-10**rng.randrange(1, 20), 10**rng.randrange(1, 20))
    if kind == 2:
        return rng.uniform(-1, 1) * 10.0 ** rng.randrange(-300, 300)
    if kind in (3, 4):
        return "".join(chr(rng.choice([rng.randrange(32, 127), rng.randrange(0, 0xd800), rng.randrange(0x10000, 0x110000)]))
                       for _ in range(rng.randrange(12)))
    if kind in (5, 6):
        return [random_value(rng, depth - 1) for _ in range(rng.randrange(6))]
    return {str(rng.randrange(5)): random_value(rng, depth - 1) for _ in range(rng.randrange(6))}


def damage(rng, text):
    text = bytearray(text)
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.randrange(3))
        text[at:end] = rng.choice(PIECES)
    return bytes(text)


def refuse(constant):
    raise ValueError(constant)


def with_replacement(value):
    """The value with every lone surrogate as U+FFFD."""
    if isinstance(value, str):
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(value, (list, tuple)):
        return [with_replacement(item) for item in value]
    return value


def read(text):
    """The value with objects as lists of pairs and numbers as floats, or None when it is refused."""
    if text.startswith(b"\xef\xbb\xbf"):
        text = text[3:]
    try:
        value = json.loads(text.decode(), parse_int=float, parse_constant=refuse,
                           object_pairs_hook=lambda pairs: [["object"]] + [list(pair) for pair in pairs])
    except ValueError:
        return None
    return repr(with_replacement(value))


def echo(program, texts):
    request = b"".join(b"%d\n%s" % (len(text), text) for text in texts)
    answer = subprocess.run([program], input=request, stdout=subprocess.PIPE, check=True).stdout
    at = 0
    for _ in texts:
        end = answer.index(b"\n", at)
        line = answer[at:end]
        at = end + 1
        if line == b"error":
            yield None
            continue
        yield answer[at:at + int(line)]
        at += int(line)
    assert at == len(answer)


def main():
    sys.setrecursionlimit(10000)
    rng = random.Random(12)
    texts = list(HANDMADE)
    for _ in range(COUNT):
        value = random_value(rng, 4)
        text = json.dumps(value, ensure_ascii=rng.random() < 0.5, indent=rng.choice([None, 1])).encode()
        texts.append(damage(rng, text))
    wrong = accepted = 0
    for text, ours in zip(texts, echo(sys.argv[1], texts)):
        theirs = read(text)
        accepted += ours is not None
        if (read(ours) if ours is not None else None) != theirs:
            wrong += 1
            if wrong <= 10:
                print(f"{text!r}\n  ours:   {ours!r}\n  theirs: {theirs}")
    refused = len(texts) - accepted
    print(f"{len(texts)} texts, {accepted} accepted, {refused} refused, {wrong} wrong")
    sys.exit(wrong > 0 or accepted < COUNT // 4 or refused < COUNT // 4)


main()
