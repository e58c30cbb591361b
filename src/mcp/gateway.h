/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_GATEWAY_H
#define CM_MCP_GATEWAY_H
/* gateway: the tool `execute` in front of a hub (spec/adapter.md 3 to 8), and
 * the direct tools beside it (1).
 *
 * The tool layer: it knows what a tool list and a tool result look like, and
 * nothing of requests, ids, versions or transports, which are server.h's.
 * Ownership: the hub is borrowed; its `changed` event must be passed on to
 *            cm__gateway_hub_changed.
 * Threads:   the loop's thread only. */
#include "mcp/hub.h"
#include "json/tree.h"

typedef struct Gateway Gateway;
typedef struct GatewayCall GatewayCall;

typedef struct GatewaySpec {
    Hub *hub;
    cm_language language;
    const char *output_dir; /* NULL: outputs that are cut are not kept */
    /* How much is told of the tools; CM_UNSET: as much as the client takes. */
    int64_t catalog_budget, description_max, schema_max;
    /* Results carry the record of the program as structured content, and
     * `execute` says so with an output schema. */
    bool is_structured;
    /* The list of tools or a description changed. */
    void (*changed)(void *user);
    void *user;
} GatewaySpec;

typedef struct GatewayCallEvents {
    /* Each start and end of a nested call; number rises. */
    void (*progress)(void *user, uint64_t number, const char *message);
    /* The result object of tools/call. Not after a cancel. The call is gone
     * when it returns. */
    void (*done)(void *user, const char *result, size_t len);
    /* Of a direct tool: params of the server's notifications/progress; and in
     * place of `done` its JSON-RPC error. */
    void (*forward)(void *user, const JsonValue *params);
    void (*refused)(void *user, int64_t code, const char *message,
                    const JsonValue *data);
    bool is_modern; /* the client's era, see era.h */
} GatewayCallEvents;

Gateway *cm__gateway_new(const cm_allocator *alloc, const GatewaySpec *spec);
/* Every call must be over, see cm__gateway_is_idle. */
void cm__gateway_free(Gateway *gateway);
void cm__gateway_hub_changed(Gateway *gateway);

/* Starts the servers behind; later calls do nothing. */
void cm__gateway_connect(Gateway *gateway);
/* Whether the list of tools will not grow by servers that are starting. */
bool cm__gateway_is_settled(const Gateway *gateway);

/* What a model may be told of the tools before it sees their list; NULL:
 * nothing. */
const char *cm__gateway_instructions(const Gateway *gateway);
/* The `tools` array of tools/list, as long as the client of that name (see
 * cm__describe_limits) can take. */
void cm__gateway_list(Gateway *gateway, const char *client, Buf *out);

/* Begins tools/call. NULL when it was answered at once (or memory is refused:
 * then with an error result). */
GatewayCall *cm__gateway_call(Gateway *gateway, const char *name,
                              const JsonValue *arguments,
                              const GatewayCallEvents *events, void *user);
/* No event comes any more; the program is stopped. */
void cm__gateway_cancel(GatewayCall *call);
bool cm__gateway_is_idle(const Gateway *gateway);

#endif
