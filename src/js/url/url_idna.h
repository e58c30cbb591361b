/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_URL_IDNA_H
#define CM_JS_URL_IDNA_H
/* url_idna: domain to ASCII; UTS 46 non-transitional with CheckHyphens,
 * VerifyDnsLength and UseSTD3ASCIIRules off, CheckBidi and CheckJoiners on
 * (WHATWG URL Standard, 3.3).
 *
 * The mapping is derived from the Unicode properties of libunistring as UTS 46
 * derives its table (section 6): NFKC_Casefold without the deviations, default
 * ignorables dropped, then NFC.
 *
 * Limit: URL_IDNA_MAX code points, since Punycode takes the square of a
 * label. */
#include "base/punycode.h"
#include "js/url/url_host.h"

#define URL_IDNA_MAX 2048

/* text is UTF-8 and not plain ASCII. */
UrlResult url_domain_to_ascii(const char *text, size_t len, Buf *out);

#endif
