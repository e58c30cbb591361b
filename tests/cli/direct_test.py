#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Direct tools: a model gets them one by one beside `execute` (the
specification's adapter chapter, section 1). Here is what a call gives, in both
eras and over both transports; the list is in direct_list_test.py."""
import base64
import http.client
import json
import pathlib
import sys
import time

from harness import FAULT_SERVER, PATIENCE, TESTS, Server, codemode, main
from http_test import BOTH, events, gateway, request
from modern_test import SERVER, SUBSCRIPTION, meta
from recorder import Recorder, answer

SCRIPTED = TESTS / "spec" / "gateway" / "scripted_server.py"
CHANGED = "notifications/tools/list_changed"
OBJECT = {"type": "object"}


def config(folder, tools=None, **servers):
    path = pathlib.Path(folder) / "config.json"
    path.write_text(json.dumps({"mcpServers": servers, "tools": tools or {}}))
    return str(path)


def fault(modes="", direct=True, **more):
    return dict({"command": sys.executable, "args": [str(FAULT_SERVER), modes],
                 "direct": direct}, **more)


def scripted(folder, name, direct=True, more=None, **script):
    path = pathlib.Path(folder) / (name + ".script")
    path.write_text(json.dumps(script))
    return dict({"command": sys.executable,
                 "args": [str(SCRIPTED), str(path)], "direct": direct},
                **(more or {}))


def command(script, **more):
    return dict({"command": ["sh", "-c", script], "direct": True}, **more)


def listed(server, n=None, **params):
    """The tools by name, in their order; waits until there are n."""
    end = time.monotonic() + PATIENCE
    while True:
        tools = server.request("tools/list", params)["result"]["tools"]
        if n is None or len(tools) == n:
            return {tool["name"]: tool for tool in tools}
        assert time.monotonic() < end, [tool["name"] for tool in tools]
        time.sleep(0.05)


def ask(server, name, args=None, **more):
    return server.request("tools/call", dict(
        {"name": name, "arguments": args or {}}, **more))


def tool(server, name, args=None, **more):
    return ask(server, name, args, **more)["result"]


def words(result):
    return "\n".join(part["text"] for part in result["content"])


def wait_for_change(server, n=1):
    """Until n notifications have come since the last time."""
    server.changes = getattr(server, "changes", 0) + n
    end = time.monotonic() + PATIENCE
    while sum(m.get("method") == CHANGED for m in server.seen) < server.changes:
        server.next(max(0.01, end - time.monotonic()))


def changes(server):
    server.request("ping")
    return sum(m.get("method") == CHANGED for m in server.seen)


# ---- calls ----

PART = {"type": "text", "text": "one", "annotations": {"priority": 1}}
WHOLE = {"content": [
    PART, {"type": "image", "data": "AAAA", "mimeType": "image/png", "x": 7},
    {"type": "resource_link", "uri": "file:///x", "name": "x"},
    {"type": "new-kind", "y": {"z": None}}, {"type": "text", "text": "two"}],
    "structuredContent": {"n": 1, "list": [1.5, "\u20ac", None]},
    "isError": True, "_meta": {"k": {"v": [1]}}, "x-more": True}


def test_results_are_given_on_unchanged(folder):
    answers = {"whole": {"result": WHOLE}, "empty": {"result": {}},
               "torn": {"result": {"content": "text"}},
               "nulls": {"result": {"content": None, "structuredContent": None}}}
    path = config(folder, s=scripted(folder, "s", answers=answers, lists=[[
        {"name": name} for name in [*answers, "unknown"]]]))
    with Server("--config", path) as server:
        server.start()
        listed(server, 5)
        assert tool(server, "s_whole") == WHOLE
        assert tool(server, "s_empty") == {"content": []}
        assert tool(server, "s_nulls") == {"content": []}
        assert tool(server, "s_torn") == {"isError": True, "content": [
            {"type": "text", "text": "the content of its result is no list"}]}
        assert ask(server, "s_unknown")["error"] == {
            "code": -32602, "message": "Unknown tool: unknown"}


def test_arguments_and_errors_go_through(folder):
    log = pathlib.Path(folder) / "log"
    path = config(folder, f=fault(f"log={log}"))
    with Server("--config", path) as server:
        server.start()
        listed(server, 15)
        odd = {"text": "\u00e9\u2028", "deep": [{"a": None}, 1.5, 10 ** 15]}
        assert words(tool(server, "f_echo", odd)) == odd["text"]
        assert ask(server, "f_rpc-error")["error"] == {
            "code": -32603, "message": "it is broken inside",
            "data": {"why": "test"}}
        assert tool(server, "f_boom") == {"isError": True, "content": [
            {"type": "text", "text": "first"}, {"type": "text", "text": "second"}]}
        assert words(tool(server, "f_echo", [1])) == (
            "Invalid input for f_echo: /: expected object, found array")
        result = server.request("tools/call", {"name": "f_echo"})["result"]
        assert words(result) == "", result
        assert words(tool(server, "f_crash")) == (
            'server "f": the process exited with status 5\n'
            "Caused by: about to fall over")
        assert words(tool(server, "f_echo", {"text": "again"})) == "again"
    sent = [m["params"] for m in map(json.loads, log.read_text().rstrip("\n").split("\n"))
            if m.get("method") == "tools/call"]
    assert sent[0]["name"] == "echo" and sent[0]["arguments"] == odd, sent[0]
    assert [p["name"] for p in sent] == ["echo", "rpc-error", "boom", "echo",
                                         "crash", "echo"], sent


def test_texts_may_begin_with_u0000(folder):
    """No reader of C strings stands between a tool and who called it."""
    text = "\0abc"
    part = {"type": "text", "text": text}
    answers = {"ok": {"result": {"content": [part]}},
               "bad": {"result": {"content": [part], "isError": True}},
               "rpc": {"error": {"code": -32603, "message": text}}}
    lists = [[{"name": name} for name in answers]]
    fails = ["sh", "-c", "printf '\\000abc' >&2; exit 3"]
    leaves = {"command": fails, "direct": False}
    path = config(
        folder, s=scripted(folder, "s", lists=lists, answers=answers),
        t=scripted(folder, "t", direct=False, lists=lists, answers=answers),
        leaves=leaves, tools={
            "c.ok": {"command": ["printf", "\\000abc"]}, "c.bad": leaves,
            "d.ok": {"command": ["printf", "\\000abc"], "direct": True},
            "d.bad": {"command": fails, "direct": True}})
    with Server("--config", path) as server:
        server.start()
        server.wait_for_tools("t.ok")
        assert tool(server, "s_ok") == answers["ok"]["result"]
        assert tool(server, "s_bad") == answers["bad"]["result"]
        assert ask(server, "s_rpc")["error"] == {"code": -32603, "message": " abc"}
        assert tool(server, "d_ok") == {"content": [part]}
        exits = "sh exited with status 3: " + text
        assert words(tool(server, "d_bad")) == "d.bad: " + exits
        code = "const fails = (p) => p.catch((e) => e.message); return JSON.stringify([" \
            "await tools.t.ok({}), await fails(tools.t.bad({})), await fails(tools.t.rpc" \
            "({})), await tools.c.ok({}), await fails(tools.c.bad({}))])"
        assert json.loads(words(server.execute(code))) == [
            text, text, " abc", text, "c.bad: " + exits]
        assert words(server.execute("return await tools.t.bad({})")) == text
        assert words(server.execute("return await tools.leaves.x({})")).endswith(
            'server "leaves" is not available: the process exited with status 3 '
            "while it started:  abc"), server.errors


def test_progress_is_forwarded(folder):
    with Server("--config", config(folder, f=fault("talks"))) as server:
        server.start()
        listed(server, 15)
        tool(server, "f_slow", {"ms": 1}, _meta={"progressToken": "p"})
        params = [m["params"] for m in server.seen
                  if m.get("method") == "notifications/progress"]
        assert params[:4] == [
            {"progressToken": "p", "progress": 0.5, "message": "warming up"},
            {"progressToken": "p", "progress": 1.5, "total": 8},
            {"progressToken": "p", "progress": 2.5},
            {"progressToken": "p", "progress": 3.5, "message": "flood 0"}], params
        assert len(params) == 203, len(params)
        server.seen.clear()
        tool(server, "f_slow", {"ms": 1})
        assert server.seen[:-1] == [], server.seen


def test_a_cancelled_call_is_cancelled_behind(folder):
    with Server("--config", config(folder, f=fault())) as server:
        server.start()
        listed(server, 15)
        server.send(id="h", method="tools/call",
                    params={"name": "f_hang", "arguments": {}})
        server.request("ping")
        server.send(method="notifications/cancelled", params={"requestId": "h"})
        cancelled = ""
        while cancelled == "":
            cancelled = words(tool(server, "f_cancelled"))
        assert cancelled.count(",") == 0, cancelled
        assert not [m for m in server.seen if m.get("id") == "h"], server.seen


def test_time_limits_hold(folder):
    path = config(folder, f=fault("odd", callTimeoutMs=300, callCapMs=700))
    with Server("--config", path) as server:
        server.start()
        listed(server, 17)
        assert tool(server, "f_hang") == {"isError": True, "content": [
            {"type": "text", "text": 'server "f": no answer within 300 ms; the '
             "call was given up"}]}
        assert words(tool(server, "f_chatter")) == (
            'server "f": still at work after the longest time allowed; the call '
            "was given up")


def test_a_server_that_is_down_says_so(folder):
    path = config(folder, f=fault("crash-start"), g=fault(direct=["echo"]))
    with Server("--config", path) as server:
        server.start()
        assert list(listed(server, 2)) == ["execute", "g_echo"]
        said = words(tool(server, "f_echo"))
        assert said.startswith('There is no tool "f_echo": only execute and g_echo exist.\nserver "f" is not available: '), said


# ---- bounds ----

def test_texts_are_bounded_together(folder):
    lines = "x\n" * 1000
    media = base64.b64encode(b"m" * (2 << 20)).decode()
    big = {"type": "audio", "data": media, "mimeType": "audio/wav"}
    blob = {"type": "resource", "resource": {"uri": "a:b", "blob": media}}
    answers = {
        "fits": {"content": [{"type": "text", "text": lines},
                             {"type": "text", "text": lines[:-2]}]},
        "over": {"content": [dict(PART, text=lines), big,
                             {"type": "text", "text": lines + "end"}],
                 "structuredContent": {"all": "y" * 60000}},
        "media": {"content": [big, blob, PART, big, blob]}}
    path = config(folder, s=scripted(
        folder, "s", lists=[[{"name": name} for name in answers]],
        answers={name: {"result": r} for name, r in answers.items()}))
    out = pathlib.Path(folder) / "out"
    with Server("--config", path, "--output-dir", str(out)) as server:
        server.start()
        listed(server, 3)
        assert tool(server, "s_fits") == answers["fits"]
        assert list(out.iterdir()) == []
        result = tool(server, "s_over")
        kept = list(out.iterdir())
        assert [f.read_text() for f in kept] == [lines + "\n" + lines + "end"]
        assert result["content"] == [dict(PART, text=(
            f"{lines}[2 lines, 3 bytes omitted; the full text is in {kept[0]}]\n"
            f"{lines[2:]}end")), big], result["content"][0]["text"][1990:2200]
        assert result["structuredContent"] == {"all": "y" * 60000}
        assert tool(server, "s_media") == {"content": [
            big, blob, PART, {"type": "text", "text": "2 attachments left out: "
                              "inline media is limited to 5 MiB in total"}]}


def resource(text, n=0):
    return {"type": "resource", "annotations": {"priority": 1}, "resource": {
        "uri": f"x:{n}", "mimeType": "text/plain", "text": text}}


def test_texts_of_resources_are_bounded_together(folder):
    """Those of direct tools, and what a program's calls attach."""
    half = "x" * 25600
    many = [resource("y" * 60000, n) for n in range(20)]
    blob = {"type": "resource", "resource": {"uri": "x:b", "blob": "AAAA"}}
    answers = {"fits": [resource(half), PART, blob, resource(half, 1)],
               "over": [resource(half), resource("\n" * 2001, 1),
                        resource("z", 2), resource("", 3), PART],
               "many": many}
    results = {name: {"result": {"content": parts}} for name, parts in answers.items()}
    lists = [[{"name": name} for name in answers]]
    path = config(folder, s=scripted(folder, "s", lists=lists, answers=results),
                  t=scripted(folder, "t", direct=False, lists=lists, answers=results))
    out = pathlib.Path(folder) / "out"

    def cut(text, n, head="", tail=""):
        """The part with what is left of its text, and the file with all of it."""
        (file,) = [f for f in out.iterdir() if f.read_text() == text]
        gone = text[len(head):len(text) - len(tail)]
        lines = gone.count("\n") + (gone[-1] != "\n")
        line = (f"[{lines} line{'s' * (lines != 1)}, {len(gone)} byte"
                f"{'s' * (len(gone) != 1)} omitted; the full text is in {file}]\n")
        file.unlink()
        return resource(head + line + tail, n)

    with Server("--config", path, "--output-dir", str(out)) as server:
        server.start()
        server.wait_for_tools("t.fits")
        for get in (lambda name: tool(server, "s_" + name)["content"],
                    lambda name: server.execute(f"await tools.t.{name}({{}})")["content"]):
            # Text parts come first in the answer of a program.
            is_direct = get("fits") == answers["fits"]
            expected = [part for part in answers["fits"] if is_direct or part is not PART]
            assert get("fits")[not is_direct:] == expected
            assert not out.exists() or list(out.iterdir()) == []
            parts = get("over")[not is_direct:]
            assert parts == [
                answers["over"][0],
                cut("\n" * 2001, 1, "\n" * 999, "\n" * 999),
                cut("z", 2), answers["over"][3]] + [PART] * is_direct, parts
            parts = get("many")
            line = "4 resources left out: their texts are limited to 2,000 lines and 50 KiB in total"
            if is_direct:
                assert parts.pop() == {"type": "text", "text": line}
            else:
                assert line in parts.pop(0)["text"]
            assert len(parts) == 16 and parts[0]["resource"]["text"].startswith(
                "y" * 25600 + "\n[1 line, 8800 bytes omitted; "), parts[0]
            assert all(part["resource"]["text"].startswith(
                "[1 line, 60000 bytes omitted; the full text is in ")
                for part in parts[1:])
            kept = list(out.iterdir())
            assert len(kept) == 16
            for file in kept:
                file.unlink()


def test_parts_are_bounded_together(folder):
    """Their number, and their JSON without media and texts: those of direct
    tools, and what a program's calls attach."""
    mib = "y" * (1 << 20)
    image = {"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}
    media = {"type": "audio", "mimeType": "audio/x", "data": base64.b64encode(
        b"m" * (5 << 20)).decode()} # all that may be
    own = {"type": "z", "data": mib}
    link = {"type": "resource_link", "uri": "x:l", "name": "l", "description": 5 * mib}
    uri = {"type": "resource", "resource": {"uri": "x:" + 5 * mib, "text": "t"}}
    answers = {
        "media": [media, own, PART],
        "unknown": [own] * 4 + [image] + [own] * 3,
        "large": [link, uri, dict(image, _meta={"x": 5 * mib}), image,
                  dict(own, data=40 * mib)],
        "many": [image] * 1002,
        "text": [dict(PART, _meta={"x": 5 * mib}), image]}
    overhead = len(json.dumps(dict(own, data=""), separators=(",", ":")))
    answers["exact"] = [dict(own, data=(5 * mib)[overhead:])]
    answers["over"] = [dict(own, data=(5 * mib)[overhead - 1:]), image]
    results = {name: {"result": {"content": parts}} for name, parts in answers.items()}
    lists = [[{"name": name} for name in answers]]
    path = config(folder, s=scripted(folder, "s", lists=lists, answers=results),
                  t=scripted(folder, "t", direct=False, lists=lists, answers=results))

    def line(n):
        return (f"{n} attachment{'s' * (n != 1)} left out: at most 1,000 and, beside media, "
                "5 MiB are passed on")

    want = {"media": ([media, own], 0), "unknown": ([own] * 4 + [image], 3),
            "large": ([image], 4), "exact": (answers["exact"], 0),
            "over": ([image], 1), "many": ([image] * 1000, 2), "text": ([image], 0)}
    texts = {"media": PART, "text": {"type": "text", "text": PART["text"]}}
    with Server("--config", path) as server:
        server.start()
        server.wait_for_tools("t.media")
        for name, (parts, n) in want.items():
            got = tool(server, "s_" + name)["content"]
            rest = [{"type": "text", "text": line(n)}] * (n > 0)
            text = [texts[name]] if name in texts else []
            assert got == (text + parts if name == "text" else parts + text) + rest, (
                name, [str(p)[:200] for p in got])
            got = server.execute(f"await tools.t.{name}(); return null")["content"]
            text = "null" + (f"\n\nNotes:\n{line(n)}" if n else "")
            assert got == [{"type": "text", "text": text}, *parts], (
                name, [str(p)[:200] for p in got])
        # what is kept of all calls of one program has an end too
        got = server.execute(
            "for (let i = 0; i < 3; i++) await tools.t.large(); return null")
        assert got["content"] == [{"type": "text", "text": "null\n\nNotes:\n" + line(12)},
                                  image, image, image], str(got)[:500]


def test_a_long_value_of_a_command_is_bounded(folder):
    path = config(folder, tools={
        "long": command("seq 3000"), "fails": command("seq 3000 >&2; exit 3")})
    out = pathlib.Path(folder) / "out"
    with Server("--config", path, "--output-dir", str(out)) as server:
        server.start()
        text = words(tool(server, "long"))
        kept = list(out.iterdir())
        whole = "".join(f"{i}\n" for i in range(1, 3001))
        assert [f.read_text() for f in kept] == [whole]
        lines = text.split("\n")
        assert len(lines) == 2002 and lines[999:1002] == [
            "1000", "[1000 lines, 5000 bytes omitted; the full text is in "
            f"{kept[0]}]", "2001"], lines[998:1003]
        result = tool(server, "fails")
        assert result["isError"] and "exited with status 3" in words(result)


# ---- command tools and documents ----

NEEDS_N = {"type": "object", "properties": {"n": {"type": "integer"}},
           "required": ["n"]}


def test_command_tools(folder):
    path = config(folder, tools={
        "c.text": command("cat; echo", inputSchema=NEEDS_N, description="D"),
        "c.json": command("printf '{\"b\":[1,{}],\"a\":\"x\"}'", output="json"),
        "c.raw": command("printf '\"a\\\\nb\"'", output="json"),
        "c.null": command("printf null", output="json"),
        "c.broken": command("printf '{'", output="json"),
        "c.wrong": command("cat", output="json", outputSchema=NEEDS_N),
        "c.fails": command("echo no >&2; exit 3"),
        "c.bytes": command("printf 'a\\377b'")})
    with Server("--config", path) as server:
        assert "instructions" not in server.start()
        tools = listed(server)
        assert list(tools) == ["c_broken", "c_bytes", "c_fails", "c_json",
                               "c_null", "c_raw", "c_text", "c_wrong"], tools
        assert tools["c_text"] == {"name": "c_text", "description": "D",
                                   "inputSchema": NEEDS_N}, tools
        assert tools["c_json"] == {"name": "c_json", "inputSchema": OBJECT}
        for name, args, text in [
                ("text", {"n": 1}, '{"n":1}\n'), ("raw", {}, "a\nb"),
                ("json", {}, '{\n  "b": [\n    1,\n    {}\n  ],\n  "a": "x"\n}'),
                ("null", {}, "null"), ("bytes", {}, "a\ufffdb"),
                ("wrong", {"n": 7}, '{\n  "n": 7\n}')]:
            assert tool(server, "c_" + name, args) == {
                "content": [{"type": "text", "text": text}]}, name
        for name, args, text in [
                ("text", {}, 'Invalid input for c_text: /: missing property "n"'),
                ("text", {"n": "x"}, "Invalid input for c_text: /n: expected "
                 'integer, found "x"'),
                ("broken", {}, "Invalid output of c_broken: not valid JSON"),
                ("wrong", {"n": 1.5}, "Invalid output of c_wrong: /n: expected "
                 "integer, found 1.5"),
                ("fails", {}, "c.fails: sh exited with status 3: no")]:
            assert tool(server, "c_" + name, args) == {
                "content": [{"type": "text", "text": text}],
                "isError": True}, (name, tool(server, "c_" + name, args))


def document(url):
    one = {"200": {"description": "ok", "content": {"application/json": {
        "schema": {}}}}}
    names = [{"name": "n", "in": "query", "required": True,
              "schema": {"type": "integer"}}]
    return {"openapi": "3.1.0", "info": {"title": "T", "version": "1"},
            "servers": [{"url": url}], "paths": {
                "/n": {"get": {"operationId": "numbers.get", "summary": "Numbers",
                               "parameters": names, "responses": one}},
                "/s": {"get": {"operationId": "sayings", "responses": one}},
                "/e": {"get": {"operationId": "errors", "responses": one}},
                "/long": {"get": {"operationId": "l" * 63, "responses": one}}}}


def test_operations_of_a_document(folder):
    with Recorder({"/n": answer('{"a":[1]}'), "/s": answer('"hello\\nyou"'),
                   "/e": answer('{"why":"x"}', status="404 Not Found")}) as api:
        (pathlib.Path(folder) / "d.json").write_text(
            json.dumps(document(api.url)))
        entry = {"openapi": "d.json", "direct": ["numbers.*", "sayings", "l*",
                                                 "errors"]}
        path = config(folder, d=entry)
        with Server("--config", path) as server:
            server.start()
            tools = listed(server, 3)
            assert list(tools) == ["d_errors", "d_numbers_get", "d_sayings"]
            schema = tools["d_numbers_get"]["inputSchema"]
            assert schema["properties"] == {"n": {"type": "integer"}}, schema
            assert "Numbers" in tools["d_numbers_get"]["description"], tools
            assert tool(server, "d_numbers_get", {"n": 1}) == {"content": [
                {"type": "text", "text": '{\n  "a": [\n    1\n  ]\n}'}]}
            assert words(tool(server, "d_sayings")) == "hello\nyou"
            result = tool(server, "d_numbers_get", {"n": "1"})
            assert result["isError"] and words(result) == (
                "Invalid input for d_numbers_get: /n: expected integer, found "
                '"1"'), result
            result = tool(server, "d_errors")
            assert result["isError"] and "404" in words(result), result
            assert len(api.take()) == 3
        sources = json.loads(codemode("doctor", "--json", "--config", path).out)
        source = sources["sources"][0]
        assert (source["tools"], source["direct"]) == (3, 3), source
        assert source["skipped"] == [{
            "method": "GET", "path": "/long", "reason":
            "its name as a direct tool has more than 64 characters"}], source
        entry["direct"] = ["sayings", "nothing"]
        config(folder, d=entry)
        done = codemode("doctor", "--config", path)
        assert ": 4 tools (1 direct) of an OpenAPI document" in done.out, done
        assert 'direct: no tool matches "nothing"; there are names such as ' in done.err, done


# ---- eras and transports ----

def test_instructions_tell_of_them(folder):
    texts = {}
    for direct in (True, ["echo"], False):
        path = config(folder, f=fault(direct=direct))
        with Server("--config", path) as server:
            texts[str(direct)] = server.start().get("instructions")
    first = ("runs a small program that may call many tools at once; its "
             "description lists them.")
    assert texts == {
        "True": None, "['echo']": f"The tool execute {first} The other tools "
        "are called one by one.", "False": f"One tool, execute, {first}"}, texts


def test_the_modern_era(folder):
    path = config(folder, f=fault("talks", direct=["echo", "slow", "structured",
                                                   "rpc-error", "image"]))
    with Server("--config", path) as server:
        end = time.monotonic() + PATIENCE
        while True:
            result = server.request("tools/list", meta())["result"]
            if len(result["tools"]) == 6 or time.monotonic() > end:
                break
        assert [t["name"] for t in result["tools"]] == [
            "execute", "f_echo", "f_image", "f_rpc-error", "f_slow",
            "f_structured"], result
        assert (result["ttlMs"], result["cacheScope"]) == (0, "private"), result
        result = server.request("tools/call", meta(
            name="f_structured", arguments={}))["result"]
        assert result.pop("_meta")[SERVER]["name"] == "codemode"
        assert result == {"resultType": "complete",
                          "structuredContent": {"n": 42}, "content": [
                              {"type": "text", "text": '{"n": 42}'}]}, result
        error = server.request("tools/call", meta(
            name="f_rpc-error", arguments={}))["error"]
        assert error == {"code": -32603, "message": "it is broken inside",
                         "data": {"why": "test"}}, error
        params = meta(name="f_slow", arguments={"ms": 1})
        params["_meta"]["progressToken"] = 7
        server.request("tools/call", params)
        progress = [m for m in server.seen
                    if m.get("method") == "notifications/progress"]
        assert len(progress) == 203 and progress[1]["params"] == {
            "progressToken": 7, "progress": 1.5, "total": 8}, progress[:3]


def test_structured_content_that_is_no_object(folder):
    """Clients with a handshake refuse it, modern ones do not."""
    one = {"content": [PART], "structuredContent": [1, "x"]}
    answers = {"alone": {"structuredContent": [1, {"a": 2}], "isError": True},
               "beside": one, "text": {"structuredContent": "t"}}
    path = config(folder, s=scripted(
        folder, "s", lists=[[{"name": name} for name in answers]],
        answers={name: {"result": r} for name, r in answers.items()}))
    with Server("--config", path) as server:
        server.start()
        listed(server, 3)
        assert tool(server, "s_alone") == {"isError": True, "content": [
            {"type": "text", "text": '[\n  1,\n  {\n    "a": 2\n  }\n]'}]}
        assert tool(server, "s_beside") == {"content": [PART]}
        assert words(tool(server, "s_text")) == "t"
        for name in answers:
            result = server.request("tools/call", meta(
                name="s_" + name, arguments={}))["result"]
            del result["_meta"], result["resultType"]
            assert result == {"content": [], **answers[name]}, result


def test_results_that_clients_would_refuse(folder):
    """What is not as the protocol has it is left out, not the whole result."""
    odd = {"content": [None, [[]], PART, {"type": "text", "text": "\ud800x"}],
           "isError": "yes", "_meta": 7, "resultType": "input_required",
           "inputRequests": {}, "k": "\udfff"}
    kept = {"content": [PART, {"type": "text", "text": "\ufffdx"}],
            "inputRequests": {}, "k": "\ufffd"}
    tools = [{"name": "odd", "description": "a \ud800 b"},
             {"name": "done"}]
    path = config(folder, s=scripted(folder, "s", lists=[tools], answers={
        "odd": {"result": odd}, "done": {"result": {
            "resultType": "complete", "isError": False, "content": []}}}))
    with Server("--config", path) as server:
        server.start()
        assert listed(server, 2)["s_odd"]["description"] == "a \ufffd b"
        assert tool(server, "s_odd") == kept
        assert tool(server, "s_done") == {
            "resultType": "complete", "isError": False, "content": []}
        result = server.request("tools/call", meta(
            name="s_odd", arguments={}))["result"]
        del result["_meta"]
        assert result == {"resultType": "complete", **kept}, result


def test_no_lone_surrogate_leaves_us(folder):
    """Many clients refuse a whole message for one; servers too. What the client
    gave itself, an id and a token, comes back as it was."""
    part = {"type": "resource", "resource": {"uri": "\ud800", "text": "\udfff"}}
    clean = {"type": "resource", "resource": {"uri": "\ufffd", "text": "\ufffd"}}
    odd = {"content": [part, {"type": "z", "\ud83d": ["\ude00", "\ud83d\ude00"]}]}
    answers = {"odd": {"result": odd}, "rpc": {"error": {
        "code": -32603, "message": "\ud800", "data": ["\ud801"]}}}
    lists = [[{"name": name} for name in answers]]
    logs = [pathlib.Path(folder) / n for n in "st"]
    path = config(
        folder, f=fault("talks,odd-words"),
        s=scripted(folder, "s", lists=lists, answers=answers, log=str(logs[0])),
        t=scripted(folder, "t", direct=False, lists=lists, answers=answers,
                   log=str(logs[1])))
    want = [clean, {"type": "z", "\ufffd": ["\ufffd", "\U0001f600"]}]
    with Server("--config", path) as server:
        server.start()
        server.wait_for_tools("t.odd")
        assert tool(server, "s_odd", {"\ud800": "\udc00"})["content"] == want
        assert ask(server, "s_rpc")["error"] == {
            "code": -32603, "message": "\ufffd", "data": ["\ufffd"]}
        server.seen.clear()
        result = server.execute(
            'await tools.t.odd({ "\\ud800": "a\\udc00" }); return "\\ud800"',
            _meta={"progressToken": "\ud800"})
        assert result == {
            "content": [{"type": "text", "text": "\ufffd"}, *want],
            "_meta": {"toolCalls": [{"tool": "t.odd", "status": "completed",
                                     "input": {"\ufffd": "a\ufffd"}}]}}, result
        assert [m["params"]["progressToken"] for m in server.seen[:-1]] == ["\ud800"] * 2
        answer = server.request("tools/call", {"name": "no\ud800", "arguments": {}},
                                ident="\ud800")
        assert words(answer["result"]).startswith('There is no tool "no\ufffd"'), answer
        assert server.request("x\ud800", ident="\udfff")["error"]["code"] == -32601
        server.seen.clear()
        tool(server, "f_slow", {"ms": 1}, _meta={"progressToken": "\udfff"})
        params = [m["params"] for m in server.seen if "method" in m]
        assert params[0] == {"progressToken": "\udfff", "progress": 0.5,
                             "message": "warming \ufffd"}, params
    for log, got in zip(logs, ({"\ufffd": "\ufffd"}, {"\ufffd": "a\ufffd"})):
        sent = [m["params"]["arguments"] for m in map(json.loads, log.read_text().splitlines())
                if m.get("method") == "tools/call"]
        assert sent[0] == got, sent


def test_a_modern_server_behind(folder):
    with Server("--config", config(folder, f=fault("modern"))) as server:
        server.start()
        listed(server, 15)
        assert words(tool(server, "f_echo", {"text": "m"})) == "m"


def test_subscribers_are_told(folder):
    path = config(folder, s=scripted(
        folder, "s", lists=[[{"name": "next"}],
                            [{"name": "next", "description": "D"}]],
        answers={"next": {"next": True, "notify": 1}}))
    with Server("--config", path) as server:
        server.send(id="sub", method="subscriptions/listen",
                    params=meta(notifications={"toolsListChanged": True}))
        server.next()
        end = time.monotonic() + PATIENCE
        while not server.request("tools/list", meta())["result"]["tools"]:
            assert time.monotonic() < end
        server.seen.clear()
        server.request("tools/call", meta(name="s_next", arguments={}))
        while not any(m.get("method") == CHANGED for m in server.seen):
            server.next()
        note = [m for m in server.seen if m.get("method") == CHANGED]
        assert note == [{"jsonrpc": "2.0", "method": CHANGED, "params": {
            "_meta": {SUBSCRIPTION: "sub"}}}], note


def test_over_http_in_both_eras(folder):
    path = config(folder, f=fault("talks", direct=["echo", "slow", "rpc-error"]))
    names = ["execute", "f_echo", "f_rpc-error", "f_slow"]
    with gateway("--config", path) as g:
        session = g.start()
        for _ in range(100):
            _, body = g.ask(body=request("tools/list"), mcp_session_id=session)
            if len(body["result"]["tools"]) == 4:
                break
            time.sleep(0.05)
        assert [t["name"] for t in body["result"]["tools"]] == names, body
        status, body = g.ask(body=request("tools/call", {
            "name": "f_echo", "arguments": {"text": "h"}}),
            mcp_session_id=session)
        assert (status, body["result"]) == (
            200, {"content": [{"type": "text", "text": "h"}]}), body
        answered = g.send(body=request("tools/call", {
            "name": "f_slow", "arguments": {"ms": 1},
            "_meta": {"progressToken": "p"}}), mcp_session_id=session)
        seen = list(events(answered))
        assert len(seen) == 204 and words(seen[-1]["result"]) == "slept"
        assert seen[0]["params"] == {"progressToken": "p", "progress": 0.5,
                                     "message": "warming up"}, seen[0]
        answered = g.modern("tools/list")
        result = json.loads(answered.read())["result"]
        assert [t["name"] for t in result["tools"]] == names
        assert result["ttlMs"] == 0, result
        answered = g.modern("tools/call", named="f_echo", name="f_echo",
                            arguments={"text": "h"})
        result = json.loads(answered.read())["result"]
        assert words(result) == "h" and result["resultType"] == "complete"
        answered = g.modern("tools/call", named="f_rpc-error",
                            name="f_rpc-error", arguments={})
        assert answered.status == 200, answered.status
        assert json.loads(answered.read())["error"] == {
            "code": -32603, "message": "it is broken inside",
            "data": {"why": "test"}}
        answered = g.modern("tools/call", named="execute", name="f_echo",
                            arguments={})
        assert answered.status == 400, "header and body disagree"


def test_many_calls_at_once(folder):
    with Server("--config", config(folder, f=fault())) as server:
        server.start()
        listed(server, 15)
        for i in range(200):
            server.send(id=f"c{i}", method="tools/call", params={
                "name": "f_echo", "arguments": {"text": str(i)}})
        answers = {}
        while len(answers) < 200:
            message = server.next()
            answers[message["id"]] = words(message["result"])
        assert answers == {f"c{i}": str(i) for i in range(200)}, answers


def test_a_client_that_goes_away_cancels(folder):
    with gateway("--config", config(folder, f=fault())) as g:
        session = g.start()
        connection = http.client.HTTPConnection("127.0.0.1", g.port)
        body = json.dumps(request("tools/call", meta(
            name="f_hang", arguments={})))
        connection.request("POST", "/mcp", body, {
            "accept": BOTH, "content-type": "application/json",
            "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call",
            "mcp-name": "f_hang"})
        end = time.monotonic() + PATIENCE
        cancelled = ""
        while cancelled == "":
            _, answered = g.ask(body=request("tools/call", {
                "name": "f_cancelled", "arguments": {}}), mcp_session_id=session)
            cancelled = words(answered["result"])
            if connection.sock is not None and cancelled == "":
                connection.close()
            assert time.monotonic() < end
        assert "," not in cancelled, cancelled


def test_the_end_of_input_ends_calls(folder):
    with Server("--config", config(folder, f=fault())) as server:
        server.start()
        listed(server, 15)
        server.send(id=1, method="tools/call",
                    params={"name": "f_hang", "arguments": {}})
        server.request("ping", ident="p")
        assert server.stop() == 0, server.errors


if __name__ == "__main__":
    main(globals())
