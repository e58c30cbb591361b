#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mistakes that models and people make, in both languages: each message names
the place, and what to write instead where that is known."""
from harness import codemode, main

JS = "This runtime takes JavaScript (TypeScript types are allowed)."
# language, program, first line of the message, hint; "JS+" stands for JS
ROWS = [
    ("javascript", "retrun 1",
     "error: ParseError: unexpected number '1' (line 1, col 8)",
     "JS+ Did you mean `return` in place of `retrun`?"),
    ("javascript", "retun 1",
     "error: ParseError: unexpected number '1' (line 1, col 7)",
     "JS+ Did you mean `return` in place of `retun`?"),
    ("javascript", "cosnt x = 1; return x",
     "error: ParseError: unexpected identifier 'x' (line 1, col 7)",
     "JS+ Did you mean `const` in place of `cosnt`?"),
    ("javascript", "fucntion f() { return 1 }",
     "error: ParseError: unexpected identifier 'f' (line 1, col 10)",
     "JS+ Did you mean `function` in place of `fucntion`?"),
    ("javascript", "const x = 1; awiat x",
     "error: ParseError: unexpected identifier 'x' (line 1, col 20)",
     "JS+ Did you mean `await` in place of `awiat`?"),
    ("javascript", "foo bar",
     "error: ParseError: unexpected identifier 'bar' (line 1, col 5)",
     "JS+"),
    ("javascript", "a.retrun b",
     "error: ParseError: unexpected identifier 'b' (line 1, col 10)",
     "JS+"),
    ("javascript", "return x = > x",
     "error: ParseError: unexpected token '>' (line 1, col 12)",
     "JS+ An arrow is written `=>`, without a blank."),
    ("javascript", "if x > 1 { return 1 }",
     "error: ParseError: unexpected identifier 'x' (line 1, col 4)",
     "JS+ Parentheses are missing: if (...)."),
    ("javascript", "while true { }",
     "error: ParseError: unexpected keyword 'true' (line 1, col 7)",
     "JS+ Parentheses are missing: while (...)."),
    ("javascript", "let a = {b: 1; c: 2}; return a",
     "error: ParseError: unexpected token ';' (line 1, col 14)",
     "JS+ Commas separate the members of an object."),
    ("javascript", "return {a: 1, b: 2",
     "error: ParseError: unexpected end of input, '}' is missing (line "
     "1, col 19)",
     "JS+"),
    ("javascript", "return [1, 2",
     "error: ParseError: unexpected end of input, ']' is missing (line "
     "1, col 13)",
     "JS+"),
    ("javascript", "return f(1, 2",
     "error: ParseError: unexpected end of input, ')' is missing (line "
     "1, col 14)",
     "JS+"),
    ("javascript", "return 1 end",
     "error: ParseError: unexpected identifier 'end' (line 1, col 10)",
     "JS+ This looks like Lua."),
    ("javascript", "local x = 1 return x",
     "error: ParseError: unexpected identifier 'x' (line 1, col 7)",
     "JS+ This looks like Lua."),
    ("javascript", "def f(x): return x",
     "error: ParseError: unexpected identifier 'f' (line 1, col 5)",
     "JS+ This looks like Python."),
    ("javascript", "import json, os as o\nprint(1)",
     "error: ParseError: unexpected identifier 'os' (line 1, col 14)",
     "JS+ This looks like Python."),
    ("javascript", "import json\nprint(1)",
     "error: ParseError: unexpected identifier 'print' (line 2, col 1)",
     "JS+ This looks like Python."),
    ("javascript", "from json import loads\nprint(1)",
     "error: ParseError: unexpected identifier 'json' (line 1, col 6)",
     "JS+ This looks like Python."),
    ("javascript", "import fs from fs\nreturn 1",
     "error: ParseError: unexpected identifier 'fs' (line 1, col 16)",
     "JS+"),
    ("javascript", "elif (x) {}",
     "error: ParseError: unexpected token '{' (line 1, col 10)",
     "JS+ This looks like Python."),
    ("javascript", "for (const x of [1]) } return 1",
     "error: ParseError: unexpected token '}' (line 1, col 22)",
     "JS+"),
    ("javascript", "return await tools.stock.price({sku: tea-001})",
     "error: ParseError: numbers with a leading zero are not allowed "
     "(line 1, col 42)",
     "JS+"),
    ("javascript", "const x = 1; const x = 2; return x",
     "error: ParseError: 'x' has already been declared (line 1, col 20)",
     "JS+"),
    ("javascript", "print(1)",
     "error: ExecutionFailure: ReferenceError: print is not defined "
     "(line 1, col 1)",
     "Use console.log for lines of text."),
    ("javascript", "const fs = require(\"fs\"); return 1",
     "error: ExecutionFailure: Error: Cannot find module 'fs' (line 1, "
     "col 12)",
     "Packages cannot be loaded: use what the language has, and tools "
     "for the outside. These can be imported: url, util, buffer, "
     "crypto, console."),
    ("javascript", "import fs from \"fs\"; return 1",
     "error: UnsupportedSyntax: \"fs\" cannot be imported (line 1, col "
     "16)",
     "These can be imported: url, util, buffer, crypto, console; host "
     "tools need no import, call them as tools.name(...)"),
    ("javascript", "const r = await fetch(\"https://x\"); return r",
     "error: ExecutionFailure: ReferenceError: fetch is not defined "
     "(line 1, col 17)",
     "The outside is reached through tools only: find one with search."),
    ("javascript", "return await tools.stock.price(\"tea-001\")",
     "error: InvalidToolInput: Invalid input for stock.price: /: "
     "expected object, found \"tea-001\"",
     "Look the signature up with search({ query: \"stock.price\" })."),
    ("javascript", "return await stock.price({sku: \"tea-001\"})",
     "error: ExecutionFailure: ReferenceError: stock is not defined "
     "(line 1, col 14)",
     "Tools are members of `tools`: did you mean tools.stock?"),
    ("javascript", "return tools.stock.price({sku: \"tea-001\"}).amount",
     "error: InvalidDataValue: Cannot read property 'amount' of a "
     "promise: await it first (line 1, col 8)",
     "Await the promise first and read the property of what it gives."),
    ("javascript", "return tools.stock.price.call({sku: \"tea-001\"})",
     "error: UnknownTool: Unknown tool \"stock.price.call\". Did you "
     "mean tools.stock.price?",
     "Find tools with search({ query: \"what you need\" })."),
    ("javascript", "return await tools.call(\"stock.price\", {})",
     "error: UnknownTool: Unknown tool \"call\"",
     "Find tools with search({ query: \"what you need\" })."),
    ("javascript", "setTimeout(() => 1, 10)",
     "error: ExecutionFailure: ReferenceError: setTimeout is not "
     "defined (line 1, col 1)",
     "There are no timers: start work with a call and await it."),
    ("javascript", "return process.env.HOME",
     "error: ExecutionFailure: ReferenceError: process is not defined "
     "(line 1, col 8)",
     "The outside is reached through tools only: find one with search."),
    ("javascript", "return undefinedName",
     "error: ExecutionFailure: ReferenceError: undefinedName is not "
     "defined (line 1, col 8)",
     ""),
    ("javascript", "return JSON.parse(\"not json\")",
     "error: ExecutionFailure: SyntaxError: Invalid JSON: unexpected "
     "character at position 0 (line 1 column 1) (line 1, col 8)",
     ""),
    ("javascript", "return null.foo",
     "error: ExecutionFailure: TypeError: Cannot read properties of "
     "null (reading 'foo') (line 1, col 8)",
     ""),
    ("javascript", "return eval(\"1+1\")",
     "error: ExecutionFailure: ReferenceError: eval is not defined "
     "(line 1, col 8)",
     "Code cannot be made from text: write the program itself, and use "
     "tools for the outside."),
    ("javascript", "return new Promise(r => {})",
     "error: ExecutionFailure: The program awaits a promise that can "
     "never settle (line 1, col 1)",
     ""),
    ("lua", "retrun 1",
     "error: ParseError: An expression is not a statement (line 1, col 1)",
     "Did you mean `return` in place of `retrun`?"),
    ("lua", "print(1) retrun 2",
     "error: ParseError: An expression is not a statement (line 1, col "
     "10)",
     "Did you mean `return` in place of `retrun`?"),
    ("lua", "local x = await(tools.stock.price({sku = \"tea-001\"})) return x",
     "error: ExecutionFailure: attempt to call a nil value (global 'await') "
     "(line 1, col 11)",
     "In Lua a call waits by itself: leave out `await`."),
    ("lua", "return await tools.stock.price({sku = \"tea-001\"})",
     "error: ParseError: 'return' must be the last statement of its block "
     "(line 1, col 14)",
     "In Lua a call waits by itself: leave out `await`."),
    ("lua", "foo",
     "error: ParseError: An expression is not a statement (line 1, col 1)",
     "To give a value back write `return foo`."),
    ("lua", "return tools.stock:price({sku = \"tea-001\"})",
     "error: InvalidToolInput: Invalid input for stock.price: it takes "
     "one argument object, and the colon passes what stands before it "
     "as another",
     "Call it with a dot and one table: tools.stock.price({ name = "
     "value })."),
    ("lua", "return tools.stock:price()",
     "error: InvalidToolInput: Invalid input for stock.price: it takes "
     "one argument object, and the colon passes what stands before it "
     "as another",
     "Call it with a dot and one table: tools.stock.price({ name = "
     "value })."),
    ("lua", "return tools:search{query=\"price\"}",
     "error: InvalidToolInput: Invalid input for search: it takes one "
     "argument object; call it with a dot, not with a colon",
     ""),
    ("lua", "return tools.stock.price(tools.orders)",
     "error: InvalidToolInput: Invalid input for stock.price: input is "
     "a tool reference, which is no data: call the tool and use its "
     "result",
     ""),
    ("lua", "return tools.stock.price({}, {})",
     "error: InvalidToolInput: Invalid input for stock.price: it takes "
     "one argument object, not 2 arguments",
     "Call it with a dot and one table: tools.stock.price({ name = "
     "value })."),
    ("lua", "return tools.stock.price(\"tea-001\")",
     "error: InvalidToolInput: Invalid input for stock.price: /: "
     "expected object, found \"tea-001\"",
     "Look the signature up with search({ query = \"stock.price\" })."),
    ("lua", "return tools.stock.price{sku: \"tea-001\"}",
     "error: ParseError: Name expected, found '\"tea-001\"' (line 1, col "
     "31)",
     "In Lua a field of a table is `name = value`."),
    ("lua", "const x = 1 return x",
     "error: ParseError: An expression is not a statement (line 1, col 1)",
     "In Lua a variable is `local x = 1`."),
    ("lua", "x += 1 return x",
     "error: ParseError: An expression is not a statement (line 1, col 1)",
     "In Lua that is `x = x + y`."),
    ("lua", "if x != 1 then return 1 end",
     "error: ParseError: Unexpected character (line 1, col 6)",
     "In Lua unequal is `~=`."),
    ("lua", "if x == 1 { return 1 }",
     "error: ParseError: 'then' expected, found '{' (line 1, col 11)",
     "In Lua blocks are `then ... end` and `do ... end`."),
    ("lua", "for i = 1, 3 { print(i) }",
     "error: ParseError: 'do' expected, found '{' (line 1, col 14)",
     "In Lua blocks are `then ... end` and `do ... end`."),
    ("lua", "function f() return 1",
     "error: ParseError: 'end' expected, found the end of the program "
     "(line 1, col 22)",
     "This runtime takes Lua 5.4."),
    ("lua", "return x ?? 1",
     "error: ParseError: Unexpected character (line 1, col 10)",
     "In Lua a default is `x or y`."),
    ("lua", "return x?.y",
     "error: ParseError: Unexpected character (line 1, col 9)",
     "In Lua that is `x and x.y`."),
    ("lua", "// comment",
     "error: ParseError: Unexpected '//' (line 1, col 1)",
     "In Lua a comment starts with `--`."),
    ("lua", "return x ? 1 : 2",
     "error: ParseError: Unexpected character (line 1, col 10)",
     "In Lua that is `c and x or y`."),
    ("lua", "async function f() end",
     "error: ParseError: An expression is not a statement (line 1, col 1)",
     "In Lua a call waits by itself: leave out `async`."),
    ("lua", "import json",
     "error: ParseError: An expression is not a statement (line 1, col 1)",
     "There are no modules in Lua here; tools need none."),
    ("lua", "return require(\"json\")",
     "error: ExecutionFailure: attempt to call a nil value (global "
     "'require') (line 1, col 8)",
     "There are no modules: the library is string, table, math, utf8, "
     "os and json."),
    ("lua", "local f = io.open(\"x\")",
     "error: ExecutionFailure: attempt to index a nil value (global "
     "'io') (line 1, col 11)",
     "The outside is reached through tools only: find one with search."),
    ("lua", "return os.getenv(\"HOME\")",
     "error: ExecutionFailure: attempt to call a nil value (field "
     "'getenv') (line 1, col 8)",
     "The outside is reached through tools only: find one with search."),
    ("lua", "return stock.price{sku=\"tea-001\"}",
     "error: ExecutionFailure: attempt to index a nil value (global "
     "'stock') (line 1, col 8)",
     "Tools are members of `tools`: did you mean tools.stock?"),
    ("lua", "return price{sku=\"tea-001\"}",
     "error: ExecutionFailure: attempt to call a nil value (global "
     "'price') (line 1, col 8)",
     "Tools are members of `tools`: did you mean tools.stock.price?"),
    ("lua", "try { } catch (e) {}",
     "error: ExecutionFailure: attempt to call a nil value (global "
     "'try') (line 1, col 1)",
     "Errors are caught with pcall: local ok, value = pcall(function() "
     "... end)."),
    ("lua", "console.log(\"x\")",
     "error: ExecutionFailure: attempt to index a nil value (global "
     "'console') (line 1, col 1)",
     "Use print for lines of text."),
    ("lua", "return JSON.parse(\"1\")",
     "error: ExecutionFailure: attempt to index a nil value (global "
     "'JSON') (line 1, col 8)",
     "Use json.encode and json.decode."),
    ("lua", "return nil .. \"x\"",
     "error: ExecutionFailure: attempt to concatenate a nil value "
     "(line 1, col 8)",
     ""),
    ("lua", "local t = nil return t.x",
     "error: ExecutionFailure: attempt to index a nil value (local "
     "'t') (line 1, col 22)",
     ""),
    ("lua", "return json.decode(\"{\")",
     "error: ExecutionFailure: the text is no JSON: a key in quotes "
     "expected at byte 2 (line 1, col 8)",
     ""),
]


def test_each_message():
    wrong = []
    for language, program, message, hint in ROWS:
        done = codemode("run", "--demo", "--language", language, "-",
                        stdin=program)
        assert done.status == 1 and done.out == "", (program, done)
        lines = done.err.rstrip("\n").split("\n")
        last = lines[-1] if lines[1:] and lines[-1][0] != " " else ""
        if (lines[0], last) != (message, hint.replace("JS+", JS)):
            wrong.append((language, program, done))
    assert not wrong, wrong


if __name__ == "__main__":
    main(globals())
