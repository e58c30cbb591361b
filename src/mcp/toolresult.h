/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_TOOLRESULT_H
#define CM_MCP_TOOLRESULT_H
/* toolresult: what a program gets of an MCP tool's result (spec/adapter.md 2).
 *
 * Structured content as it is, else the text parts joined, else null; isError
 * is a failure; other parts become attachments of the run (6).
 * Threads: the loop's thread only. */
#include "mcp/hostcall.h"
#include "json/tree.h"

/* Settles the call with the `result` of tools/call. */
void cm__toolresult_settle(HostCall *call, const JsonValue *result);

#endif
