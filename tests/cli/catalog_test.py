#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""codemode catalog, instructions, search, types."""
import json

from harness import codemode, main


def out(*args):
    done = codemode(*args)
    assert done.status == 0 and done.err == "", done
    return done.out


def test_descriptors_have_signatures():
    rows = json.loads(out("catalog", "--demo", "--json"))
    get = next(row for row in rows if row["path"] == "customers.get")
    assert get["expression"] == "tools.customers.get", get
    assert get["signature"] == (
        "tools.customers.get({\n  id: string,\n}): Promise<{\n"
        "  id: string,\n  name: string,\n  country: string,\n}>"), get
    rows = json.loads(out("catalog", "--demo", "--json", "--language", "lua"))
    assert rows[0]["signature"] == (
        "tools.customers.get({\n  id: string,\n}): {\n"
        "  id: string,\n  name: string,\n  country: string,\n}"), rows[0]


def test_budgets():
    whole = out("catalog", "--demo")
    assert "\nComplete list.\n" in whole and "search" not in whole, whole
    assert out("catalog", "--demo", "--budget", "100000") == whole
    part = out("catalog", "--demo", "--budget", "120")
    assert "\nPartial list: 2 of 8 shown.\n- customers (2 tools, 1 shown)" in \
        part, part
    assert part.endswith("  } | null,\n}\n"), part
    none = out("catalog", "--demo", "--budget", "0")
    assert none.startswith(
        "## Tools\nPartial list: 0 of 8 shown.\n"
        "- customers (2 tools, none shown) // Who buys\n"), none
    for bad in ("-1", "0.5", "x"):
        done = codemode("catalog", "--demo", "--budget", bad)
        assert done.status == 2 and "--budget takes a whole number" in done.err


def test_instructions():
    text = out("instructions", "--demo")
    heads = [line for line in text.splitlines() if line.startswith("#")]
    assert heads == ["# Code Mode", "## Workflow", "## Rules", "## Language",
                     "## Tools"], heads
    assert text.endswith(out("catalog", "--demo")), text
    assert "search" not in text, text
    part = out("instructions", "--demo", "--budget", "0")
    assert "`return search({ query: \"what you need\" })`" in part, part
    assert part.endswith(out("catalog", "--demo", "--budget", "0")), part
    lua = out("instructions", "--demo", "--budget", "0", "--language", "lua")
    assert "`return search({ query = \"what you need\" })`" in lua, lua
    assert "await" not in lua and "//" not in lua, lua
    done = codemode("instructions")
    assert done.status == 0 and "no tools are configured" in done.err, done
    assert "`tools`. It holds no tools now, so that a program can only" in done.out
    assert done.out.endswith("\n## Tools\nNo tools are available.\n"), done


def test_search():
    for language in ("javascript", "lua"):
        more = ("--demo", "--language", language)
        text = out("search", "count", *more)
        assert text.startswith("tools.stock.level({\n"), text
        assert text.endswith("\n    Counts an item in the warehouse (slow)\n")
        page = json.loads(out("search", "warehouse", "--json", *more))
        assert list(page) == ["items", "remaining", "next"], page
        assert page["items"][0]["path"] == "tools.stock.level", page
        text = out("search", *more, "--limit", "3")
        assert text.count("\ntools.") + text.startswith("tools.") == 3, text
        assert text.endswith("\nand 5 more; see --limit\n"), text
        assert out("search", 'qqq"\\\n\x7fjjj', *more) == "nothing found\n"
    done = codemode("search", "x", "--demo", "--limit", "0")
    assert done.status == 2 and "--limit must be at least 1" in done.err, done


def test_types():
    text = out("types", "--demo")
    assert "\ndeclare const tools: {\n  /** Who buys */\n  customers: {\n" in text
    assert ("    get: (input: {\n      id: string,\n    }) => Promise<{\n"
            "      id: string,\n") in text, text
    # Where nothing is required a call may go without its input.
    assert '    list: (input?: {\n      status?: "open" | ' in text, text
    assert "\ndeclare function search(input?: {\n" in text, text
    text = out("types", "--demo", "--language", "lua")
    assert text.startswith("---@meta\n"), text
    assert ("\n--- One customer by id\n---@field get fun(input: { id: string }): "
            "{ id: string, name: string, country: string }\n") in text, text
    assert '---@field list fun(input?: { status?: "open"|' in text, text
    assert "\nfunction search(input) end\n" in text, text


if __name__ == "__main__":
    main(globals())
