#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Hosts built with what pkg-config says of the installed library: shared, and
static to the last library where the build allows it."""
import shutil
import tempfile
from pathlib import Path

from facts import HERE, expect, facts, run, skip

f = facts()
tool = shutil.which("pkg-config") or shutil.which("pkgconf")
if not tool:
    skip("no pkg-config")
libdir = f.prefix() / f.libdir
env = {"PKG_CONFIG_PATH": str(libdir / "pkgconfig")}


def ask(*arguments):
    return run(tool, *arguments, "codemode", env=env).split()


def build_and_run(compiler, source, before, libraries):
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "host"
        run(compiler, *f.flags, *before, *ask("--cflags"), HERE / source,
            "-o", program, *libraries)
        expect(f"{source} with {before} {libraries}",
               run(program, env={"LD_LIBRARY_PATH": str(libdir)}), f.greeting)


def static_program_is_possible():
    """Sanitizers need a dynamic C library; some systems have no static one."""
    if f.sanitize or "-fsanitize" in " ".join(f.flags):
        return False
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "empty.c"
        source.write_text("int main(void) { return 0; }\n")
        try:
            run(f.cc, *f.flags, "-static", source, "-o", Path(folder) / "empty",
                "-lunistring")
        except SystemExit:
            return False
    return True


expect("version", ask("--modversion"), [f.version])
hosts = [(f.cc, "host.c")] + ([(f.cxx, "host.cpp")] if f.cxx else [])
for compiler, source in hosts:
    build_and_run(compiler, source, [], ask("--libs"))
    if static_program_is_possible():
        build_and_run(compiler, source, ["-static"], ask("--static", "--libs"))
    else:
        print("not static to the last library, but from the archive")
        build_and_run(compiler, source, [],
                      [str(libdir / "libcodemode.a") if word == "-lcodemode"
                       else word for word in ask("--static", "--libs")])
