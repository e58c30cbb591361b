/* SPDX-License-Identifier: MIT */
#ifndef CM_SCHEMA_URI_H
#define CM_SCHEMA_URI_H
/* uri: references against a base; RFC 3986, section 5.
 *
 * Text in, text out; nothing is decoded or checked, so that an odd address is
 * still a name that can be compared. A base may itself be relative or empty.
 * Ownership: parts point into the text. Threads: free of state. */
#include "base/buf.h"

typedef struct UriPart {
    const char *text; /* NULL: absent, which differs from empty */
    size_t len;
} UriPart;

typedef struct UriParts {
    UriPart scheme, authority, path, query, fragment; /* path: never absent */
} UriParts;

/* Splits as the expression of RFC 3986, appendix B, does: never fails. */
UriParts cm__uri_split(const char *text, size_t len);

/* Appends ref resolved against base, without its fragment. Failure of memory
 * shows in out->status. */
void cm__uri_resolve(const char *base, size_t base_len, const char *ref,
                     size_t ref_len, Buf *out);

#endif
