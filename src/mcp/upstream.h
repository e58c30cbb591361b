/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_UPSTREAM_H
#define CM_MCP_UPSTREAM_H
/* upstream: one MCP server behind us, whatever happens to it.
 *
 *     IDLE --connect--> STARTING --listed--> READY
 *                          |                   | crash
 *                          +--> DOWN <---------+
 *                          ^      | call, or connect, after the back-off
 *                          +------+
 *     READY --idle--> RESTING --call--> STARTING
 *
 * The server is a process, or a URL; wire.h has the transports. It is started
 * when first needed. Calls that come while it starts wait for it, up to its
 * start timeout. When it is down each call fails with the server's name and the
 * reason, at once while the back-off lasts (0, 1, 2, 4 ... 60 s by failures in a
 * row); the first call after that starts it anew. The list of tools of the last
 * good start is kept, so the catalog does not flicker.
 *
 * Over HTTP one call may fail for itself; the server stays READY. When it has
 * lost our session it goes through STARTING once more: calls that were refused
 * with the session are sent again when the server calls them repeatable, the
 * others fail, those that come meanwhile wait.
 *
 * A server that was not called for its idle time is ended in order and rests,
 * its tools listed as before; the next call starts it.
 * Ownership: the spec is borrowed and outlives the upstream.
 * Threads:   the loop's thread only. */
#include "mcp/callgate.h"
#include "mcp/direct.h"
#include "mcp/hostcall.h"
#include "mcp/secret.h"
#include "mcp/toolfilter.h"
#include "mcp/toolheader.h"
#include "mcp/trace.h"
#include "net/log.h"

typedef struct Upstream Upstream;

/* How a server with a URL is spoken to. */
typedef enum UpstreamTransport {
    CM_TRANSPORT_AUTO, /* Streamable HTTP, else the older HTTP+SSE */
    CM_TRANSPORT_HTTP,
    CM_TRANSPORT_SSE
} UpstreamTransport;

/* Headers of a server with a URL that a file or a command gives: a bearer token,
 * or a JSON object of headers. */
typedef struct UpstreamSecret {
    const char *key; /* in the configuration, for messages */
    SecretSpec from;
    bool is_headers;
    bool is_kept;    /* from start to start; else each start fetches */
    uint64_t ttl_ms; /* how long it is good; 0: until it is refused */
} UpstreamSecret;

typedef struct UpstreamSpec {
    const char *name;  /* as configured */
    const char *ns;    /* cleaned: the namespace of its tools */
    const char *place; /* FILE:LINE of its entry, for messages; NULL: none */
    /* A process on this machine, when url is NULL. */
    const char *const *argv, *const *env; /* NULL-ended */
    const char *const *kept_env; /* what of it the cache looks at; NULL: all */
    const char *cwd;             /* NULL: ours */
    /* A server elsewhere. */
    const char *url;
    const cm_http_header *headers; /* of every request */
    size_t n_headers;
    const char *credential_key;   /* which gave credentials; NULL: none did */
    const UpstreamSecret *secret; /* NULL: none */
    UpstreamTransport transport;
    /* A call that says nothing for call_timeout_ms is given up; its progress
     * begins the time anew, up to call_cap_ms in all (0: 30 minutes). */
    uint64_t start_timeout_ms, call_timeout_ms, call_cap_ms;
    uint64_t idle_timeout_ms; /* 0: it never rests */
    size_t max_calls;         /* open at once; others wait (callgate.h) */
    const ToolFilter *filter; /* NULL: all tools are offered */
    const DirectRule *direct; /* NULL: programs reach all tools */
} UpstreamSpec;

typedef enum UpstreamState {
    CM_UPSTREAM_IDLE,
    CM_UPSTREAM_STARTING,
    CM_UPSTREAM_READY,
    CM_UPSTREAM_RESTING,
    CM_UPSTREAM_DOWN
} UpstreamState;

typedef struct UpstreamTool {
    const char *name;  /* on the server */
    const char *clean; /* below the namespace */
    const char *description, *input_schema, *output_schema; /* NULL: none */
    ToolHeaders headers; /* of the modern era over HTTP, else none */
    bool is_repeatable;  /* the server says that it may be called twice */
    /* Of a direct tool, else NULL; see direct.h. */
    const char *direct_id, *listed;
} UpstreamTool;

/* A tool that is not offered. */
typedef struct UpstreamSkip {
    const char *name, *reason;
    const char *clean; /* its place below the namespace; NULL: it has none */
    bool is_filtered;  /* the configuration says so */
} UpstreamSkip;

typedef struct UpstreamEvents {
    /* The state or the list of tools changed. */
    void (*changed)(void *user, Upstream *upstream);
    /* A call reported progress: params of notifications/progress. Borrowed. May
     * be NULL. */
    void (*progressed)(void *user, Upstream *upstream, HostCall *call,
                       const JsonValue *params);
} UpstreamEvents;

Upstream *cm__upstream_new(Loop *loop, const Log *log, const UpstreamSpec *spec,
                           const UpstreamEvents *events, void *user);
/* Kills the process if it runs; waiting calls fail. Not inside an event. */
void cm__upstream_free(Upstream *upstream);

/* Writes its messages there; borrowed. */
void cm__upstream_trace(Upstream *upstream, Trace *trace);
/* Offers what the server listed last time, from a file in the folder, until it
 * has started; what it lists is kept there. The folder is borrowed. To be called
 * before the first connect. */
void cm__upstream_use_cache(Upstream *upstream, const char *folder);
/* What its calls go through. To be called before the first one. */
void cm__upstream_use_gate(Upstream *upstream, CallGate *gate);
/* Lets it rest when it is idle, as its spec says. */
void cm__upstream_end_when_idle(Upstream *upstream);
/* Starts it again by itself when it is down and lists nothing: a server with
 * tools is started by the next call. */
void cm__upstream_keep_trying(Upstream *upstream);
/* Starts the server unless it runs, is starting, or the back-off lasts. */
void cm__upstream_connect(Upstream *upstream);
/* The orderly end: closes the server's input, waits grace_ms, terminates; over
 * HTTP it ends the session. */
void cm__upstream_stop(Upstream *upstream, uint64_t grace_ms);
bool cm__upstream_is_stopped(const Upstream *upstream);

const UpstreamSpec *cm__upstream_spec(const Upstream *upstream);
UpstreamState cm__upstream_state(const Upstream *upstream);
/* Whether the first start has come to an end, good or bad. */
bool cm__upstream_is_settled(const Upstream *upstream);
/* Why it is down; "" otherwise. Borrowed. */
const char *cm__upstream_reason(const Upstream *upstream);
/* Negotiated version, "" before; milliseconds of the last good start. */
const char *cm__upstream_version(const Upstream *upstream);
uint64_t cm__upstream_start_ms(const Upstream *upstream);
/* "stdio", "http" or "sse": of the last start, or what will be tried first. */
const char *cm__upstream_transport(const Upstream *upstream);

/* Borrowed until the next `changed`. */
const UpstreamTool *cm__upstream_tools(const Upstream *upstream,
                                       size_t *ret_count);
/* How many of them are direct. */
size_t cm__upstream_direct_count(const Upstream *upstream);
const UpstreamSkip *cm__upstream_skipped(const Upstream *upstream,
                                         size_t *ret_count);

/* The operations of the tools; a HostTool's source is the Upstream. */
extern const HostToolOps cm__upstream_ops;

#endif
