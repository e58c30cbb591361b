/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_CLIENT_H
#define CM_MCP_CLIENT_H
/* client: the client side of the Model Context Protocol, without a transport.
 *
 * It is fed the lines that a server sent and hands out the lines to send, so it
 * can be tested with text alone. Protocol versions 2024-11-05 to 2025-11-25.
 *
 *     start -> initialize -> ready -> list_tools / call / ...
 *
 * Peers are hostile: lines that are no JSON objects are skipped and logged
 * once, answers with unknown ids are ignored, requests that we do not know are
 * refused, a list that never ends is cut with an error.
 * Ownership: the caller owns the client; events and answers borrow.
 *            cm__client_free may be called inside an event or answer: the
 *            client then dies when the line under way has been dealt with.
 * Threads:   the loop's thread only. */
#include "mcp/jsonrpc.h"
#include "net/log.h"

#define CM_MCP_VERSION "2025-11-25"

/* The version itself when it is one that we speak, else NULL. */
const char *cm__mcp_known_version(const char *version);

typedef struct McpClient McpClient;

/* What came back for a request: a result, or the reason why there is none. */
typedef struct McpAnswer {
    const JsonValue *result; /* NULL: it failed */
    const char *error;       /* the failure's text */
    int64_t code;            /* of a JSON-RPC error; 0: no connection */
} McpAnswer;

typedef void (*McpAnswered)(void *user, const McpAnswer *answer);

typedef struct McpClientEvents {
    /* A line with its line end, to be written at once. */
    cm_status (*send)(void *user, const char *line, size_t len);
    void (*ready)(void *user);
    /* The handshake failed; nothing works. */
    void (*refused)(void *user, const char *reason);
    void (*tools_changed)(void *user);
} McpClientEvents;

McpClient *cm__client_new(const cm_allocator *alloc, const char *name,
                          const Log *log, const McpClientEvents *events,
                          void *user);
/* Pending requests are dropped without an answer: fail them before. */
void cm__client_free(McpClient *client);

/* Sends `initialize`. */
void cm__client_start(McpClient *client);
/* One line from the server, without its line end. */
void cm__client_feed(McpClient *client, const char *line, size_t len);
/* The connection is gone: every pending request fails with the reason. */
void cm__client_disconnect(McpClient *client, const char *reason);

/* Facts after `ready`; "" before. Borrowed from the client. */
const char *cm__client_version(const McpClient *client);
const char *cm__client_server_name(const McpClient *client);

/* Sends a request; params is JSON text ("{}" where there are none). Returns
 * its number, or 0 when it could not be sent: then no answer comes. */
uint64_t cm__client_request(McpClient *client, const char *method,
                            const char *params, size_t len,
                            McpAnswered answered, void *user);
uint64_t cm__client_call_tool(McpClient *client, const char *tool,
                              const char *arguments, size_t len,
                              McpAnswered answered, void *user);
/* Forgets a request and tells the server; no answer comes any more. */
void cm__client_cancel(McpClient *client, uint64_t request, const char *reason);

/* All pages of tools/list, called for each with the page's `tools` array, then
 * once with NULL and NULL at the end, or NULL and the error. One listing at a
 * time: CM_E_STATE while one is under way. */
typedef void (*McpListed)(void *user, const JsonValue *tools,
                          const char *error);
cm_status cm__client_list_tools(McpClient *client, McpListed listed,
                                void *user);

#endif
