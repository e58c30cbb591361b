# SPDX-License-Identifier: MIT
"""A client that answers forms with their defaults, before `codemode serve
--passthrough`: what a server asks of its client has to get through the gateway,
and so has the answer."""
import json
import subprocess


class Session:
    def __init__(self, codemode, config):
        self.process = subprocess.Popen(
            [codemode, "serve", "--passthrough", "--config", str(config)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last_id = 0

    def send(self, **message):
        self.process.stdin.write(
            json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.process.stdin.flush()

    def request(self, method, params):
        self.last_id += 1
        ident = self.last_id
        self.send(id=ident, method=method, params=params)
        for line in self.process.stdout:
            message = json.loads(line)
            if message.get("method") == "elicitation/create":
                self.send(id=message["id"],
                          result=filled(message["params"]["requestedSchema"]))
            elif "method" not in message and message.get("id") == ident:
                return message
        raise EOFError(method)

    def start(self):
        answer = self.request("initialize", {
            "protocolVersion": "2025-11-25",
            "capabilities": {"elicitation": {"form": {}}},
            "clientInfo": {"name": "codemode-conformance", "version": "1"}})
        self.send(method="notifications/initialized")
        return answer

    def end(self):
        self.process.stdin.close()
        return self.process.wait(20)


def filled(schema):
    """The form accepted with the defaults of its fields."""
    return {"action": "accept", "content": {
        key: field["default"]
        for key, field in schema.get("properties", {}).items()
        if "default" in field}}


def run(codemode, config):
    session = Session(codemode, config)
    session.start()
    tools = session.request("tools/list", {})["result"]["tools"]
    for tool in tools:
        answer = session.request("tools/call",
                                 {"name": tool["name"], "arguments": {}})
        print(json.dumps(answer))
    return session.end()
