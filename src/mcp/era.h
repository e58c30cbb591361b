/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_ERA_H
#define CM_MCP_ERA_H
/* era: what the two eras of the protocol do differently in a message.
 *
 * Up to 2025-11-25 a client shakes hands (`initialize`) and the server keeps
 * what was said. From 2026-07-28 on there is no handshake: each request says in
 * `_meta` which version it speaks and what its client can do, and each result
 * says who answered. Both may come over one pipe, so the era is a property of
 * the request.
 * Threads: free of state. */
#include "json/writer.h"

#define CM_MCP_MODERN "2026-07-28"

#define CM_META_PREFIX       "io.modelcontextprotocol/"
#define CM_META_VERSION      CM_META_PREFIX "protocolVersion"
#define CM_META_CLIENT       CM_META_PREFIX "clientInfo"
#define CM_META_CAPABILITIES CM_META_PREFIX "clientCapabilities"
#define CM_META_SERVER       CM_META_PREFIX "serverInfo"
#define CM_META_SUBSCRIPTION CM_META_PREFIX "subscriptionId"

enum {
    CM_RPC_HEADER_MISMATCH = -32020,
    CM_RPC_NO_CAPABILITY = -32021,
    CM_RPC_NO_VERSION = -32022
};

typedef struct Era {
    bool is_modern;
    /* Of a modern request: 0, or why it is refused. */
    int fault;
    const char *fault_text;  /* static */
    const char *version;     /* as asked, "" when it is no text */
    const char *client_name; /* of clientInfo, "" when there is none */
} Era;

/* What the request's params say. A request is modern when its transport says so
 * (is_modern), when its `_meta` names a protocol version, or when its method
 * exists in that era alone. Borrows from params, which may be NULL. */
Era cm__era_read(const char *method, const JsonValue *params, bool is_modern);

/* Writes a result object as the era wants it: a modern one gets its
 * `resultType` and `_meta` with the server's name; members that the result has
 * stay. `json` is the text of an object. CM_E_SYNTAX when it is none. */
cm_status cm__era_write_result(const cm_allocator *alloc, JsonWriter *w,
                               bool is_modern, const char *json, size_t len);

/* A whole error answer; a version fault carries the versions that are
 * spoken. id "" leaves the id out when modern, else it is null. */
void cm__era_error(Buf *out, const Era *era, const char *id, int code,
                   const char *message);

/* {"name":"codemode","version":"0.1.0"} */
void cm__era_write_server(JsonWriter *w);

#endif
