/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_DESCRIBE_H
#define CM_MCP_DESCRIBE_H
/* describe: what a client of the gateway is told about `execute`
 * (spec/adapter.md 3). The words are the library's; here they become a
 * description, an input schema and an equivalent program.
 * Threads: free of state. */
#include "base/buf.h"
#include "json/tree.h"

/* How much of a tool a client passes on to its model, in bytes. What is longer
 * is cut or dropped there, so it is not sent. */
typedef struct DescribeLimits {
    int64_t catalog;    /* budget in tokens, see cm_runtime_instructions */
    size_t description; /* 0: everything passes */
    size_t schema;      /* the whole input schema; 0: no tools in it */
} DescribeLimits;

/* Of the client of that name in `initialize`; "" and others: limits that
 * survive in every client that was tried. */
DescribeLimits cm__describe_limits(const char *client);

/* The head, which stands alone for clients that cut, a blank line, the
 * catalog; the head alone where both do not pass. starting: the namespaces that
 * are not there yet, "": none. */
void cm__describe_execute(const cm_runtime *runtime,
                          const DescribeLimits *limits, const char *starting,
                          Buf *out);
/* The input schema, JSON. As far as the limit allows, the description of `code`
 * repeats how tools are called, for clients that cut the description. */
void cm__describe_schema(const cm_runtime *runtime, cm_language language,
                         const DescribeLimits *limits, Buf *out);
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
