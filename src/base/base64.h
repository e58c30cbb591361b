/* SPDX-License-Identifier: MIT */
#ifndef CM_BASE_BASE64_H
#define CM_BASE_BASE64_H
/* base64: the encoding of RFC 4648 section 4, with padding, for headers and
 * credentials. (What programs see of base64 is metered and lives in
 * js/builtins.)
 * Threads: free of state. */
#include "base/buf.h"

/* Appends the encoded bytes. */
void cm__base64_add(Buf *out, const void *bytes, size_t n);
/* Appends the decoded text. False, and nothing is added, when it is not
 * base64; padding may be missing. */
bool cm__base64_read(Buf *out, const char *text, size_t n);

/* The value of a digit, or -1. */
static inline int cm__base64_value(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

#endif
