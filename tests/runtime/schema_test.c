/* SPDX-License-Identifier: MIT */
/* Schemas that validate, through the public API: construction, hooks, who pays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "codemode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Bench {
    cm_tools *tools;
    cm_runtime *runtime;
    const char *answer; /* of every tool */
    int n_calls;
} Bench;

static void answer(void *user, cm_call *call, const char *input, size_t len)
{
    Bench *b = user;
    b->n_calls++;
    if (b->answer)
        cm_call_return(call, b->answer, strlen(b->answer));
    else
        cm_call_return(call, input, len);
}

static cm_status add(Bench *b, const char *path, const char *input,
                     const char *output, cm_error *err)
{
    cm_tool tool = { 0 };
    if (!b->tools)
        b->tools = cm_tools_new(NULL);
    tool.input_schema = input;
    tool.output_schema = output ? output : "{}";
    tool.validate_input = input != NULL;
    tool.validate_output = output != NULL;
    tool.execute = answer;
    tool.user = b;
    return cm_tools_add(b->tools, path, &tool, err);
}

static cm_result *run(Bench *b, const cm_runtime_options *options,
                      const char *source)
{
    cm_result *r = NULL;
    cm_error err;
    cm_runtime_free(b->runtime);
    b->runtime = NULL;
    assert_int_equal(cm_runtime_new(b->tools, options, &b->runtime, &err),
                     CM_OK);
    assert_int_equal(cm_execute(b->runtime, source, strlen(source), &r, &err),
                     CM_OK);
    return r;
}

static void expect_error(Bench *b, const cm_runtime_options *options,
                         const char *source, const char *kind,
                         const char *message)
{
    cm_result *r = run(b, options, source);
    assert_int_equal(cm_result_ok(r), 0);
    if (message)
        assert_string_equal(cm_result_error_message(r, NULL), message);
    assert_string_equal(cm_result_error_kind(r), kind);
    cm_result_free(r);
}

static void expect_gives(Bench *b, const cm_runtime_options *options,
                         const char *source, const char *value)
{
    cm_result *r = run(b, options, source);
    assert_string_equal(cm_result_value(r, NULL), value);
    assert_int_equal(cm_result_ok(r), 1);
    cm_result_free(r);
}

static void done(Bench *b)
{
    cm_runtime_free(b->runtime);
    cm_tools_free(b->tools);
}

static void expect_refused(const char *input, const char *output,
                           cm_status status, const char *text)
{
    Bench b = { 0 };
    cm_error err = { 0 };
    assert_int_equal(add(&b, "t.bad", input, output, &err), status);
    assert_string_equal(err.text, text);
    assert_string_equal(err.path, "t.bad");
    assert_int_equal(err.status, status);
    /* nothing was added */
    assert_int_equal(cm_runtime_new(b.tools, NULL, &b.runtime, NULL), CM_OK);
    assert_int_equal(cm_runtime_tool_count(b.runtime), 0);
    done(&b);
}

static void e90_a_schema_that_does_not_compile_is_refused(void **state)
{
    (void)state;
    expect_refused("{\"$ref\":\"https://x.test/s.json\"}", NULL, CM_E_SYNTAX,
                   "the input schema does not compile: /$ref names no document "
                   "that is known: https://x.test/s.json");
    expect_refused("{}", "{\"$schema\":\"https://x.test/dialect\"}",
                   CM_E_SYNTAX,
                   "the output schema does not compile: /$schema names a "
                   "dialect that is not known: https://x.test/dialect");
    expect_refused("{\"type\":\"objekt\"}", NULL, CM_E_SYNTAX,
                   "the input schema does not compile: /type must be array, "
                   "boolean, integer, null, number, object or string, or an "
                   "array of these");
    expect_refused("{\"type\":", NULL, CM_E_SYNTAX,
                   "the input schema does not compile: text ends inside a "
                   "value");
}

static void rendered_schemas_need_not_compile(void **state)
{
    Bench b = { 0 };
    cm_tool tool = { 0 };
    char *deep = malloc(200001);
    (void)state;
    b.tools = cm_tools_new(NULL);
    tool.input_schema = "{\"type\":\"objekt\"}";
    tool.output_schema = "{}";
    tool.execute = answer;
    tool.user = &b;
    assert_int_equal(cm_tools_add(b.tools, "odd", &tool, NULL), CM_OK);
    memset(deep, '[', 100000);
    memset(deep + 100000, ']', 100000);
    deep[200000] = '\0';
    tool.input_schema = deep;
    assert_int_equal(cm_tools_add(b.tools, "deep", &tool, NULL), CM_OK);
    tool.validate_input = 1;
    assert_int_equal(cm_tools_add(b.tools, "deep", &tool, NULL), CM_E_LIMIT);
    expect_gives(&b, NULL, "return await tools.odd(5)", "5");
    expect_gives(&b, NULL, "return await tools.deep(6)", "6");
    free(deep);
    done(&b);
}

static void outputs_are_checked(void **state)
{
    Bench b = { .answer = "{\"n\":\"x\"}" };
    cm_runtime_options lua = CM_RUNTIME_OPTIONS_INIT;
    (void)state;
    lua.language = CM_LANGUAGE_LUA;
    assert_int_equal(add(&b, "get", NULL,
                         "{\"properties\":{\"n\":{\"type\":\"number\"}}}",
                         NULL),
                     CM_OK);
    expect_error(&b, NULL, "return await tools.get()", "InvalidToolOutput",
                 "Invalid output of get: /n: expected number, found \"x\"");
    expect_error(&b, &lua, "return tools.get({})", "InvalidToolOutput",
                 "Invalid output of get: /n: expected number, found \"x\"");
    assert_int_equal(b.n_calls, 2);
    b.answer = "{\"n\":1}";
    expect_gives(&b, NULL, "return await tools.get()", "{\"n\":1}");
    expect_gives(&b, &lua, "return tools.get({})", "{\"n\":1}");
    b.answer = "{\"n\":";
    expect_error(&b, NULL, "return await tools.get()", "InvalidToolOutput",
                 "Invalid output of get: text ends inside a value");
    done(&b);
}

static void outputs_that_are_no_json(void **state)
{
    Bench b = { .answer = "{\"n\":" };
    cm_runtime_options lua = CM_RUNTIME_OPTIONS_INIT;
    (void)state;
    lua.language = CM_LANGUAGE_LUA;
    assert_int_equal(add(&b, "get", NULL, NULL, NULL), CM_OK);
    expect_error(&b, NULL, "return await tools.get()", "InvalidToolOutput",
                 "Invalid output of get: not valid JSON: text ends inside a "
                 "value at position 5 (line 1 column 6)");
    expect_error(&b, &lua, "return tools.get({})", "InvalidToolOutput",
                 "Invalid output of get: not valid JSON: unexpected end at "
                 "byte 5");
    b.answer = "\"\xff\"";
    expect_error(&b, NULL, "return await tools.get()", "InvalidToolOutput",
                 "Invalid output of get: not valid UTF-8");
    done(&b);
}

static void invalid_inputs_are_not_counted(void **state)
{
    Bench b = { 0 };
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    (void)state;
    o.limits.max_tool_calls = 1;
    assert_int_equal(add(&b, "n", "{\"type\":\"number\"}", NULL, NULL), CM_OK);
    expect_gives(&b, &o,
                 "try { await tools.n('x') } catch {} return await tools.n(1)",
                 "1");
    assert_int_equal(b.n_calls, 1);
    done(&b);
}

/* A copy of the tree keeps the compiled schemas. */
static void a_runtime_outlives_its_tools(void **state)
{
    Bench b = { 0 };
    cm_result *r = NULL;
    static const char source[] = "return await tools.n('x')";
    (void)state;
    assert_int_equal(add(&b, "n", "{\"type\":\"number\"}", NULL, NULL), CM_OK);
    assert_int_equal(cm_runtime_new(b.tools, NULL, &b.runtime, NULL), CM_OK);
    assert_int_equal(add(&b, "n", "true", NULL, NULL), CM_OK);
    assert_int_equal(add(&b, "m", "{\"type\":\"number\"}", NULL, NULL), CM_OK);
    cm_tools_free(b.tools);
    b.tools = NULL;
    assert_int_equal(cm_execute(b.runtime, source, sizeof source - 1, &r, NULL),
                     CM_OK);
    assert_string_equal(cm_result_error_message(r, NULL),
                        "Invalid input for n: /: expected number, found "
                        "\"x\"");
    cm_result_free(r);
    done(&b);
}

static void the_program_pays_for_the_check(void **state)
{
    static const char evil[] =
        "{\"type\":\"string\",\"pattern\":\"^(a|aa)+\\\\1*(a|aa)+\\\\2*b$\"}";
    static const char program[] = "return await tools.t('a'.repeat(5000))";
    Bench b = { 0 };
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    (void)state;
    assert_int_equal(add(&b, "t", evil, NULL, NULL), CM_OK);
    o.limits.max_steps = 200000;
    expect_error(&b, &o, program, "ExecutionFailure",
                 "The execution exceeded its budget of 200000 steps");
    o.limits.max_steps = CM_UNSET;
    o.limits.timeout_ms = 50;
    expect_error(&b, &o, program, "TimeoutExceeded", NULL);
    assert_int_equal(b.n_calls, 0);
    done(&b);
}

static void memory_of_a_check_is_the_programs(void **state)
{
    static const char program[] =
        "const a = []; for (let i = 0; i < 50000; i++) a.push({ k: i });"
        "return (await tools.t(a)).length";
    Bench b = { 0 };
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    (void)state;
    assert_int_equal(add(&b, "t",
                         "{\"items\":{\"properties\":{\"k\":{\"type\":"
                         "\"integer\"}}}}",
                         NULL, NULL),
                     CM_OK);
    o.limits.max_memory_bytes = 8 << 20;
    expect_error(&b, &o, program, "MemoryLimitExceeded", NULL);
    o.limits.max_memory_bytes = 64 << 20;
    expect_gives(&b, &o, program, "50000");
    done(&b);
}

static void a_circle_is_an_invalid_input(void **state)
{
    Bench b = { 0 };
    (void)state;
    assert_int_equal(add(&b, "t", "{\"$ref\":\"#\"}", NULL, NULL), CM_OK);
    expect_error(&b, NULL, "return await tools.t(1)", "InvalidToolInput",
                 "Invalid input for t: the schema refers to itself without "
                 "end");
    done(&b);
}

/* Promises inside the argument: the check comes when they have settled. */
static void arguments_that_wait(void **state)
{
    Bench b = { 0 };
    (void)state;
    assert_int_equal(add(&b, "t",
                         "{\"properties\":{\"n\":{\"type\":\"number\"}}}", NULL,
                         NULL),
                     CM_OK);
    expect_error(&b, NULL, "return await tools.t({ n: Promise.resolve('x') })",
                 "InvalidToolInput",
                 "Invalid input for t: /n: expected number, found \"x\"");
    expect_gives(&b, NULL, "return await tools.t({ n: Promise.resolve(2) })",
                 "{\"n\":2}");
    done(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(e90_a_schema_that_does_not_compile_is_refused),
        cmocka_unit_test(rendered_schemas_need_not_compile),
        cmocka_unit_test(outputs_are_checked),
        cmocka_unit_test(outputs_that_are_no_json),
        cmocka_unit_test(invalid_inputs_are_not_counted),
        cmocka_unit_test(a_runtime_outlives_its_tools),
        cmocka_unit_test(the_program_pays_for_the_check),
        cmocka_unit_test(memory_of_a_check_is_the_programs),
        cmocka_unit_test(a_circle_is_an_invalid_input),
        cmocka_unit_test(arguments_that_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
