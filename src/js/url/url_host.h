/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_URL_HOST_H
#define CM_JS_URL_HOST_H
/* url_host: hosts; WHATWG URL Standard, section 3. Domains that are not plain
 * ASCII go through UTS 46 (url_idna.h). */
#include "base/buf.h"

typedef enum UrlResult {
    URL_OK,
    URL_FAILURE,
    URL_NO_MEMORY
} UrlResult;

/* The host parser and serializer in one: appends the serialised host to out. */
UrlResult url_parse_host(const char *text, size_t len, bool is_opaque,
                         Buf *out);

#endif
