#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""server_test.py CODEMODE: the official conformance suite against our server
side. Exit status 77 with a reason when npm cannot be reached.

The suite asks for tools, prompts and resources that the gateway has not, so it
passes on a server of ours that has them (fixture.py), over both transports. The
fixture is tried by itself first: what it lacks is no fault of the gateway. The
scenarios that need none of that run against the gateway's own tool as well.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "peers"), str(HERE.parents[1] / "cli")]
import npm # noqa: E402

SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12"
FIXTURE = str(HERE / "fixture.py")
SCORED = {"2025-11-25": 30, "2026-07-28": 37}
# Of the scenarios that the suite runs without scoring them, those that have to
# pass. Tasks are not spoken.
UNSCORED = {
    "2025-11-25": ["server-session-lifecycle", "json-schema-2020-12",
                   "server-sse-polling"],
    "2026-07-28": ["json-schema-2020-12", "http-header-validation",
                   "http-custom-header-server-validation"],
}
# With the one tool `execute`: the checks that fail, since they ask for a tool,
# prompts or resources that are not there.
OWN_TOOL = [
    ("2025-11-25", "server-initialize", []),
    ("2025-11-25", "ping", []),
    ("2025-11-25", "tools-list", []),
    ("2025-11-25", "logging-set-level", []),
    ("2025-11-25", "dns-rebinding-protection", []),
    ("2025-11-25", "server-sse-multiple-streams", []),
    ("2025-11-25", "server-session-lifecycle", []),
    ("2026-07-28", "server-stateless", [
        "sep-2575-server-rejects-undeclared-capability",
        "sep-2575-missing-capability-http-400"]),
    ("2026-07-28", "tools-list", []),
    ("2026-07-28", "http-header-validation", []),
    ("2026-07-28", "dns-rebinding-protection", []),
    ("2026-07-28", "server-sse-multiple-streams", []),
    ("2026-07-28", "input-required-result-unsupported-methods", []),
    ("2026-07-28", "caching", [
        "sep-2549-prompts-list-caching-hints",
        "sep-2549-resources-list-caching-hints",
        "sep-2549-resources-templates-list-caching-hints"]),
]


class Suite:
    def __init__(self):
        self.node = npm.node_22()
        folder = npm.install("conformance", [SUITE], scripts=False)
        self.script = npm.module(
            folder, "@modelcontextprotocol/conformance/dist/index.js")

    def run(self, url, *options):
        """(what it printed, {scenario: [checks]})"""
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [self.node, self.script, "server", "--url", url, "-o", "out",
                 *options], cwd=folder, text=True, timeout=300,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            checks = {}
            for path in pathlib.Path(folder, "out").glob("*/checks.json"):
                name = re.fullmatch(r"server-(.*?)-\d{4}-\d\d-\d\dT.*",
                                    path.parent.name).group(1)
                checks[name] = json.loads(path.read_text())
        return done.stdout, checks


class Process:
    """One that says the address it serves, and is ended by `with`."""

    def __init__(self, command, stream):
        self.process = subprocess.Popen(command, text=True,
                                        stdin=subprocess.DEVNULL,
                                        **{stream: subprocess.PIPE})
        self.stream = getattr(self.process, stream)
        line = self.stream.readline()
        found = re.search(r"http://\S+", line)
        assert found, line
        self.url = found.group(0)

    def __enter__(self):
        return self.url

    def __exit__(self, *what):
        self.process.terminate()
        self.process.wait(20)
        self.stream.close()


def gateway(codemode, *options):
    return Process([codemode, "serve", "--http", "127.0.0.1:0", *options],
                   "stderr")


def failures(checks):
    return [check["id"] for check in checks if check["status"] == "FAILURE"]


def show(name, checks):
    for check in checks:
        if check["status"] == "FAILURE":
            print(f"  {name}: {check['id']}: {check.get('errorMessage')}")


def run_required(suite, url, version, title):
    """Whether everything that is asked for passes."""
    out, checks = suite.run(url, "--requirements", version)
    unscored = set(re.findall(r"^  [^\w\s] (\S+) \(", out, re.MULTILINE))
    scored = set(re.findall(r"^[^\w\s] (\S+): \d+ passed", out,
                            re.MULTILINE)) - unscored
    asked = scored | set(UNSCORED[version])
    bad = [name for name in sorted(asked) if failures(checks.get(name, [])) or
           name not in checks]
    passed = len(scored) - len(scored & set(bad))
    n_checks = sum(check["status"] == "SUCCESS"
                   for name in scored for check in checks.get(name, []))
    print(f"{version}  {title}: {passed} of {len(scored)} scored scenarios, "
          f"{n_checks} checks", flush=True)
    if len(scored) != SCORED[version]:
        print(out[-3000:])
        return False
    for name in bad:
        show(name, checks.get(name, []))
    return not bad


def run_own_tool(suite, codemode):
    n_whole = n_passed = n_checks = 0
    is_good = True
    with gateway(codemode, "--demo") as url:
        for version, name, expected in OWN_TOOL:
            _, checks = suite.run(url, "--spec-version", version,
                                  "--scenario", name)
            got = [check for one in checks.values() for check in one]
            n_whole += not expected
            n_passed += sum(check["status"] == "SUCCESS" for check in got)
            n_checks += sum(check["status"] in ("SUCCESS", "FAILURE")
                            for check in got)
            if not got or sorted(failures(got)) != sorted(expected):
                is_good = False
                print(f"  {version} {name}: failed {failures(got)}, expected "
                      f"{expected}")
                show(name, got)
    print(f"execute: {n_passed} of {n_checks} checks of {len(OWN_TOOL)} "
          f"scenarios, {n_whole} of them whole", flush=True)
    return is_good


def main():
    codemode = os.path.abspath(sys.argv[1])
    suite = Suite()
    results = []
    with tempfile.TemporaryDirectory() as folder, Process(
            [sys.executable, FIXTURE, "--http"], "stdout") as fixture_url:
        entries = {"stdio": {"command": sys.executable, "args": [FIXTURE]},
                   "HTTP": {"url": fixture_url}}
        for version in SCORED:
            results.append(run_required(suite, fixture_url, version,
                                        "the fixture alone"))
            for transport, entry in entries.items():
                config = pathlib.Path(folder) / "config.json"
                config.write_text(json.dumps({"mcpServers": {"fixture": entry}}))
                with gateway(codemode, "--passthrough", "--config",
                             str(config)) as url:
                    results.append(run_required(
                        suite, url, version, f"passed on, {transport} behind"))
    results.append(run_own_tool(suite, codemode))
    if not all(results):
        sys.exit("what had to pass did not")


if __name__ == "__main__":
    main()
