/* SPDX-License-Identifier: MIT */
#include "mcp/endpoint.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "mcp/batch.h"
#include "mcp/endpoint_internal.h"
#include "mcp/era.h"

enum {
    /* A request that waits longer becomes a stream, which is kept alive and can
     * be taken up again. A handshake has no stream to resume yet. */
    QUIET_MS = 2000,
    QUIET_START_MS = 10000,
    TICK_MS = 1000,
    STOP_GRACE_MS = 500,
    REQUESTS_MAX = 512 /* in hand, streams of sessions among them */
};

/* ---- POST ---- */

static void feed(Exchange *x, Front *front)
{
    size_t len;
    const char *body = cm__httpd_body(x->request, &len);
    cm__front_feed(front, body, len, x);
}

static void post_modern(Endpoint *e, HttpdRequest *request)
{
    Exchange *x = cm__exchange_new(e, request, NULL);
    if (x != NULL)
        feed(x, e->stateless);
}

static void post_initialize(Endpoint *e, HttpdRequest *request)
{
    Session *s = cm__session_new(e);
    if (s == NULL) {
        cm__answer_refuse(e, request, 503, CM_RPC_HTTP, "too many sessions");
        return;
    }
    Exchange *x = cm__exchange_new(e, request, s);
    if (x == NULL) {
        cm__session_free(s);
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
    Session *s = cm__session_require(e, request);
    if (s == NULL)
        return;
    if (kind == CM_RPC_REQUEST) {
        Exchange *x = cm__exchange_new(e, request, s);
        if (x != NULL)
            feed(x, s->front);
        return;
    }
    size_t len;
    const char *body = cm__httpd_body(request, &len);
    cm__front_feed(s->front, body, len, NULL);
    cm__answer_empty(e, request, 202);
}

/* Notices alone are answered by their arrival. */
static void post_batch(Endpoint *e, HttpdRequest *request,
                       const JsonValue *array)
{
    size_t n_answers, len;
    const char *version = ""; /* without a session none was agreed on */
    Session *s = NULL;
    if (cm__httpd_header(request, "mcp-session-id") != NULL) {
        s = cm__session_require(e, request);
        if (s == NULL)
            return;
        version = cm__front_version(s->front);
    }
    const char *fault = cm__batch_fault(array, version, &n_answers);
    if (s == NULL || fault != NULL) {
        cm__answer_refuse(e, request, 400, CM_RPC_INVALID_REQUEST,
                          fault != NULL ? fault : "a batch needs a session");
    } else if (n_answers == 0) {
        const char *body = cm__httpd_body(request, &len);
        cm__front_feed(s->front, body, len, NULL);
        cm__answer_empty(e, request, 202);
    } else {
        Exchange *x = cm__exchange_new(e, request, s);
        if (x != NULL)
            feed(x, s->front);
    }
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
        cm__answer_refusal(e, request, &why);
        break;
    case CM_ROUTE_MODERN:
        if (m.kind == CM_RPC_REQUEST)
            post_modern(e, request);
        else
            cm__answer_empty(e, request, 202);
        break;
    case CM_ROUTE_BATCH:
        post_batch(e, request, &doc->root);
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
    cm__answer_refusal(e, request, &why);
}

static void listen_to(Endpoint *e, HttpdRequest *request)
{
    Session *s = cm__session_require(e, request);
    Exchange *x = s != NULL ? cm__exchange_new(e, request, s) : NULL;
    if (x != NULL)
        cm__exchange_listen(x, cm__httpd_header(request, "last-event-id"));
}

static void delete_session(Endpoint *e, HttpdRequest *request)
{
    Session *s = cm__session_require(e, request);
    if (s == NULL)
        return;
    cm__session_free(s);
    cm__answer_empty(e, request, 204);
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

/* DELETE and GET are about sessions. */
static bool is_method_served(const HttpdRequest *request)
{
    const char *method = cm__httpd_method(request);
    return strcmp(method, "POST") == 0 ||
           (!is_modern_request(request) &&
            (strcmp(method, "GET") == 0 || strcmp(method, "DELETE") == 0));
}

/* Answers what needs no body, so that none is kept of who may not send one. */
static void got_head(void *user, HttpdRequest *request)
{
    Endpoint *e = user;
    const char *path = cm__httpd_path(request);
    HostGuardVerdict verdict = cm__endpoint_guard(e, request);
    if (verdict == CM_HOST_GUARD_HOST)
        cm__answer_refuse(e, request, 403, CM_RPC_HTTP,
                          "this Host is not served");
    else if (verdict == CM_HOST_GUARD_ORIGIN)
        cm__answer_refuse(e, request, 403, CM_RPC_HTTP,
                          "this Origin is not allowed");
    else if (strcmp(path, "/healthz") == 0)
        cm__answer_json(e, request, 200, "{\"status\":\"ok\"}", 15, NULL);
    else if (strcmp(path, "/mcp") != 0)
        cm__answer_refuse(e, request, 404, CM_RPC_HTTP,
                          "there is nothing but /mcp and /healthz here");
    else if (strcmp(cm__httpd_method(request), "OPTIONS") == 0)
        cm__answer_options(e, request);
    else if (!is_authorized(e, request))
        cm__answer_refuse(e, request, 401, CM_RPC_HTTP,
                          "the bearer token is missing or wrong");
    else if (!is_method_served(request))
        refuse_method(e, request);
}

static void got_request(void *user, HttpdRequest *request)
{
    Endpoint *e = user;
    const char *method = cm__httpd_method(request);
    if (strcmp(method, "POST") == 0)
        post(e, request);
    else if (strcmp(method, "GET") == 0)
        listen_to(e, request);
    else
        delete_session(e, request);
}

static void peer_gone(void *user, HttpdRequest *request)
{
    Exchange *x = cm__httpd_user(request);
    (void)user;
    cm__httpd_drop(request);
    if (x != NULL)
        cm__exchange_lost(x);
}

static void drained(void *user, HttpdRequest *request)
{
    Exchange *x = cm__httpd_user(request);
    (void)user;
    if (x != NULL)
        cm__exchange_drained(x);
}

static void httpd_stopped(void *user)
{
    Endpoint *e = user;
    e->spec.stopped(e->spec.user);
}

/* ---- time ---- */

/* An answer that is slow in coming becomes a stream, which is kept alive. */
static void tick(void *user)
{
    Endpoint *e = user;
    uint64_t now = cm__loop_now_ms(e->spec.loop);
    for (Exchange *x = e->exchanges; x != NULL; x = x->next)
        if (!x->is_streaming && x->takes_events &&
            now - x->started_ms >=
                (x->is_new_session ? QUIET_START_MS : QUIET_MS))
            (void)cm__exchange_open_stream(x);
    cm__sessions_tidy(e, now);
    cm__timer_start(e->tick, TICK_MS);
}

/* ---- life ---- */

static void stateless_send(void *user, const McpReply *reply)
{
    (void)user;
    if (reply->to != NULL)
        cm__exchange_send(reply->to, reply);
}

const char *cm__endpoint_url(const Endpoint *e)
{
    return e->url;
}

bool cm__endpoint_is_remote(const Endpoint *e)
{
    return cm__httpd_is_remote(e->httpd);
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
        cm__exchange_close(x, 503, "the server is stopping");
    }
}

static void end_all(Endpoint *e)
{
    while (e->sessions != NULL)
        cm__session_free(e->sessions);
    end_stateless(e);
}

void cm__endpoint_stop(Endpoint *e)
{
    cm__timer_stop(e->tick);
    end_all(e);
    cm__httpd_stop(e->httpd, STOP_GRACE_MS);
}

Endpoint *cm__endpoint_new(const EndpointSpec *spec, cm_error *err)
{
    static const HttpdEvents events = { .head = got_head,
                                        .request = got_request,
                                        .gone = peer_gone,
                                        .drained = drained,
                                        .stopped = httpd_stopped };
    const cm_allocator *alloc = cm__loop_alloc(spec->loop);
    /* unless the server says better */
    (void)cm__error_set(err, CM_E_NOMEM, "", "out of memory");
    const HttpdSpec httpd = { .address = spec->address,
                              .max_connections = REQUESTS_MAX,
                              .allow_remote = spec->allow_remote };
    Endpoint *e = cm__alloc_zero(alloc, 1, sizeof *e);
    if (e == NULL)
        return NULL;
    e->alloc = alloc;
    e->spec = *spec;
    e->stateless = cm__endpoint_front(e, true, stateless_send, NULL, e);
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
