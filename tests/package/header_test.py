#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""codemode.h compiles alone in C99 and C++11 with every compiler found, in the
later dialects too, and as a host with hidden visibility sees it; its version is
the project's."""
import re
import shutil
import tempfile
from pathlib import Path

from facts import expect, facts, fail, run

STRICT = ["-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
          "-fvisibility=hidden"]
COMPILERS = {"c": (["gcc", "clang"], ["c99", "c11", "c17"],
                   ["-Wundef", "-Wstrict-prototypes"]),
             "cpp": (["g++", "clang++"], ["c++11", "c++14", "c++17", "c++20"],
                     ["-Wundef", "-Wold-style-cast"])}
# The header alone, twice, and its initialisers: CM_LIMITS_INIT is of cm_limits.
TEXT = """#include "codemode.h"
#include "codemode.h"
int main(void)
{
%s    return 0;
}
"""


def program(header):
    macros = re.findall(r"#define (CM_\w+)_INIT\b", header)
    if len(macros) < 3:
        fail(f"initialisers: {macros}")
    return TEXT % "".join(f"    const {m.lower()} {m.lower()}_value = {m}_INIT;\n"
                          f"    (void){m.lower()}_value;\n" for m in macros)


f = facts()
tried = 0
with tempfile.TemporaryDirectory() as folder:
    for suffix, (compilers, dialects, more) in COMPILERS.items():
        file = Path(folder) / f"alone.{suffix}"
        file.write_text(program(f.header.read_text()))
        own = f.cc if suffix == "c" else f.cxx
        for compiler in {own, *map(shutil.which, compilers)} - {None, ""}:
            for dialect in dialects:
                run(compiler, f"-std={dialect}", *STRICT, *more,
                    "-I", f.header.parent, file)
                tried += 1
if tried == 0:
    fail("no compiler was found")
parts = re.findall(r"#define CM_VERSION_(MAJOR|MINOR|PATCH) (\d+)\n",
                   f.header.read_text())
expect("order of the version macros", [p[0] for p in parts],
       ["MAJOR", "MINOR", "PATCH"])
expect("version", ".".join(p[1] for p in parts), f.version)
print(f"{tried} dialects of compilers")
