#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Names, servers that come, go and change; spec/field.md 3, 7 to 11."""
import json
import sys
import time

from scripted import (PATIENCE, Server, codemode, config, entry, execute, main,
                      received, run, text, tool)
import harness


def wait_until(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.02)


def changes(server):
    """list_changed notifications so far."""
    server.request("ping")
    return len([m for m in server.seen if m and
                m.get("method") == "notifications/tools/list_changed"])


def test_f22b_names_that_fall_together(folder):
    file = config(folder, s={
        "lists": [[tool("get.item"), tool("get item")]],
        "answers": {"get.item": text("dot"), "get item": text("blank")}})
    record = run(file, "return [await tools.s.get_item(), "
                       "Object.keys(tools.s)];")
    assert record["value"] == ["blank", ["get_item"]], record
    calls = received(folder, "s", "tools/call")
    assert [c["params"]["name"] for c in calls] == ["get item"], calls
    done = codemode("doctor", "--config", file)
    assert "get.item" in done.out + done.err, done


def test_f24_a_catalog_line_called_as_a_native_tool(folder):
    file = config(folder, board={"lists": [[tool("create_issue")]],
                                 "answers": {"create_issue": text("made")}})
    with Server("--config", file) as server:
        server.start()
        server.wait_for_tools("tools.board.create_issue")
        for name in ("board.create_issue", "board_create_issue"): # F24a, F24b
            answer = server.request("tools/call", {
                "name": name, "arguments": {"title": "x"}}, ident=7)
            result = answer["result"]
            assert result["isError"] is True, result
            got = result["content"][0]["text"]
            assert "execute" in got and "tools.board.create_issue(" in got, got
        server.last_id = 7
    assert received(folder, "board", "tools/call") == []


def test_f25a_every_tool_hidden_by_policy(folder):
    script = {"lists": [[tool("list_secrets")]],
              "answers": {"list_secrets": text("told")}}
    for policy in ({"includeTools": []}, {"excludeTools": ["list_*"]},
                   {"readOnly": True}):
        file = config(folder, vault=entry(folder, "vault", script, **policy))
        with Server("--config", file) as server:
            started = server.start()
            listed = server.request("tools/list")["result"]
            assert listed["tools"] == [], listed
            got, result = execute(server, "return await tools.vault.list_secrets({});")
            assert result["isError"] is True, result
            catalog = json.dumps([started, listed, server.seen])
            assert "list_secrets(" not in catalog, catalog
            assert "tools.vault" not in json.dumps([started, listed]), started
        done = codemode("instructions", "--config", file)
        assert "list_secrets" not in done.out, done
        done = codemode("doctor", "--config", file)
        assert 'tool "list_secrets" skipped: the configuration ' in done.out, done
    assert received(folder, "vault", "tools/call") == []


def test_f25c_a_tool_becomes_visible_later(folder):
    file = config(folder, s={"lists": [[], [tool("fresh")]], "early": 50})
    with Server("--config", file) as server:
        server.start()
        first = server.request("tools/list")["result"]["tools"]
        assert first == [], first
        server.wait_for_tools("tools.s.fresh")
        assert changes(server) == 1, server.seen


def inner_gateway(folder):
    """A configuration whose only server is a gateway over another one."""
    inner = config(folder, clock={"lists": [[tool("now")]],
                                  "answers": {"now": text("noon")}})
    path = folder + "/outer.json"
    with open(path, "w", encoding="utf-8") as out:
        json.dump({"mcpServers": {"inner": {
            "command": harness.CODEMODE,
            "args": ["serve", "--config", inner]}}}, out)
    return path


def test_f27_a_gateway_behind_a_gateway(folder):
    file = inner_gateway(folder)
    record = run(file, 'return await tools.inner.execute('
                       '{ code: "return 6 * 7" });') # F27a
    assert record.get("value") == "42", record
    record = run(file, 'await tools.inner.execute({ code: "null.x" });') # F27b
    assert record["error"]["kind"] == "ToolFailure", record
    assert "Cannot read properties of null" in record["error"]["message"], record
    record = run(file, 'try { await tools.inner.execute({ code: "null.x" }); }'
                       " catch (e) { return e.kind; }")
    assert record["value"] == "ToolFailure", record
    record = run(file, 'return search({ query: "execute" })'
                       ".items.map((i) => i.path);") # F27c
    assert record["value"] == ["tools.inner.execute"], record


def test_f27d_a_gateway_never_starts_itself(folder):
    path = folder + "/config.json"
    scripted = entry(folder, "s", {"lists": [[tool("t")]],
                                   "answers": {"t": text("t")}})
    with open(path, "w", encoding="utf-8") as out:
        json.dump({"mcpServers": {"s": scripted, "me": {
            "command": harness.CODEMODE,
            "args": ["serve", "--config", path]}}}, out)
    done = codemode("run", "--json", "--config", path, stdin=(
        "return [await tools.s.t(), Object.keys(tools)];"))
    record = json.loads(done.out)
    assert record["value"] == ["t", ["s"]], record
    assert "me" in done.err, done


def test_f28a_never_another_servers_tool(folder):
    file = config(folder, other={"lists": [[tool("list")]]},
                  late={"command": "no-such-program-here"})
    with Server("--config", file) as server:
        server.start()
        server.wait_for_tools("tools.other.list")
        got, result = execute(server, "return await tools.late.list({});")
        assert result["isError"] is True, result
        assert '"late.list"' in got and "other" not in got, got
        assert '"late" is not connected' in got, got
        assert result["_meta"]["toolCalls"] == [], result
        got, result = execute(server, (
            "try { await tools.late.list({}); } catch (e) { return e.kind; }"))
        assert got == "UnknownTool", result
    assert received(folder, "other", "tools/call") == []


def test_f28b_the_same_in_lua(folder):
    file = config(folder, other={"lists": [[tool("list")]]},
                  late={"command": "no-such-program-here"})
    with Server("--language", "lua", "--config", file) as server:
        server.start()
        server.wait_for_tools("tools.other.list")
        got, result = execute(server, (
            "local ok, e = pcall(tools.late.list, {}) return { ok, e }"))
        ok, e = json.loads(got)
        assert ok is False and '"late.list"' in e and "other" not in e, result
        assert '"late" is not connected' in e, result
        assert result["_meta"]["toolCalls"] == [], result
    assert received(folder, "other", "tools/call") == []


def test_f30a_a_first_look_at_the_command():
    done = codemode()
    assert done.status == 2 and done.out == "", done
    assert "codemode runs small programs" in done.err, done
    for command in ("run", "serve", "check", "doctor"):
        assert f"\n  {command} " in done.err, done
    assert done.err.count("\n  codemode ") >= 3, done


def test_f30b_doctor_says_what_works(folder):
    file = config(folder, good={"lists": [[tool("t")]]},
                  bad={"command": "no-such-program-here"})
    done = codemode("doctor", "--config", file)
    lines = done.out.splitlines()
    good = [x for x in lines if "good" in x]
    bad = [x for x in lines if "bad" in x]
    assert good and "ms" in good[0], done
    assert bad and "no-such-program-here" in " ".join(bad), done


def test_f31b_one_odd_schema_harms_nobody_else(folder):
    file = config(folder, s={
        "lists": [[
            tool("odd", inputSchema={"type": "objekt"}),
            tool("empty", inputSchema={"type": "object", "properties": {
                "a b": {"type": "string"}, "class": {"enum": []}}}),
            tool("none", inputSchema={"type": "object",
                                      "properties": {"p": None}}),
            tool("good")]],
        "answers": {n: text(n) for n in ("odd", "empty", "none", "good")}})
    record = run(file, "return [await tools.s.odd({ x: 1 }), "
                       "await tools.s.empty({}), await tools.s.none({}), "
                       "await tools.s.good({}), search().items.length];")
    assert record["value"] == ["odd", "empty", "none", "good", 4], record


def test_f62b_a_tool_that_never_answers(folder):
    spec = entry(folder, "s", {"lists": [[tool("never"), tool("t")]], "answers": {
        "never": {"never": True}, "t": text("t")}}, callTimeoutMs=200)
    with Server("--config", config(folder, s=spec)) as server:
        server.start()
        got, result = execute(server, (
            "try { await tools.s.never({}); } catch (e) { return e.kind; }"))
        assert got == "ToolFailure", result
        got, result = execute(server, "return await tools.s.t({});")
        assert got == "t", result
    asked = received(folder, "s", "tools/call")[0]["id"]
    cancelled = received(folder, "s", "notifications/cancelled")
    assert [c["params"]["requestId"] for c in cancelled] == [asked], cancelled


def test_f68b_a_server_with_resources_and_no_tools(folder):
    file = config(folder, docs={"capabilities": {"resources": {}},
                                "noTools": True})
    with Server("--config", file) as server:
        server.start()
        wait_until(lambda: received(folder, "docs", "notifications/initialized"),
                   "started")
        time.sleep(0.2)
        assert server.request("tools/list")["result"]["tools"] == []
    done = codemode("run", "--json", "--config", file,
                    stdin="return Object.keys(tools);")
    assert json.loads(done.out)["value"] == [], done
    assert done.err == "", done


def test_f69b_a_command_as_a_tool(folder):
    path = folder + "/config.json"
    with open(path, "w", encoding="utf-8") as out:
        json.dump({"tools": {"git.log": {"command": ["echo", "one", "two"]}}}, out)
    record = run(path, "return await tools.git.log({});")
    assert record["value"].rstrip("\n") == "one two", record


def test_f73_the_tool_list_changes(folder):
    file = config(folder, s={
        "lists": [[tool("old"), tool("wait")], [tool("fresh"), tool("wait")]],
        "answers": {"old": text("old"), "fresh": text("fresh"),
                    "wait": {"next": True, "notify": 1, "delayMs": 400,
                             "result": {"content": []}}}})
    with Server("--config", file) as server:
        server.start()
        server.wait_for_tools("tools.s.old")
        got, result = execute(server, ( # F73a
            "await tools.s.wait({}); return await tools.s.old({});"))
        assert got == "old", result
        got, result = execute(server, "return await tools.s.old({});") # F73b
        assert result["isError"] is True and '"s.old"' in got, result
        got, result = execute(server, "return await tools.s.fresh({});")
        assert got == "fresh", result


def test_f73c_a_burst_asks_once(folder):
    file = config(folder, s={
        "lists": [[tool("poke")], [tool("poke"), tool("fresh")]],
        "answers": {"poke": {"next": True, "notify": 4,
                             "result": {"content": []}}}})
    with Server("--config", file) as server:
        server.start()
        server.wait_for_tools("tools.s.poke")
        before = len(received(folder, "s", "tools/list"))
        execute(server, "await tools.s.poke({});")
        server.wait_for_tools("tools.s.fresh")
        time.sleep(0.3)
        assert len(received(folder, "s", "tools/list")) == before + 1


def test_f74a_a_slow_server(folder):
    file = config(folder, fast={"lists": [[tool("t")]], "answers": {"t": text("t")}},
                  slow={"lists": [[tool("u")]], "answers": {"u": text("u")},
                        "startMs": 4000})
    with Server("--config", file) as server:
        server.start()
        started = time.monotonic()
        server.wait_for_tools("tools.fast.t")
        assert time.monotonic() - started < 3.5
        server.wait_for_tools("tools.slow.u")
        assert changes(server) >= 1
        got, result = execute(server, "return await tools.slow.u({});")
        assert got == "u", result


def test_f74b_a_server_that_exits_at_start(folder):
    file = config(folder, good={"lists": [[tool("t")]], "answers": {"t": text("t")}},
                  gone={"command": sys.executable,
                        "args": ["-c", "import sys; sys.exit(3)"]})
    with Server("--config", file) as server:
        server.start()
        server.wait_for_tools("tools.good.t")
        got, result = execute(server, "return await tools.good.t({});")
        assert got == "t", result
        wait_until(lambda: "gone" in "".join(server.errors), "named in the log")


def two_servers(folder, a_ms, b_ms):
    return config(folder, **{
        name: {"lists": [[tool("t", description="Tool of " + name), tool("u")]],
               "startMs": ms}
        for name, ms in (("alpha", a_ms), ("beta", b_ms))})


def test_f75a_the_same_tools_the_same_bytes(folder):
    texts = []
    for delays in ((0, 400), (400, 0)):
        with Server("--config", two_servers(folder, *delays)) as server:
            server.start()
            texts.append(server.wait_for_tools("tools.alpha.t", "tools.beta.u"))
    assert texts[0] == texts[1], texts


def test_f75b_a_change_without_a_difference(folder):
    same = [tool("poke"), tool("t")]
    file = config(folder, s={"lists": [same, same], "answers": {
        "poke": {"next": True, "notify": 1, "result": {"content": []}}}})
    with Server("--config", file) as server:
        server.start()
        before = server.wait_for_tools("tools.s.t")
        n = changes(server)
        asked = len(received(folder, "s", "tools/list"))
        execute(server, "await tools.s.poke({});")
        wait_until(lambda: len(received(folder, "s", "tools/list")) > asked,
                   "asked again")
        time.sleep(0.3)
        assert changes(server) == n, server.seen
        assert server.wait_for_tools("tools.s.t") == before


def test_f76b_a_long_description(folder):
    long = ("word " * 400).strip()
    file = config(folder, s={"lists": [[tool("t", description=long)]]})
    with Server("--config", file) as server:
        server.start()
        description = server.wait_for_tools("tools.s.t")
        line = [x for x in description.splitlines() if "tools.s.t(" in x][0]
        assert line.endswith("// " + long[:117] + "..."), line
    record = run(file, "return search().items[0].description;")
    assert record["value"] == long, record


def test_f77a_a_change_before_the_first_list(folder):
    file = config(folder, s={"lists": [[tool("old")], [tool("fresh")]],
                             "early": 300})
    with Server("--config", file) as server:
        server.start()
        description = server.wait_for_tools("tools.s.fresh")
        time.sleep(0.5)
        description = server.wait_for_tools("tools.s.fresh")
        assert "tools.s.old" not in description, description


def test_f77b_two_pages(folder):
    file = config(folder, s={
        "pages": 1, "answers": {n: text(n) for n in ("one", "two")},
        "lists": [[tool("one", outputSchema={"type": "object"}), tool("two")]]})
    record = run(file, "return [await tools.s.one({}), await tools.s.two({})];")
    assert record["value"] == ["one", "two"], record


def test_f77c_a_tool_that_needs_a_task(folder):
    file = config(folder, s={"lists": [[
        tool("plain"), tool("job", execution={"taskSupport": "required"})]]})
    record = run(file, "return Object.keys(tools.s);")
    assert record["value"] == ["plain"], record
    done = codemode("doctor", "--config", file)
    line = [x for x in (done.out + done.err).splitlines() if "job" in x]
    assert line and "task" in line[0], done
    with Server("--config", file, "--log-level", "info") as server:
        server.start()
        server.wait_for_tools("tools.s.plain")
        wait_until(lambda: any("job" in x and "task" in x
                               for x in server.errors), "named in the log")


def test_f80a_one_server_and_nothing_else(folder):
    file = config(folder, s={"lists": [[tool("t")]], "answers": {"t": text("t")}})
    with Server("--config", file) as server:
        server.start()
        server.wait_for_tools("tools.s.t")
        tools = server.request("tools/list")["result"]["tools"]
        assert [t["name"] for t in tools] == ["execute"], tools
        assert execute(server, "return await tools.s.t({});")[0] == "t"


if __name__ == "__main__":
    main(globals())
