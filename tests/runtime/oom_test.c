/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "oom_life.h"

static const char source[] =
    "const a = await tools.ns.echo({ list: [1, 'two', { three: 3 }] });\n"
    "console.log('seen', a);\n"
    "tools.fails({});\n"
    "const b = await tools.ns.echo({ p: tools.ns.echo('x') });\n"
    "const page = search({ query: 'echo' });\n"
    "let kind; try { await tools.nope({}) } catch (e) { kind = e.kind }\n"
    "return { a, b, n: page.items.length, kind, s: new Set([1]) };\n";

static void a_program_that_ends_well(void **state)
{
    (void)state;
    const OomLife life = {
        CM_LANGUAGE_JAVASCRIPT, source,
        "{\"ok\":true,\"value\":{\"a\":{\"list\":[1,\"two\",{\"three\":"
        "3}]},\"b\":{\"p\":\"x\"},\"n\":1,\"kind\":\"UnknownTool\",\"s"
        "\":{}},\"warnings\":[{\"kind\":\"InvalidDataValue\",\"message"
        "\":\"result.s is a Set, whose members are lost: return [...set"
        "] instead\"},{\"kind\":\"ToolFailure\",\"message\":\"Unhandled"
        " rejection of a promise that nobody awaited: no\",\"location\""
        ":{\"line\":3,\"column\":1}}],\"logs\":[\"seen {\\\"list\\\":[1"
        ",\\\"two\\\",{\\\"three\\\":3}]}\"],\"toolCalls\":[{\"name\":"
        "\"ns.echo\"},{\"name\":\"fails\"},{\"name\":\"ns.echo\"},{\"na"
        "me\":\"ns.echo\"},{\"name\":\"search\"}]}"
    };
    oom_life_sweep(&life);
}

static void programs_that_fail(void **state)
{
    (void)state;
    static const OomLife lives[] = {
        { CM_LANGUAGE_JAVASCRIPT, "console.log(1); await tools.fails({})",
          "{\"ok\":false,\"error\":{\"kind\":\"ToolFailure\",\"message"
          "\":\"no\",\"location\":{\"line\":1,\"column\":23}},\"logs\":"
          "[\"1\"],\"toolCalls\":[{\"name\":\"fails\"}]}" },
        { CM_LANGUAGE_JAVASCRIPT, "throw { a: [1, 'x'] }",
          "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"mes"
          "sage\":\"Uncaught: {\\\"a\\\":[1,\\\"x\\\"]}\"},\"toolCalls"
          "\":[]}" },
        { CM_LANGUAGE_JAVASCRIPT, "null.x",
          "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"mes"
          "sage\":\"TypeError: Cannot read properties of null (reading "
          "'x') (line 1, col 1)\",\"location\":{\"line\":1,\"column\":1"
          "}},\"toolCalls\":[]}" },
        { CM_LANGUAGE_JAVASCRIPT, "const = 1",
          "{\"ok\":false,\"error\":{\"kind\":\"ParseError\",\"message\""
          ":\"unexpected token '=' (line 1, col 7)\\n  1 | const = 1\\n"
          "            ^\",\"location\":{\"line\":1,\"column\":7},\"sug"
          "gestions\":[\"This runtime takes JavaScript (TypeScript type"
          "s are allowed).\"]},\"toolCalls\":[]}" },
        { CM_LANGUAGE_JAVASCRIPT, "await tools.ns.ehco({})",
          "{\"ok\":false,\"error\":{\"kind\":\"UnknownTool\",\"message"
          "\":\"Unknown tool \\\"ns.ehco\\\". Did you mean tools.ns.ech"
          "o?\",\"location\":{\"line\":1,\"column\":7},\"suggestions\":"
          "[\"Find tools with search({ query: \\\"what you need\\\" })."
          "\"]},\"toolCalls\":[]}" },
        { CM_LANGUAGE_JAVASCRIPT, "import { x } from 'fs'",
          "{\"ok\":false,\"error\":{\"kind\":\"UnsupportedSyntax\",\"me"
          "ssage\":\"\\\"fs\\\" cannot be imported (line 1, col 19)\","
          "\"location\":{\"line\":1,\"column\":19},\"suggestions\":[\"t"
          "hese can be imported: url, util, buffer, crypto, console; ho"
          "st tools need no import, call them as tools.name(...)\"]},\""
          "toolCalls\":[]}" },
        { CM_LANGUAGE_JAVASCRIPT, "await new Promise(() => {})",
          "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"mes"
          "sage\":\"The program awaits a promise that can never settle "
          "(line 1, col 1)\",\"location\":{\"line\":1,\"column\":1}},\""
          "toolCalls\":[]}" },
        { CM_LANGUAGE_JAVASCRIPT, "await tools.ns.echo(1, 2)",
          "{\"ok\":false,\"error\":{\"kind\":\"InvalidToolInput\",\"m"
          "essage\":\"Invalid input for ns.echo: it takes one argumen"
          "t object, not 2 arguments\",\"location\":{\"line\":1,\"col"
          "umn\":7},\"suggestions\":[\"As a callback wrap the tool in"
          " an arrow function: (input) => tools.ns.echo(input).\"]},"
          "\"toolCalls\":[]}" },
        { CM_LANGUAGE_JAVASCRIPT, "await tools.ns.echo({ f: 1n })",
          "{\"ok\":false,\"error\":{\"kind\":\"InvalidToolInput\",\"m"
          "essage\":\"Invalid input for ns.echo: input.f is a BigInt:"
          " use Number(x) or String(x)\",\"location\":{\"line\":1,\"c"
          "olumn\":7}},\"toolCalls\":[]}" },
        { CM_LANGUAGE_JAVASCRIPT, "await tools.ns.echo(tools.ns)",
          "{\"ok\":false,\"error\":{\"kind\":\"InvalidToolInput\",\"m"
          "essage\":\"Invalid input for ns.echo: input is a tool refe"
          "rence, which is no data: call the tool and use its answer"
          "\",\"location\":{\"line\":1,\"column\":7}},\"toolCalls\":["
          "]}" },
        { CM_LANGUAGE_JAVASCRIPT, "search({ limit: 0 })",
          "{\"ok\":false,\"error\":{\"kind\":\"InvalidToolInput\",\"m"
          "essage\":\"Invalid input for search: limit must be an inte"
          "ger of at least 1\",\"location\":{\"line\":1,\"column\":1}"
          "},\"toolCalls\":[]}" },
        { CM_LANGUAGE_JAVASCRIPT, "search(1n)",
          "{\"ok\":false,\"error\":{\"kind\":\"InvalidToolInput\",\"m"
          "essage\":\"Invalid input for search: input is a BigInt: us"
          "e Number(x) or String(x)\",\"location\":{\"line\":1,\"colu"
          "mn\":1}},\"toolCalls\":[]}" },
        { CM_LANGUAGE_JAVASCRIPT, "return { a: [Symbol('x')] }",
          "{\"ok\":false,\"error\":{\"kind\":\"InvalidDataValue\",\"m"
          "essage\":\"result.a[0] is a symbol: use its description (l"
          "ine 1, col 1)\",\"location\":{\"line\":1,\"column\":1}},\""
          "toolCalls\":[]}" },
        { CM_LANGUAGE_JAVASCRIPT, "return tools.ns",
          "{\"ok\":false,\"error\":{\"kind\":\"InvalidDataValue\",\"m"
          "essage\":\"result is a tool reference, which is no data: c"
          "all the tool and use its answer (line 1, col 1)\",\"locati"
          "on\":{\"line\":1,\"column\":1}},\"toolCalls\":[]}" },
        { CM_LANGUAGE_JAVASCRIPT, "for (const k of Object.keys(tools.nope)) k",
          "{\"ok\":false,\"error\":{\"kind\":\"UnknownTool\",\"messag"
          "e\":\"Unknown namespace \\\"nope\\\"\",\"location\":{\"lin"
          "e\":1,\"column\":17},\"suggestions\":[\"Find tools with se"
          "arch({ query: \\\"what you need\\\" }).\"]},\"toolCalls\":"
          "[]}" },
        { CM_LANGUAGE_JAVASCRIPT, "[3, 1, 2].sort(() => tools.fails.missing.x)",
          "{\"ok\":false,\"error\":{\"kind\":\"InvalidDataValue\",\"m"
          "essage\":\"Cannot use a tool reference as data: call it an"
          "d await the answer (line 1, col 1)\",\"location\":{\"line"
          "\":1,\"column\":1},\"suggestions\":[\"Call the tool and aw"
          "ait its answer: await tools.name(input).\"]},\"toolCalls\""
          ":[]}" },
        { CM_LANGUAGE_JAVASCRIPT,
          "class A { #p; static m(o) { return o.#p } } A.m({})",
          "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
          "essage\":\"TypeError: Cannot read private member #p from a"
          "n object whose class did not declare it (line 1, col 36)\",\"lo"
          "cation\":{\"line\":1,\"column\":36}},\"toolCalls\":[]}" },
        { CM_LANGUAGE_JAVASCRIPT,
          "throw new Error('outer', { cause: new TypeError('inner') })",
          "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
          "essage\":\"Error: outer\"},\"toolCalls\":[]}" },
        { CM_LANGUAGE_JAVASCRIPT, "JSON.parse('{\"a\": [1,}')",
          "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
          "essage\":\"SyntaxError: Invalid JSON: unexpected character"
          " at position 9 (line 1 column 10) (line 1, col 1)\",\"loca"
          "tion\":{\"line\":1,\"column\":1}},\"toolCalls\":[]}" },
        { CM_LANGUAGE_JAVASCRIPT, "new URL('http://[')",
          "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
          "essage\":\"TypeError: Invalid URL: 'http://[' (line 1, col"
          " 5)\",\"location\":{\"line\":1,\"column\":5}},\"toolCalls"
          "\":[]}" },
        { CM_LANGUAGE_JAVASCRIPT, "/(/.test('')",
          "{\"ok\":false,\"error\":{\"kind\":\"ParseError\",\"message"
          "\":\"missing ) in regular expression (line 1, col 3)\\n  1"
          " | /(/.test('')\\n        ^\",\"location\":{\"line\":1,\"c"
          "olumn\":3},\"suggestions\":[\"This runtime takes JavaScrip"
          "t (TypeScript types are allowed).\"]},\"toolCalls\":[]}" },
        { CM_LANGUAGE_JAVASCRIPT, "undefinedName + 1",
          "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
          "essage\":\"ReferenceError: undefinedName is not defined (l"
          "ine 1, col 1)\",\"location\":{\"line\":1,\"column\":1}},\""
          "toolCalls\":[]}" },
        { CM_LANGUAGE_JAVASCRIPT, "let o = {}; o.self = o; return o",
          "{\"ok\":false,\"error\":{\"kind\":\"InvalidDataValue\",\"m"
          "essage\":\"result.self refers to a value that contains it "
          "(a cycle) (line 1, col 25)\",\"location\":{\"line\":1,\"co"
          "lumn\":25}},\"toolCalls\":[]}" },
    };
    for (size_t i = 0; i < sizeof lives / sizeof lives[0]; i++)
        oom_life_sweep(&lives[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_that_ends_well),
        cmocka_unit_test(programs_that_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
