/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_CLIENT_INTERNAL_H
#define CM_MCP_CLIENT_INTERNAL_H
/* client_internal: what the files of the client share.
 *
 *     client.c        requests, answers, what the server sends by itself
 *     client_start.c  which era: initialize and server/discover
 *     client_list.c   pages of tools/list */
#include "mcp/client.h"
#include "mcp/era.h"

typedef struct Pending Pending;

struct McpClient {
    const cm_allocator *alloc;
    char name[160]; /* for the log */
    const Log *log;
    McpClientEvents events;
    void *user;
    bool is_http;

    IdTable pending; /* what we asked: id -> Pending, owned */
    Pending *first_pending, *last_pending; /* the same, the oldest first */
    uint64_t last_id;
    cm_status unsent; /* of the last request that could not be sent */
    bool is_junk_logged, is_flood_logged, is_batch_logged;
    unsigned busy; /* depth of events and answers under way */
    bool is_freed;

    McpStart start;
    bool has_fallen_back; /* the second beginning is under way */
    bool is_modern, is_ready;
    bool tells_changes; /* a modern server that may be subscribed to */
    char version[16];   /* "" until one is agreed */
    char server_name[128];
    char first_refusal[600]; /* of the beginning that was tried first */

    McpListed listed; /* NULL: no listing under way */
    void *list_user;
    int list_status;       /* of HTTP, when it failed the listing */
    uint64_t list_request; /* of the page asked for last */
    unsigned n_pages;
    IdTable cursors; /* of this listing, as JSON text */
};

/* Between the two the client is not freed; it may be gone after leave. */
void cm__client_enter(McpClient *c);
void cm__client_leave(McpClient *c);

/* Sends a notification; params as of cm__client_request. */
void cm__client_notify(McpClient *c, const char *method, const char *params,
                       size_t len);

#endif
