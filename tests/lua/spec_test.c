/* SPDX-License-Identifier: MIT */
/* The edge cases L1 to L69 of spec/lua.md, through the public API. What needs no host
 * stands in language_test.c and lib_*_test.c in more detail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/compiler.h"
#include "runtime/fixture.h"

#include <stdbool.h>

/* One program: its value, or kind and a part of the message of its failure. */
typedef struct Case {
    const char *name, *program;
    const char *kind; /* NULL: it succeeds */
    const char *expected;
    int line, column; /* of a failure; 0: any */
} Case;

static void lua_init(Script *s, cm_runtime_options *o)
{
    cm_runtime_options defaults = CM_RUNTIME_OPTIONS_INIT;
    if (!o)
        o = &defaults;
    o->language = CM_LANGUAGE_LUA;
    script_init(s, o);
}

static void check(Script *s, const Case *cases, size_t n)
{
    int failed = 0;
    for (size_t i = 0; i < n; i++) {
        const Case *c = &cases[i];
        cm_result *r = script_run(s, c->program);
        bool ok;
        if (!c->kind)
            ok = cm_result_ok(r) &&
                 strcmp(cm_result_value(r, NULL), c->expected) == 0;
        else
            ok =
                !cm_result_ok(r) &&
                strcmp(cm_result_error_kind(r), c->kind) == 0 &&
                strstr(cm_result_json(r, NULL), c->expected) &&
                (c->line == 0 || (int)cm_result_error_line(r) == c->line) &&
                (c->column == 0 || (int)cm_result_error_column(r) == c->column);
        if (!ok) {
            failed++;
            print_error("%s: %s\n  expected %s %s\n  got %s\n", c->name,
                        c->program, c->kind ? c->kind : "", c->expected,
                        cm_result_json(r, NULL));
        }
        cm_result_free(r);
    }
    assert_int_equal(failed, 0);
}

#define FAILURE "ExecutionFailure"
#define INPUT   "InvalidToolInput"
#define DATA    "InvalidDataValue"
#define PARSE   "ParseError"
#define LIMIT   "ToolCallLimitExceeded"

static const Case program_cases[] = {
    { "L1", "local x = 1; return x", NULL, "1", 0, 0 },
    { "L2", "42", PARSE, "return 42", 1, 1 },
    { "L2", "const x = 1", PARSE, "`local x = 1`", 1, 1 },
    { "L3", "return 1, 2", NULL, "1", 0, 0 },
    { "L3", "local x = 1", NULL, "null", 0, 0 },
    { "L3", "return nil", NULL, "null", 0, 0 },
    { "L3", "local function f() return 5 end f()", NULL, "null", 0, 0 },
    { "L4", "```lua\nreturn 7\n```", NULL, "7", 0, 0 },
    { "L4", "```lua\nlocal x\nreturn x.y\n```", FAILURE, "(line 3, col 8)", 3,
      8 },
    { "L5", "local x <const> = 1; x = 2", PARSE, "constant", 1, 22 },
    { "L5", "local x <close> = nil", "UnsupportedSyntax", "<close>", 1, 9 },
    { "L6",
      "for i = 1, 3 do if i == 2 then goto continue end ::continue:: "
      "end return 1",
      NULL, "1", 0, 0 },
    { "L6", "goto x; do ::x:: end", PARSE, "label", 1, 1 },
    { "L8", "local t\n\n\nreturn t.x", FAILURE,
      "attempt to index a nil value (local 't') (line 4, col 8)", 4, 8 },
    { "L10", "return 9007199254740993", NULL, "9007199254740993", 0, 0 },
    { "L10", "return math.maxinteger", NULL, "9223372036854775807", 0, 0 },
    { "L11", "return 2^53", NULL, "9007199254740992", 0, 0 },
    { "L11", "return 1e300", NULL, "1e+300", 0, 0 },
    { "L12", "return 1 // 0", FAILURE, "n//0", 1, 8 },
    { "L12", "return 1 // 0.0", DATA, "inf", 1, 1 },
    { "L13", "return 'a' + 1", FAILURE, "arithmetic on a string", 1, 8 },
    { "L16", "return ('a.b'):find('.')", FAILURE, "plain", 1, 8 },
    { "L22", "return table.concat({ 1, {} })", FAILURE, "table", 1, 8 },
    { "L26",
      "return setmetatable == nil and getmetatable == nil and coroutine "
      "== nil and io == nil and load == nil and require == nil and "
      "debug == nil and package == nil and dofile == nil and loadfile "
      "== nil and loadstring == nil and warn == nil and unpack == nil",
      NULL, "true", 0, 0 },
    { "L26", "require('x')", FAILURE,
      "attempt to call a nil value (global 'require')", 1, 1 },
    { "L26", "io.open('x')", FAILURE, "tools", 1, 1 },
    { "L27", "string.upper = nil", FAILURE, "read-only", 1, 1 },
    { "L27", "string = nil; return ('a'):upper()", NULL, "\"A\"", 0, 0 },
    { "L27", "_G.x = 1; return x", NULL, "1", 0, 0 },
    { "L28", "return tostring({})", NULL, "\"table: 1\"", 0, 0 },
    { "L28", "return tostring({})", NULL, "\"table: 1\"", 0, 0 },
    { "L29", "return {}", NULL, "{}", 0, 0 },
    { "L29", "return json.array()", NULL, "[]", 0, 0 },
    { "L29", "return tools.echo({ a = json.array(), o = {} })", NULL,
      "{\"a\":[],\"o\":{}}", 0, 0 },
    { "L30", "local a = json.array(); a.x = 1; return a", NULL, "{\"x\":1}", 0,
      0 },
    { "L30", "local o = {}; o[1] = 'a'; return o", NULL, "[\"a\"]", 0, 0 },
    { "L31", "return { a = { [1] = 'a', [3] = 'c' } }", DATA, "result.a", 1,
      1 },
    { "L31", "return { 1, x = 2 }", DATA, "result mixes", 1, 1 },
    { "L31", "return { [0] = 1 }", DATA, "result has a key", 1, 1 },
    { "L31", "return { [true] = 1 }", DATA, "result has a key", 1, 1 },
    { "L32",
      "return tools.echo({ x = json.null, y = nil, z = { 1, json.null, "
      "3 } })",
      NULL, "{\"x\":null,\"z\":[1,null,3]}", 0, 0 },
    { "L33", "return print", DATA, "function", 1, 1 },
    { "L33", "return tools.x", DATA, "tool reference", 1, 1 },
    { "L33", "local t = {}; t.t = t; return t", DATA, "cycle", 1, 24 },
    { "L33", "local ok, e = pcall(tools.echo, { x = print }); return e", NULL,
      "\"Invalid input for echo: input.x is a function, which is no data\"", 0,
      0 },
    { "L33", "tools.echo({ x = print })", INPUT, "input.x", 1, 1 },
    { "L34",
      "local r = tools.echo({ x = json.null }); return { r.x and "
      "'true', r.x == json.null }",
      NULL, "[\"true\",true]", 0, 0 },
    { "L35",
      "local t = json.decode('[1, 2.0, 1e2, 12345678901234567890]'); "
      "return { math.type(t[1]), math.type(t[2]), math.type(t[3]), "
      "math.type(t[4]) }",
      NULL, "[\"integer\",\"float\",\"float\",\"float\"]", 0, 0 },
    { "L36", "tools.echo({ x = '\\255' })", INPUT, "UTF-8", 1, 1 },
    { "L36", "return #'\\255'", NULL, "1", 0, 0 },
    { "L36", "return '\\255'", DATA, "UTF-8", 1, 1 },
    { "L37", "return 2.0", NULL, "2", 0, 0 },
    { "L37", "return -0.0", NULL, "0", 0, 0 },
    { "L37", "return 0/0", DATA, "nan", 1, 1 },
    { "L38", "return tools.echo(json.decode('{\"z\":1,\"a\":2,\"m\":3}'))",
      NULL, "{\"z\":1,\"a\":2,\"m\":3}", 0, 0 },
    { "L39",
      "return select(2, pcall(json.decode, '[1,')):match('byte', 1, "
      "true)",
      NULL, "\"byte\"", 0, 0 },
    { "L40", "return json.encode({ a = 1, b = json.array() })", NULL,
      "\"{\\\"a\\\":1,\\\"b\\\":[]}\"", 0, 0 },
    { "L40", "return (pcall(json.encode, print))", NULL, "false", 0, 0 },
    { "L41",
      "local t = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 }; for i = 1, 6 do t = "
      "{ t, t, t, t, t, t, t, t, t, t } end; return pcall(json.encode, "
      "t)",
      FAILURE, "1,000,000", 0, 0 },
};

static const Case call_cases[] = {
    { "L44", "tools.echo(); tools.echo(nil); return tools.orders.echo(nil)",
      NULL, "{}", 0, 0 },
    { "L44", "tools.orders.lookup(1, 2)", INPUT, "one argument", 1, 1 },
    { "L44", "tools.orders:lookup({})", INPUT, "dot", 1, 1 },
    { "L45", "return tools['orders.lookup']({ id = 5 })", NULL, "{\"id\":5}", 0,
      0 },
    { "L46",
      "local r = {}; for k in pairs(tools) do r[#r + 1] = k end; return "
      "r",
      NULL,
      "[\"echo\",\"orders\",\"fail\",\"later\",\"stubborn\",\"quiet\","
      "\"selfcancel\",\"garbage\"]",
      0, 0 },
    { "L46", "for k in pairs(tools.nope) do end", "UnknownTool", "nope", 1, 0 },
    { "L46", "tools.x = 1", FAILURE, "read-only", 1, 1 },
    { "L46",
      "local n = 0; for k in pairs(tools.echo) do n = n + 1 end; return "
      "n",
      NULL, "0", 0, 0 },
    { "L47",
      "return { tools.a == tools.a, type(tools.nope), type(tools), "
      "tools.a.b == tools.a.b, tools.a == tools.b }",
      NULL, "[true,\"function\",\"table\",true,false]", 0, 0 },
    { "L47", "tools({})", FAILURE, "tools itself", 1, 1 },
    { "L47", "return #tools", FAILURE, "length", 1, 8 },
    { "L48", "local ok, e = pcall(tools.fail, {}); return { ok, e }", NULL,
      "[false,\"boom\\nCaused by: inner\\nCaused by: root\"]", 0, 0 },
    { "L49", "local ok, e = pcall(tools.fail, {})\nerror(e)", "ToolFailure",
      "boom", 1, 15 },
    { "L49", "local ok, e = pcall(tools.fail, {})\nerror(e .. '!')", FAILURE,
      "root!", 2, 1 },
    { "L50",
      "local t = { code = 1 }; local ok, e = pcall(error, t); return e "
      "== t",
      NULL, "true", 0, 0 },
    { "L50", "error({ code = 1 })", FAILURE, "Uncaught: {\\\"code\\\":1}\"", 1,
      1 },
    { "L50", "error('x')", FAILURE, "\"message\":\"x\"", 1, 1 },
    { "L52", "local function f() return 1 + f() end; return pcall(f)", FAILURE,
      "10,000", 1, 0 },
    { "L53", "return pcall(function() return ('x'):rep(16777217) end)", FAILURE,
      "16,777,216", 1, 0 },
    { "L55",
      "for i = 1, 128 do search() end; local ok, e = pcall(search); "
      "return { ok, type(e) }",
      NULL, "[false,\"string\"]", 0, 0 },
    { "L55", "for i = 1, 129 do search() end", LIMIT, "128", 1, 0 },
    { "L59",
      "local p = search(); return { type(p.items), #p.items, p.next == "
      "json.null }",
      NULL, "[\"table\",9,true]", 0, 0 },
    { "L59", "return #search({ limit = 2.0 }).items", NULL, "2", 0, 0 },
    { "L59", "return search({ limit = 0 })", INPUT, "limit", 1, 8 },
    { "L59", "return search({ query = 'zzzzqqq' }).items", NULL, "[]", 0, 0 },
    { "L60", "return tools.quiet({}) == nil", NULL, "true", 0, 0 },
    { "output", "tools.garbage()", "InvalidToolOutput", "JSON", 1, 1 },
    { "L66", "local t = {}; return t.field.x", FAILURE, "field 'field'", 1, 0 },
    { "L66", "nosuch()", FAILURE, "global 'nosuch'", 1, 1 },
    { "unknown", "tools.nope.x({})", "UnknownTool", "nope.x", 1, 1 },
    { "method", "local t = tools.echo({ 1, 2 }); return t", NULL, "[1,2]", 0,
      0 },
    { "sort",
      "local t = { 3, 1, 2 }; table.sort(t, function(a, b) return "
      "tools.echo({ v = a }).v < b end); return t",
      NULL, "[1,2,3]", 0, 0 },
    { "gsub",
      "return (('a-b'):gsub('b', function(m) return tools.echo({ v = m "
      ".. '!' }).v end))",
      NULL, "\"a-b!\"", 0, 0 },
    { "pcall",
      "return { pcall(function() return tools.echo({ 7 })[1], 8 end) "
      "}",
      NULL, "[true,7,8]", 0, 0 },
    { "multi", "local a, b = tools.echo({ x = 1 }); return { a.x, b == nil }",
      NULL, "[1,true]", 0, 0 },
    { "args",
      "local function f(...) return select('#', ...) end; return f(1, "
      "tools.echo({}))",
      NULL, "2", 0, 0 },
    { "iterator",
      "local n = 0; local function it(_, c) c = c + 1; if "
      "tools.echo({ v = c }).v < 4 then return c end end; for i in "
      "it, nil, 0 do n = n + i end; return n",
      NULL, "6", 0, 0 },
};

static void test_programs(void **state)
{
    (void)state;
    Script s;
    lua_init(&s, NULL);
    check(&s, program_cases, CM_ARRAY_LEN(program_cases));
    script_done(&s);
}

static void test_calls(void **state)
{
    (void)state;
    Script s;
    lua_init(&s, NULL);
    check(&s, call_cases, CM_ARRAY_LEN(call_cases));
    script_done(&s);
}

/* ---- L7 ---- */

static void l7_bounds_of_sources(void **state)
{
    (void)state;
    Script s;
    lua_init(&s, NULL);
    static char text[(1 << 20) + 64];
    memset(text, ' ', sizeof text);
    memcpy(text, "return 1", 8);
    text[1 << 20] = '\0';
    expect_gives(&s, text, "1");
    text[1 << 20] = ' ';
    text[(1 << 20) + 1] = '\0';
    expect_error(&s, text, PARSE, "1 MiB", -1, 0);
    memcpy(text, "return ", 7);
    memset(text + 7, '(', 201);
    text[208] = '1';
    memset(text + 209, ')', 201);
    text[410] = '\0';
    expect_error(&s, text, PARSE, "200", 1, 208);
    script_done(&s);
}

/* ---- L25 ---- */

static void l25_random_states_are_apart(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.has_random_seed = 1;
    o.random_seed = 5;
    lua_init(&s, &o);
    cm_result *a = script_run(&s, "return math.random(1 << 30)");
    expect_gives(&s, "math.randomseed(1); return 1", "1");
    cm_result *b = script_run(&s, "return math.random(1 << 30)");
    assert_string_equal(cm_result_value(a, NULL), cm_result_value(b, NULL));
    cm_result_free(a);
    cm_result_free(b);
    script_done(&s);
}

/* ---- L42, L43: waiting ---- */

static void l42_calls_are_one_after_the_other(void **state)
{
    (void)state;
    Script s;
    lua_init(&s, NULL);
    cm_execution *x = script_start(
        &s,
        "local a = tools.later({ 1 }); local b = tools.later({ a }); "
        "return { a, b }",
        NULL);
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_WAITING);
    assert_int_equal(s.n_calls, 1);
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_WAITING);
    script_settle(&s, 0, "10");
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_WAITING);
    assert_int_equal(s.n_calls, 2);
    assert_string_equal(s.inputs[1], "[10]");
    script_settle(&s, 1, "20");
    cm_result *r = script_finish(x);
    assert_string_equal(cm_result_value(r, NULL), "[10,20]");
    cm_result_free(r);
    script_done(&s);
}

static void l43_executions_overlap(void **state)
{
    (void)state;
    Script s;
    lua_init(&s, NULL);
    cm_execution *a =
        script_start(&s, "x = 1; tools.later({}); return x", NULL);
    cm_execution *b =
        script_start(&s, "tools.later({}); return x == nil", NULL);
    assert_int_equal(cm_execution_run(a, 0), CM_RUN_WAITING);
    assert_int_equal(cm_execution_run(b, 0), CM_RUN_WAITING);
    assert_int_equal(s.n_calls, 2);
    script_settle(&s, 1, "null");
    cm_result *r = script_finish(b);
    assert_string_equal(cm_result_value(r, NULL), "true");
    cm_result_free(r);
    script_settle(&s, 0, "null");
    r = script_finish(a);
    assert_string_equal(cm_result_value(r, NULL), "1");
    cm_result_free(r);
    script_done(&s);
}

/* A failure that comes later is caught where the call stands, inside of a comparator
 * of sort inside of pcall. */
static void waiting_inside_of_natives(void **state)
{
    (void)state;
    Script s;
    lua_init(&s, NULL);
    cm_execution *x = script_start(
        &s,
        "local t = { 2, 1 }; local ok, e = pcall(table.sort, t, function(a, b) "
        "return tools.later({ a, b }) end); local ok2, e2 = pcall(function() "
        "tools.later({}) end); return { ok, t[1], ok2, e2 }",
        NULL);
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_WAITING);
    while (s.n_calls == 1 && s.calls[0]) {
        script_settle(&s, 0, "true");
        assert_int_equal(cm_execution_run(x, 0), CM_RUN_WAITING);
    }
    script_settle_failed(&s, s.n_calls - 1, "late");
    cm_result *r = script_finish(x);
    assert_true(cm_result_ok(r));
    assert_non_null(strstr(cm_result_value(r, NULL), "false,\"late\"]"));
    cm_result_free(r);
    script_done(&s);
}

static void a_waiting_execution_is_freed(void **state)
{
    (void)state;
    Script s;
    lua_init(&s, NULL);
    cm_execution *x = script_start(&s, "pcall(tools.later, {})", NULL);
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_WAITING);
    cm_execution_free(x);
    assert_int_equal(s.n_cancelled, 1);
    script_done(&s);
}

/* ---- L51, L65: time and steps ---- */

static void l51_time_cannot_be_caught(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.limits.timeout_ms = 50;
    lua_init(&s, &o);
    expect_error(&s, "pcall(function() while true do end end) return 1",
                 "TimeoutExceeded", "50 ms", -1, 0);
    expect_error(&s,
                 "pcall(function() return ('x'):rep(1000000):rep(10) end) "
                 "while true do string.rep('abc', 100000) end",
                 "TimeoutExceeded", "50 ms", -1, 0);
    script_done(&s);
}

static void l52_tail_calls_end_by_steps(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.limits.max_steps = 1000000;
    lua_init(&s, &o);
    expect_error(&s, "local function f() return f() end; return pcall(f)",
                 FAILURE, "1000000 steps", 1, 20);
    expect_error(&s, "local a = 1\nlocal b = 2\n  while true do\nend", FAILURE,
                 "1000000 steps", 3, 3);
    expect_error(&s, "for i = 1, 1e9 do\n  string.rep('x', 1000)\nend", FAILURE,
                 "1000000 steps", 2, 3);
    script_done(&s);
}

static void l54_memory_cannot_be_caught(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.limits.max_memory_bytes = 1 << 20;
    lua_init(&s, &o);
    expect_error(&s,
                 "return pcall(function() local t = {}; while true do t[#t + "
                 "1] = ('x'):rep(1000) .. #t end end)",
                 "MemoryLimitExceeded", "1048576", 1, 65);
    script_done(&s);
}

/* ---- L55 to L58: the call limit ---- */

static void l56_attempts_are_charged(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.limits.max_tool_calls = 1;
    lua_init(&s, &o);
    expect_record(
        &s, "pcall(tools.nope, {}); tools.echo({})",
        "{\"ok\":false,\"error\":{\"kind\":\"ToolCallLimitExceeded\","
        "\"message\":\"A program may make at most 1 tool call\",\"location\":"
        "{\"line\":1,\"column\":24}},\"toolCalls\":[]}");
    expect_error(&s, "pcall(tools.echo, print); tools.nope()", LIMIT, "1", 0,
                 0);
    script_done(&s);
}

static void l58_denied_calls_are_listed(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.hooks.user = &s;
    o.limits.max_tool_calls = 1;
    lua_init(&s, &o);
    s.deny = 1;
    expect_record(&s,
                  "local ok, e = pcall(tools.echo, {}); local ok2 = "
                  "pcall(search); return { e, ok2 }",
                  "{\"ok\":true,\"value\":[\"not today\",false],\"toolCalls\":"
                  "[{\"name\":\"echo\"}]}");
    script_done(&s);
}

/* ---- L62, L63 ---- */

static void l62_print_makes_one_entry(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.limits.max_output_bytes = 40;
    lua_init(&s, &o);
    expect_record(&s, "print('a', 1, { x = 1 })",
                  "{\"ok\":true,\"value\":null,\"logs\":[\"a\\t1\\t{\\\"x\\\":"
                  "1}\"],\"toolCalls\":[]}");
    cm_result *r = script_run(&s, "return ('x'):rep(100)");
    assert_true(cm_result_ok(r));
    assert_non_null(strstr(cm_result_json(r, NULL), "result truncated"));
    cm_result_free(r);
    script_done(&s);
}

/* ---- L67: preflight ---- */

static void l67_preflight(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.preflight = 1;
    lua_init(&s, &o);
    expect_error(&s, "tools.echo({})\nlocal t = tools.orders\nt.missing({})",
                 "UnknownTool", "orders.missing", 3, 1);
    assert_int_equal(s.n_inputs, 0);
    expect_gives(&s,
                 "local t = tools.orders; return (pcall(function() "
                 "t.missing({}) end))",
                 "false");
    expect_gives(&s, "if false then tools.missing({}) end return 1", "1");
    script_done(&s);
}

/* ---- L1, L69: languages ---- */

static void l69_no_other_language(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "```lua\nlocal x = 1\n```", PARSE, "", 0, 0);
    script_done(&s);
    lua_init(&s, NULL);
    expect_error(&s, "const x = await tools.echo({})", PARSE, "", 1, 1);
    script_done(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_programs),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(l7_bounds_of_sources),
        cmocka_unit_test(l25_random_states_are_apart),
        cmocka_unit_test(l42_calls_are_one_after_the_other),
        cmocka_unit_test(l43_executions_overlap),
        cmocka_unit_test(waiting_inside_of_natives),
        cmocka_unit_test(a_waiting_execution_is_freed),
        cmocka_unit_test(l51_time_cannot_be_caught),
        cmocka_unit_test(l52_tail_calls_end_by_steps),
        cmocka_unit_test(l54_memory_cannot_be_caught),
        cmocka_unit_test(l56_attempts_are_charged),
        cmocka_unit_test(l58_denied_calls_are_listed),
        cmocka_unit_test(l62_print_makes_one_entry),
        cmocka_unit_test(l67_preflight),
        cmocka_unit_test(l69_no_other_language),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
