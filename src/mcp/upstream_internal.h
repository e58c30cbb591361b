/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_UPSTREAM_INTERNAL_H
#define CM_MCP_UPSTREAM_INTERNAL_H
/* upstream_internal: what the two files of an upstream share.
 *
 *     upstream.c       states: start, list, session, end
 *     upstream_call.c  calls: deadlines, progress, repetition */
#include "mcp/client.h"
#include "mcp/toollist.h"
#include "mcp/upstream.h"
#include "mcp/wire.h"

/* One call on its way; the list is in the order of deadlines. */
typedef struct UpCall {
    struct UpCall *prev, *next;
    Upstream *upstream;
    HostCall *call;
    uint64_t request; /* 0: waits for the server to start */
    uint64_t deadline_ms, cap_ms;
    bool has_progressed;
    unsigned n_rounds; /* answers that asked for input */
    bool is_again;     /* was refused with its session once */
} UpCall;

struct Upstream {
    Loop *loop;
    const cm_allocator *alloc;
    const Log *log;
    const UpstreamSpec *spec;
    UpstreamEvents events;
    void *user;

    UpstreamState state;
    bool is_settled, is_stopping;
    Wire *wire;
    HttpClient *http; /* of a server with a URL */
    McpClient *client;
    McpStart start;         /* what the last good start had to begin with */
    bool is_start_known;    /* start was found out */
    bool is_sse;            /* the older HTTP+SSE, found out or configured */
    char first_reason[400]; /* why Streamable HTTP did not work */
    Timer *start_timer, *list_timer, *relist_timer, *call_timer, *listen_timer;
    bool has_listened;
    uint64_t listen_ms; /* the next wait before subscribing again */
    char reason[700];
    char version[16];
    unsigned n_failures; /* in a row */
    bool is_renewing;    /* a new session is under way */
    uint64_t started_ms, ready_ms, next_start_ms, start_took_ms;

    ToolList tools, incoming;
    Trace *trace;             /* NULL: nowhere */
    const char *cache_folder; /* NULL: nothing is kept */
    Buf cache_path;
    Buf raw;  /* the listing under way, as it will be kept */
    Buf kept; /* as it was kept */
    bool is_listing, is_list_stale;
    UpCall *first_call, *last_call;
};

/* NULL when the server does not list it (any more). */
const UpstreamTool *cm__upstream_find(const Upstream *u, const char *name);

/* Fails the calls that wait for a start. Those that were sent fail through the
 * client's disconnect. */
void cm__upcall_fail_waiting(Upstream *u);
void cm__upcall_send_waiting(Upstream *u);
/* The call is alive: its time begins anew. An event of the client. */
void cm__upcall_progressed(void *user, void *call, const JsonValue *params);
/* The call timer's. */
void cm__upcall_timer_fired(void *user);

#endif
