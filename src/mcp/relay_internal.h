/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_RELAY_INTERNAL_H
#define CM_MCP_RELAY_INTERNAL_H
/* relay_internal: what the two directions of a relay share.
 *
 * relay.c has what comes from the client, and the whole's life; relay_server.c
 * has the connection behind and what comes from there. */
#include "mcp/headercheck.h"
#include "mcp/jsonrpc.h"
#include "mcp/relay.h"
#include "mcp/renaming.h"
#include "mcp/wire.h"

enum {
    CM_RELAY_TOKEN_MAX = 600,
    CM_RELAY_UNREACHABLE = -32000 /* code of errors of our own */
};

typedef struct Relay Relay;

/* A request on its way through. */
typedef struct Passage {
    struct Passage *prev, *next;
    uint64_t number; /* its id on the other side, and its token there */
    void *to;
    bool is_modern, is_mute, is_initialize, is_subscription, lists_tools;
    bool is_counted;                /* among those that are bounded */
    char id[CM_RPC_ID_MAX + 1];     /* JSON text, as the client gave it */
    char token[CM_RELAY_TOKEN_MAX]; /* JSON text; "": none */
} Passage;

struct Relay {
    Front front; /* first */
    const cm_allocator *alloc;
    Relays *relays;
    Relay *prev, *next; /* list of the relays */
    RelaySpec spec;
    FrontSpec out;
    Wire *wire;              /* NULL: not connected */
    Passage *first, *newest; /* in the order of their numbers */
    size_t n_counted;
    uint64_t last_number;
    HeaderCheck check; /* of requests over HTTP for a server on a pipe */
    char version[16];  /* agreed in the handshake */
    bool has_ended;    /* a connection with a handshake is not made anew */
    bool is_stopping;
    bool is_flood_logged, is_batch_logged, is_junk_logged;
    bool is_freed; /* the front; only the end of the wire is waited for */
};

struct Relays {
    const cm_allocator *alloc;
    RelaySpec spec;
    Relay *first;
    bool is_stopping;
};

/* ---- requests on their way ---- */

void cm__passage_end(Relay *r, Passage *p);
Passage *cm__passage_find(const Relay *r, uint64_t number);
/* Answers a request that the other side cannot answer, and ends it. */
void cm__passage_fail(Relay *r, Passage *p, const char *reason);

/* ---- messages ---- */

/* As read, with the text that it was read from. */
typedef struct Message {
    const char *text;
    size_t len;
    JsonDoc *doc; /* NULL: not well formed */
    RpcMessage rpc;
} Message;

/* False when it is none; the doc is to be freed in any case. */
bool cm__relay_read(const Relay *r, const char *text, size_t len, Message *ret);
void cm__relay_rename(Buf *out, const Message *m, const Renaming *names);
/* The `_meta` of params or of a result, when it is an object, else NULL. */
const JsonValue *cm__relay_meta(const JsonValue *v);

/* Sends to the client, and frees the text. */
void cm__relay_send(Relay *r, Buf *text, McpReply reply);
void cm__relay_error(Relay *r, const char *id, void *to, bool is_modern,
                     int code, const char *message);

/* ---- the server behind ---- */

/* Makes the connection when there is none. */
bool cm__relay_connect(Relay *r, cm_error *err);
/* Sends a message to the server, and frees it. There must be a wire. */
cm_status cm__relay_write(Relay *r, Buf *line, WireNote *note);
/* Whether we look at Mcp-Param-* headers: a server with a URL sees them. */
bool cm__relay_checks_headers(const Relay *r);
void cm__relay_destroy(Relay *r);

#endif
