# SPDX-License-Identifier: MIT
"""Schemas by chance: everything that shapes a type, odd names, references that
recur or lead nowhere, and now and then something malformed."""
import random

NAMES = ["a", "b", "id", "userName", "x-y", "2fa", "end", "class", "new", "get",
         "readonly", "$ref2", "has space", "é", "日本", "", "q\"uote", "back\\slash",
         "new\nline", "12", "__proto__", "constructor", "in", "function", "a.b",
         "type", "default", "async", "static", "declare", "\u2028", "*/",
         "nul\u0000", "\u00007", "\u001b\u007f", "\r\n", "\ufeff", "\U0001f600",
         "lone \ud800", "--", "]]", "`${x}`", "'"]
TEXTS = ["Plain.", "Two\nlines", "ends */ here", "", "  \n ", "tab\there", "é ✓ 日本",
         "long " * 40, "`code` and | bars | in it", "--[[ ]] --", "\r\n\r\nLate\r",
         "a \"quoted\" one", "/** nested */", "// x", "\u0000 nul", "\u2028 separator"]
VALUES = [None, True, False, 0, -1, 1.5, 1e30, 1e-9, 12345678901234567890, "", "a",
          "a | b", "*/", "line\nbreak", "\\", "\"", "é", "\u2028", "\"b\"\r\n'c' \\",
          "\u0000", "\udfff", "tab\t\u007f", "]] --", [], [1, "x"], {}, {"a": {"b": [None]}}, {"x-y": 1}]
SIMPLE = ["string", "number", "integer", "boolean", "null"]


def nested(levels, kind):
    """One schema inside another: properties, items or members of unions."""
    out = {"type": "string", "enum": ["in\nside", "\"deep\""]}
    for _ in range(levels):
        if kind == 0:
            out = {"properties": {"x-y": out, "end": {"type": "null"}}}
        elif kind == 1:
            out = {"type": "array", "items": out}
        else:
            out = {"anyOf": [out, {"type": "integer"}]}
    return out


def large(n, kind):
    """Many fields, a long enum, or definitions that fan out."""
    if kind == 0:
        return {"type": "object", "properties": {
            f"{NAMES[i % len(NAMES)]}{i}": {
                "type": SIMPLE[i % 5], "description": TEXTS[i % len(TEXTS)]}
            for i in range(n)}}
    if kind == 1:
        return {"enum": [f"{i} \"x\"\n" for i in range(n)] + [None]}
    defs = {str(i): {"anyOf": [{"$ref": f"#/$defs/{i + 1}"}] * 4,
                     "properties": {"a": {"$ref": f"#/$defs/{i + 1}"}}}
            for i in range(12)}
    return {"$ref": "#/$defs/0", "$defs": defs}


def extremes():
    """Deep and large ones, some beyond what a type may have."""
    return ([nested(n, kind) for n in (7, 8, 9, 10, 200) for kind in range(3)] +
            [large(n, kind) for n in (100, 1500, 30000) for kind in range(2)] +
            [large(0, 2)])


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def schema(self, depth=0):
        r = self.random
        if r.random() < 0.03:
            return r.choice([True, False])
        if r.random() < 0.004:
            return r.choice([None, 5, [], "x"])
        kinds = ["simple", "simple", "enum", "const", "list", "empty"]
        if depth < 6:
            kinds += ["object"] * 4 + ["array"] * 2 + [
                "anyOf", "oneOf", "allOf", "ref", "record", "nothing", "tuple"]
        out = getattr(self, r.choice(kinds))(depth)
        self.notes(out)
        if r.random() < 0.05 and depth < 5:
            out["$defs"] = {"A": self.schema(depth + 1)}
        return out

    def notes(self, out):
        r = self.random
        for name, make in [
                ("description", lambda: r.choice(TEXTS)),
                ("default", lambda: r.choice(VALUES)),
                ("format", lambda: r.choice(["uuid", "date-time", "x\ny", "*/"])),
                ("pattern", lambda: r.choice(["^a*/$", "a|b", "x\n", "\\d+"])),
                ("deprecated", lambda: r.choice([True, False, 1])),
                ("minimum", lambda: r.choice([0, -1.5, 1e21, "x"])),
                ("maxLength", lambda: r.choice([0, 10, 1e3])),
                ("uniqueItems", lambda: True)]:
            if r.random() < 0.15:
                out[name] = make()
        if r.random() < 0.003:
            out["description"] = 5

    def simple(self, depth):
        return {"type": self.random.choice(SIMPLE + ["objekt"])}

    def list(self, depth):
        r = self.random
        types = [r.choice(SIMPLE + ["array", "object"])
                 for _ in range(r.randrange(4))]
        out = {"type": types}
        if depth < 6:
            out["properties"] = self.properties(depth)
        return out

    def enum(self, depth):
        r = self.random
        return {"enum": [r.choice(VALUES) for _ in range(r.randrange(5))]}

    def const(self, depth):
        return {"const": self.random.choice(VALUES)}

    def empty(self, depth):
        return {}

    def properties(self, depth):
        r = self.random
        return {r.choice(NAMES): self.schema(depth + 1)
                for _ in range(r.randrange(5))}

    def object(self, depth):
        r = self.random
        out = {"type": "object", "properties": self.properties(depth)}
        if r.random() < 0.2:
            del out["type"]
        if r.random() < 0.6:
            out["required"] = [n for n in NAMES if r.random() < 0.4]
        if r.random() < 0.3:
            out["additionalProperties"] = r.choice(
                [True, False, {}, self.schema(depth + 1)])
        return out

    def record(self, depth):
        return {"type": "object", "additionalProperties": self.schema(depth + 1)}

    def array(self, depth):
        return {"type": "array", "items": self.schema(depth + 1)}

    def nothing(self, depth):
        return {"not": {"type": "null"}}

    def tuple(self, depth):
        return {"type": "array", "prefixItems": [self.schema(depth + 1)]}

    def members(self, depth):
        return [self.schema(depth + 1) for _ in range(self.random.randrange(1, 4))]

    def union(self, name, depth):
        out = {name: self.members(depth)}
        if self.random.random() < 0.3:
            out.update(self.object(depth))
        return out

    def anyOf(self, depth):
        return self.union("anyOf", depth)

    def oneOf(self, depth):
        return self.union("oneOf", depth)

    def allOf(self, depth):
        return self.union("allOf", depth)

    def ref(self, depth):
        r = self.random
        out = {"$ref": r.choice(["#/$defs/A", "#/$defs/B", "#/definitions/C",
                                 "#/$defs/A~1B%20C", "#", "#/$defs/None",
                                 "http://x/y"])}
        if r.random() < 0.3:
            out.update(self.object(depth))
        return out

    def root(self):
        out = self.object(0) if self.random.random() < 0.8 else self.schema()
        if not isinstance(out, (dict, bool)):
            out = {"properties": {"wrong": out}}
        if isinstance(out, dict):
            out["$defs"] = {n: self.schema(2) for n in ("A", "B", "A/B C")}
            out["definitions"] = {"C": self.schema(2)}
        return out
