#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the hostile programs through one `codemode batch` process.

    run_hostile.py CODEMODE [--slack MS] [--sweep BYTES] [--only REGEX] [FILE...]

A program is a file `*.js` or `*.lua` beside this one. Its leading comments (in
Lua with `--`) say what it must give:

    // expect: value JSON            the result, exactly
    // expect: error KIND part       a diagnostic of that kind with that text
    // limits: {"timeoutMs": 100}    limits other than the usual ones
    // source: [["(", 1000], ...]    the program is these texts repeated, `{i}`
                                     being the number of the repetition

Several `expect` lines are alternatives. After every program a canary must give
its right answer in the same process. A program that ends by its time limit must
do so within `--slack` milliseconds of it; one that is late gets two more tries,
since other work on the machine can be the cause."""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
USUAL = {"timeoutMs": 120000}  # against hanging: sanitizers on a busy machine
CANARY = ("class A { #x = [1, 2, 3]; get sum() { return this.#x.reduce("
          "(a, b) => a + b, 0) } }\n"
          "const m = new Map([['k', await Promise.resolve(new A().sum)]])\n"
          "return JSON.stringify([...m.entries()])\n")
CANARY_VALUE = '[["k",6]]'


class Program:
    def __init__(self, path):
        self.name = path.stem
        self.language = "lua" if path.suffix == ".lua" else "javascript"
        mark = "-- " if path.suffix == ".lua" else "// "
        self.expect = []
        self.limits = dict(USUAL)
        text = path.read_text(encoding="utf-8")
        self.code = text
        for line in text.splitlines():
            if not line.startswith(mark):
                break
            key, _, rest = line[3:].partition(": ")
            if key == "expect":
                self.expect.append(rest)
            elif key == "limits":
                self.limits.update(json.loads(rest))
            elif key == "source":
                self.code = expand(json.loads(rest))
        if not self.expect:
            raise SystemExit(f"{path}: no expectation")

    def judge(self, result):
        """None when the result is one of those expected, else what is wrong."""
        got = describe(result)
        for want in self.expect:
            word, _, rest = want.partition(" ")
            if word == "value" and result["ok"]:
                if same(json.loads(rest), result["value"]):
                    return None
            elif word == "error" and not result["ok"]:
                kind, _, part = rest.partition(" ")
                error = result["error"]
                if error["kind"] == kind and part in error["message"]:
                    return None
        return f"expected {' or '.join(self.expect)}; got {got}"


def same(a, b):
    """Equality of JSON values that tells true from 1."""
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


def expand(pieces):
    out = []
    for text, count in pieces:
        if "{i}" in text:
            out.extend(text.replace("{i}", str(i)) for i in range(count))
        else:
            out.append(text * count)
    return "".join(out)


def describe(result):
    if result["ok"]:
        return "value " + json.dumps(result["value"])[:200]
    error = result["error"]
    return f"error {error['kind']} {error['message'][:300]!r}"


class Batch:
    """One `codemode batch` process; started anew only after it died."""

    def __init__(self, command):
        self.command = command
        self.start()

    def start(self):
        self.process = subprocess.Popen([self.command, "batch"],
                                        stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def run(self, code, limits, language="javascript"):
        line = json.dumps({"id": 1, "language": language, "code": code,
                           "limits": limits}) + "\n"
        start = time.monotonic()
        try:
            self.process.stdin.write(line.encode())
            self.process.stdin.flush()
            start = time.monotonic()
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = b""
        elapsed = (time.monotonic() - start) * 1000
        if not answer:
            status = self.process.wait()
            self.start()
            return {"crash": f"the process ended with status {status}"}, 0
        answer = json.loads(answer)
        if "result" not in answer:
            return {"crash": f"no result: {answer}"}, elapsed
        return answer["result"], elapsed

    def close(self):
        self.process.stdin.close()
        return self.process.wait()


def check(batch, program, slack):
    """What is wrong with one program (None: nothing) and its time."""
    for attempt in range(3):
        result, elapsed = batch.run(program.code, program.limits,
                                    program.language)
        if "crash" in result:
            return result["crash"], elapsed
        wrong = program.judge(result)
        canary, _ = batch.run(CANARY, USUAL)
        if canary.get("value") != CANARY_VALUE:
            return f"the canary after it gave {canary}", elapsed
        if wrong:
            return wrong, elapsed
        late = elapsed - program.limits["timeoutMs"] - slack
        if late <= 0:
            return None, elapsed
    return f"late by {late:.0f} ms", elapsed


def sweep(batch, program, step):
    """Runs a program at one memory limit after another, from the least on until
    it has fitted four times: every limit gives the right answer or
    MemoryLimitExceeded. None, or what is wrong."""
    fits, limit = 0, 1 << 20
    while fits < 4 and limit < 3 << 20:
        limits = {**program.limits, "maxMemoryBytes": limit}
        result, _ = batch.run(program.code, limits, program.language)
        if "crash" in result:
            return f"{result['crash']} at {limit} bytes"
        if result["ok"] or (result["error"]["kind"] != "MemoryLimitExceeded"):
            wrong = program.judge(result)
            if wrong:
                return f"{wrong} at {limit} bytes"
            fits += 1
        limit += step
    canary, _ = batch.run(CANARY, USUAL)
    if canary.get("value") != CANARY_VALUE:
        return f"the canary after it gave {canary}"
    return None


def timed(function, *args):
    start = time.monotonic()
    wrong = function(*args)
    return wrong, (time.monotonic() - start) * 1000


def is_for_sweep(program):
    """Programs that end by themselves and need little memory and time."""
    return (all(want.startswith("value ") for want in program.expect)
            and len(program.code) < 20000
            and program.limits["timeoutMs"] == USUAL["timeoutMs"]
            and "maxMemoryBytes" not in program.limits)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("codemode")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--slack", type=float, default=100)
    parser.add_argument("--only", help="a regular expression on names")
    parser.add_argument("--times", action="store_true")
    parser.add_argument("--stress", action="store_true",
                        help="a build that collects all the time: any program "
                        "may end by a short time limit instead")
    parser.add_argument("--sweep", type=int, metavar="BYTES", default=0,
                        help="memory limits in steps of that many bytes")
    options = parser.parse_intermixed_args()
    files = options.files or sorted([*HERE.glob("*.js"),
                                       *HERE.glob("*.lua")])
    programs = [Program(path) for path in files]
    if options.only:
        programs = [p for p in programs if re.search(options.only, p.name)]
    batch = Batch(options.codemode)
    canary, _ = batch.run(CANARY, USUAL)
    if canary.get("value") != CANARY_VALUE:
        raise SystemExit(f"the canary alone gave {canary}")
    failed = 0
    if options.stress:
        for program in programs:
            program.expect.append("error TimeoutExceeded")
            if program.limits == USUAL:
                program.limits["timeoutMs"] = 1000
            elif program.limits["timeoutMs"] == USUAL["timeoutMs"]:
                program.limits["timeoutMs"] = 20000
    if options.sweep:
        programs = [p for p in programs if is_for_sweep(p)]
    for program in programs:
        if options.sweep:
            wrong, elapsed = timed(sweep, batch, program, options.sweep)
        else:
            wrong, elapsed = check(batch, program, options.slack)
        if wrong:
            failed += 1
            print(f"FAIL {program.name}: {wrong}", flush=True)
        elif options.times:
            print(f"ok   {program.name} {elapsed:.0f} ms", flush=True)
    status = batch.close()
    if status != 0:
        failed += 1
        print(f"the process ended with status {status}")
    print(f"{len(programs)} programs, {failed} failed")
    return 1 if failed or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
