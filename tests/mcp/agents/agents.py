#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""agents.py CODEMODE [AGENT...]: `codemode serve` in the hands of real agents.

Claude Code, Codex and opencode, from npm, each with the configuration that
docs/mcp.md shows (examples/agents), a fresh HOME, and no way to the network.
Their model is a script, fake-llm.mjs of CODEMODE_MODEL_DIR, which is not in this
repository: a server that speaks the protocols of the three agents, calls
`execute` with a program over three servers, answers with what it was given, and
logs every request. So the log is what a model would see. Exit status 77 with a
reason when npm or the script is missing.
"""
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(HERE.parent / "peers"), str(ROOT / "tests" / "cli")]
import harness  # noqa: E402
import npm  # noqa: E402
import peers_test  # noqa: E402

PACKAGES = ["@anthropic-ai/claude-code@2.1.197", "@openai/codex@0.171.0",
            "opencode-ai@1.18.33"]
MODEL = pathlib.Path(os.environ.get("CODEMODE_MODEL_DIR") or
                     ROOT.parent / "shared" / "tools" / "mcp") / "fake-llm.mjs"
SNIPPETS = ROOT / "examples" / "agents"
DATA = {"apple.txt": "one\n", "pear.txt": "two\n"}
WANT = {"sum": "The sum of 20 and 22 is 42.",
        "kept": ["[FILE] apple.txt", "[FILE] pear.txt"]}
INSTRUCTIONS = "One tool, execute, runs a small program"
SLOW_S = 3
COUNT = "return `${(await tools.customers.list({})).length} customers`"
PATIENCE = harness.PATIENCE


def texts(value):
    """All strings in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)


# ---- agents: how each is configured and started, and how it asks its model ----

class ClaudeCode:
    name = "Claude Code"
    client = "claude-code"
    tool = "mcp__codemode__execute"
    snippet = "claude-code.json"
    program = "@anthropic-ai/claude-code-linux-x64/claude"
    description_max = 2048

    def configure(self, room, snippet, url):
        (room.work / ".mcp.json").write_text(snippet)
        return {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": "none"}

    arguments = ["-p", "run it", "--mcp-config", ".mcp.json",
                 "--strict-mcp-config", "--model", "fake",
                 "--allowedTools", "mcp__codemode__execute"]

    def offered(self, body):
        for tool in body.get("tools", []):
            if tool["name"] == self.tool:
                return tool["description"], tool["input_schema"]
        return None

    def result(self, body):
        """Texts and images that the model gets as the result."""
        for message in body["messages"]:
            for part in message["content"]:
                if isinstance(part, dict) and part["type"] == "tool_result":
                    parts = part["content"]
                    if isinstance(parts, str):
                        return [parts], []
                    return ([p["text"] for p in parts if p["type"] == "text"],
                            [p["source"]["data"] for p in parts
                             if p["type"] == "image"])
        return None


class Codex:
    name = "Codex"
    client = "codex-mcp-client"
    tool = "mcp__codemode__execute"
    snippet = "codex.toml"
    program = ("@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/"
               "codex")
    description_max = 20000

    def configure(self, room, snippet, url):
        (room.home / ".codex").mkdir()
        (room.home / ".codex" / "config.toml").write_text(
            'model = "fake"\nmodel_provider = "fake"\n\n'
            f'[model_providers.fake]\nname = "fake"\nbase_url = "{url}/v1"\n'
            'env_key = "FAKE_KEY"\nwire_api = "responses"\n\n' + snippet)
        return {"FAKE_KEY": "none"}

    arguments = ["exec", "--skip-git-repo-check", "run it"]

    def offered(self, body):
        for space in body.get("tools", []):
            for tool in space.get("tools", []):
                if f"{space['name']}__{tool['name']}" == self.tool:
                    return tool["description"], tool["parameters"]
        return None

    def result(self, body):
        for item in body["input"]:
            if item["type"] == "function_call_output":
                parts = item["output"]
                if isinstance(parts, str):
                    return [parts], []
                return ([p["text"] for p in parts if p["type"] == "input_text"],
                        [p["image_url"].partition("base64,")[2] for p in parts
                         if p["type"] == "input_image"])
        return None


class OpenCode:
    name = "opencode"
    client = "opencode"
    tool = "codemode_execute"
    snippet = "opencode.json"
    program = "opencode-linux-x64/bin/opencode"
    description_max = 20000

    def configure(self, room, snippet, url):
        config = json.loads(snippet)
        config["model"] = "fake/fake"
        config["provider"] = {"fake": {
            "npm": "@ai-sdk/openai-compatible",
            "options": {"baseURL": url + "/v1", "apiKey": "none"},
            "models": {"fake": {
                "name": "fake", "attachment": True, "modalities": {
                    "input": ["text", "image"], "output": ["text"]}}}}}
        (room.work / "opencode.json").write_text(json.dumps(config))
        return {}

    arguments = ["run", "run it"]

    def offered(self, body):
        for tool in body.get("tools", []):
            if tool["function"]["name"] == self.tool:
                return (tool["function"]["description"],
                        tool["function"]["parameters"])
        return None

    def result(self, body):
        found, images = None, []
        for message in body["messages"]:
            if message["role"] == "tool":
                found = [message["content"]]
            elif found is not None and isinstance(message["content"], list):
                images += [p["image_url"]["url"].partition("base64,")[2]
                           for p in message["content"]
                           if p["type"] == "image_url"]
        return None if found is None else (found, images)


# ---- a run: a room with its own HOME, a scripted model, an agent ----

class Room:
    """A folder with home, work and data, and the three servers' file."""

    def __init__(self, folder, peers, is_late=False):
        self.folder = pathlib.Path(folder).resolve()
        self.home = self.folder / "home"
        self.work = self.folder / "work"
        self.data = self.folder / "data"
        for part in (self.home, self.work, self.data):
            part.mkdir()
        for name, text in DATA.items():
            (self.data / name).write_text(text)
        self.servers = self.folder / "servers.json"
        config = (HERE.parent / "peers" / "config.json").read_text()
        config = json.loads(config.replace("${PEERS_DIR}", str(peers))
                            .replace("${PEERS_DATA}", str(self.data)))
        for entry in config["mcpServers"].values():
            if is_late:
                entry["args"] = ["-c", f'sleep {SLOW_S}; exec "$@"', "sh",
                                 entry["command"], *entry["args"]]
                entry["command"] = "sh"
        self.servers.write_text(json.dumps(config))
        self.log = self.folder / "model.jsonl"

    def left(self):
        """Processes that still run with this room's HOME."""
        mark = f"HOME={self.home}".encode()
        found = []
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if mark in (entry / "environ").read_bytes().split(b"\0"):
                    words = (entry / "cmdline").read_bytes().split(b"\0")
                    found.append((int(entry.name),
                                  b" ".join(words).decode().strip()))
            except OSError:
                continue
        return [f for f in found if f[1]] # a zombie has no words


def start_model(room, code):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        ["node", str(MODEL), str(port), str(room.log)],
        env=dict(os.environ, TOOL="execute", ARGS=json.dumps({"code": code})))
    end = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return process, f"http://127.0.0.1:{port}"
        except OSError:
            assert time.monotonic() < end and process.poll() is None
            time.sleep(0.02)


def environment(room, codemode, more):
    """Small, without network: what an agent sends elsewhere is refused."""
    nowhere = "http://127.0.0.1:9"
    path = f"{pathlib.Path(codemode).parent}:{os.environ['PATH']}"
    return {"HOME": str(room.home), "PATH": path, "LANG": "C.UTF-8",
            "TERM": "dumb", "HTTP_PROXY": nowhere, "HTTPS_PROXY": nowhere,
            "NO_PROXY": "127.0.0.1,localhost", "DISABLE_AUTOUPDATER": "1",
            "DISABLE_TELEMETRY": "1",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", **more}


class Seen:
    """What a run showed: the agent's output, the requests to its model."""

    def __init__(self, agent, output, log, left, seconds):
        self.output, self.left, self.seconds = output, left, seconds
        self.bodies = [json.loads(line)["body"]
                       for line in log.read_text().splitlines()]
        offers = [agent.offered(b) for b in self.bodies]
        results = [agent.result(b) for b in self.bodies
                   if "messages" in b or "input" in b]
        self.offer = next((o for o in offers if o), None)
        self.result = next((r for r in results if r), None)

    def model_saw(self, words):
        return any(words in t for b in self.bodies for t in texts(b))


def run(agent, codemode, program, setup, *, snippet=None, more=None,
        is_late=False):
    """program: its text, FOLDER is the data. setup: installed folders. is_late:
    the three servers are."""
    agents, peers = setup
    with tempfile.TemporaryDirectory(prefix="codemode-agents-") as folder:
        room = Room(folder, peers, is_late)
        model, url = start_model(room, program.replace("FOLDER",
                                                       str(room.data)))
        try:
            text = snippet or (SNIPPETS / agent.snippet).read_text()
            assert "/path/to/servers.json" in text
            env = agent.configure(
                room, text.replace("/path/to/servers.json", str(room.servers)),
                url)
            started = time.monotonic()
            process = subprocess.Popen(
                [npm.module(agents, agent.program), *agent.arguments],
                cwd=room.work, env=environment(room, codemode,
                                               {**env, **(more or {})}),
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, start_new_session=True)
            try:
                output = process.communicate(timeout=4 * PATIENCE)[0]
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
            seconds = time.monotonic() - started
            end = time.monotonic() + 5
            while (left := room.left()) and time.monotonic() < end:
                time.sleep(0.05)
            for pid, _ in left:
                os.kill(pid, signal.SIGKILL)
            return Seen(agent, output.decode("utf-8", "replace"), room.log,
                        left, seconds)
        finally:
            model.kill()
            model.wait()


# ---- checks ----

def head_of(codemode, client, setup):
    """The rules as codemode gives them to a client of that name, and the lines
    of the namespaces once all are there."""
    with tempfile.TemporaryDirectory() as folder:
        room = Room(folder, setup[1])
        with harness.Server("--config", str(room.servers)) as server:
            server.request("initialize", {
                "protocolVersion": "2025-11-25", "capabilities": {},
                "clientInfo": {"name": client, "version": "1"}})
            server.wait_for_tools("everything (", "files (", "memory (")
            tool = server.request("tools/list")["result"]["tools"][0]
            image = server.execute("await tools.everything['get-tiny-image']()")
    rules, _, rest = tool["description"].partition("\nNamespaces (")
    spaces = re.findall(r"^- (?:files|memory|everything) \(\d+ tools\)$", rest,
                        re.M)[:3]
    images = [p["data"] for p in image["content"] if p["type"] == "image"]
    assert len(rules) > 800 and len(spaces) == 3 and len(images) == 1, tool
    return rules, spaces, images


def check_offer(agent, seen, rules, spaces):
    """The tool as the model saw it: whole where it can be."""
    assert seen.offer, (agent.name, seen.output)
    description, schema = seen.offer
    assert description.startswith(rules + "\n"), description
    # A server that starts slowly is named until its tools are there.
    shown = [s for s in spaces if s in description.splitlines()]
    late = re.search(r"^Still starting: ([a-z, ]+)\. ", description, re.M)
    names = [s.split()[1] for s in shown]
    names += late[1].split(", ") if late else []
    assert sorted(names) == ["everything", "files", "memory"], description
    assert 'search({ query: "words" })' in rules, rules
    assert "truncated" not in description, description[-200:]
    assert len(description) <= agent.description_max, len(description)
    code = schema["properties"]["code"]
    assert code["description"].startswith("The JavaScript program."), code
    if len(shown) == len(spaces): # and how a tool is called
        assert 'tools.everything["get-sum"]({' in description + \
            code["description"], (description, code)
    assert seen.model_saw(INSTRUCTIONS) or agent.client == "opencode"
    return len(description), len(code["description"]), len(shown)


def check_report(agent, codemode, setup):
    rules, spaces, images = head_of(codemode, agent.client, setup)
    seen = run(agent, codemode, (HERE / "report.js").read_text(), setup)
    sizes = check_offer(agent, seen, rules, spaces)
    assert seen.result, seen.output
    shown, pictures = seen.result
    answer = [t for t in shown if t.startswith("{")]
    assert len(answer) == 1, shown
    value, _, logs = answer[0].partition("\n\nLogs:\n")
    assert json.loads(value) == WANT, answer
    assert logs.startswith("[memory.create_entities] "), logs
    assert pictures == images, pictures
    assert WANT["sum"] in seen.output, seen.output
    assert not seen.left, seen.left
    print(f"ok {agent.name}: a program over three servers; the model saw "
          f"{sizes[0]} characters of description, {sizes[1]} of `code`, "
          f"{sizes[2]} of 3 namespaces, the result and the image "
          f"({seen.seconds:.1f} s)", flush=True)


def check_failure(agent, codemode, setup):
    program = ("await tools.everything.echo({ message: 'x' });\n"
               "throw new Error('the shelf is empty')")
    seen = run(agent, codemode, program, setup)
    assert seen.result, seen.output
    shown = [line for text in seen.result[0] for line in text.splitlines()
             if "the shelf is empty" in line]
    assert shown, seen.result
    assert not seen.left, seen.left
    print(f"ok {agent.name}: the model saw why a program failed: "
          f"{shown[0]!r}", flush=True)


def slow(folder, codemode, snippet):
    """The same entry with a gateway that comes seconds late, over tools that
    need no server."""
    wrapper = pathlib.Path(folder) / "codemode-slow"
    wrapper.write_text(f"#!/bin/sh\nsleep {SLOW_S}\n"
                       f"exec '{codemode}' serve --demo\n")
    wrapper.chmod(0o755)
    return snippet.replace('"codemode",', f'"{wrapper}",').replace(
        'command = "codemode"', f'command = "{wrapper}"')


def check_slow(agent, codemode, setup, what, *, without=None, more=None):
    """The tool is there in the first turn although the gateway is late."""
    snippet = (SNIPPETS / agent.snippet).read_text()
    if without:
        assert without in snippet
        snippet = snippet.replace(without, "")
    with tempfile.TemporaryDirectory(prefix="codemode-slow-") as folder:
        seen = run(agent, codemode, COUNT, setup, more=more,
                   snippet=slow(folder, codemode, snippet))
    is_there = (seen.result is not None and
                "4 customers" in "".join(seen.result[0]))
    print(f"{'ok' if is_there else 'absent'} {agent.name}: "
          f"{SLOW_S} s late, {what} ({seen.seconds:.1f} s)", flush=True)
    return is_there


def check_late_servers(agent, codemode, setup):
    """None of the three servers is there when the agent lists."""
    seen = run(agent, codemode, (HERE / "report.js").read_text(), setup,
               is_late=True)
    is_there = WANT["sum"] in seen.output
    print(f"{'ok' if is_there else 'absent'} {agent.name}: all servers "
          f"{SLOW_S} s late ({seen.seconds:.1f} s)", flush=True)
    assert is_there, seen.output


def check_claude_code(codemode, setup):
    agent, line = ClaudeCode(), ',\n      "alwaysLoad": true'
    check_report(agent, codemode, setup)
    check_failure(agent, codemode, setup)
    check_late_servers(agent, codemode, setup)
    assert check_slow(agent, codemode, setup, "alwaysLoad")
    assert check_slow(agent, codemode, setup, "MCP_CONNECTION_NONBLOCKING=0",
                      without=line, more={"MCP_CONNECTION_NONBLOCKING": "0"})
    check_slow(agent, codemode, setup, "neither", without=line)


def check_codex(codemode, setup):
    agent = Codex()
    check_report(agent, codemode, setup)
    check_failure(agent, codemode, setup)
    check_late_servers(agent, codemode, setup)
    assert check_slow(agent, codemode, setup, "required = true")
    check_slow(agent, codemode, setup, "without it", without="required = true\n")


def check_opencode(codemode, setup):
    agent = OpenCode()
    check_report(agent, codemode, setup)
    check_failure(agent, codemode, setup)
    check_late_servers(agent, codemode, setup)
    assert check_slow(agent, codemode, setup, "which it waits for")


CHECKS = {"claude-code": check_claude_code, "codex": check_codex,
          "opencode": check_opencode}


def main():
    codemode = os.path.abspath(sys.argv[1])
    if not MODEL.exists():
        npm.skip(f"no scripted model: {MODEL} (set CODEMODE_MODEL_DIR)")
    setup = (npm.install("agents", PACKAGES, scripts=False),
             npm.install("peers", peers_test.PACKAGES))
    for name in sys.argv[2:] or CHECKS:
        CHECKS[name](codemode, setup)


if __name__ == "__main__":
    main()
