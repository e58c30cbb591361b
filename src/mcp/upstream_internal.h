/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_UPSTREAM_INTERNAL_H
#define CM_MCP_UPSTREAM_INTERNAL_H
/* upstream_internal: what the files of an upstream share.
 *
 *     upstream.c         states: start, session, rest, end
 *     upstream_list.c    the list of tools, the subscription to its changes
 *     upstream_call.c    calls: deadlines, progress, repetition
 *     upstream_secret.c  headers that a file or a command gives */
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
    unsigned n_rounds;      /* answers that asked for input */
    bool is_again;          /* was refused with its session once */
    unsigned secret_serial; /* what it was sent with */
    bool has_new_secret;    /* was refused with its secret once */
} UpCall;

/* Formats of reasons: with the key, and the milliseconds. */
#define CM_SECRET_REFUSED "it refuses what its \"%s\" gave (HTTP 401)"
#define CM_SECRET_LATE    "its \"%s\" gave nothing within %llu ms"

struct Upstream {
    Loop *loop;
    const cm_allocator *alloc;
    const Log *log;
    const UpstreamSpec *spec;
    UpstreamEvents events;
    void *user;

    UpstreamState state;
    McpStart start; /* what the last good start had to begin with */
    bool is_settled, is_stopping, ends_when_idle, keeps_trying;
    bool is_start_known; /* start was found out */
    bool is_sse;         /* the older HTTP+SSE, found out or configured */
    bool is_renewing;    /* a new session is under way */
    bool has_listened;
    bool is_listing, is_list_stale;
    bool is_secret_refused;
    bool is_list_refused;   /* only what lists and subscribes was refused */
    bool is_secret_fresh;   /* it was fetched in this start */
    unsigned secret_serial; /* of what is given; 0: nothing yet */
    /* What the listing and the subscription under way were asked with, whether
     * they were refused with it and renewed it, and wait for that. */
    unsigned list_serial, listen_serial;
    bool has_list_secret, has_listen_secret;
    bool waits_to_list, waits_to_listen;
    unsigned n_failures; /* in a row */
    Wire *wire;
    HttpClient *http; /* of a server with a URL */
    McpClient *client;
    Timer *start_timer, *list_timer, *relist_timer, *call_timer, *listen_timer;
    Timer *idle_timer, *retry_timer;
    CallGate *gate;         /* NULL: any number of calls */
    uint64_t listen_ms;     /* the next wait before subscribing again */
    uint64_t relist_ms;     /* the next wait before listing again */
    uint64_t relisted_ms;   /* when that was due last */
    char first_reason[400]; /* why Streamable HTTP did not work */
    char reason[700];
    const char *reason_cause; /* the end of reason that tells why; or NULL */
    const char *words;        /* of a process that ends, or NULL */
    char version[16];
    uint64_t started_ms, ready_ms, next_start_ms, start_took_ms;

    Secret *secret_request; /* NULL: none is under way */
    uint64_t secret_at_ms;
    WireHeaderList given; /* what the wire sends */
    cm_http_header *given_items;
    size_t given_cap;
    Buf given_text; /* which the items point into */

    ToolList tools, incoming;
    Trace *trace;             /* NULL: nowhere */
    const char *cache_folder; /* NULL: nothing is kept */
    Buf cache_path;
    Buf raw;  /* the listing under way, as it will be kept */
    Buf kept; /* as it was kept */
    UpCall *first_call, *last_call;
};

/* Goes down for the reason. */
void cm__upstream_go_down(Upstream *u, const char *fmt, ...) CM_PRINTF(2, 3);
/* A start was answered 401: begins it again with a new secret, once. */
void cm__upstream_secret_refused(Upstream *u);

/* Lists the tools; of a start the end is that of the start. */
void cm__uplist_begin(Upstream *u);
/* The server tells that they changed. An event of the client. */
void cm__uplist_changed(void *user);
/* The timers'. */
void cm__uplist_timed_out(void *user);
void cm__uplist_relist_fired(void *user);
void cm__uplist_listen_fired(void *user);
/* What waits for a secret goes on; fault as in cm__upstream_secret_came. */
void cm__uplist_secret_came(Upstream *u, const char *fault);

/* NULL when the server does not list it (any more). */
const UpstreamTool *cm__upstream_find(const Upstream *u, const char *name);

/* Its last call has ended, or it is ready: it may be idle from now on. */
void cm__upstream_watch_idle(Upstream *u);

/* Whether something must be fetched before the next message. */
bool cm__upsecret_is_due(const Upstream *u);
/* Ends, perhaps at once, with cm__upstream_secret_came. Nothing happens while
 * one is under way. */
void cm__upsecret_fetch(Upstream *u);
void cm__upsecret_done(Upstream *u);
/* fault: NULL, or why there is nothing new. */
void cm__upstream_secret_came(Upstream *u, const char *fault);

/* Fails the calls that wait for a start or a secret. Those that were sent fail
 * through the client's disconnect. */
void cm__upcall_fail_waiting(Upstream *u, const char *reason,
                             const char *cause);
void cm__upcall_send_waiting(Upstream *u);
/* The call is alive: its time begins anew. An event of the client. */
void cm__upcall_progressed(void *user, void *call, const JsonValue *params);
/* The call timer's. */
void cm__upcall_timer_fired(void *user);

#endif
