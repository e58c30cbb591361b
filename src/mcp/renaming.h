/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_RENAMING_H
#define CM_MCP_RENAMING_H
/* renaming: a JSON-RPC message as it is, but for the names that two sides give
 * to one thing: ids, progress tokens, subscription ids.
 *
 * Values are copied as text, so that numbers keep their digits and strings
 * their escapes. The copy stands on one line.
 * Threads: free of state. */
#include "json/writer.h"

/* What is put in, as JSON texts; NULL: what stands there stays. */
typedef struct Renaming {
    const char *id;       /* of the message, which gets it when it has none */
    const char *token;    /* `progressToken` in `_meta` of the params */
    const char *progress; /* `progressToken` of the params themselves */
    const char *subscription; /* in `_meta` of params or result */
} Renaming;

/* Appends the message. text is what root was read from. */
void cm__rename_message(Buf *out, const char *text, size_t len,
                        const JsonValue *root, const Renaming *names);

/* Appends a value of the message as it stands there, on one line. */
void cm__rename_value(Buf *out, const char *text, size_t len,
                      const JsonValue *value);

#endif
