#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bench/run.py, bench/report.py and bench/instructions.py judge as they say."""
import contextlib
import io
import json
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

BENCH = Path(__file__).resolve().parents[2] / "bench"
sys.path.insert(0, str(BENCH))
import instructions  # noqa: E402
import report  # noqa: E402
import run  # noqa: E402

MAIN_JS = """// Sums.
// N: 50, small: 4
// small gives: 10
function main(N) { return String(N * (N + 1) / 2); }
"""
PRINT_JS = "(function () {\nconst N = 50; // small: 4\nprint(N);\n})();\n"
PRINT_LUA = ("local cjson = require \"cjson\"\nlocal N = 50 -- small: 4\n"
             "print(N)\n")


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name, text, executable=False):
        path = self.folder / name
        path.write_text(text)
        if executable:
            path.chmod(0o755)
        return path


class Programs(Folder):
    def forms(self, name, text, small=False):
        program = run.Program(self.write(name, text))
        names = ("cm", "js") if name.endswith("js") else ("cmlua", "lua")
        return [program.form(form, small) for form in names]

    def test_main_in_javascript(self):
        ours, peer = self.forms("a.js", MAIN_JS)
        self.assertEqual(ours, MAIN_JS + "\nreturn await main(50);\n")
        self.assertEqual(peer, run.PRINT_JS + MAIN_JS + "\nPromise.resolve("
                         "main(50)).then((text) => print(text));\n")
        self.assertEqual(self.forms("a.js", MAIN_JS, True)[0],
                         MAIN_JS + "\nreturn await main(4);\n")

    def test_main_in_lua(self):
        text = "-- N: 9, small: 2\nlocal function main(N) return N end\n"
        self.assertEqual(self.forms("a.lua", text), [
            text + "\nreturn main(9)\n", text + "\nprint(main(9))\n"])
        uses_json = text + "local t = json.encode({})\n"
        self.assertEqual(self.forms("a.lua", uses_json)[1],
                         "json = require \"cjson\"\n" + uses_json
                         + "\nprint(main(9))\n")

    def test_programs_that_print(self):
        ours, peer = self.forms("a.js", PRINT_JS)
        self.assertTrue(ours.endswith(PRINT_JS + "\nreturn await printed;\n"))
        self.assertEqual(peer, run.PRINT_JS + PRINT_JS)
        self.assertIn("const N = 4; // small: 4",
                      self.forms("a.js", PRINT_JS, True)[1])
        ours, peer = self.forms("a.lua", PRINT_LUA)
        self.assertEqual(ours, "local printed\nlocal function print(text) "
                         "printed = text end\nlocal cjson = json\nlocal N = 50 "
                         "-- small: 4\nprint(N)\n\nreturn printed\n")
        self.assertEqual(peer, PRINT_LUA)

    def test_every_program_has_sizes_and_an_answer(self):
        found = run.programs_of([BENCH / "js", BENCH / "lua"], None)
        self.assertEqual([p.path.name for p in found
                          if not p.sizes or not p.small_answer], [])
        in_js = {p.name for p in found if p.language == "js"}
        in_lua = {p.name for p in found if p.language == "lua"}
        self.assertEqual(in_lua - in_js, set())
        self.assertGreaterEqual(len(in_lua), 18)


class Engines(Folder):
    def measure(self, commands, text=MAIN_JS, passes=2):
        program = run.Program(self.write("sum.js", text))
        engines = [run.Engine(n, c) for n, c in commands.items()]
        done = run.measure({"js": engines, "lua": []}, [program], passes, 60,
                           is_small=True, timeout=5)
        return done["js"]

    def answering(self, text):
        name = f"answers-{abs(hash(text))}"
        script = self.write(name, f"#!/bin/sh\necho '{text}'\n", True)
        return f"{script} {{js}}"

    def test_equal_answers(self):
        m = self.measure({"codemode": self.answering("10"),
                          "peer": self.answering("10")})
        self.assertEqual(m.failed, {})
        self.assertEqual(len(m.times["sum", "peer"]), 2)
        self.assertEqual(len(m.times[run.EMPTY, "codemode"]), 2)

    def test_answers_that_differ(self):
        text = MAIN_JS.replace("// small gives: 10\n", "")
        m = self.measure({"codemode": self.answering("10"),
                          "peer": self.answering("11")}, text)
        self.assertEqual(m.failed, {("sum", "peer"):
                                    "gives 11, codemode 10"})
        self.assertIsNone(m.seconds("sum", "peer"))

    def test_a_wrong_answer_at_the_small_size(self):
        m = self.measure({"codemode": self.answering("11")})
        self.assertEqual(m.failed,
                         {("sum", "codemode"): "gives 11, not 10"})

    def test_engines_that_fail(self):
        script = self.write("fails", "#!/bin/sh\necho broken >&2\nexit 3\n",
                            True)
        m = self.measure({"codemode": f"{script} {{js}}",
                          "gone": "/nowhere/engine {js}",
                          "silent": "true {js}"})
        self.assertEqual(m.failed["sum", "codemode"], "broken")
        self.assertIn("No such file", m.failed["sum", "gone"])
        self.assertEqual(m.failed["sum", "silent"], "printed nothing")

    def test_ratios(self):
        m = self.measure({"codemode": "true {js}", "peer": "true {js}"})
        m.times = {("sum", "codemode"): [0.5, 0.1, 0.3],
                   ("sum", "peer"): [0.7, 0.9, 1.1],
                   (run.EMPTY, "codemode"): [0.1],
                   (run.EMPTY, "peer"): [0.4]}
        self.assertAlmostEqual(m.seconds("sum", "codemode"), 0.2)
        self.assertAlmostEqual(m.ratio("sum", "peer"), 0.4)
        self.assertAlmostEqual(run.geometric_mean([0.25, 1.0]), 0.5)
        self.assertEqual(run.table(m)[-1].split(),
                         ["geometric", "mean", "0.40", "(1)"])

    def test_a_missing_peer_is_said(self):
        said = io.StringIO()
        with contextlib.redirect_stderr(said), \
                unittest.mock.patch.object(run.shutil, "which",
                                           lambda program: None):
            engines = run.engines_of("codemode", [("other", "other {js}")])
        self.assertEqual([e.name for e in engines["js"]],
                         ["codemode", "other"])
        self.assertEqual([e.name for e in engines["lua"]], ["codemode"])
        self.assertIn("NO PEER: qjs is not to be found", said.getvalue())
        self.assertIn("NO PEER: lua5.4 is not to be found", said.getvalue())


class Verdicts(unittest.TestCase):
    def test_less_is_better(self):
        words = [report.verdict("js_mean", v) for v in (0.3, 0.33, 0.5, 0.6)]
        self.assertEqual(words, ["aim", "aim", "must", "NO"])

    def test_more_is_better(self):
        words = [report.verdict("waiting_js", v)
                 for v in (100000, 99999, 20000, 19999, None)]
        self.assertEqual(words, ["aim", "must", "must", "NO", "not measured"])


class Instructions(Folder):
    def compare(self, counted, known):
        said = []
        return instructions.compare(counted, known, said.append), said

    def test_growth(self):
        known = {"a": 1000, "b": 1000, "c": 1000}
        self.assertEqual(
            self.compare({"a": 1030, "b": 1031, "c": 900, "d": 1}, known),
            (2, ["ok       a: 1,030 instructions, +3.00%",
                 "FAILED   b: 1,031 instructions, +3.10%",
                 "less     c: 900 instructions, -10.00%",
                 "FAILED   d: 1 instructions, none recorded"]))

    def run_tool(self, *arguments):
        done = subprocess.run(
            [sys.executable, "-B", BENCH / "instructions.py", *arguments],
            capture_output=True, text=True, check=False)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    @unittest.skipUnless(instructions.shutil.which("valgrind"), "no valgrind")
    def test_another_compiler(self):
        fake = self.write("fake", "#!/bin/sh\necho pdp11, cc 7\n", True)
        known = self.write("known.json", json.dumps({"x86_64, gcc 1": {}}))
        status, said = self.run_tool(fake, "--file", known)
        self.assertEqual(status, 77)
        self.assertTrue(said.startswith("SKIPPED: no counts are recorded for "
                                        "pdp11, cc 7, only for x86_64, gcc 1"))

    def test_a_build_that_does_not_count(self):
        self.assertEqual(self.run_tool("x", "--skip", "sanitizers"),
                         (77, "SKIPPED: sanitizers\n"))

    def test_what_is_recorded(self):
        known = json.loads((BENCH / "instructions.json").read_text())
        for compiler, counts in known.items():
            self.assertEqual(list(counts), list(instructions.WORK), compiler)


if __name__ == "__main__":
    unittest.main()
