# SPDX-License-Identifier: MIT
"""What the end-to-end tests of the command share. Standard library only.

A test file is run as `FILE.py CODEMODE`; every function whose name starts with
`test_` runs in the order of the file, and the first failure ends it.
"""
import atexit
import json
import os
import pathlib
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time

TESTS = pathlib.Path(__file__).resolve().parent.parent
FAULT_SERVER = TESTS / "mcp" / "fault_server.py"
CODEMODE = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "codemode"
# Sanitizers and loaded machines are slow.
PATIENCE = float(os.environ.get("CODEMODE_TEST_PATIENCE", "60"))


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def call(path, args=None):
    """One tool call as JavaScript; its failure becomes { error: message }."""
    names = "".join(f"[{json.dumps(n)}]" for n in path.split(".")[1:])
    first = path.split(".")[0]
    return (f"tools.{first}{names}({compact(args or {})})"
            ".catch((e) => ({ error: e.message })),")


def together(*calls):
    """A program that starts all calls at once and returns their answers."""
    return "return await Promise.all([\n" + "\n".join(calls) + "\n])\n"


def bare(path, args=None):
    """One call that fails the program when it fails."""
    return call(path, args).split(".catch")[0]


def fault_config(folder, **servers):
    """A configuration file with fault servers: name=modes or name=entry."""
    entries = {}
    for name, modes in servers.items():
        entries[name] = modes if isinstance(modes, dict) else {
            "command": sys.executable, "args": [str(FAULT_SERVER), modes]}
    path = pathlib.Path(folder) / "config.json"
    path.write_text(json.dumps({"mcpServers": entries}))
    return str(path)


def slow_config(folder, name, seconds):
    """A configuration file with one server that takes that long to start."""
    script = pathlib.Path(folder) / "slow.py"
    script.write_text(f"import os, sys, time\ntime.sleep({seconds})\n"
                      "os.execv(sys.executable, [sys.executable] + sys.argv[1:])\n")
    return fault_config(folder, **{name: {
        "command": sys.executable, "args": [str(script), str(FAULT_SERVER)]}})


class Done:
    def __init__(self, process):
        self.status = process.returncode
        self.out = process.stdout.decode("utf-8")
        self.err = process.stderr.decode("utf-8", "replace")

    def value(self):
        assert self.status == 0, (self.status, self.out, self.err)
        return json.loads(self.out)

    def __repr__(self):
        return f"status {self.status}\n--- out\n{self.out}\n--- err\n{self.err}"


def codemode(*args, stdin="", env=None, cwd=None):
    process = subprocess.run(
        [CODEMODE, *args], input=stdin.encode(), capture_output=True,
        timeout=PATIENCE, env=dict(os.environ, **(env or {})), cwd=cwd)
    return Done(process)


def own_cache(env=None):
    """The environment of a process that finds nothing kept by another one."""
    folder = tempfile.mkdtemp(prefix="codemode-cache-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return {**os.environ, "XDG_CACHE_HOME": folder, **(env or {})}


class Server:
    """`codemode serve` as a client sees it."""

    def __init__(self, *args, env=None):
        self.process = subprocess.Popen(
            [CODEMODE, "serve", *args], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**own_cache(), **(env or {})})
        self.messages = queue.Queue()
        self.seen = []
        self.early = {}
        self.errors = []
        self.last_id = 0
        self.threads = [threading.Thread(target=target, daemon=True)
                        for target in (self._read, self._drain)]
        for thread in self.threads:
            thread.start()

    def _read(self):
        for line in self.process.stdout:
            self.messages.put(json.loads(line))
        self.messages.put(None)

    def _drain(self):
        for line in self.process.stderr:
            self.errors.append(line.decode("utf-8", "replace"))

    def raw(self, text):
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def send(self, **message):
        self.raw(json.dumps(dict({"jsonrpc": "2.0"}, **message)) + "\n")

    def next(self, timeout=PATIENCE):
        message = self.messages.get(timeout=timeout)
        self.seen.append(message)
        return message

    def answer(self, ident, timeout=PATIENCE):
        """The answer to a request; everything before it goes to `seen`.

        Answers come in any order: one that came while another was waited for
        is kept until it is asked for.
        """
        end = time.monotonic() + timeout
        while ident not in self.early:
            message = self.next(max(0.01, end - time.monotonic()))
            assert message is not None, "".join(self.errors)
            if "method" not in message:
                self.early[message.get("id")] = message
        return self.early.pop(ident)

    def request(self, method, params=None, ident=None):
        if ident is None:
            self.last_id += 1
            ident = self.last_id
        message = {"id": ident, "method": method}
        if params is not None:
            message["params"] = params
        self.send(**message)
        return self.answer(ident)

    def start(self, version="2025-11-25"):
        result = self.request("initialize", {
            "protocolVersion": version, "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"}})["result"]
        self.send(method="notifications/initialized")
        return result

    def execute(self, code, **more):
        return self.request("tools/call", dict(
            {"name": "execute", "arguments": {"code": code}}, **more))["result"]

    def wait_for_tools(self, *names):
        """Lists until the description names all of them."""
        end = time.monotonic() + PATIENCE
        while True:
            tools = self.request("tools/list")["result"]["tools"]
            text = tools[0]["description"] if tools else ""
            if all(name in text for name in names):
                return text
            assert time.monotonic() < end, text
            time.sleep(0.05)

    def ended(self):
        """The exit status; `errors` is whole then."""
        status = self.process.wait(PATIENCE)
        for thread in self.threads:
            thread.join(PATIENCE)
        return status

    def stop(self):
        self.process.stdin.close()
        return self.ended()

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if self.process.poll() is None:
            if not self.process.stdin.closed:
                self.process.stdin.close()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
        if kind is not None:
            print("".join(self.errors))
        else: # a sanitizer speaks through the exit status
            assert self.process.returncode == 0, "".join(self.errors)


def main(names):
    n = 0
    for name, function in list(names.items()):
        if not name.startswith("test_") or not callable(function):
            continue
        started = time.monotonic()
        try:
            if function.__code__.co_argcount == 1:
                with tempfile.TemporaryDirectory() as folder:
                    function(folder)
            else:
                function()
        except BaseException:
            print(f"not ok {name}", flush=True)
            raise
        print(f"ok {name} ({time.monotonic() - started:.2f} s)", flush=True)
        n += 1
    print(f"{n} tests passed")
