#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""MCP servers that misbehave: a named diagnostic, and the rest works."""
import json
import pathlib
import time

from harness import (bare, call, codemode, fault_config, main, together)


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
                  "flood", "pages", "null-cursor", "old,string-ids,late,crlf"):
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
    assert calls[0]["params"] == {"name": "echo", "arguments": {"text": "x"}}, calls


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
    text = 'server "c": the process exited with status 5: about to fall over'
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
