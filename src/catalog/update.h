/* SPDX-License-Identifier: MIT */
#ifndef CM_CATALOG_UPDATE_H
#define CM_CATALOG_UPDATE_H
/* update: what to tell a model whose catalog has changed; spec/adapter.md 9.
 *
 * The whole new catalog, or the difference where that says as much and is
 * shorter.
 * Threads: free of state. */
#include "base/buf.h"
#include "catalog/index.h"

/* Adds nothing when nothing changed that shows in the catalog. Failures are
 * left in the buffer, as those of describe.h. */
void cm__describe_update(Buf *out, cm_language language, const ToolIndex *seen,
                         const ToolIndex *now, int64_t budget);

#endif
