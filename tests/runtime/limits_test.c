/* SPDX-License-Identifier: MIT */
/* Limits, output, life of executions: E106 to E126. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/fixture.h"

static void e106_output_of_nothing(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.limits.max_output_bytes = 0;
    script_init(&s, &o);
    expect_record(
        &s, "console.log(\"hi\"); return null",
        "{\"ok\":true,\"value\":\" [result truncated: 4 bytes of JSON, over the 0-byte limit; return less data]\",\"logs\":[\"[logs truncated: kept 0 of 1 lines]\"],\"truncated\":true,\"toolCalls\":[]}");
    script_done(&s);
}

static void e107_characters_are_not_cut(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.limits.max_output_bytes = 4;
    script_init(&s, &o);
    expect_gives(
        &s, "return \"\\u00e9\\u00e9\"",
        "\"\\\"é [result truncated: 6 bytes of JSON, over the 4-byte limit; return less data]\"");
    script_done(&s);
}

static void e108_logs_get_what_the_value_leaves(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.limits.max_output_bytes = 10;
    script_init(&s, &o);
    expect_record(
        &s, "console.log(\"hi\"); return \"abc\"",
        "{\"ok\":true,\"value\":\"abc\",\"logs\":[\"hi\"],\"toolCalls\":[]}");
    expect_record(
        &s, "console.log(\"hi\"); return \"abcdefghij\"",
        "{\"ok\":true,\"value\":\"\\\"abcdefghi [result truncated: 12 bytes of JSON, over the 10-byte limit; return less data]\",\"logs\":[\"[logs truncated: kept 0 of 1 lines]\"],\"truncated\":true,\"toolCalls\":[]}");
    expect_record(
        &s, "console.log(\"a\"); console.log(\"bcd\"); return \"abc\"",
        "{\"ok\":true,\"value\":\"abc\",\"logs\":[\"a\",\"[logs truncated: kept 1 of 2 lines]\"],\"truncated\":true,\"toolCalls\":[]}");
    script_done(&s);
}

static void e109_a_prefix_of_warnings_is_kept(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.limits.max_output_bytes = 200;
    script_init(&s, &o);
    cm_result *r = script_run(
        &s, "Promise.reject('x'.repeat(999)); Promise.reject(1); return 1");
    assert_int_equal(cm_result_warning_count(r), 1);
    assert_string_equal(cm_result_warning_kind(r, 0), "Truncated");
    assert_non_null(strstr(cm_result_warning_message(r, 0, NULL), "2"));
    assert_true(cm_result_truncated(r));
    cm_result_free(r);
    script_done(&s);
}

static void e110_messages_are_never_cut(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.limits.max_output_bytes = 20;
    script_init(&s, &o);
    cm_result *r = script_run(
        &s,
        "console.log('a'); console.log('x'.repeat(50)); throw 'y'.repeat(999)");
    size_t len;
    (void)cm_result_error_message(r, &len);
    assert_int_equal(len, 999 + strlen("Uncaught: "));
    assert_int_equal(cm_result_log_count(r), 2);
    assert_string_equal(cm_result_log(r, 1, NULL),
                        "[logs truncated: kept 1 of 2 lines]");
    cm_result_free(r);
    script_done(&s);
}

static void e111_limits_out_of_range(void **state)
{
    (void)state;
    cm_runtime *runtime = NULL;
    cm_error err;
    const struct {
        size_t offset;
        int64_t bad;
        const char *name;
    } rows[] = {
        { offsetof(cm_runtime_options, limits.timeout_ms), 0, "timeout_ms" },
        { offsetof(cm_runtime_options, limits.timeout_ms), -2, "timeout_ms" },
        { offsetof(cm_runtime_options, limits.timeout_ms), INT64_MAX,
          "timeout_ms" },
        { offsetof(cm_runtime_options, limits.max_memory_bytes), 1048575,
          "max_memory_bytes" },
        { offsetof(cm_runtime_options, limits.max_steps), 0, "max_steps" },
        { offsetof(cm_runtime_options, max_concurrent_tool_calls), 0,
          "max_concurrent_tool_calls" },
        { offsetof(cm_runtime_options, cleanup_grace_ms), -5,
          "cleanup_grace_ms" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
        memcpy((char *)&o + rows[i].offset, &rows[i].bad, sizeof(int64_t));
        assert_int_equal(cm_runtime_new(NULL, &o, &runtime, &err), CM_E_RANGE);
        assert_string_equal(err.path, rows[i].name);
    }
}

static void e112_memory_limit_is_not_caught(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.limits.max_memory_bytes = 2097152;
    script_init(&s, &o);
    expect_record(
        &s,
        "console.log(\"kept\"); const a = []; try { while (true) a.push({ i: a.length }) } catch { return 1 }",
        "{\"ok\":false,\"error\":{\"kind\":\"MemoryLimitExceeded\",\"message\":\"The execution exceeded its memory limit of 2097152 bytes\"},\"logs\":[\"kept\"],\"toolCalls\":[]}");
    script_done(&s);
}

static void e113_strings_meet_the_memory_limit(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "\"x\".repeat(2 ** 28).length", "MemoryLimitExceeded",
                 "268435456", -1, 0);
    expect_gives(
        &s, "try { \"x\".repeat(2 ** 28 + 1) } catch (e) { return e.message }",
        "\"Invalid string length\"");
    script_done(&s);
}

static void e114_steps_end_at_the_same_place(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.limits.max_steps = 1000;
    script_init(&s, &o);
    cm_result *a = script_run(
        &s, "let i = 0; try { while (true) { console.log(i++) } } catch { }");
    cm_result *b = script_run(
        &s, "let i = 0; try { while (true) { console.log(i++) } } catch { }");
    assert_string_equal(cm_result_error_kind(a), "ExecutionFailure");
    assert_non_null(strstr(cm_result_error_message(a, NULL), "step"));
    assert_string_equal(cm_result_json(a, NULL), cm_result_json(b, NULL));
    cm_result_free(a);
    cm_result_free(b);
    script_done(&s);
}

static void e115_console_of_undefined(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_record(
        &s,
        "console.log(undefined); console.log({ a: undefined }); console.log(); return 1",
        "{\"ok\":true,\"value\":1,\"logs\":[\"undefined\",\"{\\\"a\\\":null}\",\"\"],\"toolCalls\":[]}");
    script_done(&s);
}

static void results_are_charged_to_memory(void **state)
{
    (void)state;
    Script s;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.limits.max_memory_bytes = 16777216;
    script_init(&s, &o);
    expect_error(
        &s,
        "let a = \"x\".repeat(100000); for (let i = 0; i < 12; i++) a = [a, a]; return a",
        "MemoryLimitExceeded", "memory limit", 0, 0);
    script_done(&s);
}

static void slices_yield(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    cm_execution *x = script_start(
        &s, "let n = 0; for (let i = 0; i < 100000; i++) n += i; return n",
        NULL);
    int n_yields = 0;
    while (cm_execution_run(x, 10000) == CM_RUN_YIELDED)
        n_yields++;
    assert_true(n_yields > 5);
    cm_result *r = script_finish(x);
    assert_string_equal(cm_result_value(r, NULL), "4999950000");
    cm_result_free(r);
    script_done(&s);
}

static void cancelled_executions_have_no_result(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    cm_execution *x = script_start(&s, "await tools.later({})", NULL);
    cm_result *r = NULL;
    assert_int_equal(cm_execution_take_result(x, &r), CM_E_STATE);
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_WAITING);
    cm_execution_cancel(x);
    assert_int_equal(s.n_wakes, 1);
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_DONE);
    assert_int_equal(cm_execution_take_result(x, &r), CM_E_CANCELLED);
    assert_int_equal(s.n_cancelled, 1);
    cm_execution_free(x);
    script_done(&s);
}

static void settling_after_the_end_is_ignored(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    cm_execution *x = script_start(&s, "await tools.stubborn({})", NULL);
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_WAITING);
    cm_execution_free(x);
    script_done(&s); /* even the runtime is gone */
    script_settle(&s, 0, "1");
}

static void programs_run_many_times(void **state)
{
    (void)state;
    Script s;
    cm_program *program = NULL;
    cm_result *r = NULL;
    static const char source[] = "let n = 1; n += 1; return n";
    script_init(&s, NULL);
    assert_int_equal(cm_program_new(s.runtime, source, sizeof source - 1,
                                    &program, &r, NULL),
                     CM_OK);
    assert_non_null(program);
    assert_null(r);
    for (int i = 0; i < 3; i++) {
        cm_execution_options o = CM_EXECUTION_OPTIONS_INIT;
        cm_execution *x = NULL;
        o.program = program;
        assert_int_equal(cm_execution_start(s.runtime, &o, &x, NULL), CM_OK);
        r = script_finish(x);
        assert_string_equal(cm_result_value(r, NULL), "2");
        cm_result_free(r);
    }
    cm_program_free(program);
    program = NULL;
    assert_int_equal(cm_program_new(s.runtime, "let", 3, &program, &r, NULL),
                     CM_OK);
    assert_null(program);
    assert_string_equal(cm_result_error_kind(r), "ParseError");
    cm_result_free(r);
    script_done(&s);
}

static void columns_count_characters(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "'\xc3\xa9\xc3\xa9'; null.x", "ExecutionFailure", "null",
                 1, 7);
    script_done(&s);
}

static void e126_global_this_is_frozen(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_error(&s, "globalThis.x = 1", "ExecutionFailure", "TypeError", 0, 0);
    expect_gives(&s, "var x = 1; return [x, globalThis.x === undefined]",
                 "[1,true]");
    script_done(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(e106_output_of_nothing),
        cmocka_unit_test(e107_characters_are_not_cut),
        cmocka_unit_test(e108_logs_get_what_the_value_leaves),
        cmocka_unit_test(e109_a_prefix_of_warnings_is_kept),
        cmocka_unit_test(e110_messages_are_never_cut),
        cmocka_unit_test(e111_limits_out_of_range),
        cmocka_unit_test(e112_memory_limit_is_not_caught),
        cmocka_unit_test(e113_strings_meet_the_memory_limit),
        cmocka_unit_test(e114_steps_end_at_the_same_place),
        cmocka_unit_test(e115_console_of_undefined),
        cmocka_unit_test(results_are_charged_to_memory),
        cmocka_unit_test(slices_yield),
        cmocka_unit_test(cancelled_executions_have_no_result),
        cmocka_unit_test(settling_after_the_end_is_ignored),
        cmocka_unit_test(programs_run_many_times),
        cmocka_unit_test(columns_count_characters),
        cmocka_unit_test(e126_global_this_is_frozen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
