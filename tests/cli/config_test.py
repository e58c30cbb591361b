#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Configuration files and command tools."""
import json
import pathlib
import time

from harness import Server, bare, call, codemode, main, together


def write(folder, text):
    path = pathlib.Path(folder) / "config.jsonc"
    path.write_text(text)
    return str(path)


def run(folder, config, *calls, env=None):
    text = config if isinstance(config, str) else json.dumps(config)
    return codemode("run", "--config", write(folder, text),
                    stdin=together(*calls), env=env)


def test_comments_trailing_commas_and_bom(folder):
    done = run(folder, '\ufeff// a comment\r\n{ "mcpServers": { /* none */ },\r\n'
               '"tools": { "t.cat": { "command": ["cat"], }, }, }\r\n',
               call("t.cat", {"a": [1, "\u00e9"]}))
    assert done.value() == ['{"a":[1,"\u00e9"]}'] and done.err == "", done


def test_text_and_json_output(folder):
    done = run(folder, {"tools": {
        "t.text": {"command": ["echo", "[1]"]},
        "t.json": {"command": ["echo", "[1, {\"a\": null}]"], "output": "json"},
        "t.bad": {"command": ["echo", "oops"], "output": "json"},
        "t.bytes": {"command": ["printf", "a\\377b"]},
    }}, call("t.text"), call("t.json"), call("t.bytes"))
    assert done.value() == ["[1]\n", [1, {"a": None}], "a\ufffdb"], done


def test_a_key_with_a_typing_error_is_told_the_right_one(folder):
    config = write(folder, '{"tool": {},\n "mcpServers": {"x": {"comand": "a"}}}')
    done = codemode("run", "--config", config, stdin="return 1\n")
    assert done.value() == 1, done
    lines = done.err.splitlines()
    assert lines[0].endswith("1:10: tool: unknown key, ignored; did you mean tools?"), done
    assert lines[1].endswith("2:33: mcpServers.x.comand: unknown key, ignored; "
                             "did you mean command?"), done
    assert "mcpServers.x.command: is missing" in lines[2], done


def test_a_status_is_a_failure_with_the_tail_of_stderr(folder):
    done = run(folder, {"tools": {
        "t.fail": {"command": ["sh", "-c", "echo first >&2; echo last >&2; exit 4"]},
        "t.none": {"command": ["no-such-program-here"]},
        "t.slow": {"command": ["sleep", "60"], "timeoutMs": 100},
        "t.deaf": {"command": ["true"]},
    }}, call("t.fail"), call("t.none"), call("t.slow"), call("t.deaf", {"x": "y" * 300000}))
    assert done.value() == [
        {"error": "t.fail: sh exited with status 4: first\nlast"},
        {"error": "t.none: cannot start no-such-program-here: no such file or directory"},
        {"error": "t.slow: no end within 100 ms; killed"},
        ""], done


def test_a_cancelled_call_kills_the_whole_group(folder):
    mark = pathlib.Path(folder) / "late"
    config = write(folder, json.dumps({"tools": {"t.tree": {"command": [
        "sh", "-c", f"(sleep 1; touch {mark}) & sleep 60"]}}}))
    done = codemode("run", "--config", config, "--timeout-ms", "300",
                    stdin=together(bare("t.tree") + ","))
    assert done.status == 1, done
    time.sleep(1.2)
    assert not mark.exists()


def test_variables_are_expanded_once(folder):
    done = run(folder, {"tools": {"t.echo": {"command": [
        "echo", "${SET}", "${UNSET_ONE:-fall back}", "$PLAIN", "${X:-}"]}}},
        call("t.echo"), env={"SET": "${HOME}"})
    assert done.value() == ["${HOME} fall back $PLAIN \n"], done


def test_braces_that_do_not_end_are_text(folder):
    for text, value in [
            ("${", "${"), ("a${ ${SET}", "a${ 1"), ("${SET${SET}", "${SET1"),
            ("${SET} ${", "1 ${"), ("{env:SET} {env:", "1 {env:"),
            ("${ }${SET", None), ("${NO:-${}${SET}}", None),
            ("${NO:-a{b}c}${{", "a{b}c${{"), ("} ${SET}", "} 1"),
            ("{{{${SET}", "{{{1")]:
        done = run(folder, {"tools": {"t.echo": {"command": ["echo", "-n", text]}}},
                   call("t.echo"), env={"SET": "1"})
        if value is None:
            assert "is not known" in done.err, (text, done)
        else:
            assert done.value() == [value], (text, done)


def test_many_open_braces_cost_no_more_than_their_length(folder):
    started = time.monotonic()
    for command in (["true", "${" * 500000], "true '" + "${" * 500000 + "'"):
        done = codemode("doctor", "--config", write(folder, json.dumps(
            {"tools": {"t.x": {"command": command}}})))
        assert done.status == 0, done
    assert time.monotonic() - started < 10  # searching each takes minutes


def test_env_and_cwd(folder):
    done = run(folder, {"tools": {"t.sh": {
        "command": ["sh", "-c", "pwd; echo $A-$TZ-$B"], "cwd": folder,
        "env": {"A": "1", "TZ": None}}}}, call("t.sh"), env={"B": "2", "TZ": "UTC"})
    assert done.value() == [f"{pathlib.Path(folder).resolve()}\n1--\n"], done


def test_errors_name_file_line_column_and_key(folder):
    for text, parts in [
        ('{\n  "mcpServers": {\n    "a": { "command": 7 }\n  }\n}',
         [":3:23: mcpServers.a.command: must be a string, is number"]),
        ('{ "mcpServers": { "a": {} } }', ["mcpServers.a.command: is missing"]),
        ('{ "mcpServers": { "a": { "url": "x" } } }', ["must begin with http"]),
        ('{ "tools": { "a..b": { "command": ["x"] } } }', ["tools.a..b: a tool's name"]),
        ('{ "tools": { "a": { "command": [] } } }', ["tools.a.command: must not be empty"]),
        ('{ "tools": { "a": { "command": ["x"], "output": "xml" } } }', ['"text" or "json"']),
        ('{ "tools": { "a": { "command": ["${NOT_SET_HERE}"] } } }',
         ["variable NOT_SET_HERE is not set"]),
        ('{ "tools": { "a": { "command": ["x"], "timeoutMs": 0 } } }', ["milliseconds"]),
    ]:
        path = write(folder, text)
        done = codemode("run", "--config", path, stdin="return 1\n")
        assert done.status == 0 and done.out == "1\n", (text, done)
        for part in [path, *parts]:
            assert part in done.err, (text, part, done)


def test_a_file_that_is_wrong_ends_the_command(folder):
    for text, part in [
        ('{\n "mcpServers": [] }', ":2:16: mcpServers: must be an object"),
        ('{ "tools": 7 }', ":1:12: tools: must be an object"),
        ("{\n", ":2:1:"),
        ("[]", ":1:1: (file): must be an object"),
        ("[a]\nb = \n", ":2:5: a value should stand here"),
        ("[a]\nb = 'x\n", ":2:5: a string that does not end"),
        ("a = 1\na = 2\n", ":2:1: is given twice"),
    ]:
        path = write(folder, text)
        done = codemode("run", "--config", path, stdin="return 1\n")
        assert done.status == 2 and done.out == "", (text, done)
        assert path + part in done.err, (text, part, done)
        with Server("--config", path) as server: # which goes on without it
            server.start()
            assert server.request("tools/list")["result"]["tools"] == []


def test_unknown_keys_are_warned_of(folder):
    done = run(folder, '{ "theme": 1, "tools": { "t.x": { "command": ["echo"], "colour": 2 } } }',
               call("t.x"))
    assert done.value() == ["\n"], done
    assert "1:12: theme: unknown key" in done.err, done
    assert "tools.t.x.colour: unknown key" in done.err, done


def test_keys_of_the_other_kind_are_warned_of(folder):
    """A process gets no headers, a URL no arguments."""
    def warned(entry, more=""):
        text = json.dumps({"mcpServers": {"a": entry}})
        path = write(folder, text)
        done = codemode("doctor", "--config", path)
        lines = [line for line in done.err.splitlines() if "a." in line]
        assert all(line.startswith(f"codemode: warn: {path}:1:") for line in lines), done
        return [line.split(": mcpServers.a.")[1] for line in lines]

    url, process = "http://127.0.0.1:9", ["true"]
    for_url = ('{}: is for servers with a "url", ignored; a process gets what is '
               'secret through "env"')
    keys = {"headers": {}, "http_headers": {}, "env_http_headers": {},
            "bearerToken": "t", "bearerTokenEnv": "T", "bearer_token_env_var": "T",
            "bearerTokenFile": "f", "bearerTokenCommand": ["x"],
            "bearerTokenTtlMs": 1, "headersHelper": "x"}
    for key, value in keys.items():
        assert warned({"command": process, key: value}) == [for_url.format(key)], key
    assert warned({"command": process, "url": url}) == [
        'url: is ignored, for there is a "command"; one entry is a process or a '
        "URL"]
    for_process = '{}: is for servers with a "command", ignored'
    for key, value in {"args": ["x"], "cwd": "/", "env": {}, "environment": {},
                       "env_vars": [], "envVars": [], "envFile": "x",
                       "env_file": "x", "inheritEnv": "all"}.items():
        assert warned({"url": url, key: value}) == [for_process.format(key)], key
    assert warned({"url": url, "type": "http", "command": process}) == [
        'command: is ignored, for "type" says that this server is a URL; remove one of '
        "the two"]
    # The command that gives a credential has an environment and a folder.
    for key, value in {"bearerTokenCommand": ["false"], "headersHelper": "false"}.items():
        assert warned({"url": url, key: value, "cwd": "/", "env": {},
                       "inheritEnv": "all"}) == [], key
    # In files of other programs they are notes.
    path = pathlib.Path(folder) / ".mcp.json"
    path.write_text(json.dumps({"mcpServers": {"a": {"url": url, "env": {}}}}))
    done = codemode("doctor", "--config", str(path))
    assert done.err.count("codemode: ") == 1 and "a.env" not in done.err, done
    done = codemode("doctor", "--config", str(path), "--log-level", "debug")
    assert "mcpServers.a." + for_process.format("env") in done.err, done


def test_a_file_that_is_named_twice(folder):
    path = write(folder, '{"mcpServers": {"a": {"command": "true"}}}')
    done = codemode("doctor", "--config", path, "--config", path)
    assert (f"codemode: warn: {path}:1:22: mcpServers.a: is read a second time, for "
            "the file is named twice\n") in done.err, done


def test_later_files_win(folder):
    one, two = pathlib.Path(folder) / "1", pathlib.Path(folder) / "2"
    one.write_text('{ "tools": { "t.x": { "command": ["echo", "one"] } } }')
    two.write_text('{ "tools": { "t.x": { "command": ["echo", "two"] } } }')
    done = codemode("run", "--config", str(one), "--config", str(two),
                    stdin=together(call("t.x")))
    assert done.value() == ["two\n"], done
    assert '"t.x" is given twice' in done.err, done


def test_disabled_entries_are_left_out(folder):
    done = run(folder, {"mcpServers": {"off": {"command": "x", "disabled": True},
                                       "off2": {"command": "x", "enabled": False}},
                        "tools": {"t.x": {"command": ["echo"]}}}, call("t.x"))
    assert done.value() == ["\n"], done


def test_schemas_of_command_tools_check(folder):
    done = run(folder, {"tools": {
        "t.in": {"command": ["cat"], "output": "json",
                 "inputSchema": {"required": ["a"]}},
        "t.out": {"command": ["echo", "{}"], "output": "json",
                  "outputSchema": {"required": ["a"]}},
        "t.odd": {"command": ["cat"], "output": "json",
                  "inputSchema": {"type": "objekt"}},
        "t.text": {"command": ["cat"], "outputSchema": {}},
    }}, call("t.in", {"a": 1}), call("t.in"), call("t.out"), call("t.odd", {"b": 2}),
        call("t.text"))
    assert done.value() == [
        {"a": 1}, {"error": 'Invalid input for t.in: /: missing property "a"'},
        {"error": 'Invalid output of t.out: /: missing property "a"'},
        {"b": 2}, "{}"], done
    assert done.err.count('tool "t.odd" is not checked: the input schema does '
                          "not compile: /type must be array") == 1, done
    assert ('tools.t.text.outputSchema: counts with "output": "json" only, '
            "ignored") in done.err, done


if __name__ == "__main__":
    main(globals())
