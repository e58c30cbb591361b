#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""codemode run, check, catalog and the command line itself."""
import json
import os
import pathlib
import pty
import select
import signal
import subprocess
import time

from harness import CODEMODE, PATIENCE, bare, call, codemode, main, together


def test_a_value_is_json_indented_by_two():
    done = codemode("run", "--demo", stdin=together(call("customers.get", {"id": "c1"})))
    assert done.status == 0, done
    assert done.out == ('[\n  {\n    "id": "c1",\n    "name": "Ada Brandt",\n'
                        '    "country": "DE"\n  }\n]\n'), done


def test_a_string_is_raw_and_logs_go_to_stderr():
    done = codemode("run", stdin='console.log("a log line")\nreturn "plain\\ntext"\n')
    assert (done.status, done.out, done.err) == (0, "plain\ntext\n", "a log line\n"), done


def test_quiet_prints_the_result_alone():
    done = codemode("run", "--quiet", stdin='console.log("a log line")\nreturn 7\n')
    assert (done.status, done.out, done.err) == (0, "7\n", ""), done


def test_json_prints_the_record_as_one_line():
    done = codemode("run", "--json", stdin="return 7\n")
    record = json.loads(done.out)
    assert done.out.count("\n") == 1, done
    assert record["ok"] is True and record["value"] == 7, done
    assert record["toolCalls"] == [], done


def test_a_failed_program_has_status_1():
    done = codemode("run", "--demo", stdin=together(bare("stock.level", {"sku": "none"}) + ","))
    assert done.status in (0, 1) and "no item" in done.out + done.err, done
    done = codemode("run", "--demo", stdin=together(bare("stock.nothing") + ","))
    assert done.status == 1 and done.out == "", done
    assert "UnknownTool" in done.err and "stock.nothing" in done.err, done


def test_an_error_of_a_tool_shows_its_place(folder):
    program = pathlib.Path(folder) / "p.js"
    program.write_text('const a = 1;\nreturn tools.orders.get({ id: "no" });\n')
    place = f"  --> {program}:2:8"
    done = codemode("run", "--demo", str(program))
    assert done.err.splitlines() == ['error: ToolFailure: no order "no"', place], done
    done = codemode("run", "--demo", "--json", str(program))
    error = json.loads(done.out)["error"]
    assert error == {"kind": "ToolFailure", "message": 'no order "no"',
                     "location": {"line": 2, "column": 8}} and done.err == "", done
    program.write_text("\nawait tools.orders.gett({});\n")
    for command in ("run", "check"):
        lines = codemode(command, "--demo", str(program)).err.splitlines()
        assert lines[0].startswith("error: UnknownTool: "), lines
        assert lines[1] == f"  --> {program}:2:7", lines
        assert lines[2].startswith("Find tools with search"), lines
    done = codemode("run", "--demo", stdin='await tools.orders.get({ id: "no" })\n')
    assert done.err.endswith("  --> line 1, col 7\n"), done
    # A message that tells the place, and an error without one.
    assert "-->" not in codemode("run", stdin="null.x\n").err
    assert "-->" not in codemode("run", stdin='throw new Error("x")\n').err


def test_show_calls_lists_them_in_start_order():
    done = codemode("run", "--demo", "--show-calls", stdin=together(
        call("stock.level", {"sku": "tea-001"}), call("customers.list"),
        call("orders.get", {"id": "no"})))
    lines = done.err.splitlines()
    assert lines[0] == "3 tool calls" and len(lines) == 4, done
    assert lines[1].startswith('  stock.level {"sku":"tea-001"} - ok, '), done
    assert lines[2].startswith("  customers.list - ok, "), done
    assert lines[3].startswith('  orders.get {"id":"no"} - failed, '), done


def test_calls_overlap():
    started = time.monotonic()
    skus = ["tea-001", "mug-010", "pot-100", "tin-020"] * 6
    done = codemode("run", "--demo", stdin=together(
        *[call("stock.level", {"sku": sku}) for sku in skus]))
    assert [row["sku"] for row in done.value()] == skus, done
    assert time.monotonic() - started < 24 * 0.25, "calls ran one by one"


def test_every_third_reservation_fails():
    calls = [call("stock.reserve", {"sku": "tea-001", "quantity": 1})] * 6
    rows = codemode("run", "--demo", stdin=together(*calls)).value()
    failed = [i for i, row in enumerate(rows) if "error" in row]
    assert failed == [2, 5], rows
    assert rows[2]["error"] == "the warehouse line is busy, try again", rows


def test_usage_errors_have_status_2():
    for args, part in [
        (["run", "--no-such-option"], "--no-such-option"),
        (["run", "--timeout-ms", "soon"], "--timeout-ms takes a whole number"),
        (["run", "--timeout-ms"], "--timeout-ms needs a value"),
        (["run", "--json=1"], "--json takes no value"),
        (["run", "--openapi", "x"], "--openapi takes NAME=FILE or NAME=URL"),
        (["run", "a.js", "b.js"], "one file is enough"),
        (["run", "/no/such/file.js"], "cannot read /no/such/file.js"),
        (["run", "--config", "/no/such/config"], "/no/such/config"),
        (["run", "--language", "basic"], "javascript or lua"),
        (["run", "--log-level", "loud"], "error, warn, info or debug"),
        (["run", "--timeout-sm", "5"],
         "unknown option --timeout-sm; did you mean --timeout-ms?"),
        (["run", "--timeout-sm=5"],
         "unknown option --timeout-sm; did you mean --timeout-ms?"),
        (["run", "-x"], "unknown option -x; see codemode --help"),
        (["run", "--timeout", "5"],
         "unknown option --timeout; did you mean --timeout-ms?"),
        (["run", "--memory=5"],
         "unknown option --memory; did you mean --max-memory-bytes?"),
        (["run", "--timeout-ms", "0"], "--timeout-ms must be an integer from "
         "1 to 9007199254740991"),
        (["serve", "--max-memory-bytes", "9"],
         "--max-memory-bytes must be an integer from 1048576 to "),
        (["batch", "a.js"], 'batch takes no file: "a.js"'),
        (["serve", "a.js"], 'serve takes no file: "a.js"'),
        (["catalog", "a.js"], 'catalog takes no file: "a.js"'),
        (["fly"], 'unknown command "fly"; see codemode --help'),
        (["chekc"], 'unknown command "chekc"; did you mean check?'),
        ([], "usage: codemode"),
    ]:
        done = codemode(*args)
        assert done.status == 2 and part in done.err, (args, done)
        assert done.out == "", (args, done)


def test_help_and_version():
    done = codemode("--help")
    assert done.status == 0 and "codemode COMMAND" in done.out, done
    for option in ("--config", "--max-steps", "--log-format"):
        assert option in done.out, done
    page = codemode("serve", "--help")
    assert page.status == 0, page
    assert "usage: codemode serve [OPTIONS]\n" in page.out, page
    assert "--output-dir" in page.out and "--show-calls" not in page.out, page
    assert codemode("help", "serve").out == page.out
    assert "  help         [COMMAND] this page, or that of a command\n" in done.out
    for words in (("help",), ("help", "help"), ("help", "--help")):
        same = codemode(*words)
        assert (same.status, same.out) == (0, done.out), words
    assert "usage: codemode run [OPTIONS] [FILE|-]\n" in codemode(
        "run", "--help").out
    assert codemode("version").out.startswith("codemode 0."), done
    assert codemode("--version").out == codemode("version").out


def test_check_runs_nothing():
    done = codemode("check", "--demo", stdin="return 1\n")
    assert (done.status, done.out) == (0, "ok\n"), done
    done = codemode("check", "--json", stdin="return 1\n")
    assert json.loads(done.out)["ok"] is True, done


def test_catalog_lists_the_demo_tools():
    done = codemode("catalog", "--demo")
    assert done.status == 0 and done.out.count("\n  - tools.") == 8, done
    assert done.out.startswith("## Tools\nComplete list.\n- customers (2 tools)"), done
    assert ("\n  - tools.stock.level({\n  sku: string,\n}): Promise<{\n"
            "  sku: string,\n  /** @integer */\n  available: number,\n"
            "}> // Counts an item") in done.out, done
    rows = json.loads(codemode("catalog", "--demo", "--json").out)
    assert [row["path"] for row in rows] == [
        "customers.get", "customers.list", "orders.get", "orders.list",
        "orders.note", "stock.level", "stock.price", "stock.reserve"], rows
    assert rows[0]["inputSchema"]["required"] == ["id"], rows


def test_an_interrupt_cancels_with_status_130(folder):
    config = pathlib.Path(folder) / "c.json"
    mark = pathlib.Path(folder) / "mark"
    config.write_text(json.dumps({"tools": {"t.sleep": {
        "command": ["sh", "-c", f"echo up > {mark}; sleep 60; echo > {mark}.late"]}}}))
    process = subprocess.Popen(
        [CODEMODE, "run", "--config", str(config)], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdin.write(together(bare("t.sleep") + ",").encode())
    process.stdin.close()
    end = time.monotonic() + PATIENCE
    while not mark.exists() and time.monotonic() < end:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 130
    assert b"interrupted" in process.stderr.read()


def test_a_broken_pipe_is_no_crash():
    process = subprocess.Popen(
        [CODEMODE, "run"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE)
    process.stdout.close()
    process.stdin.write(b"return 7\n")
    process.stdin.close()
    assert process.wait(PATIENCE) == 1, process.stderr.read()


def test_a_terminal_shows_live_lines_and_no_raw_controls():
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [CODEMODE, "run", "--demo"], stdin=subprocess.PIPE, stdout=slave,
        stderr=slave, env=dict(os.environ, TERM="xterm"))
    os.close(slave)
    program = ('console.log("evil \\u001b]0;title\\u0007 text")\n' +
               together(call("stock.level", {"sku": "tea-001"})))
    process.stdin.write(program.encode())
    process.stdin.close()
    seen = b""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if select.select([master], [], [], 0.1)[0]:
            try:
                part = os.read(master, 65536)
            except OSError:
                break
            if not part:
                break
            seen += part
    assert process.wait(PATIENCE) == 0, seen
    os.close(master)
    assert b"stock.level  0." in seen, seen
    assert b"\x1b]0;" not in seen and b"\x07" not in seen, seen
    assert b"tea-001" in seen.rpartition(b"\x1b[2K")[2], seen


if __name__ == "__main__":
    main(globals())
