#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lua by every command: run, check, batch, catalog, serve."""
import json
import pathlib

from harness import Server, codemode, main

LEVEL = 'return tools.stock.level({ sku = "tea-001" })\n'


def program(folder, text, name="x.lua"):
    path = pathlib.Path(folder) / name
    path.write_text(text)
    return str(path)


def test_a_file_that_ends_in_lua(folder):
    done = codemode("run", program(folder, 'print("a", 1)\nreturn 7 // 2, 5\n'))
    assert (done.status, done.out, done.err) == (0, "3\n", "a\t1\n"), done
    done = codemode("run", "--demo", "--show-calls", program(folder, LEVEL))
    assert done.status == 0 and done.err.startswith("1 tool call\n"), done


def test_an_option_names_the_language(folder):
    done = codemode("run", "--language", "lua", stdin="return #'abc'\n")
    assert (done.status, done.out) == (0, "3\n"), done
    path = program(folder, "return ~0\n", "x.txt")
    assert codemode("run", "--language", "lua", path).out == "-1\n"
    path = program(folder, "return [1].length;\n")
    assert codemode("run", "--language", "javascript", path).out == "1\n"


def test_failures_have_status_1(folder):
    done = codemode("run", program(folder, "local t\nreturn t.x\n"))
    assert done.status == 1 and done.out == "", done
    assert "attempt to index a nil value (local 't') (line 2, col 8)" in done.err, done
    done = codemode("run", "--json", program(folder, "const x = 1\n"))
    error = json.loads(done.out)["error"]
    assert error["kind"] == "ParseError" and "local x = 1" in json.dumps(error), error


def test_check_runs_nothing(folder):
    done = codemode("check", "--demo", program(folder, LEVEL))
    assert (done.status, done.out) == (0, "ok\n"), done
    done = codemode("check", "--demo",
                    program(folder, 'error("not run")\ntools.stock.none({})\n'))
    assert done.status == 1 and "stock.none" in done.err, done
    done = codemode("check", "--json", program(folder, "42\n"))
    error = json.loads(done.out)["error"]
    assert error["kind"] == "ParseError" and "return 42" in json.dumps(error), error


def batch(*lines, args=()):
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = codemode("batch", *args, stdin=text)
    assert done.status == 0, done
    return [json.loads(line) for line in done.out.splitlines()]


def test_batch_takes_both_languages():
    rows = batch({"id": 1, "code": "return 7 // 2", "language": "lua"},
                 {"id": 2, "code": "return 7 / 2;", "language": "javascript"},
                 {"id": 3, "code": "return 7 // 2"},
                 {"id": 4, "code": "x = 1 return x == nil", "language": "lua"},
                 {"id": 5, "code": "return x == nil", "language": "lua"})
    values = [row["result"].get("value") for row in rows]
    assert values == [3, 3.5, 7, False, True], rows
    rows = batch({"id": 1, "code": "while true do end",
                  "limits": {"maxSteps": 10000}}, args=["--language", "lua"])
    assert "10000 steps" in rows[0]["result"]["error"]["message"], rows


def test_defaults_are_those_of_lua():
    code = "for i = 1, 129 do search() end"
    error = batch({"id": 1, "code": code, "language": "lua"})[0]["result"]["error"]
    assert error["kind"] == "ToolCallLimitExceeded" and "128" in error["message"], error


def test_the_catalog_is_written_in_lua():
    done = codemode("catalog", "--demo", "--language", "lua")
    assert ("\n  - tools.stock.level({\n  sku: string,\n}): {\n  sku: string,\n"
            "  available: integer,\n} -- Counts an item") in done.out, done
    assert "Promise" not in done.out and "//" not in done.out, done


def test_serve_tells_of_lua_and_runs_it():
    with Server("--demo", "--language", "lua") as server:
        server.start()
        execute = server.request("tools/list")["result"]["tools"][0]
        told = execute["description"] + json.dumps(execute["inputSchema"])
        for word in ("JavaScript", "await", "Promise", "const "):
            assert word not in told, (word, told)
        assert "The Lua program" in told and "pcall" in told, told
        answer = server.request("tools/call", {
            "name": "execute", "arguments": {"code": LEVEL}})["result"]
        assert not answer.get("isError"), answer
        assert '"sku": "tea-001"' in answer["content"][0]["text"], answer


def test_a_call_of_another_tool_shows_a_lua_program_that_runs():
    with Server("--demo", "--language", "lua") as server:
        server.start()
        answer = server.request("tools/call", {
            "name": "orders.list", "arguments": {
                "status": "open", "x-y": [1, [], {}, None, True, "a\"\n\u00e9"], "n\0m": 1}})
        text = answer["result"]["content"][0]["text"]
        assert answer["result"]["isError"] is True, answer
        code = text.partition("instead:\n")[2]
        assert code == ('return tools.orders.list({ ["status"] = "open", '
                        '["x-y"] = { 1, json.array(), {}, json.null, true, '
                        '"a\\"\\010\u00e9" }, ["n\\000m"] = 1 })'), text
        answer = server.request("tools/call", {
            "name": "execute", "arguments": {"code": code}})["result"]
        assert "ParseError" not in answer["content"][0]["text"], answer


if __name__ == "__main__":
    main(globals())
