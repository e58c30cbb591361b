#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fifty clients before the gateway for a long time, over HTTP and over pipes.

    gateway_soak.py CODEMODE SERVER [SECONDS]

The servers behind (server.c, and one over HTTP in here) are killed at random,
are slow, speak garbage, answer twice or never. Each client runs programs with
numbers of its own and checks every answer: the numbers, or a failure that has a
name. Every request is answered once. Clients come and go, cancel requests and
hang up. Now and then all is quiet, and then memory, descriptors and processes
must be what they were. The environment: SOAK_CLIENTS, SOAK_SEED; SOAK_SANITIZED
says that freed memory is kept for a while, so that memory is not looked at.
"""
import asyncio
import collections
import json
import os
import random
import re
import signal
import sys
import tempfile
import time

CODEMODE, SERVER = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
SECONDS = float(sys.argv[3]) if len(sys.argv) > 3 else 120
CLIENTS = int(os.environ.get("SOAK_CLIENTS", "50"))
SEED = int(os.environ.get("SOAK_SEED", "1"))
SANITIZED = os.environ.get("SOAK_SANITIZED", "") not in ("", "0")
PATIENCE = 120 # seconds until an answer counts as lost
CALL_TIMEOUT_MS = 3000
PIPES = min(5, CLIENTS // 10 + 1) # clients with a gateway of their own
KEPT_MAX = 256 # connections; --max-concurrent-calls
QUIET_EVERY = max(5.0, min(20.0, SECONDS / 8))

# So that resident memory follows what is in use, not what malloc keeps for
# later.
MALLOC = {"MALLOC_ARENA_MAX": "1", "MALLOC_TRIM_THRESHOLD_": "65536",
          "MALLOC_MMAP_THRESHOLD_": "65536"}
LOCAL = ("alpha", "beta", "gamma") # servers as processes
REMOTE = "delta" # the one over HTTP
HOWS = ([""] * 30 + ["slow"] * 6 + ["junk"] * 3 + ["twice"] * 3 + ["big"] * 2 +
        ["fail"] * 3 + ["error"] * 3 + ["wrong"])
DEADLY = 0.001 # of the calls of one server

# What a server that is gone, silent or wrong makes of a call.
NAMED = re.compile(
    r'server "(alpha|beta|gamma|delta)": .{3,}|failed \d+|.*refused \d+.*'
    r'|.*(?:no answer|result|timed out|did not answer).*', re.S)

counts = collections.Counter()
failures = collections.Counter()


class Trouble(AssertionError):
    pass


def expect(condition, *what):
    if not condition:
        raise Trouble(" ".join(str(w)[:2000] for w in what))


# ---- programs ----

class Job:
    """A program, and what its answer may be."""

    def __init__(self, rng, remote_is_up):
        self.wanted = []
        calls = []
        names = LOCAL + ((REMOTE,) if remote_is_up else ())
        for _ in range(rng.randint(1, 4)):
            n = rng.randrange(10**9)
            how = rng.choice(HOWS)
            name = rng.choice(names)
            if name == "gamma" and rng.random() < DEADLY:
                how = rng.choice(("die", "half"))
            self.wanted.append((name, how, n))
            calls.append(f"tools.{name}.act({{ n: {n}, how: '{how}', "
                         f"ms: {rng.randint(1, 60)} }})"
                         ".then((r) => [r.n, r.text?.length ?? 0], "
                         "(e) => '!' + e.message)")
        self.tag = rng.randrange(10**9)
        self.code = (f"return [{self.tag}, await Promise.all([\n"
                     + ",\n".join(calls) + "\n])]")

    def check(self, result):
        expect(not result.get("isError"), "the program failed:", result)
        value = json.loads(result["content"][0]["text"])
        expect(value[0] == self.tag and len(value[1]) == len(self.wanted),
               "another program's answer:", value, self.wanted)
        for got, (name, how, n) in zip(value[1], self.wanted):
            self.check_one(got, name, how, n)

    def check_one(self, got, name, how, n):
        if isinstance(got, list):
            expect(how not in ("fail", "error", "die", "half"),
                   "an answer to", how, got)
            size = 100000 if how == "big" else 0
            expect(how == "wrong" or got == [n, size], "wrong numbers:", got,
                   "for", n, how)
            counts["answers of tools"] += 1
            return
        expect(isinstance(got, str) and got[0] == "!", "no answer:", got)
        expect(NAMED.fullmatch(got[1:]), "a failure without a name:", got, how)
        if how == "fail" and f"failed {n}" in got:
            kind = "isError"
        elif how == "error" and f"refused {n}" in got:
            kind = "JSON-RPC error"
        else:
            numbers = re.findall(r"(?:failed|refused) (\d+)", got)
            expect(not numbers, "another call's failure:", got, n)
            expect(got.startswith(f'!server "{name}"'),
                   "a failure that names no server:", got, how)
            kind = re.sub(r'"[a-z]+"', '"..."', got[1:])
            kind = re.sub(r"\d+", "N", kind)[:90]
        failures[kind] += 1
        counts["named failures of tools"] += 1


# ---- clients ----

class Quiet:
    """A door that closes now and then, so that all clients are idle."""

    def __init__(self):
        self.is_open = asyncio.Event()
        self.is_open.set()
        self.n_inside = 0
        self.left = asyncio.Event()

    async def enter(self):
        await self.is_open.wait()
        self.n_inside += 1

    def leave(self):
        self.n_inside -= 1
        self.left.set()

    async def close(self):
        self.is_open.clear()
        while self.n_inside > 0:
            self.left.clear()
            await asyncio.wait_for(self.left.wait(), PATIENCE)


INITIALIZE = {"protocolVersion": "2025-06-18", "capabilities": {},
              "clientInfo": {"name": "soak", "version": "1"}}


def message(method, params=None, ident=None):
    m = {"jsonrpc": "2.0", "method": method}
    if ident is not None:
        m["id"] = ident
    if params is not None:
        m["params"] = params
    return json.dumps(m)


class PipeClient:
    """`codemode serve` of its own; requests overlap."""

    def __init__(self, folder, config):
        self.folder, self.config = folder, config
        self.waiting = {}
        self.cancelled = set()
        self.last = 0

    async def open(self):
        self.process = await asyncio.create_subprocess_exec(
            CODEMODE, "serve", "--config", self.config,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL, limit=2**26,
            env={**os.environ, **MALLOC, "XDG_CACHE_HOME": self.folder})
        self.reader = asyncio.create_task(self.read())
        await self.ask("initialize", INITIALIZE)
        await self.send(message("notifications/initialized"))

    async def read(self):
        while line := await self.process.stdout.readline():
            m = json.loads(line)
            if "method" in m:
                continue
            ident = m.get("id")
            if ident in self.cancelled: # it was faster than the cancellation
                self.cancelled.discard(ident)
                continue
            future = self.waiting.pop(ident, None)
            expect(future is not None, "an answer that nobody waits for:", m)
            future.set_result(m)
        for future in self.waiting.values():
            future.set_exception(Trouble("the gateway has ended"))

    async def send(self, text):
        self.process.stdin.write(text.encode() + b"\n")
        await self.process.stdin.drain()

    async def ask(self, method, params):
        self.last += 1
        future = asyncio.get_running_loop().create_future()
        self.waiting[self.last] = future
        await self.send(message(method, params, self.last))
        counts["requests"] += 1
        m = await asyncio.wait_for(future, PATIENCE)
        counts["answers"] += 1
        expect("result" in m, "an error:", m)
        return m["result"]

    async def call(self, code):
        return await self.ask("tools/call",
                              {"name": "execute", "arguments": {"code": code}})

    async def call_and_cancel(self, code, delay):
        self.last += 1
        ident = self.last
        future = asyncio.get_running_loop().create_future()
        self.waiting[ident] = future
        await self.send(message("tools/call", {
            "name": "execute", "arguments": {"code": code}}, ident))
        counts["requests"] += 1
        await asyncio.sleep(delay)
        await self.send(message("notifications/cancelled",
                                {"requestId": ident}))
        if not future.done():
            del self.waiting[ident]
            self.cancelled.add(ident)
        counts["cancelled"] += 1

    async def renew(self, rng):
        pass

    async def rest(self):
        """Nothing to close: the pipe stays."""

    async def close(self):
        self.process.stdin.close()
        status = await asyncio.wait_for(self.process.wait(), PATIENCE)
        expect(status == 0, "a gateway ended with", status)
        await self.reader

    def pid(self):
        return self.process.pid


class HttpClient:
    """A session of the gateway that all share."""

    def __init__(self, port):
        self.port = port
        self.last = 0
        self.session = None
        self.reader = self.writer = None

    async def open(self):
        head, body = await self.post(message("initialize", INITIALIZE, 1))
        self.session = head["mcp-session-id"]
        expect("result" in body[0], body)
        await self.post(message("notifications/initialized"))

    async def request(self, method, text):
        for again in (False, True):
            if self.writer is None:
                self.reader, self.writer = await asyncio.open_connection(
                    "127.0.0.1", self.port, limit=2**26)
                again = True
            session = (f"mcp-session-id: {self.session}\r\n"
                       if self.session else "")
            body = text.encode()
            self.writer.write(
                f"{method} /mcp HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\n"
                "accept: application/json, text/event-stream\r\n"
                f"content-type: application/json\r\n{session}"
                f"content-length: {len(body)}\r\n\r\n".encode() + body)
            await self.writer.drain()
            line = await self.reader.readline()
            if line:
                break
            # an idle connection was closed as this request came
            expect(not again, "the connection was closed")
            await self.hang_up()
        head = {"status": int(line.split()[1])}
        while (line := await self.reader.readline()) not in (b"\r\n", b""):
            name, _, value = line.decode().partition(":")
            head[name.lower()] = value.strip()
        return head

    async def body(self, head):
        if head.get("transfer-encoding", "") == "chunked":
            parts = []
            while size := int(await self.reader.readline(), 16):
                parts.append(await self.reader.readexactly(size))
                await self.reader.readline()
            await self.reader.readline()
            return b"".join(parts)
        return await self.reader.readexactly(int(head.get("content-length", 0)))

    async def post(self, text):
        head = await self.request("POST", text)
        body = await self.body(head)
        if head.get("connection", "").lower() == "close":
            await self.hang_up()
        if head.get("content-type", "").startswith("text/event-stream"):
            found = [json.loads(line[5:]) for line in body.decode().split("\n")
                     if line.startswith("data:") and line[5:].strip()]
        else:
            found = [json.loads(body)] if body else []
        expect(head["status"] in (200, 202), "HTTP", head["status"], body)
        return head, found

    async def ask(self, method, params):
        self.last += 1
        counts["requests"] += 1
        _, found = await asyncio.wait_for(
            self.post(message(method, params, self.last)), PATIENCE)
        answers = [m for m in found if "method" not in m]
        expect(len(answers) == 1 and answers[0].get("id") == self.last,
               "not one answer:", found)
        expect("result" in answers[0], "an error:", answers[0])
        counts["answers"] += 1
        return answers[0]["result"]

    async def call(self, code):
        return await self.ask("tools/call",
                              {"name": "execute", "arguments": {"code": code}})

    async def call_and_cancel(self, code, delay):
        """Hangs up; the session lives on."""
        self.last += 1
        counts["requests"] += 1
        task = asyncio.create_task(self.post(message("tools/call", {
            "name": "execute", "arguments": {"code": code}}, self.last)))
        await asyncio.sleep(delay)
        task.cancel()
        try:
            await task
            counts["answers"] += 1
        except asyncio.CancelledError:
            counts["hung up"] += 1
        await self.hang_up()

    async def hang_up(self):
        if self.writer:
            self.writer.close()
            try:
                await self.writer.wait_closed()
            except OSError:
                pass
        self.writer = None

    async def renew(self, rng):
        """Another session on another connection."""
        await self.close()
        await self.open()
        counts["sessions"] += 1

    async def rest(self):
        await self.hang_up()

    async def close(self):
        head = await self.request("DELETE", "")
        await self.body(head)
        expect(head["status"] in (200, 202, 204), "DELETE", head["status"])
        self.session = None
        await self.hang_up()


async def client_life(client, number, quiet, end, remote):
    rng = random.Random(SEED * 1000 + number)
    while time.monotonic() < end:
        await quiet.enter()
        try:
            job = Job(rng, remote.is_meant_to_run)
            chance = rng.random()
            if chance < 0.03:
                await client.call_and_cancel(job.code, rng.random() * 0.05)
            elif chance < 0.05:
                await client.renew(rng)
            else:
                job.check(await client.call(job.code))
        finally:
            quiet.leave()
        await asyncio.sleep(rng.random() * 0.1)


# ---- the server over HTTP ----

class Remote:
    """An MCP server in this process that closes its connections at random."""

    is_meant_to_run = True

    async def open(self):
        self.writers = set()
        self.server = await asyncio.start_server(
            self.connected, "127.0.0.1", getattr(self, "port", 0),
            limit=2**24)
        self.port = self.server.sockets[0].getsockname()[1]

    async def connected(self, reader, writer):
        self.writers.add(writer)
        try:
            while await self.one(reader, writer):
                pass
        except (OSError, EOFError, asyncio.CancelledError):
            pass
        finally:
            self.writers.discard(writer)
            writer.close()

    async def one(self, reader, writer):
        line = await reader.readline()
        if not line:
            return False
        length = 0
        while (field := await reader.readline()) not in (b"\r\n", b""):
            if field.lower().startswith(b"content-length:"):
                length = int(field.split(b":")[1])
        body = await reader.readexactly(length)
        if not line.startswith(b"POST"):
            await self.reply(writer, 405, b"")
            return True
        m = json.loads(body)
        if "id" not in m:
            await self.reply(writer, 202, b"")
            return True
        return await self.answer(writer, m)

    async def answer(self, writer, m):
        result = {"protocolVersion": "2025-06-18",
                  "capabilities": {"tools": {}},
                  "serverInfo": {"name": "remote", "version": "1"}}
        if m["method"] == "tools/list":
            result = {"tools": [{
                "name": "act", "inputSchema": {"type": "object"},
                "outputSchema": {"type": "object"}}]}
        elif m["method"] == "tools/call":
            arguments = m["params"]["arguments"]
            how, n = arguments["how"], arguments["n"]
            if random.random() < DEADLY:
                if n % 2:
                    writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: "
                                 b"application/json\r\ncontent-length: 500"
                                 b"\r\n\r\n{\"jsonrpc")
                    await writer.drain()
                return False
            if how == "slow":
                await asyncio.sleep(arguments["ms"] / 1000)
            content = {"n": n}
            if how == "big":
                content["text"] = "x" * 100000
            result = {"content": [], "structuredContent": content}
            if how == "fail":
                result = {"isError": True, "content": [
                    {"type": "text", "text": f"failed {n}"}]}
            elif how == "wrong":
                result = 7
            elif how == "error":
                return await self.reply(writer, 200, json.dumps({
                    "jsonrpc": "2.0", "id": m["id"], "error": {
                        "code": -32001, "message": f"refused {n}"}}).encode())
        return await self.reply(writer, 200, json.dumps(
            {"jsonrpc": "2.0", "id": m["id"], "result": result}).encode())

    async def reply(self, writer, status, body):
        writer.write(f"HTTP/1.1 {status} OK\r\ncontent-type: application/json"
                     f"\r\ncontent-length: {len(body)}\r\n\r\n".encode() + body)
        await writer.drain()
        return True

    async def kill(self):
        """All connections at once, and nobody listens for a moment."""
        self.server.close()
        for writer in list(self.writers):
            writer.transport.abort()
        await asyncio.sleep(0.3)
        await self.open()
        counts["kills of the remote server"] += 1

    async def close(self):
        self.server.close()
        for writer in list(self.writers):
            writer.transport.abort()


# ---- processes ----

def children(pid):
    """[(pid, state, name)] of all that have it as their parent."""
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat") as f:
                stat = f.read()
        except OSError:
            continue
        name, _, rest = stat[stat.index("(") + 1:].rpartition(")")
        state, parent = rest.split()[:2]
        if int(parent) == pid:
            found.append((int(entry), state, name))
    return found


def descriptors(pid, port):
    """(how many, connections to the port), the latter not among the former:
    the gateway keeps some of them open for the next request."""
    kept = set()
    with open(f"/proc/{pid}/net/tcp") as f:
        for line in f:
            parts = line.split()
            if parts[2].endswith(f":{port:04X}"):
                kept.add(f"socket:[{parts[9]}]")
    names = []
    for name in os.listdir(f"/proc/{pid}/fd"):
        try:
            names.append(os.readlink(f"/proc/{pid}/fd/{name}"))
        except OSError:
            pass
    n = sum(name in kept for name in names)
    return len(names) - n, n


def resident_kib(pid):
    with open(f"/proc/{pid}/status") as f:
        return int(re.search(r"VmRSS:\s+(\d+)", f.read()).group(1))


async def kill_servers(pids, end, remote, rng):
    while time.monotonic() < end:
        await asyncio.sleep(rng.random() * 2)
        if rng.random() < 0.1:
            await remote.kill()
            continue
        servers = [c[0] for pid in pids for c in children(pid) if c[1] != "Z"]
        if servers:
            victim = rng.choice(servers)
            try:
                os.kill(victim, rng.choice((signal.SIGKILL, signal.SIGTERM)))
                counts["kills of processes"] += 1
            except ProcessLookupError:
                pass


async def wake_all(client):
    """Until every server behind answers again."""
    end = time.monotonic() + PATIENCE
    names = LOCAL + (REMOTE,)
    code = ("return await Promise.all([" + ", ".join(
        f"tools.{name}.act({{ n: 1, how: '', ms: 0 }}).then((r) => r.n, "
        "(e) => e.message)" for name in names) + "])")
    while True:
        result = await client.call(code)
        value = json.loads(result["content"][0]["text"])
        if value == [1] * len(names):
            return
        expect(time.monotonic() < end, "servers do not come back:", value)
        await asyncio.sleep(0.2)


class Gateways:
    """What is measured of all gateways when all is quiet."""

    def __init__(self, shared, port):
        self.shared = shared # the process of the HTTP gateway
        self.port = port     # of the remote server
        self.first = None
        self.resident = []

    async def settle(self, pid):
        """Descriptors and children, when they have stopped changing."""
        seen = None
        for _ in range(100):
            own, kept = descriptors(pid, self.port)
            expect(kept <= KEPT_MAX, "connections to one server:", kept)
            now = (own, len(children(pid)))
            if now == seen:
                break
            seen = now
            await asyncio.sleep(0.15)
        for child in children(pid):
            expect(child[1] != "Z", "a zombie:", child)
        return seen

    async def measure(self, clients):
        pids = [self.shared.pid] + [c.pid() for c in clients
                                    if isinstance(c, PipeClient)]
        seen = [await self.settle(pid) for pid in pids]
        if self.first is None:
            self.first = seen
        expect(seen == self.first, "descriptors and children:", self.first,
               "before,", seen, "now")
        self.resident.append(sum(resident_kib(pid) for pid in pids))
        return seen


async def start_shared(config, folder):
    process = await asyncio.create_subprocess_exec(
        CODEMODE, "serve", "--http", "127.0.0.1:0", "--config", config,
        stdin=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
        env={**os.environ, **MALLOC, "XDG_CACHE_HOME": folder})
    line = (await process.stderr.readline()).decode()
    found = re.search(r"serving http://127\.0\.0\.1:(\d+)/mcp", line)
    expect(found, line)
    return process, int(found.group(1))


async def drain(stream, kept):
    while line := await stream.readline():
        kept.append(line.decode("utf-8", "replace"))


def write_config(folder, port):
    path = os.path.join(folder, "config.json")
    servers = {name: {"command": SERVER, "callTimeoutMs": CALL_TIMEOUT_MS}
               for name in LOCAL}
    servers[REMOTE] = {"url": f"http://127.0.0.1:{port}/mcp", "type": "http",
                       "callTimeoutMs": CALL_TIMEOUT_MS}
    with open(path, "w") as f:
        json.dump({"mcpServers": servers}, f)
    return path


async def take_turns(clients, gateways, quiet, end, remote, started):
    """All is quiet now and then; in between the clients and the killer run."""
    rng = random.Random(SEED)
    pids = [gateways.shared.pid] + [c.pid() for c in clients
                                    if isinstance(c, PipeClient)]
    lives = [asyncio.create_task(client_life(c, i, quiet, end, remote))
             for i, c in enumerate(clients)]
    while time.monotonic() < end:
        until = min(end, time.monotonic() + QUIET_EVERY)
        killer = asyncio.create_task(kill_servers(pids, until, remote, rng))
        while time.monotonic() < until:
            await asyncio.sleep(0.2)
            for life in lives:
                if life.done():
                    life.result()
        await killer
        await quiet.close()
        for client in clients:
            await client.rest()
        for client in clients[-PIPES - 1:]: # pipes, and one of HTTP
            await wake_all(client)
            await client.rest()
        seen = await gateways.measure(clients)
        print(f"{time.monotonic() - started:7.1f} s  {counts['answers']:8} "
              f"answers  {counts['kills of processes']:5} kills  "
              f"{gateways.resident[-1]:7} KiB resident  "
              f"descriptors and children {seen[0]}", flush=True)
        quiet.is_open.set()
    for life in lives:
        await life


def check_memory(resident):
    """Flat after the first third."""
    if SANITIZED or len(resident) < 4:
        return
    warm = max(resident[:len(resident) // 3 + 1])
    most = max(warm * 1.01, warm + 1024)
    expect(max(resident[-2:]) <= most, "resident memory grows:", resident)


async def soak(folder):
    remote, quiet, errors = Remote(), Quiet(), []
    started = time.monotonic()
    await remote.open()
    config = write_config(folder, remote.port)
    process, port = await start_shared(config, folder)
    reader = asyncio.create_task(drain(process.stderr, errors))
    clients = [HttpClient(port) for _ in range(CLIENTS - PIPES)]
    clients += [PipeClient(folder, config) for _ in range(PIPES)]
    await asyncio.gather(*(c.open() for c in clients))
    gateways = Gateways(process, remote.port)
    end = time.monotonic() + SECONDS
    try:
        await take_turns(clients, gateways, quiet, end, remote, started)
        await asyncio.gather(*(c.close() for c in clients))
        process.terminate()
        status = await asyncio.wait_for(process.wait(), PATIENCE)
        await reader
        expect(status == 0, "the gateway ended with", status)
        left = [c for c in children(os.getpid()) + children(1)
                if c[2] == os.path.basename(SERVER)[:15]]
        expect(not left, "processes are left:", left)
        check_memory(gateways.resident)
    except BaseException:
        print("".join(errors[-30:]))
        raise
    finally:
        await remote.close()
        for p in [process] + [c.process for c in clients
                              if isinstance(c, PipeClient)]:
            if p.returncode is None:
                p.kill()
    print(f"{CLIENTS} clients, {PIPES} of them over pipes, "
          f"{time.monotonic() - started:.0f} s")
    for name, n in sorted(counts.items()):
        print(f"{n:9}  {name}")
    for name, n in failures.most_common():
        print(f"{n:9}  {name}")
    print(f"resident KiB when all was quiet: {gateways.resident}")
    print("every request was answered once and rightly")


def main():
    with tempfile.TemporaryDirectory(prefix="codemode-soak-") as folder:
        asyncio.run(soak(folder))


main()
