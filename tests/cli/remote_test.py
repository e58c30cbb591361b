#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""MCP servers with a URL, played by tests/mcp/http_server_double.py: both eras,
both HTTP transports, and what goes wrong on the way."""
import json
import pathlib
import re
import signal
import sys
import time

from harness import (FAULT_SERVER, PATIENCE, TESTS, Server, bare, call, codemode, compact, main,
                     together)

sys.path.insert(0, str(TESTS / "mcp"))
from http_server_double import Double # noqa: E402


def config(folder, **servers):
    """name=url or name=entry"""
    path = pathlib.Path(folder) / "config.json"
    path.write_text(json.dumps({"mcpServers": {
        name: entry if isinstance(entry, dict) else {"url": entry}
        for name, entry in servers.items()}}))
    return str(path)


def run(folder, program, *args, env=None, **servers):
    return codemode("run", "--config", config(folder, **servers), *args,
                    stdin=program, env=env)


def one(folder, d, path, args=None, **entry):
    """The value or the error of one call on a fresh connection."""
    done = run(folder, together(call("d." + path, args)),
               d=dict({"url": d.url}, **entry))
    assert done.status == 0, done
    return json.loads(done.out)[0]


def failed(reason):
    return {"error": f'server "d": {reason}'}


def doctor(folder, **servers):
    done = codemode("doctor", "--json", "--config", config(folder, **servers))
    rows = json.loads(done.out)["sources"]
    for row in rows:
        row.pop("startMs")
    return rows


# What an answer looks like on the wire does not matter to the program.
GOOD = ["json", "sse", "primed", "broken", "cut", "cr", "crlf", "multiline",
        "bytewise", "other-events", "slow-byte", "no-final-sse", "stays-open",
        "untyped", "progress", "http-10", "continues", "bom"]
BAD = {
    "broken-without-id": "its event stream broke off before the answer",
    "lost-for-good": "its event stream broke off and was not resumed (HTTP 404)",
    "html": 'it answers with "text/html", which is neither JSON nor an event '
            "stream",
    "garbage": "it answers HTTP 200 without the answer to the request",
    "empty": "it answers HTTP 200 without the answer to the request",
    "accepted": "it answers HTTP 202 without the answer to the request",
    "no-final-json": "the body broke off",
    "redirected": "it redirects to {base}/elsewhere (HTTP 307), which is not "
                  'followed; give that address as its "url"',
    "http-401": 'it asks for credentials (HTTP 401); "headers" or '
                '"bearerTokenEnv" of its entry give them',
    "http-403": "it refuses the credentials, or this client (HTTP 403)\n"
                "Caused by: not you",
    "http-413": "it answers HTTP 413",
    "http-500": "it answers HTTP 500\nCaused by: it broke",
    "http-502": "it answers HTTP 502",
    "closed": "the connection was closed before an answer came",
    "long-head": "the headers are over 262144 bytes",
    "too-long": "its answer is too long",
    "bomb": "the body is compressed although that was not asked for",
    "not-http": "the answer is not HTTP",
    "http-09": "the answer is not HTTP",
    "nul-head": "the answer is not HTTP",
    "short": "the body broke off",
    "bad-chunk": "the body broke off",
    "zipped": "the body is compressed although that was not asked for",
    "zipped-sse": "the body is compressed although that was not asked for",
    "bad-gzip": "the body is compressed although that was not asked for",
    "http-204": "it answers HTTP 204 without the answer to the request",
    "http-304": "it answers HTTP 304",
    "wrong-id": "it answers HTTP 200 without the answer to the request",
    "batch": "it answers HTTP 200 without the answer to the request",
    "utf-16": 'it answers with "application/json", which is neither JSON nor an '
              "event stream",
    "too-long-sse": "its event stream ended before the answer",
}


def test_answers_of_every_shape(folder):
    for modes in ((), ("all-sse",), ("primed",), ("no-session",)):
        with Double(*modes) as d:
            done = run(folder, together(*(call("d." + name) for name in GOOD)),
                       d=d.url)
            assert done.value() == GOOD, (modes, done)
            # The wait that the server named.
            waited = d.resumed_at - d.broke_at
            assert 0.07 <= waited < 1.0, waited


def test_each_fault_fails_its_call_alone(folder):
    with Double() as d:
        base = d.url.rpartition("/")[0]
        names = list(BAD)
        done = run(folder, together(
            *(call("d." + name) for name in names), call("d.rpc-400"),
            call("d.echo", {"text": "alive"})), d=d.url)
        want = [failed(BAD[name].replace("{base}", base)) for name in names]
        # The server's own words are the tool's.
        want += [{"error": "Bad Request: of its own kind"}, "alive"]
        assert done.err.count("sent a message over 67108864 bytes") == 2, done
        got = done.value()
        for name, a, b in zip(names + ["rpc-400", "echo"], got, want):
            assert a == b, (name, a, b)


def test_what_we_send(folder):
    with Double() as d:
        seen = one(folder, d, "headers", headers={
            "X-Team": "${TEAM:-blue}", "Accept": "text/plain",
            "Mcp-Session-Id": "mine"})
        assert seen == {
            "content-type": "application/json",
            "accept": "application/json, text/event-stream",
            "mcp-session-id": "session-1",
            "mcp-protocol-version": "2025-11-25", "x-team": "blue"}, seen
        first = d.seen[0]
        assert first["headers"]["mcp-method"] == "server/discover", first
        assert "mcp-session-id" not in d.seen[1]["headers"], d.seen[1]
        assert "mcp-protocol-version" not in d.seen[1]["headers"], d.seen[1]
        assert d.methods() == [
            "server/discover", "initialize", "notifications/initialized",
            "tools/list", "tools/call"], d.methods()
        last = d.seen[-1]
        assert last["verb"] == "DELETE", last
        assert last["headers"]["mcp-session-id"] == "session-1", last
        gets = [s for s in d.seen if s["verb"] == "GET"]
        assert len(gets) == 1 and \
            gets[0]["headers"]["accept"] == "text/event-stream", gets


def test_batches_of_2025_03_26(folder):
    with Double("version=2025-03-26") as d:
        assert one(folder, d, "batch") == "batch"
        assert one(folder, d, "batch-sse") == "batch-sse"
        wait_for_pongs(d, ["q"])
    with Double("version=2025-06-18") as d: # as any other has none
        assert one(folder, d, "batch-sse") == failed(
            "its event stream ended before the answer")


def wait_for_pongs(d, ids):
    end = time.monotonic() + 10
    while sorted(d.pongs()) != sorted(ids):
        assert time.monotonic() < end, d.pongs()
        time.sleep(0.02)


# How many answers may be on their way to one server at once.
ANSWERS = 64


def test_answers_that_nobody_takes_are_bounded(folder):
    first = [f"p{n}" for n in range(ANSWERS)]
    for modes, entry in (((), {}), (("sse-only",), {"type": "sse"})):
        with Double("mute", *modes) as d:
            with Server("--config", config(
                    folder, d=dict(entry, url=d.url))) as s:
                s.start()
                for number in (1000, 10):
                    said = s.execute("return await tools.d.pings({ n: %d })"
                                     % number)
                    assert said["content"][0]["text"] == "pings", said
                wait_for_pongs(d, first)
                # Others are not held up.
                said = s.execute('return await tools.d.echo({ text: "e" })')
                assert said["content"][0]["text"] == "e", said
                start = time.monotonic()
                assert s.stop() == 0
                assert time.monotonic() - start < 5
                assert sorted(d.pongs()) == sorted(first), d.pongs()
                told = "".join(s.errors)
                assert told.count('server "d" sends requests faster than it '
                                  "takes the answers") == 1, told
    with Double() as d: # they are answered when they are taken
        assert one(folder, d, "pings", {"n": ANSWERS // 2}) == "pings"
        wait_for_pongs(d, first[:ANSWERS // 2])


def test_bearer_tokens(folder):
    with Double() as d:
        entry = {"url": d.url, "bearerTokenEnv": "THE_TOKEN"}
        done = run(folder, "return (await tools.d.headers({})).authorization",
                   d=entry, env={"THE_TOKEN": "s3cret"})
        assert done.out == "Bearer s3cret\n", done
        done = run(folder, "return await tools.d.headers({})", d=entry)
        assert done.status == 1 and \
            "the environment variable THE_TOKEN is not set" in done.err, done
        done = run(folder, "return 1", d={
            "url": d.url, "bearerToken": "x",
            "headers": {"AUTHORIZATION": "y"}})
        assert done.status == 0 and \
            "more than one bearer token or Authorization header" in done.err, done


def test_credentials_that_are_refused(folder):
    """It is told from none at all, and they are not shown."""
    token = "s3cret-t0ken"
    refused = 'it refuses the credentials that "{}" of its entry gives (HTTP 401)'
    for key, entry in (
            ("bearerToken", {"bearerToken": token}),
            ("bearerTokenEnv", {"bearerTokenEnv": "THE_TOKEN"}),
            ("bearer_token_env_var", {"bearer_token_env_var": "THE_TOKEN"}),
            ("headers", {"headers": {"X-Team": "a", "x-api-key": token}}),
            ("http_headers", {"http_headers": {"Authorization": "Basic " + token}}),
            ("env_http_headers", {"env_http_headers": {"X-Key": "THE_TOKEN"}})):
        with Double() as d:
            done = run(folder, together(call("d.http-401")),
                       d=dict({"url": d.url}, **entry), env={"THE_TOKEN": token})
            assert done.value() == [failed(refused.format(key))], (key, done)
        with Double("refuse=401") as d:
            done = codemode("doctor", "--config",
                            config(folder, d=dict({"url": d.url}, **entry)),
                            env={"THE_TOKEN": token})
            assert f"FAIL  d: {refused.format(key)} (" in done.out, (key, done)
            assert token not in done.out + done.err, (key, done)
    with Double("refuse=401") as d: # what is no credential changes nothing
        rows = doctor(folder, d={"url": d.url, "headers": {"X-Team": "a"}})
        assert rows[0]["error"].startswith("it asks for credentials"), rows


def test_entries_that_are_wrong(folder):
    for entry, words in (
            ({"url": "ftp://h/x"}, "must begin with http:// or https://"),
            ({"url": 7}, "must be a string"),
            ({"url": "https://me:pw@h/x"}, "must not hold a user and password"),
            ({"url": "http://h", "type": "carrier-pigeon"},
             'must be "http", "sse" or "auto"'),
            ({"url": "http://h", "headers": []}, "must be an object"),
            ({"url": "http://h", "headers": {"a b": "x"}},
             '"a b" is no name of a header'),
            ({"url": "http://h", "headers": {"a": "x\ny"}},
             "headers.a: holds a line end"),
            ({"url": "http://h", "timeout": "soon"}, "whole number"),
            ({"url": "http://${NO_SUCH_VARIABLE}"},
             "the environment variable NO_SUCH_VARIABLE is not set")):
        done = run(folder, "return await tools.d.x({})", d=entry)
        assert done.status == 1 and words in done.err, (entry, done)
        assert 'server "d" is not available: ' in done.err, (entry, done)


def test_a_lost_session_is_begun_anew(folder):
    """F74c"""
    program = """
    const out = [];
    const tell = (p) => p.catch((e) => e.message).then((v) => out.push(v));
    await tell(tools.d.echo({ text: "one" }));
    await tell(tools.d.forget({}));
    await tell(tools.d.%s({ text: "two" }));
    await tell(tools.d.echo({ text: "three" }));
    await tell(tools.d.count({ of: "%s" }));
    return out"""
    lost = ('server "d": it has lost the session, and this call was given up; '
            "call again")
    for mode in ("lose-404", "lose-400"):
        # A call that may not be done twice fails, the next one works.
        with Double(mode) as d:
            done = run(folder, program % ("json", "json"), d=d.url)
            assert done.value() == ["one", "forget", lost, "three", "1"], done
            assert d.n_sessions == 2, d.n_sessions
        # One that the server calls safe is sent again.
        with Double(mode) as d:
            done = run(folder, program % ("safe", "safe"), d=d.url)
            assert done.value() == ["one", "forget", "safe", "three", "2"], done
            starts = [s["headers"].get("mcp-session-id") for s in d.seen
                      if s["rpc"] == "initialize"]
            assert starts == [None, None], starts
    with Double("lose-at-once") as d:
        assert one(folder, d, "echo")["error"].endswith(
            '"d" is not connected'), d.seen
        rows = doctor(folder, d=d.url)
        assert rows[0]["error"] == "it loses its session while it starts", rows


def test_initialized_comes_before_what_follows(folder):
    with Double("strict", "lose-404") as d, Double("strict", "sse-only") as old:
        done = run(folder, together(
            *(call("d.safe") for _ in range(5)), call("d.forget"),
            *(call("old.safe") for _ in range(5))), d=d.url, old=old.url)
        assert done.value() == ["safe"] * 5 + ["forget"] + ["safe"] * 5, done
    with Double("strict", "lose-404") as d: # in a second session too
        done = run(folder, """
        await tools.d.forget({});
        return await Promise.all([tools.d.safe({}), tools.d.safe({})])""",
                   d=d.url)
        assert done.value() == ["safe", "safe"], done
        assert d.n_sessions == 2, d.n_sessions


def test_calls_that_come_meanwhile_wait(folder):
    with Double("lose-404") as d:
        done = run(folder, """
        await tools.d.forget({});
        const lost = tools.d.safe({});
        const many = [];
        for (let i = 0; i < 30; i++) many.push(tools.d.safe({}));
        return [await lost, new Set(await Promise.all(many)).size]""", d=d.url)
        assert done.value() == ["safe", 1], done
        assert d.n_sessions == 2, d.n_sessions


def test_what_the_server_says_unasked(folder):
    for modes in (("get",), ("get", "forgets")):
        hears_what_is_said_unasked(folder, modes)


def hears_what_is_said_unasked(folder, modes):
    with Double(*modes) as d:
        with Server("--config", config(folder, d=d.url)) as s:
            s.start()
            s.wait_for_tools("d.echo")
            end = time.monotonic() + 10
            while (d.methods().count("tools/list") < 2 or
                   not any(x["body"].get("id") == 0 for x in d.seen)):
                assert time.monotonic() < end, d.seen
                time.sleep(0.02)
            pong = [x["body"] for x in d.seen if x["body"].get("id") == 0]
            assert pong == [{"jsonrpc": "2.0", "id": 0, "result": {}}], pong


def test_subscriptions_of_the_modern_era(folder):
    with Double("modern", "get") as d:
        with Server("--config", config(folder, d=d.url)) as s:
            s.start()
            s.wait_for_tools("d.echo")
            end = time.monotonic() + 10
            while (d.methods().count("tools/list") < 2 or
                   d.methods().count("subscriptions/listen") < 2):
                assert time.monotonic() < end, d.methods()
                time.sleep(0.02)
    with Double("modern") as d: # it does not say that it tells
        with Server("--config", config(folder, d=d.url)) as s:
            s.start()
            s.wait_for_tools("d.echo")
        assert "subscriptions/listen" not in d.methods(), d.methods()


def test_progress_keeps_a_call_alive(folder):
    with Double() as d:
        times = {"callTimeoutMs": 600}
        assert one(folder, d, "progress", {"steps": 6, "ms": 200},
                   **times) == "progress"
        assert one(folder, d, "hang", **times) == failed(
            "no answer within 600 ms; the call was given up")
        assert one(folder, d, "progress", {"steps": 40, "ms": 200},
                   callCapMs=1500, **times) == failed(
            "still at work after the longest time allowed; the call was given "
            "up")
        assert d.methods().count("notifications/cancelled") == 2, d.methods()


def test_modern_servers(folder):
    with Double("modern") as d:
        good = [n for n in GOOD if n not in ("broken", "cut")]
        done = run(folder, together(*(call("d." + n) for n in good)), d=d.url)
        assert done.value() == good, done
        verbs = {s["verb"] for s in d.seen} - {"(closed)"}
        assert verbs == {"POST"}, verbs # no GET, no DELETE
        assert "initialize" not in d.methods(), d.methods()
        assert not any("mcp-session-id" in s["headers"] for s in d.seen)
        # No resumption: the call is lost.
        assert one(folder, d, "broken") == failed(
            "its event stream ended before the answer")
        # Nobody is asked: what may be declined is, for a while.
        assert json.loads(one(folder, d, "ask")) == {
            "state": "s 7", "answers": {"a": {"action": "decline"},
                                        "b": {"roots": []}}}
        asks = failed("it needs interactive input")
        assert one(folder, d, "ask-again") == asks
        assert one(folder, d, "count", {"of": "ask-again"}) == "5"
        assert one(folder, d, "ask-model") == asks
        assert one(folder, d, "count", {"of": "ask-model"}) == "1"
        rows = doctor(folder, d=d.url)
        assert rows[0]["protocol"] == "2026-07-28", rows
        assert rows[0]["transport"] == "http", rows


def test_modern_headers_of_arguments(folder):
    with Double("modern", "bad-headers") as d:
        for args, want in (
                ({"region": "eu west", "n": 42, "flag": True, "plain": "x",
                  "deep": {"inner": "i"}},
                 {"region": "eu west", "n": "42", "flag": "true",
                  "inner": "i"}),
                ({"region": "h\u00e9", "flag": False, "deep": {"inner": ""}},
                 {"region": "=?base64?aMOp?=", "flag": "false", "inner": ""}),
                ({"region": " x"}, {"region": "=?base64?IHg=?="}),
                ({"region": "=?base64?eA==?="},
                 {"region": "=?base64?PT9iYXNlNjQ/ZUE9PT89?="}),
                ({"region": "a\r\nb"}, {"region": "=?base64?YQ0KYg==?="}),
                ({}, {})):
            got = one(folder, d, "mirror", args)
            got = {k[len("mcp-param-"):]: v for k, v in got.items()
                   if k.startswith("mcp-param-")}
            assert got == want, (args, got)
        name = "an x-mcp-header is no header name"
        kind = ("an x-mcp-header is on something else than a string, an integer "
                "or a boolean")
        place = "an x-mcp-header is not reached through properties alone"
        rows = doctor(folder, d=d.url)
        assert {r["name"]: r["reason"] for r in rows[0]["skipped"]} == {
            "empty-name": name, "no-token": name, "no-text": name,
            "a-number": kind, "an-object": kind, "at-root": kind,
            "twice": "an x-mcp-header comes twice",
            "in-items": place, "in-any-of": place}, rows[0]["skipped"]


def test_a_cancelled_call(folder):
    program = "const c = tools.d.hang({}); await tools.d.echo({}); return 1"
    # Handshake era: told. Modern: the end of the stream tells it.
    with Double() as d:
        done = run(folder, program, d=d.url)
        assert done.out == "1\n", done
        assert d.methods().count("notifications/cancelled") == 1, d.methods()
    with Double("modern") as d:
        done = run(folder, program, d=d.url)
        assert done.out == "1\n", done
        end = time.monotonic() + 10
        while not any(s["verb"] == "(closed)" for s in d.seen):
            assert time.monotonic() < end, d.seen
            time.sleep(0.02)
        assert "notifications/cancelled" not in d.methods(), d.methods()


def test_a_failure_carries_its_cause(folder):
    """What is below a failure of the wire: a line of its text, and `cause`."""
    program = """
        const causes = async (call) => {
            const all = []
            try { await call() }
            catch (e) { for (; e; e = e.cause) all.push(e.message) }
            return all
        }
        return [await causes(() => tools.d["http-500"]()),
                await causes(() => tools.d["http-502"]()),
                await causes(() => tools.c.crash()),
                await causes(() => tools.o.get())]"""
    pathlib.Path(folder, "o.json").write_text(json.dumps({
        "openapi": "3.0.0", "info": {"title": "t", "version": "1"},
        "servers": [{"url": "http://127.0.0.1:1"}],
        "paths": {"/t": {"get": {"operationId": "get", "responses": {}}}}}))
    with Double() as d:
        done = run(folder, program, d=d.url, o={"openapi": "o.json"}, c={
            "command": sys.executable, "args": [str(FAULT_SERVER)]})
    assert done.value() == [
        ['server "d": it answers HTTP 500\nCaused by: it broke', "it broke"],
        ['server "d": it answers HTTP 502'],
        ['server "c": the process exited with status 5\nCaused by: about to fall '
         "over", "about to fall over"],
        ["GET /t failed: cannot connect\nCaused by: connection refused",
         "connection refused"]], done
    done = run(folder, """
        const crash = async () => {
            try { await tools.c.crash() } catch (e) { return [e.message, e.cause.message] }
        }
        await crash() // started again at once
        await crash() // the next start has to wait
        return await crash()""", c={
            "command": sys.executable, "args": [str(FAULT_SERVER)]})
    message, cause = done.value()
    assert cause == "the process exited with status 5: about to fall over", done
    assert re.fullmatch(r'server "c": not available; the next start is tried in '
                        r"[12]\.\d s\nCaused by: " + re.escape(cause), message), done


def test_the_older_transport(folder):
    with Double("sse-only") as d:
        done = run(folder, together(call("d.echo", {"text": "x"}),
                                    call("d.json"), call("d.headers")), d=d.url)
        got = done.value()
        assert got[:2] == ["x", "json"], done
        assert got[2]["mcp-protocol-version"] == "2024-11-05", got
        paths = [(s["verb"], s["path"]) for s in d.seen][:4]
        assert paths == [("POST", "/sse"), ("POST", "/sse"), ("GET", "/sse"),
                         ("POST", "/messages/?session=1")], paths
        rows = doctor(folder, d={"type": "sse", "url": d.url})
        assert rows[0]["transport"] == "sse" and rows[0]["ok"], rows
        # The stream's end is the connection's; the next call begins a new one.
        done = run(folder, """
        const lost = await tools.d.closed({}).catch((e) => e.message);
        return [lost, await tools.d.echo({ text: "again" })]""", d=d.url)
        assert done.value() == ['server "d": its event stream ended',
                                "again"], done
        assert one(folder, d, "hang", callTimeoutMs=300) == failed(
            "no answer within 300 ms; the call was given up")


def test_starts_that_fail(folder):
    for modes, reason in (
            (["refuse=401"], 'it asks for credentials (HTTP 401); "headers" or '
                             '"bearerTokenEnv" of its entry give them'),
            (["refuse=403"], "it refuses the credentials, or this client "
                             "(HTTP 403): go away"),
            (["refuse=500"], "it answers HTTP 500: go away"),
            (["refuse=405"], "it answers HTTP 405: go away; as HTTP+SSE: it "
                             "answers HTTP 405: go away"),
            (["redirect"], "it redirects to https://example.org/mcp (HTTP 307), "
                           'which is not followed; give that address as its '
                           '"url"'),
            (["html"], 'it answers with "text/html", which is neither JSON nor '
                       "an event stream"),
            (["modern", "future"], "it refused to start: it speaks protocol "
                                   'version "2027-01-01", which is unknown'),
            (["sse-only", "foreign"], "it answers HTTP 404; as HTTP+SSE: it "
                                      "wants messages to be posted to another "
                                      "origin: http://127.0.0.1:1/x"),
            (["sse-only", "no-endpoint"], "it answers HTTP 404; as HTTP+SSE: "
                                          "its event stream ended")):
        with Double(*modes) as d, Double() as good:
            rows = doctor(folder, d=d.url, good=good.url)
            assert rows[0]["error"] == reason, (modes, rows[0])
            assert rows[1]["ok"], rows
    with Double() as d:
        rows = doctor(folder, d={"type": "sse", "url": d.url})
        assert rows[0]["error"] == "it answers HTTP 405", rows
        url = d.url
    rows = doctor(folder, d=url)
    assert rows[0]["error"] == "cannot connect: connection refused", rows


def test_a_server_that_comes_back(folder):
    """The connection fails for a time; nobody else notices."""
    with Double() as good, Double() as d:
        with Server("--config", config(folder, d=d.url, good=good.url)) as s:
            s.start()
            s.wait_for_tools("d.echo", "good.echo")
            port = d.port
            d.close()
            text = s.execute(together(
                call("d.echo", {"text": "x"}), call("good.echo", {"text": "y"}))
            )["content"][0]["text"]
            got = json.loads(text)
            assert got[1] == "y" and "connect" in got[0]["error"], got
            with Double(port=port) as again:
                text = s.execute(together(
                    call("d.safe"), call("d.echo", {"text": "z"})))
                got = json.loads(text["content"][0]["text"])
                assert got[0] == "safe", got
                assert again.n_sessions == 1, again.n_sessions


def test_many_calls_at_once(folder):
    with Double() as d:
        done = run(folder, """
        const all = [];
        for (let i = 0; i < 150; i++)
            all.push(i % 3 ? tools.d.sse({}) : tools.d.echo({ text: "e" + i }));
        const got = await Promise.all(all);
        return got.every((v, i) => v === (i % 3 ? "sse" : "e" + i))""", d=d.url)
        assert done.out == "true\n", done


def test_calls_that_depend_on_each_other(folder):
    """More of them than libcurl was once let have connections: all are there
    before the first is answered, and each asks something back meanwhile."""
    for tool in ("waits-for-all", "asks-back"):
        with Double() as d:
            with Server("--config", config(folder, d={
                    "url": d.url, "maxConcurrentCalls": 160})) as s:
                s.start()
                for program in range(20):
                    s.send(id=f"p{program}", method="tools/call", params={
                        "name": "execute", "arguments": {"code": """
                            const all = []
                            for (let i = 0; i < 8; i++)
                                all.push(tools.d["%s"]({ n: 160 }))
                            return (await Promise.all(all)).join()""" % tool}})
                answers = [s.next(20) for _ in range(20)]
                assert sorted(a["id"] for a in answers) == sorted(
                    f"p{program}" for program in range(20)), answers
                for answer in answers:
                    said = answer["result"]["content"][0]["text"]
                    assert said == ",".join([tool] * 8), said
                assert s.stop() == 0


def test_documents_of_one_host_are_apart(folder):
    """As many calls of one as it may have open get no answer."""
    for name in ("silent", "other"):
        pathlib.Path(folder, f"{name}.json").write_text(json.dumps({
            "openapi": "3.1.0", "info": {"title": "t", "version": "1"},
            "servers": [{"url": "/"}],
            "paths": {"/" + name: {"get": {
                "operationId": "get", "responses": {}}}}}))
    with Double("silent-path") as d:
        with Server("--config", config(folder, **{name: {
                "openapi": f"{name}.json", "callTimeoutMs": 8000,
                "baseUrl": d.url.removesuffix("/mcp")}
                for name in ("silent", "other")})) as s:
            s.start()
            for program in range(8):
                s.send(id=f"p{program}", method="tools/call", params={
                    "name": "execute", "arguments": {"code": """
                        const all = []
                        for (let i = 0; i < 8; i++)
                            all.push(tools.silent.get({}))
                        await Promise.all(all)"""}})
            end = time.monotonic() + 10
            while sum(e["path"] == "/silent" for e in d.seen) < 64:
                assert time.monotonic() < end, d.seen
                time.sleep(0.02)
            start = time.monotonic()
            said = s.execute("return await tools.other.get({})")
            assert said["content"][0]["text"] == "other", said
            assert time.monotonic() - start < 5
            assert s.stop() == 0


def test_a_stream_that_ends_with_what_it_asks(folder):
    """What the data began is cancelled before libcurl has it."""
    for modes, entry, reason in (
            (("sse-only", "ends"), {"type": "sse"}, "its event stream ended"),
            (("pings-alone",), {"type": "http"},
             "its event stream ended before the answer")):
        with Double(*modes) as d:
            with Server("--config", config(
                    folder, d=dict(entry, url=d.url))) as s:
                s.start()
                end = time.monotonic() + 10
                while f'server "d": {reason}\n' not in "".join(s.errors):
                    assert time.monotonic() < end, s.errors
                    time.sleep(0.02)
                assert s.request("ping")["result"] == {}
                assert s.stop() == 0


FLOODS = ["flood", "flood-small", "flood-of-extensions"]


def test_floods_leave_time_for_others(folder):
    """A server that writes as fast as it can costs neither the gateway its
    answers, nor a call its end, nor a signal its effect."""
    for flood in FLOODS:
        with Double() as d:
            with Server("--config", config(folder, d={
                    "url": d.url, "callTimeoutMs": 1500})) as s:
                s.start()
                assert s.execute("return await tools.d.json({})")[
                    "content"][0]["text"] == "json"
                s.send(id="f", method="tools/call", params={
                    "name": "execute", "arguments": {"code":
                        f'return await tools.d["{flood}"]({{}})'}})
                time.sleep(0.5)
                for _ in range(5):
                    start = time.monotonic()
                    assert s.request("ping")["result"] == {}
                    assert time.monotonic() - start < 20, flood
                said = s.answer("f", PATIENCE)["result"]["content"][0]["text"]
                assert said == ('server "d": no answer within 1500 ms; the call '
                                "was given up"), said
                s.send(id="g", method="tools/call", params={
                    "name": "execute", "arguments": {"code":
                        f'return await tools.d["{flood}"]({{}})'}})
                time.sleep(0.3)
                s.process.send_signal(signal.SIGTERM)
                start = time.monotonic()
                assert s.ended() == 0
                assert time.monotonic() - start < 20, flood


if __name__ == "__main__":
    main(globals())
