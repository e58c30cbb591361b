/* SPDX-License-Identifier: MIT */
/* Diagnostics: E22 to E35. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/fixture.h"

static void e22_rethrow_keeps_place(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "try { null.x } catch (e) {\n throw e }",
                 "ExecutionFailure", "Cannot read properties of null", 1, 7);
    script_done(&s);
}

static void e23_rethrown_tool_failure(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "try { await tools.fail({}) } catch (e) {\n throw e }",
                 "ToolFailure", "boom\nCaused by: inner\nCaused by: root", 1,
                 13);
    expect_gives(
        &s,
        "try { await tools.fail({}) } catch (e) { return [e.kind, Object.keys(e), e instanceof Error, e.name] }",
        "[\"ToolFailure\",[],true,\"Error\"]");
    script_done(&s);
}

static void e24_new_error_is_a_new_failure(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_record(
        &s,
        "try { await tools.fail({}) } catch (e) { throw new Error(\"x: \" + e.kind) }",
        "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"message\":\"Error: x: ToolFailure\"},\"toolCalls\":[{\"name\":\"fail\"}]}");
    script_done(&s);
}

static void e25_thrown_by_the_program(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_record(
        &s, "const e = new Error(\"msg\"); e.name = \"Custom\"; throw e",
        "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"message\":\"Custom: msg\"},\"toolCalls\":[]}");
    expect_record(
        &s, "throw { message: \"x\" }",
        "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"message\":\"Uncaught: {\\\"message\\\":\\\"x\\\"}\"},\"toolCalls\":[]}");
    expect_record(
        &s, "throw \"text\"",
        "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"message\":\"Uncaught: text\"},\"toolCalls\":[]}");
    expect_record(
        &s, "throw new Error()",
        "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"message\":\"Error\"},\"toolCalls\":[]}");
    script_done(&s);
}

static void e26_thrown_values_that_are_no_data(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "throw () => 1", "ExecutionFailure", "Uncaught: ", -1, 0);
    expect_error(&s, "throw Promise.resolve(1)", "ExecutionFailure",
                 "Uncaught: ", -1, 0);
    expect_error(&s, "throw tools.x", "ExecutionFailure", "Uncaught: ", -1, 0);
    expect_error(&s, "throw { f() {} }", "ExecutionFailure", "no data", -1, 0);
    script_done(&s);
}

static void e27_one_failure_is_one_object(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(
        &s,
        "const p = tools.fail({}); let a, b; try { await p } catch (e) { a = e } try { await p } catch (e) { b = e } const [s] = await Promise.allSettled([p]); let d; try { await Promise.any([p]) } catch (e) { d = e.errors[0] } return [a === b, s.reason === a, d === a]",
        "[true,true,true]");
    script_done(&s);
}

static void e28_callback_failures_are_placed_inside(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "[1].map((n) => n.toFixed(200))", "ExecutionFailure",
                 "RangeError", 1, 16);
    script_done(&s);
}

static void e29_combinator_argument(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "const p = Promise.all(1)\nawait p", "ExecutionFailure",
                 "TypeError", 1, 11);
    script_done(&s);
}

static void e30_causes_are_lines(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "await tools.fail({})", "ToolFailure",
                 "boom\nCaused by: inner\nCaused by: root", 1, 7);
    expect_gives(&s,
                 "try { await tools.fail({}) } catch (e) { return e.message }",
                 "\"boom\\nCaused by: inner\\nCaused by: root\"");
    expect_gives(&s,
                 "try { await tools.fail({}) } catch (e) { const c = e.cause\n"
                 "return [c instanceof Error, c.message, c.cause.message, "
                 "'cause' in c.cause, Object.keys(e), String(c)] }",
                 "[true,\"inner\",\"root\",false,[],\"Error: inner\"]");
    expect_error(&s, "try { await tools.fail({}) } catch (e) { throw e.cause }",
                 "ExecutionFailure", "Error: inner", 0, 0);
    script_done(&s);
}

static void e31_logs_before_a_throw_stay(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_record(
        &s, "console.log(\"a\"); console.warn(\"b\"); throw 1",
        "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"message\":\"Uncaught: 1\"},\"logs\":[\"a\",\"[warn] b\"],\"toolCalls\":[]}");
    script_done(&s);
}

static void e32_removed_names_have_a_suggestion(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    cm_result *r = script_run(&s, "setTimeout(() => 1, 1)");
    assert_string_equal(cm_result_error_kind(r), "ExecutionFailure");
    assert_string_equal(
        cm_result_error_message(r, NULL),
        "ReferenceError: setTimeout is not defined (line 1, col 1)");
    assert_int_equal(cm_result_suggestion_count(r), 1);
    cm_result_free(r);
    script_done(&s);
}

static void e33_subclasses_of_error(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(
        &s,
        "class E2 extends Error { constructor(m) { super(m); this.name = \"E2\" } } const e = new E2(\"m\"); return [String(e), e instanceof E2]",
        "[\"E2: m\",true]");
    expect_error(&s, "Error.prototype.name = 1", "ExecutionFailure",
                 "TypeError", 0, 0);
    script_done(&s);
}

static void e34_intrinsics_are_frozen(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(&s,
                 "try { Array.prototype.foo = 1 } catch (e) { return e.name }",
                 "\"TypeError\"");
    expect_error(&s, "Object.defineProperty(Math, \"x\", { value: 1 })",
                 "ExecutionFailure", "TypeError", 0, 0);
    expect_error(&s, "delete Map.prototype.get", "ExecutionFailure", "delete",
                 0, 0);
    script_done(&s);
}

static void e35_prototypes_do_not_change(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "Object.setPrototypeOf({}, null)", "ExecutionFailure",
                 "TypeError", 0, 0);
    expect_gives(
        &s,
        "const o = {}; o.__proto__ = { a: 1 }; return [o.a === undefined, Object.keys(o)]",
        "[true,[\"__proto__\"]]");
    script_done(&s);
}

static void messages_of_section_3_3(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "const foo = 1; foo()", "ExecutionFailure",
                 "TypeError: foo is not a function", 1, 16);
    expect_error(&s, "undefined.x", "ExecutionFailure",
                 "Cannot read properties of undefined", 1, 1);
    expect_error(&s, "nope", "ExecutionFailure",
                 "ReferenceError: nope is not defined (line 1, col 1)", 1, 1);
    script_done(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(e22_rethrow_keeps_place),
        cmocka_unit_test(e23_rethrown_tool_failure),
        cmocka_unit_test(e24_new_error_is_a_new_failure),
        cmocka_unit_test(e25_thrown_by_the_program),
        cmocka_unit_test(e26_thrown_values_that_are_no_data),
        cmocka_unit_test(e27_one_failure_is_one_object),
        cmocka_unit_test(e28_callback_failures_are_placed_inside),
        cmocka_unit_test(e29_combinator_argument),
        cmocka_unit_test(e30_causes_are_lines),
        cmocka_unit_test(e31_logs_before_a_throw_stay),
        cmocka_unit_test(e32_removed_names_have_a_suggestion),
        cmocka_unit_test(e33_subclasses_of_error),
        cmocka_unit_test(e34_intrinsics_are_frozen),
        cmocka_unit_test(e35_prototypes_do_not_change),
        cmocka_unit_test(messages_of_section_3_3),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
