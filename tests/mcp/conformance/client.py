#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""client.py CODEMODE URL: the client of the official conformance suite.

The suite starts a server, runs this command with the server's URL behind it and
judges what it saw. One program is run through `codemode run`: it calls what the
scenario asks for (MCP_CONFORMANCE_CONTEXT), else every tool once with arguments
made up from its schema. Scenarios that ask something of the client go through
`codemode serve --passthrough` (answering.py).

    conformance client --command "client.py path/to/codemode" \\
        --requirements 2025-11-25
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import answering


def run(codemode, folder, *args, program=""):
    return subprocess.run(
        [codemode, *args, "--config", str(folder / "config.json")],
        input=program.encode(), stdout=subprocess.PIPE, timeout=25)


def sample(schema, name=""):
    kind = schema.get("type") if isinstance(schema, dict) else None
    if isinstance(kind, list):
        kind = kind[0]
    if isinstance(schema, dict) and schema.get("enum"):
        return schema["enum"][0]
    if kind in ("number", "integer"):
        return 5
    if kind == "boolean":
        return True
    if kind == "array":
        return []
    if kind == "object":
        properties = schema.get("properties", {})
        return {key: sample(value, key) for key, value in properties.items()
                if key in schema.get("required", [])}
    return name or "text"


def calls_of(codemode, folder):
    context = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT") or "{}")
    if "toolCalls" in context:
        # What is null breaks the schemas, so the gateway would refuse it.
        return [(c["name"], {key: value for key, value in c["arguments"].items()
                             if value is not None})
                for c in context["toolCalls"]]
    done = run(codemode, folder, "catalog", "--json")
    tools = json.loads(done.stdout or b"[]")
    schemas = {tool["path"]: tool.get("inputSchema") for tool in tools}
    if "s.json_schema_echo" in schemas:
        return [("json_schema_echo",
                 {"schema": schemas["s.json_schema_2020_12_tool"]})]
    return [(tool["path"].removeprefix("s."),
             sample(tool.get("inputSchema") or {"type": "object"}))
            for tool in tools]


def main():
    codemode, url = os.path.abspath(sys.argv[1]), sys.argv[-1]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "config.json").write_text(json.dumps(
            {"mcpServers": {"s": {"url": url}}}))
        if "elicitation" in os.environ.get("MCP_CONFORMANCE_SCENARIO", ""):
            sys.exit(answering.run(codemode, folder / "config.json"))
        program = "const all = [];\n"
        for tool, arguments in calls_of(codemode, folder):
            program += (
                f"all.push(await tools.s[{json.dumps(tool)}]"
                f"({json.dumps(arguments)}).catch((e) => e.message));\n")
        done = run(codemode, folder, "run", program=program + "return all\n")
        sys.stdout.buffer.write(done.stdout)
        sys.exit(done.returncode)


if __name__ == "__main__":
    main()
