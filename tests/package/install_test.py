#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`cmake --install` with DESTDIR puts the files where they belong, and only
them. The tree serves package.pkg_config and package.cmake, which find it at a
place that it was not configured for."""
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
    guides -= {"ARCHITECTURE.md"}
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
          ["CHANGELOG.md", "LICENSE", *guides]),
    ])


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
