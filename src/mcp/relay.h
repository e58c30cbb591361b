/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_RELAY_H
#define CM_MCP_RELAY_H
/* relay: another server, passed on unchanged (`serve --passthrough`).
 *
 * Everything that the server behind offers reaches the client as it is: tools,
 * prompts, resources, completion, logging, and what the server asks of the
 * client. A client with a handshake gets a connection of its own, so that its
 * capabilities, its session and its subscriptions are its own; stateless
 * requests share one. Only ids, progress tokens and subscription ids are put
 * for others and back, since those of many clients may be equal.
 * The relay does not translate between the eras: a modern request needs a
 * modern server.
 *
 * A connection outlives its front by the time that an orderly end takes (input
 * closed and a process waited for, an HTTP session deleted); the Relays keeps
 * those.
 * Ownership: the fronts are their makers', and freed before the Relays; the
 *            server's spec is borrowed.
 * Threads:   the loop's thread only. */
#include "mcp/front.h"
#include "mcp/upstream.h"
#include "net/http.h"

/* All clients of one server. */
typedef struct Relays Relays;

typedef struct RelaySpec {
    Loop *loop;
    const Log *log;
    const UpstreamSpec *server;
    HttpClient *http; /* of a server with a URL */
} RelaySpec;

/* NULL when memory is refused. The spec is copied. */
Relays *cm__relays_new(const RelaySpec *spec);
/* Connections that are still open are cut. NULL is a no-op. */
void cm__relays_free(Relays *relays);

/* The front of one more client; NULL when memory is refused. */
Front *cm__relays_add(Relays *relays, const FrontSpec *front);

/* The orderly end of all connections; what their servers still say is passed
 * on. No new ones are made. */
void cm__relays_stop(Relays *relays);
bool cm__relays_is_stopped(const Relays *relays);

#endif
