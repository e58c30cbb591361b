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
 *
 * Events may free or cancel what they come from. So a talk that is over is only
 * marked while anything is under way (busy), and swept afterwards. */
#include <stdio.h>
#include <string.h>

#include "mcp/jsonrpc.h"
#include "mcp/toolheader.h"
#include "mcp/wire_http_internal.h"
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
    struct Talk *prev, *next; /* list of the wire */
    HttpWire *wire;
    TalkKind kind;
    HttpExchange *exchange; /* NULL: between two tries */
    Timer *timer;           /* the next try, or the end of lingering */
    uint64_t request;       /* 0: no answer is expected */
    unsigned session;       /* serial of the session that it was sent in */
    bool is_modern, is_after_start, is_initialize, is_initialized;
    bool is_held;    /* waits for the gate, its text in `held` */
    bool is_resumed; /* the stream is one of a GET */
    bool is_answered, is_over;

    bool is_stream, has_reader;
    SseReader reader;
    Buf held, body, last_id;
    int status;
    uint64_t retry_ms; /* 0: the server named none */
    unsigned n_tries;
    uint64_t opened_ms;
} Talk;

struct HttpWire {
    Wire wire;
    Loop *loop;
    const cm_allocator *alloc;
    WireHttpSpec spec;
    WireEvents events;
    void *user;
    Talk *talks;
    Talk *gate; /* `initialized` on its way, for which others wait */
    size_t n_held;
    unsigned busy;
    bool is_freed, is_stopping, is_bye;
    uint64_t grace_ms; /* of the end */
    Timer *close_timer;

    char session_id[SESSION_ID_MAX + 1]; /* "": none */
    unsigned session;                    /* serial; the current one */
    char version[16];                    /* of the handshake; "" before */
};

static void talk_get(Talk *t);
static void open_gate(HttpWire *w);
static bool has_notices(const HttpWire *w);
static void say_bye(HttpWire *w);

/* ---- life of talks ---- */

static Talk *talk_new(HttpWire *w, TalkKind kind)
{
    Talk *t = cm__alloc_zero(w->alloc, 1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->wire = w;
    t->kind = kind;
    t->session = w->session;
    cm__buf_init(&t->held, w->alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&t->body, w->alloc, CM_LINE_MAX_DEFAULT);
    cm__buf_init(&t->last_id, w->alloc, SESSION_ID_MAX);
    t->next = w->talks;
    if (t->next != NULL)
        t->next->prev = t;
    w->talks = t;
    return t;
}

static void talk_free(Talk *t)
{
    HttpWire *w = t->wire;
    *(t->prev != NULL ? &t->prev->next : &w->talks) = t->next;
    if (t->next != NULL)
        t->next->prev = t->prev;
    if (t->has_reader)
        cm__sse_reader_done(&t->reader);
    cm__buf_done(&t->held);
    cm__buf_done(&t->body);
    cm__buf_done(&t->last_id);
    cm__timer_free(t->timer);
    cm__free(w->alloc, t, sizeof *t);
}

static void let_go(Talk *t)
{
    t->wire->n_held -= t->is_held;
    t->is_held = false;
}

/* Nothing comes of it any more; the storage goes with the next sweep. */
static void talk_end(Talk *t)
{
    t->is_over = true;
    let_go(t);
    if (t->exchange != NULL)
        cm__http_cancel(t->exchange);
    t->exchange = NULL;
    if (t->wire->gate == t)
        t->wire->gate = NULL;
    if (t->timer != NULL)
        cm__timer_stop(t->timer);
}

static void end_talks(HttpWire *w)
{
    for (Talk *t = w->talks; t != NULL; t = t->next)
        talk_end(t);
}

static void enter(HttpWire *w)
{
    w->busy++;
}

static void wire_destroy(HttpWire *w)
{
    while (w->talks != NULL)
        talk_free(w->talks);
    cm__timer_free(w->close_timer);
    cm__free(w->alloc, w, sizeof *w);
}

/* The wire may be gone after it. */
static void leave(HttpWire *w)
{
    if (--w->busy > 0)
        return;
    if (w->is_freed) {
        wire_destroy(w);
        return;
    }
    for (Talk *t = w->talks, *next; t != NULL; t = next) {
        next = t->next;
        if (t->is_over)
            talk_free(t);
    }
}

static void talk_fail(Talk *t, const WireFault *fault)
{
    HttpWire *w = t->wire;
    uint64_t request = t->is_answered ? 0 : t->request;
    talk_end(t);
    if (request != 0 && !w->is_freed)
        w->events.failed(w->user, request, fault);
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
    if (cm__json_parse(t->wire->alloc, cm__buf_text(&t->body), t->body.len,
                       NULL, &doc, NULL) == CM_OK &&
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
    if (t->is_modern || !t->is_after_start || t->request == 0)
        return false;
    if (t->status == 404 && t->wire->session_id[0] != '\0')
        return true;
    return (t->status == 404 || t->status == 400) && is_session_error(t);
}

static void end_listening(HttpWire *w)
{
    for (Talk *t = w->talks; t != NULL; t = t->next)
        if (t->kind == TALK_LISTEN)
            talk_end(t);
}

static void lose_session(Talk *t)
{
    HttpWire *w = t->wire;
    const WireFault fault = {
        .kind = WIRE_FAULT_SESSION,
        .status = t->status,
        .reason = "it has lost the session; a new one is started, but this "
                  "call was not repeated",
    };
    if (t->session == w->session) {
        w->session++;
        w->session_id[0] = '\0';
        w->version[0] = '\0';
        end_listening(w);
        w->events.session_lost(w->user);
    }
    talk_fail(t, &fault);
}

/* ---- event streams ---- */

static void take_event(void *ctx, const SseEvent *e)
{
    Talk *t = ctx;
    HttpWire *w = t->wire;
    if (t->is_over)
        return;
    t->n_tries = 0;
    if (e->has_id) {
        cm__buf_clear(&t->last_id);
        cm__buf_add(&t->last_id, e->id, e->id_len);
    }
    /* Without data it primes a resumption; other names are not for us. */
    if (e->data_len > 0 && strcmp(e->name, "message") == 0)
        w->events.message(w->user, e->data, e->data_len, t->request);
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
    if (!t->is_over)
        t->wire->events.overlong(t->wire->user);
}

/* ---- another try ---- */

static void timer_fired(void *user)
{
    Talk *t = user;
    HttpWire *w = t->wire;
    enter(w);
    if (t->is_over || t->is_answered)
        talk_end(t);
    else
        talk_get(t);
    leave(w);
}

static bool wait(Talk *t, uint64_t ms)
{
    if (t->timer == NULL)
        t->timer = cm__timer_new(t->wire->loop, timer_fired, t);
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
        cm__loop_now_ms(t->wire->loop) - t->opened_ms >= LASTING_MS)
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

static void on_head(void *user, const HttpHead *head)
{
    Talk *t = user;
    t->status = head->status;
    t->is_stream = head->status >= 200 && head->status < 300 &&
                   cm__wire_is_type(head, "text/event-stream");
    t->opened_ms = cm__loop_now_ms(t->wire->loop);
    if (t->is_stream) {
        if (t->has_reader)
            cm__sse_reader_done(&t->reader);
        cm__sse_reader_init(&t->reader, t->wire->alloc, CM_LINE_MAX_DEFAULT,
                            CM_LINE_MAX_DEFAULT);
        t->has_reader = true;
    }
    if (t->is_initialize && head->status >= 200 && head->status < 300)
        take_session(t->wire, head);
    if (t->wire->gate == t) { /* it has arrived */
        HttpWire *w = t->wire;
        enter(w);
        open_gate(w);
        leave(w);
    }
}

static void on_data(void *user, const char *bytes, size_t len)
{
    static const SseSink sink = { take_event, take_retry, take_fault };
    Talk *t = user;
    HttpWire *w = t->wire;
    enter(w);
    if (t->is_stream) {
        cm__sse_reader_feed(&t->reader, bytes, len, &sink, t);
    } else if (t->status >= 300) {
        size_t room = CM_WIRE_REFUSAL_MAX - t->body.len;
        cm__buf_add(&t->body, bytes, len < room ? len : room);
    } else {
        cm__buf_add(&t->body, bytes, len);
        if (t->body.status != CM_OK) {
            w->events.overlong(w->user);
            talk_lose(t, "its answer is too long");
        }
    }
    leave(w);
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
    cm__wire_reason(end, cm__buf_text(&t->body), t->body.len, reason);
    const WireFault fault = { .kind = WIRE_FAULT_REFUSED,
                              .status = t->status,
                              .reason = reason,
                              .body =
                                  is_message ? cm__buf_text(&t->body) : NULL,
                              .body_len = t->body.len };
    talk_fail(t, &fault);
}

/* A whole answer that is no stream. */
static void take_body(Talk *t, const HttpEnd *end)
{
    HttpWire *w = t->wire;
    char reason[CM_WIRE_REASON_MAX];
    const char *type = cm__http_header(&end->head, "content-type");
    const char *text = cm__buf_text(&t->body);
    bool is_json = cm__wire_looks_like_json(text);
    if (t->request == 0) {
        talk_end(t);
        return;
    }
    if (is_json)
        w->events.message(w->user, text, t->body.len, t->request);
    if (t->is_over || t->is_answered) {
        talk_end(t);
        return;
    }
    if (!is_json && t->body.len > 0)
        (void)snprintf(reason, sizeof reason,
                       "it answers with \"%.60s\", which is neither JSON nor "
                       "an event stream",
                       type != NULL ? type : "(no type)");
    else
        (void)snprintf(reason, sizeof reason,
                       "it answers HTTP %d without the answer to the request",
                       t->status);
    talk_lose(t, reason);
}

static void listen(HttpWire *w);

static void take_end(Talk *t, const HttpEnd *end)
{
    HttpWire *w = t->wire;
    bool is_refused = end->is_answered && t->status >= 300;
    bool was_stream = t->is_stream || t->is_resumed || t->kind == TALK_LISTEN;
    /* A GET to listen with is not offered, mostly 405. */
    bool owes_nothing =
        t->kind == TALK_LISTEN
            ? end->is_answered && (is_refused || !t->is_stream)
            : !is_refused &&
                  (t->is_answered || (t->request == 0 && t->is_stream));
    if (t->kind == TALK_BYE) {
        talk_end(t);
        w->events.closed(w->user, "the session was ended", "");
    } else if (owes_nothing) {
        talk_end(t);
    } else if (is_refused) {
        take_refusal(t, end);
    } else if (was_stream) {
        try_again(t, end->is_answered ? "ended" : "broke off");
    } else if (!end->is_answered) {
        talk_lose(t, end->reason);
    } else {
        take_body(t, end);
    }
}

static void on_ended(void *user, const HttpEnd *end)
{
    Talk *t = user;
    HttpWire *w = t->wire;
    enter(w);
    t->exchange = NULL; /* gone when this returns */
    t->status = end->head.status;
    bool was_gate = w->gate == t;
    bool opens = t->is_initialized && end->is_answered && t->status < 300;
    if (!t->is_over)
        take_end(t, end);
    if (was_gate && !w->is_freed && !w->is_stopping)
        open_gate(w); /* whatever became of it */
    if (opens && !w->is_freed && !w->is_stopping && t->session == w->session)
        listen(w);
    if (w->is_stopping && !w->is_freed && !w->is_bye && !has_notices(w))
        say_bye(w);
    leave(w);
}

/* ---- requests ---- */

static const HttpEvents exchange_events = { on_head, on_data, on_ended };

static cm_status start(Talk *t, HttpSpec *spec, WireHeaders *headers)
{
    HttpWire *w = t->wire;
    cm_error err = { .status = CM_E_NOMEM, .text = "out of memory" };
    cm_status status = CM_E_NOMEM;
    spec->url = w->spec.url;
    spec->max_heads = CM_WIRE_HEADERS_MAX;
    spec->headers = headers->list;
    spec->n_headers = headers->n;
    cm__buf_clear(&t->body);
    t->is_stream = false;
    t->status = 0;
    if (!headers->is_short && headers->name.status == CM_OK)
        status = cm__http_start(w->spec.http, spec, &exchange_events, t,
                                &t->exchange, &err);
    if (status != CM_OK) {
        t->exchange = NULL;
        cm__log(w->spec.log, CM_LOG_WARN,
                "server \"%s\": a request could not be sent: %s", w->spec.name,
                err.text);
    }
    return status;
}

static void add_session(const HttpWire *w, WireHeaders *h)
{
    if (w->session_id[0] != '\0')
        cm__wire_headers_add(h, "Mcp-Session-Id", w->session_id);
    if (w->version[0] != '\0')
        cm__wire_headers_add(h, "MCP-Protocol-Version", w->version);
}

/* GET: to listen, or to resume behind the last event. */
static void talk_get(Talk *t)
{
    HttpWire *w = t->wire;
    WireHeaders h;
    HttpSpec spec = { .method = "GET" };
    cm__wire_headers_init(&h, w->alloc);
    cm__wire_headers_add_configured(&h, &w->spec);
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
    Talk *t = talk_new(w, TALK_LISTEN);
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
    HttpWire *w = t->wire;
    WireHeaders h;
    HttpSpec spec = { .method = "POST", .body = text, .body_len = len };
    t->session = w->session;
    cm__wire_headers_init(&h, w->alloc);
    cm__wire_headers_add_configured(&h, &w->spec);
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

/* Servers refuse what reaches them before `initialized`, and over HTTP what is
 * sent first need not come first. */
static bool must_wait(const HttpWire *w, const Talk *t)
{
    return w->gate != NULL && w->gate != t && !t->is_modern &&
           !t->is_initialize;
}

static void open_gate(HttpWire *w)
{
    Talk *t = w->talks;
    w->gate = NULL;
    while (t != NULL && t->next != NULL)
        t = t->next;
    for (; t != NULL; t = t->prev) { /* the oldest first */
        if (!t->is_held)
            continue;
        let_go(t);
        if (talk_post(t, cm__buf_text(&t->held), t->held.len, NULL) != CM_OK)
            talk_lose(t, "the message could not be sent");
    }
}

static cm_status hold(Talk *t, const char *text, size_t len)
{
    if (t->wire->n_held >= CM_WIRE_QUEUE_MAX)
        return CM_E_LIMIT;
    t->is_held = true;
    t->wire->n_held++;
    cm__buf_add(&t->held, text, len);
    return t->held.status;
}

static cm_status http_send(Wire *wire, const char *line, size_t len,
                           const WireNote *note)
{
    HttpWire *w = (HttpWire *)wire;
    if (w->is_stopping)
        return CM_E_STATE;
    Talk *t = talk_new(w, TALK_POST);
    if (t == NULL)
        return CM_E_NOMEM;
    t->request = note->request;
    t->is_modern = note->is_modern;
    t->is_after_start = note->version[0] != '\0';
    t->is_initialize = is_method(note, "initialize");
    t->is_initialized = is_method(note, "notifications/initialized");
    if (t->is_initialize) {
        w->session_id[0] = '\0';
        w->version[0] = '\0';
    } else if (!note->is_modern) {
        (void)snprintf(w->version, sizeof w->version, "%s", note->version);
    }
    if (t->is_initialized)
        w->gate = t;
    cm_status status = must_wait(w, t) ? hold(t, line, len - 1)
                                       : talk_post(t, line, len - 1, note);
    if (status != CM_OK) {
        enter(w);
        talk_end(t);
        leave(w);
    }
    return status;
}

/* ---- operations ---- */

static Talk *find(HttpWire *w, uint64_t request)
{
    for (Talk *t = w->talks; t != NULL; t = t->next)
        if (t->request == request && !t->is_over)
            return t;
    return NULL;
}

static void http_settled(Wire *wire, uint64_t request)
{
    HttpWire *w = (HttpWire *)wire;
    Talk *t = find(w, request);
    if (t == NULL)
        return;
    enter(w);
    t->is_answered = true;
    /* The server ends a POST's stream; one that we resumed may go on. */
    if (t->is_resumed || (t->is_stream && !wait(t, LINGER_MS)))
        talk_end(t);
    leave(w);
}

static void http_cancel(Wire *wire, uint64_t request)
{
    HttpWire *w = (HttpWire *)wire;
    Talk *t = find(w, request);
    if (t == NULL)
        return;
    enter(w);
    talk_end(t);
    leave(w);
}

static cm_status send_bye(HttpWire *w, uint64_t grace_ms)
{
    WireHeaders h;
    HttpSpec spec = { .method = "DELETE", .timeout_ms = grace_ms };
    Talk *t = talk_new(w, TALK_BYE);
    if (t == NULL)
        return CM_E_NOMEM;
    cm__wire_headers_init(&h, w->alloc);
    cm__wire_headers_add_configured(&h, &w->spec);
    add_session(w, &h);
    cm_status status = start(t, &spec, &h);
    cm__wire_headers_done(&h);
    if (status != CM_OK)
        talk_end(t);
    return status;
}

/* The last step of the end: nothing is on its way any more. */
static void say_bye(HttpWire *w)
{
    w->is_bye = true;
    if (w->session_id[0] == '\0' || send_bye(w, w->grace_ms) != CM_OK)
        cm__timer_start(w->close_timer, 0);
}

static bool has_notices(const HttpWire *w)
{
    for (const Talk *t = w->talks; t != NULL; t = t->next)
        if (!t->is_over)
            return true;
    return false;
}

static void close_fired(void *user)
{
    HttpWire *w = user;
    enter(w);
    if (!w->is_bye) { /* the notices took too long */
        end_talks(w);
        say_bye(w);
    } else {
        w->events.closed(w->user, "stopped", "");
    }
    leave(w);
}

/* Notices that are on their way, of calls that were cancelled say, may arrive
 * yet. */
static void http_stop(Wire *wire, uint64_t grace_ms)
{
    HttpWire *w = (HttpWire *)wire;
    if (w->is_stopping)
        return;
    w->is_stopping = true;
    w->grace_ms = grace_ms;
    enter(w);
    for (Talk *t = w->talks; t != NULL; t = t->next)
        if (t->request != 0 || t->kind != TALK_POST || t->is_held)
            talk_end(t);
    if (has_notices(w))
        cm__timer_start(w->close_timer, grace_ms);
    else
        say_bye(w);
    leave(w);
}

static void http_free(Wire *wire)
{
    HttpWire *w = (HttpWire *)wire;
    w->is_freed = true;
    end_talks(w);
    cm__timer_stop(w->close_timer);
    if (w->busy == 0)
        wire_destroy(w);
}

Wire *cm__wire_http_new(Loop *loop, const WireHttpSpec *spec,
                        const WireEvents *events, void *user)
{
    static const WireOps ops = { "http",      http_send, http_settled,
                                 http_cancel, http_stop, http_free };
    const cm_allocator *alloc = cm__loop_alloc(loop);
    HttpWire *w = cm__alloc_zero(alloc, 1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->wire.ops = &ops;
    w->loop = loop;
    w->alloc = alloc;
    w->spec = *spec;
    w->events = *events;
    w->user = user;
    w->close_timer = cm__timer_new(loop, close_fired, w);
    if (w->close_timer == NULL) {
        cm__free(alloc, w, sizeof *w);
        return NULL;
    }
    return &w->wire;
}
