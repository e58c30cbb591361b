#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""codemode batch: one line in, one line out."""
import json
import signal
import subprocess

from harness import CODEMODE, PATIENCE, call, codemode, main, together


def batch(*lines, args=()):
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n"
                   for line in lines)
    done = codemode("batch", *args, stdin=text)
    assert done.status == 0, done
    return [json.loads(line) for line in done.out.splitlines()]


def test_one_answer_for_each_line_in_order():
    rows = batch(*[{"id": i, "code": f"return {i}\n"} for i in range(200)])
    assert [row["id"] for row in rows] == list(range(200))
    assert [row["result"]["value"] for row in rows] == list(range(200))


def test_ids_come_back_as_they_were():
    ids = [7, "7", None, {"a": [1]}, [], 1.5, "\u00e9\U0001f600"]
    rows = batch(*[{"id": i, "code": "return 1\n"} for i in ids])
    assert [row["id"] for row in rows] == ids, rows
    assert batch({"code": "return 1\n"})[0]["id"] is None


def test_bad_lines_are_answered_and_the_next_is_read():
    rows = batch("not json", "[1]", "", {"id": 3}, {"id": 4, "code": 5},
                 {"id": 5, "code": "return 1\n", "language": "basic"},
                 {"id": 6, "code": "return 1\n", "limits": {"timeoutMs": "x"}},
                 {"id": 7, "code": "return 1\n", "limits": {"nope": 1}},
                 {"id": 9, "code": "return 1\n", "Language": "lua"},
                 {"id": 10, "code": "return 1\n", "limits": {"timeoutMs": 0}},
                 {"id": 8, "code": "return 8\n"})
    assert [row["id"] for row in rows] == [None, None, 3, 4, 5, 6, 7, 9, 10, 8], rows
    assert all("error" in row for row in rows[:9]), rows
    assert rows[5]["error"] == "limits.timeoutMs must be a whole number", rows
    assert rows[6]["error"].startswith("limits.nope is no limit: timeoutMs, "), rows
    assert rows[7]["error"] == "unknown key \"Language\"; did you mean \"language\"?", rows
    assert rows[8]["error"].startswith("limits.timeoutMs must be an integer from 1 to "), rows
    assert rows[9]["result"]["value"] == 8, rows


def test_keys_that_mean_others_are_refused():
    for key, value, meant in [
        ("Language", "lua", "language"), ("langauge", "lua", "language"),
        ("lang", "lua", "language"), ("langs", "lua", None), ("Id", 1, "id"),
        ("limit", {}, "limits"), ("limts", {}, "limits"), ("uid", 1, None),
        ("di", 1, None), ("node", 1, None), ("codes", 1, None), ("tag", 1, None),
    ]:
        row = batch({"code": "return 1\n", key: value})[0]
        if meant is None:
            assert row["result"]["value"] == 1, (key, row)
        else:
            assert row == {"id": None, "error": f'unknown key "{key}"; did you mean '
                           f'"{meant}"?'}, (key, row)
    assert batch({"cdoe": "return 1\n"})[0]["error"] == (
        'unknown key "cdoe"; did you mean "code"?')
    row = batch({"id": 1, "code": "return 1\n", "limits": {}, "limit": 7})[0]
    assert row["result"]["value"] == 1, row # the key that it resembles is there


def test_limits_beside_the_limits_are_refused():
    for key, limit in [
        ("timeoutMs", "timeoutMs"), ("timeout_ms", "timeoutMs"),
        ("timeoutms", "timeoutMs"), ("timeoutMS", "timeoutMs"),
        ("timeout", "timeoutMs"),
        ("maxSteps", "maxSteps"), ("max_steps", "maxSteps"),
        ("maxStep", "maxSteps"), ("maxToolCalls", "maxToolCalls"),
        ("maxMemoryBytes", "maxMemoryBytes"), ("max_output_bytes", "maxOutputBytes"),
    ]:
        row = batch({"id": 1, "code": "return 1\n", key: 5})[0]
        assert row == {"id": 1, "error": f'"{key}" stands outside of "limits"; write '
                       f'"limits":{{"{limit}":...}}'}, (key, row)
    for key in "time", "tool", "memory", "maxM": # what the lines carry besides
        row = batch({"code": "return 1\n", key: "2026-12-01"})[0]
        assert row["result"]["value"] == 1, (key, row)


def test_the_last_line_needs_no_line_end():
    done = codemode("batch", stdin='{"id":1,"code":"return 2"}')
    assert json.loads(done.out)["result"]["value"] == 2, done


def test_the_answer_comes_before_the_next_line():
    process = subprocess.Popen([CODEMODE, "batch", "--demo"],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for i in range(20):
        line = {"id": i, "code": together(call("orders.get", {"id": "o-1001"}))}
        process.stdin.write((json.dumps(line) + "\n").encode())
        process.stdin.flush()
        row = json.loads(process.stdout.readline())
        assert row["id"] == i and row["result"]["value"][0]["id"] == "o-1001"
    process.stdin.close()
    assert process.wait(PATIENCE) == 0


def test_limits_of_a_line_hold_for_it_alone():
    slow = together(*[call("stock.level", {"sku": "tea-001"})])
    rows = batch({"id": 1, "code": slow, "limits": {"timeoutMs": 20}},
                 {"id": 2, "code": slow}, args=["--demo"])
    assert rows[0]["result"]["ok"] is False, rows
    assert "timeout" in json.dumps(rows[0]).lower(), rows
    assert rows[1]["result"]["value"] == [{"sku": "tea-001", "available": 40}], rows


def test_a_signal_ends_it():
    process = subprocess.Popen([CODEMODE, "batch"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE)
    process.stdin.write(b'{"id":1,"code":"return 1"}\n')
    process.stdin.flush()
    assert process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 130


if __name__ == "__main__":
    main(globals())
