"""Writes random expressions with Python's result, one per line: expression TAB result.

The result is str() of the value, with backslash escapes for control characters, or "!" and the name
of the exception. Names are those that xacro gives to an expression.

    python3 expressions.py SEED COUNT
"""
import builtins
import math
import random
import sys
import types
import warnings

BARE = ["list", "dict", "map", "len", "str", "float", "int", "min", "max", "round", "sorted", "range"]
PYTHON = BARE + ["abs", "all", "any", "divmod", "enumerate", "filter", "frozenset", "isinstance", "ord",
                 "repr", "reversed", "set", "sum", "tuple", "type", "zip", "chr", "format"]

warnings.simplefilter("ignore")
NAMES = {name: getattr(builtins, name) for name in BARE}
NAMES.update({k: v for k, v in math.__dict__.items() if not k.startswith("_")})
NAMES["math"] = math
NAMES["python"] = types.SimpleNamespace(**{name: getattr(builtins, name) for name in PYTHON})
NAMES["__builtins__"] = {}


def sum_in_order(items, /, start=0):
    for item in items:
        start = start + item
    return start


# Python 3.12 began to compensate the rounding of sums of floats; limb adds them in order, as those before it
if sys.version_info >= (3, 12):
    NAMES["python"].sum = sum_in_order

WORDS = ["", "a", "link", "left_arm", "Arm 1", "x,y;z", "0.5", " 12 ", "a b  c", "名前", "it's", 'say "hi"',
         "tab\\there", "__x", "FOO", "left", "right_", "1e3", "007", "-3", "base_link_1"]


class Maker:
    def __init__(self, rng):
        self.rng = rng

    def pick(self, *options):
        return self.rng.choice(options)

    def int(self, d):
        r = self.rng
        if d <= 0 or r.random() < 0.3:
            return str(r.choice([0, 1, 2, 3, 7, 10, 42, 255, r.randrange(100), -r.randrange(1, 100)])).join(
                ["(", ")"] if r.random() < 0.2 else ["", ""])
        return self.pick(
            lambda: f"{self.int(d-1)} {self.pick('+', '-', '*', '//', '%', '&', '|', '^')} {self.int(d-1)}",
            lambda: f"({self.int(d-1)} {self.pick('+', '-', '*', '//', '%')} {self.int(d-1)})",
            lambda: f"{r.randrange(-9, 10)}**{r.randrange(0, 6)}",
            lambda: f"{r.randrange(0, 99)} {self.pick('<<', '>>')} {r.randrange(0, 9)}",
            lambda: f"-{self.int(d-1)}", lambda: f"~{self.int(d-1)}",
            lambda: f"len({self.seq(d-1)})", lambda: f"int({self.float(d-1)})",
            lambda: f"round({self.float(d-1)})", lambda: f"python.abs({self.int(d-1)})",
            lambda: f"python.sum({self.ints(d-1)})", lambda: f"max({self.int(d-1)}, {self.int(d-1)})",
            lambda: f"min({self.ints(d-1)})", lambda: f"{self.ints(d-1)}[{r.randrange(-3, 3)}]",
            lambda: f"{self.text(d-1)}.{self.pick('find', 'count', 'rfind')}({self.text(0)})",
            lambda: f"floor({self.float(d-1)})", lambda: f"math.ceil({self.float(d-1)})",
            lambda: f"({self.int(d-1)} if {self.bool(d-1)} else {self.int(d-1)})",
            lambda: f"{self.bool(d-1)} + {self.int(d-1)}",
            lambda: f"python.divmod({self.int(d-1)}, {self.int(d-1)})[{r.randrange(2)}]",
            lambda: f"(lambda x, y={self.int(0)}: x * 2 + y)({self.int(d-1)})",
        )()

    def float(self, d):
        r = self.rng
        if d <= 0 or r.random() < 0.3:
            return self.pick(lambda: repr(round(r.uniform(-10, 10), r.randrange(0, 6))), lambda: "pi", lambda: "math.tau",
                             lambda: f"{r.randrange(1000)}e{r.randrange(-20, 20)}", lambda: f".{r.randrange(1, 99)}",
                             lambda: f"{r.randrange(9)}.", lambda: "1e-05", lambda: repr(r.random()),
                             lambda: repr(r.uniform(-1, 1) * 10.0 ** r.randrange(-30, 30)))()
        return self.pick(
            lambda: f"{self.number(d-1)} / {self.number(d-1)}",
            lambda: f"{self.float(d-1)} {self.pick('+', '-', '*', '/', '//', '%')} {self.number(d-1)}",
            lambda: f"({self.number(d-1)} {self.pick('+', '-', '*', '/')} {self.float(d-1)})",
            lambda: f"{self.pick('sin', 'cos', 'atan', 'math.tan', 'radians', 'math.degrees', 'fabs')}({self.number(d-1)})",
            lambda: f"sqrt({self.float(d-1)})", lambda: f"math.atan2({self.float(d-1)}, {self.float(d-1)})",
            lambda: f"round({self.float(d-1)}, {r.randrange(-2, 7)})", lambda: f"float({self.text(0)})",
            lambda: f"{r.randrange(1, 9)}**-{r.randrange(1, 4)}", lambda: f"abs({self.float(d-1)})",
            lambda: f"-{self.float(d-1)}", lambda: f"log({self.float(d-1)})", lambda: f"math.fmod({self.float(d-1)}, {self.float(d-1)})",
            lambda: f"({self.float(d-1)})**{r.randrange(0, 4)}", lambda: f"math.fsum({self.floats(d-1)})",
            lambda: f"max({self.floats(d-1)})", lambda: f"python.sum({self.floats(d-1)})",
        )()

    def number(self, d):
        return self.rng.choice([self.int, self.float])(d)

    def text(self, d):
        r = self.rng
        if d <= 0 or r.random() < 0.3:
            word = r.choice(WORDS)
            return "u" * (r.random() < 0.1) + repr(word)
        return self.pick(
            lambda: f"{self.text(d-1)} + {self.text(d-1)}", lambda: f"{self.text(d-1)} * {r.randrange(-1, 4)}",
            lambda: f"str({self.any(d-1)})", lambda: f"python.repr({self.any(d-1)})",
            lambda: f"{self.text(d-1)}.{self.pick('upper', 'lower', 'strip', 'title', 'capitalize', 'swapcase', 'lstrip', 'rstrip')}()",
            lambda: f"{self.text(d-1)}.replace({self.text(0)}, {self.text(0)})",
            lambda: f"{self.text(d-1)}[{self.slice()}]", lambda: f"{self.text(d-1)}[{r.randrange(-4, 4)}]",
            lambda: f"{self.text(0)}.join({self.texts(d-1)})", lambda: f"{self.text(d-1)}.zfill({r.randrange(8)})",
            lambda: f"{self.text(d-1)}.{self.pick('center', 'ljust', 'rjust')}({r.randrange(12)})",
            lambda: f"'{self.pick('%d', '%5d', '%-6d|', '%+d', '%05d', '%x', '%o')}' % ({self.int(d-1)})",
            lambda: f"'{self.pick('%.2f', '%g', '%e', '%8.3f', '%-8.1f|', '%.0f', '%+.3e', '%s')}' % ({self.float(d-1)})",
            lambda: f"'%s=%r' % ({self.any(d-1)}, {self.any(d-1)})",
            lambda: "'{}:{1}'".replace("{}", "{0}") + f".format({self.any(d-1)}, {self.any(d-1)})",
            lambda: "'{" + self.pick(":>8", ":<8", ":^9", ":*^9", "!r", ":.2", ":") + "}'" + f".format({self.text(d-1)})",
            lambda: "'{" + self.pick(":d", ":5d", ":+d", ":,", ":x", ":#x", ":b", ":08d", ":<6", ":_", ":e") + "}'" + f".format({self.int(d-1)})",
            lambda: "'{" + self.pick(":.3f", ":8.2f", ":g", ":.4g", ":e", ":.1%", ":+.2f", ":08.3f", ":", ":.3", ":,.2f", ":12") + "}'" + f".format({self.float(d-1)})",
            lambda: f"({self.text(d-1)} if {self.bool(d-1)} else {self.text(d-1)})",
            lambda: f"{self.bool(d-1)} and {self.text(d-1)} or {self.text(d-1)}",
            lambda: f"{self.text(d-1)}.partition({self.text(0)})[{r.randrange(3)}]",
            lambda: f"{self.text(d-1)}.removeprefix({self.text(0)})",
        )()

    def slice(self):
        part = lambda: self.pick("", str(self.rng.randrange(-5, 6)))
        return self.pick(f"{part()}:{part()}", f"{part()}:{part()}:{self.pick('1', '2', '-1', '-2', '3')}")

    def bool(self, d):
        r = self.rng
        if d <= 0 or r.random() < 0.2:
            return self.pick("True", "False")
        return self.pick(
            lambda: f"{self.number(d-1)} {self.pick('<', '>', '<=', '>=', '==', '!=')} {self.number(d-1)}",
            lambda: f"({self.int(d-1)} < {self.int(d-1)} <= {self.int(d-1)})",
            lambda: f"not {self.any(d-1)}", lambda: f"{self.text(0)} in {self.text(d-1)}",
            lambda: f"{self.int(d-1)} in {self.ints(d-1)}", lambda: f"{self.int(0)} not in {self.ints(d-1)}",
            lambda: f"{self.text(d-1)} {self.pick('==', '!=', '<', '>=')} {self.text(d-1)}",
            lambda: f"({self.bool(d-1)} {self.pick('and', 'or')} {self.bool(d-1)})",
            lambda: f"{self.text(d-1)}.{self.pick('startswith', 'endswith')}({self.text(0)})",
            lambda: f"{self.text(d-1)}.{self.pick('isdigit', 'isspace', 'isupper', 'islower')}()",
            lambda: f"python.{self.pick('any', 'all')}({self.seq(d-1)})",
            lambda: f"python.isinstance({self.any(d-1)}, {self.pick('int', 'str', 'float', 'list', 'dict', '(int, float)')})",
            lambda: f"None is {self.pick('None', '1')}", lambda: f"{self.ints(d-1)} {self.pick('==', '<')} {self.ints(d-1)}",
        )()

    def ints(self, d):
        r = self.rng
        if d <= 0 or r.random() < 0.4:
            return "[" + ", ".join(self.int(0) for _ in range(r.randrange(4))) + "]"
        return self.pick(
            lambda: f"[{self.int(d-1)} for x in {self.ints(d-1)}]",
            lambda: f"[x {self.pick('+', '*', '-', '%', '//')} {self.int(0)} for x in {self.ints(d-1)} if x {self.pick('>', '<', '!=')} {self.int(0)}]",
            lambda: f"list(range({r.randrange(-3, 6)}, {r.randrange(-3, 9)}, {self.pick('1', '2', '-1', '-3')}))",
            lambda: f"{self.ints(d-1)} + {self.ints(d-1)}", lambda: f"{self.ints(d-1)} * {r.randrange(0, 3)}",
            lambda: f"{self.ints(d-1)}[{self.slice()}]", lambda: f"sorted({self.ints(d-1)}, reverse={self.bool(0)})",
            lambda: f"list(map(lambda v: v * {self.int(0)}, {self.ints(d-1)}))",
            lambda: f"list(python.filter(lambda v: v > {self.int(0)}, {self.ints(d-1)}))",
            lambda: f"list(python.reversed({self.ints(d-1)}))", lambda: f"[a - b for a, b in python.zip({self.ints(d-1)}, {self.ints(d-1)})]",
            lambda: f"[i * v for i, v in python.enumerate({self.ints(d-1)})]",
            lambda: f"list(map(int, {self.text(0)}.split()))", lambda: f"[*{self.ints(d-1)}, {self.int(0)}]",
        )()

    def floats(self, d):
        return "[" + ", ".join(self.float(d - 1) for _ in range(self.rng.randrange(1, 4))) + "]"

    def texts(self, d):
        if d <= 0 or self.rng.random() < 0.4:
            return "[" + ", ".join(self.text(0) for _ in range(self.rng.randrange(4))) + "]"
        return self.pick(
            lambda: f"{self.text(d-1)}.split()", lambda: f"{self.text(d-1)}.split({self.text(0)})",
            lambda: f"{self.text(d-1)}.rsplit({self.text(0)}, {self.rng.randrange(-1, 3)})",
            lambda: f"[str(x) for x in {self.seq(d-1)}]", lambda: f"sorted({self.texts(d-1)})",
            lambda: f"list({self.text(d-1)})", lambda: f"{self.text(d-1)}.splitlines()",
        )()

    def dict(self, d):
        if d <= 0 or self.rng.random() < 0.4:
            return self.pick(lambda: f"dict(a={self.int(0)}, b={self.text(0)})",
                             lambda: "{" + ", ".join(f"{self.text(0)}: {self.any(0)}" for _ in range(self.rng.randrange(3))) + "}",
                             lambda: f"dict([('k', {self.int(0)}), (1, {self.float(0)})])")()
        return self.pick(lambda: "{k: v * 2 for k, v in " + self.dict(0) + ".items()}",
                         lambda: "{x: x * x for x in " + self.ints(d - 1) + "}",
                         lambda: f"dict(python.zip({self.texts(d-1)}, {self.ints(d-1)}))",
                         lambda: "{**" + self.dict(d - 1) + f", 'z': {self.any(0)}" + "}")()

    def seq(self, d):
        return self.rng.choice([self.ints, self.texts, self.text, self.floats, self.dict])(d)

    def any(self, d):
        r = self.rng
        return self.rng.choice([self.int, self.float, self.text, self.bool, self.ints, self.texts, self.dict, self.other])(d)

    def other(self, d):
        return self.pick(
            lambda: "None", lambda: f"({self.any(d-1)}, {self.any(d-1)})" if d > 0 else "()", lambda: f"({self.int(0)},)",
            lambda: f"{self.dict(d-1)}.get({self.text(0)}, {self.int(0)})", lambda: f"list({self.dict(d-1)}.keys())",
            lambda: f"list({self.dict(d-1)}.values())", lambda: f"{self.dict(d-1)}[{self.text(0)}]",
            lambda: "{1, 2, 2, 3}", lambda: f"python.tuple({self.seq(d-1)})", lambda: f"range({self.int(0)})",
            lambda: f"{self.any(d-1)} if {self.bool(d-1)} else {self.any(d-1)}" if d > 0 else "1",
            lambda: f"{self.int(d-1)} + {self.text(0)}", lambda: f"undefined_{r_name(self.rng)}",
            lambda: f"python.type({self.any(0)})", lambda: f"{self.ints(d-1)}.pop({self.rng.randrange(-2, 3)})",
            lambda: f"[[i, j] for i in {self.ints(0)} for j in {self.ints(0)} if i != j]",
        )()


def r_name(rng):
    return rng.choice(["a", "b"])


def shown(text):
    return "".join(c if c >= " " and c != "\\" else "\\x%02x" % ord(c) for c in text)


def main():
    rng = random.Random(int(sys.argv[1]))
    maker = Maker(rng)
    count = 0
    while count < int(sys.argv[2]):
        expression = maker.any(rng.randrange(4))
        try:
            result = shown(str(eval(compile(expression.strip(), "e", "eval"), dict(NAMES))))
        except Exception as error:  # the name is for the reader of a failure
            result = "!" + type(error).__name__
        if len(expression) > 900 or len(result) > 2000 or "object at 0x" in result or "j)" in result:
            continue
        print(expression + "\t" + result)
        count += 1


sys.stdout.reconfigure(encoding="utf-8")
main()
