/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_SERVER_H
#define CM_MCP_SERVER_H
/* server: the server side of the Model Context Protocol over lines of text.
 *
 * The wire layer: requests, ids, versions, progress tokens and cancellation in
 * front of a gateway. Protocol versions 2024-11-05 to 2025-11-25. It is fed
 * the client's lines and hands out lines to send; it owns no transport.
 * The first tools/list waits up to 600 ms for servers that are still starting:
 * some agents ask once and never again.
 * Ownership: the gateway is borrowed.
 * Threads:   the loop's thread only. */
#include "mcp/gateway.h"
#include "mcp/jsonrpc.h"

typedef struct McpServer McpServer;

typedef struct McpServerSpec {
    Loop *loop;
    Gateway *gateway;
    const Log *log;
    void (*send)(void *user, const char *line, size_t len); /* no line end */
    void *user;
} McpServerSpec;

McpServer *cm__server_new(const McpServerSpec *spec);
/* The gateway must be idle. */
void cm__server_free(McpServer *server);

void cm__server_feed(McpServer *server, const char *line, size_t len);
/* A line was too long to be read. */
void cm__server_overlong(McpServer *server);

/* To be called when the gateway says so: its list changed, or a server behind
 * it settled. */
void cm__server_list_changed(McpServer *server);
void cm__server_settled(McpServer *server);

#endif
