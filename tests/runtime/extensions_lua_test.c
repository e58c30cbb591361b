/* SPDX-License-Identifier: MIT */
/* Extensions in Lua: spec/lua.md 3, 4, 5. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "extension_fixture.h"

static Ext ext;

static int set_up(void **state)
{
    (void)state;
    memset(&ext, 0, sizeof ext);
    return ext_start(&ext, CM_LANGUAGE_LUA) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    ext_stop(&ext);
    return 0;
}

static void calls_wait(void **state)
{
    (void)state;
    ext_gives(
        &ext,
        "local a = slow(1) return { a, later(2), fs.readFile(\"x\"), "
        "fs.promises.readFile(\"y\"), type(fs), type(keep), keep(1, 2, 3) }",
        "[1,2,\"sync:x\",\"async:y\",\"table\",\"function\",1]");
    assert_int_equal(cm_value_count(ext.kept), 3);
    assert_non_null(strstr(ext.events, "after slow success"));
    ext_gives(
        &ext,
        "local t = {} for i = 1, 3 do t[i] = slow(i) end "
        "table.sort(t, function(a, b) return slow(a) > slow(b) end) return t",
        "[3,2,1]");
    ext_gives(&ext, "return { pcall(slow, 5) }", "[true,5]");
}

static void globals_are_read_only(void **state)
{
    (void)state;
    ext_fails(&ext, "fs.readFile = 1", "ExecutionFailure",
              "attempt to change a read-only table (line 1, col 1)", 1, 1);
    /* names of the program come first */
    ext_gives(&ext, "local keep = 1 return keep", "1");
}

static cm_value *give_undefined(Ext *x, cm_call *call)
{
    (void)call;
    return cm_value_new(x->alloc, CM_VALUE_UNDEFINED);
}

static cm_value *give_null(Ext *x, cm_call *call)
{
    (void)call;
    return cm_value_new(x->alloc, CM_VALUE_NULL);
}

static cm_value *give_data(Ext *x, cm_call *call)
{
    static const char json[] = "{\"b\":9007199254740993,\"a\":[1.5,null,[]],"
                               "\"e\":{}}";
    (void)call;
    return cm_value_json(x->alloc, json, sizeof json - 1);
}

static cm_value *give_function(Ext *x, cm_call *call)
{
    cm_value *list = cm_value_new(x->alloc, CM_VALUE_ARRAY);
    (void)call;
    (void)cm_value_push(list, ext_function(x, ext_next, false));
    return list;
}

static void data_crosses_as_json(void **state)
{
    (void)state;
    ext_gives(
        &ext,
        "local t = keep({ a = { 1, 2 }, s = \"caf\\u{e9}\", f = 2.5, b = "
        "true, n = json.null, i = 9007199254740993 }) return { t.a[2], t.s, "
        "t.f, t.b, t.n == json.null, t.i == 9007199254740993, "
        "math.type(t.i) }",
        "[2,\"caf\xc3\xa9\",2.5,true,true,true,\"integer\"]");
    ext_gives(
        &ext,
        "return types(nil, json.null, 1, \"s\", {}, { 1 }, { a = 1 }, true)",
        "[0,1,3,4,6,5,6,2]");
    ext.give = give_data;
    ext_gives(
        &ext,
        "local t = give() return { t.b == 9007199254740993, t.a[1], #t.a, "
        "t.a, t.e }",
        "[true,1.5,3,[1.5,null,[]],{}]");
    ext.give = give_function;
    ext_fails(&ext, "\ngive()", "ExecutionFailure",
              "the answer of give holds a function", 2, 1);
    ext_gives(&ext, "return { pcall(give) }",
              "[false,\"the answer of give holds a function\"]");
}

/* ---- numbered cases ---- */

static void l57_a_call_uses_the_budget(void **state)
{
    cm_runtime_options o = ext_options(&ext, CM_LANGUAGE_LUA);
    (void)state;
    o.limits.max_tool_calls = 2;
    cm_runtime_free(ext.runtime);
    assert_int_equal(cm_runtime_new(ext.tools, &o, &ext.runtime, NULL), CM_OK);
    cm_result *r = ext_run(&ext, "local a = { keep(1), pcall(keep, print) } "
                                 "local b = { pcall(keep, 2) } return { #a, b "
                                 "}");
    assert_string_equal(cm_result_json(r, NULL),
                        "{\"ok\":true,\"value\":[3,[false,\"A program may make "
                        "at most 2 tool calls\"]],\"toolCalls\":[]}");
    cm_result_free(r);
    ext_fails(&ext, "keep(1) keep(2) keep(3)", "ToolCallLimitExceeded",
              "A program may make at most 2 tool calls", 1, 17);
}

static void l61_nothing_and_a_function(void **state)
{
    (void)state;
    ext.give = give_undefined;
    ext_gives(&ext,
              "local x = give() return { x == nil, select(\"#\", keep()) }",
              "[true,1]");
    ext.give = give_null;
    ext_gives(&ext, "return give() == json.null", "true");
    ext_fails(
        &ext, "keep(1, function() end)", "InvalidDataValue",
        "argument 2 of keep is a function, which is no data (line 1, col 1)", 1,
        1);
    ext_gives(&ext,
              "local ok, e = pcall(keep, { f = print }) return { ok, "
              "(e:find(\"argument 1 of keep.f\", 1, true)) }",
              "[false,1]");
    assert_string_equal(ext.events, "");
}

static cm_value *give_error(Ext *x, cm_call *call)
{
    (void)call;
    cm_value *e = cm_value_error(x->alloc, "NotFoundError", "no such file");
    ext_put(e, "code", ext_text(x, "ENOENT"));
    (void)cm_value_set_cause(e, cm_value_error(x->alloc, NULL, "no disk"));
    return e;
}

static void l68_an_error_with_a_cause(void **state)
{
    (void)state;
    ext.error = give_error;
    ext_gives(&ext, "local ok, e = pcall(fail) return { ok, e }",
              "[false,\"no such file\\nCaused by: no disk\"]");
    ext_fails(&ext, "local x =\n  fail()", "ExecutionFailure",
              "no such file\nCaused by: no disk", 2, 3);
    ext_fails(&ext, "local ok, e = pcall(fail)\nerror(e)", "ExecutionFailure",
              "no such file\nCaused by: no disk", 1, 15);
}

static cm_value *give_bytes_as_error(Ext *x, cm_call *call)
{
    (void)call;
    return cm_value_error(x->alloc, NULL, "a\xffz\xe2\x82");
}

/* Found by feeding failures that are no text: a program could catch one and
 * then neither return it nor pass it on. */
static void failures_that_are_no_text(void **state)
{
    (void)state;
    ext.error = give_bytes_as_error;
    ext_gives(&ext, "local ok, e = pcall(fail) return { ok, e, #e }",
              "[false,\"a\xef\xbf\xbdz\xef\xbf\xbd\",8]");
    ext_gives(
        &ext, "local ok, e = pcall(fail) return { keep(e), e }",
        "[\"a\xef\xbf\xbdz\xef\xbf\xbd\",\"a\xef\xbf\xbdz\xef\xbf\xbd\"]");
    ext_fails(&ext, "local ok, e = pcall(fail)\nerror(e)", "ExecutionFailure",
              "a\xef\xbf\xbdz\xef\xbf\xbd", 1, 15);
}

static void denied_and_interrupted(void **state)
{
    cm_runtime_options o = ext_options(&ext, CM_LANGUAGE_LUA);
    (void)state;
    ext.deny = "keep";
    ext_gives(&ext, "return { pcall(keep, 1) }", "[false,\"not allowed\"]");
    assert_null(ext.kept);
    o.limits.timeout_ms = 20;
    cm_runtime_free(ext.runtime);
    assert_int_equal(cm_runtime_new(ext.tools, &o, &ext.runtime, NULL), CM_OK);
    cm_result *r = NULL;
    assert_int_equal(cm_execute(ext.runtime, "never(1)", 8, &r, NULL), CM_OK);
    assert_string_equal(cm_result_error_kind(r), "TimeoutExceeded");
    assert_int_equal(ext.n_cancelled, 1);
    assert_non_null(strstr(ext.events, "after never interrupted"));
    cm_result_free(r);
}

static void names_that_are_built_in(void **state)
{
    static const char *const taken[] = { "print", "string", "json",  "_G",
                                         "tools", "search", "pcall", "os" };
    (void)state;
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
        cm_error err = { 0 };
        cm_tools *tools = cm_tools_new(NULL);
        cm_runtime *runtime = NULL;
        cm_runtime_options o = ext_options(&ext, CM_LANGUAGE_LUA);
        cm_value *g = cm_value_new(NULL, CM_VALUE_OBJECT);
        ext_put(g, taken[i], ext_function(&ext, ext_keep, false));
        cm_status status = cm_tools_extend(tools, "mine", g, &err);
        if (status == CM_OK)
            status = cm_runtime_new(tools, &o, &runtime, &err);
        assert_int_equal(status, CM_E_NAME);
        assert_non_null(strstr(err.text, taken[i]));
        cm_tools_free(tools);
    }
    ext_gives(&ext, "return URL == nil",
              "true"); /* a name of JavaScript is free here */
}

int main(void)
{
#define T(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        T(calls_wait),
        T(globals_are_read_only),
        T(data_crosses_as_json),
        T(l57_a_call_uses_the_budget),
        T(l61_nothing_and_a_function),
        T(l68_an_error_with_a_cause),
        T(failures_that_are_no_text),
        T(denied_and_interrupted),
        T(names_that_are_built_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
