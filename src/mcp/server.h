/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_SERVER_H
#define CM_MCP_SERVER_H
/* server: the server side of the Model Context Protocol over lines of text.
 *
 * The wire layer: requests, ids, versions, progress tokens and cancellation in
 * front of a gateway. Both eras of the protocol (era.h), mixed as the client
 * likes: versions 2024-11-05 to 2025-11-25 after `initialize`, 2026-07-28 for
 * each request that says so. It is fed the client's messages and hands out
 * messages to send; it owns no transport.
 * The first tools/list waits up to 600 ms for servers that are still starting:
 * some agents ask once and never again.
 * Ownership: the gateway is borrowed.
 * Threads:   the loop's thread only. */
#include "mcp/front.h"
#include "mcp/gateway.h"
#include "net/loop.h"

typedef struct McpServerSpec {
    Loop *loop;
    Gateway *gateway;
    const Log *log;
} McpServerSpec;

/* NULL when memory is refused. The spec is copied. */
Front *cm__server_new(const McpServerSpec *spec, const FrontSpec *front);

#endif
