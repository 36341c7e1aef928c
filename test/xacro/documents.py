"""Random xacro documents with what a plain model of the rules makes of them.

Two lines per document: the document, and its expansion without white space between tags, or "!" when it
must fail. The model knows the rules and nothing else: lazy properties, scopes, macros with defaults,
forwarding and blocks, conditions, recursion, elements and attributes by name.

    python3 documents.py SEED COUNT
"""
import math
import random
import sys

GLOBALS = {k: v for k, v in math.__dict__.items() if not k.startswith("_")}
GLOBALS.update(list=list, dict=dict, map=map, len=len, str=str, float=float, int=int, min=min, max=max, round=round)
NAMES = ["a", "b", "c", "wide", "n_1"]


class Refused(Exception):
    pass


class TooLong(Exception):
    pass


budget = [0]  # steps left: macros may call each other many times


# ---- the model -----------------------------------------------------------------------------------------


class Scope(dict):
    """Names of one level; what is not here is looked for outside."""

    def __init__(self, outer):
        super().__init__()
        self.outer = outer
        self.lazy = set()
        self.open = []

    def find(self, name):
        scope = self
        while scope is not None:
            if dict.__contains__(scope, name):
                return scope
            scope = scope.outer
        return None

    def __contains__(self, name):
        return self.find(name) is not None or name in GLOBALS

    def __getitem__(self, name):
        scope = self.find(name)
        if scope is None:
            return GLOBALS[name]
        if name in scope.lazy:
            if name in scope.open:
                raise Refused("circle")
            scope.open.append(name)
            try:
                dict.__setitem__(scope, name, literal(evaluate(dict.__getitem__(scope, name), scope)))
            finally:
                scope.open.remove(name)
            scope.lazy.discard(name)
        return dict.__getitem__(scope, name)

    def put(self, name, value, lazy):
        value = literal(value)
        dict.__setitem__(self, name, value)
        self.lazy.discard(name)
        if lazy and isinstance(value, str):
            self.lazy.add(name)


def literal(value):
    if not isinstance(value, str):
        return value
    if len(value) >= 2 and value[0] == value[-1] == "'":
        return value[1:-1]
    if "_" in value:
        return value
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            pass
    return {"true": True, "True": True, "false": False, "False": False}.get(value, value)


def evaluate(text, scope):
    parts = []
    while text:
        at = text.find("${")
        if at < 0:
            parts.append(text)
            break
        if at > 0 and text[at - 1] == "$":  # an escape: one dollar less
            parts.append(text[: at - 1] + "${")
            text = text[at + 2:]
            continue
        if at > 0:
            parts.append(text[:at])
        end = text.index("}", at)
        code = compile(text[at + 2:end].strip(), "e", "eval")
        space = Names(scope)
        parts.append(eval(code, {"__builtins__": {}}, space))
        text = text[end + 1:]
    if len(str(parts)) > 3000:  # texts and lists that double each other
        raise TooLong
    return parts[0] if len(parts) == 1 else "".join(map(str, parts))


class Names:
    def __init__(self, scope):
        self.scope = scope

    def __getitem__(self, name):
        if name not in self.scope:
            raise KeyError(name)
        return self.scope[name]


def condition(value):
    if not isinstance(value, str):
        return bool(value)
    if value in ("true", "True", "false", "False"):
        return value in ("true", "True")
    return bool(int(value))


def expand(nodes, scope, macros, depth=0, attrs=None):
    if depth > 60:
        raise Refused("depth")
    out = []
    for node in nodes:
        kind = node[0]
        budget[0] -= 1
        if budget[0] < 0:
            raise TooLong
        if kind == "text":
            out.append(("text", str(evaluate(node[1], scope))))
        elif kind == "element":
            own = {k: str(evaluate(v, scope)) for k, v in node[2].items()}
            children = expand(node[3], scope, macros, depth + 1, own)
            out.append(("element", node[1], own, children))
        elif kind == "attribute":
            attrs[str(evaluate(node[1], scope))] = str(evaluate(node[2], scope))
        elif kind == "property":
            define(node, scope)
        elif kind == "macro":
            macros[-1][node[1]] = node
        elif kind == "if":
            if condition(evaluate(node[1], scope)) == node[2]:
                out += expand(node[3], scope, macros, depth + 1)
        elif kind == "insert":
            out += insert(node[1], scope, macros, depth)
        elif kind == "call":
            out += call(node, scope, macros, depth)
    return out


def define(node, scope):
    _, name, attrs = node
    if "default" in attrs:
        if name not in scope:
            scope.put(name, attrs["default"], True)
        return
    where = attrs.get("scope")
    lazy = attrs.get("lazy_eval") != "false" and where is None
    if where == "parent" and scope.outer is None:
        return  # lost, and so not evaluated
    value = attrs["value"] if lazy else evaluate(attrs["value"], scope)
    target = scope
    if where == "global":
        while target.outer is not None:
            target = target.outer
    elif where == "parent":
        target = scope.outer
    target.put(name, value, lazy)


def insert(name, scope, macros, depth):
    if scope.find("**" + name):
        block = scope.find("**" + name)["**" + name]
        for text in block[2].values():
            evaluate(text, scope)  # of the element that is left out, too
        return expand(again(block[3]), scope, macros, depth + 1)
    if scope.find("*" + name):
        block = scope.find("*" + name)["*" + name]
        return expand(again([block]), scope, macros, depth + 1)
    raise Refused("block")


def again(nodes):
    """Expanded nodes as input: they are evaluated once more where they are inserted."""
    return [n if n[0] == "text" else ("element", n[1], n[2], again(n[3])) for n in nodes]


def call(node, scope, macros, depth):
    _, name, attrs, content = node
    macro = next((level[name] for level in reversed(macros) if name in level), None)
    if macro is None:
        raise Refused("macro")
    inner = Scope(scope)
    missing = list(macro[2])
    for key, text in attrs.items():
        found = [p for p in missing if p[0] == key]
        if not found:
            raise Refused("parameter")
        missing.remove(found[0])
        inner.put(key, evaluate(text, scope), False)
    blocks = [n for n in expand(content, scope, macros, depth + 1) if n[0] == "element"]
    for parameter in list(missing):
        if parameter[0].startswith("*"):
            if not blocks:
                raise Refused("block")
            dict.__setitem__(inner, parameter[0], blocks.pop(0))
            missing.remove(parameter)
    if blocks:
        raise Refused("blocks")
    for parameter in list(missing):
        name, forwards, default = parameter
        if forwards and name in scope:
            inner.put(name, scope[name], False)
        elif default is not None:
            inner.put(name, evaluate(default, scope), False)
        else:
            raise Refused("missing")
    evaluate(parameter_list(macro[2]), inner)  # every attribute of <xacro:macro> is evaluated
    return expand(macro[3], inner, macros + [{}], depth + 1)


# ---- documents -------------------------------------------------------------------------------------------


class Maker:
    def __init__(self, rng):
        self.rng = rng
        self.macros = {}

    def expression(self):
        r = self.rng
        name = lambda: r.choice(NAMES)
        return r.choice([
            lambda: str(r.randrange(-9, 10)), lambda: repr(round(r.uniform(-2, 2), 3)), name, name,
            lambda: f"{name()} + {r.randrange(5)}", lambda: f"{name()} * 2", lambda: f"str({name()})",
            lambda: f"[{r.randrange(3)}, {name()}]", lambda: f"len(str({name()}))",
            lambda: f"'t' + str({name()})", lambda: f"{name()} if {name()} == {r.randrange(3)} else {r.randrange(3)}",
            lambda: f"round({name()} / 2, 3)", lambda: f"{name()} in [1, 2, 'x']",
        ])()

    def value(self):
        r = self.rng
        return r.choice([
            lambda: str(r.randrange(-3, 20)), lambda: "1.50", lambda: "text", lambda: "true", lambda: "1_0", lambda: "'7'",
            lambda: "0 ${%s} 1" % self.expression(), lambda: "${%s}" % self.expression(), lambda: "${%s}" % self.expression(),
            lambda: "p${%s}${%s}" % (self.expression(), self.expression()), lambda: "$${x}",
        ])()

    def nodes(self, depth, in_macro=()):
        return [n for _ in range(self.rng.randrange(1, 5)) for n in self.node(depth, in_macro)]

    def node(self, depth, blocks):
        r = self.rng
        kind = r.choice(["element", "element", "property", "property", "if", "call", "macro", "insert", "call"])
        if kind == "property" or depth <= 0 and kind != "call":
            attrs = {"value": self.value()}
            extra = r.random()
            if extra < 0.15:
                attrs = {"default": self.value()}
            elif extra < 0.3:
                attrs["scope"] = r.choice(["global", "parent"])
            elif extra < 0.4:
                attrs["lazy_eval"] = "false"
            return [("property", r.choice(NAMES), attrs)]
        if kind == "element":
            children = self.nodes(depth - 1, blocks) if r.random() < 0.5 else []
            if not children and r.random() < 0.4:
                children = [("text", self.value())]
            if r.random() < 0.1:
                children.append(("attribute", "k_" + r.choice(NAMES), self.value()))
            return [("element", r.choice(["x", "y", "z"]), {f"v{i}": self.value() for i in range(r.randrange(3))}, children)]
        if kind == "if":
            text = r.choice(["1", "0", "true", "False", "${%s == 1}" % r.choice(NAMES), "${%s}" % r.choice(NAMES)])
            return [("if", text, r.random() < 0.6, self.nodes(depth - 1, blocks))]
        if kind == "macro":
            return [self.macro(depth)]
        if kind == "insert":
            return [("insert", r.choice(blocks))] if blocks else []
        if not self.macros:
            return []
        name = r.choice(sorted(self.macros))
        attrs, content = {}, []
        for parameter in self.macros[name]:
            if parameter[0].startswith("*"):
                content.append(("element", "blk", {"q": self.value()}, self.nodes(0, ()) if r.random() < 0.3 else []))
            elif parameter[2] is None and not parameter[1] or r.random() < 0.5:
                attrs[parameter[0]] = self.value()
        if r.random() < 0.03:
            attrs["wrong"] = "1"
        return [("call", name, attrs, content)]

    def macro(self, depth):
        r = self.rng
        name = "m%d" % r.randrange(4)
        parameters, blocks = [], []
        for p in r.sample(NAMES, r.randrange(0, 3)):
            default = r.choice([None, "3", "${%s}" % self.expression(), "'a b'"])
            parameters.append((p, r.random() < 0.25, default))
        for b in range(r.randrange(0, 2)):
            star = r.choice(["*", "**"])
            parameters.append((f"{star}blk{b}", False, None))
            blocks.append(f"blk{b}")
        self.macros[name] = parameters
        body = self.nodes(depth - 1, tuple(blocks))
        return ("macro", name, parameters, body)


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def attributes(attrs):
    return "".join(f' {k}="{escape(v).replace(chr(34), "&quot;")}"' for k, v in attrs.items())


def parameter_list(parameters):
    words = []
    for name, forwards, default in parameters:
        text = name
        if forwards:
            text += ":=^" + ("|" + default if default is not None else "")
        elif default is not None:
            text += ":=" + default
        words.append(text)
    return " ".join(words)


def source(nodes):
    out = []
    for n in nodes:
        if n[0] == "text":
            out.append(escape(n[1]))
        elif n[0] == "element":
            out.append(f"<{n[1]}{attributes(n[2])}>{source(n[3])}</{n[1]}>")
        elif n[0] == "attribute":
            out.append(f"<xacro:attribute{attributes(dict(name=n[1], value=n[2]))}/>")
        elif n[0] == "property":
            out.append(f"<xacro:property{attributes(dict(name=n[1], **n[2]))}/>")
        elif n[0] == "if":
            tag = "xacro:if" if n[2] else "xacro:unless"
            out.append(f"<{tag}{attributes(dict(value=n[1]))}>{source(n[3])}</{tag}>")
        elif n[0] == "insert":
            out.append(f'<xacro:insert_block name="{n[1]}"/>')
        elif n[0] == "macro":
            out.append(f"<xacro:macro{attributes(dict(name=n[1], params=parameter_list(n[2])))}>{source(n[3])}</xacro:macro>")
        elif n[0] == "call":
            out.append(f"<xacro:{n[1]}{attributes(n[2])}>{source(n[3])}</xacro:{n[1]}>")
    return "".join(out)


def written(nodes):
    out = []
    for n in nodes:
        if n[0] == "text":
            out.append(escape(n[1]))
            continue
        inner = written(n[3])
        attrs = attributes(dict(sorted(n[2].items())))
        out.append(f"<{n[1]}{attrs}>{inner}</{n[1]}>" if n[3] else f"<{n[1]}{attrs}/>")
    return "".join(out)


def main():
    rng = random.Random(int(sys.argv[1]))
    count = 0
    nfailed = 0
    while count < int(sys.argv[2]):
        maker = Maker(rng)
        start = [("property", name, {"value": str(i)}) for i, name in enumerate(NAMES)]
        body = start + [maker.macro(2), maker.macro(1)] + maker.nodes(3) + maker.nodes(2)
        budget[0] = 3000
        try:
            result = written([("element", "r", {}, expand(body, Scope(None), [{}]))])
        except TooLong:
            continue
        except (Exception, RecursionError):
            result = "!"
        if len(result) > 6000 or "\n" in result or "depth" in result or result == "!" and nfailed > count / 3:
            continue
        nfailed += result == "!"
        print('<r xmlns:xacro="http://www.ros.org/wiki/xacro">' + source(body) + "</r>")
        print(result)
        count += 1


sys.stdout.reconfigure(encoding="utf-8")
main()
