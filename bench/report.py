#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures everything that this project promises figures for.

    report.py BUILD [--full] [--peer NAME='COMMAND {js}']... [options]

BUILD is the folder of a release build. The short form takes under three
minutes and compares what it finds with report.json; --full takes about ten,
and writes report.json and REPORT.md. A figure that cannot be had, for want of a
peer say, is left out and the reason printed. --strict: exit status 1 when a
figure that must hold does not."""
import argparse
import datetime
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import run as programs  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
HOSTILE = ROOT / "tests" / "hostile"
GIB = 1 << 30
COPIES = 200  # of a function, as the source that is compiled
EMPTY_RUNS = 41

# key: what, must, aim, unit, whether more is better
FIGURES = {
    "js_mean": ("JavaScript programs, geometric mean to quickjs-ng",
                0.55, 0.33, "", False),
    "js_worst": ("the worst of them", 1.0, 0.6, "", False),
    "lua_mean": ("Lua programs, geometric mean to lua5.4",
                 0.95, 0.60, "", False),
    "lua_worst": ("the worst of them", 1.6, 1.4, "", False),
    "json": ("JSON parse, transform, stringify of 20 MB, to quickjs-ng",
             0.6, 0.3, "", False),
    "compile_js": ("compile speed, JavaScript", 40, 100, "MB/s", True),
    "compile_lua": ("compile speed, Lua", 40, 100, "MB/s", True),
    "fresh_js": ("fresh execution of 5 lines, JavaScript",
                 15, 6, "us", False),
    "fresh_lua": ("fresh execution of 5 lines, Lua", 15, 6, "us", False),
    "fresh_js_memory": ("its memory, JavaScript", 32, 10, "KB", False),
    "fresh_lua_memory": ("its memory, Lua", 32, 10, "KB", False),
    "waiting_js_memory": ("memory of one waiting for a tool, JavaScript",
                          32, 10, "KB", False),
    "waiting_lua_memory": ("memory of one waiting for a tool, Lua",
                           32, 10, "KB", False),
    "waiting_js": ("waiting at once in 2 GiB, JavaScript",
                   20000, 100000, "", True),
    "waiting_lua": ("waiting at once in 2 GiB, Lua",
                    20000, 100000, "", True),
    "call_js": ("host call, small objects as JSON both ways, JavaScript",
                1000, 400, "ns", False),
    "call_lua": ("host call, small objects as JSON both ways, Lua",
                 1000, 400, "ns", False),
    "start": ("process start to exit, empty program", 3, 1, "ms", False),
    "catalog_build": ("catalog of 10,000 tools: build", 200, 50, "ms", False),
    "catalog_search": ("catalog of 10,000 tools: search", 2, 0.5, "ms", False),
    "gateway": ("gateway overhead per execute, stdio, one tool call",
                300, 100, "us", False),
    "interrupt": ("interruption of runaway programs, the slowest",
                  100, 10, "ms", False),
    "library_size": ("stripped library", 2.5, 1, "MB", False),
    "command_size": ("stripped command", 3.5, 2, "MB", False),
}


class Report:
    """What was measured: values by key, notes beside them, details."""

    def __init__(self, build, is_full):
        self.build, self.is_full = build, is_full
        self.values, self.notes, self.details = {}, {}, {}

    def put(self, key, value, note=""):
        self.values[key] = value
        if note:
            self.notes[key] = note

    def miss(self, keys, why):
        print(f"NO FIGURE for {', '.join(keys)}: {why}", file=sys.stderr)
        for key in keys:
            self.notes[key] = why

    def tool(self, name):
        return str(self.build / "bench" / f"bench.{name}")

    def command(self):
        return str(self.build / "src" / "codemode")

    def as_json(self):
        return {"machine": machine(), "made": made(self.build),
                "figures": {key: {"measured": self.values.get(key),
                                  "note": self.notes.get(key, "")}
                            for key in FIGURES},
                **self.details}


def output(*argv, **options):
    """Standard output; an error when the program fails."""
    return subprocess.run(argv, check=True, capture_output=True, text=True,
                          timeout=600, **options).stdout


def lines(*argv, **options):
    return [json.loads(line) for line in
            output(*argv, **options).splitlines()]


# ---- machine and build ----

def machine():
    cpu = next((line.split(":", 1)[1].strip() for line in
                pathlib.Path("/proc/cpuinfo").read_text().splitlines()
                if line.startswith("model name")), platform.machine())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    system = "?"
    release = pathlib.Path("/etc/os-release")
    if release.exists():
        pairs = (line.partition("=") for line in
                 release.read_text().splitlines())
        system = {k: v for k, _, v in pairs}.get("PRETTY_NAME", "?").strip('"')
    return {"cpu": cpu, "processors": os.cpu_count(),
            "memory_gib": round(memory / GIB), "system": system,
            "kernel": ".".join(platform.release().split(".")[:2])}


def made(build):
    cache = {}
    for line in (build / "CMakeCache.txt").read_text().splitlines():
        name, mark, value = line.partition("=")
        if mark and not line.startswith(("#", "//")):
            cache[name.split(":")[0]] = value
    compiler = cache.get("CMAKE_C_COMPILER", "cc")
    kind = cache.get("CMAKE_BUILD_TYPE", "")
    flags = " ".join(filter(None, (
        cache.get("CMAKE_C_FLAGS"),
        cache.get(f"CMAKE_C_FLAGS_{kind.upper()}"))))
    git = ["git", "-C", str(ROOT)]
    try:
        commit = output(*git, "rev-parse", "--short=12", "HEAD").strip()
        if output(*git, "status", "--porcelain", "--untracked-files=no", "src",
                  "include"):
            commit += " and changes"
    except (OSError, subprocess.CalledProcessError):
        commit = "unknown"
    return {"compiler": output(compiler, "--version").splitlines()[0],
            "build_type": kind, "flags": flags, "commit": commit,
            "date": datetime.date.today().isoformat(),
            "load": round(os.getloadavg()[0], 1)}


# ---- the parts ----

def measure_programs(report, engines, options):
    folders = options.programs or [HERE / "js", HERE / "lua"]
    done = programs.measure(
        engines, programs.programs_of(folders, options.only),
        passes=7 if report.is_full else 2,
        budget=1800 if report.is_full else 75)
    report.details["programs"] = {k: m.as_json() for k, m in done.items()}
    for language, m in done.items():
        peer = programs.PEERS[language][0]
        ratios = m.ratios(peer)
        for (program, engine), why in sorted(m.failed.items()):
            print(f"FAILED {program} on {engine}: {why}", file=sys.stderr)
        mean, worst = f"{language}_mean", f"{language}_worst"
        if ratios:
            report.put(mean, programs.geometric_mean(ratios.values()),
                       f"{len(ratios)} programs")
            report.put(worst, *max((r, name) for name, r in ratios.items()))
            if language == "js" and "json" in ratios:
                report.put("json", ratios["json"])
        else:
            report.miss([mean, worst] + ["json"] * (language == "js"),
                        f"no program ran on both codemode and {peer}")
    return done


def measure_json_speed(report, done):
    """MB/s of JSON.parse and JSON.stringify from the programs' answers."""
    if "js" not in done:
        return
    m = done["js"]
    speeds = {}
    for name, sizes in (("jsonparse", lambda a: int(a[0]) * int(a[1]) / 3600),
                        ("jsonstr", lambda a: int(a[0]))):
        for engine in m.engines:
            seconds = m.seconds(name, engine.name)
            answer = m.answers.get(name, {}).get(engine.name)
            if seconds and answer:
                speeds.setdefault(name, {})[engine.name] = round(
                    sizes(answer.split()) / 1e6 / seconds)
    report.details["json_mb_per_s"] = speeds


def measure_start(report, engines, folder):
    starts = {}
    for engine in (e for some in engines.values() for e in some):
        path = folder / f"empty.{engine.form}.{engine.language}"
        path.write_text(programs.EMPTY_TEXT[engine.form])
        found = lines(report.tool("spawn"), str(EMPTY_RUNS),
                      *engine.argv(path))[0]
        starts.setdefault(engine.name, found)  # JavaScript for codemode
    report.details["start"] = starts
    ours = starts["codemode"]
    report.put("start", ours["wall_ms"], f"CPU {ours['cpu_ms']:.2f} ms, "
               f"peak {ours['peak_kib'] / 1024:.1f} MiB")


def compile_source(language):
    """The function of a typical program again and again, by other names."""
    text = (HERE / language / f"orders.{language}").read_text()
    mark = "function main(" if language == "js" else "local function main("
    return "\n".join(text.replace(mark, f"function main{i}(")
                     for i in range(COPIES))


PEER_COMPILES = {
    "js": "{print_js}const text = {text};\nfor (let i = 0; i < {n}; i++) "
          "new Function(text);\nprint('done');\n",
    "lua": "local text = {text}\nfor i = 1, {n} do assert(load(text)) end\n"
           "print('done')\n",
}


def peer_compiles(engine, source, folder):
    """A function that gives the command that compiles n times."""
    quoted = (json.dumps(source) if engine.language == "js"
              else f"[==[\n{source}]==]")

    def command(n):
        path = folder / f"compile{n}.{engine.language}"
        path.write_text(PEER_COMPILES[engine.language].format(
            print_js=programs.PRINT_JS, text=quoted, n=n))
        return engine.argv(path)

    return command


def compile_speed(command, size):
    """MB/s of user CPU time, of 30 times more; None when it fails."""
    times = []
    for n in (1, 31):
        runs = [programs.run_once(command(n), 60) for _ in range(3)]
        if any(why for _, _, why in runs):
            return None
        times.append(statistics.median(r[0] for r in runs))
    return round(30 * size / 1e6 / max(times[1] - times[0], 1e-6), 1)


def measure_compile(report, engines, folder):
    speeds = {}
    for language in programs.LANGUAGES:
        source = compile_source(language)
        path = folder / f"source.{language}"
        path.write_text(source)

        def ours(n):
            return [report.tool("compile"), str(path), str(n)]

        found = lines(*ours(15))[0]
        small = folder / f"small.{language}"
        small.write_text(source[:source.index("function main10(")])
        ten = lines(report.tool("compile"), str(small), "101")[0]
        speed = compile_speed(ours, len(source))
        report.put(f"compile_{language}", speed,
                   f"{len(source) / 1e6:.2f} MB at once; with the kernel's "
                   f"part {found['mb_per_s']:.0f}; {ten['bytes'] / 1e3:.0f} KB "
                   f"at once: {ten['mb_per_s']:.0f}")
        speeds[language] = {"codemode": speed}
        for engine in engines[language][1:]:
            speed = compile_speed(peer_compiles(engine, source, folder),
                                  len(source))
            if speed:
                speeds[language][engine.name] = speed
    report.details["compile_mb_per_s"] = speeds


def measure_fresh(report):
    for found in lines(report.tool("fresh")):
        name, _, what = found["what"].partition(" ")
        key = "fresh_js" if name == "javascript" else "fresh_lua"
        if what == "compile+run+free":
            report.put(key, found["us"])
            report.put(f"{key}_memory", found["peak_bytes"] / 1000)
        else:
            report.notes[key] = f"compiled before: {found['us']:.2f} us"
            report.notes[f"{key}_memory"] = (
                f"compiled before: {found['peak_bytes'] / 1000:.1f} KB")


def measure_call(report):
    for found in lines(report.tool("host_call")):
        key = "call_js" if found["what"].startswith("java") else "call_lua"
        report.put(key, found["ns"],
                   f"making the argument, taken off: {found['argument_ns']} ns")


def measure_waiting(report):
    free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    keys = [f"waiting_{n}{m}" for n in ("js", "lua") for m in ("", "_memory")]
    if free < 2.5 * GIB:
        report.miss(keys, f"only {free / GIB:.1f} GiB of memory are free")
        return
    for language in programs.LANGUAGES:
        found = lines(report.tool("waiting"), language, str(2 * GIB))[0]
        report.put(f"waiting_{language}", found["count"],
                   "reached; all others were answered in the end")
        report.put(f"waiting_{language}_memory", found["bytes_each"] / 1000,
                   f"counted against its limit: "
                   f"{found['counted_bytes'] / 1000:.1f} KB")


def measure_catalog(report):
    found = {f["what"]: f for f in lines(report.tool("catalog"))
             if f["tools"] == 10000}
    build, first = found["runtime"]["ms"], found["first catalog"]["ms"]
    report.put("catalog_build", build + first,
               f"runtime {build:.1f} ms, first catalog of 2,000 tokens "
               f"{first:.1f} ms")
    slowest = found["a search, median of the slowest query"]["ms"]
    report.put("catalog_search", found["a search, median"]["ms"],
               f"slowest of 12 queries {slowest:.2f} ms; whole programs")
    report.details["catalog_bytes_a_tool"] = (
        found["memory of a tool beyond its texts"]["bytes"])


def measure_gateway(report):
    calls = "4000" if report.is_full else "1500"
    done = subprocess.run([report.tool("gateway"), report.command(), calls],
                          capture_output=True, text=True, timeout=600,
                          check=False)
    if not done.stdout:
        report.miss(["gateway"], done.stderr.strip()[:100])
        return
    found = json.loads(done.stdout)
    report.details["gateway"] = found
    report.put("gateway", found["added_us"]["median"],
               f"wall; p99 {found['added_us']['p99']:.0f} us; the tool called "
               f"directly {found['direct_us']['median']:.0f} us")


def runaway_programs(is_full):
    """Programs of tests/hostile that end by their time limit: all, or one of
    each kind (the first word of the name)."""
    sys.path.insert(0, str(HOSTILE))
    import run_hostile
    found, kinds = [], set()
    for path in sorted([*HOSTILE.glob("*.js"), *HOSTILE.glob("*.lua")]):
        if "error TimeoutExceeded" not in path.read_text():
            continue
        program = run_hostile.Program(path)
        kind = kind_of(path.name)
        if is_full or (kind not in kinds
                       and program.limits["timeoutMs"] <= 300):
            found.append((path, program))
            kinds.add(kind)
    return found


def kind_of(name):
    words = name.split("-")
    return " ".join(words[:2]) if words[0] == "lua" else words[0]


def measure_interrupt(report, folder):
    manifest = []
    for path, program in runaway_programs(report.is_full):
        copy = folder / path.name
        copy.write_text(program.code)
        manifest.append(f"{path.suffix[1:]} {program.limits['timeoutMs']} "
                        f"{program.limits.get('maxMemoryBytes', 0)} {copy}")
    found = lines(report.tool("interrupt"), input="\n".join(manifest))
    late, others, kinds = [], [], {}
    for one in found:
        name = pathlib.Path(one["file"]).name
        if one["kind"] != "TimeoutExceeded":
            others.append(f"{name} ({one['kind']})")
            continue
        late.append((one["late_ms"], name))
        kinds.setdefault(kind_of(name), []).append(one["late_ms"])
    times = sorted(t for t, _ in late)
    slowest, name = max(late)
    report.details["interrupt"] = {
        "programs": len(times), "median_ms": statistics.median(times),
        "p90_ms": times[len(times) * 9 // 10], "slowest": name,
        "max_free_ms": max(f.get("free_ms", 0) for f in found),
        "kinds": {k: {"programs": len(v), "median_ms": statistics.median(v),
                      "max_ms": max(v)} for k, v in sorted(kinds.items())},
        "ended_otherwise": others}
    report.put("interrupt", slowest,
               f"{name}; median of {len(times)} programs "
               f"{statistics.median(times):.2f} ms, 9 in 10 within "
               f"{times[len(times) * 9 // 10]:.2f} ms")


def measure_sizes(report, folder):
    for key, path in (("library_size", report.build / "src/libcodemode.so"),
                      ("command_size", report.build / "src/codemode")):
        copy = folder / path.name
        shutil.copyfile(path.resolve(), copy)
        output("strip", str(copy))
        report.put(key, copy.stat().st_size / 1e6)


# ---- printing ----

def number(value):
    if value is None:
        return "n/a"
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}" if value >= 0.01 else f"{value:.2g}"


def verdict(key, value):
    _, must, aim, _, is_more = FIGURES[key]
    if value is None:
        return "not measured"
    if is_more:
        value, must, aim = -value, -must, -aim
    return "aim" if value <= aim else "must" if value <= must else "NO"


def figure_rows(report, before):
    head = ["figure", "must", "aim", "measured", "unit", "holds"]
    rows = [head + (["in the report", "change"] if before else ["note"])]
    for key, (what, must, aim, unit, _) in FIGURES.items():
        value = report.values.get(key)
        row = [what, number(must), number(aim), number(value), unit,
               verdict(key, value)]
        if before:
            old = before.get("figures", {}).get(key, {}).get("measured")
            row += [number(old), f"{value / old - 1:+.0%}"
                    if value and old else ""]
        else:
            row.append(report.notes.get(key, ""))
        rows.append(row)
    return rows


def print_changes(report, before):
    """Programs whose ratio to the peer is not what the report says."""
    for language, now in report.details["programs"].items():
        peer = programs.PEERS[language][0]
        old = before.get("programs", {}).get(language, {}).get("seconds", {})
        for name, seconds in now["seconds"].items():
            then = old.get(name, {})
            if not all(k in d for d in (seconds, then)
                       for k in ("codemode", peer)):
                continue
            was = then["codemode"] / then[peer]
            ratio = seconds["codemode"] / seconds[peer]
            if not 0.85 < ratio / was < 1.15:
                print(f"{name}.{language}: {ratio:.2f} of {peer}, in the "
                      f"report {was:.2f}")


def markdown(report, done):
    m, b = machine(), made(report.build)
    text = [
        "# Report", "",
        "Written by `make bench FULL=1`; [README.md](README.md) says how each "
        "figure is measured.", "",
        f"* Date: {b['date']}; commit {b['commit']}",
        f"* Machine: {m['cpu']}, {m['processors']} processors, "
        f"{m['memory_gib']} GiB; {m['system']}, Linux {m['kernel']}",
        f"* Compiler: {b['compiler']}, `{b['flags']}` ({b['build_type']})",
        f"* Load average of the last minute at the end: {b['load']} "
        "(a quiet machine: about 1, which is this program's)", "",
        "## Figures", "",
        "`aim` and `must` say which of the two the figure reaches.", "",
        *programs.lines_of(figure_rows(report, None), True, (0, 4, 5, 6)), ""]
    for language, measurement in done.items():
        found = report.details["programs"][language]
        text += [f"## {programs.LANGUAGES[language]} programs", "",
                 "Seconds of user CPU time, median of "
                 f"{found['passes']} passes, less the start of the engine.",
                 ""]
        text += [f"* {name}: {e['version'] or 'version unknown'}, "
                 f"`{e['command']}`"
                 for name, e in found["engines"].items()]
        text += ["", *programs.table(measurement, True), ""]
        text += [f"* not run: {f['program']} on {f['engine']}: {f['why']}"
                 for f in found["failed"]] + [""] * bool(found["failed"])
    text += details_markdown(report.details)
    return "\n".join(text).rstrip() + "\n"


def details_markdown(details):
    rows = [["what", "engine", "measured"]]
    for language, speeds in details["compile_mb_per_s"].items():
        rows += [[f"compile, {programs.LANGUAGES[language]}", engine,
                  f"{speed} MB/s"] for engine, speed in speeds.items()]
    for name, what in (("jsonparse", "JSON.parse"),
                       ("jsonstr", "JSON.stringify")):
        rows += [[what, engine, f"{speed} MB/s"] for engine, speed in
                 details.get("json_mb_per_s", {}).get(name, {}).items()]
    rows += [["start to exit", engine,
              f"{s['wall_ms']:.2f} ms wall, {s['cpu_ms']:.2f} ms CPU, "
              f"{s['peak_kib'] / 1024:.1f} MiB"]
             for engine, s in details["start"].items()]
    text = ["## Beside the peers", "",
            *programs.lines_of(rows, True, (0, 1, 2)), ""]
    cut = details["interrupt"]
    rows = [["kind of program", "programs", "median, ms", "slowest, ms"]]
    rows += [[kind, str(k["programs"]), f"{k['median_ms']:.2f}",
              f"{k['max_ms']:.2f}"] for kind, k in cut["kinds"].items()]
    text += ["## Interruption", "",
             "How long after its time limit a program of `tests/hostile` has "
             "ended, in CPU time. Freeing what it held took up to "
             f"{cut['max_free_ms']:.1f} ms more.", "",
             *programs.lines_of(rows, True), ""]
    if cut["ended_otherwise"]:
        text += [f"{len(cut['ended_otherwise'])} more may end by other limits, "
                 "or in time, and did so here.", ""]
    return text


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("--folder", type=pathlib.Path, default=HERE,
                        help="of report.json and REPORT.md")
    programs.add_options(parser)
    options = parser.parse_args()
    report = Report(options.build, options.full)
    engines = programs.engines_of(report.command(), options.peer)
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = pathlib.Path(name)
        measure_start(report, engines, folder)
        measure_compile(report, engines, folder)
        measure_fresh(report)
        measure_call(report)
        measure_waiting(report)
        measure_catalog(report)
        measure_gateway(report)
        measure_interrupt(report, folder)
        measure_sizes(report, folder)
        done = measure_programs(report, engines, options)
        measure_json_speed(report, done)
    saved = options.folder / "report.json"
    before = json.loads(saved.read_text()) if saved.exists() else {}
    for language, measurement in done.items():
        print(f"{programs.LANGUAGES[language]} programs: user CPU seconds, and "
              "the ratio of codemode to peers")
        print("\n".join(programs.table(measurement)) + "\n")
    print("\n".join(programs.lines_of(
        figure_rows(report, before if not options.full else None), False,
        (0, 4, 5) if before and not options.full else (0, 4, 5, 6))))
    if before and before.get("machine") != machine():
        print("The report is of another machine: compare ratios only.")
    print_changes(report, before)
    if options.full:
        saved.write_text(json.dumps(report.as_json(), indent=1) + "\n")
        (options.folder / "REPORT.md").write_text(markdown(report, done))
    failed = any(m.failed for m in done.values())
    broken = [FIGURES[k][0] for k, v in report.values.items()
              if verdict(k, v) == "NO"]
    for what in broken:
        print(f"MUST DOES NOT HOLD: {what}")
    return 1 if failed or (options.strict and broken) else 0


if __name__ == "__main__":
    sys.exit(main())
