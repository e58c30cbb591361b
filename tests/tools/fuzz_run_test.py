#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""fuzz/run tells a target that is not built from one that found something."""
import subprocess
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "fuzz" / "run"
USAGE = "usage: fuzz/run BUILD SECONDS [TARGET...]\n"


class FuzzRun(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = Path(folder.name)
        (self.build / "fuzz").mkdir()

    def run_tool(self, *args):
        done = subprocess.run([TOOL, *args], capture_output=True, text=True,
                              check=False)
        return done.returncode, done.stdout, done.stderr

    def target(self, name, script):
        path = self.build / "fuzz" / f"fuzz.{name}"
        path.write_text("#!/bin/sh\n" + script)
        path.chmod(0o755)

    def test_how_it_is_called(self):
        for args in ((), ("build/fuzz",), ("build/fuzz", "a"),
                     ("build/fuzz", ""), ("build/fuzz", "json", "60")):
            self.assertEqual(self.run_tool(*args), (2, "", USAGE))

    def test_what_is_not_built_is_no_finding(self):
        self.target("json", "exit 0\n")
        self.assertEqual(
            self.run_tool(self.build, "1", "json", "toml"),
            (2, "", "fuzz/run: fuzz.toml is not built; `make fuzz` builds it\n"))
        self.assertFalse((self.build / "findings").exists())

    def test_no_targets(self):
        none = self.build / "none"
        for build in (none, self.build):
            self.assertEqual(
                self.run_tool(build, "1"),
                (2, "", f"fuzz/run: no targets in {build}/fuzz; `make fuzz` "
                 "builds them\n"))

    def test_findings_come_after_all_targets_have_run(self):
        self.target("json", "echo found; exit 77\n")
        self.target("toml", "echo 'stat::number_of_executed_units: 12'\n")
        self.assertEqual(self.run_tool(self.build, "1"), (
            1, "json             FINDING, see "
            f"{self.build}/findings/json.log\n"
            "toml             executions 12\n", ""))
        log = self.build / "findings" / "json.log"
        self.assertEqual(log.read_text(), "found\n")


if __name__ == "__main__":
    unittest.main()
