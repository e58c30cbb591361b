#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The command line as a user meets it: options, check, doctor, terminals."""
import json
import os
import pathlib
import pty
import resource
import select
import signal
import subprocess
import sys
import time

from harness import (CODEMODE, PATIENCE, TESTS, Server, call, codemode,
                     fault_config, main, together)


def in_a_terminal(args, text):
    """Runs with stderr as a terminal: status, stdout, what the screen got."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [CODEMODE, *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=slave, env=dict(os.environ, TERM="xterm"))
    os.close(slave)
    process.stdin.write(text.encode())
    process.stdin.close()
    screen, end = b"", time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if not select.select([master], [], [], 0.05)[0]:
            if process.poll() is not None:
                break
            continue
        try:
            got = os.read(master, 65536)
        except OSError: # the other end is closed
            break
        if not got:
            break
        screen += got
    out = process.stdout.read()
    process.stdout.close()
    status = process.wait(PATIENCE)
    os.close(master)
    return status, out.decode(), screen.decode("utf-8", "replace")


def usage(*args, stdin="return 1\n"):
    done = codemode(*args, stdin=stdin)
    assert done.status == 2 and done.out == "", (args, done)
    return done.err


def test_values_of_options_are_checked():
    for args, part in [
        (["--log-level", "loud"], "--log-level takes error, warn, info or debug"),
        (["--log-format=xml"], "--log-format takes text or json"),
        (["--language", "perl"], "--language takes javascript or lua"),
        (["--timeout-ms", ""], '--timeout-ms takes a whole number, not ""'),
        (["--timeout-ms", "1.5"], "takes a whole number"),
        (["--max-steps", "-1"], "takes a whole number"),
        (["--max-steps", "9007199254740992"], "takes a whole number"),
        (["--max-tool-calls", "9" * 40], "takes a whole number"),
        (["--timeout-ms", "0"], "--timeout-ms"),
        (["--max-memory-bytes", "1"], "--max-memory-bytes"),
        (["--max-output-bytes"], "--max-output-bytes needs a value: N"),
        (["--config", ""], "--config needs a value: FILE\n"),
        (["--config="], "--config needs a value: FILE\n"),
        (["--demo=yes"], "--demo takes no value"),
        (["--jsn"], "did you mean --json?"),
        (["--completely-else"], "unknown option --completely-else; see"),
        (["-x"], "unknown option -x"),
        (["--openapi", "a="], "--openapi takes NAME=FILE or NAME=URL"),
        (["--openapi", "a=b"] * 65, "--openapi is given more often than 64 times"),
        (["a.js", "b.js"], 'one file is enough: "a.js" and "b.js"'),
        (["--config", "x"] * 200, "--config is given more often than"),
    ]:
        err = usage("run", *args)
        assert part in err, (args, err)


def test_limits_hold():
    many = "for (let i = 0; i < 9; i++) await tools.stock.price({ sku: 'tea-001' })\n"
    for args, program, kind in [
        (["--max-steps", "1000"], "for (;;);\n", "ExecutionFailure"),
        (["--timeout-ms", "50"], "for (;;);\n", "TimeoutExceeded"),
        (["--max-memory-bytes", "1048576"],
         "const a = []; for (;;) a.push('x'.repeat(999) + a.length)\n",
         "MemoryLimitExceeded"),
        (["--demo", "--max-tool-calls", "3"], many, "ToolCallLimitExceeded"),
    ]:
        done = codemode("run", *args, "--json", stdin=program)
        record = json.loads(done.out)
        assert done.status == 1 and not record["ok"], (args, done)
        assert record["error"]["kind"] == kind, (args, record)


def test_options_may_follow_the_file_and_end(folder):
    path = pathlib.Path(folder) / "-odd.js"
    path.write_text("return 5\n")
    done = codemode("run", "--", "-odd.js", cwd=folder)
    assert (done.status, done.out) == (0, "5\n"), done
    done = codemode("run", str(path), "--quiet", "--log-format", "text")
    assert (done.status, done.out) == (0, "5\n"), done
    assert codemode("run", "-", stdin="return 6\n").out == "6\n"


def test_files_that_cannot_be_read(folder):
    for command in ("run", "check"):
        assert "none.js" in usage(command, str(pathlib.Path(folder) / "none.js"))
        assert folder in usage(command, folder)
    assert "none.json" in usage("run", "--config", "none.json")


def test_logs_as_json(folder):
    config = fault_config(folder, gone={"command": "no-such-program-\x01here"})
    done = codemode("run", "--config", config, "--log-format", "json",
                    stdin=together(call("gone.tool")))
    lines = [json.loads(line) for line in done.err.splitlines()
             if line.startswith("{")]
    assert lines, done
    assert all(set(line) == {"level", "message"} for line in lines), lines
    assert any(line["level"] in ("warn", "error") for line in lines), lines
    debug = codemode("run", "--log-level", "debug", "--config", config,
                     stdin="return 1\n")
    assert debug.out == "1\n", debug


def test_check_says_ok_or_what_is_wrong(folder):
    done = codemode("check", "--demo", stdin="return await tools.stock.level({})\n")
    assert (done.status, done.out, done.err) == (0, "ok\n", ""), done
    done = codemode("check", "--quiet", stdin="return 1\n")
    assert (done.status, done.out, done.err) == (0, "", ""), done
    for program, kind in [
        ("return (\n", "ParseError"),
        ("with (a) {}\n", None),
        ("await tools.stock.levl({})\n", "UnknownTool"),
        ("import fs from 'left-pad'\n", "UnsupportedSyntax"),
    ]:
        done = codemode("check", "--demo", stdin=program)
        assert done.status == 1 and done.out == "", (program, done)
        assert done.err.startswith("error: "), (program, done)
        assert kind is None or kind in done.err, (program, done)


def test_check_lists_every_missing_tool():
    done = codemode("check", "--demo", stdin="await tools.stock.levl({})\n"
                    "for (const x of [1]) x\nawait tools.orders.gett({})\n")
    assert done.status == 1, done
    assert "stock.levl" in done.err and "orders.gett" in done.err, done
    assert "stock.level" in done.err, done
    done = codemode("check", "--demo", stdin="for (const x of [1]) return x\n"
                    "await tools.stock.levl({})\n")
    assert (done.status, done.out) == (0, "ok\n"), done


def test_check_as_json():
    done = codemode("check", "--json", "--demo", stdin="await tools.nope({})\n")
    record = json.loads(done.out)
    assert done.status == 1 and done.err == "", done
    assert record["ok"] is False and record["error"]["kind"] == "UnknownTool"
    assert record["error"]["location"]["line"] == 1, record
    done = codemode("check", "--json", stdin="return 1\n")
    assert done.status == 0 and json.loads(done.out)["ok"] is True, done


def test_check_asks_the_servers_that_are_named(folder):
    config = fault_config(folder, here="tools=2", gone={"command": "no-such-program"})
    done = codemode("check", "--config", config, stdin="return 1\n")
    assert (done.status, done.out) == (0, "ok\n"), done
    done = codemode("check", "--config", config, stdin="await tools.here.nope_nope({})\n")
    assert done.status == 1 and "here.nope_nope" in done.err, done


def test_doctor_of_nothing(folder):
    path = pathlib.Path(folder) / "c.json"
    path.write_text("{}")
    hint = ("codemode: warn: no tools are configured: name a file with --config, "
            "a program whose servers to read with --import, a document with "
            "--openapi, or try --demo\n")
    named = (f"codemode: warn: no tools are configured: {path} has no entries; "
             '"mcpServers" holds servers and OpenAPI documents, "tools" command tools\n')
    files = named.replace(str(path), "the files that were read") \
        .replace("has no", "have no")
    for args, said in (((), hint), (("--config", str(path)), named),
                       (("--config", str(path), "--config", str(path)), files)):
        done = codemode("doctor", *args)
        assert (done.status, done.out, done.err) == (
            2, "Nothing is configured.\n", said), done
        done = codemode("doctor", "--json", *args)
        assert (done.status, done.out, done.err) == (
            2, '{"sources":[],"off":[]}\n', said), done
    done = codemode("catalog")
    assert (done.status, done.out, done.err) == (
        0, "## Tools\nNo tools are available.\n", hint), done
    for command in ("instructions", "types"):
        done = codemode(command)
        assert (done.status, done.err) == (0, hint), done
    done = codemode("doctor", "--demo")
    assert (done.status, done.out, done.err) == (
        0, "ok    the built-in demo tools\n", ""), done


def test_one_tool_is_not_tools(folder):
    server = {"command": sys.executable, "args": [str(TESTS / "mcp" / "plain_server.py")]}
    config = fault_config(folder, a=dict(server, includeTools=["pid"]),
                          b=dict(server, includeTools=["pid", "sleep"]))
    lines = codemode("doctor", "--config", config).out.splitlines()
    found = [line.split(", ")[0] for line in lines if line.startswith("ok ")]
    assert found == ["ok    a: 1 tool", "ok    b: 2 tools"], lines


def test_a_file_that_is_broken_is_the_only_cause(folder):
    path = pathlib.Path(folder) / "c.json"
    path.write_text("{")
    cause = f"codemode: error: {path}:1:2: text ends inside a value\n"
    done = codemode("doctor", "--config", str(path))
    assert (done.status, done.out, done.err) == (2, "", cause), done
    done = codemode("doctor", "--json", "--config", str(path))
    assert (done.status, done.out, done.err) == (
        2, '{"sources":[],"off":[]}\n', cause), done
    done = codemode("serve", "--config", str(path))
    assert (done.status, done.out, done.err) == (0, "", cause), done
    path.write_text('{"mcpServers": {"a": {"disabled": true, "command": "x"}}}')
    done = codemode("doctor", "--config", str(path))
    assert (done.status, done.out, done.err) == (
        2, f"off   a: disabled ({path}:1)\n", ""), done


def test_lists_that_lack_a_source_say_so(folder):
    good = pathlib.Path(folder) / "good.json"
    good.write_text('{"openapi": "3.1.0", "servers": [{"url": "http://h"}], '
                    '"paths": {"/a": {"get": {}}}}')
    broken = pathlib.Path(folder) / "broken.json"
    broken.write_text('{"openapi": "3.1.0",')
    servers = fault_config(folder, gone={"command": "no-such-program-here"})
    wrong = pathlib.Path(folder) / "wrong.json"
    wrong.write_text('{"mcpServers": {"x": {"command": 7}}}')
    for command in (("catalog",), ("search", "a"), ("types",), ("instructions",)):
        for args, status in (
                ((), 0), (("--openapi", f"b={broken}"), 1),
                (("--openapi", "b=/no/such"), 1), (("--config", servers), 1),
                (("--config", str(wrong)), 2)):
            done = codemode(*command, "--openapi", f"g={good}", *args)
            assert done.status == status, (command, args, done)
            assert "tools.g.getA" in done.out or command[0] == "types", done
            assert ("codemode: " in done.err) == (status > 0), done


def test_options_of_other_commands_are_refused():
    for args, message in [
        (["run", "--limit", "3"], "run does not take --limit; search does"),
        (["run", "--budget=3"], "run does not take --budget; catalog, "
                                "instructions and serve do"),
        (["doctor", "--timeout-ms", "3"], "doctor does not take --timeout-ms; "
                                          "run, batch, serve and repl do"),
        (["--http", ":0", "catalog"], "catalog does not take --http; serve does"),
        (["search", "x", "--show-calls"], "search does not take --show-calls; "
                                          "run does"),
        (["schema", "--demo"], "schema does not take --demo; run, check, batch, "
         "catalog, search, types, instructions, serve, doctor and repl do"),
        (["run", "--timeot-ms", "3"], "unknown option --timeot-ms; did you mean "
                                      "--timeout-ms?"),
        (["run", "--JSON"], "unknown option --JSON; did you mean --json?"),
        (["DOCTOR"], 'unknown command "DOCTOR"; did you mean doctor?'),
        (["run", "--import", "VSCode"],
         '--import knows no "VSCode"; did you mean vscode?'),
        (["rnu"], 'unknown command "rnu"; did you mean run?'),
        (["a/b.ts"], 'unknown command "a/b.ts"; did you mean codemode run a/b.ts?'),
        ([".js"], 'unknown command ".js"; see codemode --help'),
        (["run", "--import", "cluade-code"],
         '--import knows no "cluade-code"; did you mean claude-code?'),
        (["run", "--import", "claude"],
         '--import knows no "claude"; did you mean claude-code?'),
        (["run", "--import", "vs-code"],
         '--import knows no "vs-code"; did you mean vscode?'),
        (["run", "--import", "servers.json"],
         '--import takes the name of a program, not of a file; for a file, '
         'write --config servers.json'),
        (["run", "--import", "/etc/servers"],
         '--import takes the name of a program, not of a file; for a file, '
         'write --config /etc/servers'),
        (["run", "--import", "emacs"],
         '--import knows no "emacs", only cursor, claude-code, claude-desktop, '
         "vscode, opencode, codex, windsurf, zed, gemini, cline"),
    ]:
        assert usage(*args) == f"codemode: error: {message}\n", args


def test_doctor_looks_for_the_programs_of_command_tools(folder):
    script = pathlib.Path(folder) / "script"
    script.write_text("#!/bin/sh\n")
    path = pathlib.Path(folder) / "c.json"
    path.write_text(json.dumps({"tools": {
        "t.there": {"command": ["cat"]},
        "t.none": {"command": ["no-such-program-here"]},
        "t.plain": {"command": [str(script)]},
        "t.cwd": {"command": ["cat"], "cwd": "/no/such/folder"},
        "t.file": {"command": ["cat"], "cwd": str(script)},
        "t.path": {"command": ["cat"], "env": {"PATH": folder}}}}))
    done = codemode("doctor", "--config", str(path))
    assert done.status == 1 and done.err == "", done
    assert done.out.splitlines() == [
        f"{line} ({path}:1)" for line in (
            "ok    t.there: command tool",
            "FAIL  t.none: cannot start no-such-program-here: not found on PATH",
            f"FAIL  t.plain: cannot start {script}: not executable",
            "FAIL  t.cwd: cannot start cat: no folder /no/such/folder",
            f"FAIL  t.file: cannot start cat: no folder {script}",
            "FAIL  t.path: cannot start cat: not found on PATH")], done
    done = codemode("doctor", "--config", str(path), "--json")
    assert done.status == 1, done
    rows = {row["name"]: row for row in json.loads(done.out)["sources"]}
    assert rows["t.there"]["ok"] is True and "error" not in rows["t.there"], done
    assert rows["t.none"]["ok"] is False, done
    assert rows["t.none"]["error"].endswith("not found on PATH"), done


def test_doctor_waits_for_all_when_the_first_fails_at_once(folder):
    config = fault_config(folder, gone={"command": "no-such-program-here"},
                          crash="crash-start", here="")
    done = codemode("doctor", "--config", config)
    lines = done.out.splitlines()
    assert done.status == 1 and len(lines) == 3, done
    assert lines[0].startswith("FAIL  gone: cannot start"), done
    assert lines[1].startswith("FAIL  crash: the process exited"), done
    assert lines[2].startswith("ok    here: "), done


def test_lines_are_described_on_the_help_pages():
    for command, part in (("batch", '"code":"..."'), ("schema", '"instance":...')):
        done = codemode(command, "--help")
        assert done.status == 0 and part in done.out, done
        assert "  --help " in done.out, done


def test_doctor_of_commands_and_servers(folder):
    path = pathlib.Path(folder) / "c.json"
    path.write_text(json.dumps({
        "mcpServers": {"gone": {"command": "no-such-program"}},
        "tools": {"t.echo": {"command": ["echo"]}}}))
    done = codemode("doctor", "--config", str(path))
    assert done.status == 1, done
    assert "FAIL  gone: " in done.out and "ok    t.echo: command tool" in done.out
    done = codemode("doctor", "--json", "--config", str(path))
    sources = {s["name"]: s for s in json.loads(done.out)["sources"]}
    assert done.status == 1, done
    assert sources["gone"]["ok"] is False and sources["gone"]["error"], sources
    assert sources["t.echo"] == {
        "name": "t.echo", "kind": "command", "file": str(path), "line": 1,
        "ok": True, "tools": 1, "direct": 0, "skipped": [], "startMs": 0}, sources


def test_doctor_goes_on_with_a_faulty_file(folder):
    path = pathlib.Path(folder) / "c.json"
    path.write_text('{ "tools": { "t.x": { "command": [] }, '
                    '"t.y": { "command": ["echo"] } } }')
    done = codemode("doctor", "--config", str(path))
    assert done.status == 2 and done.err == "", done
    assert f"FAIL  t.x: command: must not be empty ({path}:1)\n" in done.out, done
    assert "ok    t.y: command tool" in done.out, done


def test_a_terminal_gets_colour_and_no_control_characters():
    status, out, screen = in_a_terminal(
        ["run"], "console.log('a\\u001b[31mb\\u202ec\\u0007\\u007f\\tt')\n"
                 "throw new Error('x\\u001by\\u0085z')\n")
    assert status == 1 and out == "", (status, out, screen)
    assert "a^[[31mb\\u{202E}c^G^?\tt" in screen, repr(screen)
    assert "\x1b[1;31merror: \x1b[0m" in screen and "x^[y\\u{85}z" in screen, repr(screen)


# A title, a link (OSC 8), C1 controls, bidirectional overrides, tag characters
EVIL = ("\x1b]0;t\x07\x1b]8;;http://e\x1b\\x\x1b]8;;\x1b\\\x9b31m\x85\u202ey\u2066"
        "\u200f\u2028\U000e0041\x7f\r\x08z")
OURS = ("\r\n", "\x1b[1;31m", "\x1b[0m", "\r\x1b[2K", "\x1b[1A")


def on_a_screen(*args, stdin="", env=None):
    """Runs with both outputs on a terminal: status, what the screen got."""
    master, slave = pty.openpty()
    process = subprocess.Popen([CODEMODE, *args], stdin=subprocess.PIPE,
                               stdout=slave, stderr=slave,
                               env=dict(os.environ, TERM="xterm", **(env or {})))
    os.close(slave)
    process.stdin.write(stdin.encode())
    process.stdin.close()
    screen = b""
    try:
        while chunk := os.read(master, 65536):
            screen += chunk
    except OSError:  # the other end is closed
        pass
    status = process.wait(PATIENCE)
    os.close(master)
    return status, screen.decode("utf-8")


def test_no_command_lets_text_from_outside_control_the_screen(folder):
    doc = {"openapi": "3.1.0", "servers": [{"url": "http://127.0.0.1:9"}], "paths": {
        f"/a{EVIL}": {"get": {"operationId": "look", "description": f"see {EVIL}",
                              "parameters": [{"name": f"p{EVIL}", "in": "query",
                                              "schema": {"description": EVIL}}]}},
        f"/b{EVIL}": {"get": {"operationId": "gone", "responses": {
            "200": {"content": {"image/png": {}}}}}},
        "/c": {"get": {"security": [{f"s{EVIL}": []}]}}}}
    path = pathlib.Path(folder) / "doc.json"
    path.write_text(json.dumps(doc))
    config = pathlib.Path(folder) / "c.json"
    config.write_text(json.dumps({
        "mcpServers": {f"d{EVIL}": {"openapi": "doc.json", "includeTools": ["*", EVIL]},
                       f"b{EVIL}": {"command": f"no{EVIL.replace('/', '')}"},
                       f"w{EVIL}": {"command": 7, f"k{EVIL}": 1}},
        "tools": {"t.say": {"command": [sys.executable, "-c",
                                        "import os; print(os.environ['EVIL'])"],
                            "env": {"EVIL": EVIL}, "description": f"says {EVIL}"},
                  "t.fail": {"command": [sys.executable, "-c", "import os, sys; "
                             "sys.exit(os.environ['EVIL'])"], "env": {"EVIL": EVIL}}}}))
    source = ("--config", str(config), "--log-level", "debug")
    program = ("console.log(await tools.t.say({}));\n"
               "await tools.t.fail({}).catch((e) => console.log(e.message))\n"
               "return [await tools.t.say({}), Object.keys(tools)]\n")
    fails = f"await tools.t.fail({{}}); tools.{'x'}{json.dumps([EVIL])}()\n"
    line = json.dumps({"id": EVIL, "code": program}, ensure_ascii=False) + "\n"
    for args, stdin in [
        (["run"], program), (["run", "--json"], program), (["run"], fails),
        (["run", "--show-calls"], "await tools.t.say({ a: %s })" % json.dumps(EVIL)),
        (["run"], f"return `{EVIL}`(\n"), (["run", "--json"], f"return `{EVIL}`(\n"),
        (["check"], fails), (["check", "--json"], f"tools[{json.dumps(EVIL)}]()\n"),
        (["catalog"], ""), (["catalog", "--json"], ""), (["types"], ""),
        (["search", "see"], ""), (["search", "see", "--json"], ""),
        (["instructions"], ""), (["doctor"], ""), (["doctor", "--json"], ""),
        (["doctor", "--log-format", "json"], ""), (["repl"], program), (["batch"], line),
    ]:
        status, screen = on_a_screen(*args, *source, stdin=stdin)
        assert status in (0, 1, 2) and len(screen) > 20, (args, status, screen)
        left = screen
        for part in OURS:
            left = left.replace(part, "\n")
        bad = [c for c in left if (c < " " and c not in "\n\t") or "\x7f" <= c < "\xa0"
               or c in "\u200f\u2028\u202e\u2066\U000e0041"]
        assert not bad, (args, bad, screen)
        if "--json" in args or args[0] == "batch":
            lines = [text for text in left.split("\n") if text[:1] in ("{", "[")]
            assert lines and json.loads(lines[-1]), (args, screen)
    status, screen = on_a_screen("run", EVIL.replace("/", ""))
    assert status == 2 and "\x1b" not in screen, repr(screen)
    status, screen = on_a_screen(EVIL)
    assert status == 2 and "\x1b" not in screen and "^[]0;t^G" in screen, repr(screen)


def test_reasons_make_no_lines_of_their_own(folder):
    path = pathlib.Path(folder) / "d.json"
    path.write_text(json.dumps({
        "openapi": "3.1.0", "servers": [{"url": "http://h"}], "paths": {
            "/a": {"get": {"security": [{"s\nok    b: 5 tools": []}]}}}}))
    done = codemode("doctor", "--openapi", f"a={path}")
    assert done.status == 0 and done.out.count("\n") == 2, done
    assert done.out.endswith("      GET /a skipped: security scheme missing or "
                             "malformed: s^Jok    b: 5 tools\n"), done


def test_a_dumb_terminal_gets_plain_text():
    master, slave = pty.openpty()
    process = subprocess.run([CODEMODE, "run"], input=b"throw new Error('e')\n",
                             stdout=subprocess.PIPE, stderr=slave, timeout=PATIENCE,
                             env=dict(os.environ, TERM="dumb"))
    os.close(slave)
    screen = os.read(master, 65536).decode()
    os.close(master)
    assert process.returncode == 1 and "\x1b" not in screen, repr(screen)
    assert "error: " in screen, repr(screen)


def test_a_terminal_shows_calls_that_take_long(folder):
    path = pathlib.Path(folder) / "c.json"
    path.write_text(json.dumps({"tools": {
        "t.slow": {"command": ["sleep", "0.7"]}, "t.fast": {"command": ["true"]}}}))
    status, out, screen = in_a_terminal(
        ["run", "--config", str(path)],
        "await tools.t.fast({}); await Promise.all([tools.t.slow({}), "
        "tools.t.slow({})]); return 'done'\n")
    assert (status, out) == (0, "done\n"), (status, out, screen)
    assert "  t.slow  0." in screen and "t.fast" not in screen, repr(screen)
    assert screen.endswith("\r\x1b[2K"), repr(screen)
    status, out, screen = in_a_terminal(
        ["run", "--quiet", "--config", str(path)], "return await tools.t.slow({})\n")
    assert (status, screen) == (0, ""), (status, screen)


def test_an_interrupt_ends_check_and_doctor(folder):
    config = fault_config(folder, slow={
        "command": sys.executable, "args": ["-c", "import time; time.sleep(60)"]})
    for command, text in (("doctor", ""), ("check", "tools.slow.x({})\n")):
        process = subprocess.Popen(
            [CODEMODE, command, "--config", config], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdin.write(text.encode())
        process.stdin.close()
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130, command
        process.stdout.close()
        process.stderr.close()


def test_the_demo_shop_answers_and_fails_with_reasons():
    done = codemode("run", "--demo", stdin=together(
        call("customers.get", {"id": "nobody"}), call("customers.get", {}),
        call("orders.list", {"customer": "c1"}), call("orders.get", {"id": "no"}),
        call("orders.list", {"status": "none-such"}),
        call("stock.level", {"sku": "no"}), call("stock.price", {"sku": "no"}),
        call("stock.price", {"sku": "tea-001"}), call("customers.list"),
        call("stock.reserve", {"sku": "tea-001", "count": 100000})))
    answers = done.value()
    assert len(answers) == 10, done
    for at, part in ((0, "nobody"), (3, "no"), (5, "no"), (6, "no")):
        assert part in answers[at]["error"], answers
    assert "error" in answers[1] and "error" in answers[9], answers
    assert isinstance(answers[2], list) and answers[2], answers
    assert answers[7]["sku"] == "tea-001" and len(answers[8]) > 2, answers


def test_a_note_is_kept_for_the_program():
    done = codemode("run", "--demo", stdin=(
        "const [o] = await tools.orders.list({});\n"
        "const noted = await tools.orders.note({ id: o.id, text: 'call \"back\"' });\n"
        "return [noted.id === o.id, JSON.stringify(noted).includes('call')]\n"))
    assert done.value() == [True, True], done


def closed(args, *streams, stdin=subprocess.DEVNULL):
    """Runs with standard streams that are closed."""
    return subprocess.run(
        [CODEMODE, *args], stdin=stdin, capture_output=True, text=True, timeout=PATIENCE,
        preexec_fn=lambda: [os.close(fd) for fd in streams])


def test_closed_streams(folder):
    program = pathlib.Path(folder) / "p.js"
    program.write_text("return 1")
    for args in (["run", str(program)], ["check", str(program)], ["catalog", "--demo"],
                 ["search", "--demo"], ["types", "--demo"], ["instructions", "--demo"],
                 ["batch"], ["serve", "--demo"], ["doctor", "--demo"], ["repl"], ["schema"],
                 ["--help"], ["--version"]):
        for streams in ((0,), (1,), (2,), (0, 1), (0, 1, 2)):
            done = closed(args, *streams)
            told = (args, streams, done)
            assert done.returncode in (0, 1, 2), told
            if 1 in streams and args[0] not in ("batch", "serve", "repl", "schema"):
                assert done.returncode == 1, told # what was to be printed is lost
    done = closed(["run", "-"], 0)
    assert (done.returncode, done.stderr) == (
        2, "codemode: error: cannot read standard input: Bad file descriptor\n"), done
    done = closed(["run", str(program)], 0, 2)
    assert (done.returncode, done.stdout) == (0, "1\n"), done
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run([CODEMODE, "check", str(program)], stdout=full,
                              stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 1, done


def test_words_of_a_search_are_one_query():
    one = codemode("search", "--demo", "stock level")
    assert one.status == 0 and "tools.stock.level" in one.out, one
    for args in (["stock", "level"], ["stock", "--limit=10", "level"],
                 ["--", "stock", "level"]):
        done = codemode("search", "--demo", *args)
        assert (done.status, done.out, done.err) == (0, one.out, ""), done
    lua = codemode("search", "--demo", "--language", "lua", "stock", "level")
    assert lua.status == 0 and "tools.stock.level" in lua.out, lua
    everything = codemode("search", "--demo")
    assert everything.status == 0 and everything.out.count("tools.") > 5, everything
    assert "usage: codemode search [OPTIONS] [QUERY]\n" in codemode(
        "search", "--help").out
    assert usage("help", "a", "b") == (
        'codemode: error: one file is enough: "a" and "b"\n')


def test_help_pages_say_what_holds_for_the_command():
    for command in ("run", "check"):
        page = codemode(command, "--help").out
        assert ("FILE.lua is Lua, all else JavaScript, unless --language says it.\n"
                in page), page
    for command in ("run", "serve", "batch", "catalog", "repl"):
        page = codemode(command, "--help").out
        assert "  --language NAME            javascript (default) or lua\n" in page, page
    page = codemode("serve", "--help").out
    for line in (
            "  --description-max N        bytes of execute's description; 0: any "
            "(default: by client)\n",
            "  --schema-max N             bytes of its schema; 0: no tools in it "
            "(default: by client)\n",
            "  --budget N                 tokens' worth of tools shown (default 2000; "
            "catalog: all)\n"):
        assert line in page, page


def test_the_address_of_http():
    example = "write ADDRESS:PORT, for example 127.0.0.1:8080"
    for address, why in [
        ("8080", example), ("127.0.0.1", example), ("", example),
        ("127.0.0.1:", example), ("localhost:99999", example),
        ("a.example.org:80", "the address must be numeric (IPv6 in brackets) or localhost"),
    ]:
        assert usage("serve", "--demo", "--http", address, stdin="") == (
            f"codemode: error: --http: cannot listen on {address}: {why}\n"), address


def test_a_folder_for_outputs_that_cannot_be_written(folder):
    file = pathlib.Path(folder) / "file"
    file.write_text("")
    for name, reason in (("/proc/x", "No such file or directory"),
                         (str(file), "Not a directory"),
                         (f"{file}/x", "Not a directory")):
        done = codemode("serve", "--demo", "--output-dir", name)
        assert (done.status, done.out, done.err) == (
            0, "", f"codemode: warn: --output-dir {name}: {reason}; what is cut is "
            "lost\n"), done
    done = codemode("serve", "--demo", "--output-dir", folder + "/new/one")
    assert (done.status, done.out, done.err) == (0, "", ""), done


def test_empty_names_are_none():
    for name, argument in (("output-dir", "DIR"), ("trace-wire", "FILE"),
                           ("config", "FILE"), ("allow-host", "NAME"),
                           ("allow-origin", "URL"), ("http-token-env", "VAR")):
        for args in ([f"--{name}", ""], [f"--{name}="]):
            assert usage("serve", "--demo", *args, stdin="") == (
                f"codemode: error: --{name} needs a value: {argument}\n"), args


def test_what_no_host_or_origin_can_be_is_refused():
    host = "--allow-host takes NAME or NAME:PORT (IPv6 in brackets), not "
    origin = "--allow-origin takes SCHEME://NAME or SCHEME://NAME:PORT, not "
    for option, value, message in [
        ("host", "http://a.example", host), ("host", "a.example/x", host),
        ("host", "a.example:", host), ("host", "a.example:123456", host),
        ("host", "::1", host), ("host", "a b", host), ("host", "*.example", host),
        ("origin", "foo", origin), ("origin", "a.example:80", origin),
        ("origin", "https://", origin), ("origin", "://a", origin),
        ("origin", "https://a.example/", origin), ("origin", "1a://b", origin),
        ("origin", "https://a.example:x", origin),
        ("origin", "https://*.example", origin), ("origin", "https://a@b", origin),
    ]:
        for args in ([f"--allow-{option}", value], [f"--allow-{option}={value}"]):
            assert usage("serve", "--demo", "--http", ":0", *args, stdin="") == (
                f'codemode: error: {message}"{value}"\n'), args
    for option, value in [
        ("host", "*"), ("host", "a.example"), ("host", "A_b.example:8080"),
        ("host", "[::1]:80"), ("origin", "*"), ("origin", "null"),
        ("origin", "https://a.example"), ("origin", "http://[::1]:3000"),
        ("origin", "chrome-extension://abcdef"), ("origin", "file://"),
    ]:
        assert usage("serve", "--demo", "--http", "nonsense", f"--allow-{option}",
                     value).startswith("codemode: error: --http: "), value


def test_options_of_http_need_it():
    for args in (["--http-token-env", "HOME"], ["--allow-remote"],
                 ["--allow-host", "a.example"], ["--allow-origin", "https://a.example"]):
        assert usage("serve", "--demo", *args, stdin="") == (
            f"codemode: error: {args[0]} has no effect without --http\n"), args


LONG = "return 'a line\\n'.repeat(3000)"
OMITTED = "[1000 lines, 7000 bytes omitted; "


def test_a_relative_folder_for_outputs_is_told_whole(folder):
    before = os.getcwd()
    os.chdir(folder)
    try:
        server = Server("--demo", "--output-dir", "out/cut")
    finally:
        os.chdir(before)
    with server as s:
        s.start()
        text = s.execute(LONG)["content"][0]["text"]
    kept, = (pathlib.Path(folder).resolve() / "out" / "cut").iterdir()
    assert OMITTED + f"the full text is in {kept}]" in text, text[-200:]
    assert kept.read_text() == "a line\n" * 3000


def test_a_limit_of_files_is_a_reason(folder):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, hard))
    try:
        server = Server("--demo", "--output-dir", folder)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    with server as s:
        s.start()
        text = s.execute(LONG)["content"][0]["text"]
        assert OMITTED + f"they could not be kept in {folder}: File too large]" in (
            text), text
        assert s.execute("return 1")["content"][0]["text"] == "1"
    assert list(pathlib.Path(folder).iterdir()) == []


def test_passthrough_refuses_what_has_no_effect(folder):
    path = fault_config(folder, a="")
    for args in (["--demo"], ["--language", "lua"], ["--timeout-ms", "9"],
                 ["--max-steps", "9"], ["--budget", "9"], ["--schema-max", "9"],
                 ["--description-max", "9"], ["--structured"], ["--output-dir", folder],
                 ["--max-concurrent-calls", "9"], ["--openapi", "p=x"]):
        assert usage("serve", "--passthrough", "--config", path, *args, stdin="") == (
            "codemode: error: --passthrough shows the one server and runs no programs; "
            f"{args[0]} would have no effect\n"), args
    config = json.loads(pathlib.Path(path).read_text())
    config["mcpServers"]["p"] = {"openapi": "none.yaml"}
    pathlib.Path(path).write_text(json.dumps(config))
    done = codemode("serve", "--passthrough", "--no-cache", "--config", path)
    assert (done.status, done.out) == (0, ""), done
    assert (f'codemode: warn: --passthrough: the document "p" is not passed on '
            f"({path}:1)\n") in done.err, done


if __name__ == "__main__":
    main(globals())
