#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""client_test.py CODEMODE: the official conformance suite against our client
side. Exit status 77 with a reason when npm cannot be reached.

Left out: auth/* (OAuth is not built in).
"""
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "peers"))
import npm # noqa: E402

SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12"
SCENARIOS = {
    "2025-11-25": ["initialize", "tools_call", "sse-retry",
                   "elicitation-sep1034-client-defaults",
                   "json-schema-2020-12-preservation"],
    "2026-07-28": ["tools_call", "request-metadata",
                   "sep-2322-client-request-state", "http-standard-headers",
                   "http-custom-headers", "http-invalid-tool-headers",
                   "json-schema-ref-no-deref",
                   "json-schema-2020-12-preservation"],
}


def main():
    codemode = os.path.abspath(sys.argv[1])
    node = npm.node_22()
    folder = npm.install("conformance", [SUITE], scripts=False)
    suite = npm.module(folder,
                       "@modelcontextprotocol/conformance/dist/index.js")
    command = " ".join(json.dumps(word) for word in (
        sys.executable, "-B", str(HERE / "client.py"), codemode))
    failed = []
    for version, names in SCENARIOS.items():
        for name in names:
            done = subprocess.run(
                [node, suite, "client", "--command", command, "--scenario",
                 name, "--spec-version", version],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                timeout=120, cwd=folder)
            passed = done.returncode == 0
            print("ok" if passed else "not ok", version, name, flush=True)
            if not passed:
                print(done.stdout)
                failed.append(f"{version} {name}")
    assert not failed, failed
    print(f"{sum(map(len, SCENARIOS.values()))} scenarios passed")


if __name__ == "__main__":
    main()
