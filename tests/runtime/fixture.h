/* SPDX-License-Identifier: MIT */
#ifndef CM_TESTS_RUNTIME_FIXTURE_H
#define CM_TESTS_RUNTIME_FIXTURE_H
/* fixture: a host with scripted tools for tests through the public API.
 *
 *     echo          returns its input
 *     value.N       constants given by JSON text
 *     fail          fails with message "boom" and causes "inner", "root"
 *     later         settled by `script_settle` in any order
 *     never         never settles until it is cancelled
 *
 * Include after cmocka.h. */
#include "codemode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SCRIPT_MAX = 64
};

typedef struct Script {
    cm_tools *tools;
    cm_runtime *runtime;
    cm_call *calls[SCRIPT_MAX]; /* of later and never, by order of start */
    size_t n_calls;
    char inputs[SCRIPT_MAX][256]; /* of every call that reached a tool */
    size_t n_inputs;
    char events[1024]; /* hooks: "before:echo after:echo " */
    int n_cancelled;
    int n_wakes;
    int deny; /* hooks deny everything */
} Script;

static inline void script_note(Script *s, const char *input, size_t len)
{
    if (s->n_inputs == SCRIPT_MAX)
        return;
    char *to = s->inputs[s->n_inputs++];
    size_t n = len < 255 ? len : 255;
    memcpy(to, input, n);
    to[n] = '\0';
}

typedef struct ScriptTool {
    Script *script;
    const char *text; /* constant answer */
} ScriptTool;

static inline void script_echo(void *user, cm_call *call, const char *input,
                               size_t len)
{
    script_note(user, input, len);
    cm_call_return(call, input, len);
}

static inline void script_fail(void *user, cm_call *call, const char *input,
                               size_t len)
{
    static const char *const causes[] = { "inner", "root" };
    cm_failure failure = { "boom", "Oops", causes, 2 };
    script_note(user, input, len);
    cm_call_fail(call, &failure);
}

static inline void script_self_cancel(void *user, cm_call *call,
                                      const char *input, size_t len)
{
    script_note(user, input, len);
    cm_call_cancelled(call);
}

static inline void script_cancel(void *user, cm_call *call)
{
    Script *s = user;
    s->n_cancelled++;
    for (size_t i = 0; i < s->n_calls; i++)
        if (s->calls[i] == call)
            s->calls[i] = NULL;
    cm_call_cancelled(call);
}

static inline void script_later(void *user, cm_call *call, const char *input,
                                size_t len)
{
    Script *s = user;
    script_note(s, input, len);
    cm_call_on_cancel(call, script_cancel, s);
    if (s->n_calls < SCRIPT_MAX)
        s->calls[s->n_calls++] = call;
}

/* Does not clean up when it is cancelled. */
static inline void script_stubborn(void *user, cm_call *call, const char *input,
                                   size_t len)
{
    Script *s = user;
    script_note(s, input, len);
    if (s->n_calls < SCRIPT_MAX)
        s->calls[s->n_calls++] = call;
}

static inline void script_garbage(void *user, cm_call *call, const char *input,
                                  size_t len)
{
    script_note(user, input, len);
    cm_call_return(call, "{\"a\":", 5);
}

static inline void script_settle(Script *s, size_t i, const char *json)
{
    cm_call *call = s->calls[i];
    s->calls[i] = NULL;
    cm_call_return(call, json, strlen(json));
}

static inline void script_settle_failed(Script *s, size_t i, const char *text)
{
    cm_call *call = s->calls[i];
    s->calls[i] = NULL;
    cm_call_fail_text(call, text);
}

static inline int script_before(void *user, const cm_hook_event *e,
                                char reason[256])
{
    Script *s = user;
    size_t n = strlen(s->events);
    (void)snprintf(s->events + n, sizeof s->events - n, "before:%s ", e->name);
    if (s->deny)
        (void)snprintf(reason, 256, "not today");
    return !s->deny;
}

static inline void script_after(void *user, const cm_hook_event *e)
{
    static const char *const outcomes[] = { "ok", "failed", "interrupted" };
    Script *s = user;
    size_t n = strlen(s->events);
    (void)snprintf(s->events + n, sizeof s->events - n, "after:%s:%s ", e->name,
                   outcomes[e->outcome]);
}

static inline void script_add(Script *s, const char *path,
                              cm_tool_execute execute, const char *description,
                              const char *output_schema)
{
    cm_tool tool = { 0 };
    tool.description = description;
    tool.output_schema = output_schema;
    tool.execute = execute;
    tool.user = s;
    assert_int_equal(cm_tools_add(s->tools, path, &tool, NULL), CM_OK);
}

static inline void script_init(Script *s, const cm_runtime_options *options)
{
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    if (options)
        o = *options;
    memset(s, 0, sizeof *s);
    s->tools = cm_tools_new(NULL);
    assert_non_null(s->tools);
    script_add(s, "echo", script_echo, "Returns its input", "{}");
    script_add(s, "orders.echo", script_echo, "Returns its input", "{}");
    script_add(s, "orders.lookup", script_echo, "Finds an order", "{}");
    script_add(s, "fail", script_fail, NULL, "{}");
    script_add(s, "later", script_later, NULL, "{}");
    script_add(s, "stubborn", script_stubborn, NULL, "{}");
    script_add(s, "quiet", script_echo, "No output schema", NULL);
    script_add(s, "selfcancel", script_self_cancel, NULL, "{}");
    script_add(s, "garbage", script_garbage, NULL, "{}");
    if (o.hooks.user == s) {
        o.hooks.tool_before = script_before;
        o.hooks.tool_after = script_after;
    }
    cm_error err = { 0 };
    cm_status status = cm_runtime_new(s->tools, &o, &s->runtime, &err);
    if (status != CM_OK)
        fail_msg("cm_runtime_new: %s %s", err.path, err.text);
}

static inline void script_done(Script *s)
{
    cm_runtime_free(s->runtime);
    cm_tools_free(s->tools);
}

static inline cm_result *script_run(Script *s, const char *source)
{
    cm_result *r = NULL;
    cm_error err = { 0 };
    cm_status status = cm_execute(s->runtime, source, strlen(source), &r, &err);
    if (status != CM_OK)
        fail_msg("cm_execute: %d %s", (int)status, err.text);
    return r;
}

/* The record of one run, exact. */
static inline void expect_record(Script *s, const char *source,
                                 const char *json)
{
    cm_result *r = script_run(s, source);
    assert_string_equal(cm_result_json(r, NULL), json);
    cm_result_free(r);
}

/* The value of a successful run, exact. */
static inline void expect_gives(Script *s, const char *source,
                                const char *value)
{
    cm_result *r = script_run(s, source);
    if (!cm_result_ok(r))
        fail_msg("%s\n%s", source, cm_result_json(r, NULL));
    assert_string_equal(cm_result_value(r, NULL), value);
    cm_result_free(r);
}

/* A failed run: its kind, a part of the message, line and column (0: any place;
 * line -1: no place). */
static inline void expect_error(Script *s, const char *source, const char *kind,
                                const char *part, int line, int column)
{
    cm_result *r = script_run(s, source);
    if (cm_result_ok(r))
        fail_msg("%s\ngave %s", source, cm_result_json(r, NULL));
    if (strcmp(cm_result_error_kind(r), kind) != 0 ||
        !strstr(cm_result_error_message(r, NULL), part))
        fail_msg("%s\n%s", source, cm_result_json(r, NULL));
    if (line == -1)
        assert_int_equal(cm_result_error_line(r), 0);
    if (line > 0) {
        if ((int)cm_result_error_line(r) != line ||
            (int)cm_result_error_column(r) != column)
            fail_msg("%s\n%s", source, cm_result_json(r, NULL));
    }
    cm_result_free(r);
}

static inline void script_wake(void *user)
{
    ((Script *)user)->n_wakes++;
}

static inline cm_execution *script_start(Script *s, const char *source,
                                         const cm_limits *limits)
{
    cm_execution_options o = CM_EXECUTION_OPTIONS_INIT;
    o.limits = limits;
    o.context = s;
    o.source = source;
    o.source_len = strlen(source);
    o.wake = script_wake;
    o.wake_user = s;
    cm_execution *x = NULL;
    assert_int_equal(cm_execution_start(s->runtime, &o, &x, NULL), CM_OK);
    return x;
}

/* Runs to the end; the execution must not wait. */
static inline cm_result *script_finish(cm_execution *x)
{
    cm_result *r = NULL;
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_DONE);
    assert_int_equal(cm_execution_take_result(x, &r), CM_OK);
    cm_execution_free(x);
    return r;
}

#endif
