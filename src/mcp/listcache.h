/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_LISTCACHE_H
#define CM_MCP_LISTCACHE_H
/* listcache: what a server listed, kept on disk until the next start.
 *
 * Agents ask for the list once and wait a second at most, servers take longer
 * to start. So `serve` offers what a server listed last time, starts it beside
 * that and tells what differs.
 * A file is found by a hash of everything that the server's start depends on,
 * values of variables included, which stand nowhere in it. Files are private
 * (privatefile.h); one that is damaged or of another version is as good as
 * none.
 * Threads: free of state. */
#include "mcp/upstream.h"
#include "json/tree.h"

/* Adds the path of the server's file. False when memory is refused. */
bool cm__listcache_path(const char *folder, const UpstreamSpec *spec, Buf *out);
/* The `tools` array that was kept, inside *ret_doc, which the caller frees; or
 * NULL, and no document. */
const JsonValue *cm__listcache_read(const cm_allocator *alloc, const char *path,
                                    JsonDoc **ret_doc);
/* `tools` is the text of an array. False when it could not be kept. */
bool cm__listcache_write(const cm_allocator *alloc, const char *folder,
                         const char *path, const char *tools, size_t len);

#endif
