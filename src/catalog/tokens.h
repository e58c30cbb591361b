/* SPDX-License-Identifier: MIT */
#ifndef CM_CATALOG_TOKENS_H
#define CM_CATALOG_TOKENS_H
/* tokens: words of a text for ranking; spec/discovery.md 6.4.
 *
 * A word is a run of [a-z0-9] after lower-casing; a word also ends between
 * [a-z0-9] and [A-Z]. No memory: the caller walks the text. */
#include "base/ascii.h"
#include "base/compiler.h"

static inline bool cm__is_token_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           (c >= 'A' && c <= 'Z');
}

/* The next word at or after *at, not lower-cased: [*ret_start, *at). False at
 * the end. */
bool cm__token_next(const char *text, size_t len, size_t *at,
                    size_t *ret_start);

#endif
