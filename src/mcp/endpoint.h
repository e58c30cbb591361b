/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_ENDPOINT_H
#define CM_MCP_ENDPOINT_H
/* endpoint: the Streamable HTTP transport of the gateway, in both eras.
 *
 * One path takes POST, GET and DELETE. Handshake-era clients get a session with
 * an unguessable id, a server (server.h) of their own and, if they ask with
 * GET, a stream for what belongs to no request. Modern requests need no
 * session: one stateless front answers them all, and a closed connection
 * cancels its request. An answer is one JSON body when it comes first, else a
 * stream of events: progress, then the answer. A session's stream that breaks
 * off can be taken up again (replay.h): its call is not cancelled. A session
 * whose front has ended is not found any more (404), so that its client starts a
 * new one.
 * Before a byte of its body is kept a request passes the checks of Host, Origin,
 * path, method and, when one is set, the bearer token. GET /healthz says that
 * the process is alive.
 * Ownership: the texts of the spec are borrowed.
 * Threads:   the loop's thread only.
 * Limits:    sessions (1,000 unless the spec says less; the one unused longest
 *            gives way); those idle for an hour end. 512 requests at once, 64
 *            MiB of events that are kept to be said again. */
#include "mcp/front.h"
#include "mcp/trace.h"
#include "net/log.h"
#include "net/loop.h"

typedef struct Endpoint Endpoint;

typedef struct EndpointSpec {
    Loop *loop;
    const Log *log;
    FrontMaker fronts;   /* who answers */
    Trace *trace;        /* NULL: messages are written nowhere */
    const char *address; /* see httpd.h */
    bool allow_remote;
    const char *token;   /* clients must send it as bearer; NULL: none */
    size_t max_sessions; /* 0: 1,000 */
    /* Besides loopback names; see host_guard.h. */
    const char *const *hosts, *const *origins;
    size_t n_hosts, n_origins;
    void (*stopped)(void *user); /* the end of cm__endpoint_stop */
    void *user;
} EndpointSpec;

/* Listens. NULL when that is refused; err->text says why. */
Endpoint *cm__endpoint_new(const EndpointSpec *spec, cm_error *err);
void cm__endpoint_free(Endpoint *endpoint);
/* "http://127.0.0.1:41234/mcp" */
const char *cm__endpoint_url(const Endpoint *endpoint);
/* Whether other machines may reach it. */
bool cm__endpoint_is_remote(const Endpoint *endpoint);

/* As cm__front_list_changed and cm__front_settled, for every client. */
void cm__endpoint_list_changed(Endpoint *endpoint);
void cm__endpoint_settled(Endpoint *endpoint);

/* Ends all sessions and requests, then listening; `stopped` follows. */
void cm__endpoint_stop(Endpoint *endpoint);

#endif
