#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""codemode serve --passthrough --http before clients that do not read: what the
server asks and answers is not left out, whatever else is."""
import json
import pathlib
import sys
import threading

from harness import TESTS, main
from http_test import Gateway, break_off, events, fields, gateway, request
from passthrough_test import tool, wait_for, words, write_config

SERVER = str(TESTS / "mcp" / "asking_server.py")
LOGS = 40 # more than the connection and a session's memory hold
REFUSED = "-32000 the client does not take what it is asked"


def said(folder):
    return pathlib.Path(folder) / "said"


def options(folder):
    said(folder).write_text("")
    return write_config(folder, {"command": sys.executable,
                                 "args": [SERVER, str(said(folder))]})


def heard(g, session):
    """What the server was answered."""
    status, body = g.ask(body=request("heard", ident="h"), mcp_session_id=session)
    assert status == 200, body
    return body["result"]["heard"]


def start_call(folder, g, session, name, ident=1, **args):
    """The stream of a call, unread, when the server has said everything."""
    before = said(folder).read_text()
    answer = g.send(body=request("tools/call", tool(name, **args), ident),
                    mcp_session_id=session)
    assert answer.status == 200, answer.status
    wait_for(lambda: said(folder).read_text() != before)
    return answer


def accept(g, session, question):
    assert question["method"] == "elicitation/create", question
    assert g.ask(body={"jsonrpc": "2.0", "id": question["id"], "result": {
        "action": "accept", "content": {}}}, mcp_session_id=session) == (202, None)


def after_logs(stream):
    """The first message that is no line of a log; those are in order, the first
    and the last are there and some between are not."""
    numbers = []
    for message in stream:
        if message.get("method") != "notifications/message":
            break
        numbers.append(int(message["params"]["data"].split()[0]))
    assert numbers == sorted(set(numbers)), numbers
    assert numbers[0] == 0 and numbers[-1] == LOGS - 1, numbers
    assert len(numbers) < LOGS, numbers
    return message


def test_a_question_comes_behind_what_was_not_read(folder):
    with gateway(*options(folder)) as g:
        session = g.start()
        stream = events(start_call(folder, g, session, "ask", logs=LOGS))
        accept(g, session, after_logs(stream))
        answer = next(stream)
        assert (answer["id"], words(answer)) == (1, "accept"), answer
        assert list(stream) == []


def test_a_question_comes_on_the_stream_of_the_session(folder):
    with gateway(*options(folder)) as g:
        session = g.start()
        stream = events(g.send(method="GET", mcp_session_id=session))
        start_call(folder, g, session, "note", logs=LOGS).read()
        accept(g, session, after_logs(stream))
        wait_for(lambda: heard(g, session) == ["accept"])


def test_an_answer_comes_behind_what_was_not_read(folder):
    with gateway(*options(folder)) as g:
        session = g.start()
        stream = events(start_call(folder, g, session, "tell", logs=LOGS))
        answer = after_logs(stream)
        assert (answer["id"], words(answer)) == (1, "tell"), answer
        assert list(stream) == []


def resume(g, session, answer):
    """Reads one event, breaks off and comes back for the others."""
    ident, _, data = next(fields(answer))
    while not data:
        ident, _, data = next(fields(answer))
    assert json.loads(data)["params"]["data"].startswith("0 "), data[:100]
    break_off(answer)
    return events(g.send(method="GET", mcp_session_id=session,
                         last_event_id=ident))


def test_what_waits_is_there_for_a_client_that_comes_back(folder):
    def rest(stream):
        for message in stream:
            if message.get("method") != "notifications/message":
                return message
    with gateway(*options(folder)) as g:
        session = g.start()
        stream = resume(g, session, start_call(folder, g, session, "ask", logs=LOGS))
        accept(g, session, rest(stream))
        assert words(next(stream)) == "accept"
        assert list(stream) == []
        stream = resume(g, session, start_call(folder, g, session, "tell", 2, logs=LOGS))
        answer = rest(stream)
        assert (answer["id"], words(answer)) == (2, "tell"), answer
        assert list(stream) == []


def test_a_question_that_cannot_wait_is_refused(folder):
    """64 wait at most, and 4 MiB of them."""
    with gateway(*options(folder)) as g:
        session = g.start()
        answer = start_call(folder, g, session, "ask", logs=LOGS, asks=300)
        assert heard(g, session) == [REFUSED] * 236
        questions = [m for m in events_until(answer, 64)
                     if m["method"] == "elicitation/create"]
        assert [q["id"] for q in questions] == [
            f"q2-{i}" for i in range(64)], questions
        large = start_call(folder, g, session, "ask", 2, logs=LOGS, bytes=4 << 20)
        assert heard(g, session) == [REFUSED] * 237
        for one in (answer, large):
            break_off(one)


def test_questions_of_a_cancelled_call_do_not_wait(folder):
    with gateway(*options(folder)) as g:
        session = g.start()
        start_call(folder, g, session, "ask", 1, logs=LOGS, asks=64)
        g.ask(body={"jsonrpc": "2.0", "method": "notifications/cancelled",
                    "params": {"requestId": 1}}, mcp_session_id=session)
        stream = events(start_call(folder, g, session, "ask", 2, logs=LOGS))
        accept(g, session, after_logs(stream))
        assert words(next(stream)) == "accept"


def events_until(answer, n):
    """The messages up to the n-th question."""
    for message in events(answer):
        yield message
        n -= message["method"] == "elicitation/create"
        if n == 0:
            return


def test_a_client_that_takes_no_events_is_asked_elsewhere(folder):
    with gateway(*options(folder)) as g:
        session = g.start()
        stream = events(g.send(method="GET", mcp_session_id=session))
        got = []
        call = threading.Thread(target=lambda: got.append(g.ask(
            body=request("tools/call", tool("ask", logs=1)),
            mcp_session_id=session, accept="application/json")))
        call.start()
        accept(g, session, next(stream))
        call.join()
        assert got[0][0] == 200 and words(got[0][1]) == "accept", got


def test_no_question_outside_a_session(folder):
    g = Gateway(*options(folder))
    answer = g.modern("tools/call", "ask", **tool("ask", logs=0))
    assert words(json.loads(answer.read())) == (
        "-32601 nothing is asked of clients outside a session")
    assert g.stop() == (0, "", (
        'codemode: warn: server "fx" asks for "elicitation/create" outside a session; '
        'refused\n'))


if __name__ == "__main__":
    main({name: value for name, value in globals().items()
          if getattr(value, "__module__", None) == "__main__"})
