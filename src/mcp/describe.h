/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_DESCRIBE_H
#define CM_MCP_DESCRIBE_H
/* describe: what a model is told about `execute` (spec/adapter.md 3).
 *
 * The description is a head of at most 1,900 characters that stands alone, for
 * clients that cut, and then the complete catalog, one line for each tool.
 * Threads: free of state. */
#include "base/buf.h"

#define CM_DESCRIBE_HEAD_MAX 1900

void cm__describe_execute(const cm_runtime *runtime, cm_language language,
                          Buf *out);
/* The input schema, JSON. */
void cm__describe_schema(cm_language language, Buf *out);
/* One catalog line of a tool, without line end. */
void cm__describe_tool(const cm_tool_info *tool, cm_language language,
                       Buf *out);

#endif
