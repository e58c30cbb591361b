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
#include "mcp/wire_http_internal.h"
#include "net/sse.h"

typedef struct SseWire SseWire;

/* One message on its way. */
typedef struct Post {
    struct Post *prev, *next;
    SseWire *wire;
    HttpExchange *exchange; /* NULL: waits, or over */
    uint64_t request;
    bool is_initialized, is_waiting;
    Buf text; /* until it is sent */
    Buf body; /* of a refusal */
    bool is_over;
} Post;

struct SseWire {
    Wire wire;
    Loop *loop;
    const cm_allocator *alloc;
    WireHttpSpec spec;
    WireEvents events;
    void *user;
    HttpExchange *stream;
    SseReader reader;
    Buf endpoint; /* "" until it is known */
    Buf body;     /* of an answer that is no stream */
    bool is_stream;
    Post *posts, *last_post;
    Post *gate; /* `initialized` on its way: what comes first must arrive
                 * first */
    size_t n_waiting;
    char version[16];
    unsigned busy;
    bool is_freed, is_closed, is_stopping;
    Timer *close_timer;
    char close_reason[CM_WIRE_REASON_MAX];
};

/* ---- life ---- */

static void post_free(Post *p)
{
    SseWire *w = p->wire;
    *(p->prev != NULL ? &p->prev->next : &w->posts) = p->next;
    *(p->next != NULL ? &p->next->prev : &w->last_post) = p->prev;
    cm__buf_done(&p->text);
    cm__buf_done(&p->body);
    cm__free(w->alloc, p, sizeof *p);
}

static void post_end(Post *p)
{
    p->is_over = true;
    p->wire->n_waiting -= p->is_waiting;
    p->is_waiting = false;
    if (p->exchange != NULL)
        cm__http_cancel(p->exchange);
    p->exchange = NULL;
    if (p->wire->gate == p)
        p->wire->gate = NULL;
}

static void enter(SseWire *w)
{
    w->busy++;
}

static void wire_destroy(SseWire *w)
{
    while (w->posts != NULL)
        post_free(w->posts);
    cm__sse_reader_done(&w->reader);
    cm__buf_done(&w->endpoint);
    cm__buf_done(&w->body);
    cm__timer_free(w->close_timer);
    cm__free(w->alloc, w, sizeof *w);
}

/* The wire may be gone after it. */
static void leave(SseWire *w)
{
    if (--w->busy > 0)
        return;
    if (w->is_freed) {
        wire_destroy(w);
        return;
    }
    for (Post *p = w->posts, *next; p != NULL; p = next) {
        next = p->next;
        if (p->is_over)
            post_free(p);
    }
}

static void end_all(SseWire *w)
{
    if (w->stream != NULL)
        cm__http_cancel(w->stream);
    w->stream = NULL;
    for (Post *p = w->posts; p != NULL; p = p->next)
        post_end(p);
}

/* The connection is of no use any more; told from the loop, so that nobody is
 * called back inside his own call. */
static void close_later(SseWire *w, const char *reason)
{
    if (w->is_closed || w->is_freed)
        return;
    w->is_closed = true;
    (void)snprintf(w->close_reason, sizeof w->close_reason, "%s", reason);
    end_all(w);
    cm__timer_start(w->close_timer, 0);
}

static void close_fired(void *user)
{
    SseWire *w = user;
    enter(w);
    w->is_closed = true;
    end_all(w);
    w->events.closed(w->user, w->close_reason, "");
    leave(w);
}

/* ---- posts ---- */

static void send_waiting(SseWire *w);

/* Whether what nobody waits for is still on its way. */
static bool has_notices(const SseWire *w)
{
    for (const Post *p = w->posts; p != NULL; p = p->next)
        if (p->request == 0 && p->exchange != NULL)
            return true;
    return false;
}

static void post_data(void *user, const char *bytes, size_t len)
{
    Post *p = user;
    size_t room = CM_WIRE_REFUSAL_MAX - p->body.len;
    cm__buf_add(&p->body, bytes, len < room ? len : room);
}

static void post_ended(void *user, const HttpEnd *end)
{
    Post *p = user;
    SseWire *w = p->wire;
    char reason[CM_WIRE_REASON_MAX];
    p->exchange = NULL;
    if (p->is_over)
        return;
    enter(w);
    bool was_gate = w->gate == p;
    post_end(p);
    if ((!end->is_answered || end->head.status >= 300) && p->request != 0) {
        cm__wire_reason(end, cm__buf_text(&p->body), p->body.len, reason);
        const WireFault fault = { .kind = end->is_answered ? WIRE_FAULT_REFUSED
                                                           : WIRE_FAULT_LOST,
                                  .status = end->head.status,
                                  .reason = reason,
                                  .body = cm__buf_text(&p->body),
                                  .body_len = p->body.len };
        w->events.failed(w->user, p->request, &fault);
    }
    if (was_gate && !w->is_freed && !w->is_closed && !w->is_stopping)
        send_waiting(w);
    if (w->is_stopping && !has_notices(w))
        close_later(w, "stopped");
    leave(w);
}

static cm_status post_start(Post *p)
{
    static const HttpEvents events = { NULL, post_data, post_ended };
    SseWire *w = p->wire;
    WireHeaders h;
    cm_error err = { .text = "out of memory" };
    cm_status status = CM_E_NOMEM;
    cm__wire_headers_init(&h, w->alloc);
    cm__wire_headers_add_configured(&h, &w->spec);
    cm__wire_headers_add(&h, "Content-Type", "application/json");
    if (w->version[0] != '\0')
        cm__wire_headers_add(&h, "MCP-Protocol-Version", w->version);
    const HttpSpec spec = { .method = "POST",
                            .url = cm__buf_text(&w->endpoint),
                            .headers = h.list,
                            .n_headers = h.n,
                            .body = cm__buf_text(&p->text),
                            .body_len = p->text.len,
                            .max_heads = CM_WIRE_HEADERS_MAX };
    if (!h.is_short)
        status =
            cm__http_start(w->spec.http, &spec, &events, p, &p->exchange, &err);
    cm__wire_headers_done(&h);
    cm__buf_done(&p->text);
    if (status != CM_OK) {
        p->exchange = NULL;
        cm__log(w->spec.log, CM_LOG_WARN,
                "server \"%s\": a request could not be sent: %s", w->spec.name,
                err.text);
    }
    return status;
}

static void send_waiting(SseWire *w)
{
    for (Post *p = w->posts; p != NULL && !w->is_closed && w->gate == NULL;
         p = p->next) {
        if (!p->is_waiting)
            continue;
        p->is_waiting = false;
        w->n_waiting--;
        if (p->is_initialized)
            w->gate = p;
        if (post_start(p) != CM_OK)
            close_later(w, "a message could not be sent");
    }
}

/* ---- the stream ---- */

static void take_endpoint(SseWire *w, const char *reference)
{
    char reason[CM_WIRE_REASON_MAX];
    if (w->endpoint.len > 0)
        return; /* once for a connection */
    if (!cm__url_resolve(w->spec.url, reference, &w->endpoint) ||
        !cm__url_is_same_origin(w->spec.url, cm__buf_text(&w->endpoint))) {
        (void)snprintf(reason, sizeof reason,
                       "it wants messages to be posted to another origin: "
                       "%.200s",
                       reference);
        close_later(w, reason);
        return;
    }
    send_waiting(w);
}

static void take_event(void *ctx, const SseEvent *e)
{
    SseWire *w = ctx;
    if (w->is_closed || w->is_freed)
        return;
    if (strcmp(e->name, "endpoint") == 0)
        take_endpoint(w, e->data);
    else if (strcmp(e->name, "message") == 0 && e->data_len > 0)
        w->events.message(w->user, e->data, e->data_len, 0);
}

static void take_fault(void *ctx, cm_status why)
{
    SseWire *w = ctx;
    (void)why;
    if (!w->is_closed && !w->is_freed)
        w->events.overlong(w->user);
}

static void stream_head(void *user, const HttpHead *head)
{
    SseWire *w = user;
    w->is_stream = head->status >= 200 && head->status < 300 &&
                   cm__wire_is_type(head, "text/event-stream");
}

static void stream_data(void *user, const char *bytes, size_t len)
{
    static const SseSink sink = { take_event, NULL, take_fault };
    SseWire *w = user;
    enter(w);
    if (w->is_stream) {
        cm__sse_reader_feed(&w->reader, bytes, len, &sink, w);
    } else {
        size_t room = CM_WIRE_REFUSAL_MAX - w->body.len;
        cm__buf_add(&w->body, bytes, len < room ? len : room);
    }
    leave(w);
}

static void stream_ended(void *user, const HttpEnd *end)
{
    SseWire *w = user;
    char reason[CM_WIRE_REASON_MAX];
    const char *type = cm__http_header(&end->head, "content-type");
    w->stream = NULL;
    if (w->is_stream)
        (void)snprintf(reason, sizeof reason, "its event stream %s",
                       end->is_answered ? "ended" : "broke off");
    else if (end->is_answered && end->head.status < 300)
        (void)snprintf(reason, sizeof reason,
                       "it answers with \"%.60s\", which is no event stream",
                       type != NULL ? type : "(no type)");
    else
        cm__wire_reason(end, cm__buf_text(&w->body), w->body.len, reason);
    close_later(w, reason);
}

static cm_status stream_start(SseWire *w)
{
    static const HttpEvents events = { stream_head, stream_data, stream_ended };
    WireHeaders h;
    cm_error err = { .text = "out of memory" };
    cm_status status = CM_E_NOMEM;
    cm__wire_headers_init(&h, w->alloc);
    cm__wire_headers_add_configured(&h, &w->spec);
    cm__wire_headers_add(&h, "Accept", "text/event-stream");
    const HttpSpec spec = { .method = "GET",
                            .url = w->spec.url,
                            .headers = h.list,
                            .n_headers = h.n,
                            .max_heads = CM_WIRE_HEADERS_MAX };
    if (!h.is_short)
        status =
            cm__http_start(w->spec.http, &spec, &events, w, &w->stream, &err);
    cm__wire_headers_done(&h);
    if (status != CM_OK) {
        w->stream = NULL;
        close_later(w, err.text);
    }
    return status;
}

/* ---- operations ---- */

static cm_status sse_send(Wire *wire, const char *line, size_t len,
                          const WireNote *note)
{
    SseWire *w = (SseWire *)wire;
    if (w->is_closed || w->is_stopping)
        return CM_E_STATE;
    if (w->n_waiting >= CM_WIRE_QUEUE_MAX)
        return CM_E_LIMIT;
    (void)snprintf(w->version, sizeof w->version, "%s", note->version);
    Post *p = cm__alloc_zero(w->alloc, 1, sizeof *p);
    if (p == NULL)
        return CM_E_NOMEM;
    p->wire = w;
    p->request = note->request;
    p->is_initialized = note->method != NULL &&
                        strcmp(note->method, "notifications/initialized") == 0;
    p->prev = w->last_post;
    *(p->prev != NULL ? &p->prev->next : &w->posts) = p;
    w->last_post = p;
    cm__buf_init(&p->text, w->alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&p->body, w->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add(&p->text, line, len - 1);
    cm_status status = p->text.status;
    enter(w);
    if (status != CM_OK) {
        post_end(p);
    } else {
        p->is_waiting = true;
        w->n_waiting++;
        if (w->endpoint.len > 0)
            send_waiting(w);
    }
    leave(w);
    return status;
}

/* Answers come on the one stream there is. */
static void sse_settled(Wire *wire, uint64_t request)
{
    (void)wire;
    (void)request;
}

static void sse_cancel(Wire *wire, uint64_t request)
{
    SseWire *w = (SseWire *)wire;
    enter(w);
    for (Post *p = w->posts; p != NULL; p = p->next)
        if (p->request == request)
            post_end(p);
    leave(w);
}

static void sse_stop(Wire *wire, uint64_t grace_ms)
{
    SseWire *w = (SseWire *)wire;
    if (w->is_closed || w->is_stopping)
        return;
    w->is_stopping = true;
    (void)snprintf(w->close_reason, sizeof w->close_reason, "stopped");
    if (has_notices(w)) /* of calls that were cancelled, say */
        cm__timer_start(w->close_timer, grace_ms);
    else
        close_later(w, "stopped");
}

static void sse_free(Wire *wire)
{
    SseWire *w = (SseWire *)wire;
    w->is_freed = true;
    end_all(w);
    cm__timer_stop(w->close_timer);
    if (w->busy == 0)
        wire_destroy(w);
}

Wire *cm__wire_sse_new(Loop *loop, const WireHttpSpec *spec,
                       const WireEvents *events, void *user)
{
    static const WireOps ops = { "sse",      sse_send, sse_settled,
                                 sse_cancel, sse_stop, sse_free };
    const cm_allocator *alloc = cm__loop_alloc(loop);
    SseWire *w = cm__alloc_zero(alloc, 1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->wire.ops = &ops;
    w->loop = loop;
    w->alloc = alloc;
    w->spec = *spec;
    w->events = *events;
    w->user = user;
    cm__sse_reader_init(&w->reader, alloc, CM_LINE_MAX_DEFAULT,
                        CM_LINE_MAX_DEFAULT);
    cm__buf_init(&w->endpoint, alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&w->body, alloc, CM_BUF_NO_LIMIT);
    w->close_timer = cm__timer_new(loop, close_fired, w);
    if (w->close_timer == NULL) {
        wire_destroy(w);
        return NULL;
    }
    (void)stream_start(w); /* a failure is told as `closed` */
    return &w->wire;
}
