#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""MCP servers that misbehave: a named diagnostic, and the rest works."""
import json
import pathlib
import sys
import time

from harness import (FAULT_SERVER, Server, bare, call, codemode, fault_config,
                     main, together)


def run(folder, program, *args, **servers):
    return codemode("run", "--config", fault_config(folder, **servers), *args,
                    stdin=program)


def test_text_and_structured_answers(folder):
    done = run(folder, together(
        call("f.echo", {"text": '{"a":1}'}), call("f.structured"),
        call("f.empty"), call("f.image"), call("f.unicode"),
        call("f.mixed")), f="")
    assert done.value() == ['{"a":1}', {"n": 42}, None, None,
                            "h\u00e9llo \u2028 \U0001f600 \0 end",
                            {"s": "member", "n": 1}], done
    # The text that repeats nothing is a log line, cut to 500 characters.
    assert "[f.mixed] aside " + "z" * 494 + "\n" in done.err, done.err


def test_failures_carry_the_tools_words(folder):
    done = run(folder, together(call("f.boom"), call("f.rpc-error")), f="")
    assert done.value() == [{"error": "first\nsecond"},
                            {"error": "it is broken inside"}], done


def test_junk_lines_are_skipped_and_logged_once(folder):
    done = run(folder, together(call("f.echo", {"text": "x"})), f="junk")
    assert done.value() == ["x"], done
    assert done.err.count("no messages; skipped") == 1, done
    assert 'server "f"' in done.err and "running on stdio" in done.err, done


def test_wire_deviations(folder):
    for modes in ("crlf", "string-ids", "late", "old", "asks", "burst",
                  "flood", "batches", "pages", "null-cursor", "old,string-ids,late,crlf"):
        done = run(folder, together(call("f.echo", {"text": modes})), f=modes)
        assert done.value() == [modes], (modes, done)


def test_all_pages_are_listed(folder):
    done = codemode("catalog", "--json", "--config", fault_config(folder, f="pages"))
    assert len(json.loads(done.out)) == 15, done


def test_our_side_of_the_conversation(folder):
    log = pathlib.Path(folder) / "log"
    done = run(folder, together(call("f.echo", {"text": "x"}), call("f.slow")),
               f=f"asks,log={log}")
    assert done.status == 0, done
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert lines[0]["method"] == "initialize", lines
    assert lines[0]["params"]["protocolVersion"] == "2025-11-25", lines
    assert lines[0]["params"]["clientInfo"]["name"] == "codemode", lines
    assert lines[1] == {"jsonrpc": "2.0", "method": "notifications/initialized",
                        "params": {}}, lines
    answers = {json.dumps(line["id"]): line for line in lines if "method" not in line}
    assert answers["0"]["result"] == {"roots": []}, answers
    assert answers['"p"']["result"] == {}, answers
    assert answers["1"]["error"]["code"] == -32601, answers
    calls = [line for line in lines if line.get("method") == "tools/call"]
    assert calls[0]["params"] == {"_meta": {"progressToken": calls[0]["id"]},
                                  "name": "echo",
                                  "arguments": {"text": "x"}}, calls


def test_a_modern_server(folder):
    log = pathlib.Path(folder) / "log"
    done = run(folder, together(call("f.echo", {"text": "x"}), call("f.hang")),
               "--timeout-ms=300", f=f"modern,log={log}")
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    methods = [line["method"] for line in lines]
    assert methods[:3] == ["initialize", "server/discover", "tools/list"], methods
    assert "notifications/initialized" not in methods, methods
    # Over a pipe a cancel is told, as in the other era.
    assert methods[-1] == "notifications/cancelled", methods
    done = codemode("doctor", "--json", "--config", fault_config(folder, f="modern"))
    row = json.loads(done.out)["sources"][0]
    assert row["protocol"] == "2026-07-28" and row["tools"] == 15, row


def test_a_list_that_hangs_is_given_up(folder):
    log = pathlib.Path(folder) / "log"
    entry = {"command": sys.executable, "startupTimeoutMs": 700,
             "args": [str(FAULT_SERVER), f"stuck-list,log={log}"]}
    lists = lambda: log.read_text().count('"tools/list"')
    with Server("--config", fault_config(folder, f=entry)) as s:
        s.start()
        s.wait_for_tools("f.echo")
        for n in (2, 3): # the second is stuck, calls go on
            s.execute("return await tools.f.echo({ text: 'x' })")
            end = time.monotonic() + 30
            while lists() < n:
                assert time.monotonic() < end, log.read_text()
                time.sleep(0.02)
                if n == 3 and not any("listed again" in e for e in s.errors):
                    assert lists() == 2
        assert any("its tools could not be listed again: no answer within 700 "
                   "ms" in e for e in s.errors), s.errors


def test_the_servers_log_messages(folder):
    done = run(folder, together(call("f.slow")), f="logs")
    lines = [line for line in done.err.splitlines() if 'server "f" part' in line]
    assert lines == [
        'codemode: warn: server "f" part: {"level":"warning"}',
        'codemode: error: server "f" part: {"level":"error"}',
        'codemode: error: server "f" part: {"level":"alert"}'], done


def test_a_server_that_is_missing(folder):
    done = run(folder, together(call("f.echo", {"text": "x"}), bare("ghost.x") + ","),
               f="", ghost={"command": "no-such-program-here"})
    assert done.status == 1, done
    assert ('server "ghost": cannot start no-such-program-here: no such file'
            in done.err), done
    assert 'server "ghost" is not available' in done.err, done
    done = run(folder, together(call("f.echo", {"text": "x"})),
               f="", ghost={"command": "no-such-program-here"})
    assert done.value() == ["x"] and done.err == "", done


def test_a_server_that_crashes_at_the_start(folder):
    done = run(folder, together(bare("c.echo") + ","), c="crash-start")
    assert done.status == 1, done
    assert ('server "c": the process exited with status 3 while it started: '
            "no licence found") in done.err, done


def test_the_last_words_of_a_server(folder):
    """The last lines that fit and are not indented: what is indented is detail,
    such as the frames of a stack."""
    frames = "".join(f"    at frame{i} (/app/main.js:{i}:1)\n" for i in range(40))
    for said, shown in [
            ("ready\nError: TOKEN is missing\n" + frames + "\nsee https://e.org/x\n",
             "ready | Error: TOKEN is missing | see https://e.org/x"),
            ("a" * 600 + "\n" + "b" * 300 + "\r\n" + "c" * 197 + "\n",
             "b" * 300 + " | " + "c" * 197),
            ("b" * 300 + "\n" + "c" * 198 + "\n", "c" * 198),
            ("x" * 10 + " " + "y" * 600, "y" * 500), ("x" * 300 + " " + "y" * 400, "y" * 400),
            ("  indented\n\tlines alone\n\n", "lines alone"),
            ("one\0two\n", "one two"), (" \n\n", "")]:
        entry = {"command": sys.executable, "args": [
            "-c", f"import sys; sys.stderr.write({said!r}); sys.exit(3)"]}
        done = run(folder, together(bare("d.x") + ","), d=entry)
        reason = "the process exited with status 3 while it started"
        assert (f'server "d" is not available: {reason}{": " if shown else ""}{shown}\n'
                in done.err), (said, done)


def test_a_server_that_hangs_at_the_start(folder):
    entry = {"command": "python3", "startupTimeoutMs": 300,
             "args": [str(pathlib.Path(__file__).parent.parent / "mcp" /
                          "fault_server.py"), "hang-start"]}
    done = run(folder, together(bare("h.echo") + ","), h=entry)
    assert done.status == 1, done
    assert 'server "h": it was not ready within 300 ms' in done.err, done


def test_other_bad_starts(folder):
    for modes, part in [("cursor-loop", "its list of tools does not end"),
                        ("future", '"2099-01-01", which is unknown')]:
        done = run(folder, together(bare("b.echo") + ","), b=modes)
        assert done.status == 1 and part in done.err, (modes, done)


def test_a_crash_in_mid_call_names_the_server(folder):
    done = run(folder, together(call("c.crash"), call("c.hang"),
                                call("f.echo", {"text": "x"})), c="", f="")
    rows = done.value()
    text = ('server "c": the process exited with status 5\n'
            "Caused by: about to fall over")
    assert rows == [{"error": text}, {"error": text}, "x"], rows


def test_a_crashed_server_starts_anew(folder):
    code = (f"const a = await {bare('c.crash')}.catch((e) => 'crashed');\n"
            f"const b = await {bare('c.echo', {'text': 'again'})};\n"
            "return [a, b];\n")
    done = run(folder, code, c="")
    assert done.value() == ["crashed", "again"], done


def test_half_a_line_and_the_end(folder):
    done = run(folder, together(call("h.echo", {"text": "x"})), h="half-line")
    assert done.status in (0, 1), done
    assert 'server "h"' in done.out + done.err, done


def test_a_call_that_hangs_is_given_up(folder):
    entry = {"command": "python3", "callTimeoutMs": 300, "args": [
        str(pathlib.Path(__file__).parent.parent / "mcp" / "fault_server.py")]}
    done = run(folder, together(call("h.hang"), call("h.slow", {"ms": 10})), h=entry)
    assert done.value() == [
        {"error": 'server "h": no answer within 300 ms; the call was given up'},
        "slept"], done


def test_a_deadline_cancels_the_call(folder):
    log = pathlib.Path(folder) / "log"
    started = time.monotonic()
    done = run(folder, together(call("h.hang")), "--timeout-ms", "400", h=f"log={log}")
    assert done.status == 1 and time.monotonic() - started < 20, done
    assert '"notifications/cancelled"' in log.read_text(), log.read_text()


def test_big_outputs(folder):
    done = run(folder, together(call("f.big", {"bytes": 8000000})), f="")
    assert done.value() == ["b" * 8000000]


def test_names_are_cleaned_and_skips_told(folder):
    config = fault_config(folder, **{"my.server": "names"})
    done = codemode("catalog", "--json", "--config", config)
    paths = [row["path"] for row in json.loads(done.out)]
    assert paths == ["my_server.a_b", "my_server.na_ve", "my_server.no-schema",
                     "my_server.null-schema", "my_server.true-schema",
                     "my_server.with_space_and_dots"], paths
    done = codemode("doctor", "--json", "--config", config)
    source = json.loads(done.out)["sources"][0]
    assert source["name"] == "my.server" and source["ok"] is True, source
    assert source["tools"] == 6 and source["protocol"] == "2025-11-25", source
    reasons = {row["name"][:5]: row["reason"] for row in source["skipped"]}
    assert reasons["needs"] == "it runs only as a task", reasons
    assert reasons["a b"] == "a later tool of the server has the same path", reasons
    assert "too long" in reasons["xxxxx"], reasons


def test_doctor_says_what_is_wrong(folder):
    config = fault_config(folder, f="", c="crash-start")
    done = codemode("doctor", "--json", "--config", config)
    rows = {row["name"]: row for row in json.loads(done.out)["sources"]}
    assert done.status == 1, done
    assert rows["f"]["ok"] is True and rows["f"]["tools"] == 15, rows
    assert rows["c"]["ok"] is False and "status 3" in rows["c"]["error"], rows


def failed(reason):
    return {"error": f'server "b": {reason}'}


def entry(modes, **more):
    return dict({"command": sys.executable, "args": [str(FAULT_SERVER), modes],
                 "startupTimeoutMs": 20000}, **more)


def test_answers_of_odd_shapes(folder):
    """Each is a failure of its call or a value, at once, and nothing more."""
    none, unknown = failed("its answer holds no result"), {"error": "unknown error"}
    text = {"error": "the content of its result is no list"}
    want = {
        "null": none, "text": none, "list": none, "number": none,
        "no-result": none, "error-text": {"error": "it broke"},
        "error-null": unknown, "error-empty": unknown, "error-odd": unknown,
        "both": {"error": "both"}, "content-text": text, "content-null": None,
        "content-odd": "kept", "is-error-text": None,
        "error-no-text": {"error": "b.odd failed"},
        "not-matching": {"n": "many"}, "structured-list": [1, 2],
        "structured-null": "t", "proto": {"__proto__": {"a": 1}, "n": 2},
        "huge-number": {"n": 1e40}, "surrogate": "\ud800x",
        "deep": failed("its answer cannot be read: it is too large")}
    done = run(folder, together(
        *(call("b.odd", {"kind": kind}) for kind in want),
        call("f.echo", {"text": "alive"})), f="",
        b=entry("odd", callTimeoutMs=2000))
    got = done.value()
    for kind, a, b in zip(list(want) + ["f"], got, [*want.values(), "alive"]):
        assert a == b, (kind, a, b)
    for part in ("an attachment (image) was dropped: it has no data",
                 'outputs that break its output schema: /n: expected integer, '
                 'found "many"',
                 'server "b": a message was lost: it is too large'):
        assert part in done.err, (part, done)


def test_odd_starts_and_lists(folder):
    lists = "its tools could not be listed: "
    for modes, reason in (
            *((f"bad-init={k}", "its answer holds no result")
              for k in ("null", "text", "number")),
            *((f"bad-init={k}", 'version "(none)", which is unknown')
              for k in ("empty", "version-number")),
            *((f"bad-list={k}", lists + "its answer holds no result")
              for k in ("null", "text", "number")),
            *((f"bad-list={k}", lists + "the answer holds no list of tools")
              for k in ("empty", "tools-null", "tools-object")),
            ("bad-list=cursor-number", "a cursor of its list of tools is no text"),
            ("bad-list=cursor-long", "a cursor of its list of tools is too long"),
            ("endless", "its list of tools does not end")):
        done = run(folder, together(call("f.echo", {"text": "x"}),
                                    call("b.echo")), f="", b=entry(modes))
        assert done.value() == ["x", {
            "error": 'Unknown tool "b.echo": "b" is not connected'}], (modes, done)
        assert 'server "b": ' in done.err and reason in done.err, (modes, done)


def test_servers_that_stay_usable(folder):
    for modes, part in (
            ("early", ""), ("storm", ""),
            ("long-line", "sent a message over 67108864 bytes; dropped"),
            ("bad-bytes", "sends texts that are no messages"),
            ("schemas", '"b.ref-nowhere" is not checked')):
        done = run(folder, together(call("b.echo", {"text": "x"})),
                   b=entry(modes))
        assert done.value() == ["x"] and part in done.err, (modes, done)
    done = codemode("doctor", "--json", "--config", fault_config(
        folder, b=entry("bad-list=tools-odd")))
    source = json.loads(done.out)["sources"][0]
    assert source["tools"] == 1 and source["ok"], source
    assert [s["reason"] for s in source["skipped"]] == [
        "it has no name", "it has no name", "its name holds U+0000"], source


def test_pipes_that_are_cut(folder):
    cut = failed("the process closed its input or output, and was ended")
    silent = failed("no answer within 3000 ms; the call was given up")
    for modes, *want in (
            ("mute", cut), ("deaf", silent),
            ("shut", cut, silent), # the call may be in the pipe already
            ("orphan", failed("the process exited with status 6"))):
        done = run(folder, together(call("b.echo"), call("f.echo", {"text": "x"})),
                   f="", b=entry(modes, callTimeoutMs=3000))
        got = done.value()
        assert got[0] in want and got[1] == "x", (modes, done)
    chatty = entry("odd", callTimeoutMs=500, callCapMs=1500)
    done = run(folder, together(call("b.chatter"), call("b.echo", {"text": "x"})),
               b=chatty)
    assert done.value() == [failed(
        "still at work after the longest time allowed; the call was given up"),
        "x"], done


def test_nothing_is_left(folder):
    """No process and no descriptor, however the servers end."""
    servers = {m: entry(m, callTimeoutMs=2000) for m in (
        "orphan", "stubborn", "crash-start", "shut", "mute", "deaf", "odd")}
    with Server("--config", fault_config(folder, **servers)) as s:
        s.start()
        s.wait_for_tools("odd.odd")
        place = pathlib.Path(f"/proc/{s.process.pid}")
        for n in range(3):
            s.execute(together(*(call(f"{n}.echo") for n in ("orphan", "shut",
                                                             "mute"))))
            count = len(list((place / "fd").iterdir()))
            first = count if n == 0 else first
        assert count <= first + 2, (first, count)
        group = (place / "task" / str(s.process.pid) / "children").read_text()
        assert group.split(), "servers run"
    for pid in group.split():
        assert not pathlib.Path(f"/proc/{pid}").exists(), pid


def test_children_get_a_small_environment(folder):
    config = fault_config(folder, f={
        "command": "python3", "env": {"GIVEN": "${FROM_OUTSIDE:-default}-x"},
        "args": [str(pathlib.Path(__file__).parent.parent / "mcp" / "fault_server.py")]})
    done = codemode("run", "--config", config, stdin=together(
        call("f.env", {"name": "GIVEN"}), call("f.env", {"name": "MY_SECRET"})),
        env={"MY_SECRET": "s3cret", "FROM_OUTSIDE": "seen"})
    assert done.value() == ["seen-x", "(unset)"], done


if __name__ == "__main__":
    main(globals())
