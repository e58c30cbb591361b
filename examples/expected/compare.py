#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a command and compares what it prints with a file, byte by byte.

Usage: compare.py EXPECTED COMMAND [ARGUMENT...]
"""
import difflib
import pathlib
import subprocess
import sys

expected = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
done = subprocess.run(sys.argv[2:], stdout=subprocess.PIPE, encoding="utf-8")
sys.stdout.writelines(difflib.unified_diff(
    expected.splitlines(True), done.stdout.splitlines(True),
    "expected", "printed"))
if done.returncode != 0:
    print(f"exit status {done.returncode}")
sys.exit(0 if done.returncode == 0 and done.stdout == expected else 1)
