/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_TOOLNAME_H
#define CM_MCP_TOOLNAME_H
/* toolname: names from elsewhere as names in the tool tree (spec/adapter.md 1).
 *
 * Threads: free of state. */
#include "base/compiler.h"

#include <stdbool.h>

#define CM_NAME_MAX 128

/* Writes the cleaned name: each character outside [A-Za-z0-9_-] becomes '_'
 * (one for a code point, not for each of its bytes). False when the result is
 * empty or longer than CM_NAME_MAX; out is then undefined. */
bool cm__name_clean(const char *name, size_t len, char out[CM_NAME_MAX + 1]);

/* Checks a dotted path as a configuration writes it: clean names between
 * single dots, at most `max` bytes. */
bool cm__path_is_clean(const char *path, size_t max);

#endif
