#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares codemode's Lua with PUC Lua 5.4.

Usage: run_differential.py CODEMODE [--lua lua5.4] [--cases N] [--seed S]

Runs every program of corpus/*.lua (programs are separated by lines `--- name`) and N
generated expressions with both and compares what they print. Texts of errors, the order
of pairs and addresses are not compared: programs print none of them. Exits with 77
("skipped") when there is no Lua 5.4.
"""
import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PRELUDE = (HERE / "prelude.lua").read_text()


def programs():
    for file in sorted((HERE / "corpus").glob("*.lua")):
        name, lines = None, []
        for line in file.read_text().splitlines():
            if line.startswith("--- "):
                if name:
                    yield file.stem + ":" + name, "\n".join(lines)
                name, lines = line[4:].strip(), []
            else:
                lines.append(line)
        if name:
            yield file.stem + ":" + name, "\n".join(lines)


INTS = ["0", "1", "-1", "2", "3", "-3", "7", "10", "63", "64", "65", "-64", "255", "1000000007", "2147483647",
        "-2147483648", "2147483648", "4294967296", "9007199254740993", "math.maxinteger", "math.mininteger",
        "0x7fffffff", "-9223372036854775807"]
FLOATS = ["0.0", "-0.0", "1.0", "-1.0", "0.5", "-0.5", "1.5", "2.5", "0.1", "3.7", "-3.7", "1e15", "1e16", "1e100",
          "-1e-7", "2^53", "2^63", "-2^63", "1/3", "1e308*10", "-1e308*10", "0x1p-1074", "123456.789", "9.999999999999e22"]
TEXTS = ["'10'", "'0x10'", "'-3'", "' 7 '", "'1e2'", "'3.5'", "'abc'", "''"]
BINARY = ["+", "-", "*", "/", "//", "%", "^", "&", "|", "~", "<<", ">>", "..", "==", "~=", "<", "<=", ">", ">="]
UNARY = ["-", "~", "not ", "#"]
FORMATS = ["%d", "%5d", "%-5d|", "%05d", "%+d", "%x", "%X", "%#x", "%o", "%c", "%e", "%.3e", "%f", "%.0f", "%.10f", "%10.2f",
           "%g", "%.3g", "%#g", "%G", "%E", "%a", "%.2a", "%s", "%10s", "%-10s|", "%.2s", "%i", "%q", "% d", "%+.3f"]
MATHS = ["math.floor", "math.ceil", "math.abs", "math.tointeger", "math.type", "tostring", "tonumber", "math.sqrt",
         "math.sin", "math.exp", "math.fmod", "math.modf", "math.ult"]


def value(r):
    return r.choice(r.choice([INTS, INTS, FLOATS, FLOATS, TEXTS]))


def expression(r):
    kind = r.random()
    if kind < 0.55:
        return "(%s) %s (%s)" % (value(r), r.choice(BINARY), value(r))
    if kind < 0.65:
        return "(%s) %s (%s) %s (%s)" % (value(r), r.choice(BINARY), value(r), r.choice(BINARY), value(r))
    if kind < 0.72:
        return "%s(%s)" % (r.choice(UNARY), value(r))
    if kind < 0.87:
        return "string.format(%r, %s)" % (r.choice(FORMATS), value(r))
    if kind < 0.95:
        return "%s(%s, %s)" % (r.choice(MATHS), value(r), value(r)) if r.random() < 0.3 else \
            "%s(%s)" % (r.choice(MATHS), value(r))
    return "tostring(%s)" % value(r)


def generated(n, seed):
    r = random.Random(seed)
    for i in range(0, n, 100):
        body = "\n".join("try(function() return %s end)" % expression(r) for _ in range(min(100, n - i)))
        yield "generated:%d" % i, body


def run_reference(lua, jobs):
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for _, text in jobs:
            path = Path(folder) / "p.lua"
            path.write_text(PRELUDE + text + "\n")
            p = subprocess.run([lua, str(path)], capture_output=True, text=True, errors="replace", timeout=60)
            results.append(p.stdout if p.returncode == 0 else "FAILED " + p.stderr.splitlines()[0])
    return results


def run_ours(codemode, jobs):
    lines = "".join(json.dumps({"id": i, "code": PRELUDE + text, "language": "lua",
                                "limits": {"maxOutputBytes": 1000000}}) + "\n"
                    for i, (_, text) in enumerate(jobs))
    p = subprocess.run([codemode, "batch"], input=lines, capture_output=True, text=True, errors="replace", timeout=600)
    results = [""] * len(jobs)
    for line in p.stdout.splitlines():
        answer = json.loads(line)
        record = answer.get("result", answer)
        logs = "".join(entry + "\n" for entry in record.get("logs", []))
        results[answer["id"]] = logs if record.get("ok") else "FAILED " + json.dumps(record.get("error"))
    return results


def normal(text):
    """The sign of nan is the machine's business."""
    return text.replace("-nan", "nan").rstrip("\n")


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("codemode")
    ap.add_argument("--lua", default="lua5.4")
    ap.add_argument("--cases", type=int, default=10000)
    ap.add_argument("--seed", type=int, default=5)
    ap.add_argument("--show", type=int, default=20)
    args = ap.parse_args()
    try:
        subprocess.run([args.lua, "-v"], capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        print("SKIPPED: no %s; install it to compare with PUC Lua" % args.lua)
        return 77
    jobs = list(programs())
    n_programs = len(jobs)
    jobs += list(generated(args.cases, args.seed))
    theirs, ours = run_reference(args.lua, jobs), run_ours(args.codemode, jobs)
    failed = 0
    for (name, text), a, b in zip(jobs, theirs, ours):
        if normal(a) == normal(b):
            continue
        x, y = normal(a).split("\n"), normal(b).split("\n")
        lines = text.split("\n")
        for i in range(max(len(x), len(y))):
            p, q = x[i] if i < len(x) else "(nothing)", y[i] if i < len(y) else "(nothing)"
            if p != q:
                failed += 1
                if failed <= args.show:
                    where = lines[i] if name.startswith("generated") and i < len(lines) else ""
                    print("%s line %d %s\n  lua:  %s\n  ours: %s" % (name, i + 1, where, p[:300], q[:300]))
                if not name.startswith("generated"):
                    break
    print("%d programs, %d expressions, %d differences" % (n_programs, args.cases, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
