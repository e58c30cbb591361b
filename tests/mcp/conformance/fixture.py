#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A whole MCP server for tests, in both eras of the protocol.

    fixture.py                 over standard input and output
    fixture.py --http [PORT]   over Streamable HTTP on 127.0.0.1; prints its
                               address on standard output

What it offers stands in offers.py; this file is the two transports. Standard
library only.
"""
import base64
import http.server
import json
import secrets
import select
import signal
import socket
import sys
import threading
import time

sys.dont_write_bytecode = True
import offers # noqa: E402
from offers import Call, RpcError, Session


def error_answer(ident, error):
    message = {"jsonrpc": "2.0", "error": error}
    if ident is not None:
        message["id"] = ident
    return message


# ---- standard input and output ----

def serve_stdio():
    lock = threading.Lock()
    modern_calls = {}

    def send(message):
        with lock:
            sys.stdout.write(json.dumps(message) + "\n")
            sys.stdout.flush()
    session = Session(send)
    with offers.LISTENERS_LOCK:
        offers.LISTENERS.append(lambda kind: session.version and send(
            {"jsonrpc": "2.0", "method": f"notifications/{kind}/list_changed"}))

    def run(call, calls):
        reply = offers.answer(call)
        if not call.cancelled.is_set():
            send(reply)
        calls.pop(call.id, None)

    for line in sys.stdin:
        try:
            message = json.loads(line)
        except ValueError:
            send(error_answer(None, {"code": offers.PARSE_ERROR,
                                     "message": "not JSON"}))
            continue
        if "method" not in message:
            session.take_answer(message)
        elif "id" not in message:
            session.take_notification(message)
            ident = (message.get("params") or {}).get("requestId")
            if ident in modern_calls:
                offers.CANCELLED.append(message["params"])
                modern_calls[ident].cancelled.set()
        else:
            modern = offers.is_modern(message)
            try:
                if modern:
                    offers.check_modern(message)
            except RpcError as e:
                send(error_answer(message["id"], e.error))
                continue
            call = Call(message, None if modern else session, send)
            calls = modern_calls if modern else session.calls
            calls[call.id] = call
            threading.Thread(target=run, args=(call, calls), daemon=True).start()
    end = time.monotonic() + 0.3 # for what was asked just before the end
    while (session.calls or modern_calls) and time.monotonic() < end:
        time.sleep(0.005)


# ---- Streamable HTTP ----

class Stream:
    """Messages for one client, in order; a stream of the handshake era may be
    read again from any of them."""

    def __init__(self, name):
        self.name = name
        self.messages = []
        self.is_done = False
        self.is_cut = False # the connection ends here, the stream goes on
        self.change = threading.Condition()

    def add(self, message, is_last=False):
        with self.change:
            self.messages.append(message)
            self.is_done = self.is_done or is_last
            self.change.notify_all()

    def cut(self):
        with self.change:
            self.is_cut = True
            self.change.notify_all()

    def end(self):
        with self.change:
            self.is_done = True
            self.change.notify_all()


class HttpSession(Session):
    def __init__(self):
        self.id = secrets.token_hex(16)
        self.unasked = Stream("unasked")
        self.streams = {"unasked": self.unasked}
        super().__init__(self.unasked.add)

    def end(self):
        for call in list(self.calls.values()):
            call.cancelled.set()
        for stream in list(self.streams.values()):
            stream.end()


SESSIONS = {}
LOCAL = {"localhost", "127.0.0.1", "[::1]"}
RETRY_MS = 100


def host_of(authority):
    name, colon, port = authority.rpartition(":")
    return name if colon and port.isdigit() else authority


def decode_header(value):
    """A header's text; None when its encoding is broken."""
    value = value.strip()
    if not (value.startswith("=?base64?") and value.endswith("?=")):
        return value
    try:
        return base64.b64decode(value[9:-2], validate=True).decode()
    except ValueError:
        return None


def check_headers(headers, message):
    """Headers repeat what the body of a modern request says."""
    params = message["params"]
    wanted = {"MCP-Protocol-Version":
              params["_meta"][offers.PREFIX + "protocolVersion"],
              "Mcp-Method": message["method"]}
    if message["method"] in ("tools/call", "prompts/get"):
        wanted["Mcp-Name"] = params.get("name")
    elif message["method"] == "resources/read":
        wanted["Mcp-Name"] = params.get("uri")
    if message["method"] == "tools/call":
        tool = next((one for _, one in offers.TOOLS
                     if one["name"] == params.get("name")), None)
        args = params.get("arguments") or {}
        properties = tool["inputSchema"]["properties"] if tool else {}
        for name, schema in properties.items():
            if "x-mcp-header" in schema:
                value = args.get(name)
                wanted["Mcp-Param-" + schema["x-mcp-header"]] = (
                    value if value is None or isinstance(value, str)
                    else json.dumps(value))
    for name, value in wanted.items():
        given = headers.get(name)
        if (None if given is None else decode_header(given)) != value:
            raise RpcError(offers.HEADER_MISMATCH,
                           f"{name} does not repeat the body")


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *args):
        pass

    # -- answers --

    def give(self, status, body=None, **headers):
        data = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        if body is not None:
            self.send_header("Content-Type", "application/json")
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def refuse(self, status, text, code=-32000):
        self.give(status, error_answer(None, {"code": code, "message": text}))

    def is_peer_gone(self):
        if not select.select([self.connection], [], [], 0)[0]:
            return False
        try:
            return self.connection.recv(1, socket.MSG_PEEK) == b""
        except OSError:
            return True

    def begin_events(self, **headers):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-cache")
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True

    def event(self, text):
        self.wfile.write(text.encode())
        self.wfile.flush()

    def pump(self, stream, at, has_ids, primes):
        """Sends the messages from `at` on until the stream ends. False: the
        peer has gone before."""
        stream.is_cut = False
        try:
            if primes:
                self.event(f"id: {stream.name}:{at}\nretry: {RETRY_MS}\n"
                           "data: \n\n")
            while True:
                with stream.change:
                    if len(stream.messages) <= at and not stream.is_done and \
                            not stream.is_cut:
                        stream.change.wait(0.1)
                    ready = stream.messages[at:]
                    over = stream.is_done or stream.is_cut
                for message in ready:
                    at += 1
                    mark = f"id: {stream.name}:{at}\n" if has_ids else ""
                    self.event(f"{mark}event: message\n"
                               f"data: {json.dumps(message)}\n\n")
                if over and not ready:
                    return True
                if not over and self.is_peer_gone():
                    return False
        except OSError:
            return False

    # -- POST --

    def do_POST(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        if not self.is_welcome():
            return
        try:
            message = json.loads(body)
            assert isinstance(message, dict)
        except (ValueError, AssertionError):
            self.refuse(400, "not a message", offers.PARSE_ERROR)
            return
        version = self.headers.get("MCP-Protocol-Version")
        if version == offers.MODERN or offers.is_modern(message):
            self.post_modern(message)
        else:
            self.post_handshake(message, version)

    def is_welcome(self):
        origin = self.headers.get("Origin")
        if host_of(self.headers.get("Host", "")) not in LOCAL or (
                origin is not None and
                host_of(origin.partition("://")[2]) not in LOCAL):
            self.refuse(403, "this host or origin is not served")
            return False
        return True

    def post_modern(self, message):
        if "id" not in message:
            self.give(202)
            return
        try:
            try:
                offers.check_modern(message)
            except RpcError as e:
                if e.error["code"] == offers.INVALID_PARAMS:
                    raise
                check_headers(self.headers, message)
                raise
            check_headers(self.headers, message)
        except RpcError as e:
            self.give(400, error_answer(message["id"], e.error))
            return
        stream = Stream("modern")
        call = Call(message, None, stream.add)
        threading.Thread(target=lambda: stream.add(offers.answer(call), True),
                         daemon=True).start()
        if not self.serve_call(stream, has_ids=False, statuses=True):
            call.cancelled.set()

    def serve_call(self, stream, has_ids, statuses, **headers):
        """One JSON body when the answer comes first, else events."""
        with stream.change:
            while not stream.messages and not stream.is_cut:
                stream.change.wait(0.1)
                if not has_ids and self.is_peer_gone():
                    return False
            first = stream.messages[0] if stream.messages else {}
        if "method" not in first and first:
            code = first.get("error", {}).get("code") if statuses else None
            self.give({None: 200, offers.NO_METHOD: 404,
                       offers.INVALID_PARAMS: 400,
                       offers.NO_CAPABILITY: 400}.get(code, 200), first, **headers)
            return True
        cut = stream.is_cut
        self.begin_events(**headers)
        if cut: # the first connection of a stream that is polled
            self.event(f"id: {stream.name}:0\nretry: {RETRY_MS}\ndata: \n\n")
            return True
        return self.pump(stream, 0, has_ids, primes=has_ids)

    def session_of_request(self):
        ident = self.headers.get("Mcp-Session-Id")
        session = SESSIONS.get(ident)
        if ident is None:
            self.refuse(400, "no session")
        elif session is None:
            self.refuse(404, "session not found", -32001)
        return session

    def post_handshake(self, message, version):
        headers = {}
        if version is not None and version not in offers.HANDSHAKE_VERSIONS:
            self.refuse(400, "unsupported MCP-Protocol-Version")
            return
        if message.get("method") == "initialize":
            session = HttpSession()
            SESSIONS[session.id] = session
            headers["Mcp_Session_Id"] = session.id
        else:
            session = self.session_of_request()
            if session is None:
                return
        if "method" not in message:
            session.take_answer(message)
            self.give(202)
        elif "id" not in message:
            session.take_notification(message)
            self.give(202)
        else:
            self.run_handshake(message, session, headers)

    def run_handshake(self, message, session, headers):
        stream = Stream(secrets.token_hex(4))
        session.streams[stream.name] = stream
        call = Call(message, session, stream.add)
        call.hang_up = stream.cut
        session.calls[call.id] = call

        def run():
            reply = offers.answer(call)
            session.calls.pop(call.id, None)
            if call.cancelled.is_set():
                stream.end()
            else:
                stream.add(reply, True)
        threading.Thread(target=run, daemon=True).start()
        self.serve_call(stream, has_ids=True, statuses=False, **headers)

    # -- GET, DELETE --

    def do_GET(self):
        if not self.is_welcome():
            return
        if self.headers.get("MCP-Protocol-Version") == offers.MODERN:
            self.refuse(405, "method not allowed")
            return
        session = self.session_of_request()
        if session is None:
            return
        name, at = "unasked", len(session.unasked.messages)
        last = self.headers.get("Last-Event-ID")
        if last is not None:
            name, _, number = last.partition(":")
            at = int(number) if number.isdigit() else 0
        stream = session.streams.get(name)
        if stream is None:
            self.refuse(404, "this stream is gone")
            return
        self.begin_events()
        self.pump(stream, at, has_ids=True, primes=True)

    def do_DELETE(self):
        if not self.is_welcome():
            return
        if self.headers.get("MCP-Protocol-Version") == offers.MODERN:
            self.refuse(405, "method not allowed")
            return
        session = self.session_of_request()
        if session is not None:
            del SESSIONS[session.id]
            session.end()
            self.give(204)


class HttpServer(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def tell_sessions(kind):
    for session in list(SESSIONS.values()):
        session.listen({"jsonrpc": "2.0",
                        "method": f"notifications/{kind}/list_changed"})


def forget_sessions():
    n = len(SESSIONS)
    SESSIONS.clear()
    return n


def serve_http(port):
    server = HttpServer(("127.0.0.1", port), Handler)
    offers.FORGET_SESSIONS = forget_sessions
    offers.LISTENERS.append(tell_sessions)
    print(f"http://127.0.0.1:{server.server_port}/mcp", flush=True)
    server.serve_forever()


def main():
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.argv[1:2] == ["--http"]:
        serve_http(int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    else:
        serve_stdio()


if __name__ == "__main__":
    main()
