#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Hosts built by CMake projects that find the installed library with
find_package, in C and in C++."""
import tempfile
from pathlib import Path

from facts import HERE, expect, facts, fail, run

f = facts()


def check(language, compiler, source):
    with tempfile.TemporaryDirectory() as folder:
        run(f.cmake, "-S", HERE / "consumer", "-B", folder, "-G", f.generator,
            f"-DCMAKE_{language}_COMPILER={compiler}",
            f"-DCMAKE_{language}_FLAGS={' '.join(f.flags)}",
            f"-DCMAKE_PREFIX_PATH={f.prefix()}",
            f"-DCONSUMER_LANGUAGE={language}",
            f"-DCONSUMER_VERSION={f.version}",
            f"-DCONSUMER_SOURCE={HERE / source}")
        run(f.cmake, "--build", folder)
        for form in ("shared", "static", "codemode"):
            program = Path(folder) / f"host_{form}"
            expect(f"{source}, {form}", run(program), f.greeting)
            needed = "libcodemode.so" in run("readelf", "-d", program)
            if needed == (form == "static"):
                fail(f"{source}, {form}: linked with the wrong library")


check("C", f.cc, "host.c")
if f.cxx:
    check("CXX", f.cxx, "host.cpp")
