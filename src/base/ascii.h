/* SPDX-License-Identifier: MIT */
#ifndef CM_BASE_ASCII_H
#define CM_BASE_ASCII_H
/* ascii: letters without regard to case and HTTP tokens; no locale.
 * Threads: free of state. */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static inline char cm__ascii_lower(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c + ('a' - 'A'));
    return c;
}

/* Equal but for the case of letters. */
static inline bool cm__ascii_is_same(const char *a, size_t a_len, const char *b,
                                     size_t b_len)
{
    if (a_len != b_len)
        return false;
    for (size_t i = 0; i < a_len; i++)
        if (cm__ascii_lower(a[i]) != cm__ascii_lower(b[i]))
            return false;
    return true;
}

/* A token of RFC 9110, 5.6.2: a method, the name of a header. */
static inline bool cm__ascii_is_token(const char *text)
{
    static const char marks[] = "!#$%&'*+-.^_`|~";
    for (const char *at = text; *at != '\0'; at++) {
        char c = cm__ascii_lower(*at);
        if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') &&
            strchr(marks, c) == NULL)
            return false;
    }
    return *text != '\0';
}

#endif
