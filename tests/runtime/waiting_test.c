/* SPDX-License-Identifier: MIT */
/* Ten thousand executions wait at a tool call in one process, each in less than
 * 40 KB, and then all finish with their own answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "codemode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N_EXECUTIONS 10000
#define MAX_BYTES    40000

static const char source[] =
    "const order = await tools.orders.lookup({ id: 7 });\n"
    "const extra = [1, 2, 3].map((n) => n + order.id);\n"
    "return { id: order.id, extra };\n";

static cm_call *calls[N_EXECUTIONS];
static size_t n_calls;

static void keep_call(void *user, cm_call *call, const char *input,
                      size_t input_len)
{
    (void)user;
    assert_int_equal(input_len, 8);
    assert_memory_equal(input, "{\"id\":7}", 8);
    calls[n_calls++] = call;
}

static size_t live_bytes;

/* Counts what the process really holds for the executions. */
static void *counting_resize(void *ctx, void *ptr, size_t old_size,
                             size_t new_size)
{
    (void)ctx;
    live_bytes += new_size;
    live_bytes -= old_size;
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    return realloc(ptr, new_size);
}

static void ten_thousand_wait_and_finish(void **state)
{
    (void)state;
    static cm_execution *x[N_EXECUTIONS];
    static const cm_allocator counting = { counting_resize, NULL };
    cm_tools *tools = cm_tools_new(NULL);
    cm_tool tool = { 0 };
    tool.output_schema = "{}";
    tool.execute = keep_call;
    assert_int_equal(cm_tools_add(tools, "orders.lookup", &tool, NULL), CM_OK);
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.allocator = &counting;
    cm_runtime *runtime;
    assert_int_equal(cm_runtime_new(tools, &o, &runtime, NULL), CM_OK);
    size_t before = live_bytes;

    cm_execution_options xo = CM_EXECUTION_OPTIONS_INIT;
    xo.source = source;
    xo.source_len = strlen(source);
    for (size_t i = 0; i < N_EXECUTIONS; i++) {
        assert_int_equal(cm_execution_start(runtime, &xo, &x[i], NULL), CM_OK);
        assert_int_equal(cm_execution_run(x[i], 0), CM_RUN_WAITING);
        assert_true(cm_execution_memory(x[i]) < MAX_BYTES);
    }
    assert_int_equal(n_calls, N_EXECUTIONS);
    size_t each = (live_bytes - before) / N_EXECUTIONS;
    printf("one waiting execution holds %zu bytes\n", each);
    assert_true(each < MAX_BYTES);

    for (size_t i = N_EXECUTIONS; i-- > 0;) {
        char answer[32];
        int n = snprintf(answer, sizeof answer, "{\"id\":%zu}", i);
        cm_call_return(calls[i], answer, (size_t)n);
    }
    for (size_t i = 0; i < N_EXECUTIONS; i++) {
        cm_result *r;
        char expected[64];
        assert_int_equal(cm_execution_run(x[i], 0), CM_RUN_DONE);
        assert_int_equal(cm_execution_take_result(x[i], &r), CM_OK);
        snprintf(expected, sizeof expected,
                 "{\"id\":%zu,\"extra\":[%zu,%zu,%zu]}", i, i + 1, i + 2,
                 i + 3);
        assert_string_equal(cm_result_value(r, NULL), expected);
        cm_result_free(r);
        cm_execution_free(x[i]);
    }
    assert_int_equal(live_bytes, before);
    cm_runtime_free(runtime);
    cm_tools_free(tools);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_thousand_wait_and_finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
