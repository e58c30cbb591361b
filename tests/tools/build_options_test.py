#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Without CM_BUILD_TESTS a build makes what is installed and nothing else.

Called with the cmake and the C compiler to use.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]


def main(cmake, compiler):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [cmake, "-S", SOURCE, "-B", folder, "-DCM_BUILD_TESTS=OFF",
             f"-DCMAKE_C_COMPILER={compiler}"],
            check=True, stdout=subprocess.DEVNULL)
        done = subprocess.run([cmake, "--build", folder, "--target", "help"],
                              check=True, capture_output=True, text=True)
    targets = done.stdout.split()
    assert any(t.startswith("cmi_base") for t in targets), done.stdout
    extra = [t for t in targets
             if t.startswith(("bench", "fuzz", "tests/", "base."))]
    assert not extra, extra


if __name__ == "__main__":
    main(*sys.argv[1:])
