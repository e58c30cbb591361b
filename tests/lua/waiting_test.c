/* SPDX-License-Identifier: MIT */
/* Five thousand Lua programs wait in a tool call inside of a comparator of
 * table.sort inside of pcall, are answered in a scrambled order, and all finish
 * with their own data. And: executions overlap, calls of one do not (F50d). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "codemode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    N_EXECUTIONS = 5000
};

static const char source[] =
    "local me = tools.mine().n\n"
    "local t = { me + 2, me, me + 3, me + 1 }\n"
    "local ok = pcall(table.sort, t, function(a, b)\n"
    "  local r = tools.compare({ a = a, b = b })\n"
    "  return r.less\n"
    "end)\n"
    "local bad, text = pcall(table.sort, { 2, 1 }, function(a, b)\n"
    "  return tools.fail({ a = a, b = b }).less\n"
    "end)\n"
    "return { ok, t, bad, text }\n";

/* One program and the call it waits for. */
typedef struct Waiter {
    cm_execution *x;
    cm_call *call; /* NULL: it is done */
    int n;
    char input[64];
} Waiter;

static Waiter waiters[N_EXECUTIONS];

static void keep_call(void *user, cm_call *call, const char *input,
                      size_t input_len)
{
    (void)user;
    Waiter *w = cm_call_context(call);
    assert_null(w->call);
    assert_true(input_len < sizeof w->input);
    memcpy(w->input, input, input_len);
    w->input[input_len] = '\0';
    w->call = call;
}

/* What {"a":1,"b":2} says. */
static void read_pair(const char *input, long *ret_a, long *ret_b)
{
    char *end;
    assert_memory_equal(input, "{\"a\":", 5);
    *ret_a = strtol(input + 5, &end, 10);
    assert_memory_equal(end, ",\"b\":", 5);
    *ret_b = strtol(end + 5, &end, 10);
    assert_string_equal(end, "}");
}

static void answer(Waiter *w)
{
    cm_call *call = w->call;
    const char *name = cm_call_name(call);
    char text[64];
    long a, b;
    w->call = NULL;
    if (strcmp(name, "mine") == 0) {
        int len = snprintf(text, sizeof text, "{\"n\":%d}", w->n);
        cm_call_return(call, text, (size_t)len);
        return;
    }
    read_pair(w->input, &a, &b);
    if (strcmp(name, "fail") == 0)
        cm_call_fail_text(call, "no order");
    else if (a < b)
        cm_call_return(call, "{\"less\":true}", 13);
    else
        cm_call_return(call, "{\"less\":false}", 14);
}

static void finish(Waiter *w)
{
    cm_result *r = NULL;
    char want[128];
    (void)snprintf(want, sizeof want, "[true,[%d,%d,%d,%d],false,\"no order\"]",
                   w->n, w->n + 1, w->n + 2, w->n + 3);
    assert_int_equal(cm_execution_take_result(w->x, &r), CM_OK);
    if (!cm_result_ok(r))
        fail_msg("%s", cm_result_json(r, NULL));
    assert_string_equal(cm_result_value(r, NULL), want);
    cm_result_free(r);
    cm_execution_free(w->x);
    w->x = NULL;
}

static cm_runtime *runtime_with(cm_tools *tools, const char *const *paths,
                                size_t n)
{
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    cm_tool tool = { .output_schema = "{}", .execute = keep_call };
    cm_runtime *runtime = NULL;
    for (size_t i = 0; i < n; i++)
        assert_int_equal(cm_tools_add(tools, paths[i], &tool, NULL), CM_OK);
    o.language = CM_LANGUAGE_LUA;
    assert_int_equal(cm_runtime_new(tools, &o, &runtime, NULL), CM_OK);
    return runtime;
}

static void start(const cm_runtime *runtime, Waiter *w, const char *text)
{
    cm_execution_options o = CM_EXECUTION_OPTIONS_INIT;
    o.source = text;
    o.source_len = strlen(text);
    o.context = w;
    assert_int_equal(cm_execution_start(runtime, &o, &w->x, NULL), CM_OK);
}

static void five_thousand_wait_and_finish(void **state)
{
    static const char *const paths[] = { "mine", "compare", "fail" };
    (void)state;
    cm_tools *tools = cm_tools_new(NULL);
    cm_runtime *runtime = runtime_with(tools, paths, 3);
    size_t left = N_EXECUTIONS;
    for (int i = 0; i < N_EXECUTIONS; i++) {
        waiters[i] = (Waiter){ .n = i * 10 };
        start(runtime, &waiters[i], source);
        assert_int_equal(cm_execution_run(waiters[i].x, 0), CM_RUN_WAITING);
    }
    while (left > 0) {
        for (size_t k = 0; k < N_EXECUTIONS; k++) {
            /* 1,237 has no factor of 5,000: every program has its turn. */
            Waiter *w = &waiters[k * 1237 % N_EXECUTIONS];
            if (!w->x)
                continue;
            answer(w);
            if (cm_execution_run(w->x, 0) == CM_RUN_WAITING)
                continue;
            finish(w);
            left--;
        }
    }
    cm_runtime_free(runtime);
    cm_tools_free(tools);
}

/* Each call takes 100 ms of a clock that only the test moves. */
static void f50d_overlap_that_can_be_measured(void **state)
{
    static const char *const paths[] = { "sleep" };
    static const char text[] =
        "tools.sleep({ ms = 100 }) tools.sleep({ ms = 100 }) return 1";
    (void)state;
    cm_tools *tools = cm_tools_new(NULL);
    cm_runtime *runtime = runtime_with(tools, paths, 1);
    Waiter both[2] = { { .n = 0 }, { .n = 1 } };
    int clock_ms = 0, done = 0;
    for (int i = 0; i < 2; i++) {
        start(runtime, &both[i], text);
        assert_int_equal(cm_execution_run(both[i].x, 0), CM_RUN_WAITING);
    }
    while (done < 2) {
        clock_ms += 100; /* all calls that wait are due */
        for (int i = 0; i < 2; i++) {
            assert_string_equal(both[i].input, "{\"ms\":100}");
            cm_call *call = both[i].call;
            both[i].call = NULL;
            cm_call_return(call, "null", 4);
            done += cm_execution_run(both[i].x, 0) == CM_RUN_DONE;
        }
    }
    assert_int_equal(clock_ms, 200);
    for (int i = 0; i < 2; i++)
        cm_execution_free(both[i].x);
    cm_runtime_free(runtime);
    cm_tools_free(tools);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(five_thousand_wait_and_finish),
        cmocka_unit_test(f50d_overlap_that_can_be_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
