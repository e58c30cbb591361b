#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs generated programs with two machines and compares what comes of them.

Usage: differential.py GENERATE js|lua COMMAND REFERENCE [--cases N] [--seed S] [--show N]

GENERATE is fuzz.generate. COMMAND is a codemode; REFERENCE another (a build with CM_SWITCH_VM or CM_GC_STRESS, of
another compiler, of an earlier version), or `node`, or `lua5.4`. Two codemodes must give the same record of every
program. Against node and lua5.4, what the program logged and returned must be the same, or both must fail; programs
keep away from what docs/javascript.md and docs/lua.md name as different. Exits with 77 ("skipped") when REFERENCE is
not there.
"""
import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

LIMITS = {"maxSteps": 1000000, "maxMemoryBytes": 64 << 20, "maxOutputBytes": 1000000}

# Each program in a context of its own, so that none can spoil another; its time ends what does not end.
NODE = r"""
const vm = require("vm"), lines = require("fs").readFileSync(0, "utf8").split("\n").filter(Boolean);
(async () => {
  for (const line of lines) {
    const code = JSON.parse(line), logs = [];
    const context = vm.createContext({ console: { log: (x) => logs.push(String(x)) }, structuredClone });
    let ok = true, value;
    try {
      value = await Promise.race([
        vm.runInContext(`"use strict"; (async function () {${code}\n})()`, context, { timeout: 2000 }),
        new Promise((resolve) => setTimeout(resolve, 3000, "(pending)").unref()),
      ]);
    } catch (e) { ok = false; value = e && e.name; }
    process.stdout.write(JSON.stringify({ ok, value: value === undefined ? null : value, logs }) + "\n");
  }
  process.exit(0);
})();
"""


def generated(generate, language, seed, cases, without):
    argv = [generate, language, str(seed), str(cases)] + ([without] if without else [])
    return [json.loads(line) for line in subprocess.run(argv, capture_output=True, check=True).stdout.splitlines()]


def codemode(command, language, programs):
    name = {"js": "javascript", "lua": "lua"}[language]
    lines = "".join(json.dumps({"id": i, "code": code, "language": name, "limits": LIMITS}) + "\n"
                    for i, code in enumerate(programs))
    p = subprocess.run([command, "batch"], input=lines.encode(), capture_output=True, timeout=3600)
    answers = [json.loads(line) for line in p.stdout.splitlines()]
    if len(answers) != len(programs):
        sys.exit("%s: %d of %d programs were answered: %s" % (command, len(answers), len(programs), p.stderr[-2000:]))
    return [answer.get("result", answer) for answer in answers]


def seen(record):
    """What is compared with another engine."""
    if record["ok"]:
        return {"ok": True, "value": record.get("value"), "logs": record.get("logs", [])}
    return {"ok": False, "logs": record.get("logs", [])}


def node(command, programs):
    lines = "".join(json.dumps(code) + "\n" for code in programs)
    with tempfile.NamedTemporaryFile("w", suffix=".js") as script:
        script.write(NODE)
        script.flush()
        p = subprocess.run([command, "--stack-size=900", script.name], input=lines.encode(), capture_output=True, timeout=3600)
    return [json.loads(line) for line in p.stdout.splitlines()]


def lua(command, programs):
    answers = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "p.lua"
        for code in programs:
            file.write_bytes(b"local function program(...)\n" + code.encode() + b"\nend\nlocal v = program()\n"
                             b"io.write('value:', type(v), ':', tostring(v), '\\n')\n")
            try:
                p = subprocess.run([command, str(file)], capture_output=True, timeout=10)
            except subprocess.TimeoutExpired:
                answers.append({"ok": False, "logs": ["(time)"]})
                continue
            out = p.stdout.decode("utf-8", "replace").split("\n")[:-1]
            value = out.pop() if p.returncode == 0 else None
            answers.append({"ok": p.returncode == 0, "value": value, "logs": out, "why": p.stderr.decode("utf-8", "replace")[-300:]})
    return answers


def lua_value(value):
    if isinstance(value, str):
        return "value:string:" + value
    return "value:nil:nil" if value is None else None


def is_like(language, reference, ours, theirs):
    if reference == "lua5.4":
        a = {"ok": ours["ok"], "logs": [x.replace("-nan", "nan") for x in ours.get("logs", [])]}
        b = {"ok": theirs["ok"], "logs": [x.replace("-nan", "nan") for x in theirs["logs"]]}
        if a == b and a["ok"] and lua_value(ours.get("value")):
            return lua_value(ours.get("value")).replace("-nan", "nan") == theirs["value"].replace("-nan", "nan")
        return a == b
    a, b = seen(ours), dict(theirs)
    b["logs"] = b["logs"][:len(a["logs"])]  # what nobody awaits ends with the program here
    return a == seen(b)


def is_of_a_limit(record):
    """Ended by what the machine allows, which others do not know; what an ended program logged says nothing."""
    message = record.get("error", {}).get("message", "")
    return bool(re.search(r"exceeded|too (long|large|deep|many)|nest|call depth|as data|await|^result |holds at most", message, re.I))


def is_new(command):
    version = subprocess.run([command, "--version"], capture_output=True, text=True).stdout
    return int(re.match(r"v(\d+)", version)[1]) >= 22


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("generate")
    ap.add_argument("language", choices=["js", "lua"])
    ap.add_argument("command")
    ap.add_argument("reference")
    ap.add_argument("--cases", type=int, default=500)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--show", type=int, default=3)
    args = ap.parse_args()
    if not shutil.which(args.reference):
        print("SKIPPED: no %s" % args.reference)
        return 77
    if Path(args.reference).name == "node" and not is_new(args.reference):
        print("SKIPPED: node is older than 22")
        return 77
    is_other = Path(args.reference).name in ("node", "lua5.4")
    programs = generated(args.generate, args.language, args.seed, args.cases, "E" if is_other else "")
    ours = codemode(args.command, args.language, programs)
    if not is_other:
        theirs = codemode(args.reference, args.language, programs)
    elif args.language == "js":
        theirs = node(args.reference, programs)
    else:
        theirs = lua(args.reference, programs)
    n_failed = n_left_out = 0
    for i, (code, a, b) in enumerate(zip(programs, ours, theirs)):
        if is_other and is_of_a_limit(a):
            n_left_out += 1
        elif a != b if not is_other else not is_like(args.language, Path(args.reference).name, a, b):
            n_failed += 1
            if n_failed <= args.show:
                print("---- program %d\n%s\n---- ours:   %s\n---- theirs: %s" % (i, code, json.dumps(a), json.dumps(b)))
    print("%s with %s: %d programs, %d ended by a limit of ours, %d differences, %d ok"
          % (args.language, args.reference, len(programs), n_left_out, n_failed, sum(a.get("ok", False) for a in ours)))
    return 1 if n_failed or len(theirs) != len(programs) else 0


if __name__ == "__main__":
    sys.exit(main())
