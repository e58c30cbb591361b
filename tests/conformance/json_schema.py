#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs JSON-Schema-Test-Suite and compares the failures with json-schema-expected.txt.

Usage: json_schema.py CODEMODE [--update] [--filter REGEX]

JSON_SCHEMA_SUITE names a folder with `tests` and `remotes` of JSON-Schema-Test-Suite, a
clone of it say. Exits with 77 ("skipped") when it is missing, with 1 when a test fails
that the list does not have, or passes although the list has it.

--update writes the list anew, under the reasons of REASONS; what none of them explains
goes under UNEXPLAINED, which is no place to stay.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIST = HERE / "json-schema-expected.txt"
DEFAULT_SUITE = HERE.parent.parent.parent / "shared" / "data" / "json-schema-test-suite"
REMOTE_BASE = "http://localhost:1234/"
DRAFTS = {"2020-12": "draft2020-12", "2019-09": "draft2019-09", "7": "draft7", "6": "draft6", "4": "draft4"}
UNEXPLAINED = "Not explained yet."

# Reason, pattern of the test's name. The first that fits is taken.
REASONS = [
    ("content* are annotations in every dialect (spec/execution.md 6.4).", r"/optional/content \|"),
    ("1.0 is an integer in every dialect: what a program calls 1 may be written either way.",
     r"/optional/zeroTerminatedFloats \|"),
]


def skip(why):
    print(f"SKIPPED: {why}")
    sys.exit(77)


def suite_folder():
    folder = Path(os.environ.get("JSON_SCHEMA_SUITE", DEFAULT_SUITE))
    if not (folder / "tests" / "draft2020-12").is_dir():
        skip(f"no JSON-Schema-Test-Suite in {folder}; set JSON_SCHEMA_SUITE")
    return folder


def load_remotes(folder):
    root = folder / "remotes"
    return {REMOTE_BASE + path.relative_to(root).as_posix(): json.loads(path.read_text("utf-8"))
            for path in sorted(root.rglob("*.json"))}


def remotes_for(schema, draft, remotes):
    """Those that the schema can reach; a draft's own folder, unless it names another."""
    text = json.dumps(schema)
    if REMOTE_BASE.rstrip("/") not in text:
        return {}
    folders = {DRAFTS[draft]} | set(re.findall(re.escape(REMOTE_BASE) + r"(draft[\w-]+)/", text))
    chosen = {}
    for uri, document in remotes.items():
        owner = re.match(r"(?:draft[\w-]+|v1)(?=/)", uri[len(REMOTE_BASE):])
        if not owner or owner.group() in folders:
            chosen[uri] = document
    return chosen


def tests_of(folder, pattern):
    """(name, request as one line without its id, expected verdict)."""
    remotes = load_remotes(folder)
    for draft, name in DRAFTS.items():
        root = folder / "tests" / name
        for path in sorted(root.rglob("*.json")):
            part = path.relative_to(root).as_posix().removesuffix(".json")
            for group in json.loads(path.read_text("utf-8")):
                base = {"draft": draft, "schema": group["schema"],
                        "remotes": remotes_for(group["schema"], draft, remotes),
                        "assertFormat": part.startswith("optional/format/")}
                for test in group["tests"]:
                    title = f"{name}/{part} | {group['description']} | {test['description']}"
                    if re.search(pattern, title):
                        yield title, {**base, "instance": test["data"]}, test["valid"]


def ask(engine, tests):
    """The answers of one process, in order."""
    with subprocess.Popen([engine, "schema"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        def feed():
            for number, (_, request, _) in enumerate(tests):
                process.stdin.write(json.dumps({"id": number, **request}).encode() + b"\n")
            process.stdin.close()
        threading.Thread(target=feed, daemon=True).start()
        answers = [json.loads(line) for line in process.stdout]
    if process.returncode != 0 or len(answers) != len(tests):
        sys.exit(f"codemode schema ended with {process.returncode} after {len(answers)} answers")
    return answers


def listed():
    lines = LIST.read_text("utf-8").splitlines() if LIST.exists() else []
    return {line for line in lines if line and not line.startswith("#")}


def update(failed):
    groups = {}
    for name in failed:
        reason = next((text for text, pattern in REASONS if re.search(pattern, name)), UNEXPLAINED)
        groups.setdefault(reason, []).append(name)
    lines = ["# SPDX-License-Identifier: MIT",
             "# Tests of JSON-Schema-Test-Suite that fail, with the reason. json_schema.py --update writes this."]
    for reason in sorted(groups):
        lines += ["", f"# {reason}", *sorted(groups[reason])]
    LIST.write_text("\n".join(lines) + "\n", "utf-8")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("codemode")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--filter", default="")
    options = parser.parse_args()
    tests = list(tests_of(suite_folder(), options.filter))
    answers = ask(options.codemode, tests)
    failed = {}
    for (name, _, valid), answer in zip(tests, answers):
        if answer.get("valid") is not valid:
            failed[name] = json.dumps(answer)[:300]
    for kind, is_kind in (("required", lambda n: "/optional/" not in n), ("optional", lambda n: "/optional/" in n)):
        n = sum(is_kind(name) for name, *_ in tests)
        bad = sum(map(is_kind, failed))
        print(f"{kind}: {n - bad} of {n} pass")
    if options.update:
        update(failed)
        return 0
    expected = listed()
    names = {name for name, *_ in tests}
    new = sorted(set(failed) - expected)
    gone = sorted((expected & names) - set(failed))
    for name in new:
        print(f"FAILS, not listed: {name}: {failed[name]}")
    for name in gone:
        print(f"passes, but listed: {name}")
    return 1 if new or gone else 0


if __name__ == "__main__":
    sys.exit(main())
