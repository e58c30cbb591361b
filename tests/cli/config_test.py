#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Configuration files and command tools."""
import json
import os
import pathlib
import re
import threading
import time

from harness import (CODEMODE, Server, bare, call, codemode, compact, main,
                     together)


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


def test_what_is_told_of_a_large_file_has_its_place(folder):
    # the lines in front of it have ends and characters of several bytes
    head = "{\n\r\n" + "// \u00e4\u20ac\U0001f600 ...\r" * 400
    many = "".join(f'"k{i}": {{ "\u00e4": {i} }}, "m{i}": 1,\n' for i in range(2000))
    path = write(folder, head + many + '"tools": { "t.x": { "command": 7 } } }')
    done = codemode("run", "--config", path, stdin="return 1\n")
    assert done.status == 0 and done.out == "1\n", done
    lines = done.err.splitlines()
    assert len(lines) == 4001, len(lines)
    for i in range(2000):
        for key, before in ((f"k{i}", ""), (f"m{i}", f'"k{i}": {{ "X": {i} }}, ')):
            column = len(f'{before}"{key}": ') + 1
            assert lines.pop(0) == (
                f"codemode: warn: {path}:{403 + i}:{column}: {key}: unknown key, "
                "ignored"), (i, key)
    assert lines == [f"codemode: error: {path}:2403:32: tools.t.x.command: must be a "
                     "string, is number"], lines


def test_many_unknown_keys_of_a_large_file_cost_little(folder):
    path = pathlib.Path(folder) / ".claude.json"
    path.write_text(json.dumps({
        "history": "x" * 14000000, **{f"key{i}": i for i in range(2000)},
        "mcpServers": {f"s{i}": {"command": "none", "colour": 1} for i in range(500)}}))
    started = time.monotonic()
    done = codemode("run", "--import", "claude-code", env={"HOME": folder},
                    cwd=folder, stdin="return 1\n")
    assert (done.status, done.out) == (0, "1\n"), done
    assert time.monotonic() - started < 10  # from the start each time: minutes


def test_files_that_a_configuration_names_are_files(folder):
    fifo = pathlib.Path(folder) / "fifo"
    os.mkfifo(fifo)
    for entry, key in (({"env": {"A": "${file:fifo}"}}, "env.A"),
                       ({"envFile": "fifo"}, "envFile")):
        path = write(folder, json.dumps(
            {"mcpServers": {"a": {"command": "true", **entry}}}))
        done = codemode("run", "--config", path, stdin="return 1\n")
        assert (done.status, done.out) == (0, "1\n"), done
        head, text = done.err.split(f"mcpServers.a.{key}: ")
        assert text == f"cannot read {fifo}: not a regular file\n", done
    # what is typed may be a pipe
    text = json.dumps({"tools": {"t.x": {"command": ["echo", "1"]}}})
    writer = threading.Thread(target=lambda: fifo.write_text(text))
    writer.start()
    done = codemode("run", "--config", str(fifo), stdin=together(call("t.x")))
    writer.join()
    assert done.value() == ["1\n"], done
    done = codemode("doctor", "--config", "/dev/stdin", "--json", stdin=text)
    assert done.status == 0, done


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
        ("[]", ':1:1: must be an object with "mcpServers" or "tools"\n'),
        ("[a]\nb = \n", ":2:5: a value should stand here"),
        ("[a]\nb = 'x\n", ":2:5: a string that does not end"),
        ("a = 1\na = 2\n", ':2:1: "a" is given twice\n'),
        ('[a]\nb.c = 1\nb.c = 2\n', ':3:3: "c" is given twice\n'),
    ]:
        path = write(folder, text)
        done = codemode("run", "--config", path, stdin="return 1\n")
        assert done.status == 2 and done.out == "", (text, done)
        assert path + part in done.err, (text, part, done)
        with Server("--config", path) as server: # which goes on without it
            server.start()
            assert server.request("tools/list")["result"]["tools"] == []


def test_a_file_in_utf_16_is_told_as_such(folder):
    for name in ("config.json", "config.toml"):
        for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
            path = pathlib.Path(folder) / name
            path.write_bytes('{ "tools": {} }'.encode(encoding))
            done = codemode("run", "--config", str(path), stdin="return 1\n")
            assert (done.status, done.out, done.err) == (
                2, "", f"codemode: error: {path}: the text is UTF-16; save it as "
                "UTF-8\n"), (encoding, done)


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
    assert done.err == "", done
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


def test_calls_of_what_is_switched_off_are_told(folder):
    path = write(folder, json.dumps({"mcpServers": {
        "my": {"command": "x", "disabled": True},
        "the docs": {"url": "http://127.0.0.1:9/mcp", "enabled": False},
        "t": {"tools": {"mine.x": {"command": ["echo", "1"]}}}}}))
    left_out = f'the configuration leaves "{{}}" out: disabled ({path}:1)'
    program = together(call("my.x"), call("the_docs.a.b"), call("mine.y"),
                       call("mine.x"), call("mi.x"), "Object.keys(tools),")
    done = codemode("run", "--config", path, stdin=program)
    assert done.value() == [
        {"error": 'Unknown tool "my.x": ' + left_out.format("my")},
        {"error": 'Unknown tool "the_docs.a.b": ' + left_out.format("the docs")},
        {"error": 'Unknown tool "mine.y". Did you mean tools.mine.x?'}, "1\n",
        {"error": 'Unknown tool "mi.x". Did you mean tools.mine.x?'},
        ["mine"]] and done.err == "", done
    with Server("--config", path) as server:
        server.start()
        text = server.execute("return tools.my.x({})")["content"][0]["text"]
        assert 'Unknown tool "my.x": ' + left_out.format("my") in text, text
        listed = server.request("tools/list")["result"]["tools"]
        assert "my." not in json.dumps(listed) and "the_docs" not in json.dumps(listed)


def test_switches_are_true_or_false(folder):
    mark = pathlib.Path(folder) / "started"
    entry = {"command": ["touch", str(mark)]}
    for key, value, kind in (
            ("disabled", "yes", "string"), ("disabled", "true", "string"),
            ("disabled", 1, "number"), ("disabled", None, "null"),
            ("enabled", "false", "string"), ("enabled", 0, "number")):
        for more in ({}, {"url": "http://127.0.0.1:9/mcp", "type": "stdio"}):
            path = write(folder, json.dumps({"mcpServers": {"a": {**entry, **more,
                                                                  key: value}}}))
            row = f"FAIL  a: {key}: must be true or false, is {kind} ({path}:1)\n"
            done = codemode("doctor", "--config", path)
            assert (done.status, done.out, done.err) == (2, row, ""), done
            done = codemode("run", "--config", path, stdin="return tools.a.x({})\n")
            assert done.status == 1 and (
                f": mcpServers.a.{key}: must be true or false, is {kind}\n"
                in done.err), done
    # no one of the programs takes another type
    path = pathlib.Path(folder) / ".codex"
    path.mkdir()
    path = path / "config.toml"
    path.write_text('[mcp_servers.a]\ncommand = "touch"\n'
                    f'args = ["{mark}"]\nenabled = "false"\n')
    done = codemode("doctor", "--config", str(path))
    assert (done.status, done.out) == (
        2, f"FAIL  a: enabled: must be true or false, is string ({path}:1)\n"), done
    # a document, command tools in an entry, and the second of two keys
    path = write(folder, json.dumps({"mcpServers": {
        "d": {"openapi": "/no/such.yaml", "disabled": "true"},
        "t": {"tools": {"t.x": entry}, "enabled": "no"},
        "two": {**entry, "disabled": False, "enabled": 0}}}))
    done = codemode("doctor", "--config", path, "--json")
    assert [(s["name"], s["kind"], s["error"]) for s in
            json.loads(done.out)["sources"]] == [
        ("d", "openapi", "disabled: must be true or false, is string"),
        ("t", "mcp", "enabled: must be true or false, is string"),
        ("two", "mcp", "enabled: must be true or false, is number")], done
    assert not mark.exists()


def test_switches_of_other_programs_have_their_type(folder):
    path = pathlib.Path(folder) / "opencode.json"
    path.write_text('{"mcp": {"a": {"command": ["no-such-program-here"]}},\n'
                    '"tools": {"a_*": "false", "b_*": false, "c_*": 0}}')
    done = codemode("doctor", "--config", str(path))
    assert done.err == (
        f"codemode: warn: {path}:2:18: tools.a_*: must be true or false, is string; "
        f"ignored\ncodemode: warn: {path}:2:48: tools.c_*: must be true or false, is "
        "number; ignored\n"), done
    path.write_text('{"mcp": {"a": {"command": ["no-such-program-here"]}}, "tools": 1}')
    assert codemode("doctor", "--config", str(path)).err == (
        f"codemode: warn: {path}:1:64: tools: must be an object, is number; ignored\n")
    home = pathlib.Path(folder) / ".gemini"
    home.mkdir()
    path = home / "settings.json"
    path.write_text('{"mcp": {"allowed": "a", "excluded": ["b"]}, "mcpServers": '
                    '{"a": {"command": "no-such-program-here"}}}')
    assert codemode("doctor", "--config", str(path)).err == (
        f"codemode: warn: {path}:1:21: mcp.allowed: must be an array of strings, is "
        "string; ignored\n")


def test_tools_of_a_server_are_a_list(folder):
    for tools in ("read_*", True, 3):
        path = write(folder, json.dumps({"mcpServers": {"a": {
            "command": "no-such-program-here", "tools": tools}}}))
        done = codemode("doctor", "--config", path)
        assert (done.status, done.out) == (
            2, f"FAIL  a: tools: must be an array of strings ({path}:1)\n"), done


def test_names_that_come_twice(folder):
    path = write(folder, '{"mcpServers": {\n"a": {"command": "one"},\n'
                 '"b": {"command": "x", "command": "y"},\n"a": {"command": "two"}},\n'
                 '"tools": {"t.x": {"command": ["echo", "1"]}},\n'
                 '"tools": {"t.x": {"command": ["echo", "2"]},\n'
                 '  "t.x": {"command": ["echo", "3"]}, "t.x": {"command": ["echo", "4"]}}}')
    done = codemode("run", "--config", path, stdin=together(call("t.x")))
    assert done.value() == ["4\n"], done
    head = f"codemode: warn: {path}:"
    assert done.err == (
        f"{head}3:23: command: is given twice in one object; that of line 3, column 7 "
        "is ignored\n"
        f"{head}4:1: a: is given twice in one object; that of line 2, column 1 is "
        "ignored\n"
        f"{head}7:3: t.x: is given twice in one object; that of line 6, column 11 is "
        "ignored\n"
        f"{head}7:38: t.x: is given twice in one object; that of line 7, column 3 is "
        "ignored\n"
        f"{head}6:1: tools: is given twice in one object; that of line 5, column 1 is "
        'ignored\ncodemode: warn: server "a": cannot start two: no such file or '
        "directory\n"), done
    many = ",".join(f'"k{i}": {{"command": "x"}}' for i in range(20))
    path = write(folder, '{"mcpServers": {' + many + ',\n"k7": {"command": "y"}}}')
    assert codemode("doctor", "--config", path).err == (
        f"codemode: warn: {path}:2:1: k7: is given twice in one object; that of line 1, "
        f"column {16 + many.index(chr(34) + 'k7') + 1} is ignored\n")
    toml = pathlib.Path(folder) / "config.toml"
    toml.write_text("[mcp_servers.a]\ncommand = 'x'\n[mcp_servers.a]\ncommand = 'y'\n")
    done = codemode("doctor", "--config", str(toml))
    assert (done.status, done.out) == (2, "") and (
        f"codemode: error: {toml}:3:" in done.err), done


def test_schemas_of_command_tools_check(folder):
    done = run(folder, {"tools": {
        "t.in": {"command": ["cat"], "output": "json",
                 "inputSchema": {"required": ["a"]}},
        "t.out": {"command": ["echo", "{}"], "output": "json",
                  "outputSchema": {"required": ["a"]}},
        "t.odd": {"command": ["cat"], "output": "json",
                  "inputSchema": {"type": "objekt"}},
        "t.bad": {"command": ["echo", "{}"], "output": "json",
                  "outputSchema": {"required": "a"}},
        "t.text": {"command": ["cat"], "outputSchema": {}},
    }}, call("t.in", {"a": 1}), call("t.in"), call("t.out"), call("t.odd", {"b": 2}),
        call("t.text"), call("t.bad"))
    assert done.value() == [
        {"a": 1}, {"error": 'Invalid input for t.in: /: missing property "a"'},
        {"error": 'Invalid output of t.out: /: missing property "a"'},
        {"b": 2}, "{}", {}], done
    assert done.err.count("is not checked") == 2, done
    assert ("tools.t.odd.inputSchema: the tool's input is not checked: /type must be "
            "array, boolean, ") in done.err, done
    assert ("tools.t.bad.outputSchema: the tool's output is not checked: /required "
            "must be") in done.err, done
    assert ('tools.t.text.outputSchema: counts with "output": "json" only, '
            "ignored") in done.err, done


def told(folder, entry, name="a", command="doctor"):
    """What is said of an entry: texts behind FILE:LINE:COLUMN."""
    path = write(folder, entry if isinstance(entry, str) else json.dumps(
        {"mcpServers": {name: entry}}))
    done = codemode(command, "--config", path, "--log-level", "info")
    place = r"^codemode: (warn: |error: )?" + re.escape(path) + r":\d+:\d+: "
    return [re.sub(place, "", line) for line in done.err.splitlines()
            if re.match(place, line)]


def test_nested_keys_are_named_whole(folder):
    string = "must be a string, is number"
    url, program, document = "http://127.0.0.1:9", ["true"], "none.json"
    for entry, text in [
        # of a process
        ({"command": "true", "args": ["a", 7]}, f"args[1]: {string}"),
        ({"command": ["true", 7]}, f"command[1]: {string}"),
        ({"command": "true ${NOT_SET_HERE}"},
         "command: the environment variable NOT_SET_HERE is not set"),
        ({"command": program, "env": {"K": []}}, "env.K: must be a string, is array"),
        ({"command": program, "env": {"K": "${NOT_SET_HERE}"}},
         "env.K: the environment variable NOT_SET_HERE is not set"),
        ({"command": program, "environment": {"K": {}}},
         "environment.K: must be a string, is object"),
        ({"command": program, "env": {"a=b": "c"}},
         'env: "a=b" is no name of a variable'),
        ({"command": program, "env": []}, "env: must be an object"),
        ({"command": program, "env_vars": ["A", 7]}, f"env_vars[1]: {string}"),
        ({"command": program, "envVars": [{"nam": "A"}]}, 'envVars[0].name: is missing'),
        ({"command": program, "envVars": [{"name": 7}]}, f"envVars[0].name: {string}"),
        ({"command": program, "envVars": 7}, "envVars: must be an array of names"),
        ({"command": program, "env_file": 7}, f"env_file: {string}"),
        # what all servers have
        ({"command": program, "includeTools": ["a", 7]}, f"includeTools[1]: {string}"),
        ({"command": program, "blocked_tools": [7]}, f"blocked_tools[0]: {string}"),
        ({"command": program, "tools": [7]}, f"tools[0]: {string}"),
        ({"command": program, "direct": ["a", 7]}, f"direct[1]: {string}"),
        ({"command": program, "renameTools": {"a": 7}}, f"renameTools.a: {string}"),
        ({"command": program, "renameTools": {"a": ""}},
         "renameTools.a: a tool's name has 1 to 128 characters"),
        # of a URL
        ({"url": url, "headers": {"x": 7}}, f"headers.x: {string}"),
        ({"url": url, "http_headers": {"x": 7}}, f"http_headers.x: {string}"),
        ({"url": url, "http_headers": []}, "http_headers: must be an object"),
        ({"url": url, "headers": {"x y": "z"}},
         'headers: "x y" is no name of a header'),
        ({"url": url, "headers": {"x": "y\nz"}}, "headers.x: holds a line end"),
        ({"url": url, "env_http_headers": {"x": 7}}, f"env_http_headers.x: {string}"),
        ({"url": url, "env_http_headers": {"x": "NOT_SET_HERE"}},
         "env_http_headers.x: the environment variable NOT_SET_HERE is not set"),
        ({"url": url, "bearer_token_env_var": 7}, f"bearer_token_env_var: {string}"),
        ({"url": url, "bearerTokenEnv": "${NOT_SET_HERE}"},
         "bearerTokenEnv: the environment variable ${NOT_SET_HERE} is not set; "
         "write the name alone: NOT_SET_HERE"),
        ({"url": url, "bearerTokenEnv": "sk-secret"},
         "bearerTokenEnv: must be the name of an environment variable, is another text"),
        ({"url": url, "env_http_headers": {"x": "sk-secret"}},
         "env_http_headers.x: must be the name of an environment variable, is another text"),
        ({"url": url, "bearerToken": "a\nb"}, "bearerToken: holds a line end"),
        ({"url": url, "bearerTokenCommand": ["x", 7]}, f"bearerTokenCommand[1]: {string}"),
        ({"url": url, "headersHelper": [7]}, f"headersHelper[0]: {string}"),
        ({"url": url, "transport": "tcp"},
         'transport: must be "http", "sse" or "auto" for a server with a URL'),
        # objects in entries
        ({"transport": {"type": "tcp", "url": url}},
         'transport.type: must be "http", "sse" or "auto" for a server with a URL'),
        ({"transport": {"command": 7}}, f"transport.command: {string}"),
        ({"transport": {"command": "true", "env": {"K": []}}},
         "transport.env.K: must be a string, is array"),
        ({"transport": {"command": {"path": "true", "args": [7]}}},
         f"transport.command.args[0]: {string}"),
        ({"command": {"path": 7}}, f"command.path: {string}"),
        ({"command": {"path": "true", "env": {"K": []}}},
         "command.env.K: must be a string, is array"),
        ({"command": {"path": "true", "env": {}}, "args": [7]}, f"args[0]: {string}"),
        # of a document
        ({"openapi": document, "headers": {"x": 7}}, f"headers.x: {string}"),
        ({"openapi": document, "auth": {"k": "X"}}, "auth.k: must be an object"),
        ({"openapi": document, "auth": []}, "auth: must be an object"),
        ({"openapi": document, "auth": {"k": {"env": 7}}}, f"auth.k.env: {string}"),
        ({"openapi": document, "auth": {"k": {"file": 7}}}, f"auth.k.file: {string}"),
        ({"openapi": document, "auth": {"k": {"file": ""}}},
         "auth.k.file: must not be empty"),
        ({"openapi": document, "auth": {"k": {"command": ["x", 7]}}},
         f"auth.k.command[1]: {string}"),
        ({"openapi": document, "auth": {"k": {"command": []}}},
         "auth.k.command: must not be empty"),
        ({"openapi": document, "auth": {"k": {"command": "'a b"}}},
         "auth.k.command: a quote does not end"),
        ({"openapi": document, "auth": {"k": {}}},
         'auth.k: needs exactly one of "env", "file" and "command"'),
        ({"openapi": document, "auth": {"k": {"env": "A", "file": "b"}}},
         'auth.k: needs exactly one of "env", "file" and "command"'),
        ({"openapi": document, "auth": {"k": {"env": "A", "type": "digest"}}},
         'auth.k.type: must be "bearer", "basic", "apiKey" or "header"'),
        ({"openapi": document, "auth": {"k": {"env": "A", "type": "basic"}}},
         'auth.k.user: is missing, "type": "basic" needs it'),
        ({"openapi": document, "auth": {"k": {"env": "A", "user": 7}}},
         f"auth.k.user: {string}"),
        ({"openapi": document, "includeOperations": [7]},
         f"includeOperations[0]: {string}"),
        ({"openapi": document, "renameTools": {"a": "b c"}},
         'renameTools.a: "b c" is no path of a tool: letters, digits, _ and - '
         "between dots"),
        # of command tools
        ({"tools": {"g.log": {"command": ["x", 7]}}}, f"tools.g.log.command[1]: {string}"),
        ({"tools": {"g.log": {"command": ["x"], "env": {"K": []}}}},
         "tools.g.log.env.K: must be a string, is array"),
        ({"tools": {"g.log": 7}}, "tools.g.log: must be an object"),
        ({"tools": 7}, "tools: must be an object"),
    ]:
        assert told(folder, entry) == [f"mcpServers.a.{text}"], (entry, told(folder, entry))
    assert told(folder, '{"tools": {"t.x": {"command": "x", "args": [7]}}}') == [
        f"tools.t.x.args[0]: {string}"]
    assert told(folder, '{"a": {"url": "http://h", "headers": {"x": 7}}}') == [
        f"a.headers.x: {string}"]
    # typing errors
    for entry, text in [
        ({"openapi": document, "auth": {"k": {"env": "A", "evn": "B"}}},
         "auth.k.evn: unknown key, ignored; did you mean env?"),
        ({"transport": {"command": "no-such-program", "cdw": "/"}},
         "transport.cdw: unknown key, ignored; did you mean cwd?"),
        ({"tools": {"g.log": {"command": ["x"], "desciption": ""}}},
         "tools.g.log.desciption: unknown key, ignored; did you mean description?"),
    ]:
        assert told(folder, entry)[0] == f"mcpServers.a.{text}", told(folder, entry)


def test_doctor_names_the_nested_key_too(folder):
    path = write(folder, json.dumps({"mcpServers": {
        "a": {"url": "http://h", "headers": {"x": 7}}}}))
    done = codemode("doctor", "--config", path)
    assert (done.status, done.out) == (
        2, f"FAIL  a: headers.x: must be a string, is number ({path}:1)\n"), done


def test_keys_are_offered_without_regard_to_case(folder):
    for entry, text in [
        ({"openapi": "none.json", "baseURL": "x"},
         "baseURL: unknown key, ignored; did you mean baseUrl?"),
        ({"command": ["true"], "READONLY": True},
         "READONLY: unknown key, ignored; did you mean readOnly?"),
        ({"command": ["true"], "timeoutMs": 7},
         "timeoutMs: unknown key, ignored; did you mean callTimeoutMs?"),
        ({"openapi": "none.json", "timeoutMs": 7},
         "timeoutMs: unknown key, ignored; did you mean callTimeoutMs?"),
        ({"tools": {"t": {"command": ["true"], "callTimeoutMs": 7}}},
         "tools.t.callTimeoutMs: unknown key, ignored; did you mean timeoutMs?"),
        # what another kind of entry has
        ({"openapi": "none.json", "args": []},
         'args: is for servers with a "command", ignored'),
        ({"openapi": "none.json", "env": {}},
         'env: is for servers with a "command", ignored'),
        ({"openapi": "none.json", "command": "x"},
         "command: is for servers and command tools, ignored"),
        ({"openapi": "none.json", "bearerToken": "x"},
         'bearerToken: is for servers with a "url", ignored'),
        ({"openapi": "none.json", "startupTimeoutMs": 7},
         "startupTimeoutMs: is for servers, ignored"),
        ({"openapi": "none.json", "output": "json"},
         "output: is for command tools, ignored"),
        ({"command": ["true"], "includeOperations": []},
         "includeOperations: is for OpenAPI documents, ignored"),
        ({"command": ["true"], "inputSchema": {}},
         "inputSchema: is for command tools, ignored"),
        ({"tools": {"t": {"command": ["true"], "url": "x"}}},
         "tools.t.url: is for servers, ignored"),
        ({"tools": {"t": {"command": ["true"], "readOnly": True}}},
         "tools.t.readOnly: is for servers and OpenAPI documents, ignored"),
        ({"tools": {"t": {"command": ["true"], "openapi": "x"}}},
         "tools.t.openapi: is for OpenAPI documents, ignored"),
    ]:
        assert f"mcpServers.a.{text}" in told(folder, entry), (entry, told(folder, entry))
    assert told(folder, '{"MCPSERVERS": {"a": {}}}') == [
        "MCPSERVERS: unknown key, ignored; did you mean mcpServers?"]


def test_files_that_are_no_configuration(folder):
    def said(name, text):
        path = pathlib.Path(folder) / name
        path.write_text(text)
        done = codemode("doctor", "--config", name, cwd=folder)
        assert (done.status, done.out) == (2, ""), (name, text, done)
        return done.err

    neither = "is neither JSON ({ ... }) nor TOML"
    document = "an OpenAPI document: use --openapi NAME=FILE"
    for name, text, message in [
        ("c.json", "", "the file is empty"),
        ("c.json", "\ufeff \r\n\t", "the file is empty"),
        ("c.json", "// nothing\n/* at all */", "the file is empty"),
        ("c.json", "hello", neither),
        ("c.json", "hello: world\n", neither),
        ("c.json", "# a comment\nhello\n", neither),
        ("c.json", "\x7fELF", neither),
        ("c.json", "7", neither),
        ("c.json", '"mcpServers": {}', neither),
        ("p.js", "const x = await tools.a.b({})\n", neither),
        ("p.lua", "return tools.a.b{}\n", neither),
        ("c.yaml", "mcpServers:\n  a:\n    command: x\n", neither),
        ("pets.yaml", "openapi: 3.1.0\ninfo: {}\n", document),
        ("pets.yaml", "---\n# pets\ninfo: {}\n'openapi': 3.1.0\n", document),
        ("old.yml", "swagger: '2.0'\n", document),
        ("pets.json", '{"openapi": "3.1.0", "paths": {}}', document),
        ("old.json", '{"swagger": "2.0", "paths": {}}', document),
        # what is plainly one of the two keeps its place
        ("c.json", "{", "1:2: text ends inside a value"),
        ("c.json", "a = 1\nb 2\n", '2:3: "=" should stand here'),
        ("c.json", '"a" = \n', "1:7: a value should stand here"),
        ("c.json", "a.b = 1\nc = \n", "2:5: a value should stand here"),
        ("c.json", "# TOML\n\n[a]\nb\n", '4:2: "=" should stand here'),
        ("c.toml", "hello", '1:6: "=" should stand here'),
    ]:
        place = ":" if message[0].isdigit() else ": "
        assert said(name, text) == (
            f"codemode: error: {name}{place}{message.replace('FILE', name)}\n"), (
                name, text, said(name, text))


def test_a_server_may_be_called_openapi(folder):
    path = write(folder, '{"openapi": {"command": "no-such-program-here"}}')
    done = codemode("doctor", "--config", path)
    assert done.status == 1 and done.out.startswith("FAIL  openapi: cannot start"), done


def test_what_takes_the_place_of_what(folder):
    here = os.path.realpath(folder)
    servers = {"mcpServers": {"a": {"command": "no-such-program-here"}}}
    file = pathlib.Path(folder) / ".claude.json" # whose two parts are one line
    file.write_text(compact({**servers, "projects": {here: servers}}))
    done = codemode("doctor", "--config", ".claude.json", "--log-level", "info", cwd=here)
    assert re.sub(r":1:\d+:", ":", done.err.splitlines()[0]) == (
        "codemode: .claude.json: projects.mcpServers.a: takes the place of an earlier "
        "one"), done
    path = write(folder, json.dumps(servers))
    other = pathlib.Path(folder) / "other.json"
    other.write_text(json.dumps(servers))
    assert codemode("doctor", "--config", str(other), "--config", path).err == (
        f"codemode: warn: {path}:1:22: mcpServers.a: takes the place of the one in "
        f"{other}\n")
    assert codemode("doctor", "--openapi", "a=x", "--openapi", "a=y").err == (
        "codemode: warn: --openapi a: takes the place of an earlier one\n")
    assert codemode("doctor", "--config", str(other), "--openapi", "a=y").err == (
        f"codemode: warn: --openapi a: takes the place of the one in {other}\n")


def test_doctor_lists_what_is_off(folder):
    def doctor(*args, env=None):
        done = codemode("doctor", *args, env=env)
        assert done.status == 2, done
        return done.out, done.err

    path = write(folder, '{"mcpServers": {"a": {"command": "x", "disabled": true},\n'
                 '"b": {"command": "x", "enabled": false}}}')
    assert doctor("--config", path) == (
        f"off   a: disabled ({path}:1)\noff   b: disabled ({path}:2)\n", "")
    assert doctor("--config", path, "--json") == (compact({"sources": [], "off": [
        {"name": "a", "file": path, "line": 1, "reason": "disabled"},
        {"name": "b", "file": path, "line": 2, "reason": "disabled"}]}) + "\n", "")
    done = codemode("catalog", "--config", path)
    assert (done.status, done.err) == (
        0, "codemode: warn: no tools are configured: every entry is left out; codemode "
        "doctor says why\n"), done
    # a later file switches it on again, or off
    on = pathlib.Path(folder) / "on.json"
    on.write_text('{"mcpServers": {"b": {"command": "no-such-program-here"}}}')
    done = codemode("doctor", "--config", path, "--config", str(on))
    assert (done.status, done.err) == (1, ""), done
    assert done.out == (
        "FAIL  b: cannot start no-such-program-here: no such file or directory "
        f"({on}:1)\noff   a: disabled ({path}:1)\n"), done
    assert doctor("--config", str(on), "--config", path)[0] == (
        f"off   a: disabled ({path}:1)\noff   b: disabled ({path}:2)\n")
    # a key that is not known, and the gateway itself
    path = write(folder, '{"mcpServer": {"a": {"command": "x"}}, "theme": 1}')
    assert doctor("--config", path) == (
        f"off   mcpServer: unknown key ({path}:1)\n",
        f"codemode: warn: {path}:1:15: mcpServer: unknown key, ignored; did you mean "
        f"mcpServers?\ncodemode: warn: {path}:1:49: theme: unknown key, ignored\n")
    path = write(folder, json.dumps({"mcpServers": {"codemode": {
        "command": CODEMODE, "args": ["serve", "--config", str(folder) + "/config.jsonc"]}}}))
    assert doctor("--config", path) == (
        f"off   codemode: starts this gateway ({path}:1)\n", "")
    gemini = pathlib.Path(folder) / ".gemini"
    gemini.mkdir()
    (gemini / "settings.json").write_text(
        '{"mcp": {"excluded": ["b"]}, "mcpServers": {"b": {"command": "x"}}}')
    assert doctor("--config", f"{gemini}/settings.json") == (
        f'off   b: left out by "mcp" of the file ({gemini}/settings.json:1)\n', "")
    home = pathlib.Path(folder) / ".cursor"
    home.mkdir()
    (home / "mcp.json").write_text(json.dumps({"mcpServers": {"codemode": {
        "command": CODEMODE, "args": ["serve", "--import", "cursor"]}}}))
    assert doctor("--import", "cursor", env={"HOME": folder}) == (
        f"off   codemode: starts this gateway ({home}/mcp.json:1)\n", "")


def test_doctor_tells_each_failure_once(folder):
    path = write(folder, '{"mcpServers": {"a": {"command": 7},\n'
                 '"b": {"command": "no-such-program-here"},\n'
                 '"c": {"openapi": "/no/such.yaml"}}}')
    rows = (f"FAIL  a: command: must be a string, is number ({path}:1)\n"
            "FAIL  b: cannot start no-such-program-here: no such file or directory "
            f"({path}:2)\n"
            "FAIL  c: cannot read /no/such.yaml: No such file or directory "
            f"({path}:3)\n")
    done = codemode("doctor", "--config", path)
    assert (done.status, done.out, done.err) == (2, rows, ""), done
    log = (f"codemode: {path}:1:34: mcpServers.a.command: must be a string, is number\n"
           'codemode: server "b": cannot start no-such-program-here: no such file or '
           "directory\n"
           'codemode: document "c": cannot read /no/such.yaml: No such file or '
           "directory\n")
    done = codemode("doctor", "--config", path, "--log-level", "info")
    assert (done.status, done.out, done.err) == (2, rows, log), done
    # the other commands have no such rows
    done = codemode("catalog", "--config", path)
    assert done.err == "".join(
        line.replace("codemode: ", "codemode: " + level, 1) + "\n" for line, level in
        zip(log.splitlines(), ("error: ", "warn: ", "warn: "))), done


if __name__ == "__main__":
    main(globals())
