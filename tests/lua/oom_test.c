/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "oom_life.h"

static const char source[] =
    "local a = tools.ns.echo({ list = { 1, 'two', { three = 3.5 } } })\n"
    "print('seen', a, 2^53, {})\n"
    "local t = {}\n"
    "for i = 1, 300 do t[i] = (i * 7919) % 311 end\n"
    "table.sort(t, function(x, y) return x < y end)\n"
    "local names = {}\n"
    "for i = 1, 40 do names['k' .. i] = { n = i, s = ('x'):rep(i) } end\n"
    "for i = 1, 40, 2 do names['k' .. i] = nil end\n"
    "local n = 0\n"
    "for k, v in pairs(names) do n = n + v.n + #v.s end\n"
    "local ok, e = pcall(function() return tools.ns.nope({}) end)\n"
    "local ok2, e2 = pcall(function() local x; return x.y end)\n"
    "local function many(...) return select('#', ...), ... end\n"
    "local wide = { many(table.unpack(t)) }\n"
    "local s = ''\n"
    "for i = 1, 60 do s = s .. i .. ',' end\n"
    "local g = s:gsub('1', function(m) return m .. m end)\n"
    "local page = search({ query = 'echo' })\n"
    "return { a = a, n = n, first = t[1], last = t[300], ok = ok, e2 = e2, "
    "wide = #wide, g = #g, items = #page.items, big = 1 << 40, "
    "j = json.decode(json.encode({ 1, { a = 'b' } })) }\n";

static void a_program_that_ends_well(void **state)
{
    (void)state;
    const OomLife life = {
        CM_LANGUAGE_LUA, source,
        "{\"ok\":true,\"value\":{\"a\":{\"list\":[1,\"two\",{\"three\":"
        "3.5}]},\"n\":840,\"first\":1,\"last\":310,\"ok\":false,\"e2\":"
        "\"attempt to index a nil value (local 'x')\",\"wide\":301,\"g"
        "\":187,\"items\":1,\"big\":1099511627776,\"j\":[1,{\"a\":\"b\""
        "}]},\"logs\":[\"seen\\t{\\\"list\\\":[1,\\\"two\\\",{\\\"three"
        "\\\":3.5}]}\\t9.007199254741e+15\\t{}\"],\"toolCalls\":[{\"nam"
        "e\":\"ns.echo\"},{\"name\":\"search\"}]}"
    };
    oom_life_sweep(&life);
}

static void programs_that_fail(void **state)
{
    (void)state;
    static const OomLife lives[] = {
        { CM_LANGUAGE_LUA, "print(1) tools.fails({})",
          "{\"ok\":false,\"error\":{\"kind\":\"ToolFailure\",\"message"
          "\":\"no\",\"location\":{\"line\":1,\"column\":10}},\"logs\":"
          "[\"1\"],\"toolCalls\":[{\"name\":\"fails\"}]}" },
        { CM_LANGUAGE_LUA, "error({ a = { 1, 'x' } })",
          "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"mes"
          "sage\":\"Uncaught: {\\\"a\\\":[1,\\\"x\\\"]}\",\"location\":"
          "{\"line\":1,\"column\":1}},\"toolCalls\":[]}" },
        { CM_LANGUAGE_LUA, "local t = {} return t.x.y",
          "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"mes"
          "sage\":\"attempt to index a nil value (field 'x') (line 1, c"
          "ol 21)\",\"location\":{\"line\":1,\"column\":21}},\"toolCall"
          "s\":[]}" },
        { CM_LANGUAGE_LUA, "local = 1",
          "{\"ok\":false,\"error\":{\"kind\":\"ParseError\",\"message\""
          ":\"Name expected, found '=' (line 1, col 7)\\n  1 | local = "
          "1\\n            ^\",\"location\":{\"line\":1,\"column\":7},"
          "\"suggestions\":[\"This runtime takes Lua 5.4 here.\"]},\"to"
          "olCalls\":[]}" },
        { CM_LANGUAGE_LUA, "tools.ns.ehco({})",
          "{\"ok\":false,\"error\":{\"kind\":\"UnknownTool\",\"message"
          "\":\"Unknown tool \\\"ns.ehco\\\". Did you mean tools.ns.ech"
          "o?\",\"location\":{\"line\":1,\"column\":1},\"suggestions\":"
          "[\"Find tools with search({ query = \\\"what you need\\\" })"
          ".\"]},\"toolCalls\":[]}" },
        { CM_LANGUAGE_LUA, "return { 1, x = 2 }",
          "{\"ok\":false,\"error\":{\"kind\":\"InvalidDataValue\",\"mes"
          "sage\":\"result mixes elements and named fields: split it in"
          "to two tables (line 1, col 1)\",\"location\":{\"line\":1,\"c"
          "olumn\":1}},\"toolCalls\":[]}" },
        { CM_LANGUAGE_LUA,
          "local t = { 3, 1, 2 } table.sort(t, function(a, b) "
          "local ok, e = pcall(tools.fails, {}) error(e) end)",
          "{\"ok\":false,\"error\":{\"kind\":\"ToolFailure\",\"message"
          "\":\"no\",\"location\":{\"line\":1,\"column\":66}},\"toolCal"
          "ls\":[{\"name\":\"fails\"}]}" },
        { CM_LANGUAGE_LUA, "tools.ns.echo(1, 2)",
          "{\"ok\":false,\"error\":{\"kind\":\"InvalidToolInput\",\"m"
          "essage\":\"Invalid input for ns.echo: it takes one argumen"
          "t object, not 2 arguments\",\"location\":{\"line\":1,\"col"
          "umn\":1},\"suggestions\":[\"Call it with a dot and one tab"
          "le: tools.ns.echo({ name = value }).\"]},\"toolCalls\":[]}" },
        { CM_LANGUAGE_LUA, "tools.ns:echo({})",
          "{\"ok\":false,\"error\":{\"kind\":\"InvalidToolInput\",\"m"
          "essage\":\"Invalid input for ns.echo: it takes one argumen"
          "t object, not 2 arguments; call it with a dot, not with a "
          "colon\",\"location\":{\"line\":1,\"column\":1},\"suggestio"
          "ns\":[\"Call it with a dot and one table: tools.ns.echo({ "
          "name = value }).\"]},\"toolCalls\":[]}" },
        { CM_LANGUAGE_LUA, "tools.ns.echo({ f = print })",
          "{\"ok\":false,\"error\":{\"kind\":\"InvalidToolInput\",\"m"
          "essage\":\"Invalid input for ns.echo: input.f is a functio"
          "n, which is no data\",\"location\":{\"line\":1,\"column\":"
          "1}},\"toolCalls\":[]}" },
        { CM_LANGUAGE_LUA, "search({ limit = 0 })",
          "{\"ok\":false,\"error\":{\"kind\":\"InvalidToolInput\",\"m"
          "essage\":\"Invalid input for search: limit must be an inte"
          "ger of at least 1\",\"location\":{\"line\":1,\"column\":1}"
          "},\"toolCalls\":[]}" },
        { CM_LANGUAGE_LUA, "search({ q = print })",
          "{\"ok\":false,\"error\":{\"kind\":\"InvalidToolInput\",\"m"
          "essage\":\"Invalid input for search: input.q is a function"
          ", which is no data\",\"location\":{\"line\":1,\"column\":1"
          "}},\"toolCalls\":[]}" },
        { CM_LANGUAGE_LUA, "return tools.ns",
          "{\"ok\":false,\"error\":{\"kind\":\"InvalidDataValue\",\"m"
          "essage\":\"result is a tool reference, which is no data: c"
          "all the tool and use its result (line 1, col 1)\",\"locati"
          "on\":{\"line\":1,\"column\":1}},\"toolCalls\":[]}" },
        { CM_LANGUAGE_LUA, "for k in pairs(tools.nope) do end",
          "{\"ok\":false,\"error\":{\"kind\":\"UnknownTool\",\"messag"
          "e\":\"Unknown namespace \\\"nope\\\"\",\"location\":{\"lin"
          "e\":1,\"column\":10},\"suggestions\":[\"Find tools with se"
          "arch({ query = \\\"what you need\\\" }).\"]},\"toolCalls\""
          ":[]}" },
        { CM_LANGUAGE_LUA, "return json.encode({ [('k'):rep(300)] = print })",
          "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
          "essage\":\"value.kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk"
          "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk"
          "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk"
          "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk"
          "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk"
          "kkkkkkkkkkkkkkkkkkkkkkkkkkk is a function, which is no dat"
          "a (line 1, col 8)\",\"location\":{\"line\":1,\"column\":8}"
          "},\"toolCalls\":[]}" },
        { CM_LANGUAGE_LUA, "return json.decode('[1,')",
          "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
          "essage\":\"the text is no JSON: unexpected end at byte 4 ("
          "line 1, col 8)\",\"location\":{\"line\":1,\"column\":8}},"
          "\"toolCalls\":[]}" },
        { CM_LANGUAGE_LUA, "local a <close> = nil",
          "{\"ok\":false,\"error\":{\"kind\":\"UnsupportedSyntax\",\""
          "message\":\"Variables with <close> are not supported (line"
          " 1, col 9)\",\"location\":{\"line\":1,\"column\":9},\"sugg"
          "estions\":[\"Release things explicitly; there are none tha"
          "t must be.\"]},\"toolCalls\":[]}" },
        { CM_LANGUAGE_LUA, "goto nowhere",
          "{\"ok\":false,\"error\":{\"kind\":\"ParseError\",\"message"
          "\":\"No visible label 'nowhere' for goto (line 1, col 1)\\"
          "n  1 | goto nowhere\\n      ^\",\"location\":{\"line\":1,"
          "\"column\":1},\"suggestions\":[\"This runtime takes Lua 5."
          "4 here.\"]},\"toolCalls\":[]}" },
        { CM_LANGUAGE_LUA, "nosuch()",
          "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
          "essage\":\"attempt to call a nil value (global 'nosuch') ("
          "line 1, col 1)\",\"location\":{\"line\":1,\"column\":1}},"
          "\"toolCalls\":[]}" },
        { CM_LANGUAGE_LUA, "return ('x'):rep(1, 2, 3) + {}",
          "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
          "essage\":\"attempt to perform arithmetic on a string value"
          " (line 1, col 8)\",\"location\":{\"line\":1,\"column\":8}}"
          ",\"toolCalls\":[]}" },
        { CM_LANGUAGE_LUA, "string.format('%d', 3.5)",
          "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
          "essage\":\"bad argument #2 to 'format' (number has no inte"
          "ger representation) (line 1, col 1)\",\"location\":{\"line"
          "\":1,\"column\":1}},\"toolCalls\":[]}" },
        { CM_LANGUAGE_LUA, "error(setmetatable)",
          "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
          "essage\":\"nil\",\"location\":{\"line\":1,\"column\":1}},"
          "\"toolCalls\":[]}" },
        { CM_LANGUAGE_LUA, "return ('a.b'):find('.')",
          "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
          "essage\":\"patterns are unavailable: string.find looks for"
          " literal text; pass plain = true as argument 4, or cut wit"
          "h find(p, init, true) and sub (line 1, col 8)\",\"location"
          "\":{\"line\":1,\"column\":8},\"suggestions\":[\"Pass plain"
          " = true to look for the text as it is, for example s:find("
          "\\\".\\\", 1, true), s:gsub(\\\".\\\", \\\"-\\\", nil, tru"
          "e). To take texts apart use find with plain = true and sub"
          ", or byte.\"]},\"toolCalls\":[]}" },
        { CM_LANGUAGE_LUA, "local t = {} t.t = t return t",
          "{\"ok\":false,\"error\":{\"kind\":\"InvalidDataValue\",\"m"
          "essage\":\"result.t refers to a table that contains it (a "
          "cycle) (line 1, col 22)\",\"location\":{\"line\":1,\"colum"
          "n\":22}},\"toolCalls\":[]}" },
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
