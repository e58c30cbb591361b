#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""inspector_test.py CODEMODE: the official Inspector before `codemode serve`.

Its command line, version 0.15 and version 2.12 in the three protocol eras,
lists and calls `execute` over standard input and output and over HTTP. `--strict`
finds nothing to say of the tool's schema, and a load of calls has no errors.
"""
import json

import clients
import harness
import npm

OLD = ["@modelcontextprotocol/inspector@0.15.0"]
NEW = ["@modelcontextprotocol/inspector@2.12.0"]
PACKAGE = "@modelcontextprotocol/inspector/"
SERVER_INFO = "io.modelcontextprotocol/serverInfo"
# era -> whether the protocol is that of 2026-07-28
ERAS = {"legacy": False, "auto": True, "modern": True}
CODE = "return (await tools.customers.list({})).map((c) => c.id)"
WANT = ["c1", "c2", "c3", "c4"]
BROKEN = "throw new Error('the shelf is empty')"


def old(*words):
    folder = npm.install("inspector-0.15", OLD, scripts=False)
    return clients.run(["node", npm.module(
        folder, PACKAGE + "cli/build/cli.js"), "--cli", *words])


def new(*words):
    folder = npm.install("inspector-2.12", NEW, scripts=False)
    return clients.run([npm.node_22(), npm.module(
        folder, PACKAGE + "clients/launcher/build/index.js"), "--cli", *words,
        "--format", "json"])


def value(done):
    assert done.returncode == 0, done
    return json.loads(done.stdout)


def check_list(result):
    (tool,) = result["tools"]
    assert tool["name"] == "execute", tool
    assert tool["description"].startswith("Runs one JavaScript program"), tool
    assert tool["inputSchema"]["required"] == ["code"], tool


def check_call(result):
    assert json.loads(result["content"][0]["text"]) == WANT, result
    assert result["_meta"]["toolCalls"] == [
        {"tool": "customers.list", "status": "completed"}], result
    assert "isError" not in result, result


def check_old(*target):
    check_list(value(old(*target, "--method", "tools/list")))
    run = ("--method", "tools/call", "--tool-name", "execute", "--tool-arg")
    check_call(value(old(*target, *run, "code=" + CODE)))
    failed = value(old(*target, *run, "code=" + BROKEN))
    assert failed["isError"] is True, failed


def check_new(*target):
    run = ("--method", "tools/call", "--tool-name", "execute", "--tool-arg")
    for era, is_modern in ERAS.items():
        which = ("--protocol-era", era)
        done = new(*target, *which, "--method", "tools/list", "--strict")
        check_list(value(done)["result"])
        assert "portab" not in done.stderr, done.stderr
        result = value(new(*target, *which, *run, "code=" + CODE))["result"]
        check_call(result)
        assert (SERVER_INFO in result["_meta"]) == is_modern, (era, result)
        done = new(*target, *which, *run, "code=" + BROKEN)
        assert "the shelf is empty" in done.stdout + done.stderr, done
        assert done.returncode == 5, done # a tool that failed
        print(f"  2.12.0 {era}")


def check_load(*target):
    done = new(*target, "--method", "tools/call", "--tool-name", "execute",
               "--tool-arg", "code=" + CODE, "--load", "--load-requests",
               "200", "--load-concurrency", "10")
    load = value(done)["result"]
    assert load["ok"] == load["requests"] == 200, load
    print("  200 calls, 10 at once, in ms: " + json.dumps(load["latencyMs"]))


def test_over_pipes():
    target = (harness.CODEMODE, "serve", "--demo")
    check_old(*target)
    check_new(*target)
    check_load(*target)


def test_over_http():
    with clients.Http("--demo") as server:
        check_old(server.url, "--transport", "http")
        check_new(server.url, "--transport", "http")
        check_load(server.url, "--transport", "http")


if __name__ == "__main__":
    npm.only_when_asked()
    harness.main(globals())
