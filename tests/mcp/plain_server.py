#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A stdio MCP server that behaves, and says how it is treated.

    plain_server.py [LOG]       appends a line to LOG for each start and end

Tools: pid; sleep (ms) answers after that time with the most calls that were
open at once so far; hang never answers; env gives the environment, fds the open
descriptors; say (text) writes to standard error and answers with a failure that
repeats it; leave (text) writes it to standard error and exits with status 7.
"""
import json
import os
import sys
import threading
import time

LOCK = threading.Lock()
OPEN = MOST = 0


def note(word):
    if len(sys.argv) > 1:
        with open(sys.argv[1], "a", encoding="utf-8") as f:
            f.write(f"{word} {os.getpid()}\n")


def send(message):
    with LOCK:
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()


def text(value, **more):
    return dict({"content": [{"type": "text", "text": value}]}, **more)


def run(name, args):
    if name == "pid":
        return text(str(os.getpid()))
    if name == "sleep":
        time.sleep(args.get("ms", 0) / 1000)
        return text(str(MOST))
    if name == "env":
        return {"content": [], "structuredContent": dict(os.environ)}
    if name == "fds":
        fds = [int(n) for n in os.listdir("/proc/self/fd")]
        fds = sorted(n for n in fds if os.path.exists(f"/proc/self/fd/{n}"))
        return {"content": [], "structuredContent": {"fds": fds}}
    if name == "say":
        print(args["text"], file=sys.stderr, flush=True)
        return text(args["text"], isError=True)
    print(args["text"], file=sys.stderr, flush=True)
    os._exit(7)


def call(message):
    global OPEN, MOST
    params = message["params"]
    with LOCK:
        OPEN += 1
        MOST = max(MOST, OPEN)
    if params["name"] == "hang":
        return
    result = run(params["name"], params.get("arguments", {}))
    with LOCK:
        OPEN -= 1
    send({"jsonrpc": "2.0", "id": message["id"], "result": result})


def main():
    note("start")
    for line in sys.stdin:
        message = json.loads(line)
        method, ident = message.get("method"), message.get("id")
        if method == "tools/call":
            threading.Thread(target=call, args=(message,), daemon=True).start()
        elif method == "initialize":
            send({"jsonrpc": "2.0", "id": ident, "result": {
                "protocolVersion": "2025-11-25",
                "capabilities": {"tools": {"listChanged": True}},
                "serverInfo": {"name": "plain", "version": "1"}}})
        elif method == "tools/list":
            send({"jsonrpc": "2.0", "id": ident, "result": {"tools": [
                {"name": n, "inputSchema": {"type": "object"}} for n in (
                    "pid", "sleep", "hang", "env", "fds", "say", "leave")]}})
        elif ident is not None:
            send({"jsonrpc": "2.0", "id": ident, "error": {
                "code": -32601, "message": "method not found"}})
    note("end")


if __name__ == "__main__":
    main()
