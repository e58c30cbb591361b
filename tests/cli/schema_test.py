#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""codemode schema: lines of JSON in, lines of JSON out."""
import json

from harness import codemode, main


def ask(*requests):
    text = "".join((r if isinstance(r, str) else json.dumps(r)) + "\n"
                   for r in requests)
    done = codemode("schema", stdin=text)
    assert done.status == 0 and done.err == "", done
    return [json.loads(line) for line in done.out.splitlines()]


def test_verdicts_and_problems():
    assert ask({"id": 1, "schema": {"type": "string"}, "instance": "a"},
               {"id": [2], "schema": {"type": "string"}, "instance": 7}) == [
        {"id": 1, "valid": True},
        {"id": [2], "valid": False, "problems": "/: expected string, found 7"}]


def test_dialects_and_formats():
    tuple_of_one = {"items": [{"const": 1}]}
    assert ask({"id": 1, "draft": "7", "schema": tuple_of_one, "instance": [2]},
               {"id": 2, "schema": tuple_of_one, "instance": [2]},
               {"id": 3, "schema": {"format": "date"}, "instance": "x"},
               {"id": 4, "schema": {"format": "date"}, "instance": "x",
                "assertFormat": True},
               {"id": 5, "draft": "8", "schema": True, "instance": 1}) == [
        {"id": 1, "valid": False, "problems": "/0: expected 1, found 2"},
        {"id": 2, "error": "/items must be a schema"},
        {"id": 3, "valid": True},
        {"id": 4, "valid": False,
         "problems": '/: expected the format date, found "x"'},
        {"id": 5, "error":
         'draft must be "2020-12", "2019-09", "7", "6" or "4"'}]


def test_remotes():
    assert ask({"id": 1, "schema": {"$ref": "http://x/a"}, "instance": 1,
                "remotes": {"http://x/a": {"type": "null"}}}) == [
        {"id": 1, "valid": False, "problems": "/: expected null, found 1"}]


def test_digits_are_kept():
    line = '{"id":1,"schema":{"maximum":9007199254740992},"instance":%s}'
    assert ask(line % "9007199254740992", line % "9007199254740993") == [
        {"id": 1, "valid": True},
        {"id": 1, "valid": False, "problems":
         "/: expected at most 9007199254740992, found 9007199254740993"}]


def test_bad_lines():
    answers = ask("{", "[]", '{"id":3,"schema":true}', '{"schema":true,"instance":1}')
    assert [a["id"] for a in answers] == [None, None, 3, None], answers
    assert ["error" in a for a in answers] == [True, True, True, False], answers


def test_keys_that_mean_others_are_refused():
    line = {"schema": True, "instance": 1}
    for key, meant in (("darft", "draft"), ("assertformat", "assertFormat"),
                       ("assertFormats", "assertFormat"), ("remote", "remotes"),
                       ("comment", None), ("schemas", None)):
        assert ask({**line, key: "7"}) == [
            {"id": None, "valid": True} if meant is None else
            {"id": None, "error": f'unknown key "{key}"; did you mean "{meant}"?'}], key
    assert ask({"schema": True, "instace": 1})[0]["error"] == (
        'unknown key "instace"; did you mean "instance"?')


def test_lines_are_cut_like_those_of_the_other_commands():
    line = '{"id":1,"schema":true,"instance":1}'
    text = "\ufeff" + line + "\r\n\n" + " " * (65 << 20) + "\n" + line
    done = codemode("schema", stdin=text)
    assert done.status == 0 and done.err == "", done
    assert [json.loads(answer) for answer in done.out.splitlines()] == [
        {"id": 1, "valid": True},
        {"id": None, "error": "the line is longer than 64 MiB"},
        {"id": 1, "valid": True}]


if __name__ == "__main__":
    main(globals())
