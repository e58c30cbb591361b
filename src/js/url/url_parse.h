/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_URL_PARSE_H
#define CM_JS_URL_PARSE_H
/* url_parse: the basic URL parser and the setters of the URL class; WHATWG URL
 * Standard, 4.4, 6.1. Texts are UTF-8.
 *
 * Cost: linear in the input, but for names through IDNA, which are short.
 * A setter that fails leaves the record as it was, or as far as the standard's
 * own setters go; memory refused shows in url_status too. */
#include "js/url/url_host.h"
#include "js/url/url_record.h"

/* u is initialised and empty; base may be NULL. */
UrlResult url_parse(const char *text, size_t len, const UrlRecord *base,
                    UrlRecord *u);

typedef enum UrlPart {
    URL_PART_PROTOCOL,
    URL_PART_USERNAME,
    URL_PART_PASSWORD,
    URL_PART_HOST,
    URL_PART_HOSTNAME,
    URL_PART_PORT,
    URL_PART_PATHNAME,
    URL_PART_SEARCH,
    URL_PART_HASH
} UrlPart;

/* What assigning to a member does. URL_OK also when the value is ignored. */
UrlResult url_assign(UrlRecord *u, UrlPart part, const char *text, size_t len);

#endif
