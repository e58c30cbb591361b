# SPDX-License-Identifier: MIT
"""The types of LuaLS, as far as signatures use them:

    union   = array { "|" array }
    array   = simple { "[]" }
    simple  = "(" union ")" | "{" [ field { "," field } [ "," ] ] "}"
            | "table<string, " union ">" | function | name | string | number
    field   = ( name | "[" ( string | "string" ) "]" ) [ "?" ] ":" union
    function = "fun(" [ name [ "?" ] ":" union ] ")" [ ":" union ]
"""
import re

TOKEN = re.compile(r"""\s*(?:
    (?P<string>"(?:[^"\\\n\r]|\\(?:[\\"nrt]|\d{3}))*")
  | (?P<number>-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)
  | (?P<name>[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*)
  | (?P<mark>\[\]|[][(){}<>|?:,])
)""", re.X)
KEYWORDS = set("""and break do else elseif end for goto function if in local nil
not or repeat return then until while""".split())
WORDS = {"any", "string", "number", "integer", "boolean", "json.null", "table",
         "true", "false"}


class Parser:
    def __init__(self, text):
        lines = [line for line in text.split("\n")
                 if not line.lstrip(" ").startswith("---")]
        self.text, self.tokens, at = "\n".join(lines), [], 0
        while at < len(self.text):
            found = TOKEN.match(self.text, at)
            assert found, f"no token at {self.text[at:at + 40]!r}"
            self.tokens.append((found.lastgroup, found.group(found.lastgroup)))
            at = found.end()
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else (None, None)

    def take(self, mark=None, kind=None):
        token = self.peek()
        assert (mark is None or token[1] == mark) and (
            kind is None or token[0] == kind), (mark or kind, self.tokens[self.at:][:5])
        self.at += 1
        return token[1]

    def accept(self, mark):
        if self.peek() == ("mark", mark):
            self.at += 1
            return True
        return False

    def union(self):
        self.array()
        while self.accept("|"):
            self.array()

    def array(self):
        self.simple()
        while self.accept("[]"):
            pass

    def simple(self):
        kind, text = self.peek()
        if self.accept("("):
            self.union()
            self.take(")")
        elif self.accept("{"):
            self.fields()
        elif kind in ("string", "number"):
            self.at += 1
        elif text == "fun":
            self.function()
        else:
            name = self.take(kind="name")
            assert name in WORDS or name.startswith("tools."), name
            if name == "table" and self.accept("<"):
                assert self.take() == "string"
                self.take(",")
                self.union()
                self.take(">")

    def fields(self):
        names = set()
        while not self.accept("}"):
            if self.accept("["):
                kind, text = self.peek()
                assert kind == "string" or text == "string", text
                name = self.take()
                self.take("]")
            else:
                name = self.take(kind="name")
                assert name not in KEYWORDS | {"true", "false"}, name
                assert "." not in name, name
            assert name not in names, name
            names.add(name)
            self.accept("?")
            self.take(":")
            self.union()
            if not self.accept(","):
                self.take("}")
                return

    def function(self):
        self.take("fun")
        self.take("(")
        if not self.accept(")"):
            self.take(kind="name")
            self.accept("?")
            self.take(":")
            self.union()
            self.take(")")
        if self.accept(":"):
            self.union()

    def end(self):
        assert self.at == len(self.tokens), self.tokens[self.at:][:5]


def check_call(text):
    """`(T): U`, what follows the expression in a signature."""
    p = Parser(text)
    p.take("(")
    if not p.accept(")"):
        p.union()
        p.take(")")
    if p.accept(":"):
        p.union()
    p.end()


def check_type(text):
    p = Parser(text)
    p.union()
    p.end()


FIELD = re.compile(r'---@field (?:[A-Za-z_]\w*|\["(?:[^"\\]|\\.)*"\]) (.*)')


def check_meta(text):
    """A meta file; how many types it held."""
    n, classes = 0, set()
    for line in text.split("\n"):
        if line.startswith("---@"):
            word, _, rest = line[4:].partition(" ")
            if word == "class":
                classes.add(rest)
            elif word == "field":
                rest = FIELD.fullmatch(line).group(1)
                if rest.startswith("tools."):
                    assert rest in classes, rest
                else:
                    check_type(rest)
                n += 1
            elif word in ("overload", "return"):
                check_type(rest)
            elif word == "param":
                check_type(rest.partition(" ")[2])
            else:
                assert word == "meta", line
        else:
            assert (line == "" or line.startswith("--") or line in (
                "tools = {}", "function search(input) end")), line
    return n
