/* SPDX-License-Identifier: MIT */
#ifndef CM_OPENAPI_COMPACT_H
#define CM_OPENAPI_COMPACT_H
/* compact: checks JSON text of any size in one pass and writes its start without
 * blanks.
 *
 * An answer may have 50 MiB; a tree of it would be many times as large. The
 * only memory is one byte for each open bracket.
 * Threads: free of state. */
#include "base/buf.h"

/* CM_OK when text is one JSON value. `out` (NULL: only checked) gets the value
 * as JSON.stringify writes it, whole when that has up to `max` bytes, else at
 * least that many of it. CM_E_SYNTAX, CM_E_NOMEM. */
cm_status cm__oa_compact(const cm_allocator *alloc, const char *text,
                         size_t len, Buf *out, size_t max);

#endif
