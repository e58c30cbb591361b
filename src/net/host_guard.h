/* SPDX-License-Identifier: MIT */
#ifndef CM_NET_HOST_GUARD_H
#define CM_NET_HOST_GUARD_H
/* host_guard: whether a request's Host and Origin are ones we serve.
 *
 * A web page in the user's browser can send requests to a server on loopback,
 * by its own origin or through a name that it lets resolve to 127.0.0.1 (DNS
 * rebinding). Both show in these two headers. Loopback names are allowed with
 * any port: "localhost", "127.0.0.1" and "[::1]"; what else is to be allowed is
 * listed. An absent Origin is no browser's and passes; "null" does not.
 * Ownership: the lists are borrowed for the call.
 * Threads:   none. */
#include "base/compiler.h"

#include <stdbool.h>

typedef struct HostGuard {
    /* "api.example.com" (any port), "api.example.com:8080", "*". */
    const char *const *hosts;
    size_t n_hosts;
    /* "https://app.example.com", "http://10.0.0.1:8080", "*". */
    const char *const *origins;
    size_t n_origins;
    bool no_loopback; /* the listed ones alone */
} HostGuard;

typedef enum HostGuardVerdict {
    CM_HOST_GUARD_OK = 0,
    CM_HOST_GUARD_HOST,  /* the Host is missing, malformed or not allowed */
    CM_HOST_GUARD_ORIGIN /* the Origin is malformed or not allowed */
} HostGuardVerdict;

/* Whether a Host, an Origin can be what is listed so. */
bool cm__host_guard_is_host(const char *listed);
bool cm__host_guard_is_origin(const char *listed);

/* host and origin as the headers say; NULL when absent. */
HostGuardVerdict cm__host_guard_check(const HostGuard *guard, const char *host,
                                      const char *origin);

#endif
