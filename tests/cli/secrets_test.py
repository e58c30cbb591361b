#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Credentials of MCP servers from files and commands, and that no secret is
shown; the environment of children; who may read what is kept."""
import http.server
import json
import os
import pathlib
import re
import stat
import subprocess
import sys
import threading
import time

from harness import (CODEMODE, PATIENCE, TESTS, Server, bare, call, codemode, fault_config,
                     main, together)

PLAIN = TESTS / "mcp" / "plain_server.py"
SECRET = "tok3n-of-a-long-kind"


class Guarded:
    """An MCP server over HTTP, of the handshake era, that takes some tokens."""

    def __init__(self, *tokens, words="who are you"):
        self.tokens, self.words = set(tokens), words
        self.names = ("ok", "echo-auth")
        self.session = None # given with each answer and asked for, if any
        self.seen = [] # (method, Authorization, X-Team) of each message
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                size = int(self.headers["content-length"])
                outer.take(self, json.loads(self.rfile.read(size)))

            def do_GET(self):
                outer.listen(self)

            def do_DELETE(self):
                self.answer(200, "")

            def answer(self, status, text):
                data = text.encode()
                self.send_response(status)
                if text:
                    self.send_header("Content-Type", "application/json"
                                     if text[0] == "{" else "text/plain")
                if outer.session:
                    self.send_header("Mcp-Session-Id", outer.session)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        class Threads(http.server.ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 100

        self.server = Threads(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/mcp"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def lets_in(self, auth):
        return not self.tokens or (auth or "").removeprefix("Bearer ") in self.tokens

    def listen(self, handler):
        handler.answer(405, "")

    def take(self, handler, message):
        auth = handler.headers.get("Authorization")
        method = message.get("method")
        self.seen.append((method, auth, handler.headers.get("X-Team")))
        if not self.lets_in(auth):
            return handler.answer(401, f"{self.words}: {auth}")
        if self.session and method != "initialize" and (
                handler.headers.get("Mcp-Session-Id") != self.session):
            return handler.answer(404, "")
        if "id" not in message:
            return handler.answer(202, "")
        results = {
            "initialize": {"protocolVersion": "2025-11-25", "capabilities": {
                "tools": {}}, "serverInfo": {"name": "g", "version": "1"}},
            "tools/list": {"tools": [{"name": n, "inputSchema": {"type": "object"},
                                      "annotations": {"readOnlyHint": True}}
                                     for n in self.names]}}
        if method == "tools/call" and message["params"]["name"] == "ok":
            results[method] = {"content": [{"type": "text", "text": "1"}]}
        elif method == "tools/call":
            results[method] = {"isError": True, "content": [
                {"type": "text", "text": f"bad credentials {auth}"}]}
        body = {"jsonrpc": "2.0", "id": message["id"]}
        if method in results:
            body["result"] = results[method]
        else:
            body["error"] = {"code": -32601, "message": "method not found"}
        return handler.answer(200, json.dumps(body))

    def calls(self):
        return [auth for method, auth, _ in self.seen if method == "tools/call"]


class Events(Guarded):
    """The same over HTTP+SSE, which asks for the token at GET first."""

    def listen(self, handler):
        if not self.lets_in(handler.headers.get("Authorization")):
            return handler.answer(401, "")
        handler.close_connection = True
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.end_headers()
        handler.wfile.write(b"event: endpoint\ndata: /mcp\n\n")
        self.stream, self.end = handler.wfile, threading.Event()
        return self.end.wait(PATIENCE)

    def take(self, handler, message):
        plain = handler.answer

        def answer(status, text):
            plain(202 if status == 200 else status, "")
            if status == 200:
                self.stream.write(f"data: {text}\n\n".encode())
                self.stream.flush()

        handler.answer = answer
        try:
            super().take(handler, message)
        finally:
            handler.answer = plain


class Telling(Guarded):
    """Asks for the tokens at the list alone; a call tells that it changed."""

    def __init__(self, *tokens):
        super().__init__()
        self.list_tokens = set(tokens)

    def take(self, handler, message):
        auth = (handler.headers.get("Authorization") or "").removeprefix("Bearer ")
        method = message.get("method")
        if method == "tools/list" and auth not in self.list_tokens:
            self.seen.append((method, auth, None))
            return handler.answer(401, "")
        plain = handler.answer

        def answer(status, text):
            note = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
            events = f"data: {json.dumps(note)}\n\ndata: {text}\n\n".encode()
            handler.send_response(status)
            handler.send_header("Content-Type", "text/event-stream")
            handler.send_header("Content-Length", str(len(events)))
            handler.end_headers()
            handler.wfile.write(events)

        handler.answer = answer if method == "tools/call" else plain
        try:
            return super().take(handler, message)
        finally:
            handler.answer = plain

    def lists(self):
        return [auth.removeprefix("Bearer ")
                for method, auth, _ in self.seen if method == "tools/list"]


class Subscribed(Guarded):
    """Of the modern era; asks for the tokens at the subscription alone, which
    tells at once that the list changed."""

    def __init__(self, *tokens):
        super().__init__()
        self.listen_tokens = set(tokens)
        self.listens = []

    def take(self, handler, message):
        method = message.get("method")
        auth = (handler.headers.get("Authorization") or "").removeprefix("Bearer ")
        if method == "server/discover":
            return handler.answer(200, json.dumps({
                "jsonrpc": "2.0", "id": message["id"], "result": {
                    "supportedVersions": ["2026-07-28"],
                    "capabilities": {"tools": {"listChanged": True}}}}))
        if method != "subscriptions/listen":
            return super().take(handler, message)
        self.listens.append(auth)
        if auth not in self.listen_tokens:
            return handler.answer(401, "")
        self.names += ("late",)
        handler.close_connection = True
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.end_headers()
        note = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
        handler.wfile.write(f"data: {json.dumps(note)}\n\n".encode())
        handler.wfile.flush()
        self.end = threading.Event()
        return self.end.wait(PATIENCE)


def entry(server, **more):
    return dict({"url": server.url, "type": "http"}, **more)


def counting(folder, text):
    """A command that prints the text, with {n} counted up, and its log."""
    script = pathlib.Path(folder) / "token.py"
    log = pathlib.Path(folder) / "runs"
    log.write_text("")
    script.write_text(
        "import pathlib, sys\n"
        f"log = pathlib.Path({str(log)!r})\n"
        "log.write_text(log.read_text() + 'x')\n"
        f"print({text!r}.replace('{{n}}', str(len(log.read_text()))))\n")
    return [sys.executable, str(script)], log


OK = "return await tools.g.ok()"


def one(result):
    return result["content"][0]["text"]


# ---- bearer tokens ----------------------------------------------------------

def test_a_token_of_a_file(folder):
    path = pathlib.Path(folder) / "token.txt"
    path.write_text("first-token\n")
    with Guarded("first-token") as g:
        config = fault_config(folder, g=entry(g, bearerTokenFile="token.txt"))
        with Server("--config", config) as s:
            s.start()
            s.wait_for_tools("g.ok")
            assert one(s.execute(OK)) == "1"
            g.tokens = {"second-token"}
            path.write_text("  second-token\r\n")
            # 401 once: the file is read again and the call made again.
            assert one(s.execute(OK)) == "1"
            assert g.calls() == ["Bearer first-token"] * 2 + ["Bearer second-token"]
            g.tokens = {"third-token"}
            failed = one(s.execute(OK))
            assert failed == ('server "g": it refuses what its "bearerTokenFile" '
                              "gave (HTTP 401)"), failed
            path.unlink()
            failed = one(s.execute(OK))
            assert failed == (
                'server "g": its "bearerTokenFile" gave nothing to use: cannot read '
                f"{path}: No such file or directory"), failed
            path.write_text("third-token")
            assert one(s.execute(OK)) == "1"
            assert len({auth for _, auth, _ in g.seen}) == 3, g.seen


def test_a_token_of_a_command_is_kept(folder):
    command, runs = counting(folder, "token-{n}")
    with Guarded("token-1") as g:
        config = fault_config(folder, g=entry(g, bearerTokenCommand=command))
        with Server("--config", config) as s:
            s.start()
            s.wait_for_tools("g.ok")
            for _ in range(3):
                assert one(s.execute(OK)) == "1"
            assert runs.read_text() == "x"
            g.tokens = {"token-2"}
            got = s.execute("return await Promise.all([1, 2, 3].map("
                            "() => tools.g.ok()))")
            assert json.loads(one(got)) == ["1"] * 3, got
            assert runs.read_text() == "xx", "one fetch for three calls"
            g.tokens = {"never"}
            failed = one(s.execute(OK))
            assert failed == ('server "g": it refuses what its '
                              '"bearerTokenCommand" gave (HTTP 401)'), failed
            assert runs.read_text() == "xxx"
            g.tokens = {"token-4"}
            assert one(s.execute(OK)) == "1"
            assert runs.read_text() == "xxxx"


def test_a_kept_token_is_renewed_at_a_start(folder):
    command, runs = counting(folder, "token-{n}")
    with Guarded("token-1") as g:
        config = fault_config(folder, g=entry(
            g, bearerTokenCommand=command, idleTimeoutMs=200))
        with Server("--config", config) as s:
            s.start()
            s.wait_for_tools("g.ok")
            time.sleep(0.8) # it rests
            assert one(s.execute(OK)) == "1"
            assert runs.read_text() == "x", "the token is kept"
            starts = [a for m, a, _ in g.seen if m == "initialize"]
            assert starts == ["Bearer token-1"] * 2, g.seen
            g.tokens = {"token-2"}
            time.sleep(0.8)
            assert one(s.execute(OK)) == "1"
            assert runs.read_text() == "xx"


def test_a_token_has_its_time(folder):
    command, runs = counting(folder, "token-{n}")
    with Guarded() as g:
        config = fault_config(folder, g=entry(
            g, bearerTokenCommand=command, bearerTokenTtlMs=400))
        with Server("--config", config) as s:
            s.start()
            s.wait_for_tools("g.ok")
            time.sleep(0.6)
            both = s.execute("await Promise.all([tools.g.ok(), tools.g.ok()]); return 1")
            assert one(both) == "1", both
            assert g.calls() == ["Bearer token-2"] * 2, g.calls()
        assert runs.read_text() == "xx"


def wait_for(what):
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_list_that_is_refused_renews_the_token(folder):
    again = ('codemode: warn: server "g": its tools could not be listed again: {}\n')
    command, runs = counting(folder, "token-{n}")
    with Telling("token-1") as g:
        config = fault_config(folder, g=entry(
            g, bearerTokenCommand=command, idleTimeoutMs=0))
        with Server("--config", config) as s:
            s.start()
            s.wait_for_tools("g.ok")
            g.names += ("late",)
            g.list_tokens = {"token-2"}
            assert one(s.execute(OK)) == "1"
            s.wait_for_tools("g.late")
            assert g.lists() == ["token-1", "token-1", "token-2"], g.seen
            g.list_tokens = {"never"}
            assert one(s.execute(OK)) == "1"
            refused = again.format(
                'it refuses what its "bearerTokenCommand" gave (HTTP 401)')
            wait_for(lambda: refused in s.errors)
            assert g.lists()[3:] == ["token-2", "token-3"], g.seen
            g.names += ("later",)
            g.list_tokens = {"token-4"}
            assert one(s.execute(OK)) == "1"
            s.wait_for_tools("g.late", "g.later")
            pathlib.Path(command[1]).write_text("raise SystemExit(3)\n")
            g.list_tokens = {"never"}
            assert one(s.execute(OK)) == "1"
            gone = again.format('its "bearerTokenCommand" gave nothing to use: the '
                                "command exited with status 3")
            wait_for(lambda: gone in s.errors)
            assert len(s.errors) == 2, s.errors
        assert runs.read_text() == "xxxx"


def test_a_first_list_that_is_refused_renews_the_token(folder):
    command, runs = counting(folder, "token-{n}")
    with Telling("token-1") as g:
        config = fault_config(folder, g=entry(
            g, bearerTokenCommand=command, idleTimeoutMs=200))
        with Server("--config", config) as s:
            s.start()
            s.wait_for_tools("g.ok")
            time.sleep(0.6) # it rests
            g.list_tokens = {"token-2"}
            assert one(s.execute(OK)) == "1"
            assert runs.read_text() == "xx" and g.lists()[1:3] == [
                "token-1", "token-2"], g.seen
            wait_for(lambda: len(g.lists()) == 4) # the call told of a change
            time.sleep(0.6)
            g.list_tokens = {"never"}
            failed = one(s.execute(OK))
            assert failed == ('server "g": it refuses what its '
                              '"bearerTokenCommand" gave (HTTP 401)'), failed


def test_a_list_when_the_token_is_out_of_date(folder):
    command, runs = counting(folder, "token-{n}")
    with Telling("token-1") as g:
        config = fault_config(folder, g=entry(
            g, bearerTokenCommand=command, bearerTokenTtlMs=500))
        with Server("--config", config) as s:
            s.start()
            s.wait_for_tools("g.ok")
            g.names += ("late",)
            g.list_tokens = {"token-2", "token-3"}
            time.sleep(0.6)
            assert one(s.execute(OK)) == "1"
            s.wait_for_tools("g.late")
            assert g.lists()[:2] == ["token-1", "token-2"], g.seen
            assert runs.read_text() == "xx"


def test_a_subscription_that_is_refused_renews_the_token(folder):
    for tokens in ({"token-2"}, {"never"}):
        command, runs = counting(folder, "token-{n}")
        with Subscribed(*tokens) as g:
            config = fault_config(folder, g=entry(g, bearerTokenCommand=command))
            with Server("--config", config, "--no-cache", "--log-level", "info") as s:
                s.start()
                s.wait_for_tools("g.ok", *(["g.late"] if "token-2" in tokens else []))
                wait_for(lambda: len(g.listens) == 2)
                assert one(s.execute(OK)) == "1"
                time.sleep(0.3)
                assert g.listens == ["token-1", "token-2"], g.listens
                assert runs.read_text() == "xx"
                if "token-2" in tokens:
                    g.end.set()
            told = re.findall("changes of its tools .*", "".join(s.errors))
            assert told == ([] if "token-2" in tokens else [
                "changes of its tools are not heard of now: it refuses what its "
                '"bearerTokenCommand" gave (HTTP 401)']), told


def test_a_subscription_without_a_new_token(folder):
    """Calls go on with the token that they were not refused with."""
    script, runs = pathlib.Path(folder) / "token.py", pathlib.Path(folder) / "runs"
    script.write_text(f"import os\nhad = os.path.exists({str(runs)!r})\n"
                      f"open({str(runs)!r}, 'a').write('x')\n"
                      "if had: raise SystemExit(3)\nprint('token-1')\n")
    with Subscribed("token-1") as g:
        config = fault_config(folder, g=entry(
            g, bearerTokenCommand=[sys.executable, str(script)]))
        g.listen_tokens = set()
        with Server("--config", config, "--no-cache") as s:
            s.start()
            s.wait_for_tools("g.ok")
            wait_for(lambda: runs.read_text() == "xx")
            assert one(s.execute(OK)) == one(s.execute(OK)) == "1"
            script.write_text("print('token-2')\n")
            g.listen_tokens = {"token-2"}
            s.wait_for_tools("g.late") # it was asked for again
            g.end.set()


def test_a_token_that_does_not_come(folder):
    script = pathlib.Path(folder) / "token.py"
    script.write_text("import os, time\n"
                      f"if os.path.exists({folder + '/ran'!r}): time.sleep(60)\n"
                      f"open({folder + '/ran'!r}, 'w').close()\nprint('tok')\n")
    with Guarded("tok") as g:
        config = fault_config(folder, g=entry(
            g, bearerTokenCommand=[sys.executable, str(script)],
            bearerTokenTtlMs=100, callTimeoutMs=500))
        with Server("--config", config) as s:
            s.start()
            s.wait_for_tools("g.ok")
            time.sleep(0.2)
            failed = one(s.execute(OK))
            assert failed == ('server "g": its "bearerTokenCommand" gave nothing '
                              "within 500 ms; the call was given up"), failed
            assert g.calls() == [], g.seen


def test_tokens_that_cannot_be_had(folder):
    gave = 'server "g": its "{}" gave nothing to use: '
    py = lambda text: [sys.executable, "-c", text]
    names = {"empty": "\n", "lines": "a-token\nanother-token\n",
             "blank": "two words", "bytes": "caf\u00e9", "nul": "a\0b",
             "long": "x" * 70000}
    for name, text in names.items():
        pathlib.Path(folder, name).write_text(text)
    os.mkfifo(pathlib.Path(folder, "pipe"))
    rows = [
        ({"bearerTokenFile": "gone"}, f"cannot read {folder}/gone: No such file or directory"),
        ({"bearerTokenFile": "pipe"}, f"cannot read {folder}/pipe: it is no file of at most 64 KiB"),
        ({"bearerTokenFile": "long"}, f"cannot read {folder}/long: it is no file of at most 64 KiB"),
        ({"bearerTokenFile": "empty"}, "it is empty"),
        ({"bearerTokenFile": "lines"}, "it has more than one line"),
        ({"bearerTokenFile": "blank"}, "it has blanks inside"),
        ({"bearerTokenFile": "bytes"}, "it has characters that no token has"),
        ({"bearerTokenFile": "nul"}, "it holds a NUL character"),
        ({"bearerTokenCommand": py("print('s3cret'); raise SystemExit(3)")},
         "the command exited with status 3"),
        ({"bearerTokenCommand": py("pass")}, "it is empty"),
        ({"bearerTokenCommand": py("print('x' * 99999)")},
         "the command's output is over 64 KiB"),
        ({"bearerTokenCommand": ["no-such-program-here"]},
         "cannot start no-such-program-here: no such file or directory"),
        ({"headersHelper": "echo 1"}, "it is no JSON object"),
        ({"headersHelper": "echo '{\"a\": 1}'"}, "a value in it is no string"),
        ({"headersHelper": "echo '{\"a b\": \"c\"}'"}, "a name in it is no name of a header"),
        ({"headersHelper": "echo '{\"a\": \"b\\\\nc\"}'"},
         "a value in it holds a line end or U+0000"),
        ({"headersHelper": "exit 4"}, "the command exited with status 4")]
    with Guarded() as g:
        for more, why in rows:
            done = codemode("run", "--config", fault_config(folder, g=entry(g, **more)),
                            stdin=bare("g.ok"))
            want = gave.format(next(iter(more))) + why
            assert done.status == 1 and want in done.err, (more, done)
            assert "s3cret" not in done.err and "words" not in done.err, done
        assert g.seen == [], g.seen
        done = codemode("run", "--config", fault_config(folder, g=entry(
            g, bearerTokenCommand=["sleep", "60"], startupTimeoutMs=400)),
            stdin=bare("g.ok"))
        assert 'server "g": its "bearerTokenCommand" gave nothing within 400 ms' in (
            done.err), done
        assert g.seen == [], g.seen


def test_keys_that_do_not_fit_together(folder):
    with Guarded() as g:
        for more, text in (
                ({"bearerTokenFile": "a", "bearerTokenCommand": ["a"]},
                 'bearerTokenCommand: stands beside "bearerTokenFile"'),
                ({"bearerTokenFile": "a", "headersHelper": "a"},
                 'headersHelper: stands beside "bearerTokenFile"'),
                ({"bearerTokenFile": "a", "bearerToken": "b"},
                 "has more than one bearer token or Authorization header"),
                ({"bearerTokenCommand": ["a"], "headers": {"authorization": "b"}},
                 "has more than one bearer token or Authorization header"),
                ({"bearerTokenCommand": "a b"},
                 "bearerTokenCommand: must be an array of program and arguments"),
                ({"bearerTokenCommand": []},
                 "bearerTokenCommand: must be an array of program and arguments"),
                ({"bearerTokenCommand": ["a", 1]},
                 "bearerTokenCommand[1]: must be a string, is number"),
                ({"bearerTokenCommand": ["a"], "bearerTokenTtlMs": 0},
                 "bearerTokenTtlMs: must be a whole number of milliseconds"),
                ({"bearerTokenFile": ""}, "bearerTokenFile: must not be empty"),
                ({"headersHelper": " "}, "headersHelper: must not be empty"),
                ({"bearerTokenFile": "a", "bearerTokenTtlMs": 5},
                 'counts with "bearerTokenCommand" only, ignored')):
            done = codemode("doctor", "--config", fault_config(folder, g=entry(g, **more)))
            said = done.err if "ignored" in text else done.out
            assert text in said, (more, done)
    done = codemode("serve", "--passthrough", "--config", fault_config(folder, g=entry(
        g, bearerTokenFile="a")))
    assert done.status == 2 and 'must not have "bearerTokenFile"' in done.err, done


def test_a_kept_token_is_renewed_at_an_event_stream(folder):
    path = pathlib.Path(folder) / "token"
    path.write_text("token-1")
    with Events("token-1") as g:
        config = fault_config(folder, g=dict(
            entry(g, bearerTokenCommand=["cat", str(path)], idleTimeoutMs=200),
            type="sse"))
        with Server("--config", config) as s:
            s.start()
            s.wait_for_tools("g.ok")
            assert one(s.execute(OK)) == "1"
            time.sleep(0.6) # it rests, with the token
            g.end.set()
            g.tokens = {"token-2"}
            path.write_text("token-2")
            assert one(s.execute(OK)) == "1"
            time.sleep(0.6)
            g.end.set()
            g.tokens = {"token-3"}
            failed = one(s.execute(OK))
            assert failed == ('server "g": it refuses what its '
                              '"bearerTokenCommand" gave (HTTP 401)'), failed
            g.end.set()


def test_an_event_stream_refuses_a_token_that_is_written_down(folder):
    with Events("another-token") as g:
        config = fault_config(folder, g=dict(
            entry(g, bearerToken="${MY_TOKEN}"), type="sse"))
        done = codemode("doctor", "--config", config, env={"MY_TOKEN": SECRET})
        assert (f'FAIL  g: it refuses the credentials that "bearerToken" of its entry '
                f"gives (HTTP 401) ({config}:1)\n") == done.out, done
        assert SECRET not in done.err, done


def test_token_and_session_are_lost_together(folder):
    """Each of the calls meets both refusals, in its own order."""
    path = pathlib.Path(folder) / "token"
    for more in ({"bearerTokenFile": str(path)},
                 {"bearerTokenCommand": ["cat", str(path)]}):
        path.write_text("token-0")
        with Guarded("token-0") as g:
            g.session = "session-0"
            with Server("--config", fault_config(folder, g=entry(g, **more))) as s:
                s.start()
                s.wait_for_tools("g.ok")
                for n in range(1, 8):
                    g.tokens, g.session = {f"token-{n}"}, f"session-{n}"
                    path.write_text(f"token-{n}")
                    for k in range(20):
                        s.send(id=100 * n + k, method="tools/call", params={
                            "name": "execute", "arguments": {"code": OK}})
                    got = []
                    while len(got) < 20:
                        message = s.next()
                        if "id" in message:
                            got.append(one(message["result"]))
                    assert got == ["1"] * 20, got


def test_a_token_that_comes_too_late_starts_nothing(folder):
    """The end waits for a stubborn server; meanwhile the token comes."""
    script = pathlib.Path(folder) / "late.py"
    script.write_text("import time\ntime.sleep(1)\nprint('tok')\n")
    stubborn = {"command": sys.executable,
                "args": [str(TESTS / "mcp" / "fault_server.py"), "stubborn"]}
    with Guarded("tok") as g:
        config = fault_config(folder, s=stubborn, g=entry(
            g, bearerTokenCommand=[sys.executable, str(script)]))
        with Server("--config", config) as s:
            s.start()
            time.sleep(0.4)
            started = time.monotonic()
            assert s.stop() == 0
            assert time.monotonic() - started < 20
        assert g.seen == [], g.seen


# ---- headersHelper ----------------------------------------------------------

def test_a_helper_gives_headers_at_each_connection(folder):
    runs = pathlib.Path(folder) / "runs"
    helper = (f"echo x >> {runs}; printf '{{\"Authorization\": \"Bearer %s\", "
              "\"X-Team\": \"%s %s\"}\\n' $GIVEN \"$CLAUDE_CODE_MCP_SERVER_NAME\" "
              "\"$CLAUDE_CODE_MCP_SERVER_URL\"")
    with Guarded("helped") as g:
        config = fault_config(folder, g=entry(
            g, headersHelper=helper, headers={"x-team": "fixed", "X-Other": "o"},
            env={"GIVEN": "helped"}, idleTimeoutMs=200))
        with Server("--config", config) as s:
            s.start()
            s.wait_for_tools("g.ok")
            assert one(s.execute(OK)) == "1"
            assert {(a, t) for _, a, t in g.seen} == {
                ("Bearer helped", f"g {g.url}")}, g.seen
            n = len(runs.read_text().split())
            assert n == 1, n
            time.sleep(0.8) # it rests
            assert one(s.execute(OK)) == "1"
            assert len(runs.read_text().split()) == 2
    with Guarded("helped") as g:
        code = 'print(\'{"authorization":\\n "Bearer helped"}\')'
        done = codemode("run", "--config", fault_config(folder, g=entry(
            g, headersHelper=[sys.executable, "-c", code])), stdin=OK)
        assert done.out == "1\n", done


def test_headers_that_frame_a_message_are_ours(folder):
    """A length that is not the body's would make two requests of one."""
    wrong = {"Content-Length": "3", "transfer-encoding": "chunked",
             "Connection": "close", "Expect": "100-continue", "TE": "trailers",
             "Upgrade": "h2c", "Trailer": "X-Team"}
    helper = ["printf", "%s", json.dumps({"Authorization": "Bearer t", **wrong})]
    for more in ({"headersHelper": helper},
                 {"headers": {"Authorization": "Bearer t", **wrong}}):
        with Guarded("t") as g:
            names = []
            take = g.take
            g.take = lambda handler, message: (
                names.append(sorted(n.lower() for n in handler.headers)),
                take(handler, message))
            config = fault_config(folder, g=entry(g, **more))
            done = codemode("run", "--config", config, stdin=OK)
            assert done.out == "1\n", done
            sent = {name for one in names for name in one}
            assert sent & {n.lower() for n in wrong} == {"content-length"}, names
            assert all(n.count("content-length") == 1 for n in names), names


def test_a_helper_starts_in_the_project(folder):
    script = pathlib.Path(folder) / "helper.sh"
    script.write_text("#!/bin/sh\necho '{\"Authorization\": \"Bearer near\"}'\n")
    script.chmod(0o755)
    with Guarded("near") as g:
        path = pathlib.Path(folder) / ".mcp.json"
        path.write_text(json.dumps({"mcpServers": {"g": entry(
            g, headersHelper="./helper.sh")}}))
        done = codemode("run", "--config", str(path), stdin=OK, cwd="/")
        assert done.out == "1\n", done


# ---- nothing is shown -------------------------------------------------------

def test_no_token_is_shown(folder):
    path = pathlib.Path(folder) / "token"
    trace = pathlib.Path(folder) / "trace"
    path.write_text(SECRET)
    sources = ({"bearerTokenFile": "token"},
               {"bearerTokenCommand": ["cat", str(path)]},
               {"headersHelper": f"echo '{{\"X-Key\": \"{SECRET}\", "
                                 f"\"Authorization\": \"Basic {SECRET}\"}}'"},
               {"bearerTokenEnv": "MY_VARIABLE"}, {"bearerToken": SECRET},
               {"headers": {"Authorization": f"Bearer {SECRET}"}},
               {"headers": {"Authorization": "Bearer ${MY_VARIABLE}"}},
               {"headers": {"Authorization": "Bearer ${file:token}"}},
               {"env_http_headers": {"Authorization": "MY_VARIABLE"}})
    for more in sources:
        with Guarded() as g:
            config = fault_config(folder, g=entry(g, **more))
            with Server("--config", config, "--trace-wire", str(trace),
                        "--log-level", "debug", env={"MY_VARIABLE": SECRET}) as s:
                s.start()
                s.wait_for_tools("g.ok")
                answered = s.execute("return await tools.g['echo-auth']()")
                assert "bad credentials" in one(answered), answered
                assert any(SECRET in (a or "") for _, a, _ in g.seen), g.seen
                assert SECRET not in json.dumps(answered), answered
            assert SECRET not in "".join(s.errors), s.errors
            assert "bad credentials" in trace.read_text()
            assert SECRET not in trace.read_text(), more
        with Guarded("another-one") as g:
            config = fault_config(folder, g=entry(g, **more))
            for args in ((), ("--json",)):
                done = codemode("doctor", "--config", config, "--log-level", "debug",
                                *args, env={"MY_VARIABLE": SECRET})
                assert done.status == 1 and "HTTP 401" in done.out, done
                assert SECRET not in done.out + done.err, (more, done)


def test_values_of_variables_are_not_shown(folder):
    env = {"MY_PASS": SECRET, "API_TOKEN": SECRET + "2"}
    servers = {
        "gone": {"command": f"/no/such/${{MY_PASS}}/program"},
        "cwd": {"command": sys.executable, "cwd": "/no/${MY_PASS}"},
        "leaves": {"command": sys.executable, "env_vars": ["API_TOKEN"], "args": [
            "-c", "import os, sys; sys.exit('no: ' + os.environ['API_TOKEN'])"]},
        "args": {"command": sys.executable, "args": [
            "-c", "import sys; sys.exit(sys.argv[1])", "${MY_PASS}"]},
        "bad": {"url": "ftp://h/${MY_PASS}"},
        "pets": {"openapi": "/no/such/${MY_PASS}.json"}}
    config = fault_config(folder, **servers)
    for args in ((), ("--json",)):
        done = codemode("doctor", "--config", config, "--log-level", "debug", *args,
                        env=env)
        assert SECRET not in done.out + done.err, done
        assert "${MY_PASS}" in done.out, done
        assert "no: ${API_TOKEN}" in done.out, done
    with Server("--config", fault_config(
            folder, p={"command": sys.executable, "args": [str(PLAIN)],
                       "env": {"SOME_KEY": "${MY_PASS}"}}),
            "--trace-wire", str(pathlib.Path(folder) / "trace"), env=env) as s:
        s.start()
        s.wait_for_tools("p.say")
        said = s.execute("return await tools.p.say({ text: 'x' + (await "
                         "tools.p.env()).SOME_KEY.slice(0) })")
        assert one(said) == "x${MY_PASS}", said
        left = s.execute("return await tools.p.leave({ text: (await "
                         "tools.p.env()).SOME_KEY })")
        assert one(left) == 'server "p": the process exited with status 7\n' \
                            "Caused by: x${MY_PASS} | ${MY_PASS}", left
    assert SECRET not in "".join(s.errors), s.errors
    assert SECRET not in pathlib.Path(folder, "trace").read_text()


def test_what_we_cut_shows_no_part_of_them(folder):
    """Words of servers are shown up to a length, which may end in a secret."""
    with Guarded(SECRET) as g:
        take = g.take

        def answer(handler, message):
            if message.get("method") != "tools/call":
                return take(handler, message)
            n, how = (message["params"]["arguments"][k] for k in ("n", "how"))
            words = "x" * n + " " + handler.headers["Authorization"]
            if how == "status":
                return handler.answer(500, words)
            return handler.answer(200, json.dumps({
                "jsonrpc": "2.0", "id": message["id"],
                "error": {"code": -32000, "message": words}}))

        g.take = answer
        config = fault_config(folder, g=entry(g, bearerToken="${KEY_TO_G}"))
        program = """
            const all = []
            for (const how of ["status", "error"])
                for (let n = how === "error" ? 550 : 80; n < 650; n++) {
                    if (how === "status" && n > 140) break
                    all.push(await tools.g.ok({ n, how }).catch((e) => e.message))
                }
            return all"""
        done = codemode("run", "--config", config, stdin=program,
                        env={"KEY_TO_G": SECRET})
        texts = done.value()
        assert len(texts) == 161 and not any(SECRET[:6] in t for t in texts), [
            t[-80:] for t in texts if SECRET[:6] in t]
    for n in range(270, 302, 3):
        script = f'echo "begin $A_TOKEN {"y" * n}" >&2; exit 3'
        done = codemode("doctor", "--config", fault_config(folder, h={
            "command": "sh", "args": ["-c", script], "env": {"A_TOKEN": SECRET}}))
        text = done.out + done.err
        assert "yyy" in text and SECRET[-6:] not in text, text


def test_a_cut_behind_a_secret_shows_no_part_of_it(folder):
    """Where we cut in the middle of a message, at its end or at its begin."""
    hidden = "${KEY_TO_G}"

    def parts(text):
        return [SECRET[i:i + 6] for i in range(len(SECRET) - 5) if SECRET[i:i + 6] in text]

    with Guarded(SECRET) as g:
        take, where = g.take, {}

        def answer(handler, message):
            n, how = where["n"], where["how"]
            if how == "version" and message.get("method") == "initialize":
                return handler.answer(200, json.dumps({
                    "jsonrpc": "2.0", "id": message["id"], "result": {
                        "protocolVersion": "v" * n + SECRET + "v"}}))
            if how == "version" or message.get("method") != "tools/list":
                return take(handler, message)
            if how == "redirect":
                handler.send_response(302)
                handler.send_header("Location", f"http://127.0.0.1/{'a' * n}{SECRET}zz")
            elif how == "type":
                handler.send_response(200)
                handler.send_header("Content-Type", "t" * n + SECRET + "/x")
            handler.send_header("Content-Length", "1")
            handler.end_headers()
            handler.wfile.write(b"x")

        config = fault_config(folder, g=entry(g, bearerToken=hidden))
        g.take = answer
        for how, n in (("redirect", 163), ("redirect", 175), ("type", 45), ("type", 52),
                       ("version", 22), ("version", 32)):
            where.update(how=how, n=n)
            for args in (("doctor",), ("run", "--log-level", "debug")):
                done = codemode(*args, "--config", config, stdin=together(call("g.ok")),
                                env={"KEY_TO_G": SECRET})
                text = done.out + done.err
                assert parts(text) == [] and "${KEY" in text, (how, n, text)
        g.take = take
        g.names = ("ok", "n" * 85 + SECRET + "q" * 60, "m" * 95 + SECRET + "q" * 60)
        for args in (("doctor",), ("run", "--log-level", "debug")):
            done = codemode(*args, "--config", config, stdin=together(call("g.ok")),
                            env={"KEY_TO_G": SECRET})
            text = done.out + done.err
            assert parts(text) == [] and text.count("skipped") >= 2, text
    path = pathlib.Path(folder) / "c.json"
    for n in (981, 990, 4000, 4075, 4085):
        script = f'printf %s "$A_KEY" >&2; head -c {n} /dev/zero | tr "\\0" x >&2; exit 3'
        child = {"command": ["sh", "-c", script], "env": {"A_KEY": hidden}}
        path.write_text(json.dumps({"tools": {"t.fail": child}, "mcpServers": {"h": {
            "command": "sh", "args": ["-c", script], "env": {"A_KEY": hidden}}}}))
        done = codemode("run", "--config", str(path), env={"KEY_TO_G": SECRET},
                        stdin=together(call("t.fail"), call("h.x")))
        text = done.out + done.err
        assert parts(text) == [] and text.count("xxx") > 2, (n, text)
    # 999 bytes are the sign's and what follows it: nothing of it is cut
    script = 'printf %s "$A_KEY" >&2; head -c 985 /dev/zero | tr "\\0" x >&2; exit 3'
    path.write_text(json.dumps({"tools": {"t.fail": {
        "command": ["sh", "-c", script], "env": {"A_KEY": hidden}}}}))
    done = codemode("run", "--config", str(path), stdin=together(call("t.fail")),
                    env={"KEY_TO_G": SECRET})
    assert done.value() == [{"error": "t.fail: sh exited with status 3: " + hidden
                             + "x" * 985}], done


def test_data_of_a_direct_tools_error_is_redacted(folder):
    with Guarded(SECRET) as g:
        take = g.take

        def answer(handler, message):
            if message.get("method") != "tools/call":
                return take(handler, message)
            auth = handler.headers["Authorization"]
            return handler.answer(200, json.dumps({
                "jsonrpc": "2.0", "id": message["id"], "error": {
                    "code": -32005, "message": auth, "data": {
                        "k": [auth, 1, 1.5, True, None, {}], auth: SECRET[:-3],
                        "n": 123456789, "m": -4}}}))

        g.take = answer
        config = fault_config(folder, g=entry(
            g, bearerToken="${KEY_TO_G}", direct=True, headers={"X-Pin": "${PIN_KEY}"}))
        with Server("--config", config, env={"KEY_TO_G": SECRET,
                                             "PIN_KEY": "123456789"}) as server:
            server.start()
            while True:
                tools = server.request("tools/list")["result"]["tools"]
                if any(t["name"] == "g_ok" for t in tools):
                    break
                time.sleep(0.05)
            error = server.request("tools/call", {"name": "g_ok", "arguments": {}})["error"]
    assert error == {"code": -32005, "message": "${header:Authorization}", "data": {
        "k": ["${header:Authorization}", 1, 1.5, True, None, {}],
        "${header:Authorization}": "${KEY_TO_G}", "n": "${PIN_KEY}", "m": -4}}, error


def test_command_tools_do_not_show_them_either(folder):
    path = pathlib.Path(folder) / "c.json"
    path.write_text(json.dumps({"tools": {"t.fail": {
        "command": [sys.executable, "-c", "import sys; sys.exit(sys.argv[1])",
                    "${MY_PASS}"]}}}))
    done = codemode("run", "--config", str(path), stdin=together(call("t.fail")),
                    env={"MY_PASS": SECRET})
    assert done.value() == [{"error": f"t.fail: {sys.executable} exited with status "
                                      "1: ${MY_PASS}"}], done


# ---- what children get ------------------------------------------------------

SMALL = {"HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR",
         "TZ", "USER"}


def env_of(folder, entry_keys, top=None):
    config = {"mcpServers": {"p": dict({"command": sys.executable,
                                        "args": [str(PLAIN)]}, **entry_keys)}}
    path = pathlib.Path(folder) / "env.json"
    path.write_text(json.dumps(dict(config, **(top or {}))))
    done = codemode("run", "--config", str(path), stdin="return await tools.p.env()",
                    env={"MY_PASS": "outside", "OTHER": "too"})
    got = done.value()
    got.pop("LC_CTYPE", None) # Python's own
    return got


def test_children_inherit_little_or_all(folder):
    for keys, top in (({}, None), ({"inheritEnv": "minimal"}, {"inheritEnv": "all"}),
                      ({}, {"inheritEnv": "minimal"})):
        got = env_of(folder, keys, top)
        assert set(got) <= SMALL and "PATH" in got, (keys, top, got)
    for keys, top in (({"inheritEnv": "all"}, None), ({}, {"inheritEnv": "all"}),
                      ({"inheritEnv": "all"}, {"inheritEnv": "minimal"})):
        got = env_of(folder, keys, top)
        assert got["MY_PASS"] == "outside" and got["OTHER"] == "too", got
        want = {**os.environ, "MY_PASS": "outside", "OTHER": "too"}
        want.pop("LC_CTYPE", None)
        assert got == want, set(got) ^ set(want)
    got = env_of(folder, {"inheritEnv": "all", "env": {"OTHER": None, "MY_PASS": "in"}})
    assert got["MY_PASS"] == "in" and "OTHER" not in got, got
    got = env_of(folder, {"env_vars": ["OTHER"]})
    assert got["OTHER"] == "too" and "MY_PASS" not in got, got


def test_command_tools_inherit_as_they_say(folder):
    tool = {"command": [sys.executable, "-c",
                        "import os; print(os.environ.get('MY_PASS', 'unset'))"]}
    path = pathlib.Path(folder) / "c.json"
    for top, own, want in ((None, None, "unset\n"), ("all", None, "outside\n"),
                           (None, "all", "outside\n"), ("all", "minimal", "unset\n")):
        entry_keys = dict(tool, **({"inheritEnv": own} if own else {}))
        path.write_text(json.dumps(dict({"tools": {"t.e": entry_keys}},
                                        **({"inheritEnv": top} if top else {}))))
        done = codemode("run", "--config", str(path), stdin="return await tools.t.e()",
                        env={"MY_PASS": "outside"})
        assert done.out == want + ("" if want.endswith("\n") else "\n") or \
            done.out.strip() == want.strip(), (top, own, done)
        assert done.err == "", done
    path.write_text(json.dumps({"inheritEnv": 1, "tools": {"t.e": tool}}))
    done = codemode("run", "--config", str(path), stdin="return 1")
    assert done.status == 2 and 'must be "minimal" or "all"' in done.err, done


def test_children_get_three_descriptors(folder):
    servers = {n: {"command": sys.executable, "args": [str(PLAIN)]} for n in "pqr"}
    with Server("--config", fault_config(folder, **servers), "--trace-wire",
                str(pathlib.Path(folder) / "trace")) as s:
        s.start()
        s.wait_for_tools("p.fds", "q.fds", "r.fds")
        for name in "pqr":
            got = s.execute(f"return await tools.{name}.fds()")
            assert json.loads(one(got)) == {"fds": [0, 1, 2]}, got
    path = pathlib.Path(folder) / "c.json"
    path.write_text(json.dumps({"tools": {"t.fds": {"output": "json", "command": [
        sys.executable, "-c",
        "import os; f = '/proc/self/fd'; n = os.listdir(f); "
        "print(sorted(int(x) for x in n if os.path.exists(f + '/' + x)))"]}}}))
    # What we were given by whoever started us stays with us.
    ours = os.open(folder, os.O_RDONLY)
    os.set_inheritable(ours, True)
    done = subprocess.run(
        [CODEMODE, "run", "--config", str(path)], pass_fds=[ours], timeout=PATIENCE,
        input=b"return await tools.t.fds()", capture_output=True)
    os.close(ours)
    assert json.loads(done.stdout) == [0, 1, 2], done


# ---- what is kept -----------------------------------------------------------

def modes(folder):
    return {stat.S_IMODE(p.stat().st_mode): p for p in sorted(folder.rglob("*"))}


def test_kept_files_are_the_users_alone(folder):
    cache = pathlib.Path(folder) / "cache"
    servers = {"p": {"command": sys.executable, "args": [str(PLAIN)]}}
    old = os.umask(0)
    try:
        with Server("--config", fault_config(folder, **servers), "--trace-wire",
                    str(pathlib.Path(folder) / "trace"),
                    env={"XDG_CACHE_HOME": str(cache)}) as s:
            s.start()
            s.wait_for_tools("p.pid")
            cut = s.execute("return 'x\\n'.repeat(30000)")
            assert "lines" in one(cut), cut
    finally:
        os.umask(old)
    kept = [p for p in cache.rglob("*")]
    files = [p for p in kept if p.is_file()]
    assert {p.parent.name for p in files} == {"lists", "output"}, files
    for p in [cache, *kept]:
        want = 0o600 if p.is_file() else 0o700
        assert stat.S_IMODE(p.stat().st_mode) == want, (p, oct(p.stat().st_mode))
    assert stat.S_IMODE(pathlib.Path(folder, "trace").stat().st_mode) == 0o600


def test_the_kept_list_does_not_depend_on_the_session(folder):
    """With all variables, those of a terminal change from start to start."""
    cache = pathlib.Path(folder) / "cache"
    entry_keys = {"command": sys.executable, "args": [str(PLAIN)],
                  "inheritEnv": "all", "env": {"ACCOUNT": "a"}}
    for n, own, want in ((1, "a", 1), (2, "a", 1), (3, "b", 2)):
        entry_keys["env"]["ACCOUNT"] = own
        with Server("--config", fault_config(folder, p=entry_keys), env={
                "XDG_CACHE_HOME": str(cache), "SESSION": str(n)}) as s:
            s.start()
            s.wait_for_tools("p.pid")
            end = time.monotonic() + PATIENCE
            while len(list((cache / "codemode/lists").glob("*"))) < want:
                assert time.monotonic() < end
                time.sleep(0.02)
        assert len(list((cache / "codemode/lists").glob("*"))) == want, n


if __name__ == "__main__":
    main(globals())
