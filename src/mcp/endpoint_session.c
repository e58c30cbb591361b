/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

#include "mcp/endpoint_internal.h"

enum {
    SESSIONS_MAX = 1000,
    SESSION_IDLE_MS = 3600 * 1000,
    REPLAY_MS = 300 * 1000 /* what POSTs were answered is kept so long */
};

/* ---- the list, longest unused first ---- */

static void unlink_session(Session *s)
{
    Endpoint *e = s->endpoint;
    *(s->prev != NULL ? &s->prev->next : &e->sessions) = s->next;
    *(s->next != NULL ? &s->next->prev : &e->last_session) = s->prev;
}

static void link_session(Session *s)
{
    Endpoint *e = s->endpoint;
    s->used_ms = cm__loop_now_ms(e->spec.loop);
    s->next = NULL;
    s->prev = e->last_session;
    *(e->last_session != NULL ? &e->last_session->next : &e->sessions) = s;
    e->last_session = s;
}

static bool has_answer_waiting(const Session *s)
{
    const Exchange *x = s->endpoint->exchanges;
    while (x != NULL && (x->session != s || !x->is_over))
        x = x->next;
    return x != NULL;
}

static bool is_idle(const Session *s)
{
    return s->listener == NULL && cm__front_is_idle(s->front) &&
           !has_answer_waiting(s);
}

/* Whether nobody was there for so long that nothing is said again: what runs,
 * perhaps for ever, runs for a client that is gone. */
static bool is_deserted(const Session *s)
{
    const Endpoint *e = s->endpoint;
    if (cm__loop_now_ms(e->spec.loop) - s->used_ms < REPLAY_MS)
        return false;
    for (const Exchange *x = e->exchanges; x != NULL; x = x->next)
        if (x->session == s && x->request != NULL)
            return false;
    return true;
}

/* Makes room by ending the session that was unused longest. */
static bool make_room(Endpoint *e)
{
    Session *s = e->sessions;
    if (e->n_sessions <
        (e->spec.max_sessions != 0 ? e->spec.max_sessions : SESSIONS_MAX))
        return true;
    while (s != NULL && !is_idle(s) && !is_deserted(s))
        s = s->next;
    if (s != NULL)
        cm__session_free(s);
    return s != NULL;
}

/* Answers what will not be asked any more, in the client's place: a server on a
 * pipe may wait for it in another call than the one that is over. */
static void refuse_void(Session *s)
{
    const JsonOptions options = { .max_depth = 0 };
    const cm_allocator *alloc = s->endpoint->alloc;
    ReplayEvent *event;
    while (!s->has_ended &&
           (event = cm__replay_take_void(&s->replay)) != NULL) {
        JsonDoc *doc = NULL;
        RpcMessage m;
        Buf text;
        cm__buf_init(&text, alloc, CM_BUF_NO_LIMIT);
        if (cm__json_parse(alloc, event->text, event->len, &options, &doc,
                           NULL) == CM_OK &&
            cm__rpc_read(&doc->root, &m) && m.kind == CM_RPC_REQUEST)
            cm__rpc_error(&text, m.id, CM_RPC_HTTP,
                          "the client does not take what it is asked");
        if (text.status == CM_OK && text.len > 0)
            cm__front_feed(s->front, text.bytes, text.len, NULL);
        cm__buf_done(&text);
        cm__json_doc_free(doc);
        cm__free(alloc, event, sizeof *event + event->len);
    }
}

void cm__sessions_tidy(Endpoint *e, uint64_t now)
{
    for (Session *s = e->sessions, *next; s != NULL; s = next) {
        next = s->next;
        refuse_void(s);
        if ((s->has_ended || now - s->used_ms >= SESSION_IDLE_MS) &&
            (is_idle(s) || is_deserted(s)))
            cm__session_free(s);
        else if (now > REPLAY_MS)
            cm__replay_expire(&s->replay, now - REPLAY_MS);
    }
}

/* ---- fronts ---- */

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

Front *cm__endpoint_front(Endpoint *e, bool is_stateless,
                          void (*send)(void *user, const McpReply *reply),
                          void (*ended)(void *user), void *user)
{
    const FrontSpec spec = { .is_stateless = is_stateless,
                             .send = send,
                             .ended = ended,
                             .param_at = param_at,
                             .user = user };
    return e->spec.fronts.make(e->spec.fronts.ctx, &spec);
}

static void session_send(void *user, const McpReply *reply)
{
    if (reply->to != NULL)
        cm__exchange_send(reply->to, reply);
    else
        cm__session_note(user, reply);
}

static void session_ended(void *user)
{
    Session *s = user;
    s->has_ended = true;
    if (s->listener != NULL)
        cm__exchange_close(s->listener, 0, "");
}

/* ---- life ---- */

static bool make_id(char id[CM_SESSION_ID_LEN + 1])
{
    unsigned char bytes[CM_SESSION_ID_LEN / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    for (size_t i = 0; i < sizeof bytes; i++)
        (void)snprintf(id + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

Session *cm__session_new(Endpoint *e)
{
    Session *s = make_room(e) ? cm__alloc_zero(e->alloc, 1, sizeof *s) : NULL;
    if (s == NULL)
        return NULL;
    s->endpoint = e;
    s->front = cm__endpoint_front(e, false, session_send, session_ended, s);
    if (s->front == NULL || !make_id(s->id)) {
        cm__front_free(s->front);
        cm__free(e->alloc, s, sizeof *s);
        return NULL;
    }
    cm__replay_init(&s->replay, e->alloc, &e->replay_bytes);
    link_session(s);
    e->n_sessions++;
    return s;
}

void cm__session_free(Session *s)
{
    Endpoint *e = s->endpoint;
    cm__front_free(s->front);
    for (Exchange *x = e->exchanges, *next; x != NULL; x = next) {
        next = x->next;
        if (x->session == s)
            cm__exchange_close(x, 404, "the session has ended");
    }
    cm__replay_done(&s->replay);
    unlink_session(s);
    e->n_sessions--;
    cm__free(e->alloc, s, sizeof *s);
}

/* ---- the session of a request ---- */

static Session *find_session(Endpoint *e, const char *id)
{
    Session *s = e->last_session;
    while (s != NULL && (s->has_ended || strcmp(s->id, id) != 0))
        s = s->prev;
    if (s != NULL) {
        unlink_session(s);
        link_session(s);
    }
    return s;
}

Session *cm__session_require(Endpoint *e, HttpdRequest *request)
{
    const char *id = cm__httpd_header(request, "mcp-session-id");
    Session *s = id != NULL ? find_session(e, id) : NULL;
    if (id == NULL)
        cm__answer_refuse(e, request, 400, CM_RPC_HTTP,
                          "no session: send initialize first, then the header "
                          "Mcp-Session-Id");
    else if (s == NULL)
        cm__answer_refuse(e, request, 404, CM_RPC_HTTP, "session not found");
    return s;
}
