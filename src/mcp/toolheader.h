/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_TOOLHEADER_H
#define CM_MCP_TOOLHEADER_H
/* toolheader: arguments of a tool that travel as HTTP headers too.
 *
 * From protocol 2026-07-28 on a property of a tool's input schema may carry
 * "x-mcp-header": "Region"; its value is then sent as `Mcp-Param-Region` beside
 * the body, for what stands between client and server. Rules (streamable HTTP,
 * "custom headers from tool parameters"): the name is an RFC 9110 token, unique
 * in the tool whatever its case; the property is a string, an integer or a
 * boolean, reached from the root through `properties` alone. A tool that breaks
 * one must not be offered over HTTP.
 * Ownership: what is read lives in the caller's arena.
 * Threads:   none.
 * Limits:    the schema's depth is the JSON parser's; 64 headers a tool. */
#include "base/arena.h"
#include "base/buf.h"
#include "json/tree.h"

typedef struct ToolHeader {
    const char *name;        /* "Mcp-Param-Region" */
    const char *const *path; /* member names from the arguments' root */
    size_t n_path;
} ToolHeader;

typedef struct ToolHeaders {
    const ToolHeader *items;
    size_t n_items;
} ToolHeaders;

/* Reads the annotations of an input schema. NULL when all is well, else why the
 * tool cannot be offered, in static text. */
const char *cm__toolheader_read(Arena *arena, const JsonValue *schema,
                                ToolHeaders *ret);

/* The headers of one call, as the arguments fill them: one whose argument is
 * absent, null or of another type is left out. *ret_headers has one entry for
 * each of ret_n, in the arena. */
cm_status cm__toolheader_fill(const ToolHeaders *headers, const char *arguments,
                              size_t len, Arena *arena,
                              const cm_http_header **ret_headers,
                              size_t *ret_n);

/* Whether two names of headers are the same, whatever their case. */
bool cm__header_name_is(const char *a, const char *b);

/* Appends text as the value of a header: itself when that is safe, else as
 * =?base64?...?= */
void cm__toolheader_add_value(Buf *out, const char *text, size_t len);

#endif
