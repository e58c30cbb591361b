#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A server on a pipe that says more than its client reads, and then asks.

Tools, all with {"logs": N, "asks": N, "bytes": N}, what a question is padded to:
    ask    N lines of a log of 1 MB each, then N questions; answered with the
           words of the answers when all have come
    note   as ask, but is answered at once: the rest belongs to no request
    tell   N lines of a log, then an answer

The argument is a file that grows by a line when a call's part is said, and read:
half a second later, since messages on a pipe go to the newest request.
"""
import json
import sys
import time


def say(**message):
    sys.stdout.write(json.dumps(dict({"jsonrpc": "2.0"}, **message)) + "\n")
    sys.stdout.flush()


def log(n):
    for i in range(n):
        say(method="notifications/message", params={
            "level": "info", "data": f"{i} " + "x" * 1000000})


def result(text):
    return {"content": [{"type": "text", "text": text}], "resultType": "complete"}


def words(message):
    if "error" in message:
        return f"{message['error']['code']} {message['error']['message']}"
    return message["result"]["action"]


def handshake(params):
    return {"protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}, "logging": {}},
            "serverInfo": {"name": "asking", "version": "1"}}


asked = {} # id of a question: its call
due = {}   # id of a call: how many answers it waits for
heard = {} # id of a call: the words of those that came


def said():
    time.sleep(0.5)
    with open(sys.argv[1], "a") as file:
        file.write("said\n")


def call(ident, name, arguments):
    n = arguments.get("asks", 1)
    if name in ("note", "tell"):
        log(arguments["logs"] if name == "tell" else 0)
        say(id=ident, result=result(name))
    if name == "tell":
        return
    log(arguments["logs"])
    due[ident], heard[ident] = n, []
    for i in range(n):
        question = f"q{ident}-{i}"
        asked[question] = ident
        say(id=question, method="elicitation/create", params={
            "message": "?" * arguments.get("bytes", 1),
            "requestedSchema": {"type": "object", "properties": {}}})


def take_answer(message):
    ident = asked.pop(message["id"])
    heard[ident].append(words(message))
    due[ident] -= 1
    if due[ident] == 0:
        say(id=ident, result=result(", ".join(heard[ident])))


def main():
    for line in sys.stdin:
        message = json.loads(line)
        ident, method = message.get("id"), message.get("method")
        if method == "initialize":
            say(id=ident, result=handshake(message["params"]))
        elif method == "tools/call":
            call(ident, message["params"]["name"], message["params"]["arguments"])
            said()
        elif method == "heard":
            say(id=ident, result={"heard": [w for one in heard.values() for w in one]})
        elif method is None:
            take_answer(message)
        elif ident is not None:
            say(id=ident, result={})


if __name__ == "__main__":
    main()
