/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_ROUTING_H
#define CM_MCP_ROUTING_H
/* routing: what an HTTP request with a message is, before a server sees it.
 *
 * The era is told by the body and by headers, which must agree: a modern
 * request repeats its version, method and name in headers so that proxies need
 * not read bodies, and a server must not believe one against the other.
 * Threads: free of state. */
#include "mcp/jsonrpc.h"
#include "net/httpd.h"

enum {
    CM_RPC_HTTP = -32000 /* a request that HTTP refuses; no message's fault */
};

typedef enum Routing {
    CM_ROUTE_REFUSED,
    CM_ROUTE_MODERN,
    CM_ROUTE_BATCH, /* of the handshake era, if it is taken at all */
    CM_ROUTE_LEGACY
} Routing;

typedef struct Refusal {
    unsigned status;
    int code;
    const char *text;    /* static */
    const char *id;      /* JSON text; "": none */
    const char *version; /* asked for, "" */
    bool is_modern;
} Refusal;

/* Reads the body of a POST. *ret_doc is the caller's, also when refused; *ret_m
 * and *ret_why borrow from it and from each other. */
Routing cm__routing_read(const cm_allocator *alloc, const HttpdRequest *request,
                         const char *body, size_t len, JsonDoc **ret_doc,
                         RpcMessage *ret_m, Refusal *ret_why);

/* Which forms of an answer the client takes; no header means both. */
void cm__routing_accept(const char *accept, bool *ret_json, bool *ret_events);

/* Appends the text that a header's value stands for, which may be wrapped as
 * =?base64?...?=; false when the wrapping is broken. */
bool cm__routing_unwrap(Buf *out, const char *value);

/* The HTTP status of an answer. error: its JSON-RPC code, or 0. */
unsigned cm__routing_status(bool is_modern, int error);

#endif
