/* SPDX-License-Identifier: MIT */
/* Input: a byte that picks what is allowed, a Host, a NUL, an Origin. Oracle: a
 * second reading, by lists of all that may pass: what it does not know is
 * refused. */
#include "fuzz.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "net/host_guard.h"

enum {
    MAX_BYTES = 300
};

static const char *const hosts[] = { "api.example.com", "h:8080" };
static const char *const origins[] = { "https://app.example.com" };

/* "" or ":" and one to five digits. */
static bool is_port(const char *text)
{
    size_t n = strspn(*text ? text + 1 : text, "0123456789");
    return !*text || (*text == ':' && n >= 1 && n <= 5 && !text[n + 1]);
}

static bool starts(const char *text, const char *with, const char **ret_rest)
{
    *ret_rest = text + strlen(with);
    return strncasecmp(text, with, strlen(with)) == 0;
}

static bool is_loopback(const char *host)
{
    const char *rest;
    return (starts(host, "localhost", &rest) && is_port(rest)) ||
           (starts(host, "127.0.0.1", &rest) && is_port(rest)) ||
           (starts(host, "[::1]", &rest) && is_port(rest));
}

static bool may_be_host(const char *host, bool no_loopback, size_t n_listed)
{
    const char *rest;
    return (!no_loopback && is_loopback(host)) ||
           (n_listed > 0 && starts(host, hosts[0], &rest) && is_port(rest)) ||
           (n_listed > 1 && strcasecmp(host, hosts[1]) == 0);
}

static bool may_be_origin(const char *origin, bool no_loopback, size_t n_listed)
{
    const char *rest;
    if (n_listed > 0 && strcasecmp(origin, origins[0]) == 0)
        return true;
    return !no_loopback &&
           (starts(origin, "http://", &rest) ||
            starts(origin, "https://", &rest)) &&
           is_loopback(rest);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char text[MAX_BYTES + 2];
    if (size < 1 || size > MAX_BYTES)
        return 0;
    const HostGuard guard = { .hosts = hosts,
                              .n_hosts = bytes[0] % 3,
                              .origins = origins,
                              .n_origins = bytes[0] / 4 % 2,
                              .no_loopback = bytes[0] & 64 };
    memcpy(text, bytes + 1, size - 1);
    text[size - 1] = text[size] = '\0';
    const char *host = text, *origin = text + strlen(text) + 1;
    if (origin > text + size - 1)
        origin = NULL;
    HostGuardVerdict expected = CM_HOST_GUARD_OK;
    if (!may_be_host(host, guard.no_loopback, guard.n_hosts))
        expected = CM_HOST_GUARD_HOST;
    else if (origin &&
             !may_be_origin(origin, guard.no_loopback, guard.n_origins))
        expected = CM_HOST_GUARD_ORIGIN;
    FUZZ_CHECK(cm__host_guard_check(&guard, host, origin) == expected);
    FUZZ_CHECK(cm__host_guard_check(&guard, NULL, origin) ==
               CM_HOST_GUARD_HOST);
    return 0;
}
