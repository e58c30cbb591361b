/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_BOUND_H
#define CM_MCP_BOUND_H
/* bound: an output that is too long for a model becomes its two ends and a file
 * with all of it (spec/adapter.md 8).
 *
 * Threads: none. Files are written in the calling thread. */
#include "base/buf.h"

typedef struct Bound {
    size_t max_lines, max_bytes;
    const char *folder; /* NULL: no file is kept */
    bool is_prepared;   /* the folder, for an earlier text of the same result */
} Bound;

#define CM_BOUND_LINES 2000
#define CM_BOUND_BYTES 51200

/* Lines of a text; the last one may lack its end. */
size_t cm__bound_count_lines(const char *text, size_t len);

/* Appends the text to out, cut to the bound. */
void cm__bound_text(const Bound *bound, const char *text, size_t len, Buf *out);

/* Makes the folder (with parents) and removes outputs older than 7 days. */
cm_status cm__bound_folder_prepare(const char *folder);

#endif
