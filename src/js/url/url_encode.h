/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_URL_ENCODE_H
#define CM_JS_URL_ENCODE_H
/* url_encode: percent-encoding; WHATWG URL Standard, 1.3. Works on UTF-8 bytes:
 * every set holds all bytes above 0x7E. */
#include "base/buf.h"

typedef enum UrlSet {
    URL_SET_C0,
    URL_SET_FRAGMENT,
    URL_SET_QUERY,
    URL_SET_SPECIAL_QUERY,
    URL_SET_PATH,
    URL_SET_USERINFO,
    URL_SET_FORM /* application/x-www-form-urlencoded; a space becomes "+" */
} UrlSet;

bool url_in_set(UrlSet set, unsigned char byte);
void url_encode_byte(UrlSet set, unsigned char byte, Buf *out);
void url_encode(UrlSet set, const char *text, size_t len, Buf *out);
/* Percent-decode; bytes that are not encoded stay. */
void url_decode(const char *text, size_t len, Buf *out);

#endif
