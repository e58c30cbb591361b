#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""remote_test.py CODEMODE: real MCP servers over HTTP, both eras.

server-everything as Streamable HTTP and as HTTP+SSE, the same server on standard
input behind the bridges supergateway and mcp-proxy, and a server on the second
version of the TypeScript SDK. Exit status 77 with a reason when npm cannot be
reached.
"""
import contextlib
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import time

import npm

HERE = pathlib.Path(__file__).resolve().parent
PACKAGES = [
    "@modelcontextprotocol/server-everything@2026.8.31",
    "@modelcontextprotocol/server@2.4.0",
    "@modelcontextprotocol/node@2.1.2",
    "zod@4.6.7",
    "supergateway@4.0.0",
    "mcp-proxy@6.7.19",
]
PATIENCE = 60


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(port, process):
    end = time.monotonic() + PATIENCE
    while True:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        assert process.poll() is None, f"a peer ended with {process.returncode}"
        assert time.monotonic() < end, "a peer does not listen"
        time.sleep(0.1)


@contextlib.contextmanager
def peer(folder, *args, env=None):
    """Starts node with the arguments, PORT replaced; gives the port."""
    port = free_port()
    with open(folder / "peers.log", "ab") as log:
        process = subprocess.Popen(
            ["node", *(a.replace("PORT", str(port)) for a in args)],
            cwd=folder, stdout=log, stderr=log, stdin=subprocess.DEVNULL,
            env=dict(os.environ, PORT=str(port), **(env or {})))
    try:
        wait_for(port, process)
        yield port
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def main():
    codemode = os.path.abspath(sys.argv[1])
    peers = npm.install("remote", PACKAGES)
    modules = peers / "node_modules"
    everything = str(modules / "@modelcontextprotocol" / "server-everything" /
                     "dist" / "index.js")
    gateway = str(modules / "supergateway" / "dist" / "index.js")
    proxy = str(modules / "mcp-proxy" / "dist" / "bin" / "mcp-proxy.mjs")
    child = f"node {everything} stdio"
    with contextlib.ExitStack() as stack:
        start = lambda *args: stack.enter_context(peer(peers, *args))
        ports = {
            "http": start(everything, "streamableHttp"),
            "sse": start(everything, "sse"),
            "bridge": start(gateway, "--stdio", child, "--outputTransport",
                            "streamableHttp", "--port", "PORT"),
            "bridge-sse": start(gateway, "--stdio", child, "--outputTransport",
                                "sse", "--port", "PORT"),
            "proxy": start(proxy, "--port", "PORT", "--", "node", everything,
                           "stdio"),
            "modern": start(str(HERE / "modern.mjs"), "PORT"),
        }
        url = lambda name, path: {"url": f"http://127.0.0.1:{ports[name]}{path}"}
        check(codemode, {
            "http": url("http", "/mcp"), "sse": url("sse", "/sse"),
            "bridge": url("bridge", "/mcp"),
            "bridgesse": url("bridge-sse", "/sse"),
            "proxy": url("proxy", "/mcp"),
            "proxysse": dict(url("proxy", "/sse"), type="sse"),
            "modern": url("modern", "/mcp")})
    print("ok: real servers over HTTP")


def check(codemode, servers):
    with tempfile.TemporaryDirectory() as folder:
        config = pathlib.Path(folder) / "config.json"
        config.write_text(json.dumps({"mcpServers": servers}))
        done = subprocess.run([codemode, "doctor", "--json", "--config", config],
                              capture_output=True, text=True, timeout=120)
        rows = {row["name"]: row for row in json.loads(done.stdout)["sources"]}
        assert all(row["ok"] for row in rows.values()), rows
        kinds = {name: row["transport"] for name, row in rows.items()}
        assert kinds == {"http": "http", "sse": "sse", "bridge": "http",
                         "bridgesse": "sse", "proxy": "http",
                         "proxysse": "sse", "modern": "http"}, kinds
        assert rows["http"]["protocol"] == "2025-11-25", rows["http"]
        assert rows["modern"]["protocol"] == "2026-07-28", rows["modern"]
        old = [name for name in servers if name != "modern"]
        program = "const out = {};\n" + "".join(f"""
            out.{name} = await Promise.all([
                tools.{name}.echo({{ message: "{name}" }}),
                tools.{name}["get-sum"]({{ a: 20, b: 22 }}),
                tools.{name}["trigger-long-running-operation"](
                    {{ duration: 0.4, steps: 4 }})]);""" for name in old) + """
            out.modern = await Promise.all([
                tools.modern.era({ word: "w" }), tools.modern.steps({ n: 5 })]);
            return out"""
        done = subprocess.run([codemode, "run", "--config", config],
                              input=program, capture_output=True, text=True,
                              timeout=120)
        assert done.returncode == 0, done
        value = json.loads(done.stdout)
        for name in old:
            assert value[name] == [
                f"Echo: {name}", "The sum of 20 and 22 is 42.",
                "Long running operation completed. Duration: 0.4 seconds, "
                "Steps: 4."], (name, value[name])
        assert value["modern"] == [{"era": "modern", "word": "w"},
                                   "5 steps"], value["modern"]


if __name__ == "__main__":
    main()
