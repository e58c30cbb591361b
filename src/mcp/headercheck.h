/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_HEADERCHECK_H
#define CM_MCP_HEADERCHECK_H
/* headercheck: whether the headers of a tool call repeat its arguments.
 *
 * A modern server must not believe `Mcp-Param-...` headers (toolheader.h)
 * against the body. One on a pipe sees no headers, so who takes its requests
 * over HTTP checks them: the annotations are learned from the lists of tools
 * that come by. A tool that was not listed yet is not checked.
 * Threads: none.
 * Limits:  LEARNED_MAX bytes; beyond that everything is learned anew. */
#include "mcp/toolheader.h"

struct CheckedTool;

typedef struct HeaderCheck {
    Arena arena;
    struct CheckedTool *newest; /* in the arena */
} HeaderCheck;

void cm__headercheck_init(HeaderCheck *check, const cm_allocator *alloc);
void cm__headercheck_done(HeaderCheck *check);

/* tools: the array of a tools/list result. */
void cm__headercheck_learn(HeaderCheck *check, const JsonValue *tools);

/* The first header of a tools/call that does not say what its params say;
 * borrowed until the next learning. NULL: all is well. */
const char *cm__headercheck_fault(const HeaderCheck *check,
                                  const JsonValue *params,
                                  const cm_http_header *headers,
                                  size_t n_headers);

#endif
