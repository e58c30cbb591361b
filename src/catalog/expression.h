/* SPDX-License-Identifier: MIT */
#ifndef CM_CATALOG_EXPRESSION_H
#define CM_CATALOG_EXPRESSION_H
/* expression: how a program writes the path of a tool; spec/discovery.md 1.2.
 *
 * JavaScript: `tools`, then `.seg` for identifier-like segments, else `["seg"]`
 * with JSON escapes; reserved words stay dotted.
 * Ownership: the text is the caller's, len + 1 bytes of `alloc`. */
#include "base/buf.h"

/* NULL when memory is refused. "" gives "tools". */
char *cm__expression_js(const cm_allocator *alloc, const char *path,
                        size_t path_len, size_t *ret_len);
/* The same behind what the buffer holds. */
void cm__expression_js_add(Buf *out, const char *path, size_t path_len);

#endif
