/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_ENDPOINT_INTERNAL_H
#define CM_MCP_ENDPOINT_INTERNAL_H
/* endpoint_internal: what the parts of the HTTP transport share.
 *
 *     endpoint.c           which request is for whom; the whole's life
 *     endpoint_session.c   clients with a handshake
 *     endpoint_exchange.c  requests under way, streams, what is said again
 *     endpoint_answer.c    one body, with the headers that belong to it */
#include "mcp/endpoint.h"
#include "mcp/replay.h"
#include "mcp/routing.h"
#include "net/host_guard.h"
#include "net/httpd.h"

enum {
    CM_SESSION_ID_LEN = 32,
    CM_ENDPOINT_HEADERS_MAX = 8
};

typedef struct Exchange Exchange;

typedef struct Session {
    struct Session *prev, *next;
    Endpoint *endpoint;
    Front *front;
    Exchange *listener; /* newest GET stream; NULL: none */
    Replay replay;
    uint64_t n_streams; /* of POSTs, so far */
    uint64_t n_noted;   /* events of stream 0, and how many of them */
    uint64_t n_told; /* went out; the others wait for a GET that takes them */
    bool has_ended;  /* its front has; it is not found any more */
    uint64_t used_ms;
    char id[CM_SESSION_ID_LEN + 1];
} Session;

/* One HTTP request under way: of a message that waits for its answer, or a
 * stream of a session. */
struct Exchange {
    Exchange *prev, *next;
    Endpoint *endpoint;
    Session *session;      /* NULL: stateless */
    HttpdRequest *request; /* NULL: broken off, and may be resumed */
    uint64_t started_ms;
    uint64_t stream, n_events; /* of a session: see replay.h */
    uint64_t n_told;     /* went out; the others wait until the peer has read */
    bool is_over;        /* answered, and the answer still waits */
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
    size_t n_sessions, replay_bytes;
    Exchange *exchanges;
    Timer *tick;
    char url[160];
};

/* ---- answers ---- */

typedef struct Answer {
    HttpdHeader headers[CM_ENDPOINT_HEADERS_MAX];
    size_t n;
} Answer;

HostGuardVerdict cm__endpoint_guard(const Endpoint *e,
                                    const HttpdRequest *request);
/* With what a page of an allowed origin needs to read the answer. */
Answer cm__answer_begin(const Endpoint *e, const HttpdRequest *request);
void cm__answer_add(Answer *a, const char *name, const char *value);
void cm__answer_give(HttpdRequest *request, Answer *a, unsigned status,
                     const char *body, size_t len);
/* session: its id when the answer has to tell it, else NULL. */
void cm__answer_json(const Endpoint *e, HttpdRequest *request, unsigned status,
                     const char *json, size_t len, const char *session);
void cm__answer_empty(const Endpoint *e, HttpdRequest *request,
                      unsigned status);
void cm__answer_options(const Endpoint *e, HttpdRequest *request);
/* An error that belongs to no message, or to one that no server saw. */
void cm__answer_refusal(const Endpoint *e, HttpdRequest *request,
                        const Refusal *why);
void cm__answer_refuse(const Endpoint *e, HttpdRequest *request,
                       unsigned status, int code, const char *text);

/* ---- exchanges ---- */

/* NULL: memory was refused, and the request dropped. */
Exchange *cm__exchange_new(Endpoint *e, HttpdRequest *request, Session *s);
/* The request was given back already. */
void cm__exchange_end(Exchange *x);
bool cm__exchange_open_stream(Exchange *x);
/* Ends it without an answer. */
void cm__exchange_close(Exchange *x, unsigned status, const char *text);
/* Sends what the front says for it; the exchange may be gone after it. */
void cm__exchange_send(Exchange *x, const McpReply *reply);
/* The peer is gone, and the request given back. A stream of a session stays:
 * its client may ask for the rest of it. */
void cm__exchange_lost(Exchange *x);
/* The peer has taken all that it was given. */
void cm__exchange_drained(Exchange *x);
/* What belongs to a session and to no request. */
void cm__session_note(Session *s, const McpReply *reply);
/* Makes it the session's listener, or what resumes another stream, behind the
 * event of that id; id NULL: a new listener. */
void cm__exchange_listen(Exchange *x, const char *last_event_id);

/* ---- sessions ---- */

/* NULL: memory is refused, or all sessions are in use. */
Session *cm__session_new(Endpoint *e);
/* Ends what is open of it, too: a request that waits has no answer any more. */
void cm__session_free(Session *s);
/* The session that the request names, as used now; NULL: it was refused. */
Session *cm__session_require(Endpoint *e, HttpdRequest *request);
/* Ends sessions that nobody uses, and forgets what nobody asked for again. */
void cm__sessions_tidy(Endpoint *e, uint64_t now);
Front *cm__endpoint_front(Endpoint *e, bool is_stateless,
                          void (*send)(void *user, const McpReply *reply),
                          void (*ended)(void *user), void *user);

#endif
