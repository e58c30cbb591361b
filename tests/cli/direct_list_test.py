#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which tools are direct, under which names, and what the list of tools says of
them and of `execute` (the specification's adapter chapter, sections 1 and 3)."""
import json
import pathlib
import sys
import time

from direct_test import (OBJECT, changes, command, config, fault, listed,
                         scripted, tool, wait_for_change, words)
from harness import PATIENCE, Server, codemode, main, slow_config


# ---- the list ----

RICH = {
    "name": "look up", "title": "Look up", "description": "Finds things.",
    "inputSchema": {"type": "object", "required": ["region"], "properties": {
        "region": {"type": "string", "x-mcp-header": "Region"},
        "x-mcp-header": {"type": "string"},
        "any": True, "none": False,
        "deep": {"anyOf": [{"x-mcp-header": "No"}, {"const": {"x-mcp-header": 1}}]},
    }, "additionalProperties": False},
    "outputSchema": {"type": "object", "properties": {"n": {"type": "integer"}}},
    "annotations": {"readOnlyHint": True, "title": "T"},
    "icons": [{"src": "data:,x"}], "execution": {"taskSupport": "optional"},
    "_meta": {"a": 1}, "x-own": [1, None]}
RICH_LISTED = {
    "name": "s_look_up", "title": "Look up", "description": "Finds things.",
    "inputSchema": {"type": "object", "required": ["region"], "properties": {
        "region": {"type": "string"}, "x-mcp-header": {"type": "string"},
        "any": {}, "none": {"not": {}},
        "deep": {"anyOf": [{}, {"const": {"x-mcp-header": 1}}]},
    }, "additionalProperties": False},
    "outputSchema": RICH["outputSchema"], "annotations": RICH["annotations"],
    "icons": RICH["icons"], "_meta": {"a": 1}, "x-own": [1, None]}
POOR = [
    {"name": "bare"}, {"name": "null", "inputSchema": None},
    {"name": "true", "inputSchema": True},
    {"name": "wrong", "title": 7, "description": ["d"], "annotations": "none",
     "_meta": 1, "inputSchema": {"type": ["object", "null"], "minProperties": 1},
     "outputSchema": {"type": "array"}}]


def test_definitions_are_the_servers_own(folder):
    path = config(folder, s=scripted(folder, "s", lists=[[RICH] + POOR]))
    with Server("--config", path) as server:
        server.start()
        tools = listed(server, 5)
        assert tools["s_look_up"] == RICH_LISTED, tools["s_look_up"]
        for name in ("bare", "null", "true"):
            assert tools["s_" + name] == {
                "name": "s_" + name, "inputSchema": OBJECT}, tools
        assert tools["s_wrong"] == {"name": "s_wrong", "inputSchema": {
            "type": "object", "minProperties": 1}}, tools


def test_they_follow_execute_in_the_order_of_their_ids(folder):
    path = config(
        folder, tools={"z.b": command("cat"), "A.z": command("cat"),
                       "plain": {"command": ["cat"]}},
        m=scripted(folder, "m", direct=["b*", "?c"], lists=[[
            {"name": name} for name in ("xc", "bb", "ba", "c", "xcc")]]))
    with Server("--config", path) as server:
        server.start()
        assert list(listed(server, 6)) == [
            "execute", "A_z", "m_ba", "m_bb", "m_xc", "z_b"]
        text = listed(server)["execute"]["description"]
        assert "- m (2 tools)" in text and "plain" in text, text
        for name in ("tools.m.ba", "tools.z", "tools.A", "m_ba"):
            assert name not in json.dumps(listed(server)["execute"]), name


def test_patterns_are_over_the_servers_names(folder):
    path = config(folder, s=scripted(
        folder, "s", direct=["old", "new hidden"], more={
            "renameTools": {"old": "new"}, "excludeTools": ["*hidden"]},
        lists=[[{"name": "old"}, {"name": "new one"}, {"name": "new hidden"}]],
        answers={"old": {"result": {"content": [{"type": "text",
                                                 "text": "it"}]}}}))
    with Server("--config", path) as server:
        server.start()
        assert list(listed(server, 2)) == ["execute", "s_new"]
        assert words(tool(server, "s_new")) == "it"


def test_programs_do_not_reach_them(folder):
    path = config(folder, tools={"alone": command("cat")},
                  f=fault(direct=["echo", "boom"]))
    with Server("--config", path) as server:
        server.start()
        listed(server, 4)
        result = server.execute(
            "return [Object.keys(tools).join(), 'echo' in tools.f,\n"
            "  search({ query: 'echo gives its text back' }).items.map((i) => i.path)"
            ".filter((p) => p.includes('echo')),\n"
            "  await tools.f.slow({ ms: 1 })]")
        assert json.loads(words(result)) == ["f", False, [], "slept"], result
        result = server.execute("return await tools.f.echo({ text: 'x' })")
        assert result["isError"] and words(result).startswith(
            'Unknown tool "f.echo": it is called outside of programs, as f_echo\n'
        ), result
    for program in ("return await tools.f.echo({})",
                    "return await tools.alone({})"):
        done = codemode("run", "-", "--config", path, stdin=program)
        assert done.status == 1 and "UnknownTool" in done.err, done
    assert "echo" not in codemode("catalog", "--config", path).out


# ---- execute comes and goes ----

def test_execute_is_there_for_deferred_tools_alone(folder):
    """A11"""
    one = [{"name": "next"}]
    path = config(folder, s=scripted(
        folder, "s", direct=["next", "more"],
        lists=[one, one + [{"name": "deferred"}], one + [{"name": "more"}],
               one + [{"name": "more", "description": "D"}], []],
        answers={"next": {"next": True, "notify": 1}}))
    with Server("--config", path) as server:
        server.start()
        assert list(listed(server, 1)) == ["s_next"]
        for names in (["execute", "s_next"], ["s_more", "s_next"],
                      ["s_more", "s_next"], []):
            tool(server, "s_next")
            wait_for_change(server)
            assert list(listed(server)) == names, (names, listed(server))
        assert changes(server) == server.changes, server.seen
        assert words(tool(server, "s_next")) == (
            'There is no tool "s_next" now; there are none at all.')


def test_a_server_of_direct_tools_alone_does_not_bring_execute(folder):
    slow = json.loads(pathlib.Path(slow_config(folder, "s", 1.2)).read_text())
    path = config(folder, s=dict(slow["mcpServers"]["s"], direct=True))
    with Server("--config", path) as server:
        server.start()
        assert listed(server) == {}
        # It is configured, so a call waits for it.
        assert words(tool(server, "s_echo", {"text": "x"})) == "x"
        assert changes(server) == 1, server.seen
        assert len(listed(server)) == 15 and "execute" not in listed(server)
        result = server.execute("return 1")
        assert result["isError"] and words(result) == (
            'There is no tool "execute": only s_bad-image, s_big, s_boom, '
            "s_cancelled, s_crash, s_echo, s_empty, s_env and 7 more exist. It is "
            "there when programs have tools to call."), result


def test_slow_servers_are_waited_for(folder):
    slow = json.loads(pathlib.Path(slow_config(folder, "s", 1.2)).read_text())
    path = config(folder, s=dict(slow["mcpServers"]["s"], direct=["echo"]))
    with Server("--config", path) as server:
        server.start()
        tools = listed(server)
        assert list(tools) == ["execute"], tools
        assert "\nStill starting: s." in tools["execute"]["description"], tools
        assert words(tool(server, "s_slow")) == (
            'There is no tool "s_slow": only execute and s_echo exist. Call '
            "execute with this program instead:\nreturn await tools.s.slow({})")
        assert words(tool(server, "s_echo", {"text": "x"})) == "x"
        assert words(tool(server, "t_echo")) == (
            'There is no tool "t_echo": only execute and s_echo exist.')
    with Server("--config", path) as server:
        server.start()
        server.send(id="w", method="tools/call",
                    params={"name": "s_echo", "arguments": {}})
        server.send(method="notifications/cancelled", params={"requestId": "w"})
        assert words(tool(server, "s_echo", {"text": "x"})) == "x"
        assert not [m for m in server.seen if m.get("id") == "w"], server.seen


def test_kept_lists_have_them(folder):
    env = {"XDG_CACHE_HOME": str(pathlib.Path(folder) / "cache")}
    slow = json.loads(pathlib.Path(slow_config(folder, "s", 3)).read_text())
    path = config(folder, s=dict(slow["mcpServers"]["s"], direct=["echo"]))
    with Server("--config", path, env=env) as server:
        server.start()
        first = listed(server, 2)
    with Server("--config", path, env=env) as server:
        began = time.monotonic()
        server.start()
        assert listed(server) == first
        assert time.monotonic() - began < 2.5, "the server was waited for"
        assert words(tool(server, "s_echo", {"text": "x"})) == "x"
        assert time.monotonic() - began > 2.5, "it was not"
        assert changes(server) == 0, server.seen
    # The list was kept whole: what is direct may change.
    path = config(folder, s=dict(slow["mcpServers"]["s"], direct=["boom"]))
    with Server("--config", path, env=env) as server:
        server.start()
        assert list(listed(server)) == ["execute", "s_boom"]


# ---- lists that do not come to rest ----

RESTLESS = """
import json, sys, threading, time
how, log = sys.argv[1:]
lock, began = threading.Lock(), time.monotonic()
def out(**message):
    with lock:
        print(json.dumps(dict(message, jsonrpc="2.0")), flush=True)
def note():
    out(method="notifications/tools/list_changed")
def storm():
    while True:
        note()
        time.sleep(0.03)
for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "initialize":
        out(id=message["id"], result={
            "protocolVersion": "2025-11-25", "serverInfo": {"name": "r", "version": "1"},
            "capabilities": {"tools": {"listChanged": True}}})
        if how == "storm":
            threading.Thread(target=storm, daemon=True).start()
    elif message["method"] == "tools/list":
        with open(log, "a") as file:
            file.write("x")
        if how == "answer":
            note()
        late = [{"name": "late"}] if time.monotonic() - began > 0.5 else []
        out(id=message["id"], result={"tools": [{"name": "one"}] + late})
"""


def test_lists_that_do_not_come_to_rest(folder):
    """A server that tells of changes without end, or in answer to each listing, is
    listed again and again, less and less often."""
    script = pathlib.Path(folder) / "restless.py"
    script.write_text(RESTLESS)
    for how in ("storm", "answer"):
        log = pathlib.Path(folder) / how
        path = config(folder, r={"command": sys.executable, "args": [
            str(script), how, str(log)]})
        with Server("--config", path, "--no-cache") as server:
            server.start()
            server.wait_for_tools("r.late")
            time.sleep(2)
            assert 3 <= len(log.read_text()) <= 9, (how, log.read_text())


# ---- names ----

def test_names_that_are_too_long(folder):
    """A13: 64 characters are a direct id, 65 are none."""
    path = config(folder, s=scripted(folder, "s", lists=[[
        {"name": "a" * 62}, {"name": "b" * 63}, {"name": "c" * 129}]]))
    reason = "its name as a direct tool has more than 64 characters"
    with Server("--config", path, "--log-level", "info") as server:
        server.start()
        assert list(listed(server, 1)) == ["s_" + "a" * 62]
    assert f'server "s": tool "{"b" * 63}" skipped: {reason}' in "".join(
        server.errors), server.errors
    source = json.loads(codemode("doctor", "--json", "--config",
                                 path).out)["sources"][0]
    assert (source["tools"], source["direct"]) == (1, 1), source
    assert source["skipped"] == [
        {"name": "b" * 63, "reason": reason},
        {"name": "c" * 129, "reason": "its name is empty or too long"}], source


def test_names_of_command_tools(folder):
    path = config(folder, tools={
        "execute": command("cat"), "x.y.z": command("cat"),
        "n" * 64: command("cat"), "m" * 65: command("cat")})
    with Server("--config", path) as server:
        server.start()
        assert list(listed(server)) == ["n" * 64, "x_y_z"]
    done = codemode("doctor", "--json", "--config", path)
    rows = {s["name"]: s for s in json.loads(done.out)["sources"]}
    assert [(rows[n]["ok"], rows[n]["direct"]) for n in ("x.y.z", "n" * 64)] == [
        (True, 1), (True, 1)], rows
    assert rows["execute"]["error"] == (
        "direct: a direct tool cannot have the name execute"), rows
    assert rows["m" * 65]["error"] == (
        "direct: its name as a direct tool has more than 64 characters"), rows


def test_two_tools_of_one_id(folder):
    path = config(folder, tools={
        "a.b_c": command("echo first"), "a_b.c": command("echo second")})
    with Server("--config", path) as server:
        server.start()
        assert list(listed(server)) == ["a_b_c"]
        assert words(tool(server, "a_b_c")) == "second\n"
    assert 'tool "a_b_c" is given twice; the later one stays' in "".join(
        server.errors), server.errors


def test_namespaces_that_are_cleaned_to_one(folder):
    """A12: both servers stay, of equal paths the last registration counts."""
    def say(text):
        return {"result": {"content": [{"type": "text", "text": text}]}}
    path = config(folder, **{
        "my.server": scripted(folder, "a", direct=["one"], lists=[[
            {"name": "same"}, {"name": "only"}, {"name": "one"}]],
            answers={"same": say("first"), "only": say("only"),
                     "one": say("1")}),
        "my server": scripted(folder, "b", direct=["two"], lists=[[
            {"name": "same"}, {"name": "two"}]],
            answers={"same": say("second"), "two": say("2")})})
    with Server("--config", path) as server:
        server.start()
        assert list(listed(server, 3)) == ["execute", "my_server_one",
                                           "my_server_two"]
        got = server.execute("return [await tools.my_server.same({}),\n"
                             "  await tools.my_server.only({})]")
        assert json.loads(words(got)) == ["second", "only"], got
        assert words(tool(server, "my_server_one")) == "1"
        assert words(tool(server, "my_server_two")) == "2"
    assert 'tool "my_server.same" is given twice; the later one stays' in (
        "".join(server.errors)), server.errors


def test_the_newest_registration_counts(folder):
    """And removing it brings back the one before, whatever their kinds."""
    both = [{"name": "next"}, {"name": "x"}, {"name": "y"}]
    answers = {name: {"result": {"content": [{"type": "text", "text": "new"}]}}
               for name in ("x", "y")}
    answers["next"] = {"next": True, "notify": 1}
    path = pathlib.Path(folder) / "config.json"
    path.write_text(json.dumps({ # sources count in the order of the file
        "tools": {"s.x": {"command": ["echo", "old x"]},
                  "s.y": command("echo 'old y'")},
        "mcpServers": {"s": scripted(folder, "s", direct=["x", "next"],
                                     answers=answers,
                                     lists=[both, both[:1], both])}}))

    def expect(server, direct, deferred, text):
        end = time.monotonic() + PATIENCE
        names = ["execute", "s_next", "s_" + direct]
        while list(listed(server)) != names:
            assert time.monotonic() < end, listed(server)
            time.sleep(0.05)
        assert words(tool(server, "s_" + direct)) == text % direct
        result = server.execute(f"return [await tools.s.{deferred}({{}}),\n"
                                f"  '{direct}' in tools.s]")
        assert json.loads(words(result)) == [text % deferred, False], result

    with Server("--config", str(path)) as server:
        server.start()
        expect(server, "x", "y", "new%.0s")
        tool(server, "s_next")
        expect(server, "y", "x", "old %s\n")
        tool(server, "s_next")
        expect(server, "x", "y", "new%.0s")


def test_a_removed_tool_ends_its_calls_well(folder):
    """A3: a call that has begun goes on."""
    path = config(folder, s=scripted(
        folder, "s", lists=[[{"name": "slow"}, {"name": "next"}],
                            [{"name": "next"}]],
        answers={"slow": {"delayMs": 700, "result": {"content": [
            {"type": "text", "text": "late"}]}},
                 "next": {"next": True, "notify": 1}}))
    with Server("--config", path) as server:
        server.start()
        listed(server, 2)
        server.send(id="slow", method="tools/call",
                    params={"name": "s_slow", "arguments": {}})
        tool(server, "s_next")
        wait_for_change(server)
        assert list(listed(server)) == ["s_next"]
        assert words(server.answer("slow")["result"]) == "late"
        assert tool(server, "s_slow")["isError"]


def test_other_names_are_answered_with_those_that_exist(folder):
    path = config(folder, tools={f"t.n{i:02}": command("cat")
                                 for i in range(12)})
    with Server("--config", path) as server:
        server.start()
        shown = ", ".join(f"t_n{i:02}" for i in range(8))
        assert words(tool(server, "none")) == (
            f'There is no tool "none": only {shown} and 4 more exist.')
    path = config(folder, tools={"one": command("cat")})
    with Server("--config", path) as server:
        server.start()
        assert words(tool(server, "two")) == (
            'There is no tool "two": only one exists.')


# ---- configuration ----

def test_what_is_wrong_is_told(folder):
    for value, text in [
            (7, "must be true, false or an array of patterns"),
            ("x", "must be true, false or an array of patterns"),
            ([7], "must be a string, is number")]:
        path = config(folder, f=fault(direct=value))
        done = codemode("doctor", "--config", path)
        assert "FAIL  f: direct" in done.out and text in done.out, done
        assert done.status == 2, done
    path = config(folder, tools={"c": command("cat", direct=["*"])})
    done = codemode("doctor", "--config", path)
    assert "FAIL  c: direct: must be true or false" in done.out, done


def test_doctor_counts_them(folder):
    path = config(folder, tools={"c": command("cat"), "d": {"command": ["cat"]}},
                  f=fault(direct=["e*", "nothing"]), g=fault(direct=False),
                  h=fault(direct=[]))
    done = codemode("doctor", "--json", "--config", path)
    assert [(s["name"], s["tools"], s["direct"])
            for s in json.loads(done.out)["sources"]] == [
        ("f", 15, 3), ("g", 15, 0), ("h", 15, 0), ("c", 1, 1), ("d", 1, 0)], done
    assert done.err == (
        f'codemode: warn: {path}:1: server "f": direct: no tool matches "nothing"; there '
        'are names such as "echo", "boom", "crash"\n'), done
    done = codemode("doctor", "--config", path)
    assert "ok    f: 15 tools (3 direct), stdio, " in done.out, done
    assert "ok    g: 15 tools, stdio, " in done.out, done
    assert "ok    c: command tool (direct) " in done.out, done


def test_passthrough_refuses_it(folder):
    for direct, status in ((["echo"], 2), (True, 2), (False, 0)):
        path = config(folder, f=fault(direct=direct))
        done = codemode("serve", "--passthrough", "--config", path)
        assert done.status == status, done
        assert ('must not have "direct"' in done.err) == (status == 2), done


if __name__ == "__main__":
    main(globals())
