/* SPDX-License-Identifier: MIT */
/* Hosts that do what the API allows and no program expects: tools that answer
 * garbage, late, never, from other threads or after the end; hooks that deny;
 * cancelling at random moments; the smallest limits; names that are special in
 * a language. Run under AddressSanitizer and ThreadSanitizer in CI. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/fixture.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

/* ---- answers ---- */

typedef struct Answer {
    const char *text;
    size_t len;
    const char *gives; /* what `ask` gives for it */
} Answer;

static void answer(void *user, cm_call *call, const char *input, size_t len)
{
    const Answer *a = user;
    (void)input;
    (void)len;
    cm_call_return(call, a->text, a->len);
}

static cm_runtime *runtime_of(const char *path, cm_tool_execute execute,
                              void *user, const cm_runtime_options *options)
{
    cm_tools *tools = cm_tools_new(NULL);
    cm_tool tool = { 0 };
    cm_runtime *runtime = NULL;
    tool.output_schema = "{}";
    tool.execute = execute;
    tool.user = user;
    assert_int_equal(cm_tools_add(tools, path, &tool, NULL), CM_OK);
    assert_int_equal(cm_runtime_new(tools, options, &runtime, NULL), CM_OK);
    cm_tools_free(tools);
    return runtime;
}

/* The value, or the kind of the error. */
static void expect(const cm_runtime *runtime, const char *source,
                   const char *gives)
{
    cm_result *r = NULL;
    assert_int_equal(cm_execute(runtime, source, strlen(source), &r, NULL),
                     CM_OK);
    const char *got =
        cm_result_ok(r) ? cm_result_value(r, NULL) : cm_result_error_kind(r);
    if (strcmp(got, gives) != 0)
        fail_msg("%s\nshould give %s: %.500s", source, gives,
                 cm_result_json(r, NULL));
    cm_result_free(r);
}

static void expect_answer(const Answer *a)
{
    cm_runtime *runtime = runtime_of("t", answer, (void *)(uintptr_t)a, NULL);
    expect(runtime,
           "const v = await tools.t({});"
           "return typeof v === 'object' && v !== null ? Object.keys(v) : v",
           a->gives);
    expect(runtime,
           "const all = await Promise.allSettled([tools.t(), tools.t()]);"
           "return all[0].status === all[1].status",
           "true");
    cm_runtime_free(runtime);
}

static const char wrong[] = "InvalidToolOutput";

static void garbage_is_the_failure_of_its_call(void **state)
{
    (void)state;
#define ANSWER(text, gives)           \
    {                                 \
        text, sizeof(text) - 1, gives \
    }
    static const Answer answers[] = {
        { NULL, 0, "null" },
        { "", 0, "null" },
        { NULL, 77, "null" },
        ANSWER(" \n\t ", wrong),
        ANSWER("{", wrong),
        ANSWER("{\"a\":1,}", wrong),
        ANSWER("[1 2]", wrong),
        ANSWER("NaN", wrong),
        ANSWER("-Infinity", wrong),
        ANSWER("undefined", wrong),
        ANSWER("'a'", wrong),
        ANSWER("01", wrong),
        ANSWER("1.", wrong),
        ANSWER("- 1", wrong),
        ANSWER("tru", wrong),
        ANSWER("null null", wrong),
        ANSWER("null\0", wrong),
        ANSWER("\0", wrong),
        ANSWER("\"a\0b\"", wrong),
        ANSWER("\"\x01\"", wrong),
        ANSWER("\"\\x41\"", wrong),
        ANSWER("\"\\u12\"", wrong),
        ANSWER("\"\xff\"", wrong),
        ANSWER("\"\xc0\xaf\"", wrong),
        ANSWER("\"\xed\xa0\x80\"", wrong),
        ANSWER("\"\xf4\x90\x80\x80\"", wrong),
        ANSWER("\"\xe2\x82\"", wrong),
        ANSWER("\xef\xbb\xbfnull", wrong),
        ANSWER("\xc3", wrong),
        ANSWER("1e-999", "0"),
        ANSWER("{\"__proto__\":1,\"constructor\":2,\"then\":3}",
               "[\"__proto__\",\"constructor\",\"then\"]"),
        ANSWER("{\"a\":1,\"a\":2,\"\":3}", "[\"a\",\"\"]"),
        ANSWER("{\"4294967295\":1,\"4294967294\":1,\"0\":1}",
               "[\"0\",\"4294967294\",\"4294967295\"]"),
    };
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        expect_answer(&answers[i]);
#undef ANSWER
}

/* `head` n times, `middle`, `tail` n times. */
static char *nest(const char *head, const char *middle, const char *tail,
                  size_t n, size_t *ret_len)
{
    size_t a = strlen(head), b = strlen(middle), c = strlen(tail);
    char *text = malloc(n * (a + c) + b + 1), *at = text;
    assert_non_null(text);
    for (size_t i = 0; i < n; i++, at += a)
        memcpy(at, head, a);
    memcpy(at, middle, b);
    at += b;
    for (size_t i = 0; i < n; i++, at += c)
        memcpy(at, tail, c);
    *at = '\0';
    *ret_len = (size_t)(at - text);
    return text;
}

static void giant_answers(void **state)
{
    (void)state;
    static const struct {
        const char *head, *middle, *tail;
        size_t n;
        int64_t memory;
        const char *source, *gives;
    } cases[] = {
        { "a", "", "", 20u << 20, CM_UNSET, "await tools.t()", wrong },
        { " ", "1", " ", 10u << 20, CM_UNSET, "return await tools.t()", "1" },
        { "[", "", "]", 100000, CM_UNSET,
          "let v = await tools.t(), n = 0;"
          "while (Array.isArray(v)) { v = v[0]; n++ } return n",
          "100000" },
        { "[", "", "", 100000, CM_UNSET, "await tools.t()", wrong },
        { "{\"a\":", "1", "}", 100000, CM_UNSET,
          "let v = await tools.t(), n = 0;"
          "while (typeof v === 'object') { v = v.a; n++ } return n",
          "100000" },
        { "[", "", "]", 100000, CM_UNSET, "await tools.t(); return 'alive'",
          "\"alive\"" },
        { "[", "", "]", 100000, CM_UNSET, "return await tools.t()",
          "InvalidDataValue" },
        { "[1,", "1", "]", 1u << 20, 1 << 20, "return await tools.t()",
          "MemoryLimitExceeded" },
        { "[", "", "]", 1u << 20, 1 << 20, "return await tools.t()",
          "MemoryLimitExceeded" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Answer a = { NULL, 0, NULL };
        cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
        o.limits.max_memory_bytes = cases[i].memory;
        char *text = nest(cases[i].head, cases[i].middle, cases[i].tail,
                          cases[i].n, &a.len);
        a.text = text;
        cm_runtime *runtime = runtime_of("t", answer, &a, &o);
        expect(runtime, cases[i].source, cases[i].gives);
        cm_runtime_free(runtime);
        free(text);
    }
}

/* An answer given inside `execute` that finds no room waits for a collection;
 * the execution must not sleep meanwhile, as nobody will wake it. */
static void answer_inside_execute_without_room(void **state)
{
    (void)state;
    Answer a = { NULL, 0, NULL };
    char *text = nest("1,", "1]", "", 20000, &a.len);
    text[0] = '[';
    text[1] = ' ';
    a.text = text;
    for (int n = 1000; n < 20000; n += 250) {
        char source[256];
        cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
        o.limits.max_memory_bytes = 1 << 20;
        cm_runtime *runtime = runtime_of("t", answer, &a, &o);
        (void)snprintf(source, sizeof source,
                       "let junk = [];"
                       "for (let i = 0; i < %d; i++) junk.push({ i });"
                       "junk = null;"
                       "return (await tools.t()).length",
                       n);
        cm_execution_options xo = CM_EXECUTION_OPTIONS_INIT;
        cm_execution *x = NULL;
        cm_result *r = NULL;
        xo.source = source;
        xo.source_len = strlen(source);
        assert_int_equal(cm_execution_start(runtime, &xo, &x, NULL), CM_OK);
        assert_int_equal(cm_execution_run(x, 0), CM_RUN_DONE);
        assert_int_equal(cm_execution_take_result(x, &r), CM_OK);
        if (cm_result_ok(r))
            assert_string_equal(cm_result_value(r, NULL), "20000");
        else
            assert_string_equal(cm_result_error_kind(r), "MemoryLimitExceeded");
        cm_result_free(r);
        cm_execution_free(x);
        cm_runtime_free(runtime);
    }
    free(text);
}

/* ---- failures ---- */

static void fail_oddly(void *user, cm_call *call, const char *input, size_t len)
{
    static const char *causes[1000];
    const int *how = user;
    cm_failure f = { NULL, NULL, NULL, 0 };
    (void)input;
    (void)len;
    for (size_t i = 0; i < 1000; i++)
        causes[i] = i % 3 ? "deeper" : NULL;
    switch (*how) {
    case 0:
        cm_call_fail(call, NULL);
        return;
    case 1:
        cm_call_fail_text(call, NULL);
        return;
    case 2:
        f.name = "";
        break;
    case 3:
        f.name = "Odd\xff";
        break;
    case 4:
        f.message = "\xff\xfe\x80 \xed\xa0\x80";
        break;
    case 5:
        f.causes = causes;
        f.n_causes = 1000;
        break;
    default:
        f.message = "\n\t\x1b[31m%s%n\"\\";
        break;
    }
    cm_call_fail(call, &f);
}

static void odd_failures_have_messages(void **state)
{
    (void)state;
    for (int how = 0; how < 7; how++) {
        cm_runtime *runtime = runtime_of("t", fail_oddly, &how, NULL);
        expect(runtime,
               "try { await tools.t() } catch (e) {"
               " return e instanceof Error && e.message.length > 0 }",
               "true");
        expect(runtime, "await tools.t()", "ToolFailure");
        cm_runtime_free(runtime);
    }
}

/* ---- never, late, elsewhere ---- */

enum {
    HELD_MAX = 4096
};

/* Calls that somebody will settle. */
typedef struct Held {
    pthread_mutex_t lock;
    cm_call *calls[HELD_MAX];
    size_t n;
    uint32_t random;
    atomic_bool is_over;
} Held;

static void held_init(Held *h, uint32_t seed)
{
    memset(h, 0, sizeof *h);
    pthread_mutex_init(&h->lock, NULL);
    h->random = seed * 2654435761u + 1;
}

static uint32_t next_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static void hold(void *user, cm_call *call, const char *input, size_t len)
{
    Held *h = user;
    (void)input;
    (void)len;
    pthread_mutex_lock(&h->lock);
    assert_true(h->n < HELD_MAX);
    h->calls[h->n++] = call;
    pthread_mutex_unlock(&h->lock);
}

/* Another thread may settle the call at the same time: who takes it from the
 * list does. */
static void held_cancel(void *user, cm_call *call)
{
    Held *h = user;
    size_t i = 0;
    pthread_mutex_lock(&h->lock);
    while (i < h->n && h->calls[i] != call)
        i++;
    bool found = i < h->n;
    if (found)
        h->calls[i] = h->calls[--h->n];
    pthread_mutex_unlock(&h->lock);
    if (found)
        cm_call_cancelled(call);
}

static void hold_until_cancel(void *user, cm_call *call, const char *input,
                              size_t len)
{
    cm_call_on_cancel(call, held_cancel, user);
    hold(user, call, input, len);
}

/* Any one of them, or NULL. */
static cm_call *pick(Held *h)
{
    cm_call *call = NULL;
    pthread_mutex_lock(&h->lock);
    if (h->n > 0) {
        size_t i = next_random(&h->random) % h->n;
        call = h->calls[i];
        h->calls[i] = h->calls[--h->n];
    }
    pthread_mutex_unlock(&h->lock);
    return call;
}

static void settle_somehow(cm_call *call, uint32_t random)
{
    static const char *const texts[] = { "1", "[1]", "{", "\xff", "" };
    const char *text = texts[random % 5];
    if (random % 11 == 0)
        cm_call_fail_text(call, "no");
    else if (random % 97 == 1)
        cm_call_cancelled(call);
    else
        cm_call_return(call, text, strlen(text));
}

static void settle_all(Held *h)
{
    for (cm_call *call = pick(h); call; call = pick(h))
        settle_somehow(call, 3);
}

static cm_execution *start(const cm_runtime *runtime, const char *source,
                           const cm_limits *limits)
{
    cm_execution_options o = CM_EXECUTION_OPTIONS_INIT;
    cm_execution *x = NULL;
    o.source = source;
    o.source_len = strlen(source);
    o.limits = limits;
    assert_int_equal(cm_execution_start(runtime, &o, &x, NULL), CM_OK);
    return x;
}

static const char fan_out[] =
    "const ps = []; for (let i = 0; i < 20; i++) ps.push(tools.t({ i }));"
    "const all = await Promise.allSettled(ps); return all.length";

static void freed_while_calls_run(void **state)
{
    (void)state;
    Held h;
    held_init(&h, 1);
    cm_runtime *runtime = runtime_of("t", hold, &h, NULL);
    cm_execution_free(start(runtime, fan_out, NULL)); /* never ran */
    cm_execution *x = start(runtime, fan_out, NULL);
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_WAITING);
    assert_int_equal(h.n, 8);
    settle_somehow(pick(&h), 3); /* seen by nobody */
    cm_execution_free(x);
    cm_runtime_free(runtime); /* calls outlive even the runtime */
    assert_int_equal(h.n, 7);
    assert_string_equal(cm_call_name(h.calls[0]), "t");
    settle_all(&h);
    pthread_mutex_destroy(&h.lock);
}

static void answers_after_the_end(void **state)
{
    (void)state;
    Held h;
    held_init(&h, 2);
    cm_limits limits = CM_LIMITS_INIT;
    limits.timeout_ms = 1;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.cleanup_grace_ms = 0;
    cm_runtime *runtime = runtime_of("t", hold, &h, &o);
    struct timespec pause = { 0, 2000000 };
    cm_result *r = NULL;
    cm_execution *x = start(runtime, fan_out, &limits);
    while (cm_execution_run(x, 0) != CM_RUN_DONE)
        nanosleep(&pause, NULL);
    settle_all(&h);
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_DONE);
    assert_int_equal(cm_execution_take_result(x, &r), CM_OK);
    assert_int_equal(cm_execution_take_result(x, &r), CM_E_STATE);
    assert_string_equal(cm_result_error_kind(r), "TimeoutExceeded");
    cm_result_free(r);
    cm_execution_cancel(x);
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_DONE);
    cm_execution_free(x);

    x = start(runtime, "tools.t(); return 1", NULL);
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_DONE);
    assert_int_equal(cm_execution_take_result(x, &r), CM_OK);
    assert_string_equal(cm_result_value(r, NULL), "1");
    cm_execution_free(x);
    settle_all(&h);
    cm_result_free(r);
    cm_runtime_free(runtime);
    pthread_mutex_destroy(&h.lock);
}

static void cancelled_while_waiting_and_before_the_start(void **state)
{
    (void)state;
    Held h;
    held_init(&h, 3);
    cm_runtime *runtime = runtime_of("t", hold, &h, NULL);
    cm_result *r = NULL;
    for (int before = 0; before < 2; before++) {
        cm_execution *x = start(runtime, fan_out, NULL);
        if (before)
            cm_execution_cancel(x);
        else
            assert_int_equal(cm_execution_run(x, 0), CM_RUN_WAITING);
        cm_execution_cancel(x);
        cm_execution_cancel(x);
        assert_int_equal(cm_execution_run(x, 0), CM_RUN_DONE);
        assert_int_equal(cm_execution_take_result(x, &r), CM_E_CANCELLED);
        settle_all(&h);
        cm_execution_free(x);
    }
    cm_runtime_free(runtime);
    pthread_mutex_destroy(&h.lock);
}

static void nobody_answers_the_blocking_form(void **state)
{
    (void)state;
    Held h;
    held_init(&h, 5);
    for (int polite = 0; polite < 2; polite++) {
        cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
        cm_tool_execute execute = polite ? hold_until_cancel : hold;
        o.limits.timeout_ms = 20;
        o.cleanup_grace_ms = 10;
        cm_runtime *runtime = runtime_of("t", execute, &h, &o);
        expect(runtime, fan_out, "TimeoutExceeded");
        expect(runtime, "tools.t(); return 1", "1");
        assert_int_equal(h.n, polite ? 0 : 9);
        settle_all(&h);
        cm_runtime_free(runtime);
        o.limits.timeout_ms = 60000;
        o.call_timeout_ms = 1;
        runtime = runtime_of("t", execute, &h, &o);
        expect(runtime, fan_out, "20");
        assert_int_equal(h.n, polite ? 0 : 20);
        settle_all(&h);
        cm_runtime_free(runtime);
    }
    pthread_mutex_destroy(&h.lock);
}

/* ---- threads ---- */

static void *settle_until_over(void *arg)
{
    Held *h = arg;
    uint32_t random = 99;
    for (;;) {
        bool was_over = atomic_load(&h->is_over);
        cm_call *call = pick(h);
        if (call)
            settle_somehow(call, next_random(&random));
        else if (was_over)
            return NULL;
        else
            sched_yield();
    }
}

static void *cancel_after(void *arg)
{
    cm_execution *x = arg;
    struct timespec pause = { 0, (long)((uintptr_t)x >> 6) % 400 * 1000 };
    nanosleep(&pause, NULL);
    cm_execution_cancel(x);
    return NULL;
}

typedef struct Runner {
    const cm_runtime *runtime;
    const cm_program *program;
    uint64_t slice;
    bool is_cancelled;
    size_t n_rounds, n_done;
    pthread_t thread;
} Runner;

/* One run in steps; sleeps only by giving way, so no wake-up is needed. */
static bool run_in_steps(const Runner *n)
{
    cm_execution_options o = CM_EXECUTION_OPTIONS_INIT;
    cm_execution *x = NULL;
    cm_result *r = NULL;
    pthread_t canceller = pthread_self();
    cm_run_state at;
    o.program = n->program;
    if (cm_execution_start(n->runtime, &o, &x, NULL) != CM_OK)
        return false;
    bool has_canceller = n->is_cancelled &&
                         pthread_create(&canceller, NULL, cancel_after, x) == 0;
    while ((at = cm_execution_run(x, n->slice)) != CM_RUN_DONE)
        if (at == CM_RUN_WAITING)
            sched_yield();
    if (has_canceller)
        pthread_join(canceller, NULL);
    cm_status status = cm_execution_take_result(x, &r);
    cm_result_free(r);
    cm_execution_free(x);
    return status == CM_OK || status == CM_E_CANCELLED;
}

/* Asleep until woken; a tool may cancel the execution. */
static bool run_blocking(const Runner *n)
{
    cm_result *r = NULL;
    cm_status status =
        cm_execute(n->runtime, fan_out, sizeof fan_out - 1, &r, NULL);
    cm_result_free(r);
    return status == CM_OK || status == CM_E_CANCELLED;
}

static void *run_program(void *arg)
{
    Runner *n = arg;
    for (size_t i = 0; i < n->n_rounds; i++) {
        bool ok =
            n->slice || n->is_cancelled ? run_in_steps(n) : run_blocking(n);
        n->n_done += ok;
    }
    return NULL;
}

static void eight_threads_run_one_program(void **state)
{
    enum {
        THREADS = 8,
        SETTLERS = 2,
        ROUNDS = 15
    };
    (void)state;
    static Held h;
    held_init(&h, 4);
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.limits.timeout_ms = 60000;
    cm_runtime *runtime = runtime_of("t", hold_until_cancel, &h, &o);
    cm_program *program = NULL;
    cm_result *r = NULL;
    assert_int_equal(cm_program_new(runtime, fan_out, sizeof fan_out - 1,
                                    &program, &r, NULL),
                     CM_OK);
    assert_null(r);
    Runner runners[THREADS];
    pthread_t settlers[SETTLERS];
    for (size_t i = 0; i < SETTLERS; i++)
        assert_int_equal(
            pthread_create(&settlers[i], NULL, settle_until_over, &h), 0);
    for (size_t i = 0; i < THREADS; i++) {
        runners[i] = (Runner){ .runtime = runtime,
                               .program = program,
                               .slice = i % 4 == 0 ? 1
                                        : i % 2    ? 0
                                                   : 50,
                               .is_cancelled = i % 3 == 0,
                               .n_rounds = ROUNDS };
        assert_int_equal(
            pthread_create(&runners[i].thread, NULL, run_program, &runners[i]),
            0);
    }
    for (size_t i = 0; i < THREADS; i++) {
        pthread_join(runners[i].thread, NULL);
        assert_int_equal(runners[i].n_done, ROUNDS);
    }
    atomic_store(&h.is_over, true);
    for (size_t i = 0; i < SETTLERS; i++)
        pthread_join(settlers[i], NULL);
    cm_program_free(program);
    cm_runtime_free(runtime);
    pthread_mutex_destroy(&h.lock);
}

/* ---- small limits ---- */

static void smallest_limits(void **state)
{
    (void)state;
    static const Answer one = { "[1,2,3]", 7, NULL };
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.limits.max_memory_bytes = 1048576;
    o.max_concurrent_tool_calls = 1;
    cm_runtime *runtime = runtime_of("t", answer, (void *)(uintptr_t)&one, &o);
    expect(runtime, fan_out, "20");
    expect(runtime, "const a = []; for (;;) a.push(await tools.t())",
           "MemoryLimitExceeded");
    expect(runtime, "let s = 'x'; for (;;) s = await tools.t({ s: s += s })",
           "MemoryLimitExceeded");
    cm_execution *x = start(runtime, fan_out, NULL);
    cm_result *r = NULL;
    while (cm_execution_run(x, 1) != CM_RUN_DONE)
        ;
    assert_int_equal(cm_execution_take_result(x, &r), CM_OK);
    assert_string_equal(cm_result_value(r, NULL), "20");
    cm_result_free(r);
    cm_execution_free(x);
    cm_runtime_free(runtime);

    o.limits.max_memory_bytes = 1048575;
    assert_int_equal(cm_runtime_new(NULL, &o, &runtime, NULL), CM_E_RANGE);
    o.limits = (cm_limits)CM_LIMITS_INIT;
    o.limits.timeout_ms = 1;
    o.limits.max_output_bytes = 0;
    runtime = runtime_of("t", answer, (void *)(uintptr_t)&one, &o);
    expect(runtime, "for (;;) await tools.t()", "TimeoutExceeded");
    cm_runtime_free(runtime);
}

/* ---- hooks ---- */

static int deny(void *user, const cm_hook_event *e, char reason[256])
{
    const int *how = user;
    if (*how == 1)
        memset(reason, 'x', 256); /* no end */
    else if (*how == 2)
        memset(reason, 0xff, 256);
    return *how == 3 && e->call_id % 2 == 0;
}

static void denying_hooks(void **state)
{
    (void)state;
    static const Answer one = { "1", 1, NULL };
    for (int how = 0; how < 4; how++) {
        cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
        o.hooks.tool_before = deny;
        o.hooks.user = &how;
        cm_runtime *runtime =
            runtime_of("t", answer, (void *)(uintptr_t)&one, &o);
        expect(runtime, "await tools.t()", "ToolFailure");
        expect(runtime, fan_out, "20");
        expect(runtime,
               "try { await tools.t() } catch (e) { return e.message.length }",
               how == 0 || how == 3 ? "19" : "255");
        cm_runtime_free(runtime);
    }
}

/* ---- names ---- */

static void names_that_are_special(void **state)
{
    (void)state;
    static const struct {
        const char *path, *call;
    } tools[] = {
        { "__proto__", "tools.__proto__()" },
        { "constructor", "tools['constructor']({})" },
        { "prototype", "tools.prototype()" },
        { "hasOwnProperty", "tools.hasOwnProperty()" },
        { "toString", "tools.toString()" },
        { "valueOf", "tools.valueOf()" },
        { "toJSON", "tools.toJSON()" },
        { "call", "tools.call()" },
        { "a.__proto__.then", "tools.a.__proto__.then()" },
        { "class", "tools.class()" },
        { "it's \"q\"\\`${1}`\n", "tools['it\\'s \"q\"\\\\`${1}`\\n']()" },
        { "\xe2\x80\xa8\xf0\x9f\x98\x80", "tools['\\u2028\\u{1f600}']()" },
        { "0", "tools[0]()" },
        { "-1", "tools[-1]()" },
        { " ", "tools[' ']()" },
    };
    static const Answer yes = { "\"yes\"", 5, NULL };
    cm_tools *all = cm_tools_new(NULL);
    cm_tool tool = { 0 };
    tool.output_schema = "{}";
    tool.execute = answer;
    tool.user = (void *)(uintptr_t)&yes;
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
        assert_int_equal(cm_tools_add(all, tools[i].path, &tool, NULL), CM_OK);
    char name[130];
    memset(name, 'n', 129);
    name[129] = '\0';
    assert_int_equal(cm_tools_add(all, name, &tool, NULL), CM_E_NAME);
    name[128] = '\0';
    assert_int_equal(cm_tools_add(all, name, &tool, NULL), CM_OK);
    assert_int_equal(cm_tools_add_n(all, "nul\0x", 5, &tool, NULL), CM_OK);
    static const char *const refused[] = {
        "", ".", "a.", ".a", "a..b", "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a"
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        assert_int_equal(cm_tools_add(all, refused[i], &tool, NULL), CM_E_NAME);
    cm_runtime *runtime = NULL;
    assert_int_equal(cm_runtime_new(all, NULL, &runtime, NULL), CM_OK);
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
        char source[256];
        (void)snprintf(source, sizeof source, "return await %s", tools[i].call);
        expect(runtime, source, "\"yes\"");
    }
    expect(runtime, "return await tools['n'.repeat(128)]()", "\"yes\"");
    expect(runtime, "return await tools['n'.repeat(129)]()", "UnknownTool");
    expect(runtime, "return await tools['nul\\0x']()", "\"yes\"");
    expect(runtime, "return [({}).yes, typeof ({}).toString]",
           "[null,\"function\"]");
    size_t len = 0;
    char *text = cm_runtime_instructions(runtime, 0, &len);
    assert_non_null(text);
    cm_text_free(runtime, text);
    cm_runtime_free(runtime);
    cm_tools_free(all);
}

static void what_is_required_is_named(void **state)
{
    static const cm_execution_options options = CM_EXECUTION_OPTIONS_INIT;
    cm_runtime *runtime = NULL;
    cm_execution *x = NULL;
    cm_result *r = NULL;
    cm_error err = { 0 };
    (void)state;
    assert_int_equal(cm_execute(NULL, "1", 1, &r, &err), CM_E_ARGUMENT);
    assert_string_equal(err.text, "a runtime is required");
    assert_null(r);
    assert_int_equal(cm_execution_start(NULL, &options, &x, &err),
                     CM_E_ARGUMENT);
    assert_string_equal(err.text, "a runtime is required");
    assert_int_equal(cm_runtime_new(NULL, NULL, &runtime, NULL), CM_OK);
    assert_int_equal(cm_execution_start(runtime, NULL, &x, &err),
                     CM_E_ARGUMENT);
    assert_string_equal(err.text, "options are required");
    assert_null(x);
    cm_runtime_free(runtime);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(garbage_is_the_failure_of_its_call),
        cmocka_unit_test(giant_answers),
        cmocka_unit_test(answer_inside_execute_without_room),
        cmocka_unit_test(odd_failures_have_messages),
        cmocka_unit_test(freed_while_calls_run),
        cmocka_unit_test(answers_after_the_end),
        cmocka_unit_test(cancelled_while_waiting_and_before_the_start),
        cmocka_unit_test(nobody_answers_the_blocking_form),
        cmocka_unit_test(eight_threads_run_one_program),
        cmocka_unit_test(smallest_limits),
        cmocka_unit_test(denying_hooks),
        cmocka_unit_test(names_that_are_special),
        cmocka_unit_test(what_is_required_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
