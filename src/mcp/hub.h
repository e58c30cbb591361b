/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_HUB_H
#define CM_MCP_HUB_H
/* hub: all sources of tools of one host, and the toolbox made of them.
 *
 * The commands `run`, `batch`, `serve`, `catalog` and `doctor` are all a hub
 * with something around it. Tools of MCP servers stand under one namespace per
 * server; when two sources give the same path the later one wins and the loss
 * is logged. The toolbox is made anew when a server's tools change.
 * Ownership: the hub owns upstreams, command tools and sources of other layers;
 *            the specs are borrowed (from the configuration, which outlives the
 *            hub).
 * Threads:   the loop's thread only. */
#include "mcp/callgate.h"
#include "mcp/command.h"
#include "mcp/hostrun.h"
#include "mcp/toolbox.h"
#include "mcp/trace.h"
#include "mcp/upstream.h"

typedef struct Hub Hub;

typedef struct HubSpec {
    cm_limits limits;
    unsigned n_workers; /* threads that run programs */
    const Log *log;
    /* Time zones that programs may name (codemode.h); NULL: UTC only. */
    int (*zone_data)(void *user, const char *name, cm_zone_put put, void *sink);
    /* Where lists of tools are kept from start to start; NULL: nowhere. */
    const char *cache_folder;
    /* Calls that all servers and documents may have open together; 0: 256. */
    size_t max_calls;
    /* A sentence for those who miss tools that no source accounts for: a
     * configuration file could not be read, say. NULL: none. Borrowed. */
    const char *lack;
    /* Ends servers that are idle, as their specs say, and tries those again that
     * did not start. */
    bool is_long_lived;
    /* The toolbox, or what is known of a server, changed. May be NULL. */
    void (*changed)(void *user);
    void *user;
} HubSpec;

Hub *cm__hub_new(Loop *loop, const HubSpec *spec);
/* Cancels nothing: every run must be over. Kills what still runs. */
void cm__hub_free(Hub *hub);
Loop *cm__hub_loop(const Hub *hub);
/* Of a source of another layer: its share of the calls (callgate.h). NULL
 * without memory. */
CallGate *cm__hub_gate(Hub *hub, const CallGateSpec *spec);

/* Writes the messages of all servers there; borrowed. */
void cm__hub_trace(Hub *hub, Trace *trace);

/* Sources, in the order of the configuration, before cm__hub_connect. */
cm_status cm__hub_add_server(Hub *hub, const UpstreamSpec *spec);
cm_status cm__hub_add_command(Hub *hub, const CommandSpec *spec);
/* A tool of the host's own; the entry's texts are borrowed for good. */
cm_status cm__hub_add_tool(Hub *hub, const ToolboxEntry *entry);
cm_status cm__hub_describe(Hub *hub, const char *ns, const char *description);

/* A source of another layer, an OpenAPI document say; its tools stand below one
 * namespace. All functions run in the loop's thread. */
typedef struct HubOffer HubOffer;
typedef struct HubSourceOps {
    /* Begins to get the tools; while that is under way, or once they are there,
     * nothing happens. Its end is told by cm__hub_source_changed, also when it
     * comes at once. */
    void (*connect)(void *source);
    bool (*is_starting)(const void *source);
    bool (*is_ready)(const void *source);
    /* Gives all tools to cm__hub_offer, the same ones each time it is called;
     * CM_E_NOMEM ends it. */
    cm_status (*offer_tools)(void *source, HubOffer *offer);
    /* Why it is not ready, in a few words; NULL: it is, or nobody asked yet. */
    const char *(*reason)(const void *source);
    /* Gives up what is under way; connect is not called any more. */
    void (*stop)(void *source);
    void (*free)(void *source);
} HubSourceOps;

typedef struct HubSourceSpec {
    const char *kind; /* in messages: "document" */
    const char *name, *ns;
    const DirectRule *direct; /* which tools of it are; NULL: none */
    const HubSourceOps *ops;
    void *source; /* the hub's, also when it cannot be added */
} HubSourceSpec;

/* The spec's texts are borrowed for good. */
cm_status cm__hub_add_source(Hub *hub, const HubSourceSpec *spec);
void cm__hub_source_changed(Hub *hub);
/* CM_E_NOMEM alone; what cannot be a tool is logged. */
cm_status cm__hub_offer(HubOffer *offer, const ToolboxEntry *entry);
/* Why there is no tool at the path, as calls there say; CM_E_NOMEM alone. */
cm_status cm__hub_leave_out(HubOffer *offer, const char *path,
                            const char *reason);

/* Starts all servers at once; with a program's text only those that it can
 * reach: whose namespace it mentions, or all when it searches or lists. What
 * fails at once is told by one `changed` when all have been tried. */
void cm__hub_connect(Hub *hub);
void cm__hub_connect_for(Hub *hub, const char *source, size_t len);
/* Whether no server is in its first start any more. */
bool cm__hub_is_settled(const Hub *hub);
/* The namespaces of those that are, "a, b, c and 2 more", but for those whose
 * tools are all direct; nothing when none is. */
void cm__hub_starting(const Hub *hub, Buf *out);
/* Whether one of them may bring tools that programs reach. */
bool cm__hub_may_defer(const Hub *hub);
/* Whether one of them may bring a direct tool of that id. */
bool cm__hub_may_bring(const Hub *hub, const char *id);
/* Which kinds of tools the sources may have, connected or not. */
void cm__hub_kinds(const Hub *hub, bool *ret_deferred, bool *ret_direct);
/* Whether a server that the program can reach is in its first start. */
bool cm__hub_must_wait(const Hub *hub, const char *source, size_t len);

/* The toolbox as things stand; borrowed until the next turn of the loop unless
 * counted. NULL: it cannot be made, err says why. */
Toolbox *cm__hub_toolbox(Hub *hub, cm_language language, cm_error *err);

/* Starts a program on the toolbox as it stands. */
cm_status cm__hub_run(Hub *hub, cm_language language, const HostRunSpec *spec,
                      HostRun **ret_run, cm_error *err);

/* Adds a line, begun by '\n', for each source that is not available, and for
 * what else is lacking. */
void cm__hub_explain_all(const Hub *hub, Buf *out);
/* Adds a line for each server that is down and explains an UnknownTool. */
void cm__hub_explain(const Hub *hub, const cm_result *result, Buf *out);

/* index < count. */
size_t cm__hub_server_count(const Hub *hub);
Upstream *cm__hub_server(const Hub *hub, size_t index);
size_t cm__hub_command_count(const Hub *hub);
CommandTool *cm__hub_command(const Hub *hub, size_t index);
void *cm__hub_source(const Hub *hub, size_t index);

/* Stops all servers in order; calls stopped(user) when none runs any more. */
void cm__hub_stop(Hub *hub, void (*stopped)(void *user), void *user);

#endif
