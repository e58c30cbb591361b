/* SPDX-License-Identifier: MIT */
/* Calls, hooks, references, search, preflight: E83 to E105, E120 to E123,
 * D14, D43 to D51. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "runtime/fixture.h"

static void e83_call_limit(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.limits.max_tool_calls = 2;
    script_init(&s, &o);
    expect_record(
        &s,
        "const r = await Promise.allSettled([tools.echo(1), tools.echo(2), tools.echo(3)]); return r.map((x) => x.status === \"fulfilled\" ? x.value : x.reason.kind)",
        "{\"ok\":true,\"value\":[1,2,\"ToolCallLimitExceeded\"],\"toolCalls\":[{\"name\":\"echo\"},{\"name\":\"echo\"}]}");
    expect_error(
        &s, "await Promise.all([tools.echo(1), tools.echo(2), tools.echo(3)])",
        "ToolCallLimitExceeded", "2", 1, 50);
    assert_int_equal(s.n_inputs, 4);
    script_done(&s);
}

static void e84_invalid_calls_are_not_counted(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.limits.max_tool_calls = 1;
    script_init(&s, &o);
    expect_record(
        &s,
        "try { await tools.echo(1, 2) } catch {} return await tools.echo(3)",
        "{\"ok\":true,\"value\":3,\"toolCalls\":[{\"name\":\"echo\"}]}");
    script_done(&s);
}

static void e85_search_is_a_call(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.limits.max_tool_calls = 0;
    script_init(&s, &o);
    expect_error(&s, "search({})", "ToolCallLimitExceeded", "0", 1, 1);
    expect_gives(
        &s,
        "try { search({}) } catch (e) { return [e.kind, e instanceof Error] }",
        "[\"ToolCallLimitExceeded\",true]");
    script_done(&s);
}

static void e86_limit_can_be_caught(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.limits.max_tool_calls = 1;
    script_init(&s, &o);
    expect_record(
        &s,
        "let n = 0; for (let i = 0; i < 3; i++) { try { await tools.echo(i) } catch { n++ } } return n",
        "{\"ok\":true,\"value\":2,\"toolCalls\":[{\"name\":\"echo\"}]}");
    script_done(&s);
}

static void e87_arguments(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "await tools.echo({}, {})", "InvalidToolInput", "echo", 1,
                 7);
    expect_gives(&s, "return [await tools.echo(), await tools.echo(undefined)]",
                 "[{},null]");
    assert_string_equal(s.inputs[0], "{}");
    assert_string_equal(s.inputs[1], "null");
    expect_error(&s, "await Promise.all([1].map(tools.echo))",
                 "InvalidToolInput", "one argument", 0, 0);
    expect_gives(&s,
                 "return await tools.echo({ a: 1 }).then(tools.orders.echo)",
                 "{\"a\":1}");
    script_done(&s);
}

static void e92_no_output_schema_gives_undefined(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(&s, "return [await tools.quiet({ a: 1 }) === undefined]",
                 "[true]");
    expect_gives(&s, "return await tools.quiet({})", "null");
    script_done(&s);
}

static void e93_output_that_is_no_json(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "await tools.garbage({})", "InvalidToolOutput", "garbage",
                 1, 7);
    expect_gives(&s,
                 "try { await tools.garbage({}) } catch (e) { return e.kind }",
                 "\"InvalidToolOutput\"");
    script_done(&s);
}

static void e94_denied_call(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.hooks.user = &s;
    script_init(&s, &o);
    s.deny = 1;
    expect_record(&s, "await tools.echo({})",
                  "{\"ok\":false,\"error\":{\"kind\":\"ToolFailure\","
                  "\"message\":\"not today\",\"location\":{\"line\":1,"
                  "\"column\":7}},\"toolCalls\":[{\"name\":\"echo\"}]}");
    assert_string_equal(s.events, "before:echo ");
    assert_int_equal(s.n_inputs, 0);
    expect_record(&s, "try { search({}) } catch (e) { return e.message }",
                  "{\"ok\":true,\"value\":\"not today\",\"toolCalls\":"
                  "[{\"name\":\"search\"}]}");
    assert_string_equal(s.events, "before:echo before:search ");
    script_done(&s);
}

static void e97_hooks_of_concurrent_calls(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.hooks.user = &s;
    script_init(&s, &o);
    cm_execution *x = script_start(
        &s, "await Promise.all([tools.later(1), tools.orders.echo(2)])", NULL);
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_WAITING);
    script_settle(&s, 0, "1");
    cm_result *r = script_finish(x);
    assert_string_equal(cm_result_value(r, NULL), "[1,2]");
    assert_string_equal(s.events, "before:later before:orders.echo "
                                  "after:orders.echo:ok after:later:ok ");
    cm_result_free(r);
    script_done(&s);
}

static void e102_unknown_tool_has_an_offer(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    cm_result *r = script_run(&s, "await tools.orders.lokup({})");
    assert_string_equal(
        cm_result_json(r, NULL),
        "{\"ok\":false,\"error\":{\"kind\":\"UnknownTool\",\"message\":\"Unknown tool \\\"orders.lokup\\\". Did you mean tools.orders.lookup?\",\"location\":{\"line\":1,\"column\":7},\"suggestions\":[\"Find tools with search({ query: \\\"what you need\\\" }).\"]},\"toolCalls\":[]}");
    cm_result_free(r);
    expect_error(&s, "await tools.orders({})", "UnknownTool", "not callable", 1,
                 7);
    expect_error(&s, "tools({})", "ExecutionFailure", "tools is not a function",
                 1, 1);
    script_done(&s);
}

static void e103_dots_in_keys(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_record(
        &s,
        "return [await tools[\"orders.echo\"](1), await tools.orders[\"echo\"](2)]",
        "{\"ok\":true,\"value\":[1,2],\"toolCalls\":[{\"name\":\"orders.echo\"},{\"name\":\"orders.echo\"}]}");
    expect_gives(&s, "tools.a.b.c; return 1", "1");
    expect_error(&s, "await tools[\"orders.\"]({})", "UnknownTool", "orders.",
                 0, 0);
    script_done(&s);
}

/* What is remembered of arguments and tools between calls changes nothing. */
static void calls_in_a_row(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(
        &s,
        "class A { constructor() { this.x = 1 } } const a = new A(); const out = []; for (let i = 0; i < 9; i++) { if (i === 6) A.prototype.toJSON = () => \"own\"; if (i === 8) delete A.prototype.toJSON; out.push(await tools.echo(a)) } return out",
        "[{\"x\":1},{\"x\":1},{\"x\":1},{\"x\":1},{\"x\":1},{\"x\":1},\"own\",\"own\",{\"x\":1}]");
    expect_gives(
        &s,
        "const out = []; for (let i = 0; i < 12; i++) { const o = { n: i }; if (i % 3 === 0) o.m = undefined; if (i % 4 === 0) Object.defineProperty(o, \"g\", { get: () => i, enumerable: true }); out.push(await tools.echo([o, { n: -i, m: 1 }])) } return out.map((x) => JSON.stringify(x)).join(\" \").length + \" \" + JSON.stringify(out[8])",
        "\"320 [{\\\"n\\\":8,\\\"g\\\":8},{\\\"n\\\":-8,\\\"m\\\":1}]\"");
    expect_gives(
        &s,
        "const out = []; for (let i = 0; i < 6; i++) { try { out.push(await tools.echo(i, ...Array(i % 2).fill(0))) } catch (e) { out.push(e.kind) } try { await tools.missing(i) } catch (e) { out.push(e.kind) } } return out",
        "[0,\"UnknownTool\",\"InvalidToolInput\",\"UnknownTool\",2,\"UnknownTool\",\"InvalidToolInput\",\"UnknownTool\",4,\"UnknownTool\",\"InvalidToolInput\",\"UnknownTool\"]");
    expect_gives(
        &s,
        "const { echo } = tools; return [await echo(1), await echo(2), echo === tools.echo, tools.value === tools.value, tools.echo === tools.value, await tools.echo(3)]",
        "[1,2,true,true,false,3]");
    script_done(&s);
}

static void d14_references_as_values(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(
        &s,
        "return [tools.a === tools.a, tools.orders.x === tools.orders.x, tools.a === tools.b]",
        "[true,true,false]");
    expect_error(&s, "Object.entries(tools)", "InvalidDataValue",
                 "Object.keys(tools)", 0, 0);
    expect_error(&s, "tools.a = 1", "ExecutionFailure", "TypeError", 0, 0);
    expect_error(&s, "delete tools.a", "InvalidDataValue", "delete", 0, 0);
    expect_gives(&s, "return Object.keys(tools.orders)",
                 "[\"echo\",\"lookup\"]");
    expect_gives(
        &s, "return Object.keys(tools)",
        "[\"echo\",\"orders\",\"fail\",\"later\",\"stubborn\",\"quiet\",\"selfcancel\",\"garbage\"]");
    expect_gives(&s, "return Object.keys(tools.orders.echo)", "[]");
    expect_error(&s, "Object.keys(tools.nope)", "UnknownTool", "namespace", 0,
                 0);
    expect_gives(&s, "const { orders: { echo } } = tools; return await echo(4)",
                 "4");
    expect_gives(
        &s, "const r = []; for (const k in tools.orders) r.push(k); return r",
        "[\"echo\",\"lookup\"]");
    script_done(&s);
}

static void d43_search_page(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(
        &s, "return search({ query: \"order\" })",
        "{\"items\":[{\"path\":\"tools.orders.lookup\",\"description\":\"Finds an order\",\"signature\":\"tools.orders.lookup(): Promise<unknown>\"},{\"path\":\"tools.orders.echo\",\"description\":\"Returns its input\",\"signature\":\"tools.orders.echo(): Promise<unknown>\"}],\"remaining\":0,\"next\":null}");
    expect_gives(
        &s, "const p = search(); return [p.items.length, p.remaining, p.next]",
        "[9,0,null]");
    expect_gives(
        &s,
        "const p = search({ limit: 2, offset: 1 }); return [p.items.map((i) => i.path), p.remaining, p.next]",
        "[[\"tools.fail\",\"tools.garbage\"],6,{\"offset\":3}]");
    expect_gives(&s, "return tools.search === search", "true");
    script_done(&s);
}

static void d44_bad_search_input(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(
        &s,
        "const bad = [{ limit: 0 }, { offset: -1 }, { limit: 0.5 }, { query: 5 }, { namespace: 7 }, { query: null }, \"x\", null, []]; return bad.map((b) => { try { search(b) } catch (e) { return e.kind } }).filter((k) => k !== \"InvalidToolInput\")",
        "[]");
    expect_record(&s, "try { search({ limit: 0 }) } catch {} return 1",
                  "{\"ok\":true,\"value\":1,\"toolCalls\":[]}");
    script_done(&s);
}

static void d51_pages_behave_like_promises(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(
        &s,
        "const p = search({ query: \"later\" }); const q = await p; const r = await p.then((x) => x.items.length); const [t] = await Promise.all([p]); return [q === p, r, t === p, Object.keys(p), JSON.stringify(p) === JSON.stringify(q)]",
        "[true,1,true,[\"items\",\"remaining\",\"next\"],true]");
    script_done(&s);
}

static void e104_parallel_executions_share_nothing(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    cm_execution *a = script_start(
        &s, "console.log('a'); const v = await tools.later(1); return v", NULL);
    cm_execution *b = script_start(
        &s, "console.log('b'); const v = await tools.later(2); return v", NULL);
    assert_int_equal(cm_execution_run(a, 0), CM_RUN_WAITING);
    assert_int_equal(cm_execution_run(b, 0), CM_RUN_WAITING);
    script_settle(&s, 1, "\"B\"");
    script_settle(&s, 0, "\"A\"");
    assert_int_equal(s.n_wakes, 2);
    cm_result *r = script_finish(a);
    assert_string_equal(cm_result_json(r, NULL),
                        "{\"ok\":true,\"value\":\"A\",\"logs\":[\"a\"],"
                        "\"toolCalls\":[{\"name\":\"later\"}]}");
    cm_result_free(r);
    r = script_finish(b);
    assert_string_equal(cm_result_json(r, NULL),
                        "{\"ok\":true,\"value\":\"B\",\"logs\":[\"b\"],"
                        "\"toolCalls\":[{\"name\":\"later\"}]}");
    cm_result_free(r);
    script_done(&s);
}

static void e105_unawaited_interpreter_failure(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_record(
        &s, "async function f() { null.x } f(); return 1",
        "{\"ok\":true,\"value\":1,\"warnings\":[{\"kind\":\"ExecutionFailure\",\"message\":\"Unhandled rejection of a promise that nobody awaited: TypeError: Cannot read properties of null (reading 'x') (line 1, col 22)\",\"location\":{\"line\":1,\"column\":22}}],\"toolCalls\":[]}");
    script_done(&s);
}

static void call_timeout_is_a_tool_failure(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.call_timeout_ms = 20;
    script_init(&s, &o);
    expect_gives(&s,
                 "try { await tools.later({}) } catch (e) { return [e.kind, "
                 "e.message] }",
                 "[\"ToolFailure\",\"later took longer than 20 ms\"]");
    assert_int_equal(s.n_cancelled, 1);
    script_done(&s);
}

static void e120_preflight(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.preflight = 1;
    script_init(&s, &o);
    expect_error(&s, "console.log(1)\nawait tools.nope({})", "UnknownTool",
                 "nope", 2, 7);
    expect_error(&s, "const t = tools.orders; await t.nope({})", "UnknownTool",
                 "orders.nope", 1, 31);
    expect_gives(&s, "if (false) tools.nope({}); return 1", "1");
    expect_gives(&s, "const tools = { nope() {} }; tools.nope(); return 1",
                 "1");
    cm_result *r = NULL;
    static const char source[] = "tools.a({}); tools.echo({}); tools.b({})";
    assert_int_equal(cm_check(s.runtime, source, sizeof source - 1, &r, NULL),
                     CM_OK);
    assert_string_equal(cm_result_error_kind(r), "UnknownTool");
    assert_int_equal(cm_result_error_column(r), 1);
    assert_int_equal(cm_result_warning_count(r), 1);
    cm_result_free(r);
    script_done(&s);
}

static void never(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    (void)input;
    (void)len;
    cm_call_fail_text(call, "a check runs nothing");
}

/* Finding what unknown names stand for is bounded: nobody can stop a check. */
static void a_check_of_many_unknown_names(void **state)
{
    (void)state;
    enum {
        TOOLS = 400,
        CALLS = 2000
    };
    cm_runtime *runtime = NULL;
    cm_result *r = NULL;
    const cm_tool tool = { .execute = never };
    char path[100];
    cm_tools *tools = cm_tools_new(NULL);
    Buf source;
    for (int i = 0; i < TOOLS; i++) {
        (void)snprintf(path, sizeof path, "of.a_name_of_some_length_%d", i);
        assert_int_equal(cm_tools_add(tools, path, &tool, NULL), CM_OK);
    }
    assert_int_equal(cm_runtime_new(tools, NULL, &runtime, NULL), CM_OK);
    cm_tools_free(tools);
    cm__buf_init(&source, cm__alloc_default(), CM_BUF_NO_LIMIT);
    for (int i = 0; i < CALLS; i++)
        cm__buf_add_fmt(&source, "tools.off.e_nane_of_sone_lenght_%d();\n", i);
    assert_int_equal(
        cm_check(runtime, cm__buf_text(&source), source.len, &r, NULL), CM_OK);
    assert_string_equal(cm_result_error_message(r, NULL),
                        "Unknown tool \"off.e_nane_of_sone_lenght_0\". "
                        "Did you mean tools.of.a_name_of_some_length_0?");
    assert_int_equal(cm_result_warning_count(r), CALLS - 1);
    assert_string_equal(cm_result_warning_message(r, CALLS - 2, NULL),
                        "Unknown tool \"off.e_nane_of_sone_lenght_1999\"");
    cm_result_free(r);
    cm__buf_done(&source);
    cm_runtime_free(runtime);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(e83_call_limit),
        cmocka_unit_test(e84_invalid_calls_are_not_counted),
        cmocka_unit_test(e85_search_is_a_call),
        cmocka_unit_test(e86_limit_can_be_caught),
        cmocka_unit_test(e87_arguments),
        cmocka_unit_test(e92_no_output_schema_gives_undefined),
        cmocka_unit_test(e93_output_that_is_no_json),
        cmocka_unit_test(e94_denied_call),
        cmocka_unit_test(e97_hooks_of_concurrent_calls),
        cmocka_unit_test(e102_unknown_tool_has_an_offer),
        cmocka_unit_test(e103_dots_in_keys),
        cmocka_unit_test(calls_in_a_row),
        cmocka_unit_test(d14_references_as_values),
        cmocka_unit_test(d43_search_page),
        cmocka_unit_test(d44_bad_search_input),
        cmocka_unit_test(d51_pages_behave_like_promises),
        cmocka_unit_test(e104_parallel_executions_share_nothing),
        cmocka_unit_test(e105_unawaited_interpreter_failure),
        cmocka_unit_test(call_timeout_is_a_tool_failure),
        cmocka_unit_test(e120_preflight),
        cmocka_unit_test(a_check_of_many_unknown_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
