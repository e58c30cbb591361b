/* SPDX-License-Identifier: MIT */
/* Field cases that a file of programs cannot say: many tools, two executions in
 * turn, memory over many runs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "codemode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#if defined(__SANITIZE_THREAD__)
#define CM_HAS_TSAN 1
#elif defined(__has_feature)
#define CM_HAS_TSAN __has_feature(thread_sanitizer)
#else
#define CM_HAS_TSAN 0
#endif

static void answer(void *user, cm_call *call, const char *input, size_t len)
{
    (void)input;
    (void)len;
    ++*(int *)user;
    cm_call_return(call, "1", 1);
}

/* 20 namespaces of 50, difficult names among them. */
static cm_tools *thousand_tools(int *n_runs)
{
    static const char *const names[] = { "constructor", "__proto__", "then",
                                         "has space",   "a-b",       "1x" };
    enum {
        N_NAMES = sizeof names / sizeof names[0]
    };
    cm_tools *tools = cm_tools_new(NULL);
    cm_tool tool = { 0 };
    tool.output_schema = "{}";
    tool.execute = answer;
    tool.user = n_runs;
    assert_non_null(tools);
    for (int space = 0; space < 20; space++) {
        for (int i = 0; i < 50; i++) {
            char path[64];
            if (i < N_NAMES)
                (void)snprintf(path, sizeof path, "ns%d.%s", space, names[i]);
            else
                (void)snprintf(path, sizeof path, "ns%d.tool_%d", space, i);
            assert_int_equal(cm_tools_add(tools, path, &tool, NULL), CM_OK);
        }
    }
    return tools;
}

static cm_result *run(const cm_runtime *runtime, const char *source)
{
    cm_result *r = NULL;
    assert_int_equal(cm_execute(runtime, source, strlen(source), &r, NULL),
                     CM_OK);
    return r;
}

static void f26a_everything_that_is_listed_can_be_called(void **state)
{
    static const char source[] =
        "const missing = [];\n"
        "for (const ns of Object.keys(tools)) {\n"
        "  for (const name of Object.keys(tools[ns])) {\n"
        "    const e = await tools[ns][name](1, 2).catch((x) => x);\n"
        "    if (e.kind !== \"InvalidToolInput\") "
        "missing.push(`${ns}.${name}`);\n"
        "  }\n"
        "}\n"
        "let listed = 0;\n"
        "for (let offset = 0; offset !== undefined; ) {\n"
        "  const page = search({ limit: 250, offset });\n"
        "  listed += page.items.length;\n"
        "  offset = page.next?.offset;\n"
        "}\n"
        "return { missing, listed };\n";
    int n_runs = 0;
    cm_runtime *runtime = NULL;
    cm_tools *tools = thousand_tools(&n_runs);
    (void)state;
    assert_int_equal(cm_runtime_new(tools, NULL, &runtime, NULL), CM_OK);
    cm_result *r = run(runtime, source);
    assert_string_equal(
        cm_result_json(r, NULL),
        "{\"ok\":true,\"value\":{\"missing\":[],\"listed\":1000}"
        ",\"toolCalls\":[{\"name\":\"search\"},"
        "{\"name\":\"search\"},{\"name\":\"search\"},"
        "{\"name\":\"search\"}]}");
    assert_int_equal(n_runs, 0);
    cm_result_free(r);
    cm_runtime_free(runtime);
    cm_tools_free(tools);
}

static void f26b_every_expression_calls_its_own_tool(void **state)
{
    int n_runs = 0;
    cm_runtime *runtime = NULL;
    cm_tools *tools = thousand_tools(&n_runs);
    (void)state;
    assert_int_equal(cm_runtime_new(tools, NULL, &runtime, NULL), CM_OK);
    size_t n = cm_runtime_tool_count(runtime);
    assert_int_equal(n, 1000);
    for (size_t i = 0; i < n; i++) {
        char source[256];
        cm_tool_info info = cm_runtime_tool(runtime, i);
        (void)snprintf(source, sizeof source,
                       "return [await %s({}), search({ limit: 1, offset: %zu })"
                       ".items[0].path]",
                       info.expression, i);
        cm_result *r = run(runtime, source);
        if (!cm_result_ok(r))
            fail_msg("%s\n%s", source, cm_result_json(r, NULL));
        assert_string_equal(cm_result_call_name(r, 0, NULL), info.path);
        assert_int_equal(n_runs, (int)i + 1);
        cm_result_free(r);
        /* Search shows the same text. */
        (void)snprintf(source, sizeof source,
                       "return search({ limit: 1, offset: %zu }).items[0].path",
                       i);
        r = run(runtime, source);
        char expected[256], *to = expected;
        *to++ = '"';
        for (const char *from = info.expression; *from; from++) {
            if (*from == '"')
                *to++ = '\\';
            *to++ = *from;
        }
        memcpy(to, "\"", 2);
        assert_string_equal(cm_result_value(r, NULL), expected);
        cm_result_free(r);
    }
    cm_runtime_free(runtime);
    cm_tools_free(tools);
}

static cm_execution *start(const cm_runtime *runtime, const char *source)
{
    cm_execution *x = NULL;
    cm_execution_options o = CM_EXECUTION_OPTIONS_INIT;
    o.source = source;
    o.source_len = strlen(source);
    assert_int_equal(cm_execution_start(runtime, &o, &x, NULL), CM_OK);
    return x;
}

static void f57a_a_busy_program_beside_a_quick_one(void **state)
{
    cm_runtime *runtime = NULL;
    cm_result *r = NULL;
    (void)state;
    assert_int_equal(cm_runtime_new(NULL, NULL, &runtime, NULL), CM_OK);
    cm_execution *busy = start(runtime, "for (;;);");
    cm_execution *quick = start(runtime, "return 1");
    assert_int_equal(cm_execution_run(busy, 10000), CM_RUN_YIELDED);
    assert_int_equal(cm_execution_run(quick, 10000), CM_RUN_DONE);
    assert_int_equal(cm_execution_take_result(quick, &r), CM_OK);
    assert_string_equal(cm_result_value(r, NULL), "1");
    cm_result_free(r);
    for (int i = 0; i < 100; i++)
        assert_int_equal(cm_execution_run(busy, 10000), CM_RUN_YIELDED);
    cm_execution_cancel(busy);
    assert_int_equal(cm_execution_run(busy, 10000), CM_RUN_DONE);
    assert_int_equal(cm_execution_take_result(busy, &r), CM_E_CANCELLED);
    cm_execution_free(busy);
    cm_execution_free(quick);
    cm_runtime_free(runtime);
}

/* Counts what the library holds. */
static void *counting_resize(void *ctx, void *ptr, size_t old_size,
                             size_t new_size)
{
    size_t *live = ctx;
    if (new_size == 0) {
        *live -= old_size;
        free(ptr);
        return NULL;
    }
    void *p = realloc(ptr, new_size);
    if (p)
        *live += new_size - old_size;
    return p;
}

static void f58b_memory_does_not_grow(void **state)
{
    static const char source[] =
        "const a = []; try { for (;;) a.push(new Array(1e6).fill(a.length)); } "
        "catch { return \"caught\"; }";
#if defined(CM_GC_STRESS)
    const int n_runs = 3;
#elif CM_HAS_TSAN
    const int n_runs = 20;
#else
    const int n_runs = 1000;
#endif
#ifdef __GLIBC__
    /* Large blocks stay with the process: mapping each anew takes minutes. */
    (void)mallopt(M_MMAP_THRESHOLD, 1 << 30);
    (void)mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
    size_t live = 0, after_first = 0;
    cm_allocator allocator = { counting_resize, &live };
    cm_runtime *runtime = NULL;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    (void)state;
    o.allocator = &allocator;
    o.limits.max_memory_bytes = 67108864;
    assert_int_equal(cm_runtime_new(NULL, &o, &runtime, NULL), CM_OK);
    for (int i = 0; i < n_runs; i++) {
        cm_result *r = run(runtime, source);
        assert_string_equal(cm_result_error_kind(r), "MemoryLimitExceeded");
        cm_result_free(r);
        if (i == 0)
            after_first = live;
        assert_int_equal(live, after_first);
    }
    cm_result *r = run(runtime, "return 1");
    assert_string_equal(cm_result_value(r, NULL), "1");
    cm_result_free(r);
    cm_runtime_free(runtime);
    assert_int_equal(live, 0);
}

static void f25b_nothing_to_call(void **state)
{
    static const char end[] = "No tools are available.";
    cm_runtime *runtime = NULL;
    size_t len = 0;
    (void)state;
    assert_int_equal(cm_runtime_new(NULL, NULL, &runtime, NULL), CM_OK);
    char *text = cm_runtime_instructions(runtime, 0, &len);
    assert_non_null(text);
    while (len && text[len - 1] == '\n')
        text[--len] = '\0';
    assert_true(len >= sizeof end - 1);
    assert_string_equal(text + len - (sizeof end - 1), end);
    cm_text_free(runtime, text);
    cm_runtime_free(runtime);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(f26a_everything_that_is_listed_can_be_called),
        cmocka_unit_test(f26b_every_expression_calls_its_own_tool),
        cmocka_unit_test(f57a_a_busy_program_beside_a_quick_one),
        cmocka_unit_test(f58b_memory_does_not_grow),
        cmocka_unit_test(f25b_nothing_to_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
