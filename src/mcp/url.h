/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_URL_H
#define CM_MCP_URL_H
/* url: what of RFC 3986 an address from a server takes.
 *
 * Threads: none. */
#include "base/buf.h"

/* Appends the reference, resolved against the absolute http or https URL `base`
 * (section 5.2, fragments dropped). False when base is no such URL. */
bool cm__url_resolve(const char *base, const char *reference, Buf *out);

/* Whether two absolute URLs have the same scheme, host and port. */
bool cm__url_is_same_origin(const char *a, const char *b);

#endif
