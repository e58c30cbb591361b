#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/check-layers finds each kind of breach and passes what is allowed."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools" / "check-layers"


class CheckLayers(unittest.TestCase):
    def run_on(self, files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            done = subprocess.run([sys.executable, TOOL, folder],
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.stderr, "")
            return done.returncode, done.stdout

    def assert_breach(self, files, message):
        self.assertEqual(self.run_on(files), (1, message + "\n"))

    def test_arrows_down_are_fine(self):
        self.assertEqual(self.run_on({
            "include/codemode.h": "",
            "src/base/buf.h": '#include "codemode.h"\n',
            "src/json/tree.h": '#include "base/buf.h"\n',
            "src/json/tree.c": '#include "json/tree.h"\n#include <math.h>\n',
            "src/js/lexer.c": '#include "base/buf.h"\n',
            "src/js/builtins/map.c": '#include "base/buf.h"\n',
            "src/cli/main.c": '#include "json/tree.h"\n',
        }), (0, ""))

    def test_arrow_up(self):
        self.assert_breach({
            "src/json/tree.h": "",
            "src/base/buf.c": '\n#include "json/tree.h"\n',
        }, 'src/base/buf.c:2: base must not see json ("json/tree.h")')

    def test_front_ends_do_not_see_each_other(self):
        self.assert_breach({
            "src/js/parser.h": "",
            "src/lua/parser.c": '#include "js/parser.h"\n',
        }, 'src/lua/parser.c:1: lua must not see js ("js/parser.h")')

    def test_gateway_sees_the_library_as_a_host_does(self):
        self.assert_breach({
            "src/runtime/call.h": "",
            "src/mcp/rpc.c": '#include "runtime/call.h"\n',
        }, 'src/mcp/rpc.c:1: mcp must not see runtime ("runtime/call.h")')

    def test_internal_headers_stay_in_their_folder(self):
        self.assert_breach({
            "src/base/num_internal.h": "",
            "src/json/tree.c": '#include "base/num_internal.h"\n',
        }, 'src/json/tree.c:1: "base/num_internal.h" is internal to its '
           'folder')

    def test_own_header_comes_first(self):
        self.assert_breach({
            "src/base/alloc.h": "",
            "src/base/buf.h": "",
            "src/base/buf.c": '#include "base/alloc.h"\n'
                              '#include "base/buf.h"\n',
        }, "src/base/buf.c:1: its own header buf.h is not the first include")

    def test_missing_file(self):
        self.assert_breach({"src/base/buf.c": '#include "base/gone.h"\n'},
                           'src/base/buf.c:1: "base/gone.h" is no file below '
                           'src or include')

    def test_unknown_folder(self):
        self.assert_breach({"src/extra/a.c": ""},
                           "src/extra/a.c:1: folder extra is no layer; add it "
                           "to tools/check-layers")

    def test_comments_are_no_includes(self):
        self.assertEqual(self.run_on({
            "src/base/a.c": '/*\n#include "js/x.h"\n*/\n',
        }), (0, ""))


if __name__ == "__main__":
    unittest.main()
