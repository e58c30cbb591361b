/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "mcp/era.h"
#include "mcp/toolresult.h"
#include "mcp/upstream_internal.h"

enum {
    CALL_CAP_MS = 30 * 60 * 1000,
    ROUNDS_MAX = 4, /* of input for one call */
};
#define HEADER_MEMORY ((size_t)16 << 20) /* of one call's headers */

/* ---- the list, in the order of deadlines ---- */

static void list_remove(UpCall *c)
{
    Upstream *u = c->upstream;
    *(c->prev != NULL ? &c->prev->next : &u->first_call) = c->next;
    *(c->next != NULL ? &c->next->prev : &u->last_call) = c->prev;
}

/* Nearly always at the end: only what is near its cap goes before others. */
static void list_insert(UpCall *c)
{
    Upstream *u = c->upstream;
    UpCall *before = u->last_call;
    while (before != NULL && before->deadline_ms > c->deadline_ms)
        before = before->prev;
    c->prev = before;
    c->next = before != NULL ? before->next : u->first_call;
    *(before != NULL ? &before->next : &u->first_call) = c;
    *(c->next != NULL ? &c->next->prev : &u->last_call) = c;
}

static void call_unlink(UpCall *c)
{
    Upstream *u = c->upstream;
    list_remove(c);
    c->call->op = NULL;
    cm__free(u->alloc, c, sizeof *c);
    cm__upstream_watch_idle(u);
}

/* cause: NULL, or what is below the reason; at the end of it, behind ": ", it is
 * taken out. */
static void call_fail_because(UpCall *c, const char *reason, const char *cause)
{
    char text[1000], why[700];
    HostCall *call = c->call;
    size_t len = strlen(reason);
    bool is_inside = cause != NULL && strlen(cause) + 2 < len &&
                     strcmp(reason + len - strlen(cause), cause) == 0;
    if (is_inside)
        len -= strlen(cause) + 2;
    (void)snprintf(text, sizeof text, "server \"%s\": %.*s",
                   c->upstream->spec->name, (int)len, reason);
    (void)snprintf(why, sizeof why, "%s", cause != NULL ? cause : "");
    call_unlink(c);
    if (cause != NULL)
        cm__host_fail_because(call, text, why);
    else
        cm__host_fail(call, text);
}

static void call_fail(UpCall *c, const char *reason)
{
    call_fail_because(c, reason, NULL);
}

/* Of a connection that is gone the client repeats our own words. */
static void call_fail_as(UpCall *c, const McpAnswer *answer)
{
    const Upstream *u = c->upstream;
    call_fail_because(c, answer->error,
                      answer->error == u->reason ? u->reason_cause
                                                 : answer->cause);
}

static void call_send_with(UpCall *c, const char *more);
static void call_send(UpCall *c);

/* Refused together with the session: it was not carried out, but the server's
 * word for that is an error status that others use too. So only what may be
 * done twice is done again, and once. */
static void call_refused(UpCall *c, const McpAnswer *answer)
{
    const UpstreamTool *tool =
        cm__upstream_find(c->upstream, c->call->tool->name);
    UpstreamState state = c->upstream->state;
    if (tool == NULL || !tool->is_repeatable || c->is_again ||
        (state != CM_UPSTREAM_STARTING && state != CM_UPSTREAM_READY)) {
        call_fail(c, answer->error);
        return;
    }
    c->is_again = true;
    c->request = 0; /* goes with those that wait */
    if (state == CM_UPSTREAM_READY)
        call_send(c);
}

/* Refused before anything was done: once more, with what the file or command
 * gives now. */
static void call_unauthorized(UpCall *c)
{
    Upstream *u = c->upstream;
    if (!c->has_new_secret && u->state == CM_UPSTREAM_STARTING) {
        c->request = 0; /* goes with those that wait */
        return;
    }
    if (c->has_new_secret || u->state != CM_UPSTREAM_READY) {
        char reason[200];
        (void)snprintf(reason, sizeof reason, CM_SECRET_REFUSED,
                       u->spec->secret->key);
        call_fail(c, reason);
        return;
    }
    c->has_new_secret = true;
    c->request = 0;
    if (c->secret_serial == u->secret_serial)
        u->is_secret_refused = true;
    if (cm__upsecret_is_due(u))
        cm__upsecret_fetch(u); /* this call may be gone after it */
    else
        call_send(c);
}

/* Nobody can be asked: what may be declined is, and the call is made again. */
static void call_asks(UpCall *c, const McpAnswer *answer)
{
    Buf more;
    cm__buf_init(&more, c->upstream->alloc, CM_BUF_NO_LIMIT);
    if (++c->n_rounds <= ROUNDS_MAX &&
        cm__client_input_answers(answer->input_required, &more))
        call_send_with(c, cm__buf_text(&more));
    else
        call_fail(c, answer->error);
    cm__buf_done(&more);
}

/* Errors that speak of our message to the server, not of the call. */
static bool is_about_message(int64_t code)
{
    return code == CM_RPC_PARSE_ERROR || code == CM_RPC_INVALID_REQUEST ||
           (code <= CM_RPC_HEADER_MISMATCH && code >= CM_RPC_NO_VERSION);
}

static void call_answered(void *user, const McpAnswer *answer)
{
    UpCall *c = user;
    HostCall *call = c->call;
    if (answer->result != NULL || answer->code != 0)
        cm__gate_alive(c->upstream->gate);
    if (answer->input_required != NULL) {
        call_asks(c, answer);
    } else if (answer->result != NULL) {
        call_unlink(c);
        cm__toolresult_settle(call, answer->result);
    } else if (answer->is_session_lost) {
        call_refused(c, answer);
    } else if (answer->status == 401 && c->upstream->spec->secret != NULL) {
        call_unauthorized(c);
    } else if (answer->code != 0) {
        /* The tool's own words, as with isError. */
        call_unlink(c);
        if (call->sink != NULL && !is_about_message(answer->code))
            cm__host_refuse(call, answer->code, answer->error, answer->data);
        else
            cm__host_fail(call, answer->error);
    } else {
        call_fail_as(c, answer);
    }
}

static void call_send_with(UpCall *c, const char *more)
{
    Upstream *u = c->upstream;
    HostCall *call = c->call;
    const UpstreamTool *tool = cm__upstream_find(u, call->tool->name);
    McpCall what = { .tool = call->tool->name,
                     .arguments = call->input,
                     .arguments_len = call->input_len,
                     .more = more };
    Arena arena;
    cm_status status = CM_OK;
    cm__arena_init(&arena, u->alloc, HEADER_MEMORY);
    if (tool != NULL && tool->headers.n_items > 0)
        status =
            cm__toolheader_fill(&tool->headers, call->input, call->input_len,
                                &arena, &what.headers, &what.n_headers);
    c->request = 0;
    c->secret_serial = u->secret_serial;
    if (status == CM_OK) {
        c->request = cm__client_call_tool(u->client, &what, call_answered, c);
        status = cm__client_unsent(u->client);
    }
    cm__arena_done(&arena);
    if (c->request == 0 && status == CM_E_NOMEM)
        call_fail(c, "the call could not be sent: out of memory");
    else if (c->request == 0)
        call_fail(c, u->spec->url == NULL ? "it does not read its input"
                                          : "the call could not be sent");
}

static void call_send(UpCall *c)
{
    call_send_with(c, NULL);
}

static void arm_call_timer(Upstream *u)
{
    if (u->first_call == NULL) {
        cm__timer_stop(u->call_timer);
        return;
    }
    uint64_t now = cm__loop_now_ms(u->loop);
    uint64_t at = u->first_call->deadline_ms;
    cm__timer_start(u->call_timer, at > now ? at - now : 0);
}

/* Why the call has no answer yet. */
static void say_late(const UpCall *c, char *out, size_t size)
{
    const Upstream *u = c->upstream;
    unsigned long long ms = u->spec->call_timeout_ms;
    if (c->has_progressed && c->deadline_ms == c->cap_ms)
        (void)snprintf(out, size,
                       "still at work after the longest time allowed; the "
                       "call was given up");
    else if (c->request == 0 && u->secret_request != NULL)
        (void)snprintf(out, size, CM_SECRET_LATE "; the call was given up",
                       u->spec->secret->key, ms);
    else if (c->request == 0)
        (void)snprintf(out, size,
                       "not ready within %llu ms; the call was given up", ms);
    else
        (void)snprintf(out, size,
                       "no answer within %llu ms; the call was given up", ms);
}

void cm__upcall_timer_fired(void *user)
{
    Upstream *u = user;
    uint64_t now = cm__loop_now_ms(u->loop);
    while (u->first_call != NULL && u->first_call->deadline_ms <= now) {
        UpCall *c = u->first_call;
        char reason[160];
        say_late(c, reason, sizeof reason);
        if (c->request != 0)
            cm__client_cancel(u->client, c->request, "timeout");
        call_fail(c, reason);
    }
    arm_call_timer(u);
}

void cm__upcall_progressed(void *user, void *call, const JsonValue *params)
{
    Upstream *u = user;
    UpCall *c = call;
    uint64_t at = cm__loop_now_ms(u->loop) + u->spec->call_timeout_ms;
    bool was_first = u->first_call == c;
    cm__gate_alive(u->gate);
    list_remove(c);
    c->has_progressed = true;
    c->deadline_ms = at < c->cap_ms ? at : c->cap_ms;
    list_insert(c);
    if (was_first)
        arm_call_timer(u);
    if (u->events.progressed != NULL)
        u->events.progressed(u->user, u, c->call, params);
}

static void begin(HostCall *call)
{
    Upstream *u = call->tool->source;
    uint64_t now = cm__loop_now_ms(u->loop);
    uint64_t timeout = u->spec->call_timeout_ms;
    uint64_t cap =
        u->spec->call_cap_ms != 0 ? u->spec->call_cap_ms : CALL_CAP_MS;
    UpCall *c = cm__alloc_zero(u->alloc, 1, sizeof *c);
    if (c == NULL) {
        cm__host_fail(call, "the host is out of memory");
        return;
    }
    c->upstream = u;
    c->call = call;
    c->deadline_ms = now + timeout;
    c->cap_ms = now + (cap > timeout ? cap : timeout);
    list_insert(c);
    call->op = c;
    cm__timer_stop(u->idle_timer);
    if (!cm__timer_is_active(u->call_timer))
        arm_call_timer(u);
    if (u->state == CM_UPSTREAM_READY) {
        if (cm__upsecret_is_due(u))
            cm__upsecret_fetch(u); /* perhaps at once, with this call */
        else
            call_send(c);
        return;
    }
    cm__upstream_connect(u); /* may fail at once, and this call with it */
    if (call->op != c || u->state != CM_UPSTREAM_DOWN)
        return;
    char text[100];
    now = cm__loop_now_ms(u->loop);
    (void)snprintf(
        text, sizeof text, "not available; the next start is tried in %.1f s",
        u->next_start_ms > now + 100 ? (double)(u->next_start_ms - now) / 1000
                                     : 0.1);
    call_fail_because(c, text, u->reason);
}

static void ops_start(HostCall *call)
{
    const Upstream *u = call->tool->source;
    cm__gate_enter(u->gate, call, begin);
}

static void ops_cancel(HostCall *call)
{
    UpCall *c = call->op;
    if (cm__gate_holds(call)) {
        cm__host_fail(call, "the call was cancelled");
        return;
    }
    if (c == NULL)
        return;
    Upstream *u = c->upstream;
    if (c->request != 0)
        cm__client_cancel(u->client, c->request, "the program ended");
    call_unlink(c);
    cm__host_fail(call, "the call was cancelled");
}

const HostToolOps cm__upstream_ops = { ops_start, ops_cancel };

void cm__upcall_fail_waiting(Upstream *u, const char *reason, const char *cause)
{
    for (UpCall *c = u->first_call, *next; c != NULL; c = next) {
        next = c->next;
        if (c->request == 0)
            call_fail_because(c, reason, cause);
    }
}

void cm__upcall_send_waiting(Upstream *u)
{
    for (UpCall *c = u->first_call, *next; c != NULL; c = next) {
        next = c->next;
        if (c->request == 0)
            call_send(c);
    }
}
