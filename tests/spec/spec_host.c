/* SPDX-License-Identifier: MIT */
#include "spec_host.h"

#include "base/alloc.h"
#include "json/tree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double NS_PER_MS = 1e6;

/* ---- clock ---- */

static uint64_t clock_now(void *user)
{
    const Host *host = user;
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec +
           host->skipped_ns;
}

static double clock_wall(void *user)
{
    const Host *host = user;
    if (!isnan(host->fixed_clock_ms))
        return host->fixed_clock_ms;
    return 1.76e12 + floor((double)clock_now(user) / NS_PER_MS);
}

/* The one zone that this host knows, in the format of RFC 9636: standard time
 * and the rule for the rest. */
static int clock_zone(void *user, const char *name, cm_zone_put put, void *sink)
{
    static const char head[20] = "TZif2";
    static const unsigned char counts[24] = { [19] = 1, [23] = 4 };
    static const unsigned char type[6] = { 0, 0, 0x0E, 0x10, 0, 0 };
    static const char rule[] = "\nCET-1CEST,M3.5.0,M10.5.0/3\n";
    enum {
        BLOCK = sizeof head + sizeof counts + sizeof type + sizeof "CET"
    };
    char bytes[2 * BLOCK + sizeof rule - 1], *to = bytes;
    (void)user;
    if (strcmp(name, "Europe/Berlin") != 0)
        return 0;
    for (int i = 0; i < 2; i++) { /* for 32 bits and for 64 bits */
        memcpy(to, head, sizeof head);
        memcpy(to += sizeof head, counts, sizeof counts);
        memcpy(to += sizeof counts, type, sizeof type);
        memcpy(to += sizeof type, "CET", sizeof "CET");
        to += sizeof "CET";
    }
    memcpy(to, rule, sizeof rule - 1);
    put(sink, bytes, sizeof bytes);
    return 1;
}

/* ---- what was seen ---- */

/* Adds ["WORD NAME",DATA] to a list. */
static void note(Host *host, char **log, size_t *log_len, const char *word,
                 const char *name, const char *data)
{
    size_t room = strlen(word) + strlen(name) + strlen(data) + 16;
    if (!*log) {
        *log = calloc(1, SPEC_LOG);
        if (!*log) {
            host->fault = "out of memory";
            return;
        }
        (*log)[(*log_len)++] = '[';
    }
    if (*log_len + room > SPEC_LOG)
        return; /* of 1,000 long inputs nobody asks all */
    *log_len += (size_t)snprintf(*log + *log_len, SPEC_LOG - *log_len,
                                 "%s[\"%s%s\",%s]", *log_len > 1 ? "," : "",
                                 word, name, data);
}

static int hook_before(void *user, const cm_hook_event *e, char reason[256])
{
    Host *host = user;
    note(host, &host->hooks, &host->hooks_len, "before ", e->name, e->input);
    if (!host->deny || strcmp(host->deny, e->name) != 0)
        return 1;
    (void)snprintf(reason, 256, "%s", host->deny_text);
    return 0;
}

static void hook_after(void *user, const cm_hook_event *e)
{
    static const char *const outcomes[] = { "\"success\"", "\"failure\"",
                                            "\"interrupted\"" };
    Host *host = user;
    note(host, &host->hooks, &host->hooks_len, "after ", e->name,
         outcomes[e->outcome]);
}

/* ---- answers ---- */

static double member_number(const char *input, const char *name)
{
    JsonDoc *doc = NULL;
    double n = 0;
    if (cm__json_parse(cm__alloc_default(), input, strlen(input), NULL, &doc,
                       NULL) != CM_OK)
        return 0;
    const JsonValue *v = cm__json_get(&doc->root, name);
    if (v && v->type == CM_JSON_TYPE_NUMBER)
        n = v->number;
    cm__json_doc_free(doc);
    return n;
}

static void answer_member(cm_call *call, const char *input, const char *name)
{
    char text[40];
    int n = snprintf(text, sizeof text, "%.17g", member_number(input, name));
    cm_call_return(call, text, (size_t)n);
}

static void answer_lines(cm_call *call)
{
    enum {
        LINES = 100000,
        WIDTH = 50
    };
    size_t len = (size_t)LINES * (WIDTH + 1) + 2;
    char *text = malloc(len + 1);
    if (!text) {
        cm_call_fail_text(call, "out of memory");
        return;
    }
    char *to = text;
    *to++ = '"';
    for (int i = 0; i < LINES; i++) {
        memset(to, 'a' + i % 26, WIDTH - 1);
        if (i % 15000 == 14000 || i == LINES - 1)
            memcpy(to + 20, "FAIL", 4);
        memcpy(to + WIDTH - 1, "\\n", 2);
        to += WIDTH + 1;
    }
    *to = '"';
    cm_call_return(call, text, len);
    free(text);
}

static void settle(Host *host, SpecCall *c)
{
    cm_call *call = c->call;
    const Answer *a = c->answer;
    cm_failure failure = { a->text, NULL, a->causes, a->n_causes };
    c->call = NULL;
    host->running--;
    switch (a->kind) {
    case ANSWER_JSON:
    case ANSWER_RAW:
        cm_call_return(call, a->text, strlen(a->text));
        break;
    case ANSWER_ECHO:
        cm_call_return(call, c->input, strlen(c->input));
        break;
    case ANSWER_MEMBER:
        answer_member(call, c->input, a->text);
        break;
    case ANSWER_FAIL:
        cm_call_fail(call, &failure);
        break;
    case ANSWER_LINES:
        answer_lines(call);
        break;
    case ANSWER_NEVER:
    case ANSWER_CANCELLED:
        cm_call_cancelled(call);
        break;
    }
}

static void interrupted(void *user, cm_call *call)
{
    Host *host = user;
    for (size_t i = 0; i < host->n_calls; i++) {
        if (host->calls[i].call != call)
            continue;
        host->calls[i].call = NULL;
        host->running--;
        host->n_interrupted++;
    }
    cm_call_cancelled(call);
}

static bool same_json(const char *a, const char *b)
{
    JsonDoc *x = NULL, *y = NULL;
    bool same = cm__json_parse(cm__alloc_default(), a, strlen(a), NULL, &x,
                               NULL) == CM_OK &&
                cm__json_parse(cm__alloc_default(), b, strlen(b), NULL, &y,
                               NULL) == CM_OK &&
                cm__json_equal(&x->root, &y->root);
    cm__json_doc_free(x);
    cm__json_doc_free(y);
    return same;
}

static const Answer *answer_for(const SpecTool *tool, const char *input)
{
    for (size_t i = 0; i < tool->n_answers; i++) {
        const Answer *a = &tool->answers[i];
        if (!a->input || same_json(a->input, input))
            return a;
    }
    return NULL;
}

static void tool_execute(void *user, cm_call *call, const char *input,
                         size_t len)
{
    SpecTool *tool = user;
    Host *host = tool->host;
    (void)len;
    note(host, &host->inputs, &host->inputs_len, "", tool->path, input);
    const Answer *a = answer_for(tool, input);
    if (!a || host->n_calls == SPEC_CALLS) {
        host->fault = "a tool was called with an input that no line answers";
        cm_call_fail_text(call, host->fault);
        return;
    }
    SpecCall *c = &host->calls[host->n_calls++];
    double delay =
        a->delay_member ? member_number(input, a->delay_member) : a->delay_ms;
    c->call = call;
    c->answer = a;
    c->input = strdup(input);
    c->due = a->kind == ANSWER_NEVER
                 ? UINT64_MAX
                 : clock_now(host) + (uint64_t)(delay * NS_PER_MS);
    if (++host->running > host->most_running)
        host->most_running = host->running;
    if (delay <= 0 && a->kind != ANSWER_NEVER)
        settle(host, c);
    else
        cm_call_on_cancel(call, interrupted, host);
}

/* ---- set-up ---- */

void spec_host_options(Host *host, cm_runtime_options *options)
{
    options->monotonic_ns = clock_now;
    options->wall_clock_ms = clock_wall;
    options->zone_data = clock_zone;
    options->hook_user = host;
    options->hooks.tool_before = hook_before;
    options->hooks.tool_after = hook_after;
    options->hooks.user = host;
}

cm_tools *spec_host_tools(Host *host, cm_error *err)
{
    cm_tools *tools = cm_tools_new(NULL);
    for (size_t i = 0; tools && i < host->n_tools; i++) {
        SpecTool *t = &host->tools[i];
        cm_tool tool = { 0 };
        t->host = host;
        tool.description = t->description;
        tool.input_schema = t->input_schema;
        tool.validate_input = t->validates;
        tool.output_schema = t->no_output ? NULL : "{}";
        if (t->output_schema) {
            tool.output_schema = t->output_schema;
            tool.validate_output = 1;
        }
        tool.execute = tool_execute;
        tool.user = t;
        if (cm_tools_add(tools, t->path, &tool, err) != CM_OK) {
            cm_tools_free(tools);
            return NULL;
        }
    }
    return tools;
}

void spec_host_reset(Host *host)
{
    for (size_t i = 0; i < host->n_calls; i++)
        free(host->calls[i].input);
    host->n_calls = host->running = host->most_running = 0;
    host->n_interrupted = 0;
    host->fault = NULL;
    host->inputs_len = host->hooks_len = 0;
    free(host->inputs);
    free(host->hooks);
    host->inputs = host->hooks = NULL;
}

void spec_host_free(Host *host)
{
    spec_host_reset(host);
}

/* ---- running ---- */

static SpecCall *next_due(Host *host)
{
    SpecCall *first = NULL;
    for (size_t i = 0; i < host->n_calls; i++) {
        SpecCall *c = &host->calls[i];
        if (c->call && c->due != UINT64_MAX && (!first || c->due < first->due))
            first = c;
    }
    return first;
}

/* Skips to the next event. False when there is none. */
static bool wait_for_event(Host *host, const cm_execution *x)
{
    SpecCall *c = next_due(host);
    uint64_t until = cm_execution_deadline_ns(x);
    uint64_t now = clock_now(host);
    if (c && c->due <= until)
        until = c->due;
    else
        c = NULL;
    if (until == UINT64_MAX)
        return false;
    if (until > now)
        host->skipped_ns += until - now;
    if (c)
        settle(host, c);
    return true;
}

SpecRun spec_host_run(Host *host, const cm_runtime *runtime, const char *source,
                      size_t source_len)
{
    SpecRun run = { 0 };
    cm_execution_options o = CM_EXECUTION_OPTIONS_INIT;
    cm_execution *x = NULL;
    o.source = source;
    o.source_len = source_len;
    uint64_t start = clock_now(host);
    if (cm_execution_start(runtime, &o, &x, NULL) != CM_OK) {
        run.stuck = true;
        return run;
    }
    while (!run.stuck && cm_execution_run(x, 0) != CM_RUN_DONE)
        run.stuck = !wait_for_event(host, x);
    run.ms = (double)(clock_now(host) - start) / NS_PER_MS;
    run.memory_peak = cm_execution_memory_peak(x);
    if (!run.stuck)
        run.cancelled =
            cm_execution_take_result(x, &run.result) == CM_E_CANCELLED;
    cm_execution_free(x);
    return run;
}
