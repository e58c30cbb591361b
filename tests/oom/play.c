/* SPDX-License-Identifier: MIT */
#include "play.h"

#include <stdio.h>
#include <string.h>

#include "life.h"

enum {
    PENDING = 32
};

typedef struct Host {
    const Play *play;
    const cm_allocator *alloc;
    cm_call *pending[PENDING];
    char inputs[PENDING][64];
    size_t n_pending, n_settled;
    uint64_t now_ns;
    int n_before, n_after, n_wakes, n_logs;
} Host;

/* ---- tools ---- */

static void echo(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    cm_call_return(call, input, len);
}

static cm_value *some_value(const Host *h)
{
    cm_value *o = cm_value_new(h->alloc, CM_VALUE_OBJECT);
    cm_value *list = cm_value_new(h->alloc, CM_VALUE_ARRAY);
    (void)cm_value_push(list, cm_value_number(h->alloc, 1.5));
    (void)cm_value_push(list, cm_value_string(h->alloc, "two", 3));
    (void)cm_value_set(o, "list", 4, list);
    (void)cm_value_set(o, "n", 1, cm_value_integer(h->alloc, 7));
    return o;
}

static void value(void *user, cm_call *call, const char *input, size_t len)
{
    (void)input;
    (void)len;
    cm_call_return_value(call, some_value(user));
}

static void fails(void *user, cm_call *call, const char *input, size_t len)
{
    static const char *const causes[] = { "inner", "root" };
    const cm_failure failure = { "boom", "Oops", causes, 2 };
    (void)user;
    (void)input;
    (void)len;
    cm_call_fail(call, &failure);
}

static void fails_value(void *user, cm_call *call, const char *input,
                        size_t len)
{
    const Host *h = user;
    cm_value *e = cm_value_error(h->alloc, "TypeError", "bad type");
    (void)input;
    (void)len;
    (void)cm_value_set_cause(e, cm_value_error(h->alloc, NULL, "deeper"));
    cm_call_fail_value(call, e);
}

static void gone(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    (void)input;
    (void)len;
    cm_call_cancelled(call);
}

static void bad(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    (void)input;
    (void)len;
    cm_call_return(call, "{\"a\":", 5);
}

static void strict(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    cm_call_return(call, input + 5, len - 6); /* of {"n":...} */
}

static void loose(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    (void)input;
    (void)len;
    cm_call_return(call, "\"text\"", 6);
}

static void forget(Host *h, size_t at)
{
    h->n_pending--;
    for (size_t i = at; i < h->n_pending; i++) {
        h->pending[i] = h->pending[i + 1];
        memcpy(h->inputs[i], h->inputs[i + 1], sizeof h->inputs[i]);
    }
}

static void on_cancel(void *user, cm_call *call)
{
    Host *h = user;
    for (size_t i = 0; i < h->n_pending; i++) {
        if (h->pending[i] == call) {
            forget(h, i);
            cm_call_cancelled(call);
            return;
        }
    }
    scenario_fail("a call that is not pending was cancelled");
}

static void later(void *user, cm_call *call, const char *input, size_t len)
{
    Host *h = user;
    SCENARIO_CHECK(h->n_pending < PENDING && len < sizeof h->inputs[0]);
    memcpy(h->inputs[h->n_pending], input, len + 1);
    h->pending[h->n_pending++] = call;
    cm_call_on_cancel(call, on_cancel, h);
}

static void settle_oldest(Host *h)
{
    cm_call *call = h->pending[0];
    const char *name = cm_call_name(call);
    char input[64];
    memcpy(input, h->inputs[0], sizeof input);
    forget(h, 0);
    h->n_settled++;
    if (strcmp(name, "lateValue") == 0)
        cm_call_return_value(call, some_value(h));
    else if (strcmp(name, "lateFails") == 0)
        cm_call_fail_text(call, "late no");
    else
        cm_call_return(call, input, strlen(input));
}

static cm_status add(cm_tools *tools, const char *path, cm_tool_execute execute,
                     Host *h)
{
    static const char n[] = "{\"type\":\"object\",\"properties\":{\"n\":{"
                            "\"type\":\"integer\",\"minimum\":1}},\"required\":"
                            "[\"n\"],\"additionalProperties\":false}";
    bool checks = execute == strict || execute == loose;
    const cm_tool tool = { .description = "Does things\nin lines",
                           .input_schema = checks ? n : "{}",
                           .output_schema =
                               checks ? "{\"type\":\"integer\"}" : "{}",
                           .validate_input = checks,
                           .validate_output = checks,
                           .execute = execute,
                           .user = h };
    return cm_tools_add(tools, path, &tool, NULL);
}

static cm_status add_all(cm_tools *tools, Host *h)
{
    static const struct {
        const char *path;
        cm_tool_execute execute;
    } rows[] = {
        { "ns.echo", echo },
        { "late", later },
        { "value", value },
        { "lateValue", later },
        { "fails", fails },
        { "lateFails", later },
        { "failsValue", fails_value },
        { "never", later },
        { "gone", gone },
        { "bad", bad },
        { "strict", strict },
        { "loose", loose },
    };
    cm_status status = CM_OK;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && status == CM_OK; i++)
        status = add(tools, rows[i].path, rows[i].execute, h);
    return status;
}

/* ---- hooks ---- */

static int before(void *user, const cm_hook_event *event, char reason[256])
{
    Host *h = user;
    h->n_before++;
    if (!h->play->denies)
        return 1;
    (void)snprintf(reason, 256, "no %s here", event->name);
    return 0;
}

static void after(void *user, const cm_hook_event *event)
{
    Host *h = user;
    (void)event;
    h->n_after++;
}

static uint64_t clock_ns(void *user)
{
    return ((Host *)user)->now_ns;
}

static double wall_ms(void *user)
{
    return (double)((Host *)user)->now_ns / 1e6;
}

static void logged(void *user, void *context, const char *text, size_t len)
{
    Host *h = user;
    (void)text;
    (void)len;
    SCENARIO_CHECK(context == user);
    h->n_logs++;
}

static void wake(void *user)
{
    ((Host *)user)->n_wakes++;
}

/* A zone of one hour east, without rules (RFC 9636, version 1). */
static int zone_data(void *user, const char *name, cm_zone_put put, void *sink)
{
    static const unsigned char bytes[] = {
        'T', 'Z', 'i',  'f',  0, 0, 0,   0,   0,   0, 0, 0,
        0,   0,   0,    0,    0, 0, 0,   0,   0,   0, 0, 0, /* UT indicators */
        0,   0,   0,    0, /* standard indicators */
        0,   0,   0,    0, /* leap seconds */
        0,   0,   0,    0, /* transitions */
        0,   0,   0,    1, /* types */
        0,   0,   0,    4, /* characters */
        0,   0,   0x0E, 0x10, 0, 0, 'O', 'N', 'E', 0,
    };
    (void)user;
    if (strcmp(name, "Test/One") != 0)
        return 0;
    put(sink, bytes, sizeof bytes);
    return 1;
}

/* ---- the run ---- */

static int64_t or_unset(int64_t n)
{
    return n == 0 ? CM_UNSET : n;
}

static cm_runtime_options options_of(Host *h)
{
    const Play *p = h->play;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.allocator = h->alloc;
    o.language = p->language;
    o.limits = (cm_limits){ or_unset(p->timeout_ms), or_unset(p->max_calls),
                            or_unset(p->max_output), or_unset(p->max_memory),
                            or_unset(p->max_steps) };
    o.call_timeout_ms = or_unset(p->call_timeout_ms);
    o.max_concurrent_tool_calls = or_unset(p->concurrent);
    o.preflight = p->has_preflight;
    o.has_random_seed = 1;
    o.monotonic_ns = clock_ns;
    o.wall_clock_ms = wall_ms;
    o.hook_user = h;
    o.log = logged;
    o.time_zone = p->zone;
    o.zone_data = zone_data;
    if (p->has_hooks)
        o.hooks = (cm_hooks){ before, after, h };
    return o;
}

/* Runs until it is done, cancelled or dropped. False: dropped. */
static bool drive(Host *h, cm_execution *x)
{
    for (;;) {
        cm_run_state state = cm_execution_run(x, h->play->slice);
        if (state == CM_RUN_DONE)
            return true;
        if (state == CM_RUN_YIELDED)
            continue;
        if (h->play->is_dropped)
            return false;
        uint64_t deadline = cm_execution_deadline_ns(x);
        if (h->play->is_cancelled)
            cm_execution_cancel(x);
        else if (h->n_pending > 0 &&
                 strcmp(cm_call_name(h->pending[0]), "never") != 0)
            settle_oldest(h);
        else if (deadline != UINT64_MAX && deadline > h->now_ns)
            h->now_ns = deadline;
        else
            scenario_fail("it waits for nothing");
    }
}

static cm_status judge(Host *h, cm_execution *x)
{
    cm_result *r = NULL;
    cm_status status = cm_execution_take_result(x, &r);
    if (status == CM_E_CANCELLED && !h->play->record)
        return CM_OK;
    if (status != CM_OK)
        return scenario_status(status);
    if (!h->play->record) /* it failed before it could be cancelled */
        return life_judge(r, "a cancellation");
    return life_judge(r, h->play->record);
}

static cm_status execute(Host *h, const cm_runtime *runtime,
                         const cm_program *program)
{
    cm_execution_options o = CM_EXECUTION_OPTIONS_INIT;
    cm_execution *x = NULL;
    o.context = h;
    o.wake = wake;
    o.wake_user = h;
    o.source = h->play->source;
    o.source_len = strlen(h->play->source);
    o.program = program;
    cm_status status = cm_execution_start(runtime, &o, &x, NULL);
    if (status != CM_OK)
        return scenario_status(status);
    bool is_whole = drive(h, x);
    if (is_whole)
        status = judge(h, x);
    cm_execution_free(x);
    SCENARIO_CHECK(h->n_pending == 0);
    return status;
}

static cm_status compile_and_execute(Host *h, const cm_runtime *runtime)
{
    cm_program *program = NULL;
    cm_result *r = NULL;
    cm_status status = cm_program_new(
        runtime, h->play->source, strlen(h->play->source), &program, &r, NULL);
    if (status != CM_OK)
        return scenario_status(status);
    if (!program)
        return life_judge(r, h->play->record);
    status = execute(h, runtime, program);
    if (status == CM_OK)
        status = execute(h, runtime, program);
    cm_program_free(program);
    return status;
}

cm_status play_run(const cm_allocator *alloc, const void *arg)
{
    Host h = { .play = arg, .alloc = alloc, .now_ns = 1000000000 };
    cm_runtime *runtime = NULL;
    cm_tools *tools = cm_tools_new(alloc);
    cm_status status = tools ? add_all(tools, &h) : CM_E_NOMEM;
    cm_runtime_options o = options_of(&h);
    if (status == CM_OK)
        status = cm_runtime_new(tools, &o, &runtime, NULL);
    cm_tools_free(tools);
    if (status == CM_OK)
        status = h.play->is_compiled ? compile_and_execute(&h, runtime)
                                     : execute(&h, runtime, NULL);
    cm_runtime_free(runtime);
    return scenario_status(status);
}
