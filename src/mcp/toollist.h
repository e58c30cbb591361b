/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_TOOLLIST_H
#define CM_MCP_TOOLLIST_H
/* toollist: the tools that one server listed, as copies, checked and cleaned.
 *
 * Ownership: texts live in the list's arena. Threads: none. */
#include "base/arena.h"
#include "mcp/jsonrpc.h"
#include "mcp/upstream.h"

typedef struct ToolList {
    Arena arena;
    UpstreamTool *tools; /* owned */
    UpstreamSkip *skips; /* owned */
    size_t n_tools, cap_tools, n_skips, cap_skips;
    IdTable by_clean;   /* cleaned name -> size_t index in the arena */
    bool wants_headers; /* annotations of HTTP headers count (toolheader.h) */
    const ToolFilter *filter; /* borrowed; NULL: all tools, under their names */
    const DirectRule *direct; /* borrowed; NULL: programs reach all tools */
    const char *ns;           /* borrowed; needed with direct */
    cm_status status;         /* CM_E_NOMEM: the list is not complete */
} ToolList;

/* wants_headers: a tool whose annotations break the rules is skipped. A filter
 * and the rule for direct tools may be set afterwards. */
void cm__toollist_init(ToolList *list, const cm_allocator *alloc,
                       bool wants_headers);
void cm__toollist_done(ToolList *list);
/* Adds one page: the `tools` array of a tools/list result. A tool that cannot
 * be offered goes to the skips, also one whose path a later tool takes. */
void cm__toollist_add_page(ToolList *list, const JsonValue *tools);

#endif
