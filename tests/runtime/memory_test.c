/* SPDX-License-Identifier: MIT */
/* What an execution asks its allocator for stays within max_memory_bytes,
 * whatever a program fills: lines, calls, warnings, failures, inputs; and its
 * result with its JSON text does too (spec/execution.md 9.3, 10.1). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fixture.h"

enum {
    LIMIT = 16 << 20,
    SMALL = 4 << 20, /* for programs that fill it in many turns */
    /* the records of the execution and its result, texts of failures, and the
     * collector's stack of marks */
    ALLOWED = 320 << 10,
    MAX_CALLS = 200000
};

#define NO_BOUND (INT64_C(1) << 40)

typedef struct Counter {
    cm_allocator alloc;
    size_t live, peak;
} Counter;

static void *count(void *ctx, void *p, size_t old_size, size_t new_size)
{
    Counter *c = ctx;
    void *now = NULL;
    if (new_size == 0)
        free(p);
    else if (!(now = realloc(p, new_size)))
        return NULL;
    c->live += new_size - (p ? old_size : 0);
    if (c->live > c->peak)
        c->peak = c->live;
    return now;
}

typedef struct Bench {
    Counter counter;
    cm_tools *tools;
    cm_runtime *runtime;
    cm_call *calls[MAX_CALLS];
    size_t n_calls;
    char *text; /* of the answer of `give`, kept as the host's */
    size_t text_len;
} Bench;

static void keep_call(void *user, cm_call *call, const char *input, size_t len)
{
    Bench *b = user;
    (void)input;
    (void)len;
    if (b->n_calls < MAX_CALLS)
        b->calls[b->n_calls++] = call;
}

static void settle_kept(Bench *b)
{
    while (b->n_calls > 0)
        cm_call_return(b->calls[--b->n_calls], NULL, 0);
}

static void answer(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    (void)input;
    (void)len;
    cm_call_return(call, "1", 1);
}

static void take(void *user, cm_call *call, const cm_value *args)
{
    (void)user;
    (void)args;
    cm_call_return(call, NULL, 0);
}

/* An array of so many numbers. */
static void give(void *user, cm_call *call, const cm_value *args)
{
    enum {
        NUMBERS = 300000
    };
    Bench *b = user;
    (void)args;
    b->text_len = 2 * (size_t)NUMBERS + 1;
    b->text = malloc(b->text_len);
    assert_non_null(b->text);
    for (size_t i = 0; i < b->text_len; i++)
        b->text[i] = ",1"[i & 1];
    b->text[0] = '[';
    b->text[b->text_len - 1] = ']';
    cm_call_return(call, b->text, b->text_len);
}

static void add_tool(Bench *b, const char *path, cm_tool_execute execute)
{
    cm_tool tool = { .output_schema = "{}", .execute = execute, .user = b };
    assert_int_equal(cm_tools_add(b->tools, path, &tool, NULL), CM_OK);
}

static void add_extension(Bench *b)
{
    cm_function f = { .execute = take, .user = b };
    cm_value *globals = cm_value_new(NULL, CM_VALUE_OBJECT);
    assert_int_equal(
        cm_value_set(globals, "take", 4, cm_value_function(NULL, &f)), CM_OK);
    f.execute = give;
    assert_int_equal(
        cm_value_set(globals, "give", 4, cm_value_function(NULL, &f)), CM_OK);
    assert_int_equal(cm_tools_extend(b->tools, "test", globals, NULL), CM_OK);
}

static Bench *bench_new(cm_language language, size_t limit, int64_t max_output)
{
    Bench *b = calloc(1, sizeof *b);
    assert_non_null(b);
    b->counter.alloc = (cm_allocator){ count, &b->counter };
    b->tools = cm_tools_new(NULL);
    add_tool(b, "one", answer);
    add_tool(b, "later", keep_call);
    add_tool(b, "long.\xc3\xa9\x01\xc3\xa9.name", answer);
    add_extension(b);
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.language = language;
    o.allocator = &b->counter.alloc;
    o.limits.max_memory_bytes = (int64_t)limit;
    o.limits.max_tool_calls = INT64_C(1) << 40;
    o.limits.timeout_ms = 60000;
    o.limits.max_output_bytes = max_output;
    o.max_concurrent_tool_calls = 1 << 30;
    o.cleanup_grace_ms = 1;
    assert_int_equal(cm_runtime_new(b->tools, &o, &b->runtime, NULL), CM_OK);
    return b;
}

static void bench_done(Bench *b)
{
    cm_runtime_free(b->runtime);
    cm_tools_free(b->tools);
    assert_int_equal(b->counter.live, 0);
    free(b->text);
    free(b);
}

/* Ends with `kind` (NULL: a value). */
static void run(cm_language language, size_t limit, int64_t max_output,
                const char *source, const char *kind)
{
    Bench *b = bench_new(language, limit, max_output);
    const size_t most = limit + ALLOWED;
    size_t before = b->counter.live;
    cm_execution_options o = CM_EXECUTION_OPTIONS_INIT;
    cm_execution *x = NULL;
    cm_result *r = NULL;
    size_t len = 0;
    o.source = source;
    o.source_len = strlen(source);
    b->counter.peak = before;
    assert_int_equal(cm_execution_start(b->runtime, &o, &x, NULL), CM_OK);
    size_t records = cm_execution_memory(x);
    assert_int_equal(cm_execution_memory_peak(x), records);
    for (cm_run_state state = CM_RUN_YIELDED; state != CM_RUN_DONE;) {
        state = cm_execution_run(x, 1000000);
        assert_in_range(cm_execution_memory(x), records, limit);
        if (state == CM_RUN_WAITING) /* for calls that it interrupted */
            settle_kept(b);
    }
    size_t ran = b->counter.peak - before;
    size_t counted = cm_execution_memory_peak(x);
    assert_int_equal(cm_execution_take_result(x, &r), CM_OK);
    const char *ended = cm_result_error_kind(r);
    if (kind ? !ended || strcmp(ended, kind) != 0 : ended != NULL)
        fail_msg("%s\nended with %s", source,
                 ended ? cm_result_error_message(r, NULL) : "a value");
    b->counter.peak = b->counter.live;
    assert_non_null(cm_result_json(r, &len));
    size_t told = b->counter.peak - before;
    if (ran > most + b->text_len || told > most || counted > limit)
        fail_msg("%s\nasked for %zu bytes, counted %zu; %zu with its JSON text "
                 "of %zu, of %zu",
                 source, ran, counted, told, len, limit);
    settle_kept(b);
    cm_result_free(r);
    cm_execution_free(x);
    bench_done(b);
}

static const char memory[] = "MemoryLimitExceeded";
static const char failure[] = "ExecutionFailure";

static void javascript(const char *source, const char *kind)
{
    run(CM_LANGUAGE_JAVASCRIPT, LIMIT, NO_BOUND, source, kind);
}

static void lua(const char *source, const char *kind)
{
    run(CM_LANGUAGE_LUA, LIMIT, NO_BOUND, source, kind);
}

/* Turn after turn. */
static void javascript_loop(const char *source, const char *kind)
{
    run(CM_LANGUAGE_JAVASCRIPT, SMALL, NO_BOUND, source, kind);
}

static void lua_loop(const char *source, const char *kind)
{
    run(CM_LANGUAGE_LUA, SMALL, NO_BOUND, source, kind);
}

static void lines_are_counted(void **state)
{
    (void)state;
    javascript_loop("for (;;) console.log()", memory);
    javascript_loop("for (;;) console.log(1)", memory);
    javascript_loop("for (;;) console.warn('\\u0001\\u0001\\u0001\"\\\\')",
                    memory);
    javascript_loop("const s = '\\u20ac'.repeat(1000); for (;;) console.log(s)",
                    memory);
    javascript_loop("const s = '\\u0001'.repeat(3e5); for (;;) console.log(s)",
                    memory);
    javascript_loop("for (let i = 0; i < 5e4; i++) console.log(i); return 1",
                    NULL);
    lua_loop("while true do print() end", memory);
    lua_loop("while true do print('\\255\\254') end", memory);
}

static void calls_are_counted(void **state)
{
    (void)state;
    javascript_loop("for (;;) search({})", memory);
    javascript_loop("for (;;) await tools.one({})", memory);
    javascript_loop("const f = tools.long['\xc3\xa9\\u0001\xc3\xa9'].name;\n"
                    "for (;;) await f({})",
                    memory);
    javascript_loop("for (let i = 0; i < 3e4; i++) search({}); return 1", NULL);
    lua_loop("while true do search({}) end", memory);
    lua_loop("while true do tools.one({}) end", memory);
}

static void pending_calls_are_counted(void **state)
{
    (void)state;
    javascript_loop("const a = 'x'.repeat(1000); for (;;) tools.later({ a })",
                    memory);
    javascript_loop(
        "const a = '\\u0001'.repeat(1e5); for (;;) tools.later({ a })", memory);
    javascript_loop("const a = new Promise(() => {});\n"
                    "for (;;) tools.later({ a })",
                    memory);
    javascript_loop("const a = 'x'.repeat(1e6), b = new Promise(() => {});\n"
                    "for (;;) tools.later({ a, b })",
                    memory);
}

static void inputs_are_counted(void **state)
{
    (void)state;
    javascript("const a = Array(1e5).fill('\\u0001'.repeat(1000));\n"
               "await tools.one({ a })",
               memory);
    javascript("const a = 'x'.repeat(3e6);\n"
               "await tools.one({ a: [a, a, a, a, 1n] })",
               memory);
    javascript("let s = 'x'.repeat(4e6); await tools[s]({})", "UnknownTool");
    javascript("const o = {}; o['k'.repeat(1e6)] = 1n; await tools.one(o)",
               "InvalidToolInput");
    javascript("search({ query: '\\u0001'.repeat(2e6) })", memory);
    lua("tools.one({ a = string.rep('\\1', 4000000) })", memory);
}

static void warnings_are_counted(void **state)
{
    (void)state;
#ifndef CM_GC_STRESS /* a collection at each step, over ten thousands */
    javascript("for (let i = 0; i < 40000; i++)\n"
               "    Promise.reject('\\u0001'.repeat(100));\n"
               "return 1",
               memory);
#endif
    javascript("for (let i = 0; i < 4000; i++) Promise.reject(i); return 1",
               NULL);
    javascript("const o = {};\n"
               "o['k'.repeat(1e6)] = Array(100).fill(new Map());\n"
               "return o",
               memory);
}

static void failures_are_counted(void **state)
{
    (void)state;
    javascript("throw new Error('x'.repeat(6e6))", memory);
    javascript("throw '\\u0001'.repeat(3e6)", memory);
    javascript("throw new Error('\"'.repeat(3e6))", failure);
    javascript("throw new Error('x'.repeat(2e6))", failure);
    javascript("const o = {}; o['k'.repeat(4e6)] = o; return o", memory);
    javascript("const o = {}; o['k'.repeat(1e6)] = o; return o",
               "InvalidDataValue");
    lua("error(string.rep('x', 6000000))", memory);
    lua("error(string.rep('x', 2000000))", failure);
}

static void values_are_counted(void **state)
{
    (void)state;
    javascript("return 'x'.repeat(4e6)", NULL);
    javascript("return '\"'.repeat(6e6)", memory);
    javascript("const s = 'x'.repeat(1000); return Array(7000).fill(s)", NULL);
    javascript("const s = 'x'.repeat(1000); return Array(9000).fill(s)",
               memory);
    javascript("const s = 'x'.repeat(1000);\n"
               "return { a: Array(9000).fill(s), b: Promise.resolve(1) }",
               memory);
    lua("return string.rep('x', 5000000)", NULL);
    lua("return { string.rep('x', 6000000), string.rep('y', 4000000) }",
        memory);
}

static void arguments_of_extensions_are_counted(void **state)
{
    (void)state;
    javascript("const s = '\\u20ac'.repeat(1e6); take([s, s, s, s, s, s])",
               memory);
#ifndef CM_GC_STRESS
    javascript("const a = []; for (let i = 0; i < 50000; i++)\n"
               "    a.push({ x: [1] });\n"
               "take(a)",
               memory);
#endif
    javascript("let a = 1; for (let i = 0; i < 30; i++) a = { a };\n"
               "take(Array(3000).fill(a))",
               memory);
    javascript("take(Array(50000).fill(new Error('x')))", memory);
    javascript("take(new Map(Array.from({ length: 40000 }, (_, i) => [i, i])))",
               NULL);
    javascript("take(Array(20000).fill({ x: 1 }))", NULL);
#ifndef CM_GC_STRESS
    lua("local t = {} for i = 1, 60000 do t[i] = { x = { 1 } } end take(t)",
        memory);
#endif
}

/* What is made of their text is the execution's; the text is the host's. */
static void answers_of_extensions_are_counted(void **state)
{
    (void)state;
    javascript("return give().length", memory);
    lua("return #give()", memory);
}

/* Lines beyond max_output_bytes are counted alone. */
static void dropped_lines_take_no_memory(void **state)
{
    (void)state;
    Bench *b = bench_new(CM_LANGUAGE_JAVASCRIPT, LIMIT, 10);
    cm_result *r = NULL;
    static const char source[] =
        "for (let i = 0; i < 1e6; i++) console.log('a line'); return 1";
    b->counter.peak = b->counter.live;
    size_t before = b->counter.live;
    assert_int_equal(
        cm_execute(b->runtime, source, sizeof source - 1, &r, NULL), CM_OK);
    assert_string_equal(
        cm_result_json(r, NULL),
        "{\"ok\":true,\"value\":1,\"logs\":[\"a line\",\"[logs truncated: kept "
        "1 of 1000000 lines]\"],\"truncated\":true,\"toolCalls\":[]}");
    /* what the program made and dropped waits for a collection */
    assert_in_range(b->counter.peak - before, 0, 6 << 20);
    cm_result_free(r);
    bench_done(b);
    run(CM_LANGUAGE_JAVASCRIPT, LIMIT, LIMIT / 2,
        "const s = '\\u0001'.repeat(1e5); for (;;) console.log(s)", memory);
    run(CM_LANGUAGE_JAVASCRIPT, LIMIT, LIMIT / 4,
        "return Array(5000).fill('\"'.repeat(500))", NULL);
    run(CM_LANGUAGE_JAVASCRIPT, LIMIT, 3000000,
        "return Array(5000).fill('\"'.repeat(500))", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_counted),
        cmocka_unit_test(calls_are_counted),
        cmocka_unit_test(pending_calls_are_counted),
        cmocka_unit_test(inputs_are_counted),
        cmocka_unit_test(warnings_are_counted),
        cmocka_unit_test(failures_are_counted),
        cmocka_unit_test(values_are_counted),
        cmocka_unit_test(arguments_of_extensions_are_counted),
        cmocka_unit_test(answers_of_extensions_are_counted),
        cmocka_unit_test(dropped_lines_take_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
