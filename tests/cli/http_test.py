#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""codemode serve --http: Streamable HTTP in both eras of the protocol."""
import contextlib
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time

from harness import (CODEMODE, PATIENCE, TESTS, bare, call, fault_config,
                     main, own_cache, slow_config, together)

sys.path.insert(0, str(TESTS / "mcp"))
from http_server_double import Double # noqa: E402

VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"
JSON = "application/json"
EVENTS = "text/event-stream"
BOTH = f"{JSON}, {EVENTS}"


class Gateway:
    """`codemode serve --http` and connections to it."""

    def __init__(self, *args, env=None):
        self.process = subprocess.Popen(
            [CODEMODE, "serve", "--http", "127.0.0.1:0", *args],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True,
            env=own_cache(env))
        line = self.process.stderr.readline()
        found = re.fullmatch(r"serving http://127\.0\.0\.1:(\d+)/mcp\n", line)
        assert found, line
        self.port = int(found.group(1))

    def send(self, method="POST", path="/mcp", body=None, **headers):
        """The answer, unread. Header names are written with `_`."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port,
                                                timeout=PATIENCE)
        fields = {"accept": BOTH}
        if body is not None:
            fields["content-type"] = JSON
            body = body if isinstance(body, str) else json.dumps(body)
        fields.update({name.replace("_", "-"): value
                       for name, value in headers.items()})
        fields = {name: value for name, value in fields.items()
                  if value is not None}
        connection.request(method, path, body, fields)
        answer = connection.getresponse()
        answer.connection = connection
        return answer

    def ask(self, **more):
        """(status, JSON body or None)"""
        answer = self.send(**more)
        body = answer.read()
        answer.connection.close()
        return answer.status, json.loads(body) if body else None

    def start(self, version="2025-11-25"):
        """The id of a new session."""
        answer = self.send(body=request("initialize", {
            "protocolVersion": version, "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"}}))
        result = json.loads(answer.read())["result"]
        answer.connection.close()
        assert answer.status == 200 and result["protocolVersion"] == version
        session = answer.headers["mcp-session-id"]
        assert re.fullmatch(r"[0-9a-f]{32}", session), session
        assert self.ask(body={"jsonrpc": "2.0",
                              "method": "notifications/initialized"},
                        mcp_session_id=session) == (202, None)
        return session

    def modern(self, method, named=None, accept=BOTH, **params):
        params["_meta"] = dict({VERSION: "2026-07-28", CAPABILITIES: {}},
                               **params.get("_meta", {}))
        return self.send(body=request(method, params), accept=accept,
                         mcp_protocol_version="2026-07-28", mcp_method=method,
                         mcp_name=named)

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        status = self.process.wait(PATIENCE)
        return status, self.process.stdout.read(), self.process.stderr.read()


@contextlib.contextmanager
def gateway(*args, env=None):
    g = Gateway(*args, env=env)
    try:
        yield g
        status, out, err = g.stop()
        assert (status, out, err) == (0, "", ""), (status, out, err)
    finally:
        if g.process.poll() is None:
            g.process.kill()
            g.process.wait()
        g.process.stdout.close()
        g.process.stderr.close()


def request(method, params=None, ident=1):
    message = {"jsonrpc": "2.0", "id": ident, "method": method}
    if params is not None:
        message["params"] = params
    return message


def execute(code, **more):
    return dict({"name": "execute", "arguments": {"code": code}}, **more)


def fields(answer):
    """Events of a stream as they come: (id, retry, data), None for what an
    event does not say."""
    assert answer.headers["content-type"] == EVENTS, answer.headers
    event = {}
    for line in answer:
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if name == "" and event:
            yield event.get("id"), event.get("retry"), event.get("data")
            event = {}
        elif name in ("id", "retry", "data"):
            assert name not in event, event
            event[name] = value


def events(answer):
    """Messages of a stream, as they come."""
    for _, _, data in fields(answer):
        if data:
            yield json.loads(data)


def break_off(answer):
    """The connection ends in the middle of an answer."""
    answer.connection.sock.shutdown(socket.SHUT_RDWR)
    answer.connection.close()
    answer.close()


def error_of(status_and_body, status, code, part):
    got, body = status_and_body
    assert got == status and body["error"]["code"] == code, (got, body)
    assert part in body["error"]["message"], body


def test_a_session_lists_and_calls():
    with gateway("--demo") as g:
        session = g.start()
        status, body = g.ask(body=request("tools/list"), mcp_session_id=session,
                             mcp_protocol_version="2025-11-25")
        assert status == 200
        assert [t["name"] for t in body["result"]["tools"]] == ["execute"]
        status, body = g.ask(body=request("tools/call", execute(
            together(call("customers.list")))), mcp_session_id=session)
        assert status == 200 and "isError" not in body["result"], body
        assert body["result"]["_meta"]["toolCalls"] == [
            {"tool": "customers.list", "status": "completed"}], body
        assert g.ask(body=request("ping"), mcp_session_id=session) == (
            200, {"jsonrpc": "2.0", "id": 1, "result": {}})


def test_progress_makes_a_stream():
    with gateway("--demo") as g:
        session = g.start()
        answer = g.send(body=request("tools/call", execute(
            together(call("customers.list")), _meta={"progressToken": "p"}),
            ident="seven"), mcp_session_id=session)
        seen = list(events(answer))
        assert [m["params"]["message"] for m in seen[:-1]] == [
            "calling customers.list", "completed customers.list"], seen
        assert all(m["params"]["progressToken"] == "p" for m in seen[:-1])
        assert seen[-1]["id"] == "seven" and "result" in seen[-1], seen


def test_a_client_gets_the_form_that_it_takes():
    with gateway("--demo") as g:
        session = g.start()
        body = request("tools/call", execute(
            together(call("customers.list")), _meta={"progressToken": 1}))
        answer = g.send(body=body, mcp_session_id=session, accept=JSON)
        assert json.loads(answer.read())["id"] == 1
        answer = g.send(body=request("ping"), mcp_session_id=session,
                        accept=EVENTS)
        assert [m["result"] for m in events(answer)] == [{}]
        answer = g.send(body=request("ping"), mcp_session_id=session, accept=None)
        assert json.loads(answer.read())["result"] == {}
        error_of(g.ask(body=request("ping"), mcp_session_id=session,
                       accept="text/html"), 406, -32000, "accept")


def test_sessions_are_told_apart_and_end():
    with gateway("--demo") as g:
        first, second = g.start(), g.start("2025-06-18")
        assert first != second
        error_of(g.ask(body=request("ping")), 400, -32000, "no session")
        error_of(g.ask(body=request("ping"), mcp_session_id="f" * 32),
                 404, -32000, "not found")
        assert g.ask(method="DELETE", mcp_session_id=first) == (204, None)
        error_of(g.ask(body=request("ping"), mcp_session_id=first),
                 404, -32000, "not found")
        assert g.ask(body=request("ping"), mcp_session_id=second)[0] == 200
        error_of(g.ask(body=request("ping"), mcp_session_id=second,
                       mcp_protocol_version="2020-01-01"),
                 400, -32000, "MCP-Protocol-Version")


def test_one_id_may_be_used_by_many_clients(folder):
    with gateway("--demo") as g:
        sessions = [g.start() for _ in range(20)]
        answers = [g.send(body=request("tools/call", execute(
            together(call("customers.list")))), mcp_session_id=s)
            for s in sessions]
        assert all("result" in json.loads(a.read()) for a in answers)
        answers = [g.modern("tools/call", "execute", **execute(
            together(call("customers.list")))) for _ in range(20)]
        assert all("result" in json.loads(a.read()) for a in answers)


def test_a_changed_list_reaches_listeners(folder):
    config = slow_config(folder, "s", 1.2)
    with gateway("--config", config) as g:
        session = g.start()
        listener = g.send(method="GET", mcp_session_id=session)
        assert listener.status == 200
        subscribed = events(g.modern("subscriptions/listen",
                                     notifications={"toolsListChanged": True}))
        first = next(subscribed)
        assert first["method"] == "notifications/subscriptions/acknowledged"
        assert first["params"]["_meta"] == {SUBSCRIPTION: 1}, first
        status, body = g.ask(body=request("tools/list"), mcp_session_id=session)
        (tool,) = body["result"]["tools"]
        assert "\nStill starting: s." in tool["description"], body
        note = next(events(listener))
        assert note["method"] == "notifications/tools/list_changed", note
        note = next(subscribed)
        assert note["method"] == "notifications/tools/list_changed", note
        assert note["params"]["_meta"] == {SUBSCRIPTION: 1}, note


def test_modern_requests_need_no_session():
    with gateway("--demo") as g:
        answer = g.modern("tools/call", "execute",
                          **execute(together(call("customers.list"))))
        body = json.loads(answer.read())
        assert answer.status == 200 and "mcp-session-id" not in answer.headers
        assert body["result"]["resultType"] == "complete", body
        answer = g.modern("no/such")
        assert answer.status == 404
        assert json.loads(answer.read())["error"]["code"] == -32601
        for method in ("GET", "DELETE"):
            answer = g.send(method=method, mcp_protocol_version="2026-07-28")
            assert answer.status == 405 and answer.headers["allow"] == "POST"
            answer.read()


def test_modern_headers_repeat_the_message():
    good = dict(mcp_protocol_version="2026-07-28", mcp_method="tools/call",
                mcp_name="execute")
    params = execute("return 1", _meta={VERSION: "2026-07-28", CAPABILITIES: {}})
    with gateway("--demo") as g:
        assert g.ask(body=request("tools/call", params), **good)[0] == 200
        encoded = dict(good, mcp_name="=?base64?ZXhlY3V0ZQ==?=")
        assert g.ask(body=request("tools/call", params), **encoded)[0] == 200
        for name, value, part in [
                ("mcp_protocol_version", None, "MCP-Protocol-Version"),
                ("mcp_protocol_version", "2025-11-25", "MCP-Protocol-Version"),
                ("mcp_method", None, "Mcp-Method"),
                ("mcp_method", "tools/list", "Mcp-Method"),
                ("mcp_name", None, "Mcp-Name"),
                ("mcp_name", "Execute", "Mcp-Name"),
                ("mcp_name", "=?base64?ZXhl?=", "Mcp-Name")]:
            got = g.ask(body=request("tools/call", params),
                        **dict(good, **{name: value}))
            error_of(got, 400, -32020, part)
            assert got[1]["id"] == 1, got
        strange = {"_meta": {VERSION: "2031-01-01", CAPABILITIES: {}}}
        got = g.ask(body=request("tools/list", strange),
                    mcp_protocol_version="2031-01-01", mcp_method="tools/list")
        error_of(got, 400, -32022, "version")
        assert got[1]["error"]["data"]["supported"] == ["2026-07-28"], got
        error_of(g.ask(body=request("tools/list", {}), **dict(
            good, mcp_method="tools/list")), 400, -32602, VERSION)


def test_a_closed_connection_cancels_a_modern_call(folder):
    config = fault_config(folder, f="")
    with gateway("--config", config) as g:
        answer = g.modern("tools/call", "execute", **execute(
            together(bare("f.hang") + ","), _meta={"progressToken": 1}))
        assert next(events(answer))["params"]["message"] == "calling f.hang"
        break_off(answer)
        began = time.monotonic()
    assert time.monotonic() - began < PATIENCE / 2


def test_a_cancelled_call_ends_its_request(folder):
    with gateway("--config", fault_config(folder, f="")) as g:
        session = g.start()
        body = request("tools/call", execute(
            together(bare("f.hang") + ","), _meta={"progressToken": 1}), 5)
        running = events(g.send(body=body, mcp_session_id=session))
        next(running)
        assert g.ask(body={"jsonrpc": "2.0", "method": "notifications/cancelled",
                           "params": {"requestId": 5}},
                     mcp_session_id=session) == (202, None)
        assert list(running) == []


def refused_origin(g, origin):
    return raw_status(g, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nOrigin: " +
                      origin + b"\r\nConnection: close\r\n\r\n") == b"403"


def test_what_is_no_origin_is_none_of_any():
    with gateway("--demo", "--allow-origin", "*") as g:
        for origin in (b"", b"a\tb", b"http://a\x7f", b"\xff", b"a b"):
            assert refused_origin(g, origin), origin
        assert not refused_origin(g, b"x-y://z")


def test_hosts_and_origins():
    with gateway("--demo", "--allow-host", "gate.example",
                 "--allow-origin", "https://app.example") as g:
        session = g.start()
        for headers, status in [
                ({"host": "evil.example"}, 403),
                ({"host": "gate.example"}, 200),
                ({"host": "localhost:1"}, 200),
                ({"origin": "http://evil.example"}, 403),
                ({"origin": "null"}, 403),
                ({"origin": "http://localhost:5173"}, 200),
                ({"origin": "https://app.example"}, 200)]:
            answer = g.send(body=request("ping"), mcp_session_id=session,
                            **headers)
            answer.read()
            assert answer.status == status, (headers, answer.status)
            shown = answer.headers["access-control-allow-origin"]
            wanted = headers.get("origin") if status == 200 else None
            assert shown == wanted, (headers, shown)
        assert refused_origin(g, b"")
        answer = g.send(method="OPTIONS", origin="https://app.example")
        assert answer.status == 204
        assert "POST" in answer.headers["access-control-allow-methods"]
        answer.read()


def test_a_token_is_asked_for():
    """F78b"""
    with gateway("--demo", "--http-token-env", "CM_TEST_TOKEN",
                 env={"CM_TEST_TOKEN": "s3cret"}) as g:
        for given in (None, "Bearer", "Bearer wrong!", "Bearer s3cre",
                      "Bearer s3cret0", "Basic s3cret", "s3cret"):
            answer = g.send(body=request("ping"), authorization=given)
            assert answer.status == 401, given
            assert answer.headers["www-authenticate"] == "Bearer"
            assert "s3cret" not in answer.read().decode()
        answer = g.send(body=request("ping"), authorization="bearer s3cret")
        assert answer.status == 400  # it got as far as to want a session
        answer.read()
        assert g.ask(method="GET", path="/healthz") == (200, {"status": "ok"})


def head_of(first="POST /mcp", host="localhost", origin=None,
            token="s3cret", length=2, more=""):
    """The head of a request, as bytes."""
    return (f"{first} HTTP/1.1\r\nHost: {host}\r\n"
            + (f"Origin: {origin}\r\n" if origin else "")
            + (f"Authorization: Bearer {token}\r\n" if token else "")
            + f"Content-Type: {JSON}\r\nContent-Length: {length}\r\n"
            + more + "\r\n").encode()


def answer_to_head(g, head, expect):
    """The answer to one that waits for 100, or to a whole request."""
    with socket.create_connection(("127.0.0.1", g.port),
                                  timeout=PATIENCE) as c:
        more = head.get("more", "")
        c.sendall(head_of(**dict(head, more=more + expect)))
        if not expect:
            c.sendall(b"{}")
        status = c.recv(12, socket.MSG_PEEK | socket.MSG_WAITALL)
        answer = http.client.HTTPResponse(
            c, method=head.get("first", "POST").split()[0])
        if status == b"HTTP/1.1 100":
            c.sendall(b"{}")
        answer.begin()
        return status.decode()[9:], answer, answer.read()


def test_heads_are_refused_before_their_bodies():
    """Nobody is told to go on with a body that nobody will read."""
    wrong = "the bearer token is missing or wrong"
    modern = "MCP-Protocol-Version: 2026-07-28\r\n"
    with gateway("--demo", "--http-token-env", "CM_TEST_TOKEN",
                 env={"CM_TEST_TOKEN": "s3cret"}) as g:
        for head, status, header, text in (
                ({"host": "evil.example", "token": None}, 403, None,
                 "this Host is not served"),
                ({"origin": "http://evil.example"}, 403, None,
                 "this Origin is not allowed"),
                ({"token": None}, 401, ("www-authenticate", "Bearer"), wrong),
                ({"token": "s3cres"}, 401, ("www-authenticate", "Bearer"),
                 wrong),
                ({"first": "POST /other", "token": None}, 404, None,
                 "there is nothing but /mcp and /healthz here"),
                ({"first": "PUT /mcp"}, 405, ("allow", "POST, GET, DELETE"),
                 "method not allowed"),
                ({"first": "DELETE /mcp", "more": modern}, 405,
                 ("allow", "POST"), "method not allowed"),
                ({"first": "OPTIONS /mcp", "token": None}, 204,
                 ("access-control-allow-methods", "POST, GET, DELETE"), None),
                ({"first": "POST /healthz", "token": None}, 200, None, None),
                ({}, 400, None, None)): # the body is seen, and is no message
            for expect in ("", "Expect: 100-continue\r\n"):
                first, answer, body = answer_to_head(g, head, expect)
                is_read = expect and status == 400
                assert first == ("100" if is_read else str(status)), (head, first)
                assert answer.status == status, (head, answer.status)
                assert answer.will_close == (expect != "" and not is_read)
                if header:
                    assert answer.headers[header[0]] == header[1], head
                if text:
                    error = json.loads(body)["error"]
                    assert (error["code"], error["message"]) == (-32000, text)


def test_bodies_of_strangers_take_no_memory():
    size = 16 << 20
    with gateway("--demo", "--http-token-env", "CM_TEST_TOKEN",
                 env={"CM_TEST_TOKEN": "s3cret"}) as g:
        def resident():
            status = pathlib.Path(f"/proc/{g.process.pid}/status").read_text()
            return int(re.search(r"VmRSS:\s*(\d+) kB", status).group(1)) << 10

        before, strangers = resident(), []
        for n in range(8):
            c = socket.create_connection(("127.0.0.1", g.port),
                                         timeout=PATIENCE)
            strangers.append(c)
            c.sendall(head_of(token=None, length=size)
                      if n % 2 else
                      head_of(host="evil.example", length=size))
            c.sendall(b" " * (size - 1))
        for n, c in enumerate(strangers):
            c.sendall(b" ")
            assert c.recv(12) == (b"HTTP/1.1 401" if n % 2 else
                                  b"HTTP/1.1 403")
            assert resident() - before < size, (before, resident())
            c.close()


def test_uploads_that_broke_off_take_no_room():
    """Their ends come right behind what they sent."""
    with gateway("--demo") as g:
        head = (f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{g.port}\r\n"
                f"Content-Type: {JSON}\r\nContent-Length: 16000000\r\n\r\n")
        for _ in range(40):
            with socket.create_connection(("127.0.0.1", g.port)) as s:
                s.sendall(head.encode() + b" " * 8000000)
        body = " " * 15000000 + json.dumps(request("server/discover"))
        end = time.monotonic() + PATIENCE / 4
        while g.send(body=body).status == 503:
            assert time.monotonic() < end
            time.sleep(0.1)


def test_a_server_behind_that_wants_credentials(folder):
    """F78a: it is the program's failure, never our own 401."""
    with Double() as d:
        config = pathlib.Path(folder) / "config.json"
        config.write_text(json.dumps({"mcpServers": {"d": {"url": d.url}}}))
        with gateway("--config", str(config)) as g:
            session = g.start()
            for code in ('return await tools.d["http-401"]({})',
                         'try { await tools.d["http-401"]({}) } '
                         'catch (e) { return e.message }'):
                status, body = g.ask(body=request("tools/call", execute(code)),
                                     mcp_session_id=session)
                text = body["result"]["content"][0]["text"]
                assert status == 200 and 'server "d"' in text, body
                assert "asks for credentials (HTTP 401)" in text, text
                assert body["result"].get("isError", False) == (
                    not code.startswith("try")), body


def test_what_is_no_message():
    with gateway("--demo") as g:
        session = g.start()
        for body, status, code in [("{", 400, -32700), ("[]", 400, -32600),
                                   ("[1]", 400, -32600), ("7", 400, -32600),
                                   ("{}", 400, -32600)]:
            got = g.ask(body=body, mcp_session_id=session)
            error_of(got, status, code, "")
            assert got[1]["id"] is None, got
        error_of(g.ask(body=request("ping"), mcp_session_id=session,
                       content_type="text/plain"), 415, -32000, JSON)
        error_of(g.ask(method="PUT", body=request("ping"),
                       mcp_session_id=session), 405, -32000, "method")
        error_of(g.ask(path="/other", body=request("ping")), 404, -32000, "/mcp")
        for method in ("GET", "DELETE"):
            error_of(g.ask(method=method), 400, -32000, "no session")
        answer = g.send(method="PUT", mcp_session_id=session)
        assert answer.status == 405
        assert answer.headers["allow"] == "POST, GET, DELETE", answer.headers
        answer.read()
        answer = g.send(body='"' + "x" * (17 << 20) + '"',
                        mcp_session_id=session)
        assert answer.status == 413, answer.status


def test_a_batch_of_2025_03_26():
    with gateway("--demo") as g:
        session = g.start("2025-03-26")
        batch = [request("ping", ident="a"), request("tools/list", ident=7),
                 {"jsonrpc": "2.0", "method": "notifications/cancelled",
                  "params": {"requestId": 99}},
                 {"jsonrpc": "2.0", "id": 5, "result": {}}, 7, {"id": 3}, []]
        status, body = g.ask(body=batch, mcp_session_id=session)
        assert status == 200 and len(body) == 5, body
        assert body[0] == {"jsonrpc": "2.0", "id": "a", "result": {}}, body
        errors = [m["error"]["code"] for m in body if "error" in m]
        assert errors == [-32600] * 3, body
        (tools,) = [m for m in body if m["id"] == 7]
        assert tools["result"]["tools"][0]["name"] == "execute", tools
        answer = g.send(body=batch[:1], mcp_session_id=session, accept=EVENTS)
        assert list(events(answer)) == [
            [{"jsonrpc": "2.0", "id": "a", "result": {}}]]
        assert g.ask(body=batch[2:4], mcp_session_id=session) == (202, None)


def test_progress_of_a_batch_comes_before_its_answers():
    with gateway("--demo") as g:
        session = g.start("2025-03-26")
        calls = [request("tools/call", execute(
            together(call("customers.list")), _meta={"progressToken": n}), n)
            for n in (1, 2)]
        *progress, answers = events(g.send(body=calls, mcp_session_id=session))
        assert sorted(m["params"]["progressToken"] for m in progress) == [
            1, 1, 2, 2], progress
        assert sorted(m["id"] for m in answers) == [1, 2], answers
        assert all("isError" not in m["result"] for m in answers), answers


def test_batches_that_are_refused():
    with gateway("--demo") as g:
        session = g.start("2025-03-26")
        ping = request("ping")
        for body, part in [([], "at least one"), ([ping] * 101, "100"),
                           ([ping, request("initialize", {})], "initialize")]:
            error_of(g.ask(body=body, mcp_session_id=session), 400, -32600, part)
        status, body = g.ask(body=[request("ping", ident=n) for n in range(100)],
                             mcp_session_id=session)
        assert status == 200 and [m["id"] for m in body] == list(range(100))
        for version in ("2024-11-05", "2025-06-18", "2025-11-25"):
            error_of(g.ask(body=[ping], mcp_session_id=g.start(version)),
                     400, -32600, "2025-03-26")
        error_of(g.ask(body=[request("initialize", {
            "protocolVersion": "2025-03-26"})]), 400, -32600, "2025-03-26")
        error_of(g.ask(body=[ping], mcp_session_id="f" * 32), 404, -32000, "")
        error_of(g.ask(body=[ping], mcp_protocol_version="2026-07-28"),
                 400, -32600, "")


def slow_call(token, ms=1000, ident="slow"):
    code = f"await tools.f.echo({{ text: 'x' }}); await tools.f.slow({{ ms: {ms} }})"
    return request("tools/call", execute(code + "; return 'done'", _meta={
        "progressToken": token}), ident)


def progress_of(messages):
    return [m["params"]["message"] for m in messages if "method" in m]


def test_a_stream_that_broke_is_resumed(folder):
    with gateway("--config", fault_config(folder, f="")) as g:
        session = g.start()
        answer = g.send(body=slow_call("p"), mcp_session_id=session)
        stream = fields(answer)
        assert next(stream) == ("1-0", "1000", "")  # primes a resumption
        first, retry, data = next(stream)
        assert first == "1-1" and progress_of([json.loads(data)]) == [
            "calling f.echo"], data
        break_off(answer)
        for wait in (0, 2):  # while it runs, and again when it has ended
            time.sleep(wait)
            rest = list(fields(g.send(method="GET", mcp_session_id=session,
                                      last_event_id=first)))
            assert [ident for ident, _, _ in rest] == [
                "1-2", "1-3", "1-4", "1-5"], rest
            messages = [json.loads(data) for _, _, data in rest]
            assert progress_of(messages) == [
                "completed f.echo", "calling f.slow", "completed f.slow"]
            assert messages[-1]["id"] == "slow", messages
            assert "done" in messages[-1]["result"]["content"][0]["text"]
        assert list(fields(g.send(method="GET", mcp_session_id=session,
                                  last_event_id="1-5"))) == []


def test_a_quiet_call_can_be_resumed(folder):
    """It becomes a stream, with an id, before there is anything to say."""
    with gateway("--config", fault_config(folder, f="")) as g:
        session = g.start()
        body = request("tools/call", execute(
            together(bare("f.slow", {"ms": 5000}) + ",")), 4)
        answer = g.send(body=body, mcp_session_id=session)
        ident, _, data = next(fields(answer))
        assert data == "", data
        # The client comes back before the server has noticed anything.
        again = g.send(method="GET", mcp_session_id=session,
                       last_event_id=ident)
        (message,) = events(again)
        assert message["id"] == 4 and "result" in message, message
        assert list(fields(answer)) == []


def test_ids_for_older_clients(folder):
    """No event without data, which they take for a broken message."""
    with gateway("--config", fault_config(folder, f="")) as g:
        for version in ("2025-03-26", "2025-06-18"):
            session = g.start(version)
            answer = g.send(body=slow_call(1, 10), mcp_session_id=session)
            seen = list(fields(answer))
            assert [s[:2] for s in seen] == [
                ("1-1", "1000"), ("1-2", None), ("1-3", None), ("1-4", None),
                ("1-5", None)], seen
            assert all(data for _, _, data in seen)
        answer = g.modern("tools/call", "execute", **execute(
            together(call("f.echo", {"text": "x"})), _meta={"progressToken": 1}))
        assert {ident for ident, _, _ in fields(answer)} == {None}


def test_what_a_listener_missed(folder):
    config = slow_config(folder, "s", 1.5)
    with gateway("--config", config) as g:
        session = g.start()
        listener = g.send(method="GET", mcp_session_id=session)
        ident, retry, data = next(fields(listener))
        assert (ident, retry, data) == ("0-0", "1000", "")
        status, body = g.ask(body=request("tools/list"), mcp_session_id=session)
        assert "Still starting: s." in body["result"]["tools"][0]["description"]
        break_off(listener)
        time.sleep(2)
        for _ in range(2):
            again = fields(g.send(method="GET", mcp_session_id=session,
                                  last_event_id=ident))
            assert next(again) == ("0-0", "1000", "")
            ident_of_note, _, data = next(again)
            assert ident_of_note == "0-1", ident_of_note
            assert json.loads(data)["method"] == (
                "notifications/tools/list_changed"), data


def test_a_session_has_few_listeners():
    with gateway("--demo") as g:
        session = g.start()
        listeners = []
        for _ in range(6):
            answer = g.send(method="GET", mcp_session_id=session)
            listeners.append(fields(answer))
            assert next(listeners[-1]) == ("0-0", "1000", "")
        assert [list(old) for old in listeners[:2]] == [[], []]


def test_what_cannot_be_resumed():
    with gateway("--demo") as g:
        session = g.start()
        # 257 answers: the first of them is given up.
        for number in range(1, 258):
            answer = g.send(body=request("ping"), mcp_session_id=session,
                            accept=EVENTS)
            assert [i for i, _, _ in fields(answer)] == [
                f"{number}-0", f"{number}-1"]
            answer.connection.close()
        for ident, status, part in [("1-0", 410, "not kept"),
                                    ("300-0", 410, "not kept"),
                                    ("other", 400, "Last-Event-ID"),
                                    ("", 400, "Last-Event-ID")]:
            error_of(g.ask(method="GET", mcp_session_id=session,
                           last_event_id=ident), status, -32000, part)
        (message,) = events(g.send(method="GET", mcp_session_id=session,
                                   last_event_id="2-0"))
        assert message["result"] == {}, message
        other = g.start()
        error_of(g.ask(method="GET", mcp_session_id=other,
                       last_event_id="2-0"), 410, -32000, "not kept")


def test_dead_peers_keep_nobody_out():
    starts = [b"", b"POST /mcp HTTP/1.1\r\nHost: loc",
              b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
              b"application/json\r\nContent-Length: 100\r\n\r\n{",
              b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"]
    with gateway("--demo") as g:
        session = g.start()
        dead = []
        for number in range(600):
            peer = socket.create_connection(("127.0.0.1", g.port))
            peer.sendall(starts[number % len(starts)])
            dead.append(peer)
        began = time.monotonic()
        for _ in range(5):
            assert g.ask(body=request("ping"), mcp_session_id=session)[0] == 200
        assert time.monotonic() - began < 5
        for peer in dead:
            peer.close()


def test_the_end_is_orderly_while_streams_are_open(folder):
    config = fault_config(folder, f="")
    for how in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        g = Gateway("--config", config)
        session = g.start()
        listener = g.send(method="GET", mcp_session_id=session)
        running = g.modern("tools/call", "execute", **execute(
            together(bare("f.hang") + ","), _meta={"progressToken": 1}))
        next(events(running))
        began = time.monotonic()
        status, out, err = g.stop(how)
        assert (status, out, err) == (0, "", ""), (status, out, err)
        assert time.monotonic() - began < PATIENCE / 2
        assert list(events(listener)) == []


def test_what_cannot_be_served_is_said():
    with gateway("--demo") as g:
        for args, part, status in [
                (["--http", f"127.0.0.1:{g.port}"], "in use", 1),
                (["--http", "0.0.0.0:0"], "--allow-remote", 2),
                (["--http", "nonsense"], "--http: ", 2),
                (["--http", ":0", "--http-token-env", "CM_NOT_SET"],
                 "CM_NOT_SET", 2)]:
            done = subprocess.run([CODEMODE, "serve", "--demo", *args],
                                  stdin=subprocess.DEVNULL, text=True,
                                  capture_output=True, timeout=PATIENCE)
            assert done.returncode == status and done.stdout == "", done
            assert part in done.stderr, done.stderr


def test_an_address_for_all_without_a_token_is_warned_of():
    warning = ("codemode: warn: --allow-remote: whoever reaches this address may "
               "call every tool; --http-token-env VAR asks for a token\n")
    env = dict(os.environ, CM_TEST_TOKEN="s3cret")
    for args, warned in ((["0.0.0.0:0"], True), (["127.0.0.1:0"], False),
                         (["0.0.0.0:0", "--http-token-env", "CM_TEST_TOKEN"], False)):
        with subprocess.Popen(
                [CODEMODE, "serve", "--demo", "--allow-remote", "--http", *args],
                stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                env=env) as process:
            first = process.stderr.readline()
            assert (first == warning) == warned, first
            while not first.startswith("serving "):
                first = process.stderr.readline()
                assert first
            process.terminate()
            assert process.wait(PATIENCE) == 0


def test_more_connections_than_there_is_room_for(folder):
    """Those that wait are served when others go, and new ones after them."""
    with gateway("--config", fault_config(folder, f="")) as g:
        many = [socket.create_connection(("127.0.0.1", g.port))
                for _ in range(400)]
        time.sleep(0.3)
        for connection in many:
            connection.close()
        for _ in range(2):
            assert g.ask(method="GET", path="/healthz")[0] == 200


def test_what_two_readers_may_read_differently(folder):
    with gateway("--config", fault_config(folder, f="")) as g:
        body = request("tools/call", {
            "name": "execute\0other", "arguments": {"code": "return 1"}})
        status, answer = g.ask(body=body, mcp_session_id=g.start())
        assert answer["error"]["code"] == -32602, answer
        answer = g.modern("tools/call", named="execute", name="execute\0other",
                          arguments={"code": "return 1"})
        assert answer.status == 400 and b"-32020" in answer.read()
        for head, want in ((b"GET http://localhost/healthz", b"200"),
                           (b"GET http://evil.example/healthz", b"400")):
            assert raw_status(g, head + b" HTTP/1.1\r\nHost: localhost\r\n"
                              b"Connection: close\r\n\r\n") == want, head
        assert raw_status(g, b"POST /mcp HTTP/1.1\r\nHost: localhost\r\n"
                          b"Mcp-Method: ping\r\nMcp-Method: tools/list\r\n"
                          b"Content-Length: 2\r\nConnection: close\r\n\r\n{}"
                          ) == b"400"


def test_nothing_is_left(folder):
    """Neither a descriptor of clients that went in every way, nor a process."""
    with gateway("--config", fault_config(folder, f="", g="stubborn")) as g:
        place = pathlib.Path(f"/proc/{g.process.pid}")
        session = g.start()
        counts = []

        def count():
            return len(list((place / "fd").iterdir()))

        for turn in range(2):
            for n in range(20):
                answer = g.send(body=slow_call(n, 50, f"{turn} {n}"),
                                mcp_session_id=session)
                next(events(answer))
                break_off(answer)
                listener = g.send(method="GET", mcp_session_id=session)
                break_off(listener)
                other = g.start()
                assert g.ask(method="DELETE", mcp_session_id=other)[0] == 204
            end = time.monotonic() + PATIENCE
            while counts and count() > counts[0] and time.monotonic() < end:
                time.sleep(0.05)
            time.sleep(0.5)
            counts.append(count())
        assert counts[1] <= counts[0], counts
        group = (place / "task" / str(g.process.pid) / "children").read_text()
        assert len(group.split()) == 2, group
    for pid in group.split():
        assert not pathlib.Path(f"/proc/{pid}").exists(), pid


def raw_status(g, data):
    with socket.create_connection(("127.0.0.1", g.port),
                                  timeout=PATIENCE) as connection:
        connection.sendall(data)
        return connection.recv(12)[9:]


if __name__ == "__main__":
    main(globals())
