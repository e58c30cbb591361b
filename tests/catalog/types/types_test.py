#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""types_test.py CODEMODE lua|typescript: signatures and declarations are well
formed.

Tools with 500 schemas made by chance, some deep and large ones, odd paths, the
list beside this file and, where CODEMODE_TOOL_LISTS names a folder of them,
those of recorded servers go through `codemode catalog --json` and `codemode types`. What is
Lua is read by a small grammar (luals.py), which needs nothing else. What is
TypeScript is read by the compiler from npm, installed once into
${XDG_CACHE_HOME:-~/.cache}/codemode-tests/typescript: signatures must parse,
declarations pass `tsc --strict`. Exit status 77 with a reason when npm cannot
be reached.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import generate
import luals

HERE = pathlib.Path(__file__).resolve().parent
LISTS = pathlib.Path(os.environ.get("CODEMODE_TOOL_LISTS") or
                     HERE.parents[3] / "shared" / "data" / "mcp-servers")
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or
                     pathlib.Path.home() / ".cache")
HOME = CACHE / "codemode-tests" / "typescript"
PACKAGE = "typescript@5.9.3"
N_SCHEMAS = 500


def skip(reason):
    print("=" * 70)
    print("SKIPPED: the TypeScript compiler did NOT read the types:")
    print("  " + reason)
    print("=" * 70)
    sys.exit(77)


def compiler():
    stamp = HOME / "installed.txt"
    if not (stamp.exists() and stamp.read_text() == PACKAGE):
        if not shutil.which("node") or not shutil.which("npm"):
            skip("node and npm are not installed")
        HOME.mkdir(parents=True, exist_ok=True)
        (HOME / "package.json").write_text('{"private": true}\n')
        done = subprocess.run(
            ["npm", "install", "--no-audit", "--no-fund", PACKAGE], cwd=HOME,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            timeout=600)
        if done.returncode != 0:
            skip("npm could not install it:\n" + done.stdout[-2000:])
        stamp.write_text(PACKAGE)
    return str(HOME / "node_modules" / "typescript" / "bin" / "tsc")


def recorded():
    """The lists of servers as (name, tools)."""
    lists = sorted(LISTS.glob("*.json"))
    if not lists:
        print(f"no recorded servers in {LISTS}: their tools are left out")
    for path in [HERE / "tools.json", *lists]:
        yield path.stem, json.loads(path.read_text())["tools"]


def tools():
    out = {}
    for server, listed in recorded():
        print(f"{len(listed):5} tools of {server}")
        out.update({f"{server}.{tool['name']}": tool for tool in listed})
    for i in range(N_SCHEMAS):
        maker = generate.Maker(i)
        out[f"made.{i % 7}.tool{i}"] = {
            "description": maker.random.choice(generate.TEXTS),
            "inputSchema": maker.root(), "outputSchema": maker.root()}
    for i, schema in enumerate(generate.extremes()):
        out[f"extreme.tool{i}"] = {"inputSchema": schema, "outputSchema": schema}
    # Of the names those that the command takes.
    for i, name in enumerate(generate.NAMES):
        if re.fullmatch("[A-Za-z0-9_-]+", name):
            out[f"odd.{name}.{name}"] = out[f"made.0.tool{7 * i}"]
    # A tool that is a namespace too.
    out["made.1"] = out["made.1.tool1"]
    return out


def config(folder):
    entries = {}
    for path, tool in tools().items():
        # A configuration refuses NULs in descriptions; schemas may hold them.
        description = tool.get("description", "").replace("\0", "\ufffd")
        entry = {"command": "true", "description": description,
                 "inputSchema": tool["inputSchema"]}
        if "outputSchema" in tool:
            entry.update(outputSchema=tool["outputSchema"], output="json")
        entries[path] = entry
    path = pathlib.Path(folder) / "config.json"
    path.write_text(json.dumps({"tools": entries}))
    return str(path), len(entries)


def output(codemode, *args):
    done = subprocess.run([codemode, *args], capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr.decode()[-3000:]
    return done.stdout.decode("utf-8")


def check_grammar():
    """What is no type must not pass for one."""
    for wrong in ["({ a = any })", "(string|)", "({ [x-y]: any })", "({ a: any",
                  '("a\nb")', '("\\q")', "(unknown)", "(): any any", "(a.b)",
                  "({ end: any })", "(Array<any>)", "(any[)"]:
        try:
            luals.check_call(wrong)
        except AssertionError:
            continue
        raise AssertionError(wrong)


def check_lua(codemode, source, n):
    check_grammar()
    rows = json.loads(output(codemode, "catalog", "--json", "--language", "lua",
                             "--config", source))
    assert len(rows) == n, len(rows)
    for row in rows:
        assert row["signature"].startswith(row["expression"] + "("), row
        rest = row["signature"][len(row["expression"]):]
        try:
            luals.check_call(rest)
        except AssertionError:
            print(row["signature"])
            raise
    meta = output(codemode, "types", "--language", "lua", "--config", source)
    fields = luals.check_meta(meta)
    assert fields >= n, fields
    print(f"ok {n} Lua signatures, a meta file with {fields} fields")


def compile_typescript(tsc, folder, name, text, *options, passes=True):
    (pathlib.Path(folder) / name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["node", tsc, "--noEmit", "--target", "esnext", *options,
         name], cwd=folder, capture_output=True, text=True, timeout=300)
    if (done.returncode == 0) != passes:
        print(text[:3000])
    assert (done.returncode == 0) == passes, done.stdout[:3000] + done.stderr


def check_typescript(codemode, source, n, tsc, folder):
    rows = json.loads(output(codemode, "catalog", "--json", "--config", source))
    lines, rich = [], 0
    for i, row in enumerate(rows):
        assert row["signature"].startswith(row["expression"] + "("), row
        rest = row["signature"][len(row["expression"]) + 1:]
        rich += not rest.startswith("unknown")
        lines.append(f"declare function f{i}(" +
                     ("" if rest.startswith(")") else "input: ") + rest + ";\n")
    assert len(rows) == n and rich > n * 3 / 4, (len(rows), rich)
    # An index signature beside fields that do not fit it is well formed and yet
    # refused by the checker.
    compile_typescript(tsc, folder, "signatures.ts", "".join(lines), "--noCheck")
    compile_typescript(tsc, folder, "wrong.ts", "declare const a: { b?: };\n",
                       "--noCheck", passes=False)
    declared = output(codemode, "types", "--config", source)
    compile_typescript(tsc, folder, "tools.d.ts", declared, "--strict")
    compile_typescript(
        tsc, folder, "program.ts",
        '/// <reference path="tools.d.ts" />\n'
        "const page = search({ query: 'x', limit: 3 });\n"
        "const paths: string[] = page.items.map((item) => item.path);\n"
        "export const next: number = page.next?.offset ?? paths.length;\n"
        "export const call = tools.made['0'].tool7;\n", "--strict")
    print(f"ok {n} TypeScript signatures ({rich} of known input), declarations")


def main():
    codemode, language = os.path.abspath(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        source, n = config(folder)
        if language == "lua":
            check_lua(codemode, source, n)
        else:
            check_typescript(codemode, source, n, compiler(), folder)


if __name__ == "__main__":
    main()
