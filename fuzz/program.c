/* SPDX-License-Identifier: MIT */
#include "program.h"

#include <stdio.h>
#include <string.h>

#include "collections.h"
#include "switch_vm.h"
#include "json/tree.h"

enum {
#ifdef CM_GC_STRESS /* a collection at every safepoint */
    PROGRAM_STEPS = 4000,
#else
    PROGRAM_STEPS = 100000,
#endif
    PROGRAM_MEMORY = 8 << 20,
    PROGRAM_SLICE = 331,
    PROGRAM_TINY_SLICE = 7,
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

/* How a program is run. */
typedef struct Manner {
    const cm_program *program; /* NULL: from the text */
    uint64_t slice;            /* 0: in one piece */
    int64_t memory;            /* 0: the runtime's limit */
    bool is_collecting;        /* at many safepoints more */
} Manner;

/* Memory was refused in a run since this was cleared: what is tried again is
 * charged again, and the limit decides when that happens. */
static bool was_refused;

static cm_result *run(const cm_runtime *runtime, const char *text, size_t len,
                      const Manner *manner)
{
    Waiting waiting = { .n = 0 };
    cm_limits limits = CM_LIMITS_INIT;
    cm_execution_options o = CM_EXECUTION_OPTIONS_INIT;
    cm_execution *x = NULL;
    cm_result *result = NULL;
    cm_run_state state;
    if (manner->memory)
        limits.max_memory_bytes = manner->memory;
    o.limits = &limits;
    o.program = manner->program;
    o.source = manner->program ? NULL : text;
    o.source_len = manner->program ? 0 : len;
    o.context = &waiting;
    collections_begin(manner->is_collecting);
    FUZZ_CHECK(cm_execution_start(runtime, &o, &x, NULL) == CM_OK);
    while ((state = cm_execution_run(x, manner->slice)) != CM_RUN_DONE) {
        if (state == CM_RUN_YIELDED)
            continue;
        FUZZ_CHECK(waiting.n > 0);
        cm_call_return(waiting.calls[--waiting.n], "{\"x\":[1,\"y\"]}", 13);
    }
    FUZZ_CHECK(cm_execution_memory_peak(x) <= PROGRAM_MEMORY);
    FUZZ_CHECK(cm_execution_take_result(x, &result) == CM_OK);
    cm_execution_free(x);
    was_refused |= collections_end();
    FUZZ_CHECK(waiting.n == 0);
    return result;
}

static void check_json(const cm_result *result)
{
    JsonDoc *doc = NULL;
    size_t len;
    const char *json = cm_result_json(result, &len);
    FUZZ_CHECK(cm__json_parse(cm__alloc_default(), json, len, NULL, &doc,
                              NULL) == CM_OK);
    cm__json_doc_free(doc);
}

static const char *kind_of(const cm_result *result)
{
    const char *kind = cm_result_error_kind(result);
    return kind ? kind : "";
}

static bool is_syntax(const cm_result *result)
{
    return strcmp(kind_of(result), "ParseError") == 0 ||
           strcmp(kind_of(result), "UnsupportedSyntax") == 0;
}

static bool is_about(const cm_result *result, const char *words)
{
    const char *message = cm_result_error_message(result, NULL);
    return message && strstr(message, words);
}

/* Whether something else than the program may have decided where it ended:
 * memory that was refused, or, when every step looks for one, collections
 * between the ends of slices. */
static bool may_differ(const cm_result *whole, const cm_result *other)
{
#ifdef CM_GC_STRESS
    bool is_apt = true;
#else
    bool is_apt = was_refused;
#endif
    return is_apt &&
           (is_about(whole, "budget of") || is_about(other, "budget of"));
}

static void check_equal(const cm_result *whole, const cm_result *other)
{
    const char *a = cm_result_json(whole, NULL);
    const char *b = cm_result_json(other, NULL);
    bool is_same = may_differ(whole, other) || strcmp(a, b) == 0;
    if (!is_same)
        (void)fprintf(stderr, "whole: %s\nother: %s\n", a, b);
    FUZZ_CHECK(is_same);
}

/* Frees the result. */
static void check_same(const cm_result *whole, cm_result *other)
{
    check_equal(whole, other);
    cm_result_free(other);
}

/* A compiled program against its source, then against itself: in slices, with
 * the other interpreter, and with more collections. */
static void check_reuse(const cm_runtime *runtime, const char *text, size_t len,
                        const cm_result *whole)
{
    cm_program *program = NULL;
    cm_result *refused = NULL;
    FUZZ_CHECK(cm_program_new(runtime, text, len, &program, &refused, NULL) ==
               CM_OK);
    FUZZ_CHECK((program == NULL) == (refused != NULL));
    if (refused) {
        check_same(whole, refused);
        return;
    }
    Manner manner = { .program = program };
    cm_result *compiled = run(runtime, text, len, &manner);
    check_equal(whole, compiled);
    manner.slice = len % 4 ? PROGRAM_SLICE : PROGRAM_TINY_SLICE;
    check_same(compiled, run(runtime, text, len, &manner));
    manner.slice = 0;
    switch_vm_use(true);
    check_same(compiled, run(runtime, text, len, &manner));
    switch_vm_use(false);
    manner.is_collecting = true;
    check_same(compiled, run(runtime, text, len, &manner));
    cm_result_free(compiled);
    cm_program_free(program);
}

static void check_syntax(const cm_runtime *runtime, const char *text,
                         size_t len, const cm_result *whole)
{
    cm_result *checked = NULL;
    FUZZ_CHECK(cm_check(runtime, text, len, &checked, NULL) == CM_OK);
    FUZZ_CHECK(is_syntax(checked) == is_syntax(whole));
    if (is_syntax(checked))
        FUZZ_CHECK(strcmp(cm_result_error_message(checked, NULL),
                          cm_result_error_message(whole, NULL)) == 0);
    cm_result_free(checked);
}

static void check_memory(const cm_runtime *runtime, const char *text,
                         size_t len, const cm_result *whole)
{
    cm_result *small = run(runtime, text, len, &(Manner){ .memory = 1 << 20 });
    if (is_about(small, "memory limit"))
        cm_result_free(small);
    else
        check_same(whole, small);
}

void program_check(cm_language language, ProgramSource kind, const char *text,
                   size_t len)
{
    static cm_runtime *runtime;
    if (!runtime)
        runtime = program_runtime(language);
    was_refused = false;
    cm_result *whole = run(runtime, text, len, &(Manner){ 0 });
    check_json(whole);
    if (kind == PROGRAM_WELL_FORMED)
        FUZZ_CHECK(!is_syntax(whole));
    check_syntax(runtime, text, len, whole);
    check_reuse(runtime, text, len, whole);
    check_memory(runtime, text, len, whole);
    cm_result_free(whole);
}
