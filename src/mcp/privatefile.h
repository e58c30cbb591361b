/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_PRIVATEFILE_H
#define CM_MCP_PRIVATEFILE_H
/* privatefile: folders and files that nobody but the user reads (0700, 0600):
 * outputs that were cut, lists of tools kept from one start to the next.
 * Threads: free of state. */
#include "base/buf.h"

/* Makes a folder and its parents; false: errno says why. */
bool cm__private_folder(const char *folder);
/* Writes a new file; errno is EEXIST when there is one. What was begun is
 * removed on failure. */
bool cm__private_create(const char *path, const char *text, size_t len);
/* Puts a file in place of an older one, whole or not at all. */
bool cm__private_replace(const char *path, const char *text, size_t len);
/* Appends a whole file that is a regular one and not over max bytes. */
bool cm__private_read(const char *path, size_t max, Buf *out);

#endif
