/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_URL_RECORD_H
#define CM_JS_URL_RECORD_H
/* url_record: a URL in parts, and as one text with the places of its parts;
 * WHATWG URL Standard, 4.1, 4.5.
 *
 * All parts are kept serialised, ASCII throughout. A path that is a list of
 * segments is kept as "/" and segment for each; the empty list is "". An opaque
 * path is its text. Ownership: the record owns its buffers until url_done.
 * Failure:   a buffer that could not grow keeps its status; url_status
 *            tells. */
#include "base/buf.h"

#define URL_NO_PORT (-1)

typedef struct UrlRecord {
    Buf scheme; /* without ":" */
    Buf username, password, host, path, query, fragment;
    int32_t port;                           /* URL_NO_PORT: null */
    bool has_host, has_query, has_fragment; /* not null */
    bool is_opaque;                         /* the path is */
} UrlRecord;

typedef struct UrlSpan {
    uint32_t at, len;
} UrlSpan;

/* Places in the serialised text. */
typedef struct UrlParts {
    UrlSpan scheme, username, password, host, path, query, fragment;
    int32_t port;
    bool has_host, has_query, has_fragment, is_opaque;
} UrlParts;

void url_init(UrlRecord *u, const cm_allocator *alloc);
void url_done(UrlRecord *u);
/* CM_OK, or the first failure of one of its buffers. */
cm_status url_status(const UrlRecord *u);
/* Replaces what `to` holds. */
void url_set(Buf *to, const void *text, size_t len);
void url_copy(Buf *to, const Buf *from);

bool url_is_special(const char *scheme, size_t len);
/* Of special schemes; URL_NO_PORT for "file" and the others. */
int32_t url_default_port(const char *scheme, size_t len);
bool url_has_credentials(const UrlRecord *u);

/* The URL serializer; ret_parts may be NULL. */
void url_write(const UrlRecord *u, Buf *out, UrlParts *ret_parts);
/* The other way round; u is initialised and empty. */
void url_read(UrlRecord *u, const char *href, const UrlParts *parts);

#endif
