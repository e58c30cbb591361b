#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a seeded sample of test262 and compares the failures with expected-failures.txt.

Usage: run.py CODEMODE [--sample 3000] [--seed 1] [--jobs 2] [--update]

TEST262_REPO names a clone of tc39/test262, CODEMODE_CONFORMANCE_TOOLS the folder of the
runner test262.py, which is not in this repository. Exits with 77 ("skipped") when either
is missing, with 1 when a file fails that the list does not have, or passes although the
list has it.

--update runs the whole scope and writes the list anew. Every listed file stands under
the reason why it fails; one that no rule of REASONS explains goes under UNEXPLAINED,
which is no place to stay.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIST = HERE / "expected-failures.txt"
DEFAULT_TOOLS = HERE.parent.parent.parent / "shared" / "tools" / "conformance"
SCOPE = "wide"
UNEXPLAINED = "Not explained yet."

# Reason, pattern of "path<tab>message", pattern of the file's own text. The first that
# fits is taken; a missing pattern fits all.
REASONS = [
    ("Errors have no stack (spec/execution.md 3.4).", r"^built-ins/Error/prototype/stack/", None),
    ("FinalizationRegistry is absent (spec/execution.md 12.2).", r"FinalizationRegistry", None),
    ("__defineGetter__ and its relatives are absent (spec/execution.md 12.2).",
     r"__(define|lookup)[GS]etter__", None),
    ("There is no __proto__ accessor (spec/execution.md 12.2).", r"/prototype/__proto__/", None),
    ("There is no __proto__ accessor (spec/execution.md 12.2).", None, r"\.__proto__\b"),
    ("Prototypes are fixed: setPrototypeOf throws (spec/execution.md 12.2).", r"setPrototypeOf", None),
    ("No code is made from strings (spec/execution.md 12.2).",
     r"from strings|hashbang/function-constructor", None),
    ("A program is the body of an async function: return and using are legal at its top level, its names make "
     "no properties of a global object, and `undefined` may be declared (spec/execution.md 2.3, 2.6).",
     r"^language/statements/return/|^language/global-code/(return|decl-)|not-allowed-at-top-level-of-script", None),
    ("with, import and export are another syntax here (spec/execution.md 2.5, 2.7).",
     r"^language/(keywords/ident-ref-with|global-code/(import|export))", None),
    ("Built-in objects, and the names of globals, are frozen (spec/execution.md 12.2).",
     r"read.only|not configurable|Cannot (delete|redefine) property|/extensible\.js|descriptor should be", None),
    ("this is undefined at program level, not a global object (spec/execution.md 2.6).", None, r"\bthis\b"),
    ("this is undefined at program level, not a global object (spec/execution.md 2.6).",
     r"/prop-desc\.js|convert undefined to object", None),
]


def skip(why):
    print(f"SKIPPED: {why}")
    sys.exit(77)


def tools_folder():
    tools = Path(os.environ.get("CODEMODE_CONFORMANCE_TOOLS", DEFAULT_TOOLS))
    if not (tools / "test262.py").exists():
        skip(f"no runner in {tools}; set CODEMODE_CONFORMANCE_TOOLS")
    if not os.environ.get("TEST262_REPO"):
        skip("set TEST262_REPO to a clone of tc39/test262")
    return tools


def run(engine, tools, options):
    """The rows of the runner's result file."""
    with tempfile.TemporaryDirectory() as out:
        command = [sys.executable, "-B", str(tools / "test262.py"), "--engine", f"{engine} batch", "--batch",
                   "--scope", SCOPE, "--jobs", str(options.jobs), "--out", out,
                   "--exclude", str(tools / "needs-mutable-intrinsics.txt"), "--harness-dir", str(HERE / "harness")]
        if not options.update:
            command += ["--sample", str(options.sample), "--seed", str(options.seed)]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
        if done.returncode != 0:
            sys.exit(f"test262.py ended with {done.returncode}")
        with open(Path(out) / "results.ndjson") as file:
            return [row for row in map(json.loads, file) if row["status"] != "skip"]


def listed():
    lines = LIST.read_text().splitlines() if LIST.exists() else []
    return {line for line in lines if line and not line.startswith("#")}


def compare(rows):
    expected = listed()
    fails = [row for row in rows if row["status"] != "pass" and row["name"] not in expected]
    passes = [row for row in rows if row["status"] == "pass" and row["name"] in expected]
    for row in fails:
        print(f"FAILS, not listed: {row['name']}: {row.get('reason', '')[:200]}")
    for row in passes:
        print(f"passes, but listed: {row['name']}")
    known = sum(row["name"] in expected for row in rows) - len(passes)
    print(f"{len(rows)} files: {len(fails)} new failures, {len(passes)} listed ones pass, {known} fail as listed")
    return 1 if fails or passes else 0


def source_of(name):
    """The file's own text, without its header and comments."""
    text = subprocess.run(["git", "-C", os.environ["TEST262_REPO"], "show", f"HEAD:test/{name}"],
                          capture_output=True, text=True, check=True).stdout
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)


def reason_of(row):
    about = f"{row['name']}\t{row.get('reason', '')}"
    for reason, pattern, text in REASONS:
        if pattern and not re.search(pattern, about):
            continue
        if text and not re.search(text, source_of(row["name"])):
            continue
        return reason
    return UNEXPLAINED


def update(rows):
    groups = {}
    for row in rows:
        if row["status"] != "pass":
            groups.setdefault(reason_of(row), []).append(row["name"])
    order = list(dict.fromkeys(reason for reason, _, _ in REASONS)) + [UNEXPLAINED]
    with open(LIST, "w") as file:
        file.write("# Files of test262 (scope wide without those that need changeable intrinsics) that fail, by reason.\n"
                   "# Written by run.py --update.\n")
        for reason in order:
            names = groups.get(reason, [])
            if names:
                file.write(f"\n# {reason} ({len(names)})\n" + "".join(f"{name}\n" for name in sorted(names)))
    total = sum(map(len, groups.values()))
    print(f"{len(rows)} files, {total} fail: {100 * (1 - total / len(rows)):.2f} % pass")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--sample", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    rows = run(Path(options.engine).resolve(), tools_folder(), options)
    return update(rows) if options.update else compare(rows)


if __name__ == "__main__":
    sys.exit(main())
