/* SPDX-License-Identifier: MIT */
/* HTTP+SSE of 2024-11-05: a GET opens the one event stream; its first event,
 * `endpoint`, names where messages are posted; answers come on the stream. The
 * end of the stream is the end of the session.
 *
 * What is sent before the endpoint is known waits for it, and what follows
 * `initialized` waits until that has arrived. */
#include <stdio.h>
#include <string.h>

#include "mcp/url.h"
#include "mcp/wire_http_base.h"
#include "net/sse.h"

typedef struct SseWire {
    HttpBase base; /* first */
    SseReader reader;
    Buf endpoint; /* "" until it is known */
    bool is_stream;
} SseWire;

static SseWire *wire_of(const WireTask *t)
{
    return (SseWire *)(void *)t->base;
}

static void sse_done(HttpBase *b)
{
    SseWire *w = (SseWire *)(void *)b;
    cm__sse_reader_done(&w->reader);
    cm__buf_done(&w->endpoint);
}

/* ---- posts ---- */

static void send_waiting(SseWire *w)
{
    if (w->endpoint.len > 0 && !w->base.is_closed && !w->base.is_stopping)
        cm__wire_send_held(&w->base);
}

static void post_data(void *user, const char *bytes, size_t len)
{
    cm__wire_task_keep(user, bytes, len);
}

static void post_ended(void *user, const HttpEnd *end)
{
    WireTask *t = user;
    SseWire *w = wire_of(t);
    char reason[CM_WIRE_REASON_MAX];
    t->exchange = NULL;
    if (t->is_over)
        return;
    cm__wire_enter(&w->base);
    if (end->is_answered && end->head.status < 300) {
        cm__wire_task_end(t);
    } else {
        const char *cause =
            cm__wire_reason(&w->base.spec, end, &t->body, reason);
        const WireFault fault = { .kind = end->is_answered ? WIRE_FAULT_REFUSED
                                                           : WIRE_FAULT_LOST,
                                  .status = end->head.status,
                                  .reason = reason,
                                  .cause = cause,
                                  .body = cm__buf_text(&t->body),
                                  .body_len = t->body.len };
        cm__wire_task_fail(t, &fault);
    }
    if (!w->base.is_freed)
        send_waiting(w);
    cm__wire_check_quiet(&w->base);
    cm__wire_leave(&w->base);
}

static cm_status post_held(WireTask *t)
{
    static const HttpEvents events = { NULL, post_data, post_ended };
    const SseWire *w = wire_of(t);
    WireHeaders h;
    cm__wire_headers_init(&h, w->base.alloc);
    cm__wire_headers_add_configured(&h, &w->base.spec);
    cm__wire_headers_add(&h, "Content-Type", "application/json");
    if (w->base.version[0] != '\0')
        cm__wire_headers_add(&h, "MCP-Protocol-Version", w->base.version);
    HttpSpec spec = { .method = "POST",
                      .url = cm__buf_text(&w->endpoint),
                      .body = cm__buf_text(&t->held),
                      .body_len = t->held.len };
    cm_status status = cm__wire_task_start(t, &spec, &h, &events);
    cm__wire_headers_done(&h);
    cm__buf_done(&t->held);
    return status;
}

static void post_failed(WireTask *t)
{
    cm__wire_close(t->base, "a message could not be sent");
}

/* ---- the stream ---- */

static void take_endpoint(SseWire *w, const char *reference)
{
    char reason[CM_WIRE_REASON_MAX], shown[201];
    const char *url = w->base.spec.url;
    if (w->endpoint.len > 0)
        return; /* once for a connection */
    if (!cm__url_resolve(url, reference, &w->endpoint) ||
        !cm__url_is_same_origin(url, cm__buf_text(&w->endpoint))) {
        (void)snprintf(reason, sizeof reason,
                       "it wants messages to be posted to another origin: %s",
                       cm__redact_cut(cm__log_redactor(w->base.spec.log),
                                      reference, shown, sizeof shown));
        cm__wire_close(&w->base, reason);
        return;
    }
    send_waiting(w);
}

static void take_event(void *ctx, const SseEvent *e)
{
    SseWire *w = ctx;
    if (w->base.is_closed || w->base.is_freed)
        return;
    if (strcmp(e->name, "endpoint") == 0)
        take_endpoint(w, e->data);
    else if (strcmp(e->name, "message") == 0 && e->data_len > 0)
        w->base.events.message(w->base.user, e->data, e->data_len, 0);
}

static void take_fault(void *ctx, cm_status why)
{
    const SseWire *w = ctx;
    (void)why;
    if (!w->base.is_closed && !w->base.is_freed)
        w->base.events.overlong(w->base.user);
}

static void stream_head(void *user, const HttpHead *head)
{
    wire_of(user)->is_stream = head->status >= 200 && head->status < 300 &&
                               cm__wire_is_type(head, "text/event-stream");
}

static void stream_data(void *user, const char *bytes, size_t len)
{
    static const SseSink sink = { take_event, NULL, take_fault };
    WireTask *t = user;
    SseWire *w = wire_of(t);
    cm__wire_enter(&w->base);
    if (w->is_stream)
        cm__sse_reader_feed(&w->reader, bytes, len, &sink, w);
    else
        cm__wire_task_keep(t, bytes, len);
    cm__wire_leave(&w->base);
}

static void stream_ended(void *user, const HttpEnd *end)
{
    WireTask *t = user;
    SseWire *w = wire_of(t);
    char reason[CM_WIRE_REASON_MAX];
    char shown[CM_WIRE_TYPE_SHOWN + 1];
    const char *type = cm__http_header(&end->head, "content-type");
    t->exchange = NULL;
    if (w->is_stream)
        (void)snprintf(reason, sizeof reason, "its event stream %s",
                       end->is_answered ? "ended" : "broke off");
    else if (end->is_answered && end->head.status < 300)
        (void)snprintf(reason, sizeof reason,
                       "it answers with \"%s\", which is no event stream",
                       cm__wire_type_shown(&w->base.spec, type, shown));
    else
        cm__wire_reason(&w->base.spec, end, &t->body, reason);
    if (!w->is_stream && end->is_answered)
        w->base.wire.close_status = end->head.status;
    cm__wire_close(t->base, reason);
}

/* A failure is told as `closed`. */
static void stream_start(SseWire *w)
{
    static const HttpEvents events = { stream_head, stream_data, stream_ended };
    static const WireNote nothing = { .version = "" };
    WireTask *t = cm__wire_task_new(&w->base, &nothing);
    WireHeaders h;
    HttpSpec spec = { .method = "GET", .url = w->base.spec.url };
    cm_status status = CM_E_NOMEM;
    cm__wire_headers_init(&h, w->base.alloc);
    cm__wire_headers_add_configured(&h, &w->base.spec);
    cm__wire_headers_add(&h, "Accept", "text/event-stream");
    if (t != NULL) {
        t->is_lasting = true;
        status = cm__wire_task_start(t, &spec, &h, &events);
    }
    cm__wire_headers_done(&h);
    if (status != CM_OK)
        cm__wire_close(&w->base, "its event stream could not be asked for");
}

/* ---- operations ---- */

static cm_status sse_send(Wire *wire, const char *line, size_t len,
                          const WireNote *note)
{
    SseWire *w = (SseWire *)(void *)wire;
    if (w->base.is_closed || w->base.is_stopping)
        return CM_E_STATE;
    if (!cm__wire_has_room(&w->base, note))
        return CM_E_LIMIT;
    (void)snprintf(w->base.version, sizeof w->base.version, "%s",
                   note->version);
    WireTask *t = cm__wire_task_new(&w->base, note);
    if (t == NULL)
        return CM_E_NOMEM;
    cm__wire_enter(&w->base);
    cm_status status = cm__wire_hold(t, line, len - 1);
    if (status != CM_OK)
        cm__wire_task_end(t);
    else
        send_waiting(w);
    cm__wire_leave(&w->base);
    return status;
}

/* Answers come on the one stream there is. */
static void sse_settled(Wire *wire, uint64_t request)
{
    (void)wire;
    (void)request;
}

static void stop_now(HttpBase *b)
{
    cm__wire_close(b, "stopped");
}

Wire *cm__wire_sse_new(Loop *loop, const WireHttpSpec *spec,
                       const WireEvents *events, void *user)
{
    static const WireOps wire_ops = { "sse",
                                      sse_send,
                                      sse_settled,
                                      cm__wire_base_cancel,
                                      cm__wire_base_stop,
                                      cm__wire_base_free };
    static const HttpBaseOps ops = { .wire_size = sizeof(SseWire),
                                     .task_size = sizeof(WireTask),
                                     .post = post_held,
                                     .post_failed = post_failed,
                                     .quiet = stop_now,
                                     .done = sse_done };
    SseWire *w = (SseWire *)(void *)cm__wire_base_new(loop, spec, &wire_ops,
                                                      &ops, events, user);
    if (w == NULL)
        return NULL;
    cm__sse_reader_init(&w->reader, w->base.alloc, CM_LINE_MAX_DEFAULT,
                        CM_LINE_MAX_DEFAULT);
    cm__buf_init(&w->endpoint, w->base.alloc, CM_BUF_NO_LIMIT);
    stream_start(w);
    return &w->base.wire;
}
