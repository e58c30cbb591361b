# SPDX-License-Identifier: MIT
"""Configurations with scripted servers, on top of the command's test harness."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "cli"))

from harness import PATIENCE, Server, codemode, main  # noqa: E402,F401

SCRIPTED = pathlib.Path(__file__).with_name("scripted_server.py")


def tool(name, **more):
    return dict({"name": name, "inputSchema": {"type": "object"}}, **more)


def text(value, **more):
    return {"result": dict({"content": [{"type": "text", "text": value}]}, **more)}


def entry(folder, name, script, **more):
    """A configuration entry for a server with this script."""
    path = pathlib.Path(folder) / f"{name}.json"
    log = pathlib.Path(folder) / f"{name}.log"
    path.write_text(json.dumps(dict({"log": str(log)}, **script)))
    return dict({"command": sys.executable,
                 "args": ["-B", str(SCRIPTED), str(path)]}, **more)


def received(folder, name, method=None):
    """What the server got, all or of one method."""
    log = pathlib.Path(folder) / f"{name}.log"
    lines = log.read_text().splitlines() if log.exists() else []
    messages = [json.loads(line) for line in lines]
    return [m for m in messages if method is None or m.get("method") == method]


def config(folder, **servers):
    """A file with these entries; a value without "command" is a script."""
    entries = {name: spec if "command" in spec else entry(folder, name, spec)
               for name, spec in servers.items()}
    path = pathlib.Path(folder) / "config.json"
    path.write_text(json.dumps({"mcpServers": entries}))
    return str(path)


def run(config_file, program):
    """The record of one program."""
    done = codemode("run", "--json", "--config", config_file, stdin=program)
    assert done.out, done
    return json.loads(done.out)


def execute(server, program):
    result = server.execute(program)
    assert result["content"][0]["type"] == "text", result
    return result["content"][0]["text"], result
