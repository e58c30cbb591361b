#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The life of the servers behind us: rest, shares of calls, what children get,
and the files that are kept."""
import json
import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import threading
import time

from harness import (CODEMODE, FAULT_SERVER, PATIENCE, TESTS, Server, bare, call,
                     codemode, fault_config, main, own_cache, together)
from recorder import Recorder, answer

sys.path.insert(0, str(TESTS / "mcp"))
from http_server_double import Double # noqa: E402

PLAIN = TESTS / "mcp" / "plain_server.py"


def plain(log=None, **more):
    args = [str(PLAIN)] + ([str(log)] if log else [])
    return dict({"command": sys.executable, "args": args,
                 "startupTimeoutMs": 20000}, **more)


def write(folder, **config):
    path = pathlib.Path(folder) / "config.json"
    path.write_text(json.dumps(config))
    return str(path)


def value(result):
    assert not result.get("isError"), result
    return json.loads(result["content"][0]["text"])


def until(condition, what="it did not happen"):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.02)


def words(log):
    return [line.split()[0] for line in log.read_text().splitlines()]


def changes(server):
    return sum(m is not None and m.get("method") ==
               "notifications/tools/list_changed" for m in server.seen)


# ---- rest -------------------------------------------------------------------

def test_an_idle_server_rests_until_the_next_call(folder):
    log = pathlib.Path(folder) / "log"
    config = fault_config(folder, p=plain(log, idleTimeoutMs=300), other=plain())
    program = "return await tools.p.pid()"
    with Server("--config", config) as s:
        s.start()
        before = s.wait_for_tools("p.sleep", "other.sleep")
        told = changes(s)
        first = value(s.execute(program))
        for n in range(1, 4):
            until(lambda: words(log) == ["start", "end"] * n)
            assert s.wait_for_tools("p.sleep") == before
            pid = value(s.execute(program))
            assert pid != first, pid
            first = pid
        unknown = s.execute("return await tools.p.nothing()")
        assert "not connected" not in unknown["content"][0]["text"], unknown
        assert changes(s) == told, s.seen
    assert words(log) == ["start", "end"] * 4, words(log)


def test_a_server_rests_without_ever_being_called(folder):
    log = pathlib.Path(folder) / "log"
    with Server("--config", fault_config(folder, p=plain(log, idleTimeoutMs=200))) as s:
        s.start()
        s.wait_for_tools("p.pid")
        until(lambda: log.exists() and words(log) == ["start", "end"])
        assert value(s.execute("return await tools.p.pid()")) > 1


def test_a_server_that_did_not_start_is_tried_again(folder):
    script = pathlib.Path(folder) / "late.py"
    flag = pathlib.Path(folder) / "flag"
    script.write_text(f"import os, sys\n"
                      f"if not os.path.exists({str(flag)!r}):\n"
                      f"    sys.exit(4)\n"
                      f"os.execv(sys.executable, [sys.executable, {str(PLAIN)!r}])\n")
    config = fault_config(folder, late={"command": sys.executable, "args": [str(script)]})
    with Server("--no-cache", "--config", config) as s:
        s.start()
        until(lambda: any('server "late"' in line for line in s.errors))
        flag.write_text("")
        s.wait_for_tools("late.pid")
        assert value(s.execute("return await tools.late.pid()")) > 1


def test_many_missing_programs_leave_room(folder):
    config = fault_config(folder, **{f"s{i}": {"command": f"/none/{i}"}
                                     for i in range(1000)})
    with Server("--no-cache", "--config", config) as s:
        started = time.monotonic()
        s.start()
        s.request("tools/list")
        slowest = 0
        while time.monotonic() - started < 5:  # they are tried again meanwhile
            before = time.monotonic()
            s.request("ping")
            slowest = max(slowest, time.monotonic() - before)
            time.sleep(0.02)
        assert slowest < 2, slowest
        assert s.stop() == 0
        # A reason is told once.
        assert sorted(s.errors) == sorted(
            f'codemode: warn: server "s{i}": cannot start /none/{i}: no such file or '
            "directory\n" for i in range(1000)), s.errors[:3]


# ---- a client that does not read --------------------------------------------

TALKER = """
import json, sys
def out(message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
for line in sys.stdin:
    m = json.loads(line)
    if m.get("method") == "initialize":
        out({"id": m["id"], "result": {"protocolVersion": "2025-11-25",
             "capabilities": {"tools": {}, "logging": {}},
             "serverInfo": {"name": "t", "version": "1"}}})
    elif m.get("method") == "tools/list":
        out({"id": m["id"], "result": {"tools": [
            {"name": n, "inputSchema": {"type": "object"}} for n in ("talk", "big")]}})
    elif m.get("method") == "tools/call":
        text = "x" * (40 << 20) if m["params"]["name"] == "big" else "done"
        token = m["params"].get("_meta", {}).get("progressToken")
        for i in range(5000 if text == "done" else 0):
            out({"method": "notifications/progress", "params": {
                "progressToken": token, "progress": i, "message": "y" * 1000}})
            out({"method": "notifications/message", "params": {
                "level": "info", "data": "z" * 1000}})
        out({"id": m["id"], "result": {"content": [{"type": "text", "text": text}]}})
        open(sys.argv[1], "a").write(m["params"]["name"] + "\\n")
    elif "id" in m:
        out({"id": m["id"], "result": {}})
"""


class Reader:
    """A client of stdio that reads when it is told to."""

    def __init__(self, folder, *args):
        script = pathlib.Path(folder) / "talker.py"
        script.write_text(TALKER)
        self.log = pathlib.Path(folder) / "log"
        self.process = subprocess.Popen(
            [CODEMODE, "serve", "--no-cache", *args, "--config", fault_config(
                folder, t={"command": sys.executable, "direct": True,
                           "args": [str(script), str(self.log)]}
                if "--passthrough" not in args else
                {"command": sys.executable, "args": [str(script), str(self.log)]})],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.send(id=1, method="initialize", params={
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"}})
        assert json.loads(self.process.stdout.readline())["id"] == 1
        self.send(method="notifications/initialized")

    def send(self, **message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.process.stdin.flush()

    def call(self, ident, name):
        self.send(id=ident, method="tools/call", params={
            "name": name, "arguments": {}, "_meta": {"progressToken": f"p{ident}"}})

    def wait_for_calls(self, n):
        until(lambda: self.log.exists() and len(words(self.log)) == n)


def test_progress_is_dropped_for_a_client_that_does_not_read(folder):
    for args, name in ([], "t_talk"), (["--passthrough"], "talk"):
        with tempfile.TemporaryDirectory() as inner:
            r = Reader(inner, *args)
            r.call(2, name)
            r.call(3, name)
            r.wait_for_calls(2)
            r.send(id=4, method="ping")
            size, n_progress, answers = 0, 0, []
            while len(answers) < 3:
                line = r.process.stdout.readline()
                message = json.loads(line)
                size += len(line)
                n_progress += message.get("method") == "notifications/progress"
                if "id" in message:
                    answers.append(message)
            assert size < 2 << 20, size
            assert 400 < n_progress < 2000, n_progress
            assert sorted(m["id"] for m in answers) == [2, 3, 4], answers
            assert all(m["result"].get("content", [{"text": "done"}])[0]["text"] ==
                       "done" for m in answers), answers
            out, err = r.process.communicate()
            assert (r.process.returncode, out, err) == (0, b"", b""), (out, err)


def test_a_client_that_never_reads_is_told_of(folder):
    r = Reader(folder, "--passthrough")
    for i in range(8):
        r.call(2 + i, "big")
    err = r.process.stderr.read()
    assert (r.process.wait(), err) == (
        1, b"codemode: warn: the client does not read: over 256 MiB wait for it; "
        b"the server ends\n"), err
    r.process.stdin.close()
    r.process.stdout.close()
    r.process.stderr.close()


# ---- calls ------------------------------------------------------------------

def test_long_calls_keep_it_awake(folder):
    with Server("--config", fault_config(folder, p=plain(idleTimeoutMs=100))) as s:
        s.start()
        assert value(s.execute("""
            await Promise.all([tools.p.sleep({ ms: 900 }), tools.p.sleep({ ms: 10 })])
            return 1""")) == 1


def test_a_stubborn_server_is_killed_and_calls_wait_for_that(folder):
    entry = {"command": sys.executable, "args": [str(FAULT_SERVER), "stubborn"],
             "idleTimeoutMs": 300, "startupTimeoutMs": 20000}
    with Server("--config", fault_config(folder, f=entry)) as s:
        s.start()
        s.wait_for_tools("f.echo")
        children = pathlib.Path(f"/proc/{s.process.pid}/task/{s.process.pid}/children")
        first = children.read_text().split()
        assert len(first) == 1, first
        time.sleep(1) # it is asked to end, and does not listen
        answered = s.execute("return await tools.f.echo({ text: 'x' })")
        assert answered["content"][0]["text"] == "x", answered
        assert not pathlib.Path(f"/proc/{first[0]}").exists()


def test_over_http_the_session_is_ended(folder):
    for modes in ((), ("modern",)):
        with Double(*modes) as d:
            entry = {"url": d.url, "idleTimeoutMs": 300}
            with Server("--config", fault_config(folder, d=entry)) as s:
                s.start()
                s.wait_for_tools("d.echo")
                program = "return await tools.d.echo({ text: 'x' })"
                assert s.execute(program)["content"][0]["text"] == "x"
                if not modes:
                    until(lambda: any(r["verb"] == "DELETE" for r in d.seen))
                else:
                    time.sleep(1) # there is nothing to end
                assert s.execute(program)["content"][0]["text"] == "x"
            if not modes:
                assert d.methods().count("initialize") == 2, d.methods()


def test_commands_that_end_by_themselves_do_not_rest(folder):
    log = pathlib.Path(folder) / "log"
    config = fault_config(folder, p=plain(log, idleTimeoutMs=50), q=plain())
    done = codemode("run", "--config", config, stdin="""
        const before = await tools.p.pid()
        await tools.q.sleep({ ms: 400 })
        return before === await tools.p.pid()""")
    assert done.value() is True and words(log) == ["start", "end"], (done, words(log))
    done = codemode("doctor", "--json", "--config", config)
    assert [s["ok"] for s in json.loads(done.out)["sources"]] == [True, True], done


def test_keys_that_are_wrong(folder):
    TIMES = "must be a whole number of milliseconds, 1 to 2147483647"
    IDLE = TIMES.replace("1 to", "0 to")
    for key, bad, text in (
            ("idleTimeoutMs", -1, IDLE), ("idleTimeoutMs", "1s", IDLE),
            ("idleTimeoutMs", 2147483648, IDLE),
            ("callTimeoutMs", 0, TIMES), ("timeout", 2147483648, TIMES),
            ("startup_timeout_sec", 0,
             "must be a number of seconds, 0.001 to 2147483"),
            ("maxConcurrentCalls", 0, "must be a whole number, 1 to 100000"),
            ("maxConcurrentCalls", 1.5, "must be a whole number, 1 to 100000"),
            ("inheritEnv", "some", 'must be "minimal" or "all"'),
            ("inheritEnv", True, 'must be "minimal" or "all"')):
        config = fault_config(folder, p=plain(**{key: bad}))
        done = codemode("doctor", "--config", config)
        assert f"FAIL  p: {key}: {text}" in done.out, (key, done)
        assert done.status != 0 and done.err == "", done
    fault_config(folder, p=plain(idleTimeoutMs=0, maxConcurrentCalls=1))
    done = codemode("doctor", "--config", config)
    assert done.status == 0 and done.err == "", done


# ---- shares -----------------------------------------------------------------

class Client(Server):
    """Many executes at once: answers come in any order."""

    def begin(self, code):
        self.last_id += 1
        self.send(id=self.last_id, method="tools/call", params={
            "name": "execute", "arguments": {"code": code}})
        return self.last_id

    def answers(self, n):
        """(id, result) in the order in which they come."""
        out = []
        while len(out) < n:
            message = self.next()
            assert message is not None, "".join(self.errors)
            if "method" not in message:
                out.append((message["id"], message["result"]))
        return out


def test_a_server_gets_so_many_calls_at_once(folder):
    """Programs have eight calls open at once; twenty of them can have 160."""
    program = "return (await Promise.all([...Array(8)].map(" \
              "() => tools.p.sleep({ ms: 400 })))).map(Number)"
    for cap, most in ((3, 3), (None, 64)):
        more = {} if cap is None else {"maxConcurrentCalls": cap}
        with Client("--config", fault_config(folder, p=plain(**more))) as s:
            s.start()
            s.wait_for_tools("p.sleep")
            n = 2 if cap else 20
            for _ in range(n):
                s.begin(program)
            got = [x for _, r in s.answers(n) for x in value(r)]
            assert len(got) == 8 * n and max(got) == most, (cap, got)


def test_programs_take_turns(folder):
    config = fault_config(folder, p=plain(maxConcurrentCalls=2))
    many = "return (await Promise.all([...Array(40)].map(" \
           "() => tools.p.sleep({ ms: 50 })))).length"
    with Client("--config", config) as s:
        s.start()
        s.wait_for_tools("p.sleep")
        first = s.begin(many)
        time.sleep(0.15) # its calls wait in the line
        second = s.begin("return await tools.p.sleep({ ms: 1 })")
        order = [ident for ident, _ in s.answers(2)]
        assert order == [second, first], order


def test_calls_that_wait_are_cancelled_with_their_program(folder):
    log = pathlib.Path(folder) / "log"
    config = fault_config(folder, f={
        "command": sys.executable, "args": [str(FAULT_SERVER), f"log={log}"],
        "maxConcurrentCalls": 2})
    with Client("--config", config) as s:
        s.start()
        s.wait_for_tools("f.hang")
        ident = s.begin("return await Promise.all([...Array(9)].map("
                        "() => tools.f.hang()))")
        until(lambda: log.read_text().count('"tools/call"') == 2)
        s.send(method="notifications/cancelled", params={"requestId": ident})
        until(lambda: log.read_text().count('"notifications/cancelled"') == 2)
        done = value(s.execute("return await tools.f.echo({ text: '1' })"))
        assert done == 1
        assert log.read_text().count('"tools/call"') == 3, log.read_text()


def test_the_wait_counts_while_nothing_is_answered(folder):
    entry = plain(maxConcurrentCalls=1, callTimeoutMs=700)
    config = fault_config(folder, p=entry)
    # A server that answers: twenty calls, one after the other, of 100 ms.
    done = codemode("run", "--config", config, stdin="""
        const all = []
        for (let i = 0; i < 20; i++) all.push(tools.p.sleep({ ms: 100 }))
        return (await Promise.all(all)).length""")
    assert done.value() == 20, done
    # One that does not: all fail together, not one after the other.
    started = time.monotonic()
    done = codemode("run", "--config", config, stdin=together(
        *(call("p.hang") for _ in range(20))))
    waited = {"error": 'server "p": no answer to any call within 700 ms; the '
                       "call waited for its turn and was given up"}
    silent = {"error": 'server "p": no answer within 700 ms; the call was given up'}
    got = done.value() # the program has eight at a time on their way
    assert got.count(silent) == 3 and got.count(waited) == 17, got
    assert time.monotonic() - started < 7, "twenty times 700 ms are 14 s"


def test_all_servers_have_their_part_of_the_calls(folder):
    config = fault_config(folder, a=plain(), b=plain(), dead=plain())
    with Client("--config", config, "--max-concurrent-calls", "4") as s:
        s.start()
        s.wait_for_tools("a.sleep", "b.sleep", "dead.sleep")
        dead = s.begin("return await Promise.all([...Array(50)].map("
                       "() => tools.dead.hang()))")
        time.sleep(0.3)
        # One is a's own, one is lent: dead has taken that.
        assert value(s.execute(
            "return await Promise.all([...Array(9)].map("
            "() => tools.a.sleep({ ms: 5 })))")) == ["1"] * 9
        assert value(s.execute("return await tools.b.sleep({ ms: 5 })")) == 1
        s.send(method="notifications/cancelled", params={"requestId": dead})
        # Now it is there for others.
        assert value(s.execute(
            "return (await Promise.all([...Array(9)].map("
            "() => tools.a.sleep({ ms: 20 })))).at(-1)")) == 2
    done = codemode("serve", "--max-concurrent-calls", "0")
    assert done.status == 2 and "must be at least 1" in done.err, done


def test_documents_have_a_part_too(folder):
    pathlib.Path(folder, "d.json").write_text(json.dumps({
        "openapi": "3.0.0", "info": {"title": "t", "version": "1"},
        "servers": [{"url": "http://127.0.0.1:9"}],
        "paths": {"/t": {"get": {"operationId": "t", "responses": {
            "200": {"description": "ok"}}}}}}))
    with Recorder({"/t": answer("1")}) as server:
        config = write(folder, mcpServers={"d": {
            "openapi": "d.json", "baseUrl": server.url, "maxConcurrentCalls": 3}})
        done = codemode("run", "--config", config, stdin="""
            const all = []
            for (let i = 0; i < 50; i++) all.push(tools.d.t())
            return (await Promise.all(all)).length""")
        assert done.value() == 50, done
        assert len(server.take()) == 50


def test_two_hundred_programs_and_a_dead_server(folder):
    """Each calls three servers, of which one never answers."""
    quick = "Promise.all([tools.a.sleep({ ms: 5 }), tools.b.sleep({ ms: 5 })])"

    def took(servers, program):
        with Client("--config", fault_config(folder, **servers)) as s:
            s.start()
            s.wait_for_tools(*(f"{n}.sleep" for n in servers))
            started = time.monotonic()
            for _ in range(200):
                s.begin(program)
            answers = s.answers(200)
            return time.monotonic() - started, [r for _, r in answers]

    alone, results = took({"a": plain(), "b": plain()},
                          f"return (await {quick}).length")
    assert all(value(r) == 2 for r in results), results[0]
    # The dead one is asked, and nobody waits for it in the program.
    beside, results = took(
        {"a": plain(), "b": plain(), "dead": plain()},
        f"const gone = tools.dead.hang(); return (await {quick}).length")
    assert all(value(r) == 2 for r in results), results[0]
    assert beside < 5 * alone + 5, (alone, beside)
    # Everybody waits for all three. Two hundred calls, four at a time, 2 s each
    # would be 100 s; they are given up together.
    both, results = took(
        {"a": plain(), "b": plain(),
         "dead": plain(maxConcurrentCalls=4, callTimeoutMs=2000)},
        "const all = await Promise.allSettled([tools.dead.hang(), " + quick +
        "]); return all.map((r) => r.status)")
    assert all(value(r) == ["rejected", "fulfilled"] for r in results), results[0]
    assert both < 5 * alone + 15, (alone, both)
    print(f"   200 programs: {alone:.2f} s, beside a dead server {beside:.2f} s, "
          f"waiting for it {both:.2f} s")


if __name__ == "__main__":
    main(globals())
