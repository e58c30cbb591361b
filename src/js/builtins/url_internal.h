/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_URL_INTERNAL_H
#define CM_JS_BUILTINS_URL_INTERNAL_H
/* url_internal: URL and URLSearchParams know each other.
 *
 * A URL is its text and the places of its parts in it. Its searchParams is made
 * on first use; from then on each follows the other: changes are worked out on
 * copies and put in place together. */
#include "js/builtins/pairs.h"
#include "js/url/url_parse.h"

typedef struct UrlObj {
    Obj obj;
    Str *href; /* flat, ASCII */
    UrlParts parts;
    PairsObj *params; /* NULL: not asked for yet */
} UrlObj;

/* The parts of the URL's text; borrowed from the string. NULL when refused. */
const char *url_text(VM *vm, UrlObj *u);

/* application/x-www-form-urlencoded parsing into a fresh list; NULL when thrown
 * or refused. text is UTF-8. */
ValuesCell *params_parse(VM *vm, const char *text, size_t len);
/* ... and serializing, appended to out. */
bool params_write(VM *vm, const ValuesCell *pairs, Buf *out);

/* The object for a URL's query. NULL when thrown or refused. */
PairsObj *params_of_url(VM *vm, UrlObj *u);
/* The list of a URL's params was changed to `pairs`: sets the query and, when
 * all has worked, the list. */
bool url_follow_params(VM *vm, PairsObj *p, ValuesCell *pairs);

void cm__install_url_params(RealmBuilder *b);

#endif
