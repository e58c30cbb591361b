/* SPDX-License-Identifier: MIT */
#ifndef CM_FUZZ_PROGRAM_H
#define CM_FUZZ_PROGRAM_H
/* program: runs a text as a program of either language through the public API,
 * for js_run and lua_run.
 *
 * Oracles: every run ends; its record is JSON; a run in slices gives the record
 * of a run in one piece (clocks stand still and the seed is fixed, so nothing
 * else may differ); the memory limit holds.
 * The tools: echo answers with its input at once, later does so while the
 * program waits (last call first), fail fails, void has no output. */
#include "fuzz.h"

#include <string.h>

#include "codemode.h"
#include "json/tree.h"

enum {
    PROGRAM_STEPS = 100000,
    PROGRAM_MEMORY = 8 << 20,
    PROGRAM_SLICE = 331,
    PROGRAM_WAITING = 64
};

typedef struct Waiting {
    cm_call *calls[PROGRAM_WAITING]; /* those of later */
    size_t n;
} Waiting;

static void program_echo(void *user, cm_call *call, const char *input,
                         size_t len)
{
    (void)user;
    cm_call_return(call, input, len);
}

static void program_fail(void *user, cm_call *call, const char *input,
                         size_t len)
{
    (void)user, (void)input, (void)len;
    cm_call_fail_text(call, "no luck");
}

static void program_cancelled(void *user, cm_call *call)
{
    Waiting *w = user;
    size_t kept = 0;
    for (size_t i = 0; i < w->n; i++)
        if (w->calls[i] != call)
            w->calls[kept++] = w->calls[i];
    w->n = kept;
    cm_call_cancelled(call);
}

static void program_later(void *user, cm_call *call, const char *input,
                          size_t len)
{
    (void)user, (void)input, (void)len;
    Waiting *w = cm_call_context(call);
    if (w->n == PROGRAM_WAITING) {
        cm_call_return(call, "7", 1);
        return;
    }
    cm_call_on_cancel(call, program_cancelled, w);
    w->calls[w->n++] = call;
}

static uint64_t program_monotonic(void *user)
{
    (void)user;
    return 1000000000;
}

static double program_wall(void *user)
{
    (void)user;
    return 1793588645678.0;
}

static cm_runtime *program_runtime(cm_language language)
{
    static const struct {
        const char *path, *output;
        cm_tool_execute execute;
    } tools[] = { { "echo", "{}", program_echo },
                  { "a.later", "{}", program_later },
                  { "a.fail", "{}", program_fail },
                  { "a.b.void", NULL, program_echo } };
    static cm_tools *tree;
    cm_runtime *runtime = NULL;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    tree = cm_tools_new(NULL);
    FUZZ_CHECK(tree);
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
        cm_tool tool = { .output_schema = tools[i].output,
                         .execute = tools[i].execute };
        FUZZ_CHECK(cm_tools_add(tree, tools[i].path, &tool, NULL) == CM_OK);
    }
    o.language = language;
    o.limits.max_steps = PROGRAM_STEPS;
    o.limits.max_memory_bytes = PROGRAM_MEMORY;
    o.limits.max_output_bytes = 4096;
    o.monotonic_ns = program_monotonic;
    o.wall_clock_ms = program_wall;
    o.has_random_seed = 1;
    FUZZ_CHECK(cm_runtime_new(tree, &o, &runtime, NULL) == CM_OK);
    return runtime;
}

static cm_result *program_once(const cm_runtime *runtime, const char *source,
                               size_t len, uint64_t slice)
{
    Waiting waiting = { .n = 0 };
    cm_execution_options o = CM_EXECUTION_OPTIONS_INIT;
    cm_execution *x = NULL;
    cm_result *result = NULL;
    cm_run_state state;
    o.source = source;
    o.source_len = len;
    o.context = &waiting;
    FUZZ_CHECK(cm_execution_start(runtime, &o, &x, NULL) == CM_OK);
    while ((state = cm_execution_run(x, slice)) != CM_RUN_DONE) {
        if (state == CM_RUN_YIELDED)
            continue;
        FUZZ_CHECK(waiting.n > 0);
        cm_call_return(waiting.calls[--waiting.n], "{\"x\":[1,\"y\"]}", 13);
    }
    FUZZ_CHECK(cm_execution_memory_peak(x) <= PROGRAM_MEMORY);
    FUZZ_CHECK(cm_execution_take_result(x, &result) == CM_OK);
    cm_execution_free(x);
    FUZZ_CHECK(waiting.n == 0);
    return result;
}

static void program_check_json(const cm_result *result)
{
    JsonDoc *doc = NULL;
    size_t len;
    const char *json = cm_result_json(result, &len);
    FUZZ_CHECK(cm__json_parse(cm__alloc_default(), json, len, NULL, &doc,
                              NULL) == CM_OK);
    cm__json_doc_free(doc);
}

static void program_check(cm_language language, const uint8_t *bytes,
                          size_t size)
{
    static cm_runtime *runtime;
    if (!runtime)
        runtime = program_runtime(language);
    const char *source = (const char *)bytes;
    cm_result *whole = program_once(runtime, source, size, 0);
    cm_result *sliced = program_once(runtime, source, size, PROGRAM_SLICE);
    program_check_json(whole);
    FUZZ_CHECK(
        strcmp(cm_result_json(whole, NULL), cm_result_json(sliced, NULL)) == 0);
    cm_result_free(whole);
    cm_result_free(sliced);
}

#endif
