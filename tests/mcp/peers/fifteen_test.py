#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""fifteen_test.py CODEMODE: fifteen real servers behind one `codemode serve`.

Cold start, the size of the catalog, search, and one call of each server. What
needs a browser, a network, a database or a cluster has to fail, and the program
gets the server's own words. Times are printed; the limit on the start is for
the best of three starts, and only shown where other work keeps the machine busy.
"""
import json
import os
import pathlib
import re
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "cli"))
import fifteen  # noqa: E402
import harness  # noqa: E402
import npm  # noqa: E402

KEPT_MAX_S = 0.3
START_MAX_S = 5
STARTS = 3
CATALOG_MAX_TOKENS = 2000
# everything has a tool that runs only as a task, which nobody can call.
N_SKIPPED = 1

NO_CLUSTER = """apiVersion: v1
kind: Config
clusters: [{ name: none, cluster: { server: "http://127.0.0.1:9" } }]
contexts: [{ name: none, context: { cluster: none, user: none } }]
users: [{ name: none, user: {} }]
current-context: none
"""


def write_config(room, peers):
    entries = {}
    for peer in peers:
        folder = npm.CACHE / peer.package_set
        entries[peer.name] = {
            "command": "node",
            "args": [npm.module(folder, peer.path), *peer.start],
            "env": {"NODE_OPTIONS": f"--require={HERE / 'offline.cjs'}",
                    **peer.env}}
    path = room / "servers.json"
    path.write_text(json.dumps({"mcpServers": entries}))
    return str(path)


def open_room(folder):
    room = pathlib.Path(folder).resolve()
    (room / "data").mkdir()
    (room / "data" / "apple.txt").write_text("one\n")
    (room / "none.yaml").write_text(NO_CLUSTER)
    peers = fifteen.peers(room)
    return peers, write_config(room, peers)


def start(server, client="fifteen"):
    started = time.monotonic()
    server.request("initialize", {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": client, "version": "1"}})
    return time.monotonic() - started


def description(server):
    return server.request("tools/list")["result"]["tools"][0]["description"]


def n_tools(peers):
    return sum(p.n_tools for p in peers) - N_SKIPPED


def one_start(peers, config):
    """Seconds until initialize, the first list and the last of the tools."""
    all_there = f"Namespaces ({n_tools(peers)} tools in all)"
    with harness.Server("--config", config) as server:
        began = time.monotonic()
        answered = start(server)
        first = description(server)
        listed = time.monotonic() - began
        text = first
        while all_there not in text:
            assert time.monotonic() - began < harness.PATIENCE, (
                text, server.errors)
            time.sleep(0.02)
            text = description(server)
        there = time.monotonic() - began
    return answered, listed, there, len(re.findall(r"^- \S+ \(", first, re.M))


def test_a_cold_start(folder):
    peers, config = open_room(folder)
    times = []
    while len(times) < STARTS:
        times.append(one_start(peers, config))
        print("  initialize %.0f ms, first list %.0f ms, all there %.2f s; "
              "%d of 15 in the first list" % (
                  times[-1][0] * 1e3, times[-1][1] * 1e3, *times[-1][2:]))
    best, load = min(t[2] for t in times), os.getloadavg()[0]
    if best >= START_MAX_S and load > os.cpu_count():
        print(f"  NOT HELD: {START_MAX_S} s, at a load average of {load:.1f}")
    else:
        assert best < START_MAX_S, times


def test_a_start_with_kept_lists(folder):
    """The list of the start before is given out at once, and is right."""
    peers, config = open_room(folder)
    env = {"XDG_CACHE_HOME": str(pathlib.Path(folder) / "cache")}
    all_there = f"Namespaces ({n_tools(peers)} tools in all)"
    with harness.Server("--config", config, env=env) as server:
        start(server)
        whole = server.wait_for_tools(all_there)
    times = []
    for _ in range(STARTS):
        began = time.monotonic()
        with harness.Server("--config", config, env=env) as server:
            start(server)
            assert description(server) == whole
            times.append(time.monotonic() - began)
    print("  process start to the whole list: %s ms" % ", ".join(
        f"{t * 1e3:.0f}" for t in times))
    best, load = min(times), os.getloadavg()[0]
    if best >= KEPT_MAX_S and load > os.cpu_count():
        print(f"  NOT HELD: {KEPT_MAX_S} s, at a load average of {load:.1f}")
    else:
        assert best < KEPT_MAX_S, times


def test_catalog_and_search(folder):
    peers, config = open_room(folder)
    with harness.Server("--config", config) as server:
        # A client that passes on long descriptions gets the catalog in it.
        start(server, "opencode")
        text = server.wait_for_tools(
            f"Namespaces ({n_tools(peers)} tools in all)")
        for peer in peers:
            n = peer.n_tools - (N_SKIPPED if peer.name == "everything" else 0)
            line = f"- {peer.name} ({n} tool{'s' if n > 1 else ''})"
            assert line in text.splitlines(), (line, text)
        head, _, catalog = text.partition("\n## Tools\n")
        # The budget is for groups and tools; how to search comes on top.
        catalog, _, search = catalog.partition("\n\nsearch(")
        print(f"  characters: head {len(head)}, catalog {len(catalog)} "
              f"({len(catalog) / 4:.0f} estimated tokens), search "
              f"{len(search)}")
        assert 0 < len(catalog) / 4 <= CATALOG_MAX_TOKENS, text
        assert len(head) < 1900, head
        for peer in peers: # each shows a tool in the catalog
            assert f"\n  - tools.{peer.name}" in catalog, peer.name
        words = {p.name: " ".join(re.split("[-_]", p.tool)) for p in peers}
        code = (f"const words = {json.dumps(words)};\n"
                "return Object.fromEntries(Object.entries(words).map(\n"
                "  ([name, query]) => [name, search({ query }).items"
                ".map((i) => i.path)]))")
        result = server.execute(code)
        found = json.loads(result["content"][0]["text"])
        for peer in peers:
            path = f"tools.{peer.name}.{peer.tool}"
            assert any(p.replace('["', ".").replace('"]', "") == path
                       for p in found[peer.name]), (path, found[peer.name])


def test_one_call_each(folder):
    peers, config = open_room(folder)
    with harness.Server("--config", config) as server:
        start(server)
        code = harness.together(*(
            harness.call(f"{p.name}.{p.tool}", p.args) for p in peers))
        began = time.monotonic()
        result = server.execute(code)
        print(f"  15 calls in one program, servers starting: "
              f"{time.monotonic() - began:.2f} s")
        value = result["content"][0]["text"].partition("\n\nLogs:\n")[0]
        calls = {c["tool"]: c["status"]
                 for c in result["_meta"]["toolCalls"]}
        for peer, answer in zip(peers, json.loads(value), strict=True):
            words = json.dumps(answer)
            path = f"{peer.name}.{peer.tool}"
            assert peer.words in words, (path, words)
            failed = isinstance(answer, dict) and "error" in answer
            if peer.needs:
                print(f"  {path} needs {peer.needs}: {words[:150]}")
            else:
                assert not failed, (path, words)
            assert calls[path] == ("error" if failed else "completed"), calls


def main():
    npm.only_when_asked()
    for name, (packages, scripts) in fifteen.SETS.items():
        npm.install(name, packages, scripts=scripts)
    os.environ.pop("NODE_OPTIONS", None)
    harness.main(globals())


if __name__ == "__main__":
    main()
