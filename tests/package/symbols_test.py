#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Both libraries show the functions of codemode.h to the linker, no other name.

A plain archive (cmake/library.cmake says which builds have one) must hold them
all, and shows internal names besides."""
import sys

from facts import facts, fail, run

# What sanitizers and coverage put into a shared library themselves.
FOREIGN = ("__asan_", "__odr_asan", "__sancov_", "__start___sancov",
           "__stop___sancov", "__gcov_", "__llvm_", "mangle_path", "lprof",
           "reset_fn_list", "writeout_fn_list")


def names(f, *arguments):
    lines = run(f.nm, "--defined-only", "--extern-only", *arguments).splitlines()
    words = [line.split() for line in lines]
    return sorted(w[2] for w in words
                  if len(w) == 3 and not w[2].startswith(FOREIGN))


def compare(what, found, wanted):
    missing = sorted(set(wanted) - set(found))
    extra = sorted(set(found) - set(wanted))
    if missing or extra:
        fail(f"{what}: missing {missing}, not in codemode.h {extra[:20]}")
    if len(found) != len(wanted):
        fail(f"{what}: a name stands twice")


f = facts()
api = f.api()
if len(api) < 90:
    fail(f"only {len(api)} functions were found in codemode.h")
compare("shared library", names(f, "--dynamic", f.shared), api)
static = names(f, f.static)
compare("static library",
        static if f.joined else [name for name in static if name in api], api)
sys.exit(0)
