/* SPDX-License-Identifier: MIT */
#ifndef CM_BASE_PUNYCODE_H
#define CM_BASE_PUNYCODE_H
/* punycode: labels of internationalised names in ASCII; RFC 3492.
 *
 * The encoding alone, without the prefix "xn--" and without the rules of IDNA,
 * which differ between who uses it. Cost: the square of a label.
 * Threads: free of state. */
#include "base/buf.h"

/* RFC 3492, without the prefix. False: no valid encoding, or over cap. */
bool cm__punycode_decode(const char *text, size_t len, uint32_t *out,
                         size_t cap, size_t *ret_len);
/* Appends. False: the numbers of the label grow too large. */
bool cm__punycode_encode(const uint32_t *label, size_t len, Buf *out);

#endif
