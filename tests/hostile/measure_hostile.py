#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures how the library holds its limits, by the driver (driver.c).

    measure_hostile.py DRIVER [--short] [--wall] [--only REGEX] [--show N]
                       [--slack MS]

Four parts, each over programs in one process:

    corpus   the programs of this folder with their own limits; each must give
             what it expects, and before and after it a small fresh program is
             timed
    limits   the same programs with 100 ms, with 8 MiB (and 300 ms) and with
             1,000,000 steps (and 5 s)
    long     built-ins with giant inputs (long/*.txt), again and again under a
             deadline of 20 ms that begins when the inputs stand
    compile  sources of the greatest size under a deadline of 20 ms

A program is late by what it takes beyond its time limit, all memory given back
included. --short takes every tenth program; then only lateness beyond --slack
fails, since a build with sanitizers is slow.

A file in long/ has lines `let NAME: code` (a preparation), `[kind]` and
`NAME NAME: code` (a call and the preparations it needs; `tool` is none but asks
for a runtime with tools)."""
import argparse
import collections
import json
import pathlib
import re
import statistics
import subprocess
import sys

from run_hostile import CANARY, CANARY_VALUE, HERE, Program

MIB = 1 << 20
LATE_MAX = 50.0  # ms, for every program
LATE_MEDIAN = 10.0
# Beside what the execution counts: the text and tree of a program while it is
# compiled, the mark stack, the result's text. See docs/reliability.md.
BESIDE_MAX = 96 * MIB
BOOKS = 1024  # the record of an execution itself
SMALL_LIMITS = [{"timeoutMs": 100},
                {"maxMemoryBytes": 8 * MIB, "timeoutMs": 300},
                {"maxSteps": 1000000, "timeoutMs": 5000}]
ORDERLY = {"TimeoutExceeded", "MemoryLimitExceeded", "ExecutionFailure",
           "ParseError", "UnsupportedSyntax", "UnknownTool",
           "InvalidDataValue", "ToolCallLimitExceeded"}
FRESH = ("const items = [3, 1, 2]\nconst doubled = items.map((n) => n * 2)\n"
         "let total = 0\nfor (const n of doubled) total += n\n"
         "return { total, n: doubled.length }\n")
SHORT = 10
KINDS = {"loop": "time", "recursion": "stack", "chain": "source",
         "nest": "source", "regexp": "regex", "iterator": "generator"}


class Driver:
    def __init__(self, command):
        self.command = command
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def run(self, code, limits, language="javascript", **flags):
        line = json.dumps({"language": language, "code": code,
                           "limits": limits, **flags}) + "\n"
        try:
            self.process.stdin.write(line.encode())
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = b""
        if not answer:
            status = self.process.wait()
            self.start()
            return {"crash": f"the process ended with status {status}"}
        return json.loads(answer)

    def close(self):
        self.process.stdin.close()
        return self.process.wait()


class Report:
    """Lateness by part, and everything that is wrong."""

    def __init__(self, slack):
        self.slack = slack
        self.wrong = []
        self.late = collections.defaultdict(list)

    def fail(self, what):
        self.wrong.append(what)
        print("FAIL " + what, flush=True)

    def check(self, part, name, answer, timeout):
        """What every answer must keep. True: it can be judged further."""
        if "crash" in answer:
            self.fail(f"{part} {name}: {answer['crash']}")
            return False
        if answer["left"] != 0:
            self.fail(f"{part} {name}: {answer['left']} bytes not given back")
        if timeout is not None and answer["ms"] > timeout:
            late = answer["ms"] - timeout
            self.late[part].append((late, name))
            if late > self.slack:
                self.fail(f"{part} {name}: late by {late:.1f} ms")
        return True

    def check_memory(self, part, name, answer, limit):
        """Live bytes: what counts keeps the limit, the rest its own bound."""
        if answer["bound"] > limit + BOOKS:
            self.fail(f"{part} {name}: {answer['bound']} bytes counted")
        if answer["peak"] > limit + BESIDE_MAX:
            self.fail(f"{part} {name}: {answer['peak']} bytes live")

    def show_late(self, part, show):
        late = sorted(self.late[part], reverse=True)
        if not late:
            print(f"{part}: no program was late")
            return
        values = [ms for ms, _ in late]
        print(f"{part}: {len(late)} reached the deadline, late by "
              f"{statistics.median(values):.2f} ms (median), "
              f"{values[len(values) // 20]:.2f} (95th percentile), "
              f"{values[0]:.2f} (most)")
        for ms, name in late[:show]:
            print(f"    {ms:8.2f} ms  {name}")
        # Every heap is full: giving 256 MiB back takes the kernel some 10 ms.
        most = 2 * LATE_MEDIAN if part == "heaps" else LATE_MEDIAN
        if statistics.median(values) > max(most, self.slack / 5):
            self.fail(f"{part}: the median of lateness")


def kind_of(program):
    words = program.name.split("-")
    if words[0] == "lua":
        words = words[1:]
    if "sort" in words[:2]:
        return "sort"
    return KINDS.get(words[0], words[0])


def median_of_fresh(driver, n):
    return statistics.median(driver.run(FRESH, {})["ms"] for _ in range(n))


def run_corpus(driver, programs, report):
    before, after, rss = [], [], []
    slowest = (0, "")
    for program in programs:
        b = median_of_fresh(driver, 9)
        answer = driver.run(program.code, program.limits, program.language)
        if not report.check("corpus", program.name, answer,
                            program.limits["timeoutMs"]):
            continue
        a = median_of_fresh(driver, 9)
        before.append(b)
        after.append(a)
        slowest = max(slowest, (a / b, program.name))
        rss.append((answer["rss"], program.name))
        wrong = program.judge(answer["result"])
        if wrong:
            report.fail(f"corpus {program.name}: {wrong}")
        report.check_memory("corpus", program.name, answer,
                            program.limits.get("maxMemoryBytes", 256 * MIB))
        canary = driver.run(CANARY, {})
        if canary.get("result", {}).get("value") != CANARY_VALUE:
            report.fail(f"corpus {program.name}: the canary gave {canary}")
    if not before:
        return
    b, a = statistics.median(before), statistics.median(after)
    print(f"fresh program: {b * 1000:.0f} us before, {a * 1000:.0f} us after "
          f"a hostile one (medians); ratio {a / b:.3f}, worst single "
          f"{slowest[0]:.2f} after {slowest[1]}")
    if a / b > 1.1 and report.slack <= LATE_MAX:
        report.fail("corpus: the next program is slower")
    n = max(1, len(rss) // 4)
    quarters = [statistics.median(r for r, _ in rss[at:at + n]) / MIB
                for at in range(0, len(rss) - n + 1, n)]
    print("resident, medians of the quarters: "
          + ", ".join(f"{mib:.1f}" for mib in quarters[:4])
          + f" MiB; most {max(rss)[0] / MIB:.1f} after {max(rss)[1]}")


def run_limits(driver, programs, report):
    kinds = collections.Counter()
    slow = {}
    for limits in SMALL_LIMITS:
        key = next(iter(limits))
        part = f"limits {key}"
        worst = (0, "")
        for program in programs:
            answer = driver.run(program.code, limits, program.language)
            if not report.check(part, program.name, answer,
                                limits["timeoutMs"]):
                continue
            result = answer["result"]
            kind = "value" if result["ok"] else result["error"]["kind"]
            kinds[key, kind] += 1
            if kind != "value" and kind not in ORDERLY:
                report.fail(f"{part} {program.name}: {kind}")
            report.check_memory(part, program.name, answer,
                                limits.get("maxMemoryBytes", 256 * MIB))
            worst = max(worst, (answer["ms"], program.name))
        slow[key] = worst
        counts = ", ".join(f"{n} {kind}" for (k, kind), n in
                           sorted(kinds.items()) if k == key)
        print(f"{key} = {limits[key]}: {counts}; longest {worst[0]:.0f} ms "
              f"({worst[1]})")


def read_long(path):
    lets, kind = {}, ""
    language = "lua" if path.stem == "lua" else "javascript"
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("# "):
            continue
        if line.startswith("["):
            kind = line.strip("[]")
            continue
        names, code = line.split(": ", 1)
        if names.startswith("let "):
            lets[names[4:]] = code
            continue
        yield kind, language, names.split(), code, lets


def long_program(language, names, code, lets):
    lines = [lets[name] for name in names if name != "tool"]
    if language == "lua":
        return "\n".join([*lines, 'print("go")',
                          f"while true do {code} end"])
    return "\n".join([*lines, 'console.log("go")', f"for (;;) {{ {code} }}"])


def run_long(driver, options, report):
    counts = collections.Counter()
    number = 0
    for path in sorted((HERE / "long").glob("*.txt")):
        for kind, language, names, code, lets in read_long(path):
            number += 1
            name = f"{language} {code}"
            if options.short and number % SHORT != options.pick:
                continue
            if options.only and not re.search(options.only, name):
                continue
            answer = driver.run(long_program(language, names, code, lets),
                                {"timeoutMs": 20}, language, frozen=True,
                                tools="tool" in names)
            part = "heaps" if kind == "heap" else "long"
            if not report.check(part, name, answer, 20):
                continue
            counts[kind] += 1
            result = answer["result"]
            if result["ok"] or result["error"]["kind"] not in (
                    "TimeoutExceeded", "MemoryLimitExceeded"):
                report.fail(f"long {name}: {json.dumps(result)[:200]}")
    print("calls by kind: " + ", ".join(f"{k} {n}" for k, n in counts.items()))


def big_sources():
    """Sources of about the greatest size, by what they strain."""
    j, l = 4 * MIB - 100, MIB - 100
    def fill(text, size, tail="0"):
        return text * (size // len(text)) + tail
    yield "statements", "javascript", fill("f(1,2);a.b=c;", j)
    yield "numbers", "javascript", "[" + fill("1,", j, "1]")
    yield "string", "javascript", '"' + fill("x", j, '"')
    yield "template", "javascript", "`" + fill("${1}", j, "`")
    yield "functions", "javascript", fill("(()=>{});", j)
    yield "classes", "javascript", fill("(class{#a;m(){}});", j)
    yield "tries", "javascript", fill("try{a}catch{}", j)
    yield "lets", "javascript", "".join(f"let a{i};" for i in range(380000))
    yield "names", "javascript", "".join(f"a{i};" for i in range(450000))
    yield "objects", "javascript", fill("({a:1,b:[]});", j)
    yield "patterns", "javascript", fill("({a:[b]}=c);", j)
    yield "regexps", "javascript", fill("/a[b-c]+/;", j)
    yield "one regexp", "javascript", "/" + fill("a[b-c]+", j, "/")
    yield "types", "javascript", fill("type A={a:B[]|C};", j)
    yield "comments", "javascript", fill("/* c */\n", j)
    yield "nested", "javascript", fill("{", 400) + fill("}", 400)
    yield "sum", "javascript", fill("a+", j, "a")
    yield "labels", "javascript", fill("l:{break l}", j)
    yield "switch", "javascript", "switch(a){" + fill("case 1:", j, "}")
    yield "switch with lets", "javascript", "switch(1){" + "".join(
        f"case {i}:let a{i};" for i in range(190000)) + "}"
    yield "classes of a regexp", "javascript", "/[" + fill(
        "\\p{Cn}--", j, "[b]]/v")
    yield "statements", "lua", fill("f(1,2);a.b=c;", l, "")
    yield "tables", "lua", "return {" + fill("1,", l, "}")
    yield "string", "lua", 'return "' + fill("x", l, '"')
    yield "functions", "lua", fill("f(function()end);", l, "")
    yield "gotos", "lua", "".join(f"goto l{i} ::l{i}::" for i in range(48000))
    yield "sum", "lua", "return " + fill("a+", l, "a")
    yield "comments", "lua", fill("--[[ c ]]", l, "")
    yield "blocks", "lua", fill("do local a end ", l, "")
    yield "ifs", "lua", "if a then " + fill("elseif b then ", l, " end")


def run_compile(driver, options, report):
    for name, language, source in big_sources():
        if options.only and not re.search(options.only, name):
            continue
        answer = driver.run(source, {"timeoutMs": 20}, language)
        if not report.check("compile", f"{language} {name}", answer, 20):
            continue
        result = answer["result"]
        if not result["ok"] and result["error"]["kind"] not in ORDERLY:
            report.fail(f"compile {name}: {json.dumps(result)[:200]}")


def read_programs(options):
    files = sorted([*HERE.glob("*.js"), *HERE.glob("*.lua")])
    programs = [Program(path) for path in files]
    if options.only:
        programs = [p for p in programs if re.search(options.only, p.name)]
    counts = collections.Counter(map(kind_of, programs))
    print(f"{len(programs)} programs: " + ", ".join(
        f"{kind} {n}" for kind, n in sorted(counts.items())))
    return programs[options.pick::SHORT] if options.short else programs


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("driver")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--pick", type=int, default=1,
                        help="which tenth --short takes")
    parser.add_argument("--wall", action="store_true",
                        help="the machine's clock, for an idle machine")
    parser.add_argument("--only", help="a regular expression on names")
    parser.add_argument("--part", default="corpus,limits,long,compile")
    parser.add_argument("--show", type=int, default=5, help="latest programs")
    parser.add_argument("--slack", type=float, default=LATE_MAX)
    options = parser.parse_args()
    driver = Driver([options.driver] + (["--wall"] if options.wall else []))
    report = Report(options.slack)
    programs = read_programs(options)
    parts = options.part.split(",")
    if "corpus" in parts:
        run_corpus(driver, programs, report)
        report.show_late("corpus", options.show)
    if "limits" in parts:
        run_limits(driver, programs, report)
        for limits in SMALL_LIMITS:
            report.show_late(f"limits {next(iter(limits))}", options.show)
    if "long" in parts:
        run_long(driver, options, report)
        report.show_late("long", options.show)
        report.show_late("heaps", options.show)
    if "compile" in parts:
        run_compile(driver, options, report)
        report.show_late("compile", options.show)
    status = driver.close()
    if status != 0:
        report.fail(f"the driver ended with status {status}")
    print(f"{len(report.wrong)} failed")
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
