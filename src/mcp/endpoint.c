/* SPDX-License-Identifier: MIT */
#include "mcp/endpoint.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

#include "mcp/client.h"
#include "mcp/era.h"
#include "mcp/routing.h"
#include "mcp/trace.h"
#include "net/host_guard.h"
#include "net/httpd.h"
#include "net/sse.h"

enum {
    SESSIONS_MAX = 1000,
    SESSION_ID_LEN = 32,
    SESSION_IDLE_MS = 3600 * 1000,
    KEEPALIVE_MS = 15000,
    QUIET_MS = 10000, /* a request that waits longer becomes a stream */
    TICK_MS = 5000,
    STOP_GRACE_MS = 500,
    PARKED_MAX = 64 /* messages that wait for a session's stream */
};
#define PARKED_BYTES_MAX ((size_t)4 << 20)

typedef struct Exchange Exchange;

/* A message that belongs to no request, while nothing is open to send it on: a
 * client asks for its stream only after the handshake. */
typedef struct Parked {
    struct Parked *next;
    size_t len;
    char text[];
} Parked;

typedef struct Session {
    struct Session *prev, *next;
    Endpoint *endpoint;
    Front *front;
    Exchange *listener; /* newest GET stream; NULL: none */
    Parked *parked;     /* oldest first */
    size_t n_parked, parked_bytes;
    bool has_ended; /* its front has; it is not found any more */
    uint64_t used_ms;
    char id[SESSION_ID_LEN + 1];
} Session;

/* One HTTP request under way: of a message that waits for its answer, or a
 * stream of a session. */
struct Exchange {
    Exchange *prev, *next;
    Endpoint *endpoint;
    Session *session; /* NULL: stateless */
    HttpdRequest *request;
    uint64_t started_ms;
    bool is_new_session; /* the answer tells the session's id */
    bool is_streaming;
    bool takes_json, takes_events;
};

struct Endpoint {
    const cm_allocator *alloc;
    EndpointSpec spec;
    Httpd *httpd;
    Front *stateless;
    Session *sessions, *last_session; /* longest unused first */
    size_t n_sessions;
    Exchange *exchanges;
    Timer *tick;
    char url[160];
    bool is_stopping;
};

/* ---- answers ---- */

enum {
    HEADERS_MAX = 8
};

typedef struct Answer {
    HttpdHeader headers[HEADERS_MAX];
    size_t n;
} Answer;

static void add_header(Answer *a, const char *name, const char *value)
{
    if (a->n < HEADERS_MAX)
        a->headers[a->n++] = (HttpdHeader){ name, value };
}

static HostGuardVerdict check_guard(const Endpoint *e,
                                    const HttpdRequest *request)
{
    const HostGuard guard = { .hosts = e->spec.hosts,
                              .n_hosts = e->spec.n_hosts,
                              .origins = e->spec.origins,
                              .n_origins = e->spec.n_origins };
    return cm__host_guard_check(&guard, cm__httpd_header(request, "host"),
                                cm__httpd_header(request, "origin"));
}

/* With what a page of an allowed origin needs to read the answer. */
static Answer begin_answer(const Endpoint *e, const HttpdRequest *request)
{
    Answer a = { .n = 0 };
    const char *origin = cm__httpd_header(request, "origin");
    if (origin != NULL && check_guard(e, request) == CM_HOST_GUARD_OK) {
        add_header(&a, "access-control-allow-origin", origin);
        add_header(&a, "access-control-expose-headers", "mcp-session-id");
        add_header(&a, "vary", "origin");
    }
    return a;
}

static void give(HttpdRequest *request, Answer *a, unsigned status,
                 const char *body, size_t len)
{
    const HttpdAnswer answer = { .status = status,
                                 .headers = a->headers,
                                 .n_headers = a->n,
                                 .body = body,
                                 .body_len = len };
    (void)cm__httpd_answer(request, &answer);
}

static void give_json(const Endpoint *e, HttpdRequest *request, unsigned status,
                      const char *json, size_t len, const char *session)
{
    Answer a = begin_answer(e, request);
    add_header(&a, "content-type", "application/json");
    if (session != NULL)
        add_header(&a, "mcp-session-id", session);
    give(request, &a, status, json, len);
}

static void give_empty(const Endpoint *e, HttpdRequest *request,
                       unsigned status)
{
    Answer a = begin_answer(e, request);
    give(request, &a, status, "", 0);
}

/* An error that belongs to no message, or to one that no server saw. */
static void refuse(Endpoint *e, HttpdRequest *request, const Refusal *why)
{
    Buf json;
    Answer a = begin_answer(e, request);
    Era era = { .is_modern = why->is_modern, .version = why->version };
    cm__buf_init(&json, e->alloc, CM_BUF_NO_LIMIT);
    cm__era_error(&json, &era, why->id, why->code, why->text);
    add_header(&a, "content-type", "application/json");
    if (why->status == 405)
        add_header(&a, "allow", why->is_modern ? "POST" : "POST, GET, DELETE");
    if (why->status == 401)
        add_header(&a, "www-authenticate", "Bearer");
    give(request, &a, why->status, cm__buf_text(&json), json.len);
    cm__buf_done(&json);
}

static void refuse_text(Endpoint *e, HttpdRequest *request, unsigned status,
                        const char *text)
{
    const Refusal why = { .status = status,
                          .code = CM_RPC_HTTP,
                          .text = text,
                          .id = "",
                          .version = "" };
    refuse(e, request, &why);
}

/* ---- exchanges ---- */

static Exchange *exchange_new(Endpoint *e, HttpdRequest *request, Session *s)
{
    Exchange *x = cm__alloc_zero(e->alloc, 1, sizeof *x);
    if (x == NULL) {
        cm__httpd_drop(request);
        return NULL;
    }
    x->endpoint = e;
    x->session = s;
    x->request = request;
    x->started_ms = cm__loop_now_ms(e->spec.loop);
    cm__routing_accept(cm__httpd_header(request, "accept"), &x->takes_json,
                       &x->takes_events);
    cm__httpd_set_user(request, x);
    x->next = e->exchanges;
    if (x->next != NULL)
        x->next->prev = x;
    e->exchanges = x;
    return x;
}

/* The request was given back already. */
static void exchange_end(Exchange *x)
{
    Endpoint *e = x->endpoint;
    if (x->session != NULL && x->session->listener == x)
        x->session->listener = NULL;
    *(x->prev != NULL ? &x->prev->next : &e->exchanges) = x->next;
    if (x->next != NULL)
        x->next->prev = x->prev;
    cm__free(e->alloc, x, sizeof *x);
}

static const char *new_session_id(const Exchange *x)
{
    return x->is_new_session ? x->session->id : NULL;
}

static bool open_stream(Exchange *x)
{
    Answer a = begin_answer(x->endpoint, x->request);
    if (new_session_id(x) != NULL)
        add_header(&a, "mcp-session-id", x->session->id);
    x->is_streaming = cm__httpd_stream_open(x->request, a.headers, a.n,
                                            KEEPALIVE_MS) == CM_OK;
    return x->is_streaming;
}

/* False when the peer takes too little of it. */
static bool write_event(Exchange *x, const char *text, size_t len)
{
    Buf bytes;
    const SseEvent event = { .name = "message",
                             .name_len = 7,
                             .data = text,
                             .data_len = len,
                             .has_data = true };
    cm__buf_init(&bytes, x->endpoint->alloc, CM_BUF_NO_LIMIT);
    bool is_ok =
        cm__sse_write_event(&bytes, &event) == CM_OK && bytes.status == CM_OK &&
        cm__httpd_stream_write(x->request, bytes.bytes, bytes.len) == CM_OK;
    cm__buf_done(&bytes);
    return is_ok;
}

/* A session that begins with an error is none, and what fails because the
 * session is lost says so to a client that can start anew. */
static unsigned status_of(Exchange *x, const McpReply *reply)
{
    if (x->session != NULL && reply->error != 0) {
        if (x->is_new_session) {
            x->session->has_ended = true;
            x->is_new_session = false;
        } else if (x->session->has_ended) {
            return 404;
        }
    }
    return cm__routing_status(reply->is_modern, reply->error);
}

/* The end of a cancelled request: a stream with nothing more. */
static void end_unanswered(Exchange *x)
{
    if (x->is_streaming || (x->takes_events && open_stream(x)))
        cm__httpd_stream_close(x->request);
    else
        give_empty(x->endpoint, x->request, 202);
    exchange_end(x);
}

/* The peer takes either form; one that takes events alone gets them. */
static void exchange_send(Exchange *x, const McpReply *reply)
{
    if (reply->text == NULL) {
        end_unanswered(x);
        return;
    }
    cm__trace_message(x->endpoint->spec.trace, "client", '<', reply->text,
                      reply->len);
    if (!x->is_streaming && reply->is_last && x->takes_json) {
        unsigned status = status_of(x, reply);
        give_json(x->endpoint, x->request, status, reply->text, reply->len,
                  new_session_id(x));
        exchange_end(x);
        return;
    }
    if (!x->is_streaming && (!x->takes_events || !open_stream(x)))
        return; /* progress that cannot be told */
    bool is_written = write_event(x, reply->text, reply->len);
    if (!reply->is_last)
        return;
    if (is_written)
        cm__httpd_stream_close(x->request);
    else
        cm__httpd_drop(x->request); /* an answer is not left out quietly */
    exchange_end(x);
}

static void stateless_send(void *user, const McpReply *reply)
{
    (void)user;
    if (reply->to != NULL)
        exchange_send(reply->to, reply);
}

static void unpark(Session *s)
{
    Parked *p = s->parked;
    s->parked = p->next;
    s->n_parked--;
    s->parked_bytes -= p->len;
    cm__free(s->endpoint->alloc, p, sizeof *p + p->len);
}

/* Drops the oldest when there are too many; what says the same says it once. */
static void park(Session *s, const McpReply *reply)
{
    Parked **end = &s->parked;
    Parked *p = NULL;
    for (; *end != NULL; end = &(*end)->next)
        if ((*end)->len == reply->len &&
            memcmp((*end)->text, reply->text, reply->len) == 0)
            return;
    if (reply->len <= PARKED_BYTES_MAX)
        p = cm__alloc(s->endpoint->alloc, sizeof *p + reply->len);
    if (p == NULL)
        return;
    p->next = NULL;
    p->len = reply->len;
    memcpy(p->text, reply->text, reply->len);
    *end = p;
    s->n_parked++;
    s->parked_bytes += p->len;
    while (s->parked != NULL &&
           (s->n_parked > PARKED_MAX || s->parked_bytes > PARKED_BYTES_MAX))
        unpark(s);
}

/* What belongs to no request goes to the session's own stream, else to one of a
 * request. */
static Exchange *any_stream(const Session *s)
{
    Exchange *x = s->listener;
    if (x == NULL)
        for (x = s->endpoint->exchanges; x != NULL; x = x->next)
            if (x->session == s && x->is_streaming)
                break;
    return x;
}

static void session_send(void *user, const McpReply *reply)
{
    Session *s = user;
    Exchange *x = reply->to != NULL ? reply->to : any_stream(s);
    if (x != NULL)
        exchange_send(x, reply);
    else
        park(s, reply);
}

static void session_ended(void *user)
{
    Session *s = user;
    Exchange *x = s->listener;
    s->has_ended = true;
    if (x == NULL)
        return;
    cm__httpd_stream_close(x->request);
    exchange_end(x);
}

static bool param_at(const void *to, size_t i, const char **ret_name,
                     const char **ret_value)
{
    static const char prefix[] = "mcp-param-";
    const Exchange *x = to;
    for (size_t k = 0; cm__httpd_header_at(x->request, k, ret_name, ret_value);
         k++)
        if (strncasecmp(*ret_name, prefix, sizeof prefix - 1) == 0 && i-- == 0)
            return true;
    return false;
}

/* ---- sessions ---- */

static void session_unlink(Session *s)
{
    Endpoint *e = s->endpoint;
    *(s->prev != NULL ? &s->prev->next : &e->sessions) = s->next;
    *(s->next != NULL ? &s->next->prev : &e->last_session) = s->prev;
}

static void session_link(Session *s)
{
    Endpoint *e = s->endpoint;
    s->used_ms = cm__loop_now_ms(e->spec.loop);
    s->next = NULL;
    s->prev = e->last_session;
    *(e->last_session != NULL ? &e->last_session->next : &e->sessions) = s;
    e->last_session = s;
}

/* Ends what is open of it, too: a request that waits has no answer any more. */
static void session_free(Session *s)
{
    Endpoint *e = s->endpoint;
    cm__front_free(s->front);
    for (Exchange *x = e->exchanges, *next; x != NULL; x = next) {
        next = x->next;
        if (x->session != s)
            continue;
        if (x->is_streaming)
            cm__httpd_stream_close(x->request);
        else
            refuse_text(e, x->request, 404, "the session has ended");
        exchange_end(x);
    }
    while (s->parked != NULL)
        unpark(s);
    session_unlink(s);
    e->n_sessions--;
    cm__free(e->alloc, s, sizeof *s);
}

static bool is_idle(const Session *s)
{
    return s->listener == NULL && cm__front_is_idle(s->front);
}

/* Makes room by ending the session that was unused longest. */
static bool make_room(Endpoint *e)
{
    Session *s = e->sessions;
    if (e->n_sessions <
        (e->spec.max_sessions != 0 ? e->spec.max_sessions : SESSIONS_MAX))
        return true;
    while (s != NULL && !is_idle(s))
        s = s->next;
    if (s != NULL)
        session_free(s);
    return s != NULL;
}

static bool make_id(char id[SESSION_ID_LEN + 1])
{
    unsigned char bytes[SESSION_ID_LEN / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    for (size_t i = 0; i < sizeof bytes; i++)
        (void)snprintf(id + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

static Front *new_front(Endpoint *e, bool is_stateless,
                        void (*send)(void *, const McpReply *), void *user)
{
    const FrontSpec spec = { .is_stateless = is_stateless,
                             .send = send,
                             .ended = is_stateless ? NULL : session_ended,
                             .param_at = param_at,
                             .user = user };
    return e->spec.fronts.make(e->spec.fronts.ctx, &spec);
}

static Session *session_new(Endpoint *e)
{
    Session *s = make_room(e) ? cm__alloc_zero(e->alloc, 1, sizeof *s) : NULL;
    if (s == NULL)
        return NULL;
    s->endpoint = e;
    s->front = new_front(e, false, session_send, s);
    if (s->front == NULL || !make_id(s->id)) {
        cm__front_free(s->front);
        cm__free(e->alloc, s, sizeof *s);
        return NULL;
    }
    session_link(s);
    e->n_sessions++;
    return s;
}

/* The session of a request, as used now. */
static Session *session_find(Endpoint *e, const char *id)
{
    Session *s = e->last_session;
    while (s != NULL && (s->has_ended || strcmp(s->id, id) != 0))
        s = s->prev;
    if (s != NULL) {
        session_unlink(s);
        session_link(s);
    }
    return s;
}

/* The session that the request names; NULL: it was refused. */
static Session *require_session(Endpoint *e, HttpdRequest *request)
{
    const char *id = cm__httpd_header(request, "mcp-session-id");
    Session *s = id != NULL ? session_find(e, id) : NULL;
    if (id == NULL)
        refuse_text(e, request, 400,
                    "no session: send initialize first, then the header "
                    "Mcp-Session-Id");
    else if (s == NULL)
        refuse_text(e, request, 404, "session not found");
    return s;
}

/* ---- POST ---- */

static void feed(Exchange *x, Front *front)
{
    size_t len;
    const char *body = cm__httpd_body(x->request, &len);
    cm__front_feed(front, body, len, x);
}

static void post_modern(Endpoint *e, HttpdRequest *request)
{
    Exchange *x = exchange_new(e, request, NULL);
    if (x != NULL)
        feed(x, e->stateless);
}

static void post_initialize(Endpoint *e, HttpdRequest *request)
{
    Session *s = session_new(e);
    if (s == NULL) {
        refuse_text(e, request, 503, "too many sessions");
        return;
    }
    Exchange *x = exchange_new(e, request, s);
    if (x == NULL) {
        session_free(s);
        return;
    }
    x->is_new_session = true;
    feed(x, s->front);
}

static void post_legacy(Endpoint *e, HttpdRequest *request, RpcKind kind,
                        bool is_initialize)
{
    if (is_initialize && cm__httpd_header(request, "mcp-session-id") == NULL) {
        post_initialize(e, request);
        return;
    }
    Session *s = require_session(e, request);
    if (s == NULL)
        return;
    if (kind == CM_RPC_REQUEST) {
        Exchange *x = exchange_new(e, request, s);
        if (x != NULL)
            feed(x, s->front);
        return;
    }
    size_t len;
    const char *body = cm__httpd_body(request, &len);
    cm__front_feed(s->front, body, len, NULL);
    give_empty(e, request, 202);
}

static void post(Endpoint *e, HttpdRequest *request)
{
    size_t len;
    const char *body = cm__httpd_body(request, &len);
    JsonDoc *doc = NULL;
    RpcMessage m;
    Refusal why;
    cm__trace_message(e->spec.trace, "client", '>', body, len);
    Routing route =
        cm__routing_read(e->alloc, request, body, len, &doc, &m, &why);
    switch (route) {
    case CM_ROUTE_REFUSED:
        refuse(e, request, &why);
        break;
    case CM_ROUTE_MODERN:
        if (m.kind == CM_RPC_REQUEST)
            post_modern(e, request);
        else
            give_empty(e, request, 202);
        break;
    case CM_ROUTE_LEGACY:
        post_legacy(e, request, m.kind,
                    m.kind == CM_RPC_REQUEST &&
                        strcmp(m.method, "initialize") == 0);
        break;
    }
    cm__json_doc_free(doc);
}

/* ---- GET, DELETE, OPTIONS ---- */

static bool is_modern_request(const HttpdRequest *request)
{
    const char *version = cm__httpd_header(request, "mcp-protocol-version");
    return version != NULL && strcmp(version, CM_MCP_MODERN) == 0;
}

static void refuse_method(Endpoint *e, HttpdRequest *request)
{
    const Refusal why = { .status = 405,
                          .code = CM_RPC_HTTP,
                          .text = "method not allowed",
                          .id = "",
                          .version = "",
                          .is_modern = is_modern_request(request) };
    refuse(e, request, &why);
}

static void listen_to(Endpoint *e, HttpdRequest *request)
{
    Session *s = require_session(e, request);
    Exchange *x = s != NULL ? exchange_new(e, request, s) : NULL;
    if (x == NULL)
        return;
    if (!x->takes_events) {
        refuse_text(e, request, 406, "the stream is text/event-stream");
        exchange_end(x);
    } else if (!open_stream(x)) {
        cm__httpd_drop(request);
        exchange_end(x);
    } else {
        s->listener = x;
        for (; s->parked != NULL; unpark(s))
            (void)write_event(x, s->parked->text, s->parked->len);
    }
}

static void delete_session(Endpoint *e, HttpdRequest *request)
{
    Session *s = require_session(e, request);
    if (s == NULL)
        return;
    session_free(s);
    give_empty(e, request, 204);
}

static void give_options(const Endpoint *e, HttpdRequest *request)
{
    Answer a = begin_answer(e, request);
    add_header(&a, "access-control-allow-methods", "POST, GET, DELETE");
    add_header(&a, "access-control-allow-headers",
               "content-type, accept, authorization, mcp-session-id, "
               "mcp-protocol-version, mcp-method, mcp-name, last-event-id");
    add_header(&a, "access-control-max-age", "600");
    give(request, &a, 204, "", 0);
}

/* ---- events of the HTTP server ---- */

/* Compares in a time that tells nothing of the secret but its length. */
static bool is_equal_secret(const char *given, const char *secret)
{
    size_t n = strlen(given), m = strlen(secret);
    unsigned char difference = n != m;
    for (size_t i = 0; i < n; i++)
        difference |= (unsigned char)(given[i] ^ secret[i % (m + 1)]);
    return difference == 0;
}

static bool is_authorized(const Endpoint *e, const HttpdRequest *request)
{
    const char *given = cm__httpd_header(request, "authorization");
    if (e->spec.token == NULL)
        return true;
    return given != NULL && strncasecmp(given, "bearer ", 7) == 0 &&
           is_equal_secret(given + 7, e->spec.token);
}

static void route_method(Endpoint *e, HttpdRequest *request)
{
    const char *method = cm__httpd_method(request);
    bool may_have_session =
        cm__httpd_header(request, "mcp-session-id") != NULL &&
        !is_modern_request(request);
    if (strcmp(method, "POST") == 0)
        post(e, request);
    else if (strcmp(method, "OPTIONS") == 0)
        give_options(e, request);
    else if (may_have_session && strcmp(method, "GET") == 0)
        listen_to(e, request);
    else if (may_have_session && strcmp(method, "DELETE") == 0)
        delete_session(e, request);
    else
        refuse_method(e, request);
}

static void got_request(void *user, HttpdRequest *request)
{
    Endpoint *e = user;
    const char *path = cm__httpd_path(request);
    HostGuardVerdict verdict = check_guard(e, request);
    if (e->is_stopping)
        refuse_text(e, request, 503, "the server is stopping");
    else if (verdict == CM_HOST_GUARD_HOST)
        refuse_text(e, request, 403, "this Host is not served");
    else if (verdict == CM_HOST_GUARD_ORIGIN)
        refuse_text(e, request, 403, "this Origin is not allowed");
    else if (strcmp(path, "/healthz") == 0)
        give_json(e, request, 200, "{\"status\":\"ok\"}", 15, NULL);
    else if (strcmp(path, "/mcp") != 0)
        refuse_text(e, request, 404, "there is nothing but /mcp here");
    else if (strcmp(cm__httpd_method(request), "OPTIONS") != 0 &&
             !is_authorized(e, request))
        refuse_text(e, request, 401, "a bearer token is needed");
    else
        route_method(e, request);
}

static void peer_gone(void *user, HttpdRequest *request)
{
    Exchange *x = cm__httpd_user(request);
    (void)user;
    cm__httpd_drop(request);
    if (x == NULL)
        return;
    cm__front_hang_up(
        x->session != NULL ? x->session->front : x->endpoint->stateless, x);
    exchange_end(x);
}

static void httpd_stopped(void *user)
{
    Endpoint *e = user;
    e->spec.stopped(e->spec.user);
}

/* ---- time ---- */

static void end_idle_sessions(Endpoint *e, uint64_t now)
{
    for (Session *s = e->sessions, *next; s != NULL; s = next) {
        next = s->next;
        if ((s->has_ended || now - s->used_ms >= SESSION_IDLE_MS) && is_idle(s))
            session_free(s);
    }
}

/* An answer that is slow in coming becomes a stream, which is kept alive. */
static void tick(void *user)
{
    Endpoint *e = user;
    uint64_t now = cm__loop_now_ms(e->spec.loop);
    for (Exchange *x = e->exchanges; x != NULL; x = x->next)
        if (!x->is_streaming && x->takes_events &&
            now - x->started_ms >= QUIET_MS)
            (void)open_stream(x);
    end_idle_sessions(e, now);
    cm__timer_start(e->tick, TICK_MS);
}

/* ---- life ---- */

const char *cm__endpoint_url(const Endpoint *e)
{
    return e->url;
}

void cm__endpoint_list_changed(Endpoint *e)
{
    cm__front_list_changed(e->stateless);
    for (Session *s = e->sessions; s != NULL; s = s->next)
        cm__front_list_changed(s->front);
}

void cm__endpoint_settled(Endpoint *e)
{
    cm__front_settled(e->stateless);
    for (Session *s = e->sessions; s != NULL; s = s->next)
        cm__front_settled(s->front);
}

/* Ends requests that need no session. */
static void end_stateless(Endpoint *e)
{
    for (Exchange *x = e->exchanges, *next; x != NULL; x = next) {
        next = x->next;
        cm__front_hang_up(e->stateless, x);
        if (x->is_streaming)
            cm__httpd_stream_close(x->request);
        else
            refuse_text(e, x->request, 503, "the server is stopping");
        exchange_end(x);
    }
}

static void end_all(Endpoint *e)
{
    while (e->sessions != NULL)
        session_free(e->sessions);
    end_stateless(e);
}

void cm__endpoint_stop(Endpoint *e)
{
    e->is_stopping = true;
    cm__timer_stop(e->tick);
    end_all(e);
    cm__httpd_stop(e->httpd, STOP_GRACE_MS);
}

Endpoint *cm__endpoint_new(const EndpointSpec *spec, cm_error *err)
{
    static const HttpdEvents events = { .request = got_request,
                                        .gone = peer_gone,
                                        .stopped = httpd_stopped };
    const cm_allocator *alloc = cm__loop_alloc(spec->loop);
    const HttpdSpec httpd = { .address = spec->address,
                              .allow_remote = spec->allow_remote };
    Endpoint *e = cm__alloc_zero(alloc, 1, sizeof *e);
    if (e == NULL)
        return NULL;
    e->alloc = alloc;
    e->spec = *spec;
    e->stateless = new_front(e, true, stateless_send, e);
    e->tick = cm__timer_new(spec->loop, tick, e);
    if (e->stateless != NULL && e->tick != NULL)
        e->httpd = cm__httpd_new(spec->loop, &httpd, &events, e, err);
    if (e->httpd == NULL) {
        cm__endpoint_free(e);
        return NULL;
    }
    (void)snprintf(e->url, sizeof e->url, "http://%.100s/mcp",
                   cm__httpd_address(e->httpd));
    cm__timer_start(e->tick, TICK_MS);
    return e;
}

void cm__endpoint_free(Endpoint *e)
{
    if (e == NULL)
        return;
    if (e->httpd != NULL)
        end_all(e);
    cm__front_free(e->stateless);
    cm__httpd_free(e->httpd);
    cm__timer_free(e->tick);
    cm__free(e->alloc, e, sizeof *e);
}
