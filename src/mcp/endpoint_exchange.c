/* SPDX-License-Identifier: MIT */
/* Every event of a session has an id and is kept for a while (replay.h). When
 * the stream of a POST breaks off, its call runs on; a GET with Last-Event-ID
 * takes the stream up again.
 *
 * A connection is given at most as much as it has room for. The rest is said
 * from what is kept when the peer has read that, so a peer that reads too slowly
 * misses what is kept no longer, which is progress and log lines first. */
#include <string.h>

#include "mcp/endpoint_internal.h"
#include "net/sse.h"

enum {
    KEEPALIVE_MS = 15000,
    RETRY_MS = 1000,  /* how long a client waits before it asks again */
    LISTENERS_MAX = 4 /* GET streams of a session */
};
#define REPLAY_TOTAL_MAX ((size_t)64 << 20) /* of all sessions */
/* Clients of older versions take an event without data for a broken message. */
#define PRIMING_SINCE    "2025-11-25"

static void send_event(Exchange *x, const McpReply *reply);
static Exchange *note_stream(Session *s);

/* ---- life ---- */

Exchange *cm__exchange_new(Endpoint *e, HttpdRequest *request, Session *s)
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

void cm__exchange_end(Exchange *x)
{
    Endpoint *e = x->endpoint;
    if (x->session != NULL && x->session->listener == x)
        x->session->listener = NULL;
    if (x->session != NULL && x->stream != 0)
        cm__replay_settle(&x->session->replay, x->stream);
    *(x->prev != NULL ? &x->prev->next : &e->exchanges) = x->next;
    if (x->next != NULL)
        x->next->prev = x->prev;
    cm__free(e->alloc, x, sizeof *x);
}

void cm__exchange_close(Exchange *x, unsigned status, const char *text)
{
    if (x->request != NULL && x->is_over)
        cm__httpd_drop(x->request); /* an answer is not left out quietly */
    else if (x->request != NULL && x->is_streaming)
        cm__httpd_stream_close(x->request);
    else if (x->request != NULL)
        cm__answer_refuse(x->endpoint, x->request, status, CM_RPC_HTTP, text);
    cm__exchange_end(x);
}

void cm__exchange_lost(Exchange *x)
{
    Endpoint *e = x->endpoint;
    Session *s = x->session;
    bool has_listened = s != NULL && s->listener == x;
    x->request = NULL;
    if (x->stream != 0 && !x->is_over)
        return;
    cm__front_hang_up(s != NULL ? s->front : e->stateless, x);
    cm__exchange_end(x);
    if (has_listened)
        (void)note_stream(s); /* an older one goes on with what waits */
}

/* ---- events ---- */

/* CM_E_LIMIT: the peer takes too little of it; the stream will drain. */
static cm_status write_event(Exchange *x, const SseEvent *event,
                             bool says_retry)
{
    Buf bytes;
    cm__buf_init(&bytes, x->endpoint->alloc, CM_BUF_NO_LIMIT);
    if (says_retry)
        cm__sse_write_retry(&bytes, RETRY_MS);
    cm_status status = cm__sse_write_event(&bytes, event);
    if (status == CM_OK)
        status = bytes.status;
    if (status == CM_OK)
        status = cm__httpd_stream_write(x->request, bytes.bytes, bytes.len);
    cm__buf_done(&bytes);
    return status;
}

static cm_status write_message(Exchange *x, uint64_t stream, uint64_t number,
                               const char *text, size_t len)
{
    char id[CM_REPLAY_ID_MAX];
    SseEvent event = { .data = text, .data_len = len, .has_data = true };
    if (x->session != NULL) {
        cm__replay_write_id(id, stream, number);
        event.has_id = true;
        event.id = id;
        event.id_len = strlen(id);
    }
    /* Alone, a time to wait would be an event to some clients, too. */
    return write_event(x, &event, x->session != NULL && number == 1);
}

/* The first event of a stream: an id to resume with, before there is anything
 * to say. */
static void prime(Exchange *x, uint64_t stream, uint64_t number)
{
    char id[CM_REPLAY_ID_MAX];
    cm__replay_write_id(id, stream, number);
    const SseEvent event = {
        .id = id, .id_len = strlen(id), .has_id = true, .has_data = true
    };
    if (strcmp(cm__front_version(x->session->front), PRIMING_SINCE) >= 0)
        (void)write_event(x, &event, true);
}

static bool open_stream(Exchange *x)
{
    Answer a = cm__answer_begin(x->endpoint, x->request);
    if (x->is_new_session)
        cm__answer_add(&a, "mcp-session-id", x->session->id);
    x->is_streaming = cm__httpd_stream_open(x->request, a.headers, a.n,
                                            KEEPALIVE_MS) == CM_OK;
    return x->is_streaming;
}

/* Clients need not open a stream of their own, and until somebody answers a
 * server may say nothing more: what it asked before there was any stream is
 * asked on this one. */
static void ask_what_waits(Exchange *x)
{
    Session *s = x->session;
    const ReplayEvent *e;
    while ((e = cm__replay_waiting(&s->replay, 0)) != NULL) {
        bool is_refused = false;
        size_t len = e->len;
        char *text = cm__alloc_text(x->endpoint->alloc, e->text, len);
        if (text == NULL)
            return; /* it waits on */
        cm__replay_told(&s->replay, 0, e->number);
        const McpReply reply = {
            .to = x, .text = text, .len = len, .ret_refused = &is_refused
        };
        send_event(x, &reply);
        cm__free(x->endpoint->alloc, text, len + 1);
    }
}

bool cm__exchange_open_stream(Exchange *x)
{
    if (!open_stream(x))
        return false;
    if (x->session != NULL) {
        x->stream = ++x->session->n_streams;
        prime(x, x->stream, 0);
        if (x->session->listener == NULL)
            ask_what_waits(x);
    }
    return true;
}

/* Whether it can be said later. Of what waits to be said for the first time the
 * requests of the server stay. */
static bool keep(Session *s, uint64_t stream, uint64_t number,
                 const McpReply *reply, bool waits)
{
    Endpoint *e = s->endpoint;
    const ReplayEvent event = { .stream = stream,
                                .number = number,
                                .kept_ms = cm__loop_now_ms(e->spec.loop),
                                .is_answer = stream != 0 && reply->is_last,
                                .is_request = reply->ret_refused != NULL,
                                .is_waiting =
                                    waits && reply->ret_refused != NULL };
    bool is_kept = cm__replay_keep(&s->replay, &event, reply->text, reply->len);
    for (Session *old = e->sessions;
         old != NULL && e->replay_bytes > REPLAY_TOTAL_MAX;)
        if (!cm__replay_drop_one(&old->replay)) /* longest unused first */
            old = old->next;
    if (e->replay_bytes <= REPLAY_TOTAL_MAX)
        return is_kept;
    /* Requests are all there is: this one, then, finds no room. */
    cm__replay_told(&s->replay, stream, number);
    (void)cm__replay_drop_one(&s->replay);
    return false;
}

/* Breaks the connection: the client may come back for what it was not given. */
static void break_off(Exchange *x)
{
    cm__httpd_drop(x->request);
    x->request = NULL;
    if (x->stream == 0 || x->is_over)
        cm__exchange_end(x);
}

/* How much of its stream the connection of a session was given. */
static uint64_t *told_of(Exchange *x)
{
    return x->stream != 0 ? &x->n_told : &x->session->n_told;
}

/* Gives the connection what it was not given yet, as far as there is room. The
 * exchange may be gone after it. */
static void catch_up(Exchange *x)
{
    Session *s = x->session;
    uint64_t *told = told_of(x);
    uint64_t last = x->stream != 0 ? x->n_events : s->n_noted;
    const ReplayEvent *e;
    while (*told < last &&
           (e = cm__replay_after(&s->replay, x->stream, *told)) != NULL) {
        cm_status status =
            write_message(x, x->stream, e->number, e->text, e->len);
        if (status == CM_E_LIMIT)
            return;
        if (status != CM_OK) {
            break_off(x);
            return;
        }
        *told = e->number;
        cm__replay_told(&s->replay, x->stream, e->number);
    }
    bool is_whole = *told == last;
    *told = last;
    if (!x->is_over)
        return;
    if (!is_whole) {
        break_off(x); /* an answer is not left out quietly */
        return;
    }
    cm__httpd_stream_close(x->request);
    cm__exchange_end(x);
}

void cm__exchange_drained(Exchange *x)
{
    if (x->session != NULL && (x->stream != 0 || x->session->listener == x))
        catch_up(x);
}

/* ---- what belongs to a request ---- */

/* A session that begins with an error is none, and what fails because the
 * session is lost says so to a client that can start anew. */
static unsigned status_of(const Exchange *x, const McpReply *reply)
{
    if (x->session != NULL && reply->error != 0 && !x->is_new_session &&
        x->session->has_ended)
        return 404;
    return cm__routing_status(reply->is_modern, reply->error);
}

/* The end of a cancelled request: a stream with nothing more. */
static void end_unanswered(Exchange *x)
{
    if (x->request == NULL)
        ;
    else if (x->is_streaming || (x->takes_events && open_stream(x)))
        cm__httpd_stream_close(x->request);
    else
        cm__answer_empty(x->endpoint, x->request, 202);
    cm__exchange_end(x);
}

/* Says the newest event of a session's stream, or leaves it to wait behind
 * others. False when it will not be said on this connection nor on another. The
 * exchange lives on unless its stream is the listener's. */
static bool say(Exchange *x, uint64_t number, const McpReply *reply)
{
    Session *s = x->session;
    cm_status status = CM_E_LIMIT;
    if (x->request != NULL && *told_of(x) + 1 == number)
        status = write_message(x, x->stream, number, reply->text, reply->len);
    bool is_kept = keep(s, x->stream, number, reply, status != CM_OK);
    if (status == CM_OK)
        *told_of(x) = number;
    else if (status != CM_E_LIMIT)
        break_off(x);
    return status == CM_OK || is_kept;
}

/* The answer was said, or waits, or was not. */
static void end_stream(Exchange *x, bool is_sayable)
{
    bool is_said = x->session == NULL || x->n_told == x->n_events;
    if (x->request != NULL && is_sayable && !is_said) {
        x->is_over = true;
        return;
    }
    if (x->request != NULL && is_sayable)
        cm__httpd_stream_close(x->request);
    else if (x->request != NULL)
        cm__httpd_drop(x->request); /* an answer is not left out quietly */
    cm__exchange_end(x);
}

static void send_event(Exchange *x, const McpReply *reply)
{
    x->n_events++;
    bool is_sayable = x->session != NULL
                          ? say(x, x->n_events, reply)
                          : write_message(x, 0, x->n_events, reply->text,
                                          reply->len) == CM_OK;
    if (reply->is_last)
        end_stream(x, is_sayable);
    else if (!is_sayable && reply->ret_refused != NULL)
        *reply->ret_refused = true;
}

/* A request of the server that the exchange has no stream for. */
static void ask_elsewhere(Exchange *x, const McpReply *reply)
{
    if (x->session != NULL)
        cm__session_note(x->session, reply);
    else
        *reply->ret_refused = true;
}

static bool has_stream(Exchange *x)
{
    return x->is_streaming || (x->takes_events && cm__exchange_open_stream(x));
}

/* A stream of the session that somebody reads, or NULL. */
static Exchange *open_stream_of(const Session *s)
{
    Exchange *x = s->endpoint->exchanges;
    while (x != NULL && (x->session != s || !x->is_streaming ||
                         x->request == NULL || x->is_over))
        x = x->next;
    return x;
}

/* Whether a client whose stream broke off has an id to come back with. */
static bool can_be_resumed(const Exchange *x)
{
    return x->n_told > 0 ||
           strcmp(cm__front_version(x->session->front), PRIMING_SINCE) >= 0;
}

/* Whether what the server asks is better said elsewhere than on a stream that
 * broke off: somebody waits for the answer, and servers on pipes do not tell
 * which request a question belongs to. */
static bool is_deaf(const Exchange *x)
{
    return x->session != NULL && x->is_streaming && x->request == NULL &&
           (open_stream_of(x->session) != NULL || !can_be_resumed(x));
}

/* The peer takes either form; one that takes events alone gets them. */
void cm__exchange_send(Exchange *x, const McpReply *reply)
{
    if (reply->text == NULL) {
        end_unanswered(x);
        return;
    }
    if (!reply->is_last &&
        (!has_stream(x) || (reply->ret_refused != NULL && is_deaf(x)))) {
        if (reply->ret_refused != NULL)
            ask_elsewhere(x, reply);
        return; /* else it is progress that cannot be told */
    }
    cm__trace_message(x->endpoint->spec.trace, "client", '<', reply->text,
                      reply->len);
    if (x->is_new_session && reply->is_last && reply->error != 0)
        x->session->has_ended = true;
    if (!x->is_streaming && reply->is_last && x->takes_json) {
        bool says_id = x->is_new_session && reply->error == 0;
        cm__answer_json(x->endpoint, x->request, status_of(x, reply),
                        reply->text, reply->len,
                        says_id ? x->session->id : NULL);
        cm__exchange_end(x);
        return;
    }
    if (has_stream(x))
        send_event(x, reply);
}

/* ---- what belongs to no request ---- */

/* What says the same as something that waits already says it once. */
static bool waits_already(const Session *s, const McpReply *reply)
{
    const ReplayEvent *e = cm__replay_after(&s->replay, 0, s->n_told);
    for (; e != NULL; e = e->next)
        if (e->stream == 0 && e->number > s->n_told && e->len == reply->len &&
            memcmp(e->text, reply->text, e->len) == 0)
            return true;
    return false;
}

/* The session's own stream, or one of a request, or NULL. A GET stream that was
 * not the newest becomes that when the newest has ended. */
static Exchange *note_stream(Session *s)
{
    if (s->listener != NULL)
        return s->listener;
    Exchange *x = open_stream_of(s);
    if (x == NULL || x->stream != 0)
        return x;
    s->listener = x;
    catch_up(x); /* it may be gone after it */
    return s->listener;
}

/* Without a stream it waits: a client asks for its own only after the
 * handshake. */
void cm__session_note(Session *s, const McpReply *reply)
{
    Exchange *x = note_stream(s);
    if (x != NULL && x->stream != 0) {
        cm__exchange_send(x, reply);
        return;
    }
    if (x == NULL && waits_already(s, reply))
        return;
    cm__trace_message(s->endpoint->spec.trace, "client", '<', reply->text,
                      reply->len);
    uint64_t number = ++s->n_noted;
    bool is_sayable =
        x != NULL ? say(x, number, reply) : keep(s, 0, number, reply, true);
    if (!is_sayable && reply->ret_refused != NULL)
        *reply->ret_refused = true;
}

/* ---- streams that are taken up again ---- */

/* Only the newest GET stream is told anything. Others stay for clients that
 * open some at once, but not without end: each holds a connection. */
static void close_old_listeners(const Session *s)
{
    unsigned n = 0;
    for (Exchange *x = s->endpoint->exchanges, *next; x != NULL; x = next) {
        next = x->next; /* an older one */
        if (x->session == s && x->is_streaming && x->stream == 0 &&
            ++n >= LISTENERS_MAX)
            cm__exchange_close(x, 0, "");
    }
}

static void listen_to_session(Exchange *x, uint64_t from)
{
    Session *s = x->session;
    close_old_listeners(s);
    if (!open_stream(x)) {
        cm__httpd_drop(x->request);
        cm__exchange_end(x);
        return;
    }
    s->listener = x;
    if (from < s->n_told) /* no client has seen more */
        s->n_told = from;
    prime(x, 0, s->n_told);
    catch_up(x);
}

/* The exchange of a stream whose request is not answered, or NULL. */
static Exchange *find_stream(const Session *s, uint64_t stream)
{
    Exchange *x = s->endpoint->exchanges;
    while (x != NULL && (x->session != s || x->stream != stream))
        x = x->next;
    return x;
}

/* The connection of `x` is from now on that of the request. */
static void take_over(Exchange *of, Exchange *x, uint64_t number)
{
    if (of->request != NULL) { /* its end was not noticed yet */
        cm__httpd_set_user(of->request, NULL);
        cm__httpd_stream_close(of->request);
    }
    of->request = x->request;
    cm__httpd_set_user(of->request, of);
    cm__exchange_end(x);
    if (number < of->n_told)
        of->n_told = number;
    if (open_stream(of)) {
        catch_up(of);
    } else {
        of->is_streaming = true; /* and broken, as before */
        break_off(of);
    }
}

static void resume(Exchange *x, uint64_t stream, uint64_t number)
{
    Session *s = x->session;
    Exchange *of = find_stream(s, stream);
    const ReplayEvent *answer = cm__replay_answer(&s->replay, stream);
    if (of != NULL) {
        take_over(of, x, number);
    } else if (answer == NULL) {
        cm__exchange_close(x, 410,
                           "what followed Last-Event-ID is not kept any more");
    } else {
        x->stream = stream;
        x->n_events = answer->number;
        x->n_told = number < x->n_events ? number : x->n_events;
        x->is_over = true;
        if (open_stream(x))
            catch_up(x);
        else
            break_off(x);
    }
}

void cm__exchange_listen(Exchange *x, const char *last_event_id)
{
    uint64_t stream = 0, number = x->session->n_told;
    if (!x->takes_events)
        cm__exchange_close(x, 406, "the stream is text/event-stream");
    else if (last_event_id != NULL &&
             !cm__replay_read_id(last_event_id, &stream, &number))
        cm__exchange_close(x, 400, "Last-Event-ID is none of this session");
    else if (stream == 0)
        listen_to_session(x, number);
    else
        resume(x, stream, number);
}
