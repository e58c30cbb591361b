/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_TRACE_H
#define CM_MCP_TRACE_H
/* trace: every message, on both sides of the gateway, in a file to look at or
 * to play again (`serve --trace-wire FILE`).
 *
 *     {"ms":12,"peer":"client","dir":">","msg":{"jsonrpc":"2.0",...}}
 *
 * `dir` is '>' towards a server and '<' towards a client, as MCP counts: what
 * our client asks of us is '>', too. A text that is no JSON is a string. The
 * file is private to the user; headers, and so credentials, are not in it, but
 * arguments and results are, without what the redactor hides.
 * Ownership: the caller's until cm__trace_free.
 * Threads:   the loop's thread only; writes wait for the disk. */
#include "net/loop.h"
#include "net/redact.h"

typedef struct Trace Trace;

/* Makes the file anew. NULL when that fails; err->text says why. */
Trace *cm__trace_new(Loop *loop, const char *path, cm_error *err);
void cm__trace_free(Trace *trace);
/* Borrowed; NULL: nothing is hidden. */
void cm__trace_redact(Trace *trace, const Redactor *redactor);

/* trace NULL: nothing happens. */
void cm__trace_message(Trace *trace, const char *peer, char dir,
                       const char *text, size_t len);

#endif
