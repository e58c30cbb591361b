/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_DESCRIBE_H
#define CM_MCP_DESCRIBE_H
/* describe: what a client of the gateway is told about `execute`
 * (spec/adapter.md 3). The words are the library's; here they become a
 * description, an input schema and an equivalent program.
 * Threads: free of state. */
#include "base/buf.h"
#include "json/tree.h"

/* The head, which stands alone for clients that cut, a blank line, the
 * catalog. */
void cm__describe_execute(const cm_runtime *runtime, Buf *out);
/* The input schema, JSON. */
void cm__describe_schema(cm_language language, Buf *out);
/* A program that calls the tool and returns its answer; arguments NULL:
 * none. */
void cm__describe_call(const cm_tool_info *tool, cm_language language,
                       const JsonValue *arguments, Buf *out);

/* Appends a text that the library made and frees it; NULL is CM_E_NOMEM. */
void cm__describe_take(const cm_runtime *runtime, char *take_text, size_t len,
                       Buf *out);
/* A text as a Lua literal. */
void cm__describe_lua_text(Buf *out, const char *text, size_t len);

#endif
