#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A scripted MCP server over HTTP that misbehaves on request. Standard library.

    with Double("modern") as d:      # in a test: d.url, d.seen
    http_server_double.py PORT [MODE ...]

Modes (what nobody asks for works as the protocol says, handshake era):
    modern        2026-07-28 alone: checks the headers against the body
    sse-only      HTTP+SSE of 2024-11-05 alone: POST is answered 404
    all-sse       every answer is an event stream
    primed        ... which begins with an event without data, and a retry
    no-session    gives no session id
    lose-404, lose-400     what a lost session is answered with
    strict        takes its time for notifications/initialized, and refuses what
                  comes before
    held          takes notifications/initialized when `released` is set
    lose-at-once  forgets the session after initialize
    get           offers the GET stream: ping, then list_changed; modern: a
                  subscription that tells a change and ends
    forgets       (get) the first GET stream breaks off and cannot be resumed
    refuse=N      every request is answered with HTTP status N
    redirect      every request is redirected elsewhere
    html          every request is answered with a page, status 200
    foreign       (sse-only) the endpoint is at another origin
    version=V     answers initialize with the version V
    mute          takes no answer to its own requests: their POSTs stay open
    no-endpoint   (sse-only) the stream ends without an endpoint
    ends          (sse-only) the stream ends with its endpoint, in one write
    silent-path   no MCP: says "other", and nothing at all at /silent
    pings-alone   answers initialize with a stream of one ping, in one write
    future        (modern) knows 2027-01-01 only
    bad-headers   (modern) lists tools whose x-mcp-header breaks the rules
Tools: what the name says happens to the answer of that one call, see STYLES and
`plain` below. `seen` is a list of dicts of what came: method, headers, body.
"""
import gzip
import json
import socket
import socketserver
import sys
import threading
import time

MODERN = "2026-07-28"
META = "io.modelcontextprotocol/"


def chunk(data):
    return b"%x\r\n%s\r\n" % (len(data), data)


def event(message, ident=None, end="\n", name=None, lines=1):
    text = json.dumps(message, ensure_ascii=False)
    if lines > 1: # newlines between tokens, as a pretty printer puts them
        text = json.dumps(message, ensure_ascii=False, indent=1)
    out = "" if ident is None else f"id: {ident}{end}"
    out += "" if name is None else f"event: {name}{end}"
    for line in text.split("\n"):
        out += f"data: {line}{end}"
    return (out + end).encode()


def text_result(text):
    return {"content": [{"type": "text", "text": text}]}


class Hang(Exception):
    pass


class Reply:
    """Writes one answer by hand."""

    def __init__(self, sock):
        self.sock = sock
        self.closes = False

    def raw(self, data):
        self.sock.sendall(data)

    def head(self, status, **fields):
        out = f"HTTP/1.1 {status} X\r\n"
        for name, value in fields.items():
            out += f"{name.replace('_', '-')}: {value}\r\n"
        self.raw((out + "\r\n").encode())

    def body(self, status, data, kind="application/json", **fields):
        if isinstance(data, (dict, list)):
            data = json.dumps(data)
        if isinstance(data, str):
            data = data.encode()
        self.head(status, Content_Type=kind, Content_Length=len(data), **fields)
        self.raw(data)

    def stream(self, **fields):
        self.head(200, Content_Type="text/event-stream; charset=utf-8",
                  Cache_Control="no-cache", Transfer_Encoding="chunked",
                  **fields)

    def part(self, data):
        self.raw(chunk(data))

    def end(self):
        self.raw(b"0\r\n\r\n")


# ---- answers of single calls ----------------------------------------------

def as_json(d, reply, message, **_):
    reply.body(200, message)


def as_sse(d, reply, message, **_):
    reply.stream()
    reply.part(event(message, name="message"))
    reply.end()


def primed(d, reply, message, **_):
    reply.stream()
    reply.part(b": hello\n\nid: p1\nretry: 50\ndata: \n\n")
    reply.part(event(message, "p2"))
    reply.end()


def broken(d, reply, message, **_):
    """The stream ends; the answer waits for a GET with the last id."""
    d.parked["b7"] = message
    reply.stream()
    reply.part(b"id: b7\nretry: 120\ndata: \n\n")
    d.broke_at = time.monotonic()
    reply.end()


def cut(d, reply, message, **_):
    """As broken, by a connection that is closed in mid-stream, twice."""
    d.parked["c1"] = "c2"
    d.parked["c2"] = message
    reply.stream()
    reply.part(b"id: c1\nretry: 20\ndata: \n\n")
    reply.closes = True


def broken_without_id(d, reply, message, **_):
    reply.stream()
    reply.part(b"event: message\ndata: {\"jsonrpc\":")
    reply.closes = True


def lost_for_good(d, reply, message, **_):
    reply.stream()
    reply.part(b"id: unknown\nretry: 20\ndata: \n\n")
    reply.end()


def zipped(d, reply, message, **_):
    reply.body(200, gzip.compress(json.dumps(message).encode()),
               Content_Encoding="gzip")


def zipped_sse(d, reply, message, **_):
    reply.stream(Content_Encoding="gzip")
    data = gzip.compress(event(message))
    reply.part(data[:20])
    reply.part(data[20:])
    reply.end()


def batch_sse(d, reply, message, token=None, **_):
    reply.stream()
    reply.part(event([
        {"jsonrpc": "2.0", "method": "notifications/progress",
         "params": {"progressToken": token, "progress": 1}},
        {"jsonrpc": "2.0", "id": "q", "method": "ping"}, message]))
    reply.end()


def pings(d, reply, message, args=None, **_):
    reply.stream()
    for number in range(args["n"]):
        reply.part(event({"jsonrpc": "2.0", "id": f"p{number}",
                          "method": "ping"}))
    reply.part(event(message))
    reply.end()


def ask(d, reply, message, args=None, **_):
    """Asks something back on its stream when n calls are there, and answers
    when it has been told."""
    reply.stream()
    with d.locked:
        d.n_asking += 1
    while d.n_asking < args["n"]:
        time.sleep(0.02)
    ident = f"a{message['id']}"
    reply.part(event({"jsonrpc": "2.0", "id": ident, "method": "ping"}))
    while ident not in d.pongs():
        time.sleep(0.02)
    reply.part(event(message))
    reply.end()


def wait_for_all(d, reply, message, args=None, **_):
    """Answers when n calls are there."""
    with d.locked:
        d.n_asking += 1
    while d.n_asking < args["n"]:
        time.sleep(0.02)
    reply.body(200, message)


def flood(data):
    """The same bytes without end, as fast as they are taken."""
    def answer(d, reply, message, **_):
        reply.stream()
        while True:
            reply.raw(data)
    return answer


NOTICE = event({"jsonrpc": "2.0", "method": "notifications/x"})


def line_ends(end):
    def answer(d, reply, message, **_):
        reply.stream()
        reply.part(event(message, "e1", end))
        reply.end()
    return answer


def multiline(d, reply, message, **_):
    reply.stream()
    reply.part(b"\xef\xbb\xbf" + event(message, lines=9))
    reply.end()


def bytewise(d, reply, message, **_):
    reply.stream()
    for byte in event(message, "x", "\r\n"):
        reply.part(bytes([byte]))
    reply.end()


def other_events(d, reply, message, **_):
    reply.stream()
    reply.part(b"event: heartbeat\ndata: {}\n\nnonsense\n: comment\n\n")
    reply.part(event({"jsonrpc": "2.0", "id": 999999, "result": {}}))
    reply.part(event({"jsonrpc": "2.0", "id": "q", "method": "ping"}))
    reply.part(event(message))
    reply.part(event(message))
    reply.end()


def slow_byte(d, reply, message, **_):
    time.sleep(0.7)
    reply.body(200, message)


def no_final_json(d, reply, message, **_):
    reply.head(200, Content_Type="application/json", Transfer_Encoding="chunked")
    reply.part(json.dumps(message).encode())
    reply.closes = True


def no_final_sse(d, reply, message, **_):
    reply.stream()
    reply.part(event(message))
    reply.closes = True


def stays_open(d, reply, message, **_):
    """The answer, and a stream that nobody ends."""
    reply.stream()
    reply.part(event(message))
    raise Hang


def html(d, reply, message, **_):
    reply.body(200, "<html>Sign in</html>", "text/html")


def garbage(d, reply, message, **_):
    reply.body(200, "{\"jsonrpc\": oops")


def empty(d, reply, message, **_):
    reply.body(200, "")


def accepted(d, reply, message, **_):
    reply.head(202, Content_Length=0)


def untyped(d, reply, message, **_):
    data = json.dumps(message).encode()
    reply.head(200, Content_Length=len(data))
    reply.raw(data)


def redirected(d, reply, message, **_):
    reply.head(307, Location="/elsewhere", Content_Length=0)


def status(code, text="", kind="text/plain"):
    def answer(d, reply, message, **_):
        reply.body(code, text, kind)
    return answer


def rpc_400(d, reply, message, **_):
    reply.body(400, {"jsonrpc": "2.0", "error": {
        "code": -32602, "message": "Bad Request: of its own kind"}})


def closed(d, reply, message, **_):
    reply.closes = True


def long_head(d, reply, message, **_):
    reply.body(200, message, **{f"X_{i}": "y" * 1000 for i in range(300)})


def too_long(d, reply, message, **_):
    """70 MiB of one message, as JSON and in an event."""
    reply.head(200, Content_Type="application/json", Transfer_Encoding="chunked")
    for _ in range(70):
        reply.part(b" " * (1 << 20))
    reply.part(json.dumps(message).encode())
    reply.end()


def too_long_sse(d, reply, message, **_):
    reply.stream()
    reply.part(b"data: ")
    for _ in range(70):
        reply.part(b" " * (1 << 20))
    reply.part(json.dumps(message).encode() + b"\n\n")
    reply.end()


def progress(d, reply, message, token=None, args=None):
    reply.stream()
    for i in range(args.get("steps", 4)):
        time.sleep(args.get("ms", 100) / 1000)
        reply.part(event({"jsonrpc": "2.0", "method": "notifications/progress",
                          "params": {"progressToken": token, "progress": i}}))
    reply.part(event(message))
    reply.end()


def hang(d, reply, message, **_):
    try:
        reply.stream()
        reply.part(b": waiting\n\n")
    except OSError: # who asked is gone already
        pass
    raise Hang


def raw_answer(text, body=True):
    """The bytes as they are, the message behind them, and the end."""
    def answer(d, reply, message, **_):
        data = json.dumps(message).encode()
        reply.raw(text.replace(b"LENGTH", b"%d" % len(data)))
        reply.raw(data if body else b"")
        reply.closes = True
    return answer


def changed(change):
    def answer(d, reply, message, **_):
        reply.body(200, change(message))
    return answer


def bomb(d, reply, message, **_):
    reply.body(200, gzip.compress(b" " * (80 << 20) + b"{}"),
               Content_Encoding="gzip")


# The connection is closed behind a raw answer, and a client must not be led to
# send its next request into that.
JSON_HEAD = (b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
             b"Connection: close\r\n")
STYLES = {
    "json": as_json, "sse": as_sse, "primed": primed, "broken": broken,
    "cut": cut, "broken-without-id": broken_without_id,
    "lost-for-good": lost_for_good, "zipped": zipped, "zipped-sse": zipped_sse,
    "cr": line_ends("\r"), "crlf": line_ends("\r\n"), "multiline": multiline,
    "bytewise": bytewise, "other-events": other_events, "slow-byte": slow_byte,
    "no-final-json": no_final_json, "no-final-sse": no_final_sse,
    "stays-open": stays_open, "html": html, "garbage": garbage, "empty": empty,
    "accepted": accepted, "untyped": untyped, "redirected": redirected,
    "http-401": status(401), "http-403": status(403, "not you"),
    "http-413": status(413), "http-500": status(500, "it\n  broke"),
    "http-502": status(502, "<html>proxy</html>", "text/html"),
    "rpc-400": rpc_400, "closed": closed, "long-head": long_head,
    "progress": progress, "hang": hang, "too-long": too_long,
    "too-long-sse": too_long_sse, "bomb": bomb,
    "http-10": raw_answer(b"HTTP/1.0 200 OK\r\nContent-Type: application/json"
                          b"\r\n\r\n"),
    "continues": raw_answer(b"HTTP/1.1 100 Continue\r\n\r\n" * 9 + JSON_HEAD +
                            b"Content-Length: LENGTH\r\n\r\n"),
    "bom": changed(lambda m: b"\xef\xbb\xbf" + json.dumps(m).encode()),
    "not-http": raw_answer(b"SSH-2.0-OpenSSH_9\r\n", False),
    "http-09": raw_answer(b""),
    "nul-head": raw_answer(JSON_HEAD + b"X: a\0b\r\n\r\n"),
    "short": raw_answer(JSON_HEAD + b"Content-Length: 9LENGTH\r\n\r\n"),
    "bad-chunk": raw_answer(JSON_HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
                            b"zz\r\n"),
    "bad-gzip": raw_answer(JSON_HEAD + b"Content-Encoding: gzip\r\n"
                           b"Content-Length: LENGTH\r\n\r\n"),
    "http-204": raw_answer(b"HTTP/1.1 204 X\r\nConnection: close\r\n\r\n", False),
    "http-304": raw_answer(b"HTTP/1.1 304 X\r\nConnection: close\r\n\r\n", False),
    "wrong-id": changed(lambda m: dict(m, id=99999)),
    "batch": changed(lambda m: [m]), "batch-sse": batch_sse, "pings": pings,
    "asks-back": ask, "waits-for-all": wait_for_all,
    "flood": flood(chunk(NOTICE * 200)), "flood-small": flood(chunk(NOTICE) * 200),
    "flood-of-extensions": flood(b"1;" + b"x" * 20000),
    "utf-16": changed(lambda m: json.dumps(m).encode("utf-16")),
}
SAFE = {"readOnlyHint": True}


def schema(**properties):
    return {"type": "object", "properties": properties}


def header(name, kind="string"):
    return {"type": kind, "x-mcp-header": name}


GOOD_HEADERS = schema(
    region=header("Region"), n=header("N", "integer"),
    flag=header("Flag", "boolean"), plain={"type": "string"},
    deep=schema(inner=header("Inner")))
BAD_HEADERS = {
    "empty-name": schema(a=header("")),
    "no-token": schema(a=header("two words")),
    "no-text": schema(a={"type": "string", "x-mcp-header": 7}),
    "a-number": schema(a=header("A", "number")),
    "an-object": schema(a=header("A", "object")),
    "twice": schema(a=header("Same"), b=header("sAME")),
    "in-items": schema(a={"type": "array", "items": header("A")}),
    "in-any-of": {"type": "object", "anyOf": [schema(a=header("A"))]},
    "at-root": {"type": "object", "x-mcp-header": "A"},
    # No annotations: data, and a property of that name.
    "fine": {"type": "object", "properties": {
        "x-mcp-header": {"type": "string"},
        "b": {"type": "object", "default": {"x-mcp-header": "B"}}}},
}


class Double:
    def __init__(self, *modes, port=0):
        self.modes = dict((m.partition("=")[0], m.partition("=")[2])
                          for m in modes)
        self.seen = []
        self.parked = {} # event id -> what a GET brings
        self.sessions = set()
        self.begun = set() # sessions whose `initialized` has come
        self.released = threading.Event()
        self.n_sessions = self.n_asking = 0
        self.streams = [] # sockets of HTTP+SSE streams
        self.broke_at = self.resumed_at = 0
        self.open = set()
        self.locked = threading.Lock()
        double = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self):
                with double.locked:
                    double.open.add(self.request)
                try:
                    double.serve(self.request)
                except (OSError, ValueError):
                    pass
                finally:
                    with double.locked:
                        double.open.discard(self.request)

        class Server(socketserver.ThreadingTCPServer):
            allow_reuse_address = True
            daemon_threads = True
            request_queue_size = 64

        self.server = Server(("127.0.0.1", port), Handler)
        self.port = self.server.server_address[1]
        path = "/sse" if "sse-only" in self.modes else "/mcp"
        self.url = f"http://127.0.0.1:{self.port}{path}"
        threading.Thread(target=self.server.serve_forever, args=(0.02,),
                         daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.drop_connections()

    def drop_connections(self):
        with self.locked:
            for sock in self.open:
                try:
                    sock.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def pongs(self):
        """The ids of what answered the tool `pings`."""
        with self.locked:
            return [s["body"]["id"] for s in self.seen
                    if s["rpc"] is None and "result" in s["body"]]

    def methods(self):
        return [s["rpc"] for s in self.seen if s["rpc"]]

    # ---- HTTP ----

    def serve(self, sock):
        stream = sock.makefile("rb")
        while True:
            line = stream.readline()
            if not line:
                return
            verb, path, _ = line.decode().split(" ", 2)
            headers = {}
            for raw in iter(stream.readline, b"\r\n"):
                name, _, value = raw.decode("latin-1").partition(":")
                headers[name.lower()] = value.strip()
            body = stream.read(int(headers.get("content-length", 0)))
            reply = Reply(sock)
            try:
                self.answer(verb, path, headers, body, reply)
            except Hang:
                try:
                    while stream.readline(): # until the other side goes
                        pass
                finally:
                    self.note("(closed)", path, {}, b"")
                return
            if reply.closes:
                sock.shutdown(socket.SHUT_RDWR)
                return

    def note(self, verb, path, headers, body):
        message = json.loads(body) if body else {}
        entry = {"verb": verb, "path": path, "headers": headers,
                 "body": message, "rpc": message.get("method")}
        with self.locked:
            self.seen.append(entry)
        return message

    def answer(self, verb, path, headers, body, reply):
        message = self.note(verb, path, headers, body)
        if "refuse" in self.modes:
            return reply.body(int(self.modes["refuse"]), "go away", "text/plain",
                              WWW_Authenticate="Bearer")
        if "redirect" in self.modes:
            return reply.head(307, Location="https://example.org/mcp",
                              Content_Length=0)
        if "silent-path" in self.modes:
            if path == "/silent":
                raise Hang
            return reply.body(200, "other", "text/plain")
        if "html" in self.modes:
            return reply.body(200, "<html>Sign in</html>", "text/html")
        if "sse-only" in self.modes:
            return self.answer_old(verb, path, message, reply)
        if "modern" in self.modes:
            return self.answer_modern(verb, headers, message, reply)
        return self.answer_legacy(verb, headers, message, reply)

    # ---- the handshake era ----

    def answer_legacy(self, verb, headers, message, reply):
        session = headers.get("mcp-session-id")
        if verb == "GET":
            return self.answer_get(headers, reply)
        if verb == "DELETE":
            self.sessions.discard(session)
            return reply.head(405 if "get" in self.modes else 200,
                              Content_Length=0)
        method, ident = message.get("method"), message.get("id")
        if method == "initialize":
            return self.initialize(message, reply)
        if "no-session" not in self.modes and session not in self.sessions:
            return self.refuse_session(session, ident, reply)
        if method is None and "mute" in self.modes:
            raise Hang
        if ident is None or method is None:
            self.begin(method)
            return reply.head(202, Content_Length=0)
        if "strict" in self.modes and session not in self.begun:
            return reply.body(200, {"jsonrpc": "2.0", "id": ident, "error": {
                "code": -32602, "message": "not initialized"}})
        self.answer_request(message, reply)

    def begin(self, method):
        if method == "notifications/initialized":
            time.sleep(0.3 if "strict" in self.modes else 0)
            if "held" in self.modes:
                self.released.wait()
            self.begun |= self.sessions | {"old"}

    def initialize(self, message, reply):
        fields = {}
        if "pings-alone" in self.modes:
            return reply.body(200, event({"jsonrpc": "2.0", "id": "p",
                                          "method": "ping"}),
                              "text/event-stream")
        if "no-session" not in self.modes:
            self.n_sessions += 1
            session = f"session-{self.n_sessions}"
            fields["Mcp_Session_Id"] = session
            if "lose-at-once" not in self.modes:
                self.sessions.add(session)
        reply.body(200, {"jsonrpc": "2.0", "id": message["id"], "result": {
            "protocolVersion": self.modes.get(
                "version", message["params"]["protocolVersion"]),
            "capabilities": {"tools": {"listChanged": True}},
            "serverInfo": {"name": "double", "version": "1"}}}, **fields)

    def refuse_session(self, session, ident, reply):
        if session is None:
            return reply.body(400, {"jsonrpc": "2.0", "error": {
                "code": -32000,
                "message": "Bad Request: Server not initialized"}, "id": None})
        if "lose-400" in self.modes:
            return reply.body(400, {"jsonrpc": "2.0", "error": {
                "code": -32000,
                "message": "Bad Request: No valid session ID provided"}})
        reply.body(404, {"jsonrpc": "2.0", "id": ident, "error": {
            "code": -32001, "message": "Session not found"}})

    def answer_get(self, headers, reply):
        last = headers.get("last-event-id")
        if last is None and "get" not in self.modes:
            return reply.head(405, Content_Length=0)
        if last is None and "forgets" in self.modes:
            del self.modes["forgets"]
            reply.stream()
            reply.part(b"id: g-1\nretry: 20\ndata:\n\n")
            reply.closes = True
            return None
        if last is None:
            reply.stream()
            reply.part(event({"jsonrpc": "2.0", "id": 0, "method": "ping"}))
            reply.part(event({"jsonrpc": "2.0",
                              "method": "notifications/tools/list_changed"}))
            raise Hang
        parked = self.parked.pop(last, None)
        if parked is None:
            return reply.body(404, "no such event", "text/plain")
        self.resumed_at = time.monotonic()
        reply.stream()
        if isinstance(parked, str):
            reply.part(f"id: {parked}\nretry: 20\ndata:\n\n".encode())
            reply.closes = True
            return None
        reply.part(event(parked))
        return reply.end()

    # ---- requests of both eras ----

    def tools(self):
        out = [{"name": name, "inputSchema": schema()} for name in STYLES]
        for name in ("echo", "count", "forget", "headers", "cancelled", "ask",
                     "ask-again", "ask-model"):
            out.append({"name": name, "inputSchema": schema()})
        out.append({"name": "safe", "inputSchema": schema(),
                    "annotations": SAFE})
        out.append({"name": "mirror", "inputSchema": GOOD_HEADERS})
        if "bad-headers" in self.modes:
            out += [{"name": name, "inputSchema": s}
                    for name, s in BAD_HEADERS.items()]
        return out

    def plain(self, name, args):
        if name == "echo":
            return text_result(args.get("text", ""))
        if name == "forget": # the session is unknown from now on
            self.sessions.clear()
        if name == "count":
            return text_result(str(sum(
                s["rpc"] == "tools/call" and
                s["body"]["params"]["name"] == args["of"] for s in self.seen)))
        if name in ("headers", "mirror"):
            call = [s for s in self.seen if s["rpc"] == "tools/call"][-1]
            return {"content": [], "structuredContent": {
                k: v for k, v in call["headers"].items()
                if k.startswith(("mcp-", "x-", "auth", "content-t", "accept"))
                and k != "accept-encoding"}}
        if name == "ask":
            params = self.seen[-1]["body"]["params"]
            return text_result(json.dumps({
                "state": params.get("requestState"),
                "answers": params.get("inputResponses")}))
        if name == "cancelled":
            return text_result(json.dumps([
                s["body"]["params"]["requestId"] for s in self.seen
                if s["rpc"] == "notifications/cancelled"]))
        return text_result(name)

    def answer_request(self, message, reply, finish=lambda result: result):
        method, ident = message["method"], message["id"]
        params = message.get("params") or {}
        style, more = as_json, {}
        if "all-sse" in self.modes:
            style = as_sse
        if "primed" in self.modes:
            style = primed
        if method == "tools/list":
            result = {"tools": self.tools()}
        elif method == "tools/call":
            args = params.get("arguments") or {}
            result = self.plain(params["name"], args)
            more = {"args": args,
                    "token": params.get("_meta", {}).get("progressToken")}
            style = STYLES.get(params["name"], style)
        else:
            return reply.body(200, {"jsonrpc": "2.0", "id": ident, "error": {
                "code": -32601, "message": "Method not found"}})
        style(self, reply, {"jsonrpc": "2.0", "id": ident,
                            "result": finish(result)}, **more)

    # ---- the modern era ----

    def answer_modern(self, verb, headers, message, reply):
        if verb != "POST":
            return reply.head(405, Content_Length=0)
        fault = self.check_modern(headers, message)
        if fault is not None:
            return reply.body(400, {"jsonrpc": "2.0", "id": message.get("id"),
                                    "error": fault})
        ident, params = message["id"], message["params"]
        if message["method"] == "server/discover":
            return reply.body(200, {"jsonrpc": "2.0", "id": ident, "result": {
                "supportedVersions": [MODERN],
                "capabilities": {"tools": {"listChanged": "get" in self.modes}},
                "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}})
        if message["method"] == "subscriptions/listen":
            reply.stream()
            reply.part(event({"jsonrpc": "2.0", "params": {},
                              "method": "notifications/tools/list_changed"}))
            return reply.end()
        asked = self.asked_for(params)
        if asked is not None:
            return reply.body(200, {"jsonrpc": "2.0", "id": ident, "result":
                                    dict(asked, resultType="input_required")})
        self.answer_request(message, reply,
                            lambda r: dict(r, resultType="complete"))

    @staticmethod
    def asked_for(params):
        """What a result of the type input_required asks for."""
        if params.get("name") == "ask-again":
            return {"inputRequests": {}}
        if params.get("name") == "ask-model":
            return {"inputRequests": {"m": {
                "method": "sampling/createMessage", "params": {}}}}
        if params.get("name") == "ask" and "inputResponses" not in params:
            return {"requestState": "s 7", "inputRequests": {
                "a": {"method": "elicitation/create", "params": {}},
                "b": {"method": "roots/list"}}}
        return None

    def check_modern(self, headers, message):
        meta = message.get("params", {}).get("_meta", {})
        if "future" in self.modes:
            return {"code": -32022, "message": "unsupported", "data": {
                "supported": ["2027-01-01"],
                "requested": meta.get(META + "protocolVersion")}}
        want = {"mcp-protocol-version": meta.get(META + "protocolVersion"),
                "mcp-method": message.get("method"),
                "mcp-name": message["params"].get("name")}
        for name, value in want.items():
            if headers.get(name) != value:
                return {"code": -32020, "message": f"{name} does not match"}
        if meta[META + "protocolVersion"] != MODERN or \
                meta[META + "clientCapabilities"] != {}:
            return {"code": -32602, "message": "bad _meta"}
        return None

    # ---- HTTP+SSE ----

    def answer_old(self, verb, path, message, reply):
        if verb == "GET" and path == "/sse":
            reply.stream()
            if "no-endpoint" in self.modes:
                return reply.end()
            if "ends" in self.modes:
                data = chunk(b"event: endpoint\ndata: /messages/\n\n")
                return reply.raw(data + b"0\r\n\r\n")
            place = "http://127.0.0.1:1/x" if "foreign" in self.modes else \
                "messages/?session=1"
            self.streams.append(reply) # before the client can know of it
            reply.part(f"event: endpoint\ndata: {place}\n\n".encode())
            raise Hang
        if verb != "POST" or not path.startswith("/messages/"):
            return reply.body(404, "<html>no</html>", "text/html")
        if "method" not in message and "mute" in self.modes:
            raise Hang
        self.begin(message.get("method"))
        reply.body(202, "Accepted", "text/plain")
        if message.get("id") is None or "method" not in message:
            return None
        answer = {"jsonrpc": "2.0", "id": message["id"]}
        if message["method"] == "initialize":
            answer["result"] = {"protocolVersion": "2024-11-05",
                                "capabilities": {"tools": {}},
                                "serverInfo": {"name": "old", "version": "1"}}
        elif "strict" in self.modes and "old" not in self.begun:
            answer["error"] = {"code": -32602, "message": "not initialized"}
        elif message["method"] == "tools/list":
            answer["result"] = {"tools": self.tools()}
        elif message["params"]["name"] == "closed":
            self.streams[-1].end()
            self.streams[-1].sock.shutdown(socket.SHUT_RDWR)
            return None
        elif message["params"]["name"] == "hang":
            return None
        elif message["params"]["name"] == "pings":
            for number in range(message["params"]["arguments"]["n"]):
                self.streams[-1].part(event({
                    "jsonrpc": "2.0", "id": f"p{number}", "method": "ping"}))
            answer["result"] = text_result("pings")
        else:
            answer["result"] = self.plain(message["params"]["name"],
                                          message["params"]["arguments"])
        self.streams[-1].part(event(answer, name="message"))
        return None


if __name__ == "__main__":
    with Double(*sys.argv[2:], port=int(sys.argv[1])) as main_double:
        print(main_double.url, flush=True)
        threading.Event().wait()
