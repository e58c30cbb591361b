/* SPDX-License-Identifier: MIT */
/* Streamable HTTP: one POST for each message, answers as JSON or as an event
 * stream, in both eras.
 *
 * A Talk is one conversation with the server: the POST of a message and, when
 * its stream breaks off before the answer, the GETs that resume it; or the GET
 * that listens for what the server says unasked (handshake era only).
 *
 *     POST -> JSON | stream | 202 | refusal
 *                      | ends without the answer, an event id is known
 *                      +--> wait (retry:) -> GET with Last-Event-ID -> stream
 */
#include <stdio.h>
#include <string.h>

#include "mcp/jsonrpc.h"
#include "mcp/toolheader.h"
#include "mcp/wire_http_base.h"
#include "net/sse.h"

enum {
    RETRY_MS = 1000, /* when the server names no time */
    RETRY_MIN_MS = 20,
    RETRY_MAX_MS = 60000, /* of our own growing waits */
    TRIES_MAX = 5,        /* in a row without an event */
    LASTING_MS = 30000,   /* a stream that lasted is no failure */
    LINGER_MS = 1000,     /* a stream may stay open after its answer */
    SESSION_ID_MAX = 1024,
};

typedef struct HttpWire HttpWire;

typedef enum TalkKind {
    TALK_POST,
    TALK_LISTEN, /* GET for unasked messages */
    TALK_BYE     /* DELETE of the session */
} TalkKind;

typedef struct Talk {
    WireTask task; /* first */
    TalkKind kind;
    Timer *timer;     /* the next try, or the end of lingering */
    unsigned session; /* serial of the session that it was sent in */
    bool is_modern, is_after_start, is_initialize;
    bool has_session; /* was sent with the id of one, which may be lost now */
    bool is_resumed;  /* the stream is one of a GET */
    bool is_answered;

    bool is_stream, has_reader;
    SseReader reader;
    Buf last_id;
    int status;
    uint64_t retry_ms; /* 0: the server named none */
    unsigned n_tries;
    uint64_t opened_ms;
} Talk;

struct HttpWire {
    HttpBase base;                       /* first */
    char session_id[SESSION_ID_MAX + 1]; /* "": none */
    unsigned session;                    /* serial; the current one */
};

static HttpWire *wire_of(const Talk *t)
{
    return (HttpWire *)(void *)t->task.base;
}

static void talk_get(Talk *t);

/* ---- life of talks ---- */

static Talk *talk_new(HttpWire *w, TalkKind kind, const WireNote *note)
{
    static const WireNote nothing = { .version = "" };
    Talk *t = (Talk *)(void *)cm__wire_task_new(&w->base,
                                                note != NULL ? note : &nothing);
    if (t == NULL)
        return NULL;
    t->kind = kind;
    t->task.is_lasting = kind != TALK_POST;
    t->session = w->session;
    cm__buf_init(&t->last_id, w->base.alloc, SESSION_ID_MAX);
    return t;
}

static void talk_done(WireTask *task)
{
    Talk *t = (Talk *)(void *)task;
    if (t->has_reader)
        cm__sse_reader_done(&t->reader);
    cm__buf_done(&t->last_id);
    cm__timer_free(t->timer);
}

static void talk_fail(Talk *t, const WireFault *fault)
{
    if (t->is_answered)
        t->task.request = 0;
    cm__wire_task_fail(&t->task, fault);
}

static void talk_lose(Talk *t, const char *reason)
{
    const WireFault fault = { .kind = WIRE_FAULT_LOST,
                              .status = t->status,
                              .reason = reason };
    talk_fail(t, &fault);
}

/* ---- sessions ---- */

static void take_session(HttpWire *w, const HttpHead *head)
{
    const char *id = cm__http_header(head, "mcp-session-id");
    w->session_id[0] = '\0';
    w->session++;
    if (id == NULL || strlen(id) > SESSION_ID_MAX)
        return;
    for (const char *at = id; *at != '\0'; at++)
        if (*at < '!' || *at > '~')
            return;
    (void)snprintf(w->session_id, sizeof w->session_id, "%s", id);
}

static bool contains_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (; *text != '\0'; text++) {
        size_t i = 0;
        while (i < n && (text[i] | 0x20) == word[i])
            i++;
        if (i == n)
            return true;
    }
    return false;
}

/* What servers say of a session that they do not know (MCP 2025-11-25: 404).
 * Many answer 400 or 404 with an error of the SDK's that has no id. */
static bool is_session_error(const Talk *t)
{
    JsonDoc *doc = NULL;
    RpcMessage m;
    bool is_one = false;
    if (cm__json_parse(t->task.base->alloc, cm__buf_text(&t->task.body),
                       t->task.body.len, NULL, &doc, NULL) == CM_OK &&
        cm__rpc_read(&doc->root, &m) && m.kind == CM_RPC_ERROR)
        is_one =
            m.code == -32001 || (m.code == -32000 && m.id[0] == '\0' &&
                                 (contains_word(m.message, "session") ||
                                  contains_word(m.message, "not initialized")));
    cm__json_doc_free(doc);
    return is_one;
}

static bool is_session_loss(const Talk *t)
{
    if (t->is_modern || !t->is_after_start || t->task.request == 0)
        return false;
    if (t->status == 404 && t->has_session)
        return true;
    return (t->status == 404 || t->status == 400) && is_session_error(t);
}

static void end_listening(HttpWire *w)
{
    for (WireTask *t = w->base.first; t != NULL; t = t->next)
        if (t->is_lasting)
            cm__wire_task_end(t);
}

static void lose_session(Talk *t)
{
    HttpWire *w = wire_of(t);
    const WireFault fault = {
        .kind = WIRE_FAULT_SESSION,
        .status = t->status,
        .reason =
            "it has lost the session, and this call was given up; call again",
    };
    if (t->session == w->session) {
        w->session++;
        w->session_id[0] = '\0';
        w->base.version[0] = '\0';
        end_listening(w);
        w->base.events.session_lost(w->base.user);
    }
    talk_fail(t, &fault);
}

/* ---- event streams ---- */

static void take_event(void *ctx, const SseEvent *e)
{
    Talk *t = ctx;
    const HttpBase *b = t->task.base;
    if (t->task.is_over)
        return;
    if (t->kind != TALK_LISTEN) /* of those only time shows that they last */
        t->n_tries = 0;
    if (e->has_id) {
        cm__buf_clear(&t->last_id);
        cm__buf_add(&t->last_id, e->id, e->id_len);
    }
    /* Without data it primes a resumption; other names are not for us. */
    if (e->data_len > 0 && strcmp(e->name, "message") == 0)
        b->events.message(b->user, e->data, e->data_len, t->task.request);
}

static void take_retry(void *ctx, uint64_t ms)
{
    Talk *t = ctx;
    t->retry_ms = ms > RETRY_MIN_MS ? ms : RETRY_MIN_MS;
}

static void take_fault(void *ctx, cm_status why)
{
    Talk *t = ctx;
    (void)why;
    if (!t->task.is_over)
        t->task.base->events.overlong(t->task.base->user);
}

/* ---- another try ---- */

static void timer_fired(void *user)
{
    Talk *t = user;
    HttpBase *b = t->task.base;
    cm__wire_enter(b);
    if (t->task.is_over || t->is_answered)
        cm__wire_task_end(&t->task);
    else
        talk_get(t);
    cm__wire_leave(b);
}

static bool wait(Talk *t, uint64_t ms)
{
    if (t->timer == NULL)
        t->timer = cm__timer_new(t->task.base->loop, timer_fired, t);
    if (t->timer == NULL)
        return false;
    cm__timer_start(t->timer, ms);
    return true;
}

static uint64_t next_wait(const Talk *t)
{
    uint64_t ms = t->retry_ms != 0 ? t->retry_ms : RETRY_MS;
    for (unsigned i = 1; i < t->n_tries && ms < RETRY_MAX_MS; i++)
        ms *= 2;
    return ms;
}

/* The stream ended before its answer, or what listened was cut off. */
static void try_again(Talk *t, const char *reason)
{
    char text[CM_WIRE_REASON_MAX];
    bool can_resume =
        t->kind == TALK_LISTEN ||
        (!t->is_modern && t->last_id.len > 0 && t->last_id.status == CM_OK);
    if (t->is_stream &&
        cm__loop_now_ms(t->task.base->loop) - t->opened_ms >= LASTING_MS)
        t->n_tries = 0;
    t->n_tries++;
    bool may_wait = t->kind == TALK_LISTEN || t->n_tries <= TRIES_MAX;
    if (can_resume && may_wait && wait(t, next_wait(t)))
        return;
    (void)snprintf(text, sizeof text, "its event stream %s%s", reason,
                   can_resume ? ", and could not be resumed"
                              : " before the answer");
    talk_lose(t, text);
}

/* ---- events of exchanges ---- */

static void open_gate(HttpBase *b)
{
    cm__wire_enter(b);
    b->gate = NULL;
    cm__wire_send_held(b);
    cm__wire_leave(b);
}

static void on_head(void *user, const HttpHead *head)
{
    Talk *t = user;
    t->status = head->status;
    t->is_stream = head->status >= 200 && head->status < 300 &&
                   cm__wire_is_type(head, "text/event-stream");
    t->opened_ms = cm__loop_now_ms(t->task.base->loop);
    if (t->is_stream) {
        if (t->has_reader)
            cm__sse_reader_done(&t->reader);
        cm__sse_reader_init(&t->reader, t->task.base->alloc,
                            CM_LINE_MAX_DEFAULT, CM_LINE_MAX_DEFAULT);
        t->has_reader = true;
    }
    if (t->is_initialize && head->status >= 200 && head->status < 300)
        take_session(wire_of(t), head);
    if (t->task.base->gate == &t->task) /* it has arrived */
        open_gate(t->task.base);
}

static void on_data(void *user, const char *bytes, size_t len)
{
    static const SseSink sink = { take_event, take_retry, take_fault };
    Talk *t = user;
    HttpBase *b = t->task.base;
    cm__wire_enter(b);
    if (t->is_stream) {
        cm__sse_reader_feed(&t->reader, bytes, len, &sink, t);
    } else if (t->status >= 300) {
        cm__wire_task_keep(&t->task, bytes, len);
    } else {
        cm__buf_add(&t->task.body, bytes, len);
        if (t->task.body.status != CM_OK) {
            b->events.overlong(b->user);
            talk_lose(t, "its answer is too long");
            if (!b->is_freed && !b->is_stopping)
                cm__wire_send_held(b); /* no end is told of this one */
        }
    }
    cm__wire_leave(b);
}

static void take_refusal(Talk *t, const HttpEnd *end)
{
    char reason[CM_WIRE_REASON_MAX];
    bool is_message = t->status >= 400 && t->status != 401 &&
                      t->status != 403 && t->status != 407;
    if (t->is_resumed) { /* of a lost session the next request will know */
        (void)snprintf(reason, sizeof reason,
                       "its event stream broke off and was not resumed "
                       "(HTTP %d)",
                       t->status);
        talk_lose(t, reason);
        return;
    }
    if (is_session_loss(t)) {
        lose_session(t);
        return;
    }
    const char *cause =
        cm__wire_reason(&t->task.base->spec, end, &t->task.body, reason);
    const WireFault fault = { .kind = WIRE_FAULT_REFUSED,
                              .status = t->status,
                              .reason = reason,
                              .cause = cause,
                              .body = is_message ? cm__buf_text(&t->task.body)
                                                 : NULL,
                              .body_len = t->task.body.len };
    talk_fail(t, &fault);
}

/* A whole answer that is no stream. */
static void take_body(Talk *t, const HttpEnd *end)
{
    const HttpBase *b = t->task.base;
    char reason[CM_WIRE_REASON_MAX];
    char shown[CM_WIRE_TYPE_SHOWN + 1];
    const char *type = cm__http_header(&end->head, "content-type");
    const char *text = cm__buf_text(&t->task.body);
    bool is_json = cm__wire_looks_like_json(text);
    if (t->task.request == 0) {
        cm__wire_task_end(&t->task);
        return;
    }
    if (is_json)
        b->events.message(b->user, text, t->task.body.len, t->task.request);
    if (t->task.is_over || t->is_answered) {
        cm__wire_task_end(&t->task);
        return;
    }
    if (!is_json && t->task.body.len > 0)
        (void)snprintf(reason, sizeof reason,
                       "it answers with \"%s\", which is neither JSON nor "
                       "an event stream",
                       cm__wire_type_shown(&b->spec, type, shown));
    else
        (void)snprintf(reason, sizeof reason,
                       "it answers HTTP %d without the answer to the request",
                       t->status);
    talk_lose(t, reason);
}

static void listen(HttpWire *w);

/* What followed the last event is not kept any more: from now on, then. */
static bool listens_anew(Talk *t, bool is_refused)
{
    if (t->kind != TALK_LISTEN || !is_refused || t->last_id.len == 0 ||
        t->task.base->is_stopping)
        return false;
    cm__buf_clear(&t->last_id);
    talk_get(t);
    return true;
}

static void take_end(Talk *t, const HttpEnd *end)
{
    bool is_refused = end->is_answered && t->status >= 300;
    bool was_stream = t->is_stream || t->is_resumed || t->kind == TALK_LISTEN;
    /* A GET to listen with is not offered, mostly 405. */
    bool owes_nothing =
        t->kind == TALK_LISTEN
            ? end->is_answered && (is_refused || !t->is_stream)
            : !is_refused &&
                  (t->is_answered || (t->task.request == 0 && t->is_stream));
    if (listens_anew(t, is_refused))
        return;
    if (t->kind == TALK_BYE) {
        cm__wire_close(t->task.base, "the session was ended");
    } else if (owes_nothing) {
        cm__wire_task_end(&t->task);
    } else if (is_refused) {
        take_refusal(t, end);
    } else if (was_stream) {
        try_again(t, end->is_answered ? "ended" : "broke off");
    } else if (!end->is_answered) {
        const WireFault fault = { .kind = WIRE_FAULT_LOST,
                                  .status = t->status,
                                  .reason = end->reason,
                                  .cause = end->cause };
        talk_fail(t, &fault);
    } else {
        take_body(t, end);
    }
}

static void on_ended(void *user, const HttpEnd *end)
{
    Talk *t = user;
    HttpBase *b = t->task.base;
    cm__wire_enter(b);
    t->task.exchange = NULL; /* gone when this returns */
    t->status = end->head.status;
    bool opens = t->task.is_initialized && end->is_answered && t->status < 300;
    if (!t->task.is_over)
        take_end(t, end);
    if (b->gate == &t->task)
        b->gate = NULL; /* whatever became of it */
    if (!b->is_freed && !b->is_stopping)
        cm__wire_send_held(b);
    if (opens && !b->is_freed && !b->is_stopping &&
        t->session == wire_of(t)->session)
        listen(wire_of(t));
    cm__wire_check_quiet(b);
    cm__wire_leave(b);
}

/* ---- requests ---- */

static const HttpEvents exchange_events = { on_head, on_data, on_ended };

static cm_status start(Talk *t, HttpSpec *spec, const WireHeaders *headers)
{
    spec->url = t->task.base->spec.url;
    cm__buf_clear(&t->task.body);
    t->is_stream = false;
    t->status = 0;
    return cm__wire_task_start(&t->task, spec, headers, &exchange_events);
}

static void add_session(const HttpWire *w, WireHeaders *h)
{
    if (w->session_id[0] != '\0')
        cm__wire_headers_add(h, "Mcp-Session-Id", w->session_id);
    if (w->base.version[0] != '\0')
        cm__wire_headers_add(h, "MCP-Protocol-Version", w->base.version);
}

/* GET: to listen, or to resume behind the last event. */
static void talk_get(Talk *t)
{
    HttpWire *w = wire_of(t);
    WireHeaders h;
    HttpSpec spec = { .method = "GET" };
    cm__wire_headers_init(&h, w->base.alloc);
    cm__wire_headers_add_configured(&h, &w->base.spec);
    cm__wire_headers_add(&h, "Accept", "text/event-stream");
    add_session(w, &h);
    if (t->last_id.len > 0)
        cm__wire_headers_add(&h, "Last-Event-ID", cm__buf_text(&t->last_id));
    t->is_resumed = t->kind == TALK_POST;
    if (start(t, &spec, &h) != CM_OK)
        talk_lose(t, "its event stream could not be resumed");
    cm__wire_headers_done(&h);
}

static void listen(HttpWire *w)
{
    Talk *t = talk_new(w, TALK_LISTEN, NULL);
    if (t != NULL)
        talk_get(t);
}

static void add_modern(WireHeaders *h, const WireNote *note)
{
    cm__wire_headers_add(h, "MCP-Protocol-Version", note->version);
    cm__wire_headers_add(h, "Mcp-Method", note->method);
    if (note->name != NULL) {
        cm__toolheader_add_value(&h->name, note->name, note->name_len);
        cm__wire_headers_add(h, "Mcp-Name", cm__buf_text(&h->name));
    }
    for (size_t i = 0; i < note->n_headers; i++)
        cm__wire_headers_add(h, note->headers[i].name, note->headers[i].value);
}

static bool is_method(const WireNote *note, const char *method)
{
    return note->method != NULL && strcmp(note->method, method) == 0;
}

/* note: NULL for a message that was held, which is one of the handshake era. */
static cm_status talk_post(Talk *t, const char *text, size_t len,
                           const WireNote *note)
{
    HttpWire *w = wire_of(t);
    WireHeaders h;
    HttpSpec spec = { .method = "POST", .body = text, .body_len = len };
    t->session = w->session;
    t->has_session = w->session_id[0] != '\0';
    cm__wire_headers_init(&h, w->base.alloc);
    cm__wire_headers_add_configured(&h, &w->base.spec);
    cm__wire_headers_add(&h, "Content-Type", "application/json");
    cm__wire_headers_add(&h, "Accept", "application/json, text/event-stream");
    if (t->is_modern)
        add_modern(&h, note);
    else
        add_session(w, &h);
    cm_status status = start(t, &spec, &h);
    cm__wire_headers_done(&h);
    return status;
}

static cm_status post_held(WireTask *task)
{
    Talk *t = (Talk *)(void *)task;
    cm_status status =
        talk_post(t, cm__buf_text(&task->held), task->held.len, NULL);
    cm__buf_done(&task->held);
    return status;
}

static void post_failed(WireTask *task)
{
    talk_lose((Talk *)(void *)task, "the message could not be sent");
}

/* Whether it comes behind an `initialized` that is on its way, or too many
 * notices are. */
static bool must_wait(const HttpWire *w, const Talk *t)
{
    bool is_behind =
        w->base.gate != NULL && w->base.gate != &t->task && !t->is_initialize;
    return !t->is_modern && (is_behind || cm__wire_is_crowded(&t->task));
}

static cm_status http_send(Wire *wire, const char *line, size_t len,
                           const WireNote *note)
{
    HttpWire *w = (HttpWire *)wire;
    if (w->base.is_stopping)
        return CM_E_STATE;
    if (!cm__wire_has_room(&w->base, note))
        return CM_E_LIMIT;
    Talk *t = talk_new(w, TALK_POST, note);
    if (t == NULL)
        return CM_E_NOMEM;
    t->is_modern = note->is_modern;
    t->is_after_start = note->version[0] != '\0';
    t->is_initialize = is_method(note, "initialize");
    if (t->is_initialize) {
        w->session_id[0] = '\0';
        w->base.version[0] = '\0';
    } else if (!note->is_modern) {
        (void)snprintf(w->base.version, sizeof w->base.version, "%s",
                       note->version);
    }
    if (t->task.is_initialized)
        w->base.gate = &t->task;
    cm_status status = must_wait(w, t) ? cm__wire_hold(&t->task, line, len - 1)
                                       : talk_post(t, line, len - 1, note);
    if (status != CM_OK) {
        cm__wire_enter(&w->base);
        cm__wire_task_end(&t->task);
        cm__wire_leave(&w->base);
    }
    return status;
}

/* ---- operations ---- */

static void http_settled(Wire *wire, uint64_t request)
{
    HttpBase *b = (HttpBase *)wire;
    Talk *t = (Talk *)(void *)cm__wire_task_find(b, request);
    if (t == NULL)
        return;
    cm__wire_enter(b);
    t->is_answered = true;
    /* The server ends a POST's stream; one that we resumed may go on. */
    if (t->is_resumed || (t->is_stream && !wait(t, LINGER_MS)))
        cm__wire_task_end(&t->task);
    cm__wire_leave(b);
}

static cm_status send_bye(HttpWire *w, uint64_t grace_ms)
{
    WireHeaders h;
    HttpSpec spec = { .method = "DELETE", .timeout_ms = grace_ms };
    Talk *t = talk_new(w, TALK_BYE, NULL);
    if (t == NULL)
        return CM_E_NOMEM;
    cm__wire_headers_init(&h, w->base.alloc);
    cm__wire_headers_add_configured(&h, &w->base.spec);
    add_session(w, &h);
    cm_status status = start(t, &spec, &h);
    cm__wire_headers_done(&h);
    if (status != CM_OK)
        cm__wire_task_end(&t->task);
    return status;
}

/* A session is ended when nothing of it is on its way. */
static void say_bye(HttpBase *b)
{
    HttpWire *w = (HttpWire *)(void *)b;
    cm__wire_end_all(b);
    if (w->session_id[0] == '\0' || send_bye(w, b->grace_ms) != CM_OK)
        cm__wire_close(b, "stopped");
}

Wire *cm__wire_http_new(Loop *loop, const WireHttpSpec *spec,
                        const WireEvents *events, void *user)
{
    static const WireOps wire_ops = { "http",
                                      http_send,
                                      http_settled,
                                      cm__wire_base_cancel,
                                      cm__wire_base_stop,
                                      cm__wire_base_free };
    static const HttpBaseOps ops = { .wire_size = sizeof(HttpWire),
                                     .task_size = sizeof(Talk),
                                     .post = post_held,
                                     .post_failed = post_failed,
                                     .quiet = say_bye,
                                     .task_done = talk_done };
    HttpBase *b = cm__wire_base_new(loop, spec, &wire_ops, &ops, events, user);
    return b != NULL ? &b->wire : NULL;
}
