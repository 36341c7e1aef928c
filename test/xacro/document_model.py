"""A simple model of the rules of xacro: computes the expansion of a document of nodes.

The model knows the rules and nothing else: lazy properties, scopes, macros with defaults, forwarding and blocks,
conditions, recursion, arguments, elements, attributes and macros by name. A node is a tuple whose first item says what
it is; documents.py makes and writes them.
"""
import math

GLOBALS = {k: v for k, v in math.__dict__.items() if not k.startswith("_")}
GLOBALS.update(list=list, dict=dict, map=map, len=len, str=str, float=float, int=int, min=min, max=max, round=round)


class Refused(Exception):
    pass


class TooLong(Exception):
    pass


budget = [0]  # steps left: macros may call each other many times
arguments = {}  # of the document at hand


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


def pieces(text):
    """(kind, text) in order: "text", "expression" without ${}, "substitution" without $()."""
    at = 0
    while at < len(text):
        dollars = 0
        while text[at + dollars:at + dollars + 1] == "$":
            dollars += 1
        bracket = text[at + dollars:at + dollars + 1]
        if dollars > 1 and bracket in ("{", "("):  # an escape: one dollar less
            yield "text", text[at + 1:at + dollars + 1]
            at += dollars + 1
        elif dollars > 1 or dollars == 1 and bracket in ("{", "(") and "})"[bracket == "("] not in text[at:]:
            raise Refused("dollar")
        elif dollars == 1 and bracket in ("{", "("):
            end = text.index("})"[bracket == "("], at)
            yield ("expression" if bracket == "{" else "substitution"), text[at + 2:end]
            at = end + 1
        else:
            end = at + 1
            while end < len(text) and text[end] != "$" and not (dollars and text[end] in "{("):
                end += 1
            yield "text", text[at:end]
            at = end


def evaluate(text, scope):
    parts = []
    for kind, part in pieces(text):
        if kind != "text" and "$" in part:
            part = str(evaluate(part, scope))
        if kind == "expression":
            part = eval(compile(part.strip(), "e", "eval"), {"__builtins__": {}}, Names(scope))
        elif kind == "substitution":
            command, *names = part.split()
            if command != "arg" or len(names) != 1:
                raise Refused("substitution")
            part = arguments[names[0]]
        parts.append(part)
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
        elif kind == "argument":
            if node[1] not in arguments:
                arguments[node[1]] = str(evaluate(node[2], scope))
        elif kind == "named":
            name = str(evaluate(node[1], scope))
            out += expand([("element", name, node[2], node[3])], scope, macros, depth)
        elif kind == "block":
            define_block(node, scope)
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
    name, attrs = str(evaluate(node[1], scope)), node[2]
    if "remove" in attrs:
        if name not in scope:
            dict.__setitem__(scope, "**" + name, ("block", name, {}, []))
        while scope is not None:
            scope.pop(name, None)
            scope = scope.outer
        return
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


def define_block(node, scope):
    """A property without a value: its content, evaluated where it is inserted."""
    target = scope
    where = node[2].get("scope")
    if where == "global":
        while target.outer is not None:
            target = target.outer
    elif where == "parent":
        target = scope.outer
    if target is not None:
        dict.__setitem__(target, "**" + node[1], node)


def insert(name, scope, macros, depth):
    if scope.find("**" + name):
        block = scope.find("**" + name)["**" + name]
        if block[0] == "block":
            return expand(block[3], scope, macros, depth + 1)
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
    name = str(evaluate(name, scope))
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
