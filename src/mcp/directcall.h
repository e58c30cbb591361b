/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_DIRECTCALL_H
#define CM_MCP_DIRECTCALL_H
/* directcall: one call of a direct tool, from its arguments to the result of
 * tools/call.
 *
 * What an MCP server answers is given on as it is, bounded as
 * spec/adapter.md 8 says: while the text parts together are within the bound
 * nothing changes, over it they become one part; inline media over 5 MiB in
 * total is left out. A value of another tool becomes one text part: a string as
 * it is, anything else as indented JSON. Failures are results with isError.
 * Ownership: a call is gone when `done` or `refused` has returned.
 * Threads:   the loop's thread only. */
#include "mcp/bound.h"
#include "mcp/toolbox.h"

typedef struct DirectCall DirectCall;

typedef struct DirectEvents {
    /* Params of a progress notification of the server. */
    void (*progressed)(void *user, const JsonValue *params);
    /* The end: the result object of tools/call; NULL: memory was refused. */
    void (*done)(void *user, const char *result, size_t len);
    /* The end, where an MCP server answered with a JSON-RPC error. */
    void (*refused)(void *user, int64_t code, const char *message,
                    const JsonValue *data);
    /* The client's era. Structured content that is no object is of the modern
     * one alone: others get it as text when there is nothing else. */
    bool is_modern;
} DirectEvents;

/* json: the arguments as the client gave them, copied; NULL: none. Inputs that
 * are wrong end the call as well. NULL when it has ended at once. */
DirectCall *cm__directcall_start(const cm_allocator *alloc,
                                 const ToolboxDirect *direct,
                                 const Bound *bound, const JsonValue *arguments,
                                 const DirectEvents *events, void *user);
/* The end comes soon, perhaps at once. */
void cm__directcall_cancel(DirectCall *call);

#endif
