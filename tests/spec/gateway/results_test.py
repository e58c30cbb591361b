#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Answers of MCP servers as programs and readers get them; spec/field.md 4, 5."""
import json

from scripted import Server, config, execute, main, run, text, tool

PNG = "iVBORw0KGgo="


def one(folder, name, answer):
    return config(folder, s={"lists": [[tool(name)]], "answers": {name: answer}})


def fails(record, kind, *parts):
    assert record["ok"] is False and record["error"]["kind"] == kind, record
    for part in parts:
        assert part in record["error"]["message"], record


def test_f39a_text_stays_text(folder):
    file = one(folder, "count", text('{"n":3}'))
    record = run(file, "const r = await tools.s.count({}); "
                       "return [typeof r, r.n, JSON.parse(r).n];")
    assert record["value"] == ["string", None, 3], record


def test_f39b_structured_content(folder):
    file = one(folder, "count", text('{"n":3}', structuredContent={"n": 3}))
    record = run(file, "return (await tools.s.count({})).n;")
    assert record["value"] == 3, record


def test_f39c_a_failure_with_a_text(folder):
    file = one(folder, "count", text("quota used up", isError=True))
    record = run(file, "await tools.s.count({});")
    fails(record, "ToolFailure")
    assert record["error"]["message"] == "quota used up", record


def test_f39d_a_failure_without_a_text(folder):
    file = one(folder, "count", {"result": {
        "isError": True, "content": [], "structuredContent": {"n": 3}}})
    record = run(file, "await tools.s.count({});")
    fails(record, "ToolFailure")
    assert record["error"]["message"] == "s.count failed", record


def test_f39e_two_text_parts(folder):
    file = one(folder, "count", {"result": {"content": [
        {"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}})
    assert run(file, "return await tools.s.count({});")["value"] == "a\nb"


def test_f39f_no_parts(folder):
    file = one(folder, "count", {"result": {"content": []}})
    assert run(file, "return await tools.s.count({});")["value"] is None


def rows(folder, mime):
    return config(folder, db={"lists": [[tool("rows")]], "answers": {
        "rows": {"result": {
            "content": [{"type": "text", "text": "2 rows, 1 hidden by policy"},
                        {"type": "image", "mimeType": mime, "data": PNG}],
            "structuredContent": {"rows": [1, 2]}}}}})


def test_f40a_text_and_an_image_beside_structured_content(folder):
    with Server("--config", rows(folder, "image/png")) as server:
        server.start()
        got, result = execute(server, "return (await tools.db.rows({})).rows;")
        assert got == ("[\n  1,\n  2\n]\n\nLogs:\n"
                       "[db.rows] 2 rows, 1 hidden by policy"), result
        assert result["content"][1:] == [
            {"type": "image", "mimeType": "image/png", "data": PNG}], result


def test_f40b_an_image_that_is_none(folder):
    with Server("--config", rows(folder, "image/jpeg")) as server:
        server.start()
        got, result = execute(server, "return (await tools.db.rows({})).rows;")
        assert len(result["content"]) == 1, result
        line = got.splitlines()[-1]
        assert line.startswith("[db.rows] ") and "image" in line, got


def test_f41a_links_and_private_metadata(folder):
    link = {"type": "resource_link", "uri": "file:///r/1.csv", "name": "1.csv"}
    file = config(folder, report={"lists": [[tool("make")]], "answers": {
        "make": {"result": {"content": [{"type": "text", "text": "stored"}, link],
                            "_meta": {"ui": {"x": 1}}}}}})
    with Server("--config", file) as server:
        server.start()
        got, result = execute(server, "return await tools.report.make({});")
        assert got == "stored", result
        assert result["content"][1:] == [link], result
        assert "ui" not in json.dumps(result), result


def test_f41b_unknown_parts(folder):
    file = one(folder, "make", {"result": {"content": [
        {"type": "text", "text": "a", "extra": {"y": 2}, "annotations": {}},
        {"type": "hologram", "data": "??"}, {"type": "text", "text": "b"}]}})
    with Server("--config", file) as server:
        server.start()
        got, result = execute(server, "return await tools.s.make({});")
        assert got == "a\nb" and "isError" not in result, result


def test_f42a_many_calls_a_small_answer(folder):
    file = config(folder, kv={"lists": [[tool("put")]], "answers": {
        "put": {"result": {"content": []}}}})
    with Server("--config", file) as server:
        server.start()
        got, result = execute(server, (
            'for (let i = 0; i < 300; i++) await tools.kv.put('
            '{ k: "k" + i, v: "x".repeat(500) });\nreturn "ok";'))
        assert got == "ok" and len(result["content"]) == 1, result
        rows_ = result["_meta"]["toolCalls"]
        assert len(rows_) == 300, len(rows_)
        assert all(row["tool"] == "kv.put" and row["status"] == "completed"
                   for row in rows_), rows_[:3]


def test_f43f_a_text_over_the_bound(folder):
    with Server("--config", one(folder, "x", text(""))) as server:
        server.start()
        got, _ = execute(server, 'return "a".repeat(600000);')
        first, line, last = got.split("\n")
        assert first == "a" * 25600 and last == "a" * 25600, (
            len(first), line, len(last))
        assert "548800" in line.replace(",", "").replace(".", ""), line


def test_f72b_failure_in_the_middle(folder):
    file = config(folder, doc={
        "lists": [[tool("create"), tool("update")]],
        "answers": {"create": text("", structuredContent={"id": 5}),
                    "update": text("update refused", isError=True)}})
    with Server("--config", file) as server:
        server.start()
        _, result = execute(server, (
            'const { id } = await tools.doc.create({ title: "t" });\n'
            'await tools.doc.update({ id, title: "u" });'))
        assert result["isError"] is True, result
        assert result["_meta"]["error"] is True, result
        assert result["_meta"]["toolCalls"] == [
            {"tool": "doc.create", "status": "completed",
             "input": {"title": "t"}},
            {"tool": "doc.update", "status": "error",
             "input": {"id": 5, "title": "u"}}], result


def test_f32a_guessing_the_fields_of_a_text(folder):
    file = config(folder, desk={"lists": [[tool("search")]], "answers": {
        "search": text('{"issues":[{"key":"A-1"}]}')}})
    record = run(file, 'const r = await tools.desk.search({ q: "x" });\n'
                       "return r.items.map((i) => i.id);")
    fails(record, "ExecutionFailure", "Cannot read properties of undefined",
          "map")
    assert record["error"]["location"]["line"] == 2, record
    assert record["toolCalls"] == [{"name": "desk.search"}], record
    record = run(file, 'const r = await tools.desk.search({ q: "x" });\n'
                       "return JSON.parse(r).issues[0].key;") # F32b
    assert record["value"] == "A-1", record


def test_f32c_structured_content(folder):
    file = config(folder, desk={"lists": [[tool("search")]], "answers": {
        "search": text("", structuredContent={"issues": [{"key": "A-1"}]})}})
    record = run(file, 'const r = await tools.desk.search({ q: "x" });\n'
                       "return r.items.map((i) => i.id);")
    fails(record, "ExecutionFailure", "Cannot read properties of undefined",
          "map")
    record = run(file, 'const r = await tools.desk.search({ q: "x" });\n'
                       "return Object.keys(r);")
    assert record["value"] == ["issues"], record


def test_f33b_the_program_gets_the_object(folder):
    file = config(folder, db={"lists": [[tool("list")]], "answers": {
        "list": text("", structuredContent={"rows": [{"id": 1}]})}})
    record = run(file, "return (await tools.db.list({})).rows[0].id;")
    assert record["value"] == 1, record
    with Server("--config", file) as server: # F33a: nothing is learned
        server.start()
        before = server.wait_for_tools("tools.db.list")
        execute(server, "await tools.db.list({}); await tools.db.list({});")
        assert server.wait_for_tools("tools.db.list") == before


if __name__ == "__main__":
    main(globals())
