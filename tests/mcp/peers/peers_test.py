#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""peers_test.py CODEMODE: real MCP servers from npm, end to end.

Runs one program over three reference servers through `codemode run`, and
through `codemode serve` driven by the client of the official TypeScript SDK.
Exit status 77 with a reason when npm cannot be reached.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import npm

HERE = pathlib.Path(__file__).resolve().parent
PACKAGES = [
    "@modelcontextprotocol/server-filesystem@2026.8.31",
    "@modelcontextprotocol/server-memory@2026.8.31",
    "@modelcontextprotocol/server-everything@2026.8.31",
    "@modelcontextprotocol/sdk@1.32.2",
]
TEXTS = {
    "apple.txt": "one two three\n",
    "pear.md": "four five\nsix  seven\n",
    "plum.txt": "eight\n",
}


def main():
    codemode = os.path.abspath(sys.argv[1])
    peers = npm.install("peers", PACKAGES)
    with tempfile.TemporaryDirectory() as folder:
        data = pathlib.Path(folder).resolve() / "data"
        data.mkdir()
        for name, text in TEXTS.items():
            (data / name).write_text(text)
        program = data.parent / "words.js"
        program.write_text((HERE / "words.js").read_text()
                           .replace("FOLDER", str(data)))
        env = dict(os.environ, PEERS_DIR=str(peers), PEERS_DATA=str(data))
        want = {
            "table": [{"file": "apple.txt", "words": 3},
                      {"file": "pear.md", "words": 4},
                      {"file": "plum.txt", "words": 1}],
            "total": 8,
            "stored": "8 words in 3 files",
        }
        check_run(codemode, program, env, want)
        (data.parent / "memory.jsonl").unlink()
        check_serve(codemode, program, env, want)
    print("ok: real servers through run and serve")


def check_run(codemode, program, env, want):
    done = subprocess.run(
        [codemode, "run", "--config", str(HERE / "config.json"), str(program)],
        env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done
    assert json.loads(done.stdout) == want, done.stdout
    assert "The sum of 20 and 22 is 42." in done.stderr, done.stderr


def check_serve(codemode, program, env, want):
    done = subprocess.run(
        ["node", str(HERE / "drive.mjs"), codemode, str(HERE / "config.json"),
         str(program)],
        env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done
    seen = json.loads(done.stdout)
    assert seen["server"]["name"] == "codemode", seen["server"]
    assert seen["first"] == ["execute"] and seen["last"] == ["execute"], seen
    # More tools than fit: each server has its line, search finds the rest.
    for group in ("everything (", "files (", "memory ("):
        assert "\n- " + group in seen["description"], seen["description"]
    assert seen["changed"] in (None, True), seen["changed"]
    text = seen["run"]["content"][0]["text"]
    value, _, logs = text.partition("\n\nLogs:\n")
    assert json.loads(value) == want, text
    assert logs.splitlines()[0] == "The sum of 20 and 22 is 42.", text
    calls = seen["run"]["_meta"]["toolCalls"]
    assert [c["tool"] for c in calls] == (
        ["files.list_directory"] + ["files.read_text_file"] * 3 +
        ["memory.create_entities", "memory.read_graph",
         "everything.get-sum",
         "everything.trigger-long-running-operation"]), calls
    assert {c["status"] for c in calls} == {"completed"}, calls
    # The SDK queues notifications but takes an answer at once, so progress that
    # arrives in one piece with the answer never reaches its handler: the last
    # call is slow, what lies before it is seen whole. cli.serve checks the wire.
    tools = [c["tool"] for c in calls]
    assert seen["steps"][0] == "calling files.list_directory", seen["steps"]
    assert sorted(s for s in seen["steps"] if s.startswith("calling ")) == \
        sorted("calling " + tool for tool in tools), seen["steps"]
    kinds = [part["type"] for part in seen["image"]["content"]]
    assert kinds[0] == "text" and "image" in kinds, kinds
    assert seen["failed"]["isError"] is True, seen["failed"]
    assert "everything.nothing" in seen["failed"]["content"][0]["text"]
    assert seen["wrong"]["isError"] is True, seen["wrong"]
    assert "tools.files.read_text_file" in seen["wrong"]["content"][0]["text"]


if __name__ == "__main__":
    main()
