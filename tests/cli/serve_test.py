#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""codemode serve over standard input and output. A3, A9 etc. are the cases of
the specification's adapter chapter."""
import json
import os
import pathlib
import re
import signal
import time

from harness import (PATIENCE, Server, bare, call, codemode, fault_config, main,
                     slow_config, together)


FAULT = str(pathlib.Path(__file__).parent.parent / "mcp" / "fault_server.py")


def text_of(result):
    assert result["content"][0]["type"] == "text", result
    return result["content"][0]["text"]


def test_initialize_echoes_known_versions():
    for asked, given in [("2025-11-25",) * 2, ("2024-11-05",) * 2,
                         ("2025-03-26",) * 2, ("2099-01-01", "2025-11-25")]:
        with Server("--demo") as server:
            result = server.start(asked)
            assert result["protocolVersion"] == given, result
            assert result["serverInfo"]["name"] == "codemode", result
            assert result["capabilities"] == {"tools": {"listChanged": True}}
            assert server.stop() == 0


def test_one_tool_with_a_head_and_a_catalog():
    with Server("--demo") as server:
        server.start()
        tools = server.request("tools/list")["result"]["tools"]
        assert [tool["name"] for tool in tools] == ["execute"], tools
        description = tools[0]["description"]
        head = description.partition("\n\n## Tools\n")[0]
        assert len(head) <= 1900, len(head)
        for part in ("- customers (2 tools)", "- orders (3 tools)", "await"):
            assert part in head, head
        assert "\n## Tools\nComplete list.\n- customers (2 tools)" in description
        assert re.search(r"\n  - tools\.stock\.level\(\{\n(  .*\n)+\}\): "
                         r"Promise<\{\n(  .*\n)+\}> // Counts an item",
                         description), description
        schema = tools[0]["inputSchema"]
        assert schema["required"] == ["code"] and list(schema["properties"]) == ["code"]
        assert len(json.dumps(schema)) < 3500, schema


def test_the_head_stays_short_with_many_servers(folder):
    names = {f"server_with_a_long_name_{i:03}": "" for i in range(12)}
    with Server("--config", fault_config(folder, **names)) as server:
        server.start()
        text = server.wait_for_tools(*[f"- {name} (15 tools" for name in names])
        head = text.partition("\n\n## Tools\n")[0]
        assert len(head) <= 1900, len(head)
        shown = text.count("\n  - tools.server_with")
        assert 12 <= shown < 12 * 15, text
        assert f"\nPartial list: {shown} of {12 * 15} shown.\n" in text, text


def test_no_tools_no_execute():
    """A11"""
    with Server() as server:
        server.start()
        assert server.request("tools/list")["result"]["tools"] == []
        result = server.execute("return 1")
        assert result == {"isError": True, "content": [{"type": "text", "text": (
            'There is no tool "execute" now; there are none at all. It is there '
            "when programs have tools to call.")}]}, result


def test_an_unlisted_execute_says_what_is_down(folder):
    config = fault_config(folder, gone={"command": "/no/such/program"})
    with Server("--config", config) as server:
        server.start()
        end = time.monotonic() + PATIENCE
        while server.request("tools/list")["result"]["tools"]:
            assert time.monotonic() < end
        result = server.execute("return await tools.gone.x()")
        assert result["isError"] and result["content"][0]["text"] == (
            'There is no tool "execute" now; there are none at all. It is there '
            'when programs have tools to call.\nserver "gone" is not available: '
            "cannot start /no/such/program: no such file or directory"), result


def test_an_unlisted_execute_says_that_a_file_is_missing(folder):
    with Server("--config", os.path.join(folder, "nowhere.json")) as server:
        server.start()
        assert server.request("tools/list")["result"]["tools"] == []
        result = server.execute("return await tools.gone.x()")
        assert result["isError"] and result["content"][0]["text"] == (
            'There is no tool "execute" now; there are none at all. It is there '
            "when programs have tools to call.\nA configuration file could not be read; "
            "the messages of codemode on standard error, which agents keep in a log, "
            "say which and why."), result


def test_a_program_runs_and_rows_come_with_it():
    with Server("--demo") as server:
        server.start()
        result = server.execute('console.log("looking")\n' + together(
            call("orders.get", {"id": "o-1002"}), call("customers.list"),
            call("orders.get", {"id": "nope"}), call("orders.note", {
                "id": "o-1001", "text": "x" * 1100})))
        assert "isError" not in result and "structuredContent" not in result
        assert len(result["content"]) == 1, result
        value, _, logs = text_of(result).partition("\n\nLogs:\n")
        assert logs == "looking", result
        assert json.loads(value)[2] == {"error": 'no order "nope"'}, value
        assert value.startswith('[\n  {\n    "id": "o-1002",\n'), value
        assert result["_meta"]["toolCalls"] == [
            {"tool": "orders.get", "status": "completed", "input": {"id": "o-1002"}},
            {"tool": "customers.list", "status": "completed"},
            {"tool": "orders.get", "status": "error", "input": {"id": "nope"}},
            {"tool": "orders.note", "status": "error", "input": {"truncated": 1125}},
        ], result["_meta"]


def test_a_failed_program_is_a_completed_call():
    """A2"""
    with Server("--demo") as server:
        server.start()
        result = server.execute(together(bare("stock.nothing") + ","))
        assert result["isError"] is True and result["_meta"]["error"] is True
        assert "stock.nothing" in text_of(result), result


def test_a_string_is_raw_and_null_is_null():
    """A4"""
    with Server("--demo") as server:
        server.start()
        assert text_of(server.execute('return "a\\nb"\n')) == "a\nb"
        assert text_of(server.execute("return null\n")) == "null"
        assert text_of(server.execute('console.log("l")\nreturn null\n')) == "null\n\nLogs:\nl"


def test_wrong_arguments_run_nothing():
    """A19"""
    with Server("--demo") as server:
        server.start()
        for arguments, part in [({"code": "return 1", "extra": 1}, '"extra"'),
                                ({}, '"code"'), ({"code": 7}, "number"),
                                ([], "object"), (None, '"code"')]:
            params = {"name": "execute", "arguments": arguments}
            if arguments is None:
                del params["arguments"]
            result = server.request("tools/call", params)["result"]
            assert result["isError"] is True and part in text_of(result), result


def test_another_tools_name_shows_the_program():
    with Server("--demo") as server:
        server.start()
        for name in ("stock.level", "stock_level", "level", "mcp__shop__stock_level"):
            result = server.request("tools/call", {
                "name": name, "arguments": {"sku": "x"}})["result"]
            assert result["isError"] is True, result
            assert 'return await tools.stock.level({"sku":"x"})' in text_of(result), result
        result = server.request("tools/call", {"name": "unheard-of"})["result"]
        assert "only execute exists" in text_of(result), result


def test_protocol_errors():
    with Server("--demo") as server:
        server.start()
        for line, ident, code in [
            ("{nope", None, -32700), ("[]", None, -32600), ("7", None, -32600),
            ('{"jsonrpc":"2.0","id":true,"method":"ping"}', None, -32600),
            ('{"jsonrpc":"2.0","id":"a"}', "a", -32600),
            ('{"jsonrpc":"2.0","id":1.5,"method":"ping"}', None, -32600),
            ('{"jsonrpc":"2.0","id":9,"method":"no/such"}', 9, -32601),
            ('{"jsonrpc":"2.0","id":10,"method":"tools/call"}', 10, -32602),
            ('{"jsonrpc":"2.0","id":11,"method":"ping","params":{"a":'
             + "[" * 600 + "]" * 600 + "}}", 11, -32700), # too deep to read
            ("\xff\xfe", None, -32700),
        ]:
            server.raw(line + "\n") if line.isascii() else (
                server.process.stdin.write(b"\xff\xfe\n"),
                server.process.stdin.flush())
            message = server.next()
            assert message["error"]["code"] == code, (line, message)
            assert message["id"] == ident, (line, message)
        assert server.request("ping", ident="7")["id"] == "7"
        assert server.request("ping", ident=7)["result"] == {}
        server.raw('\ufeff{"id":"crlf","method":"ping"}\r\n\r\n\n')
        assert server.answer("crlf")["result"] == {}


def test_batches_over_a_pipe(folder):
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    with Server("--config", fault_config(folder, f="")) as server:
        server.send_array = lambda *items: server.raw(json.dumps(items) + "\n")

        def refused(part, *items):
            server.send_array(*items)
            answer = server.next()
            assert answer["error"]["code"] == -32600, answer
            assert part in answer["error"]["message"], answer
            assert answer["id"] is None, answer

        refused("2025-03-26", ping)
        server.start("2025-03-26")
        server.send_array(ping, dict(ping, id="b"))
        assert server.next() == [
            {"jsonrpc": "2.0", "id": 1, "result": {}},
            {"jsonrpc": "2.0", "id": "b", "result": {}}]
        refused("at least one")
        refused("100", *[ping] * 101)
        refused("initialize", dict(ping, method="initialize"))
        # Notices are not answered, nor is what they cancel; the rest is.
        server.send_array(
            dict(ping, id=2, method="tools/call", params={
                "name": "execute", "arguments": {
                    "code": together(bare("f.hang") + ",")}}), dict(ping, id=3))
        server.send_array({"jsonrpc": "2.0", "method": "notifications/cancelled",
                           "params": {"requestId": 2}})
        assert server.next() == [{"jsonrpc": "2.0", "id": 3, "result": {}}]
        server.send_array(dict(ping, id=4, method="tools/call", params={
            "name": "execute", "arguments": {
                "code": together(bare("f.hang") + ",")}}))
        server.send_array({"jsonrpc": "2.0", "method": "notifications/cancelled",
                           "params": {"requestId": 4}})
        assert server.request("ping", ident=5) == {
            "jsonrpc": "2.0", "id": 5, "result": {}}
        server.raw("[{]\n")
        assert server.next()["error"]["code"] == -32700
    with Server("--demo") as server:
        server.start("2025-06-18")
        server.send_array = lambda *items: server.raw(json.dumps(items) + "\n")
        server.send_array(ping)
        assert "2025-03-26" in server.next()["error"]["message"]


def test_progress_only_with_a_token():
    with Server("--demo") as server:
        server.start()
        code = together(call("stock.level", {"sku": "tea-001"}))
        server.execute(code)
        assert not [m for m in server.seen if m.get("method")], server.seen
        for token in ("p-1", 41):
            server.seen.clear()
            server.execute(code, _meta={"progressToken": token})
            steps = [m["params"] for m in server.seen if m.get("method")]
            assert steps == [
                {"progressToken": token, "progress": 1, "message": "calling stock.level"},
                {"progressToken": token, "progress": 2, "message": "completed stock.level"},
            ], steps


def test_cancelling_cancels_the_calls_inside(folder):
    """A18"""
    log = pathlib.Path(folder) / "log"
    with Server("--config", fault_config(folder, f=f"log={log}")) as server:
        server.start()
        server.wait_for_tools("tools.f.hang")
        server.send(id="long", method="tools/call", params={
            "name": "execute",
            "arguments": {"code": together(bare("f.hang") + ",")}})
        end = time.monotonic() + PATIENCE
        while '"hang"' not in log.read_text() and time.monotonic() < end:
            time.sleep(0.01)
        server.send(method="notifications/cancelled",
                    params={"requestId": "long", "reason": "test"})
        server.send(method="notifications/cancelled", params={"requestId": 12345})
        result = server.execute(together(call("f.cancelled")))
        asked = [json.loads(line) for line in log.read_text().splitlines()]
        hang = [m["id"] for m in asked if m.get("method") == "tools/call"
                and m["params"]["name"] == "hang"]
        assert json.loads(text_of(result)) == [str(hang[0])], result
        server.request("ping")
        assert not [m for m in server.seen if m.get("id") == "long"], server.seen


def test_many_programs_at_once():
    with Server("--demo") as server:
        server.start()
        code = together(call("stock.level", {"sku": "tea-001"}))
        for i in range(200):
            server.send(id=f"n{i}", method="tools/call", params={
                "name": "execute", "arguments": {"code": code}})
        started = time.monotonic()
        for i in range(200):
            message = server.next()
            assert json.loads(text_of(message["result"]))[0]["available"] == 40
        assert time.monotonic() - started < 200 * 0.25 / 4


def test_files_are_attached_after_the_text(folder):
    """A8, A1"""
    with Server("--config", fault_config(folder, f="")) as server:
        server.start()
        server.wait_for_tools("tools.f.image")
        result = server.execute(together(
            call("f.image"), call("f.mixed"), call("f.bad-image"), call("f.image")))
        kinds = [part["type"] for part in result["content"]]
        assert kinds == ["text", "image", "resource_link", "image"], kinds
        assert result["content"][1]["x-extra"] == 7, result
        text = text_of(result)
        assert json.loads(text.partition("\n\nLogs:")[0])[0] is None, text
        assert "[f.mixed] aside z" in text, text
        assert text.count("[f.bad-image] an attachment (image) was dropped") == 2, text


def test_long_results_are_cut_and_kept(folder):
    """A17"""
    with Server("--config", fault_config(folder, f=""), "--output-dir",
                folder + "/out/deep") as server:
        server.start()
        server.wait_for_tools("tools.f.big")
        lines = "".join(f"{i}\\n" for i in range(2001))
        result = server.execute(f'return "{lines}"\n')
        text = text_of(result)
        assert "1 line, " in text and text.startswith("0\n1\n"), text[:200]
        assert text.endswith("\n2000\n"), text[-100:]
        path = text.partition("the full text is in ")[2].partition("]")[0]
        kept = pathlib.Path(path).read_text()
        assert kept == "".join(f"{i}\n" for i in range(2001)), kept[:100]
        assert os.stat(path).st_mode & 0o077 == 0
        short = server.execute('return "' + "x\\n" * 1999 + 'x"\n')
        assert text_of(short) == "x\n" * 1999 + "x", short
        result = server.execute(together(call("f.big", {"bytes": 200000})))
        assert len(text_of(result)) < 51200 + 400, len(text_of(result))


def test_a_server_that_is_down_does_not_matter_to_the_rest(folder):
    with Server("--config", fault_config(folder, f="", c="crash-start", ghost={
            "command": "no-such-program-here"})) as server:
        server.start()
        server.wait_for_tools("tools.f.echo")
        result = server.execute(together(call("f.echo", {"text": "x"})))
        assert json.loads(text_of(result)) == ["x"], result
        result = server.execute(together(bare("ghost.x") + ","))
        assert result["isError"] is True, result
        assert 'server "ghost" is not available' in text_of(result), result


def test_a_slow_server_is_waited_for(folder):
    """A call into a server that is still connecting waits for it."""
    config = slow_config(folder, "s", 1.2)
    with Server("--config", config) as server:
        server.start()
        tools = server.request("tools/list")["result"]["tools"]
        assert "\nStill starting: s." in tools[0]["description"], tools
        result = server.execute(together(call("s.echo", {"text": "x"})))
        assert json.loads(text_of(result)) == ["x"], result
        server.wait_for_tools("tools.s.echo")
        changed = [m for m in server.seen
                   if m.get("method") == "notifications/tools/list_changed"]
        assert len(changed) == 1, server.seen


def test_a_list_is_kept_until_the_next_start(folder):
    """What a slow server listed last time is offered at once."""
    env = {"XDG_CACHE_HOME": str(pathlib.Path(folder) / "cache")}
    lists = pathlib.Path(folder) / "cache" / "codemode" / "lists"
    config = slow_config(folder, "s", 3)
    with Server("--config", config, env=env) as server:
        server.start()
        first = server.wait_for_tools("tools.s.echo")
    kept = list(lists.iterdir())
    assert len(kept) == 1 and kept[0].stat().st_mode & 0o777 == 0o600, kept
    assert lists.stat().st_mode & 0o777 == 0o700, lists
    with Server("--config", config, env=env) as server:
        began = time.monotonic()
        server.start()
        tools = server.request("tools/list")["result"]["tools"]
        assert time.monotonic() - began < 2.5, "the server was waited for"
        assert tools[0]["description"] == first, tools
        result = server.execute(together(call("s.echo", {"text": "x"})))
        assert json.loads(text_of(result)) == ["x"], result
        server.request("ping")
        assert not [m for m in server.seen if "method" in m], server.seen
    # A server that lists something else now: the client is told.
    kept[0].write_text(kept[0].read_text().replace("Gives its text back",
                                                   "Gave its text back"))
    with Server("--config", config, env=env) as server:
        server.start()
        tools = server.request("tools/list")["result"]["tools"]
        assert "Gave its text back" in tools[0]["description"], tools
        assert server.wait_for_tools("Gives its text back") == first
        assert [m["method"] for m in server.seen if "method" in m] == [
            "notifications/tools/list_changed"], server.seen
    # What is damaged, of another version or not wanted counts for nothing.
    good = kept[0].read_text()
    for text in ("", "{", "[]", good.replace('"codemode":"', '"codemode":"9'),
                 good.replace('"tools":[', '"toolz":[')):
        kept[0].write_text(text)
        with Server("--config", config, env=env) as server:
            server.start()
            tools = server.request("tools/list")["result"]["tools"]
            assert "Still starting: s." in tools[0]["description"], tools
    kept[0].write_text(good)
    with Server("--config", config, "--no-cache", env=env) as server:
        server.start()
        tools = server.request("tools/list")["result"]["tools"]
        assert "Still starting: s." in tools[0]["description"], tools


def test_a_list_is_kept_for_one_configuration(folder):
    """Another command, another variable: another list."""
    env = {"XDG_CACHE_HOME": str(pathlib.Path(folder) / "cache")}
    lists = pathlib.Path(folder) / "cache" / "codemode" / "lists"
    fault = {"command": "python3", "args": [FAULT]}
    for count, entry in enumerate([
            fault, dict(fault, args=[FAULT, "pages"]),
            dict(fault, env={"TOKEN": "s3cret"}),
            dict(fault, env={"TOKEN": "s3cret2"}), fault]):
        with Server("--config", fault_config(folder, f=entry),
                    env=env) as server:
            server.start()
            server.wait_for_tools("tools.f.echo")
        assert len(list(lists.iterdir())) == min(count + 1, 4), count
    assert not [f for f in lists.iterdir() if "s3cret" in f.read_text()]


def test_every_message_can_be_written_to_a_file(folder):
    trace = pathlib.Path(folder) / "trace.jsonl"
    with Server("--config", fault_config(folder, f="junk"),
                "--trace-wire", str(trace)) as server:
        server.start()
        server.wait_for_tools("tools.f.echo")
        server.raw("{\n")
        server.next()
        server.execute(together(call("f.echo", {"text": "x"})))
    rows = [json.loads(line) for line in trace.read_text().splitlines()]
    assert trace.stat().st_mode & 0o777 == 0o600, trace
    assert all(list(row) == ["ms", "peer", "dir", "msg"] for row in rows), rows
    said = [(row["peer"], row["dir"], row["msg"].get("method", "answer"))
            for row in rows if isinstance(row["msg"], dict)]
    for one in [("client", ">", "initialize"), ("client", "<", "answer"),
                ("f", ">", "initialize"), ("f", "<", "answer"),
                ("f", ">", "tools/call"), ("client", ">", "tools/call")]:
        assert one in said, (one, said)
    assert [row["msg"] for row in rows if row["peer"] == "client" and
            isinstance(row["msg"], str)] == ["{"], rows
    assert [row for row in rows if row["peer"] == "f" and
            isinstance(row["msg"], str)], rows
    done = codemode("serve", "--trace-wire", "/no/such/folder/file")
    assert done.status == 1 and "--trace-wire: /no/such/folder" in done.err, done


def test_how_much_is_told_can_be_set(folder):
    sizes = []
    for args in ([], ["--budget", "0"], ["--description-max", "1900"],
                 ["--schema-max", "0"], ["--schema-max", "500"]):
        with Server("--demo", *args) as server:
            server.start()
            tool = server.request("tools/list")["result"]["tools"][0]
            sizes.append((len(tool["description"]),
                          len(json.dumps(tool["inputSchema"]))))
    whole, no_budget, short, no_schema, small = sizes
    assert no_budget[0] < whole[0] and short[0] <= 1900 < whole[0], sizes
    assert whole[1] > 1000 and no_schema[1] < 300, sizes
    assert small[1] <= 510, sizes


def test_structured_results():
    with Server("--demo", "--structured") as server:
        server.start()
        tool = server.request("tools/list")["result"]["tools"][0]
        assert tool["outputSchema"]["required"] == ["ok"], tool
        result = server.execute('console.log("l")\nreturn { n: 1 }')
        record = result["structuredContent"]
        assert record["ok"] is True and record["value"] == {"n": 1}, record
        assert record["logs"] == ["l"], record
        assert text_of(result).startswith('{\n  "n": 1\n}'), result
        result = server.execute("throw new Error('no')")
        assert result["structuredContent"]["ok"] is False, result


def test_what_servers_say_of_their_progress_is_passed_on(folder):
    with Server("--config", fault_config(folder, f="talks")) as server:
        server.start()
        server.wait_for_tools("tools.f.slow")
        began = time.monotonic()
        result = server.execute(together(call("f.slow", {"ms": 150})),
                                _meta={"progressToken": "t"})
        took = time.monotonic() - began
        assert json.loads(text_of(result)) == ["slept"], result
        said = [m["params"] for m in server.seen
                if m.get("method") == "notifications/progress"]
        words = [p["message"] for p in said]
        assert words[:4] == ["calling f.slow", "f.slow: warming up",
                             "f.slow: 1.5 of 8", "f.slow: 2.5"], words
        # Of 200 that were told, ten a second and the first ones.
        assert words[-1] == "completed f.slow", words
        assert len(words) < 10 + 10 * took, (took, words)
        numbers = [p["progress"] for p in said]
        assert numbers == sorted(set(numbers)), numbers


def test_a_changed_list_is_announced_once(folder):
    with Server("--config", fault_config(folder, f="grow,burst")) as server:
        server.start()
        server.wait_for_tools("tools.f.echo")
        server.wait_for_tools('late-comer')
        time.sleep(0.3)
        server.request("ping")
        changed = [m for m in server.seen
                   if m.get("method") == "notifications/tools/list_changed"]
        assert len(changed) <= 1, server.seen


def test_every_end_is_orderly(folder):
    for how in ("eof", signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        with Server("--config", fault_config(folder, f="")) as server:
            server.start()
            server.wait_for_tools("tools.f.hang")
            server.send(id=77, method="tools/call", params={
                "name": "execute",
                "arguments": {"code": together(bare("f.hang") + ",")}})
            time.sleep(0.05)
            if how == "eof":
                server.process.stdin.close()
            else:
                server.process.send_signal(how)
            assert server.process.wait(PATIENCE) == 0, how


if __name__ == "__main__":
    main(globals())
