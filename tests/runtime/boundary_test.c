/* SPDX-License-Identifier: MIT */
/* Data boundary: E36 to E58, E127, E128. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/fixture.h"

static void e36_references_do_not_cross(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "return { t: tools }", "InvalidDataValue", "result.t", 0,
                 0);
    expect_error(&s, "return { t: tools.x }", "InvalidDataValue", "result.t", 0,
                 0);
    script_done(&s);
}

static void e37_functions_as_properties_vanish(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(&s, "return { search }", "{}");
    expect_gives(&s, "return { f() {} }", "{}");
    script_done(&s);
}

static void e38_array_slots_become_null(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(&s, "return [() => 1, undefined, , NaN]",
                 "[null,null,null,null]");
    script_done(&s);
}

static void e39_depth(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(
        &s, "let a = []; for (let i = 0; i < 32; i++) a = [a]; return a",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]");
    expect_error(&s,
                 "let a = []; for (let i = 0; i < 33; i++) a = [a]; return a",
                 "InvalidDataValue", "32", 0, 0);
    expect_gives(
        &s, "let a = 1; for (let i = 0; i < 32; i++) a = [a]; return a",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]");
    expect_error(&s,
                 "let a = 1; for (let i = 0; i < 33; i++) a = [a]; return a",
                 "InvalidDataValue", "32", 0, 0);
    script_done(&s);
}

static void deep(void *user, cm_call *call, const char *input, size_t len)
{
    char text[128];
    (void)input;
    (void)len;
    (void)user;
    memset(text, '[', 40);
    text[40] = '7';
    memset(text + 41, ']', 40);
    cm_call_return(call, text, 81);
}

static void e40_deep_answers_can_be_read(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    cm_runtime_free(s.runtime);
    script_add(&s, "deep", deep, NULL, "{}");
    assert_int_equal(cm_runtime_new(s.tools, NULL, &s.runtime, NULL), CM_OK);
    expect_gives(&s,
                 "let v = await tools.deep({}); while (Array.isArray(v)) "
                 "v = v[0]; return v",
                 "7");
    expect_error(&s, "return await tools.deep({})", "InvalidDataValue", "32", 0,
                 0);
    expect_gives(&s,
                 "try { await tools.echo(await tools.deep({})) } catch (e) { "
                 "return e.kind }",
                 "\"InvalidToolInput\"");
    script_done(&s);
}

static void e41_cycles(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(&s, "const o = {}; o.self = o; return o.self === o", "true");
    expect_error(&s, "const o = {}; o.self = o; return o", "InvalidDataValue",
                 "result.self", 0, 0);
    script_done(&s);
}

static void e42_collections_that_hold_themselves(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    cm_result *r = script_run(&s, "const s = new Set(); s.add(s); return s");
    assert_string_equal(cm_result_value(r, NULL), "{}");
    assert_int_equal(cm_result_warning_count(r), 1);
    cm_result_free(r);
    script_done(&s);
}

static void e43_lost_contents_warn(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    cm_result *r = script_run(&s, "return new Set([1])");
    assert_string_equal(cm_result_value(r, NULL), "{}");
    assert_int_equal(cm_result_warning_count(r), 1);
    assert_string_equal(cm_result_warning_kind(r, 0), "InvalidDataValue");
    assert_non_null(strstr(cm_result_warning_message(r, 0, NULL), "[...set]"));
    cm_result_free(r);
    r = script_run(&s, "return { a: new Map(), b: new Set() }");
    assert_string_equal(cm_result_value(r, NULL), "{\"a\":{},\"b\":{}}");
    assert_int_equal(cm_result_warning_count(r), 2);
    assert_non_null(strstr(cm_result_warning_message(r, 0, NULL), "result.a"));
    assert_non_null(strstr(cm_result_warning_message(r, 1, NULL), "result.b"));
    cm_result_free(r);
    script_done(&s);
}

static void e44_arguments_never_warn(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_record(
        &s, "return await tools.echo({ a: new Set([1]) })",
        "{\"ok\":true,\"value\":{\"a\":{}},\"toolCalls\":[{\"name\":\"echo\"}]}");
    script_done(&s);
}

static void e46_values_without_json(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "return { a: [Symbol()] }", "InvalidDataValue",
                 "result.a[0]", 0, 0);
    expect_error(&s, "return Symbol()", "InvalidDataValue", "symbol", 0, 0);
    script_done(&s);
}

static void e47_proto_is_a_key_like_any(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(
        &s,
        "const v = await tools.echo({ [\"__proto__\"]: 1 }); return [Object.keys(v), v]",
        "[[\"__proto__\"],{\"__proto__\":1}]");
    assert_string_equal(s.inputs[0], "{\"__proto__\":1}");
    script_done(&s);
}

static void e48_other_names_too(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(&s, "return { constructor: 1, prototype: 2 }",
                 "{\"constructor\":1,\"prototype\":2}");
    script_done(&s);
}

static void e49_to_json(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "return { toJSON() { throw new Error(\"no\") } }",
                 "ExecutionFailure", "Error: no", -1, 0);
    expect_gives(
        &s, "return { toJSON() { return { a: 1, toJSON() { return 2 } } } }",
        "{\"a\":1}");
    expect_gives(&s, "return { k: { toJSON(key) { return key } } }",
                 "{\"k\":\"k\"}");
    script_done(&s);
}

static void e50_special_scalars(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(&s, "return [new Date(NaN), -0, \"\\ud800\", new Date(0)]",
                 "[null,0,\"\\ud800\",\"1970-01-01T00:00:00.000Z\"]");
    script_done(&s);
}

static void e51_shared_values_are_copied(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(&s, "const o = { a: 1 }; return [o, o, o]",
                 "[{\"a\":1},{\"a\":1},{\"a\":1}]");
    script_done(&s);
}

static void e52_argument_waits_for_its_promises(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    cm_execution *x = script_start(
        &s, "return await tools.echo({ a: tools.later(1), b: 2 })", NULL);
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_WAITING);
    assert_int_equal(s.n_inputs, 1);
    script_settle(&s, 0, "[5]");
    cm_result *r = script_finish(x);
    assert_string_equal(cm_result_json(r, NULL),
                        "{\"ok\":true,\"value\":{\"a\":[5],\"b\":2},"
                        "\"toolCalls\":[{\"name\":\"later\"},{\"name\":"
                        "\"echo\"}]}");
    cm_result_free(r);
    script_done(&s);
}

static void e53_result_waits_for_its_promises(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    cm_execution *x = script_start(&s, "return { p: tools.later({}) }", NULL);
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_WAITING);
    script_settle(&s, 0, "\"v\"");
    cm_result *r = script_finish(x);
    assert_string_equal(cm_result_value(r, NULL), "{\"p\":\"v\"}");
    cm_result_free(r);
    script_done(&s);
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.limits.timeout_ms = 100;
    script_init(&s, &o);
    expect_error(&s, "return { p: tools.later({}) }", "TimeoutExceeded", "100",
                 -1, 0);
    assert_int_equal(s.n_cancelled, 1);
    script_done(&s);
}

static void e54_rejection_inside_the_result(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_record(
        &s, "tools.later({}); return { p: tools.fail({}) }",
        "{\"ok\":false,\"error\":{\"kind\":\"ToolFailure\",\"message\":\"boom\\nCaused by: inner\\nCaused by: root\",\"location\":{\"line\":1,\"column\":30}},\"toolCalls\":[{\"name\":\"later\"},{\"name\":\"fail\"}]}");
    assert_int_equal(s.n_cancelled, 1);
    script_done(&s);
}

static void e55_resolving_functions_vanish(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(&s, "let r; new Promise((f) => { r = f }); return { r }",
                 "{}");
    script_done(&s);
}

static void e56_bad_data_comes_before_unknown_tools(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "await tools.nope({ a: Symbol() })", "InvalidToolInput",
                 "input.a", 1, 7);
    script_done(&s);
}

static void e57_stringify(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "JSON.stringify({ p: Promise.resolve(1) })",
                 "InvalidDataValue", "await", 0, 0);
    expect_gives(
        &s,
        "let a = []; for (let i = 0; i < 5000; i++) a = [a]; return JSON.stringify(a).length",
        "10002");
    script_done(&s);
}

static void e58_iterators_warn(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    cm_result *r = script_run(&s, "return new Map([[1, 2]]).keys()");
    assert_string_equal(cm_result_value(r, NULL), "{}");
    assert_int_equal(cm_result_warning_count(r), 1);
    assert_non_null(
        strstr(cm_result_warning_message(r, 0, NULL), "[...iterator]"));
    cm_result_free(r);
    script_done(&s);
}

static void errors_cross_as_data(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(
        &s,
        "const e = new Error(\"m\"); e.code = 7; return [e, new TypeError()]",
        "[{\"name\":\"Error\",\"message\":\"m\",\"code\":7},{\"name\":\"TypeError\",\"message\":\"\"}]");
    script_done(&s);
}

static void strings_are_escaped(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(
        &s,
        "return [\"\\u00e9\\u{1F600}\", \"\\n\\\"\\\\\\u0001\", { \"a b\": 1, 5: 2 }]",
        "[\"é😀\",\"\\n\\\"\\\\\\u0001\",{\"5\":2,\"a b\":1}]");
    script_done(&s);
}

static void getters_and_boxes(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(
        &s, "return { get a() { return 1 }, b: Object(\"s\"), c: Object(5) }",
        "{\"a\":1,\"b\":\"s\",\"c\":5}");
    script_done(&s);
}

static void e127_log_inside_the_crossing(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_record(
        &s, "return { toJSON() { console.log(\"x\"); return 1 } }",
        "{\"ok\":true,\"value\":1,\"logs\":[\"x\"],\"toolCalls\":[]}");
    script_done(&s);
}

static void e128_losses_are_bounded(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    cm_result *r =
        script_run(&s, "return Array.from({ length: 150 }, () => new Set())");
    assert_int_equal(cm_result_warning_count(r), 100);
    cm_result_free(r);
    script_done(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(e36_references_do_not_cross),
        cmocka_unit_test(e37_functions_as_properties_vanish),
        cmocka_unit_test(e38_array_slots_become_null),
        cmocka_unit_test(e39_depth),
        cmocka_unit_test(e40_deep_answers_can_be_read),
        cmocka_unit_test(e41_cycles),
        cmocka_unit_test(e42_collections_that_hold_themselves),
        cmocka_unit_test(e43_lost_contents_warn),
        cmocka_unit_test(e44_arguments_never_warn),
        cmocka_unit_test(e46_values_without_json),
        cmocka_unit_test(e47_proto_is_a_key_like_any),
        cmocka_unit_test(e48_other_names_too),
        cmocka_unit_test(e49_to_json),
        cmocka_unit_test(e50_special_scalars),
        cmocka_unit_test(e51_shared_values_are_copied),
        cmocka_unit_test(e52_argument_waits_for_its_promises),
        cmocka_unit_test(e53_result_waits_for_its_promises),
        cmocka_unit_test(e54_rejection_inside_the_result),
        cmocka_unit_test(e55_resolving_functions_vanish),
        cmocka_unit_test(e56_bad_data_comes_before_unknown_tools),
        cmocka_unit_test(e57_stringify),
        cmocka_unit_test(e58_iterators_warn),
        cmocka_unit_test(errors_cross_as_data),
        cmocka_unit_test(strings_are_escaped),
        cmocka_unit_test(getters_and_boxes),
        cmocka_unit_test(e127_log_inside_the_crossing),
        cmocka_unit_test(e128_losses_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
