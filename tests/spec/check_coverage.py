#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fails when a numbered case of the specification has no test.

Every case of cases.txt must have a test or a line in later.txt, not both, and
nothing else may stand there. What counts as a test of E17, F20a or L3:

    case E17 ...                in cases/*.cases
    static void e17_...         in a *_test.c of tests/catalog, tests/runtime,
                                tests/lua, tests/openapi or tests/spec
    { "L3", ...                 a row of a table in tests/lua/spec_test.c
    def test_f20a_..., # F20a   in gateway/*_test.py
    static void o12_..., a comment that names O13   in tests/openapi/*_test.c
    a comment or docstring that names A7 or O44     in tests/cli/*_test.py, A7 in
                                                    tests/mcp/*_test.c too
"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
CASE = re.compile(r"^case ([DEFL]\d+[a-z]?)\b", re.M)
C_TEST = re.compile(r"^static void ([defl]\d+[a-z]?)_\w+\(void \*\*state\)",
                    re.M)
C_ROW = re.compile(r'^    { "(L\d+)",', re.M)
C_COMMENT = re.compile(r"/\*.*?\*/", re.S)
C_OPENAPI = re.compile(r"^static void (o\d+)_\w+\(void \*\*state\)", re.M)
PY_SAID = re.compile(r'""".*?"""|#[^\n]*', re.S)
NAMED = re.compile(r"\b[AFO]\d+[a-z]?\b")
PY_MORE = re.compile(r"\bF\d+[a-z]?\b")


def lines(name):
    text = (HERE / name).read_text(encoding="utf-8")
    return [x.split() for x in text.splitlines() if x and x[0] != "#"]


def tested():
    found = set()
    for path in (HERE / "cases").glob("*.cases"):
        found.update(CASE.findall(path.read_text(encoding="utf-8")))
    for folder in (HERE, *(HERE.parent / name for name in (
            "catalog", "runtime", "lua", "openapi"))):
        for path in folder.glob("*_test.c"):
            names = C_TEST.findall(path.read_text(encoding="utf-8"))
            found.update(name[0].upper() + name[1:] for name in names)
    rows = HERE.parent / "lua" / "spec_test.c"
    found.update(C_ROW.findall(rows.read_text(encoding="utf-8")))
    for path in (HERE / "gateway").glob("*_test.py"):
        for line in path.read_text(encoding="utf-8").splitlines():
            name = re.match(r"def test_f(\d+[a-z]?)_", line)
            if name:
                found.add("F" + name.group(1))
            if "#" in line:
                found.update(PY_MORE.findall(line.split("#", 1)[1]))
    found.update(named_cases())
    return found


def named_cases():
    """Cases of the adapter, of OpenAPI and of HTTP, which have no data files."""
    found = set()
    tests = HERE.parent
    for path in (*(tests / "openapi").glob("*_test.c"),
                 *(tests / "mcp").glob("*_test.c"),
                 tests / "catalog" / "update_test.c"):
        text = path.read_text(encoding="utf-8")
        found.update(f"O{int(name[1:])}" for name in C_OPENAPI.findall(text))
        for comment in C_COMMENT.findall(text):
            found.update(NAMED.findall(comment))
    for path in (tests / "cli").glob("*_test.py"):
        for said in PY_SAID.findall(path.read_text(encoding="utf-8")):
            found.update(NAMED.findall(said))
    return found


def main():
    known = {row[0] for row in lines("cases.txt")}
    later = {row[0] for row in lines("later.txt")}
    found = tested()
    # A function of all variants is named by the number alone (test_f24_...).
    whole = {x for x in found - known if any(y[:-1] == x for y in known)}
    faults = [f"{x}: no test and not in later.txt"
              for x in known - found - later]
    faults += [f"{x}: has a test and stands in later.txt"
               for x in found & later]
    faults += [f"{x}: no such case" for x in (found - whole | later) - known]
    faults += [f"{row[0]}: no reason given" for row in lines("later.txt")
               if len(row) < 4]
    for fault in sorted(faults):
        print(fault)
    print(f"{len(known)} cases: {len(found & known)} tested, {len(later)} later, "
          f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
