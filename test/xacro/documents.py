"""Writes random xacro documents with their expansion by a simple model of the rules.

Two lines per document: the document, and its expansion without white space between tags, or "!" when it
must fail.

    python3 documents.py SEED COUNT
"""
import random
import sys

from document_model import Scope, TooLong, arguments, budget, expand, parameter_list

NAMES = ["a", "b", "c", "wide", "n_1"]
BLOCKS = ["part", "rest"]  # properties that are blocks


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
            lambda: "$(arg %s)" % r.choice("pq"), lambda: f"'$(arg p)' + str({name()})",
        ])()

    def value(self):
        r = self.rng
        return r.choice([
            lambda: str(r.randrange(-3, 20)), lambda: "1.50", lambda: "text", lambda: "true", lambda: "1_0", lambda: "'7'",
            lambda: "0 ${%s} 1" % self.expression(), lambda: "${%s}" % self.expression(), lambda: "${%s}" % self.expression(),
            lambda: "p${%s}${%s}" % (self.expression(), self.expression()), lambda: "$${x}",
            lambda: "$(arg %s)" % r.choice("pq"), lambda: "x_$(arg q) ${%s}" % self.expression(), lambda: "$ $a $$(arg p)",
        ])()

    def nodes(self, depth, in_macro=()):
        return [n for _ in range(self.rng.randrange(1, 5)) for n in self.node(depth, in_macro)]

    def node(self, depth, blocks):
        r = self.rng
        kind = r.choice(["element", "element", "property", "property", "if", "call", "macro", "insert", "call", "other"])
        if kind == "property" or depth <= 0 and kind != "call":
            attrs = {"value": self.value()}
            extra = r.random()
            if extra < 0.15:
                attrs = {"default": self.value()}
            elif extra < 0.3:
                attrs["scope"] = r.choice(["global", "parent"])
            elif extra < 0.4:
                attrs["lazy_eval"] = "false"
            elif extra < 0.43:
                attrs = {"remove": "true"}
            name = r.choice(NAMES)
            return [("property", f"{name[:1]}${{'{name[1:]}'}}" if r.random() < 0.05 else name, attrs)]
        if kind == "other":
            return [r.choice([
                lambda: ("argument", r.choice("pqr"), self.value()),
                lambda: ("named", r.choice(["e", "e${1 + 1}", "x_$(arg p)"]), {"v": self.value()}, self.nodes(depth - 1, blocks)),
                lambda: ("block", r.choice(BLOCKS), r.choice([{}, {}, {"scope": "parent"}, {"scope": "global"}]),
                         self.nodes(depth - 1, blocks)),
                lambda: ("insert", r.choice(BLOCKS)),
            ])()]
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
        return [("call", f"${{'{name[0]}'}}{name[1:]}" if r.random() < 0.1 else name, attrs, content)]

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
        elif n[0] == "argument":
            out.append(f"<xacro:arg{attributes(dict(name=n[1], default=n[2]))}/>")
        elif n[0] == "named":
            own = attributes({"xacro:name": n[1], **n[2]})
            out.append(f"<xacro:element{own}>{source(n[3])}</xacro:element>")
        elif n[0] == "block":
            out.append(f"<xacro:property{attributes(dict(name=n[1], **n[2]))}>{source(n[3])}</xacro:property>")
        elif n[0] == "call" and "$" in n[1]:
            out.append(f"<xacro:call{attributes(dict(macro=n[1], **n[2]))}>{source(n[3])}</xacro:call>")
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
        start += [("argument", "p", rng.choice(["1", "left", "0.5"])), ("argument", "q", rng.choice(["2", "true", ""]))]
        start += [("block", name, {}, maker.nodes(0)) for name in BLOCKS]
        arguments.clear()
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
