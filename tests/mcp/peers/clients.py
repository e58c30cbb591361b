# SPDX-License-Identifier: MIT
"""What the tests with real MCP clients share: a folder with three real servers
behind one configuration, and `codemode serve` over HTTP."""
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "cli"))
import harness  # noqa: E402
import npm  # noqa: E402
import peers_test  # noqa: E402

SDK = ["@modelcontextprotocol/sdk@1.32.2", "@modelcontextprotocol/client@2.4.0"]


def servers(folder):
    """A configuration of three real servers whose data is in the folder."""
    folder = pathlib.Path(folder).resolve()
    data = folder / "data"
    data.mkdir(exist_ok=True)
    (data / "apple.txt").write_text("one\n")
    peers = npm.install("peers", peers_test.PACKAGES)
    text = (HERE / "config.json").read_text()
    path = folder / "servers.json"
    path.write_text(text.replace("${PEERS_DIR}", str(peers))
                    .replace("${PEERS_DATA}", str(data)))
    return str(path)


class Http:
    """`codemode serve --http` on a free port."""

    def __init__(self, *args):
        self.process = subprocess.Popen(
            [harness.CODEMODE, "serve", "--http", "127.0.0.1:0", *args],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True)
        line = self.process.stderr.readline()
        found = re.fullmatch(r"serving (http://\S+)\n", line)
        assert found, line + self.process.stderr.read()
        self.url = found[1]

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.process.terminate()
        errors = self.process.stderr.read()
        status = self.process.wait(harness.PATIENCE)
        if kind is not None:
            print(errors)
        else:
            assert status == 0, (status, errors)


def run(words, *, stdin="", env=None):
    return subprocess.run(
        words, input=stdin, capture_output=True, text=True,
        env=dict(os.environ, **(env or {})), timeout=4 * harness.PATIENCE)
