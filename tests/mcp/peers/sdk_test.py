#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sdk_test.py CODEMODE: the official SDK's clients before `codemode serve`.

Version 1 speaks the protocol with a handshake; version 2 does that too, or the
one of 2026-07-28, or finds out which. Each lists, runs programs over three real
servers, gets progress, an image and errors, and gives a request up; over
standard input and output, and over HTTP.
"""
import json

import clients
import harness
import npm

LEGACY, MODERN = "2025-11-25", "2026-07-28"
SERVER_INFO = "io.modelcontextprotocol/serverInfo"
MODES = {"v1": LEGACY, "legacy": LEGACY, "auto": MODERN, "modern": MODERN}
PROGRAMS = {
    "three": """
        const [listing, sum] = await Promise.all([
          tools.files.list_directory({ path: "FOLDER/data" }),
          tools.everything["get-sum"]({ a: 20, b: 22 }),
          tools.memory.create_entities({ entities: [
            { name: "n", entityType: "t", observations: ["o"] }] })]);
        const graph = await tools.memory.read_graph();
        await tools.everything["trigger-long-running-operation"](
          { duration: 0.5, steps: 1 });
        return { listing: listing.content, sum, n: graph.entities.length }""",
    "image": "return await tools.everything['get-tiny-image']()",
    "failed": "throw new Error('the shelf is empty')",
}
WANT = {"listing": "[FILE] apple.txt", "sum": "The sum of 20 and 22 is 42.",
        "n": 1}
CALLS = ["files.list_directory", "everything.get-sum", "memory.create_entities",
         "memory.read_graph", "everything.trigger-long-running-operation"]


def drive(mode, folder, *target):
    programs = {name: text.replace("FOLDER", folder)
                for name, text in PROGRAMS.items()}
    done = clients.run(
        ["node", str(clients.HERE / "drive_sdk.mjs"), mode, *target],
        stdin=json.dumps(programs),
        env={"PEERS_DIR": str(npm.install("sdk", clients.SDK))})
    assert done.returncode == 0, (mode, done)
    return json.loads(done.stdout)


def check(mode, seen, *, is_http):
    # Over pipes the first SDK does not say which version it speaks.
    if mode != "v1" or is_http:
        assert seen["version"] == MODES[mode], (mode, seen["version"])
    assert seen["server"]["name"] == "codemode", seen["server"]
    assert seen["instructions"].startswith("One tool, execute"), seen
    assert [t["name"] for t in seen["tools"]] == ["execute"], seen["tools"]
    three = seen["runs"]["three"]
    value = three["content"][0]["text"].partition("\n\nLogs:\n")[0]
    assert json.loads(value) == WANT, three
    assert [c["tool"] for c in three["_meta"]["toolCalls"]] == CALLS, three
    assert (SERVER_INFO in three["_meta"]) == (MODES[mode] == MODERN), three
    assert "calling files.list_directory" in seen["steps"], seen["steps"]
    kinds = [part["type"] for part in seen["runs"]["image"]["content"]]
    assert kinds == ["text", "image"], seen["runs"]["image"]
    failed = seen["runs"]["failed"]
    assert failed["isError"] is True, failed
    assert failed["content"][0]["text"].startswith(
        "Error: the shelf is empty"), failed
    assert seen["wrong"]["isError"] is True, seen["wrong"]
    assert "tools.files.read_text_file" in seen["wrong"]["content"][0]["text"]
    assert "thrown" in seen["aborted"], seen["aborted"]
    assert seen["after"]["content"][0]["text"] == "1", seen["after"]


def test_over_pipes(folder):
    config = clients.servers(folder)
    for mode in MODES:
        memory = clients.pathlib.Path(folder, "memory.jsonl")
        memory.unlink(missing_ok=True)
        check(mode, drive(mode, folder, "--", harness.CODEMODE, "serve",
                          "--config", config), is_http=False)
        print(f"  {mode}: {MODES[mode]}")


def test_over_http(folder):
    config = clients.servers(folder)
    for mode in MODES:
        memory = clients.pathlib.Path(folder, "memory.jsonl")
        memory.unlink(missing_ok=True)
        with clients.Http("--config", config) as server:
            check(mode, drive(mode, folder, server.url), is_http=True)
        print(f"  {mode}: {MODES[mode]}")


if __name__ == "__main__":
    harness.main(globals())
