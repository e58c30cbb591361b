/* SPDX-License-Identifier: MIT */
#include "mcp/wire_http_base.h"

#include <stdio.h>
#include <string.h>

/* ---- tasks ---- */

static bool is_notice(const WireTask *t)
{
    return !t->is_over && !t->is_lasting && t->request == 0;
}

static bool is_initialized(const WireNote *note)
{
    return note->method != NULL &&
           strcmp(note->method, "notifications/initialized") == 0;
}

bool cm__wire_has_room(const HttpBase *b, const WireNote *note)
{
    size_t n = 0;
    if (note->request != 0 || is_initialized(note))
        return true;
    for (const WireTask *t = b->first; t != NULL; t = t->next)
        n += is_notice(t);
    return n < CM_WIRE_NOTICES_MAX;
}

static size_t n_notices_sent(const HttpBase *b)
{
    size_t n = 0;
    for (const WireTask *t = b->first; t != NULL; t = t->next)
        n += is_notice(t) && t->exchange != NULL;
    return n;
}

bool cm__wire_is_crowded(const WireTask *task)
{
    return is_notice(task) && !task->is_initialized &&
           n_notices_sent(task->base) >= CM_WIRE_NOTICES_SENT;
}

WireTask *cm__wire_task_new(HttpBase *b, const WireNote *note)
{
    WireTask *t = cm__alloc_zero(b->alloc, 1, b->ops->task_size);
    if (t == NULL)
        return NULL;
    t->base = b;
    t->request = note->request;
    t->is_initialized = is_initialized(note);
    cm__buf_init(&t->held, b->alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&t->body, b->alloc, CM_LINE_MAX_DEFAULT);
    t->prev = b->last;
    *(t->prev != NULL ? &t->prev->next : &b->first) = t;
    b->last = t;
    return t;
}

static void task_free(WireTask *t)
{
    HttpBase *b = t->base;
    *(t->prev != NULL ? &t->prev->next : &b->first) = t->next;
    *(t->next != NULL ? &t->next->prev : &b->last) = t->prev;
    if (b->ops->task_done != NULL)
        b->ops->task_done(t);
    cm__buf_done(&t->held);
    cm__buf_done(&t->body);
    cm__free(b->alloc, t, b->ops->task_size);
}

static void let_go(WireTask *t)
{
    t->base->n_held -= t->is_held;
    t->is_held = false;
}

void cm__wire_task_end(WireTask *t)
{
    t->is_over = true;
    let_go(t);
    if (t->exchange != NULL)
        cm__http_cancel(t->exchange);
    t->exchange = NULL;
    if (t->base->gate == t)
        t->base->gate = NULL;
}

void cm__wire_end_all(HttpBase *b)
{
    for (WireTask *t = b->first; t != NULL; t = t->next)
        cm__wire_task_end(t);
}

WireTask *cm__wire_task_find(HttpBase *b, uint64_t request)
{
    for (WireTask *t = b->first; t != NULL; t = t->next)
        if (t->request == request && !t->is_over)
            return t;
    return NULL;
}

cm_status cm__wire_task_start(WireTask *t, HttpSpec *spec,
                              const WireHeaders *headers,
                              const HttpEvents *events)
{
    const HttpBase *b = t->base;
    cm_error err = { .status = CM_E_NOMEM, .text = "out of memory" };
    cm_status status = CM_E_NOMEM;
    spec->max_heads = CM_WIRE_HEADERS_MAX;
    spec->headers = headers->list;
    spec->n_headers = headers->n;
    if (!headers->is_short && headers->name.status == CM_OK)
        status =
            cm__http_start(b->spec.http, spec, events, t, &t->exchange, &err);
    if (status != CM_OK) {
        t->exchange = NULL;
        cm__log(b->spec.log, CM_LOG_WARN,
                "server \"%s\": a request could not be sent: %s", b->spec.name,
                err.text);
    }
    return status;
}

void cm__wire_task_keep(WireTask *t, const char *bytes, size_t len)
{
    size_t room = CM_WIRE_REFUSAL_MAX - t->body.len;
    cm__buf_add(&t->body, bytes, len < room ? len : room);
}

void cm__wire_task_fail(WireTask *t, const WireFault *fault)
{
    const HttpBase *b = t->base;
    uint64_t request = t->request;
    cm__wire_task_end(t);
    if (request != 0 && !b->is_freed)
        b->events.failed(b->user, request, fault);
}

/* ---- messages that wait for others ---- */

cm_status cm__wire_hold(WireTask *t, const char *text, size_t len)
{
    if (t->base->n_held >= CM_WIRE_QUEUE_MAX)
        return CM_E_LIMIT;
    t->is_held = true;
    t->base->n_held++;
    cm__buf_add(&t->held, text, len);
    return t->held.status;
}

void cm__wire_send_held(HttpBase *b)
{
    if (b->n_held == 0 || b->gate != NULL)
        return;
    size_t n_sent = n_notices_sent(b);
    for (WireTask *t = b->first; t != NULL && b->gate == NULL; t = t->next) {
        bool is_limited = is_notice(t) && !t->is_initialized;
        if (!t->is_held || (is_limited && n_sent >= CM_WIRE_NOTICES_SENT))
            continue;
        n_sent += is_limited;
        let_go(t);
        if (t->is_initialized)
            b->gate = t;
        if (b->ops->post(t) != CM_OK)
            b->ops->post_failed(t);
    }
}

/* ---- the end ---- */

static void base_destroy(HttpBase *b)
{
    while (b->first != NULL)
        task_free(b->first);
    if (b->ops->done != NULL)
        b->ops->done(b);
    cm__timer_free(b->close_timer);
    cm__free(b->alloc, b, b->ops->wire_size);
}

void cm__wire_enter(HttpBase *b)
{
    b->busy++;
}

void cm__wire_leave(HttpBase *b)
{
    if (--b->busy > 0)
        return;
    if (b->is_freed) {
        base_destroy(b);
        return;
    }
    for (WireTask *t = b->first, *next; t != NULL; t = next) {
        next = t->next;
        if (t->is_over)
            task_free(t);
    }
}

void cm__wire_close(HttpBase *b, const char *reason)
{
    if (b->is_closed || b->is_freed)
        return;
    b->is_closed = true;
    (void)snprintf(b->close_reason, sizeof b->close_reason, "%s", reason);
    cm__wire_end_all(b);
    cm__timer_start(b->close_timer, 0);
}

static bool is_underway(const WireTask *t)
{
    return is_notice(t) && !t->is_held;
}

static void become_quiet(HttpBase *b)
{
    if (b->is_quiet || b->is_closed || b->is_freed)
        return;
    b->is_quiet = true;
    b->ops->quiet(b);
}

void cm__wire_check_quiet(HttpBase *b)
{
    const WireTask *t = b->first;
    while (t != NULL && !is_underway(t))
        t = t->next;
    if (b->is_stopping && t == NULL)
        become_quiet(b);
}

static void close_fired(void *user)
{
    HttpBase *b = user;
    cm__wire_enter(b);
    if (b->is_closed)
        b->events.closed(b->user, b->close_reason, "");
    else
        become_quiet(b); /* the notices took too long */
    cm__wire_leave(b);
}

void cm__wire_base_cancel(Wire *wire, uint64_t request)
{
    HttpBase *b = (HttpBase *)wire;
    WireTask *t = cm__wire_task_find(b, request);
    if (t == NULL)
        return;
    cm__wire_enter(b);
    cm__wire_task_end(t);
    cm__wire_leave(b);
}

void cm__wire_base_stop(Wire *wire, uint64_t grace_ms)
{
    HttpBase *b = (HttpBase *)wire;
    if (b->is_stopping || b->is_closed)
        return;
    b->is_stopping = true;
    b->grace_ms = grace_ms;
    cm__wire_enter(b);
    for (WireTask *t = b->first; t != NULL; t = t->next)
        if (!t->is_lasting && !is_underway(t))
            cm__wire_task_end(t);
    cm__timer_start(b->close_timer, grace_ms);
    cm__wire_check_quiet(b);
    cm__wire_leave(b);
}

void cm__wire_base_free(Wire *wire)
{
    HttpBase *b = (HttpBase *)wire;
    b->is_freed = true;
    cm__wire_end_all(b);
    cm__timer_stop(b->close_timer);
    if (b->busy == 0)
        base_destroy(b);
}

HttpBase *cm__wire_base_new(Loop *loop, const WireHttpSpec *spec,
                            const WireOps *wire_ops, const HttpBaseOps *ops,
                            const WireEvents *events, void *user)
{
    const cm_allocator *alloc = cm__loop_alloc(loop);
    HttpBase *b = cm__alloc_zero(alloc, 1, ops->wire_size);
    if (b == NULL)
        return NULL;
    b->wire.ops = wire_ops;
    b->ops = ops;
    b->loop = loop;
    b->alloc = alloc;
    b->spec = *spec;
    b->events = *events;
    b->user = user;
    b->close_timer = cm__timer_new(loop, close_fired, b);
    if (b->close_timer == NULL) {
        cm__free(alloc, b, ops->wire_size);
        return NULL;
    }
    return b;
}
