#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A stdio MCP server that tells how it was started.

    probe.py [WORD...]

Tools: `report` (read only) gives the words, the folder and the environment;
`save_file`, `save_all` and `drop` do nothing.
"""
import json
import os
import sys


def tools():
    hints = {"readOnlyHint": True}
    return [dict({"name": name, "inputSchema": {"type": "object"}},
                 **({"annotations": hints} if name == "report" else {}))
            for name in ("report", "save_file", "save_all", "drop")]


def result_of(message):
    if message["method"] == "initialize":
        return {"protocolVersion": message["params"]["protocolVersion"],
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "probe", "version": "1"}}
    if message["method"] == "tools/list":
        return {"tools": tools()}
    report = {"args": sys.argv[1:], "cwd": os.getcwd(), "env": dict(os.environ),
              "tool": message["params"]["name"]}
    return {"content": [{"type": "text", "text": json.dumps(report)}],
            "structuredContent": report}


for line in sys.stdin:
    request = json.loads(line)
    if "id" in request and "method" in request:
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"],
                          "result": result_of(request)}), flush=True)
