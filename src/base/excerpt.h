/* SPDX-License-Identifier: MIT */
#ifndef CM_BASE_EXCERPT_H
#define CM_BASE_EXCERPT_H
/* excerpt: places in a source text and how to show them; for every language.
 *
 * Lines end at LF, CR, CRLF, U+2028 and U+2029; columns count Unicode
 * characters; both start at 1. A byte-order mark at the start takes no
 * column. */
#include "base/buf.h"

/* Length of the line terminator at text[at], 0 when there is none. */
size_t cm__line_end(const char *text, size_t len, size_t at);
/* Of a byte-order mark at the start. */
size_t cm__bom_length(const char *text, size_t len);
/* Where the line of `offset` starts, and its number. */
size_t cm__source_line(const char *source, size_t len, size_t offset,
                       uint32_t *ret_line);
/* Line and column of a byte offset (<= len). One scan of the source. */
void cm__source_locate(const char *source, size_t len, uint32_t offset,
                       uint32_t *ret_line, uint32_t *ret_column);
/* `  L | text` and the caret line, for the line that starts at `start`. */
void cm__source_quote(Buf *b, const char *source, size_t len, size_t start,
                      uint32_t line, uint32_t column);

#endif
