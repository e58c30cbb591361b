#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""codemode serve --passthrough: another server, passed on unchanged, in front of
tests/mcp/conformance/fixture.py over both transports."""
import base64
import contextlib
import gc
import json
import os
import pathlib
import subprocess
import sys
import threading
import time

from harness import (CODEMODE, FAULT_SERVER, PATIENCE, TESTS, Server, codemode,
                     main)
from http_test import (EVENTS, Gateway, break_off, error_of, events, fields,
                       gateway, request)

sys.path.insert(0, str(TESTS / "mcp"))
from http_server_double import Double # noqa: E402

FIXTURE = str(TESTS / "mcp" / "conformance" / "fixture.py")
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"
VERSION = "io.modelcontextprotocol/protocolVersion"
# The era is a matter of the request, the transport behind one of the entry.
BEHIND = ("stdio", "http")


def write_config(folder, entry):
    path = pathlib.Path(folder) / "config.json"
    path.write_text(json.dumps({"mcpServers": {"fx": entry}}))
    return ["--passthrough", "--config", str(path)]


def stdio_entry(*args):
    return {"command": sys.executable, "args": [FIXTURE, *args]}


@contextlib.contextmanager
def behind(folder, transport):
    """The options that put the gateway before a fixture."""
    if transport == "stdio":
        yield write_config(folder, stdio_entry())
        return
    fixture = subprocess.Popen([sys.executable, FIXTURE, "--http"], text=True,
                               stdout=subprocess.PIPE)
    try:
        yield write_config(folder, {"url": fixture.stdout.readline().strip()})
    finally:
        fixture.terminate()
        fixture.wait()
        fixture.stdout.close()


def tool(name, token=None, **args):
    params = {"name": name, "arguments": args}
    if token is not None:
        params["_meta"] = {"progressToken": token}
    return params


def words(answer):
    return answer["result"]["content"][0]["text"]


def wait_for(question):
    end = time.monotonic() + PATIENCE
    while not question():
        assert time.monotonic() < end
        time.sleep(0.02)


def is_alive(pid):
    """A process that ended and waits for its parent is not."""
    try:
        stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def children(pid):
    return pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def ask(g, session, name, ident=1, **args):
    """The text of a tool's answer in a session."""
    status, body = g.ask(body=request("tools/call", tool(name, **args), ident),
                         mcp_session_id=session)
    assert status == 200, (status, body)
    return words(body)


def ask_modern(g, name, ident=1, **args):
    answer = g.modern("tools/call", name, **tool(name, **args))
    return words(json.loads(answer.read()))


def run_apart(function, *calls):
    """The results of one function called at once with several arguments."""
    results = [None] * len(calls)

    def run(i):
        results[i] = function(*calls[i])
    threads = [threading.Thread(target=run, args=(i,)) for i in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return results


# ---- a pipe in front ----

def test_everything_comes_through_a_pipe(folder):
    for transport in BEHIND:
        with behind(folder, transport) as options, Server(*options) as server:
            result = server.start()
            assert result["serverInfo"]["name"] == "codemode-fixture", result
            assert result["capabilities"]["completions"] == {}, result
            for ident in ("a", "7", 7, 0, -3, 2**53 - 1, "x" * 200, "\u00e4\n"):
                tools = server.request("tools/list", ident=ident)["result"]["tools"]
            by_name = {one["name"]: one for one in tools}
            assert by_name["json_schema_2020_12_tool"]["inputSchema"]["$defs"]
            for method, params, key in [
                    ("prompts/list", None, "prompts"),
                    ("resources/templates/list", {}, "resourceTemplates"),
                    ("resources/read", {"uri": "test://static-binary"}, "contents"),
                    ("completion/complete", {
                        "ref": {"type": "ref/prompt", "name": "p"},
                        "argument": {"name": "a", "value": "par"}}, "completion")]:
                assert server.request(method, params)["result"][key]
            error = server.request("resources/read", {"uri": "test://no"})["error"]
            assert error == {"code": -32002, "message": "Resource not found",
                             "data": {"uri": "test://no"}}, error
            assert server.request("no/such")["error"]["code"] == -32601


def test_progress_and_logs_come_before_the_answer(folder):
    for transport in BEHIND:
        with behind(folder, transport) as options, Server(*options) as server:
            server.start()
            server.request("tools/call", tool("test_tool_with_progress", "t\u00f6"))
            progress = [m["params"] for m in server.seen
                        if m.get("method") == "notifications/progress"]
            assert progress == [{"progressToken": "t\u00f6", "progress": n,
                                 "total": 100} for n in (0, 50, 100)], progress
            server.request("tools/call", tool("test_tool_with_logging"))
            logs = [m["params"]["data"] for m in server.seen
                    if m.get("method") == "notifications/message"]
            assert len(logs) == 3 and logs[0] == "Tool execution started", logs


def test_the_server_asks_the_client(folder):
    for transport in BEHIND:
        with behind(folder, transport) as options, Server(*options) as server:
            server.request("initialize", {
                "protocolVersion": "2025-11-25", "capabilities": {"sampling": {}},
                "clientInfo": {"name": "test", "version": "1"}})
            server.send(method="notifications/initialized")
            # Ids of the two directions are equal and yet two things.
            for ident, answer, expected in [
                    (0, {"result": {"role": "assistant", "model": "m", "content": {
                        "type": "text", "text": "forty"}}}, "LLM response: forty"),
                    (1, {"error": {"code": -1, "message": "no"}}, "no")]:
                server.send(id=ident, method="tools/call",
                            params=tool("test_sampling", prompt="?"))
                question = server.next()
                assert question["method"] == "sampling/createMessage", question
                assert question["id"] == ident, question
                server.send(id=question["id"], **answer)
                got = server.answer(ident)
                assert expected in json.dumps(got), got


def test_a_cancelled_call_is_cancelled_behind(folder):
    for transport in BEHIND:
        with behind(folder, transport) as options, Server(*options) as server:
            server.start()
            server.send(id="long", method="tools/call", params=tool("hold", "t"))
            assert server.next()["method"] == "notifications/progress"
            server.send(method="notifications/cancelled",
                        params={"requestId": "long", "reason": "enough"})
            server.send(method="notifications/cancelled",
                        params={"requestId": "never was"})
            # Requests over HTTP may pass one another.
            wait_for(lambda: [c["reason"] for c in json.loads(words(
                server.request("tools/call", tool("cancelled"))))] == ["enough"])
            assert not any(m.get("id") == "long" for m in server.seen)


def test_modern_requests_come_through_a_pipe(folder):
    meta = {VERSION: "2026-07-28", CAPABILITIES: {"elicitation": {}}}
    for transport in BEHIND:
        with behind(folder, transport) as options, Server(*options) as server:
            result = server.request("server/discover", {"_meta": meta})["result"]
            assert result["supportedVersions"] == ["2026-07-28"], result
            name = "test_input_required_result_request_state"
            result = server.request("tools/call", {
                "_meta": meta, "name": name})["result"]
            assert result["resultType"] == "input_required", result
            again = {"_meta": meta, "name": name, "inputResponses": {
                "confirm": {"action": "accept", "content": {"ok": True}}}}
            answer = server.request("tools/call", dict(
                again, requestState=result["requestState"]))
            assert words(answer) == "state-ok", answer
            answer = server.request("tools/call", dict(
                again, requestState="x" + result["requestState"]))
            assert answer["error"]["code"] == -32602, answer
            answer = server.request("tools/list", {"_meta": dict(
                meta, **{VERSION: "2031-01-01"})})
            assert answer["error"]["data"]["supported"] == ["2026-07-28"], answer


def test_a_subscription_has_the_id_of_its_client(folder):
    meta = {VERSION: "2026-07-28", CAPABILITIES: {}}
    for transport in BEHIND:
        with behind(folder, transport) as options, Server(*options) as server:
            server.send(id="s", method="subscriptions/listen", params={
                "_meta": meta, "notifications": {"toolsListChanged": True}})
            note = server.next()
            assert note["method"] == "notifications/subscriptions/acknowledged"
            assert note["params"]["_meta"][SUBSCRIPTION] == "s", note
            server.request("tools/call", {
                "_meta": meta, "name": "test_trigger_tool_change"})
            changes = [m for m in server.seen if "method" in m][1:]
            change = changes[0] if changes else server.next()
            assert change == {
                "jsonrpc": "2.0", "method": "notifications/tools/list_changed",
                "params": {"_meta": {SUBSCRIPTION: "s"}}}, change


def test_the_end_of_input_is_passed_on(folder):
    """What a server on a pipe has read before the end it may still answer."""
    for transport in BEHIND:
        with behind(folder, transport) as options, Server(*options) as server:
            server.start()
            server.send(id=7, method="tools/call", params=tool("whoami"))
            assert server.stop() == 0
            if transport == "stdio":
                assert server.answer(7)["result"]
            assert server.errors == [], server.errors


def test_the_end_of_the_server_is_the_end(folder):
    with behind(folder, "stdio") as options:
        server = Server(*options)
        server.start()
        server.send(id=1, method="tools/call", params=tool("hold"))
        server.send(id=2, method="tools/call", params=tool("crash"))
        for ident in (1, 2):
            error = server.answer(ident)["error"]
            assert error["code"] == -32000, error
            assert error["message"] == (
                'server "fx": the process exited with status 3: crashing as asked')
        assert server.ended() == 1
        assert "exited with status 3" in "".join(server.errors)


def test_nothing_is_written_anew(folder):
    """Numbers keep their digits, strings their escapes, unknown members their
    place; a message over many lines becomes one."""
    odd = (r'{"a":1.0,"b":1e400,"c":12345678901234567890123,"d":-0,'
           r'"e":"\ud800\u0000\/","f":[],"_meta":{"z":1.50}}')
    script = pathlib.Path(folder) / "odd.py"
    script.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        f"    print('{{\"vendor\":0.10,\"jsonrpc\":\"2.0\",\"id\":1,'\n"
        f"          '\"result\":{{\"odd\":' + {odd!r} + ',\"line\":' + line.strip()"
        " + '}}', flush=True)\n")
    options = write_config(folder, {"command": sys.executable,
                                    "args": [str(script)]})
    sent = '{"id":"x","method":"m","params":%s,"jsonrpc":"2.0","more":[1.0]}' % odd
    got = subprocess.Popen([CODEMODE, "serve", *options], text=True,
                           stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    got.stdin.write(sent + "\n")
    got.stdin.flush()
    line = got.stdout.readline()
    assert line == ('{"vendor":0.10,"jsonrpc":"2.0","id":"x","result":{"odd":'
                    '%s,"line":%s}}\n' % (odd, sent.replace('"x"', "1"))), line
    got.stdin.close()
    got.stdout.close()
    assert got.wait(PATIENCE) == 0


def test_a_server_that_misbehaves(folder):
    for modes in ("junk", "string-ids", "late", "flood", "crlf", "burst"):
        options = write_config(folder, {
            "command": sys.executable, "args": [str(FAULT_SERVER), modes]})
        with Server(*options) as server:
            server.start()
            answer = server.request("tools/call", tool("echo", text=modes),
                                    ident="e")
            assert words(answer) == modes, answer
            server.request("ping")
            ids = [m["id"] for m in server.seen if "id" in m]
            assert len(ids) == len(set(ids)), ids


def test_answers_in_every_form(folder):
    for modes in ((), ("all-sse",), ("primed",), ("sse-only",)):
        with Double(*modes) as d:
            entry = {"url": d.url}
            if "sse-only" in modes:
                entry["type"] = "sse"
            with Server(*write_config(folder, entry)) as server:
                server.start()
                names = ["json", "sse"]
                if not modes:
                    names += ["primed", "broken", "cut", "cr", "bytewise",
                              "untyped"]
                for name in names:
                    answer = server.request("tools/call", tool(name))
                    assert words(answer) == name, (modes, answer)


def test_batches_of_a_server_are_taken_apart(folder):
    with Double("version=2025-03-26") as d:
        entries = [{"url": d.url}, {"command": sys.executable,
                                    "args": [str(FAULT_SERVER), "batches"]}]
        for entry, name in zip(entries, ("batch-sse", "echo")):
            with Server(*write_config(folder, entry)) as server:
                assert server.start()["protocolVersion"] == "2025-03-26"
                answer = server.request("tools/call", tool(name, 7, text="echo"))
                assert words(answer) == name, answer
                assert [m["method"] for m in server.seen if "method" in m] == (
                    ["notifications/progress", "ping"] if name == "batch-sse"
                    else ["notifications/vendor"]), server.seen


def test_answers_of_a_client_are_bounded(folder):
    with Double("mute") as d:
        with Server(*write_config(folder, {"url": d.url})) as server:
            server.start()
            server.request("tools/call", tool("pings", n=600))
            asked = [m["id"] for m in server.seen if m.get("method") == "ping"]
            assert len(asked) == 600, asked
            for ident in asked:
                server.send(id=ident, result={})
            assert words(server.request("tools/call", tool("json"))) == "json"
            wait_for(lambda: len(d.pongs()) == 64)
            assert server.stop() == 0
            told = "".join(server.errors)
            assert told.count("takes too little of what the client sends") == 1, told
            assert sorted(d.pongs()) == sorted(asked[:64]), d.pongs()


def test_many_sessions_listen_at_once(folder):
    """Each with a stream of its own, and calls beside it."""
    with Double("get") as d:
        with gateway(*write_config(folder, {"url": d.url})) as g:
            sessions = [g.start() for _ in range(64)]
            wait_for(lambda: sum(s["verb"] == "GET" for s in d.seen) == 64)
            for session in (sessions[0], sessions[-1]):
                assert ask(g, session, "json") == "json"


def test_a_server_that_cannot_be_reached(folder):
    for entry, part in [
            ({"command": "/no/such/program"}, "no such file"),
            ({"url": "http://127.0.0.1:9/mcp"}, "refused"),
            ({"command": sys.executable, "args": ["-c", "exit(4)"]}, "status 4")]:
        options = write_config(folder, entry)
        with Server(*options) as server:
            error = server.request("initialize", {"protocolVersion": "x"})["error"]
            assert error["code"] == -32000 and part in error["message"], error
        g = Gateway(*options)
        answer = g.send(body=request("initialize", {}))
        assert answer.headers["mcp-session-id"] is None
        assert part in json.loads(answer.read())["error"]["message"]
        status, out, err = g.stop()
        assert (status, out) == (0, "") and err.count("\n") <= 1, err


def test_exactly_one_server_is_passed_on():
    done = codemode("serve", "--passthrough")
    assert done.status == 2 and "exactly one" in done.err, done


# ---- HTTP in front ----

def hold(g, session, say, ms=200):
    """A call with the id and the token that every client uses."""
    answer = g.send(body=request("tools/call", tool(
        "hold", "t", ms=ms, say=say)), mcp_session_id=session)
    return list(events(answer))


def hold_modern(g, say, ms=200):
    params = tool("hold", "t", ms=ms, say=say)
    return list(events(g.modern("tools/call", "hold", **params)))


def check_held(seen, say):
    assert len(seen) == 2, seen
    assert seen[0]["params"]["progressToken"] == "t", seen
    assert seen[1]["id"] == 1 and words(seen[1]) == say, seen


def test_clients_with_equal_ids_and_tokens(folder):
    for transport in BEHIND:
        with behind(folder, transport) as options, gateway(*options) as g:
            sessions = [g.start() for _ in range(3)]
            for n, seen in enumerate(run_apart(hold, *[
                    (g, s, f"client {i}") for i, s in enumerate(sessions)])):
                check_held(seen, f"client {n}")
            for n, seen in enumerate(run_apart(hold_modern, *[
                    (g, f"modern {i}") for i in range(4)])):
                check_held(seen, f"modern {n}")
            pids = {json.loads(ask(g, s, "whoami"))["pid"] for s in sessions}
            assert len(pids) == (3 if transport == "stdio" else 1), pids
            pids = {json.loads(ask_modern(g, "whoami"))["pid"] for _ in range(3)}
            assert len(pids) == 1, pids


def test_a_message_goes_to_the_stream_of_its_request(folder):
    """Which a pipe does not tell; over HTTP the stream does."""
    with behind(folder, "http") as options, gateway(*options) as g:
        session = g.start()
        logging, holding = run_apart(
            lambda body: list(events(g.send(body=body, mcp_session_id=session))),
            (request("tools/call", tool("test_tool_with_logging", "a"), 1),),
            (request("tools/call", tool("hold", "b", ms=400), 2),))
        assert [m.get("method") for m in logging] == [
            "notifications/message"] * 3 + [None], logging
        assert [m.get("method") for m in holding] == [
            "notifications/progress", None], holding


def test_the_server_asks_over_http(folder):
    for transport in BEHIND:
        with behind(folder, transport) as options, gateway(*options) as g:
            answer = g.send(body=request("initialize", {
                "protocolVersion": "2025-11-25", "clientInfo": {"name": "c"},
                "capabilities": {"elicitation": {}}}))
            session = answer.headers["mcp-session-id"]
            answer.read()
            g.ask(body={"jsonrpc": "2.0", "method": "notifications/initialized"},
                  mcp_session_id=session)
            stream = events(g.send(body=request("tools/call", tool(
                "test_elicitation", message="who?")), mcp_session_id=session))
            question = next(stream)
            assert question["method"] == "elicitation/create", question
            assert question["params"]["message"] == "who?", question
            assert g.ask(body={"jsonrpc": "2.0", "id": question["id"], "result": {
                "action": "accept", "content": {"username": "u", "email": "e"}}},
                mcp_session_id=session) == (202, None)
            assert 'action=accept, content={"username":"u"' in words(next(stream))


def start_to_be_asked(g, version):
    answer = g.send(body=request("initialize", {
        "protocolVersion": version, "clientInfo": {"name": "c"},
        "capabilities": {"elicitation": {}}}))
    answer.read()
    session = answer.headers["mcp-session-id"]
    g.ask(body={"jsonrpc": "2.0", "method": "notifications/initialized"},
          mcp_session_id=session)
    return session


def test_a_question_finds_a_stream_that_is_read(folder):
    """A pipe does not tell which request it belongs to: not to one whose stream
    broke off while others are read."""
    for version in ("2025-06-18", "2025-11-25"):
        for listens in (False, True):
            with behind(folder, "stdio") as options, gateway(*options) as g:
                session = start_to_be_asked(g, version)

                def call(ident, name, ms):
                    answer = g.send(body=request("tools/call", tool(
                        name, "t", ms=ms), ident), mcp_session_id=session)
                    stream = events(answer)
                    assert next(stream)["method"] == "notifications/progress"
                    return answer, stream
                asking, reads = call(1, "hold_and_ask", 1500)
                if listens:
                    break_off(asking)
                    reads = events(g.send(method="GET", mcp_session_id=session))
                break_off(call(2, "hold", 6000)[0])
                question = next(reads)
                assert question["method"] == "elicitation/create", question
                assert g.ask(body={"jsonrpc": "2.0", "id": question["id"],
                                   "result": {"action": "decline"}},
                             mcp_session_id=session) == (202, None)
                if not listens:
                    assert words(next(reads)) == "decline"


def test_a_question_of_a_cancelled_stream_is_refused(folder):
    """It waits on the stream of the newest request, which the client cancels."""
    with behind(folder, "stdio") as options, gateway(*options) as g:
        session = start_to_be_asked(g, "2025-11-25")
        for ident, name, ms in (1, "hold_and_ask", 700), (2, "hold", 60000):
            answer = g.send(body=request("tools/call", tool(name, "t", ms=ms),
                                         ident), mcp_session_id=session)
            next(events(answer))
            break_off(answer)
        time.sleep(1.5)
        g.ask(body={"jsonrpc": "2.0", "method": "notifications/cancelled",
                    "params": {"requestId": 2}}, mcp_session_id=session)
        rest = events(g.send(method="GET", mcp_session_id=session,
                             last_event_id="1-1"))
        assert "does not take what it is asked" in json.dumps(next(rest))


def ask_without_a_stream(g, session):
    """A call that takes no events, and asks meanwhile."""
    body = request("tools/call", tool("hold_and_ask", ms=300), 1)
    asking = threading.Thread(target=lambda: g.ask(
        body=body, accept="application/json", mcp_session_id=session))
    asking.start()
    time.sleep(1)
    return asking


def test_a_question_before_any_stream_comes_on_the_first(folder):
    with behind(folder, "stdio") as options, gateway(*options) as g:
        session = start_to_be_asked(g, "2025-06-18")
        asking = ask_without_a_stream(g, session)
        answer = g.send(body=request("tools/call", tool("hold", "t", ms=60000), 2),
                        mcp_session_id=session)
        stream = events(answer)
        question = next(m for m in stream if "params" in m and "id" in m)
        assert question["method"] == "elicitation/create", question
        assert g.ask(body={"jsonrpc": "2.0", "id": question["id"],
                           "result": {"action": "decline"}},
                     mcp_session_id=session) == (202, None)
        asking.join(PATIENCE)
        assert not asking.is_alive()
        break_off(answer)


def test_an_id_that_was_never_told_loses_nothing(folder):
    with behind(folder, "stdio") as options, gateway(*options) as g:
        session = start_to_be_asked(g, "2025-06-18")
        asking = ask_without_a_stream(g, session)
        question = next(events(g.send(method="GET", mcp_session_id=session,
                                      last_event_id="0-999")))
        assert question["method"] == "elicitation/create", question
        g.ask(body={"jsonrpc": "2.0", "id": question["id"],
                    "result": {"action": "decline"}}, mcp_session_id=session)
        asking.join(PATIENCE)
        assert not asking.is_alive()


def test_what_belongs_to_no_request_goes_to_the_session(folder):
    for transport in BEHIND:
        with behind(folder, transport) as options, gateway(*options) as g:
            session, other = g.start(), g.start()
            g.ask(body=request("resources/subscribe", {"uri": "test://watched"}),
                  mcp_session_id=session)
            ask(g, session, "touch")
            # It waits for the stream, and comes on the stream that is there.
            stream = events(g.send(method="GET", mcp_session_id=session))
            for _ in range(2):
                note = next(stream)
                assert note["method"] == "notifications/resources/updated", note
                assert note["params"] == {"uri": "test://watched"}, note
                assert ask(g, session, "touch") == "touched"
            ask(g, other, "touch")


def test_batches_are_taken_apart(folder):
    """What is behind sees single messages, whatever its transport is."""
    batch = [request("tools/call", tool("test_simple_text"), ident=n)
             for n in (1, "1")] + [request("no/such", ident=2)]
    for transport in BEHIND:
        with behind(folder, transport) as options, gateway(*options) as g:
            session = g.start("2025-03-26")
            status, body = g.ask(body=batch, mcp_session_id=session)
            assert status == 200, body
            found = {json.dumps(m["id"]): m for m in body}
            assert sorted(found) == ['"1"', "1", "2"], body
            assert words(found["1"]) == words(found['"1"'])
            assert found["2"]["error"]["code"] == -32601, body


def test_an_answer_that_is_too_long_to_keep(folder):
    entry = {"command": sys.executable, "args": [str(FAULT_SERVER), ""]}
    with gateway(*write_config(folder, entry)) as g:
        session = g.start()
        for size, status in ((7 << 20, 200), (9 << 20, 410)):
            answer = g.send(body=request("tools/call", tool("big", bytes=size)),
                            mcp_session_id=session, accept=EVENTS)
            ident, _, _ = next(fields(answer))
            break_off(answer)
            again = g.send(method="GET", mcp_session_id=session,
                           last_event_id=ident)
            assert again.status == status, (size, again.status)
            if status == 200:
                (message,) = events(again)
                assert len(words(message)) == size


def test_cancelling_over_http(folder):
    for transport in BEHIND:
        with behind(folder, transport) as options, gateway(*options) as g:
            session = g.start()
            stream = events(g.send(body=request("tools/call", tool("hold", "t"), 5),
                                   mcp_session_id=session))
            assert next(stream)["method"] == "notifications/progress"
            assert g.ask(body={
                "jsonrpc": "2.0", "method": "notifications/cancelled",
                "params": {"requestId": 5, "reason": "enough"}},
                mcp_session_id=session) == (202, None)
            assert list(stream) == []
            wait_for(lambda: "enough" in ask(g, session, "cancelled"))

            answer = g.modern("tools/call", "hold", **tool("hold", "t"))
            assert next(events(answer))["method"] == "notifications/progress"
            answer.close()
            answer.connection.close()
            if transport == "stdio": # over HTTP the closed stream says it
                wait_for(lambda: "closed" in ask_modern(g, "cancelled"))


def test_a_session_ends_with_its_process_group(folder):
    def family(g, session):
        return [json.loads(ask(g, session, "whoami"))["pid"],
                int(ask(g, session, "breed"))]
    with behind(folder, "stdio") as options:
        g = Gateway(*options)
        session, other = g.start(), g.start()
        pids = family(g, session)
        assert all(is_alive(pid) for pid in pids)
        assert g.ask(method="DELETE", mcp_session_id=session) == (204, None)
        wait_for(lambda: not any(is_alive(pid) for pid in pids))
        error_of(g.ask(body=request("ping"), mcp_session_id=session), 404,
                 -32000, "session not found")
        pids = family(g, other)
        assert g.stop() == (0, "", "")
        assert not any(is_alive(pid) for pid in pids)


def test_a_session_is_deleted_behind(folder):
    with behind(folder, "http") as options:
        with gateway(*options) as g:
            sessions = [g.start() for _ in range(3)]
            for session in sessions[1:]:
                g.ask(method="DELETE", mcp_session_id=session)
        with gateway(*options) as g:
            assert ask_modern(g, "forget") == "0"


def test_a_lost_session_is_not_found(folder):
    with behind(folder, "http") as options, gateway(*options) as g:
        session = g.start()
        assert ask(g, session, "forget") == "1"
        status, body = g.ask(body=request("ping"), mcp_session_id=session)
        assert status == 404 and "session" in body["error"]["message"], body
        error_of(g.ask(body=request("ping"), mcp_session_id=session), 404,
                 -32000, "session not found")
        assert ask(g, g.start(), "test_simple_text").startswith("This is")


def test_the_end_of_a_server_ends_its_session_alone(folder):
    with behind(folder, "stdio") as options:
        g = Gateway(*options)
        session, other = g.start(), g.start()
        listener = g.send(method="GET", mcp_session_id=session)
        status, body = g.ask(body=request("tools/call", tool("crash")),
                             mcp_session_id=session)
        assert "exited with status 3" in body["error"]["message"], body
        assert list(events(listener)) == []
        error_of(g.ask(body=request("ping"), mcp_session_id=session), 404,
                 -32000, "session not found")
        assert ask(g, other, "whoami") and ask(g, g.start(), "whoami")
        # The shared connection is made anew.
        answer = g.modern("tools/call", "crash", **tool("crash"))
        assert "status 3" in json.loads(answer.read())["error"]["message"]
        assert ask_modern(g, "test_simple_text").startswith("This is")
        status, out, err = g.stop()
        assert (status, out) == (0, ""), (status, out, err)
        assert err.count("exited with status 3") == 2, err


def test_a_stream_that_is_cut_is_taken_up_again(folder):
    with behind(folder, "http") as options, gateway(*options) as g:
        assert ask(g, g.start(), "test_reconnection") == "The client has come back."


def test_requests_that_wait_are_bounded(folder):
    with Double("held") as d:
        with Server(*write_config(folder, {"url": d.url})) as server:
            server.request("initialize", {
                "protocolVersion": "2025-11-25", "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"}})
            server.send(method="notifications/initialized")
            for n in range(1, 260):
                server.send(id=1000 + n, method="ping")
            for n in range(257, 260): # 256 wait
                answer = server.answer(1000 + n)
                assert answer["error"]["code"] == -32000, answer
            d.released.set()
            answer = server.answer(1001)
            assert answer["error"]["code"] == -32601, answer


def test_subscriptions_do_not_keep_requests_out(folder):
    """Of modern clients, which all share the 256."""
    with behind(folder, "stdio") as options, gateway(*options) as g:
        streams = [g.modern("subscriptions/listen", notifications={
            "toolsListChanged": True}) for _ in range(260)]
        assert {answer.status for answer in streams} == {200}
        assert ask_modern(g, "test_simple_text").startswith("This is")
        for answer in streams:
            break_off(answer)


def test_a_method_that_is_no_header(folder):
    method = "a\r\nEvil: 1"
    header = "=?base64?" + base64.b64encode(method.encode()).decode() + "?="
    with Double("modern") as d:
        g = Gateway(*write_config(folder, {"url": d.url}))
        status, body = g.ask(
            body=request(method, {"_meta": {VERSION: "2026-07-28",
                                            CAPABILITIES: {}}}),
            mcp_protocol_version="2026-07-28", mcp_method=header)
        assert (status, body["error"]) == (200, {
            "code": -32000, "message": 'server "fx": the request\'s method or '
            'headers cannot be sent over HTTP'}), body
        assert d.seen == [], d.seen
        status, out, err = g.stop()
        assert (status, out, err) == (0, "", (
            'codemode: warn: server "fx": a request could not be sent: a header '
            'has an invalid value\n')), err


def check_headers(g):
    def call(**headers):
        answer = g.send(body=request("tools/call", dict(
            tool("test_custom_headers", region="eu", count=2),
            _meta={VERSION: "2026-07-28", CAPABILITIES: {}})),
            mcp_protocol_version="2026-07-28", mcp_method="tools/call",
            mcp_name="test_custom_headers", **headers)
        return answer.status, json.loads(answer.read())
    status, body = call(mcp_param_region="=?base64?ZXU=?=", mcp_param_count="2")
    assert status == 200 and words(body), body
    for headers, part in [
            (dict(mcp_param_region="us", mcp_param_count="2"), "Region"),
            (dict(mcp_param_region="=?base64?ZXU?=", mcp_param_count="2"), "Region"),
            (dict(mcp_param_region="eu"), "Count"), ({}, "Mcp-Param")]:
        error_of(call(**headers), 400, -32020, part)


def test_headers_of_arguments_must_repeat_them(folder):
    """To a server over HTTP they are passed on; before a process the gateway
    checks them, once it has seen the list of tools."""
    for transport in BEHIND:
        with behind(folder, transport) as options, gateway(*options) as g:
            g.modern("tools/list").read()
            check_headers(g)


def test_nothing_is_left(folder):
    for transport in BEHIND:
        with behind(folder, transport) as options, gateway(*options) as g:
            pid = g.process.pid
            ask_modern(g, "whoami")

            def round_of_sessions():
                for _ in range(5):
                    session = g.start()
                    listener = g.send(method="GET", mcp_session_id=session)
                    hold(g, session, "x", ms=1)
                    g.ask(method="DELETE", mcp_session_id=session)
                    listener.read()
                    listener.connection.close()
                gc.collect() # connections of this client
                wait_for(lambda: len(children(pid)) <= 1)
                time.sleep(0.3)
                return len(os.listdir(f"/proc/{pid}/fd"))
            before = round_of_sessions()
            after = round_of_sessions()
            assert after <= before, (transport, before, after)
            assert len(children(pid)) == (1 if transport == "stdio" else 0)


if __name__ == "__main__":
    main({name: value for name, value in globals().items()
          if getattr(value, "__module__", None) == "__main__"})
