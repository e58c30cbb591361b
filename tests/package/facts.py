# SPDX-License-Identifier: MIT
"""What the tests of the package share: facts of the build, commands."""
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

SKIPPED = 77
HERE = Path(__file__).resolve().parent


class Facts:
    """The facts that CMakeLists.txt writes, as attributes."""

    def __init__(self, path):
        self.__dict__.update(json.loads(Path(path).read_text()))
        self.header = Path(self.source) / "include" / "codemode.h"
        self.joined = self.joined == "ON"
        self.flags = shlex.split(self.flags)
        self.greeting = ('orders.lookup {"id":7}\n'
                         f"codemode {self.version}: [12.5,25]\n")

    def prefix(self):
        return Path(self.stage) / "usr"

    def api(self):
        """The functions that codemode.h declares with CM_API, sorted."""
        text = self.header.read_text()
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        text = re.sub(r"^ *#.*$", "", text, flags=re.M)
        names = re.findall(r"\bCM_API\b[^;{}]*?\b(\w+)\s*\(", text)
        assert len(names) == len(re.findall(r"^CM_API\b", text, re.M))
        return sorted(names)


def facts():
    return Facts(sys.argv[1])


def fail(text):
    print(text)
    sys.exit(1)


def skip(text):
    print(f"SKIPPED: {text}")
    sys.exit(SKIPPED)


def run(*command, env=None, **more):
    """The standard output of a command that has to succeed."""
    done = subprocess.run([str(word) for word in command],
                          env={**os.environ, **(env or {})},
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, check=False, **more)
    if done.returncode != 0:
        fail(f"{shlex.join(str(word) for word in command)}\n"
             f"ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def expect(what, found, wanted):
    if found != wanted:
        fail(f"{what}: expected\n{wanted!r}\nfound\n{found!r}")
