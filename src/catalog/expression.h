/* SPDX-License-Identifier: MIT */
#ifndef CM_CATALOG_EXPRESSION_H
#define CM_CATALOG_EXPRESSION_H
/* expression: how a program writes the path of a tool; spec/discovery.md 1.2.
 *
 * JavaScript: `tools`, then `.seg` for identifier-like segments, else `["seg"]`
 * with JSON escapes; reserved words stay dotted. Lua: the same with Lua's
 * names, keywords in brackets, Lua's escapes.
 * Ownership: the text is the caller's, len + 1 bytes of `alloc`. */
#include "base/buf.h"

/* NULL when memory is refused. "" gives "tools". */
char *cm__expression(const cm_allocator *alloc, cm_language language,
                     const char *path, size_t path_len, size_t *ret_len);
/* The same behind what the buffer holds. */
void cm__expression_add(Buf *out, cm_language language, const char *path,
                        size_t path_len);

/* A Lua string literal of a text, and whether a text is a name that Lua takes
 * as a field (`t.name`, `{ name = 1 }`). */
void cm__lua_quote(Buf *out, const char *text, size_t len);
bool cm__lua_is_name(const char *text, size_t len);
/* Whether JavaScript takes a text behind a dot. */
bool cm__js_is_name(const char *text, size_t len);

#endif
