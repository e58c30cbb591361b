#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`cmake --install` with DESTDIR puts the files where they belong, and only
them. The tree serves package.pkg_config and package.cmake, which find it at a
place that it was not configured for."""
import re
import shutil
from pathlib import Path

from facts import expect, facts, fail, run

f = facts()
version = f.version
soname = f"libcodemode.so.{version.rpartition('.')[0]}"
LINKS = {"libcodemode.so": soname, soname: f"libcodemode.so.{version}"}


def wanted():
    package = f"{f.libdir}/cmake/codemode"
    guides = {path.name for path in (Path(f.source) / "docs").glob("*.md")}
    guides -= {"ARCHITECTURE.md", "reliability.md"}
    source = Path(f.source)
    examples = {str(path.relative_to(source))
                for path in (source / "examples").rglob("*")
                if path.is_file() and path.name != "CMakeLists.txt"
                and path.parent.name != "__pycache__"}
    return sorted([
        f"{f.includedir}/codemode.h",
        f"{f.bindir}/codemode",
        f"{f.mandir}/man1/codemode.1",
        *(f"{f.libdir}/{name}" for name in
          ["libcodemode.a", f"libcodemode.so.{version}", *LINKS,
           "pkgconfig/codemode.pc"]),
        *(f"{package}/{name}" for name in
          ["codemodeConfig.cmake", "codemodeConfigVersion.cmake",
           "codemodeTargets.cmake"]),
        *(f"{f.docdir}/{name}" for name in
          ["CHANGELOG.md", "LICENSE", *guides, *examples]),
    ])


def stray_paths(folder):
    """What installed pages name and is not installed. Files of the source may
    be named where the page says that they are."""
    for page in sorted(folder.rglob("*.md")):
        text = page.read_text()
        for top, rest in re.findall(
                r"`(?:[a-z]+ )?(docs|examples|tests|tools|src|bench|fuzz)/([\w./-]*)`",
                text):
            is_there = (folder / rest if top == "docs" else
                        folder / top / rest).exists()
            if not is_there and "source tree" not in text:
                yield f"{page.name}: {top}/{rest}"


shutil.rmtree(f.stage, ignore_errors=True)
run(f.cmake, "--install", f.build, "--prefix", "/usr",
    env={"DESTDIR": f.stage})
prefix = f.prefix()
found = sorted(str(path.relative_to(prefix)) for path in prefix.rglob("*")
               if not path.is_dir())
# the targets' file of the build type carries its name
found = [name for name in found if "codemodeTargets-" not in name]
expect("files", found, wanted())
expect("what lies beside the prefix",
       [path.name for path in Path(f.stage).iterdir()], ["usr"])

expect("paths in guides", list(stray_paths(prefix / f.docdir)), [])

for name, target in LINKS.items():
    link = prefix / f.libdir / name
    expect(name, str(link.readlink()) if link.is_symlink() else "", target)
dynamic = run("readelf", "-d", prefix / f.libdir / "libcodemode.so")
if f"[{soname}]" not in dynamic:
    fail(f"soname is not {soname}:\n{dynamic}")
if "RUNPATH" in dynamic or "RPATH" in dynamic:
    fail(f"the library has a path of the build in it:\n{dynamic}")
for name in ["pkgconfig/codemode.pc", "cmake/codemode/codemodeTargets.cmake"]:
    text = (prefix / f.libdir / name).read_text()
    for place in (f.build, f.source, f.stage):
        if place in text:
            fail(f"{name} names {place}")
expect("version of the command",
       run(prefix / f.bindir / "codemode", "--version"),
       f"codemode {version}\n")
