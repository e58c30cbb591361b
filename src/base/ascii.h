/* SPDX-License-Identifier: MIT */
#ifndef CM_BASE_ASCII_H
#define CM_BASE_ASCII_H
/* ascii: letters without regard to case and HTTP tokens; no locale.
 * Threads: free of state. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
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

/* The value of a hexadecimal digit, -1 of another character. */
static inline int cm__ascii_hex(uint32_t c)
{
    if (c - '0' < 10)
        return (int)(c - '0');
    c |= 0x20;
    return c - 'a' < 6 ? (int)(c - 'a') + 10 : -1;
}

/* A token of RFC 9110, 5.6.2: a method, the name of a header. */
static inline bool cm__ascii_is_token_char(uint32_t c)
{
    if (c - '0' < 10 || (c | 0x20) - 'a' < 26)
        return c < 0x80;
    return c != 0 && c < 0x80 && strchr("!#$%&'*+-.^_`|~", (int)c) != NULL;
}

static inline bool cm__ascii_is_token_n(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (!cm__ascii_is_token_char((unsigned char)text[i]))
            return false;
    return len > 0;
}

static inline bool cm__ascii_is_token(const char *text)
{
    return cm__ascii_is_token_n(text, strlen(text));
}

#endif
