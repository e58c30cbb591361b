#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the instructions of a dozen pieces of work and fails when one grew.

    instructions.py BENCH_INSTRUCTIONS [--record] [--file JSON] [--skip REASON]

The work is that of micro/instructions.c, run under callgrind. Counts repeat
exactly: the seed is fixed, no clock moves, addresses are not random, the
environment is empty, and glibc is kept from choosing code by the processor.
They are compared with those of the same compiler and libc in instructions.json;
more than 3 % above is a failure. --record writes what was counted instead: do
that with a change that is meant to cost more, or that saves, and say so in the
commit. Exit status 77, with the reason: nothing was compared."""
import argparse
import concurrent.futures
import json
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77
GROWTH = 3  # percent
# name: arguments of bench.instructions; files are beside this one
WORK = {
    "js calls": ("program", "js/calls.js", "19"),
    "js classes": ("program", "js/classes.js", "9000"),
    "js objects": ("program", "js/objects.js", "30000"),
    "js orders": ("program", "js/orders.js", "1"),
    "js text": ("program", "js/strops.js", "1"),
    "js async": ("program", "js/async.js", "20000"),
    "js json": ("program", "js/json.js", "4000"),
    "js regexp": ("program", "js/regex.js", "1"),
    "js compile": ("compile", "js/orders.js", "120"),
    "js fresh": ("fresh", "js", "800"),
    "js host call": ("call", "js", "5000"),
    "lua orders": ("program", "lua/orders.lua", "1"),
    "lua text": ("program", "lua/strops.lua", "1"),
    "lua fresh": ("fresh", "lua", "800"),
    "lua host call": ("call", "lua", "5000"),
    "catalog": ("catalog", "900"),
}
# The same code of glibc on every x86-64 processor.
TUNABLES = ("glibc.cpu.hwcaps=-AVX2,-AVX512F,-AVX512VL,-AVX512BW,-BMI1,-BMI2,"
            "-ERMS,-FSRM,-MOVBE,-RTM,-AVX_Fast_Unaligned_Load")


def fixed_addresses():
    """Words that run a command without random addresses, where that may be."""
    words = ["setarch", "-R"]
    try:
        may = subprocess.run([*words, "true"], stderr=subprocess.DEVNULL,
                             check=False).returncode == 0
    except OSError:
        may = False
    return words if may else []  # valgrind places most things itself


def count(program, arguments):
    """Instructions inside bench_measured()."""
    words = [str(HERE / a) if "/" in a else a for a in arguments]
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        out = pathlib.Path(folder, "out")
        subprocess.run(
            [*fixed_addresses(), "valgrind", "-q", "--tool=callgrind",
             f"--callgrind-out-file={out}", "--collect-atstart=no",
             "--toggle-collect=bench_measured", program, *words],
            env={"PATH": "/usr/bin:/bin", "GLIBC_TUNABLES": TUNABLES},
            check=True, timeout=300)
        for line in out.read_text().splitlines():
            if line.startswith("totals:"):
                return int(line.split()[1])
    raise SystemExit(f"callgrind counted nothing for {' '.join(arguments)}")


def count_all(program):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        counts = pool.map(lambda a: count(program, a), WORK.values())
        return dict(zip(WORK, counts))


def compare(counted, known, out=print):
    """Prints a line for each piece of work; how many grew too much."""
    grown = 0
    for name, n in counted.items():
        if name not in known:
            out(f"FAILED   {name}: {n:,} instructions, none recorded")
            grown += 1
            continue
        change = n / known[name] - 1
        word = "ok"
        if n * 100 > known[name] * (100 + GROWTH):
            word = "FAILED"
            grown += 1
        elif n * 100 < known[name] * (100 - GROWTH):
            word = "less"
        out(f"{word:8} {name}: {n:,} instructions, {change:+.2%}")
    return grown


def skipped(reason):
    print(f"SKIPPED: {reason}")
    return SKIPPED


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--file", type=pathlib.Path,
                        default=HERE / "instructions.json")
    parser.add_argument("--skip", metavar="REASON", default="")
    options = parser.parse_args()
    if options.skip:
        return skipped(options.skip)
    if not shutil.which("valgrind"):
        return skipped("there is no valgrind (tools/setup valgrind)")
    compiler = subprocess.run([options.program, "compiler"], check=True,
                              capture_output=True, text=True).stdout.strip()
    all_known = (json.loads(options.file.read_text())
                 if options.file.exists() else {})
    if compiler not in all_known and not options.record:
        return skipped(f"no counts are recorded for {compiler}, only for "
                       f"{'; '.join(all_known) or 'nothing'} "
                       f"(on {platform.machine()})")
    counted = count_all(options.program)
    if options.record:
        known = all_known.get(compiler, {})
        for name, n in counted.items():
            print(f"{name}: {n:,}, before {known.get(name, 0):,}")
        all_known[compiler] = counted
        options.file.write_text(json.dumps(all_known, indent=1) + "\n")
        print(f"recorded in {options.file} for {compiler}")
        return 0
    grown = compare(counted, all_known[compiler])
    if grown:
        print(f"{grown} of {len(counted)} need more than {GROWTH} % more "
              f"instructions than recorded for {compiler}.\nIf that is meant: "
              f"{pathlib.Path(sys.argv[0]).name} PROGRAM --record")
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
