#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the same programs on several engines, in turn, and compares them.

    run.py [--codemode FILE] [--peer NAME='COMMAND {js}']... [options]

The programs are js/*.js and lua/*.lua beside this file, or those of the
folders given with --programs. An engine is a command in which {js} or {lua}
stands for the file of a program that prints its answer with `print`; {cm} and
{cmlua} stand for the same program in the form that codemode runs, where the
answer is the result. Peers found in PATH (qjs, lua5.4) run as well.

Every pass runs every program once on every engine, one engine after the other,
so that other load meets all alike. Time is user CPU time; from the median of a
program the engine's median for an empty program is taken off. Answers must be
equal. Ratios are of codemode to a peer: below 1 codemode is faster."""
import argparse
import json
import math
import os
import pathlib
import re
import shlex
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
LANGUAGES = {"js": "JavaScript", "lua": "Lua"}
OURS = {
    "js": "{codemode} run --max-memory-bytes 2000000000 {cm}",
    "lua": "{codemode} run --max-memory-bytes 2000000000 "
           "--timeout-ms 600000 --max-steps 100000000000 {cmlua}",
}
# What is looked for in PATH: the engine that its language is compared with.
PEERS = {"js": ("quickjs-ng", "qjs", "qjs --script {js}"),
         "lua": ("lua5.4", "lua5.4", "lua5.4 {lua}")}
FORMS = {"js": "js", "cm": "js", "lua": "lua", "cmlua": "lua"}
EMPTY = "empty"
EMPTY_TEXT = {"js": "0;\n", "cm": "return 0\n", "lua": "local a = 0\n",
              "cmlua": "return 0\n"}
LEAST_SECONDS = 0.001  # what is left of a time when the start is taken off


class Program:
    """One file, in one of two styles: `main(N)` gives the answer (ours), or the
    text calls `print` once, with a line `N = 5; // small: 2` in it."""

    def __init__(self, path):
        self.path, self.name = path, path.stem
        self.language = path.suffix[1:]
        self.text = path.read_text(encoding="utf-8")
        head = re.search(r"^(?://|--) N: (\d+), small: (\d+)$", self.text,
                         re.MULTILINE)
        self.sizes = (int(head[1]), int(head[2])) if head else None
        gives = re.search(r"^(?://|--) small gives: (.*)$", self.text,
                          re.MULTILINE)
        self.small_answer = gives[1] if gives else None

    def form(self, form, is_small):
        """The text that an engine gets."""
        if self.sizes:
            return self.calling_main(form, self.sizes[int(is_small)])
        text = self.text
        if is_small:
            text = re.sub(r"\bN = \d+(;?\s*(?://|--) small: (\d+))",
                          r"N = \2\1", text, count=1)
        return printing(text, form)

    def calling_main(self, form, n):
        if form == "cm":
            return f"{self.text}\nreturn await main({n});\n"
        if form == "js":
            return (f"{PRINT_JS}{self.text}\nPromise.resolve(main({n}))"
                    ".then((text) => print(text));\n")
        if form == "cmlua":
            return f"{self.text}\nreturn main({n})\n"
        cjson = "json = require \"cjson\"\n" if "json." in self.text else ""
        return f"{cjson}{self.text}\nprint(main({n}))\n"


PRINT_JS = ("if (typeof print === 'undefined') "
            "globalThis.print = (text) => console.log(text);\n")


def printing(text, form):
    """A program that prints, for an engine: codemode gives the text back."""
    if form == "js":
        return PRINT_JS + text
    if form == "lua":
        return text
    if form == "cmlua":
        text = text.replace("require \"cjson\"", "json")
        return ("local printed\nlocal function print(text) printed = text end\n"
                f"{text}\nreturn printed\n")
    if "print" not in text:
        return text
    return ("let answer;\n"
            "const printed = new Promise((done) => { answer = done; });\n"
            "const print = (text) => answer(text);\n"
            f"{text}\nreturn await printed;\n")


class Engine:
    def __init__(self, name, command):
        found = re.search(r"\{(js|lua|cm|cmlua)\}", command)
        if not found:
            sys.exit(f"{name}: the command names no {{js}}, {{lua}}, {{cm}} or "
                     "{cmlua}")
        self.name, self.command, self.form = name, command, found[1]
        self.language = FORMS[self.form]

    def argv(self, path):
        mark = "{" + self.form + "}"
        return [word.replace(mark, str(path))
                for word in shlex.split(self.command)]

    def version(self):
        """What the program says of itself, as far as it does; '' if not."""
        program = shlex.split(self.command)[0]
        for option in ("--version", "-v"):
            try:
                done = subprocess.run([program, option], capture_output=True,
                                      text=True, timeout=10, check=False,
                                      stdin=subprocess.DEVNULL)
            except (OSError, subprocess.TimeoutExpired):
                return ""
            if done.returncode == 0 and done.stdout.strip():
                return done.stdout.strip().splitlines()[0][:80]
        return ""


def run_once(argv, timeout):
    """(seconds of user CPU, answer, reason); reason is None if it went well."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        try:
            process = subprocess.Popen(argv, stdout=out, stderr=err,
                                       stdin=subprocess.DEVNULL,
                                       start_new_session=True)
        except OSError as e:
            return 0, "", str(e)

        def expire(_signal, _frame):
            os.killpg(process.pid, signal.SIGKILL)

        signal.signal(signal.SIGALRM, expire)
        signal.setitimer(signal.ITIMER_REAL, timeout)
        _, status, usage = os.wait4(process.pid, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        answer = out.read().decode("utf-8", "replace").strip()
        if process.returncode == -signal.SIGKILL:
            return 0, "", f"killed, perhaps after {timeout:g} s"
        if process.returncode != 0:
            said = err.read().decode("utf-8", "replace").strip() or answer
            return 0, "", (said.splitlines() or ["no message"])[0][:120]
        return usage.ru_utime, answer, None


class Measurement:
    """Programs of one language on its engines, and what came of it."""

    def __init__(self, language, engines, programs, is_small, timeout, folder):
        self.language, self.engines, self.programs = language, engines, programs
        self.is_small, self.timeout = is_small, timeout
        self.folder = folder
        self.times = {}    # (program, engine) -> seconds of each pass
        self.answers = {}  # program -> {engine: answer}
        self.failed = {}   # (program, engine) -> reason

    def file(self, program, form):
        path = self.folder / f"{program.name if program else EMPTY}.{form}"
        path = path.with_suffix(f".{form}.{FORMS[form]}")
        if not path.exists():
            text = (program.form(form, self.is_small) if program
                    else EMPTY_TEXT[form])
            path.write_text(text, encoding="utf-8")
        return path

    def one_pass(self, number):
        for program in [None, *self.programs]:
            turn = number % len(self.engines)
            for engine in self.engines[turn:] + self.engines[:turn]:
                self.run(program, engine)

    def run(self, program, engine):
        name = program.name if program else EMPTY
        key = name, engine.name
        if key in self.failed:
            return
        seconds, answer, reason = run_once(
            engine.argv(self.file(program, engine.form)), self.timeout)
        if not reason and program:
            reason = self.wrong(program, engine, answer)
        if reason:
            self.failed[key] = reason
            self.times.pop(key, None)
        else:
            self.times.setdefault(key, []).append(seconds)

    def wrong(self, program, engine, answer):
        """Why an answer is none, or None."""
        if not answer:
            return "printed nothing"
        if self.is_small and program.small_answer not in (None, answer):
            return f"gives {answer[:60]}, not {program.small_answer[:60]}"
        seen = self.answers.setdefault(program.name, {})
        for other, text in seen.items():
            if text != answer:
                return f"gives {answer[:60]}, {other} {text[:60]}"
        seen[engine.name] = answer
        return None

    def seconds(self, program, engine):
        """Median without the start of the engine, or None."""
        times = self.times.get((program, engine))
        if not times:
            return None
        start = statistics.median(self.times.get((EMPTY, engine), [0]))
        return max(statistics.median(times) - start, LEAST_SECONDS)

    def ratio(self, program, peer):
        ours = self.seconds(program, "codemode")
        theirs = self.seconds(program, peer)
        return ours / theirs if ours and theirs else None

    def ratios(self, peer):
        """{program: ratio} where both ran."""
        pairs = {p.name: self.ratio(p.name, peer) for p in self.programs}
        return {name: r for name, r in pairs.items() if r}

    def as_json(self):
        return {
            "engines": {e.name: {"command": short(e.command),
                                 "version": e.version()}
                        for e in self.engines},
            "passes": max((len(t) for t in self.times.values()), default=0),
            "start": {e.name: round(statistics.median(
                self.times.get((EMPTY, e.name), [0])), 4)
                for e in self.engines},
            "seconds": {p.name: {
                e.name: round(s, 4) for e in self.engines
                if (s := self.seconds(p.name, e.name)) is not None}
                for p in self.programs},
            "failed": [{"program": p, "engine": e, "why": why}
                       for (p, e), why in sorted(self.failed.items())],
        }


def short(command):
    """A command without the folders of the machine it ran on."""
    words = shlex.split(command)
    return " ".join([os.path.basename(words[0]), *words[1:]])


def geometric_mean(ratios):
    return math.exp(statistics.fmean(math.log(r) for r in ratios))


def table(m, is_markdown=False):
    """Lines: a program each, then the geometric mean."""
    names = [e.name for e in m.engines]
    peers = [n for n in names if n != "codemode"]
    rows = [["program", *(f"{n}, s" for n in names),
             *(f"to {n}" for n in peers)]]
    for p in m.programs:
        times = [m.seconds(p.name, n) for n in names]
        ratios = [m.ratio(p.name, n) for n in peers]
        rows.append([p.name,
                     *("n/a" if t is None else f"{t:.3f}" for t in times),
                     *("n/a" if r is None else f"{r:.2f}" for r in ratios)])
    means = [m.ratios(n) for n in peers]
    rows.append(["geometric mean", *("" for _ in names), *(
        f"{geometric_mean(r.values()):.2f} ({len(r)})" if r else "n/a"
        for r in means)])
    return lines_of(rows, is_markdown)


def lines_of(rows, is_markdown, left=(0,)):
    """Aligned lines; `left` are the columns of words."""
    n = len(rows[0])
    if is_markdown:
        rule = ["---" if i in left else "---:" for i in range(n)]
        return ["| " + " | ".join(row) + " |"
                for row in [rows[0], rule, *rows[1:]]]
    widths = [max(len(row[i]) for row in rows) for i in range(n)]
    return ["  ".join(row[i].ljust(widths[i]) if i in left
                      else row[i].rjust(widths[i])
                      for i in range(n)).rstrip() for row in rows]


def engines_of(codemode, peers, with_path=True):
    """{language: [engine]}: codemode first, then peers; what is missing is said
    on standard error."""
    engines = {}
    for language in LANGUAGES:
        ours = OURS[language].replace("{codemode}", shlex.quote(str(codemode)))
        given = [Engine(name, command) for name, command in peers]
        engines[language] = [Engine("codemode", ours), *(
            e for e in given if e.language == language)]
        name, program, command = PEERS[language]
        if name in (e.name for e in given):
            continue
        if not with_path:
            continue
        if shutil.which(program):
            engines[language].append(Engine(name, command))
        else:
            print(f"NO PEER: {program} is not to be found, so "
                  f"{LANGUAGES[language]} programs are not compared with {name}"
                  f" (--peer {name}='FILE {{{language}}}')", file=sys.stderr)
    return engines


def programs_of(folders, only):
    paths = [p for folder in folders
             for p in sorted(pathlib.Path(folder).iterdir())
             if p.suffix in (".js", ".lua") and p.stem != EMPTY]
    if only:
        paths = [p for p in paths if re.search(only, p.stem)]
    return [Program(p) for p in paths]


def measure(engines, programs, passes, budget, is_small=False, timeout=60):
    """Passes over all, at least one; no new one when the budget in seconds of
    wall time would be exceeded. {language: Measurement}."""
    folder = tempfile.TemporaryDirectory(prefix="bench-")
    all_of = {}
    for language in LANGUAGES:
        some = [p for p in programs if p.language == language]
        if some:
            all_of[language] = Measurement(
                language, engines[language], some, is_small, timeout,
                pathlib.Path(folder.name))
    started = time.monotonic()
    for number in range(passes):
        if sys.stderr.isatty():
            print(f"pass {number + 1} of {passes}", file=sys.stderr)
        for m in all_of.values():
            m.one_pass(number)
        used = time.monotonic() - started
        if used + used / (number + 1) > budget:
            break
    folder.cleanup()
    return all_of


def peer_option(text):
    name, mark, command = text.partition("=")
    if not mark:
        raise argparse.ArgumentTypeError("NAME=COMMAND is expected")
    return name, command


def add_options(parser):
    parser.add_argument("--peer", action="append", default=[], type=peer_option,
                        metavar="NAME=COMMAND")
    parser.add_argument("--programs", action="append", metavar="FOLDER",
                        help="programs other than those beside this file")
    parser.add_argument("--only", metavar="REGEX", help="of names of programs")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--codemode", default="build/release/src/codemode")
    add_options(parser)
    parser.add_argument("--no-peers", action="store_true",
                        help="take no engines from PATH")
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--budget", type=float, default=math.inf,
                        metavar="SECONDS")
    parser.add_argument("--small", action="store_true",
                        help="small sizes: quick, and answers are checked")
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    folders = options.programs or [HERE / "js", HERE / "lua"]
    engines = engines_of(options.codemode, options.peer, not options.no_peers)
    done = measure(engines, programs_of(folders, options.only), options.passes,
                   options.budget, options.small)
    failed = False
    for language, m in done.items():
        print(f"{LANGUAGES[language]}: user CPU seconds, and the ratio of "
              "codemode to peers")
        print("\n".join(table(m)))
        for (program, engine), why in sorted(m.failed.items()):
            failed = True
            print(f"FAILED {program} on {engine}: {why}")
        print()
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(
            {k: m.as_json() for k, m in done.items()}, indent=1) + "\n",
            encoding="utf-8")
    return 1 if failed or not done else 0


if __name__ == "__main__":
    sys.exit(main())
