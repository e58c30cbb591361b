#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Cases A5 to A16 of the specification's adapter chapter that no other file
has, through `codemode serve`."""
import json

from harness import Server, bare, call, fault_config, main, together


def text_of(result):
    return result["content"][0]["text"]


def value_of(result):
    return json.loads(text_of(result).partition("\n\nLogs:\n")[0])


def test_a_suggestion_in_the_message_is_not_repeated():
    """A5"""
    with Server("--demo") as server:
        server.start()
        text = text_of(server.execute(
            'return await tools.orders.gett({ id: "o-1001" })'))
        assert text.count("Did you mean tools.orders.get?") == 1, text
        text = text_of(server.execute('throw new Error("a")'))
        assert text == "Error: a", text


def test_text_is_never_parsed_as_json(folder):
    """A6"""
    with Server("--config", fault_config(folder, f="")) as server:
        server.start()
        server.wait_for_tools("tools.f.echo")
        got = server.execute(together(call("f.echo", {"text": '{"a":1}'})))
        assert value_of(got) == ['{"a":1}'], got


def test_structured_content_without_a_schema(folder):
    """A7"""
    with Server("--config", fault_config(folder, f="")) as server:
        server.start()
        text = server.wait_for_tools("tools.f.mixed")
        assert "tools.f.mixed(): Promise<string | null>" in text, text
        got = server.execute(together(call("f.mixed")))
        assert value_of(got)[0] == {"s": "member", "n": 1}, got


def test_names_that_clean_to_one_namespace(folder):
    """A12: the last registration wins."""
    config = fault_config(folder, **{"my.server": "", "my server": "pages"})
    with Server("--config", config) as server:
        server.start()
        text = server.wait_for_tools("tools.my_server.echo")
        assert "- my_server (15 tools)" in text, text
        got = server.execute(together(call("my_server.echo", {"text": "x"})))
        assert value_of(got) == ["x"], got


def test_inputs_in_rows(folder):
    """A14"""
    with Server("--config", fault_config(folder, f="names")) as server:
        server.start()
        server.wait_for_tools('tools.f["no-schema"]')
        name = 'tools.f["no-schema"]'
        result = server.execute(
            f'await {name}({{}}); await {name}(); await {name}({{ a: 1 }});\n'
            f'try {{ await {name}("x") }} catch {{}}\nreturn 1')
        rows = result["_meta"]["toolCalls"]
        inputs = [row.get("input", "none") for row in rows]
        assert inputs[:3] == ["none", "none", {"a": 1}], rows
        assert inputs[3:] in ([], [{"input": "x"}]), rows


def test_search_has_a_row():
    """A15"""
    with Server("--demo") as server:
        server.start()
        result = server.execute('return search({ query: "order" }).items.length')
        assert result["_meta"]["toolCalls"] == [
            {"tool": "search", "status": "completed",
             "input": {"query": "order"}}], result


def test_a_call_that_was_interrupted(folder):
    """A16"""
    with Server("--config", fault_config(folder, f="")) as server:
        server.start()
        server.wait_for_tools("tools.f.hang")
        result = server.execute("const left = " + bare("f.hang") + ";\n"
                                "await tools.f.echo({ text: 'x' });\nreturn 1")
        assert text_of(result).startswith("1"), result
        assert [(row["tool"], row["status"])
                for row in result["_meta"]["toolCalls"]] == [
            ("f.hang", "error"), ("f.echo", "completed")], result


if __name__ == "__main__":
    main(globals())
