#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A stdio MCP server that misbehaves on request.

    fault_server.py [MODE[,MODE...]]

Modes: what the word says happens, everything else works.
    junk          banner and other junk lines on standard output
    crash-start   exits with status 3 before it answers anything
    hang-start    never answers initialize
    flood         writes 8 MiB to standard error at the start
    pages         tools/list in three pages, one cursor being the empty string
    cursor-loop   tools/list gives the same cursor for ever
    null-cursor   "nextCursor": null at the end
    burst         four list_changed notifications after initialized
    talks         `slow` reports progress, 200 times too often
    odd-words     a lone surrogate is among what it says then
    stuck-list    the second tools/list gets no answer, and each call of `echo`
                  is followed by list_changed
    grow          a tool more after the first list, then list_changed
    batches       answers initialize with 2025-03-26, and calls in an array
    old           answers initialize with 2024-11-05
    future        answers initialize with a version nobody knows
    modern        speaks 2026-07-28 alone
    logs          log messages of all levels after initialized
    string-ids    answers ids as strings
    late          answers calls twice, and unknown ids
    half-line     ends with half a line
    crlf          CR LF line ends and a BOM
    asks          sends its own requests (roots/list, ping, an unknown one)
    names         tools with difficult names
    log FILE      (as log=FILE) appends what it receives to FILE
    early         notifications, a question and an answer to nobody before the
                  answer to initialize
    bad-init=KIND, bad-list=KIND   answers that with BAD[KIND]
    storm         list_changed after each list
    endless       a new cursor with every page
    deaf          stops reading after the first list
    shut          closes its standard input after the first list
    mute          closes its standard output after the first list
    orphan        ends in mid-call with a grandchild that keeps its output
    stubborn      ignores SIGTERM and the end of its input
    long-line     writes 70 MiB of a line before each answer to a call
    bad-bytes     writes lines that are not UTF-8, and with NUL, before answers
    schemas       tools with schemas that are hard or wrong
    odd           two tools more: odd (an answer of the shape ODD[kind]) and
                  chatter (progress without end)
Tools: echo, boom (isError), crash (exits in mid-call), hang (never answers),
slow (answers after 300 ms), image, structured, mixed, empty, unicode, big,
rpc-error, bad-image, cancelled (says which requests were cancelled), env.
"""
import base64
import json
import os
import signal
import subprocess
import sys
import threading
import time

MODES = dict(
    (part.partition("=")[0], part.partition("=")[2])
    for part in (sys.argv[1].split(",") if len(sys.argv) > 1 else [])
)
END = "\r\n" if "crlf" in MODES else "\n"
LOCK = threading.Lock()
CANCELLED = []
GROWN = False
PNG = base64.b64encode(
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\x06\0\0\0\x1f\x15\xc4\x89"
).decode()


def raw(text):
    with LOCK:
        sys.stdout.write(text)
        sys.stdout.flush()


def send(message):
    raw(json.dumps(message, ensure_ascii="odd-words" in MODES) + END)


def answer(ident, result):
    if "string-ids" in MODES:
        ident = str(ident)
    message = {"result": result, "jsonrpc": "2.0", "id": ident}
    if "batches" in MODES and "content" in result:
        message = [{"jsonrpc": "2.0", "method": "notifications/vendor"}, message]
    send(message)
    if "late" in MODES:
        send({"jsonrpc": "2.0", "id": ident, "result": {"content": []}})
        send({"jsonrpc": "2.0", "id": 987654, "result": {}})
        send({"jsonrpc": "2.0", "error": {"code": -32700, "message": "?"}})


def text(value, **more):
    return dict({"content": [{"type": "text", "text": value}]}, **more)


def schema(**properties):
    return {"type": "object", "properties": properties}


TOOLS = [
    {"name": "echo", "description": "Gives its text back.\nSecond line.",
     "inputSchema": schema(text={"type": "string"})},
    {"name": "boom", "description": "Always fails", "inputSchema": schema()},
    {"name": "crash", "inputSchema": schema()},
    {"name": "hang", "inputSchema": schema()},
    {"name": "slow", "inputSchema": schema(ms={"type": "number"})},
    {"name": "image", "inputSchema": schema()},
    {"name": "bad-image", "inputSchema": schema()},
    {"name": "structured", "inputSchema": schema(),
     "outputSchema": schema(n={"type": "integer"})},
    {"name": "mixed", "inputSchema": schema()},
    {"name": "empty", "inputSchema": schema()},
    {"name": "unicode", "inputSchema": schema()},
    {"name": "big", "inputSchema": schema(bytes={"type": "integer"})},
    {"name": "rpc-error", "inputSchema": schema()},
    {"name": "cancelled", "inputSchema": schema()},
    {"name": "env", "inputSchema": schema(name={"type": "string"})},
]
if "odd" in MODES:
    TOOLS += [{"name": "odd", "inputSchema": schema(kind={"type": "string"}),
               "outputSchema": schema(n={"type": "integer"})},
              {"name": "chatter", "inputSchema": schema()}]
# Results, or whole answers where there is an "id" (which is put in).
ODD = {
    "null": None, "text": "done", "list": [1], "number": 7,
    "no-result": {"id": 0},
    "error-text": {"id": 0, "error": "it broke"},
    "error-null": {"id": 0, "error": None},
    "error-empty": {"id": 0, "error": {}},
    "error-odd": {"id": 0, "error": {"code": "x", "message": ["m"]}},
    "both": {"id": 0, "result": {"content": []}, "error": {
        "code": 1, "message": "both"}},
    "content-text": {"content": "done"},
    "content-null": {"content": None},
    "content-odd": {"content": [None, 7, "x", [], {}, {"type": 9},
                                {"type": "text"}, {"type": "text", "text": 7},
                                {"type": "image"}, {"type": "new", "x": 1},
                                {"type": "text", "text": "kept"}]},
    "is-error-text": {"isError": "yes", "content": []},
    "error-no-text": {"isError": True},
    "not-matching": {"structuredContent": {"n": "many"}, "content": []},
    "structured-list": {"structuredContent": [1, 2]},
    "structured-null": {"structuredContent": None,
                        "content": [{"type": "text", "text": "t"}]},
    "deep": {"structuredContent": {"n": 1}},
    "proto": {"structuredContent": {"__proto__": {"a": 1}, "n": 2}},
    "huge-number": {"structuredContent": {"n": 10 ** 40}},
    "surrogate": {"content": [{"type": "text", "text": "\ud800x"}]},
}
BAD = {"null": None, "text": "x", "number": 7, "empty": {},
       "version-number": {"protocolVersion": 7},
       "tools-null": {"tools": None}, "tools-object": {"tools": {}},
       "tools-odd": {"tools": [None, 7, {"name": "a\0b"}, {"name": "fine"}]},
       "cursor-number": {"tools": [], "nextCursor": 7},
       "cursor-long": {"tools": [], "nextCursor": "c" * 70000}}
LOOP = {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}
SCHEMAS = {
    "ref-loop": dict(LOOP, type="object", properties={
        "x": {"$ref": "#/$defs/a"}}),
    "ref-self": {"$ref": "#"}, "ref-nowhere": {"$ref": "#/no/where"},
    "ref-network": {"$ref": "http://127.0.0.1:1/schema.json"},
    "any-of": {"anyOf": [schema(a={"type": "string"}), schema()]},
    "wrong-type": {"type": "flower"}, "number-type": {"type": 7},
    "bad-pattern": schema(a={"type": "string", "pattern": "("}),
    "a-list": [], "a-number": 7, "a-text": "object",
    "dialect": {"$schema": "https://example.org/none", "type": "object"},
}
if "schemas" in MODES:
    TOOLS += [{"name": n, "inputSchema": s} for n, s in SCHEMAS.items()]
if "names" in MODES:
    TOOLS = [
        {"name": "with space/and.dots", "inputSchema": schema()},
        {"name": "na\u00efve", "inputSchema": schema()},
        {"name": "a b", "description": "first", "inputSchema": schema()},
        {"name": "a/b", "description": "second", "inputSchema": schema()},
        {"name": "x" * 129, "inputSchema": schema()},
        {"name": "", "inputSchema": schema()},
        {"name": "no-schema"},
        {"name": "null-schema", "inputSchema": None},
        {"name": "true-schema", "inputSchema": True},
        {"description": "no name at all"},
        "not even an object",
        {"name": "needs-task", "inputSchema": schema(),
         "execution": {"taskSupport": "required"}},
    ]


def list_tools(params):
    cursor = (params or {}).get("cursor")
    if "bad-list" in MODES:
        return BAD[MODES["bad-list"]]
    if "endless" in MODES:
        return {"tools": [], "nextCursor": str(int(cursor or 0) + 1)}
    if "cursor-loop" in MODES:
        return {"tools": TOOLS[:2], "nextCursor": "again"}
    if "null-cursor" in MODES:
        return {"tools": TOOLS, "nextCursor": None}
    if "pages" in MODES:
        if cursor is None:
            return {"tools": TOOLS[:3], "nextCursor": ""}
        if cursor == "":
            return {"tools": TOOLS[3:6], "nextCursor": "three"}
        return {"tools": TOOLS[6:]}
    extra = [{"name": "late-comer", "inputSchema": schema()}] if GROWN else []
    return {"tools": TOOLS + extra}


def talk(token):
    """Progress in words, in numbers with and without an end, then a flood."""
    message = "warming \ud800" if "odd-words" in MODES else "warming up"
    words = [{"message": message}, {"total": 8}, {}]
    words += [{"message": f"flood {i}"} for i in range(200)]
    for number, more in enumerate(words):
        send({"jsonrpc": "2.0", "method": "notifications/progress", "params": dict(
            {"progressToken": token, "progress": number + 0.5}, **more)})
        time.sleep(0.12 if number < 3 else 0)


def answer_modern(ident, method, params):
    """False: the request goes the usual way."""
    meta = (params or {}).get("_meta") or {}
    prefix = "io.modelcontextprotocol/"
    code = 0
    if meta.get(prefix + "protocolVersion") != "2026-07-28":
        code = -32022
    elif meta.get(prefix + "clientCapabilities") != {}:
        code = -32602
    if code != 0:
        send({"jsonrpc": "2.0", "id": ident, "error": {
            "code": code, "message": "not in this era",
            "data": {"supported": ["2026-07-28"]}}})
    elif method == "server/discover":
        answer(ident, {"supportedVersions": ["2026-07-28"], "ttlMs": 0,
                       "capabilities": {"tools": {}}, "cacheScope": "private",
                       "resultType": "complete"})
    return code != 0 or method == "server/discover"


def chatter(token):
    number = 0
    while True:
        number += 1
        send({"jsonrpc": "2.0", "method": "notifications/progress",
              "params": {"progressToken": token, "progress": number}})
        time.sleep(0.002)


def answer_oddly(ident, kind):
    odd = ODD[kind]
    if isinstance(odd, dict) and "id" in odd:
        send(dict(odd, jsonrpc="2.0", id=ident))
    elif kind == "deep":
        raw('{"jsonrpc":"2.0","id":%s,"result":{"structuredContent":%s1%s}}\n' %
            (json.dumps(ident), '{"n":' * 20000, "}" * 20000))
    elif kind == "surrogate":
        raw(json.dumps({"jsonrpc": "2.0", "id": ident, "result": odd}) + END)
    else:
        answer(ident, odd)


def before_call():
    if "long-line" in MODES:
        raw('{"x":"' + "y" * (70 << 20) + '"}\n')
    if "bad-bytes" in MODES:
        with LOCK:
            sys.stdout.buffer.write(
                b'{"jsonrpc":"2.0","method":"\xff\xfe"}\n\0\0\n'
                b'{"jsonrpc":"2.0","method":"n\0m"}\n\xc3\x28\n')
            sys.stdout.flush()
    if "orphan" in MODES:
        subprocess.Popen(["sleep", "300"], stdin=subprocess.DEVNULL)
        os._exit(6)


def call_tool(ident, params):
    name = params.get("name")
    args = params.get("arguments") or {}
    before_call()
    if name == "odd":
        answer_oddly(ident, args["kind"])
    elif name == "chatter":
        threading.Thread(target=chatter, daemon=True, args=(
            params["_meta"]["progressToken"],)).start()
    elif name == "echo":
        answer(ident, text(args.get("text", "")))
        if "stuck-list" in MODES:
            send({"jsonrpc": "2.0",
                  "method": "notifications/tools/list_changed"})
    elif name == "boom":
        answer(ident, {"isError": True, "content": [
            {"type": "text", "text": "first"},
            {"type": "text", "text": "second"}]})
    elif name == "crash":
        sys.stderr.write("about to fall over\n")
        sys.stderr.flush()
        os._exit(5)
    elif name == "hang":
        pass
    elif name == "slow":
        delay = args.get("ms", 300) / 1000
        if "talks" in MODES:
            talk((params.get("_meta") or {}).get("progressToken"))
        threading.Timer(delay, answer, (ident, text("slept"))).start()
    elif name == "image":
        answer(ident, {"content": [{"type": "image", "data": PNG,
                                    "mimeType": "image/png", "x-extra": 7}]})
    elif name == "bad-image":
        answer(ident, {"content": [
            {"type": "image", "data": "@@@", "mimeType": "image/png"},
            {"type": "image", "data": base64.b64encode(b"hello").decode(),
             "mimeType": "image/png"},
            {"type": "text", "text": "two broken images"}]})
    elif name == "structured":
        answer(ident, text('{"n": 42}', structuredContent={"n": 42}))
    elif name == "mixed":
        answer(ident, {"content": [
            {"type": "text", "text": '{"n":1,"s":"member"}'},
            {"type": "text", "text": "member"},
            {"type": "text", "text": "aside " + "z" * 600},
            {"type": "resource_link", "uri": "file:///x", "name": "x"}],
            "structuredContent": {"s": "member", "n": 1.0}})
    elif name == "empty":
        answer(ident, {})
    elif name == "unicode":
        answer(ident, text("h\u00e9llo \u2028 \U0001f600 \u0000 end"))
    elif name == "big":
        answer(ident, text("b" * int(args.get("bytes", 3000000))))
    elif name == "cancelled":
        answer(ident, text(",".join(str(i) for i in CANCELLED)))
    elif name == "env":
        answer(ident, text(os.environ.get(args.get("name", ""), "(unset)")))
    elif name == "rpc-error":
        send({"jsonrpc": "2.0", "id": ident, "error": {
            "code": -32603, "message": "it is broken inside",
            "data": {"why": "test"}}})
    elif any(isinstance(t, dict) and t.get("name") == name for t in TOOLS):
        answer(ident, text("called " + name))
    else:
        answer(ident, dict(text("MCP error -32602: Tool not found"),
                           isError=True))


def start():
    if "crash-start" in MODES:
        sys.stderr.write("no licence found\n")
        sys.exit(3)
    if "flood" in MODES:
        for i in range(8192):
            sys.stderr.write("E" * 1023 + "\n")
        sys.stderr.flush()
    if "junk" in MODES:
        raw("Fault server running on stdio\n\n[1,2]\n\x1b[31mred\x1b[0m\n")
    if "crlf" in MODES:
        raw("\ufeff")
    if "stubborn" in MODES:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def before_initialize():
    send({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
    send({"jsonrpc": "2.0", "method": "notifications/message", "params": {
        "level": "info", "data": "early"}})
    send({"jsonrpc": "2.0", "method": "notifications/progress", "params": {}})
    send({"jsonrpc": "2.0", "id": 0, "method": "ping"})
    send({"jsonrpc": "2.0", "id": 4711, "result": {}})


def after_list():
    if "storm" in MODES:
        send({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
    if "deaf" in MODES:
        time.sleep(300)
    if "shut" in MODES:
        os.close(0)
        time.sleep(300)
    if "mute" in MODES:
        os.close(1)
        time.sleep(300)


def after_initialized():
    global GROWN
    if "burst" in MODES:
        for _ in range(4):
            send({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
    if "logs" in MODES:
        for level in ("debug", "info", "notice", "warning", "error", "alert"):
            send({"jsonrpc": "2.0", "method": "notifications/message", "params": {
                "level": level, "logger": "part", "data": {"level": level}}})
    if "asks" in MODES:
        send({"jsonrpc": "2.0", "id": 0, "method": "roots/list"})
        send({"method": "ping", "jsonrpc": "2.0", "id": "p"})
        send({"jsonrpc": "2.0", "id": 1, "method": "no/such"})
        send({"jsonrpc": "2.0", "method": "notifications/vendor", "params": {}})


def main():
    global GROWN
    start()
    listed = 0
    for line in sys.stdin:
        if "log" in MODES:
            with open(MODES["log"], "a", encoding="utf-8") as out:
                out.write(line)
        message = json.loads(line)
        method, ident = message.get("method"), message.get("id")
        if "modern" in MODES and ident is not None and \
                answer_modern(ident, method, message.get("params")):
            continue
        if method == "initialize":
            if "hang-start" in MODES:
                continue
            if "early" in MODES:
                before_initialize()
            if "bad-init" in MODES:
                answer(ident, BAD[MODES["bad-init"]])
                continue
            version = message["params"]["protocolVersion"]
            version = "2024-11-05" if "old" in MODES else version
            version = "2025-03-26" if "batches" in MODES else version
            version = "2099-01-01" if "future" in MODES else version
            answer(ident, {"protocolVersion": version,
                           "capabilities": {"tools": {"listChanged": True}},
                           "serverInfo": {"name": "fault", "version": "1"}})
        elif method == "notifications/initialized":
            after_initialized()
        elif method == "notifications/cancelled":
            CANCELLED.append(message["params"]["requestId"])
        elif method == "tools/list":
            listed += 1
            if "stuck-list" in MODES and listed == 2:
                continue
            answer(ident, list_tools(message.get("params")))
            after_list()
            if "half-line" in MODES:
                raw('{"jsonrpc":"2.0","id":')
                os._exit(0)
            if "grow" in MODES and listed == 1:
                GROWN = True
                time.sleep(0.05)
                send({"jsonrpc": "2.0",
                      "method": "notifications/tools/list_changed"})
        elif method == "tools/call":
            call_tool(ident, message["params"])
        elif method == "ping":
            answer(ident, {})
        elif method is not None and ident is not None:
            send({"jsonrpc": "2.0", "id": ident, "error": {
                "code": -32601, "message": "Method not found"}})
    if "stubborn" in MODES:
        time.sleep(300)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
