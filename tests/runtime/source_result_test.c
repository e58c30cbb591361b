/* SPDX-License-Identifier: MIT */
/* Source and result: E1 to E21 of spec/execution.md 13. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/fixture.h"

static void e1_blank_source_is_a_parse_error(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "", "ParseError", "empty", -1, 0);
    expect_error(&s, " \n	", "ParseError", "empty", -1, 0);
    expect_error(&s, "```js\n\n```", "ParseError", "empty", -1, 0);
    script_done(&s);
}

static void e2_empty_last_statement_is_null(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(&s, "1;;", "null");
    script_done(&s);
}

static void e3_directive_is_its_string(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(&s, "\"use strict\"", "\"use strict\"");
    script_done(&s);
}

static void e4_unsupported_syntax_runs_nothing(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "console.log(1)\nif (false) { with (o) {} } return 1",
                 "UnsupportedSyntax", "with", 2, 14);
    script_done(&s);
}

static void e5_unsupported_syntax_is_not_caught(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "try { with (o) {} } catch { return 1 }",
                 "UnsupportedSyntax", "with", 1, 7);
    script_done(&s);
}

static void e6_classes_with_private_fields(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(&s, "class A { #x = 1; get x() { return this.#x } } new A().x",
                 "1");
    script_done(&s);
}

static void e7_fenced_program_counts_its_lines(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "```ts\nnull.x\n```", "ExecutionFailure",
                 "Cannot read properties of null", 2, 1);
    script_done(&s);
}

static void e8_function_programs_are_called(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(&s, "async () => 5", "5");
    expect_gives(&s, "export default async () => 5", "5");
    expect_gives(&s, "(function () { return 5 })", "5");
    script_done(&s);
}

static void e9_functions_of_the_host_are_not_called(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(&s, "Math.max", "null");
    expect_error(&s, "tools.x", "InvalidDataValue", "call", 1, 1);
    script_done(&s);
}

static void e10_export_default(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(&s, "export default 1; 2", "1");
    expect_gives(&s, "export default 1; return 3", "3");
    expect_error(&s, "export const a = 1", "UnsupportedSyntax", "export", 1, 1);
    script_done(&s);
}

static void e11_two_export_defaults(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "export default 1; export default 2", "ParseError",
                 "export", 0, 0);
    script_done(&s);
}

static void e12_enums_and_namespaces(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(&s, "enum E { A, B = \"b\" } return [E.A, E[0], E.B]",
                 "[0,\"A\",\"b\"]");
    expect_error(&s, "namespace N { export const x = 1 }", "UnsupportedSyntax",
                 "namespace", 0, 0);
    expect_gives(&s, "namespace N { export type T = 1 } return 1", "1");
    script_done(&s);
}

static void e13_parameter_properties(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(
        &s, "class P { constructor(private x: number) {} } return new P(2)",
        "{\"x\":2}");
    script_done(&s);
}

static void e14_types_do_not_move_places(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s,
                 "type A = {\n  x: number\n}\nlet a: A | null = null\n  a.x",
                 "ExecutionFailure", "Cannot read properties of null", 5, 3);
    script_done(&s);
}

static void e15_syntax_error_shows_its_line(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "let a = 1\nlet b = 2\nlet c = ;", "ParseError",
                 "  3 | let c = ;\n      ", 3, 9);
    script_done(&s);
}

static void e16_lua_source_is_recognised(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    cm_result *r = script_run(&s, "local x = 1");
    assert_string_equal(cm_result_error_kind(r), "ParseError");
    assert_int_equal(cm_result_suggestion_count(r), 1);
    assert_non_null(strstr(cm_result_suggestion(r, 0, NULL), "Lua"));
    cm_result_free(r);
    script_done(&s);
}

static void e17_programs_may_shadow_search(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(&s, "const search = () => 1; return search()", "1");
    expect_error(&s, "typeof search; const search = 1", "ExecutionFailure",
                 "ReferenceError", 1, 8);
    script_done(&s);
}

static void e18_modules_that_are_not_there(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "require(\"left-pad\")", "ExecutionFailure",
                 "Error: Cannot find module 'left-pad' (line 1, col 1)", 1, 1);
    expect_gives(&s, "try { require(\"x\") } catch (e) { return e.message }",
                 "\"Cannot find module 'x'\"");
    expect_error(&s, "console.log(1)\nimport fs from \"fs\"",
                 "UnsupportedSyntax", "fs", 0, 0);
    script_done(&s);
}

static void e20_no_code_from_strings(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "eval(\"1\")", "ExecutionFailure", "eval is not defined",
                 1, 1);
    expect_error(&s, "new Function(\"return 1\")", "ExecutionFailure",
                 "TypeError", 0, 0);
    script_done(&s);
}

static void e21_bounds_of_the_source(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    char *text = malloc((4u << 20) + 2);
    assert_non_null(text);
    memset(text, '[', 1001);
    memset(text + 1001, ']', 1001);
    text[2002] = '\0';
    expect_error(&s, text, "ParseError", "1000", 0, 0);
    memset(text, ' ', (4u << 20) + 1);
    text[0] = '1';
    text[(4u << 20) + 1] = '\0';
    expect_error(&s, text, "ParseError", "", -1, 0);
    text[4u << 20] = '\0';
    expect_gives(&s, text, "1");
    free(text);
    script_done(&s);
}

static void results_of_section_2_8(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(&s, "1; 2", "2");
    expect_gives(&s, "if (true) { 2 }", "null");
    expect_gives(&s, "1; const v = 2", "null");
    expect_gives(&s, "{ a: 1 }", "null");
    expect_gives(&s, "async () => { return 7 }", "7");
    expect_gives(&s, "export default { a: 1 }", "{\"a\":1}");
    expect_gives(&s, "return () => 1", "null");
    expect_gives(&s, "return undefined", "null");
    expect_gives(&s, "// only a comment", "null");
    expect_gives(&s, "await 4", "4");
    expect_gives(&s, "return Promise.resolve([1])", "[1]");
    expect_gives(&s, "({ then(f) { f(9) } })", "9");
    script_done(&s);
}

static void records_are_exact(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_record(&s, "return 1", "{\"ok\":true,\"value\":1,\"toolCalls\":[]}");
    expect_record(
        &s, "console.log(\"hi\", 1); return null",
        "{\"ok\":true,\"value\":null,\"logs\":[\"hi 1\"],\"toolCalls\":[]}");
    expect_record(
        &s, "throw 5",
        "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"message\":\"Uncaught: 5\"},\"toolCalls\":[]}");
    script_done(&s);
}

/* What stands behind the end of a list of the result is NULL. */
static void nothing_is_behind_the_end(void **state)
{
    static const size_t behind[] = { 0, 1, 2, SIZE_MAX / 8, SIZE_MAX };
    (void)state;
    Script s;
    script_init(&s, NULL);
    cm_result *none = script_run(&s, "return 1");
    cm_result *some = script_run(&s, "console.log('ab'); search({});\n"
                                     "Promise.reject('cd'); return 1");
    cm_result *failed = script_run(&s, "with (a) b");
    assert_int_equal(cm_result_log_count(some), 1);
    assert_int_equal(cm_result_warning_count(some), 1);
    assert_int_equal(cm_result_call_count(some), 1);
    assert_int_equal(cm_result_suggestion_count(failed), 1);
    for (size_t i = 0; i < sizeof behind / sizeof behind[0]; i++) {
        size_t at = behind[i], len = 7;
        const cm_result *r = at == 0 ? none : some;
        const cm_result *f = at == 0 ? none : failed;
        assert_null(cm_result_log(r, at, NULL));
        assert_null(cm_result_log(r, at, &len));
        assert_null(cm_result_warning_kind(r, at));
        assert_null(cm_result_warning_message(r, at, NULL));
        assert_null(cm_result_warning_message(r, at, &len));
        assert_null(cm_result_call_name(r, at, NULL));
        assert_null(cm_result_call_name(r, at, &len));
        assert_null(cm_result_suggestion(f, at, NULL));
        assert_null(cm_result_suggestion(f, at, &len));
        assert_int_equal(len, 7);
    }
    size_t n = cm_runtime_tool_count(s.runtime);
    const cm_tool_info info = cm_runtime_tool(s.runtime, n);
    assert_null(info.path);
    assert_null(info.expression);
    assert_null(info.description);
    assert_null(info.input_schema);
    assert_null(info.output_schema);
    assert_null(info.signature);
    assert_null(cm_runtime_tool(s.runtime, (size_t)1 << 32).path);
    assert_null(cm_runtime_tool(s.runtime, SIZE_MAX).path);
    cm_result_free(none);
    cm_result_free(some);
    cm_result_free(failed);
    script_done(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(e1_blank_source_is_a_parse_error),
        cmocka_unit_test(e2_empty_last_statement_is_null),
        cmocka_unit_test(e3_directive_is_its_string),
        cmocka_unit_test(e4_unsupported_syntax_runs_nothing),
        cmocka_unit_test(e5_unsupported_syntax_is_not_caught),
        cmocka_unit_test(e6_classes_with_private_fields),
        cmocka_unit_test(e7_fenced_program_counts_its_lines),
        cmocka_unit_test(e8_function_programs_are_called),
        cmocka_unit_test(e9_functions_of_the_host_are_not_called),
        cmocka_unit_test(e10_export_default),
        cmocka_unit_test(e11_two_export_defaults),
        cmocka_unit_test(e12_enums_and_namespaces),
        cmocka_unit_test(e13_parameter_properties),
        cmocka_unit_test(e14_types_do_not_move_places),
        cmocka_unit_test(e15_syntax_error_shows_its_line),
        cmocka_unit_test(e16_lua_source_is_recognised),
        cmocka_unit_test(e17_programs_may_shadow_search),
        cmocka_unit_test(e18_modules_that_are_not_there),
        cmocka_unit_test(e20_no_code_from_strings),
        cmocka_unit_test(e21_bounds_of_the_source),
        cmocka_unit_test(results_of_section_2_8),
        cmocka_unit_test(records_are_exact),
        cmocka_unit_test(nothing_is_behind_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
