#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A stdio MCP server that does what a JSON file says.

    scripted_server.py SCRIPT

Keys of the script, all optional:
    lists       lists of tools; the first counts until a `next` answer
    pages       tools in a page of tools/list (default: all)
    answers     tool name -> answer: {"result": {...}} or {"error": {...}} with
                  "delayMs": N, "never": true,
                  "next": true   the next list counts; "notify": N messages say so
    startMs     delay of initialize
    early       list_changed before the first tools/list is answered, which comes
                "early" ms late and with the old list
    noTools     tools/list is no method of the server
    capabilities, log (a file that gets every message received)
"""
import json
import sys
import threading

with open(sys.argv[1], encoding="utf-8") as source:
    SCRIPT = json.load(source)
LISTS = SCRIPT.get("lists", [[]])
LOCK = threading.Lock()
CHANGED = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
current = 0
listed = 0


def send(message):
    with LOCK:
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()


def answer(ident, result, delay_ms=0):
    message = {"jsonrpc": "2.0", "id": ident, "result": result}
    if delay_ms:
        threading.Timer(delay_ms / 1000, send, (message,)).start()
    else:
        send(message)


def list_tools(ident, params):
    global current, listed
    listed += 1
    tools = LISTS[current]
    delay = 0
    if listed == 1 and "early" in SCRIPT:
        current += 1
        delay = SCRIPT["early"]
        send(CHANGED)
    size = SCRIPT.get("pages", len(tools) or 1)
    start = int((params or {}).get("cursor", "0"))
    result = {"tools": tools[start:start + size]}
    if start + size < len(tools):
        result["nextCursor"] = str(start + size)
    answer(ident, result, delay)


def call_tool(ident, params):
    global current
    script = SCRIPT.get("answers", {}).get(params["name"])
    if script is None:
        send({"jsonrpc": "2.0", "id": ident, "error": {
            "code": -32602, "message": "Unknown tool: " + params["name"]}})
        return
    if script.get("next"):
        current = min(current + 1, len(LISTS) - 1)
    for _ in range(script.get("notify", 0)):
        send(CHANGED)
    if "error" in script:
        send({"jsonrpc": "2.0", "id": ident, "error": script["error"]})
    elif not script.get("never"):
        answer(ident, script.get("result", {"content": []}),
               script.get("delayMs", 0))


def handle(message):
    method, ident = message.get("method"), message.get("id")
    if method == "initialize":
        answer(ident, {
            "protocolVersion": message["params"]["protocolVersion"],
            "capabilities": SCRIPT.get(
                "capabilities", {"tools": {"listChanged": True}}),
            "serverInfo": {"name": "scripted", "version": "1"}},
            SCRIPT.get("startMs", 0))
    elif method == "tools/list" and "noTools" not in SCRIPT:
        list_tools(ident, message.get("params"))
    elif method == "tools/call":
        call_tool(ident, message["params"])
    elif method == "ping":
        answer(ident, {})
    elif method is not None and ident is not None:
        send({"jsonrpc": "2.0", "id": ident, "error": {
            "code": -32601, "message": "Method not found"}})


def main():
    for line in sys.stdin:
        if "log" in SCRIPT:
            with open(SCRIPT["log"], "a", encoding="utf-8") as out:
                out.write(line)
        handle(json.loads(line))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
