#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/check-docs finds what a guide shows and is not so."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools" / "check-docs"

# Stands for the command: one signature for all tools, one verdict for all.
FAKE = """#!/usr/bin/env python3
import json, sys
if sys.argv[1] == "schema":
    for line in sys.stdin:
        print(json.dumps({"valid": False, "problems": "/: bad"}))
else:
    config = json.load(open(sys.argv[sys.argv.index("--config") + 1]))
    mark = "ts" if "javascript" in sys.argv else "lua"
    print(json.dumps([
        {"path": path, "signature": f"tools.{path}(): " + (
            f"Promise<{mark}>" if mark == "ts" else mark)}
        for path in config["tools"]]))
"""

SCHEMAS = """```json tool=a.b
{ "inputSchema": {} }
```

```ts
tools.a.b(): Promise<ts>
```

```lua
tools.a.b(): lua
```

<!-- types -->
| schema | TypeScript | Lua |
| --- | --- | --- |
| `{"enum":["\\|"]}` | `ts` | `lua` |

```json check
{ "schema": {}, "instance": 1 }
```

```text
/: bad
```
"""


class CheckDocs(unittest.TestCase):
    def run_tool(self, files, mode, has_command=False):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            pages = {"README.md": "", "docs/embedding.md": "",
                     "docs/extensions.md": "", "docs/mcp.md": "",
                     "docs/tools-and-schemas.md": ""}
            for name, text in {**pages, **files, "codemode": FAKE}.items():
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            (root / "codemode").chmod(0o755)
            command = [root / "codemode"] if has_command else []
            done = subprocess.run(
                [sys.executable, TOOL, mode, *command, folder],
                capture_output=True, text=True, check=False)
            self.assertEqual(done.stderr, "")
            return done.returncode, done.stdout

    def examples(self, page):
        return self.run_tool({
            "docs/embedding.md": page,
            "examples/a.c": "int a(void)\n{\n    if (x)\n        y();\n}\n",
        }, "examples")

    def schemas(self, page):
        return self.run_tool({"docs/tools-and-schemas.md": page}, "schemas",
                             has_command=True)

    def test_excerpts(self):
        self.assertEqual(self.examples(
            "```c examples/a.c\nif (x)\n    y();\n```\n"), (0, ""))

    def test_an_excerpt_that_differs(self):
        for block in ("if (x)\n  y();\n", "if (x)\n    z();\n", "y()\n"):
            self.assertEqual(
                self.examples(f"text\n\n```c examples/a.c\n{block}```\n"),
                (1, "docs/embedding.md:3: is not in examples/a.c\n"))

    def test_blocks_without_a_file(self):
        good = "```c examples/a.c\nint a(void)\n```\n"
        self.assertEqual(self.examples(good + "```sh\nmake\n```\n"), (0, ""))
        self.assertEqual(self.examples(good + "```c\nint b;\n```\n"), (
            1, "docs/embedding.md:4: the block names no file\n"))
        self.assertEqual(self.examples(good + "```c examples/b.c\n```\n"), (
            1, "docs/embedding.md:4: there is no examples/b.c\n"))

    def test_pages_without_blocks(self):
        self.assertEqual(self.examples("no code\n"),
                         (1, "no block names a file\n"))

    def test_schemas(self):
        self.assertEqual(self.schemas(SCHEMAS), (0, ""))

    def test_schemas_that_say_something_else(self):
        for shown, wrong, place in (
                ("Promise<ts>", "Promise<t>", 5), ("(): lua", "(): l", 9),
                ("| `ts` |", "| `t` |", 16), ("| `lua` |", "| `l` |", 16),
                ("/: bad", "/: good", 22)):
            status, text = self.schemas(SCHEMAS.replace(shown, wrong))
            self.assertEqual(status, 1, shown)
            self.assertTrue(text.startswith(
                f"docs/tools-and-schemas.md:{place}: says"), text)


if __name__ == "__main__":
    unittest.main()
