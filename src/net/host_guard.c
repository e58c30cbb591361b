/* SPDX-License-Identifier: MIT */
/* Authorities are compared as text without case, as browsers send them: no user
 * information, no final dot, IPv6 in brackets. */
#include "net/host_guard.h"

#include <string.h>

#include "base/ascii.h"

/* A part of a text. */
typedef struct Span {
    const char *text;
    size_t len;
} Span;

static bool is_same(Span a, Span b)
{
    return cm__ascii_is_same(a.text, a.len, b.text, b.len);
}

static Span span_of(const char *text)
{
    return (Span){ text, strlen(text) };
}

static bool is_host_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
}

/* Bytes of the host name or bracketed address that text starts with; 0 when it
 * starts with neither. */
static size_t name_len(Span at)
{
    size_t n = 0;
    if (at.len > 0 && at.text[0] == '[') {
        for (n = 1; n < at.len && at.text[n] != ']'; n++)
            if (!is_host_char(at.text[n]) && at.text[n] != ':')
                return 0;
        return n > 1 && n < at.len ? n + 1 : 0;
    }
    while (n < at.len && is_host_char(at.text[n]))
        n++;
    return n;
}

/* "name" or "name:port"; *ret_name is the name. */
static bool split_authority(Span at, Span *ret_name)
{
    size_t n = name_len(at), end = n;
    if (n == 0)
        return false;
    if (end < at.len && at.text[end] == ':') {
        size_t first = ++end;
        while (end < at.len && at.text[end] >= '0' && at.text[end] <= '9')
            end++;
        if (end == first || end - first > 5)
            return false;
    }
    *ret_name = (Span){ at.text, n };
    return end == at.len;
}

static bool is_loopback(Span name)
{
    static const char *const names[] = { "localhost", "127.0.0.1", "[::1]" };
    for (size_t i = 0; i < CM_ARRAY_LEN(names); i++)
        if (is_same(name, span_of(names[i])))
            return true;
    return false;
}

static bool is_host_allowed(const HostGuard *guard, Span host)
{
    Span name;
    if (!split_authority(host, &name))
        return false;
    if (!guard->no_loopback && is_loopback(name))
        return true;
    for (size_t i = 0; i < guard->n_hosts; i++) {
        Span listed = span_of(guard->hosts[i]);
        if (strcmp(guard->hosts[i], "*") == 0 || is_same(listed, host) ||
            is_same(listed, name))
            return true;
    }
    return false;
}

/* It is given back in a header of the answer. */
static bool is_visible(Span at)
{
    for (size_t i = 0; i < at.len; i++)
        if (at.text[i] <= ' ' || at.text[i] >= 0x7F)
            return false;
    return at.len > 0;
}

static bool is_origin_allowed(const HostGuard *guard, Span origin)
{
    static const char *const schemes[] = { "http://", "https://" };
    if (!is_visible(origin))
        return false;
    for (size_t i = 0; i < guard->n_origins; i++)
        if (strcmp(guard->origins[i], "*") == 0 ||
            is_same(span_of(guard->origins[i]), origin))
            return true;
    for (size_t i = 0; i < CM_ARRAY_LEN(schemes) && !guard->no_loopback; i++) {
        size_t n = strlen(schemes[i]);
        Span name;
        if (origin.len > n &&
            is_same((Span){ origin.text, n }, span_of(schemes[i])) &&
            split_authority((Span){ origin.text + n, origin.len - n }, &name) &&
            is_loopback(name))
            return true;
    }
    return false;
}

bool cm__host_guard_is_host(const char *listed)
{
    Span name;
    return strcmp(listed, "*") == 0 || split_authority(span_of(listed), &name);
}

/* A scheme of RFC 3986, 3.1. */
static bool is_scheme(Span at)
{
    for (size_t i = 0; i < at.len; i++) {
        char c = cm__ascii_lower(at.text[i]);
        bool is_inner =
            (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
        if ((c < 'a' || c > 'z') && (i == 0 || !is_inner))
            return false;
    }
    return at.len > 0;
}

bool cm__host_guard_is_origin(const char *listed)
{
    static const char *const words[] = { "*", "null", "file://" };
    const char *colon = strstr(listed, "://");
    Span name;
    for (size_t i = 0; i < CM_ARRAY_LEN(words); i++)
        if (strcmp(listed, words[i]) == 0)
            return true;
    return colon != NULL &&
           is_scheme((Span){ listed, (size_t)(colon - listed) }) &&
           split_authority(span_of(colon + 3), &name);
}

HostGuardVerdict cm__host_guard_check(const HostGuard *guard, const char *host,
                                      const char *origin)
{
    if (host == NULL || !is_host_allowed(guard, span_of(host)))
        return CM_HOST_GUARD_HOST;
    if (origin != NULL && !is_origin_allowed(guard, span_of(origin)))
        return CM_HOST_GUARD_ORIGIN;
    return CM_HOST_GUARD_OK;
}
