/* SPDX-License-Identifier: MIT */
#ifndef CM_BASE_UTF8_H
#define CM_BASE_UTF8_H
/* utf8: validation, decoding, encoding and counting; RFC 3629. */
#include "base/compiler.h"

#include <stdbool.h>

#define CM_UTF8_REPLACEMENT 0xFFFDu

/* Decodes one code point at *at (*at < end) and advances. Malformed bytes give
 * U+FFFD and advance over the maximal ill-formed part (WHATWG practice).
 * *ret_ok (may be NULL) is set to false then, never to true. */
uint32_t cm__utf8_next(const char **at, const char *end, bool *ret_ok);

/* Writes 1 to 4 bytes to out and returns their number. A surrogate is written
 * as its three-byte form (WTF-8); callers that must not, check before. */
size_t cm__utf8_encode(uint32_t code_point, char out[4]);

/* The length of the longest valid prefix; n when all of it is valid. */
size_t cm__utf8_valid_prefix(const char *text, size_t n);
bool cm__utf8_is_valid(const char *text, size_t n);
bool cm__utf8_is_ascii(const char *text, size_t n);

/* Number of code points of valid text. */
size_t cm__utf8_count(const char *text, size_t n);
/* Number of UTF-16 code units that valid text needs, and whether all code
 * points are below 256 (so that 8-bit units hold it). */
size_t cm__utf8_utf16_length(const char *text, size_t n, bool *ret_is_latin1);

/* The largest m <= n such that text[0..m) ends at a character boundary. */
size_t cm__utf8_floor(const char *text, size_t len, size_t n);

#endif
